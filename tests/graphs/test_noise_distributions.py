"""The distributions of the noise: their moments, Stein's formula, and how low a mean may be by
chance."""

from functools import cache

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.signal import fftconvolve
from scipy.stats import dlaplace, geom

from gaussmech.graphs.noise_distributions import (
    GaussianDistribution,
    noise_distribution,
)
from gaussmech.graphs.risk import Probe

# The step 0 is the continuous distribution, which a fine grid imitates.
each_step = pytest.mark.parametrize("step", [0.0, 0.1, 0.5, 1.4, 5.0])
FINE_STEP = 0.02
# Where Stein's formula is checked: the true value of a place.
TRUTH = 0.7


@cache
def oracle(step):
    """Return noise of unit variance and the jumps in Stein's formula, with their probabilities."""
    # The jumps of the continuous distribution are in the middle of a step.
    middle = 0 if step else 0.5
    step = step or FINE_STEP
    decay = brentq(lambda decay: step**2 * dlaplace(decay).var() - 1, 1e-4, 20)
    # Some 60 decays, or 60 steps: all but e^-60 of the noise.
    reach = int(60 / min(step, 1)) + 60
    k = np.arange(-reach, reach + 1)
    jumps = np.arange(1, reach)
    # The ratio of successive probabilities is that of the noise.
    chances = geom(-np.expm1(-decay)).pmf(jumps)
    return step * k, dlaplace(decay).pmf(k), step * (jumps - middle), chances


def is_expected(value, step):
    """Return what is equal to this value, except for the difference of the fine grid's distribution."""
    return pytest.approx(value, rel=1e-6 if step else 1e-3)


def soft(y):
    """Return y soft-thresholded at 1.1."""
    return np.sign(y) * np.maximum(np.abs(y) - 1.1, 0)


@each_step
def test_the_kurtosis_is_that_of_the_distribution(step):
    values, p, _, _ = oracle(step)
    assert noise_distribution("laplace", step).excess_kurtosis == is_expected(
        p @ values**4 - 3, step
    )


@each_step
@pytest.mark.parametrize("g", [soft, np.tanh])
def test_steins_formula_holds(step, g):
    values, p, jumps, chances = oracle(step)
    y = TRUTH + values
    effects = [p @ (g(y + jump) - g(y - jump)) for jump in jumps]
    expected = is_expected(p @ (values * g(y)), step)
    assert noise_distribution("laplace", step).factor * (chances @ effects) == expected


@each_step
def test_sampled_jumps_have_the_distribution_of_steins_formula(step):
    _, _, jumps, chances = oracle(step)
    sample = noise_distribution("laplace", step).jumps(
        200_000, np.random.default_rng(1)
    )
    if step:
        np.testing.assert_allclose(sample / step, np.round(sample / step), atol=1e-9)
    # Standard errors: 0.2 % and 0.5 % at most.
    assert sample.mean() == pytest.approx(chances @ jumps, rel=0.02)
    assert np.mean(sample**2) == pytest.approx(chances @ jumps**2, rel=0.03)


def test_steins_kernel_of_continuous_noise_weights_the_derivative():
    """E[N g(N)] = E[weight(N) g'(N)]."""
    values, p, _, _ = oracle(0.0)
    y = TRUTH + values
    weighted_slope = p @ (
        noise_distribution("laplace", 0.0).weight(values) * (np.abs(y) > 1.1)
    )
    # The slope is 0 or 1, and the fine grid may miss where it jumps.
    assert weighted_slope == pytest.approx(p @ (values * soft(y)), rel=0.01)


def distribution_of_sum(step, size):
    """Return the values and the probabilities of a sum of `size` variables of noise."""
    total = np.ones(1)
    for _ in range(size):
        total = fftconvolve(total, oracle(step)[1])
    k = np.arange(len(total)) - len(total) // 2
    return (step or FINE_STEP) * k, total


@each_step
@pytest.mark.parametrize("size", [1, 2, 7, 60])
@pytest.mark.parametrize("level", [1e-3, 1e-7])
def test_a_mean_is_rarely_below_its_least_score(step, size, level):
    (score,) = noise_distribution("laplace", step).least_score(np.array([size]), level)
    sums, p = distribution_of_sum(step, size)
    # A score that is a value of the grid is not below itself, whatever the rounding.
    below_score = score * (1 - 1e-9) - 1e-9
    probability = p[sums / np.sqrt(size) < below_score].sum()
    # 1 % for the fine grid that imitates the continuous distribution.
    assert probability < level * 1.01
    # It is a third of the level where it can be; on a coarse grid the next value may be likelier
    # by far, and a third of the level is between the two.
    least_share = 0.005 if step > 1 else 0.1
    # Probabilities by Fourier transform are exact to 1e-12.
    assert probability + 1e-12 > least_share * level


def test_the_least_score_of_gaussian_noise_is_its_quantile():
    scores = GaussianDistribution().least_score(np.array([1, 60]), 0.025)
    assert scores == pytest.approx(-1.96, abs=1e-3)


@pytest.mark.parametrize("step", [0.0, 1.4])
def test_the_variance_of_the_bend_of_a_probe_is_that_over_draws(step):
    rng = np.random.default_rng([1, int(10 * step)])
    values, p, _, _ = oracle(step)
    rows = []
    for _ in range(100):
        probe = Probe(
            rng.choice(values, 2000, p=p), noise_distribution("laplace", step), rng
        )
        estimates = soft(probe.moved)
        estimates[:2] = 0
        rows.append(probe.divergence(estimates))
    bend = np.array([row.df for row in rows])
    variance = np.array([row.variance for row in rows])
    # The variance of 100 draws has a standard error of 14 %.
    assert 0.6 < bend.var() / variance.mean() < 1.6


def test_the_half_width_of_laplace_noise_holds_95_percent():
    half_width = noise_distribution("laplace", 0.0).raw_half_width
    assert np.exp(-np.sqrt(2) * half_width) == pytest.approx(0.05)
