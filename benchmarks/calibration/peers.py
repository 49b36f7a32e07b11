"""The calibrators compared: each gives sigma(epsilon, delta) at sensitivity 1.

Imports stand inside the loaders, so that a peer that is not installed is only a missing row.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata


@dataclass(frozen=True)
class Peer:
    """Name in tables, distribution whose version is shown, and what loads its sigma."""

    name: str
    distribution: str
    load: Callable

    @property
    def version(self):
        try:
            return f"{self.distribution} {metadata.version(self.distribution)}"
        except metadata.PackageNotFoundError:
            return "not installed"


def gaussmech():
    from gaussmech import analytic_gaussian_sigma

    return analytic_gaussian_sigma


def algorithm_1():
    """Algorithm 1 of Balle & Wang as published: no guard, stop at 1e-12 in delta."""
    from math import exp, sqrt

    from scipy.special import erf

    def phi(t):
        return 0.5 * (1.0 + erf(t / sqrt(2.0)))

    def search(profile, beyond, delta):
        low, high = 0.0, 1.0
        while not beyond(profile(high)):
            low, high = high, 2.0 * high
        middle = low + (high - low) / 2.0
        while not abs(profile(middle) - delta) <= 1e-12:
            low, high = (low, middle) if beyond(profile(middle)) else (middle, high)
            middle = low + (high - low) / 2.0
        return middle

    def sigma(epsilon, delta):
        def b(sign):
            return lambda s: (
                phi(sign * sqrt(epsilon * s)) - exp(epsilon) * phi(-sqrt(epsilon * (s + 2.0)))
            )

        delta_0 = b(1)(0.0)
        if delta == delta_0:
            return 1.0 / sqrt(2.0 * epsilon)
        if delta > delta_0:
            v = search(b(1), lambda value: value >= delta, delta)
            alpha = sqrt(1.0 + v / 2.0) - sqrt(v / 2.0)
        else:
            u = search(b(-1), lambda value: value <= delta, delta)
            alpha = sqrt(1.0 + u / 2.0) + sqrt(u / 2.0)
        return alpha / sqrt(2.0 * epsilon)

    return sigma


def dp_accounting():
    from dp_accounting import get_sigma_gaussian

    return get_sigma_gaussian


def diffprivlib():
    from diffprivlib.mechanisms import GaussianAnalytic

    def sigma(epsilon, delta):
        # The scale itself is private; the root of its square is the scale to the last bit.
        mechanism = GaussianAnalytic(epsilon=epsilon, delta=delta, sensitivity=1.0)
        return mechanism.variance(0.0) ** 0.5

    return sigma


def opendp():
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)

    def sigma(epsilon, delta):
        def mechanism(scale):
            private = dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*space, scale=scale))
            return dp.c.make_fix_delta(private, delta=delta)

        return dp.binary_search_param(mechanism, d_in=1.0, d_out=(epsilon, delta))

    return sigma


def python_dp():
    from pydp.algorithms.numerical_mechanisms import GaussianMechanism

    return lambda epsilon, delta: GaussianMechanism(epsilon, delta, 1.0).std


def _log_profile(log_sigma, epsilon):
    """log delta from SciPy's log_ndtr, as a careful user would write it."""
    import numpy as np
    from scipy.special import log_ndtr

    sigma = np.exp(log_sigma)
    first = log_ndtr(0.5 / sigma - epsilon * sigma)
    second = epsilon + log_ndtr(-0.5 / sigma - epsilon * sigma)
    return first + np.log1p(-np.exp(second - first))


def scipy_brentq():
    from math import exp, log

    from scipy.optimize import brentq

    def sigma(epsilon, delta):
        def f(log_sigma):
            return _log_profile(log_sigma, epsilon) - log(delta)

        # Short steps: far out the two terms cancel, and brentq would start from an infinity.
        low, high = -1.0, 1.0
        while f(low) < 0:
            low -= 1
        while f(high) > 0:
            high += 1
        return exp(brentq(f, low, high, xtol=1e-16))

    return sigma


def scipy_find_root():
    import numpy as np
    from scipy.optimize.elementwise import bracket_root, find_root

    def f(log_sigma, epsilon, delta):
        return _log_profile(log_sigma, epsilon) - np.log(delta)

    def sigma(epsilon, delta):
        start = np.zeros(np.shape(epsilon))
        bracket = bracket_root(f, start - 1, start + 1, args=(epsilon, delta)).bracket
        tolerances = {"xatol": 1e-16, "fatol": 0}
        return np.exp(find_root(f, bracket, args=(epsilon, delta), tolerances=tolerances).x)

    return sigma


PEERS = [
    Peer("gaussmech", "gaussmech", gaussmech),
    Peer("Algorithm 1", "scipy", algorithm_1),
    Peer("dp-accounting", "dp-accounting", dp_accounting),
    Peer("diffprivlib", "diffprivlib", diffprivlib),
    Peer("OpenDP", "opendp", opendp),
    Peer("python-dp", "python-dp", python_dp),
    Peer("log_ndtr + brentq", "scipy", scipy_brentq),
    Peer("log_ndtr + find_root", "scipy", scipy_find_root),
]
