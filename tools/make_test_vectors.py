"""Write testvectors/gaussian.csv: budgets, and their exact sigma, delta and epsilon to 40 digits.

    python -m pip install python-flint && python tools/make_test_vectors.py

Every number is proved in ball arithmetic (Arb, by python-flint): a ball is an interval that
certainly holds the exact value. The library only says where to look: a root is accepted when the
privacy profile is certainly above the target on one side of a narrow interval, and certainly below
on the other. The precision doubles until both ends of the interval round to the same 40 digits.
"""

import csv
import random
from fractions import Fraction
from pathlib import Path

from flint import arb, ctx, fmpq

import gaussmech as gm

DIGITS = 40
SEED = 2018
FILE = Path(__file__).parents[1] / "testvectors/gaussian.csv"
COLUMNS = (
    *("case", "epsilon", "epsilon_hex", "delta", "delta_hex", "sigma_exact"),
    *("noise", "noise_hex", "delta_exact", "epsilon_exact"),
)
# Powers of ten between which epsilon and delta of these cases are.
POWERS = {
    "tiny epsilon": ((-10, -4), (-15, -1)),
    "large epsilon": ((1.3, 6), (-15, -1)),
    "tiny delta": ((-3, 1.5), (-300, -16)),
}
# Bits: where the precision begins, and where it gives up.
LEAST_PRECISION = 256
LARGEST_PRECISION = 2**17
# The interval around a root is 2^-NARROW of the root to each side.
NARROW = 150


def ball(value):
    """Return a double as an exact ball."""
    return arb(fmpq(*value.as_integer_ratio()))


def profile(epsilon, sigma):
    """Return delta of noise `sigma` at sensitivity 1 (Balle & Wang, Theorem 8), as a ball."""
    root = arb(2).sqrt()
    c = epsilon * sigma
    h = 1 / (2 * sigma)
    return (((c - h) / root).erfc() - epsilon.exp() * ((c + h) / root).erfc()) / 2


def slope_in_sigma(epsilon, sigma):
    """Return the derivative of the profile in sigma: -phi(a) / sigma^2."""
    a = 1 / (2 * sigma) - epsilon * sigma
    return -(-a * a / 2).exp() / (2 * arb.pi()).sqrt() / sigma**2


def slope_in_epsilon(epsilon, sigma):
    """Return the derivative of the profile in epsilon: -e^epsilon Phi(-b)."""
    b = 1 / (2 * sigma) + epsilon * sigma
    return -epsilon.exp() * (b / arb(2).sqrt()).erfc() / 2


def exact_sigma(epsilon, delta):
    """Return the least sigma of a budget as a ball, or None at this precision."""
    epsilon = ball(epsilon)
    target = ball(delta)
    start = gm.analytic_gaussian_sigma(float(epsilon.mid()), delta)
    return root(
        lambda sigma: profile(epsilon, sigma) - target,
        lambda sigma: slope_in_sigma(epsilon, sigma),
        ball(start),
    )


def exact_delta(noise, epsilon):
    """Return the delta of noise at epsilon as a ball."""
    return profile(ball(epsilon), ball(noise))


def exact_epsilon(noise, delta):
    """Return the least epsilon of noise at delta as a ball, or None at this precision."""
    sigma = ball(noise)
    target = ball(delta)
    if profile(arb(0), sigma) <= target:
        return arb(0)
    # From 0 Newton's method climbs to the root, since the profile is convex: slow, but sure.
    for start in (ball(gm.gaussian_epsilon(noise, delta)), arb(0)):
        epsilon = root(
            lambda epsilon: profile(epsilon, sigma) - target,
            lambda epsilon: slope_in_epsilon(epsilon, sigma),
            start,
        )
        if epsilon is not None:
            return epsilon
    return None


def root(excess, slope, start):
    """Return a ball around the root of a decreasing function, or None if it is not certain.

    Newton's steps in the middle of the balls find it, and signs prove it.
    """
    x = start
    for _ in range(2000):
        step = (excess(x) / slope(x)).mid()
        x = (x - step).mid()
        if not step.is_finite() or x < 0:
            return None
        if abs(step) < abs(x) * arb(2) ** (-NARROW - 20):
            break
    reach = abs(x) * arb(2) ** -NARROW
    low = (x - reach).mid()
    high = (x + reach).mid()
    if excess(low) > 0 and excess(high) < 0:
        return low.union(high)
    return None


