from functools import partial

from gaussmech.paper.experiments.histogram import histogram
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job, settings_by_epsilon

with job(snakemake) as progress:
    progress = partial(progress, weight=lambda block: block[0] * len(block[1]))
    rows = []
    for settings in settings_by_epsilon(snakemake):
        rows += histogram(progress=progress, **settings)
    write_table(rows, snakemake.output[0])
