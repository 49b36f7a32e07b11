"""Releases of tables: rounding, budgets of several columns, bounded users, and no true value."""

import inspect
import math
import tracemalloc
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

import gaussmech as gm
from gaussmech.graphs.totals import combine
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.releases.defaults import AREA_SHARE
from gaussmech.releases.grid import bounded_sums, round_to_grid
from gaussmech.releases.plan import _comparable_sigma, plan_release
from gaussmech.releases.table import release

BUDGET = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 5.0}


@pytest.mark.parametrize("grid", ["1", "0.001", "1E-12", "100"])
@pytest.mark.parametrize(
    "value", [0.0, 1 / 3, -1 / 3, 2.5, 1e17 + 16, 0.1, 123456789.000000005]
)
def test_rounding_is_to_the_nearest_multiple_exactly(value, grid):
    grid = Decimal(grid)
    (step,) = round_to_grid([value], grid)
    assert abs(Decimal(value) - step * grid) <= grid / 2


@pytest.mark.usefixtures("without_noise")
@pytest.mark.parametrize(
    ("values", "sensitivity", "grid", "texts"),
    [
        (
            [[1234.56789, 0], [1 / 3, 2e9]],
            5.0,
            1e-6,
            "1234.567890 0.000000 0.333333 2000000000.000000",
        ),
        ([-0.02, -3.5], 500.0, 1e-2, "-0.02 -3.50"),
        ([123456, 49], 1e9, 100, "123500 0"),
    ],
)
def test_values_and_texts_are_the_multiples_of_the_grid(
    values, sensitivity, grid, texts
):
    private = release(values, **BUDGET | {"sensitivity": sensitivity}, grid=grid)
    assert sum(private.texts(), []) == texts.split()
    assert private.values.ravel().tolist() == [*map(float, texts.split())]


SEVENS = np.full(4000, 7)


def test_each_value_has_noise_of_the_stated_sigma_and_of_its_own():
    private, other = (gm.release(SEVENS, **BUDGET) for _ in range(2))
    assert len(repr(private)) < 400 and 7 not in private.values
    sigma = analytic_gaussian_sigma(0.5, 1e-6, 5.0)
    assert private.sigma == pytest.approx(sigma, rel=1e-6)
    noise = private.values - 7
    # The standard deviation of 4,000 values has a standard error of 1.1 %.
    assert noise.std() == pytest.approx(sigma, rel=0.1)
    assert abs(noise.mean()) < 7 * sigma / math.sqrt(4000)
    assert (private.values != other.values).any()


@pytest.mark.parametrize("name", ["rng", "seed"])
def test_the_noise_of_a_release_has_no_seed(name):
    assert name not in inspect.signature(gm.release).parameters


# The double beside it is 1 away.
BIG = 2**54 + 1


@pytest.mark.usefixtures("without_noise")
@pytest.mark.parametrize(
    "values",
    [
        pytest.param([[BIG, 0.5]], id="a list"),
        pytest.param([[np.int64(BIG), Fraction(1, 2)]], id="a fraction beside it"),
        pytest.param([[Decimal(BIG), Decimal("1e-999999999")]], id="decimals"),
        pytest.param(pd.DataFrame({"whole": [BIG], "half": [0.5]}), id="a data frame"),
    ],
)
def test_numbers_beyond_doubles_are_released_exactly(values):
    text = release(values, **BUDGET).texts()[0][0]
    assert Decimal(text) == BIG


@pytest.mark.usefixtures("without_noise")
def test_neighbours_that_differ_by_1_stay_1_apart_with_one_plan():
    one, other = (release([10**17 + k, 0.5], **BUDGET) for k in (8, 9))
    assert other.steps[0] - one.steps[0] == 1 / one.grid
    assert (one.noise, one.epsilon) == (other.noise, other.epsilon)


@pytest.mark.parametrize("unit", ["1E+1", "1", "0.01"])
def test_rounding_after_the_noise_is_to_the_nearest_multiple(unit):
    private = gm.release([[1234.5, -7.25]], **BUDGET)
    unit = Decimal(unit)
    (rounded,) = private.texts(unit)
    (exact,) = private.texts()
    for text, value in zip(rounded, exact, strict=True):
        assert abs(Decimal(text) - Decimal(value)) <= unit / 2
        assert Decimal(text) % unit == 0


