"""An interval for the true value of every place of a denoised map (`place_intervals`).

If the estimate x is the mean of a posterior, then sigma^2 d x_i / d y_i is the posterior variance
of place i, whatever the prior (Robbins, 1956; Efron, 2011). The probe of the error measures these
derivatives, but with much noise at a single place. They are therefore averaged over places of
similar x, and scaled to the estimated error of the whole map. All values here are in units of the
noise.
"""

import math

import numpy as np
from scipy.special import stdtrit

from gaussmech._checks import Array
from gaussmech.graphs.noise_distributions import CONFIDENCE, Distribution

# MEAN_SHARE and ERROR_MARGIN were chosen among five pairs of values on some of the maps of
# docs/bench/intervals.md, with other noise. On 124 releases that played no part in this choice (hot
# spots, blocks, waves, counts and spikes on eight graphs, and maps of Manhattan), the intervals
# contain the true value at 98 % of the places, and at 96 % or more of the highest tenth on each
# graph.
#
# The variance of a place is this share of the mean variance, plus the rest of its own variance; for
# the places of a sum it is the same. On maps of other places, intervals contained the true value at
# 94.4 % of the highest tenth in the worst group, half a percentage point more than with 0.2.
MEAN_SHARE = 0.25
# A measured error is raised by this many of its standard errors. The error of a sum
# (`sums.MapSums`) is raised to at most this many times the error of the data. At the worst budget
# of the worst group of other places, intervals contain the true value at 91.2 % of the highest
# tenth; with 1.25 it was 90.3 %. With 2, intervals of sums over a quarter of the places are 12 %
# wider.
ERROR_MARGIN = 1.5
# The parameters of a prior are learnt from the same n values. The quantile is therefore that of a t
# distribution with this share of n degrees of freedom. It is 1.34, 1.14 and 1.07 times the normal
# quantile for 14, 30 and 54 places, and 1.001 times for 3,874 places. It was chosen on grids,
# paths, trees and networks of 9 to 58 places. With the normal quantile, intervals contained the
# true value at only 87 % of the places on maps of up to 20 places.
FREEDOM_SHARE = 1 / 3


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

    Each interval is x -+ q sqrt(m), where q is the quantile of the t distribution with n / 3 degrees
    of freedom. If x is a posterior mean, its local derivative is the posterior variance in units of
    sigma^2. Three quarters of m are this variance, averaged over places of similar x, and a quarter
    is its mean over all places. The mean of m is `mse` plus 1.5 of its standard errors, or the mean
    of these variances if that is larger. No interval is wider than that of the raw value by more
    than 2 |y - x|.

    Parameters
    ----------
    y, x : (n,) arrays of float
        The data and the estimate.
    local : (n,) array of float
        Noisy measurements of the derivatives d x_i / d y_i (`risk.Divergence`).
    mse, mse_se : float
        The estimated mean squared error of a place, and its standard error.
    distribution : Distribution
        The distribution of the noise.
    nonnegative : bool
        Whether the true values are known to be >= 0.
    """
    # Under a distribution that is not Gaussian, the variance of a place is its derivative times
    # Stein's kernel at the residual. Where x follows y, the residual is near 0 and says nothing
    # about the noise, and the kernel at 0 would be too small. The kernel therefore counts as at
    # least 1.
    kernel = np.maximum(distribution.weight(y - x), 1)
    variance = np.clip(mean_of_like(x, local * kernel), 0, 1)
    # The variances are scaled so that their mean is at least the estimated mean squared error plus
    # a margin.
    mean = max(variance.mean(), max(mse, 0) + ERROR_MARGIN * mse_se)
    shape = variance / variance.mean() if variance.any() else np.ones(len(x))
    quantile = stdtrit(FREEDOM_SHARE * len(x), (1 + CONFIDENCE) / 2)
    half_width = quantile * np.sqrt(mean * ((1 - MEAN_SHARE) * shape + MEAN_SHARE))
    # An interval of this width contains the interval of the raw value, which is valid on its own.
    half_width = np.minimum(half_width, distribution.raw_half_width + np.abs(y - x))
    low = x - half_width
    high = x + half_width
    # Where release and estimate differ much, the interval also contains the interval of the raw
    # value.
    far = np.abs(y - x) > distribution.raw_half_width
    low = np.where(far, np.minimum(low, y - distribution.raw_half_width), low)
    high = np.where(far, np.maximum(high, y + distribution.raw_half_width), high)
    if nonnegative:
        low = np.maximum(low, 0)
        high = np.maximum(high, 0)
    return low, high


def mean_of_like(x: Array, values: Array) -> Array:
    """Return the mean (n,) of `values` (n,) over the places whose rank in x is near.

    The window reaches half-way to the nearer end of the ranks, and at least sqrt(n) places. It is
    therefore short where x is extreme and its values change fast.

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
