from itertools import islice

from gaussmech.paper.experiments.error_tables import sweep_table, table_of
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.tables import read_errors

with job(snakemake):
    experiment = snakemake.params.experiment
    paths = iter(snakemake.input.errors)
    parts = []
    for values, count in snakemake.params.cells:
        errors = read_errors(islice(paths, count), experiment)
        parts.append((values, table_of(experiment, errors)))
    write_table(sweep_table(parts), snakemake.output[0])
