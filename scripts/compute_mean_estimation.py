from functools import partial

import gaussmech.pipeline.light  # noqa: F401
from gaussmech.experiments.mean_estimation import mean_estimation
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import read_numbers, write_table

with job(snakemake.log) as progress:
    repetitions = range(int(snakemake.wildcards.first), int(snakemake.wildcards.last) + 1)
    count = len(repetitions) * sum(snakemake.params.settings["dimensions"])
    errors = mean_estimation(
        seed=snakemake.params.seed,
        epsilon=float(snakemake.wildcards.epsilon),
        repetitions=repetitions,
        data=read_numbers(snakemake.input.data, count),
        progress=partial(progress, weight=lambda block: block[0] * len(block[1])),
        **snakemake.params.settings,
    )
    write_table(errors, snakemake.output[0])
