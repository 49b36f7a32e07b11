"""What denoising is worth: an error named as an epsilon, and one draw at every budget."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t

from gaussmech.paper.experiments.denoising_worth import (
    MAPS_OF_PAGE,
    METHODS_OF_FIGURES,
    WORTH_HOUR,
    denoising_worth,
    page_of_denoising,
)
from gaussmech.paper.experiments.heatmap import heatmap, heatmap_draw
from gaussmech.paper.experiments.methods import METHODS
from gaussmech.paper.figures.maps import EXTENDED, PAPER
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from tests.graphs.networks import grid, rmse

ROW, COLUMN = np.divmod(np.arange(64), 8)
GRID = grid(8, lon=-74 + ROW / 1000, lat=40.7 + COLUMN / 1000)
MAPS = {0: np.repeat([2.0, 30.0], 32), WORTH_HOUR: np.repeat([0.0, 20.0], 32)}
NOISE = {"delta": 1e-6, "sensitivity": 0.5, "seed": 1}
SETTINGS = NOISE | {"map_epsilon": 0.5, "source": "made up"}
PAGE = {"page_epsilons": [2.0], "page_repetitions": 2}


@pytest.fixture(scope="module")
def table():
    return denoising_worth(GRID, MAPS, **SETTINGS, epsilons=[1.0], repetitions=2)


@pytest.fixture(scope="module")
def page():
    tables = dict(page_of_denoising(GRID, {0: MAPS[0]}, **SETTINGS, **PAGE))
    return tables["by_epsilon"], tables["frames"]


def test_an_error_is_worth_the_epsilon_at_which_raw_noise_has_it(table):
    for row in table.itertuples():
        # Half the width of Student's interval; a larger error is worth a smaller epsilon.
        width = t.ppf(0.975, row.repetitions - 1) * row.rmse_se
        factor = np.exp(width / row.rmse_mean)
        for name, ratio in (("low", factor), ("epsilon", 1), ("high", 1 / factor)):
            epsilon = getattr(row, f"worth_{name}")
            error = analytic_gaussian_sigma(epsilon, 1e-6, 0.5)
            assert error == pytest.approx(row.rmse_mean * ratio, rel=1e-6)
            of_budget = getattr(row, f"factor_{name}".removesuffix("_epsilon"))
            assert of_budget == pytest.approx(epsilon / row.epsilon, rel=1e-6)


def test_one_draw_of_noise_is_scaled_to_every_budget_and_that_of_the_figure(page):
    figure, other = [rows for _, rows in page[1].groupby("epsilon")]
    noise = []
    for epsilon, rows in ((0.5, figure), (2.0, other)):
        sigma = analytic_gaussian_sigma(epsilon, 1e-6, 0.5)
        noise.append((rows["aGM"] - rows["truth"]).to_numpy() / sigma)
    np.testing.assert_allclose(noise[1], noise[0], rtol=1e-9)
    drawn = heatmap_draw(GRID, {0: MAPS[0]}, **NOISE, epsilon=0.5, methods=MAPS_OF_PAGE)
    assert figure.reset_index(drop=True).equals(drawn)


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_the_errors_of_the_page_are_the_means_of_its_draws(page, epsilon):
    by_epsilon, frames = page
    errors = pd.DataFrame(
        heatmap(
            GRID,
            {0: MAPS[0]},
            **NOISE,
            epsilon=epsilon,
            noise_epsilon=0.5,
            source="made up",
            repetitions=2,
            methods=MAPS_OF_PAGE,
        )
    )
    rows = by_epsilon[by_epsilon["epsilon"] == epsilon].set_index("method")
    frame = frames[frames["epsilon"] == epsilon]
    for method in MAPS_OF_PAGE:
        assert rows["rmse_mean"][method] == pytest.approx(errors[method].mean()), method
        # The map is the first of the draws.
        error = rmse(frame[method].to_numpy(), frame["truth"].to_numpy())
        assert errors[method][0] == pytest.approx(error, rel=1e-9), method


def test_every_map_is_there_at_the_maps_budget_and_one_hour_at_others(table):
    cells = set(zip(table.epsilon, table.hour, strict=True))
    assert cells == {(0.5, 0), (0.5, WORTH_HOUR), (1.0, WORTH_HOUR)}


def test_every_map_of_a_figure_has_its_worth():
    maps = set(PAPER + EXTENDED) - {"truth"}
    assert maps <= set(METHODS_OF_FIGURES) <= set(METHODS)
