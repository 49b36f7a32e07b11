#!/usr/bin/env python3
r"""Calibrate Gaussian noise for differential privacy: one file, only the standard library.

    python calibrate_gaussian.py sigma EPSILON DELTA [SENSITIVITY]
    python calibrate_gaussian.py delta SIGMA EPSILON [SENSITIVITY]
    python calibrate_gaussian.py epsilon SIGMA DELTA [SENSITIVITY]

The analytic Gaussian mechanism of Balle & Wang (ICML 2018), Theorem 8. Results are never on the
unsafe side: sigma, delta and epsilon are never below the exact values. For Python 3.9 or later;
copy it where you need it, and check your copy by gaussian.csv beside it. Use it to calibrate, not
to release real data: noise in floating point can be attacked (Mironov, 2012).

Made by tools/make_single_file.py from gaussmech 0.2.0, MIT licence: change the library, not
this file. What follows is the docstring of its kernel.

Solve the Gaussian privacy profile, delta(epsilon, mu): one (epsilon, delta, mu) at a time.

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
solved mu, which is within MU_ERROR u: the Notes of `calibration.analytic_gaussian_sigma` add the
steps up. Results are moved outward by more than the bound of all steps, so they never err on the
unsafe side.

Where the tables come from: `tools/make_kernel_tables.py` writes both.

- `mills_table.npy` has M and -M' as polynomials of degree 9, which interpolate them at the 10
  Chebyshev points of an interval, computed by mpmath in 60 digits and rounded to doubles: 40
  intervals of width 1/8 in -1 <= t < 4, and beyond them 16 of width 1/32 in y = 4 / (4 + t), where
  the polynomials are those of M / y and -M' / y^2, smooth up to t = inf. The polynomials with
  their rounded coefficients are within 1.1 u; evaluated in doubles they were within 3.7 u of M and
  6.2 u of -M' (measured against mpmath at nine points an interval).
- `start_table.npy` has the exact mu over Vinterbo's bound, as 198 x 182 numbers of
  single precision, by log epsilon and by sqrt(-log(4 delta (1 - delta))). Interpolated by cubics it
  gives mu to a relative 7e-6 (4e-8 in the median), from where one step of order four is enough. It
  decides the time that a solution takes and nothing else.
"""

from __future__ import annotations

import base64
import math
import struct
import sys
import zlib
from itertools import accumulate
from math import exp, log, log1p, sqrt

_COLUMNS = 182
# Half a unit in the last place of 1: the bound of the relative error of one rounded operation.
U = 2.0**-53
# The relative error of a solved mu, in units of U: the steps add up to at most 29.9.
MU_ERROR = 32.0
_INF = math.inf
# The shape of the table, as the docstring of the module describes it: it has 40 intervals in t and
# 16 in y, which makes 56, and a polynomial has 10 terms.
_INTERVALS_IN_T = 40
_INTERVALS_IN_Y = 16
_INTERVALS = _INTERVALS_IN_T + _INTERVALS_IN_Y
_TERMS = 10
# These constants are the doubles nearest to their names.
_SQRT_2 = 1.4142135623730951
_SQRT_2_PI = 2.5066282746310002
_LOG_SQRT_2_PI = 0.9189385332046727
# 2^27 + 1 splits a double into two halves of at most 26 bits, whose products are exact (Dekker).
_SPLIT = 134217729.0
# The smallest positive double: half of it is the largest error of a subnormal result.
_TINIEST = 5e-324
# The logarithm of the largest double. `math.exp` raises an error beyond it.
_LARGEST_EXPONENT = 709.782712893384
# The table of starts starts at this log epsilon and at this root, sqrt(-log(4 delta (1 - delta))),
# and has this many points per unit of each. `tools/make_kernel_tables.py` reads these constants.
START_LOG_EPSILON = math.log(1e-4)
START_PER_LOG = 14.0
START_ROOT = 0.375
START_PER_ROOT = 32.0
# Below this mu the solver gives up, because mu loses digits near the smallest doubles. Callers take
# a bound in closed form there.
_LEAST_MU = 1e-290
# From this mu on the low part of a is not small against 1, and its square would count.
_LARGE_MU = 2e6
# At most 1 / sqrt(2 pi) of it: mu is below sqrt(2 pi) (delta + epsilon / 2).
_LEAST_BUDGET = 1e-291
# The term h^(2k+1) / (2k+1)! is h^2 times entry 2k of this table times the term before. The series
# ends before entry 40.
_PER_FACTORIAL = [0.0] + [1.0 / (k * (k + 1)) for k in range(1, 40)]


def _over(x: float, y: float) -> float:
    """Return x / y, where 1 / 0 is inf and 0 / 0 is NaN."""
    return x / y if y != 0.0 else x * _INF


def _tabled(which: int, t: float) -> float:
    """Return M at t >= -1 (`which` is 0) or -M' at t >= 0 (1) from the table of polynomials.

    z is the distance from the middle of the interval k that holds t, or y = 4 / (4 + t).
    """
    if t < 4.0:
        # The intervals have width 1/8. The middle of the first one is -1 + 1/16.
        k = int(8.0 * (t + 1.0))
        z = t - (-0.9375 + 0.125 * k)
        power = 1.0
    else:
        # The intervals have width 1/32 in y, which is in (0, 1/2].
        y = 4.0 / (4.0 + t)
        k = min(int(32.0 * y), _INTERVALS_IN_Y - 1)
        z = y - (k + 0.5) / 32.0
        power = y * y if which else y
        k += _INTERVALS_IN_T
    i = (which * _INTERVALS + k) * _TERMS
    return power * _polynomial(_TABLE[i : i + _TERMS], z)


def _polynomial(terms: Iterable[_Number], z: _Number) -> _Number:
    """Return the polynomial of degree 9 at z, by Estrin's scheme.

    It evaluates parts, which a processor computes at once.
    """
    c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 = terms
    z_2 = z * z
    z_4 = z_2 * z_2
    low = (c0 + c1 * z) + (c2 + c3 * z) * z_2
    high = (c4 + c5 * z) + (c6 + c7 * z) * z_2
    return low + (high + (c8 + c9 * z) * z_4) * z_4


def mills(t: float) -> float:
    """Return Mills' ratio M(t) = (1 - Phi(t)) / phi(t); below -1 by M(t) = 1 / phi(t) - M(-t)."""
    if t < -1.0:
        square = 0.5 * t * t
        if square > _LARGEST_EXPONENT:
            return _INF
        return _SQRT_2_PI * exp(square) - _tabled(0, -t)
    return _tabled(0, t)


def _series(c: float, h: float) -> float:
    """Return M(c - h) - M(c + h) = 2 sum_k h^(2k+1) / (2k+1)! N_(2k+1)(c): every term is positive.

    N_k is the absolute k-th derivative of M: N_0 = M, N_1 = -M', N_(k+1) = k N_(k-1) - c N_k. The
    recurrence loses digits as c grows, but its terms shrink faster, since c h = epsilon / 2 < 4.
    """
    even = _tabled(0, c)
    odd = _tabled(1, c)
    factor = 2.0 * h
    square = h * h
    total = factor * odd
    for k in range(2, 40, 2):
        # These are N_k and N_(k+1).
        even = (k - 1) * even - c * odd
        odd = k * odd - c * even
        factor *= square * _PER_FACTORIAL[k]
        term = factor * odd
        total += term
        if term < 1e-17 * total:
            break
    return total


def _log_ratio(x: float, target: float) -> float:
    """Return log(x / target) for x > 0, also where the quotient overflows."""
    quotient = x / target
    return log(quotient) if quotient < _INF else log(x) - log(target)


def _cubic(x: _Number) -> tuple[_Number, _Number, _Number, _Number]:
    """Return the Lagrange weights at x in [0, 1] of the nodes -1, 0, 1 and 2."""
    inner = x * (x - 1.0)
    outer = (x + 1.0) * (x - 2.0)
    return (
        -inner * (x - 2.0) / 6.0,
        0.5 * outer * (x - 1.0),
        -0.5 * outer * x,
        inner * (x + 1.0) / 6.0,
    )


def _along(k: int, weights: tuple[float, float, float, float]) -> float:
    """Return the weighted sum of four entries of the table of starts, from entry k on."""
    v0, v1, v2, v3 = weights
    return (v0 * _START[k] + v1 * _START[k + 1]) + (
        v2 * _START[k + 2] + v3 * _START[k + 3]
    )


def _tabled_ratio(
    log_epsilon: _Number,
    root: _Number,
    truncated: Callable[[_Number], Any],
    along: Callable[[Any, Any], _Number],
) -> _Number:
    """Return the table of starts at log epsilon and the root of `_start`, by cubics.

    `truncated` returns the whole part of numbers, and `along` is `_along` or the same for arrays.
    """
    row = (log_epsilon - START_LOG_EPSILON) * START_PER_LOG
    column = (root - START_ROOT) * START_PER_ROOT
    i = truncated(row)
    j = truncated(column)
    u0, u1, u2, u3 = _cubic(row - i)
    v = _cubic(column - j)
    # The cubic covers rows i - 1 to i + 2, from column j - 1 on.
    k = (i - 1) * _COLUMNS + j - 1
    return (u0 * along(k, v) + u1 * along(k + _COLUMNS, v)) + (
        u2 * along(k + 2 * _COLUMNS, v) + u3 * along(k + 3 * _COLUMNS, v)
    )


def _start(epsilon: float, delta: float) -> tuple[float, bool]:
    """Return a mu near the solution, and whether one step is enough from there.

    It is the larger of two lower bounds: the solution at epsilon = 0 (with Winitzki's approximate
    erf^-1) and Vinterbo's (arXiv 2012.10523). In the usual range a table corrects the second, and
    one step is enough. A start decides the number of steps and not the solution.
    """
    z = max(-log(4.0 * delta * (1.0 - delta)), 0.0)
    root = sqrt(z)
    if delta <= 0.5:
        bound = _SQRT_2 * epsilon / (sqrt(z + epsilon) + root) if epsilon > 0.0 else 0.0
        # A cubic needs a neighbour of the table before its cell and two after it. Every cell that
        # these limits touch has them.
        if 1.3e-4 < epsilon < 99.0 and 0.45 < root < 5.9:
            return bound * _tabled_ratio(log(epsilon), root, int, _along), True
    else:
        # Vinterbo's factor is pi / 4 where delta > 1/2.
        z *= 0.7853981633974483
        bound = _SQRT_2 * (sqrt(z + epsilon) + sqrt(z))
    if delta < 0.05:
        at_zero = _SQRT_2_PI * delta
    else:
        log_term = log1p(-delta * delta)
        # Winitzki's constant 0.147, and 4.3307 = 2 / (0.147 pi).
        mean = 4.3307 + 0.5 * log_term
        at_zero = 2.0 * sqrt(2.0 * (sqrt(mean * mean - log_term / 0.147) - mean))
    return max(at_zero, bound), False


def _householder(
    f: _Number, slope: _Number, a: _Number, b: _Number
) -> tuple[_Number, _Number]:
    """Return numerator and denominator of the step of order four in log mu.

    With the slope s, f'' / f' is p = 1 - s - a b and f''' / f' is q = p (p - s) - (a^2 + b^2).
    """
    p = 1.0 - slope - a * b
    q = p * (p - slope) - (a * a + b * b)
    t = f / slope
    return -t * (1.0 - 0.5 * t * p), 1.0 - t * p + t * t * q / 6.0


def solve_mu(epsilon: float, delta: float) -> float:
    """Return mu with delta(epsilon, mu) = delta, for 0 <= epsilon < inf and 0 < delta < 1.

    From `_start` Householder steps of order four solve log(delta(mu) / delta) = 0 in log mu, or the
    same of the complements where delta > 1/2. All derivatives come with the value.
    """
    if epsilon > 1e30:
        # Here a = mu/2 - epsilon/mu has no digits left, and mu = a + sqrt(a^2 + 2 epsilon) needs
        # none: Phi(a) >= delta and Phi(-t) <= exp(-t^2 / 2) / 2 bound a, and so mu, from below.
        tail = sqrt(-2.0 * log(2.0 * delta)) if delta < 0.5 else 0.0
        return sqrt(2.0) * sqrt(epsilon) - tail
    if delta + 0.5 * epsilon < _LEAST_BUDGET:
        # Then mu is below _LEAST_MU (see `largest_mu`).
        return 0.0
    mu, is_accurate = _start(epsilon, delta)
    for _ in range(100):
        c = epsilon / mu
        h = 0.5 * mu
        a = h - c
        b = h + c
        if delta > 0.5:
            mass = mills(a) + _tabled(0, b)
            slope = -mu / mass
            f = _log_ratio(mass, 1.0 - delta)
        else:
            # Only the last step needs G without cancellation. The difference loses digits where
            # mu and epsilon are small: with 0.7 and 0.5 its error over the slope is below 20 u.
            if (is_accurate or mu < 1e-3) and mu < 0.7 and epsilon < 0.5:
                mass = _series(c, h)
            else:
                mass = mills(-a) - _tabled(0, b)
            slope = mu / mass
            f = _log_ratio(mass, delta)
        f -= 0.5 * a * a + _LOG_SQRT_2_PI
        numerator, denominator = _householder(f, slope, a, b)
        step = numerator / denominator if denominator else numerator * _INF
        # A step is at most a factor of e, and NaN counts as too long.
        if not -1.0 < step < 1.0:
            step = -1.0 if f * slope > 0 else 1.0
        if abs(step) < 1e-3:
            # The series of e^step - 1 is cut where its terms fall below 1e-17.
            mu += mu * step * (1.0 + step * (0.5 + step * (1.0 / 6.0 + step / 24.0)))
        else:
            mu *= exp(step)
        # `size` is the step in units of the scale on which delta changes. The order is four: after
        # a step below 1e-4 the error is 1e-16, and one below 1/2 is followed by one with the
        # accurate G.
        size = abs(step) * (2.0 + abs(a) * b + abs(slope))
        if is_accurate and size < 1e-4:
            break
        is_accurate = size < 0.5
    return mu


def least_sigma(epsilon: float, delta: float, sensitivity: float) -> float:
    """Return the smallest sigma that is (epsilon, delta)-DP, rounded up."""
    if sensitivity == 0.0 or delta >= 1.0 or epsilon == _INF:
        return 0.0
    if delta == 0.0:
        return _INF
    mu = solve_mu(epsilon, delta)
    if mu < _LEAST_MU:
        # The exact mu is at least sqrt(2 pi) delta, since delta is at most mu / sqrt(2 pi). Two
        # divisions and a product round by 4 u, for which the factor has 40 u.
        return (sensitivity / delta) / _SQRT_2_PI * (1.0 + 40.0 * U)
    # The factor covers MU_ERROR, 32 u, and two roundings, with 2 u to spare (see the Notes of
    # `analytic_gaussian_sigma`). A subnormal result is rounded by more than u: one unit up covers
    # it.
    return sensitivity / mu * (1.0 + 36.0 * U) + _TINIEST


def _two_product(x: _Number, y: _Number) -> tuple[_Number, _Number]:
    """Return the rounded product of x and y, and what rounding took from it, exactly (Dekker).

    It holds for |x|, |y| < 1e290.
    """
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
    """Return both divided by the power of two that brings sensitivity into [1/2, 1)."""
    scaled_sensitivity, exponent = math.frexp(sensitivity)
    mantissa, power = math.frexp(sigma)
    power -= exponent
    # `ldexp` raises an error where its result overflows.
    scaled_sigma = math.ldexp(mantissa, power) if power <= 1024 else _INF
    return scaled_sigma, scaled_sensitivity


def _double_double_a(
    epsilon: _Number, sigma: _Number, sensitivity: _Number
) -> tuple[_Number, _Number, _Number]:
    """Return a = h - c as high and low part, and b, from a scaled sigma and sensitivity.

    h and c are quotients whose remainders are exact, so the sum of both parts has an error of
    the order u^2 only.
    """
    h = 0.5 * sensitivity / sigma
    product, rest = _two_product(h, sigma)
    h_low = ((0.5 * sensitivity - product) - rest) / sigma
    scaled, scaled_rest = _two_product(epsilon, sigma)
    c = scaled / sensitivity
    product, rest = _two_product(c, sensitivity)
    c_low = (((scaled - product) - rest) + scaled_rest) / sensitivity
    a = h - c
    # Knuth's two-sum gives what rounding took from h - c.
    back = a - h
    low = (h - (a - back)) + (-c - back) + (h_low - c_low)
    return a, low, h + c


def _normalized(a: _Number, low: _Number) -> tuple[_Number, _Number]:
    """Return the same sum with a low part that is at most half a unit of the high one."""
    total = a + low
    return total, low - (total - a)


def _g_bounded(
    epsilon: float, mu: float, a: float, a_low: float, b: float
) -> tuple[float, float]:
    """Return G at a + a_low to full relative accuracy, and a bound of its error in u.

    The series was within 8 u for epsilon up to 4 and within 25 u up to 8 (measured at 6,000 points
    against mpmath): its recurrence loses digits with c h = epsilon / 2, and 14 + 6 epsilon^2 leaves
    a factor of two to spare. In the difference, Mills' ratios have 5 u, and the correction by a_low
    and the rounding of b have 2 u.
    """
    if mu < 1.0 and epsilon < 8.0:
        bound = 14.0 + 6.0 * epsilon * epsilon
        return _series(epsilon / mu, 0.5 * mu), bound
    left = mills(-a)
    right = _tabled(0, b)
    # The derivative of M(-a) in a is 1 + a M(-a).
    left += a_low * (1.0 + a * left)
    difference = left - right
    bound = 1.0 + _over(7.0 * (left + right), difference)
    return difference, bound


def _h(a: float, a_low: float, b: float) -> float:
    """Return H at a + a_low, within 6 u: M'(a) = a M(a) - 1, and nothing cancels."""
    left = mills(a)
    return left + a_low * (a * left - 1.0) + _tabled(0, b)


def least_delta(sigma: float, epsilon: float, sensitivity: float) -> float:
    """Return the smallest delta for which sigma is (epsilon, delta)-DP, rounded up."""
    if sensitivity == 0.0 or sigma == _INF or epsilon == _INF:
        return 0.0
    if sigma == 0.0:
        return 1.0
    mu = sensitivity / sigma
    sigma, sensitivity = _scaled(sigma, sensitivity)
    # The factor takes away what rounding may have added. Phi(-39) is below 1e-300.
    is_far = _over(epsilon, mu) * (1.0 - 8.0 * U) - 0.5 * mu > 39.0
    if is_far or mu < _LEAST_MU:
        # Far out delta is below 1e-300, where doubles run out. Its value at epsilon = 0 is an upper
        # bound everywhere.
        at_zero = mu / _SQRT_2_PI * (1.0 + 8.0 * U) + _TINIEST
        return min(at_zero, 1e-300) if is_far else at_zero
    if sigma < 1e-145 or epsilon > 1e28:
        # Such budgets are of no use in practice: return the trivial bound. Below 1e-145 the exact
        # square of a would overflow, and beyond 1e28 even two doubles keep too few digits of a.
        return 1.0
    a, a_low, b = _double_double_a(epsilon, sigma, sensitivity)
    if mu >= _LARGE_MU:
        a, a_low = _normalized(a, a_low)
    square, rest = _two_product(a, a)
    # The density is corrected for the rounding of the square: it is within 6 u.
    density = exp(-0.5 * square) * (1.0 - (0.5 * rest + a * a_low)) / _SQRT_2_PI
    if a > 0.5:
        # The density and H are within 6 u each, their product and the difference round by 3 u.
        left = density * _h(a, a_low, b)
        return min(1.0, 1.0 - left * (1.0 - 32.0 * U) + 2.0 * U)
    g, bound = _g_bounded(epsilon, mu, a, a_low, b)
    # The density has 6 u and the products 3 u; the rest of 24 u is to spare.
    return min(1.0, density * g * (1.0 + (bound + 24.0) * U) + _TINIEST)


def _epsilon_residual(
    epsilon: float, delta: float, sigma: float, sensitivity: float
) -> tuple[float, float, float, float]:
    """Return f, its slope, f'' / f' and a bound of the error of f, at this epsilon.

    f is log(delta(epsilon) / delta), or the same of the complements where delta > 1/2. The bound is
    that of G or H (6 u, doubled), 6 u for quotient, logarithm and sums, and 2 a^2 u for those of
    the square.
    """
    mu = sensitivity / sigma
    a, a_low, b = _double_double_a(epsilon, sigma, sensitivity)
    if mu >= _LARGE_MU:
        a, a_low = _normalized(a, a_low)
    right = _tabled(0, b)
    if delta <= 0.5:
        mass, bound = _g_bounded(epsilon, mu, a, a_low, b)
        slope = -right / mass
        f = _log_ratio(mass, delta)
    else:
        mass = _h(a, a_low, b)
        bound = 12.0
        slope = right / mass
        f = _log_ratio(mass, 1.0 - delta)
    square, rest = _two_product(a, a)
    error = (bound + 6.0 + 2.0 * square) * U
    f -= 0.5 * square + _LOG_SQRT_2_PI + (0.5 * rest + a * a_low)
    curvature = 1.0 - 1.0 / (mu * right) - slope
    return f, slope, curvature, error


def least_epsilon(sigma: float, delta: float, sensitivity: float) -> float:
    """Return the smallest epsilon for which sigma is (epsilon, delta)-DP, rounded up."""
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
    highest = mu * (0.5 * mu + tail)
    if mu > 1e12 or mu < _LEAST_MU:
        # Such noise is of no use in practice, and where mu is large the bound has twelve digits.
        return highest * (1.0 + 16.0 * U) + _TINIEST
    epsilon = highest
    for _ in range(200):
        f, slope, curvature, error = _epsilon_residual(
            epsilon, delta, sigma, sensitivity
        )
        t = f / slope
        # This is Halley's step, or Newton's where the second derivative is of no use.
        bend = 0.5 * t * curvature
        step = -t / (1.0 - bend) if abs(bend) < 0.5 else -t
        # `size` is the step over the scale on which the residual bends. Halley's order is three:
        # after a step of 1e-5 the error is 1e-15.
        size = abs(step) * (abs(curvature) + _over(1.0, epsilon))
        if size <= 1e-5 or abs(f) <= error or epsilon < 1e-25 * highest:
            break
        epsilon = max(epsilon + step, 0.1 * epsilon)
    # The result goes up by the error of the residual and by what the last step leaves out. A root
    # below what the residual can resolve counts as 0.
    outward = error * 1.01 / abs(slope)
    if step > -0.5 * epsilon:
        outward += step + abs(step) * size * size
    return min(epsilon + outward, highest) * (1.0 + 4.0 * U)


def _doubles(text):
    """Return the doubles of a table, little-endian and packed."""
    data = zlib.decompress(base64.b85decode(text))
    return list(struct.unpack(f"<{len(data) // 8}d", data))


def _singles(text):
    """Return the floats of a smooth table: second differences of their bits, byte by byte."""
    data = zlib.decompress(base64.b85decode(text))
    size = len(data) // 4
    planes = [data[k * size : (k + 1) * size] for k in range(4)]
    steps = [a | b << 8 | c << 16 | d << 24 for a, b, c, d in zip(*planes)]
    bits = [word % 2**32 for word in accumulate(accumulate(steps))]
    return list(struct.unpack(f"<{size}f", struct.pack(f"<{size}I", *bits)))


