from dataclasses import replace

from gaussmech.experiments.guarantees import guarantees
from gaussmech.jobs import job
from gaussmech.streets.city import load_city
from gaussmech.streets.files import write_city

with job(snakemake.log):
    settings = dict(snakemake.params.settings)
    hours = settings.pop("hours")
    budget = {
        "epsilon": settings.pop("map_epsilon"),
        "delta": settings.pop("delta"),
        "sensitivity": settings["sensitivity"],
    }
    city = load_city(settings, hours=hours, download_folder="data", seed=snakemake.params.seed)
    contribution = city.provenance["contribution"]
    guaranteed = {"contribution": contribution | {"guarantees": guarantees(contribution, **budget)}}
    write_city(replace(city, provenance=city.provenance | guaranteed), **snakemake.output)
