r"""Solve the l2 mechanism's privacy profile: one budget and dimension at a time.

Noise of density proportional to exp(-|z| / s) in R^d; neighbours a distance D apart; rho = D / s.
With y the output, the privacy loss is L = (|y - v| - |y|) / s, |v| = D. In spheroidal coordinates
with foci 0 and v the density separates, and L = rho cos(theta) has, with z = rho / 2, the density

    p(theta) ~ e^(z cos theta) sin^(d-2) theta [alpha + sin^2 theta],  0 < theta < pi,
    alpha = (d - 1) K_{d/2}(z) / (z K_{d/2-1}(z)),  K the modified Bessel function,

so that delta = int (1 - e^(epsilon - rho cos theta))_+ p(theta) d theta: one integral of a positive
function, where nothing cancels. The flow through the boundary L = epsilon gives the slope,

    d delta / d rho = e^(epsilon/2) (1 - (epsilon/rho)^2)^((d-1)/2)
                      (z/2)^(d/2) K_{d/2}(z) / (sqrt(pi) Gamma((d+1)/2)) > 0,

so that a neighbour at the full distance D is the worst one. d = 1 is Laplace noise.
"""

import math

import numpy as np
from scipy.special import k0e, k1e

from gaussmech.privacy._gaussian_solver import (
    _INF,
    _LARGEST_EXPONENT,
    _TINIEST,
    U,
    _over,
    _scaled,
    _two_product,
    solve_mu,
)

# These bound the error of the computed log delta: 1e-12 for the quadrature, and 32 u for each unit
# of rho = 2 z, since the exponents of the integrand, whose roundings it amplifies, are as large. See
# also `_log_delta`.
LOG_ERROR = 1e-12
LOG_ERROR_PER_RHO = 32.0 * U
# The integral is computed for rho in this range. Outside it, which is of no use in practice, simple
# bounds suffice.
LEAST_RHO = 1e-304
LARGEST_RHO = 1e9
# The product of `_two_product` is exact for quotients above this.
_LEAST_PRODUCT = 1e-290
# The integrand is left out where it is below e^-44 = 8e-20 of its largest value.
_DROP = 44.0
# The order of Gauss and Legendre's rule. Log delta differed from that of order 80 by at most 2e-13 on
# 150 random budgets, and that of order 20 by 6e-13.
_ORDER = 40
_NODES, _WEIGHTS = map(np.ndarray.tolist, np.polynomial.legendre.leggauss(_ORDER))
# For a larger order, the recurrence of the Bessel ratio starts _HIGH_ORDER / 2 orders lower, from
# the limit of large orders. It damps the error of this start in each of its 1,000 steps.
_HIGH_ORDER = 2000


def _log(x: float) -> float:
    """Return log x; -inf at 0 and NaN below, where `math.log` raises an error."""
    if x > 0.0:
        return math.log(x)
    return -_INF if x == 0.0 else _INF - _INF


def _expm1(x: float) -> float:
    """Return e^x - 1; inf where it overflows, and `math` raises an error."""
    return _INF if x > _LARGEST_EXPONENT else math.expm1(x)


def _exp(x: float) -> float:
    """Return e^x; inf where it overflows, and `math` raises an error."""
    return _INF if x > _LARGEST_EXPONENT else math.exp(x)


def _bessel_ratio(order: float, z: float) -> float:
    """Return K_{order+1}(z) / K_order(z), where order is a multiple of 1/2 that is at least 0.

    The recurrence R_n = 2 n / z + 1 / R_{n-1} damps errors: each enters the next ratio divided by
    R^2 > 1.
    """
    if order > _HIGH_ORDER:
        n = order - _HIGH_ORDER // 2
        ratio = (n + 0.5 + math.sqrt((n + 0.5) ** 2 + z * z)) / z
    elif order % 1.0 == 0.5:
        # K_(1/2) and K_(-1/2) are equal.
        n = -0.5
        ratio = 1.0
    else:
        n = 0.0
        # SciPy's functions leave out the common factor e^-z, which may underflow.
        ratio = float(k1e(z) / k0e(z))
    while n < order:
        n += 1.0
        ratio = 2.0 * n / z + 1.0 / ratio
    return ratio


