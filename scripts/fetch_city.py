from gaussmech.pipeline.city_tables import write_city
from gaussmech.pipeline.jobs import job
from gaussmech.streets.city import load_city

with job(snakemake.log):
    settings = dict(snakemake.params.settings)
    which = {"hours": settings.pop("hours"), "seed": settings.pop("seed")}
    write_city(load_city(settings, download_folder="data", **which), snakemake.output)
