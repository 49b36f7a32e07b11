"""Estimators of a vector from one draw of N(f, sigma^2 I), free of tuning parameters."""

import numpy as np

from gaussmech import checks


def james_stein(y, sigma, *, positive_part=False):
    """James-Stein shrinkage towards zero (Balle & Wang, Theorem 11).

    Parameters
    ----------
    y : (..., d) array, d >= 3
        Noisy vectors along the last axis.
    sigma : float > 0
        Standard deviation of the noise in each coordinate.
    positive_part : bool
        Shrink by a factor of at least 0, which is never worse. The paper's estimator, and
        the default, is the plain one, whose factor turns negative for small ||y||.

    Returns
    -------
    (..., d) array
        (1 - (d - 2) sigma^2 / ||y||^2) y, and 0 where y is 0.

    Raises
    ------
    ValueError
        d < 3, sigma not positive and finite, or y not finite.

    Examples
    --------
    >>> james_stein([3.0, 0.0, 4.0], 1.0).tolist()
    [2.88, 0.0, 3.84]
    """
    y = _vectors(y)
    sigma = checks.real_scalar("sigma", sigma, low=0, open_low=True, open_high=True)
    d = y.shape[-1] if y.ndim else 0
    if d < 3:
        raise ValueError(f"y has dimension {d} (its last axis); James-Stein needs at least 3")
    # Norms in units of sigma, so that neither square overflows or vanishes.
    with np.errstate(all="ignore"):
        squared_norm = np.square(y / sigma).sum(axis=-1, keepdims=True)
        shrink = np.where(squared_norm > 0, (d - 2) / squared_norm, 1.0)
    factor = 1 - shrink
    return (np.maximum(factor, 0) if positive_part else factor) * y


def soft_threshold(y, sigma, *, threshold=None):
    """Soft thresholding (Balle & Wang, equation 8).

    Parameters
    ----------
    y : (..., d) array
        Noisy vectors along the last axis.
    sigma : float > 0
        Standard deviation of the noise in each coordinate.
    threshold : float >= 0, optional
        sigma sqrt(2 log d) where not given, nearly optimal on every l_p ball (Theorem 12).

    Returns
    -------
    (..., d) array
        sign(y) max(|y| - threshold, 0).

    Raises
    ------
    ValueError
        sigma not positive and finite, threshold negative, or y not finite.

    Examples
    --------
    >>> soft_threshold([3.0, -0.5, -2.0], 1.0, threshold=1.0).tolist()
    [2.0, 0.0, -1.0]
    """
    y = _vectors(y)
    sigma = checks.real_scalar("sigma", sigma, low=0, open_low=True, open_high=True)
    if threshold is None:
        threshold = sigma * np.sqrt(2 * np.log(max(y.shape[-1], 1) if y.ndim else 1))
    else:
        threshold = checks.real_scalar("threshold", threshold, low=0, open_high=True)
    if threshold == 0:
        return y.copy()
    with np.errstate(divide="ignore", over="ignore"):
        # Adding 0.0 turns -0.0 into 0.0.
        return y * np.maximum(1 - threshold / np.abs(y), 0) + 0.0


def _vectors(y):
    big = np.finfo(float).max
    return checks.real_array("y", y, low=-big, high=big)
