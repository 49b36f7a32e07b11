import gaussmech.pipeline.light  # noqa: F401
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import read_table, write_table

with job(snakemake.log):
    import pandas as pd

    parts = []
    for values, path in zip(snakemake.params.cells, snakemake.input, strict=True):
        table = read_table(path, snakemake.params.experiment)
        # Named after the section as well: mean_estimation.delta beside the table's own delta.
        parts.append(table.assign(**values)[[*values, *table.columns]])
    write_table(pd.concat(parts), snakemake.output[0])
