from functools import partial

from gaussmech.paper.experiments.mean_estimation import mean_estimation
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job, part
from gaussmech.paper.pipeline.reading import read_numbers

with job(snakemake.log) as progress:
    progress = partial(progress, weight=lambda block: block[0] * len(block[1]))
    for path in snakemake.output:
        settings = snakemake.params.settings | part(path)
        count = len(settings["repetitions"]) * sum(settings["dimensions"])
        data = read_numbers(snakemake.input.data, count)
        write_table(mean_estimation(data=data, progress=progress, **settings), path)
