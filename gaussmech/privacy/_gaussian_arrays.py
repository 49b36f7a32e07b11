"""The functions of `_gaussian_kernel` for arrays, in NumPy.

Each function does what that of the same name does there, for many values at once and with the same
operations in the same order. Operations that are rounded to nearest have the same bits. NumPy's
`exp` and `log` are within one unit in the last place, as those of the scalar kernel, but may have
other last bits on some processors. So the error bounds of the scalar kernel and its one-sided
results hold here too, while the last bits of a result may differ.

The arrays are (n,). They are computed in blocks that stay in the cache, and a value does not depend
on its block. Extreme values, which are rare, are left to the scalar kernel.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from gaussmech._checks import Array
from gaussmech.privacy import _gaussian_kernel as kernel
from gaussmech.privacy._gaussian_kernel import U

# This many values are computed at once: their intermediate arrays stay in the cache. With half as
# many a batch took a sixth longer, and with a quarter of them half as long again.
BLOCK = 2**13
# The coefficients (10, entries) in the order of `_tabled`: those of even powers, those of odd ones.
_ORDER = [0, 4, 2, 6, 8, 1, 5, 3, 7, 9]
_TABLE = np.array(kernel._TABLE).reshape(-1, kernel._TERMS).T[_ORDER].copy()
# The middle of each interval.
_MIDDLES = np.append(
    -0.9375 + 0.125 * np.arange(kernel._INTERVALS_IN_T),
    (np.arange(kernel._INTERVALS_IN_Y) + 0.5) / 32.0,
)
_START = np.array(kernel._START)
_Indices = np.ndarray[tuple[int], np.dtype[np.intp]]
_Block = Callable[..., tuple[Array, Any]]


def least_sigma(epsilon: Array, delta: Array, sensitivity: Array) -> Array:
    """Return `kernel.least_sigma` of each row."""
    mu, is_usual = _solve_mu(epsilon, delta)
    with np.errstate(all="ignore"):
        sigma = sensitivity / mu * (1.0 + 36.0 * U) + kernel._TINIEST
        at_least = (sensitivity / delta) / kernel._SQRT_2_PI * (1.0 + 40.0 * U)
    sigma = np.where(mu < kernel._LEAST_MU, at_least, sigma)
    is_usual &= sensitivity > 0.0
    columns = (epsilon, delta, sensitivity)
    return _with_extremes(sigma, is_usual, kernel.least_sigma, columns)


def largest_mu(epsilon: Array, delta: Array) -> Array:
    """Return `kernel.largest_mu` of each row."""
    mu, is_usual = _solve_mu(epsilon, delta)
    with np.errstate(all="ignore"):
        at_most = kernel._SQRT_2_PI * 0.5 * (2.0 * delta + epsilon)
        at_most = at_most * (1.0 + 40.0 * U) + kernel._TINIEST
    mu = np.where(mu < kernel._LEAST_MU, at_most, mu * (1.0 + 36.0 * U))
    return _with_extremes(mu, is_usual, kernel.largest_mu, (epsilon, delta))


def least_delta(sigma: Array, epsilon: Array, sensitivity: Array) -> Array:
    """Return `kernel.least_delta` of each row."""
    return _by_blocks(_delta, kernel.least_delta, sigma, epsilon, sensitivity)


def least_epsilon(sigma: Array, delta: Array, sensitivity: Array) -> Array:
    """Return `kernel.least_epsilon` of each row."""
    return _by_blocks(_epsilon, kernel.least_epsilon, sigma, delta, sensitivity)


def _parts(count: int) -> Iterator[slice]:
    """Yield the slices of so many rows that are computed at once."""
    for first in range(0, count, BLOCK):
        yield slice(first, first + BLOCK)


def _by_blocks(
    of_block: _Block, scalar: Callable[..., float], *columns: Array
) -> Array:
    """Return the results of a function of blocks; where it says so, those of the scalar one."""
    results = np.empty(len(columns[0]))
    for part in _parts(len(results)):
        # Some functions of NumPy have other last bits for arrays with strides.
        block = [np.ascontiguousarray(column[part]) for column in columns]
        with np.errstate(all="ignore"):
            of_part, is_usual = of_block(*block)
        results[part] = _with_extremes(of_part, is_usual, scalar, block)
    return results


def _with_extremes(
    results: Array,
    is_usual: Any,
    scalar: Callable[..., float],
    columns: Sequence[Array],
) -> Array:
    """Return the results, which are those of the scalar function in rows that are not usual."""
    for i in np.flatnonzero(~is_usual):
        results[i] = scalar(*(float(column[i]) for column in columns))
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


def _solve_mu(epsilon: Array, delta: Array) -> tuple[Array, Any]:
    """Return `kernel.solve_mu` of each row, and which rows are usual; others have any number."""
    is_usual = (delta > 0.0) & (delta < 1.0) & (epsilon <= 1e30)
    epsilon = np.where(is_usual, epsilon, 1.0)
    delta = np.where(is_usual, delta, 0.1)
    mu = np.empty(len(epsilon))
    size = np.empty(len(epsilon))
    is_accurate = np.empty(len(epsilon), bool)
    with np.errstate(all="ignore"):
        # The first step is for all rows, and most of them need no other.
        for part in _parts(len(mu)):
            start, is_accurate[part] = _start(epsilon[part], delta[part])
            budget = (epsilon[part], delta[part], is_accurate[part])
            mu[part], size[part] = _step(start, *budget)
        for _ in range(99):
            rows = np.flatnonzero(~(is_accurate & (size < 1e-4)))
            if not len(rows):
                break
            is_accurate[rows] = size[rows] < 0.5
            for part in _parts(len(rows)):
                some = rows[part]
                budget = (epsilon[some], delta[some], is_accurate[some])
                mu[some], size[some] = _step(mu[some], *budget)
    mu[delta + 0.5 * epsilon < kernel._LEAST_BUDGET] = 0.0
    return mu, is_usual


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

    def difference(c: Array, h: Array) -> Array:
        left, right = _mills(np.stack((c - h, h + c)))
        return left - right

    mass = _by_cases(is_series, _series, difference, c, h)
    slope = mu / mass
    target = delta
    if is_complement.any():
        rows = np.flatnonzero(is_complement)
        mass[rows] = _mills(np.stack((a[rows], b[rows]))).sum(axis=0)
        slope[rows] = -mu[rows] / mass[rows]
        target = np.where(is_complement, 1.0 - delta, delta)
    f = _log_ratio(mass, target)
    f -= 0.5 * a * a + kernel._LOG_SQRT_2_PI
    numerator, denominator = kernel._householder(f, slope, a, b)
    step = numerator / denominator
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


def _log_ratio(x: Array, target: Array) -> Array:
    """Return log(x / target) for x > 0, also where the quotient overflows."""
    quotient = x / target
    ratio = np.log(quotient)
    rows = np.flatnonzero(quotient == np.inf)
    if len(rows):
        ratio[rows] = np.log(x[rows]) - np.log(target[rows])
    return ratio


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
    # Estrin's scheme as in the kernel, two or more products at once: even and odd powers, ...
    terms = _TABLE.take(k, axis=1, mode="clip")
    pairs = terms[:5]
    odd = terms[5:]
    odd *= z
    pairs += odd
    # ... then (c0 + c1 z) with (c2 + c3 z) z^2, and (c4 + c5 z) with (c6 + c7 z) z^2.
    z_2 = z * z
    z_4 = z_2 * z_2
    inner = pairs[2:4]
    inner *= z_2
    low, high = pairs[:2]
    pairs[:2] += inner
    last = pairs[4]
    last *= z_4
    high += last
    high *= z_4
    low += high
    if has_far:
        power = y * y if which else y
        return np.where(is_far, power * low, low)
    return low.copy()


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


def _along(k: _Indices, first: int, weights: tuple[Array, ...]) -> Array:
    """Return the weighted sum of four entries of the table of starts, from entry k + first on."""
    v0, v1, v2, v3 = weights
    w0, w1, w2, w3 = (_START[first + i :].take(k, mode="clip") for i in range(4))
    return (v0 * w0 + v1 * w1) + (v2 * w2 + v3 * w3)


def _start(epsilon: Array, delta: Array) -> tuple[Array, Any]:
    """Return a mu near the solution of each row, and whether one step is enough from there."""
    z = np.maximum(-np.log(4.0 * delta * (1.0 - delta)), 0.0)
    root = np.sqrt(z)
    is_tabled = (epsilon > 1.3e-4) & (epsilon < 99.0) & (root > 0.45) & (root < 5.9)
    is_tabled &= delta <= 0.5
    columns = (epsilon, delta, z, root)
    return _by_cases(is_tabled, _tabled_start, _closed_start, *columns), is_tabled


def _tabled_start(epsilon: Array, delta: Array, z: Array, root: Array) -> Array:
    """Return the start from the table."""
    bound = kernel._SQRT_2 * epsilon / (np.sqrt(z + epsilon) + root)
    row = (np.log(epsilon) - kernel.START_LOG_EPSILON) * kernel.START_PER_LOG
    column = (root - kernel.START_ROOT) * kernel.START_PER_ROOT
    i = row.astype(np.intp)
    j = column.astype(np.intp)
    u0, u1, u2, u3 = kernel._cubic(row - i)
    v = kernel._cubic(column - j)
    width = kernel._COLUMNS
    k = (i - 1) * width + j - 1
    ratio = u0 * _along(k, 0, v) + u1 * _along(k, width, v)
    ratio += u2 * _along(k, 2 * width, v) + u3 * _along(k, 3 * width, v)
    return bound * ratio


def _closed_start(epsilon: Array, delta: Array, z: Array, root: Array) -> Array:
    """Return the start by bounds in closed form."""
    lower = kernel._SQRT_2 * epsilon / (np.sqrt(z + epsilon) + root)
    lower = np.where(epsilon > 0.0, lower, 0.0)
    z_above = z * 0.7853981633974483
    upper = kernel._SQRT_2 * (np.sqrt(z_above + epsilon) + np.sqrt(z_above))
    bound = np.where(delta <= 0.5, lower, upper)
    log_term = np.log1p(-delta * delta)
    mean = 4.3307 + 0.5 * log_term
    at_zero = 2.0 * np.sqrt(2.0 * (np.sqrt(mean * mean - log_term / 0.147) - mean))
    at_zero = np.where(delta < 0.05, kernel._SQRT_2_PI * delta, at_zero)
    return np.maximum(at_zero, bound)


def _double_double_a(
    mu: Array, epsilon: Array, sigma: Array, sensitivity: Array
) -> tuple[Array, Array, Array]:
    """Return a = h - c as high and low part, and b, from a scaled sigma and sensitivity."""
    a, low, b = kernel._double_double_a(epsilon, sigma, sensitivity)
    is_large = mu >= kernel._LARGE_MU
    if is_large.any():
        total, rest = kernel._normalized(a, low)
        a = np.where(is_large, total, a)
        low = np.where(is_large, rest, low)
    return a, low, b


def _scaled(sigma: Array, sensitivity: Array) -> tuple[Array, Array]:
    """Return both divided by the power of two that brings sensitivity into [1/2, 1)."""
    scaled_sensitivity, exponent = np.frexp(sensitivity)
    mantissa, power = np.frexp(sigma)
    return np.ldexp(mantissa, power - exponent), scaled_sensitivity


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


def _h(a: Array, a_low: Array, b: Array) -> Array:
    """Return H at a + a_low."""
    left, right = _mills(np.stack((a, b)))
    return left + a_low * (a * left - 1.0) + right


def _delta(sigma: Array, epsilon: Array, sensitivity: Array) -> tuple[Array, Any]:
    """Return `least_delta` of a block, and which rows are usual."""
    mu = sensitivity / sigma
    is_usual = (sensitivity > 0.0) & (mu >= kernel._LEAST_MU) & (epsilon <= 1e28)
    sigma, sensitivity = _scaled(sigma, sensitivity)
    is_usual &= sigma >= 1e-145
    a, a_low, b = _double_double_a(mu, epsilon, sigma, sensitivity)
    square, rest = kernel._two_product(a, a)
    density = np.exp(-0.5 * square) * (1.0 - (0.5 * rest + a * a_low))
    density /= kernel._SQRT_2_PI

    def by_complement(
        density: Array, epsilon: Array, mu: Array, *parts: Array
    ) -> Array:
        left = density * _h(*parts)
        return np.minimum(1.0, 1.0 - left * (1.0 - 32.0 * U) + 2.0 * U)

    def by_difference(
        density: Array, epsilon: Array, mu: Array, *parts: Array
    ) -> Array:
        g, bound = _bounded_g(epsilon, mu, *parts)
        delta = density * g * (1.0 + (bound + 24.0) * U) + kernel._TINIEST
        return np.minimum(1.0, delta)

    columns = (density, epsilon, mu, a, a_low, b)
    delta = _by_cases(a > 0.5, by_complement, by_difference, *columns)
    is_far = epsilon / mu * (1.0 - 8.0 * U) - 0.5 * mu > 39.0
    at_zero = mu / kernel._SQRT_2_PI * (1.0 + 8.0 * U) + kernel._TINIEST
    return np.where(is_far, np.minimum(at_zero, 1e-300), delta), is_usual


def _epsilon_residual(
    epsilon: Array, delta: Array, sigma: Array, sensitivity: Array, mu: Array
) -> tuple[Array, Array, Array, Array]:
    """Return f, its slope, f'' / f' and a bound of the error of f, at this epsilon."""
    a, a_low, b = _double_double_a(mu, epsilon, sigma, sensitivity)
    right = _tabled(0, b)
    is_low = delta <= 0.5

    def bounded_h(epsilon: Array, mu: Array, *parts: Array) -> Array:
        return np.stack((_h(*parts), np.full(len(epsilon), 12.0)))

    mass, bound = _by_cases(is_low, _bounded_g, bounded_h, epsilon, mu, a, a_low, b)
    slope = np.where(is_low, -right, right) / mass
    f = _log_ratio(mass, np.where(is_low, delta, 1.0 - delta))
    square, rest = kernel._two_product(a, a)
    error = (bound + 6.0 + 2.0 * square) * U
    f -= 0.5 * square + kernel._LOG_SQRT_2_PI + (0.5 * rest + a * a_low)
    return f, slope, 1.0 - 1.0 / (mu * right) - slope, error


