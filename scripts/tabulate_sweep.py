from itertools import islice
from pathlib import Path

import pandas as pd

from gaussmech.experiments.error_tables import sweep_table, table_of
from gaussmech.pipeline.files import write_table
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import read_table

with job(snakemake.log):
    name = Path(snakemake.output[0]).stem.removeprefix("sweep_")
    paths, parts, params = iter(snakemake.input.errors), [], snakemake.params
    for values, files, repetitions in zip(
        params.cells, params.files, params.repetitions, strict=True
    ):
        errors = pd.concat(read_table(path, f"{name}_errors") for path in islice(paths, files))
        parts.append((values, table_of(name, errors, repetitions=repetitions)))
    write_table(sweep_table(parts), snakemake.output[0])
