from gaussmech.pipeline.config import grids_as_lists
from gaussmech.pipeline.files import write_tables
from gaussmech.pipeline.jobs import job, made_by

with job(snakemake.log):
    make = made_by(snakemake.params.make)
    write_tables(make(**grids_as_lists(snakemake.params.settings)), snakemake.output)
