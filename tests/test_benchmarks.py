"""The benchmarks still run: the smallest case of each, without their peers."""

from argparse import Namespace
from functools import partial
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from benchmarks import gdp, release, report, scaling, trees, trend, vectors, workflow
from benchmarks.denoising import __main__ as denoising
from benchmarks.denoising import maps, peers, quality, speed
from benchmarks.graphs import grid, street_counts
from benchmarks.peers import CALIBRATORS

CHEAP = ("histogram", "dimension", 1000), ("SciPy", "vertices", 32**2)


def test_report(tmp_path, capsys):
    rows = pd.DataFrame({"a": ["x"], "b": [1]})
    report.write(tmp_path / "new", "page", ["A text", rows], tables={"_kept": rows})
    page = (tmp_path / "new/page.md").read_text()
    assert page == "A text\n\n| a | b |\n| --- | --: |\n| x | 1 |\n" == capsys.readouterr().out[:-1]
    assert pd.read_csv(tmp_path / "new/page_kept.csv").equals(rows)
    found = [report.digits(x) for x in (0.123456, 12345.6, np.nan)]
    assert found == ["0.123", "12,346", "–"]
    assert "numpy 2" in report.machine("no-such-thing")
    assert "no-such-thing not installed" in report.machine("no-such-thing")


def test_calibration(monkeypatch):
    pytest.importorskip("mpmath")
    from benchmarks.calibration import __main__ as calibration
    from benchmarks.calibration.worker import Outcome

    for name, least in {"speed_facts": {"count": 1000}, "import_ms": {"repeats": 1}}.items():
        monkeypatch.setattr(calibration, name, partial(getattr(calibration, name), **least))
    sigma = calibration.exact_sigma(1.0, 1e-6)
    assert abs(calibration.exact_delta(sigma, 1.0) / 1e-6 - 1) < 1e-15
    ours = {name: CALIBRATORS[name] for name in list(CALIBRATORS)[:2]}
    ranges = {name: [(1.0, 1e-6)] for name in ("common", "whole", "corners")}
    options = Namespace(limit=30, array=10)
    rows, arrays = calibration.run(ours, ranges, options)
    assert set(rows["verdict"][:3]) == {"safe"} and arrays["gaussmech"] > 0
    assert arrays["Algorithm 1, as printed"] is None
    sections = list(calibration.sections(rows, arrays, options))
    tables = [part for part in sections if isinstance(part, pd.DataFrame)]
    assert all(tables[k]["calibrator"][0] == "gaussmech" for k in range(3))
    for factor, verdict in ((1 + 1e-15, "safe"), (1 - 1e-15, "unsafe"), (-1, "failure")):
        found = calibration.judged(1.0, 1e-6, sigma, Outcome(float(sigma * factor)))
        assert found["verdict"] == verdict


def test_algorithm_1_and_the_script_of_its_authors_differ():
    """One stops at 1e-12 in v* or u*, the other at 1e-12 in delta."""
    printed, script = (CALIBRATORS[name][0]() for name in list(CALIBRATORS)[1:3])
    assert printed(1.0, 1e-3) == pytest.approx(script(1.0, 1e-3), rel=1e-8)
    off = script(1.0, 1e-13) / printed(1.0, 1e-13) - 1
    assert abs(off) > 1e-3
    assert script(2.0, 0.9) == pytest.approx(printed(2.0, 0.9), rel=1e-9)


def test_gdp():
    for row in gdp.head_rows(points=50, end=3.0, tolerance=0.05):
        assert float(row["loop's differ by"]) < 1e-9
    assert len(list(gdp.composition_rows())) == 3


