r"""Calibration of the Gaussian mechanism: (epsilon, delta, sensitivity) <-> sigma, certified.

With mu = sensitivity / sigma the exact privacy profile (Balle & Wang, Theorem 8) is

    delta(epsilon, mu) = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu).

`profile_kernel` evaluates it without cancellation or overflow and solves it for each of its
arguments; results err on the safe side only, by the bounds stated there.
"""

from collections.abc import Callable
from typing import Any, overload

import numpy as np

from gaussmech import checks, profile_kernel
from gaussmech.checks import Array, Many

CHUNK = 2**14
# So many budgets take about as long in plain Python as importing Numba does.
_plain_budgets = 10_000


@overload
def analytic_gaussian_sigma(epsilon: float, delta: float, sensitivity: float = 1.0) -> float: ...
@overload
def analytic_gaussian_sigma(epsilon: Many, delta: Many, sensitivity: Many = 1.0) -> Array: ...
def analytic_gaussian_sigma(epsilon: Any, delta: Any, sensitivity: Any = 1.0) -> Any:
    """Return the smallest sigma that makes Gaussian noise (epsilon, delta)-DP.

    The analytic Gaussian mechanism: its exact privacy profile equals `delta` (Balle & Wang,
    Theorem 8). `gaussian_delta` and `gaussian_epsilon` are the inverses. Never below the exact
    value, and above it by a relative 8e-15 at most, for epsilon = 0 or in [1e-10, 1e6] and delta
    in [1e-300, 1 - 1e-12].

    Parameters
    ----------
    epsilon, delta : float or array
        In [0, inf] and [0, 1].
    sensitivity : float or array in [0, inf)
        Global L2 sensitivity, in the unit of the released value.

    Returns
    -------
    float or array
        In the unit of `sensitivity`; inf where delta is 0; 0 where delta is 1, epsilon is inf or
        sensitivity is 0.

    Examples
    --------
    >>> round(analytic_gaussian_sigma(0.5, 1e-6, 5.0), 4)
    40.2881
    >>> analytic_gaussian_sigma([0.1, 1.0], 1e-4).round(3).tolist()
    [24.508, 3.186]
    """
    # The usual call, three numbers in range, needs no arrays.
    if _are_numbers(epsilon, delta, sensitivity) and (
        epsilon >= 0 and 0 <= delta <= 1 and 0 <= sensitivity < np.inf
    ):
        return _kernel(1).least_sigma(float(epsilon), float(delta), float(sensitivity))
    return _fill("fill_sigma", epsilon=epsilon, delta=delta, sensitivity=sensitivity)


@overload
def classical_gaussian_sigma(epsilon: float, delta: float, sensitivity: float = 1.0) -> float: ...
@overload
def classical_gaussian_sigma(epsilon: Many, delta: Many, sensitivity: Many = 1.0) -> Array: ...
def classical_gaussian_sigma(epsilon: Any, delta: Any, sensitivity: Any = 1.0) -> Any:
    """Return sensitivity sqrt(2 log(1.25 / delta)) / epsilon (Balle & Wang, Theorem 1).

    The noise of the classical Gaussian mechanism; beyond epsilon = 1 outside its theorem, and not
    private in general. inf where epsilon or delta is 0, and 0 where sensitivity is 0.

    Parameters
    ----------
    epsilon, delta, sensitivity : float or array
        As for `analytic_gaussian_sigma`.

    Examples
    --------
    >>> round(classical_gaussian_sigma(0.5, 1e-5), 4)
    9.6896
    """
    epsilon, delta, sensitivity = checks.arrays(
        checks.BUDGET, epsilon=epsilon, delta=delta, sensitivity=sensitivity
    )
    with np.errstate(all="ignore"):
        unit = np.where(delta == 0, np.inf, np.sqrt(2 * np.log(1.25 / delta)) / epsilon)
        sigma = np.where(sensitivity == 0, 0.0, sensitivity * unit)
    return checks.like_input(sigma)


@overload
def gaussian_delta(sigma: float, epsilon: float, sensitivity: float = 1.0) -> float: ...
@overload
def gaussian_delta(sigma: Many, epsilon: Many, sensitivity: Many = 1.0) -> Array: ...
def gaussian_delta(sigma: Any, epsilon: Any, sensitivity: Any = 1.0) -> Any:
    """Return the smallest delta for which noise `sigma` is (epsilon, delta)-DP (Theorem 8).

    Never below the exact value, and where that is at least 1e-300 within a relative 1e-12 of it.

    Parameters
    ----------
    sigma, epsilon : float or array in [0, inf]
    sensitivity : float or array in [0, inf)

    Examples
    --------
    >>> f"{gaussian_delta(40.288, 0.5, 5.0):.3e}"
    '1.000e-06'
    """
    if _are_numbers(sigma, epsilon, sensitivity) and (
        sigma >= 0 and epsilon >= 0 and 0 <= sensitivity < np.inf
    ):
        return _kernel(1).least_delta(float(sigma), float(epsilon), float(sensitivity))
    return _fill("fill_delta", sigma=sigma, epsilon=epsilon, sensitivity=sensitivity)


