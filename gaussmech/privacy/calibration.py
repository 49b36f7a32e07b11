r"""Calibration of the Gaussian mechanism: (epsilon, delta, sensitivity) <-> sigma, certified.

With mu = sensitivity / sigma the exact privacy profile (Balle & Wang, Theorem 8) is

    delta(epsilon, mu) = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu).

`_gaussian_kernel` evaluates it and solves it for each argument; results err on the safe side only.
"""

from collections.abc import Callable
from typing import Any, overload

import numpy as np

from gaussmech import _checks
from gaussmech._checks import Array, Many
from gaussmech.privacy import _gaussian_kernel

CHUNK = 2**14
_plain_budgets = 10_000  # take about as long in plain Python as importing Numba does


@overload
def analytic_gaussian_sigma(epsilon: float, delta: float, sensitivity: float = 1.0) -> float: ...
@overload
def analytic_gaussian_sigma(epsilon: Many, delta: Many, sensitivity: Many = 1.0) -> Array: ...
def analytic_gaussian_sigma(epsilon: Any, delta: Any, sensitivity: Any = 1.0) -> Any:
    """Return the smallest sigma that makes Gaussian noise (epsilon, delta)-DP.

    The analytic Gaussian mechanism (Balle & Wang, Theorem 8); `gaussian_delta` and
    `gaussian_epsilon` are the inverses. Never below the exact value, and above it by a relative
    8e-15 at most, for epsilon = 0 or in [1e-10, 1e6] and delta in [1e-300, 1 - 1e-12]. inf where
    delta is 0; 0 where delta is 1, epsilon is inf or sensitivity is 0.

    Parameters
    ----------
    epsilon, delta : float or array in [0, inf], in [0, 1]
    sensitivity : float or array in [0, inf), global L2, in the unit of the released value

    Examples
    --------
    >>> round(analytic_gaussian_sigma(0.5, 1e-6, 5.0), 4)
    40.2881
    """
    return _solved("least_sigma", 1.0, epsilon=epsilon, delta=delta, sensitivity=sensitivity)


@overload
def classical_gaussian_sigma(epsilon: float, delta: float, sensitivity: float = 1.0) -> float: ...
@overload
def classical_gaussian_sigma(epsilon: Many, delta: Many, sensitivity: Many = 1.0) -> Array: ...
def classical_gaussian_sigma(epsilon: Any, delta: Any, sensitivity: Any = 1.0) -> Any:
    """Return sensitivity sqrt(2 log(1.25 / delta)) / epsilon (Balle & Wang, Theorem 1).

    Beyond epsilon = 1 outside its theorem, and not private in general. inf where epsilon or delta
    is 0, and 0 where sensitivity is 0.

    Parameters
    ----------
    epsilon, delta, sensitivity : as for `analytic_gaussian_sigma`

    Examples
    --------
    >>> round(classical_gaussian_sigma(0.5, 1e-5), 4)
    9.6896
    """
    epsilon, delta, sensitivity = _checks.arrays(
        _checks.BUDGET, epsilon=epsilon, delta=delta, sensitivity=sensitivity
    )
    with np.errstate(all="ignore"):
        unit = np.where(delta == 0, np.inf, np.sqrt(2 * np.log(1.25 / delta)) / epsilon)
        sigma = np.where(sensitivity == 0, 0.0, sensitivity * unit)
    return _checks.like_input(sigma)


@overload
def gaussian_delta(sigma: float, epsilon: float, sensitivity: float = 1.0) -> float: ...
@overload
def gaussian_delta(sigma: Many, epsilon: Many, sensitivity: Many = 1.0) -> Array: ...
def gaussian_delta(sigma: Any, epsilon: Any, sensitivity: Any = 1.0) -> Any:
    """Return the smallest delta for which noise `sigma` is (epsilon, delta)-DP (Theorem 8).

    Never below the exact value, and where that is at least 1e-300 within a relative 1e-12 of it.

    Parameters
    ----------
    sigma, epsilon, sensitivity : float or array in [0, inf], the last below inf

    Examples
    --------
    >>> f"{gaussian_delta(40.288, 0.5, 5.0):.3e}"
    '1.000e-06'
    """
    return _solved("least_delta", np.inf, sigma=sigma, epsilon=epsilon, sensitivity=sensitivity)


