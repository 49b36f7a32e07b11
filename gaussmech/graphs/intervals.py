"""An interval for the true value of every place of a denoised map (`place_intervals`).

If the estimate x is the mean of a posterior, then sigma^2 d x_i / d y_i is the posterior variance
of place i, whatever the prior (Robbins, 1956; Efron, 2011). The probe of the risk measures these
derivatives, with much noise at a single place. So they are averaged over places of similar x, and
scaled to the stated error of the whole map. All values here are in units of the noise.
"""

import math

import numpy as np
from scipy.special import stdtrit

from gaussmech._checks import Array
from gaussmech.graphs.noise_distributions import CONFIDENCE, Distribution

# FLAT and RAISE were chosen among five pairs of values on some of the maps of docs/bench/intervals.md,
# with other noise. On 124 releases that had no part in it (hot spots, blocks, waves, counts and spikes
# on eight graphs, and maps of Manhattan), 0.98 of the places are covered, and at least 0.96 of the
# highest tenth on each graph.
#
# A place gets this share of the mean variance, and for the rest its own; so do the places of a sum. On
# maps of other places, 0.944 of the highest tenth were covered in the worst group, half a percent more
# than with 0.2.
FLAT = 0.25
# A measured error is raised by this many of its standard errors, and that of a sum (`sums.MapSums`) to
# at most so many times the error of the data. With 1.25, 0.903 of the highest tenth were covered at the
# worst budget of the worst group of other places, and 0.912 so. With 2, intervals of sums over a
# quarter of the places are 1.12 times as wide.
RAISE = 1.5
# The parameters of a prior are learnt from the same n values: instead of a normal quantile, that of
# a t distribution with this share of n degrees of freedom is taken. For 14, 30 and 54 places it is
# 1.34, 1.14 and 1.07 times as large, for 3,874 places 1.001 times. It was chosen on grids, paths,
# trees and networks of 9 to 58 places, where intervals without it covered 0.87 of the places of
# maps of up to 20 places.
DEGREES = 1 / 3


def place_intervals(
    y: Array,
    x: Array,
    local: Array,
    mse: float,
    mse_se: float,
    distribution: Distribution,
    nonnegative: bool,
) -> tuple[Array, Array]:
    """Return the ends (n,), (n,) of a nominal 95 % interval for the true value of each place.

    Parameters
    ----------
    y, x : (n,) arrays of float
        The data and the estimate.
    local : (n,) array of float
        Noisy values with means d x_i / d y_i (`risk.Divergence`).
    mse, mse_se : float
        The stated mean squared error of a place, and its standard error.
    distribution : Distribution
        The distribution of the noise.
    nonnegative : bool
        Whether the true values are known to be >= 0.
    """
    # Under a distribution that is not Gaussian, the variance of a place is its derivative times Stein's
    # kernel at the residual. Where x follows y, the residual is near 0 and says nothing of the
    # noise, and the kernel at 0 would be too small. So the kernel counts as 1 at least.
    kernel = np.maximum(distribution.weight(y - x), 1)
    variance = np.clip(mean_of_like(x, local * kernel), 0, 1)
    # The variances are scaled such that their mean is at least the stated mean squared error plus a
    # margin.
    mean = max(variance.mean(), max(mse, 0) + RAISE * mse_se)
    shape = variance / variance.mean() if variance.any() else np.ones(len(x))
    quantile = stdtrit(DEGREES * len(x), (1 + CONFIDENCE) / 2)
    half_width = quantile * np.sqrt(mean * ((1 - FLAT) * shape + FLAT))
    # From this width on an interval holds that of the raw value, which covers by itself.
    half_width = np.minimum(half_width, distribution.raw_half_width + np.abs(y - x))
    low = x - half_width
    high = x + half_width
    # Where release and estimate differ much, the interval also holds that of the raw value.
    far = np.abs(y - x) > distribution.raw_half_width
    low = np.where(far, np.minimum(low, y - distribution.raw_half_width), low)
    high = np.where(far, np.maximum(high, y + distribution.raw_half_width), high)
    if nonnegative:
        low = np.maximum(low, 0)
        high = np.maximum(high, 0)
    return low, high


def mean_of_like(x: Array, values: Array) -> Array:
    """Return the mean (n,) of `values` (n,) over the places whose rank in x is near.

    The window reaches half-way to the nearer end of the ranks, or as many places as the root of n, so
    it is short where x is extreme, and values change fast.

    Examples
    --------
    >>> mean_of_like(np.zeros(4), np.array([0.0, 1.0, 2.0, 5.0])).tolist()
    [1.0, 2.0, 2.0, 2.6666666666666665]
    """
    n = len(x)
    rank = np.arange(n)
    distance_to_end = np.minimum(rank, n - 1 - rank)
    reach = np.maximum(distance_to_end // 2, math.isqrt(n))
    start = np.maximum(rank - reach, 0)
    stop = np.minimum(rank + reach + 1, n)
    order = np.argsort(x, kind="stable")
    # The sum over the ranks from `start` to `stop` is the difference of two cumulative sums.
    cumulative = np.concatenate([[0.0], np.cumsum(values[order])])
    means = np.empty(n)
    means[order] = (cumulative[stop] - cumulative[start]) / (stop - start)
    return means