@overload
def gaussian_epsilon(sigma: float, delta: float, sensitivity: float = 1.0) -> float: ...
@overload
def gaussian_epsilon(sigma: Many, delta: Many, sensitivity: Many = 1.0) -> Array: ...
def gaussian_epsilon(sigma: Any, delta: Any, sensitivity: Any = 1.0) -> Any:
    """Return the smallest epsilon for which noise `sigma` is (epsilon, delta)-DP (Theorem 8).

    inf where none suffices: delta is 0, or sigma is 0 and delta below 1. Never below the exact
    value, and above it by a relative 1e-11 at most, or, where delta is so close to its value at
    epsilon = 0 that it hardly depends on epsilon, by the effect of changing delta by 300 units of
    rounding.

    Parameters
    ----------
    sigma, delta, sensitivity : float or array
        In [0, inf], [0, 1] and [0, inf).

    Examples
    --------
    >>> round(gaussian_epsilon(40.2881, 1e-6, 5.0), 5)
    0.5
    """
    if _are_numbers(sigma, delta, sensitivity) and (
        sigma >= 0 and 0 <= delta <= 1 and 0 <= sensitivity < np.inf
    ):
        return _kernel(1).least_epsilon(float(sigma), float(delta), float(sensitivity))
    return _fill("fill_epsilon", sigma=sigma, delta=delta, sensitivity=sensitivity)


def algorithm_1(
    epsilon: float, delta: float, sensitivity: float = 1.0, *, tolerance: float = 1e-12
) -> float:
    """Return sigma by Algorithm 1 of Balle & Wang, as printed: the readable reference.

    For single numbers, epsilon in (0, 700) and delta in (0, 1), with Phi by the error function. In
    doubles it loses digits where delta is small or epsilon large.

    Examples
    --------
    >>> round(algorithm_1(0.5, 1e-6, 5.0), 4)
    40.2881
    """
    from scipy.special import erf

    epsilon = checks.real_scalar("epsilon", epsilon, low=0, high=700, open_low=True, open_high=True)
    delta = checks.real_scalar("delta", delta, **checks.OPEN_UNIT)
    sensitivity = checks.real_scalar("sensitivity", sensitivity, **checks.NON_NEGATIVE)

    def phi(t: Any) -> Any:
        return (1 + erf(t / np.sqrt(2))) / 2

    def b_plus(v: float) -> Any:
        return phi(np.sqrt(epsilon * v)) - np.exp(epsilon) * phi(-np.sqrt(epsilon * (v + 2)))

    def b_minus(u: float) -> Any:
        return phi(-np.sqrt(epsilon * u)) - np.exp(epsilon) * phi(-np.sqrt(epsilon * (u + 2)))

    delta_0 = b_plus(0.0)
    if delta >= delta_0:
        v = _binary_search(lambda v: b_plus(v) > delta, tolerance)
        alpha = np.sqrt(1 + v / 2) - np.sqrt(v / 2)
    else:
        u = _binary_search(lambda u: b_minus(u) <= delta, tolerance)
        alpha = np.sqrt(1 + u / 2) + np.sqrt(u / 2)
    return float(alpha * sensitivity / np.sqrt(2 * epsilon))


def _binary_search(beyond: Callable[[float], Any], tolerance: float) -> float:
    """Return where the monotone predicate turns true on [0, inf), within `tolerance`."""
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
        return profile_kernel
    _plain_budgets = 0
    return profile_kernel.compiled()


def _fill(function: str, **values: Many) -> Any:
    """Return what a function of the kernel fills in for the values, checked and broadcast."""
    arrays = checks.arrays(checks.BUDGET, **values)
    flat = [array.reshape(-1) for array in arrays]
    out = np.empty(flat[0].size)
    kernel = _kernel(out.size)
    fill = getattr(kernel, function)
    if kernel is profile_kernel:
        fill(*(array.tolist() for array in flat), out)
    else:
        for first in range(0, out.size, CHUNK):
            part = slice(first, first + CHUNK)
            # Copies, small enough for the cache: compiled for contiguous, writable arrays.
            fill(*(array[part].copy() for array in flat), out[part])
    return checks.like_input(out.reshape(arrays[0].shape))


def _are_numbers(*values: Any) -> bool:
    """Whether all are floats, or ints that a float can hold."""
    return all(
        type(value) is float or type(value) is int and abs(value) < 2**1023 for value in values
    )
