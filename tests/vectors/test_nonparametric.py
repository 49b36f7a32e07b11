"""Nonparametric empirical Bayes: the posterior means of the right prior, and their divergence."""

import numpy as np
import pytest

from gaussmech.vectors._nonparametric import posterior_rule
from gaussmech.vectors.shrinkage import james_stein

each_sign = pytest.mark.parametrize(
    "nonnegative", [True, False], ids=["nonnegative", "signed"]
)


class SparseVector:
    """A vector of which one value in 20 is 4 or, if signed, -4, and the best estimate of it."""

    def __init__(self, nonnegative):
        rng = np.random.default_rng(3)
        n = 20_000
        height = 4.0 if nonnegative else -4.0
        self.f = np.where(rng.random(n) < 0.05, height, 0.0)
        self.y = self.f + rng.standard_normal(n)
        # Bayes' rule with the prior that drew f.
        odds = 0.05 / 0.95 * np.exp(height * self.y - 8.0)
        oracle = height * odds / (1 + odds)
        self.least_error = self.mean_squared_error(oracle)

    def mean_squared_error(self, x):
        return np.mean((x - self.f) ** 2)


@each_sign
def test_the_estimate_is_nearly_that_of_the_true_prior(nonnegative):
    vector = SparseVector(nonnegative)
    x = posterior_rule(vector.y, nonnegative).mean(vector.y)
    # The few iterations leave the prior smoother than it is.
    assert vector.mean_squared_error(x) < 1.4 * vector.least_error


@each_sign
def test_james_stein_is_far_from_the_estimate_of_the_true_prior(nonnegative):
    vector = SparseVector(nonnegative)
    x = james_stein(vector.y, 1.0)
    assert vector.mean_squared_error(x) > 3.5 * vector.least_error


class RuleOfSpikes:
    """The rule for 4,000 values, of which one in ten is 3."""

    def __init__(self, nonnegative):
        rng = np.random.default_rng(4)
        f = np.where(rng.random(4000) < 0.1, 3.0, 0.0)
        self.y = f + rng.standard_normal(4000)
        self.rule = posterior_rule(self.y, nonnegative)
        self.x = self.rule.mean(self.y)


@each_sign
def test_the_divergence_is_that_at_the_estimated_prior(nonnegative):
    spikes = RuleOfSpikes(nonnegative)
    order = np.argsort(spikes.y)
    # A single value in 4,000 hardly moves the prior, so that differences are the local derivative.
    slopes = np.gradient(spikes.x[order], spikes.y[order])
    expected = slopes[np.isfinite(slopes)].sum()
    assert spikes.rule.divergence(spikes.y) == pytest.approx(expected, rel=0.05)


def test_the_estimate_of_a_nonnegative_vector_is_nonnegative():
    assert (RuleOfSpikes(nonnegative=True).x >= 0).all()


@each_sign
@pytest.mark.parametrize(
    "y",
    [np.zeros(5), np.full(3, 7.0), np.array([0.0, 1e9]), np.array([-1e12, 1e12, 0.0])],
    ids=["zeros", "equal values", "a wide range", "a wide range of both signs"],
)
def test_equal_values_and_wide_ranges_are_finite(y, nonnegative):
    rule = posterior_rule(y, nonnegative)
    assert np.isfinite(rule.mean(y)).all()
    assert np.isfinite(rule.divergence(y))
