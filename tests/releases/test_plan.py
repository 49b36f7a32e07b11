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
from gaussmech.geo.contributions import contributions
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_delta
from gaussmech.releases.defaults import AREA_SHARE
from gaussmech.releases.grid import bounded_sums, round_to_grid
from gaussmech.releases.plan import plan_release
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
def test_values_and_texts_are_the_multiples_of_the_grid():
    private = release([[1234.56789, 0], [1 / 3, 2e9]], **BUDGET, grid=1e-6)
    first = ["1234.567890", "0.000000"]
    second = ["0.333333", "2000000000.000000"]
    assert private.texts() == [first, second]
    np.testing.assert_array_equal(private.values, [[1234.56789, 0], [0.333333, 2e9]])


@pytest.mark.usefixtures("without_noise")
def test_texts_of_negative_values_have_their_sign():
    private = release([-0.02, -3.5], epsilon=5, delta=0.1, sensitivity=5.0, grid=1e-2)
    assert private.texts() == [["-0.02"], ["-3.50"]]


@pytest.mark.usefixtures("without_noise")
def test_a_grid_may_be_coarse():
    private = release([123456, 49], epsilon=0.5, delta=1e-6, sensitivity=1e9, grid=100)
    assert private.texts() == [["123500"], ["0"]]


SEVENS = np.full(4000, 7)


@pytest.fixture(scope="module")
def released_sevens():
    return gm.release(SEVENS, **BUDGET)


def test_no_value_is_released_as_it_is(released_sevens):
    assert 7 not in released_sevens.values


def test_a_release_shows_itself_without_its_values(released_sevens):
    assert len(repr(released_sevens)) < 400


def test_the_stated_sigma_is_that_of_the_gaussian_mechanism(released_sevens):
    sigma = analytic_gaussian_sigma(0.5, 1e-6, 5.0)
    assert released_sevens.sigma == pytest.approx(sigma, rel=1e-6)


def test_noise_has_the_stated_sigma(released_sevens):
    noise = released_sevens.values[:, 0] - 7
    # The standard deviation of 4,000 values has a standard error of 1.1 %.
    assert noise.std() == pytest.approx(released_sevens.sigma, rel=0.1)
    standard_error = released_sevens.sigma / math.sqrt(4000)
    assert abs(noise.mean()) < 7 * standard_error


def test_every_release_has_noise_of_its_own(released_sevens):
    other = gm.release(SEVENS, **BUDGET)
    assert released_sevens.values.tolist() != other.values.tolist()


@pytest.mark.parametrize("name", ["rng", "seed"])
def test_the_noise_of_a_release_has_no_seed(name):
    assert name not in inspect.signature(gm.release).parameters


def test_a_budget_is_for_all_columns():
    shared = plan_release(100, 4, **BUDGET)
    assert shared.epsilon == 0.5
    # Four columns together have twice the sensitivity of one.
    sigma = analytic_gaussian_sigma(0.5, 1e-6, 10.0)
    assert shared.noise.sigma == pytest.approx(sigma, rel=1e-6)
    assert gaussian_delta(shared.noise.sigma, 0.5, 10.0) <= 1e-6


def test_of_a_budget_for_all_columns_each_has_its_part():
    shared = plan_release(100, 4, **BUDGET)
    assert shared.column_epsilon < 0.3
    assert gaussian_delta(shared.noise.sigma, shared.column_epsilon, 5.0) <= 1e-6


def test_a_budget_may_be_for_each_column():
    each = plan_release(100, 4, **BUDGET, each=True)
    assert each.column_epsilon == 0.5
    shared = plan_release(100, 4, **BUDGET)
    # Noise is nearly, not quite, in proportion to the sensitivity over epsilon.
    assert each.noise.sigma == pytest.approx(shared.noise.sigma / 2, rel=0.1)
    delta = gaussian_delta(each.noise.sigma, each.epsilon, 10.0)
    assert delta == pytest.approx(1e-6, rel=1e-4)


def test_a_single_column_has_the_whole_budget():
    one = plan_release(100, **BUDGET)
    assert one.epsilon == 0.5
    assert one.column_epsilon == 0.5


# The double beside it is 1 away.
BIG = 2**54 + 1


