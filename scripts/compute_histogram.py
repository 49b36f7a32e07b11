from functools import partial

from gaussmech.paper.experiments.histogram import histogram
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import cell, job

with job(snakemake.log) as progress:
    table = histogram(
        **snakemake.params.settings,
        **cell(snakemake.wildcards),
        progress=partial(progress, weight=lambda block: block[0] * len(block[1])),
    )
    write_table(table, snakemake.output[0])
