r"""Kernel of the Gaussian privacy profile: one (epsilon, delta, mu) at a time.

With mu = sensitivity / sigma, c = epsilon / mu, h = mu / 2, a = h - c and b = h + c,

    delta = phi(a) G,  G = M(-a) - M(b);    1 - delta = phi(a) H,  H = M(a) + M(b),

where phi is the normal density and M Mills' ratio (Balle & Wang, Theorem 8, with
e^epsilon phi(b) = phi(a)).

Error bounds, relative, in units of u = 2^-53, for operations rounded to nearest and an `exp` and
a `log` within one unit in the last place (as in glibc, musl, Apple's and Microsoft's libraries):

    M(t), t >= -1         5    -M'(t), t >= 0        8      tested on a dense grid
    G by its series      20    G by the difference   5 (M(-a) + M(b)) / G + 1
    H                     6

The error of log(phi(a) G / delta) divided by its slope in log mu, mu / G, is the error of the
solved mu: within MU_ERROR u. Results are moved outward by more than the bound of all steps.

The functions are plain Python, for a single budget; `compiled` returns them compiled by Numba, for
many: the same bits.
"""

import math
from functools import cache
from math import exp, log, log1p, sqrt
from pathlib import Path
from types import FunctionType, SimpleNamespace

import numpy as np

_Floats = np.ndarray[tuple[int], np.dtype[np.float64]]

U, MU_ERROR = 2.0**-53, 32.0
_INF = math.inf
_TABLE = np.load(Path(__file__).with_name("mills_table.npy")).ravel().tolist()
_NEAR, _INTERVALS, _TERMS = 40, 56, 10
_SQRT_2, _SQRT_2_PI, _LOG_SQRT_2_PI = 1.4142135623730951, 2.5066282746310002, 0.9189385332046727
_SPLIT = 134217729.0  # 2^27 + 1
_TINIEST = 5e-324
_LARGEST_EXPONENT = 709.782712893384  # exp of more overflows, which `math.exp` takes for an error
# Ratios, not their logarithms: NumPy's exp has other last digits without vector units, and so would
# sigma.
_START_TABLE = np.load(Path(__file__).with_name("start_table.npy"))
_START = _START_TABLE.ravel().tolist()
_COLUMNS = _START_TABLE.shape[1]
START_LOG_EPSILON, START_PER_LOG = math.log(1e-4), 14.0
START_ROOT, START_PER_ROOT = 0.375, 32.0
_PER_FACTORIAL = [0.0] + [1.0 / (k * (k + 1)) for k in range(1, 40)]


def _over(x: float, y: float) -> float:
    """x / y, where 1 / 0 is inf and 0 / 0 is NaN."""
    return x / y if y != 0.0 else x * _INF


def _tabled(which: int, t: float) -> float:
    """M at t >= -1 (0), or -M' at t >= 0 (1): polynomials in t, and in 4 / (4 + t) from 4 on."""
    if t < 4.0:
        k = int(8.0 * (t + 1.0))
        z, power = t - (-0.9375 + 0.125 * k), 1.0
    else:
        y = 4.0 / (4.0 + t)
        k = min(int(32.0 * y), 15)
        z, power = y - (k + 0.5) / 32.0, y * y if which else y
        k += _NEAR
    # By Estrin's scheme: a processor evaluates its parts at once.
    i = (which * _INTERVALS + k) * _TERMS
    z_2 = z * z
    z_4 = z_2 * z_2
    low = (_TABLE[i] + _TABLE[i + 1] * z) + (_TABLE[i + 2] + _TABLE[i + 3] * z) * z_2
    high = (_TABLE[i + 4] + _TABLE[i + 5] * z) + (_TABLE[i + 6] + _TABLE[i + 7] * z) * z_2
    return power * (low + (high + (_TABLE[i + 8] + _TABLE[i + 9] * z) * z_4) * z_4)


def mills(t: float) -> float:
    """M(t) = (1 - Phi(t)) / phi(t)."""
    if t < -1.0:
        square = 0.5 * t * t
        if square > _LARGEST_EXPONENT:
            return _INF
        return _SQRT_2_PI * exp(square) - _tabled(0, -t)
    return _tabled(0, t)


def _series(c: float, h: float) -> float:
    """M(c - h) - M(c + h) = 2 sum_k h^(2k+1) / (2k+1)! N_(2k+1)(c), every term positive.

    N_k = |k-th derivative of M|, N_(k+1) = k N_(k-1) - c N_k. The recurrence loses digits as c
    grows, but its terms shrink faster: ch = epsilon / 2 < 4.
    """
    before, now = _tabled(0, c), _tabled(1, c)
    factor, square = 2.0 * h, h * h
    total = factor * now
    for k in range(2, 40, 2):
        before, now = now, (k - 1) * before - c * now
        before, now = now, k * before - c * now
        factor *= square * _PER_FACTORIAL[k]
        term = factor * now
        total += term
        if term < 1e-17 * total:
            break
    return total