def forty_digits(compute):
    """Return a value to 40 digits, rounded correctly; `compute` returns it as a ball."""
    ctx.prec = LEAST_PRECISION
    while ctx.prec <= LARGEST_PRECISION:
        value = compute()
        if value is not None and value.is_finite():
            low = decimal_digits(fraction(value.lower()))
            high = decimal_digits(fraction(value.upper()))
            if low == high:
                return low
        ctx.prec *= 2
    raise ArithmeticError("no precision is enough")


def fraction(value):
    """Return the middle of a ball."""
    mantissa, exponent = value.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def decimal_digits(x):
    """Return a fraction >= 0 rounded to 40 significant digits, as 1.234e-05."""
    if x == 0:
        return "0"
    if x < 0:
        return "below 0"
    power = len(str(x.numerator)) - len(str(x.denominator)) - 1
    if x >= Fraction(10) ** (power + 1):
        power += 1
    digits = round(x * Fraction(10) ** (DIGITS - 1 - power))
    if digits == 10**DIGITS:
        digits = digits // 10
        power += 1
    text = str(digits)
    return f"{text[0]}.{text[1:]}e{power:+03d}"


def budgets():
    """Yield the name of a case and a budget: the corners by name, and random ones."""
    rng = random.Random(SEED)
    for epsilon in (0.01, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 10.0):
        for delta in (1e-3, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-12):
            yield "budgets in use", epsilon, delta
    for _ in range(600):
        yield "common range", 10 ** rng.uniform(-3, 1), 10 ** rng.uniform(-12, -1)
    for _ in range(600):
        odds = rng.uniform(-(300 ** (1 / 3)), 12 ** (1 / 3)) ** 3
        yield "whole range", 10 ** rng.uniform(-10, 6), 1 / (1 + 10**-odds)
    for _ in range(120):
        yield "epsilon 0", 0.0, 10 ** rng.uniform(-300, -0.01)
    for case, (of_epsilon, of_delta) in POWERS.items():
        for _ in range(120):
            yield case, 10 ** rng.uniform(*of_epsilon), 10 ** rng.uniform(*of_delta)
    for _ in range(120):
        yield "delta near 1", 10 ** rng.uniform(-3, 2), 1 - 10 ** rng.uniform(-12, -1)
    for _ in range(120):
        epsilon = 10 ** rng.uniform(-3, 2)
        at_switch = gm.gaussian_delta((2 * epsilon) ** -0.5, epsilon)
        yield (
            "where Algorithm 1 changes sign",
            epsilon,
            at_switch * (1 + rng.choice((0, 1e-9))),
        )
    for epsilon in (
        708.0,
        709.0,
        709.7827128933841,
        709.782712893385,
        710.0,
        745.0,
        746.0,
    ):
        for delta in (1e-300, 1e-12, 1e-6, 0.5):
            yield "e^epsilon overflows", epsilon, delta
    for epsilon in (0.0, 1e-10, 1e-3, 1.0, 1e3, 1e6):
        for delta in (1e-300, 2.2250738585072014e-308 * 1e8, 0.5, 1 - 1e-12):
            yield "ends of the range", epsilon, delta


def rows():
    """Yield the lines of the file."""
    rng = random.Random(SEED + 1)
    for case, epsilon, delta in budgets():
        sigma = forty_digits(lambda e=epsilon, d=delta: exact_sigma(e, d))
        # Near the noise of the budget, so delta and epsilon are near it too.
        noise = float(sigma) * (1 + rng.uniform(-0.02, 0.02))
        yield {
            "case": case,
            "epsilon": repr(epsilon),
            "epsilon_hex": epsilon.hex(),
            "delta": repr(delta),
            "delta_hex": delta.hex(),
            "sigma_exact": sigma,
            "noise": repr(noise),
            "noise_hex": noise.hex(),
            "delta_exact": forty_digits(lambda n=noise, e=epsilon: exact_delta(n, e)),
            "epsilon_exact": forty_digits(lambda n=noise, d=delta: exact_epsilon(n, d)),
        }


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    with open(FILE, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows())
