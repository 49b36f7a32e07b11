"""What denoising is worth: an error named as an epsilon, and one draw at every budget."""

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from scipy.optimize import brentq
from scipy.stats import norm, t

from gaussmech.graphs.graph import Graph
from gaussmech.paper.experiments.denoising_worth import (
    MAPS_OF_PAGE,
    METHODS_OF_FIGURES,
    METHODS_OF_PAGE,
    denoising_by_epsilon,
    denoising_frames,
    denoising_worth,
    with_worth,
)
from gaussmech.paper.experiments.error_tables import map_error_table
from gaussmech.paper.experiments.heatmap import heatmap, heatmap_draw
from gaussmech.paper.experiments.methods import HELD_OUT, METHODS
from gaussmech.paper.figures.maps import EXTENDED, PAPER
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.privacy.calibration import analytic_gaussian_sigma

POINTS = np.array([(x, y) for x in range(8) for y in range(8)], dtype=float)
GRID = Graph(
    64,
    np.array(nx.convert_node_labels_to_integers(nx.grid_2d_graph(8, 8)).edges),
    lon=-74 + POINTS[:, 0] / 1000,
    lat=40.7 + POINTS[:, 1] / 1000,
)
MAPS = {0: np.repeat([2.0, 30.0], 32), HELD_OUT: np.repeat([0.0, 20.0], 32)}
BUDGET = {"delta": 1e-6, "sensitivity": 0.5, "seed": 1, "map_epsilon": 0.5}
SETTINGS = BUDGET | {"source": "made up"}
PAGE = {"page_epsilons": [2.0], "page_repetitions": 2}


@pytest.fixture(scope="module")
def table():
    return denoising_worth(GRID, MAPS, **SETTINGS, epsilons=[1.0], repetitions=2)


@pytest.fixture(scope="module")
def frames():
    settings = BUDGET | {"page_epsilons": PAGE["page_epsilons"]}
    return denoising_frames(GRID, {0: MAPS[0]}, **settings)


def delta_of(epsilon, sigma, sensitivity):
    """Theorem 8 of Balle & Wang, as it is printed."""
    a = sensitivity / (2 * sigma)
    b = epsilon * sigma / sensitivity
    return norm.cdf(a - b) - np.exp(epsilon) * norm.cdf(-a - b)


def test_an_error_is_worth_the_epsilon_at_which_raw_noise_has_it(table):
    for row in table.itertuples():
        epsilon = brentq(
            lambda x, row=row: delta_of(x, row.rmse_mean, 0.5) - 1e-6, 1e-9, 200
        )
        assert row.worth_epsilon == pytest.approx(epsilon, rel=1e-6), row
        assert row.factor == pytest.approx(epsilon / row.epsilon, rel=1e-6)


def test_the_interval_is_student_s_of_the_error(table):
    row = next(row for row in table.itertuples() if row.method == "aGM-trend-sure")
    factor = np.exp(t.ppf(0.975, row.repetitions - 1) * row.rmse_se / row.rmse_mean)
    for end, error in (
        (row.worth_low, row.rmse_mean * factor),
        (row.worth_high, row.rmse_mean / factor),
    ):
        assert analytic_gaussian_sigma(end, 1e-6, 0.5) == pytest.approx(error, rel=1e-6)
    assert row.factor_low < row.factor < row.factor_high


def test_noise_alone_is_worth_what_it_costs(table):
    exact = table[table["method"] == "aGM"].assign(rmse_se=0.0)
    exact["rmse_mean"] = exact["sigma"]
    factors = with_worth(exact[COLUMNS["heatmap"]])["factor"]
    np.testing.assert_allclose(factors, 1, rtol=1e-9)


