"""The functions of `_gaussian_solver` for arrays, in NumPy.

Each function does what that of the same name does there, for many values at once and with the same
operations in the same order. Operations that are rounded to nearest have the same bits. NumPy's
`exp` and `log` are within one unit in the last place, as those of the scalar functions, but may have
other last bits on some processors. So the error bounds of the scalar functions and its one-sided
results hold here too, while the last bits of a result may differ.

The arrays are (n,). They are computed in blocks that stay in the cache, and a value does not depend
on its block. Extreme values, which are rare, are left to the scalar functions.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from gaussmech._checks import Array
from gaussmech.privacy import _gaussian_solver as kernel
from gaussmech.privacy._gaussian_solver import U

# This many values are computed at once: their intermediate arrays stay in the cache. With half as
# many a batch took a sixth longer, and with a quarter of them half as long again.
BLOCK = 2**13
# The coefficients (10, entries).
_TABLE = np.array(kernel._TABLE).reshape(-1, kernel._TERMS).T.copy()
# The middle of each interval.
_MIDDLES = np.append(
    -0.9375 + 0.125 * np.arange(kernel._INTERVALS_IN_T),
    (np.arange(kernel._INTERVALS_IN_Y) + 0.5) / 32.0,
)
_START = np.array(kernel._START)
_Indices = np.ndarray[tuple[int], np.dtype[np.intp]]


def by_blocks(
    of_block: Callable[..., tuple[Array, Any]],
    scalar: Callable[..., float],
    *columns: Array,
) -> Array:
    """Return the results of a function of blocks, which also says which rows are usual.

    Other rows have the results of the scalar function.
    """
    results = np.empty(len(columns[0]))
    for first in range(0, len(results), BLOCK):
        part = slice(first, first + BLOCK)
        # Some functions of NumPy have other last bits for arrays with strides.
        block = [np.ascontiguousarray(column[part]) for column in columns]
        with np.errstate(all="ignore"):
            results[part], is_usual = of_block(*block)
        for i in np.flatnonzero(~is_usual):
            results[first + i] = scalar(*(float(column[i]) for column in block))
    return results


def _by_cases(
    is_first: Any,
    first: Callable[..., Any],
    second: Callable[..., Any],
    *columns: Array,
) -> Any:
    """Return first(*columns) in the rows where `is_first` holds, and second(*columns) in others.

    The functions return arrays (n,) or (k, n).
    """
    if is_first.all():
        return first(*columns)
    if not is_first.any():
        return second(*columns)
    rows = np.flatnonzero(is_first)
    values = first(*(column[rows] for column in columns))
    results = np.empty((*values.shape[:-1], len(is_first)))
    results[..., rows] = values
    rows = np.flatnonzero(~is_first)
    results[..., rows] = second(*(column[rows] for column in columns))
    return results


def least_sigma(epsilon: Array, delta: Array, sensitivity: Array) -> tuple[Array, Any]:
    """Return `kernel.least_sigma` of a block, and which rows are usual."""
    mu, is_usual = _solve_mu(epsilon, delta)
    sigma = sensitivity / mu * (1.0 + 36.0 * U) + kernel._TINIEST
    return sigma, is_usual & (sensitivity > 0.0)


def largest_mu(epsilon: Array, delta: Array) -> tuple[Array, Any]:
    """Return `kernel.largest_mu` of a block, and which rows are usual."""
    mu, is_usual = _solve_mu(epsilon, delta)
    return mu * (1.0 + 36.0 * U), is_usual


def _solve_mu(epsilon: Array, delta: Array) -> tuple[Array, Any]:
    """Return `kernel.solve_mu` of each row, and which rows are usual; others have any number.

    In usual rows one step from the table of starts is enough.
    """
    mu, is_tabled = _start(epsilon, delta)
    c = epsilon / mu
    h = 0.5 * mu
    a = h - c
    b = h + c

    def difference(c: Array, h: Array) -> Array:
        left, right = _mills(np.stack((c - h, h + c)))
        return left - right

    is_series = (mu < 0.7) & (epsilon < 0.5)
    mass = _by_cases(is_series, _series, difference, c, h)
    slope = mu / mass
    f = np.log(mass / delta)
    f -= 0.5 * a * a + kernel._LOG_SQRT_2_PI
    numerator, denominator = kernel._householder(f, slope, a, b)
    step = numerator / denominator
    size = np.abs(step) * (2.0 + np.abs(a) * b + np.abs(slope))
    mu += mu * step * (1.0 + step * (0.5 + step * (1.0 / 6.0 + step / 24.0)))
    return mu, is_tabled & (size < 1e-4)


def _tabled(which: int, t: Array) -> Array:
    """Return M at t >= -1 (`which` is 0) or -M' at t >= 0 (1), for an array of any shape."""
    is_far = t >= 4.0
    has_far = is_far.any()
    x = t
    k = (8.0 * (t + 1.0)).astype(np.intp)
    if has_far:
        y = 4.0 / (4.0 + t)
        k_far = np.minimum((32.0 * y).astype(np.intp), kernel._INTERVALS_IN_Y - 1)
        k = np.where(is_far, k_far + kernel._INTERVALS_IN_T, k)
        x = np.where(is_far, y, t)
    z = x - _MIDDLES.take(k, mode="clip")
    if which:
        k += kernel._INTERVALS
    value = kernel._polynomial(_TABLE.take(k, axis=1, mode="clip"), z)
    if not has_far:
        return value
    power = y * y if which else y
    return np.where(is_far, power * value, value)


