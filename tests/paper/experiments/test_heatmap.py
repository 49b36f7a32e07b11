"""Heat maps on a small grid: closed forms, the choice of lambda, and the first draw."""

from functools import partial
from unittest.mock import Mock

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from scipy.special import gammaln

from gaussmech.graphs.denoise import denoise
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.trend_filter import trend_filter_path
from gaussmech.paper.experiments import heatmap as maps
from gaussmech.paper.experiments.closed_forms import (
    james_stein_risk,
    soft_threshold_risk,
)
from gaussmech.paper.experiments.error_tables import map_error_table
from gaussmech.paper.experiments.heatmap import (
    LAMBDA_RATIOS,
    MapReleases,
    heatmap,
    heatmap_draw,
)
from gaussmech.paper.experiments.methods import HEATMAP, METHODS, offered
from gaussmech.paper.experiments.randomness import generator
from gaussmech.paper.experiments.summaries import mean_squared_error
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)

# The others need coordinates, or are slow.
OTHERS = "aGM-raster-wavelet", "aGM-kernel-sure", "aGM-auto"
TRIED = [method for method in offered(HEATMAP) if method not in OTHERS]
GRID = Graph(
    64, np.array(nx.convert_node_labels_to_integers(nx.grid_2d_graph(8, 8)).edges)
)
SIGMA = analytic_gaussian_sigma(0.5, 1e-6, 0.5)
CLASSICAL = classical_gaussian_sigma(0.5, 1e-6, 0.5)
MAPS = {
    12: np.repeat([0.0, 30.0], 32),
    0: 1.0 * np.random.default_rng(1).poisson(3, 64),
}
NOISE = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 0.5}
BUDGET = NOISE | {"seed": 1}
SETTINGS = BUDGET | {"source": "made up", "repetitions": 60}
SETTINGS["methods"] = [m for m in TRIED if m not in ("aGM-forest", "aGM-auto-hours")]
EXACT = [name for name in TRIED if METHODS[name].exact_mse]


def run(maps=MAPS, **changes):
    rows = heatmap(GRID, maps, **SETTINGS | changes)
    return map_error_table(pd.DataFrame(rows))


@pytest.fixture(scope="module")
def table():
    return run()


@pytest.fixture(scope="module")
def draw():
    return heatmap_draw(GRID, MAPS, **BUDGET, methods=TRIED)


def cell(table, hour, method):
    (row,) = table[(table.hour == hour) & (table.method == method)].itertuples()
    return row


def test_the_table_has_a_row_an_hour_and_method(table):
    assert table.columns.tolist() == COLUMNS["heatmap"]
    cells = [(hour, method) for hour in (0, 12) for method in SETTINGS["methods"]]
    assert list(zip(table.hour, table.method, strict=True)) == cells
    for column, value in (NOISE | {"repetitions": 60, "source": "made up"}).items():
        assert (table[column] == value).all()
    for row in table.itertuples():  # the noise that a method starts from
        assert row.sigma == {"cGM": CLASSICAL, "zero": 0.0}.get(row.method, SIGMA)
    assert set(table[table.uses_truth].method) == {"aGM-trend-oracle"}


@pytest.mark.parametrize("method, sigma", [("cGM", CLASSICAL), ("aGM", SIGMA)])
@pytest.mark.parametrize("hour", MAPS)
def test_the_raw_rmse_is_the_mean_norm_of_the_noise(table, hour, method, sigma):
    row = cell(table, hour, method)
    norm = np.sqrt(2 / GRID.n) * np.exp(gammaln((GRID.n + 1) / 2) - gammaln(GRID.n / 2))
    assert abs(row.rmse_mean - sigma * norm) <= 4 * row.rmse_se
    assert row.rmse_se == pytest.approx(
        sigma * np.sqrt((1 - norm**2) / 60), rel=0.4, abs=0
    )


