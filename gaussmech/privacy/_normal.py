"""The normal distribution in 30 digits and more, by the decimal module of the standard library.

Use it for the few numbers of a report, where the last digit of a double must be right and a fifth
of a millisecond does not matter. `round_up` and `round_down` return the double next to the exact
value.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist

# This bounds the relative error of the functions below. It is so far below the rounding to a
# double, 1e-16, that rounding up or down ends next to the exact value.
MARGIN = Decimal("1e-30")
# 50 digits, of which the series below loses seven.
_CONTEXT = Context(prec=50, Emin=-999_999, Emax=999_999)
# Below this x the series is used, and from it on the continued fraction (see `tail`).
_SERIES_END = 5
# Phi(-43) is below 1e-400: as a double it is 0, or the smallest one when rounded up.
_FARTHEST = Decimal(43)
_ONE = Decimal(1)
_HALF = Decimal("0.5")
_SQRT_2_PI = Decimal(
    "2.50662827463100050241576528481104525300698674060993831662992357634229"
)


@contextmanager
def many_digits() -> Iterator[None]:
    """Compute with 50 digits and exponents far beyond those of doubles."""
    with localcontext(_CONTEXT):
        yield


def tail(x: Decimal) -> Decimal:
    """Return Phi(-x), the probability that a standard normal number exceeds x.

    Up to 5 the series Phi(x) - 1/2 = phi(x) (x + x^3 / 3 + x^5 / 15 + ...) is used, whose terms are
    positive; it ends where terms fall by half and are below 1e-46. From 5 on Laplace's continued
    fraction Phi(-x) = phi(x) / (x + 1 / (x + 2 / (x + 3 / ...))) is used: after n terms its
    relative error is about exp(-2 x sqrt(n)), which is exp(-90) = 1e-39 here. Tests compare both
    with 80 digits.
    """
    if x < 0:
        return _ONE - tail(-x)
    x = min(x, _FARTHEST)
    if x < _SERIES_END:
        square = x * x
        term = total = x
        k = 1
        while term > total * Decimal("1e-46") or 2 * square > k:
            k += 2
            term = term * square / k
            total += term
        return _HALF - _density(x) * total
    # The 40 terms are for large x, where the formula for the error does not hold yet.
    terms = 40 + math.ceil((90 / (2 * float(x))) ** 2)
    fraction = x
    for k in range(terms, 0, -1):
        fraction = x + k / fraction
    return _density(x) / fraction


@lru_cache(maxsize=256)
def quantile(p: float) -> Decimal:
    """Return x with Phi(-x) = p, for p in (0, 1/2], by Newton's method on the logarithm.

    The start has 8 digits or more, and each step doubles them: after the last step, of a size below
    1e-20, 38 are right.
    """
    exact = Decimal(p)
    x = -Decimal(NormalDist().inv_cdf(p))
    while True:
        probability = tail(x)
        step = (probability / exact).ln() * probability / _density(x)
        x += step
        if abs(step) < Decimal("1e-20"):
            return x


def _density(x: Decimal) -> Decimal:
    """Return the density of the standard normal distribution at x."""
    return (-_HALF * x * x).exp() / _SQRT_2_PI


def round_up(value: Decimal) -> float:
    """Return the least double that is certainly not below the value."""
    bound = value + abs(value) * MARGIN
    double = float(bound)
    return double if Decimal(double) >= bound else math.nextafter(double, math.inf)


def round_down(value: Decimal) -> float:
    """Return the largest double that is certainly not above the value."""
    return -round_up(-value)


def float_above(exact: Fraction) -> float:
    """Return the least double that is not below an exact number; inf if there is none."""
    try:
        double = float(exact)
    except OverflowError:
        return math.inf
    return double if Fraction(double) >= exact else math.nextafter(double, math.inf)


def root_above(square: Fraction) -> float:
    """Return a double whose square is not below this one: the root, except for one rounding."""
    with many_digits():
        root = float((Decimal(square.numerator) / Decimal(square.denominator)).sqrt())
    if root == math.inf or Fraction(root) ** 2 >= square:
        return root
    return math.nextafter(root, math.inf)
