"""Exact noise of the l2 mechanism beside that of the Gaussian and the Laplace mechanism."""

from itertools import product

import numpy as np
import pandas as pd

from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.privacy.l2_mechanism import l2_scale


def l2_mechanism(*, epsilons, deltas, dimensions):
    """Return the mean squared error of each mechanism over the analytic Gaussian's.

    For L2 sensitivity 1; the L1 sensitivity that follows from it is sqrt(d).
    """
    d = np.unique(np.round(dimensions).astype(int))
    parts = []
    for epsilon, delta in product(sorted(epsilons), sorted(deltas)):
        scale = l2_scale(epsilon, delta, dimension=d)
        sigma = analytic_gaussian_sigma(epsilon, delta)
        ratios = {
            "l2_ratio": scale**2 * (d + 1) / sigma**2,
            "laplace_ratio": 2 * d / (epsilon * sigma) ** 2,
        }
        cell = {"epsilon": epsilon, "delta": delta, "dimension": d}
        parts.append(pd.DataFrame(cell | {"scale": scale, "sigma": sigma} | ratios))
    return pd.concat(parts, ignore_index=True)
