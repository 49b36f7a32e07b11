"""The benchmark of denoising: its maps, its yardsticks, its tables and its bars."""

from argparse import Namespace

import numpy as np
import pandas as pd
import pytest

from benchmarks.denoising import bench_denoising, maps, peers, quality, speed
from gaussmech import Graph, trend_filter


@pytest.fixture(scope="module")
def town():
    graph = maps.grid(5)
    return graph, maps.street_counts(graph)


def test_grid_is_square_on_the_ground():
    graph = maps.grid(3)
    assert (graph.n, graph.m) == (9, 12) and sorted(graph.degree) == [2] * 4 + [3] * 4 + [4]
    i, j = graph.edges.T
    apart = np.hypot(graph.lon[i] - graph.lon[j], graph.lat[i] - graph.lat[j])
    assert apart == pytest.approx(1e-3, rel=1e-9, abs=0)


def test_regions_are_nearest_by_street():
    # Vertex 1 is one street from either end, the one to 2 being the shorter.
    graph = Graph(3, [[0, 1], [1, 2]], length_m=[100.0, 1.0])
    seen = set()
    for seed in range(20):
        centres = np.random.default_rng(seed).choice(3, 2, replace=False).tolist()
        found = maps.regions(graph, np.random.default_rng(seed), count=2)
        seen.add(tuple(centres))
        assert len(np.unique(found)) == 2
        if 1 not in centres:
            assert found[1] == found[2]
    assert (0, 2) in seen


def test_unusual_maps_are_as_their_names_say():
    graph = maps.grid(8)
    truth = maps.street_counts(graph)
    cases = maps.unusual_maps(graph, truth, 0)
    assert len(cases) == 11
    assert cases["map - 20"][0] == pytest.approx(truth - 20, rel=1e-15, abs=0)
    scaled, sigma = cases["map * 0.01"]
    assert (scaled / sigma) == pytest.approx(truth / maps.SIGMA, rel=1e-12, abs=0)
    levels, sigma = cases["25 regions in [0, 100]"]
    assert len(np.unique(levels)) <= 25 and 40 < levels.max() <= 100 and sigma == 40
    spikes, _ = cases["30 spikes on 10"]
    assert np.sum(spikes > 10) == 30 and spikes[spikes > 10].min() >= 210
    again = maps.unusual_maps(graph, truth, 0)
    other = maps.unusual_maps(graph, truth, 1)
    for name in ("25 regions in [0, 40]", "30 spikes on 0", "white exp N(3, 1²), σ 5"):
        assert (cases[name][0] == again[name][0]).all()
        assert (cases[name][0] != other[name][0]).any()


def test_the_oracle_is_the_best_of_its_fits(town):
    graph, truth = town
    y = truth + 40 * np.random.default_rng(1).standard_normal(graph.n)
    fits = [trend_filter(y, graph, ratio * 40).x for ratio in quality.RATIOS]
    least = min(np.sqrt(np.mean((np.maximum(x, 0) - truth) ** 2)) for x in fits)
    assert quality.oracle(y, 40, graph, truth) == pytest.approx(least, rel=1e-3, abs=0)


def test_weights_by_length_are_inverse_and_bounded():
    graph = Graph(4, [[0, 1], [1, 2], [2, 3]], length_m=[1.0, 100.0, 400.0])
    assert quality.by_length(graph).weights.tolist() == [5.0, 1.0, 0.25]
    assert quality.by_length(maps.grid(3)) is None


def test_quality_has_every_method_and_its_bars(town):
    graph, truth = town
    rows = quality.quality_rows(graph, {(0, 100): truth, (8, 60): truth}, 1)
    assert set(rows["method"]) == {"oracle", *quality.METHODS}
    again = quality.quality_rows(graph, {(8, 60): truth}, 1)
    assert again["rmse"].tolist() == rows.loc[rows["hour"] == 8, "rmse"].tolist()
    _, bars = bench_denoising.quality_summary(rows)
    table = rows.set_index(["hour", "method"])["rmse"]
    ratios = [table[hour, "auto"] / table[hour, "oracle"] for hour in (0, 8)]
    assert bars[0]["measured"] == f"{np.mean(ratios):.3f}"
    assert bars[1]["measured"] == f"{ratios[0]:.3f}"


