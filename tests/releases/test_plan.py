"""Releases of tables: rounding, budgets of several columns, bounded users, and no true value."""

import math
import tracemalloc
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

from gaussmech._defaults import AREA_SHARE
from gaussmech.graphs.totals import combine
from gaussmech.releases.noise.grid import (
    bounded_sums,
    power_of_ten,
    round_to_grid,
)
from gaussmech.releases.plan import _comparable_sigma
from gaussmech.releases.release import release
from gaussmech.releases.table import draw
from tests.releases.conftest import plan_release

BUDGET = {"epsilon": 0.5, "delta": 1e-6, "l2_sensitivity": 5.0}


@pytest.mark.parametrize("grid", ["1", "0.001", "1E-12", "100"])
@pytest.mark.parametrize(
    "value", [0.0, 1 / 3, -1 / 3, 2.5, 1e17 + 16, 0.1, 123456789.000000005]
)
def test_rounding_is_to_the_nearest_multiple_exactly(value, grid):
    grid = Decimal(grid)
    (step,) = round_to_grid([value], grid)
    assert abs(Decimal(value) - step * grid) <= grid / 2


def test_a_grid_is_a_power_of_ten_of_at_most_a_hundred_digits():
    for power in ("1E-100", "1E+100"):
        assert power_of_ten("grid", power) == Decimal(power)
    for value in ("1E-101", "1E+101", 3):
        with pytest.raises(ValueError, match="power of ten from 1e-100 to 1e100"):
            power_of_ten("grid", value)


@pytest.mark.usefixtures("without_noise")
@pytest.mark.parametrize(
    ("values", "unit", "texts"),
    [
        (
            [[1234.56789, 0], [1 / 3, 2e9]],
            "1e-6",
            "1234.567890 0.000000 0.333333 2000000000.000000",
        ),
        ([-0.02, -3.5], "1e-2", "-0.02 -3.50"),
        ([123456, 49], "100", "123500 0"),
    ],
)
def test_values_and_texts_are_the_multiples_of_a_unit(values, unit, texts):
    terms = BUDGET | {"l2_sensitivity": 1e3 * float(unit)}
    private = release(values, **terms)
    unit = Decimal(unit)
    assert sum(private.texts(unit), []) == texts.split()
    plan = plan_release(*private.values.shape, **terms)
    rounded = draw(plan, private.steps, unit=unit)
    assert rounded.values.ravel().tolist() == [*map(float, texts.split())]
    assert rounded.texts(unit) == private.texts(unit)


# The double beside it is 1 away.
BIG = 2**54 + 1


@pytest.mark.usefixtures("without_noise")
@pytest.mark.parametrize(
    "values",
    [
        [[BIG, 0.5]],
        [[np.int64(BIG), Fraction(1, 2)]],
        [[Decimal(BIG), Decimal("1e-999999999")]],
        pd.DataFrame({"whole": [BIG], "half": [0.5]}),
    ],
)
def test_numbers_beyond_doubles_are_released_exactly(values):
    assert Decimal(release(values, **BUDGET).texts()[0][0]) == BIG


BOUND = 5.0


LABELS = csr_array(np.eye(3)[[0, 0, 1, 1, 2, 2]])


@pytest.mark.parametrize("norm", [1, 2])
@pytest.mark.parametrize("areas", [(), ((LABELS, 0.7),)])
def test_sums_are_those_of_the_bounded_parts_of_each_user(norm, areas):
    """The oracle: each user's part, scaled down by its exact norm, in whole numbers of steps."""
    rng = np.random.default_rng(1)
    parts = rng.integers(0, 3, (8, 6)) * (rng.random((8, 6)) < 0.5)

    def sums_of(*blocks):
        return bounded_sums(
            map(csr_array, blocks), BOUND, Decimal("0.001"), 6, norm, areas
        )

    together = np.array(sums_of())
    for part in parts:
        length = np.linalg.norm(part, norm)
        for members, weight in areas:
            length = math.hypot(length, weight * np.linalg.norm(part @ members, norm))
        alone = np.array(sums_of(part[None]))
        scaled = part * min(1.0, BOUND / max(length, 1e-9))
        assert alone * 0.001 == pytest.approx(scaled, abs=0.000501)
        if length <= BOUND:
            assert alone.tolist() == (1000 * part).tolist()
        together += alone
    assert sums_of(parts) == together.tolist()


