"""Estimators of a vector from one draw of N(f, sigma^2 I), without tuning parameters.

Arguments out of range raise ValueError naming the argument, its value and what is allowed.
"""

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import checks
from gaussmech.checks import Array


def james_stein(y: ArrayLike, sigma: float, *, positive_part: bool = False) -> Array:
    """Return James-Stein shrinkage of y towards zero (Balle & Wang, Theorem 11).

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

    Examples
    --------
    >>> james_stein([3.0, 0.0, 4.0], 1.0).tolist()
    [2.88, 0.0, 3.84]
    """
    y = checks.real_array("y", y, **checks.FINITE)
    sigma = checks.real_scalar("sigma", sigma, **checks.POSITIVE)
    d = y.shape[-1] if y.ndim else 0
    if d < 3:
        raise ValueError(f"y has dimension {d} (its last axis); James-Stein needs at least 3")
    # Norms in units of sigma, so that neither square overflows or vanishes.
    with np.errstate(all="ignore"):
        squared_norm = np.square(y / sigma).sum(axis=-1, keepdims=True)
        shrink = np.where(squared_norm > 0, (d - 2) / squared_norm, 1.0)
    factor = 1 - shrink
    return (np.maximum(factor, 0) if positive_part else factor) * y


def soft_threshold(y: ArrayLike, sigma: float, *, threshold: float | None = None) -> Array:
    """Return y soft-thresholded: sign(y) max(|y| - threshold, 0) (Balle & Wang, equation 8).

    Parameters
    ----------
    y : (..., d) array
        Noisy vectors along the last axis.
    sigma : float > 0
        Standard deviation of the noise in each coordinate.
    threshold : float >= 0, optional
        By default sigma sqrt(2 log d), nearly optimal on every l_p ball (Theorem 12).

    Returns
    -------
    (..., d) array

    Examples
    --------
    >>> soft_threshold([3.0, -0.5, -2.0], 1.0, threshold=1.0).tolist()
    [2.0, 0.0, -1.0]
    """
    y = checks.real_array("y", y, **checks.FINITE)
    sigma = checks.real_scalar("sigma", sigma, **checks.POSITIVE)
    if threshold is None:
        threshold = sigma * float(np.sqrt(2 * np.log(max(y.shape[-1], 1) if y.ndim else 1)))
    else:
        threshold = checks.real_scalar("threshold", threshold, **checks.NON_NEGATIVE)
    if threshold == 0:
        return y.copy()
    with np.errstate(divide="ignore", over="ignore"):
        # Adding 0.0 turns -0.0 into 0.0.
        return y * np.maximum(1 - threshold / np.abs(y), 0) + 0.0
