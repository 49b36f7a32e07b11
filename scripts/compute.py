from importlib import import_module

from gaussmech.pipeline.config import grids_as_lists
from gaussmech.pipeline.files import write_tables
from gaussmech.pipeline.jobs import job

with job(snakemake.log):
    module, name = snakemake.params.make.split(".")
    make = getattr(import_module(f"gaussmech.experiments.{module}"), name)
    write_tables(make(**grids_as_lists(snakemake.params.settings)), snakemake.output)
