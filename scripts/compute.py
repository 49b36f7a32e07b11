from importlib import import_module

from gaussmech.paper.pipeline.config_reader import grids_as_lists
from gaussmech.paper.pipeline.files import write_tables
from gaussmech.paper.pipeline.jobs import arguments, job

with job(snakemake):
    module = import_module(f"gaussmech.paper.experiments.{snakemake.params.module}")
    tabulate = getattr(module, snakemake.params.function)
    settings = grids_as_lists(arguments(snakemake))
    write_tables(tabulate(**settings), snakemake.output)
