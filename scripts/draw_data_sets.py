from gaussmech.experiments.data_sets import data_sets, sample_mean
from gaussmech.pipeline.files import write_bytes
from gaussmech.pipeline.jobs import job, repetitions

with job(snakemake.log) as progress:
    means = data_sets(
        "mean_estimation",
        sample_mean,
        seed=snakemake.params.seed,
        repetitions=repetitions(snakemake.wildcards),
        progress=lambda cells: progress(cells, weight=lambda cell: cell[0]),
        **snakemake.params.settings,
    )
    write_bytes((mean.astype("<f8").data for mean in means), snakemake.output[0])