@overload
def gaussian_epsilon(sigma: float, delta: float, sensitivity: float = 1.0) -> float: ...
@overload
def gaussian_epsilon(sigma: Many, delta: Many, sensitivity: Many = 1.0) -> Array: ...
def gaussian_epsilon(sigma: Any, delta: Any, sensitivity: Any = 1.0) -> Any:
    """Return the smallest epsilon for which noise `sigma` is (epsilon, delta)-DP (Theorem 8).

    inf where none suffices: delta is 0, or sigma is 0 and delta below 1. Never below the exact
    value, and above it by a relative 1e-11 at most, or, near epsilon = 0, by the effect of changing
    delta by 300 units of rounding.

    Parameters
    ----------
    sigma, delta, sensitivity : float or array in [0, inf], [0, 1], [0, inf)

    Examples
    --------
    >>> round(gaussian_epsilon(40.2881, 1e-6, 5.0), 5)
    0.5
    """
    return _solved("least_epsilon", 1.0, sigma=sigma, delta=delta, sensitivity=sensitivity)


def algorithm_1(
    epsilon: float, delta: float, sensitivity: float = 1.0, *, tolerance: float = 1e-12
) -> float:
    """Return sigma by Algorithm 1 of Balle & Wang, as printed: the readable reference.

    For single numbers, epsilon in (0, 700) and delta in (0, 1). In doubles it loses digits where
    delta is small or epsilon large.

    Examples
    --------
    >>> round(algorithm_1(0.5, 1e-6, 5.0), 4)
    40.2881
    """
    from scipy.special import erf

    epsilon = _checks.real_scalar(
        "epsilon", epsilon, low=0, high=700, open_low=True, open_high=True
    )
    delta = _checks.real_scalar("delta", delta, **_checks.OPEN_UNIT)
    sensitivity = _checks.real_scalar("sensitivity", sensitivity, **_checks.NON_NEGATIVE)

    def phi(t: Any) -> Any:
        return (1 + erf(t / np.sqrt(2))) / 2

    def b(sign: int, v: float) -> Any:
        return phi(sign * np.sqrt(epsilon * v)) - np.exp(epsilon) * phi(-np.sqrt(epsilon * (v + 2)))

    delta_0 = b(1, 0.0)
    if delta >= delta_0:
        sign, v = 1, _binary_search(lambda v: b(1, v) > delta, tolerance)
    else:
        sign, v = -1, _binary_search(lambda u: b(-1, u) <= delta, tolerance)
    alpha = np.sqrt(1 + v / 2) - sign * np.sqrt(v / 2)
    return float(alpha * sensitivity / np.sqrt(2 * epsilon))


def _binary_search(beyond: Callable[[float], Any], tolerance: float) -> float:
    """Return where the monotone predicate turns true on [0, inf)."""
    low, high = 0.0, 1.0
    while not beyond(high):
        low, high = high, 2 * high
    # The second condition ends the search where the tolerance is below the spacing of doubles.
    while high - low > tolerance and low < 0.5 * (low + high) < high:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if beyond(middle) else (middle, high)
    return 0.5 * (low + high)


def _kernel(budgets: int) -> Any:
    """Return the kernel in plain Python, or compiled once Numba's import pays."""
    global _plain_budgets
    if budgets <= _plain_budgets:
        _plain_budgets -= budgets
        return _gaussian_kernel
    _plain_budgets = 0
    return _gaussian_kernel.compiled()


def _solved(function: str, most: float, /, **values: Any) -> Any:
    """Return the kernel's function of three values, the second of which is at most `most`."""
    first, second, third = numbers = tuple(values.values())
    # The usual call, three numbers in range, needs no arrays.
    if all(type(x) is float or type(x) is int and x < 2**1023 for x in numbers) and (
        first >= 0 and 0 <= second <= most and 0 <= third < np.inf
    ):
        return getattr(_kernel(1), function)(*map(float, numbers))
    arrays = _checks.arrays(_checks.BUDGET, **values)
    flat = [array.reshape(-1) for array in arrays]
    out = np.empty(flat[0].size)
    kernel = _kernel(out.size)
    fill = getattr(kernel, function.replace("least", "fill"))
    if kernel is _gaussian_kernel:
        fill(*(array.tolist() for array in flat), out)
    else:
        for start in range(0, out.size, CHUNK):
            part = slice(start, start + CHUNK)
            # Copies, small enough for the cache: compiled for contiguous, writable arrays.
            fill(*(array[part].copy() for array in flat), out[part])
    return _checks.like_input(out.reshape(arrays[0].shape))
