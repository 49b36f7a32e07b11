"""Bounds of releases that are rounded outward: never on the unsafe side, and barely above.

Sensitivities, scales, losses and costs are compared with the formulas of docs/release-proofs.md.
"""

import math
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache

import mpmath as mp
import pytest

from gaussmech.privacy import cost
from gaussmech.releases.noise import base, gaussian
from gaussmech.releases.noise.base import NoiseLevel, TableBudget
from gaussmech.releases.noise.gaussian import calibrate_noise
from gaussmech.releases.noise.laplace import calibrate_laplace_noise
from tests import exact
from tests.bounds import assert_each_has_a_row, of, square, try_bound
from tests.releases.conftest import plan_release
from tests.releases.test_page import study

# The share by which clipped contributions may exceed their bound, as the proofs state it.
ROUNDING = 1 + Fraction(1, 2**40)
SHARES = [(), (0.15,), (0.1, 0.25)]


def areas_of(b):
    """Return up to two partitions; their sums, or the places, grow most by rounding."""
    l1 = b.sensitivity * b.number(0, 2)
    return [NoiseLevel(7, l1, share) for share in SHARES[b.count % 3]]


def is_just_above(value, bound, most=1e-12):
    """Return whether a value is at least its bound, and barely above."""
    return bound <= Fraction(value) <= Fraction(bound) * (1 + Fraction(most))


def scales(b):
    assert base.above(b.sigma) > b.sigma
    assert base.whole_scale(Fraction(b.sigma), Decimal("1e-5")) >= b.sigma * 10**5
    area = NoiseLevel(7, b.sensitivity, b.tau)
    full = square(gaussian._full_sensitivity(area))
    assert is_just_above(full * Fraction(b.tau), square(b.sensitivity))


def reserved_costs(b):
    """What a ledger reserves for a release suffices, whatever its grid costs."""
    budget = {"epsilon": b.epsilon, "delta": b.delta}
    plan = plan_release(b.count, **budget, l2_sensitivity=1.0, noise="gaussian")
    reserved = cost.cost_of_budget("gaussian", **budget)
    assert plan.cost.mu <= reserved.mu


def noise_of(b, areas):
    """Return Gaussian noise of up to a million places."""
    budget = (b.epsilon, b.delta, b.sensitivity)
    return calibrate_noise(*budget, dimension=b.count**3, areas=areas)


def gaussian_sensitivities(b):
    """Rounding adds to each vector the largest share: of the places in L2, of the sums in L1."""
    areas = areas_of(b)
    noise = noise_of(b, areas)
    step = Fraction(noise.grid)
    n = noise.dimension
    growths = [square(step) * n / square(b.sensitivity)]
    growths += [square(step * n / Fraction(area.sensitivity)) for area in areas]
    growth = max(growths)
    assert growth < square(1e-6)
    norms = [b.sensitivity, *(area.sensitivity for area in areas)]
    for level, norm in zip(noise.levels, norms, strict=True):
        factor = Fraction(level.sensitivity) / (Fraction(norm) * ROUNDING)
        assert growth <= square(factor - 1)
        assert 1 < factor <= 1 + math.sqrt(growth) + 1e-12


def gaussian_costs(b):
    """Costs add up exactly, each level has its share of mu^2, and the noise spends its budget."""
    areas = areas_of(b)
    noise = noise_of(b, areas)
    squares = []
    tau = Fraction(0)
    for level in noise.levels:
        sigma = level.scale * Fraction(noise.grid)
        squares.append(square(Fraction(level.sensitivity) / sigma))
        tau += Fraction(level.dimension, 24 * level.scale**2)
    # A third is the cost of one of three columns that share the budget.
    for repeats in (1, b.count, Fraction(1, 3)):
        spent = noise.cost(repeats=repeats)
        assert is_just_above(square(spent.mu), sum(squares) * repeats)
        assert is_just_above(spent.tau, tau * repeats)
    shares = [float(part / sum(squares)) for part in squares[1:]]
    assert shares == pytest.approx([area.share for area in areas], rel=1e-5)
    with mp.workdps(60):
        total = sum(squares)
        mu = mp.sqrt(mp.mpf(total.numerator) / total.denominator)
        lost = mp.mpf(tau.numerator) / tau.denominator
        delta = exact.gaussian_delta(b.epsilon, mu) + mp.exp(mp.mpf(b.epsilon)) * lost
        assert 0.999 * b.delta <= delta / (1 - lost) <= b.delta