def test_denoising(monkeypatch):
    graph = grid(5)
    truth = street_counts(graph)
    hours = {(8, 100): truth, (16, 100): truth[::-1]}
    case = Namespace(graph=graph, at_100=hours, draws=1, repeats=1, sides=(6, 7), risk=(2, 1))
    case.true_maps = maps.city_groups(graph, {(8, 100): truth})
    case.joint, case.midnight = maps.joint_cases(graph, hours), truth
    rows = quality.quality_rows(case, (0.5,))
    assert {"trend filtering", "graph Matérn field", "adaptive quad-tree"} < set(rows["method"])
    assert set(quality.METHODS) < set(rows["method"]) and rows["rmse"].notna().all()
    least = rows.pivot_table("rmse", ["map", "draw", "method"], "tuned").dropna()
    assert len(least) >= 2 and (least["the truth"] <= least["itself"]).all()
    denoising.quality_summary(rows)
    joint = quality.together_rows(case)
    assert set(joint["case"]) == {"2 hours, 100 m", maps.UNRELATED} and len(joint) == 4
    denoising.together_summary(joint)
    monkeypatch.setattr(speed, "apart", lambda work, *given: work(*given))
    found = pd.DataFrame(speed.speed_rows(case))
    assert found["vertices"].tolist() == [25] * 7 + [36, 36, 49, 36, 36, 49, 49]
    denoising.speed_summary(found.fillna({"note": ""}), case)
    assert len(quality.risk_rows(case)) == 2 * len(quality.METHODS) - 4


def test_scaling():
    law = {"what": "forest", "grows": "vertices", "size": [100, 1000]}
    costs = pd.DataFrame(law | {"cpu_s": [0.5, 5.0 * 10**0.5], "peak_bytes": 9e7})
    (row,) = scaling.growth_rows("vertices", costs)
    found = {"seconds by vertices": "forest", "100": "0.5", "1,000": "15.8"}
    assert row == found | {"exponent": "1.5", "MB": "90"}
    assert len(scaling.plot(costs).axes[1].lines) == 1
    plt.close("all")
    calls = list(scaling.calls(10_000))
    assert {name for name, *_ in calls} >= {"mean estimation", "histogram", "auto", "SciPy"}
    for cost, arguments in ((c[3], c[4]) for c in calls if c[:3] in CHEAP):
        seconds, peak = cost(*arguments)
        assert seconds > 0 and peak > 1e7


def test_trees():
    rows = list(trees.rows(small=3, town=4, side=8, repeats=1))
    assert len(rows) == 7 and rows[-1]["peer"].startswith("np.sort")


def test_trend():
    rows = list(trend.small_rows(grid(4), 1))
    assert len(rows) == len(trend.RATIOS)
    assert trend.large_fit(20, 1.0, 1e-4, scattered=True)["gap"] <= 1e-4


def test_workflow():
    assert workflow.data_overlay(None) == {"heatmap": {"source": "stand-in"}}
    assert 1 < workflow.unit_seconds(0.001) < 1000
    runs = pd.DataFrame([{"work": "everything", "units": 1.5}, {"work": "nothing"}])
    rules = {"figures": pd.DataFrame({"rule": ["a", "b"], "cpu_s": [1.0, 4.0]})}
    _, whole, title, by_rule, _ = workflow.sections(runs, rules, {"heatmap": {}})
    assert whole["units"].tolist() == ["1.50", "–"] and title == "`make figures`, by rule:"
    assert by_rule.to_numpy().tolist() == [["b", "4.00"], ["a", "1.00"]]


def test_vectors():
    errors = pd.DataFrame(vectors.error_rows([1.0], [10], 2))
    assert set(vectors.OURS) <= set(errors) and (errors["aGM-auto"] < 0.2).all()
    assert len(list(vectors.cost_rows(1000))) == 8


def test_release():
    exact = pd.DataFrame(release.exact_rows(4))
    assert len(exact) == 4 and (exact["share"] <= 1).all()
    extra = release.extra_noise(3)
    assert (extra >= 0).all() and (extra < 1e-6).all()
    (row,) = release.peer_rows([0.5], [1e-6])
    assert float(row["OpenDP"]) > 1.05 * float(row["gaussmech"])


