from itertools import product

import gaussmech.pipeline.light  # noqa: F401
from gaussmech.experiments.calibration import calibration
from gaussmech.pipeline.config import log_grid
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import write_table

with job(snakemake.log):
    settings, output = snakemake.params.settings, snakemake.output
    by_epsilon = list(product(log_grid(settings["epsilons"]), settings["deltas"]))
    by_delta = list(product(settings["gain_epsilons"], log_grid(settings["gain_deltas"])))
    for pairs, path in (
        (by_epsilon, output.calibration_epsilon),
        (by_delta, output.calibration_delta),
        (by_epsilon + by_delta, output.calibration),
    ):
        write_table(calibration(pairs, settings["sensitivity"]), path)
