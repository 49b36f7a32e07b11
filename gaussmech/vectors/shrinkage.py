"""Estimators of a vector from one noisy draw of it, without tuning parameters.

Use them after a release, to bring its values closer to the true ones at no privacy cost:
`james_stein` for dense vectors, `soft_threshold` and `empirical_bayes_threshold` for sparse ones,
and `project_to_simplex` for histograms whose total is public. They take arrays and return arrays of
the same shape. Arguments out of range raise ValueError, which names the argument, its value and
what is allowed.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import erfcx, ndtr, ndtri

from gaussmech import _checks
from gaussmech._checks import Array

# This is the range of slab rates that the R package EbayesThresh searches.
SLABS = (0.04, 3.0)
# The logarithm of a fitted rate has at most this error. The likelihood is flat at its maximum, where
# an error counts by its square.
_RATE_TOLERANCE = 0.01
# Squares of larger values would overflow.
_LARGEST_VALUE = 1e100
# From about 37 standard deviations above the rate on the odds of the slab overflow, so beyond this
# many their logarithm is computed instead. It leaves out terms of the order e^-(30^2 / 2) = 1e-195.
_FAR = 30.0


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
        (1 - (d - 2) sigma^2 / ||y||^2) y, with the factor at least 0 if `positive_part` is True,
        in the unit of y. It is 0 where y is 0.

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
    positive_part = _checks.flag("positive_part", positive_part)
    d = y.shape[-1] if y.ndim else 0
    if d < 3:
        raise ValueError(
            f"y has dimension {d} (its last axis); James-Stein needs at least 3"
        )
    # The norm is in units of sigma, so neither square overflows or vanishes.
    with np.errstate(all="ignore"):
        squared_norm = np.square(y / sigma).sum(axis=-1, keepdims=True)
        shrink = np.where(squared_norm > 0, (d - 2) / squared_norm, 1.0)
    factor = 1 - shrink
    if positive_part:
        factor = np.maximum(factor, 0)
    return factor * y


def soft_threshold(
    y: ArrayLike, sigma: float, *, threshold: float | None = None
) -> Array:
    """Return y moved towards 0 by a threshold: sign(y) max(|y| - threshold, 0).

    Use it for sparse vectors, most of whose entries are 0. It is the paper's estimator for them;
    `empirical_bayes_threshold` is closer to large values.

    Parameters
    ----------
    y : (..., d) array of finite numbers
        Noisy vectors along the last axis.
    sigma : float in (0, inf)
        Standard deviation of the noise in each coordinate, in the unit of y.
    threshold : float in [0, inf) or None, default None
        Distance by which every entry moves towards 0, in the unit of y. None takes
        sigma sqrt(2 log d), which is nearly optimal on every l_p ball (Theorem 12).

    Returns
    -------
    (..., d) array
        The estimate, in the unit of y.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric.

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
        d = y.shape[-1] if y.ndim else 1
        threshold = sigma * float(np.sqrt(2 * np.log(max(d, 1))))
    else:
        threshold = _checks.real_scalar("threshold", threshold, **_checks.NON_NEGATIVE)
    if threshold == 0:
        return y.copy()
    with np.errstate(divide="ignore", over="ignore"):
        # Adding 0.0 turns -0.0 into 0.0.
        return y * np.maximum(1 - threshold / np.abs(y), 0) + 0.0


