from functools import partial

from gaussmech.paper.experiments.mean_estimation import mean_estimation
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job, settings_by_epsilon
from gaussmech.paper.pipeline.reading import read_numbers

with job(snakemake) as progress:
    progress = partial(progress, weight=lambda block: block[0] * len(block[1]))
    rows = []
    for settings in settings_by_epsilon(snakemake):
        count = len(settings["repetitions"]) * sum(settings["dimensions"])
        data = read_numbers(snakemake.input.data, count)
        rows += mean_estimation(data=data, progress=progress, **settings)
    write_table(rows, snakemake.output[0])
