"""Places whose values are missing: the field's posterior given the others."""

import numpy as np
import pandas as pd
import pytest

from gaussmech import denoise
from gaussmech.graphs.missing import subgraph
from tests.graphs.networks import grid, noisy, rmse

GRID = grid(12)
ROW, COLUMN = np.divmod(np.arange(144), 12)
HILL = 10 + 150 * np.exp(-((ROW - 5) ** 2 + (COLUMN - 7) ** 2) / 18)


def estimate(y, sigma=5.0, graph=GRID, **options):
    return denoise(y, sigma, graph, missing="estimate", rng=1, **options)


def with_gap(f, seed):
    """Return noisy data of a map without the values of twelve places, and these."""
    y = noisy(f, 5.0, seed)
    missing = np.random.default_rng([seed, 1]).choice(144, 12, replace=False)
    y[missing] = np.nan
    return y, missing


def test_the_others_are_denoised_without_the_missing_places():
    y, _ = with_gap(HILL, 1)
    known = ~np.isnan(y)
    fit = estimate(y)
    alone = denoise(y[known], 5.0, subgraph(GRID, known), rng=1)
    np.testing.assert_array_equal(fit.estimate[known], alone.x)
    np.testing.assert_array_equal(fit.intervals[known], alone.intervals)
    assert (fit.mse, fit.mse_se) == (alone.mse, alone.mse_se)
    with pytest.raises(ValueError, match="missing places"):
        fit.total([1, 2])


@pytest.mark.parametrize("offset", [0.0, -80.0])
def test_missing_places_are_estimated_from_their_neighbours(offset):
    errors, of_mean, inside = [], [], []
    for seed in range(4):
        y, missing = with_gap(HILL + offset, seed)
        fit = estimate(y, nonnegative=offset == 0 or None)
        truth = (HILL + offset)[missing]
        errors.append(fit.estimate[missing] - truth)
        of_mean.append(np.nanmean(y) - truth)
        inside.append((fit.low[missing] <= truth) & (truth <= fit.high[missing]))
    assert np.std(errors) < 0.2 * np.std(of_mean)
    assert np.mean(inside) > 0.9


def test_labels_left_out_are_missing_places():
    names = [f"p{v}" for v in range(144)]
    y, _ = with_gap(HILL, 2)
    series = pd.Series(y, index=names).dropna().sample(frac=1, random_state=1)
    for data in (series, series.to_dict()):
        fit = estimate(data, graph=GRID.with_names(names))
        np.testing.assert_array_equal(fit.estimate, estimate(y).x)
        assert list(fit.to_frame().index) == names


def test_columns_may_miss_different_places():
    y = noisy(np.column_stack([HILL, HILL]), 5.0, 3)
    y[5, 0] = y[9, 1] = np.nan
    assert np.isfinite(estimate(y).intervals).all()


def test_no_estimate_is_above_those_of_the_others():
    y = noisy(10 + 10.0 * COLUMN, 1.0, 1)
    y[COLUMN > 6] = np.nan
    # Beyond the edge, the log field would run off, to 87.
    fit = estimate(y, 1.0, method="js", nonnegative=True)
    assert fit.estimate.max() == fit.estimate[COLUMN <= 6].max() < 73
    assert (fit.low <= fit.estimate).all() and (fit.estimate <= fit.high).all()


def test_estimates_of_rough_maps_have_no_bias():
    ratios = []
    for seed in range(20):
        # Of mean exp(4 + 0.8^2 / 2), whose median is 0.73 times that.
        f = np.random.default_rng([seed, 5]).lognormal(4, 0.8, 144)
        y, missing = with_gap(f, seed)
        fit = estimate(y, method="js", nonnegative=True)
        ratios.append(fit.estimate[missing] / np.exp(4.32))
    assert np.mean(ratios) == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("low", [-10.0, 5.0])
@pytest.mark.parametrize("sigma", [1e-9, 3e-11])
def test_steps_of_a_million_million_sigma_stay_and_tell_what_is_missing(low, sigma):
    f = np.where(ROW < 6, low, low + 20)
    y = np.where(np.arange(144) == 30, np.nan, f)
    fit = estimate(y, sigma)
    assert fit.estimate[30] == pytest.approx(low, abs=2)
    assert fit.low[30] < low < fit.high[30]
    # The data have no noise, but "auto" takes them to have some.
    assert rmse(np.delete(fit.estimate, 30), np.delete(f, 30)) < sigma


@pytest.mark.parametrize("offset", [90.0, 0.0])
def test_a_large_graph_may_miss_places_of_one_tile(small_tiles, offset):
    small_tiles(60)
    f = offset + 50 * np.sin(np.arange(300) % 75 / 6)
    y = noisy(f, 5.0, 1)
    y[5] = np.nan
    fit = estimate(y, graph=grid(4, 75), nonnegative=offset > 0)
    assert fit.low[5] < f[5] < fit.high[5]


@pytest.mark.parametrize(
    "y, totals, message",
    [
        (HILL, [(ROW, np.ones(12), 5.0)], "with totals it must be 'raise'"),
        (np.full(144, np.nan), (), "y has no value at any of 144"),
        (np.full(144, np.inf), (), r"y\[0\] is inf"),
    ],
)
def test_what_cannot_be_completed_is_refused(y, totals, message):
    with pytest.raises(ValueError, match=message):
        estimate(y, totals=totals)