def _mills(t: Array) -> Array:
    """Return Mills' ratio."""
    is_low = t < -1.0
    if not is_low.any():
        return _tabled(0, t)
    ratio = _tabled(0, np.where(is_low, -t, t))
    low = t[is_low]
    ratio[is_low] = kernel._SQRT_2_PI * np.exp(0.5 * low * low) - ratio[is_low]
    return ratio


def _series(c: Array, h: Array) -> Array:
    """Return M(c - h) - M(c + h) by its series of positive terms."""
    even = _tabled(0, c)
    odd = _tabled(1, c)
    factor = 2.0 * h
    square = h * h
    total = factor * odd
    for k in range(2, 40, 2):
        # Rows at which the kernel stops go on: their further terms are too small to change a total.
        even *= k - 1
        even -= c * odd
        odd *= k
        odd -= c * even
        factor *= square * kernel._PER_FACTORIAL[k]
        term = factor * odd
        total += term
        if (term < 1e-17 * total).all():
            break
    return total


def _along(k: Any, weights: tuple[Array, ...]) -> Array:
    """Return the weighted sum of four entries of the table of starts, from entry k on."""
    v0, v1, v2, v3 = weights
    w0, w1, w2, w3 = (_START[i:].take(k, mode="clip") for i in range(4))
    return (v0 * w0 + v1 * w1) + (v2 * w2 + v3 * w3)


def _truncated(x: Array) -> Any:
    """Return the whole parts of numbers."""
    return x.astype(np.intp)


def _start(epsilon: Array, delta: Array) -> tuple[Array, Any]:
    """Return the start of each row from the table, and which rows are within it."""
    z = np.maximum(-np.log(4.0 * delta * (1.0 - delta)), 0.0)
    root = np.sqrt(z)
    is_tabled = (epsilon > 1.3e-4) & (epsilon < 99.0) & (root > 0.45) & (root < 5.9)
    is_tabled &= delta <= 0.5
    root = np.where(is_tabled, root, 1.0)
    epsilon = np.where(is_tabled, epsilon, 1.0)
    bound = kernel._SQRT_2 * epsilon / (np.sqrt(z + epsilon) + root)
    ratio = kernel._tabled_ratio(np.log(epsilon), root, _truncated, _along)
    return bound * ratio, is_tabled


def _bounded_g(epsilon: Array, mu: Array, a: Array, a_low: Array, b: Array) -> Array:
    """Return G at a + a_low, and a bound of its error in u, as the rows of one array."""

    def by_series(epsilon: Array, mu: Array, a: Array, a_low: Array, b: Array) -> Array:
        bound = 14.0 + 6.0 * epsilon * epsilon
        return np.stack((_series(epsilon / mu, 0.5 * mu), bound))

    def by_difference(
        epsilon: Array, mu: Array, a: Array, a_low: Array, b: Array
    ) -> Array:
        left, right = _mills(np.stack((-a, b)))
        left += a_low * (1.0 + a * left)
        difference = left - right
        return np.stack((difference, 1.0 + 7.0 * (left + right) / difference))

    is_series = (mu < 1.0) & (epsilon < 8.0)
    return _by_cases(is_series, by_series, by_difference, epsilon, mu, a, a_low, b)


def _scaled(sigma: Array, sensitivity: Array) -> tuple[Array, Array]:
    """Return both divided by the power of two that brings sensitivity into [1/2, 1)."""
    scaled_sensitivity, exponent = np.frexp(sensitivity)
    mantissa, power = np.frexp(sigma)
    return np.ldexp(mantissa, power - exponent), scaled_sensitivity


def _delta_by_complement(
    density: Array, epsilon: Array, mu: Array, a: Array, a_low: Array, b: Array
) -> Array:
    """Return delta as one minus a sum of two tails, for a large delta."""
    left, right = _mills(np.stack((a, b)))
    rest = density * (left + a_low * (a * left - 1.0) + right)
    return np.minimum(1.0, 1.0 - rest * (1.0 - 32.0 * U) + 2.0 * U)


def _delta_by_difference(
    density: Array, epsilon: Array, mu: Array, *parts: Array
) -> Array:
    """Return delta as the density times G."""
    g, bound = _bounded_g(epsilon, mu, *parts)
    delta = density * g * (1.0 + (bound + 24.0) * U) + kernel._TINIEST
    return np.minimum(1.0, delta)


def least_delta(sigma: Array, epsilon: Array, sensitivity: Array) -> tuple[Array, Any]:
    """Return `kernel.least_delta` of a block, and which rows are usual."""
    mu = sensitivity / sigma
    is_usual = (mu >= kernel._LEAST_MU) & (mu < kernel._LARGE_MU) & (epsilon <= 1e28)
    sigma, sensitivity = _scaled(sigma, sensitivity)
    is_usual &= sigma >= 1e-145
    a, a_low, b = kernel._double_double_a(epsilon, sigma, sensitivity)
    square, rest = kernel._two_product(a, a)
    density = np.exp(-0.5 * square) * (1.0 - (0.5 * rest + a * a_low))
    density /= kernel._SQRT_2_PI

    columns = (density, epsilon, mu, a, a_low, b)
    delta = _by_cases(a > 0.5, _delta_by_complement, _delta_by_difference, *columns)
    is_far = epsilon / mu * (1.0 - 8.0 * U) - 0.5 * mu > 39.0
    at_zero = mu / kernel._SQRT_2_PI * (1.0 + 8.0 * U) + kernel._TINIEST
    return np.where(is_far, np.minimum(at_zero, 1e-300), delta), is_usual