_TABLE_TEXT = (
    'c-k%4hdUJx7YA@7R0;_hWrdQFN+fm9%_td>Qj*M!GNM6AiI7BAW@L|Khpg_o*(0(?_Fj=yNO*sF{R!th&pFTc`=Oypoj1waM'
    '%3Yysg9&)B0F!htY9CaCki|9D`wrIChvGHvk*+b2-+&{UpYm`@CuE$VB171MA@IY=P_S`4^#$gmkwk={9P5zXO1Drpb_Up%S'
    'KDw;hb}Bcy=4vU~vAXQXmbH(YCR$`tM(i{gG*~nmPkitQDu3w)A6fk0x)&{cn)NlCEBg1xQJcdWsV9aPaCC#T)m1Ftup>(2W'
    'Ds#7~*eb~1_3kV%{zoQ~fqhze@aAl~{5E$%W<?A09uPc9vf-6HLHTw{*)Y(*KAOI)uHXUoFp6|$0bbm1^d$(dYj;ELXQo@Z6'
    'a6vV?VsaFqKQj&uOyY}q&{sVbVasp$)GiX{X-l{y?4^pC$^Y!WtSmR(eu5p_L#kA+1sih>Lp4j2S^(=o_PIURSE!qJOdn6C9'
    'yjX?6w+@m|C;y@ktHx{RJ-@(_T{zg)dK?Rm-1A9G{0`Ss<Y|1Us!-=l1!vRk93U3!buKJMVbiabiy8-CLj1*;w<@n}u`_Dm*'
    '!+n<px7uy@%6|OPV_B5Ix{o_17RoPSQ7@3!#%B2@^=%MOe9UVNfqOhwbf#}TWKI_uTr+tBN!zbn5?@Qonc>`mz?JXGmL9`l%'
    'Ha|2<dI*Mj9py7|OL?^Fd(}>{5@dYK8S6@or7${{3|jDtj)ClT?5PuHGjvl*EHBk?oq>U0>v6%`iTF*&b$o&f7Cc>ErbqI~r'
    '&Io3FKucc0V6Sv0-XQ?gBL1lClNWqPUGQQ&XR=Yvz_AZzXPmA2|5?lTw83A`BzhfH~-_KLp1ZDmKeSa;iiqLNe~Ba;^9q@Sc'
    'Yw`U%<C2RBSiI~E}6QHVhXaH*W8at}|ZA9Kg<C(|)U*NTythkp`Di$8%+Lc%z1d`9w>3i=!LqpEmogSK|@I9i|wkBQ`FPWba'
    '_R^n){)aDYL>$L4^VTh~`o(TwuhR9MkgY?ik@3Sv`3vEEEcf7|Py&86=|8EP?F+6nWmkW=+vAZNA=(zQ`rsR(@PIX19!;;UC'
    'rnrT1SZLP3%6Y(IHPpo*ZqNZ_#E};i0kP}<h$yo*3O;-SI5RaUHB4(tS$UCuCX2<YbzW+G-rc{#K{t#R99efYZQelhb%rZWV'
    '{(GIR)1gWn7m|4C0ncQpveB&G4w>;;mP{C8(YxA;RvO0UF8{p{;JAI4Al}=B=s=<la))vnRwH{hhPU<`dL`cj;4uV%t#^u56'
    'H~T9|-a>o1!xwDzItL4}S}jtvm)d0>3G6494>#eAMF8PvCE3Lo(gKsj-qFk8LHFqBX78(uWTxR~W(1Ff?VQD!9cz~~UZNk6}'
    'rWn~Nk(>Sk{CUhee-9=gFfLbW$JU@be^09GJL_s}14s_IvZO=))M%CiG(XnCoLE_+1zcp(e{Nw05UBOHQzWe)UrNj6!`_7|V'
    '>8D2FadOy#(dqA4CwbiR>47SkD|D~9ubYDoiZ7R^A4S2b%&wQc_AjtrX6E{9nLD6adx+tw|0R6vI&JH&EDhPPB$sW@iL?i)J'
    '{4pP!>@(TvFOWfc$G6ZcArZbAn#KeiR4V28#phQc0UY)-pr<xuDakbeZv9MZ)OmkA`wy~qK3}zJb$16D*+(msaVj%j1kV3<R'
    'SGT@U!F?m1%9pmUXoi5yxVPkDjp3G)To1?yQf?x`CjMq;`jPM=V;mKOC)K1WP^&{xp4xXha*4oH~6F3J<w{<Pf08^3WeI_Oc'
    '8@HM98XQyGnD_U9(U;1q&g5Ucm%>m*d+jbWy^<_B$4@wblF+o4DEilW#tT^RPdW+LcJM5n#U3URmiLAmQgq+uL28p?V4Us~#'
    'iFT1oN1)A%zw_yB$b#@`xUiq!)921A9=c(fSFL}Xl+W3TNfxDPV8Fl~ekQO-jFDE4Il)*;!#&IiME(l9y)#G~mmvm)0;H278'
    'AE*n7{gk(?L*m*~xd6dD*nUWiN82(Qt62`Wo52exvJ?^dyTuCGUTSkY?zsp;JJ_7Kd5>X$e=Enndn}MCe#IwqVS!Y7rjz3#Q'
    'y=__Gtt`>T7zoGr{#0_bD+GkN4wW20=1j&Y~LdG9F*Q4biQ=i408(udOTW`K~72FsOt?e3@|uBokn5+)g)_9t$}G$#CZ?jca'
    'M9(n@+O5lDi7+%TGuu2V}u<3VN06M?!HtNv^o3$_ajilby#pjBwjZQ;@cpB8=!CH=0ZqLZ8}Ey1vtNAe72+!)I`W<dd>y@qD'
    'EV9@V*q$j_8xUyRo!FXIfD4d2ht=NpKRy)F@dJ#>JXZX>Ct2tDjR$uAfDl?X(=^LCem`7n%S&#+rEB}kq((c8k<PkOnnChAm'
    'pC+v`&VhW@x!^{0|`e$fUAy=JUKgh!$-M>!WCJ5RAwQ|sQofU2LRf?LuSalL?wp@HQZp($@AKjT|*Z&X*BD3zZz8xfqV|Tmg'
    'biTv)A4&d^swJ4W@=bE**Y}{P@y@K{uMakPl}YKmy$fF-%7jEYTt=66;!M(m<3LVOo`2-Zien2Moo1gG2#t4E59G-;ku+kHA'
    '0!>=0M`e{S4rhxkn2OA95-bmTs&k<y)*X}Do}F0Ic0hW0zYh(rtQ{1dU~trzlulTo4Atu`aBb+TE0!#OFcu-+Y_`hCsIoq*6'
    '!J=$=eP+aVtTtx5>EUrPz4Pn>aA~IQz_=-2=S^J(L$iZ-X?u7f;fV3a;;9wKVxD0^O3-B{pr_(fGXvduIC>VdU+229IPp$=v'
    '+JXwd#Ppr;MXq%a}j(9u7W!VhC0bAoE7j@AvwjR(#$Mwx;<9nGzWht6TA0H2aWh7dG~^Gy8Frokn1Vb)T;K|*HL=bue0WYTK'
    'LRLC`%R`?$27$q!OgjcuQ=M_dqLCEZO742ItcrU>>`mcsD^u5)he|%9M%h%KyI9>Q*fBAt!Gz^q@+M?^#z||hY-0?kBE?fm9'
    '?TX?~vVIFN^ZA!0oGifAN`Z&vRPTV<X8LQ1=ri0c`ZAy3Z2*c7l}7bMi5TH<Hc?%Z8``VmBtGe_khp3Yk5Biu5mH%m`3?zZl'
    'L{WPC5Qz!L(7rp_ei#R_@s7rBtrNth@7K6>+j--G9s-~r|flMXWz3ULWgD1B&Vz6#0)#!YZ7WuVE9csH$<7O-P1^r)SZ4-d@'
    'h}Ivth@#qwP(QXe_**+?0zchL^gxC4@kL(+BPGV~_CRiB^haA8iPuH#){OErmwp=SdF1EFgG$I-$9Jmc(&aMQe4wmXLa@YGG'
    'YJiIgz)it+V<CTQsM{&Men4j#7r?x12B1i{ry2aapo;R-JWAHBR5=>O@GJ$~yLX5aIf(%7{ND9t;cm976Eolk%JWV*M4Ae{f'
    '1GG})zDe*}bH@{0G%$*Kj`nn|>H3rfZ?C!pS<M${$>$>k@gkeuXtDPonRaWs8cp`yRtE)`&COcr5txo+{!YGOOlUgs7tAy~H'
    '-_dUFZv?4l^jzNTNCT9>IjPl}EOa@Mc#=269~?MK@9oUB#ct>Q*YC4xK<|vAxfPcvTDNBPf6t+VHf1*p%^QQHtqebmcIA)={'
    'y8L^NDd}-@7Zd?rPToapXxO$QZuorZn%z@+Yi)=?Q`tj-$6%SW3#86s-PbB_e|8*gP81f#mcLj8cL$-#IH5=l6q}d#5l|H2q'
    '&*KNfW;KlfLagFw|0052Q1VJG2usa4!q#)hA0IF!V^cF0XHi@)zt+JdIR>qqM&w93uo!FE21a=_3WWL?1gL0N+WG#Heu{hHS'
    '#rD(3*9&6~8?Va#QvTn{uxYger-)6vW8yqd_U7m)YFPU||}Lh`z(8(WMb=yNR#h86K4Ghyjro5){6Rs89LNqH@#f%9)^y;U;'
    '^e*%;{i<)1Mu4uje`84VqgdSR#vB^lqL7M2|$QVzUPM_bSHD`*Sjvk8)V~_{S+yF^JI5)mOR_4grx=6^{%_RD2TO;XWw^=w('
    'P%?pwX8oEb=W|jI#d96|{5sIdvJoF+OF;`y1Jf(P9w74SnBGeEO>Dms+*;U7{4Y=HEz3RO#8#@Pc@EhHLK5++7dt~8sXj}oS'
    '-m)(pkXAjwW#PR>Dpfv<#}Q~(1&cl<ls;b&uVY*Rlqk0;4JBAxKIO;2O_^jIF>=*mPBE7@y}pN+#U9cDjn>e@c0we{2;-XP4'
    '`EcEBgNAd#%L~fccq{EH#z&(ET&afWfH&{FXWHDlOFmh2b0@r$8ONjaR<Y+g}08=D~|AtYmoP`jm}cF9YV*!Y_{fc?B89A;v'
    'oDzUbvQX=FkljBJ8|&v>sj0Ht=bhg?`Ah$eT{zPR5Ar321?CgbYi@YbNwJFeAmdRgoJdcqfY6WGdPLzxMztN~{~a=QSHb@tO'
    'w8o`)**6&8zhcG<hrr41=*8q|0mxJ%sHNm!=zRE!MW+)(S>6kWd1ZSmfr&CO8;kTtB{YUu{C>C2DThYt}lloZFlifzpl)}li'
    '^JF9*-L-c4wQ&Rn7MfkU7}N;H<H~+S?iLW{wjC@RYXK|vC%#;lnqm5BYE6$qJs29*ckCZ51<A;(Calt#@R5p#pJ3vEng`yI-'
    'gd;|f@k8wvDfcVbV^2MRG|qbUOXxE^=bwE%I(Qt$J^j7ThfK6cC8SgS-Cy*cLPZ3@SCMSDhG<V$%YfY|LyO4QQKUwAFjVPbU'
    'nzKgfmBSr@uXmz)5{Ah5PGGP=ESoQs~}xa851yOXB?ws{M1;I~v=;%u++=TtyS`Pe%riFI9jLVU9k*ISrl|l%M?+{|-$*MHE'
    'j^r{L_Y*$Q)FD9!}^KEP7Z3;}C5g@zkC;61Tki6Nj1ZjNT#KD*TkQchz*HrXvOQG8+klX?}@9Mt!^cRd+21t|z7qy(HN&+xY'
    '#O2=pujw|bN{`fZh=6Q;U7NB(g_Vr3eC%n;4XL3H<3y<s%sU0TvK*Zt>7qNmixZt9_ntHn$=6Y=9kGsTyGkOU=`<8|>zwK;C'
    'yfbiuQ?RXT>KO_M<iz;9w1TQ-${&fMZs0$^8W_Oa4^44;6qYG{z`AGUGDTAd?4et4%95;s@Cj>`o4KLjHZ(eE5%>|6b5Fz=<'
    'z%4AoTFXDpe<OrZ>?5()CS|?Gn4FpdV#ZWEjF%n0CwAHyMEFc0IU0x2a6Uv!GM`(-%M}~5T0n($L@X%@fzesm9$TIv?<j+tv'
    'DTfx)Mj0F9g8uia#tBF6~hB-%)r;_d~(>_Kf%bL$K>>0o8qxA&`tvjd14a0qY+xZ&EnbfL^6y*b_M)q|K0Zp|>f-9vSP)*B3'
    'sZ)4Lf<bMt7(w05iQjOqZjc$Rog-vKDsdCA=EJpxvD4$D8|9)XIs*NziBeb5<G_*1F18dR&NwTeCB(DLW*v73P;JSezt>vhT'
    'mv>5)ul~I-iuQIk;xU_r+H%Zys%G-yaVMeaTDt`><j78tm9UFr<9NuXz)DQQ*)CL%NSHbzq!ftnEGLhe|FihE+j8x{qbM3@%'
    'ocduKy_Y&2jEn1Vgue@<w(iRFPZ|c%&hbnu_DM)%Xl=DJn}CG%ZpOU512D_q&TJD>0rcO}-v#>SA&;g{;5_XYyzu&mW#zaFD'
    '%js(I7iBa>`3`-=C8WJ)zquwk@YATDZE|#oH_;WoOQn;{|7{Q9i3lY8GvK4#f-$+QZP*$RXVVRjPLIyAIqlrg8rlSvGGscVT'
    '6V|ShXh$Hr<6NP5;kbxX2boAI)BI?<49;a4!VY?;)QnDskeIW+0{$cgXQeP?Go7*ZpOCFbg@~tGu1~`!JxOdu7tQ1}^^*?H3'
    'x(!A*A|-XHqsF05qTrtTdfpIM2C8BqqSsZ8X6-O6e#iZn#g+Un)l;6*%GuurkZY!u?wwQUT9TaZQky;WG&7sz?jtT7hw0XN-'
    '+XvOu<U6{xW%X#TB224aX@1=Dv-L2#nuJYct<7+URW2E#zYX%*?&VBVu?1eu`eyjBBHFzX4`I+W)F6`0O`T5c{8aLgAXfO27'
    'UAB`Skc_3e2DcJFmGibL&r*`r?B7U~#r}d8zmH*`zm4F7I2((Spcc4R@L9(=wHU9({ldlHsj%v`${ueUgq!XHylns6g@&Bap'
    'l3VCOii3%HuOnL{Dagv@#RP5f5NAA)gRnUefT_>gW^YKEwrzcBs1~lWB2@Tk&e%?kZw=cRk`Mco9+Ti{r}vBf_!`QvK{ZERo'
    'Isw(<%9T9*?rV8}Tk3fxL-lA?0<g=<M;UfIhesUJs2e2+(I@-C)*uy-XNT)yd0J47lK?y8!Fnf9|q^E?-8Tkmr9x*L-2;{{7'
    'P^={KKJpW6qMjJw1iYu2N=^M^U}$|5ii8!gy=Arb9?CPmxF53aeY?<%i;h@0*Lc^mHX8zb_-Vw7qQ$_qbyJ~%akmNrRFN`>t'
    'Zw8*hw^Qr=!U(s2FoXv*BBUUOa3{iMKux;@C#}^>-&i$H}nGJ5b3z%%U%N%}8esj{+;Rh%+=*~R$@5ieWli{E4G{Uz0WPGys'
    '3$iTHt<Y4ZKy=z?b|$qToMe-0V&HxT<AXGPGrcCb=`OIc;Vx77G)VEs&y*2p%k4XSl)n=Vk4$&wWYoY%+Q>OihJ0M1Y4>9Yi'
    'UXEQ9%{^zJ{at-nV`sK2bR;JS{HBLz)g1nzVrXwWel$@Jr>+AJ^+n8PHOG!El6cJW)kz?oi)!@Qp7oA;SJiwV#fCoaPxW*v)'
    '`&4%I$pM(fPz09;SXI`VL*fO?LsI4R;yB$+AED8nnB?)<RT--L)Q__-a9Q6hXJW;pX_=59qt|*ZOX^Kqxg5G@X@p!mU<19Nf'
    'oDKt;ZhB8Eo=H{AuEZn#T7mM3;w7q+%R{gGeh^K{k7M*MK^vt1tO%v}#`agRf<VylM@wmz`@l5bnSh8>QbvPh)Oxba^S46yW'
    'wl*3JT0sakl>BhOH+#igNO;9&{KtVme6z3KD6Mpn(!Ool;%fCk7A+s&F4>#WnxVisnpAVxAUTFWYRcHD#Y^^>O<3*OiO?QFe'
    '4R`6lo*nTaS83|u{zLcW=|^O|O4PP&(@KSf0jB*T7Qxt2A1@-#>kMYC;zIOi&CoQ)Q0jNC8ob(bx%tf05!`eaFx_yM7F?4!y'
    ';aGn8diQO%B9^ez<p~o*VCpFKqbDu*Q?VH^VRmYE4V*`JF$Wbg3AWzZq?$hFRKV*cOAn;d4+M)U7&x%T^dnn`S5PHt>sX2E&'
    'b!NZVsAVcvPWE7X!JY1c5ozS4hQJMcyKC4_5tUZ^48%cGOM@7rZ3Ew#lhhwtPO^bQiGOaF=gbB~kxg#-bQ@2}dzgT+762P3A'
    '4&8V-7eFQtrx+)!z~SCMkS68e(rb~%}9;+wTQQP~_)a75hQKTVheH{As$Hr%BK1Dt2azRZ(AS%4zW|56HiUDD7vlokXZ5)x>'
    'ySUf}42Voy)Crv<3Hs#gNt16hM^`fzQj|6nC%uRbN@4`)Y0i_LhsYD7a5qIS;0A?n!b~8xCpKtz#?c47Umh)F^PsTn%qcf?Y'
    'oJ9s;BXjNIz#Rqbf6w-6$D0EXd@S*ePU|+@bQid^;Vxz9$(HCcDv}F$!+QG`u~_uzy>DnP><xDY7Tbh)?_<zMb?>IkYp~3{@'
    '_?#<fKA5YL7n=1&>}Qks*py7o9+UR8}3q!yhNpkTZXg1?Ip3erz#S!o;(_3<og1s&ie|}l-|L{YR*3ImP>GOs@mV-q%<1Jd3'
    '~=Wa{%4!84eU#A#J(~3~sm!8PjvZI@m=sfPVcV@z=vJbZ%RtjN^X}%}zJ=3?99O3(9fnO_dkm;?l0=ZAnM)@x@DL?;qI>-Fh'
    '+2cY5bZo9+VI8}9NMU)smL?*IA$q?0CY69j{Bz~HpE#7QU6p$vMv%61cXh=F_xwGuS3D94@udkEj>a(wS8*#QqrF9|)Aog!_'
    'z3lwd*OFoJh<?f7KO@#N^rBXU?{gHQ8iKG<z2zIyl)DzeZFjmwuZlXyJ7;?h*Wfusbz}8#w@gHcw>9t)Q<-1|hrn><5hP!;i'
    'JblmNmz8nQg&c2Anfjn-TutdYmIrW*zR720>>6_S&NHtkpN1j+6+=!+UX)Bzdn0s<0s=~-EF_rwNSp2g3>)r}jqYc2qOLK=f'
    'bQ`Z%8Q|%Xe*Srd)(R<IMjnAyyh=saotLYi=#C3+)T5}Xko`b>w0>{l_i3k)NZeRH0`8KcY%=&cgaE;gDvJ#o{`|3-hY-c${'
    'no^o_o&r%Mz9n%4@H0xrjy+O-`MuM<HJ6N3o0UZlr5S^D5(-C-A!N?}^ynNZNE4(B5#D3^cgyYqRCuTR6-8&t0D5izJb{4nc'
    'D;JSi=6phN|~bJ+g&Xcq%L#*?cKml@FX%FeYI{VBo?4th8DQ#GVbcY(DHcS%F`B$JPV@*z-F>XA?Ieum$7aYfrn--O*$e(i;'
    'y&*I<R2Tt|P9e_mF!-Chk>2P^K=s;822w~4u<JVV7rKC-F0jCXj`GER4uGv$Df$-J4Me3BjBl?cb^w_T&{MV-$^A2Upp{JRY'
    'sH5tBux$vNGU%d0p8Y;t<dA;C1N}VZM~+C^bQeh7aF--ZjeJJ+bHpF!u!SPo=OI>e$Wp|-*M;g{^Svhq3Fsi)zx%!{50KtxE'
    'iTWjlBTcTaergkNmylKEd0ZnN7{53_`ka(;7stJ?gPcXpjx`lOE3Qb&&M=-y2xw8p|TH-%b_wz(6=l7s?PylZBt4S-HW85-!'
    'sc^?OF&sI=$-CUuKau-39*dE^%0wLh&u<t2fYa{&SbR=xM2!Z54hQ96Vp@+o>K$m+emBY*{Se?pAZ?8^=6pz#{2WL{B|odRT'
    '^DJ~oB4=`Qem!(C!9_dtRei=QW4R{rNMHuz><#8ANRBDhL?m%dqf1X*f-u_etiK~qDti*nX9DTgOar8=sba0L{Wc1kCZHr)m'
    'O?=I1p-@vhz17E;mm66#~PD{MS?f75Aya3M+=M`vv6+_1d^lMY?^l+VF)N-bHjP(5lZE+Px8NoP)+H%*0Xws&;!2jJP5|u`Z'
    'T<@N9gW&D|+{GMoeD0QYmY#<dO@W_3b_k<YPel?e(n96<$?EqzhDf{uto#O5WP<oKIhLCFEoswT;Q#Itj^8f+$x__+9Nt#{a'
    '~BhA2(?cqi<||<+o?(Yyn;A&BY$rIB{e*1B#oX>=_9Q_dAGafTLB>_foo*(Odx5~UEu%j5{7dnzZ>wlGc<1f=Pt%5_@t{Zfl'
    'nTIqyxqR`uNbci~jjX-*tlb^F7z;-h3y8+O#GvJ;@=AhMYOgT<lBQbQk!)yM!QFLv80HMkmNT{?A<uu$8v6^ZaWfu&1=GC1`'
    'WwDBbV7TB?5t3<{DCiR2biYZ9-et#T$I^CdN3s+%V%Unt~Qw@U^jTvF>_&Le|OY(U+YFBRYtT%}POR|6vp(~EfmH9#ZpBLTb'
    '0L58hU&zV>VTor|-Mf;=Sq@?(5QTh;kbCr+hEOQbrE)<e6EE9YWER<y`7emQo?V!x()sWIJ{5C`G8|dzeWQeY*1AX0@D@xgw'
    'P+LC9NIP8w#Wc(h6YhmU9GIDY_l?Dq@hrUg9;vuksQ6K=HVf1O#|3WCmqLrQkS<S5E##y3HTJXyIA`f%X?3Ro%F+iJ0w2{t)'
    'yg4<>RlvwamQjUeZdRng-LhM1*9OoHhmwXcqWQ9G(I`IFB>ca)Ry;CmV@QwgXx$z^*}sxUBPR;3Cw3Kja4(7KuKco<n@bnP#'
    'Cz9HDXDEn%9H8^^QiURwQyGO8+A!2N1ca8?w+$q1DX)bq+)~oHhA-v=WYPZPe5bXaudNe8bh@t-zUeT5zXmE4&Pma4q()hf`'
    'BGYwYqqgG43M2*r&MjM3UR<brwVwWZHpPv9eZJiEuiB=`w*j6RKFQZ*d;@}VNKxfv>+yM*_7bpUe$L;S^_cF6xNDDCs30ql;'
    '`ndZJP1YYLVRe}EZ*y-v7CX1g@c+w8MBQx>QQoMuwa2_!FDc&bq)WSWN`}{rzZ4e--GUeXd1utyk+K-lYLP6Y3MIM1BP&W~i'
    'lwSG-?-U!KPf_QfKk0<Bpv)KCPn7M5N&SFfa=*J2n+u?OqyWU_>Oo{RM7b5d!|sfiw}+t*xEspF3tD@?fwrLLf<QA|7*1DMH'
    'pzn9D=Tp`J4opGWHHyUxESq227h%~y~EyunyYP#MWC=f($izT0c4j3P9#6>2J+1J%!acA|NU(rqfa#bptmlR__U=NXbTSCH}'
    '{K&ihjn2&9x;sIwT;q=S&I8a92(0v08!hWnMAcD+pa?-D;)tP2jaHps4Y6A8Z|7*+Ft1f|iAIU#XJ^VC~$Mlzi?MP<RqR_;A'
    'z~Op?r7s$W%NIb&e;l0`AbJZ`JeR!M;I<ow4eD`e<Msd(%!*a}7szHxQI1JKFDXskOs0?%`OmW0)Z;GlhSiQH&2{3;WU?p2I'
    'O#`da<Jwsn{%9LiXjfIS7zA#C*i{?UBM3A74Z820yp89$wyd6|MN<DJAhv3%BHPwBA<Iv#{rY1Qt3}F;{ezxq*@VT3(o{BvW'
    'U-773(v+=77kcTKbLM$CoOo58#f%IS6@<feOr=n)s!8!#zZ3Gu0}ZuIM&XxaTj%2KAMi-|w~M#+C_K;few-EA2*DlYJBII+p'
    'uA;Y%OTqabc&|*7%KdLLp3-1jR#A?T2m{Gy|)bZ-CZekeb@tYuv{vAYyx<dxB1B4`3XD2uh*N@jlpbB?WKD*^+2Oye<AZ&4G'
    '!M;`EGr(0eu7R-?9I47iZ0iZg8$tzy!N`XG?ztlsH|LYFz9C{rz`CAF52jrHj;&Coasw>F{TBvMb{-`rPcC8+{GDaf#aY+^G'
    'TW_ugbt@NGcdGuIMBJ>NrLXd!X<Y!$dPP;QszsfNbdJ2M)i17P>Q?nbTl3}h&)IVS#^gPtzK0q2nkDEhYM-C14&zGR=z)+bv'
    '2%VD7{*8lZuI*F;%L4yU5*XLM&D5Mhp2cUlK(*'
)
_START_TEXT = (
    'c-l0ZgF~hL*Y$IqY}=S@bFyu_sU};K-DKOgZQJ%_n{VB}_xTt0+26H3Ywha{c_l`tHO}8cA-s*-pHltU6U5^^AD@5YioDQSG'
    '<+(G{G3)%-^YPpN87E(<KR^uf+^n|uIRj7Z>(@)d7zFCx^|S@S}*kNAanCJ&7U7$a5hvUjg${O>9I??G8LLAP?f5gBPK9Nu&'
    'yA>gQNqsP$)HawiZolpnpX+f9q>mC5b@q@KO;HQFSXj<BYjASW;QD_(<m14B<S>(<j&|`ppfsR_3S92y@h57+@hqkN&<t*;K'
    'XVzDeP^#PnzA7W|@utG2i)XWNp2QM-=1-(7~k-E-+RGFLpgILu#LG&xA%b_^6VFHIRlSt4HC(?G}d(uD%@stm+mg!xu%ihGv'
    'p0cQ}t&&<TeR3}V|bON100>LUOET6rtZGA)#aJvu<j8Z!)O{4R#|5a#h<i!H{?19|#Hk2D|e{JuTTqpNVp_w9&q=I+e4yDZ;'
    'Yck{~#7K-5`TbC;ofy&EYIBmimH-*-^?HA0P_LH$sTo9x$h@@b>TL_cso*DJlBPi+$y7zlWr)u&yIY{rca+azW&&x@U#$qtZ'
    'Ob=tkIG|_;LC{Xl>?2}2!j<bZjkB%LsCw|+q?{KRRlz(gtoOO_U*rwHP^kF1#<kEaXagC`6c6zsaa0B;FR8g<iJgAmlLy3?C'
    'J5@o!9h$TBBVZ1M=sQG;5K(ZmjRTQOYDQQ$=5Et$v)<y8lGpZ3xk4N4^*@iLjPu!2v#+X)mY%a-#!1-I}TQAxju3=h8+Jxd8'
    'E$`n4SHUWyR_?k|}gj;m)W9@Va{)W6&q{!kRP@H;&^$#BJmkrOwBfTH)q<4NU~vI(MkiQq7`^B=anDb;k|)#HofEi-1Y;ixZ'
    'MAf<vE6;Snch$MK{?S-@3Y1`&xUFVgzhTmR*lCt*%-=v!W4m=X2Y`_4z?Se=vZ?ED}0O`0Z`9^{Q@?5$R!{=n4i#!GBR%eEf'
    'fe01S!{$hB#?I83*j9wlV-`ck>Spo>Ab;F31{+HG{`5!7zAbZBk$Tfyhu78|%Fsc=r&RpGjQssm?AS|-bOZ4cQdmAvtpv{UG'
    'JWnR40(1~ov$=0y>UetCvp9Yp5>_WJMD+feh-!P<IkH6;Pod8QHCkVzURMz!>9&iK6KO;hiN`BW0VDgkHcjJHIuKbUegRIFu'
    '{NX@=k5wVpTw=8~bDDA9?K4ju=yZ%=_t@7<*L?0<epP&XNQb726^19=Ub>F?3e^9&D_--K0s^1S}vCV+yHgUt+gtTl^}9Lz@'
    'Aw_98=M5)o%=Bx7Yl2gRsx-xF=IeDE}mF)#iD=%4s-8jc#Gv5AkBb72BBZc+c}$eZj!3B;tNd?c{Ekb?fc$I}+>cC(TPifSV'
    'odZgi;faqK|*UsUDAT_%x^7AV@l^(H1U+XL=uA06kvTg*jALr`eZs*%@LN1m1sL}xr`||uvCFoFJcgGvEA`^`R$LVwNQlU(8'
    '8<RNV(nZ4zyVCEw9uHHIihv0rn)wT_)NVt~i;R2skJSfN3Gbld(k=cpSWY6iT}N(!vXfSj3a{z#(O`DIJyI#W{CLV@(ej4zw'
    '8{AQllr#=e|EZ8bq!ijovxg=8fDqIOA;xhfGy=RVPEy38tB$BuKmd$rjM=p%?Bd&tV@}C(oCWfu4x;jCKL4WKp~LfNHx;CzG'
    'R!91TRYsi7uMFB!H{co{D6Dj|4KiIf;J$DnvOebtu;q<C#UPP@3(s@y;;jS~y`HeWf&SpK0#`vpqJ;6v%%S5v}gKE0ncW$_$'
    'uU*tnMNOtm3-k+L0;?=c?T<b2@C08u=sO~%y8q?@BU+8V+6V)T>-7%>uqdC9_o=!-Gj$t5>1W|2B4{~2u@IC6_grTdydTWhb'
    '(aTt|ySl2VlOE-ifv6DoRhbnW*<0=<H#I2ej9ae<Xk>U_5StbmigX!jiC=Up&U!x*Js(Yp@3`W0rXK>Kl-WG+h9nEya36C=c'
    'mh_IQW9>0;Q_39yDaDzI(l7Ji1d@A37;NB*-Pz4llqb~@=A^^7evj_69ZOLNUT<>-un-7cU0Xo(-7lTO+)H`_Zv<+JQ)&MCs'
    'D9xj%+<lQ=O+POiY&TAX1sh>ZFJqgn2|sr34eNa!dp!6HL`Zf?D`N6IgqTx$iPo0>(RZ8Wjjfc0<X8FdFTq0!`-hBRHp?wsA'
    'AgQMR6P^@XjifZ|xM*m`JVKA&R3t?k~>__B1!NHxGGfrm2;eI-5ms@g5kRlw%&9cmcO#p)ISn(E&!T2|s*+^{U;;WO)c`u>K'
    'HIsdjmwZTa^FbOdGRxBbIOX}*~}z0GL?(@xJ($+E6ckei?1`zQYPDKy|=>{^E!%W%|^ky6lqMdLI?`4`L=B$}{U^)+7}yv32'
    '}uGv=#{ir$8h#UQCvLf=g0y_@q$!tgAUth~;1~H)V;$U+jm=49xcgQK#*_0QVmA@87c8TLCzc=~#+UqdhoU@~~v5TL>7vc5V'
    'q(t5wHk@}ZDd8KXVOddl1~Cyg#0_Sn3eAq)Rok(E8TdYMl>#$r<|lhj!>8ek3E<$@=@&9|pQJ=aM%Y1!G}nHpZPd>(jwZ!60'
    'o%P6m<rM}{j^Nqq7FD#9+#TYzl)|{^kq0m)4*8EwqOCBEA&vLhS=@S@-q~rL44jCsmlm+HY~8*0Y;#fv<iq0&_&LO*jR^5^r'
    '`)^)whgnf19MoSs=w<ltyJ{A+c9<pll|~umJviZI(G+`T&wyVRWL+`#e(UtUz{u*@uiK#$+dt{Yl}48J+;Yf!r@ati_5WLq*'
    '(Q5e)r8VG!tuECs<i)dTb|^Usp6b2ar+>)@N}v<3drMDN5gl6368U<pnFMh?@k8K6cNanPIhqdQE2@S;23TnPJdt|rz|l^Y-'
    'Oe6g!E-p@wM$vX&ZnozhDNkyf3Eb8Xe#%wNkR0I@Cq{V<+42JtBvYE^>I@Zfn8m1;~D_vcOzt+*mG8*x!1`ud8r6sIkz>36T'
    'x!wL4`>nljH@7EW2hnsWNl1O4G`<vFP^jM~!BVNT=Vy`JH2j^JMzd?UKl8+~F}-jy)#VO|XeIkvvaObeRYd2TSSGObw*J07S'
    'Qh_oG|yF$5z$`hZ(f*{iZ29#KI+d8G?So5d)Xgv$cb<@Rit6SG?<d#v^rNwDf5Bmf-(`!vq&R>U@9>)&T(F8m$3Yi(p?`A*I'
    'U=bZDFS0ej)n?miG4ZFLM^&)+D_2ZzK+*SV>Y>s0PT7)Gg}WUmAc7`mwB>lk~KiAky((1JXpf4;^YwRU_`9^VCi;I%DovY=g'
    'HGoKQwsWWgku9C@tAvpZ-O%gRr!ZpKoodZATE%uXxZ=`c~q(Z8A$_d_Ya#R%S(n-X2Lcu4`*%YEg^f9!N6&jtQ{u=}ktde#h'
    '-D78-b&r|@m$mX}Dps@PEd4?ZHB>cT3A0_Um150f#HKHPyYnyOzg;2@7a{5qEQpRb<1`U(vr6;WO5_vrPyz$BFN<2ZxcX*9L'
    'u$I9o@0<3nyvYlyFmf5w2U9<GnU1fSD9v2<^Q&G1h3LgYPHo{w(*k^>tJbg$n=$<#93K49Dy6T}#9wQF(VW+~i6HIN2kEjQo'
    '{biTS;{hDetyYbUbMTps)&Xq5*(>~P{+TI$8Pn?2FunQWN-(COj-R7GCv>s#Et^}8*|gtn2n^(mGS`;SWH4A1l?7`IDfj~QE'
    'k;aP>sLLQViSdc<ARQi!A|%JebD41op$cfUs$f3aWF12kt5L#GmZE%#Xi=NqJk6dXe6X_np;z{sn7l2F{5t{P{_Yg84%^WE9'
    'hWS+s*^K<OxeY|NQ*HC_RJKG}%&Z6e!An*4LKHO)g$kR0xAy}vp&&_Pd@$Aqx4ux{p!L|C2|Jmng+kNQXNPH;XK4jgXQ8Q4J'
    '*mRsBLL=pTp+B~;KAg6|avh!xU@cDW>Dz^E=c}Ra3#+C9VdU4*Etv>UwNa1|M`A<K!P}bmnfete(#PagQSHJBEj0jLI2ljA-'
    'Vnrp!`{y@3RCKM?IM;|F@_d2Eq4F;Td13RMrcZ_m0K}2DYkd?dLAJRt-?#cnVjZ?d8grptPgF$ODzM^!9M85D#&}z(i?Z_Op'
    'Z|L%knzlEsPrX^?MSCkA#^vKwgLOdBncQgI$v)JAIkVuAZ$We0#l93r)wSq9b%*=ZVk%I`X~H)n2vBqi$~fj5{9L~0unG4S5'
    'qhw>Mscc3?^kZLOn(Jw~->gMv@5mwh#fmsE+Izmvxaz@2GoAV5uOxAHf4qWhceKEn}Z|z!-Y2IW0GD^cc&q;>Wz7se!qgW61'
    '*YC3_0g;5*$JzJ?++2#=e?H5nm}hVp#0ylArrh*EzSQ3aGl0I3&m?IiT`4ZcGEB5AtBdzg}*wPAw>q`69(y|ApisZ>N*<S9F'
    '#$T&PG>`sfU)WbDN_{i^*FBr2Py~pf;@WQgyfvdgaX_GWc6-1ZRcpzk3UZ+3}2BA?0k(SXLDkSIpJ!XAe>u5K-CP1~9ev@3y'
    '49}fm$R!?$l;b5~=Q59)!PMv>4*KxC_k<|oUv$M<@Z;RgR>#_@aN>iVEp(K``dVp<vy;z+dNcuSR(_U#@@mPW<(!;nI>sZKZ'
    'rUPtIWgU~M_M<3vY(^00lf?W@8e4nFQg=aoU7UTc9eni6DWnQ1)mkTtoMbRoV%6~c@#s;7S;g9$)o~rEnyu;3{vla)XHj@9~'
    'SaNb5n^3!<B6u`l=U{NVwui&vt;ss@d1me(Px3M0UMPWC7dk=pFtB&*I&W<i092AlxhdN?t2vzN++q!`?i9V+mU1=iSlz%y1'
    '_Y1px+p3;cKcw*<CT2Vl2paM%qy>CLCQiUX;&a7|%;HUBYnn$_ZeHJEG!Dy3{1h#@!bo0R)FaE}0<<)=af1&^WdBE%M4FeyU'
    '&ORifGPShYj`c`$t7sKY(M#1JV0mqU1#(5IQ@&f5FF%KjVK5&q0{=Hc!4>Aw{S1e?PH2VF?H8hiX#fN$~LlISt(4rG+r#bdi'
    'hzQt7lm^+&K(e(6{>wr`oU=L)5#;4!cUk-&8!br=O3b93j31ASEjd1lh_y^w+O$E+!Pu{4QM4cLq;~)OciN_-XYw#bcu?QoQ'
    'Ym$<d>)n-c&X-{*{`+*AT5HzB(<RGb<V{FZYnUp60yH2AWcU3HCj@MumC)55*tlBJr=mmUvPySB_`;w<O>Wbg_^yicdY5~IX'
    '!laA$k(L-9t;4QT6K4yl;Qs`XHA{o+pVuRasJ;R5=U6Z`K58vA~`T6$E{U+}DG#rtC;p6D1)=BE$^n-c>yJeZ~5BBBX9Y^4{'
    'Z!JmNRnB1`ikjQ-r>cdDM_VpMK=;QbbAA4{xSLn_JLMa_&=m?>xzM7BCb>#Q&)Y1EWw>eKsMA93bzka;fe%L~o-lt!7s1R=B'
    'PQJ;tjL~iQ7r;0^0nP5|Ly*z$O)qXPpA=_ToK}RlhXm~Oy-#!$pS;0omF4_HW+9O_$mVuc{(4&4D&9IXoeqU)$cGco1fxcep'
    'El>8h)sg0;#)M%ToXE*+S_8o+gJ@&WWv^@$Rhn-8$cUa$Cd`Tw{7@2FA)$pGx#cEd7ywWTDafM|hXja4jJ%_<{I!6nuf}{*p'
    '9z&_5B*Sjc$z#`5CUGpz<VRlQC;+^2fkx8Rj5(Np47<jz1!h>0F&)aEJ9h>psKb~w<(8<rafp%Ps#7SqH!1|j{)%kj=*nHe#'
    '(&rZnC4lYVZ<8*>4EdXG1<4D-N@gVaEJ8oNCI8@-S5qW+Fxb0S?3KPw=!eSD`;}7+gqvdkM>+W5~42qK3+{!?#d>5L0K~_m-'
    '5+RS8f%w`cd+N3o_0Sv!G;8ULdbx`WOgNqDtXo8P@$4efUbVH21M1OjF)9(c+7;HL&bY3@ZvrJLNGL8l2xU6U|mGv5mo@0<l'
    'u;Odfdp?{X5$w5ZVXPC51=Dn*hAU3Xf8Ad(hNxhw<gtCxo!tgeg<19l4vfh^JsUt)Nce~bKnG$HHE6YWL1M~J-J7tJ@*pY5a'
    'HzOI9AlKBX7tUveNSy6c($(Yi4;?V1HAQDD-w)_P!U77kF=<84%@g*a5FP|3Sh=j7o*AFbFJL!TKU`wl>EI6gI4jSj9kr7Q<'
    'ocA(OId_C72Zh`8wTBxVhZ9C_K<%DF()DYb)FxQwan2d54qS{+qDA0AGFGzg&YB&Ox>dkQlbvo<;L>Z_D34?s5Qcv8|`wkJi'
    '=Om6&vVirlla-(?V5*nG^-=AxH)yUI?&O<HfP0kX&qY3Nua&Zll&T=?Tot1z%4e)VgvZ&QNTcsM!5Vt=>xQf0i*M4qHbE9K1'
    'g%(vmA!IBwi0tT5^?f`*^Of*1|>7wy8L*&xNXI~`Vc16f?W1Rw$muT-^vnEgB!##7qv+!o#_FP^{*L~iy_5)@W(Ej!_ey8Q~'
    'dD<&`T%&P%R|1veO*0a7Hroc^s8g#oe!`ncZ68?T;s46x1%glLy;J|)d;!7>s(S5G9#cM$)++YG{9Iu&$@#H7Xum*Q+?vCf^'
    'V~>(rTZUsX-FY6p<hadX`U!~Z>&<zDv-=IL{L@xF!R@6>VmbT+R;O#+z5qY}w`~TIkB*w??>nfdr%t^bXbG7XW0KpTi~HiCq'
    'EfxNX%Xpi+Zc%MvOW3r!ub3ZmQwPuSOsA+b{^}fIdrWa!hjF=TThSz{%J?7DL>}TOjXoxC3akpliBuySg$WLXCXxcd-~_>rh'
    '$I8HaFQ{>`Yp853{ZpZ7^GsN${&1&A8&6T0eEA5tS<1Y-l2u<%O>Wkxi%0$~bP@ij42c4$}{8_~0_&=Iw3Gv&EtJ;a^Fq7Ii'
    'e-55L1TnA4{*Fj-?L0JE`^!tz~84LyJ%q0u^>><!lyX?5<Nub6Q;(OOf(GP2`UJQL{Gw(h<ySUT@+7}rI<9>I2j4JX86si!h'
    '6<ZgG4kC7-f;(uly<YXYnONRshakVR+Q5Kt2J^zABPXp+YNG)}~vZe|TDLWA^Bg~~6v?e3&_>4)S(O1R;27ypj=VCBxw3nEb'
    'y}Lh1)FRq$>S60pyyr$U>cSncy&3%_e>rAu+a;T~<%3B3r>hh!L-Fo+mg7S0XGtmXKvwEQLDsq|*uNWc-=`QsnDd<z&>u!cF'
    'G}q+d1RG*bH9<=j4{Rn1VQ>EREVy6;w^=+ALeRe98@?6K+onni(<X4G{jiQ(ZL^2)@0&WK6&FV<;&h!6lJj*k~siK*2p(7@@'
    '?X`ZCP0z*D+8<{SE^QjQ}u@)@b@(_v3VwT7dGPxtwlBi1<fSj_vIxd4oN`g&|Ju;b97rQsK(?#6Esz7|SV1Sj;iMF&dd}YG0'
    'R4lgqMZ&45X+gd6+`OMg)IraI8Z#w%+AR;3)y<;?uT4W>}!C|2OE#FY4;%#Ig&rNUS3+st$Qjm2n@o_2=oGD4jU<@ssx;ef7'
    'o7k24h_x590H~g_OVYCs3xR`Ujn#4#1(|(+;-}6=?iR+$2HX_lWYJRXP-HUtFgIG!+YUrr-5P2Au`6GJJl1yiWM#SDEfLXKr'
    'gC=RyjB9M(E@VYtzzA3zqnq-l&YLd;-=UhHCSurFrd^!|`2B!J7tKH`)*=GAe?#MTXn-&nVy&WU6kT`0>bAn23Hz>5)yeMqz'
    'RVo&X`wF8QH_fL;(VdAINs-%rWhMJI^^T&+LRi%+;W1Wg`pC|kzHG}PP$oxO93;M!c;=Sk~~bm0EVXnf|i*ivU(q1X0|!uy~'
    'F4OKUyh^w~rB<;sMh5vXLxKpKzdEfw~xp=jQU$<Umw_i{+|@*OhsOs!`(jW-GVGBXpp;S4!3~QjC%7tN{f!hv&9AbbqR!Z&c'
    '-f8RpNu{evHBne;`n=yT<lnO8Uo!fjOj(PDu8j*BJ|bSPikRF@UzWGv55j}H%YwZAaJ8aqpv#eY{}0OUJ;)W)t3BL&61y3T!'
    'hFTN|iGbLk27S)h%fzC}5S0t7>3tLt7d&IMMjEwd#PO(`~z=h9LJ&zHwi3X$fU*=2Y`(N_dVEgnW3bGxtEj=uoX+L}Jhsi;t'
    't}o+FkRi3fp6Lo?sF)3!estNeBSXRwOZxO7{+i)$V(XIG^CB4hO}r2#37Cx4rn(<WwH5nr$>P7bi4f|1vAZPR*IHA8jRGC&@'
    'pNOdFUYH4oGgvJQLq(Fg#X#pmCBmUSI`>lP3|4U2o7n0MvnC|7_u?PnOL1^#nF8z1}HO|CpUmW)-kM`8{_?vb$W(JW`Eot30'
    'nY9N*|<+=hEl0H}p81#9lxrW%+7S#U7C?%Ra$99+k5-Fys1<5Sv2Wvj^UCX>4>_`w^LSFLBtX+j}Tho&0^e^jn?vkF#1=VT7'
    'IPAZ=#2lfi-@GbuW>m)-IDtZ-*z1wmRuc;Kspg^~7}$Ne|HT#Pt?ZR`3}z$MHGF|?c2T=@fxpf<p@C{y=Jul7kP^_lq}ha_)'
    'OjOkr~T)0WekKr=D8s?SY0$07?byUcf1_3A?B>RORIcv5$+(k^zgsT>jNaOKhV?fKCXnGK!++`dzK4cg&-R44)F5?0-KB6S3'
    'Sd7Zy<2a5h;+=d0iYI?a$DGJk|H{BmC+N{UjilR)5x=f9Cc0?w5<^~nBdVW`rUW|$2GrB(`gC8Tc~j*eq}7JnIE!~_uIV1ut'
    '$hfcHazE6;l+G3QN+w6*ylaOmB<<55Sx4bN_PYAawi`Bu%DQl{8P7Ai`FRqua-sI?LiPp`9>Pa9+!b0FyNmiu)9T=!1Ufj$5'
    'R^acueJg3X`Ik)aP@Wpp!MFObTEkejGJrr4<j}(7B9K#ew;OMiDltJmt!LHvgu-Xz=)nyjvHn!v=pkTo`OFO^^Ovf@DRwe2t'
    'o(00H=VZ|Q5)F$&ni$uJR^>1fW4qop#1bta8D*uRM_on1`?!CN%0ypafrtZYvn>v$@~bkvt6w#V3!Mg`d;{n()qdapZ0Q#z='
    'EYx<@lE4L>JLnWHUC%PNtxPKf_4ky{rw>>X%;hG>IEc}!cO5~w6oby!G2wRogj!>c_Amh}HpC|U(k{J{lQ@aSJoN}ewh?hs4'
    'OERE+8OyYnBzaqHPIT4cB?eqAb(bajS!;`Pl4Ag#PBy3dno7w<1tUR|xb`B*%8=xB8T(*>(-^?;K;J$9h&V)43<6r3Y%z1u8'
    ';i;8XhHYpwJ#p(h_30jW__j4r!h@T6qR$83WV%5ef3S=jmR=vZ;-i$XFD%95%F6BDWgqN_LxjnL1nF@LKX+L!`LMj8V>d7sq'
    '8m>C3&^uZ>(OkbScn*P;n&f>hJjqU@eXe*G-<{D0_{;dh7^iBSj(RG7RW%dlL=WU!zvyXT(PYx;|JKZLcX{Lg#GOCApg_a-b'
    'RE3(atVfLkj>Zt}DD&Ys7%TU6MaA0K7Lifzm^07=gVCnRKz02<dMTy46n{HG11f4~0Y4ugeLXudW>+G!lBKceu!W^EZkfI3l'
    '?m*zQPt>*`_J{&x;tEx=4IH%24h=FO`p~i8d7CR-4ph?OarQd<#sOXgTRXFvmC(UM(64HE{0o~g~rlTb3``ULJ;3ENCEq9kE'
    '_}OSnuv20{zMO1K_coPgqer_fc63hv`-B18&toN6kpIiU<_Etpb;no9d(m}L!^>WhMQd)#i=OM&SE38O4i4?Dw5|PdM_kv;5'
    'DQbE<vo#eT@d3zAyfXG$y^XLMTl)R1v2?=x+5DMN~H!yQs`Zj871=Tq;-<G=C`3|8-6bT(@0H8(;N`D-y(Acd?-u;MW^;hp$'
    'd50SG;cW5l1~}4Ao;tIv*|$wUA~+f7}0W)Fz4o3<L;3H~ZhC&QIN4T6^M!Tj9xmK4F7ck=MQf_A}1@0fb_3koqV2rwGQCEXM'
    '#S=z1+*T8rrbl**E19<)#O9FEn~aPT>)Oz5FYJ1Qm<-!oGlfTHz}M__FMTqZi_d`nM%nNmp-{FBTl=uVKFM5Z{G-Cl&LWy-0'
    '}RjNJ@E&Wf+j4hggW0f(f8J*imx>+yU?Gz>C#WW-Ox5-Q=Dbml?=9I5dlL9VR{x@oI4oY;W=kHNBmS)F6v*p-_FY-0g#jQNd'
    'TUCU=TxxPSqkstx$D|$%s5-)OeEd!hSAi=nfH1e_gFNPglIdvpjdPX@u6~Mmn8HP}5eDNkQj3_&;C`Uc5ftfuS#Geh#yO~W$'
    'no=vdK)6rIt3h?-EhBQl(@>?$g7hmPxy7BwxV?rgfC#3EfX;UHi@cR8>m<XqTQM0w%JD<W3MSpj|1_1<ZIO5Tm8RL8-I@){#'
    '!tX+p7ywqGIZDdGQ$xvo{fmVSAYrF`W%28URE4TI53Iv1+E--r&MQaIFf7V?AT$y&r-xI@CFKbFUZ*^HDy{R;@$j81#CYAl!'
    '2qI@^a;L}Qhas5b}YC_A_K{JbxETI<s^2WL}F9ISu2m@GF!4K0#RbuZHmc<33#EVH+015Z^ZrDk>SBk1S7=ysBoQ5VvT=|0A'
    '@og~RVR$G$YH2I04FTb`r{?C_IbC7>&^~w6zs7tcrLJm2fomt43WUSn5_*c1Q;jQ&|cXcK647~H#p1^uo43!XbaQ<l2LKICE'
    '$eleh)v}+0HZkx1#ZN*USaWG<6S~V@aI^Fdlum6ZlZ4*1b4agqY7~2K*B&{{J1JeYkoB#q$CjMV??f-M)NyOY&k=YXtF37H8'
    'g<|jdlq6iTryRc4sem`f1_^ll|b8X3jG@O*=SLSr8EQj>;8CSR`|D8)8Qk2UhjR`VpTzMl>e&M5ZlS<@cjP4bTU&+x$Dt$%8'
    '+xOu*$08r?#IpWi7g9SZz?z9eVR8)Z1-gVhk;miokoOJsI@D5zl9-c^NyAYA0)Ajk3+lLy9pNS?D2nT{nnIN^KwzbaK*L`*@'
    'iQBB}!kzS^{>nnBFI#!0d+*AKd%mg(CxK}V_+k~4a@QM7a3wA;zbD2pk^^l#(YUjp*6+MML}eW$xz>Ml+6wbl}6qeO#zKH8Y'
    '-X)MW%3-xmMBu!W1;Fi!fR;QX3cGA720W#B={zu1i>V3gu;$$L@eT5cT$jrSf>{Fiy)hvFtCagk<Pnys(5A=&E)(?2RrK#En'
    '7~H6$PywS4kR#f?q(g~t-N<dnpJ<%LN~)!wazR=ZTm+P;DQ{hkp2BrER8ibC3&i8M#GHu`29reDsr^~>Eg;OdP2OJu(h#D@j'
    '(9p!6l@{IfcCmK*6>9jMhXJ71YcaeH$T!^otF|3;QFyj*A^C#)^!Yl0z9PEG!h4fF$5)UhBoYsSxR4o<hCJYxX6j&V2TuWM;'
    'kIM)~+bhh<FxWB_7*$Dg|)gX$clwrl-lbjj1L*D?{6z$|1tHJ~W$wehe-Ul<Nr2WQ$zd69anVZ8H0*@MlSOCt8(-l!o6Vb(P'
    'xhP-#qjQujK7X4dn^R+1v}e2Nk6>v*PvB=N`cmo0u1$mRcFPec5RtHGa+*Cu-!N;2Yty&alM9x8MD-o+C)5UB|cod+g^j{uv'
    'lADJ>xBheZZA3Jk2;X_-F1%ZrxtAz_f{-dJgUxF^}ilOBc9ud(vRU(v_K!k6x9OJiABmC2=Ao6o=^#SrCc6WdtR`KDCW&x@C'
    ';*YNXuA2zAMmA&w{YiUacJ=rRoA(Uk_su+>v|aPPKoP9ff#IgXOAKYVKIEG~h6;ntB<azfcgO0oLY)m2c<JzAKd*Kc2HUD~l'
    'Oz0HY@Y~|gKEH>Zk=xRYW7b%G(g;rDx2Sa!w%=fCfEOCO8F~dougCJ6vXUT@+hGyqfu@q6#H93bM^J0J4yH!B!4w!+Cq?%w`'
    'XSb>z5eC{8T#4Ryq=rd!kyovlBM?(H@zNI6jM(DE@=PdVqJvUxEsUh+Q{!fy8r1Zct=Q^CE<5%AIoai$G?R3}{}zU{8YZZMi'
    'YQS)G>v@?yTbDBj0PU7VE^4dUTwb+Ws@IOA`ymxIL`PDtE<F2YQr3Luxzp+DGGB!CcJsL_B+@OMAo7MMklh=)KyN17Vo646Q'
    'GG)&Hfh#0p;oxxH5;+PlUB^O3bX?NxY!f0`_rAq_ViG7J`(DVpC#mQEi`&d*2$aFL;`AMzRtV)b85PI#7w_cf&m^W}m?=(&o'
    '58($MP1vIHk}C()Y)gMx=OKc$QxmMk41Y9O5MU-ji~O=Z@|6}Hzk)d}F5LUY&ir6YWo}aVA7@*mJAWhVljaTyl5|GI24wWc?'
    'Z`4l47vIA!XpF3+a=m5BY%#B(qQ3>JFzX>#zTU5gK3^oMD?XUeh1kIAlg_~G)j$xc3lAoE?`1U59vH*4tnf$y>R(doe<PJd>'
    'KMIx#5V^eG6hpY=tuNPFqeac$6PXAzxg*Cf3D2q;wqk#nlwcu`;mJ3A&U|!(R~w|8=20-bs~<0Q_veqbSzPN==l71QqPz-^z'
    'G*T~T^Wu!p_5KJ;;hQ3}CwZM+@p0>3GDU8l0i$uikQA0W=mjq4)eU`jJ3UI#oYPdjU4(1Z3FHiag@SDuWew9HQ3g<>N=*vrF'
    '7`qbYfs*s>fEY`A^q)omL=*%sOggjhA<;fWeMEUs`Gm!lGiNJEn0BSHjG$^t0kmOe{QTV6(M<{l^{C%e6Tm3JZvuYPX#P#X`'
    '4Mv#5{=BbX{sZxObEq~g#9m*Pml_A={d{|Npt&+TG0e}!%2+dw3cIEmHlF)5m7(bDx)KRFr(ITUG<U&7)I$aPa?`P^FPfpA`'
    'ciqOiptQh_;V8Ts0LFbj{;6FVw_sl%v|p$Y{@4u_M`|N5z(F?Jb`*bdzDT_%>4vhQNp<PL+6>DfN~M@)%xv^NI;$%3B)THu8'
    '3C`g4MJ@BYU^>o;P8?J>f#61YkTyo9u2N$wmnOVWH-)gEA*B*va?p=)2itB0&bbJzO5|s4Gm33G}ct(^0kPe{eBO0gobSU{4'
    'qwaM{@PuQ5#)P+e%XZ{@u<2yv#aM%B$DSc-aoDW$Iv^Jj-FXmo^ah@Vd)AU-uO>&R2;+r<w$A4dv)6(I4Z20Q7tS-s4d^+`l'
    'rf3%|xiMq~Cp8a_-IQsCjUgWeQ$iY6aa1mX%5ySW1{{AbNOI;+1K318LAC)`sL$6l&s?q`WyL0>uL@5#PHwLRy0`2sqxv8+B'
    'U(PpX`<u#g;=+BLtPC~fTJIFbYqo^C<yMsIj*d%kd0rG)vqR7OZgGpty$Iqr0a)0WOXRm(a^}()7dK%K7K|=-^1Q~F(eDvSJ'
    'Ru?MF(GhbWGr8*lnVRA-zqi7Zphcr%uVG>LuHNO&+QI%0IGN0P}~P%a_G+mb+La5VEI)IqTA0>PS+^1=7QO2g*_c23^p90Ms'
    '(esU?GTgH&Y#DtHg>6bTrePAMI|cBE&?91bn-{Jknm9pBfe5{@X-XN&383WW4=O|DO+92CR~`*d{4TMvr}2mvg}#jrdQhyHd'
    'r+R6Jw?8-e<N&ydVUvCuJA3s2x=-e=Y1`>@sf<sgUR0@S~%D6(#^T{PY5uV5bHmr6bcAN`C%IiGJ~JUDo~UdzJb`!S>NMx(6'
    'MwQb`1LFJ2}oQ_RTT><&RhcW!u#fC(?#WtLfi^X0_)DYX9nO=Ir6tK5zeHAHxerro{P+|g}PB*6d8cV;t+}qJgUtLZ#9{V^d'
    '<-#6q(2bxRM_r$?U@9BVr#fnl)_WLE)TMA5m{$ovGkBPTVU%-0g`Bvh$yIlbuJn}|1fVI(a^SB7uI!P8CDgg+Zk&0@kdOY}1'
    'LurcIBjQF0t-VF+{b$6!Q|Unh0d^bXk#8vjV|8dX=Gi=HInBLm2u73AT$}F4FBQ#=m}B4J8S=I!h?Q2Q6BM2o*DDwV6rJU+|'
    '5`?fB_!?==#gc+pF@DBmG@%jdc{H1tj-XDfKrZ)!9(~6^OLFf%b8&Z9;zHX_g^)Ke<EYNW+Lgu>h%y-I$FtX6zBtN>=`PWVh'
    '^r!_54#J_%QtdJ?Kxo+5l<mv0jDnanZ9q|KC*iTW&jxP%B#A>n-2Gfj}ME36WJpmURFCBY@2;$C&hoA7MBuCZzTk;<_Z%yyE'
    'kjlG_0&I&x6=PF13eHw7r79fGXTInwP3IiGv>}2SWkH>2hz4gVJ-v(o@uO=hPTa2DnLA2a8uzCaXxs^oX^mC-(Dc;(*gRoc}'
    'ur;@bj+3p(S<w}OmjqwO*by$nVoMRx{WPihU^K+H+p)&Aw(n5_t{G%FlHCDiP`xy4UgX>#P(cSt+QWSJp#ulPSt3J1ESU%#!'
    'Eo7MS=zb`E)=%Gn~(7qHIr`82&_^QrrVwUq1{g!<FGm0fF1e#n^3>7>1}uH`?mP)<#@24-v-lK@t?t18*3_x3v#j;C(K@);h'
    'Of5dJfz;nIYZE;YrM7H$p~>&~Vr-nH#_51b*V(#AC*%|MP?Xz4<2qL(Q?glc!|q9z`ObdbR4(#Xrve6FbwvJ~-BwHMd5|4F%'
    'hqoj<hkGICs(OT9)I{0>f{grdhukOY%}T`yso!tX$NRPrl#{f|&nzOOJwbpOMq_vOZ<?~V-eyN-<Ww)`&HQNiy2t&Vlo6{g1'
    'ox!arRDa(lPu*B6e$JMH9rM?*V0i*63`Lo#)@^_~VaNi!|htRWk191SEIRD($n^j1K=ox4lz+PvSkXW_8hS^Q#KQHq#7Uif6'
    'qji=FMVrreBq><$U}7u^pSID85(pp?YH;@G<~|#l0Z|-KdGARH4oYb`p|BsMhz0Wl{ql0vFE0maw5PqQcNan4steR&hCLq03'
    'owzOL4MjAs!b1a(3j<=!G?J|+nVifF3*ntRy`wi1u=ehhHBVV&|OIwC`u(qFZCyRxg&(ubt~OkHTeXh#{qZ&y3V`31Wca|0c'
    'z|4-D!#Qf7%Z2w1HeIpvH;ijqSaLhVE>|9ja>iBu!ES@R-A>Cp@3zg&v9b57F&NP5IND^LeSQK&Hnb!pINTFK7a;9q<;@{LL'
    'KQa{E3+L-r(#QBu$ov04=OgGn~R_>XgSF%HTcxS%I9Z3WRD=Bh$WM99Fm2TP+JHQ%b|_S;ljSxShTiN<zoaxP*>kBOX;1ZqG'
    's$_I)2iemoO&7e?(!-WqyWxn6}P9~!J(^G?1o(B^_VBz*jBEY9!#zACJD6;<_4SDd!C^Hb6PAi6%v-I3u{+xr?ZhFq~Ee4m}'
    '>+~T<pQov7CBPSbAi`2p*CBBXO0^Qf{rcC97gCADX_D|mxjE^-QU@NG<#HcoI>^1QY;OY*O1S&A{>o&3J8daWN=(R?)Agy|r'
    'jpFqP;Und19cfOUN$-kcqv-Kp$i)t=%?*QvqMV!_UAD&U=1R*hbcUPkVv%y5%=hXxU}8~q#9VU(A$!^h<M*_;;s%sv!6!>HJ'
    'q~copH-v#_q*4M>C$wGdkwS^8{VxJEKLdOTr%?JhfUZZ2A>Ac~VdtgMG6Xcxst9a!piuBo%yfc1W!z=wkr_Kz(6K1m~T9&3G'
    '}dCo95j<e9NP4yGD&B3(=s1nBV*KCgG@hubRik|X?FZH%=PBn3GcsfY>a5FjdN6#@U|+7o1#so1X-<<=kK%6TB4h-z`vto2y'
    '$%MHo=aU+sc4}ZbzVUJu$1LY|4hpIIX{>4T4aUlr9-yiDi=4wEcyI6|!szal_)4I%_NyQV*fF+pE4fcep)WA9&q{u?aBxYA|'
    '%ocNRxTL;e^^wfE5zKy)t%b9mW5EhMlmDf9K$|UTt~z|A-^E^Og75cbfD8@%;dphtr?xo#Z_pR(>8eWq<YD<ihOf&Tlc5%gv'
    'oke1)DZ9^Yq~}1k5W@UOen-=j{HBXWsay_{)$+<23%T*(d4LU_vsTMM(7)yjATL?l4^=(%^zA*9+FgGgZiyw?%iRNzDZz%Q+'
    'VKM`Rm545=jJ$ts}2W1Dc@2c`<);2k)4?<`~lv!u~smf|jZRI$T-roBbrv|JOF1j1&f0NYbG_?T*%^hdLU{^3Y<#y<U8?UPV'
    '@7n6J|>Lk)Rxes+3FBJ2vZ;rA8B&4Jkq1VXIy=m)F|t1wZtp)!9x9<;OWICDu(K|<~#)uPV2;wF#+Y47Nj-OUTm&Fh%XI2Vq'
    '$bK(S+i#l86(7qZ$QxvYb3G&$iU>Brw>J(-9Xpmwb-~4O!J%4`Wr`r!~5$`@U+a=L1-eKj_K#FlU@{L$|_?bj~>Zg%(TQS1t'
    'rMh@W6>fa6lliuy7*BIGVP+x};Jbt6k<PED813(FYpSCpCB(%{LxPL;qA<-VK3g#WESq(RP6}3y&5NK}(XN5{aC8nts+@SCc'
    'h%7At+j#ABl)XCB>?j>{ooy(Du`9_95HH`kS`jpTobX8FSRN71voy70OaRN`<_H@h3k}^R^Xx6PgaGf3oGy@KSLFb--#nIs#'
    'Qqdx3&+ys1?$eDPqsn7L>=8PJD1{6@F^;fW5vfUn3DJ_=mN@iqwGLI#Qfe7=Z7Jtmg|rVne>3qQ3f<E3(m&6Jj6{=Qo+P_@r'
    'N%KL#TOu0erXz3msaA{PGAbE$_9BiZa8Va$~KxhG&3*9o2IPD&Giu54r#brhdZ$$)8#l|;7^!7(Ei6)T?m7w~4pq`O(wk2BX'
    'h02*WBKCTFT@kZ-^AH;Yw+T1j7gr<;oA>BxsO;*l7XNS^ihA|c-0MZ|>OnA{1YtD;xJzXAYt-y@+`SldP0Ys6X0U!SJYIk9<'
    'y&^X`{Ey2o6HNsPL3SoeVr*16n7G+sF4+bZ?AzH=JJp73hDWA_W$NL=F8D}(Y-$s|;U!kuX=dxcEpPUm*f;53Cr}^{0J*&d*'
    '1T3H`kN*fiZ)6eg<Ez6Tlp*vyX}m;BMVCu_6lpeYKrN?q6ti2s1g%q98_E`gOp9WkPGd3#Z|MnB-V`}mg8(KtgolY3_P3bDn'
    '|yq(URh>#ZL@<@%0qreST?(v67)c+#juschwc8#RPi(Hq%v>5$0y0A;UvQ0H7p%bhRX)f$`;_x(}>XP>UQP6qm#HjbM~|ge~'
    'c_62gj;w;=MX|IU0)c}%(^?SDJ(P4q8DS%i|6P?Y6ETeMvUocq_gkHk&8daea~)sZjSn+-V|$G^qvDq2^-gpn*{dfPdMSMCt'
    'o^ppRE_yh6xyG$rjglKhUylwK5K-sSk)?-CD9xe#{O1LP`+rzc#!H)VeJT%zQZ|9pc{Y~Xr@u9vBR)%WwqWoV{O^AsM3s#j5'
    'lw<&<0105VE9|S$?H$kyAmeIHT{4q$yKT9@$V!)}KYe|?17<7raE`~k5MsNIX1dx!Np4zs<TEtpJyZ=ezrvV;8@><onY5Dk*'
    'g^)6-EvcR9@j*BhZRVIO%sFKotRjAqcW`k)*a%gVQ!b&^&%LuBmSQ&>X1JSCR_i+eVVWRYya(vN3*R3Q68qMf=mQRz&HDg!y'
    'Q%mNzs08HYQq%UsBCPMU0CI2L(i3ue=<L#6DJ9H*<12VA|DdoTw1WE;n6s9ptKoTOd}tv{3J_%);rCl^<(jf4Cj|s?pBzZw@'
    'aXqnSiq4Lg0dkw*)f_XH5*)*wc}9Zzl#cjqdul7Tx~RI)%6f!5^klZup1+@bh_C+W><TmQfbB3JO>FW+^E5%F&EZ*GX?Vs9l'
    'H@SU!7Z#^M$*qgQ9@<e|dO-XhNv~NKDuK|e(_O!FmRgo3uWu_&=!$1UpzSE?lXNnJOo3JtoE6Gtz&<elFF{cF`Hr}Pu84l6w'
    '=`!wl!RLq~z=wl>V(DJpMy|d?6UkQ>)Ri|oT@pa%9xv+oQYbyagcv4b96kt*-k$<FGBaAPd&!EKmBL0+Y!n5%`y{rU)49wrr'
    'XxlmrO^%=LR4zO^?GtXw+G5#9k)apa-yD(mHgLMzwV7TWQIB$$n(+Q!M<JW%nUY{=fsEmI(|vDoH!o`9R(2<G7QAWbH=nOaI'
    '>J^X=l&M)$3jcmOOp^gj<PjB!fsvxWb*|3Z;3$nfS1KDdU-V=PwTk7J{851u8wFS~hip=t7ghesvFWnTwZS{ASxZB_|e!7Z8'
    '@1P^?LGciYbl5unK;fc>f29bm>^^#GG8foASLrDK1J2^Y%s1iA0B>BsYEy1f|D>r#D!qdF%6_~~57S1h+w5oRGm0=fIjiXGJ'
    'jDUktgHm2H&lENHJG(>nP2#~-p4{`14*tZE|wram~=3YSd!Y?65D2R&M){GtyvC%&_>jHH|MeW9O+-*T~EWCi>h6K}31#2Wi'
    '82S%$?zW6Q2<1O$hNlGp)Tt^8;Xp-)G8&I7FY;^g?m<mZu8?Jx{A9#GB<;(u1k!+P4vkOUV2Xa8#fjWkn3Ek=IPgKQmHVjCL'
    'GATq`F>Fo{M~wARZ@Vhjs)lTIrL<0s=Ki`<8O$EgN3fD%$JqZk`kaJ0YE+;uLa8>fuWZ;fDsi+z%^ovgK0wJMUyb-;1~^)=i'
    'ucN_C#A%(2=zNrE6o{!Thm%WMspA-X3zutrt`{f$w-~c&ObEjDG3e5PP{KjiS%W=bb8O1`S|_L+1K(VTUx9<YDI$({MuLGR>'
    '5M6oryOKVl4Bt&2F|&HdgLq=0kM5oOGSb~Roa{!4}l<LzLqF)PgFe*xy>Vta0|r93Aw%*Vy*%gV*Rt(*`O1s44C>F#{xA$Sx'
    'Sx4!Ph_C0|#?G_ul8OJ@=PC+MZfxVh*Bf&z)YeX4^D$Ix-n=#S2qu%U9rIA!HoSZr>=xl}=^%s{LF=K{_*ZyDsYSd~8O3X~N'
    'FQp#ON@;o1S$C$qn(XRXcp^8g0x=%tYv%acj{u4ZH>!;UMWoqO!yj*>S$2{{Zz~N6&g$F*5NGopg|VKNsv;~z$ROWV{vTEQy'
    'Z$!OR+JLrWTYm+ML~c7dAYwl2?Re6#kW^XAXu%4Fr=ImkDZch0nhS`U6DJjN-S9Bo=D0S$&+S=zIv6o$D3u<RAdjiJjBiL>2'
    'pe<W2;Iy$f%>Z1lVFjG5n?Ql=x>zOsLkcPmRxFH!i&FFGdIhgT-!~b-)()Y_YBX&j~v3=Si&aeYqLgQJDk(*M9h^(gF5*zxL'
    'xNCBp4Se?^M_ZyiYv3QWkSll94-hT@FaATK)$z5hc!bVO*7_lKL4e`f5avixTR4KW$Lx5Rw!JW<Zu&ChY3l|+*b69hTB%HdF'
    '5de3Vmf80uG2@{H}Uk%Y*Tcb1Ya*9!Qaay}5uh9P*`236U&IgTCHeth_9lY1Ps7Wv1Wh-IbOtV!})N;vQ#Ifk1hyw({BvJS4'
    'gI8+9_IYx>bOp#`pR`38bD>|1mxWo$FrmNijW=Y4I~mFG)8fLuUvAG1HdkaPe4(DzfBL~jPf75lAK)L)w`WJYzc3wD;AtJiG'
    'zzn;C#Q4i4Vgl9^W@YT^pvCFre^VK<Fb&8ZOHdp25@FT2WVya9%n%UD1fp3c;vdm8+dV*Hk;PP9(SQlAL_)k2b>MVj+_`!iD'
    'WVWu`K5u*@+nqt8j9u*NPns<#er*+dhOtP9&>;W#Om4Q14|p<F`2B>rz9UlNuKR*x6irVT_l#st6Mi66npr;%IwyL2}feZ+}'
    'se_|IRk(cmC~UhXeW_BIzK19iYb!1@3cVgBwK2mxjG6P3^_a0SWR9_EG2Xd8@`7T__YlO==v6bYFslUQDk&%9YoA1J>Gh@6P'
    '<enDR0$BDA)bw~ozMU0?t(XH-^gCiS0&5nb4p#CjyTqBG4juChrsLd#>S$w2%??iB46&Mlj7Ta<|EtPsH|A5%-%JkL~A&0wN'
    '>#h9q7p-r9fqFRkuVMeLeeKNkl%+*@nE&GsDA2cu>yv}+HC2|=1uq8!IIiIcTV?XupSD6ZmCQ_e{=;@|o7uf7Tf54Y?`i|af'
    '_5;(Bj^}ghz$1|bNfUIqMR<DGdG$DP(S<poN~cp<vEtQ;++x>EU<2FF|@jPmqO%du&`((Tx*}DiebHP9bbd-8dRSP6u$39cP'
    '&1W=!Z>V`s~POqea0M(sXFAJEL`(Ax;LeyfnDb@BgLp(ww-k?}AK2R+Nv8j+_7!836wAczbrZyT0_m+P9Dp7tE-&Ul431{OI'
    '0N%xy-fiz9an8D!nDQf%Sj;}u>5p5W5v)R>5GI(_AVkjnP2cLF|AMlON)97tv@CufdxEYg0D9&iS(GUuzRXjh9INi-dAsjh6'
    '`Q?g6$Jk64W5sy>AIsF^C%^YhwL<Dj;MuYUWKiNtc_i?`Zue}mG9`Nx@Ykriwsfr*Y0V44A?&5G;RbEoWAD91H8vzbR3Sw*&'
    'Sjdl;yNjdU&6W8F4{8^E?@(cH)WgMz_AuI*3j4K1LuUY1UJlP^mFiV6$!vD&f~H`S-THYokHp`(H&W#^h%^JeBtUD)H2XqX-'
    'L>{ZQ$8=2je<o3%SKg6KbY>K1<G8>--yJTRd~g$M~wl_dX7Hj(-7)eFS^}yRg9G^b0(mfd>2_tppCYa?}7|)wcJ$}=l4rPl#'
    'LV(?EYwZysNe_EjrNM)=Wo9`YXSDi5?m}6!7c))$zgB%Hq@@8vER%n5#y;g_c!FT7t=ksxGXSKw|@!u>5^xQ~&Y@Zw?E9rX='
    'zGE_mponuq?q&Wz}K>z<`hnw;JDy*9b}$r^5Pz$maMzXLju{__!0x&XUW0bzHzXJ`kK+kFt%`%q&}b<-9sTj*b`(0!#j`ALQ'
    'I_eW#_8jR3KeR+S3#b^*8HwUXzgY0yrxu~$9UQYkJJ7>lQd)u2EsK|=&vi=~$!$gDvdw;k-J=|Gcnwi)HfPL5kS$o6ZAgkn`'
    '5z;{y1A$k+t}7kTf{SN@2jH#t?g-y~x>+1NRAssN(`K9!sl;sj9QW2V%7DzXv4}f1N8Mc+f_dKumKk>x=2nW_Q$Gm*iTQH<0'
    'MBHUb1Ik#>3U`V5{%cR_Fkk6=yc_H><Ey>`W8LzFH<ZJ`z6ba@xDLNm>uR~r0^wr@b8y9U!qs}C3=2e(4_ulifnXWqK5<v_V'
    'IjkcC@pxG&ecYW0DWQ)@eVI+<~3>qm?<Txl(U%B|g=An=Bk{ApUO?YGqW9f>d{-unqO7!_>dgaIXD0B}#l|yCrjC7(A^WdGM'
    '|EC*Yq5On*Siyc{C>aig$0+(fDHiP<zl2NCqUNfTisP_kJjt&m&Hu_wcRLXG~_q`VtUu@xbB{{F~Ng_8jEbhf?VE8nULF%cs'
    'I-ySTCwpHgRNBX<im}n|~i5>$L5e^C*#OLen#qr+8>fF@m;Ii@$G@0mhF@ptPIa-*NaAb2orQ_cD88}~BC|u*cyyB<qVq9=1'
    'M}){yRN_s|!nrF50`b5V*@H~qfO<$@qTS)i`*m7!nL>(%;+)o7$u{wmJbOh^32m>6Lk6D>!5Z>HnnuYzU$QYbnynONwB<}QC'
    'g7PoS2+sct+rGT9RX69tL5I(1V3v{F?Le4uh6yn9lE{`FuzT8m86Bam}p3G(BT08Tk6fV`I*t-UOS>%lEvUB5O*<Y$I4R-TH'
    'LLjfnTcyLyX6}#CeupYmpg<*OHWR$#*AqKcceS$eLKHY3ilk1}Ymis1wOoO0%lAJDtf?>v*pQdN$C1Z`&XaCplYMd1a1+%cM'
    'W*j0m&~OzJ+wv2TQNT@)LV?3dZ|L$Ck$N4kT)JU?U69|-?{sr96|s4)T0XY12F-~HJ4EmTiUT9liWmK6Ux3A{aCoqZ|w()7e'
    '|Ussa8CU<akBGfrS2v&>s7HKmj)5w~!Qjv;UwYFNBl15*`QqoFsTuoKn+e-l?8xJ|iLV38Gd)xqu51__XN8hIfW)NDeivM|j'
    '{)RF1J)HKaAwDEDwe^U|v=PZ+M|DPZ+a9Vw>@r#6qy9I;Rin2A+CfveJ}1)UNNK30G!xqU-dJO1n6r`m_eaWaU!*tCQkIht='
    'I#7{Ns;_3DMEvNKHi)kel7Lv#K=HbJ4o+7?+V+;qW?rdV9Dz9WfdOdDs0D&v;9nb13R86p1|tu->xj&*RVup8*QlIbsX{E$-'
    '|(sRpj;B#2?SFTmd9KON8<CS942myeWv8A|Dgw**SG{ADmtjWMTIfhvql_*!Ajf#cI&Kp4{)<p-T9d-EkIzSogD4(e{dLxFA'
    'Q<ZMo4Nrb@yL1V}*Fdy7NuRsWBaw}8u{?Y4*M?vxOuLqHHjLPA0$EG$A06@ySwQNTc@5fmg85D5WkknZjV>6TQwmFC;mfX{i'
    '~@BjVJ`OY~r!|nY5KEE|<)?Rz<Yv%S#fQO@v<xPEX>Z1~ZT&#2yL^u#n!Ku4i8*3|z3$p!EKA#ticeqA%W@m*_(O91+sx=Jv'
    'm#(zOMGsNs;xu-AbHl!6AMxvC$4H*V1Q_kO;6MI(ZR8<Cjo%~77hgtY?=ZLwUngrXuK%s@d0*^V%D$qM^vZF1ZSNnlpGcnme'
    'v0QKRDP2z!<4Df?F3Q1&lSNxHJ_|B4?sNq@I+sMlVrMMcYR%5iiZJzdAzHxFeM7z>Vom*yq1cbgb*()0~ImO#xjZ@J#9^Ol_'
    'iBa8JS}BD@<)oweDR${)K-8<T)!3a28I*j79zUP+{pKX+WSvmfU@X&y>&hKJ$yXRR5d2{eGuue-y^W7yaV38IZ7Kb7N_a3{D'
    'vm_hX1XPd{E&P|~)<Z4frA8OQ8S=t>)Yr1=qJ>3!}lpR=@WpKeO*G)LH;7Q!9O|Mc8gg^zr(w<ICpHN+2T0Vbl=U%d?_Y0;m'
    '(U7lOrF^2dde^`W<or#(lA1ZNjY_O-jrLL;9C^sXGi2R*wQTY}RvF+J=nUvRplib*@o~Rx6$a|7zQ}p&{gX+_sAg|Gc-}TBS'
    '(oNEKpJJoKd_CQLBC1y9yjQH&C9~+W?M-ev7SX=K4>?UeT31}%yLs?t{QCJUZhtzT{RzkWo^#he6&d<`nXND4t}J19%&QBBh'
    '{sC4yt;AXAoZXAs^m{li8@e;WNXv?&1D&JA---e9-3dhd<s<}9|tov8C2rJ)EKlEtP=Aw(~>oDHsy}^v%U&eQ1>Q&$Kck!&~'
    'Poxg_!3%{fL@mYRx0NmnLm-i@6kQ?hTC}C1Z)Soim4N)n8XI*$iKsc_UZnpuj-7PtE=3m2tOYxP9e?m3=$nW~n$=iiAU1gZV'
    'SG#$1Hk9F9yxnsAN5AV4|r%?Um2TNUMUM@x)xeW)%i#NGPFX$4Vs^3A!y?-f~zVSaC3T0<qC(NH{c2r?5b8R6FI0#ssO=lA;'
    'Bvf})#wB&@-rJ|H?4doUt%Df^jaMZ#7Od>Dbd|+SduN*$1svXzP`ipW-Dlb&SLbQ@PYd<K~olIkS+M^W99>AThPy9}(GukI0'
    'cR?-gV7@8mRCPvLLFa~;c`CuxQi%wzFQR$pX5NbTxyvua-4>imu{%LGlKI9&mTtB#&cou&VdkB&hOBT;+nZ>49j)oLRplgyf'
    'Ao0$_}+E>a~jHMP-LN_*c$};pc2783NtglCBzKT9Ifr)vvO0iB_A64P0dQ)dZ(l_gh_hG%tpX=nJU7y;pJED=f|Vc?KV$b(-'
    'WESJydpn_#sK;$(7`Xp06l=uhFV`PMQ34k^Ehq@Hr%@W|7Y{8PBLpBAWZ_p^{4r?~nfQQvUtTQfw~EUTfd4TrX1v=EbJux7b'
    'bRiI$v5ucvp;tBG^b>@74!1bU*LsDEA)f}Ri;D?KG4?kWVmk^b)1#=7#-{G5#Bq?oUnwTE6ECagPSMX<v6YT@R0{>z3!S$O#'
    'AjNDzdYIx1~!O;f~6^+L*N>ar$Ub4D>L1;1AoVzzbpKGbs%Z^W2%{qtfHEw{ypW;uB&mH_SelY7tZs-+>Msa@?FTK3%CpY4&'
    'x}I(&v6AC>nti&!_s((Fm9}p_k1ojVCz$?T5bbSmc1c}|ivgzF?wX=+$Uf}u-!eR}4bzJ-HyZ;bG4A^E+^@0z?zZMyu#fD_l'
    '*HJt5k~6=)xxOs45sEZetfahlUNC2Hnq_iIw+!YuI9RFTMBWXB<shNN55!sGZa7fZjll$cjbP3azT!ZZl#dxxNX5cCp<r?iF'
    'o^KXU`g1f2_vS@S8oIArP`Z;!x4$B|rI5zZ098509)AI-ld5EB;`i%CXvxmTZn4Ae!w!A8|mRCPAyGyZ017c{@L~x_#xMHfr'
    'R5)9KvgC^Yh>`pVM6+>Df@xacpT(j#&La#}(urAkz6r-Eh`UW9$I-skYm{MRKv)jI_H5=u<{jcU4s7&NsQvn0J*@i-65DJUL'
    'ORMO!1y{+UuXEOAFuFOGKjE#=vpw@$!F|k)Y3bCwyjKP9=x(hzCBfcj#vmPB;Ep$E4HDC7eo*LI07`3gwA~)$=X9<=*G^P0&'
    'k>}NyrpA8qaeju~2vwDr1kYopBEet(GdDH*qq_s8kD{E+)a2Och_K*`OjbuJYfoOs!9CaKr6;;wdT;Cc@k1lDC4Z8}L%KsIs'
    '%13(oVv{5*EUl6jK+OZ=5ch>BF!Of8vfgbT<=JI1nXZaQBHiXtm#}}RC`%MWm+QWPv%VWo-<Wv%Jaw%Z?*Nzhf=FWE*H2K%L'
    '4D6;M(lT46rj$<{_W&E=~C0aNkf<mVY17+GKBIDOyKxeg4qQ_%h6iM-K9FFj15KofA8n>#NEO^D@$s;-e!&gM+#o4m<IGDz!'
    '^gVih;bXSb;nvePFuzR<rJGZK$8YGg)xS*@3wYtSUND$7x#MCmKeS>IMFjj#CQ*MB~uNHAdRigSH%`_?1(#13km4?mS7$X~2'
    'H_~SqueSFwiwD*nDYKoQQN`Z?m*J5eleT@TKJz0TvMoN5SXz?__>7KEstPnHFI(q&zBkr@Gi~S>*1J0-&lNJG^MvEVR7AAiV'
    '_O*Yn-!tmCn27M;pbrzZEXsW9N%(Czk64zoo|zmOznvVXml!2uCgJ0GK$kZt*OgFNYTmkHcDC;A(Q54iey2h4bKx3OKFYsSY'
    ')^0z%uh|P(MVkJZlJr7#r$I8YPZ4AUEGgS?N52WI~`q2uoPX&bv(;CU;6Q`2G>SUc7Pp(Q?%ln6yRiaMMqW$<vi?BaOf`fkI'
    'YRjpH^3t6651!rXk1M{xd%_Hq_hMQeRV6oSU7R93LGO7X0ahFPAkpUrGKL*>*^g7Tf-#mn=-gs}3CgedF2D4?zlVo-rF6kUa'
    '|VP^;m(U~-mcz?CyrFqG2G^{oNla&`Et+ZVNUbZ^>+HQ*{bH1j!(oh_BiR;au*>C9DWv9IE(*kt5Q!P)dzI&3q={ub(->)lx'
    'awpWz+C>DCk69dp4BYDAnWb3FUW+r_0cYSGXcJ1;Rb;Tp10vym?@VEagO#l4R*8w@NtSCP-9RnQ__|f<M*AG)&l1=uE_il8@'
    'RZu_ZQ}jrQzc(ksQ9@5wz{K9FU?5e+A<x-nn7vFvGM#IEph&mBO*}6-)Ys|h<43j*en|~0d{=^o4mtf$N#O9I@nMOUZLy?GF'
    '(l5m<R1KVg=;M7*$L)f`R~nC*w;ETKG+y4@{%p|lqCc@JiwSHTblvUS#hC$?k^sjUB7e|K#Kur8gc>vJv08JzvFvjRYg%=cI'
    'vnI*og4YK>+$)!gFs+zy1Sqgr-Mtb=yj<W#3*g_Vc~aO1>GfMb&l5$6ciWmuluSuWR+x(rDRR?TwQ!lA31-SwxjDTDr$J{1L'
    'huJRtnE>5$K+#jw#2(?tj7v@<J#CzhiP8Cty0G4(}1RH7Zp^t`FK?{{me-(x)mZjy!0viJ{9_l&e<_T*8P6&vR3ZvV*Q+GVu'
    '%0Zg;dV10c0=TL7~OG8b05%lqI@iCDA`h&msyEjH|eCsRg1Fr4y)2>%<xu*Tt#2E_YxaX|DsIDiFK|nw5FuIR<Hjvw;agCgO'
    'sri$AvqLNMMbDB&-V1Jpe<UC06JCxdF>91h<O$`9Ib5bc?<L;;TBP4c6R-4@I!WuNJF>*RDK5sc3=2)kUXL!ybAnHo#C||AP'
    'euT{p@^Pn3Ptz!%`wnYhxj@6(ZLM<XL0&(_$VsKM4+R>fN4MPcOI_g3dMf+rD`ar)d-ny3_N1W(ruN0;s0DbX<?(*D5E3aYD'
    'U3Om!tA@I_}{!mroyQ8`LNj_nlGo89HcFPIEnt%(RrpW94@5h1QD$X6s%;<+sVxuThsjm6%VmlH4rwHWt}#jj`90q@1da_qe'
    'Aky&r$7tuV&twS~b+$fnrm=deerUF{#DLOgLyS`<Ljk`ivNE>4XP_ja^GA(rH3fu<4DfdRhn-+H(?SDdmvL-}R4|Ge^>1M`z'
    'RJep=U_f&ts>?YhSJDb#A>v_PjurcEWM-+vzUv}LI5sjS)*<z&(?zc;NIs0FY>11$u6WA?3TzW>}%bRy`(O+id-Ld(vMy#EI'
    'hTM}Gug-EURfRk`bC77XBEr?|)M1t#7+s>!ze}Mm&C5Xa`&VycaYi(Hpy{F6)k~+<k4YaC*uRg43?D3SYPS%pDhl(nK-1BP='
    '?{MIJw08W9cbc=<$j(q-r@M_nndyb@aRX)nWyt79=|rG3z*qQGw^a*`PLm(yf9vmAMENrTeXRHM}{4lqeS9`BG`P$UT-{Je6'
    'VD<<G~uI()ENP+lV;*I&-bF;%4DXb;^ziD`onz{P&jXTsyr5Aun&76s6x7fs}_<#?%gT)8j9rMJDv@smt>RclK^_@uENtK0S'
    '}E*EBcOl!AMtev6BV4Ev1S<Lw()7l)SwADt|SboialI}z3t_0b!~Elb~VbTs8D5Puf(;SRO;B$p)bTEdA+38y!%f|?gk3a#Z'
    '?u@>mh+EWH{B}f%%wcS{DVolNd<s#JdguCgr<m8vDZ2h68BFiQ3jKuIe5}i!s7*|@;{cVku`Keb1s#8PUpO~Ig7C%6ZyENJf'
    'f$3|Yx6`xxcdlI2QI(St;X!w9@iqYT*kEr*OI>w&L4F1_7wCu~fggOm5$M-1?bDJrrtPD3AL9;F+tD`1ynk(_e`M#IW;w?tO'
    'Jk7^!$O<`+=LBJDc>%ausYOjFffx%7P+ZzM4wyq6|cRy^+CMm7H*jGh>KW<gZK~MlRLRjq<&|=RHNyMw$WsnuMB>2PL%9dO`'
    'PZb^Ku7>=DSK01DzfjpH>iIr`(<!Zm-HuiiBv2-Q&_$kvlBR%Lai74+7KFC^m0ZmKWw^r2y!N(9ePXeqI3D$>HVmXU+3X%?1'
    '_=L!xyFmE@29xbhb1jhVLaUUP6V7i}{rCJ|Q>B`mqUko!%4^g`qyArmw4bh(c{bF-7=pvU3fR{~8>II16UHog!a3D704bXJF'
    'nR-b3Cz|%;ApeNPS^f<>BsN?l5?L+%;ezp{R^?hY&s3{}FOtvvS&{~cj^7VXWbN7bfxsxg~;=<glj1*Wjofw75wz;;dv>-Pl'
    'H8JjMMA)Z5e;@C+?k>)+Up{|o8(Pc26&pp~Jgza8nc9GN!hcNaY1WUmt?}IZRBspM&7MEGe1LUrX(-{+=;d$AJj$oFm3Z+wB'
    'Q3>dqOUU609ZfG&6L|5UEVt6Rc~~tJ3il%*lq~EcbsXuEZFA!A*$(yZ||QNDDzYO8LUeS_q4lxQT;H~;R@s>v|8imhK*b2PA'
    'E%@qg$YqggCoHKv#Ps<mrO!%x_6C(cz)N0e-$-9&cQnUIAzu>m}juGf%E1X&x~yK2I^!(%d<^_<MQ0!uRab>$OY4bwdNyc}K'
    'Sd#F=_s7(9MS-F=^so)-Q7;VJILd?!t^+BYW&N?sk?$hMVRFMO>**%@YWl&IsY-6`(1=6GilMfUanf-pz3Q&Q~sGo8hW0nQI'
    'i&MJzc&vT7+))hdUM$ZL7$U6m&CnCVfOh-nry}AUwrN8TYV{LhHL3Ub7LTprcXi$Kk&pVGd&W^9`pFMr@_yOxn=HoR9gGT%J'
    'oebm1x-BqY>}AB&_eLmNGI&-@&(e~Gb5z|aEcofMp@$PX!F}Whl{HTs6Q)_Hi?CLw>-&25$VRE_DaO7pccpRa0&g85?2LPHU'
    'J$n@)yq;tfcR%kytlQ!vH<n!aD7(9`)8JVnnwlqk#0^8eXq<-{u1!k;px4b#^<%r5(3X|GDRWp2jr!O>T)c4Bw!8kqu={?Z`'
    '_?7UcY#5`^5U;{r-ws{#1{6%ETA;UuSiz&ka4Lk5{ZZna6FDKTj|GfuZ6;3Av1_G-;*Tp9k$C_r5kvZsHTHO}FO<+nyKRZvO'
    'H>nWjJPsRq+%rt>ACji#ulx`KH9S-uZWi&4*hPY--<dQyS~Z>qgCKFG!Tny%7ePI~;6pWxD<4u3c7StebL<7h-=r>7#u-B_N'
    'V9Qo1H-dtB*RshKq2A9Y%NT$Bt@7&#-9bVc$wXu2h@ZP;g-X_t~WNbIb{O{gzNMApj#PDKFGj?0&O(gF!;X<hu&V#abI@*;|'
    'TjmIMr#>E&cPaHf!=ru8MX_EF&WVwZ<aysYMmL`CbyJ?^SHXw-8r)l58NOEM#A%n?b3+`>&&V7gUFxq%4}bT}Tweo%2l>|QP'
    '<wS=YGja?Gq^Og7BwYk;+(8B6hzyr%QF+hFd{bARg@OwWTYg<MTbKjet7Tg`Nq}J;pGcEn<tN~?%y@v4w?;)^*dtu{l>nT{;'
    '?f?J>Le(79OL7X?kw9Ke<<@48Bd0(c$-ooSJ+vbuRIbjJbbWeb>nFV0%?&sGH>(aq8*Xudl8grJb${x7U-Voo|Tuw9pZwUhK'
    '>bcecDJ&quj7+>{gJ>tJPkM)43Q4gSino(2dWXi@#iJyU}VnqYXCOOp_QI;O{l`rBI@tILb?v(u9kWBy9o(+$<(Gdr8d53TN'
    '5n%{o<`I)LUIquno0kVgrjVY;BzvzzN^+_r!OmscH^?~VCE4hTc6yr#+dap^BQqa$X*S*uf|6Ja}*<P9Mug?m1hit*T)}0&p'
    'R8Mvv{263#q{2rs{XP4$ljV6uKH9aP%|&qm&QGpiP?h9mB3YaH@x40tTU4O8Gx{h71P>+YLjv3^bW}t;8!NLDV*{X$dbBE*m'
    '5SyTEKQ@h1pUzdncd^Z5ANTyFuQ##+~eVe_k85a1y8NR)}QWc3w?U^gapHKwYS!aC%yBC*bQeN&xabMIR?{~Lnk8^r5{Gr&l'
    '0l>OGqCP7urvSGu2%Z=VNzOMTl~tEhpslO>J?8jiIXK4=-<>mE)maA8#p22y}mP`=W-lAS>C<+*n6lQF`oWKeyM`_ih-R*Ho'
    '32L}f@rO0e~3X$sxGXlp==ra2kkl47GGLp}w8;k|Wtb$a~@4DZRK2lp+_&2Qei-jq8sAdu^yMi*;+&!<Bs<9NS=SeNs`T9e7'
    '!ozl)_^At?ff9m~o7Ce~!2rbGP4L{bcu`67-{rH8W<13)cKwD0bac8PMKl+`Gk%k!4*3ZVQus08lH6-_wtqeC6#0R)Pxupk!'
    'W~bU&9_wu=&5Hl>0lMM++s2npsVPc}32^OWpdiB8fX)IvyzP4(8W7Q<7#dqXeei$(&I8o(@+BCa^`rauEzIxSGQD<vVZMLvc'
    'xPP3`a{OCjtORiWQJGE7DE@yMLmWDZ~A6b*5*gr9$$}EYroQ}619EG?>p(ys}3O<mF;~a<D)-%TWWHXL%i(G^-qZJCtVt>MV'
    '}nMc1Bi!9%rVvCM(*{`LXFmjibWsl(@@3dz;I%6C(rPfjG=f^v-B1$w&zEu%SD)knqsWPqaE+QBshTj<v&(&w(F&yxzTWaRH'
    '*A*#gm4mX>$!n3`TQG4il9_nvb-f9`ePRnnI1teV*ahM^-O)|ty<R~$mVr6mPC)uOAjVM#igCG59yDrlHf-!-H253PWV`k70'
    '5`g-SePRL8}>?2v5?5@d-@^iRntSu|RNU$)}T$mj4&i=m1In^TqtQ0%T<9$u#IY}UBmluyLuc5m{Xvu>EH5Rm@4lTSJQ*?1|'
    'W_l739sc<fGHED7M~4^Bu`;}GX=ZlI^oEJCv0=!RUz1$xXRoA1y%D#Q?8G>Pj3OGhoWgP%`i6$uizA+@6Bn3~g^48df7mcc+'
    ')#OyJ;kJ8^2|Rrr?RE9Z=kQYv#GW?D?Z%E#n$|awt^@J)z<t#Q*la|ujAuedRhwNTuh{!^JCo&<ypyJK6$y=KeB|>p`&t43Y'
    'sAcJvq9cKaVYWd~c|(D9Ovt_?8$K85t5B@WBWC&dt&B<@4vD=!f_3LK)sfL>n3E#b(_}7p{5x)Ge3XW+(U@!_UfZVISVQy|%'
    'k+s4h&<9d(Dh?I}yLT+z{Z2J2?-yJ>U6SKPmKEK%{xYF@l{`|iC5Ru*PAu3XSLE+cw?kz{jrxV17TF2u{x`nJJoB`E<mN`l|'
    'hKiX@HGvmWS8_%uHZy4%otIESf%gF}Lfw#E=b~oJD+1gZ7i99+jG5%|0crXktU>)vGPOt1SMT6g&nccj3{hG0{f#GGn&+*fm'
    'wU&pOSmo^+j}_?tj=3eW(e(AD!C|t#L>u|d)EksZCwolCP1+SBa4$vAN?FDBk{;Hx@k=V}7+u`LC!?UDp`;+j+x$H{+V{PtA'
    'T0(mzTMp$7qk@*3$oG@uFZ{hH&^7Q#C-nn#>wuX*)@Z++A8u#L<Bim87N6`H~-Af{2UtSYDM|35H&;S;9oum1^B=B@^p7`LI'
    'H2rI)G@?8`rNIUoq6XeCcA}QQ;5V)$i`zwvU@uO%P008-J^`oNO-mGs2j$&X%v%jKH5aMkt)YepDrBR_=Al&JnW@MdKvA$1m'
    'M|;Taf_kdl#`otKrFni%utldp&4Gb<QMG?kBta4}Qhug;G2Hdhs-#eWI#a<hMO|K`=pr!|%3Bt`f^8x#mL6yXT;!lrr%(%>B'
    '55@MphgnkO}_x1AhaDfi~0;<sZfz@40@MzO(*Nlw}4D>EtJg>|3SSa%7XspXKr^pW0d#!54>K&FuF`9FJvI8#<6kM3FBk&+~'
    '-Y{=F8Zf8o+sk=1uo?G|fqi&M-)}O`LkimGjjo$n+`V`AuK7*VEBd<H>Iz2=@p3Sb6Ra)%{L#@+k)IkD5#R%Ydti3WP*+D?0'
    'a7&Yer9x6YvcDkN_T*{t{RP5>E9A!zhVs>g0zRLv*Sy9h)P&9L{)hG+EpV%1N}>v&YwSf)|F@0hQ7k{_60o)?+Rl5bhftyjw'
    'Ie3aSF9prfl#$XuPRiwk^7q!nZHSt*g4%ktjd@+PclHe(Uw;)T-WzReWkj4lV&9;e!VS1-ZFd_aQiIi<4u0Z4H$L8OdKmKE8'
    '8%WoKo6{mR8tCyvV<7USn)V}Pczvj#b7Y`C`zG6%H6yj{#+!0r4&&~MzG9AE$A9Oh=XZeG8B)d<9)ck#mcb7xPVdXe;+IrpI'
    ')!_GP(=ZR-|goat{Zolu2n)K>-UTD#-l>2tz-KtRu=hG&h2f4Va4tY!b7aZf7m*^$5ZrFMTC+1c(bq$RDnx37To12}Q7#kiy'
    '_qodovQy%sf<Jn@J3P0(cgMuw0)i|hCdk9i1m}gjxw<ej0okszrKzT(tRNS4m6)gqFpiHtfZ5FjBIyfT+s6+d+`DUW=QddM)'
    'vJbv`g#{Ho<Dc)^r=%?Ws(zal5=^!&mTT<j;!65wXfr_?UV~8w;nlNDEtB6qD?kvQ!kCgD1Pm@YYmCY({F=Ra@SqrYR2(cB-'
    'Ah8vT=AD7#f|Jnx2!Bo0prNot~PM@HHYdz|Y&=>80(Xd$+C|UOKC(rgT(FM34(9g9LADZE0?D9Hi0OQeOpL2QyX@TA=|wBW='
    'Jq>xhiQ#`@7N=9{PpLC}{kUAUlo_VgKT9Zk)v?**G2RcWT0OG|48)_HW@t0*sjUDJ&xF|FWr98n3|xSUL6khp&GeHZ(cPaPC'
    '$k0M*vxYh5tMwWEW<L?uYRns-Pb??d3*Um0)JUl!--nc<#fE4`bp2f}UhI+cEH9*Qo#DsYdurNUu#oJm1Wk3b?bhJR=K(+z?'
    '9E&FKppX7OUJyu~0P|CrR}jyjja%2RV-Br<@#2MZXV0EGrLC!TLL=mw%2ND86*k<3iP<$O(X%g-fAQT;`lISIdc>_y+@Vv@w'
    'wCcm;_@;3;vKms@xyeg_dk{Wq7*%4<`j}q(>K3O#VQ~!r+V`21${$flk3;7fuml9nmK<~M^jBjK~_p!M39GrjggiDw7l_qX?'
    '6k%5FkT>E-%W<L6;^v5~LCM!S_8Hv0#`5->`XvA_vk2@N9(fd{OuO*)xDyOH<>7x;n+C!b-*q-Gg-7D~s#I`(>{<q>iv&^l4'
    '+f@@4Aqvr4MVp<|*}X}^y=N}k}l?2$jkqH5`v)xE)T<m{bSezAFVJrm0~Wb~}uf}#>qvNFdMjwvX}%ge|}Ns5aK3-EHWvog|'
    'AkrCr<Z~R%BoBBEOqqn=Qxv{3Q3_%8Wj*a>f_BjwDG*}(PQ5XxKA%C{IYheLiht;5g{^iT(f#)-)wRN;ko>V`frh44UjlDbU'
    't_ml?{K(+ouT^sX6Xw1}^Sp*WjpQfYs)$dzRuii`7H>%3jqIgXvI?zR;Z(EmOm3Ja;*vXO`s__ed|qYSz|Z;BZ9+0iI!0zz7'
    'It=aHa6CM%nS^)R1_q{1UuX7znAByK^6mj-EA<$)|8bL<z&O4k{JCJAP1r88xpju)2ml6p4vS@a<;^p_jME02=y*syr>Jlaa'
    'u=9TLUnws;Vd}moE=R-dEkX+E<;Enw*wj_v1JH5&c*3-K6sOB6?{w9dZ{A-Uw_al)o3=jCaV$CAABOSHsLLy1ajlhF|{dwTB'
    'MxL*g=vYFfGn#wTZ&R@T<Gwzju-wzsx6Hdg;EFE7l@OpK2W0pRwwCQx!kNntLu?c~H*m}0}Aaijd~;SLe$)eAIzqoL5k{5D9'
    '##02`FKI$pp&!<jnYoFBAP*(@cO3I3g@|*7r1h>1hLfq`E%*^lGx&|iIju8u;wFz(B5HfJjo8dU?kT%Mo_9(n@m0!muxOALM'
    'Skv6;OJ3_V9;1+gwvmOMvv+W0a(ZD|b<_8b?t%WHk>QcC(b18S;U9y8y*)kc?cbXl>Z_~DN(=LIGc!`YCB#J|U4UiyqWVLr?'
    'j_9Lw$@k|G)Jy+&E)EpD+ZVKprz=ZIeSV6Y(oPutEeg;S5#6sCNCi+wA%3X^$o2feEaCAXc;+070#MDgcc6s37xVDtz9~xZ4'
    '=qJ!LR%5YvXTDRr9wg-<N3*>zF$QXVeX?5VIYW)6~0e^~~|@hmeT4l=R&ElCsL`n%eq?`ufJYy84=$s>*VJTbQ4dm64v3lo%'
    'Hi1s?Y~D9|6KK?wY=&Y)!^jK`1AaAk4(Hkbx<ZgA(z$TiNLIeki7Tl1s_lE(4lN=k~yj>*f(9>z&=F_zo6HQZE~5)%;~6`NM'
    'rG`K>}uYC1+Nbv}fsIFZ|<qU)THMgYJKkQ1^9U{wr;Ihh|wR8wduIQTFqGUfPtA5Vt<^$VTu3mnDp<lknCwxmu%gD^k&dSct'
    '%+AP6Pfz{!Eh!-(COSIeOK8}qpg<T<-g|j?x+267L($y*=)M(b8Kvjz7|W;tF9PH<02!-5RW%i$Sy2%n%gM+bUHW_w|3`j^v'
    'xT09thgW_ub_yu@@Zo$mrrR;zliu$Za7C)Pf#4vwf>OXv$bEr_(f25`#d?n!evXx!1$t;kwskE{RgF$PhBv+b@ws2w#Pf44*'
    '|iSL&LvBL`8g!jEahkjQA2B9vbrb)2D!s2(R~B5Cx<R7+-;7o5$7<A<^A6gYvs!YI61J6+;6(tOx1>%R1Vij1yoQD#t+?09j'
    'sEPDWbh$Pq1}j}OmDFl~)}FHMbu=n@zl9-CIwI51DZBB6QBJ|MkymP%C1+&!jpoPbBs*!Dw8-S{@Mn7Y9Orw?&?^}Um8gmfH'
    '2QpZl5zI4UZ?7p?_i&u`W?jCQw-oN+p^Y!!h_4D)ddGG7x?e*5v)7{<88SuWcw|@?RpFDo>=pKZ9q-0anOpLD>=;>d=q6V}R'
    '9WAYs2(k)RfMBS{WMyRmvb3a>q)gySduEWm**T>{T#V4XaCZnusabdrDW5U1b`Q>|AKhX;eCm!vSRPCQLTXo^`o&ictdR2@)'
    'w%Z2B_KMxx_xwhi<F*&Uqa@%#_0=&S8teGJb3iP?y0@~Ylqj)j?UQT<OFHR@#QN>aR3+U4!pt&`Uon$ThOt=FCfnuT)qs5b&'
    ')P~Ko^>rmQ{``D*@zVa&j2tBS$194<8oquGBh6v(jIc7Uu2v<lZglo<>(qEgn60_y3Y!-affSC#ZDsu5(Cc(=R+0NgdN?{_$'
    'm9a|A3RD!R99T?3-C%DxXwt>BO`?B^4el0U9->f9wmqw6<sTUg$+di2ox$&)9xHa52KWn=UBiM2Jz;epltyWkXn7c_wY8yQ3'
    'C>0i2h5w#M?bEyBF1jhhfs6hECU|N=yIeHXh86b-vI%H<<Z+lfkoQ?F)ub#&8{LIwkq~z4hyz;uvq1jCeHc_RsH|^ei$!;25'
    'rxQ@RVEHN_p`>eaho0}KmZA9z_n?@JlBS-~`89lUMpj-SacTMECr+L@cR|m<`0BMAH*ej(V{UG4VQFDuX=x7SW?^>c4#)u}D'
    'VYCYn1aR!=@ViR^by@Nm|Y;mC)Cx{K*<=%AZ7WZGDoGQrKF?|OGqA)5EB;_6;<WwDERvB+3gGJM}*iINb$GVS6BaR?%<QtvG'
    'YqPYU`WZxd$f}xBgtG<dxRG`q(x2TUqDiCKZ>s>bV;aUcC*D$tbSx{4uq(ML<E%c7R`0{HUCgin`XR)921#zNBwxXk=`B)x^'
    'Z)+BI~*W(@falCmM>A?SJ#FD{%zj(kS@lok>NP^_+k5G!JcK^8}4r2mpEap=$?fP7HoV3!T;+DLPLY>?aYyEpXDYN#o~<&Zn'
    '3q^^BV-}J7nlW#~;K||l{4lUOa4LwVH?}&`5?#T_x{i4TC8JOER`FxJcD6Vbq`#JY#n}~vbA1AkvsJOI@yz+7N6Pntm&Yadg'
    'uX_Q&UA_b@<1%cQE?oj2hAae0`7C6M(>glZn22{7R)Ka6eMAA-g{+LMG$58jN|pd!h>3}c9TX835fT#0Yg9YLM!GWIUX_#Z<'
    ')fGD>u0u)L4Qx4y>RmI4vI|3DQg~>S|i>kAgyuvj-7j8LSB9U^cDsCK{<^}Hy*rj_YY6VD5`7e8=hWT#U-MoWoF~z6BH4b1m'
    'ucJ$JNv{G&Hrev`^`PUeBBckf%?d(K(|7-40@fmZs)OWD_S;)m3*1-qi#E-lZ5+At5Ot0jdDRq9OoUSV&k<K#1Sn@u9Jfyf7'
    'Qt_WW2+Q&n+xdUAYROiWBdQfgK~SzT-Y&xK7=1|Bg5ZGAHvmk*H{W#5PAaVYl-AJsT#Vrk>(6&R6}Rb123GxT%r_XZvj1q~A'
    'm#{qr;5m7)cEh~RaL0MT@RaH$D@}-74FnU4*c6Hd*)YMeLBUF@Cl#sJ2g0*2~hq>F4UBHJALFtK!iHM2-;Dds~f`S49`~rM@'
    'IIThMwzu^(<qvT)QQ)sFO^prr^>lZ3b@ulE7@L}3-65f2<rh1qe&MR+Q&+z)DFqEZKYtU@a2%9X)xC1(@ryTp!7<4>B{eNwg'
    'X7Z+Ynyn)6x8(lSUC^y@e2WR2}!A=M`dK?0lk7EP^qkV9NVGNloh}qAlV+12V0Xv^d5zxL;QjyB>plic2E=n77`W^666=;6X'
    '50N<>lp>ohnQU@p^52)9{p<jD)}e7J6z@B0@Y|d^|#8aw^7sT>OWmm9=z@Z$Gy8_z;;~P~9;+w@JdtB_?y?jM1$J&s@9$zQm'
    '>FmI3Vk(aE`$wQYPNa%x&e7PkFdJiLN}!lGhg5)zV<;Ix2BMn+af4()O>08>^5nzIbTipT{gmOPB~Abtqb@UA2d3L}OEfnk0'
    '=K0W}<!^6$ZCGl&ZsW>ev;O(m?me=&oX{yT092OIWUlbA&7K5O#q^5n&(8Ti5bGP@w(J6)1ZG+Q)@TggNC61jqcjeaoXAYkJ'
    'AyFvt)wOi?kNlch{JnvLM?_9ROV7l@x}TGqn^!<USm>ZA0)ObR_+bEcSW0qtM+a0IVip+$kb6i>^pFV9i^0Y43IJe!euS5g8'
    'w1RJfQ$1$aU;6(SDBL(8R+F~|K#qSYghEnpMx=2TU+P!+4GkTuimzJX!qLvJyd39NnQKk<O&Wc6Q}SIMJ<>Zt?V4!{er&4r{'
    'ok?)dAZ>za|%!S2uC+h)F4^=olDTSlKu@xwv`w_ym9l;e!W7L_~l^u|uN3CQ>YV11BVcNmu0H!GnMnJVFS;1$z1UKoER9Xyf'
    'AM;yS=}fRppU{sa4ig6WCYXGc04O0&Ox4fTKT=4fwc{pcQa1v5*FyZ5ahKYi)=#{0wPsDzBdil*+Nsg-R~uyS!(l~b3D?>w-'
    '5?cp659-Wk#S5n>3+SNBaHa)Ynvc83bPeejaNkd1^#LU9VzMm7IbMx{52mydEh;YFLKwn@A!stH$sE~jVFpHJjt{M<rZp1Iw'
    '0dCF%0GN|wKj(hf*xQZ@@24Z)T>RDFQCFUyo)jG(9N_Ei`NrMN#l_9-ji;CIhfkqVaj98_l@0Cv<FkKuNNL%4MWmH9&Kj7&R'
    'd9Io{$p5FVrouNc}-JWSO4(X<jnla>iQNgJ^?8iITbA}JtGq~nC<5P?7$c=H`Eg^kO=1h)g^%b;OFNR;02(t^MG`D5ms*Q1K'
    'eB((8h6qgL4n=es(r?R(4kJ=ZX@7`x!`Zf6xBx>uRhmDa=Ysj*s~Y`7$g#JR&kWHsM=FPC<EXV`ty!)Y1kXjJCW7rH-lVTr|'
    '3AY5m;E{e55vI;;HB%KDb}?*5U{$?3V}->VxtIQWD_WMq_7)O4T~W+oOER@VJ&9PGdtAc3n5XMnJAb72sXWRVIGuLvyXt`;~'
    'r**Oqew*44fHda;^wtXz?@@LfK0XH)R;nvFB&!N8dmb#kq5*U_pv$J!u^YaT!DykZq+j|CoPA#tO5K}U-^Bt6uSJ8nQHM6p@'
    'clPiN2>BZKEhDc4$o}5ZJ2*5pIW@Pmw7R~zjf;;@OhQIZK}ADDN5=@znfD>=Y;3?hfPtNp1FitPa-z$R-eTK+4i309=$C+6b'
    '~Zo@a9Lo7zrJtZK4umjY2!;;YO?4_RvHTQRM*VUk%8W>_SWX+M%bEKT3fq%;kr+Oso@e*(6Jm45S2Qns;PVV>TSzM&tAKD`3'
    '8nZ#-(KB6qlj1>+ByG8K0P%T?D$<x3_Wd2?$9@$SBCEfpS_p29OIA6EialLeB!k0ekG|B;Xau+<k*!vZ0?rEyFqPV`V|V&dk'
    'ERk9i-{J|<@PAAIMsG&R)KQjwDq=Hp<dB`3n!TwR)<p8PdBHat8uJTfx&6EHx5ZR3$p(lc}L3X2~-rml5X&)C%BfvvsM8?TQ'
    '+U!vjxbx~<mT~lj&Z{N_!_~g{=!qUp0^$mm@pNNQ<6fsUoO+!Nqa-nBnU}8kznGkP49xFPqodx>?p@bLoGk^+L2>mYn1x6-D'
    'I2f21dgE=a%uMvpX{jDNa!8PuorRu?j2M3#qTlb|%V_(vy0)={OF&9N4Xv72NK8uhxZ0_60NUK@$#VzSx4r?Nzr>(r?4r`jx'
    '`yxVUA=?DBR?mnXBL*0|E#TTZQ|hKg20JLNXf`3C@CqascEU{Xz1x_8R;158PUcBr+|Timwk-;(914J_yGb6I{;;5WMF`U9{'
    'w5~Lxq*oi%0iv8SCk4sVmAzi3;*@vhAa%qar6IAtodwAS5CrCPfy;#Im1@U+9pOjDp(9)8`F<>HANfy>jvJ28)S|OH9kiFDS'
    '39X>4ih1hR+6eoaoz&n<yU);2b`cW`kD05~y7g`A9nf{KEgnu?YhXs4m4qh+9@r)Qw2XT)|UdV~$W;03)!8+;pnfq@R~bPTl'
    'gbaZsIzbW6j+S@&}xM`$+?v#d#ysV_yK|vla4mK7Rpn(Cgv2Pzc`vD$)K{4?ovWhAv(70l9%lyHUr!QUJc=-l>{t_LRlA4oO'
    'R902n(9+h?-9I=qIzBNujlurCzP7owy@P{?k4Hp6OiWBlLQY0bPDw#QO$kz`rlF>#p{1pvqXp&cZh#6d1fZkG-lG><diW_i_'
    'BI;Y9-5C{Zya7ceqeUf$l$_hZ8a4I8R^5~2M-EDS3;J=1KtW<?a*N<nPW<-8aih$7#Q8SefI${?fmAg-^b5kQL%}sV2;HVpb'
    '&(*Z(wM6{O82<^!)tN((m7E>)<9^IJh8i0s<l=6=HG{a@Z)zDS>uyMk*RAP&_(lY2lzj=kd=$Lx+6}z6n3Zehv0%oR9z?PnV'
    'a^tnZtfniyU@e@g3wijty?EJQCz;^JcB65^7OmgSBqqY>ro1%0DyH_h)qw0-8_<nh+`V{m9>bYgN^c3xpgWmSFSF6zONv9Za'
    'CnVI?dWvEF|$@=yd(g_|O0RbT)F%c0dhy`?x^g=-nVy8stp<1b_cFzG`sP{JXU%TI-LI?I6R0;Y~VL^WH+#O%qT3eajx@Kf>'
    '@!T1mlPA=UA6Go4C<if8Uh$anaTWCw+S+GzFBx39cJt0%t0#8$uU$Oe`F{Kq8WA0zoSKnaPz18BZwBk@?(6?CGBW;aa&mTde'
    'qkBdUR~YT*x26M0iEFD5r7wh#)(LXNk{=YDH0590H2baikyl9_@|<zL<beT{>uyYJ?y6xRA1gFMSc17;k~D;!*e@pD~sEvCP'
    'w;~F6f><t*wa$Pl)g*HDQ)It*d)U&+zJXQ!`5|Yn$gU9o;;<{4mgQNhz6G`GsZW)wPY_e4Rag{X-z^pOcf*vmkAxZGgSLu?2'
    'JkZXA37j>;U6LwypH!iMoqN&)T&&JH{9j}ADI-7m_2-eD(4Np5f;B{3#EB+$p(-Q|_N?PIHZ=C@2ujIZeHT{?e3_Z$p&Fh0Z'
    'NciGVJ>NV3_X7}ztvU&Ex!P))od%u8BVG&>B6I0T&^9o8!t840-zJKoo4;esQ|D2ednVwq!X|JrT{#o5v+uYpR+S$gz!NJ4B'
    'LlP$hkrNUF>A*S&h6DpoN)F_Ma(1r(89IyIOM$(iAluu`?_{MW#zuw!-EZBU9A4Nxd1Pg2aqHHNYgeycxngKwXkc)~@XA%=>'
    '(_4HHnX^IWo>Ks!U2dzD`TI-zr@5L&^d+0Wfe7bKy_PZS6|<cAH!o~KS9_)_QE1mB*0z=m24t6*~Z<0!UW`m2st<_MmjMDod'
    'k)71S22VM+Z5)kdb4T0z03*&8jIsD>XSb3ZkB$_ggn7#~07+up7YGvXJSG8*tpbdHa^Rx#j%_51-gRwSVpC>i*8#?_*F%ctm'
    'VmVrqI;PGM15MRjdMQ%hTWH!8-V(UG6fQm1BS=N1+hR+d-(KuNBxZ-RGk0^K`cD2Q+*6?{Up0dhhTLK1LBjCo=*a7ct6lRlg'
    'X8L9wuHh=$2D?y)8LLcV{4Dj(r&j`G<x3hbK77g#+wY+O#VTta7-hcSO`mvqe3;WkjuI_KWeEkE1Ln0z$<C9a;vvLay%POjB'
    '!9ZF&I=XxN2L~YsjQ^ULnx3AUn_oc6MzGhxN{~vRDtB;p@NmFUz*CS`KrFkYBYOelp!Yre#H4$d0N#+2U|-lN4c@CL%Fo80Z'
    'Vvq%`0+jVd?I>W=c%pj<Hy$44<A3Ye)PoJ*2eDH^Ovt3oL%2|di(eV1bq&VjEYN0PRY#7&j+R}5$NxrkDmViA49`Xj1#}65o'
    '#pt<rP5vXKfv08@zjG3+TpyPLGR+53vxR0FMx$6A+=Dh!De$RD+!W2@yJjzo&tOgx-XlsV*<h%Sr#182j~0D0Vye-5YmTCx_'
    'Rs?4Q4Q_Uzfyr%#_hd-1~lm4l;`tD7f=IWRaZ{Oi|*gm0;t*|{K(a#V>;t*xD1V0(k$AVBr6$?54C;Cc}g_HRJFy1tIFy}7-'
    ';jrhhz4h}m3E&(3FuFSC-#Uw*WOh8P891;`Hf1Cw&5U<46RRY`S9$H*XWO&FYbPvtT)6>n(#o5v6HGp?;c;)Em=;G|={^sqw'
    '_dfm~gFc0ZM}Cb-NdA_V1>L2%tQ_Rg&;kvntE(RjWO!tBe0%~41R3@svh3wQzgID`!ML}!5Z%ZH0XQxa3Q!KNf}9-51=T1bo'
    ')DM^^n235F2U{rTX0EZT_t)DEh`1x$&L&KzCZc_@V9S0+~2smySlo$y1BW#dwRU}_VV%f3k(bn4U341LAL}lvLJmFmsM8Q)i'
    'pM^w1ZXmfT)o^K-H5|(=*`Liwlbo9FdDa0K`ylB9UOQcXp7U;Nn4P;v!cezyq-mfYb>wN5?0^Cqmrs?g&0ATLNN`k<LI%V@*'
    '|Aaei)A+P9>**r<rG&`+N}e)RYC@qYgfHqW>3-oEofi|GFT9|MCvBh1lp@j!HDR&GIIDRPf`@VwRz01Zq-CLbRIeITllKp?P'
    '!u0bKIU?Uq40g(Z2?qGMyFnJ?GK}{363TOotDE@AdB8MT^)eZKAGAL3I0b#{)?2cM_QDJUYdRkIqY|K}f7(ags3JCb%@9ztn'
    '54Ps-|M6o`Q1It47$sw3<CCC?XXJvUOUkRN>gt-BzqfXF^z`-)4h#>Cj{XFFK)}Wv1gKtGS^fiQ1PL2#1YmCg+hBoEl)Jcbq'
    '4R);LoUQceh6xT4UZ5HpAZj&zRNwr4?c;H&Y+sV<9l;Guw7D+my?n94XyG;MSckj4fz!ODIhQ~;A6nYz<|J@piiGeLc>AN(X'
    'nxWITeV`FDx#tsH~~2Z)ygnyI@d*N(52=gbXr)8OYoMYBC@Y*w&EuA=F4B;C~p|fEwhDiy9_oDTr}QEPxt>4!i?yB=|k@_bv'
    'cFdsSCkYhyjIU0jrxo0*>WEioZ3COQ&;hlhR+4gUN&_;YZ`=g^Sw@GlWxqhezcp$gN}GjlO@lvh{R*EfOXwRismdi*D}#c9-'
    'G=1^x`M5<m{{fz_yaRhOV6(kG`D3~C&fp6p|f0cr}2YeSh1|B;Bq<K7yeu6i8y`60>jSbaR<)wuMx!IX%soxS4<6~l?qaq_B'
    '!@q>X_5}b(L`6jd%?XLgDQRFGIRyp9rRdfowDIQF_VzAJ(?38SU>^|oW{`iNQe0eFT0zE#1cG$E39vUewl_C-KqWh<<6vfja'
    'O0uY1CU{2!@);Zj=4GBuEAiU`HLTagrcvzv$eSiL{eT_RG6QgodLL$lH%iIV`9I;78Ml*uhB8l@v#YsNE_)Ojyxc`w7jairl'
    'Fy^1;R&X4`imnA0sG#{Q7Hp|L6nNB7jD+-bIZ`WY<XcM6xRrTqG0RU8!KC<6+n_#h`YyD|vWXrW@$#>ipi)SO>mcT2hpkpPi'
    'YB-PlY@hzIC#v2ii+F$r<;pp4{{l(h7$EVM`hL|0VR)YXIIwLwROK0biD%jhoXso7moFD)$Z8VKlP^{=e4azw(09*GJP!A4}'
    'Gbh3+kuQqp)<74i!s~AK(_TuL^FwouE(b^2!uBs?6DK5y*$<55nNKH*iNlH#iN=!&fOiE1rmh>$JXwJyY&dJLwDk?57tE#H4'
    'Yk)2ei5hi8=;H|VuklGNHO<Uprnj_=l_Ih|6ra{MpgFE@0c=qA&R=C?8o_Ym{-YBVudoKRSD|?SZ1_m@K{-PMeLWrRz;;7Tb'
    '!B;JNnv4LUUqg?dPaIGg8mJTRD>8HXXZkZE+_))D6gui1xcei?1Y%tH~6;@Cnk42510nfV0xISe}kwYVy`0y*}$A{6Pd_vkK'
    'Bd5>)jaJdycXz6-+I_I4A|wzQ_DP+{j>mZ+B-Ku-#BwT~%3HT3oohUY3=ak&&K}mXQvCGcrLLIk}*X!V<6!AiB1pu^H82XLr'
    'voXiOfzrXW=#`v6TZBG4;{Y1CmLg}}DCu}k$PlJ)lXuKR88k&U7W#x`p72>IXY+@l<Kk9J&qMYoY3Kl(x1ZKx#cfbKGoNnuf'
    'bUS4iab`D@gM|O5@4wPU%Xag`;Vnpvsx&zFk@5jLK@CYhIXo*uZGqbY`b4VWlRN}7dVf`GK#<)i95zPo#klL+C=<mBCLHb6x'
    '5o#QS6$gRF+0zSx9sFQyWN@&zw;Mgi(Oln9U0YdEURF|4R8&xqpO>GT2Reo$ACys8R8(35f(E~<uLtjd8K48|uy+6g(?6Dn+'
    '+%hgG`-98%AenROs^rPvCfE54P2wSeG3T$K*MB)v5mWfwMtAUdzFc^%Q((1@ZF=+d3<De5TxDJ-qG^CsiC2^2CTcHthA&U7z'
    'eEs0>k<6uBf=A6pW(+?5?h^p{cpKt+l-i<s}GA!$=;#FilTmg$VLkTwcKvDhhk67-+07Vx1B77-S)sLICkL*4nX(L~MgX(1C'
    '|hzRUOSfx9OdoQ}cqvEgBmc25_S<oBk=hWgs->Z*zg5DFkKDK080DuzEw5#;j9Y7hr>!$u&wt-Y%Yv+2R%k>T-Oc}!2u&dy='
    'o1u>1{$A5rE;rg#W5NK42yHulU1hThr(M-7)sCLuIF7jRMd*zALg8Tf#ukn$Qp#gy1*$J>)8XN2D5Z@J5fU>k4z`{`uu2EhE'
    'dImv5z=K&FBn@?lb#W-fF~l_1TxRCx=jWFo=)q|IdlxiJy6d~SX?=6^AF8+i3S_q$G1NP|pfRpdQ6jD}nd}J#qZ_?sl>huSh'
    '8|Js>+SC9Y;Q&D)(!RbHHh#^pd7aH%8H80%Brdw&~t4=Lld;{@8BIMn4-yc2u+D7d+ZkC{KEWhAtKO!urYVHDXwjTRRh=Cd)'
    'Wy!8B8HqF=DFTYc@N375N|X-aY<<b4$C)pFc;DwEKH{x;xt2T3cEgLEd$>wYAkXRn^rXimGaaxE5-#z7fR^REFTvJuqzzU`y'
    'OsA!72_1&z`v6yge2h<`A7tnUU83^XK=UEAB<)5l&I*>e%}iu;ds|Ah^JarXKT4({8!sfnLsW5Yu~`jJSwI@*BlmL||ieLX^'
    '63#`}G)YjJ30c5b~7D%P-$UC5k_d{L+(BpfB2+d^{H5W)si@%ovG#2#!_C%}_xAx-RKl<3h+2b0i8uJhgHSS(4!P(Wwo)PYv'
    '3i=|ho1T~$9~&L{0Y(B&(%IS8{vF|NYN|)b>j5ozMnio=V-sLT9USIEP)9Fj9z!Fem^>yYkvy<5U}+JC^5tDkBconh-;E!;s'
    'cBapTf6$$!QA>E)TkOUS^q0)99*2g^2T~ShPv8)W^(f9_}IwE;13LTcSlECTN}V@YKF3F0DjQ{h?`oPp$J<$+B>?zrTh8^28'
    'MnNk77(CO=CViw>ZDFw79Z62ke1HW7h_@rhrn@F4Mbhacj4m@BEE@yRzQ1Kb*hFasOY0BX23Eot>JT_&E;Jh9249*VEk%ba%'
    'A2eQ#-P`rZVbH-k4fBV|A&1<akDT|E#yKpnvJ=-B8u0zEl1h1>(JG=Y0yF>hsc6<csx{R?_yPaeCNQ6+BUU;^3sM<1Al{EI|'
    'zuul0;kH^8=Ynpg7k7lQ)Cw}eTJc5$!?d$IDf{xSP*4FwRfC9h3dkegWt^(=512Fdj=)oUov1SaL5htc6G546C{|EFQ(|bm}'
    'Cl92LZLAbA``8Umdj_(bL;f=TFA~AQTFx%ldyNMd_qYz9xcrH8SMEG|;pY1}CN(d-BB`*ke`<}8hK*NLN}k8b53QU=e`OF*m'
    'KEn`JNI>_H7C^B)ba5Nmf6i8i;0#hbZ-u}9Ts1HPLn)y%7gan$=`-7b{x&`F7a>mMlo@2^p(VYbg?nNdhwLHlC0FBg95x<HT'
    'F{CqC)V7b3b|zmyv;<j+Ta+ijtCooSck|l#~Q5GhquK*eW2lNJ4<Wx1r3Z^odSU^SsfWhtFN!2Sp~4&iO>7m3{v)vqnhG!Yw'
    'RkXy@?8+dm-aQ>KTwFb^9oar|~&+9${NTQ*u8%T^P3h4v~cjXFzTO!5;Iy6r!SYj;24_^O?JYAwZDnSNGR_$c*EbJiEHmk(|'
    'l>T0SSJ9=1Dh@a=c{MEyU4hr(|aB;A+u`n|+G9b`^n&STx^}mD0P~#an2apPxJ$&x$6=QYrww-%WY))1C@a#GP6*K3|)a?g$'
    'uU+1}^J10cWMiTx-XVHc67O$+hgC#}Ypvz*NW)uQ-#&BNqDM?=7Wh#|$6ctRG*`Qyz2xoiGdzelnEIO!=SM|Skei()`ZpAm<'
    '<LXqyxhzpM<meG+1v*>*nw)MJ*qL(2sG(`Mm2_dttT|4tZjUij9p9#J(%nho?KYhH9EIWK*?lOdeOw}f$fXePKsQV<ivQJE7'
    'C%lU*6f74l!!;Y<8SF(;I9e7~(0`^R8GwK(yg;?YMg9V@{FCblvStJGFg_W;@3i7TfZod>pKAUpcR>rf~GIm@rT+M=N<q1UN'
    '?mVcEy@UkHTY{}c!wwQ^Q<*Tgy*o5(SpE0)hZ0;4lZn|jCR*9j;*`_#_pUq?@Ia_ViYudd8b$xy@wI6u4^K&#2K)%`4HJm#K'
    's%%tW@jESXz-g3~TBzv-mldH#9oP>G<O%4$aXAcMyjMk(Cdpx^$L+{MV<MKx&L<IS`Ij=7r76XA`RI~g$)&GwA|3)>QL{ww{'
    '%q9ifK{+k`J5QW_!xD2VzxV%I+*l0fmsHX^Z+QKVWkENLus=tC^uD(8d~TtyL9NTR)swwEmu9CrL3x9^#CAf`fxXD0rAG1lL'
    'ynKE*_ZM2UTCtf*bJz!{O&4@@ppP+W_&?MT~S67t3`*(|79)W;c2ssEZ|V>KPY$dlIg=&Z-b)KifY>jCl-}snRvwI)lXeCG+'
    '~TthX&r+*1W&?<%4Uw$Bm2kZ}jAprRF)FVtXws(Cw|`C8s+2RwKq5Kjg$8?>DZZKR%mEl8&dh93uTypC0<w-pbVA9Mqz;1Xh'
    'bt3IAS;^#AQz#5<Mvhk%w-L{8)4_507={lgQp%No0ee=GeVV&D=vs(kXyMS+6SN(ds=mCo7^OfPH7`ROpPcIAAssPMSVXO*Q'
    'm_w{<0ju}bv)x@47_4nD^+M^AKieBq*u69yI?qBaMiT~(gYhiNf)CtV?1bMkC?f<P78UOpWh=(WefRvG2OkU%H$z40=_rWn~'
    '1ywD*W?~boMD!d&lJcsWO9zrOa`N)?^D-E&UDi=L%t!WSu|4}!_u_kF(VYWT1bH?x&o79yyd>?sy&kBtQhv-`d?f6)H04B8q'
    'a@{Y6WHFXhqnxMwN(Gs;@Iu~Z7t&A)jVS5lTbK$!NkJG;cY-fQg&(Gg~a;4$yGvHcK$<073~^>BVrPgl9S^&&uJ<h5!&D7I@'
    'O#Jc#_NCREjt+g1PC9wpZktrBGd?{X*qtEZ^s?4M|I!&Twz^%%yQ{4VEVcVzzfiLs{;KII2ZrnIjTn!UF$UEfW71wTOquUo3'
    'n?N$aAC#gkVa{-JSc1;jSV#Z3d#&>LBKMI>{p+}{TThkc2Nm~@amEOda;F>$2k+lLn=*YC(tj=1^_eKwl>`hcPEe$X-fx%Uc'
    '-eN^reqY>t^)KeZ^M``B1=SCviGeWi}BPoVHLBqojrY*$3SBp&llUl^XdpKgJdg}5ui^nhBeLsH<4srC4$|!HedgDGWp-d8+'
    'SFUe;{67Y~o)_ZX&qzUx(^V4Z^Ry1fT!C()u4y6ho+O35RG+8npbvZQb%v%n6GO5x7hT@%zKSM3+~KNk!Ecc5odw%NwFnHW&'
    '|tR5vq$y+y%zrys`0!7--e}zU3>hJq~M5#zWFoH;P~9?j*&U6H{O4L^S+I}qnn3kUpNaR4JqE*+1uG)JfGAhnkg~OR%L%Guv'
    'g`E)m@J@UhO_P;wC-YhU+RZ7HKI@J9Beho?)>)|Er(l<6Ya6-L*ZV2`TJTOWd6M+5g@4{(scsKg(u)<<Z$Sz0=#&T!&RJ+<f'
    'fp7m-p_-#rFhhLUmI_`LD$`;VX6zh3=FOo;xm8cX5CK$izs1j&?`7wV#p)_Ur)ougr{u#=LIr%2MLs{L+ZKw9p4o_}ZH-5){'
    'dFsUJ)FYf=F?b&qzdcl9GMF36n-?Kf~lm`nN2j_NZ4u~tCHMwv9_ET(DS#$6B!UjRBx3tQs%O<z)K78ETwz9G`KQ(T^9p?4I'
    'La#_jfqAhpy0|^ysvu9?;Xz*=o+Rn^7h=B>_BkCIi@JM^ey+K*pLwMdI*c=<y??PizvTZ#1o@98%J{AJ(Iq_E1BVn(U9qrp_'
    '5YHbU)?$Yz0q8U@37*@bNVJX%`FT@Mn{JSdl}FBI$7V)RlY96xY(Se-5Fti1kadfEy0xM0?S7D8KMgRfXgIhZWjb_e`tvvB>'
    'GvG9{SE6r9CaxV|%uj5cc1<z5kPHJW}zAKZNvL;)*&3cOE-<2gha<*LD1u%upp}<US;;s&ii7xJal4hQ-$A`YV|>W(Hbveig'
    'Ly&EICL<E@n_e^JtwJ(p!E;I4SUH+1d7E0K}Ny9x~REl#{Fe|n1Junu$i^gp&&Wec|VpGT1Y+V)`6a@{0l;+0U;*1P%erN_s'
    'J<lKs;?qSPG=#2*s9#K4T>U@(*VQEEWWqE0uu9?wU6{&;=6f=$Ad`c3YpJbjm@}S4(46VB8gpb;Gk<2e$!cx}@f_Ou#k3~r)'
    '8ZyIChk>-Gx@&tpT)p@H)%KYGXSN5MF+CNlfTWVPo~hMyH{X!h^rD*Y3l%-k8|gR%56c}t`3XI&mzABJ)h29kR$W%)t1{uQx'
    '+EV$LWi>l79V|^i@w3vLrjr&gS9*KD!<@Rgrx$*!grphY-_!x30Q~GJEMW6J+QssC#3(eJ+}X`?ZGDfgHu@gxQ^b9drzIcKS'
    'd?yl&MS>H1xp)M$678Cau7AE-*AICO$qsPgP4rR*Z)k@8eKqytmdhmrDZcO&#mGHZt3UHf;_^m$Pz=b#RMZ&I8r{^@qqNp_#'
    'w`f7&|_u$;R$j-MwKijX~0l08clc_osBl8VU4Oj33vk|IP|QFbZHCNq1_NFuYWl9kea*7^U=Z#<)(S<k$#|NXkE*X4ct^mU*'
    '6d(Qct-?@Vp;SNL1_B5?zQTDL7&+1_@WVG9KpXI@uqhgPpcbs|f%&pWc+#8L$n#{0W7rrBU-+_ZO4x+0*TIg<j`{w46%}eqZ'
    'x^<&vJP3cf!M?%lu;Li!`l-8K95?!SaIPgLb<(HS^pAH=?B3u%ZyLv8u(8;xuZaxG9u`+0dgwV$nBlW*&8El$pAIcqx9iBod'
    '+DF^%4_O2H|R7yc=5`RjS<^+M4rnt(r>1#$sG3VQp|>hY5gbm()@T~=+)ishQGF#-I(9`$H``N8|Kwur;fDGMrOUVf2UqTX6'
    '{Ki46(@V-c%-K4-3;<kw=oBW){?F(y71wB%f8``%hebl!1F=Q+>l))4dn32wJ;-W6h&_x^-(Zixvl*j1KV`pH$bR&X=n>M-u'
    '1uW?Z-XuxTjmUWB1*>o@y62k7OenT~72$h>=U4>EH%N3O&C*FYv^4~w)tCvT*F{#Ua}hkmx>J(q><j8D3mLU?1u(P3lUXL>J'
    'M7O<-6Q4N4@%v&}-ZtKc9E~W!}YiHj)xZ=Wct2!C^rxGT&{1ESO&9eC7YDZ(*=ly4T>HL0iIer^5b80^UTjV+xRAaWs2dxp}'
    'eg9Q<ajhoCW<#B)FAR#<ckI%=7azW3-sscPZ16~z$usBrF8c8|KR@qR&S!_&yF!;tcZ>_}rJZvp=4HvcQO&YHS>5(CDNGJ^F'
    'm9X{HPfO|ep>A3Hq6X>r}l;gkY-Lg%%nV1PT8yK#F_}2na%s3<yuXR`wST~)hA%%uDCPT9;IU|Fh+w%?R#6=I*yw>-P3<X=B'
    'KR8_ZdYeH?HuWIKpDlj5;~@;`(;pGTx}*cI&-cM$~=2d-_q6yfZ6C8o^I@AN<kz^CCHZd+^dZQ(Q1J$M+MA+xfgO<6Gobx$I'
    '%oug&vW+ATWtv38s^ciGx)`;T3?os#kSr%gKMjXlh*M~oTg{>b6!^VHO5Pae+6^7U{UVj9$}R`$L4bzA(W^<X`FzTk+5!MBq'
    'uC$z5nWV=US-MklYRU2j&E;U*%a@R0^X|iz`^eD{5SwpvVCo^jY_c=>~!gt4?zH&eH-L(3-*b1y|mp%h+Mvi$kH~BhxM04$U'
    'golgWfbL7bgU@&3*YDHu>ZkSgMDy!@X63gc9B*~ZKDyM-fR%Zt#ZH|+Y02?BLY89lCbV@!n0e@V895B1j!nRvyWbFpiL)04Z'
    'j6jMcH!pZm+MBq|A~2Hn~uFLtcLANO*nBT>D;-b<P}bK|Cty!AA0x0&A9ca_AD6G;LF9Zw_$cV=`jnfEa2@;?k4qqr`q*w%|'
    'KFbS~-6vXSs-#z0JwQenPuSQcGL*Xf)bs>-IhS+c-{~y>R9FZTpU#xpFscDX}}*u$6IlGfSg@$h|S~M-mdY93C>jq*I%QuV}'
    'BY#H{nqXlv8#=gp{ZjVHDJo)p}qM$7lH^M|&ff4Du~N&EMU<ikknsXS8eJwQs$ySG;*he6Z}dYTR#?&Lmu!HRWTcE_D?--UK'
    '3Ur@V~y=Tr33ER3ede7d@dM4eB+vwG?nepuWzL2@$dUmY~9v*D!=i9sN?)KRlfkl_sx^}Pg^I2eVD|#lc)Z}t;e*$Ud25qF@'
    'Ptd4HZPGG0`154X1uNEuN4+ndwQNIl;w5T#(jfbn=R*HAp_?MM2H!Po)2v|~u%+<s$z7}G4AQkXD0!AJ>*{LjI_Za&Ci&J&-'
    '92Xznw*9h)%o>;$ZAY#G)2YdO~)cCnz<e!b-k)cO`~1kf9lrD?9w`|y8Y)cbwSY9gQu=hyOSfIxO#XkT)t|}+Rz{6_0V;)d8'
    'TD?TUN|;v^n37{_@1e1$Is?zMWk=asQw1r&c<4s+IHPU|Ngvk9V;G!Xq^@^Ta)UWMt+zb-{=W4>EGg>a^@Sz<%P~6&um+<g<'
    '79?&N~}p^g)#d(B_6JRnb#Nk=!}wkX^kx_IiyT`k)&U!RRwmN~WKzgyeqbkSnp-7?L*abd>weRZ{dre2QU&LcHinV$>khnaa'
    'NS(rI4bzWM^hu;kCmR&6D#?M|7vW?uGEMU|aKdz6}2xs@{p7R!*bN%(}N6zODFAc(1c~2N__I4%n&H3$%4vgvpo*i78Rn+)x'
    '++sT;+Sf<N?>8-df9K>L9;xwp)2SV1vXq*ZGy6+Etk=4Wg{{l<1%aD(A0~Gvn?7sWzSjVo(Jt;DGY9;B`~KbA*J<t{K?|pkw'
    'eFoVoc`wGPQQtLtaRR=STk|?<GhRO+)V2KO}}zbvsUi2OL3Sj5>gK^!{<$x0{h8o-b6f2f7q&|MnnCs7Q>u9d{(UA5px{ho&'
    '43djb>xR?)|KWJGx8=die11(<hG~++nSq<u+nKx078;GcHCgH?BXTS<dC~S>T7p<0!AetuaH4eW6$U?)Hg28v`mxy&acY%)C'
    'i*scFHiI!z3F^tT;5)q7dUmc2*LqTR_Zo<DGJG_@Qu!g1~I3&~fnUAua@qodoX!KTK|a<`{nh*~j4FWDgfPV|D22QPh0^mpu'
    '1`)BH<h!z^zPcIz8CVR*h$*k^RbUsMNQq$_RYH8fta`@OObC;ss$rG1uKhY^byOYQpdzlZiv2~40JaOvu=~Jy;Mhx!TMZclf'
    '$LC4AR!rUWt5bQ(p%t!W+WA+)rkFP=d3QUgSodGX&12CUR$!Ao9;p+fB#~N6a;a(d!Cm?c8sR*}Ysu=3kp~i!uAO^8?M}98-'
    '>pyo2b$ZW_s1NHi+dY2pifuBrgc+oAD!CaKh^f2H|^E2kf{R?zIeLFXIMLp>?h}E4`qLOd@g3|nk93{83-=*i4C%rnx-A6Wj'
    ')e$s@LMc4cqn}9>@sZ!P%W`Vc7XtgJnVM!?*8@ik{dSbr7hh(d5mo#4XFF*gh%N{E)QSbJzp74@Xxz_pG1)>e_Hq?Y#8sN2A'
    'tbOBj5zM@qdfPLR~P)sULTZoK(`neN;rt3pS$w;k`bB8+!;(j{@0@3O#<4VyL}_|~#%!@4!-`7Ia6hAp0CTezm~=gT|hkM6N'
    'tFL~26%NC5R2WL8m(z70%Js1&$troF)HED}R`=VqnHO*+&kxP%>{buPJ^tK*5V{yp#SnlrR)llatp1w<01g;4&$<?aCE-T1|'
    '^P)q1C)o7-+9~_`?xik$eO^A??K|99^GE9C(v6xwUtBq|Gj#d9>271}u*n`_i(wbVN?lt@scF;VZ#>WX3w7J}vT~e)?@nGIc'
    'PDkeB@7uo-ow*p(bDBcwM&W$e&>9;x-BALj?3U4ml}M(y+2^0<<h{{M*>`WHz<62>v;Ot;`et?@7o->X!az034=}cFk1{gDS'
    'N4Di8<WeNiTeN^2!5zchVrz*z`X;rwJaj=K5sJ&B^}y>BH+$KY|x|I1cO@q?LO&cJ)+i<3G!i)=#x;#li+*ID?jxaw&et+GV'
    'KE8@XD<q+XCJE2+8Av>c0{WwrDSdk(aBo4sUB#NLE+`0iw(S4<P5p8bc8be=F}`p8D<uV0}X-iAhay4jg`Y~p_FUR>}D+b-8'
    'UZtU>3HP-r-c6Aa<CqLuXi9KPf7R;LDJkn+mIj{D5DhH`)wNJ6@HY0Z@SB335bQ0g4WVw}THa0+SosV`NzlMG1{)7AXZeL$!'
    '@9tpLyIrHyrg!7k&bIH_#Mb7((lI?76urNDN+*=@`O*2<ZNW?DdW?4%&XIadK_6Kc5L83PHE4x)C&$g09}r6JPJZyU{fR%hG'
    'Z|n#e6(NBvllL1zI^dqfThDwbfIgnpj(I5p=<mz=OwJ3Xwd?7PrGwS^Jm(%#HbC(%g5TI?Iv96VFlQ{T85K7GOkz|bmi<$?n'
    'b+lPX}e8-APUK<gV|)A>9rij88mv{P<D(*@Mly8#bv;uW1#t*2}@Hb-?B`8)jIyLw%GJ7xXB4fA7oztm<I~gEmq7;tO-b&Mm'
    '1WOm%IM7n;_~uUG$}4sO$ZmIZI#6?5!-Of!6U@(-~)X=-tBT0|sz-Q?i6=O$g-HLpi2u2*+o@EnJ}`dV*ew$2;TrQW}HcTel'
    'iWPeM!bT~3}Ic6|UBZmHGj<%bO+qKlMw1km`)HI`^j-AF#oJs6XCfIAC-O2mupY!PG$z7)*Czq^R8-{i#BVR6Q)3jbq`d>y-'
    'RN!ofeg<_cYDF)0GHF8p{P;rLwfsM?Zl2h?DR3b&7;J`0?Ck04oAXHBTxL?!7R-n~dL`ww_T(4b-O0zq?qoClZ=<HqTM~eFC'
    'pR`VuU|)l{x3H(<FNmXQGE@xOU}|)xLLHO<-WL@Xf?Dn^WnMJZ6SW%({O`9Uf!vFyBud~VJ=&#X+LM2y`A>8kbigbU3NYL^T'
    'uI4o!n>6TeK`7aJ8WYWR&Fp`1Hp2&*CW~%nY<k(_>dp8PrZIFXQ&9eScGOo?l5oLvfb7^GIYcxYV!Q%+YoeXP3PiOBjA=nxE'
    'U_H{VM&n;M(hpxwzW`#HOlI&+){k93_pbME{_OAGw}{`r}m^(HlYg16f+6MgNn!qFi!Y&z8|`iN;fZV+PMA0D*CYw9?%>LD*'
    'bx|Mi#L~J(^3v-!BP172i^@mZXc?Yv0PW-!*3l|yp9%zg1Q}CR-j+upSGkpH2Z@~;Fs~)ZElxB~f=4scxQTdmY%SRr?mt;OV'
    'e`v?L<v!T7+I}cr^)N5rv5zpAiaUGNmzowjvk25{*~x5(<7Biud4SxVEWEn1NxL2v)+3z8PxAP18=azjeE()L^TLS!ottZwW'
    'OsA%8r8cQ`+M5;<9o-tV)>C69kz1e?8z>p$*PA*J?jnHuO>E8`L>&?Ej8`?0j);*UHT1ioHS?Yn(*E6XRh8)efPD4dl~-Z4('
    '(357C*Uu^VZGlS1u)$B@Q+*(yLMQ4LW-}_GzW@>-C+}2M=fdd5z^q#2Vy^oS|skZp4qiTrZcc)U@Uenj7`7uo>g-xi~OvXUy'
    '>nHy@`j@qYia96h<~ZDD0Q@>%l}r_UxOojG~*@sqyje)jw?FKt(h>8G#x_uYeYaXZX5e0+F5ZpS)*-<j@XN7_&;7{eBw@Tym'
    '}{b~)-)Y^ADn+~*fnnawPJaYERy~rCko?$C6&4#Uvdze{TdnWFUi93Awa9pg9epiFWTJ+ypFEZ{rnH$vpm-+b8ktk2oug{XP'
    '{8+Wn6LUp06!B?wyHYE>>Pc!aQb|oa`^0>(z4K(xg#n>kcE_E(=<h+Coup&l*se=&^E)fUwxY9>yQ9A(=r_>@MY->vxwai+Z'
    'dkYYQ_7WNdk(z)k$&?e$`4ekN039YgHeV{KT`o-Ud<UQ73-qD-yAp9Yf-?uh^UySZ<cS^eH5LY{ENKNpkt4$9sWV<!Zt^2i7'
    '=Yeur96i&zFoRH+GFQH`FfqntJ`@{w=!kZ|^0=68YhbExV|pxcdNE^$hi8YcP0po1Sp-!J8j+?KVBE#^7fsPouMw`S_E&s0<'
    'IUh09h3p^F$VPhgegWq)|_;A+~xz6Ls_-_mZLj@jOR0iGrsQGTFOO%27xSGiTM(#~&nyqt)VCO4md{KKl(ru)EAle`1Mq7(4'
    '5lbFlYYn+|pH~~L9>Axc2xNrWiZy(d2+`d$D*0im5S@z4@XAebMSblwe_1NC<prv!CxnZSxkcC+<{Lx~cI^1csjH@1s)EgP!'
    '{sCS6?w0lwJpI;gk2#tA06#lfQ>R433Z0#tjjk&2y7o2eU3$vBt4ScdCvuteJLlqeZ45VldGpl4ZEKhN@aKnS51yeY<En?^$'
    'Wm-l+Q^`XrQNuhi&ls4Ig)e(Ux6`_=Cvo!PR^J;=ijhbY0n?uy>{W`;g(;TYZZS>zkB|0^rn?9GVUfFid-MCVD@BJGC$B-;G'
    'JVXQ(^)lw(4nC1)4U;j;7PhsMkO{*Xi?DZrB-n;__XzJ6Ti^)CAw1bZ~Z?G<As1{d=f?;;F=#%({(h6n=eq_xzFF;d2_kdwB'
    '6kR9N6*FAr2du>2rOb;MDrhNAS;n#1+lbTS<@!gZRD|GI7a5|XYzOnd*WMNGM-UR(U^<mj=k6Ll|Mx_JJ~iG<j_A!9L@`IL6'
    '&e8QfH;3Ey6Bp=-qz6Ld!8atB64^*lrzCz0`?gT`-Q@;{G(|p&o@7~XP<hW_`mWM<{$DO=<`{}F9^_#I3Sfe)R?Br0pQT-hg'
    'jvh@!t$=pcxvf?H>*Mp==Z@@&2=OvYxq4#%R@Ah0lFMjLei#|l?^VGSWjhqH*jcmBz+w0bY|SQY1$OTGgVY*Jh!t3?_T5Y^1'
    '`Wx49=&(p{(XC*c5IpB1`BiErrb=zpx1VontJ0@%=S>!M`)a*9p*1&ex%N%@&k88nGZ#z_4^_AW8JY8SWsBx{v&6SGfWO&xJ'
    'RtOS{QcjY1ZFv^TzNk+qP|u*t}t_%e&v7Up=~ZCVqFs+7)9L-8yq967OJ$+ACP~C+bJL?a{=nslr-7c0&;h9~ayGQ$6P|U$b'
    '%h-uNG1SBCF9aRomgQmcNmwjH{)iCw&6b?~~-&~+he0_P`xd-wca^2xa9@Q@YXp59K1+ZDEYi8q$iqihFb^AFr#3<l7+`5~8'
    '~h=td)tB*2rN;I2dE3k31{X%!faaUlijh=R$>Ai5Nf56I>0shOT-+%w|(T(%RVs>o~@t<pQ=iK4w%|U+iX1WteP0T+Giw5!J'
    'hwNREe8OS+>JwVbbnI(W;e3dWUdurRE|X@=nKysoqQ#3A^nhtkZYQ5PvOh9xjsJo$$8%Wi3tr|sYqBeq)W}~>t|IG4yS5cdw'
    'akVha+zJfifQ#*b?Q5`!V0X0b|e4dVGge7S}L!(bG=e#KfHY<>DZy&+cpF(o1c??9+eUQ`Lm~tA7gJbXh2``?8k@#Q_=ZR{h'
    '>&sf!jKuPUE&+&25~fcrRbaU4b!bXs+vSKG@FDWy0jC)22@!M7wr5>3ID9o#CN@e!jgoqT081#RAW%ZcbRGw(Lh1y|Vt|^P_'
    'fk^8<i8v3jl1J5^4Tz0eBmFtGyrUBnD<Bc6ddjCFOJFmX-F*;7a34@7SZ3l3P~<86)AKGf1{j>iOiBvMIzcrDjoxcSjQ#`yu'
    'jo;k+d%?8=wkCVc7VJom(kJCS9|A}5&t5KVdgv&TOjg3q}{g<M)Z(g^0`9klRbAu0~+PBba+C=A3*hnOkx?S6THBr$c<{uUE'
    'Lq~S`0l)y?z5{KD!|oe*>`yp*_1?3LtQ!ZY6Z)9T*p3+Kr?F>u)Q+v2LW2U9&Yv^g&l_DCyJ8W79zA>r8i~Z&v9}XZ(G%h?v'
    'da$ucHFYDA3Jfn_maT%+xEtvymaeP+S_dO_F7G}&xg6pe}jj1^ofWF-?U+EP=Mb;@7W&n=f*~11$&{_baxjAyP<>nQ%8fApU'
    '0D$Ge70}i)`})%aD0v-KNg=^;^Au>+VCx&t1Fs-sSScS6}kVYu0P3Z``%FnT2JXZg5D*n$@fP{TBMnnK8vF=)lfR!TucR0n`'
    'RU(}reb(c{cN<WWCRSg)Eo%X^`J(1xwiF-On31#XW$O}xEUL#J_T)XBsw@B7ka%a^0BOY`Q;oa)}@?B4AggO)EqO@$mr47D1'
    '-S!!*M7o5~G&kq11`n>=4m$7{LHm^rxrjpOV@VD1$XzR6TYuvfJX0g{iUteFJd0w6~JSMrNu%oxEU%hPpoM{s=Xd48L&;JeE'
    '8tD?1x<b*b>d_{V)P+v}=rwg)bu_bfob2tto_GfKF}HxOQMX~UHtlQ^-6l_)F>BVWnKPzMad&fZ3Jcz}cI8qZPY(jxvLCfUe'
    'QG7PQsk-B;)-5%qz3LwwCXoA>}EdHagvu`$d-M?3H=}c=o)o&o3y+-bEK22oBJgElKycnPNQ{dtPk>EG;h|_3C^SKhFV#gb7'
    'o5ITHzxR6TMPW^A<f><Ocv3PPQ`aY+`BaG-=L~pv_Tn#0mXhg>;SD_4U}}tcKY;I60$>?@^~E`}qe$R{1UPnlagJEP@`ug+3'
    'T%(t{d_Vv@S*`9VR0fAxBp_P4fonc}rLaAV}bW9M%?!d76vix@PmYp1&P>2GB-+<w$(yaR%r?WM_q%NO~0PMb8&Y1DA6di3K'
    '!w`^%bjYQr`Ei|dCCp7@EgNE3RahpcGQiUxG?xwuX%=v>+ySNyjdOgV6#&$Tmpx<W5Crke&zFsq@PH=G?X**=lfPUogGtdu@'
    '!Ju(|-byW(qKC%|e+Q@WQ)c=21#Z~3C+_6Mn-5>S{q#Mr_ybF)NgJYG53(9;jhcA;7`S-;+*#8mjUVeUVwm-R{khQ0o+dqc%'
    'LhIZ<(AY~jE|k<F%!SJecSFs$Ie~7`!xOimmk~LmeA_zwKVM5t#_Y(76UA?81TZw$7|NK$rD`0jIy&CJkX*q2fFpxUmPRn8;'
    'SBsYAn`woa?jDZ)Hf>w%xHu&tAUuC^aK<4(s#pQc$O1bA6*u-Flkz>Dv#Boku-qdQ6_+>f~ULWrwA?8I=?Itxs>14!YV>1J}'
    'lW{wvpnhVR%Dn|S)-jr%Dtoqbc@eEm}jwRD@bGHBnaYmc72O-xM8n|omO+I6hM$l*4FvFzy6y9eciTD>S}RP#9HLsx##pm$L'
    'N=K4)rckMltc>2P%q{}fUlkcUz&(14_n)URWw=rzrv2)jM-9Jp2IAOf2vy;O}yJ6OYEKzp!=t|bPahbxP<uejdynfTFZToJ0'
    '{<Cu?j>aXNyYVRfW6s}Fb}j9OO<U?48X0%&)TIAd)MICq{cxKhRs;L@Ged(9&FwJg{gFL6(5*y3OL!h!GU{aydYbebXft~JG'
    ';hD)@aVWxm+z!xWaZ|UvTN4W)oa#D-=LjQN9&OzQBR;@L#+o59AIvS35{h3k;flgvGnFblZBdFK4d!m;DlD%;330DIlJRe(s'
    '#xjJAWN3eV>2im$GWquGg?h^Hy!z>Ma^-V}lw3S^a0(-@LDBZ(Qj1cx`TIfR9Nb(9*t|At^LiRNKjUoclDdh5o_l@&B3RJ5S'
    'R;eEnHa%F@u%)@{_Jc__QT<-q^27--qwqMsRJ?urYITepP{sk(&FwPXSfjxF<;KFe$V(v@pBNA5p->f((D&oeT!fB!3G(KPG'
    'UYoJ$t230<D3v=^+ea-rq;LJ#9qRLJ9)s;$>mb}pQ<qHjBd(L05$S)vheZ<cF@h8q-yZiLzyHDT${3~VBYSq?G)a}rvJ68Ej'
    'QFD^sy?XZOhBG6fF%xVt|235=Jk>)1&|rk+%9Vk^p_{fv9f&`kbmjJ==dV9}$;~S)WrCVod+hYv8F%W^t$U9iL<^uUojT&o1'
    'm=pTSV|KUCa$?i4qXlEsDuq0!os)i+!J&7MAGG(n9ID)`u6j0VHp$7i)_@imA+y74jnsn?t(g#V8|FG&WvUo{?Ez$Cg&bf=5'
    '#fn!RpmJc0@+)IdCZ9WYXmu_nxG_{_r{H*WaSD6RU{Q*9I$n?TwA`&NQfNN?U!zj3u#m7Lnh?I8-P!D1Ekn|ACmeBgamkPsW'
    '?Ayv_WY`#ayEK2iD_H*48izpVk@oWv0Iq@kFbI<YzsLgV9*&s^jV4GQ-jIg*fg{8ZA#D;V^%w2Tj*vR4^>`I%qB#EM9L3>$T'
    '|(I<P6w8oJ!$VR<TM&m+LDXl<gu;JXZQ>V`)UATPh*1bn5X|Lb)zw_+%$8Q)l1JtUmquZ!4>c-Qu6&@{7`w`S0<K<#J!TE$H'
    'W_g5-%NZJ&0bd{A|1_`NxO4xpyYn%uiadVtCM)|_K?wua(5hQc7w^T>tT_>=t4EW@jn_UTnMt8577uwtgUg*(1_Z1MT8DZg#'
    'T`3)`R0RX>F+=1{4OY=vo)}ajbS&^Ym6F`V1YVwG}hDW(1XL=TyS>C85-0K-+(R=-x|65K>V?@m#*JK9kRaU{=ukOw3?cAwC'
    'mMJJz@0p^bjv<>Cy1QVS~23%p9Q=1`X<3MN*~j1O|Nvt0M2RzWw;~ueh8EG*Fus9n=V;A*bI6aBYhk8Bxq+MstPcWQQD~!Sx'
    'Xb$<lY~+~w<c9;T$d!3y@zJVXsKv9;=;UN-gdJ|3u}$5g;ABsjA$q2&n;^e!bPBqSa^ftNlE`o-&aSzo{Z`unfAjKKyPHHqd'
    'y2po?S*HIy9-kcbfm6(NQhist%+;R5InKNh4T}-}q>+VCmH`eFu+~0o-F=`g1;VpPDZf(4AM`T6|ZXwabbAw6_(Lzgl3QIz0'
    'uq+o{tecE3@V}2*@x1wv^)=_`pZvm-GCB*j;K8x+ZW!9fp79itMr1y7nfZklpB+_)28*uWx_R^Ft=o6+KYH@)#j7{(Grwf#q'
    '7G9fsG%32Y2ZCoP*V(ROQMYtQAkLc1u=7lmKQYmuK(cv{re9dK7R5n^(BJ-{O$XX-+v2GJ1-_KHr~WW>u?sTAdQITMGf$QiI'
    '9abS1YB(LxYqCDd;B8l;^2w=^1Y^=&w1szy9RoO~@E5BsS_ak#-#$jd&SpK(q#`&qd}kixygj(4fuUm*`^2w3n}5zj^l|>+{'
    '#_T-1Yypk}fm!oHPB))BIh)UQVnbCHEIOP?K*K!fLxGG1em@#gJ2bbT(~YVFV8g2H0Fl^5!X<!w_7ACKB(At3_quv3>`W)aC'
    'DyOhQwbMJ@u@7}#b_oHSJ9ab=COlrKf6h@s^Ov5sp7>{@%(dO`SRj$Y^U!k!W+&U{OGcz+Q3pLQdd)fTS%P%M_DnZm*Z>Rx@'
    'y4B#_b?V@~fyk&W5V`6?O9~B&9ln0S1HU>q_b1Uc2uqMipTd&Tat6^ijpQa8>+psa7nxsXc`^g=aPiY8j{CB+(QUuEsOJX;e'
    'IxJ(UPg*b%dzT*>WBu>nF%Ma5Sp3-WERRS8)(qsciM|o{7T)I>8~?T*CQ;s$ufedak0_0`#5(kl2Ma_<t64I%bOX1S~(f7U!'
    'izSba?oLL!&bC59KzUs3YjkeWEW@Egp0pV1dX|FiQswCV62c<n7zHL>c+?`Rlg|BNAPAk1n>ydti_af+|GKnu3s}VU`jabXb'
    'j*kdIj4W#lW~NaNRUaztX(xY#&0-phjo7aTQ2Fw0PAEZlm1{qh-)FJJL8f*Ky>p*CJc9BRBl9p1Hu?6XrtG_Z8YRe%P0fjQa'
    'P-%y}3LN;l_+u3laaj~feUL0_tp`jsfW&pC5{K(Dyjv_Y~G4n$sYFum%HrahdVq$qPV|m@|*RP*sV939z#zFXf;UqN|n}?ep'
    'UPDOG<iQNUwYhnJ{`@8aT^LUEmBQN%5H0m6YBuC@(=;Rsnw*#cIJhML@83Kk{$j}aWZNLrVWo_su8b{~oJNx$Gv??63JMDH$'
    'tWPY!r)zlNU4c#X)IoBF1TQH8cn{)SeV=_Ec}NB;{At^3yV0=0;nr<S0zAo<857xvXB!vGN=Czc>zAvb&MAqC=VHn<W?mZW^'
    'oY_#W*sjJrhAqb;6>sDQ=)7WGqt4N=xvdfN`C9p($zs*wT>$*+q*(Wu<sfyaY1dih`#>0!7W~P$DHbkZo)+EHA@@3(RHa>FP'
    'jH3&Ix34&)K0ix446&LJk4iJnpvG(WWfZbimEjIO*w(CPfp1hoob7sfK^0)xTeLi15`v6aVNHyDQ#j7&0<(3Po`#%*oQWHN*'
    'VlOLL*RsrliUvV(u$d#e_v6aHza2At47#04V11*eN8QihYP%lN{!4d#nky`QCquY>BqLKNjD`6{|yOA>=8cPswCFsi33g-U3'
    'n9Y(T*y5-a%Kae_QAo!ugj#{vpZrJ=DVT*oE0DX?ofk(EWKq<L;@0oQmOda<GWWP58AB@sdw-&=p%uYh<cOMV%9vX2+~a=Yy'
    '$EFtEpP4ze&lzNEwh}tt;;#zMaIzb<bE`t_uI%4S)SZ(A1i(%88XX_yU<F|w~`UD+^~1<f$|TTQxDFAQ2n@zET9@<pIiwQ6*'
    '8puO@>hYxce4BsD9ivjG!7~zjA;I4j=>a<4d6$Vy};eN{H%$&%UIN)b=l-k^)o%-Q*`!8g|vG+pwV$qpINAx@rgw82ZYkt{Q'
    'h<7pUA6sS@}%QwWvJjblrP{(b;ddJxFch@L)J`OMPi_j4N+V20A>$WvPgRUt<xZpl=CJRGV9wp3a_8m<aL6Jk@p#PdH^nGBJ'
    'p2tKh<m9&OX^6Hmjts+THj!3|hDZ(T5KUEox6gw}SF!J>NDl!@Y;7m$5KY`GAW2PE;O=Y$O>4C+^UJ$BEj&L(v+-UsLMHOVG'
    'svZxy$jEK4D&-n*>$MPS?r;9lR~>4u#Xun1Z3>$!JD0iB5P=0yp!bwFRE+|{>x>ms1XlWDeL#i(37g5c`B}#K@z_Ksu2TF{D'
    'H|QdF9O&{W;uF=qY%Bw!C;^-X=OCxm_7h>!KZ5>yPEraZ@ckrh_KjvTeh&A`g3$9am2S6Km5xqL(q(J^u|dM4f{yPd5bmBZ?'
    'Ng)y9I#F5=_mm?*8OMD>j=&s$A(%B#Tb{F(!lHC}-iHi}05o3emd{46f8H{7YInq^KEC2z7P$R4+ORKkLS1Qh$m?C;rBn_-9'
    '%f3vrb*5p|&kN9q!Qqy}XaG-L=#kZNxQCr%df7!*qijwEa{Q6Q1jESw7#BWOAukrpCob{Q@;gGEs@*>Xw{uxGB2XSZxR_q$L'
    '-vV=I%UQ9z+CHR2Ec?qdYA^HJmr5f@civWZ#6a2iH$>M$&3Ytu6EHkJ9sZq}4NDWJIshLblYL>jlA^>ZG1q#i8m7y67DnIZ6'
    'iQY>BMF^UZx{OUo%_(~fATOzbU$_8h2G7GPDyIRfoUDC>;0%OV#^Oi~N^ocvgH!gHa+4Z(M^#P^Hjm42pvjSlfufJF1my?2g'
    'p?ZP3L$kF;7APxzrP^^sloJ^ip+cu2DufR9EnUq@e+s-iI2Qea~(#0We*G2GYo;&Nc_LK6}yZubWnnSV$cyHF(B#qfGo#zh2'
    't<lc-fQ1Q&OATRJ~?behACp6cVz0fKrHmBD@hFkTiTif?^yRmQzy8vFu@C_CmNfmP5W-2zNG8#zt^-h6YDuIw3WkO-U`svWG'
    '>-EMeZrV>1i}Um0QIisFJ(A`>6EW)A2;j#7gbzu97KhRL8tB#oLok&_WrrSaUxzveM>wp^tK^~wc9bA{$Y6G@G5k=c~uwXc*'
    '%YGmd#xjPIBT1~b<p<!icaztYJK}@u9CxjfSX*^~wPlv(((gi$kWHEWXkpoQ{Iw;1;7`QjG@Y+Y#Y96VXP_9yg-<4Lo<Pwa6'
    'W>zqCqHu#^oRbi|lGJi_7<?DUu!7F~uU&E~Hf87xI?uWhHycc9;(hK?8b@lj{LCDWmwi|)LDoo6a~B4rp_7YURQoiDg&5|Cg'
    'w)u)iF$if-co}*Lq)u8#98ZtGQtxnc)}a;B^V8s5>l6Oq-M!mYLGNm=n9O-X3EJ)1+^}~>oPI#!;O+(YPp&@9`PQ+-jL$4nR'
    '4<=a<NOS8_C>emk}#29;sPEq?X-zz9=6d-bm+u4>}1=CN;TkWD&Vt2Kl50@-}lk!u$n7vzVX~G?molEDe%fgTt;^sln>CQ1B'
    'A0GBi2GCfAL0CQ<H)wF{5b4Eak9mP80%Ho{8KoINudX9<RtKsqHgH5AzjkQ&U57Rbz@=2UEQB$D2UPe9O*KtQvY3Y8j6i{-a'
    '-7N5&-7Y1z7&`EeEu|8ywCe9-@Qvp(gF&Eh!bL6!~$hQ^3F?2{yv5Rq9K%@zpfhbgJF!;W3Z{)EVynJw{*kl<gCl_3$3YHr5'
    'ekIf!xeIhq%0D7m#1xxNF1VO1nqs8}Mqh+^Bah9LLH-d*lo6`xfl>_xOAVU-6|$wu;CXh#=1*>FQA2KyF%&K}sLNmrwwcP%l'
    's8iAgA#HVp^P&W6(u!*wFLP&i^m%|(B$(ZDnIDNh@{ck3YQubH-LhdU>s=bD+ZG<KiH(iY&uQhQiESD1n4a2$sIKksn6I@Bz'
    '_3UBQ;Qr)ZkMGmY^NgN>A=6Z=`l|802(`#o$WKQk2x-nFXivRlXL4Ycpi|pq652*+ouExHk<cPHJ#txFk>RFq<LBsEHp5k9j'
    '$Vnx#0Y!D&|sp4@S=n<{!tDld4XrYlZr5IbGiOP4$pls8gI4XB9+S@nQ|r3R7n#cru`iyxI2RORNWdf38TaZ-bgE5tpy<Jt_'
    'J#h)Lva=?{Z2%TJ{2CLSId2+{9nv={_evm^Emz1GMslnncqMzJVUd;fGukZ{-rVvTx16_ID$p7RHR9ejds@U-kMaUFVK;-m7'
    '`sAa0Pwt>FZ^SD$K82>%h-?P;COd{=r3Ryt$$Bm5>M0h3C%Z|)Qb6SgcPO%1iX4hq416TiWq5b`=oRY-AlCvw(FTJ@&kUjWH'
    'woD3<JJ+fR0G9VJrwP}3GqhWB^ZMmY>-nn$^i!&G88Q}Xp%43&lzk1&{R^R<l){aDYWXz?<S5q41q%Pl5nBRsanUIA8e+=r3'
    'O$_oHufh01#_1;?W0JY9aXn<OmIlbp>y!!phLZvW56PF0|r@B3d_Ac;3j_o~&5%NJq!NVsN3AFch))*oDawu%lXOPZi*^4(?'
    'afWJw7_5sQ@mBA(pw7&>=C0`U0<1;<i`)Zm((aBpNW1gs2**%K%0l`s^sIOQtDWiTS1Z_Q0_NaukTmLKxITnnump}2J;@4~k'
    'naG{ly9{}w170k@LZsb*+&U-jnXnx519<wliC~i-c7n;et5*L~u@|GH`4iV>#ywGgk<)N_r0CI;0ODmsK<vZ2Fm(zT?uDtvJ'
    'VBSvA-pD)4<~ezx)cgQoN&-uiH}Zk<{s4fby!-&b;i7PtL3u2APzqm_D<VGtu(~he23_8h3xKZ{3QcN7<OcvIFNNQq%O@^BG'
    '?T4Nse$n)p)We|$;qF_!i%0_u7PdwO9(Z;ntZt;JgF6v9{|)Zfr1x~KsdC}qy`Ft1~q}WvpAKjoUlr*sQkcca2+vcaVkR#TP'
    'Z3mKL99b1O=O;(0U<sBq}UF0LU?5LV=sAg3U$5NK{;Y0Pwn(h_@kdXnqzbbR;VBuJH%|iM*w~5~Ofw#pMS8$@aorM&J}lXnF'
    'ueLW2|IL{L|H1R%8LDKe?Ch?y>wy7IQ8aA*bhE7&zp7<FYt5zq?F4*)j#35FIh=~o?S5WHI8G=v4EfL3r)W8uF+ATxxj3=I}'
    ';t&|%T%~4Fr14`)BGJ8MY>D0>0T`@MUgrvq|{BbDCW=JrWYC!}0%i^ioY!!nBgYJo?W{JvMr9cDI7h<SIrL?l3L8teksaYbq'
    '*h=aLrk^c}TGTL9A~a}{CxV&<RTCQMlnA}BhAk#(l?M%Kva86fOlZKYC72nC^J!&5gJK;a%wnk7K$(%(m@N=lG&NK%H2Bg^#'
    'QjmK3JqR&m!4Y5om8=S+D~d~w$h=&?ZMJgvw`yC(g-LOw(_$B#c3z0sM#t34USBJl4C<QP>nd~Avv{*2#rOwr=-+SWtaij<_'
    'jglR+;1=cFdMYLakcN0EGHOvDm7{3_wtzM3<MVSOkQKhGwfEGXTprh`l*f1!K`>sD{|yk?Kf2b1zgw?8%3q8e)$-3e^yM%xS'
    '2G*!CBo8e-dAfoh0tbrY%~w&gvjhS>ccNpmf@s)T6@R732ZFQ6J?cT1P{@_1E<PH&(ZVjI7&!d?AJk9HrS8e$uKs#<FV<wl#'
    'YPz|wLWmmZqg%YF1cc_NgO@CCU@rSaa$*<})EKyGA{efzT-LTrd=#@d;AYTT3Z4@5$Wzip9;nejCWz$ATv7u8WtM*5VjJn0L'
    'Yulu_s8a&f5W9A%OuJ+$D74CC+}%qt)a5eoN~VC&lsUB`uxrsFR6p*T3<%YaTTaw+=B~knQ2n^&NG(Th4Hksz$1P`SIdRk2P'
    'z|x=Pc08{g;2|$8$xx&h6)Syq?RQ&glfsHj@VGa)KG#x;;Kk33v4A&%K-fU)Y6VisD{)~J*le!4ryu#4cJPihU!O6oH&MRN6'
    'pb2suwjUy`>Rd`P85a`K@efoEb`+BdU-g)N24x;yh6eYH4#s1*icfHuVdtQHDrU1XY5XP#Q{J{Zyo0<NuIloBK-*MkB?}KO<'
    'G~(MU|1sl*mjR8%FesmzujJya({AOxH$BEgVU0Y~SldOYOnQTe#ELaCujQgbZ^0?}@x^c5J-G(=zl6zDxFF~8=_Lnx*BIbo$'
    'QY?4K9escc{Sosqa_$AMGlviT_p-=xS{O>u}XYxV|L>KTMDVACQG_RV%q!v#N<VY<XT9nj4{!)vgmJGToQp=B;_r3oLLsQs*'
    'RMc1$MJ)hYRiqYELxe*M7?6sST0C_{XkoPvC{Sv#)Rm#3sE+^wxtBfh)UcwPLRFAj7T%~}hmnal3XvMfwKq}qy;0$1Pb9T~;'
    'wQBBRWft=N?m<#REE?NxQqnesA#D{Ek^acQ7KXjKc^~%Hwus%$`x8HwGeL<RPPigwK!^_&{dHd$m{@-Xll`hE=+15_wIKhsR'
    'dMQp}DO{sYOwXvl*x~sYOtW_eN=@RsgkdXo2ahP^rb&YXOEXXqKl?sU@Hm=8aImPof~HtLcqOlDg{Ns7$G==Z(seT8zs;(Pc'
    'zgQj4S(0HYdGOX`iHp%pE4mAtXyBv0W|i||Gu99r2@SHl~XD7Emn*MJzCQKr=5sl`-mLFuo2YH<}?DN>7}79=@PzSN?rh384'
    '-zY9f5Es|Qe%_v!FQPdJZD@kfm@9he&*aC;5YET0puK4j0DH2)&mk|yPAW)9fRq;lp=SNk%Q97xCQm7@NSGd#?dm|79t!Sww'
    '^+o|{p|qhWg*S?pTEWngdSlh{L-EuiE4Fg;LrQNHe56U0s0Bi+Mt+F6i9-~$;FFCCs(KPpi~dSEQj4WlNoaA@0@tz-s5G@;C'
    'sDrCBB{j`5@iiV(bSSaD@STkcMu7tPz7ia)Iy*o$`7ScO9HJdsU@M778=O^raNgIy#lAw@<S>|ufVCi{E)!Wh4CmcKg3bPDn'
    'KipS_G$3p(S>7AYofXWmAj7R5G-Lj;><R5_w}K8sYtefr6;nQY)=|sfFJvsLIfiP)iC86n6o(cxuU^Rft*@p~X>GZf~p#&|;'
    '`1hXxA0L|-IzWoQ-Y^e%$BGKk8wrx#AG!q6h_t_7+KEs-~hMN?gBRf3i{Lqvcnp;L=w)KImcC8Jg~Xo;v*4q6gwkzmScQYDs'
    'Jw3tfjtR;?G475s8i=k3l?=_LsstPUo4t=1a(4we;%0i2}AYFx_t4gip7N1q3R(d<tstiWu_pYr1wF)%cm7ZD^nj1?^trCr-'
    'p>)_P(zIJTYE|iw4yC|Woo4h>P^%8K<kTv}EUr<DYBEbmtzyh#o8qV>v-nm%s>m!s10n$aPpv3w_<w4}QA72lhU!TT)sq^kC'
    'pA=0YN(#nP(7)kdQz(rH&jb(sFv7LUmmZP)KERCRe~F;C3Y2CBd8@cR8MLpb3?Vnu2$m@wWL-aH&jdP>i36HOKPQXL$$<~Q5'
    'zw(q*gRHgzCr*)e;**b>xOn9l0S?M{cN=*bu5CH-zfQ4WT-6L#U425UL|LgzCr*p*nIywZw)B2=%0vJvUTKY^bnMPik3mL#U'
    'SA>WB>$Obwwd4izh&S{B$!pq2sn|EZ-NmrxC<p?XqR16--pRaRTs)KCpG1V3>M)sC8@H&icbPI^lty7H+(74loz)HpMgHb+z'
    ';L#WpPpu~Bi8r0I}hzd{xN^I&ERHF=$rU<G8HK49Mk~B|Lq+a9yP<>}PztmtfQtbS6Dn1$s6e_XB6cts;YtCg};?qNQG6X`v'
    'sUi{#NfmH(o~p+~t{#<-ODmKbsw6enVjvLhHcDTC@k~Pm7C?dCqZ0FL&OC%t8Vc_8!TI8Up<lDK'
)
# The data of the tables; their use is above.
_TABLE = _doubles(_TABLE_TEXT)
_START = _singles(_START_TEXT)