def _log_integrand(theta: float, d: float, z: float, alpha: float, gap: float) -> float:
    """Return log of p(theta) (1 - e^(epsilon - rho cos theta)); only of p where gap < 0.

    `gap` is rho - epsilon. The constant of p is left out.
    """
    cosine = math.cos(theta)
    sine = math.sin(theta)
    # Near the equator the sine is near 1, and its logarithm would lose digits.
    log_sine = 0.5 * math.log1p(-cosine * cosine) if abs(cosine) < 0.7 else _log(sine)
    value = z * cosine + (d - 2.0) * log_sine + math.log1p(sine * sine / alpha)
    if gap >= 0.0:
        # epsilon - rho cos(theta) is 4 z sin(theta / 2)^2 - gap, which does not cancel.
        half = math.sin(0.5 * theta)
        value += _log(-_expm1(4.0 * z * half * half - gap))
    return value


def _slope(theta: float, d: float, z: float, alpha: float, gap: float) -> float:
    """Return the derivative of `_log_integrand` in theta."""
    cosine = math.cos(theta)
    sine = math.sin(theta)
    value = -z * sine + (d - 2.0) * cosine / sine
    value += 2.0 * sine * cosine / (alpha + sine * sine)
    if gap >= 0.0:
        half = math.sin(0.5 * theta)
        value -= _over(2.0 * z * sine, _expm1(gap - 4.0 * z * half * half))
    return value


def _log_integral(end: float, d: float, z: float, alpha: float, gap: float) -> float:
    """Return the log of the integral of the integrand over (0, end).

    The integrand has one peak, which bisection of its slope finds. On each side of it, a
    Gauss-Legendre rule of 40 nodes covers the part that counts.
    """
    low = 0.0
    high = end
    for _ in range(60):
        peak = 0.5 * (low + high)
        if _slope(peak, d, z, alpha, gap) > 0.0:
            low = peak
        else:
            high = peak
    log_peak = _log_integrand(peak, d, z, alpha, gap)
    total = 0.0
    for edge in (0.0, end):
        # Bisection moves from the edge inwards to where the integrand is no longer negligible.
        inner = peak
        outer = edge
        for _ in range(12):
            middle = 0.5 * (inner + outer)
            if _log_integrand(middle, d, z, alpha, gap) < log_peak - _DROP:
                outer = middle
            else:
                inner = middle
        half_width = 0.5 * (outer - peak)
        side_sum = 0.0
        for k in range(_ORDER):
            theta = peak + half_width * (1.0 + _NODES[k])
            log_value = _log_integrand(theta, d, z, alpha, gap)
            side_sum += _WEIGHTS[k] * _exp(log_value - log_peak)
        total += side_sum * abs(half_width)
    return log_peak + _log(total)


def _log_delta(gap: float, epsilon: float, d: float) -> tuple[float, float, float]:
    """Return log delta at rho = epsilon + gap, its derivative in log gap and a bound of its error.

    d is at least 2, and gap above 0. The loss less epsilon, whose rounding is a multiple of u rho, is
    of the size rho / sqrt(d (1 + t^2)) in many dimensions, where t = sqrt(d) epsilon / rho and the
    derivative is about 1 + t^2 if delta is small. So the relative error of delta is a multiple of
    u sqrt(d (1 + derivative)). It was at most 1.2 of it on 150 budgets with d from 1e5 to 1e8; the
    bound has 4.
    """
    rho = epsilon + gap
    z = 0.5 * rho
    alpha = (d - 1.0) * _bessel_ratio(0.5 * d - 1.0, z) / z
    end = 2.0 * math.asin(math.sqrt(min(0.5 * gap / rho, 1.0)))
    log_numerator = _log_integral(end, d, z, alpha, gap)
    # The integral over all angles, without the factor of epsilon, normalises the density.
    log_normaliser = _log_integral(math.pi, d, z, alpha, -1.0)
    # This is 1 - (epsilon / rho)^2.
    squared_sine = (gap / rho) * ((rho + epsilon) / rho)
    # This is the log of the slope d delta / d rho times the integral over all angles.
    log_slope = 0.5 * epsilon + 0.5 * (d - 1.0) * _log(squared_sine) - math.log(d - 1.0)
    log_delta = min(log_numerator - log_normaliser, 0.0)
    slope = gap * _exp(log_slope - log_numerator)
    error = LOG_ERROR + LOG_ERROR_PER_RHO * rho
    error += 4.0 * U * (slope + math.sqrt(d * (1.0 + slope)))
    return log_delta, slope, error


