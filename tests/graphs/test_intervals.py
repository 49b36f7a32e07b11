"""Intervals of places: their width where it is known, whom they cover, and their ends."""

import numpy as np
import pytest

from gaussmech.graphs.denoise import denoise
from gaussmech.graphs.intervals import mean_of_like, place_intervals
from gaussmech.graphs.noise_laws import GaussianLaw, LaplaceLaw
from tests.graphs.networks import grid, noisy

GAUSSIAN = GaussianLaw()


def covered(f, low, high):
    return (low <= f) & (f <= high)


def test_of_a_gaussian_prior_they_are_its_posterior_intervals():
    # Every derivative is the posterior variance, 0.8, and so is the stated error.
    rng, n = np.random.default_rng(1), 20_000
    f = 2 * rng.standard_normal(n)
    y = f + rng.standard_normal(n)
    local = 0.8 + 5 * rng.standard_normal(n)
    low, high = place_intervals(
        y, 0.8 * y, local, 0.8, 0.0, GAUSSIAN, nonnegative=False
    )
    half = np.median(high - low) / 2
    assert half == pytest.approx(1.959964 * np.sqrt(0.8), rel=0.02)
    assert covered(f, low, high).mean() == pytest.approx(0.95, abs=0.008)


def test_where_places_differ_so_do_their_intervals():
    # A tenth of the places is high and barely smoothed; the mean width would not cover them.
    rng, n = np.random.default_rng(2), 5000
    top = np.arange(n) < n // 10
    slope = np.where(top, 0.9, 0.05)
    level = np.where(top, 40.0, 0.0)
    y = level + rng.standard_normal(n)
    f = level + slope * (y - level) + np.sqrt(slope) * rng.standard_normal(n)
    x = level + slope * (y - level)
    local = slope + rng.standard_normal(n)
    mse = slope.mean()
    low, high = place_intervals(y, x, local, mse, 0.005, GAUSSIAN, nonnegative=False)
    inside = covered(f, low, high)
    # The windows of the least of them reach into the rest.
    assert inside[top].mean() > 0.88 and 0.95 < inside[~top].mean() < 0.999
    assert np.mean(np.abs(f - x)[top] < 1.96 * np.sqrt(mse)) < 0.7


@pytest.mark.parametrize("law", [GAUSSIAN, LaplaceLaw(0.0)])
def test_where_release_and_estimate_disagree_both_are_covered(law):
    y, x = np.zeros(200), np.zeros(200)
    y[0], y[1] = 9.0, -9.0
    low, high = place_intervals(
        y, x, np.full(200, 0.04), 0.04, 0.01, law, nonnegative=False
    )
    assert high[0] == 9 + law.raw_half_width and low[1] == -9 - law.raw_half_width
    assert low[0] > -1 and high[1] < 1
    low, high = place_intervals(
        y, x, np.full(200, 0.04), 0.04, 0.01, law, nonnegative=True
    )
    assert low.min() == 0 and high[1] > 0


def test_of_a_constant_estimate_the_stated_error_decides():
    # No derivative, and tied values.
    low, high = place_intervals(
        np.ones(50), np.ones(50), np.zeros(50), -1.0, 0.02, GAUSSIAN, False
    )
    np.testing.assert_allclose(high - low, 2 * 1.959964 * np.sqrt(0.025), rtol=1e-6)
    # The standard error of a small map is not added in full.
    low, high = place_intervals(
        np.ones(9), np.ones(9), np.zeros(9), 0.1, 0.5, GAUSSIAN, False
    )
    np.testing.assert_allclose(high - low, 2 * 1.959964 * np.sqrt(0.18), rtol=1e-6)


@pytest.mark.parametrize("n", [1, 5, 41, 300])
def test_the_mean_of_like_places(n):
    rng = np.random.default_rng(n)
    x, values = rng.permutation(n).astype(float), rng.standard_normal(n)
    means = mean_of_like(x, values)
    for place in range(n):
        rank = int(x[place])
        reach = max(10, min(min(rank, n - 1 - rank) // 2, n // 20))
        near = np.abs(x - rank) <= reach
        assert means[place] == pytest.approx(values[near].mean(), abs=1e-12)


def test_they_are_in_the_unit_of_the_data_and_one_pair_per_map():
    f = np.repeat([10.0, 90.0], 72)
    y = noisy(np.array([f, f[::-1]]), 8.0, 5)
    fit = denoise(y, 8.0, grid(12), method="trend-sure", rng=1)
    assert fit.intervals.shape == (2, 2, 144)
    np.testing.assert_array_equal(fit.intervals[:, 1], fit.maps[1].intervals)
    large = denoise(1000 * y, 8e3, grid(12), method="trend-sure", rng=1)
    np.testing.assert_allclose(large.intervals, 1000 * fit.intervals, rtol=1e-9)
    low, high = fit.intervals
    assert covered(np.array([f, f[::-1]]), low, high).mean() > 0.95
    # A map is only cut at 0 where it is known to have no negative values.
    empty = noisy(np.zeros(144), 8.0, 6)
    assert denoise(empty, 8.0, grid(12), method="th", rng=1).intervals[0].min() < 0
    known = denoise(empty, 8.0, grid(12), method="th", rng=1, nonnegative=True)
    assert known.intervals.min() == 0
