from gaussmech.paper.experiments.calibration import tables
from gaussmech.paper.pipeline.config import grids_as_lists
from gaussmech.paper.pipeline.files import write_tables
from gaussmech.paper.pipeline.jobs import job

with job(snakemake.log):
    write_tables(tables(**grids_as_lists(snakemake.params.settings)), snakemake.output)