def empirical_bayes_threshold(
    y: ArrayLike, sigma: float, *, slab: float | None = 0.5
) -> Array:
    """Return the posterior median of a vector under a sparse prior that is fitted to it.

    Use it for sparse vectors of unknown sparsity. A value below the threshold becomes 0, and one
    far above it moves by slab * sigma only, whereas `soft_threshold` moves every value by the
    threshold.

    Parameters
    ----------
    y : (..., d) array of finite numbers
        Noisy vectors along the last axis, each with a weight of its own.
    sigma : float in (0, inf)
        Standard deviation of the noise in each coordinate, in the unit of y.
    slab : float in [0.04, 3] or None, default 0.5
        Rate of the Laplace part of the prior, in units of 1 / sigma: the smaller it is, the larger
        are the entries that the prior expects. None fits it together with the weight.

    Returns
    -------
    (..., d) array
        The estimate, in the unit of y.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric.

    See Also
    --------
    soft_threshold : The paper's estimator for sparse vectors.
    project_to_simplex : For histograms with a known total.

    Notes
    -----
    Each entry f_i of the vector is 0 with probability 1 - w; otherwise f_i / sigma has the
    density (slab / 2) exp(-slab |u|). The weight w maximises the marginal likelihood of y, among
    the weights whose threshold is at most sigma sqrt(2 log d). If `slab` is None, the rate that
    maximises it is searched for, to a relative 0.01, in the range that the R package EbayesThresh
    searches.

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
    d = y.shape[-1] if y.ndim else 1
    with np.errstate(over="ignore"):
        x = (y / sigma).reshape(-1, d)
    fit = fit_spike_and_slab(x, slab)
    medians = spike_and_slab_median(x, fit.weight, fit.rate)
    return sigma * medians.reshape(y.shape)


class SpikeAndSlab(NamedTuple):
    """Priors of k vectors: their weights (k,) and slab rates (k,), and log-likelihoods (k,).

    A log-likelihood is relative to that of a vector of zeros.
    """

    weight: Array
    rate: Array
    log_likelihood: Array


class _WeightFit(NamedTuple):
    """Weights (k,) of greatest likelihood at given slab rates, with the densities behind them.

    `excess_odds` (k, d) is the density of each value under the slab over that under f = 0, less 1.
    It is rate (mills_right + mills_left) / 2 - 1. `mills_right` is Mills' ratio at size + rate,
    which belongs to slab values of the opposite sign. `mills_left` is that at rate - size, which
    belongs to slab values of the same sign.
    """

    weight: Array
    excess_odds: Array
    mills_right: Array
    mills_left: Array


def fit_spike_and_slab(x: Array, slab: float | None = 0.5) -> SpikeAndSlab:
    """Fit the prior of `empirical_bayes_threshold` to each row of x (k, d), with x ~ N(f, 1)."""
    size = np.minimum(np.abs(x), _LARGEST_VALUE)
    rate = _fit_slab(size) if slab is None else np.full(len(size), float(slab))
    fit = _fit_weight(size, rate)
    weight = fit.weight
    # Far from 0 the odds overflow. There only the slab makes up 1 + weight * excess_odds, and of
    # its two Mills' ratios the one that is nearly sqrt(2 pi) exp(above^2 / 2).
    above = size - rate[:, None]
    with np.errstate(over="ignore", invalid="ignore"):
        log_scale = np.log(weight * rate * np.sqrt(np.pi / 2))
        log_ratio_far = 0.5 * above**2 + log_scale[:, None]
        log_ratio_near = np.log1p(weight[:, None] * fit.excess_odds)
        log_ratio = np.where(above > _FAR, log_ratio_far, log_ratio_near)
    return SpikeAndSlab(weight, rate, log_ratio.sum(axis=1))


def _fit_slab(size: Array) -> Array:
    """Return the rates (k,) of greatest likelihood, whose logarithms are right to 0.01."""
    # Its import takes longer than that of everything else here.
    from scipy.optimize.elementwise import find_root

    count = len(size)
    # The weights at one rate are near those at the next rate, where the search for them starts. The
    # first search starts anywhere in (0, 1).
    weights = np.full(count, 0.1)

    def slope(log_rate: Array, row: NDArray[np.int64]) -> Array:
        value, weights[row] = _slab_slope(size[row], log_rate, weights[row])
        return value

    lowest, highest = np.log(SLABS)
    ends = (np.full(count, lowest), np.full(count, highest))
    # Only the width of the bracket ends the search.
    tolerances = {"xatol": _RATE_TOLERANCE, "xrtol": 0.0, "fatol": 0.0, "frtol": 0.0}
    search = find_root(slope, ends, args=(np.arange(count),), tolerances=tolerances)
    # Without a root between the ends the likelihood is greatest at one of them.
    slope_at_lowest = search.f_bracket[0]
    best_end = np.where(slope_at_lowest <= 0, lowest, highest)
    return np.exp(np.where(search.success, search.x, best_end))


def _slab_slope(size: Array, log_rate: Array, start: Array) -> tuple[Array, Array]:
    """Return the derivative of the greatest log-likelihood in log rate, and the weights there."""
    rate = np.exp(log_rate)
    fit = _fit_weight(size, rate, start, accuracy=1e-6)
    weight = fit.weight
    odds = fit.excess_odds
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        # `odds_slope` is the derivative of log(1 + odds) in the rate. `share` is its share in the
        # derivative of log(1 + weight * odds). The Mills ratio M(t) has the derivative t M(t) - 1.
        mills_sum = fit.mills_right + fit.mills_left
        mills_difference = fit.mills_right - fit.mills_left
        tilt = np.where(np.isinf(mills_sum), -1, mills_difference / mills_sum)
        odds_slope = tilt * size - 2 / mills_sum
        odds_slope += (1 / rate + rate)[:, None]
        share = np.where(np.isinf(odds), 1.0, (1 + odds) / (1 / weight[:, None] + odds))
        slope = (odds_slope * share).sum(axis=1)
        # The least weight changes with the rate. A weight that equals it changes, too, and so does
        # the likelihood.
        threshold = _universal_threshold(size.shape[1])
        least = _least_weight(rate, threshold)
        a = rate - threshold
        b = rate + threshold
        mills_a = _mills(a)
        mills_b = _mills(b)
        # This is the derivative of 1 / least in the rate.
        inverse_slope = 0.5 * (mills_a - mills_b)
        inverse_slope += 0.5 * rate * (a * mills_a - b * mills_b)
        at_least = np.flatnonzero(weight == least)
        weight_slope = (1 / (1 / odds[at_least] + weight[at_least, None])).sum(axis=1)
        least_slope = least**2 * inverse_slope
        slope[at_least] -= np.minimum(weight_slope, 0) * least_slope[at_least]
    return rate * slope, weight


def _universal_threshold(d: int) -> float:
    """Return sqrt(2 log d). Hardly any of d standard normal variables is above it."""
    return math.sqrt(2 * math.log(d))


def _least_weight(rate: Array, threshold: float) -> Array:
    """Return the weights (k,) whose posterior median is 0 up to this threshold."""
    difference = _mills(rate - threshold) - _mills(rate + threshold)
    least: Array = 1 / (1 + 0.5 * rate * difference)
    return least


def _fit_weight(
    size: Array, rate: Array, start: Array | None = None, accuracy: float = 1e-13
) -> _WeightFit:
    """Return the weights (k,) of greatest likelihood, to a relative `accuracy`.

    The log-likelihood, the sum of log(1 + weight * excess_odds), is concave in the weight, and its
    slope is the sum of 1 / (inverse + weight) with `inverse` = 1 / excess_odds. Where the slope is
    not negative at 1, the weight is 1. Where it is not positive at the least weight, the weight is
    the least. Elsewhere its root is searched for, from `start` if that is not None.
    """
    slab = rate[:, None]
    with np.errstate(over="ignore", divide="ignore"):
        mills_right = _mills(size + slab)
        mills_left = _mills(slab - size)
        excess_odds = 0.5 * slab * (mills_right + mills_left) - 1
        inverse = 1 / excess_odds
    low = _least_weight(rate, _universal_threshold(size.shape[1]))
    high = np.ones(len(size))
    weight = high.copy()
    with np.errstate(divide="ignore"):
        slope_at_one = (1 / (inverse + 1)).sum(axis=1)
        slope_at_least = (1 / (inverse + low[:, None])).sum(axis=1)
    is_below_one = slope_at_one < 0
    is_least = is_below_one & (slope_at_least <= 0)
    weight[is_least] = low[is_least]
    # `active` are the rows whose search goes on.
    active = np.flatnonzero(is_below_one & ~is_least)
    if start is None:
        weight[active] = np.sqrt(low[active])
    else:
        weight[active] = np.clip(start[active], low[active], 1)
    # Newton's method works in log weight; a step that leaves the bracket becomes a bisection. From
    # a good start it needs three steps, and is 2 to 6 times as fast as SciPy's find_root.
    inverse = inverse[active]
    while active.size:
        current = weight[active]
        terms = 1 / (inverse + current[:, None])
        slope = terms.sum(axis=1)
        is_rising = slope > 0
        low[active] = np.where(is_rising, current, low[active])
        high[active] = np.where(is_rising, high[active], current)
        with np.errstate(over="ignore"):
            # The slope of the slope in the weight is minus the sum of the squares of the terms.
            step = slope / (current * np.square(terms).sum(axis=1))
            candidate = current * np.exp(step)
        is_inside = (candidate >= low[active]) & (candidate <= high[active])
        middle = np.sqrt(low[active] * high[active])
        weight[active] = np.where(is_inside, candidate, middle)
        is_unfinished = np.abs(weight[active] - current) > accuracy * current
        if not is_unfinished.all():
            active = active[is_unfinished]
            inverse = inverse[is_unfinished]
    return _WeightFit(weight, excess_odds, mills_right, mills_left)


def spike_and_slab_median(x: Array, weight: Array, rate: Array) -> Array:
    """Return the posterior medians of the rows of x (k, d) under the priors fitted to them."""
    weight = weight[:, None]
    rate = rate[:, None]
    size = np.abs(x)
    above = size - rate
    with np.errstate(over="ignore"):
        density = np.exp(-0.5 * above**2) / np.sqrt(2 * np.pi)
    # The median m solves P(f > m | x) = 1/2. Above 0 the posterior is a multiple of the normal law
    # N(size - rate, 1), and `share` is the mass which that law has above m: half of the posterior
    # masses of 0, of values above 0 and of values below 0, in units of the same multiple.
    share = density / rate * (1 / weight - 1)
    share += 0.5 * (ndtr(above) + density * _mills(size + rate))
    # A median below 0, for a positive x, means that the median is 0.
    median = above - ndtri(np.minimum(share, 1))
    # Adding 0.0 turns -0.0 into 0.0.
    return np.copysign(np.maximum(median, 0), x) + 0.0


def _mills(t: Any) -> Any:
    """Return Mills' ratio (1 - Phi(t)) / phi(t), in terms of erfcx(x) = exp(x^2) erfc(x)."""
    return np.sqrt(np.pi / 2) * erfcx(t / np.sqrt(2))


