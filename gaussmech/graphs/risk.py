"""Stein's unbiased estimate of risk: how well a fit does, from the noisy signal alone."""

import numpy as np


def stein_risk(y, x, sigma, df):
    """Unbiased estimate of E ||x - f||^2 for a fit x of y ~ N(f, sigma^2 I) (Stein, 1981).

    y, x are (n,) arrays, sigma > 0 the noise's standard deviation, df the divergence of
    the fit, d x_i / d y_i summed over i: for trend filtering of order 0 its number of
    pieces. A single value may be negative; its standard error is about sigma^2 sqrt(2 n).

    Examples
    --------
    >>> stein_risk(np.array([1.0, -1.0]), np.array([1.0, -1.0]), sigma=2.0, df=2)
    8.0
    """
    return float(np.sum((y - x) ** 2) + (2 * df - len(y)) * sigma**2)
