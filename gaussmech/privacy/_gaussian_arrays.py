"""The solver of `_gaussian_kernel` for arrays, in NumPy: for programs without Numba.

Each function does what that of the same name does there, for many values at once and with the same
operations in the same order. Operations that are rounded to nearest have the same bits. NumPy's
`exp` and `log` are within one unit in the last place, as those of the scalar kernel, but may have
other last bits on some processors. So the error bounds of the scalar kernel and its one-sided
results hold here too, while the last bits of a result may differ.

Values are computed in blocks that stay in the cache.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from gaussmech._checks import Array
from gaussmech.privacy import _gaussian_kernel as kernel
from gaussmech.privacy._gaussian_kernel import U

# This many values are computed at once: their intermediate arrays stay in the cache.
BLOCK = 2**12
_TABLE = np.array(kernel._TABLE)
_START = np.array(kernel._START)
_Indices = np.ndarray[tuple[int], np.dtype[np.intp]]


def fill_sigma(epsilon: Array, delta: Array, sensitivity: Array, out: Array) -> None:
    """Write `least_sigma` of each row into `out`."""

    def from_mu(mu: Array, part: slice) -> Array:
        size = sensitivity[part]
        at_least = (size / delta[part]) / kernel._SQRT_2_PI * (1.0 + 40.0 * U)
        sigma = size / mu * (1.0 + 36.0 * U) + kernel._TINIEST
        return np.where(mu < kernel._LEAST_MU, at_least, sigma)

    _fill(kernel.least_sigma, (epsilon, delta, sensitivity), out, from_mu)


def fill_mu(epsilon: Array, delta: Array, out: Array) -> None:
    """Write `largest_mu` of each row into `out`."""

    def from_mu(mu: Array, part: slice) -> Array:
        bound = 2.0 * delta[part] + epsilon[part]
        at_most = kernel._SQRT_2_PI * 0.5 * bound * (1.0 + 40.0 * U) + kernel._TINIEST
        return np.where(mu < kernel._LEAST_MU, at_most, mu * (1.0 + 36.0 * U))

    _fill(kernel.largest_mu, (epsilon, delta), out, from_mu)


def _fill(
    scalar: Callable[..., float],
    columns: tuple[Array, ...],
    out: Array,
    from_mu: Callable[[Array, slice], Array],
) -> None:
    """Write the function `from_mu` of the solved mu into `out`; extremes are for the scalar one."""
    epsilon, delta = columns[:2]
    with np.errstate(all="ignore"):
        for first in range(0, out.size, BLOCK):
            part = slice(first, first + BLOCK)
            mu = _solve_block(epsilon[part], delta[part])
            out[part] = from_mu(mu, part)
    is_usual = (delta > 0.0) & (delta < 1.0) & (epsilon <= 1e30)
    if len(columns) == 3:
        is_usual &= columns[2] > 0.0
    for i in np.flatnonzero(~is_usual):
        out[i] = scalar(*(float(column[i]) for column in columns))


def _solve_block(epsilon: Array, delta: Array) -> Array:
    """Return mu of each row; rows with extreme values have any number."""
    is_usual = (delta > 0.0) & (delta < 1.0) & (epsilon <= 1e30)
    if not is_usual.all():
        epsilon = np.where(is_usual, epsilon, 1.0)
        delta = np.where(is_usual, delta, 0.1)
    start = _start(epsilon, delta)
    mu = np.abs(start)
    is_accurate = start > 0.0
    # The first step is for all rows, and most of them need no other.
    mu, size = _step(mu, epsilon, delta, is_accurate)
    rows = np.flatnonzero(~(is_accurate & (size < 1e-4)))
    is_accurate = size < 0.5
    for _ in range(99):
        if not len(rows):
            break
        mu[rows], size = _step(mu[rows], epsilon[rows], delta[rows], is_accurate[rows])
        is_done = is_accurate[rows] & (size < 1e-4)
        is_accurate[rows] = size < 0.5
        rows = rows[~is_done]
    mu[delta + 0.5 * epsilon < kernel._LEAST_BUDGET] = 0.0
    return mu


def _step(
    mu: Array, epsilon: Array, delta: Array, is_accurate: Any
) -> tuple[Array, Array]:
    """Return mu after a step of `solve_mu`, and the size of the step."""
    c = epsilon / mu
    h = 0.5 * mu
    a = h - c
    b = h + c
    is_complement = delta > 0.5
    is_series = (is_accurate | (mu < 1e-3)) & (mu < 0.7) & (epsilon < 0.5)
    is_series &= ~is_complement
    mass = np.empty_like(mu)
    rows = np.flatnonzero(is_complement)
    if len(rows):
        mass[rows] = _mills(a[rows]) + _tabled(0, b[rows])
    rows = np.flatnonzero(is_series)
    if len(rows):
        mass[rows] = _series(c[rows], h[rows])
    rows = np.flatnonzero(~(is_series | is_complement))
    if len(rows) == len(mu):
        mass = _mills(-a) - _tabled(0, b)
    elif len(rows):
        mass[rows] = _mills(-a[rows]) - _tabled(0, b[rows])
    slope = mu / mass
    target = delta
    if is_complement.any():
        slope = np.where(is_complement, -slope, slope)
        target = np.where(is_complement, 1.0 - delta, delta)
    quotient = mass / target
    f = np.log(quotient)
    rows = np.flatnonzero(quotient == np.inf)
    if len(rows):
        f[rows] = np.log(mass[rows]) - np.log(target[rows])
    f -= 0.5 * a * a + kernel._LOG_SQRT_2_PI
    p = 1.0 - slope - a * b
    q = p * (p - slope) - (a * a + b * b)
    t = f / slope
    tp = t * p
    step = -t * (1.0 - 0.5 * t * p) / (1.0 - tp + t * t * q / 6.0)
    size = np.abs(step)
    rows = np.flatnonzero(~(size < 1.0))
    if len(rows):
        step[rows] = np.where(f[rows] * slope[rows] > 0, -1.0, 1.0)
        size[rows] = 1.0
    further = mu + mu * step * (1.0 + step * (0.5 + step * (1.0 / 6.0 + step / 24.0)))
    rows = np.flatnonzero(size >= 1e-3)
    if len(rows):
        further[rows] = mu[rows] * np.exp(step[rows])
    size *= 2.0 + np.abs(a) * b + np.abs(slope)
    return further, size


def _tabled(which: int, t: Array) -> Array:
    """Return M at t >= -1 (`which` is 0) or -M' at t >= 0 (1)."""
    near = np.minimum(t, 4.0)
    k = (8.0 * (near + 1.0)).astype(np.intp)
    z = near - (-0.9375 + 0.125 * k)
    is_far = t >= 4.0
    has_far = is_far.any()
    if has_far:
        y = 4.0 / (4.0 + t)
        k_far = np.minimum(32.0 * y, kernel._INTERVALS_IN_Y - 1).astype(np.intp)
        z = np.where(is_far, y - (k_far + 0.5) / 32.0, z)
        k = np.where(is_far, k_far + kernel._INTERVALS_IN_T, k)
    k += which * kernel._INTERVALS
    k *= kernel._TERMS
    coefficients = [_TABLE[i:].take(k, mode="clip") for i in range(kernel._TERMS)]
    c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 = coefficients
    z_2 = z * z
    z_4 = z_2 * z_2
    for factor in (c1, c3, c5, c7, c9):
        factor *= z
    c0 += c1
    c2 += c3
    c2 *= z_2
    c0 += c2
    c4 += c5
    c6 += c7
    c6 *= z_2
    c4 += c6
    c8 += c9
    c8 *= z_4
    c4 += c8
    c4 *= z_4
    c0 += c4
    if has_far:
        power = y * y if which else y
        c0 = np.where(is_far, power * c0, c0)
    return c0