def _epsilon(sigma: Array, delta: Array, sensitivity: Array) -> tuple[Array, Any]:
    """Return `least_epsilon` of a block, and which rows are usual."""
    mu = sensitivity / sigma
    is_usual = (mu >= kernel._LEAST_MU) & (mu <= 1e12) & (delta > 0.0) & (delta < 1.0)
    is_free = delta >= least_delta(sigma, np.zeros(len(delta)), sensitivity)
    results = np.zeros(len(delta))
    rows = np.flatnonzero(is_usual & ~is_free)
    mu = mu[rows]
    delta = delta[rows]
    sigma, sensitivity = _scaled(sigma[rows], sensitivity[rows])
    tail = np.where(delta < 0.5, np.sqrt(-2.0 * np.log(2.0 * delta)), 0.0)
    highest = mu * (0.5 * mu + tail)
    epsilon = highest.copy()
    # The last step of each row, its size, the error bound of the residual, and its slope.
    steps = np.empty((4, len(rows)))
    active = np.arange(len(rows))
    for _ in range(200):
        if not len(active):
            break
        columns = (epsilon, delta, sigma, sensitivity, mu)
        at = epsilon[active]
        f, slope, curvature, error = _epsilon_residual(
            *(column[active] for column in columns)
        )
        t = f / slope
        bend = 0.5 * t * curvature
        step = np.where(np.abs(bend) < 0.5, -t / (1.0 - bend), -t)
        size = np.abs(step) * (np.abs(curvature) + 1.0 / at)
        steps[:, active] = step, size, error, slope
        is_done = (size <= 1e-5) | (np.abs(f) <= error) | (at < 1e-25 * highest[active])
        active = active[~is_done]
        epsilon[active] = np.maximum(at + step, 0.1 * at)[~is_done]
    step, size, error, slope = steps
    outward = error * 1.01 / np.abs(slope)
    last = step + np.abs(step) * size * size
    outward += np.where(step > -0.5 * epsilon, last, 0.0)
    results[rows] = np.minimum(epsilon + outward, highest) * (1.0 + 4.0 * U)
    return results, is_usual | is_free
