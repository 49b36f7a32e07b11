from functools import partial

from gaussmech.experiments.mean_estimation import mean_estimation
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import write_table

with job(snakemake.log) as progress:
    errors = mean_estimation(
        seed=snakemake.params.seed,
        epsilon=float(snakemake.wildcards.epsilon),
        repetitions=range(int(snakemake.wildcards.first), int(snakemake.wildcards.last) + 1),
        # Work grows with the dimension, the first of a cell's keys.
        progress=partial(progress, weight=lambda cell: cell[0]),
        **snakemake.params.settings,
    )
    write_table(errors, snakemake.output[0])