def gaussian_columns(b):
    """Three columns that share a budget are one vector."""
    areas = areas_of(b)
    table = TableBudget(
        b.count, 3, b.epsilon, b.delta, b.sensitivity, None, None, False, tuple(areas)
    )
    (shared, *_) = gaussian.GaussianNoise.for_table(table)
    assert shared.dimension == 3 * b.count
    norms = [b.sensitivity, *(area.sensitivity for area in areas)]
    for of_all, norm in zip(shared.levels, norms, strict=True):
        assert is_just_above(square(of_all.sensitivity), 3 * square(norm), 1e-5)


def laplace_noise(b):
    """The epsilons of all levels and columns never exceed the budget, and nearly spend it."""
    areas = areas_of(b)
    noise = calibrate_laplace_noise(
        b.epsilon, b.sensitivity, dimension=b.count, columns=3, areas=areas
    )
    step = Fraction(noise.grid)
    moved = Fraction(b.sensitivity) * ROUNDING + step * b.count
    assert step * b.count < Fraction(b.sensitivity) * Fraction(4e-7)
    assert is_just_above(noise.sensitivity, moved)
    assert {level.sensitivity for level in noise.levels} == {noise.sensitivity}
    spent = [
        Fraction(noise.sensitivity) / (level.scale * step) for level in noise.levels
    ]
    assert 1 - 1e-6 < 3 * sum(spent) / Fraction(b.epsilon) <= 1
    shares = [float(part / sum(spent)) for part in spent[1:]]
    assert shares == pytest.approx([area.share for area in areas], rel=1e-5)
    ((one, count),) = noise.cost(repeats=3).pure
    assert is_just_above(one, sum(spent)) and count == 3


def intervals(b):
    """The ends of intervals in the files of a release are never inside."""
    if b.count % 25:
        return
    published = study(side=5, areas=True, mapped=False)
    for name, fit in published.denoised.items():
        (sums,) = published.combined[name]
        for columns, lows, highs in (
            (published.columns, *fit.intervals.T.tolist()),
            (published.area_columns, sums.low, sums.high),
        ):
            for printed, low in zip(columns[f"{name}_low"], lows, strict=True):
                assert Fraction(printed) <= low
            for printed, high in zip(columns[f"{name}_high"], highs, strict=True):
                assert high <= Fraction(printed)


@cache
def small_release():
    return study(side=2, graph=False, mapped=False)


def guarantees(b):
    """What is stated of epsilon has six digits, rounded up."""
    release = replace(small_release().release, epsilon=b.epsilon)
    facts = replace(small_release(), plan=release).facts
    stated = facts["guarantee"]["all_columns_together"]["epsilon"]
    for text in (
        str(stated),
        facts["guarantee"]["statement"][1:],
        repr(release).split("(")[1],
    ):
        printed = Decimal(text.split(",")[0])
        assert is_just_above(printed, Decimal(repr(b.epsilon)), 2e-5)


BOUNDS = {
    scales: [
        *of("releases.noise.base", "above"),
        *of("releases.noise.gaussian", "_full_sensitivity"),
    ],
    reserved_costs: [],
    gaussian_sensitivities: of(
        "releases.noise.gaussian", *("_grown", "_continuous", "calibrate_noise")
    ),
    gaussian_costs: of("releases.noise.gaussian", "GaussianNoise.cost"),
    gaussian_columns: of(
        "releases.noise.gaussian",
        "GaussianNoise.for_table",
    ),
    laplace_noise: of(
        "releases.noise.laplace", "LaplaceNoise.cost", "calibrate_laplace_noise"
    ),
    intervals: of(
        "releases.outputs.files",
        *("denoised_columns", "PublishedRelease.area_columns"),
    ),
    guarantees: [
        *of("releases.outputs.files", "_guarantee"),
        *of("releases.table", "Release.__repr__"),
    ],
}
# What they print passes `six_digits` and its like, which tests/privacy/test_outward.py holds; tests
# of ledgers, of the choice of noise and of series hold the rest.
ELSEWHERE = [
    *of("releases.plan", "_list_consequences"),
    *of("releases.account", "Ledger.__repr__"),
    *of("releases.ledger", "LedgerState.spent", "LedgerState._check_total", "_budget"),
]


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.__name__)
def test_a_bound_is_never_on_the_unsafe_side(bound):
    try_bound(bound)


def test_each_function_that_rounds_outward_has_a_row():
    assert_each_has_a_row(BOUNDS, ELSEWHERE, "releases/**/*.py")
