"""Stein's unbiased estimate of the risk of a fit, and averages of fits weighted by it."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri, softmax

from gaussmech import _checks
from gaussmech._checks import Array

# The theorems ask for at least 8; 16 is steadier on graphs of a few hundred vertices.
TEMPERATURE = 16.0
# Estimates whose risk is this much above the least weigh less than 0.01 of it.
NEGLIGIBLE = 74.0


def stein_risk(y: Array, x: Array, sigma: float, df: float) -> float:
    """Return an unbiased estimate of E ||x - f||^2 for a fit x (n,) of y (n,) ~ N(f, sigma^2 I).

    Stein (1981); df is the fit's divergence. The standard error is about sigma^2 sqrt(2 n).
    """
    return float(np.sum((y - x) ** 2) + (2 * df - len(y)) * sigma**2)


def risk_average(
    y: Array, estimates: ArrayLike, df: ArrayLike, lead: ArrayLike = 0.0
) -> tuple[Array, Array]:
    """Return the mean (n,) of estimates (K, n) of f from y ~ N(f, I), and their weights (K,).

    By estimated risk, with the divergences `df` (K,) and prior weights exp(lead / TEMPERATURE).
    """
    risk = [stein_risk(y, x, 1.0, d) for x, d in zip(estimates, df, strict=True)]
    weights = softmax((np.asarray(lead) - risk) / TEMPERATURE)
    return weights @ np.asarray(estimates), weights


def stein_variance(y: Array, x: Array, sigma: float, spread: float) -> float:
    """Return the estimated variance of `stein_risk` about the loss ||x - f||^2.

    4 sigma^2 ||y - x||^2 + 4 sigma^4 tr(J^2) - 2 n sigma^4, with J the fit's Jacobian (Bellec &
    Zhang, 2021). `spread` is tr(J^2) or, if J is nearly symmetric, ||J||_F^2.
    """
    n = len(y)
    known = 4 * (np.sum((y - x) ** 2) + sigma**2 * min(spread, n)) - 2 * n * sigma**2
    # Itself an estimate: at least a tenth of the variance for pure noise.
    return float(sigma**2 * max(known, 0.2 * n * sigma**2))


def risk_interval(mse: float, mse_se: float) -> tuple[float, float]:
    """Return a 95 % confidence interval of a root mean squared error from `mse`, its square.

    Normal about a value >= 0: the ends are the roots of those of Feldman & Cousins (1998, IV.B),
    which are from 0 where noise hides the error.
    """
    mse = _checks.real_scalar("mse", mse, **_checks.FINITE)
    mse_se = _checks.real_scalar("mse_se", mse_se, **_checks.POSITIVE)
    # Below, the upper end is 0 to four digits of the standard error.
    seen = max(mse / mse_se, -1e8)
    if seen > 1e16:
        return float(np.sqrt(mse)), float(np.sqrt(mse))
    highest = max(seen, 0.0) + ndtri(0.975)
    high = brentq(lambda mu: _accepted(mu)[0] - seen, 1e-9, highest + 1e-9)
    hidden = seen <= ndtri(0.95)
    low = 0.0 if hidden else brentq(lambda mu: _accepted(mu)[1] - seen, 1e-9, seen)
    unit = np.sqrt(mse_se)
    return float(np.sqrt(low) * unit), float(np.sqrt(high) * unit)


def _accepted(mu):
    """Return the ends of the interval of N(mu, 1) that holds 95 %, the likeliest beside mu >= 0."""

    def low(reach):
        return mu - reach if reach <= mu else (mu * mu - reach * reach) / (2 * mu)

    reach = ndtri(0.975)
    if reach > mu:
        reach = brentq(lambda t: ndtr(t) - ndtr(low(t) - mu) - 0.95, ndtri(0.95), reach)
    return low(reach), mu + reach


class Probe:
    """A random direction in which to differentiate estimates at y.

    The mean over random signs z of z' (x(y + h z) - x(y - h z)) / 2 h, with h = 0.03 sigma, is the
    divergence of x(.), smoothed over h (Ramani, Blu & Unser, 2008).
    """

    def __init__(self, y: Array, sigma: float, rng: np.random.Generator) -> None:
        # At 0.1 James-Stein's error is 4 % too small; far below 0.03 the forest's slope is noisy.
        self._y, self._step = y, 0.03 * sigma
        self._signs = rng.choice([-1.0, 1.0], size=len(y))

    def y(self, side: int) -> Array:
        """Return y moved along the direction; `side` is +1 or -1."""
        return self._y + side * self._step * self._signs

    def divergence(self, estimate: Callable[[int], Array]) -> tuple[float, float]:
        """Return estimates of tr J and ||J||_F^2, J the Jacobian of `estimate`, a function of side.

        The variance of the first is at most twice the second.
        """
        slope = (estimate(1) - estimate(-1)) / (2 * self._step)
        return float(self._signs @ slope), float(slope @ slope)
