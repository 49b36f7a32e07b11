"""Intervals of places: their width where it is known, whom they cover, and their ends."""

import numpy as np
import pytest
from scipy.special import stdtrit

from gaussmech.graphs.denoise import denoise
from gaussmech.graphs.intervals import mean_of_like, place_intervals
from gaussmech.graphs.noise_distributions import (
    GaussianDistribution,
    noise_distribution,
)
from tests.graphs.networks import grid, noisy

GAUSSIAN = GaussianDistribution()
# Of the standard normal distribution.
QUANTILE_975 = 1.959964


def is_covered(f, low, high):
    return (low <= f) & (f <= high)


def test_of_a_gaussian_prior_they_are_its_posterior_intervals():
    """Every derivative is the posterior variance, 0.8 of the prior variance 4, and so is the error."""
    rng = np.random.default_rng(1)
    f, noise, of_slope = rng.standard_normal((3, 20_000))
    f *= 2
    y = f + noise
    low, high = place_intervals(
        y, 0.8 * y, 0.8 + 2 * of_slope, 0.8, 0.0, GAUSSIAN, nonnegative=False
    )
    # The derivatives are noisy: over other draws the median varies by 1 %.
    half_width = np.median(high - low) / 2
    assert half_width == pytest.approx(QUANTILE_975 * np.sqrt(0.8), rel=0.02)
    # 0.008 is 5 standard errors of a share of 20,000 places.
    assert is_covered(f, low, high).mean() == pytest.approx(0.95, abs=0.008)


def test_places_that_are_barely_smoothed_have_wider_intervals():
    """A tenth of the places is high and barely smoothed; the mean width would not cover them."""
    rng = np.random.default_rng(2)
    is_high = np.arange(5000) < 500
    slope = np.where(is_high, 0.9, 0.05)
    noise, error, of_slope = rng.standard_normal((3, 5000))
    x = 40 * is_high + slope * noise
    f = x + np.sqrt(slope) * error
    low, high = place_intervals(
        40 * is_high + noise,
        x,
        slope + of_slope,
        slope.mean(),
        0.005,
        GAUSSIAN,
        nonnegative=False,
    )
    covered = is_covered(f, low, high)
    # Less than 95 %: the windows of the least of them reach into the rest.
    assert covered[is_high].mean() > 0.88
    assert 0.95 < covered[~is_high].mean() < 0.999
    is_within_mean_width = np.abs(f - x) < 1.96 * np.sqrt(slope.mean())
    assert is_within_mean_width[is_high].mean() < 0.7


def intervals_of_two_outliers(distribution, nonnegative):
    """Return intervals of estimates 0 where the release is 9 at place 0, -9 at 1, and else 0."""
    y = np.append([9.0, -9.0], np.zeros(198))
    return place_intervals(
        y, 0 * y, np.full(200, 0.04), 0.04, 0.01, distribution, nonnegative
    )


each_distribution = pytest.mark.parametrize(
    "distribution",
    [GAUSSIAN, noise_distribution("laplace", 0.0)],
    ids=["Gaussian", "Laplace"],
)


@each_distribution
def test_where_release_and_estimate_disagree_both_are_covered(distribution):
    low, high = intervals_of_two_outliers(distribution, nonnegative=False)
    # On the release's side there is its own half width, on the other that of the estimate.
    assert high[0] == 9 + distribution.raw_half_width
    assert low[1] == -9 - distribution.raw_half_width
    assert low[0] > -1
    assert high[1] < 1


@each_distribution
def test_intervals_of_a_nonnegative_map_begin_at_zero_and_are_not_empty(distribution):
    low, high = intervals_of_two_outliers(distribution, nonnegative=True)
    assert low.min() == 0
    assert high[1] > 0


@pytest.mark.parametrize(
    "n, mse, mse_se, half_width",
    [
        (50, -1.0, 0.02, stdtrit(50 / 3, 0.975) * np.sqrt(0.03)),
        # No interval is wider than one that holds the raw value.
        (1, 0.9, 0.5, GAUSSIAN.raw_half_width),
    ],
)
def test_of_a_constant_estimate_the_stated_error_decides(n, mse, mse_se, half_width):
    # There is no derivative, and all values are tied.
    ones = np.ones(n)
    low, high = place_intervals(ones, ones, np.zeros(n), mse, mse_se, GAUSSIAN, False)
    np.testing.assert_allclose(high - low, 2 * half_width, rtol=1e-6)


@pytest.mark.parametrize("n", [1, 5, 41, 300])
def test_the_mean_of_like_places_is_that_of_a_window_of_ranks(n):
    rng = np.random.default_rng(n)
    ranks = rng.permutation(n)
    values = rng.standard_normal(n)
    means = mean_of_like(ranks.astype(float), values)
    for place, rank in enumerate(ranks):
        reach = max(int(n**0.5), min(rank // 2, (n - 1 - rank) // 2))
        expected = values[np.abs(ranks - rank) <= reach].mean()
        assert means[place] == pytest.approx(expected, abs=1e-12)


def test_a_map_is_only_cut_at_zero_where_it_is_known_to_have_no_negative_values():
    y = noisy(np.zeros(144), 8.0, 6)
    for known in (None, True):
        fit = denoise(y, 8.0, grid(12), method="th", rng=1, nonnegative=known)
        assert fit.low.min() == 0 if known else fit.low.min() < 0
