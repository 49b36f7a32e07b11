"""The exact mean of e^g at a vertex, given its own datum and all other vertices.

The Gaussian approximation of the posterior gives the law of g at a vertex without its own datum, the
cavity N(m, v). With the datum z there, the mean of e^g is a ratio of two integrals:

    E[e^g | z] = int e^g w(g) dg / int w(g) dg,    w(g) = exp(-(z - e^g)^2 / 2 - (g - m)^2 / 2 v).

At a vertex that could be a spike, the approximation has two optima, and the one that is found depends
on where the fit started. The ratio is a smooth function of z, as Stein's formula for the risk needs.
"""

import numpy as np

from gaussmech._checks import Array
from gaussmech.graphs._compiling import helper, kernel

# The nodes and weights of the Gauss-Legendre rule of 24 points on [0, 1], one rule for each of at
# most three pieces.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(24)
RULE = (_NODES + 1) / 2, _WEIGHTS / 2
# The integral goes 6 standard deviations to either side of prior and likelihood, beyond which 2e-9
# of the mass lies.
REACH = 6.0
# |g| is cut off at 60, where e^g and its square are finite.
HIGHEST = 60.0
# A piece that holds less than e^-36 = 2e-16 of the rest is left out.
NEGLIGIBLE = 36.0


def exact_means(z: Array, mean: Array, variance: Array) -> Array:
    """Return E[e^g | z] (n,) for g ~ N(mean, variance) and z ~ N(e^g, 1) at each vertex.

    Examples
    --------
    A datum of much less noise than the prior is kept:

    >>> exact_means(np.array([1000.0]), np.array([5.0]), np.array([4.0])).round(2).tolist()
    [1000.0]
    """
    return np.asarray(_vertex_means(z, mean, variance, *RULE))


@helper
def _sort_ends(low, high, other_low, other_high, ends):
    """Fill `ends` (4,) with the ends of two intervals, ascending."""
    larger_low = max(low, other_low)
    smaller_high = min(high, other_high)
    ends[0] = min(low, other_low)
    ends[1] = min(larger_low, smaller_high)
    ends[2] = max(larger_low, smaller_high)
    ends[3] = max(high, other_high)


@kernel
def _vertex_means(z, mean, variance, nodes, weights):
    """Return E[e^g | z] at each vertex, for g ~ N(mean, variance) and z ~ N(e^g, 1).

    The ends of prior and likelihood, REACH standard deviations from their centres, cut the line of
    g into three pieces, each of which has a quadrature of its own. The piece in the middle comes
    first; the others are left out if they hold less than e^-NEGLIGIBLE of it. All masses are
    relative to the largest density so far, so nothing underflows.

    Parameters
    ----------
    z, mean, variance : (n,) arrays of float
        The datum at each vertex, and mean and variance of g there given the other vertices.
    nodes, weights : (24,) arrays of float
        The quadrature rule on [0, 1].
    """
    x = np.empty(len(z))
    corners = np.empty(4)
    heights = np.empty(4)
    value = np.empty(len(nodes))
    log_density = np.empty(len(nodes))
    for i in range(len(z)):
        sd = np.sqrt(variance[i])
        prior_low = max(mean[i] - REACH * sd, -HIGHEST)
        prior_high = min(mean[i] + REACH * sd, HIGHEST)
        # The likelihood is cut off where e^g is z -+ REACH. Below e^g = 0.5 it is nearly flat, and
        # only the prior ends the integral.
        height_low = max(z[i] - REACH, 0.5)
        height_high = max(z[i], 0.0) + REACH
        _sort_ends(
            prior_low, prior_high, np.log(height_low), np.log(height_high), corners
        )
        # The heights are e^corners.
        _sort_ends(
            np.exp(prior_low), np.exp(prior_high), height_low, height_high, heights
        )
        best = -np.inf
        total = 0.0
        moment = 0.0
        for part in (1, 0, 2):
            low = corners[part]
            high = corners[part + 1]
            # The least distances of the piece from the prior and from the datum bound its density.
            prior = max(low - mean[i], mean[i] - high, 0.0) / sd
            misfit = max(heights[part] - z[i], z[i] - heights[part + 1], 0.0)
            bound = -0.5 * (prior * prior + misfit * misfit)
            if high <= low or bound < best - NEGLIGIBLE:
                continue
            previous_best = best
            for k in range(len(nodes)):
                g = low + (high - low) * nodes[k]
                value[k] = np.exp(g)
                prior = (g - mean[i]) / sd
                misfit = z[i] - value[k]
                log_density[k] = -0.5 * (misfit * misfit + prior * prior)
                best = max(best, log_density[k])
            # The masses so far become relative to the new largest density.
            rescaling = np.exp(previous_best - best)
            total *= rescaling
            moment *= rescaling
            for k in range(len(nodes)):
                mass = (high - low) * weights[k] * np.exp(log_density[k] - best)
                total += mass
                moment += mass * value[k]
        x[i] = moment / total
    return x
