"""The standard error of an estimated risk, its interval, and averages by estimated risk.

That the estimates are unbiased is in test_denoise.py.
"""

import numpy as np
import pytest

from gaussmech.graphs.auto import PRIOR_FOLLOWS
from gaussmech.graphs.noise_distributions import noise_distribution
from gaussmech.graphs.risk import (
    NU,
    TEMPERATURE,
    risk_average,
    rmse_interval,
    stein_risk,
    stein_variance,
    weight_divergence,
)
from gaussmech.vectors._nonparametric import posterior_rule

# Of y itself, n = 8: the estimate of pure noise.
PURE_NOISE_VARIANCE = 2 * 8


@pytest.mark.parametrize(
    "spread, expected",
    [(8.0, PURE_NOISE_VARIANCE), (0.0, 0.1 * PURE_NOISE_VARIANCE)],
    ids=["pure noise", "a tenth of it at least"],
)
def test_the_variance_is_never_less_than_a_tenth_of_pure_noises(spread, expected):
    y = np.ones(8)
    variance = stein_variance(y, y, spread)
    assert variance == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("slope", [0.1, 0.5, 0.95])
def test_the_variance_of_heavy_noise_is_that_over_draws(slope):
    n = 400
    rng = np.random.default_rng(2)
    f = rng.uniform(0, 2, n)
    options = {"spread": n * slope**2, "excess": 3.0, "df": n * slope}
    gaps = []
    stated = []
    for _ in range(3000):
        y = f + rng.laplace(0, np.sqrt(0.5), n)
        x = slope * y
        gaps.append(stein_risk(y, x, 1.0, n * slope) - np.sum((x - f) ** 2))
        stated.append(stein_variance(y, x, **options))
    # Over 3,000 draws of heavy noise, a variance has a standard error of some 3 %.
    assert np.mean(stated) == pytest.approx(np.var(gaps), rel=0.1)


@pytest.mark.parametrize("mse_se", [1e-300, 1.0, 1e308])
@pytest.mark.parametrize(
    "ratio", [-np.inf, -1e300, -1e9, -3.0, 0.0, 1.0, 1e7, 1e15, 1e17, 1e300]
)
def test_the_interval_is_finite_and_holds_the_estimate_whatever_their_ratio(
    ratio, mse_se
):
    mse = float(np.clip(ratio * mse_se, -1e308, 1e308))
    estimate = np.sqrt(max(mse, 0))
    low, high = rmse_interval(mse, mse_se)
    # A square root is exact to 1e-15.
    assert 0 <= low <= estimate * (1 + 1e-15)
    assert estimate * (1 - 1e-15) <= high < np.inf
    assert high > 0


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e4, 1e11])
def test_weights_have_the_least_estimated_risk_and_penalty(scale):
    rng = np.random.default_rng(1)
    y = scale * rng.standard_normal(50)
    estimates = scale * rng.standard_normal((4, 50)) + y / [[2], [3], [4], [1]]
    df = np.array([25.0, 16.0, 12.0, 50.0])

    mean, weights = risk_average(y, estimates, df)

    np.testing.assert_allclose(mean, weights @ estimates, rtol=1e-12)
    assert weights.sum() == pytest.approx(1, rel=1e-12)
    # At the minimum over weights that sum to 1, all slopes are alike.
    of_mean = 2 * (estimates - y) @ (mean - y)
    of_each = np.sum((y - estimates) ** 2, axis=1)
    slopes = (1 - NU) * of_mean + NU * of_each + 2 * df
    terms = np.abs(slopes).max() + TEMPERATURE
    slopes += TEMPERATURE * np.log(weights)
    assert np.abs(weights * (slopes - weights @ slopes)).max() < 1e-4 * terms


def test_of_equal_estimates_the_one_of_least_divergence_has_the_odds_of_its_risk():
    y = np.ones(50)
    _, weights = risk_average(y, np.ones((2, 50)), np.array([1.0, 9.0]))
    assert weights[0] / weights[1] == pytest.approx(np.exp(16 / TEMPERATURE))


def test_the_divergence_of_weights_is_that_of_finite_differences():
    rng = np.random.default_rng(4)
    y = rng.standard_normal(6)
    estimates = rng.standard_normal((3, 6))
    df = [1.0, 2.0, 3.0]

    sides = y + 1e-5 * np.eye(6), y - 1e-5 * np.eye(6)
    above, below = (
        np.array([risk_average(moved, estimates, df)[0] for moved in side])
        for side in sides
    )
    divergence = np.trace(above - below) / 2e-5
    _, weights = risk_average(y, estimates, df)
    added = weight_divergence(estimates, weights)
    assert added.sum() == pytest.approx(divergence, rel=1e-6, abs=0)
    # Weights that sum to 1 have two free ones.
    most = 2 / (1 - NU)
    assert weight_divergence(1e6 * estimates, weights).sum() == pytest.approx(most)


@pytest.mark.parametrize("n", [256, 2048])
def test_what_auto_adds_to_the_risk_of_empirical_bayes_is_what_its_jumps_miss(n):
    """Even maps in Laplace noise, of other sizes than those that suggested the formula."""
    distribution = noise_distribution("laplace", 0.0)
    nodes, weights = np.polynomial.laguerre.laggauss(20)
    missing = []
    for seed in range(200):
        noise = np.random.default_rng(seed).laplace(scale=0.5**0.5, size=n)
        rule = posterior_rule(noise, True, distribution.log_density)
        # Stein's formula for Laplace noise of scale b: jumps have the mean b, and the factor is b.
        jumps = 0.5**0.5 * nodes[:, None]
        effects = rule.mean(noise + jumps) - rule.mean(noise - jumps)
        df = 0.5**0.5 * np.sum(weights @ effects)
        missing.append(2 * (noise @ rule.mean(noise) - df))
    error = np.std(missing) / np.sqrt(len(missing))
    assert np.mean(missing) == pytest.approx(PRIOR_FOLLOWS * n**0.25, abs=3 * error)
    # The simulation tells the formula from none.
    assert np.mean(missing) > 4 * error
