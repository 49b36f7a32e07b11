"""Stein's risk estimate is unbiased: its mean over noise draws is the true risk."""

import numpy as np
import pytest

from gaussmech.graphs.risk import risk_interval, stein_risk, stein_variance
from gaussmech.graphs.trend_filter import trend_filter
from gaussmech.vectors.shrinkage import soft_threshold
from tests.graphs.networks import grid

SIGMA = 1.7
GRID = grid(4)
TRUTH = np.repeat([0.0, 4.0], 8)


def estimate(name, y):
    """Return an estimate, and its degrees of freedom."""
    if name == "trend":
        fit = trend_filter(y, GRID, 0.8 * SIGMA)
        return fit.x, fit.df
    x = soft_threshold(y, SIGMA, threshold=0.8 * SIGMA)
    return (
        (x, np.count_nonzero(x)) if name == "soft" else (np.full_like(y, y.mean()), 1)
    )


@pytest.mark.parametrize("name", ["trend", "soft", "mean"])
def test_the_estimate_is_unbiased(name):
    rng, excess = np.random.default_rng(1), []
    for _ in range(1000):
        y = TRUTH + SIGMA * rng.standard_normal(16)
        x, df = estimate(name, y)
        excess.append(stein_risk(y, x, SIGMA, df) - np.sum((x - TRUTH) ** 2))
    error = np.std(excess) / np.sqrt(len(excess))
    # Small enough to see one degree of freedom too many, which moves the mean by 2 sigma^2.
    assert abs(np.mean(excess)) <= 4 * error < 2 * SIGMA**2


def test_the_formula():
    risk = stein_risk(np.array([3.0, 1.0, 0.0]), np.array([2.0, 1.0, 0.5]), 2.0, 2)
    assert type(risk) is float and risk == 1.25 - 3 * 4 + 2 * 4 * 2


def test_the_variance_is_never_less_than_a_tenth_of_pure_noises():
    # Pure noise, y itself, has 2 n sigma^4.
    y = np.ones(8)
    assert stein_variance(y, y, 2.0, 8.0) == pytest.approx(2 * 8 * 2.0**4, rel=1e-15)
    assert stein_variance(y, y, 2.0, 0.0) == pytest.approx(
        0.1 * 2 * 8 * 2.0**4, rel=1e-15
    )


@pytest.mark.parametrize("slope", [0.1, 0.5, 0.95])
def test_the_variance_of_heavy_noise_is_larger(slope):
    # Of the fits slope * y the risk less the loss is known, and so is its variance over draws.
    n, draws, rng = 400, 3000, np.random.default_rng(2)
    f = rng.uniform(0, 2, n)
    y = f + rng.laplace(0, np.sqrt(0.5), (draws, n))
    x, df = slope * y, n * slope
    risk = [stein_risk(one, fit, 1.0, df) for one, fit in zip(y, x, strict=True)]
    variance = np.var(risk - np.sum((x - f) ** 2, axis=1))
    more = {"spread": n * slope**2, "excess": 3.0, "df": df}
    estimate = np.mean(
        [stein_variance(one, fit, 1.0, **more) for one, fit in zip(y, x, strict=True)]
    )
    assert estimate == pytest.approx(variance, rel=0.1)
    # In another unit of the data, its fourth power.
    assert stein_variance(3 * y[0], 3 * x[0], 3.0, **more) == pytest.approx(
        81 * stein_variance(y[0], x[0], 1.0, **more)
    )


@pytest.mark.parametrize("mse_se", [1e-300, 1.0, 1e308])
@pytest.mark.parametrize(
    "ratio", [-np.inf, -1e300, -1e9, -3.0, 0.0, 1.0, 1e7, 1e15, 1e17, 1e300]
)
def test_the_interval_is_finite_and_holds_the_estimate_whatever_their_ratio(
    ratio, mse_se
):
    mse = float(np.clip(ratio * mse_se, -1e308, 1e308))
    low, high = risk_interval(mse, mse_se)
    assert 0 <= low <= np.sqrt(max(mse, 0)) * (1 + 1e-15)
    assert np.sqrt(max(mse, 0)) * (1 - 1e-15) <= high < np.inf and high > 0


def test_an_interval_of_what_is_no_estimate_is_refused():
    for name, values in {
        "mse": [np.nan, -np.inf],
        "mse_se": [0.0, np.nan, np.inf],
    }.items():
        for value in values:
            with pytest.raises(ValueError, match=f"^{name} is {value}; allowed are"):
                risk_interval(**{"mse": 1.0, "mse_se": 1.0} | {name: value})
