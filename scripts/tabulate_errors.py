from itertools import islice
from pathlib import Path

from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.mixture import refuse_mixture
from gaussmech.paper.pipeline.tables import table_of_cells

with job(snakemake):
    refuse_mixture(snakemake)
    params = snakemake.params
    paths = iter(snakemake.input.errors)
    cells = [(values, [*islice(paths, count)]) for values, count in params.cells]
    write_table(table_of_cells(params.experiment, cells), snakemake.output[0])
    Path(params.incomplete).unlink(missing_ok=True)
