"""Bounds of releases that are rounded outward: never on the unsafe side, and barely above.

Sensitivities, scales, losses and costs are compared with the formulas of docs/release-proofs.md.
"""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache

import pytest

from gaussmech.privacy import cost
from gaussmech.releases.noise import gaussian
from gaussmech.releases.noise.base import TableBudget
from tests.bounds import (
    areas_of,
    assert_each_has_a_row,
    is_just_above,
    of,
    square,
    try_bound,
)
from tests.releases.conftest import plan_release
from tests.releases.test_page import study


def reserved_costs(b):
    """What a ledger reserves for a release suffices, whatever its grid costs."""
    budget = {"epsilon": b.epsilon, "delta": b.delta}
    plan = plan_release(b.count, **budget, l2_sensitivity=1.0, noise="gaussian")
    reserved = cost.cost_of_budget("gaussian", **budget)
    assert plan.cost.mu <= reserved.mu


def gaussian_columns(b):
    """Three columns that share a budget are one vector."""
    areas = areas_of(b)
    table = TableBudget(
        b.count, 3, b.epsilon, b.delta, b.sensitivity, None, False, tuple(areas)
    )
    (shared, *_) = gaussian.GaussianNoise.for_table(table)
    assert shared.dimension == 3 * b.count
    norms = [b.sensitivity, *(area.sensitivity for area in areas)]
    for of_all, norm in zip(shared.levels, norms, strict=True):
        assert is_just_above(square(of_all.sensitivity), 3 * square(norm), 1e-5)


def intervals(b):
    """The ends of intervals in the files of a release are never inside."""
    if b.count % 25:
        return
    published = study(side=5, areas=True, mapped=False)
    for k, (name, fit) in enumerate(published.denoised.items()):
        (sums,) = published.combined_sums(k)
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
    reserved_costs: [],
    gaussian_columns: of(
        "releases.noise.gaussian",
        "GaussianNoise.for_table",
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
    *of("releases.plan", "_consequences"),
]


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.__name__)
def test_a_bound_is_never_on_the_unsafe_side(bound):
    try_bound(bound)


def test_each_function_that_rounds_outward_has_a_row():
    assert_each_has_a_row(BOUNDS, ELSEWHERE, "releases/**/*.py")
