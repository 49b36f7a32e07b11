"""Average estimates with exponential weights of their estimated risk.

With fixed linear estimators the mean loses at most TEMPERATURE sigma^2 log K of squared error
against the best of K (Leung & Barron, 2006; Dalalyan & Salmon, 2012); choosing the least
estimated risk may lose more, and makes that estimate too optimistic.
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import softmax

from gaussmech.checks import Array
from gaussmech.graphs.risk import stein_risk

# The theorems ask for at least 8; 16 is steadier on graphs of a few hundred vertices.
TEMPERATURE = 16.0
# Estimates whose risk is this much above the least weigh less than 0.01 of it.
NEGLIGIBLE = 74.0


def risk_weights(y: Array, estimates: Array, df: Array, lead: ArrayLike = 0.0) -> Array:
    """Return the weights (K,) of the estimates (K, n) of f from y ~ N(f, I); they sum to 1.

    `df` (K,) are the divergences of the estimates. Those that are believed the better beforehand
    are given a `lead` (K,), taken off their risk: their prior weight is exp(lead / TEMPERATURE).

    Examples
    --------
    >>> risk_weights(np.ones(2), np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([2.0, 2.0]))
    array([0.5, 0.5])
    """
    risk = [stein_risk(y, x, 1.0, d) for x, d in zip(estimates, df, strict=True)]
    weights: Array = softmax((lead - np.array(risk)) / TEMPERATURE)
    return weights
