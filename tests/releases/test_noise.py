"""Discrete Gaussian noise: what its discreteness costs, beside exact sums, and OpenDP's samples."""

import math
from decimal import Decimal
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy import stats

from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    gaussian_epsilon,
)
from gaussmech.releases.laws import (
    LAWS,
    AreaLevel,
    GaussianNoise,
    calibrate_noise,
)
from tests.releases.exact_sums import exact_delta, shifts


def law(scale, reach):
    """Return the probabilities of discrete Gaussian noise from -reach to reach steps."""
    steps = np.arange(-reach, reach + 1)
    weight = np.exp(-0.5 * (steps / scale) ** 2)
    return weight / weight.sum()


def brute_force(epsilon, scales, shift):
    """Return the sum of (P - e^epsilon Q)_+ over the lattice, in one to three dimensions."""
    p = np.ones(())
    q = np.ones(())
    for scale, v in zip(scales, shift, strict=True):
        padded = np.pad(law(scale, math.ceil(9 * scale)), abs(v))
        p = np.multiply.outer(p, padded)
        q = np.multiply.outer(q, np.roll(padded, v))
    return np.maximum(p - math.exp(epsilon) * q, 0).sum()


@pytest.mark.parametrize(
    "shift", [(-7,), (30,), (3, 4), (5, 5), (0, 6), (-2, 9), (2, 2, 3)]
)
@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.5])
def test_exact_delta_is_the_sum_over_the_lattice(epsilon, shift):
    expected = brute_force(epsilon, [5.5] * len(shift), shift)
    delta = exact_delta(epsilon, 5.5, shift)
    assert delta == pytest.approx(expected, rel=1e-9, abs=1e-15)


TABLE = list(product([0.0, 0.1, 1.0], [1e-1, 1e-3], [1.6, 10], [100, 0.1], [1, 2, 5]))


def largest_delta(epsilon, delta, steps, grid, dimension):
    """Return the largest exact delta of noise for a budget on a grid.

    The grid is from the coarsest that the budget bears; the noise is 2 to 240 of its steps.
    """
    scale = steps * math.sqrt(dimension * math.exp(epsilon) / 24 / delta)
    sensitivity = grid * scale / analytic_gaussian_sigma(epsilon, delta)
    noise = calibrate_noise(epsilon, delta, sensitivity, dimension=dimension, grid=grid)
    return max(exact_delta(epsilon, noise.scale, shift) for shift in shifts(noise))


@pytest.mark.parametrize(("epsilon", "delta", "steps", "grid", "dimension"), TABLE)
def test_no_budget_is_exceeded_on_a_table_of_grids(
    epsilon, delta, steps, grid, dimension
):
    assert largest_delta(epsilon, delta, steps, grid, dimension) <= delta


@pytest.mark.parametrize("grid", [100, 0.1])
@pytest.mark.parametrize("dimension", [1, 2, 5])
def test_most_of_a_budget_is_spent_where_shifts_are_long(grid, dimension):
    # A shift of whole steps is nearly as long as the sensitivity then.
    assert largest_delta(1.0, 1e-3, 10, grid, dimension) > 0.7e-3


@pytest.mark.parametrize("dimension", [1, 3874, 10**6])
@pytest.mark.parametrize("epsilon", [0.01, 1.0, 10.0])
@pytest.mark.parametrize("delta", [1e-10, 1e-6, 0.1])
def test_a_grid_that_is_chosen_costs_less_than_a_millionth(epsilon, delta, dimension):
    noise = calibrate_noise(epsilon, delta, 3.7, dimension=dimension)
    extra = noise.sigma / analytic_gaussian_sigma(epsilon, delta, 3.7) - 1
    assert 0 < extra < 1e-6
    sigma = noise.scale * Fraction(noise.grid)
    assert sigma == pytest.approx(Fraction(noise.sigma), rel=1e-15)


def test_beyond_what_can_be_sampled_the_grid_is_coarser():
    noise = calibrate_noise(0.0, 1e-9, 1.0, dimension=10**6)
    assert 2**46 < noise.scale < 2**53
    assert 1e-6 < noise.sigma / analytic_gaussian_sigma(0.0, 1e-9) - 1 < 1e-3


def test_a_coarse_grid_bears_many_columns_at_a_large_epsilon():
    noise = GaussianNoise(Decimal("0.001"), (AreaLevel(100, 0.5, 1.0, 400),))
    assert noise.cost(repeats=50).epsilon(1e-6) < 250


@pytest.mark.parametrize(
    ("columns", "most"),
    [
        (45, 1 + 1e-5),
        (100, 1 + 1e-5),
        # No grid is fine enough: concentrated privacy says what holds.
        (450, 1.1),
    ],
)
def test_a_chosen_grid_bears_all_columns_together(columns, most):
    noise = calibrate_noise(2.0, 1e-6, 5.0, dimension=4000, repeats=columns)
    continuous = gaussian_epsilon(noise.sigma, 1e-6, 5.0 * math.sqrt(columns))
    assert 1 <= noise.cost(repeats=columns).epsilon(1e-6) / continuous < most


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"epsilon": 200, "delta": 1e-9},
            "epsilon is 200; at delta 1e-09 Gaussian noise on 10 values",
        ),
        ({"grid": 1e-300}, "it must be a power of ten from 1e-100 to 1e100"),
        ({"dimension": 0}, "dimension is 0"),
        ({"grid": 1}, "grid is 1, too coarse for this budget and 10 values; take 1E-7"),
        ({"grid": 1e-20}, "too fine"),
    ],
)
def test_bad_input_is_refused(change, message):
    good = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 5.0, "dimension": 10}
    with pytest.raises(ValueError, match=message):
        calibrate_noise(**good | change)


# A false alarm of a test of samples is once in a billion runs: there is no seed.
ONCE_IN_A_BILLION = 1e-9


@pytest.mark.parametrize("name", LAWS)
def test_samples_follow_the_exact_law(name):
    """Chi-square of OpenDP's samples of each integer, those beyond 15 together."""
    sample = np.array(LAWS[name].sample(6, 20_000))
    steps = np.arange(-200, 201)
    weight = law(6, 200) if name == "gaussian" else np.exp(-np.abs(steps) / 6)
    expected = np.bincount(np.clip(steps, -15, 15) + 15, weight)
    counts = np.bincount(np.clip(sample, -15, 15) + 15, minlength=31)
    expected *= counts.sum() / expected.sum()
    assert stats.chisquare(counts, expected).pvalue > ONCE_IN_A_BILLION


def test_samples_on_a_fine_grid_are_normal_with_even_last_bits():
    sample = np.array(GaussianNoise.sample(2**40, 20_000))
    assert stats.kstest(sample / 2**40, "norm").pvalue > ONCE_IN_A_BILLION
    counts = np.bincount(sample % 32, minlength=32)
    assert stats.chisquare(counts).pvalue > ONCE_IN_A_BILLION
    # No sample is drawn twice.
    assert not np.array_equal(sample[:10], GaussianNoise.sample(2**40, 10))
