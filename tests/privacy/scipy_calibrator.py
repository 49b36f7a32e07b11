"""A readable second opinion on the calibration of Gaussian noise, by SciPy alone.

With mu = sensitivity / sigma, a = mu/2 - epsilon/mu and b = mu/2 + epsilon/mu, Theorem 8 says

    delta = Phi(a) - e^epsilon Phi(-b) = phi(a) (M(-a) - M(b)),
    1 - delta = phi(a) (M(a) + M(b)),

where phi is the normal density and M Mills' ratio, because e^epsilon phi(b) = phi(a). The library
solves the same equation with bounds of every rounding, which these lines do not have.
"""

import numpy as np
from scipy.optimize.elementwise import find_root
from scipy.special import erfcx

NODES, WEIGHTS = np.polynomial.legendre.leggauss(20)


def mills(t):
    return np.sqrt(np.pi / 2) * erfcx(t / np.sqrt(2))


def log_delta_and_complement(epsilon, mu):
    """Return log delta and log(1 - delta) of the Gaussian mechanism."""
    middle = epsilon / mu
    half = mu / 2
    a = half - middle
    b = half + middle
    # M(-a) - M(b) is the integral of -M'(t) = 1 - t M(t) over (-a, b), where it would cancel.
    t = middle + half * NODES[:, None]
    integral = half * (WEIGHTS @ (1 - t * mills(t)))
    difference = np.where(half < 1, integral, mills(-a) - mills(b))
    log_density = -0.5 * a**2 - 0.5 * np.log(2 * np.pi)
    return log_density + np.log(difference), log_density + np.log(mills(a) + mills(b))


def sigma(epsilon, delta):
    """Return the least sigma (k,) for budgets (k,), at sensitivity 1."""

    def excess(log_mu, epsilon, delta):
        # Far from the root the one of both that does not count overflows.
        with np.errstate(all="ignore"):
            log_delta, log_complement = log_delta_and_complement(
                epsilon, np.exp(log_mu)
            )
        return np.where(
            delta < 0.5, log_delta - np.log(delta), np.log1p(-delta) - log_complement
        )

    # delta is at most mu / sqrt(2 pi). Where a is -40 delta is below 1e-300; where a is 40, it is 1
    # in doubles.
    mu_at_40 = 40 + np.sqrt(1600 + 2 * epsilon)
    ends = np.log(np.maximum(delta, 2 * epsilon / mu_at_40)), np.log(mu_at_40)
    root = find_root(excess, ends, args=(epsilon, delta))
    return np.exp(-root.x)