def _gap(epsilon: float, delta: float, d: float) -> float:
    """Return rho - epsilon at which the mechanism has this delta, rounded down.

    log delta is concave in log gap. So after Newton's first step, from wherever it starts, the
    iterate is not above the root, and the following ones climb to it.
    """
    laplace_gap = -2.0 * math.log1p(-delta)
    if d == 1.0:
        return laplace_gap * (1.0 - 8.0 * U)
    # At the first guess a coordinate has the variance of Gaussian noise of this budget.
    gap = max(laplace_gap, solve_mu(epsilon, delta) * math.sqrt(d + 1.0) - epsilon)
    for _ in range(100):
        if not (LEAST_RHO < epsilon + gap < LARGEST_RHO and gap > 0.0):
            break
        log_delta, slope, error = _log_delta(gap, epsilon, d)
        # The search aims at a log delta smaller by twice the error. So the exact delta at its end
        # is below `delta`.
        excess = log_delta + 2.0 * error - math.log(delta)
        if abs(excess) <= error:
            return gap * (1.0 - 4.0 * U)
        gap *= math.exp(-excess / slope)
    # With rho = epsilon, the noise is epsilon-DP without a delta.
    return 0.0


def least_scale(epsilon: float, delta: float, sensitivity: float, d: float) -> float:
    """Return the least scale, moved outward."""
    if sensitivity == 0.0 or delta == 1.0 or epsilon == np.inf:
        return 0.0
    gap = 0.0 if delta == 0.0 else _gap(epsilon, delta, d)
    # A subnormal scale is rounded by more than u: one unit up covers it.
    return _over(sensitivity, epsilon + gap) * (1.0 + 4.0 * U) + _TINIEST


def least_delta(scale: float, epsilon: float, sensitivity: float, d: float) -> float:
    """Return the least delta, moved outward."""
    if sensitivity == 0.0 or scale == np.inf or epsilon == np.inf:
        return 0.0
    if scale == 0.0:
        return 1.0
    rho = sensitivity / scale
    # This bounds the total variation of rho-DP. Its last digit may be a rounding of 5e-324.
    bound = min(0.5 * rho * (1.0 + 8.0 * U) + _TINIEST, 1.0)
    gap = rho
    if epsilon > 0.0:
        if not _LEAST_PRODUCT < rho < 1.0 / _LEAST_PRODUCT:
            return 0.0 if rho < epsilon * (1.0 - 4.0 * U) else bound
        # The gap rho - epsilon gets all its digits, because the remainder of the quotient is exact.
        scale, sensitivity = _scaled(scale, sensitivity)
        product, rest = _two_product(rho, scale)
        gap = (rho - epsilon) + ((sensitivity - product) - rest) / scale
    if gap <= 0.0:
        return 0.0
    if d == 1.0:
        return min(-math.expm1(-0.5 * gap) * (1.0 + 8.0 * U) + _TINIEST, 1.0)
    if not LEAST_RHO < rho < LARGEST_RHO:
        return bound
    log_delta, _, error = _log_delta(gap, epsilon, d)
    return min(math.exp(log_delta + error) + _TINIEST, 1.0)
