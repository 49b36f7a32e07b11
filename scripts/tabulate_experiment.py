import pandas as pd

from gaussmech.jobs import job
from gaussmech.tables import read_table, write_table

with job(snakemake.log):
    name = snakemake.wildcards.experiment
    tables = [read_table(path, name) for path in snakemake.input]
    write_table(pd.concat(tables), snakemake.output[0])
