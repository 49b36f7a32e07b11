from importlib import import_module

from gaussmech.pipeline.city_tables import read_graph, read_maps
from gaussmech.pipeline.files import write_tables
from gaussmech.pipeline.jobs import job

with job(snakemake.log):
    module, name = snakemake.params.make.split(".")
    make = getattr(import_module(f"gaussmech.experiments.{module}"), name)
    settings = dict(snakemake.params.settings)
    if "hours" in settings:
        maps = read_maps(snakemake.input.truth)
        settings["maps"] = {hour: maps[hour] for hour in settings.pop("hours")}
    write_tables(make(read_graph(snakemake.input), **settings), snakemake.output)
