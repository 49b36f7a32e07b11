from gaussmech.paper.experiments.data_sets import data_sets, sample_mean
from gaussmech.paper.pipeline.files import write_bytes
from gaussmech.paper.pipeline.jobs import job

with job(snakemake) as progress:
    wildcards = snakemake.wildcards
    repetitions = range(int(wildcards.first), int(wildcards.last) + 1)
    means = data_sets(
        "mean_estimation",
        sample_mean,
        progress=lambda cells: progress(cells, weight=lambda cell: cell[0]),
        **snakemake.params.settings,
        repetitions=repetitions,
    )
    write_bytes((mean.astype("<f8").data for mean in means), snakemake.output[0])