@pytest.mark.usefixtures("without_noise")
@pytest.mark.parametrize(
    "values",
    [
        pytest.param([[BIG, 0.5]], id="a list"),
        pytest.param([np.array([BIG, 3]), [0.5, 1]], id="a list with an array"),
        pytest.param(np.array([[BIG, 3]]), id="an array"),
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
    one = release([10**17 + 8, 0.5], **BUDGET)
    other = release([10**17 + 9, 0.5], **BUDGET)
    assert other.steps[0] - one.steps[0] == 1 / one.grid
    assert one.noise == other.noise
    assert one.epsilon == other.epsilon


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


class UsersParts:
    """Eight users who contribute 40 rows to six sums, whose parts are bounded by 5."""

    def __init__(self):
        rng = np.random.default_rng(1)
        counts = rng.integers(0, 3, (40, 6))
        self.rows = counts * (rng.random((40, 6)) < 0.5)
        self.user = rng.integers(0, 8, 40)
        self.parts = [self.rows[self.user == code].sum(axis=0) for code in range(8)]
        self.norms = [np.linalg.norm(part) for part in self.parts]
        self.sums = self.sums_of(np.ones(40, dtype=bool))

    def sums_of(self, is_there):
        """Return the bounded sums, in steps of the grid, of some of the rows."""
        _, code = np.unique(self.user[is_there], return_inverse=True)
        part = contributions(csr_array(self.rows[is_there]), code)
        return np.array(bounded_sums([part], BOUND, GRID, 6))

    def moves(self):
        """Return what each user moves the sums by, in steps of the grid."""
        others = [self.sums_of(self.user != code) for code in range(8)]
        return [self.sums - sums for sums in others]


@pytest.fixture(scope="module")
def users():
    return UsersParts()


def test_the_sums_are_those_of_the_bounded_parts(users):
    expected = np.zeros(6)
    for part, norm in zip(users.parts, users.norms, strict=True):
        expected += part * min(1, BOUND / norm)
    # Half a step for each user.
    np.testing.assert_allclose(users.sums * 0.001, expected, atol=8 * 0.0005)


def test_no_user_moves_the_sums_by_more_than_the_bound(users):
    rounding = 0.001 * math.sqrt(6)
    for move in users.moves():
        assert np.linalg.norm(move * 0.001) <= BOUND + rounding


def test_users_below_the_bound_are_left_as_they_are(users):
    below = [code for code, norm in enumerate(users.norms) if norm <= BOUND]
    assert below
    moves = users.moves()
    for code in below:
        in_steps = 1000 * users.parts[code]
        assert moves[code].tolist() == in_steps.tolist()


def test_without_users_the_sums_are_zero():
    assert bounded_sums([], BOUND, GRID, 6) == [0] * 6


def test_a_sum_takes_any_number_of_users():
    """On the finest grid 4,611 users reach 2^62 steps: no number of them is refused."""
    part = csr_array(np.full((5000, 1), 1e3))
    grid = Decimal("1e-15")
    assert bounded_sums([part, part], 1e3, grid, 1) == [10_000 * 10**18]


def test_a_grid_that_is_too_fine_for_the_bound_is_refused():
    with pytest.raises(ValueError, match="too fine for a norm of 10000"):
        bounded_sums([], 1e4, Decimal("1e-15"), 1)


def test_a_norm_of_many_small_parts_is_not_too_small():
    # Added up one after the other, the small ones would vanish beside the large one.
    small = np.full(10**6, 2.0**-27)
    part = csr_array(np.append(1.0, small)[None])
    sums = bounded_sums([part], 1.0, Decimal("1e-15"), 10**6 + 1)
    steps = np.array(sums, dtype=object)
    square = sum(steps * steps)
    rounding_of_norm = 10**30 * Fraction(2) ** -40
    rounding_of_steps = 10**6 * 2 * 10**7
    assert square <= 10**30 + rounding_of_norm + rounding_of_steps


MASKED = np.ma.array([7318291.5, 2], mask=[0, 1])
MASKED_WHOLE = np.ma.array([1, 7318291], mask=[0, 1])


@pytest.mark.parametrize(
    "values",
    [
        pytest.param([[7318291.5, math.nan]], id="a missing value"),
        pytest.param([[7318291.5, math.inf]], id="an infinite value"),
        pytest.param(["7318291.5"], id="a text"),
        pytest.param([7318291.5 + 1j], id="a complex number"),
        pytest.param([], id="nothing"),
        pytest.param([[[7318291.5]]], id="three dimensions"),
        pytest.param(7318291.5, id="a scalar"),
        pytest.param([[7318291.5, 2], [1]], id="rows of different lengths"),
        pytest.param(MASKED, id="a masked array"),
        pytest.param([MASKED_WHOLE, [3, 4]], id="a masked row"),
        pytest.param([np.ma.masked, 1], id="a masked value"),
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


def test_a_million_planned_releases_take_little_time_and_memory():
    tracemalloc.start()
    plan = plan_release(
        10,
        24,
        epsilon=0.5,
        delta=1e-6,
        sensitivity=1.0,
        l1_sensitivity=1.0,
        planned_releases=10**6,
        each=True,
    )
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert plan.noise.law == "gaussian"
    assert peak < 50e6


def test_the_docstring_states_the_default_share_of_areas():
    assert f"is {AREA_SHARE:g}. Several partitions share it" in " ".join(
        release.__doc__.split()
    )
