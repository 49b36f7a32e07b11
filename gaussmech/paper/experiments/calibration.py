"""sigma of the classical and the analytic Gaussian mechanism (Balle & Wang, section 5.1).

`tables` yields the tables whose names start with calibration.
"""

from itertools import product

import pandas as pd

from gaussmech.paper.experiments.stacking import tabulated
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)

MECHANISMS = {"cGM": classical_gaussian_sigma, "aGM": analytic_gaussian_sigma}


@tabulated
def calibration(pairs, sensitivity):
    """Return sigma of each mechanism at every (epsilon, delta) of `pairs`, ascending, once each."""
    grid = pd.DataFrame(sorted(set(pairs)), columns=["epsilon", "delta"])
    grid["sensitivity"] = float(sensitivity)
    for mechanism, sigma in MECHANISMS.items():
        sigmas = sigma(*grid.to_numpy().T)
        yield grid.assign(mechanism=mechanism, sigma=sigmas)


def tables(*, sensitivity, epsilons, deltas, gain_epsilons, gain_deltas):
    """Yield the name and the table of Figure 1's grid, of Figure 3's, and of both."""
    by_epsilon = list(product(epsilons, deltas))
    by_delta = list(product(gain_epsilons, gain_deltas))
    yield "calibration_epsilon", calibration(by_epsilon, sensitivity)
    yield "calibration_delta", calibration(by_delta, sensitivity)
    yield "calibration", calibration(by_epsilon + by_delta, sensitivity)
