from gaussmech.paper.experiments.data_sets import data_sets, sample_mean
from gaussmech.paper.pipeline.files import write_bytes
from gaussmech.paper.pipeline.jobs import job, part

with job(snakemake.log) as progress:
    means = data_sets(
        "mean_estimation",
        sample_mean,
        progress=lambda cells: progress(cells, weight=lambda cell: cell[0]),
        **snakemake.params.settings,
        **part(snakemake.output[0]),
    )
    write_bytes((mean.astype("<f8").data for mean in means), snakemake.output[0])