def test_networks_from_elsewhere(tmp_path):
    edges, lon = np.array([[0, 1], [1, 2]]), np.array([0.0, 0.001, 0.002], dtype=np.float32)
    names, f = np.array(["trips_0m", "trips_50m", "trips_90m"]), np.arange(9.0).reshape(3, 3)
    np.savez(tmp_path / "a_town.npz", edges=edges, lon=lon, lat=lon, names=names, maps=f)
    np.savez(tmp_path / "b.npz", edges=edges, length=[5.0, 7.0], names=["cases"], maps=f[:1])
    found = maps.elsewhere(tmp_path)
    groups = [(true_map.group, true_map.name) for true_map in found]
    smooth = ("a town, kernels", "trips_50m"), ("a town, kernels", "trips_90m")
    assert groups == [("a town, 0 m", "trips_0m"), *smooth, ("b", "cases")]
    assert found[0].graph is found[2].graph and found[2].f.tolist() == [6, 7, 8]
    assert found[0].graph.length_m is None and found[3].graph.length_m.tolist() == [5, 7]


def test_where_it_holds_is_as_measured():
    docs = Path(__file__).parents[1] / "docs"
    page = (docs / "denoising.md").read_text(encoding="utf-8")
    section = page.split("## Where it holds")[1].split("\n## ")[0]
    shown = [line for line in section.splitlines() if line.startswith("|")]
    measured = (docs / "bench/denoising.md").read_text(encoding="utf-8").splitlines()
    assert len(shown) > 5 and set(shown) <= set(measured)


def test_graph_matern_is_dense_kriging():
    graph = grid(4)
    y = np.random.default_rng(3).standard_normal((16, 2)) + np.repeat([[0.0], [6.0]], 8, axis=0)
    laplacian = nx.laplacian_matrix(graph.to_networkx(), range(16)).toarray().astype(float)
    fits, signs = peers.graph_matern(graph), np.random.default_rng(1).choice([-1.0, 1.0], (16, 30))
    for kappa in peers.KAPPAS * graph.degree.mean():
        for power in peers.SMOOTHNESS:
            root = np.linalg.inv(kappa * np.eye(16) + laplacian)
            covariance = np.linalg.matrix_power(root, power)
            covariance /= np.mean(signs * (covariance @ signs))
            for variance in peers.VARIANCES:
                total, centred = variance * covariance + np.eye(16), y - y.mean(axis=0)
                left = np.linalg.solve(total, centred)
                x, criterion = next(fits)(y)
                np.testing.assert_allclose(x, y - left, atol=1e-7)
                expected = np.sum(centred * left, axis=0) + np.linalg.slogdet(total)[1]
                np.testing.assert_allclose(criterion, expected, rtol=1e-6)


def test_quad_tree_is_the_cheapest_pruning():
    cell = np.random.default_rng(4).integers(0, 8, (30, 2))
    y = np.random.default_rng(5).standard_normal(30) + 3 * (cell[:, 0] > 3)

    def best(inside, up, cost):
        x = np.where(inside, y[inside].mean(), 0)
        leaf = np.sum((y - x)[inside] ** 2) + cost, x
        if inside.sum() == 1:
            return leaf
        if up == 0:
            parts = np.eye(30, dtype=bool)[inside]
        else:
            code = (cell[:, 0] >> (up - 1)) * 8 + (cell[:, 1] >> (up - 1))
            parts = [inside & (code == c) for c in np.unique(code[inside])]
        split = [best(part, up - 1, cost) for part in parts]
        return min(leaf, (sum(c for c, _ in split), sum(x for _, x in split)), key=lambda b: b[0])

    for cost in (0.1, 1.0, 5.0, 100.0):
        found = peers.pruned(peers.quad_levels(cell, 3), y[:, None], cost)[:, 0]
        np.testing.assert_allclose(found, best(np.ones(30, dtype=bool), 3, cost)[1], atol=1e-12)
