"""sigma of the classical and the analytic Gaussian mechanism (Balle & Wang, section 5.1)."""

import pandas as pd

from gaussmech.calibration import analytic_gaussian_sigma, classical_gaussian_sigma

MECHANISMS = {"cGM": classical_gaussian_sigma, "aGM": analytic_gaussian_sigma}


def calibration(pairs, sensitivity):
    """Return sigma of each mechanism at every (epsilon, delta) of `pairs`, ascending, once each.

    Columns: epsilon, delta, sensitivity, mechanism, sigma (in units of the sensitivity).

    Examples
    --------
    >>> calibration([(0.5, 1e-6)], 5.0).sigma.round(2).tolist()
    [52.99, 40.29]
    """
    grid = pd.MultiIndex.from_tuples(sorted(set(pairs)), names=["epsilon", "delta"])
    parts = []
    for mechanism, sigma in MECHANISMS.items():
        part = grid.to_frame(index=False)
        part["sensitivity"] = float(sensitivity)
        part["mechanism"] = mechanism
        part["sigma"] = sigma(part["epsilon"].to_numpy(), part["delta"].to_numpy(), sensitivity)
        parts.append(part)
    return pd.concat(parts, ignore_index=True)
