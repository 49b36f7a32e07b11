import gaussmech.pipeline.light  # noqa: F401
from gaussmech.experiments.l2_mechanism import l2_mechanism
from gaussmech.pipeline.config import log_grid
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import write_table

with job(snakemake.log):
    settings = dict(snakemake.params.settings)
    settings["dimensions"] = log_grid(settings["dimensions"])
    write_table(l2_mechanism(**settings), snakemake.output.l2_mechanism)
