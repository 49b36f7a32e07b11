"""Exact noise of the l2 mechanism against that of the Gaussian and the Laplace mechanism.

`l2_mechanism` returns the table of this name; nothing is simulated.
"""

from itertools import product

import numpy as np

from gaussmech.paper.experiments.stacking import tabulated
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.privacy.l2_mechanism import l2_scale


@tabulated
def l2_mechanism(*, epsilons, deltas, dimensions):
    """Return the mean squared error of each mechanism over the analytic Gaussian's.

    For L2 sensitivity 1; the L1 sensitivity that follows from it is sqrt(d).
    """
    d = np.unique(np.round(dimensions).astype(int))
    for epsilon, delta in product(sorted(epsilons), sorted(deltas)):
        scale = l2_scale(epsilon, delta, dimension=d)
        sigma = analytic_gaussian_sigma(epsilon, delta)
        yield {
            "epsilon": epsilon,
            "delta": delta,
            "dimension": d,
            "scale": scale,
            "sigma": sigma,
            # The squared norm of the noise is scale^2 d (d + 1) on average, as the norm has the
            # gamma distribution of shape d; that of Gaussian noise is d sigma^2,
            "l2_ratio": scale**2 * (d + 1) / sigma**2,
            # and that of Laplace noise of scale sqrt(d) / epsilon is d times 2 d / epsilon^2.
            "laplace_ratio": 2 * d / (epsilon * sigma) ** 2,
        }