@pytest.mark.parametrize("norm", [1, 2])
def test_no_user_exceeds_the_bound_by_more_than_its_margin(norm):
    part = np.random.default_rng(1).random((1, 900))
    sums = bounded_sums([csr_array(part)], 1.0, Decimal("1e-18"), 900, norm)
    total = sum(step**norm for step in sums)
    # Each step is rounded by a half.
    limit = Fraction(10**18) * (1 + Fraction(1, 2**40)) + 450
    assert limit * (1 - Fraction(1, 10**10)) < Fraction(total ** (1 / norm))
    assert total <= limit**norm


def test_a_sum_takes_any_number_of_users():
    """On the finest grid 4,611 users reach 2^62 steps: no number of them is refused."""
    part = csr_array(np.full((5000, 1), 1e3))
    grid = Decimal("1e-15")
    assert bounded_sums([part, part], 1e3, grid, 1) == [10_000 * 10**18]


def test_a_grid_that_is_too_fine_for_the_bound_is_refused():
    with pytest.raises(ValueError, match="too fine for a norm of 10000"):
        bounded_sums([], 1e4, Decimal("1e-15"), 1)


@pytest.mark.parametrize(("small", "weight"), [(2.0**-27, 0.0), (2.0**-54, 2.0)])
def test_a_norm_of_many_small_parts_is_not_too_small(small, weight):
    """Added up one after the other, they vanish beside the large one, in squares or in the sum."""
    count = 2**18
    part = csr_array(np.append(1.0, np.full(count, small))[None])
    areas = [(csr_array(np.ones((count + 1, 1))), weight)]
    bound = max(weight, 1.0)
    sums = bounded_sums([part], bound, Decimal("1e-18"), count + 1, areas=areas)
    # The norm of what the user adds, in whole numbers of steps.
    square = sum(step * step for step in sums) + int(weight * sum(sums)) ** 2
    limit = Fraction(bound) * 10**18 * (1 + Fraction(1, 2**40))
    rounding = (1 + int(weight) * math.isqrt(count)) * math.isqrt(count)
    assert square <= (limit + rounding) ** 2


@pytest.mark.parametrize(
    "values",
    [
        [[7318291.5, math.nan]],
        ["7318291.5"],
        np.array([7318291, True], object),
        [7318291.5 + 1j],
        [[[7318291.5]]],
        [np.ma.array([1, 7318291], mask=[0, 1]), [3, 4]],
        [Decimal("sNaN")],
        [Decimal("1e999999999")],
        [7318291 * 10**100],
        np.array(["2020"], "M8"),
        {7318291: 1},
    ],
    ids=range(11),
)
def test_a_refusal_does_not_show_a_value(values):
    with pytest.raises(ValueError, match="^values(?!.*7318)"):
        release(values, **BUDGET)


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setattr("gaussmech._extras.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r'pip install ".*\[release\]"'):
        release([1], **BUDGET)


@pytest.mark.parametrize("distribution", ["gaussian", "laplace"])
def test_distributions_are_compared_by_a_place_and_by_a_typical_sum_of_each_level(
    distribution,
):
    """The oracle: least squares of values and sums, with areas of equal size."""
    plan = plan_release(
        60, **BUDGET, l1_sensitivity=9.0, noise=distribution, areas=[3, 5]
    )
    product = plan.noise.sigma
    for count, sigma in zip((3, 5), plan.noise.area_sigmas, strict=True):
        labels = np.arange(60) % count
        totals = [(labels, np.zeros(count), sigma)]
        combined = combine(np.zeros(60), plan.noise.sigma, totals, noise=distribution)
        product *= combined.total(labels).sd[0]
    assert _comparable_sigma(plan) == pytest.approx(product ** (1 / 3), rel=1e-9)


def test_a_million_planned_releases_take_little_time_and_memory():
    options = {
        "budget_per_column": True,
        "l1_sensitivity": 5.0,
        "planned_releases": 10**6,
    }
    tracemalloc.start()
    plan = plan_release(10, 24, **BUDGET, **options)
    assert tracemalloc.get_traced_memory()[1] < 50e6
    tracemalloc.stop()
    assert plan.noise.distribution == "gaussian"


def test_the_docstring_states_the_default_share_of_areas():
    text = " ".join(release.__doc__.split())
    assert f"is {AREA_SHARE:g}. Several partitions share it" in text
