"""sigma of the classical and the analytic Gaussian mechanism (Balle & Wang, section 5.1)."""

import numpy as np
import pandas as pd

from gaussmech.calibration import analytic_gaussian_sigma, classical_gaussian_sigma

MECHANISMS = {"cGM": classical_gaussian_sigma, "aGM": analytic_gaussian_sigma}


def calibration(*, epsilons, deltas, sensitivity):
    """sigma of each mechanism on the grid of epsilons and deltas.

    Columns: epsilon, delta, sensitivity, mechanism, sigma (in units of the sensitivity).
    """
    grid = pd.MultiIndex.from_product([sorted(epsilons), sorted(deltas)], names=["epsilon", "delta"])
    parts = []
    for mechanism, sigma in MECHANISMS.items():
        part = grid.to_frame(index=False)
        part["sensitivity"] = float(sensitivity)
        part["mechanism"] = mechanism
        part["sigma"] = sigma(part["epsilon"].to_numpy(), part["delta"].to_numpy(), sensitivity)
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def variance_gain(table):
    """Variance ratio cGM / aGM of a calibration table: epsilon, delta, gain."""
    sigma = table.pivot(index=["epsilon", "delta"], columns="mechanism", values="sigma")
    gain = np.square(sigma["cGM"] / sigma["aGM"])
    return gain.rename("gain").reset_index()
