from gaussmech.paper.pipeline.config import grids_as_lists
from gaussmech.paper.pipeline.files import write_tables
from gaussmech.paper.pipeline.jobs import job, made_by

with job(snakemake.log):
    make = made_by(snakemake.params.make)
    write_tables(make(**grids_as_lists(snakemake.params.settings)), snakemake.output)
