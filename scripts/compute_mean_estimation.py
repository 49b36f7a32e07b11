from functools import partial

from gaussmech.paper.experiments.mean_estimation import mean_estimation
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import cell, job
from gaussmech.paper.pipeline.reading import read_numbers

with job(snakemake.log) as progress:
    settings = snakemake.params.settings | cell(snakemake.wildcards)
    count = len(settings["repetitions"]) * sum(settings["dimensions"])
    table = mean_estimation(
        **settings,
        data=read_numbers(snakemake.input.data, count),
        progress=partial(progress, weight=lambda block: block[0] * len(block[1])),
    )
    write_table(table, snakemake.output[0])
