from functools import partial
from importlib import import_module

from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import arguments_of_block, job

with job(snakemake) as progress:
    name = snakemake.params.task
    experiment = getattr(import_module(f"gaussmech.paper.experiments.{name}"), name)
    progress = partial(progress, weight=lambda block: block[0] * len(block[1]))
    rows = experiment(progress=progress, **arguments_of_block(snakemake))
    write_table(rows, snakemake.output[0])
