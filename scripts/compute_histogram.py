from functools import partial

from gaussmech.paper.experiments.histogram import histogram
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job, part

with job(snakemake.log) as progress:
    progress = partial(progress, weight=lambda block: block[0] * len(block[1]))
    for path in snakemake.output:
        settings = snakemake.params.settings | part(path)
        write_table(histogram(progress=progress, **settings), path)