def _mills(t: Array) -> Array:
    """Return Mills' ratio."""
    rows = np.flatnonzero(t < -1.0)
    if not len(rows):
        return _tabled(0, t)
    ratio = _tabled(0, np.where(t < -1.0, -t, t))
    low = t[rows]
    ratio[rows] = kernel._SQRT_2_PI * np.exp(0.5 * low * low) - ratio[rows]
    return ratio


def _series(c: Array, h: Array) -> Array:
    """Return M(c - h) - M(c + h) by its series of positive terms."""
    even = _tabled(0, c)
    odd = _tabled(1, c)
    factor = 2.0 * h
    square = h * h
    total = factor * odd
    is_open = np.ones(len(c), bool)
    for k in range(2, 40, 2):
        even = (k - 1) * even - c * odd
        odd = k * odd - c * even
        factor *= square * kernel._PER_FACTORIAL[k]
        term = factor * odd
        np.add(total, term, out=total, where=is_open)
        is_open &= ~(term < 1e-17 * total)
        if not is_open.any():
            break
    return total


def _cubic(x: Array) -> tuple[Array, Array, Array, Array]:
    """Return the Lagrange weights at x in [0, 1] of the nodes -1, 0, 1 and 2."""
    inner = x * (x - 1.0)
    outer = (x + 1.0) * (x - 2.0)
    return (
        -inner * (x - 2.0) / 6.0,
        0.5 * outer * (x - 1.0),
        -0.5 * outer * x,
        inner * (x + 1.0) / 6.0,
    )


