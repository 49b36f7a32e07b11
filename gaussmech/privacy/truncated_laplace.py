r"""Noise of the truncated Laplace mechanism, and bounds of the least noise (Geng et al.).

With x = (e^epsilon - 1) / (2 delta) and t = log(1 + x) the noise has density proportional to
e^(-epsilon |z| / sensitivity) on [-A, A], A = sensitivity t / epsilon. Its E|Z| and E Z^2 are
upper bounds of the least that any (epsilon, delta)-DP mechanism with noise independent of the
query can have, for a single real-valued query; linear programming duality gives lower bounds.

For whole n = A / sensitivity the lower bounds (poster, Theorems 4 and 5) are sensitivity E K
and sensitivity^2 E K^2, where K is geometric on 0, ..., n - 1 with ratio e^-epsilon. With
g(s) = s / (e^s - 1),

    epsilon E K             = g(epsilon) - g(t)
    epsilon^2 E K^2         = 2 g(epsilon) (g(epsilon) - g(t)) + epsilon g(epsilon) - t g(t)
    epsilon E|Z| / Delta    = 1 - g(t)
    (epsilon / Delta)^2 E Z^2 = 2 (1 - g(t)) - t g(t),

where the last two are the first two as epsilon -> 0 at fixed t. For small t they cancel; there
g(s) = 1 - s/2 + c(s), c(s) = (s/2) L(s/2), L(h) = coth h - 1/h (Langevin's function), and the
terms of first order drop out exactly.
"""

from typing import Any, NamedTuple

import numpy as np

from gaussmech import _checks
from gaussmech._checks import Array, Interval, Many
from gaussmech.privacy._gaussian_kernel import U

_LARGE_T = 2.0  # above it the formulas in g lose nothing, below it those in c
_RANGES: dict[str, Interval] = {
    "epsilon": _checks.POSITIVE,
    "delta": _checks.OPEN_HALF,
    "sensitivity": _checks.NON_NEGATIVE,
    "n": {"low": 1, "open_low": True, "open_high": True},
}


class NoiseBounds(NamedTuple):
    """Bounds of the least noise amplitude E|Z| (V1) and noise power E Z^2 (V2)."""

    amplitude_lower: Any
    amplitude_upper: Any
    power_lower: Any
    power_upper: Any


def truncation_ratio(epsilon: Any, delta: Any) -> Any:
    """Return n = A / sensitivity of the truncated Laplace mechanism, in (1, 1 / (2 delta)]."""
    epsilon, delta = _checks.arrays(_RANGES, epsilon=epsilon, delta=delta)
    return _checks.like_input(_log_1_plus_x(epsilon, delta) / epsilon)


def delta_of_truncation(epsilon: Any, n: Any) -> Any:
    """Return the delta, (e^epsilon - 1) / (2 (e^(n epsilon) - 1)), at which A = n sensitivity."""
    epsilon, n = _checks.arrays(_RANGES, epsilon=epsilon, n=n)
    # exp((1 - n) epsilon): nothing overflows.
    tilt = np.exp(-(n - 1) * epsilon)
    return _checks.like_input(0.5 * tilt * np.expm1(-epsilon) / np.expm1(-n * epsilon))


def noise_bounds(epsilon: Many, delta: Many, sensitivity: Many = 1.0) -> NoiseBounds:
    """Return lower and upper bounds of the least noise amplitude and power (Geng et al.).

    The upper bounds are attained by `TruncatedLaplaceMechanism` (poster, V1^upp and V2^upp); the
    lower ones hold for all noise that does not depend on the query's value (Theorems 4 and 5).
    Those are for the largest whole n <= A / sensitivity, and 0 where that is below 2.

    Parameters
    ----------
    epsilon, delta, sensitivity : float or array > 0, in (0, 1/2), global sensitivity of the query

    Examples
    --------
    >>> [round(value, 3) for value in noise_bounds(0.1, delta_of_truncation(0.1, 20))]
    [6.378, 6.87, 68.189, 74.786]
    """
    epsilon, delta, size = _checks.arrays(
        _RANGES, epsilon=epsilon, delta=delta, sensitivity=sensitivity
    )
    t = _log_1_plus_x(epsilon, delta)
    with np.errstate(over="ignore", invalid="ignore"):
        # The largest whole n, where n is known to within 8 units of rounding.
        mean, square = _geometric_moments(epsilon, np.floor(t / epsilon * (1 + 8 * U)))
        amplitude, power = _exponential_moments(epsilon, t)
        bounds = size * mean, size * amplitude, size * (size * square), size * (size * power)
    # Without sensitivity there is no noise, also where the moments overflow.
    return NoiseBounds(*(_checks.like_input(np.where(size == 0, 0.0, b)) for b in bounds))


def _log_1_plus_x(epsilon: Array, delta: Array) -> Array:
    """Return t, within 5 units of rounding."""
    with np.errstate(all="ignore"):
        x = np.expm1(epsilon) / (2 * delta)
        log_x = epsilon + np.log(2 * delta * np.exp(-epsilon) - np.expm1(-epsilon))
        log_x = log_x - np.log(2 * delta)
    # Where x overflows, log x is t to every digit.
    return np.where(x < np.inf, np.log1p(x), log_x)


def _exponential_moments(epsilon: Array, t: Array) -> tuple[Array, Array]:
    """Return E|Z| and E Z^2 of the truncated Laplace noise of sensitivity 1."""
    n, g = t / epsilon, _g(t)
    slope = _langevin_slope(t / 2)
    rest = 1 - t / 2 * slope
    small = n / 2 * rest, n * (n / 2) * (rest - slope)
    large = (1 - g) / epsilon, (2 * (1 - g) - t * g) / epsilon / epsilon
    return np.where(t > _LARGE_T, large[0], small[0]), np.where(t > _LARGE_T, large[1], small[1])


def _geometric_moments(epsilon: Array, n: Array) -> tuple[Array, Array]:
    """Return E K and E K^2 of the geometric law on 0, ..., n - 1 with ratio e^-epsilon."""
    t = n * epsilon
    g_1, g_n = _g(epsilon), _g(t)
    square = 2 * g_1 * (g_1 - g_n) + (epsilon * g_1 - t * g_n)
    # (c(t) - c(epsilon)) / epsilon
    rise = n / 2 * (t / 2 * _langevin_slope(t / 2)) - epsilon / 4 * _langevin_slope(epsilon / 2)
    small = (n - 1) / 2 - rise, n * ((n - 1) / 2) - rise * (n + 2 * g_1 / epsilon)
    large = (g_1 - g_n) / epsilon, square / epsilon / epsilon
    return np.where(t > _LARGE_T, large[0], small[0]), np.where(t > _LARGE_T, large[1], small[1])


def _g(s: Array) -> Array:
    """Return s / (e^s - 1)."""
    with np.errstate(over="ignore"):
        return s / np.expm1(s)


def _langevin_slope(h: Any) -> Any:
    """Return L(h) / h for h <= 1 by its continued fraction (DLMF 4.39.1), else a finite value."""
    h = np.minimum(h, 1.0)
    tail = 0.0
    for k in range(25, 3, -2):
        tail = h * h / (k + tail)
    return 1 / (3 + tail)