@pytest.mark.parametrize("epsilon", [0.001, 0.5, 20.0])
@pytest.mark.parametrize("hour", MAPS)
def test_james_stein_and_thresholding_have_their_exact_error(hour, epsilon):
    """At the least epsilon two draws of thresholding are all zero, and would look certain."""
    methods = ["aGM-JS", "aGM-TH"]
    table = run({hour: MAPS[hour]}, methods=methods, epsilon=epsilon, repetitions=2)
    sigma, threshold = table.sigma[0], np.sqrt(2 * np.log(GRID.n))
    mean = MAPS[hour] / sigma
    thresholded = sum(soft_threshold_risk(v, threshold) for v in mean)
    risks = np.array([james_stein_risk(GRID.n, mean @ mean), thresholded])
    expected = sigma * np.sqrt(risks / GRID.n)
    assert table.rmse_mean.to_numpy() == pytest.approx(expected, rel=1e-12, abs=0)
    assert (table.rmse_se <= 1e-15 * expected).all()


@pytest.mark.parametrize("hour", MAPS)
def test_both_lambdas_are_chosen_by_their_own_rule(draw, hour):
    part = draw[draw.hour == hour]
    y, truth = part["aGM"].to_numpy(), part["truth"].to_numpy()
    fits = list(
        trend_filter_path(y, GRID, LAMBDA_RATIOS * SIGMA, tol=maps.TREND_TOLERANCE)
    )
    rmse = [np.sqrt(np.mean((fit.x - truth) ** 2)) for fit in fits]
    sure = [
        np.sum((y - f.x) ** 2) - GRID.n * SIGMA**2 + 2 * SIGMA**2 * f.df for f in fits
    ]
    for method, k in [
        ("aGM-trend-oracle", np.argmin(rmse)),
        ("aGM-trend-sure", np.argmin(sure)),
    ]:
        assert part[method].to_numpy() == pytest.approx(fits[k].x, abs=1e-12)
    # The grid of lambdas holds the best one inside.
    assert np.argmin(rmse) > 0 and LAMBDA_RATIOS[[0, -1]].tolist() == [0.25, 16]


@pytest.mark.parametrize("hour", MAPS)
def test_the_path_ends_where_no_lambda_can_be_better(hour, monkeypatch):
    for sensitivity, most in ((0.05, 12), (0.5, 19)):
        budget = NOISE | {"sensitivity": sensitivity}
        releases = MapReleases(MAPS[hour], GRID, **budget, rng=np.random.default_rng(3))
        path = partial(
            trend_filter_path, releases.analytic, GRID, LAMBDA_RATIOS * releases.sigma
        )
        rest = path(tol=maps.TREND_TOLERANCE)
        monkeypatch.setattr(maps, "trend_filter_path", Mock(return_value=rest))
        trend = releases.trend
        assert len(list(rest)) > 19 - most
        least = min(np.sum((fit.x - MAPS[hour]) ** 2) for fit in path(tol=1e-10))
        assert np.sum((trend["oracle"] - MAPS[hour]) ** 2) == pytest.approx(
            least, rel=1e-2
        )


def test_the_other_denoisers_start_from_the_analytic_release(draw):
    for _, part in draw.groupby("hour"):
        y, norm = part["aGM"], np.square(part["aGM"]).sum()
        noise = (part["aGM"] - part["truth"]) / SIGMA
        above = np.maximum(abs(y) - SIGMA * np.sqrt(2 * np.log(GRID.n)), 0)
        expected = {
            "cGM": part["truth"] + CLASSICAL * noise,
            "aGM-JS": (1 - (GRID.n - 2) * SIGMA**2 / norm) * y,
            "aGM-TH": np.sign(y) * above,
            "mean": 0 * y + y.mean(),
            "zero": 0 * y,
        }
        for method, values in expected.items():
            assert part[method].to_numpy() == pytest.approx(
                values.to_numpy(), abs=1e-12
            )


def test_wavelets_remove_the_noise_of_a_map_without_jumps():
    methods = ["aGM", "aGM-wavelet", "mean"]
    rows = run({0: np.full(64, 9.0)}, methods=methods)
    raw, wavelet, mean = (cell(rows, 0, method).rmse_mean for method in methods)
    assert 0.9 * mean < wavelet < 0.5 * raw
    releases = MapReleases(MAPS[12], GRID, **NOISE, rng=np.random.default_rng(2))
    assert not np.allclose(releases.wavelet(), releases.wavelet())  # a tree each


