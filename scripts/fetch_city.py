from gaussmech.pipeline.city_tables import write_city
from gaussmech.pipeline.jobs import job
from gaussmech.streets.city import load_city

with job(snakemake.log):
    settings = dict(snakemake.params.settings)
    hours = settings.pop("hours")
    city = load_city(settings, hours=hours, download_folder="data", seed=snakemake.params.seed)
    write_city(city, snakemake.output)