def _log_ratio(x: float, target: float) -> float:
    """log(x / target), also where the quotient overflows; x > 0."""
    quotient = x / target
    return log(quotient) if quotient < _INF else log(x) - log(target)


def _cubic(x: float) -> tuple[float, float, float, float]:
    """Lagrange weights at x in [0, 1] of the nodes -1, 0, 1, 2."""
    left, right = x * (x - 1.0), (x + 1.0) * (x - 2.0)
    return (
        -left * (x - 2.0) / 6.0,
        0.5 * right * (x - 1.0),
        -0.5 * right * x,
        left * (x + 1.0) / 6.0,
    )


def _along(k: int, weights: tuple[float, float, float, float]) -> float:
    """Four entries of the table of starts, weighted."""
    v0, v1, v2, v3 = weights
    return (v0 * _START[k] + v1 * _START[k + 1]) + (v2 * _START[k + 2] + v3 * _START[k + 3])


def _start(epsilon: float, delta: float) -> float:
    """A mu near the solution; negative if one step will not do, 0 if there is nothing to solve.

    The larger of two bounds: at epsilon = 0 (with Winitzki's approximate erf^-1) and Vinterbo's
    (arXiv 2012.10523), which a table corrects in the usual range.
    """
    if not 0.0 < delta < 1.0 or epsilon == _INF:
        return 0.0
    z = max(-log(4.0 * delta * (1.0 - delta)), 0.0)
    root = sqrt(z)
    if delta <= 0.5:
        bound = _SQRT_2 * epsilon / (sqrt(z + epsilon) + root) if epsilon > 0.0 else 0.0
        if 1.3e-4 < epsilon < 99.0 and 0.45 < root < 5.9:
            x = (log(epsilon) - START_LOG_EPSILON) * START_PER_LOG
            y = (root - START_ROOT) * START_PER_ROOT
            i, j = int(x), int(y)
            u0, u1, u2, u3 = _cubic(x - i)
            v = _cubic(y - j)
            k = (i - 1) * _COLUMNS + j - 1
            ratio = (u0 * _along(k, v) + u1 * _along(k + _COLUMNS, v)) + (
                u2 * _along(k + 2 * _COLUMNS, v) + u3 * _along(k + 3 * _COLUMNS, v)
            )
            return bound * ratio
    else:
        z *= 0.7853981633974483
        bound = _SQRT_2 * (sqrt(z + epsilon) + sqrt(z))
    if delta < 0.05:
        at_zero = _SQRT_2_PI * delta
    else:
        log_term = log1p(-delta * delta)
        mean = 4.3307 + 0.5 * log_term
        at_zero = 2.0 * sqrt(2.0 * (sqrt(mean * mean - log_term / 0.147) - mean))
    return -max(at_zero, bound)


def solve_mu(epsilon: float, delta: float, start: float) -> float:
    """mu with delta(epsilon, mu) = delta, from `_start`; 0 <= epsilon < inf, 0 < delta < 1.

    Householder steps of order four on log(delta(mu) / delta) in log mu, or on the complements
    where delta > 1/2.
    """
    if epsilon > 1e30:
        # a = mu/2 - epsilon/mu has no digits left, and mu = a + sqrt(a^2 + 2 epsilon) needs none:
        # Phi(a) >= delta bounds a, and so mu, from below.
        tail = sqrt(-2.0 * log(2.0 * delta)) if delta < 0.5 else 0.0
        return sqrt(2.0) * sqrt(epsilon) - tail
    mu, accurate = abs(start), start > 0.0
    for _ in range(100):
        c, h = epsilon / mu, 0.5 * mu
        a, b = h - c, h + c
        if delta > 0.5:
            mass = mills(a) + _tabled(0, b)
            slope = -mu / mass
            f = _log_ratio(mass, 1.0 - delta)
        else:
            # Only the last step needs G without cancellation.
            if (accurate or mu < 1e-3) and mu < 0.7 and epsilon < 0.5:
                mass = _series(c, h)
            else:
                mass = mills(-a) - _tabled(0, b)
            slope = mu / mass
            f = _log_ratio(mass, delta)
        f -= 0.5 * a * a + _LOG_SQRT_2_PI
        p = 1.0 - slope - a * b
        q = p * (p - slope) - (a * a + b * b)
        t = f / slope
        step = _over(-t * (1.0 - 0.5 * t * p), 1.0 - t * p + t * t * q / 6.0)
        if not -1.0 < step < 1.0:
            step = -1.0 if f * slope > 0 else 1.0
        if abs(step) < 1e-3:
            mu += mu * step * (1.0 + step * (0.5 + step * (1.0 / 6.0 + step / 24.0)))
        else:
            mu *= exp(step)
        # In units of the scale on which delta changes; the order is four.
        size = abs(step) * (2.0 + abs(a) * b + abs(slope))
        if accurate and size < 1e-4:
            break
        accurate = size < 0.5
    return mu