def test_the_draw_is_the_first_of_the_experiment(draw):
    first = run(methods=TRIED, repetitions=1)
    for row in first[~first.method.isin(EXACT)].itertuples():
        part = draw[draw.hour == row.hour]
        rmse = np.sqrt(np.mean((part[row.method] - part["truth"]) ** 2))
        assert row.rmse_mean == pytest.approx(rmse, rel=1e-14, abs=0)
    assert draw.columns.tolist() == [*COLUMNS["heatmap_draw"][:-1], *TRIED]
    for hour, part in draw.groupby("hour"):
        assert part["junction"].tolist() == list(range(64))
        assert (part["truth"] == MAPS[hour]).all() and (part["epsilon"] == 0.5).all()


@pytest.mark.parametrize(
    "methods", [["zero", "aGM-wavelet", "aGM-trend-sure", "aGM"], ["cGM"]]
)
def test_a_map_is_the_same_whatever_methods_and_hours_stand_beside_it(draw, methods):
    """The random trees of one method move no other either."""
    other = heatmap_draw(GRID, MAPS, **BUDGET, methods=methods)
    assert (other[methods] == draw[methods]).all(axis=None)
    moved = heatmap_draw(GRID, {5: MAPS[12], 12: MAPS[12]}, **BUDGET, methods=methods)
    noon = draw.loc[draw.hour == 12, methods].to_numpy()
    assert np.array_equal(moved.loc[moved.hour == 12, methods], noon)
    assert "cGM" not in methods or (moved.loc[moved.hour == 5, methods] != noon).all(
        axis=None
    )


@pytest.mark.parametrize(
    "change", [{"seed": 2}, {"epsilon": 0.4}, {"sensitivity": 0.6}]
)
def test_seed_and_budget_draw_anew(draw, change):
    other = heatmap_draw(GRID, MAPS, **BUDGET | change, methods=["aGM"])
    scale = analytic_gaussian_sigma(
        *((BUDGET | change)[k] for k in BUDGET if k != "seed")
    )
    first = (draw["aGM"] - draw["truth"]) / SIGMA
    assert (abs((other["aGM"] - other["truth"]) / scale - first) > 1e-9).all()


def test_progress_sees_every_draw(table):
    progress = Mock(side_effect=iter)
    other = run(methods=["aGM"], progress=progress)
    progress.assert_called_once_with([(r, hour) for r in range(60) for hour in (0, 12)])
    assert cell(other, 0, "aGM")[1:] == cell(table, 0, "aGM")[1:]


@pytest.mark.parametrize("repetitions", [1, 2, 7])
def test_the_mean_squared_error_is_that_of_the_draws(repetitions):
    changes = {"methods": ["aGM"], "repetitions": repetitions}
    draws = pd.DataFrame(heatmap(GRID, {0: MAPS[0]}, **SETTINGS | changes))
    rmse = draws["aGM"]
    mse, error = mean_squared_error(map_error_table(draws))
    assert mse[0] == pytest.approx(np.mean(rmse**2), rel=1e-12, abs=0)
    expected = (
        2 * np.mean(rmse) * np.std(rmse, ddof=1) / np.sqrt(repetitions)
    )  # NaN of one
    assert error[0] == pytest.approx(expected, rel=1e-9, abs=0, nan_ok=True)


@pytest.mark.parametrize("method", ["forest", "auto"])
def test_ours_see_the_release_alone(method):
    releases = MapReleases(MAPS[12], GRID, **NOISE, rng=generator(1, "some", "key"))
    seed = int(generator(1, "some", "key").spawn(1)[0].integers(2**63))
    fit = denoise(releases.analytic, SIGMA, GRID, method=method, rng=seed)
    np.testing.assert_array_equal(METHODS[f"aGM-{method}"].estimate(releases), fit.x)