FUNCTIONS = {
    "sigma": (least_sigma, ("epsilon", "delta")),
    "delta": (least_delta, ("sigma", "epsilon")),
    "epsilon": (least_epsilon, ("sigma", "delta")),
}
HIGHEST = {"epsilon": _INF, "delta": 1.0, "sigma": _INF, "sensitivity": sys.float_info.max}


def number(name, text):
    """Return the number that a text says, in the range of its name."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.0 <= value <= HIGHEST[name]:
        raise ValueError(f"{name} is {text!r}; it must be a number in [0, {HIGHEST[name]:g}]")
    return value


def main(arguments):
    """Return the line to print, for a command and its numbers."""
    command, *texts = arguments or ["no command"]
    if command not in FUNCTIONS:
        raise ValueError(f"{command!r} is not known; allowed are sigma, delta and epsilon")
    function, names = FUNCTIONS[command]
    if len(texts) not in (2, 3):
        raise ValueError(f"{command} needs {' and '.join(names)}, and takes a sensitivity")
    texts = [*texts, "1"][:3]
    return repr(function(*map(number, (*names, "sensitivity"), texts)))


if __name__ == "__main__":
    try:
        print(main(sys.argv[1:]))
    except ValueError as error:
        sys.exit(f"calibrate_gaussian.py: {error}")
