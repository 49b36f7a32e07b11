"""What areas bring: the noise of their budget, the sets, and errors of the same draws as the maps'."""

import networkx as nx
import numpy as np
import pytest

from gaussmech import partition
from gaussmech.paper.experiments.areas_worth import (
    AreasWorth,
    area_sigmas,
    connected_sets,
)
from gaussmech.paper.experiments.denoising_worth import denoising_worth
from gaussmech.paper.experiments.heatmap import MapReleases
from gaussmech.privacy.calibration import gaussian_delta
from gaussmech.releases.plan import AREA_SHARE, plan_release
from tests.graphs.networks import grid, rmse

SIDE = 16
ROW, COLUMN = np.divmod(np.arange(SIDE**2), SIDE)
GRID = grid(SIDE, lon=-74 + ROW / 1000, lat=40.7 + COLUMN / 1000)
MAPS = {0: 2.0 + 3.0 * ROW, 12: 10.0 + 20.0 * (COLUMN < 5)}
BUDGET = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 2.0}
SETTINGS = {"map_epsilon": 0.5, "delta": 1e-6, "sensitivity": 2.0, "seed": 1}
SETTINGS |= {"source": "made up"}


def worth_of(maps=MAPS, *, hour=0, max_trips=5, repetitions=2, epsilons=()):
    """Return the tables of what areas bring, and of what denoising is worth."""
    areas = AreasWorth(GRID, hour, **SETTINGS, max_trips=max_trips)
    worth = denoising_worth(
        GRID,
        maps,
        **SETTINGS,
        epsilons=list(epsilons),
        repetitions=repetitions,
        observe=areas.observe,
    )
    return areas.table(), worth


@pytest.fixture(scope="module")
def tables():
    # Another hour, and other budgets of this one, are left out.
    return worth_of(epsilons=(2.0,))


@pytest.mark.parametrize("l1_sensitivity", [2.0, 10.0])
def test_places_and_sums_together_spend_the_budget(l1_sensitivity):
    noise = area_sigmas(0.1, **BUDGET, l1_sensitivity=l1_sensitivity)
    mus = [2.0 / noise[0], l1_sensitivity / noise[1]]
    assert mus[1] ** 2 == pytest.approx(0.1 * np.hypot(*mus) ** 2)
    assert gaussian_delta(1 / np.hypot(*mus), 0.5, 1.0) == pytest.approx(1e-6)
    # A release with areas adds as much.
    plan = plan_release(
        SIDE**2,
        **BUDGET,
        l1_sensitivity=l1_sensitivity,
        noise="gaussian",
        areas=[SIDE],
        area_share=0.1,
    )
    released = [plan.noise.sigma, *plan.noise.area_sigmas]
    assert noise == pytest.approx(released, rel=1e-5)


def test_sets_are_connected_and_of_one_size():
    sets = connected_sets(GRID, 40, 7, np.random.default_rng(1))
    links = nx.Graph(GRID.edges.tolist())
    assert len({places[0] for places in sets}) > 4
    for places in sets:
        assert len(set(places)) == 40
        assert nx.is_connected(links.subgraph(places.tolist()))


def test_there_are_two_bounds_and_two_sizes_of_sets(tables):
    table, _ = tables
    bounds = {"one event per person": 2.0, "5 trips per cab": 10.0}
    cells = table[["hour", "bound", "l1_sensitivity", "places", "repetitions"]]
    assert list(cells.itertuples(index=False, name=None)) == [
        (0, bound, l1_sensitivity, places, 2)
        for bound, l1_sensitivity in bounds.items()
        for places in (1, 64)
    ]
    assert set(table["areas"]) == {SIDE} and set(table["share"]) == {AREA_SHARE}


def test_without_areas_the_errors_are_those_of_denoising_worth(tables):
    table, worth = tables
    rows = worth.set_index(["hour", "epsilon", "method"])
    expected = rows.loc[(0, 0.5, "aGM-auto"), "rmse_mean"]
    of_places = table.loc[table["places"] == 1, "rmse_plain"]
    assert list(of_places) == pytest.approx([expected] * 2, rel=1e-12)


def releases_of(truth, seed=3):
    return MapReleases(truth, GRID, rng=np.random.default_rng(seed), **BUDGET)


def test_the_error_of_sums_is_that_of_each_set():
    releases = releases_of(MAPS[0])
    sets = connected_sets(GRID, 9, 5, np.random.default_rng(2))
    x = releases.denoised("auto")
    squares = [sum(x[i] - MAPS[0][i] for i in places) ** 2 for places in sets]
    expected = np.sqrt(np.mean(squares))
    assert releases.rmse_of_sums(x, sets) == pytest.approx(expected)


@pytest.mark.parametrize("hour", MAPS)
def test_areas_whose_sums_are_known_give_a_map_with_these_sums(hour):
    truth = MAPS[hour]
    labels = partition(GRID, SIDE)
    releases = releases_of(truth)
    x = releases.denoised_with_areas(labels, 16.0, 1e-3, np.zeros(SIDE))
    plain = releases.denoised("auto")
    errors = [rmse(np.bincount(labels, fit - truth), 0) for fit in (x, plain)]
    assert errors[0] < 0.3 * errors[1]


def test_the_noise_of_the_places_is_that_of_the_release_without_areas():
    releases = releases_of(MAPS[0])
    # No share of the budget for sums, which are useless: the estimate hardly moves.
    labels = partition(GRID, SIDE)
    x = releases.denoised_with_areas(labels, releases.sigma, 1e9, np.ones(SIDE))
    plain = releases.denoised("auto")
    assert rmse(x, plain) < 0.2 * rmse(plain, MAPS[0])


def test_the_ratio_and_its_standard_error_are_those_of_the_draws():
    together = AreasWorth(GRID, 0, **SETTINGS, max_trips=5)
    draws = []
    for draw in range(4):
        alone = AreasWorth(GRID, 0, **SETTINGS, max_trips=5)
        releases = releases_of(MAPS[0], seed=draw)
        for areas in (alone, together):
            areas.observe(0, draw, releases)
        draws.append(alone.table()[["rmse_plain", "rmse_areas"]])
    for k, row in enumerate(together.table().itertuples()):
        plain, areas = np.array([draw.loc[k] for draw in draws]).T
        assert row.rmse_plain == pytest.approx(plain.mean())
        assert row.rmse_areas == pytest.approx(areas.mean())
        assert row.ratio == pytest.approx(areas.sum() / plain.sum())
        # The jackknife: the ratio without one draw each.
        others = (areas.sum() - areas) / (plain.sum() - plain)
        se = np.sqrt(3 / 4 * np.sum((others - others.mean()) ** 2))
        assert row.ratio_se == pytest.approx(se, rel=0.25)


def test_a_cab_whose_trips_cannot_exceed_the_l2_norm_needs_no_more_noise():
    table, _ = worth_of({0: MAPS[0]}, max_trips=1)
    errors = table.groupby("places")["rmse_areas"].nunique()
    assert set(table["l1_sensitivity"]) == {2.0} and set(errors) == {1}


def test_a_map_of_nothing_has_ratios():
    table, _ = worth_of({0: np.zeros(SIDE**2)})
    assert np.isfinite(table.select_dtypes("number")).all(axis=None)