def test_every_map_is_there_at_the_maps_budget_and_the_held_out_hour_at_others(table):
    assert table.columns.tolist() == COLUMNS["denoising_worth"]
    cells = set(zip(table.epsilon, table.hour, strict=True))
    assert cells == {(0.5, 0), (0.5, HELD_OUT), (1.0, HELD_OUT)}
    assert (table["held_out"] == (table["hour"] == HELD_OUT)).all()
    methods = [tuple(rows["method"]) for _, rows in table.groupby(["epsilon", "hour"])]
    assert set(methods) == {METHODS_OF_FIGURES}


def test_every_map_of_a_figure_has_its_worth():
    assert set(PAPER + EXTENDED) - {"truth"} <= set(METHODS_OF_FIGURES) <= set(METHODS)
    assert set(METHODS_OF_PAGE) <= set(METHODS_OF_FIGURES)


def test_at_the_maps_budget_the_draws_are_those_of_the_heat_maps(table):
    budget = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 0.5, "seed": 1}
    methods = ["aGM", "aGM-wavelet", "aGM-forest"]
    errors = heatmap(
        GRID, MAPS, **budget, source="made up", repetitions=2, methods=methods
    )
    expected = map_error_table(pd.DataFrame(errors)).set_index(["hour", "method"])
    table_errors = table[table["epsilon"] == 0.5].set_index(["hour", "method"])
    for cell, error in expected["rmse_mean"].items():
        assert table_errors["rmse_mean"][cell] == error, cell


def test_one_draw_of_noise_is_scaled_to_every_budget(frames):
    assert list(frames) == ["hour", "junction", "epsilon", "truth", *MAPS_OF_PAGE]
    noise = []
    for epsilon, rows in frames.groupby("epsilon"):
        sigma = analytic_gaussian_sigma(epsilon, 1e-6, 0.5)
        noise.append((rows["aGM"] - rows["truth"]).to_numpy() / sigma)
    assert len(noise) == 2
    for each in noise[1:]:
        np.testing.assert_allclose(each, noise[0], rtol=1e-9)
    assert 0.7 < noise[0].std() < 1.3
    budget = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 0.5, "seed": 1}
    figure = heatmap_draw(GRID, {0: MAPS[0]}, **budget, methods=MAPS_OF_PAGE)
    frame = frames[frames["epsilon"] == 0.5].reset_index(drop=True)
    assert frame.equals(figure)


def test_budgets_have_noise_of_their_own_unless_told():
    budget = {"delta": 1e-6, "sensitivity": 0.5, "seed": 1, "methods": ["aGM"]}
    draws = [heatmap_draw(GRID, {0: MAPS[0]}, epsilon=x, **budget) for x in (0.5, 1.0)]
    first, second = (draw["aGM"] - draw["truth"] for draw in draws)
    assert abs(np.corrcoef(first, second)[0, 1]) < 0.5


def test_the_errors_of_the_page_are_those_of_its_draws(frames):
    table = denoising_by_epsilon(GRID, {0: MAPS[0]}, **SETTINGS, **PAGE)
    assert set(table["epsilon"]) == {0.5, 2.0} and set(table["repetitions"]) == {2}
    methods = [tuple(rows["method"]) for _, rows in table.groupby("epsilon")]
    assert set(methods) == {METHODS_OF_PAGE}
    for epsilon, rows in frames.groupby("epsilon"):
        budget = {"epsilon": epsilon, "delta": 1e-6, "sensitivity": 0.5, "seed": 1}
        settings = {"source": "made up", "repetitions": 2, "methods": MAPS_OF_PAGE}
        rows_of_errors = heatmap(
            GRID, {0: MAPS[0]}, **budget, **settings, noise_epsilon=0.5
        )
        errors = pd.DataFrame(rows_of_errors)
        means = table[table["epsilon"] == epsilon].set_index("method")["rmse_mean"]
        for method in MAPS_OF_PAGE:
            rmse = np.sqrt(np.mean((rows[method] - rows["truth"]) ** 2))
            # The map that is shown is the first of the draws.
            assert errors[method].iloc[0] == pytest.approx(rmse, rel=1e-9)
            assert means[method] == pytest.approx(errors[method].mean(), rel=1e-12)
