"""The exact mean of e^g at a vertex, given its own datum and all other vertices.

The Gaussian approximation of the posterior gives the distribution of g at a vertex without its own
datum, the cavity N(m, v). With the datum z there, the mean of e^g is a ratio of two integrals:

    E[e^g | z] = int e^g w(g) dg / int w(g) dg,    w(g) = exp(-(z - e^g)^2 / 2 - (g - m)^2 / 2 v).

At a vertex that could be a spike, the approximation has two optima, and the one that is found depends
on where the fit started. The ratio is a smooth function of z, as Stein's formula for the risk needs.
"""

import numpy as np

from gaussmech._checks import Array

# The Gauss-Legendre rule on [-1, 1]. With 24 points the relative error was below 2e-3, also where
# prior and likelihood are far apart.
NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)
# The integral goes 6 standard deviations to either side of prior and likelihood, beyond which 2e-9
# of the mass lies.
REACH = 6.0


def exact_means(z: Array, mean: Array, variance: Array) -> Array:
    """Return E[e^g | z] (n,) for g ~ N(mean, variance) and z ~ N(e^g, 1) at each vertex.

    The ends of prior and likelihood cut the line of g into three pieces, each of which has a
    quadrature of its own. All masses are relative to the largest density, so not all of them
    underflow.

    Examples
    --------
    A datum of much less noise than the prior is kept:

    >>> exact_means(np.array([1000.0]), np.array([5.0]), np.array([4.0])).round(2).tolist()
    [1000.0]
    """
    sd = np.sqrt(variance)
    # |g| is cut off at 60, where e^g and its square are finite. The likelihood is nearly flat below
    # e^g = 0.5, and only the prior ends the integral there.
    ends = [
        np.maximum(mean - REACH * sd, -60),
        np.minimum(mean + REACH * sd, 60),
        np.log(np.maximum(z - REACH, 0.5)),
        np.log(np.maximum(z, 0) + REACH),
    ]
    corners = np.sort(ends, axis=0)
    # The axes are those of the pieces, of the nodes and of the vertices.
    low = corners[:-1, None]
    width = np.diff(corners, axis=0)[:, None]
    g = low + width * (NODES[:, None] + 1) / 2
    x = np.exp(g)
    # Updates in place halve the time.
    g -= mean
    g /= sd
    g *= g
    mass = z - x
    mass *= mass
    mass += g
    mass /= -2
    mass -= mass.max(axis=(0, 1))
    np.exp(mass, out=mass)
    mass *= width
    mass *= WEIGHTS[:, None]
    total = mass.sum(axis=(0, 1))
    mass *= x
    return np.asarray(mass.sum(axis=(0, 1)) / total)
