"""Places whose values are missing: the field's posterior given the others."""

from functools import partial

import numpy as np
import pandas as pd
import pytest

from gaussmech import Graph, denoise
from gaussmech.graphs.field import FieldPrior, tile, tiles
from gaussmech.graphs.missing import subgraph
from tests.graphs.networks import grid, noisy

GRID = grid(12)
ROW, COLUMN = np.divmod(np.arange(144), 12)
HILL = 10 + 150 * np.exp(-((ROW - 5) ** 2 + (COLUMN - 7) ** 2) / 18)


def gap(seed, count=12):
    return np.random.default_rng([seed, 1]).choice(144, count, replace=False)


def test_the_others_are_denoised_without_the_missing_places():
    y = noisy(HILL, 5.0, 1)
    y[gap(1)] = np.nan
    known = ~np.isnan(y)
    fit = denoise(y, 5.0, GRID, missing="estimate", rng=1)
    alone = denoise(y[known], 5.0, subgraph(GRID, known), rng=1)
    assert np.array_equal(fit.x[known], alone.x)
    assert np.array_equal(fit.intervals[known], alone.intervals)
    assert (fit.mse, fit.mse_se) == (alone.mse, alone.mse_se)


@pytest.mark.parametrize("offset", [0.0, -80.0])
def test_missing_places_are_estimated_from_their_neighbours(offset):
    errors, of_mean, inside = [], [], []
    for seed in range(4):
        y = noisy(HILL + offset, 5.0, seed)
        missing = gap(seed)
        y[missing] = np.nan
        fit = denoise(
            y, 5.0, GRID, missing="estimate", nonnegative=offset == 0 or None, rng=1
        )
        truth = (HILL + offset)[missing]
        errors.append(fit.x[missing] - truth)
        of_mean.append(np.nanmean(y) - truth)
        low, high = fit.intervals[missing].T
        inside.append((low <= truth) & (truth <= high))
    assert np.std(errors) < 0.2 * np.std(of_mean)
    assert np.mean(inside) > 0.9


def test_the_signed_posterior_is_that_of_dense_linear_algebra():
    path = Graph(6, [[v, v + 1] for v in range(5)])
    z = np.array([3.0, np.nan, -1.0, 2.0, np.nan, np.nan])
    known = ~np.isnan(z)
    (whole,) = FieldPrior(path).tiles()
    fit = whole.fit(z, 0.1, 2.0, signed=True)
    covariance = 2.0 * np.linalg.inv(whole.precision(0.1).matrix.toarray())
    c = covariance[np.ix_(known, known)] + np.eye(known.sum())
    ones = np.ones(known.sum())
    information = ones @ np.linalg.solve(c, ones)
    level = ones @ np.linalg.solve(c, z[known]) / information
    residual = z[known] - level
    across = np.linalg.solve(c, covariance[known]).T
    assert fit.mean == pytest.approx(level + across @ residual)
    variance = np.diag(covariance - across @ covariance[known])
    variance = variance + (1 - across @ ones) ** 2 / information
    assert fit.variance == pytest.approx(variance)
    evidence = residual @ np.linalg.solve(c, residual) + np.linalg.slogdet(c)[1]
    assert fit.evidence == pytest.approx(-(evidence + np.log(information)) / 2)


def test_labels_left_out_are_missing_places():
    names = [f"p{v}" for v in range(144)]
    graph = GRID.with_names(names)
    y = noisy(HILL, 5.0, 2)
    missing = gap(2)
    y[missing] = np.nan
    series = pd.Series(y, index=names).dropna().sample(frac=1, random_state=1)
    by_array = denoise(y, 5.0, GRID, missing="estimate", rng=1).x
    options = {"missing": "estimate", "rng": 1}
    by_series = denoise(series, 5.0, graph, **options)
    assert np.array_equal(by_series.x.to_numpy(), by_array)
    assert list(by_series.x.index) == names
    by_dict = denoise(series.to_dict(), 5.0, graph, **options)
    assert np.array_equal(by_dict.x, by_array)


def test_columns_may_miss_different_places():
    y = np.column_stack([noisy(HILL, 5.0, 3), noisy(HILL, 5.0, 4)])
    y[5, 0] = y[9, 1] = np.nan
    fit = denoise(y, 5.0, GRID, missing="estimate", rng=1)
    assert fit.x.shape == (144, 2)
    assert np.isfinite(fit.x).all()
    assert np.isfinite(fit.intervals).all()


def test_no_estimate_is_above_those_of_the_others():
    # Two levels: beyond the edge, the log field would run off.
    f = np.where(COLUMN < 6, 10.0, 80.0)
    y = noisy(f, 1.0, 1)
    y[COLUMN > 8] = np.nan
    fit = denoise(y, 1.0, GRID, missing="estimate", rng=1)
    assert fit.x.max() == fit.x[COLUMN <= 8].max()
    assert (fit.intervals[:, 0] <= fit.x).all()
    assert (fit.x <= fit.intervals[:, 1]).all()


@pytest.mark.parametrize("low", [-10.0, 5.0])
@pytest.mark.parametrize("sigma", [1e-9, 3e-11])
def test_a_place_between_clear_steps_is_like_its_neighbours(low, sigma):
    f = np.where(ROW < 6, low, low + 20)
    y = f.copy()
    y[30] = np.nan
    fit = denoise(y, sigma, GRID, missing="estimate", rng=1)
    assert fit.x[30] == pytest.approx(low, abs=2)
    assert fit.intervals[30, 0] < low < fit.intervals[30, 1]


@pytest.mark.parametrize("offset", [90.0, 0.0])
def test_a_large_graph_may_miss_places_of_one_tile(monkeypatch, offset):
    cut = partial(tiles.cut_tiles, whole=100, tile=60, hops=2)
    monkeypatch.setattr(tile, "cut_tiles", cut)
    strip = grid(4, 75)
    f = offset + 50 * np.sin(np.arange(300) % 75 / 6)
    y = noisy(f, 5.0, 1)
    y[5] = np.nan
    fit = denoise(y, 5.0, strip, missing="estimate", nonnegative=offset > 0, rng=1)
    assert fit.intervals[5, 0] < f[5] < fit.intervals[5, 1]


def test_refusals():
    y = noisy(HILL, 5.0, 1)
    with pytest.raises(ValueError, match="with totals it must be 'refuse'"):
        areas = np.zeros(144, dtype=int)
        totals = [(areas, [y.sum()], 5.0)]
        denoise(y, 5.0, GRID, missing="estimate", totals=totals)
    with pytest.raises(ValueError, match=r"y has no value at any of 144"):
        denoise(np.full(144, np.nan), 5.0, GRID, missing="estimate")
    with pytest.raises(ValueError, match=r"y\[0\] is inf"):
        denoise(np.full(144, np.inf), 5.0, GRID, missing="estimate")
    y[3] = np.nan
    fit = denoise(y, 5.0, GRID, missing="estimate", rng=1)
    with pytest.raises(ValueError, match="missing places"):
        fit.total([1, 2])
