from pathlib import Path

from gaussmech.paper.experiments.error_tables import table_of
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.origin import refuse_mixture
from gaussmech.paper.pipeline.tables import read_errors

with job(snakemake):
    experiment = snakemake.params.experiment
    results = Path(snakemake.output[0]).parents[1]
    refuse_mixture(snakemake.input.errors, results, snakemake.params.settings)
    errors = read_errors(snakemake.input.errors, experiment)
    write_table(table_of(experiment, errors), snakemake.output[0])
