"""Nonparametric empirical Bayes: the posterior means of the right prior, and their divergence."""

import numpy as np
import pytest

from gaussmech.vectors._nonparametric import posterior_rule
from gaussmech.vectors.shrinkage import james_stein


@pytest.mark.parametrize("nonnegative", [True, False])
def test_the_estimate_is_nearly_that_of_the_true_prior(nonnegative):
    rng = np.random.default_rng(3)
    sign = 1.0 if nonnegative else -1.0
    f = np.where(rng.random(20_000) < 0.05, 4.0 * sign, 0.0)
    y = f + rng.standard_normal(len(f))
    # Bayes' rule with the prior that drew f: 0.95 at 0, and 0.05 at 4 or -4.
    odds = 0.05 / 0.95 * np.exp(4.0 * sign * y - 8.0)
    oracle = 4.0 * sign * odds / (1 + odds)
    x = posterior_rule(y, nonnegative).mean(y)
    # The few iterations leave the prior smoother than it is. James-Stein has 4 times the oracle's.
    assert np.mean((x - f) ** 2) < 1.4 * np.mean((oracle - f) ** 2)
    assert np.mean((james_stein(y, 1.0) - f) ** 2) > 3.5 * np.mean((oracle - f) ** 2)


@pytest.mark.parametrize("nonnegative", [True, False])
def test_the_divergence_is_that_at_the_estimated_prior(nonnegative):
    # A single value in 4,000 hardly moves the prior, so that differences are the local derivative.
    rng = np.random.default_rng(4)
    f = np.where(rng.random(4000) < 0.1, 3.0, 0.0)
    y = f + rng.standard_normal(len(f))
    rule = posterior_rule(y, nonnegative)
    x = rule.mean(y)
    df = rule.divergence(y)
    assert (x >= 0).all() or not nonnegative
    order = np.argsort(y)
    slope = np.gradient(x[order], y[order])
    assert df == pytest.approx(np.nansum(slope[np.isfinite(slope)]), rel=0.05)


def test_equal_values_and_wide_ranges_are_finite():
    for y in (
        np.zeros(5),
        np.full(3, 7.0),
        np.array([0.0, 1e9]),
        np.array([-1e12, 1e12, 0.0]),
    ):
        for nonnegative in (True, False):
            rule = posterior_rule(y, nonnegative)
            x = rule.mean(y)
            df = rule.divergence(y)
            assert np.isfinite(x).all() and np.isfinite(df)
