from pathlib import Path

import pandas as pd

from gaussmech.experiments.error_tables import table_of
from gaussmech.pipeline.files import write_table
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import read_table

with job(snakemake.log):
    name = Path(snakemake.output[0]).stem
    errors = pd.concat(read_table(path, f"{name}_errors") for path in snakemake.input.errors)
    table = table_of(name, errors, repetitions=snakemake.params.repetitions)
    write_table(table, snakemake.output[0])
