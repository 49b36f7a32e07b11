"""Releases of tables: rounding, budgets of several columns, bounded users, and no true value."""

import inspect
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

import gaussmech as gm
from gaussmech.geo.contributions import contributions
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_delta
from gaussmech.releases.plan import bounded_sums, plan_release, release, round_to_grid

BUDGET = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 5.0}


def test_rounding_is_to_the_nearest_multiple_exactly():
    values = [0.0, 1 / 3, -1 / 3, 2.5, 1e17 + 16, 0.1, 123456789.000000005]
    for grid in ("1", "0.001", "1E-12", "100"):
        for value, step in zip(
            values, round_to_grid(values, Decimal(grid)), strict=True
        ):
            assert abs(Decimal(value) - step * Decimal(grid)) <= Decimal(grid) / 2


@pytest.mark.usefixtures("without_noise")
def test_values_and_texts_are_the_multiples_of_the_grid():
    private = release([[1234.56789, 0], [1 / 3, 2e9]], **BUDGET, grid=1e-6)
    assert private.texts() == [
        ["1234.567890", "0.000000"],
        ["0.333333", "2000000000.000000"],
    ]
    np.testing.assert_array_equal(private.values, [[1234.56789, 0], [0.333333, 2e9]])
    negative = release(
        [-0.02, -3.5], **BUDGET | {"epsilon": 5, "delta": 0.1}, grid=1e-2
    )
    assert negative.texts() == [["-0.02"], ["-3.50"]]
    coarse = release([123456, 49], **BUDGET | {"sensitivity": 1e9}, grid=100)
    assert coarse.texts() == [["123500"], ["0"]]


def test_noise_has_the_stated_sigma_and_no_seed():
    private = gm.release(np.full(4000, 7), **BUDGET)
    assert 7 not in private.values and len(repr(private)) < 400  # without the steps
    noise = private.values[:, 0] - 7
    assert noise.std() == pytest.approx(private.sigma, rel=0.1)
    assert abs(noise.mean()) < 7 * private.sigma / math.sqrt(4000)
    assert private.sigma == pytest.approx(
        analytic_gaussian_sigma(0.5, 1e-6, 5.0), rel=1e-6
    )
    assert (
        private.values.tolist()
        != gm.release(np.full(4000, 7), **BUDGET).values.tolist()
    )
    names = inspect.signature(gm.release).parameters
    assert "rng" not in names and "seed" not in names


def test_a_budget_is_for_all_columns_unless_each_has_it():
    shared = plan_release(100, 4, **BUDGET)
    assert shared.epsilon == 0.5 and shared.column_epsilon < 0.3
    assert shared.noise.sigma == pytest.approx(
        analytic_gaussian_sigma(0.5, 1e-6, 10.0), rel=1e-6
    )
    assert gaussian_delta(shared.noise.sigma, 0.5, 10.0) <= 1e-6
    assert gaussian_delta(shared.noise.sigma, shared.column_epsilon, 5.0) <= 1e-6
    each = plan_release(100, 4, **BUDGET, each=True)
    assert each.column_epsilon == 0.5
    assert each.noise.sigma == pytest.approx(shared.noise.sigma / 2, rel=0.1)
    assert gaussian_delta(each.noise.sigma, each.epsilon, 10.0) == pytest.approx(
        1e-6, rel=1e-4
    )
    one = plan_release(100, **BUDGET)
    assert one.epsilon == one.column_epsilon == 0.5


@pytest.mark.usefixtures("without_noise")
def test_numbers_beyond_doubles_are_released_exactly():
    big = 2**54 + 1  # the double beside it is 1 away
    for values in (
        [[big, 0.5]],
        [np.array([big, 3]), [0.5, 1]],
        np.array([[big, 3]]),
        [[np.int64(big), Fraction(1, 2)]],
        [[Decimal(big), Decimal("1e-999999999")]],
        pd.DataFrame({"whole": [big], "half": [0.5]}),
    ):
        text = release(values, **BUDGET).texts()[0][0]
        assert Decimal(text) == big
    # Neighbours that differ by 1 stay 1 apart, on any grid, with one plan.
    one, other = (release([10**17 + k, 0.5], **BUDGET) for k in (8, 9))
    assert other.steps[0] - one.steps[0] == 1 / one.grid
    assert (one.noise, one.epsilon) == (other.noise, other.epsilon)


