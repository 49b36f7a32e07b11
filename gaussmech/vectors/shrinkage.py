"""Estimators of a vector from one noisy draw of it, without tuning parameters.

They take arrays like y and return arrays of its shape. Arguments out of range raise ValueError,
which names the argument, its value and what is allowed.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import erfcx, ndtr, ndtri

from gaussmech import _checks
from gaussmech._checks import Array

# The range of slab rates that the R package EbayesThresh searches.
SLABS = 0.04, 3.0


def james_stein(y: ArrayLike, sigma: float, *, positive_part: bool = False) -> Array:
    """Return y shrunk towards zero by the James-Stein estimator.

    Use it for dense vectors, whose entries are all of about the same size.

    Parameters
    ----------
    y : (..., d) array of finite numbers, d >= 3
        Noisy vectors along the last axis.
    sigma : float in (0, inf)
        Standard deviation of the noise in each coordinate, in the unit of y.
    positive_part : bool, default False
        Whether to shrink by a factor of at least 0, which is never worse. The paper's estimator is
        the plain one, whose factor turns negative for small ||y||.

    Returns
    -------
    (..., d) array
        (1 - (d - 2) sigma^2 / ||y||^2) y, and 0 where y is 0.

    Raises
    ------
    ValueError
        If an argument is outside its range, or the last axis of y is shorter than 3.

    See Also
    --------
    soft_threshold : For sparse vectors.
    empirical_bayes_threshold : For sparse vectors of unknown sparsity.
    denoise : For vectors on the vertices of a graph.

    References
    ----------
    .. [1] B. Balle and Y.-X. Wang, "Improving the Gaussian Mechanism for Differential Privacy:
       Analytical Calibration and Optimal Denoising", ICML 2018, Theorem 11.

    Examples
    --------
    >>> james_stein([3.0, 0.0, 4.0], 1.0).tolist()
    [2.88, 0.0, 3.84]
    """
    y = _checks.real_array("y", y, **_checks.FINITE)
    sigma = _checks.real_scalar("sigma", sigma, **_checks.POSITIVE)
    d = y.shape[-1] if y.ndim else 0
    positive_part = _checks.flag("positive_part", positive_part)
    if d < 3:
        raise ValueError(f"y has dimension {d} (its last axis); James-Stein needs at least 3")
    # Norms in units of sigma, so that neither square overflows or vanishes.
    with np.errstate(all="ignore"):
        squared_norm = np.square(y / sigma).sum(axis=-1, keepdims=True)
        shrink = np.where(squared_norm > 0, (d - 2) / squared_norm, 1.0)
    factor = 1 - shrink
    return (np.maximum(factor, 0) if positive_part else factor) * y


def soft_threshold(y: ArrayLike, sigma: float, *, threshold: float | None = None) -> Array:
    """Return y soft-thresholded: sign(y) max(|y| - threshold, 0).

    Parameters
    ----------
    y : (..., d) array of finite numbers
        Noisy vectors along the last axis.
    sigma : float in (0, inf)
        Standard deviation of the noise in each coordinate, in the unit of y.
    threshold : float in [0, inf) or None, default None
        What every entry moves towards 0 by, in the unit of y. None is sigma sqrt(2 log d), nearly
        optimal on every l_p ball (Theorem 12).

    Returns
    -------
    (..., d) array
        The estimate.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or no number.

    See Also
    --------
    empirical_bayes_threshold : It hardly moves large values.
    james_stein : For dense vectors.

    References
    ----------
    .. [1] B. Balle and Y.-X. Wang, "Improving the Gaussian Mechanism for Differential Privacy:
       Analytical Calibration and Optimal Denoising", ICML 2018, equation 8 and Theorem 12.

    Examples
    --------
    >>> soft_threshold([3.0, -0.5, -2.0], 1.0, threshold=1.0).tolist()
    [2.0, 0.0, -1.0]
    """
    y = _checks.real_array("y", y, **_checks.FINITE)
    sigma = _checks.real_scalar("sigma", sigma, **_checks.POSITIVE)
    if threshold is None:
        threshold = sigma * float(np.sqrt(2 * np.log(max(y.shape[-1], 1) if y.ndim else 1)))
    else:
        threshold = _checks.real_scalar("threshold", threshold, **_checks.NON_NEGATIVE)
    if threshold == 0:
        return y.copy()
    with np.errstate(divide="ignore", over="ignore"):
        # Adding 0.0 turns -0.0 into 0.0.
        return y * np.maximum(1 - threshold / np.abs(y), 0) + 0.0


def empirical_bayes_threshold(y: ArrayLike, sigma: float, *, slab: float | None = 0.5) -> Array:
    """Return the posterior median of a vector under a sparse prior that is fitted to it.

    Use it for sparse vectors of unknown sparsity. A value below the threshold becomes 0, and one
    far above it moves by slab * sigma only, where soft thresholding moves all by the threshold.

    Parameters
    ----------
    y : (..., d) array of finite numbers
        Noisy vectors along the last axis, each with a weight of its own.
    sigma : float in (0, inf)
        Standard deviation of the noise in each coordinate, in the unit of y.
    slab : float in [0.04, 3] or None, default 0.5
        Rate of the Laplace part of the prior. None fits it together with the weight.

    Returns
    -------
    (..., d) array
        The estimate.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or no number.

    See Also
    --------
    soft_threshold : The paper's estimator for sparse vectors.
    project_to_simplex : For histograms with a known total.

    Notes
    ----- Each entry f_i of the vector is 0 with probability 1 - w; otherwise f_i / sigma has the
    density (slab / 2) exp(-slab |u|). w maximises the marginal likelihood of y, among the weights
    whose threshold is at most sigma sqrt(2 log d). With `slab=None` its rate is sought in the range
    that the R package EbayesThresh searches, to a relative 0.01.

    References
    ----------
    .. [1] I. Johnstone and B. Silverman, "Needles and Straw in Haystacks: Empirical Bayes Estimates
       of Possibly Sparse Sequences", Annals of Statistics 32, 2004.
    .. [2] I. Johnstone and B. Silverman, "EbayesThresh: R Programs for Empirical Bayes
       Thresholding", Journal of Statistical Software 12, 2005.

    Examples
    --------
    >>> y = [0.3, -1.1, 9.0, 0.8, -0.2, 1.4, -0.7, 0.1]
    >>> empirical_bayes_threshold(y, 1.0).round(2).tolist()
    [0.0, 0.0, 8.5, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    y = _checks.real_array("y", y, **_checks.FINITE)
    sigma = _checks.real_scalar("sigma", sigma, **_checks.POSITIVE)
    if slab is not None:
        slab = _checks.real_scalar("slab", slab, low=SLABS[0], high=SLABS[1])
    if y.size == 0:
        return y.copy()
    with np.errstate(over="ignore"):
        x = (y / sigma).reshape(-1, y.shape[-1] if y.ndim else 1)
    weight, rate, _ = fit_spike_and_slab(x, slab)
    return sigma * spike_and_slab_median(x, weight, rate).reshape(y.shape)


def fit_spike_and_slab(x: Array, slab: float | None = 0.5) -> tuple[Array, Array, Array]:
    """Fit the prior of `empirical_bayes_threshold` to each row of x (k, d), with x ~ N(f, 1).

    It returns the weights (k,), the slab rates (k,) and the log-likelihoods (k,) relative to that
    of f = 0.
    """
    # The limit keeps squares from overflowing.
    size = np.minimum(np.abs(x), 1e100)
    rate = _fit_slab(size) if slab is None else np.full(len(size), float(slab))
    weight, odds, _ = _fit_weight(size, rate)
    # Far out the odds overflow: there 1 + weight * odds is the slab's part alone.
    above = size - rate[:, None]
    with np.errstate(over="ignore", invalid="ignore"):
        far = 0.5 * above**2 + np.log(weight * rate * np.sqrt(np.pi / 2))[:, None]
        log = np.where(above > 30, far, np.log1p(weight[:, None] * odds)).sum(axis=1)
    return weight, rate, log


def _fit_slab(size: Array) -> Array:
    """Return the rates (k,) of greatest likelihood: the roots of `_slab_slope`, to 0.01."""
    count = len(size)
    low, high = (np.full(count, math.log(rate)) for rate in SLABS)
    slope_low, weight = _slab_slope(size, low, np.full(count, 0.1))
    slope_high, _ = _slab_slope(size, high, weight)
    found = np.where(slope_low <= 0, low, high)
    at = np.flatnonzero((slope_low > 0) & (slope_high < 0))
    before, side = np.full(count, np.inf), np.zeros(count)
    while at.size:
        # A step of false position. A slope that stays for a second time is halved (Illinois).
        t = (low[at] * slope_high[at] - high[at] * slope_low[at]) / (slope_high[at] - slope_low[at])
        slope, weight[at] = _slab_slope(size[at], t, weight[at])
        rises = slope > 0
        sides = (rises, low, slope_low, slope_high, 1), (~rises, high, slope_high, slope_low, -1)
        for rows, end, its_slope, other_slope, way in sides:
            places = at[rows]
            end[places], its_slope[places] = t[rows], slope[rows]
            other_slope[places[side[places] == way]] /= 2
            side[places] = way
        found[at] = t
        done = (np.abs(t - before[at]) < 0.005) | (high[at] - low[at] < 0.01)
        before[at] = t
        at = at[~done]
    return np.exp(found)


def _slab_slope(size: Array, log_rate: Array, start: Array) -> tuple[Array, Array]:
    """Return the derivative of the greatest log-likelihood in log rate, and the weights there."""
    rate = np.exp(log_rate)
    weight, odds, (right, left) = _fit_weight(size, rate, start, accuracy=1e-6)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        # These are the derivative of log(1 + odds) and its share in that of
        # log(1 + weight * odds). The Mills ratio M(t) has the derivative t M(t) - 1.
        both = right + left
        change = np.where(np.isinf(both), -1, (right - left) / both) * size - 2 / both
        change += (1 / rate + rate)[:, None]
        share = np.where(np.isinf(odds), 1.0, (1 + odds) / (1 / weight[:, None] + odds))
        slope = (change * share).sum(axis=1)
        # The least weight changes with the rate. Where the weight is the least, that counts too.
        least, threshold = _least_weight(size.shape[1], rate)
        a, b = rate - threshold, rate + threshold
        moved = 0.5 * (_mills(a) - _mills(b)) + 0.5 * rate * (a * _mills(a) - b * _mills(b))
        at = np.flatnonzero(weight == least)
        pull = (1 / (1 / odds[at] + weight[at, None])).sum(axis=1)
        slope[at] -= np.minimum(pull, 0) * (least**2 * moved)[at]
    return rate * slope, weight


def _least_weight(d: int, rate: Array) -> tuple[Array, float]:
    """Return the weights whose threshold is the universal one, and that: sqrt(2 log d)."""
    threshold = math.sqrt(2 * math.log(d))
    return 1 / (1 + 0.5 * rate * (_mills(rate - threshold) - _mills(rate + threshold))), threshold


def _fit_weight(
    size: Array, rate: Array, start: Array | None = None, accuracy: float = 1e-13
) -> tuple[Array, Array, tuple[Array, Array]]:
    """Return the weights (k,) of greatest likelihood, the odds less 1, and their two Mills ratios.

    The odds are the density of each value under the slab over that under f = 0.
    """
    # The odds are the density of each value under the slab over that under f = 0.
    slab = rate[:, None]
    with np.errstate(over="ignore", divide="ignore"):
        mills = _mills(size + slab), _mills(slab - size)
        odds = 0.5 * slab * (mills[0] + mills[1]) - 1
        inverse = 1 / odds
    low, high = _least_weight(size.shape[1], rate)[0], np.ones(len(size))
    weight = high.copy()
    with np.errstate(divide="ignore"):
        inner = (1 / (inverse + 1)).sum(axis=1) < 0
        hidden = inner & ((1 / (inverse + low[:, None])).sum(axis=1) <= 0)
    weight[hidden] = low[hidden]
    at = np.flatnonzero(inner & ~hidden)
    weight[at] = np.sqrt(low[at]) if start is None else np.clip(start[at], low[at], 1)
    # Newton's method works in log weight; a step that leaves the bracket becomes a bisection.
    inverse = inverse[at]
    while at.size:
        w = weight[at]
        term = 1 / (inverse + w[:, None])
        slope = term.sum(axis=1)
        low[at], high[at] = np.where(slope > 0, w, low[at]), np.where(slope > 0, high[at], w)
        with np.errstate(over="ignore"):
            new = w * np.exp(slope / (w * np.square(term).sum(axis=1)))
        inside = (new >= low[at]) & (new <= high[at])
        weight[at] = np.where(inside, new, np.sqrt(low[at] * high[at]))
        going = np.abs(weight[at] - w) > accuracy * w
        if not going.all():
            at, inverse = at[going], inverse[going]
    return weight, odds, mills


def spike_and_slab_median(x: Array, weight: Array, slab: Array) -> Array:
    """Return the posterior medians of the rows of x (k, d) under the priors fitted to them."""
    weight, slab, size = weight[:, None], slab[:, None], np.abs(x)
    above = size - slab
    with np.errstate(over="ignore"):
        density = np.exp(-0.5 * above**2) / np.sqrt(2 * np.pi)
    # This solves P(f <= median | x) = 1/2 for the median of a normal law cut at 0.
    share = density / slab * (1 / weight - 1)
    share += 0.5 * (ndtr(above) + density * _mills(size + slab))
    return np.copysign(np.maximum(above - ndtri(np.minimum(share, 1)), 0), x) + 0.0


def _mills(t: Any) -> Any:
    """Return Mills' ratio (1 - Phi(t)) / phi(t)."""
    return np.sqrt(np.pi / 2) * erfcx(t / np.sqrt(2))


def project_to_simplex(y: ArrayLike, total: ArrayLike = 1.0) -> Array:
    """Return the closest vector whose entries are at least 0 and add up to `total`.

    It is closest in the Euclidean norm: max(y - c, 0) for the one c that leaves the sum right.

    Parameters
    ----------
    y : (..., d) array of finite numbers, d >= 1
        Vectors along the last axis.
    total : float or (...) array in [0, inf), default 1
        What is publicly known of the sum of each vector: 1 for a histogram of shares.

    Returns
    -------
    (..., d) array
        The projection.

    Raises
    ------
    ValueError
        If an argument is outside its range, if the last axis of y is empty, or if `total` is an
        array of another shape than one number per vector.

    See Also
    --------
    empirical_bayes_threshold : For sparse histograms.

    References
    ----------
    .. [1] J. Duchi, S. Shalev-Shwartz, Y. Singer and T. Chandra, "Efficient Projections onto the
       l1-Ball for Learning in High Dimensions", ICML 2008, Figure 1.

    Examples
    --------
    >>> project_to_simplex([0.75, 0.5, -0.1]).tolist()
    [0.625, 0.375, 0.0]
    """
    y = _checks.real_array("y", y, **_checks.FINITE)
    total = _checks.real_array("total", total, **_checks.NON_NEGATIVE)[..., None]
    if y.ndim == 0 or y.shape[-1] == 0:
        raise ValueError(f"y has shape {y.shape}; its last axis must hold at least one value")
    shape = total.shape[:-1]
    if shape not in ((), y.shape[:-1]):
        said = f"it must be a number or {y.shape[:-1]}, one per vector of y"
        raise ValueError(f"total has shape {shape}; {said}")
    # Values count relative to the largest entry: what is `total` below it, or more, ends at 0.
    with np.errstate(over="ignore"):
        below = np.maximum(y - y.max(axis=-1, keepdims=True), -2 * total - 1)
    falling = -np.sort(-below, axis=-1)
    shift = (np.cumsum(falling, axis=-1) - total) / np.arange(1, y.shape[-1] + 1)
    last = np.sum(falling > shift, axis=-1, keepdims=True) - 1
    return np.maximum(below - np.take_along_axis(shift, np.maximum(last, 0), axis=-1), 0)