GRID = Decimal("0.001")
BOUND = 5.0


LABELS = csr_array(np.eye(3)[[0, 0, 1, 1, 2, 2]])


@pytest.mark.parametrize("norm", [1, 2])
@pytest.mark.parametrize("areas", [(), ((LABELS, 0.7),)])
def test_sums_are_those_of_the_bounded_parts_of_each_user(norm, areas):
    """The oracle: each user's part, scaled down by its exact norm, in whole numbers of steps."""
    rng = np.random.default_rng(1)
    parts = rng.integers(0, 3, (8, 6)) * (rng.random((8, 6)) < 0.5)

    def sums_of(*blocks):
        blocks = map(csr_array, blocks)
        return bounded_sums(blocks, BOUND, GRID, 6, norm, areas)

    together = np.zeros(6, int)
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
    assert sums_of() == [0] * 6


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
    areas = [(csr_array(np.ones((count + 1, 1))), weight)] if weight else []
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
        pytest.param([[7318291.5, math.nan]], id="a missing value"),
        pytest.param(["7318291.5"], id="a text"),
        pytest.param(np.array([7318291, True], object), id="a truth value"),
        pytest.param([7318291.5 + 1j], id="a complex number"),
        pytest.param([[[7318291.5]]], id="three dimensions"),
        pytest.param(
            [np.ma.array([1, 7318291], mask=[0, 1]), [3, 4]], id="a masked row"
        ),
        pytest.param([Decimal("sNaN")], id="a signalling NaN"),
        pytest.param([Decimal("1e999999999")], id="a huge decimal"),
        pytest.param([7318291 * 10**100], id="a huge whole number"),
        pytest.param(np.array(["2020"], "M8"), id="a date"),
        pytest.param({7318291: 1}, id="a dictionary"),
    ],
)
def test_a_refusal_does_not_show_a_value(values):
    with pytest.raises(ValueError, match="^values") as refused:
        release(values, **BUDGET)
    assert "7318" not in str(refused.value)


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setattr("gaussmech._extras.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r'pip install ".*\[release\]"'):
        release([1], **BUDGET)


@pytest.mark.parametrize(
    "arguments",
    [
        {"epsilon": 3.39e-286, "delta": 0.04, "noise": "laplace"},
        {"epsilon": 0, "delta": 5e-324, "noise": "gaussian"},
        {"epsilon": 5e-324, "delta": 5e-324},
    ],
)
def test_noise_beyond_doubles_is_refused(arguments):
    norms = {"sensitivity": 1e50, "l1_sensitivity": 1e50}
    with pytest.raises(ValueError, match="epsilon is"):
        plan_release(2, 2, **arguments, **norms)


@pytest.mark.parametrize("law", ["gaussian", "laplace"])
def test_laws_are_compared_by_a_place_and_by_a_typical_sum_of_each_level(law):
    """The oracle: least squares of values and sums, with areas of equal size."""
    plan = plan_release(60, **BUDGET, l1_sensitivity=9.0, noise=law, areas=[3, 5])
    sizes = [plan.noise.sigma]
    for count, sigma in zip((3, 5), plan.noise.area_sigmas, strict=True):
        labels = np.arange(60) % count
        totals = [(labels, np.zeros(count), sigma)]
        combined = combine(np.zeros(60), plan.noise.sigma, totals, noise=law)
        sizes.append(combined.total(labels).sd[0])
    expected = math.prod(sizes) ** (1 / 3)
    assert _comparable_sigma(plan) == pytest.approx(expected, rel=1e-9)


def test_a_million_planned_releases_take_little_time_and_memory():
    columns = {"columns": 24, "each": True}
    tracemalloc.start()
    plan = plan_release(
        10, **BUDGET, **columns, l1_sensitivity=5.0, planned_releases=10**6
    )
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert plan.noise.law == "gaussian"
    assert peak < 50e6


def test_the_docstring_states_the_default_share_of_areas():
    text = " ".join(release.__doc__.split())
    assert f"is {AREA_SHARE:g}. Several partitions share it" in text