def test_budgets_hold_auto_against_the_better_rival():
    rivals = {"mean": [4.0, 8.0], "wavelet": [5.0, 2.0], "mean cut": 3.0, "wavelet cut": 6.0}
    small = pd.DataFrame({"epsilon": 0.05, "sigma": 346.0, "auto": [2.0, 3.0], "raw": 1.0} | rivals)
    large = small.assign(epsilon=5.0, sigma=4.9, auto=[2.0, 1.0], raw=4.0)
    text, bars = bench_denoising.budget_summary(pd.concat([small, large]))
    # 2/4 and 3/2 for small budgets; 2/4 and 1/4 for large ones.
    assert [bar["measured"] for bar in bars] == ["1.000", "0.500"]
    assert "| 0.05 | 346 | 1.000 | 1.500 | 0.833 | 1.000 | 2.500 | 3.000 |" in text[-1]


def test_budgets_are_the_papers(town):
    graph, truth = town
    rows = quality.budget_rows(graph, {(0, 100): truth}, 1, epsilons=(0.5, 50.0))
    assert rows["sigma"].round(2)[0] == maps.SIGMA
    assert rows["raw"].to_numpy() == pytest.approx(rows["sigma"].to_numpy(), rel=0.5, abs=0)
    assert rows["mean"][1] == pytest.approx(truth.std(), rel=0.1, abs=0)
    assert (rows["raw"] != rows["sigma"]).all() and (rows["mean cut"] == rows["mean"]).all()


def test_robustness_divides_by_the_best_other():
    rows = pd.DataFrame(
        [
            ("a", 1, 0, "auto", 3.0, 0.5),
            ("a", 1, 0, "field", 2.0, None),
            ("a", 1, 0, "forest", 4.0, None),
            ("b", 1, 0, "auto", 1.0, 0.0),
            ("b", 1, 0, "field", 2.0, None),
            ("b", 1, 0, "forest", 1.0, None),
        ],
        columns=["case", "sigma", "draw", "method", "rmse", "share"],
    )
    text, (bar,) = bench_denoising.robustness_summary(rows)
    assert (bar["measured"], bar["bar"], bar[""]) == (
        "1.500",
        "auto / best other, worst: a",
        "missed",
    )
    assert "| a | 1.500 | field | 0.50 |" in text[-1]


def test_risk_is_judged_by_the_error_of_its_mean(town):
    rows = pd.DataFrame({"method": "js", "mse": [1.0, 2.0, 3.0], "stated_mse": [2.0, 4.0, 3.0]})
    rows = rows.assign(mse_se=1.0, rmse=1.0, stated_rmse=[1.5, 0.5, 1.1], rmse_se=0.5)
    _, (mse, root) = bench_denoising.risk_summary(rows)
    # Gaps 1, 2, 0: mean 1, standard error 1 / sqrt(3).
    assert mse["measured"] == f"{3**0.5:.3f}" and mse[""] == "met"
    # Gaps 0.5, -0.5, 0.1: mean 1 / 30, and a spread of 0.50332.
    assert root["measured"] == f"{1 / 30 / (0.5033222956847166 / 3**0.5):.3f}"
    found = quality.risk_rows(*town, 1, 0)
    assert len(found) == len(quality.METHODS) - 3 and (found["mse"] == found["rmse"] ** 2).all()


def test_speed_times_the_city_and_large_grids(town):
    graph, truth = town
    rows = pd.DataFrame(
        [*speed.city_rows(graph, [truth, 2 * truth], 1), *speed.large_fit("auto", 6, 1)]
        + speed.large_fit("forest", 7, 1)
        + speed.large_peer("PyGSP Tikhonov", 6, 1)
    )
    options = Namespace(repeats=1, sides=(6, 7))
    text, bars = bench_denoising.speed_summary(rows, options)
    assert [bar["at most"] for bar in bars] == ["0.4", "60", "8192", "2", "2", "60"]
    seconds = rows.set_index(["work", "vertices"])["seconds"]
    assert seconds["auto, slowest hour", 25] >= seconds["auto", 25]
    assert "prior of the field" in text[-1] and (rows["vertices"].isin([25, 36, 49])).all()


def test_a_peer_that_is_not_installed_is_shown_as_such(town, monkeypatch):
    def absent(graph):
        raise ImportError

    monkeypatch.setitem(peers.PEERS, "absent", absent)
    graph, truth = town
    row = speed.peer_row("absent", graph, truth, truth, 1)
    assert row["note"] == "not installed" and np.isnan(row["seconds"])
