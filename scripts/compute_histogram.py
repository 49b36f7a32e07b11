from functools import partial

import gaussmech.pipeline.light  # noqa: F401
from gaussmech.experiments.histogram import histogram
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import write_table

with job(snakemake.log) as progress:
    errors = histogram(
        seed=snakemake.params.seed,
        epsilon=float(snakemake.wildcards.epsilon),
        repetitions=range(int(snakemake.wildcards.first), int(snakemake.wildcards.last) + 1),
        progress=partial(progress, weight=lambda block: block[0] * len(block[1])),
        **snakemake.params.settings,
    )
    write_table(errors, snakemake.output[0])
