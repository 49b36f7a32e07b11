"""Estimators of a vector from one noisy draw of it, without tuning parameters.

Arguments out of range raise ValueError naming the argument, its value and what is allowed.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq, minimize_scalar
from scipy.special import erfcx, ndtr, ndtri

from gaussmech import checks
from gaussmech.checks import Array

# The range of slab rates that EbayesThresh searches.
SLABS = 0.04, 3.0


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

    See Also
    --------
    soft_threshold, empirical_bayes_threshold : for sparse vectors.
    denoise : for vectors on the vertices of a graph.

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

    See Also
    --------
    empirical_bayes_threshold : hardly moves large values.
    james_stein : for dense vectors.

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


def empirical_bayes_threshold(y: ArrayLike, sigma: float, *, slab: float | None = 0.5) -> Array:
    """Return the posterior median under a sparse prior that is fitted to y.

    Each f_i is 0 with probability 1 - w; otherwise f_i / sigma has the density
    (slab / 2) exp(-slab |u|). w maximises the marginal likelihood of y, among the weights whose
    threshold is at most sigma sqrt(2 log d) (Johnstone & Silverman, 2004; the R package
    EbayesThresh). A value below the threshold becomes 0, one far above it moves by
    slab * sigma only, where soft thresholding moves all by the threshold.

    Parameters
    ----------
    y : (..., d) array
        Noisy vectors along the last axis, each with a weight of its own.
    sigma : float > 0
        Standard deviation of the noise in each coordinate.
    slab : float in [0.04, 3] or None
        Rate of the Laplace part; None fits it together with w.

    Returns
    -------
    (..., d) array

    See Also
    --------
    soft_threshold : the paper's estimator for sparse vectors.

    Examples
    --------
    >>> y = [0.3, -1.1, 9.0, 0.8, -0.2, 1.4, -0.7, 0.1]
    >>> empirical_bayes_threshold(y, 1.0).round(2).tolist()
    [0.0, 0.0, 8.5, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    y = checks.real_array("y", y, **checks.FINITE)
    sigma = checks.real_scalar("sigma", sigma, **checks.POSITIVE)
    if slab is not None:
        slab = checks.real_scalar("slab", slab, low=SLABS[0], high=SLABS[1])
    if y.size == 0:
        return y.copy()
    with np.errstate(over="ignore"):
        scaled = np.atleast_2d(y / sigma)
    rows = scaled.reshape(-1, scaled.shape[-1])
    found = np.empty_like(rows)
    for x, row in zip(rows, found, strict=True):
        weight, rate, _ = fit_spike_and_slab(x, slab)
        row[:] = _posterior_median(x, weight, rate)
    return sigma * found.reshape(y.shape)


def fit_spike_and_slab(x: Array, slab: float | None = 0.5) -> tuple[float, float, float]:
    """Fit the prior of `empirical_bayes_threshold` to x ~ N(f, 1), shape (d,).

    Returns
    -------
    weight, slab, log_likelihood : float
        The last relative to that of f = 0.
    """
    x = np.minimum(np.abs(x), 1e100)  # so that no square overflows
    if slab is None:
        found = minimize_scalar(
            lambda t: -fit_spike_and_slab(x, np.exp(t))[2],
            bounds=np.log(SLABS),
            method="bounded",
            options={"xatol": 0.01},
        )
        slab = float(np.exp(found.x))
    odds = _odds(x, slab)
    with np.errstate(divide="ignore"):
        inverse = 1 / odds
    threshold = math.sqrt(2 * math.log(len(x)))
    least = 1 / float(1 + 0.5 * slab * (_mills(slab - threshold) - _mills(slab + threshold)))

    def slope(weight: float) -> float:
        return float(np.sum(1 / (inverse + weight)))

    if slope(1.0) >= 0:
        weight = 1.0
    elif slope(least) <= 0:
        weight = least
    else:
        weight = float(np.exp(brentq(lambda t: slope(math.exp(t)), math.log(least), 0, xtol=1e-13)))
    # Far out the odds overflow: there 1 + weight * odds is the slab's part alone.
    far = x - slab > 30
    log = np.log1p(weight * odds[~far]).sum()
    log += np.sum(0.5 * (x[far] - slab) ** 2 + np.log(weight * slab * np.sqrt(np.pi / 2)))
    return weight, slab, float(log)


def _odds(x: Array, slab: float) -> Array:
    """beta(x): the density of x >= 0 under the slab over that under f = 0, less 1."""
    with np.errstate(over="ignore"):
        return 0.5 * slab * (_mills(x + slab) + _mills(slab - x)) - 1


def _posterior_median(x: Array, weight: float, slab: float) -> Array:
    size = np.abs(x)
    above = size - slab
    with np.errstate(over="ignore"):
        density = np.exp(-0.5 * above**2) / np.sqrt(2 * np.pi)
    # P(f <= median | x) = 1/2, solved for the median of a normal law cut at 0.
    share = density / slab * (1 / weight - 1)
    share += 0.5 * (ndtr(above) + density * _mills(size + slab))
    return np.copysign(np.maximum(above - ndtri(np.minimum(share, 1)), 0), x) + 0.0


def _mills(t: Any) -> Any:
    return np.sqrt(np.pi / 2) * erfcx(t / np.sqrt(2))


def project_to_simplex(y: ArrayLike, total: float = 1.0) -> Array:
    """Return the closest vector whose entries are at least 0 and add up to `total`.

    Closest in the Euclidean norm: max(y - c, 0) for the one c that leaves the sum right.

    Parameters
    ----------
    y : (..., d) array, d >= 1
        Vectors along the last axis.
    total : float >= 0
        What is publicly known of the sum: 1 for a histogram of shares.

    Returns
    -------
    (..., d) array

    See Also
    --------
    empirical_bayes_threshold : for sparse histograms.

    Examples
    --------
    >>> project_to_simplex([0.75, 0.5, -0.1]).tolist()
    [0.625, 0.375, 0.0]
    """
    y = checks.real_array("y", y, **checks.FINITE)
    total = checks.real_scalar("total", total, **checks.NON_NEGATIVE)
    if y.ndim == 0 or y.shape[-1] == 0:
        raise ValueError(f"y has shape {y.shape}; its last axis must hold at least one value")
    # Relative to the largest entry: what is `total` below it, or more, ends at 0.
    with np.errstate(over="ignore"):
        below = np.maximum(y - y.max(axis=-1, keepdims=True), -2 * total - 1)
    falling = -np.sort(-below, axis=-1)
    shift = (np.cumsum(falling, axis=-1) - total) / np.arange(1, y.shape[-1] + 1)
    last = np.sum(falling > shift, axis=-1, keepdims=True) - 1
    return np.maximum(below - np.take_along_axis(shift, np.maximum(last, 0), axis=-1), 0)