def project_to_simplex(y: ArrayLike, total: ArrayLike = 1.0) -> Array:
    """Return the closest vector whose entries are at least 0 and add up to `total`.

    Use it for histograms whose total is public. The result is closest in the Euclidean norm; it is
    max(y - c, 0) for the one c with the right sum.

    Parameters
    ----------
    y : (..., d) array of finite numbers, d >= 1
        Vectors along the last axis.
    total : float or (...) array in [0, inf), default 1
        Publicly known sum of each vector, in the unit of y: 1 for a histogram of shares.

    Returns
    -------
    (..., d) array
        The projection, in the unit of y.

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
        raise ValueError(
            f"y has shape {y.shape}; its last axis must hold at least one value"
        )
    shape = total.shape[:-1]
    if shape not in ((), y.shape[:-1]):
        requirement = f"it must be a number or {y.shape[:-1]}, one per vector of y"
        raise ValueError(f"total has shape {shape}; {requirement}")
    # Only differences to the largest entry matter. An entry that is lower by `total` or more
    # becomes 0.
    with np.errstate(over="ignore"):
        below_largest = y - y.max(axis=-1, keepdims=True)
        below_largest = np.maximum(below_largest, -2 * total - 1)
    descending = -np.sort(-below_largest, axis=-1)
    # If exactly the k largest entries stay above 0, then the k-th shift is subtracted from them. It
    # makes their sum the total.
    counts = np.arange(1, y.shape[-1] + 1)
    shifts = (np.cumsum(descending, axis=-1) - total) / counts
    last = np.sum(descending > shifts, axis=-1, keepdims=True) - 1
    shift = np.take_along_axis(shifts, np.maximum(last, 0), axis=-1)
    return np.maximum(below_largest - shift, 0)
