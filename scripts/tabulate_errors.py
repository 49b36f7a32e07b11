from gaussmech.paper.experiments.error_tables import table_of
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.mixture import refuse_mixture
from gaussmech.paper.pipeline.tables import read_errors

with job(snakemake):
    refuse_mixture(snakemake)
    experiment = snakemake.params.experiment
    errors = read_errors(snakemake.input.errors, experiment)
    write_table(table_of(experiment, errors), snakemake.output[0])