def _along(k: _Indices, first: int, weights: tuple[Array, ...]) -> Array:
    """Return the weighted sum of four entries of the table of starts, from entry k + first on."""
    v0, v1, v2, v3 = weights
    w0, w1, w2, w3 = (_START[first + i :].take(k, mode="clip") for i in range(4))
    w0 *= v0
    w1 *= v1
    w2 *= v2
    w3 *= v3
    w0 += w1
    w2 += w3
    w0 += w2
    return w0


def _start(epsilon: Array, delta: Array) -> Array:
    """Return a mu near the solution, negated if one step is not enough."""
    z = np.maximum(-np.log(4.0 * delta * (1.0 - delta)), 0.0)
    root = np.sqrt(z)
    is_tabled = (epsilon > 1.3e-4) & (epsilon < 99.0) & (root > 0.45) & (root < 5.9)
    is_tabled &= delta <= 0.5
    if is_tabled.all():
        return _tabled_start(epsilon, z, root)
    start = np.empty_like(z)
    rows = np.flatnonzero(is_tabled)
    start[rows] = _tabled_start(epsilon[rows], z[rows], root[rows])
    rows = np.flatnonzero(~is_tabled)
    start[rows] = _closed_start(epsilon[rows], delta[rows], z[rows], root[rows])
    return start


def _tabled_start(epsilon: Array, z: Array, root: Array) -> Array:
    """Return the start from the table."""
    bound = kernel._SQRT_2 * epsilon / (np.sqrt(z + epsilon) + root)
    row = (np.log(epsilon) - kernel.START_LOG_EPSILON) * kernel.START_PER_LOG
    column = (root - kernel.START_ROOT) * kernel.START_PER_ROOT
    i = row.astype(np.intp)
    j = column.astype(np.intp)
    u0, u1, u2, u3 = _cubic(row - i)
    v = _cubic(column - j)
    width = kernel._COLUMNS
    k = (i - 1) * width + j - 1
    ratio = u0 * _along(k, 0, v) + u1 * _along(k, width, v)
    ratio += u2 * _along(k, 2 * width, v) + u3 * _along(k, 3 * width, v)
    return bound * ratio


def _closed_start(epsilon: Array, delta: Array, z: Array, root: Array) -> Array:
    """Return the start by bounds in closed form, negated."""
    lower = kernel._SQRT_2 * epsilon / (np.sqrt(z + epsilon) + root)
    lower = np.where(epsilon > 0.0, lower, 0.0)
    z_above = z * 0.7853981633974483
    upper = kernel._SQRT_2 * (np.sqrt(z_above + epsilon) + np.sqrt(z_above))
    bound = np.where(delta <= 0.5, lower, upper)
    log_term = np.log1p(-delta * delta)
    mean = 4.3307 + 0.5 * log_term
    at_zero = 2.0 * np.sqrt(2.0 * (np.sqrt(mean * mean - log_term / 0.147) - mean))
    at_zero = np.where(delta < 0.05, kernel._SQRT_2_PI * delta, at_zero)
    return -np.maximum(at_zero, bound)
