"""Estimators of a vector from one noisy draw of it, without tuning parameters.

Use them after a release, to bring its values closer to the true ones at no privacy cost:
`james_stein` for dense vectors, `soft_threshold` and `empirical_bayes_threshold` for sparse ones,
and `project_to_simplex` for histograms whose total is public. They take arrays and return arrays of
the same shape. Arguments out of range raise ValueError, which names the argument, its value and
what is allowed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import log_ndtr, ndtr, ndtri

from gaussmech import _checks
from gaussmech._checks import Array

# This is the range of slab rates that the R package EbayesThresh searches.
SLABS = (0.04, 3.0)
# The logarithm of a fitted rate has at most twice this error. The likelihood is flat at its maximum,
# where an error counts by its square.
_RATE_TOLERANCE = 0.005
# Squares of larger values would overflow.
_LARGEST_VALUE = 1e100
# The search for a rate starts at the best of so many, which differ by a factor of 3.
_RATES = 5


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
        the plain one, whose factor is negative for small ||y||.

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
    >>> import gaussmech as gm
    >>> gm.james_stein([3.0, 0.0, 4.0], 1.0).tolist()
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
    empirical_bayes_threshold : It barely moves large values.
    james_stein : For dense vectors.

    References
    ----------
    .. [1] B. Balle and Y.-X. Wang, "Improving the Gaussian Mechanism for Differential Privacy:
       Analytical Calibration and Optimal Denoising", ICML 2018, equation 8 and Theorem 12.

    Examples
    --------
    >>> import gaussmech as gm
    >>> gm.soft_threshold([3.0, -0.5, -2.0], 1.0, threshold=1.0).tolist()
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
    >>> import gaussmech as gm
    >>> y = [0.3, -1.1, 9.0, 0.8, -0.2, 1.4, -0.7, 0.1]
    >>> gm.empirical_bayes_threshold(y, 1.0).round(2).tolist()
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
        size = np.minimum(np.abs(y) / sigma, _LARGEST_VALUE).reshape(-1, d)
    shift = _median_shift(size, fit_spike_and_slab(size, slab))
    # Adding 0.0 turns -0.0 into 0.0.
    estimate = np.maximum(np.abs(y) - sigma * shift.reshape(y.shape), 0)
    return np.copysign(estimate, y) + 0.0


class SpikeAndSlab(NamedTuple):
    """Priors of k vectors: their weights (k,) and slab rates (k,), and log-likelihoods (k,).

    A log-likelihood is relative to that of a vector of zeros.
    """

    weight: Array
    rate: Array
    log_likelihood: Array


def fit_spike_and_slab(size: Array, slab: float | None) -> SpikeAndSlab:
    """Fit the prior of `empirical_bayes_threshold` to the sizes |x| (k, d) of x ~ N(f, 1)."""
    if slab is None:
        return _fit_weight(size, _fit_rate(size))
    return _fit_weight(size, np.full(len(size), slab))


def _fit_rate(size: Array) -> Array:
    """Return the rates (k,) of greatest likelihood, whose logarithms are right to 0.01."""
    # Its import takes longer than that of everything else here.
    from scipy.optimize.elementwise import find_minimum

    rows = np.arange(len(size))

    def loss(log_rate: Array, row: NDArray[np.int64]) -> Array:
        return -_fit_weight(size[row], np.exp(log_rate)).log_likelihood

    # The best of a few rates and its neighbours bracket the maximum, which may be at an end.
    grid = np.log(np.geomspace(*SLABS, _RATES))
    losses = [loss(np.full(len(size), log_rate), rows) for log_rate in grid]
    best = np.argmin(losses, axis=0)
    bracket = [grid[np.clip(best + step, 0, _RATES - 1)] for step in (-1, 0, 1)]
    tolerances = {"xatol": _RATE_TOLERANCE, "xrtol": 0.0, "fatol": 0.0, "frtol": 0.0}
    with np.errstate(invalid="ignore"):
        search = find_minimum(loss, bracket, args=(rows,), tolerances=tolerances)
    return np.exp(search.x)


def _fit_weight(size: Array, rate: Array) -> SpikeAndSlab:
    """Fit the weights of greatest likelihood, to a relative 1e-13, at given rates (k,) of the slab.

    The log-likelihood is the sum of log(1 + weight * (odds - 1)), where `odds` (k, d) is the
    density of each value under the slab over that under f = 0. It is concave in the weight, and its
    slope is the sum of 1 / (inverse + weight) with `inverse` = 1 / (odds - 1).
    """
    from scipy.optimize.elementwise import find_root

    slab = rate[:, None]
    # The slab values of the sign of x have one of these parts of the odds, the others the other.
    parts = np.logaddexp(_log_mills(slab - size), _log_mills(slab + size))
    log_odds = np.log(0.5 * slab) + parts

    def slope(weight: Array, row: NDArray[np.int64]) -> Array:
        return (1 / (inverse[row] + weight[:, None])).sum(axis=1)

    # Almost none of d standard normal variables is above this threshold. The least weight has a
    # posterior median of 0 up to it.
    threshold = math.sqrt(2 * math.log(size.shape[1]))
    parts = np.exp([_log_mills(rate - threshold), _log_mills(rate + threshold)])
    least = 1 / (1 + 0.5 * rate * (parts[0] - parts[1]))
    bracket = (least, np.ones(len(size)))
    tolerances = {"xatol": 0.0, "xrtol": 1e-13, "fatol": 0.0, "frtol": 0.0}
    with np.errstate(over="ignore", divide="ignore"):
        inverse = 1 / np.expm1(log_odds)
        rows = np.arange(len(size))
        search = find_root(slope, bracket, args=(rows,), tolerances=tolerances)
        # Without a root between the ends, the likelihood is greatest at one of them.
        best_end = np.where(search.f_bracket[0] <= 0, least, 1.0)
        weight = np.where(search.success, search.x, best_end)
        log_weight = np.log(weight)[:, None]
        log_ratio = np.logaddexp(np.log1p(-weight)[:, None], log_weight + log_odds)
    return SpikeAndSlab(weight, rate, log_ratio.sum(axis=1))


def _log_mills(t: Array) -> Array:
    """Return the logarithm of Mills' ratio (1 - Phi(t)) / phi(t)."""
    logarithm: Array = 0.5 * t**2 + log_ndtr(-t) + 0.5 * np.log(2 * np.pi)
    return logarithm


def _median_shift(size: Array, prior: SpikeAndSlab) -> Array:
    """Return by how much the posterior medians (k, d) are below the sizes, if they are above 0."""
    weight = prior.weight[:, None]
    rate = prior.rate[:, None]
    above = size - rate
    # The median m solves P(f > m | x) = 1/2. Above 0 the posterior is a multiple of the normal
    # distribution N(size - rate, 1), and `share` is the mass which that distribution has above m:
    # half of the posterior masses of 0, of values above 0 and of values below 0, in units of the
    # same multiple.
    density = np.exp(-0.5 * above**2) / np.sqrt(2 * np.pi)
    share = density / rate * (1 / weight - 1)
    share += 0.5 * (ndtr(above) + np.exp(2 * size * rate + log_ndtr(-size - rate)))
    # A median below 0 means that the median is 0.
    shift: Array = rate + ndtri(np.minimum(share, 1))
    return shift


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
    >>> import gaussmech as gm
    >>> gm.project_to_simplex([0.75, 0.5, -0.1]).tolist()
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