def test_rounding_after_the_noise_is_to_the_nearest_multiple():
    private = gm.release([[1234.5, -7.25]], **BUDGET)
    for unit in map(Decimal, ("1E+1", "1", "0.01")):
        for cells in zip(private.texts(unit)[0], private.texts()[0], strict=True):
            text, value = map(Decimal, cells)
            assert abs(text - value) <= unit / 2 and text % unit == 0


def test_users_are_bounded_and_others_are_left_as_they_are():
    rng = np.random.default_rng(1)
    rows = csr_array(rng.integers(0, 3, (40, 6)) * (rng.random((40, 6)) < 0.5))
    user = rng.integers(0, 8, 40)
    grid = Decimal("0.001")
    whole = np.array(bounded_sums([contributions(rows, user)], 5.0, grid, 6))
    expected = np.zeros(6)
    for code in range(8):
        part = rows.toarray()[user == code].sum(axis=0)
        rest = user != code
        expected += part * min(1, 5 / np.linalg.norm(part))
        others = contributions(
            rows[rest], np.unique(user[rest], return_inverse=True)[1]
        )
        moved = whole - bounded_sums([others], 5.0, grid, 6)
        assert np.linalg.norm(moved * 0.001) <= 5 + 0.001 * math.sqrt(6)
        assert np.linalg.norm(part) > 5 or moved.tolist() == (1000 * part).tolist()
    np.testing.assert_allclose(whole * 0.001, expected, atol=8 * 0.0005)
    assert bounded_sums([], 5.0, grid, 6) == [0] * 6


def test_a_sum_takes_any_number_of_users():
    """On the finest grid 4,611 users reach 2^62 steps: no number of them is refused."""
    part = csr_array(np.full((5000, 1), 1e3))
    grid = Decimal("1e-15")
    assert bounded_sums([part, part], 1e3, grid, 1) == [10_000 * 10**18]
    with pytest.raises(ValueError, match="too fine for a norm of 10000"):
        bounded_sums([], 1e4, grid, 1)


def test_a_norm_of_many_small_parts_is_not_too_small():
    # Added up one after the other, the small ones would vanish beside the large one.
    part = csr_array(np.concatenate([[1.0], np.full(10**6, 2.0**-27)])[None])
    steps = np.array(
        bounded_sums([part], 1.0, Decimal("1e-15"), 10**6 + 1), dtype=object
    )
    assert sum(steps * steps) <= 10**30 * (1 + Fraction(2) ** -40) + 10**6 * 2 * 10**7


@pytest.mark.parametrize(
    "values",
    [[7318291.5, math.nan], [[7318291.5, math.inf]], ["7318291.5"], [7318291.5 + 1j], [],
     [[[7318291.5]]], 7318291.5, [[7318291.5, 2], [1]], np.ma.array([7318291.5, 2], mask=[0, 1]),
     [np.ma.array([1, 7318291], mask=[0, 1]), [3, 4]], [np.ma.masked, 1], [Decimal("sNaN")],
     [Decimal("1e999999999")], [7318291 * 10**100], np.array(["2020"], "M8"), {7318291: 1}],
)  # fmt: skip
def test_a_refusal_does_not_show_a_value(values):
    with pytest.raises(ValueError, match="^values") as refused:
        release(values, **BUDGET)
    assert "7318" not in str(refused.value)


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setattr("gaussmech._extras.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r'pip install "gaussmech\[release\]"'):
        release([1], **BUDGET)
