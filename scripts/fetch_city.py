from gaussmech.paper.city.city import load_city
from gaussmech.paper.pipeline.city_tables import write_city
from gaussmech.paper.pipeline.jobs import arguments, job

with job(snakemake):
    settings = arguments(snakemake)
    hours = sorted(settings.pop("hours"))
    seed = settings.pop("seed")
    city = load_city(settings, hours=hours, download_folder="data", seed=seed)
    write_city(city, snakemake.output)
