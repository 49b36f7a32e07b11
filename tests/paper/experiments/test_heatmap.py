"""Heat maps on a small grid: closed forms, the choice of lambda, and the first draw."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi

from gaussmech.graphs.denoise import DENOISING_METHODS, Denoiser
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
    trend_by_lambda,
)
from gaussmech.paper.experiments.methods import HEATMAP, METHODS, offered
from gaussmech.paper.experiments.raster_wavelets import raster_wavelet
from gaussmech.paper.experiments.summaries import mean_squared_error
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)
from tests.committed import assert_as_committed
from tests.graphs.networks import grid, rmse

# The others need coordinates, or are slow.
OTHERS = "aGM-raster-wavelet", "aGM-kernel-sure", "aGM-auto"
FITS = DENOISING_METHODS | {"raster-wavelet": raster_wavelet}
TRIED = [method for method in offered(HEATMAP) if method not in OTHERS]
GRID = grid(8)
SIGMA = analytic_gaussian_sigma(0.5, 1e-6, 0.5)
CLASSICAL = classical_gaussian_sigma(0.5, 1e-6, 0.5)
MAPS = {
    12: np.repeat([0.0, 30.0], 32),
    0: 1.0 * np.random.default_rng(1).poisson(3, 64),
}
NOISE = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 0.5}
BUDGET = NOISE | {"seed": 1}
SLOW = ("aGM-auto-hours",)
SETTINGS = BUDGET | {
    "source": "made up",
    "repetitions": 60,
    "methods": [method for method in TRIED if method not in SLOW],
}
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


def test_the_table_is_as_committed(table):
    assert_as_committed("heat_maps", table.select_dtypes("number"), 1e-3)


def test_trend_filtering_along_lambda_is_as_committed():
    table = trend_by_lambda(GRID, MAPS, **BUDGET, source="small", repetitions=3)
    assert_as_committed("trend_by_lambda", table.select_dtypes("number"), 1e-3)


@pytest.mark.parametrize("method, sigma", [("cGM", CLASSICAL), ("aGM", SIGMA)])
@pytest.mark.parametrize("hour", MAPS)
def test_the_raw_rmse_is_the_mean_norm_of_the_noise(table, hour, method, sigma):
    row = cell(table, hour, method)
    norm = chi(GRID.n, scale=sigma / np.sqrt(GRID.n))
    assert abs(row.rmse_mean - norm.mean()) <= 4 * row.rmse_se
    # Of 60 draws the standard error is known to 9 %.
    assert row.rmse_se == pytest.approx(norm.std() / np.sqrt(60), rel=0.4)


@pytest.mark.parametrize("epsilon", [0.001, 0.5, 20.0])
@pytest.mark.parametrize("hour", MAPS)
def test_james_stein_and_thresholding_have_their_exact_error(hour, epsilon):
    """At the least epsilon two draws of thresholding are all zero, and would look certain."""
    methods = ["aGM-JS", "aGM-TH"]
    table = run({hour: MAPS[hour]}, methods=methods, epsilon=epsilon, repetitions=2)
    sigma = table.sigma[0]
    mean = MAPS[hour] / sigma
    james_stein = james_stein_risk(GRID.n, mean @ mean)
    threshold = np.sqrt(2 * np.log(GRID.n))
    thresholded = sum(soft_threshold_risk(value, threshold) for value in mean)
    risks = np.array([james_stein, thresholded])
    expected = sigma * np.sqrt(risks / GRID.n)
    assert table.rmse_mean.to_numpy() == pytest.approx(expected, rel=1e-12, abs=0)
    assert (table.rmse_se <= 1e-15 * expected).all()


@pytest.mark.parametrize("sensitivity", [0.05, 0.5])
@pytest.mark.parametrize("hour", MAPS)
def test_the_oracles_lambda_has_the_least_error_and_sures_the_least_estimate(
    hour, sensitivity
):
    budget = NOISE | {"sensitivity": sensitivity}
    releases = MapReleases(MAPS[hour], GRID, budget, np.random.default_rng(3))
    y = releases.analytic
    lams = LAMBDA_RATIOS * releases.sigma
    fits = list(trend_filter_path(y, GRID, lams, tol=maps.TREND_TOLERANCE))
    optimism = 2 * releases.sigma**2
    least = {
        "oracle": min(fits, key=lambda fit: np.sum((fit.x - MAPS[hour]) ** 2)),
        "sure": min(fits, key=lambda fit: np.sum((y - fit.x) ** 2) + optimism * fit.df),
    }
    for name, best in least.items():
        assert (releases.trend[name].estimate == best.x).all(), name


def estimates_of_release(part):
    """Return what the simple methods make of a drawn map, by their formulas."""
    y = part["aGM"].to_numpy()
    truth = part["truth"].to_numpy()
    noise = (y - truth) / SIGMA
    threshold = SIGMA * np.sqrt(2 * np.log(GRID.n))
    shrinkage = 1 - (GRID.n - 2) * SIGMA**2 / (y @ y)
    return {
        "cGM": truth + CLASSICAL * noise,
        "aGM-JS": shrinkage * y,
        "aGM-TH": np.sign(y) * np.maximum(abs(y) - threshold, 0),
        "mean": np.full(GRID.n, y.mean()),
        "zero": np.zeros(GRID.n),
    }


@pytest.mark.parametrize("method", ["cGM", "aGM-JS", "aGM-TH", "mean", "zero"])
@pytest.mark.parametrize("hour", MAPS)
def test_the_other_denoisers_start_from_the_analytic_release(draw, hour, method):
    part = draw[draw.hour == hour]
    expected = estimates_of_release(part)[method]
    assert part[method].to_numpy() == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("method", OTHERS)
def test_a_map_of_places_is_denoised_as_by_the_library(method):
    graph = grid(8, lon=np.arange(64) % 8, lat=np.arange(64) // 8)
    releases = MapReleases(MAPS[0], graph, NOISE, np.random.default_rng(3))
    denoiser = Denoiser(releases.analytic, SIGMA, graph, rng=releases._seed)
    name = method.removeprefix("aGM-")
    expected = denoiser.fit(name, FITS[name]).estimate
    assert (METHODS[method].estimate(releases) == expected).all()


def test_the_draw_is_the_first_of_the_experiment(draw):
    first = run(methods=TRIED, repetitions=1)
    for row in first[~first.method.isin(EXACT)].itertuples():
        part = draw[draw.hour == row.hour]
        error = rmse(part[row.method].to_numpy(), part["truth"].to_numpy())
        assert row.rmse_mean == pytest.approx(error, rel=1e-14, abs=0), row.method


@pytest.mark.parametrize(
    "methods", [["zero", "aGM-wavelet", "aGM-trend-sure", "aGM"], ["cGM"]]
)
def test_a_map_is_the_same_whatever_methods_stand_beside_it(draw, methods):
    """The random trees of one method move no other either."""
    other = heatmap_draw(GRID, MAPS, **BUDGET, methods=methods)
    assert (other[methods] == draw[methods]).all(axis=None)


@pytest.mark.parametrize("repetitions", [1, 2, 7])
def test_the_mean_squared_error_is_that_of_the_draws(repetitions):
    changes = {"methods": ["aGM"], "repetitions": repetitions}
    draws = pd.DataFrame(heatmap(GRID, {0: MAPS[0]}, **SETTINGS | changes))
    errors = draws["aGM"]
    mse, standard_error = mean_squared_error(map_error_table(draws))
    assert mse[0] == pytest.approx(np.mean(errors**2), rel=1e-12, abs=0)
    # That of the root, times the slope of the square; NaN of one repetition.
    of_root = np.std(errors, ddof=1) / np.sqrt(repetitions)
    expected = 2 * np.mean(errors) * of_root
    assert standard_error[0] == pytest.approx(expected, rel=1e-9, abs=0, nan_ok=True)


@pytest.mark.parametrize(
    "change", [{"seed": 2}, {"epsilon": 0.4}, {"sensitivity": 0.6}]
)
def test_seed_and_budget_draw_anew(draw, change):
    settings = BUDGET | change
    other = heatmap_draw(GRID, MAPS, **settings, methods=["aGM"])
    del settings["seed"]
    noise = (draw["aGM"] - draw["truth"]) / SIGMA
    other_noise = (other["aGM"] - other["truth"]) / analytic_gaussian_sigma(**settings)
    assert (abs(other_noise - noise) > 1e-9).all()
