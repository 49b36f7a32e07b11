from functools import partial

from gaussmech.paper.experiments.mean_estimation import data_of, mean_estimation
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job, settings_by_epsilon

with job(snakemake) as progress:
    progress = partial(progress, weight=lambda block: block[0] * len(block[1]))
    all_settings = list(settings_by_epsilon(snakemake))
    data = data_of(**all_settings[0])
    rows = []
    for settings in all_settings:
        rows += mean_estimation(data=data, progress=progress, **settings)
    write_table(rows, snakemake.output[0])