def least_sigma(epsilon: float, delta: float, sensitivity: float) -> float:
    return _least_sigma(epsilon, delta, sensitivity, _start(epsilon, delta))


def _least_sigma(epsilon: float, delta: float, sensitivity: float, start: float) -> float:
    if sensitivity == 0.0 or delta >= 1.0 or epsilon == _INF:
        return 0.0
    if delta == 0.0:
        return _INF
    mu = solve_mu(epsilon, delta, start)
    if mu < 1e-290:
        # Near the smallest doubles mu loses digits; at epsilon = 0 it is at least sqrt(2 pi) delta.
        return (sensitivity / delta) / _SQRT_2_PI * (1.0 + 40.0 * U)
    # A subnormal result is rounded by more than u: one unit up covers it.
    return sensitivity / mu * (1.0 + 36.0 * U) + _TINIEST


def _two_product(x: float, y: float) -> tuple[float, float]:
    """x y as rounded product and exact rest (Dekker); |x|, |y| < 1e290."""
    product = x * y
    t = _SPLIT * x
    x_high = t - (t - x)
    x_low = x - x_high
    t = _SPLIT * y
    y_high = t - (t - y)
    y_low = y - y_high
    return product, x_low * y_low - (
        ((product - x_high * y_high) - x_low * y_high) - x_high * y_low
    )


def _scaled(sigma: float, sensitivity: float) -> tuple[float, float]:
    """The two over a power of two, with sensitivity in [1/2, 1)."""
    mantissa, exponent = math.frexp(sensitivity)
    size, power = math.frexp(sigma)
    power -= exponent
    return math.ldexp(size, power) if power <= 1024 else _INF, mantissa


def _twice(epsilon: float, sigma: float, sensitivity: float) -> tuple[float, float, float]:
    """a = h - c as high and low part, and b, from a scaled sigma and sensitivity."""
    h = 0.5 * sensitivity / sigma
    product, rest = _two_product(h, sigma)
    h_low = ((0.5 * sensitivity - product) - rest) / sigma
    scaled, scaled_rest = _two_product(epsilon, sigma)
    c = scaled / sensitivity
    product, rest = _two_product(c, sensitivity)
    c_low = (((scaled - product) - rest) + scaled_rest) / sensitivity
    a = h - c
    # Knuth's two-sum: what rounding took from h - c.
    back = a - h
    low = (h - (a - back)) + (-c - back) + (h_low - c_low)
    if h < 1e6:
        return a, low, h + c
    # The low part is small beside 1 no more: its square would count.
    total = a + low
    return total, low - (total - a), h + c


def _g_bounded(epsilon: float, mu: float, a: float, a_low: float, b: float) -> tuple[float, float]:
    """G at a + a_low to full relative accuracy, and a bound of its error in u."""
    if mu < 1.0 and epsilon < 8.0:
        return _series(epsilon / mu, 0.5 * mu), 14.0 + 6.0 * epsilon * epsilon
    left, right = mills(-a), _tabled(0, b)
    left += a_low * (1.0 + a * left)
    return left - right, 1.0 + _over(7.0 * (left + right), left - right)


def _h(a: float, a_low: float, b: float) -> float:
    """H at a + a_low."""
    left = mills(a)
    return left + a_low * (a * left - 1.0) + _tabled(0, b)


def least_delta(sigma: float, epsilon: float, sensitivity: float) -> float:
    if sensitivity == 0.0 or sigma == _INF or epsilon == _INF:
        return 0.0
    if sigma == 0.0:
        return 1.0
    mu = sensitivity / sigma
    sigma, sensitivity = _scaled(sigma, sensitivity)
    # Less by what rounding may have added.
    if _over(epsilon, mu) * (1.0 - 8.0 * U) - 0.5 * mu > 39.0 or mu < 1e-290:
        # Below 1e-300, where doubles run out; the value at epsilon = 0 is an upper bound too.
        at_zero = mu / _SQRT_2_PI * (1.0 + 8.0 * U) + _TINIEST
        return at_zero if epsilon == 0.0 else min(at_zero, 1e-300)
    if sigma < 1e-145 or epsilon > 1e28:
        # Of no use in practice: the trivial bound.
        return 1.0
    a, a_low, b = _twice(epsilon, sigma, sensitivity)
    square, rest = _two_product(a, a)
    # Corrected for the rounding of the square.
    density = exp(-0.5 * square) * (1.0 - (0.5 * rest + a * a_low)) / _SQRT_2_PI
    if a > 0.5:
        left = density * _h(a, a_low, b)
        return min(1.0, 1.0 - left * (1.0 - 32.0 * U) + 2.0 * U)
    g, bound = _g_bounded(epsilon, mu, a, a_low, b)
    return min(1.0, density * g * (1.0 + (bound + 24.0) * U) + _TINIEST)


