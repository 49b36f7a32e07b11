"""Nonparametric empirical Bayes: the posterior means of the right prior, and their divergence."""

import numpy as np
import pytest

from gaussmech.graphs.noise_distributions import noise_distribution
from gaussmech.vectors._nonparametric import posterior_rule
from gaussmech.vectors.shrinkage import james_stein

GAUSSIAN, LAPLACE = (
    noise_distribution(noise, 0.0).log_density for noise in ("gaussian", "laplace")
)
each_sign = pytest.mark.parametrize(
    "nonnegative", [True, False], ids=["nonnegative", "signed"]
)


@each_sign
def test_the_estimate_is_nearly_that_of_the_true_prior(nonnegative):
    """One value in 20 is 4 or, if signed, -4."""
    rng = np.random.default_rng(3)
    height = 4.0 if nonnegative else -4.0
    f = np.where(rng.random(20_000) < 0.05, height, 0.0)
    y = f + rng.standard_normal(len(f))
    # Bayes' rule with the prior that drew f.
    odds = 0.05 / 0.95 * np.exp(height * y - 8.0)
    estimates = (
        height * odds / (1 + odds),
        posterior_rule(y, nonnegative, GAUSSIAN).mean(y),
    )
    oracle, estimated, linear = (
        np.mean((x - f) ** 2) for x in (*estimates, james_stein(y, 1.0))
    )
    # The few iterations leave the prior smoother than it is; James-Stein is far from it.
    assert estimated < 1.4 * oracle < 3.5 * oracle < linear


@each_sign
def test_the_divergence_is_that_at_the_estimated_prior(nonnegative):
    rng = np.random.default_rng(4)
    y = np.where(rng.random(4000) < 0.1, 3.0, 0.0) + rng.standard_normal(4000)
    rule = posterior_rule(y, nonnegative, GAUSSIAN)
    x = rule.mean(y)
    order = np.argsort(y)
    # A single value in 4,000 barely moves the prior, so that differences are the local derivative.
    slopes = np.gradient(x[order], y[order])
    expected = slopes[np.isfinite(slopes)].sum()
    assert rule.divergence(y) == pytest.approx(expected, rel=0.05)
    assert not nonnegative or (x >= 0).all()


@each_sign
@pytest.mark.parametrize(
    "y",
    [np.zeros(5), np.full(3, 7.0), np.array([0.0, 1e9]), np.array([-1e12, 1e12, 0.0])],
    ids=["zeros", "equal values", "a wide range", "a wide range of both signs"],
)
def test_equal_values_and_wide_ranges_are_finite(y, nonnegative):
    rule = posterior_rule(y, nonnegative, GAUSSIAN)
    assert np.isfinite(rule.mean(y)).all()
    assert np.isfinite(rule.divergence(y))


def test_the_largest_of_laplace_noise_is_no_event():
    """Each density suits its own noise: with the other's, the error is a third larger at least."""
    rng = np.random.default_rng(5)
    f = np.zeros(4000)
    f[:20] = 12.0
    noises = rng.standard_normal(len(f)), rng.laplace(scale=0.5**0.5, size=len(f))
    errors = np.array(
        [
            [
                np.mean(
                    (posterior_rule(f + noise, True, density).mean(f + noise) - f) ** 2
                )
                for density in (GAUSSIAN, LAPLACE)
            ]
            for noise in noises
        ]
    )
    assert errors[0, 0] < errors[0, 1] / 1.3 and errors[1, 1] < errors[1, 0] / 1.3


def test_values_far_apart_stay_apart():
    """A high place, and one three noises above it, among many low ones; a thousand noises away."""
    rng = np.random.default_rng(6)
    f = np.zeros(4000)
    f[:4] = 1000.0, 1000.0, 1040.0, 6000.0
    y = f + rng.standard_normal(len(f))
    x = posterior_rule(y, True, GAUSSIAN).mean(y)
    assert np.abs(x - f)[:4].max() < 3
    assert np.sqrt(np.mean((x - f)[4:] ** 2)) < 0.1
