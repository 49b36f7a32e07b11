from gaussmech.paper.city.city import load_city
from gaussmech.paper.pipeline.city_tables import write_city
from gaussmech.paper.pipeline.jobs import job

with job(snakemake.log):
    settings = dict(snakemake.params.settings)
    which = {"hours": settings.pop("hours"), "seed": settings.pop("seed")}
    write_city(load_city(settings, download_folder="data", **which), snakemake.output)