def _epsilon_residual(
    epsilon: float, delta: float, sigma: float, sensitivity: float
) -> tuple[float, float, float, float]:
    """f = log(delta(epsilon) / delta), or of the complements; its slope; a bound of its error."""
    mu = sensitivity / sigma
    a, a_low, b = _twice(epsilon, sigma, sensitivity)
    right = _tabled(0, b)
    if delta <= 0.5:
        mass, bound = _g_bounded(epsilon, mu, a, a_low, b)
        slope = -right / mass
        f = _log_ratio(mass, delta)
    else:
        mass, bound = _h(a, a_low, b), 12.0
        slope = right / mass
        f = _log_ratio(mass, 1.0 - delta)
    square, rest = _two_product(a, a)
    error = (bound + 6.0 + 2.0 * square) * U
    f -= 0.5 * square + _LOG_SQRT_2_PI + (0.5 * rest + a * a_low)
    return f, slope, 1.0 - 1.0 / (mu * right) - slope, error


def least_epsilon(sigma: float, delta: float, sensitivity: float) -> float:
    if sensitivity == 0.0 or sigma == _INF or delta >= 1.0:
        return 0.0
    if sigma == 0.0 or delta == 0.0:
        return _INF
    if delta >= least_delta(sigma, 0.0, sensitivity):
        return 0.0
    mu = sensitivity / sigma
    sigma, sensitivity = _scaled(sigma, sensitivity)
    # Phi(-s) <= exp(-s^2 / 2) / 2 bounds delta, and s bounds epsilon from above.
    tail = sqrt(-2.0 * log(2.0 * delta)) if delta < 0.5 else 0.0
    epsilon = highest = mu * (0.5 * mu + tail)
    if mu > 1e12 or mu < 1e-290:
        # Of no use in practice, and the bound is good to twelve digits where mu is large.
        return highest * (1.0 + 16.0 * U) + _TINIEST
    for _ in range(200):
        f, slope, curvature, error = _epsilon_residual(epsilon, delta, sigma, sensitivity)
        t = f / slope
        # Halley's step, and Newton's where the second derivative is of no use.
        bend = 0.5 * t * curvature
        step = -t / (1.0 - bend) if abs(bend) < 0.5 else -t
        # The step over the scale on which the residual bends; Halley's order is three.
        size = abs(step) * (abs(curvature) + _over(1.0, epsilon))
        if size <= 1e-5 or abs(f) <= error or epsilon < 1e-25 * highest:
            break
        epsilon = max(epsilon + step, 0.1 * epsilon)
    # Up by the error of the residual, and by what the last step leaves out. A root below what the
    # residual can resolve counts as 0.
    outward = error * 1.01 / abs(slope)
    if step > -0.5 * epsilon:
        outward += step + abs(step) * size * size
    return min(epsilon + outward, highest) * (1.0 + 4.0 * U)


def fill_sigma(epsilon: _Floats, delta: _Floats, sensitivity: _Floats, out: _Floats) -> None:
    # In two short loops: a processor works on more of their passes at once.
    for i in range(len(out)):
        out[i] = _start(epsilon[i], delta[i])
    for i in range(len(out)):
        out[i] = _least_sigma(epsilon[i], delta[i], sensitivity[i], float(out[i]))


def fill_delta(sigma: _Floats, epsilon: _Floats, sensitivity: _Floats, out: _Floats) -> None:
    for i in range(len(out)):
        out[i] = least_delta(sigma[i], epsilon[i], sensitivity[i])


def fill_epsilon(sigma: _Floats, delta: _Floats, sensitivity: _Floats, out: _Floats) -> None:
    for i in range(len(out)):
        out[i] = least_epsilon(sigma[i], delta[i], sensitivity[i])


@cache
def compiled() -> SimpleNamespace:
    """The functions `least_` and `fill_`, compiled; the machine code is cached on disk."""
    from numba import njit

    names = dict(globals())
    for name in ("_TABLE", "_START", "_PER_FACTORIAL"):
        names[name] = np.array(names[name])
    for name, function in globals().items():
        if isinstance(function, FunctionType) and function.__module__ == __name__:
            # As in NumPy, division by zero gives inf: no checks in the inner loop.
            plain = FunctionType(function.__code__, names, name)
            entry = name.startswith(("least_", "fill_"))
            names[name] = njit(plain, error_model="numpy", cache=entry, forceinline=not entry)
    return SimpleNamespace(**names)
