"""What denoising is worth: an error named as an epsilon, and one draw at every budget."""

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import brentq
from scipy.stats import norm, t

from gaussmech.paper.experiments.denoising_worth import (
    MAPS_OF_PAGE,
    METHODS_OF_FIGURES,
    WORTH_HOUR,
    denoising_worth,
    page_of_denoising,
)
from gaussmech.paper.experiments.error_tables import map_error_table
from gaussmech.paper.experiments.heatmap import heatmap, heatmap_draw
from gaussmech.paper.experiments.methods import METHODS
from gaussmech.paper.figures.maps import EXTENDED, PAPER
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from tests.graphs.networks import grid, rmse

ROW, COLUMN = np.divmod(np.arange(64), 8)
GRID = grid(8, lon=-74 + ROW / 1000, lat=40.7 + COLUMN / 1000)
MAPS = {0: np.repeat([2.0, 30.0], 32), WORTH_HOUR: np.repeat([0.0, 20.0], 32)}
NOISE = {"delta": 1e-6, "sensitivity": 0.5, "seed": 1}
BUDGET = NOISE | {"map_epsilon": 0.5}
SETTINGS = BUDGET | {"source": "made up"}
PAGE = {"page_epsilons": [2.0], "page_repetitions": 2}


@pytest.fixture(scope="module")
def table():
    return denoising_worth(GRID, MAPS, **SETTINGS, epsilons=[1.0], repetitions=2)


@pytest.fixture(scope="module")
def page():
    return page_of_denoising(GRID, {0: MAPS[0]}, **SETTINGS, **PAGE)


@pytest.fixture(scope="module")
def frames(page):
    return page[1]


def epsilon_of_noise(sigma):
    """Return the epsilon of Gaussian noise: the root of Theorem 8 of Balle & Wang as printed."""

    def excess_delta(epsilon):
        a = 0.5 / (2 * sigma)
        b = epsilon * sigma / 0.5
        delta = norm.cdf(a - b) - np.exp(epsilon) * norm.cdf(-a - b)
        return delta - 1e-6

    return brentq(excess_delta, 1e-9, 200)


def test_an_error_is_worth_the_epsilon_at_which_raw_noise_has_it(table):
    for row in table.itertuples():
        epsilon = epsilon_of_noise(row.rmse_mean)
        assert row.worth_epsilon == pytest.approx(epsilon, rel=1e-6), row
        assert row.factor == pytest.approx(epsilon / row.epsilon, rel=1e-6)


def test_the_interval_is_student_s_of_the_error(table):
    row = next(table[table.method == "aGM-trend-sure"].itertuples())
    quantile = t.ppf(0.975, row.repetitions - 1)
    factor = np.exp(quantile * row.rmse_se / row.rmse_mean)
    # A larger error is worth a smaller epsilon.
    largest = analytic_gaussian_sigma(row.worth_low, 1e-6, 0.5)
    smallest = analytic_gaussian_sigma(row.worth_high, 1e-6, 0.5)
    assert largest == pytest.approx(row.rmse_mean * factor, rel=1e-6)
    assert smallest == pytest.approx(row.rmse_mean / factor, rel=1e-6)
    assert row.factor_low < row.factor < row.factor_high


def test_at_the_maps_budget_the_draws_are_those_of_the_heat_maps(table):
    errors = heatmap(
        GRID,
        MAPS,
        **NOISE,
        epsilon=0.5,
        source="made up",
        repetitions=2,
        methods=["aGM", "aGM-wavelet", "aGM-forest"],
    )
    expected = map_error_table(pd.DataFrame(errors)).set_index(["hour", "method"])
    table_errors = table[table["epsilon"] == 0.5].set_index(["hour", "method"])
    for cell, error in expected["rmse_mean"].items():
        assert table_errors["rmse_mean"][cell] == error, cell


def noise_of(rows, epsilon):
    """Return the noise of the raw map of an hour, in units of its standard deviation."""
    sigma = analytic_gaussian_sigma(epsilon, 1e-6, 0.5)
    return (rows["aGM"] - rows["truth"]).to_numpy() / sigma


def test_one_draw_of_noise_is_scaled_to_every_budget(frames):
    first, second = [noise_of(rows, x) for x, rows in frames.groupby("epsilon")]
    np.testing.assert_allclose(second, first, rtol=1e-9)
    # 64 values of a standard normal: 0.7 and 1.3 are 3 standard errors away.
    assert 0.7 < first.std() < 1.3


def test_the_frame_at_the_maps_budget_is_the_map_of_the_figure(frames):
    figure = heatmap_draw(
        GRID, {0: MAPS[0]}, **NOISE, epsilon=0.5, methods=MAPS_OF_PAGE
    )
    frame = frames[frames["epsilon"] == 0.5].reset_index(drop=True)
    assert frame.equals(figure)


@pytest.fixture(scope="module")
def by_epsilon(page):
    return page[0]


@pytest.fixture(scope="module", params=[0.5, 2.0], ids="epsilon = {}".format)
def page_draws(request):
    """A budget of the page, and the errors of both draws of its maps."""
    epsilon = request.param
    rows = heatmap(
        GRID,
        {0: MAPS[0]},
        **NOISE,
        epsilon=epsilon,
        noise_epsilon=0.5,
        source="made up",
        repetitions=2,
        methods=MAPS_OF_PAGE,
    )
    return epsilon, pd.DataFrame(rows)


def test_the_errors_of_the_page_are_the_means_of_its_draws(by_epsilon, page_draws):
    epsilon, errors = page_draws
    rows = by_epsilon[by_epsilon["epsilon"] == epsilon].set_index("method")
    for method in MAPS_OF_PAGE:
        mean = errors[method].mean()
        assert rows["rmse_mean"][method] == pytest.approx(mean, rel=1e-12), method


def test_the_map_of_the_page_is_the_first_of_its_draws(frames, page_draws):
    epsilon, errors = page_draws
    rows = frames[frames["epsilon"] == epsilon]
    truth = rows["truth"].to_numpy()
    for method in MAPS_OF_PAGE:
        error = rmse(rows[method].to_numpy(), truth)
        assert errors[method].iloc[0] == pytest.approx(error, rel=1e-9), method


def test_every_map_is_there_at_the_maps_budget_and_one_hour_at_others(table):
    cells = set(zip(table.epsilon, table.hour, strict=True))
    assert cells == {(0.5, 0), (0.5, WORTH_HOUR), (1.0, WORTH_HOUR)}


def test_every_map_of_a_figure_has_its_worth():
    maps = set(PAPER + EXTENDED) - {"truth"}
    assert maps <= set(METHODS_OF_FIGURES) <= set(METHODS)
