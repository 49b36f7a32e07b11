from itertools import chain, product

from gaussmech.config import log_grid
from gaussmech.experiments.calibration import calibration
from gaussmech.jobs import job
from gaussmech.tables import write_table

with job(snakemake.log):
    settings = snakemake.params.settings
    pairs = chain(
        product(log_grid(settings["epsilons"]), settings["deltas"]),
        product(settings["gain_epsilons"], log_grid(settings["gain_deltas"])),
    )
    write_table(calibration(pairs, settings["sensitivity"]), snakemake.output[0])
