r"""Solve the Gaussian privacy profile, delta(epsilon, mu): one (epsilon, delta, mu) at a time.

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

These functions are for single budgets. `_gaussian_arrays` has the same operations in the same order
for arrays.
"""

import math
from collections.abc import Callable, Iterable
from math import exp, log, log1p, sqrt
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from gaussmech._checks import Array

# Sums and products take arrays as well.
_Number = TypeVar("_Number", float, Array)
_FOLDER = Path(__file__).parent
# Half a unit in the last place of 1: the bound of the relative error of one rounded operation.
U = 2.0**-53
# The relative error of a solved mu, in units of U: the steps add up to at most 29.9.
MU_ERROR = 32.0
_INF = math.inf
# Lists, since plain Python reads them faster than arrays.
_TABLE = np.load(_FOLDER / "mills_table.npy").ravel().tolist()
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
# The table holds ratios, not their logarithms: NumPy's exp has other last digits without vector
# units, and so would sigma.
_START_TABLE = np.load(_FOLDER / "start_table.npy")
_START = _START_TABLE.ravel().astype(float).tolist()
_COLUMNS = _START_TABLE.shape[1]
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


def largest_mu(epsilon: float, delta: float) -> float:
    """Return the mu of the least noise, rounded up by the same factor as `least_sigma`."""
    if delta == 0.0:
        return 0.0
    if delta >= 1.0 or epsilon == _INF:
        return _INF
    mu = solve_mu(epsilon, delta)
    if mu < _LEAST_MU:
        # The slope of mu in epsilon is at most sqrt(pi / 2) (Liu et al., Theorem 4.2), and at
        # epsilon = 0 mu is sqrt(2 pi) delta.
        # epsilon is halved after the sum, which is exact if it is subnormal.
        return _SQRT_2_PI * 0.5 * (2.0 * delta + epsilon) * (1.0 + 40.0 * U) + _TINIEST
    return mu * (1.0 + 36.0 * U)


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
