r"""Noise of the truncated Laplacian mechanism, and bounds of the least noise (Geng et al.).

Use `noise_bounds` to see how far a mechanism for a single real-valued query is from the least noise
that there can be; `mechanisms.TruncatedLaplaceMechanism` adds the noise.

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

where Delta is the sensitivity, and the last two are the limits of the first two as epsilon -> 0 at
fixed t. For small t their terms cancel. There g(s) = 1 - s/2 + c(s) is inserted, with
c(s) = (s/2) L(s/2) and Langevin's function L(h) = coth h - 1/h, and the terms of first order drop
out exactly.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import Array, Interval
from gaussmech.privacy._gaussian_solver import U

# Above this t the formulas in g lose at most two bits (g(2) = 0.31 against 1). Up to it those in c
# lose nothing.
_LARGE_T = 2.0
_RANGES: dict[str, Interval] = {
    "epsilon": _checks.POSITIVE,
    "delta": _checks.OPEN_HALF,
    "sensitivity": _checks.NON_NEGATIVE,
    "n": {"low": 1, "open_low": True, "open_high": True},
}


class NoiseBounds(NamedTuple):
    """Bounds of the least noise amplitude E|Z| (V1) and noise power E Z^2 (V2).

    Parameters
    ----------
    amplitude_lower, amplitude_upper : float or array
        Bounds of the least E|Z|, in the unit of the sensitivity.
    power_lower, power_upper : float or array
        Bounds of the least E Z^2, in the square of that unit.

    See Also
    --------
    gaussmech.noise_bounds : The function that returns them.

    Examples
    --------
    >>> noise_bounds(1.0, 0.01)._fields
    ('amplitude_lower', 'amplitude_upper', 'power_lower', 'power_upper')
    """

    amplitude_lower: Any
    amplitude_upper: Any
    power_lower: Any
    power_upper: Any


def truncation_ratio(epsilon: ArrayLike, delta: ArrayLike) -> Any:
    """Return n = A / sensitivity of the truncated Laplacian mechanism: where its noise ends.

    It is log(1 + (e^epsilon - 1) / (2 delta)) / epsilon, in (1, 1 / (2 delta)], for epsilon > 0 and
    delta in (0, 1/2).

    >>> round(truncation_ratio(1.0, 0.01), 4)
    4.4649
    """
    epsilon, delta = _checks.arrays(_RANGES, epsilon=epsilon, delta=delta)
    ratio = _log_1_plus_x(epsilon, delta) / epsilon
    return _checks.like_input(ratio)


def delta_of_truncation(epsilon: ArrayLike, n: ArrayLike) -> Any:
    """Return the delta at which the truncated Laplacian noise ends at A = n sensitivity.

    It is (e^epsilon - 1) / (2 (e^(n epsilon) - 1)), in (0, 1/2), or 0 where it underflows, for
    epsilon > 0 and n > 1. The lower bounds of `noise_bounds` are those of the poster where n is
    whole.

    >>> round(delta_of_truncation(1.0, 5), 6)
    0.005828
    """
    epsilon, n = _checks.arrays(_RANGES, epsilon=epsilon, n=n)
    # The factor exp((1 - n) epsilon) is taken out, so nothing overflows.
    tilt = np.exp(-(n - 1) * epsilon)
    delta = 0.5 * tilt * np.expm1(-epsilon) / np.expm1(-n * epsilon)
    return _checks.like_input(delta)


def noise_bounds(
    epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0
) -> NoiseBounds:
    """Return lower and upper bounds of the least possible mean absolute error and variance.

    They bound the error of the best (epsilon, delta)-DP mechanism for a single real-valued query,
    among mechanisms whose noise does not depend on the value of the query.
    `TruncatedLaplaceMechanism` attains the upper bounds.

    Parameters
    ----------
    epsilon : float or array in (0, inf)
        Privacy budget, in nats of privacy loss.
    delta : float or array in (0, 1/2)
        The delta of P(S) <= e^epsilon P'(S) + delta, for neighbours and any event S.
    sensitivity : float or array in [0, inf), default 1
        Global sensitivity of the query.

    Returns
    -------
    NoiseBounds
        `amplitude_lower` and `amplitude_upper`, the bounds of the mean absolute error E|Z|, in the
        unit of `sensitivity`; `power_lower` and `power_upper`, the bounds of the variance E Z^2, in
        the square of this unit. The names are those of the poster. All have the broadcast shape of
        the arguments. The lower bounds are known for a whole n = A / sensitivity, A being the
        largest size of the truncated Laplacian noise. Elsewhere those of the next smaller whole n,
        which has a larger delta, are returned: they are valid, but less tight. They are 0 where n <
        2.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    TruncatedLaplaceMechanism : It attains the upper bounds.

    References
    ----------
    .. [1] Q. Geng, W. Ding, R. Guo and S. Kumar, "Tight Analysis of Privacy and Utility Tradeoff in
       Approximate Differential Privacy", AISTATS 2020, PMLR 108; the poster, V1^upp, V2^upp,
       Theorems 4 and 5.

    Examples
    --------
    >>> import gaussmech as gm
    >>> bounds = gm.noise_bounds(0.1, 0.00823)
    >>> round(bounds.amplitude_lower, 2), round(bounds.amplitude_upper, 2)
    (6.38, 6.87)
    """
    epsilon, delta, size = _checks.arrays(
        _RANGES, epsilon=epsilon, delta=delta, sensitivity=sensitivity
    )
    t = _log_1_plus_x(epsilon, delta)
    with np.errstate(over="ignore", invalid="ignore"):
        # This is the largest whole n. The quotient is known to within 8 units of rounding: 5 u of
        # t, 1 u of the division, and 2 u to spare, so a whole n is not missed.
        n = np.floor(t / epsilon * (1 + 8 * U))
        lower_mean, lower_square = _geometric_moments(epsilon, n)
        upper_mean, upper_square = _exponential_moments(epsilon, t)
        return NoiseBounds(
            amplitude_lower=_scaled(size, lower_mean),
            amplitude_upper=_scaled(size, upper_mean),
            power_lower=_scaled(size, size * lower_square),
            power_upper=_scaled(size, size * upper_square),
        )


def _scaled(size: Array, moment: Array) -> Any:
    """Return size times the moment. It is 0 where the size is 0, even if the moment is infinite."""
    return _checks.like_input(np.where(size == 0, 0.0, size * moment))


def _log_1_plus_x(epsilon: Array, delta: Array) -> Array:
    """Return t = log(1 + x), within 5 units of rounding.

    The quotient x is within 4 u of itself (expm1 2 u, two roundings), and an error of x counts in t
    by x / ((1 + x) t), which is at most 1; log1p adds u.
    """
    with np.errstate(all="ignore"):
        x = np.expm1(epsilon) / (2 * delta)
        log_x = epsilon + np.log(2 * delta * np.exp(-epsilon) - np.expm1(-epsilon))
        log_x = log_x - np.log(2 * delta)
    # Where x overflows, log x is t to every digit.
    return np.where(x < np.inf, np.log1p(x), log_x)


def _exponential_moments(epsilon: Array, t: Array) -> tuple[Array, Array]:
    """Return E|Z| and E Z^2 of the truncated Laplacian noise of sensitivity 1."""
    n = t / epsilon
    g = _g(t)
    large_mean = (1 - g) / epsilon
    large_square = (2 * (1 - g) - t * g) / epsilon / epsilon
    # For small t, 1 - g is t / 2 - c(t), and c(t) is (t / 2)^2 times the slope.
    slope = _langevin_slope(t / 2)
    rest = 1 - t / 2 * slope
    small_mean = n / 2 * rest
    small_square = n * (n / 2) * (rest - slope)
    is_large = t > _LARGE_T
    mean = np.where(is_large, large_mean, small_mean)
    square = np.where(is_large, large_square, small_square)
    return mean, square


def _geometric_moments(epsilon: Array, n: Array) -> tuple[Array, Array]:
    """Return E K and E K^2 of the geometric distribution on 0, ..., n - 1 with ratio e^-epsilon."""
    t = n * epsilon
    g_1 = _g(epsilon)
    g_n = _g(t)
    large_mean = (g_1 - g_n) / epsilon
    large_square = 2 * g_1 * (g_1 - g_n) + (epsilon * g_1 - t * g_n)
    large_square = large_square / epsilon / epsilon
    # These are c(t) / epsilon, c(epsilon) / epsilon and their difference.
    rise_to_t = n / 2 * (t / 2 * _langevin_slope(t / 2))
    rise_to_epsilon = epsilon / 4 * _langevin_slope(epsilon / 2)
    rise = rise_to_t - rise_to_epsilon
    small_mean = (n - 1) / 2 - rise
    small_square = n * ((n - 1) / 2) - rise * (n + 2 * g_1 / epsilon)
    is_large = t > _LARGE_T
    mean = np.where(is_large, large_mean, small_mean)
    square = np.where(is_large, large_square, small_square)
    return mean, square


def _g(s: Array) -> Array:
    """Return s / (e^s - 1)."""
    with np.errstate(over="ignore"):
        return s / np.expm1(s)


def _langevin_slope(h: Any) -> Any:
    """Return L(h) / h for h <= 1 by its continued fraction (DLMF 4.39.1), else a finite value."""
    h = np.minimum(h, 1.0)
    tail = 0.0
    # The fraction is cut after 12 terms, which leaves out less than 2e-27 for h <= 1.
    for k in range(25, 3, -2):
        tail = h * h / (k + tail)
    return 1 / (3 + tail)
