"""The benchmarks still run: the smallest case of each, without their peers."""

import re
from argparse import Namespace
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks import (
    gdp,
    intervals,
    release,
    release_noise,
    report,
    scaling,
    specialists,
    trees,
    trend,
    vectors,
    workflow,
)
from benchmarks.calibration import __main__ as calibration
from benchmarks.calibration.worker import Outcome
from benchmarks.denoising import __main__ as denoising
from benchmarks.denoising import maps, peers, quality, speed
from benchmarks.graphs import grid, street_counts
from benchmarks.peers import CALIBRATORS
from tests.graphs.networks import incidence


def test_report(tmp_path, capsys):
    rows = pd.DataFrame({"a": ["x"], "b": [1]})
    report.write(tmp_path / "new", "page", ["A text", rows], tables={"_kept": rows})
    page = (tmp_path / "new/page.md").read_text()
    assert (
        page
        == "A text\n\n| a | b |\n| --- | --: |\n| x | 1 |\n"
        == capsys.readouterr().out[:-1]
    )
    assert pd.read_csv(tmp_path / "new/page_kept.csv").equals(rows)
    assert [*map(report.digits, (0.123456, 12345.6, np.nan))] == [
        "0.123",
        "12,346",
        "–",
    ]
    assert re.search(
        "numpy 2.*no-such-thing not installed", report.machine("no-such-thing")
    )


def test_calibration(monkeypatch):
    for name, least in {
        "speed_facts": {"count": 1000},
        "import_ms": {"repeats": 1},
    }.items():
        monkeypatch.setattr(
            calibration, name, partial(getattr(calibration, name), **least)
        )
    sigma = calibration.exact_sigma(1.0, 1e-6)
    options = Namespace(limit=30, array=10)
    assert abs(calibration.exact_delta(sigma, 1.0) / 1e-6 - 1) < 1e-15
    ranges = dict.fromkeys(("common", "whole", "corners"), [(1.0, 1e-6)])
    rows, arrays = calibration.run(dict(list(CALIBRATORS.items())[:2]), ranges, options)
    assert set(rows["verdict"][:3]) == {"safe"} and arrays["gaussmech"] > 0
    assert arrays["Algorithm 1, as printed"] is None
    _, _, *tables = calibration.sections(rows, arrays, options)
    assert all(tables[k]["calibrator"][0] == "gaussmech" for k in (0, 2, 4))
    for factor, verdict in (
        (1 + 1e-15, "safe"),
        (1 - 1e-15, "unsafe"),
        (-1, "failure"),
    ):
        judgement = calibration.judge(1.0, 1e-6, sigma, Outcome(float(sigma * factor)))
        assert judgement["verdict"] == verdict


def test_algorithm_1_and_the_script_of_its_authors_differ():
    printed, script = (CALIBRATORS[name][0]() for name in list(CALIBRATORS)[1:3])
    off = [
        abs(script(*at) / printed(*at) - 1) for at in ((1, 1e-3), (2, 0.9), (1, 1e-13))
    ]
    assert off[0] < 1e-8 and off[1] < 1e-9 and off[2] > 1e-3


def test_gdp_vectors_and_release():
    for row in gdp.head_rows(points=50, end=3.0, tolerance=0.05):
        assert float(row["loop's differ by"]) < 1e-9
    assert len(list(gdp.composition_rows())) == 3
    errors = pd.DataFrame(vectors.error_rows([1.0], [10], 2))
    assert set(vectors.OURS) <= set(errors) and (errors["posterior-median"] < 0.2).all()
    assert len(list(vectors.cost_rows(1000))) == 8
    exact = pd.DataFrame(release.exact_rows(4))
    assert len(exact) == 4 and (exact["share"] <= 1).all()
    assert all(0 <= extra < 1e-6 for extra in release.extra_noise(3))
    (row,) = release.peer_rows([0.5], [1e-6])
    true_map = maps.TrueMap("a place", "counts", grid(8), np.arange(64) % 7.0)
    errors = pd.DataFrame(release_noise.error_rows([true_map], 1))
    assert (errors["auto"] == "laplace").all() and (
        errors["laplace"] < errors["gaussian"]
    ).any()
    words, table = release_noise.error_sections(errors)
    assert "geometric mean 0." in words and list(table["map"]) == ["a place"]
    assert all(row["share"] <= 1 for row in release_noise.ledger_rows(20))
    assert float(row["OpenDP"]) > 1.05 * float(row["gaussmech"])


def test_denoising(monkeypatch):
    graph = grid(5)
    truth = street_counts(graph)
    hours = {(8, 100): truth, (16, 100): truth[::-1]}
    case = Namespace(
        graph=graph, at_100=hours, draws=1, repeats=1, sides=(6, 7), risk=(2, 1)
    )
    case.true_maps = maps.city_groups(graph, {(8, 100): truth})
    case.joint = maps.joint_cases(graph, hours)
    case.midnight = truth
    rows = quality.quality_rows(case, (0.5,))
    assert {"trend filtering", "graph Matérn field", "adaptive quad-tree"} < set(
        rows["method"]
    )
    assert set(quality.METHODS) < set(rows["method"]) and rows["rmse"].notna().all()
    least = rows.pivot_table("rmse", ["map", "draw", "method"], "tuned").dropna()
    assert len(least) >= 2 and (least["the truth"] <= least["itself"]).all()
    denoising.quality_summary(rows)
    joint = quality.together_rows(case)
    assert set(joint["case"]) == {"2 hours, 100 m", maps.UNRELATED} and len(joint) == 4
    denoising.together_summary(joint)
    monkeypatch.setattr(speed, "apart", lambda work, *arguments: work(*arguments))
    speeds = pd.DataFrame(speed.speed_rows(case))
    assert speeds["vertices"].tolist() == [25] * 7 + [36, 36, 49, 36, 36, 49, 49]
    denoising.speed_summary(speeds.fillna({"note": ""}), case)
    assert len(quality.risk_rows(case)) == 2 * len(quality.METHODS) - 4


def test_scaling():
    law = {"what": "forest", "grows": "vertices", "size": [100, 1000]}
    costs = pd.DataFrame(law | {"cpu_s": [0.5, 5.0 * 10**0.5], "peak_bytes": 9e7})
    (row,) = scaling.growth_rows("vertices", costs)
    assert [*row] == ["seconds by vertices", "100", "1,000", "exponent", "MB"]
    assert [*row.values()] == ["forest", "0.5", "15.8", "1.5", "90"]
    assert len(scaling.plot(costs).axes[1].lines) == 1
    calls = list(scaling.calls(10_000))
    assert {name for name, *_ in calls} >= {
        "mean estimation",
        "histogram",
        "auto",
        "SciPy",
    }
    cheap = ("histogram", "dimension", 1000), ("SciPy", "vertices", 32**2)
    for cost, arguments in ((c[3], c[4]) for c in calls if c[:3] in cheap):
        assert (np.array(cost(*arguments)) > [0, 1e7]).all()


def test_trees_and_trend():
    *rows, last = trees.rows(small=3, town=4, side=8, repeats=1)
    assert len(rows) == 6 and last["peer"].startswith("np.sort")
    assert len(list(trend.small_rows(grid(4), 1))) == len(trend.RATIOS)
    assert trend.large_fit(20, 1.0, 1e-4, scattered=True)["gap"] <= 1e-4


def test_workflow():
    assert workflow.data_overlay(None) == {"heatmap": {"source": "stand-in"}}
    assert 1 < workflow.unit_seconds(0.001) < 1000
    runs = pd.DataFrame([{"work": "everything", "units": 1.5}, {"work": "nothing"}])
    rules = {"figures": pd.DataFrame({"rule": ["a", "b"], "cpu_s": [1.0, 4.0]})}
    _, whole, title, by_rule, _ = workflow.sections(runs, rules, {"heatmap": {}})
    assert (
        whole["units"].tolist() == ["1.50", "–"] and title == "`make figures`, by rule:"
    )
    assert by_rule.to_numpy().tolist() == [["b", "4.00"], ["a", "1.00"]]


def test_intervals(tmp_path, monkeypatch):
    monkeypatch.setattr(intervals, "PLACES", 81)
    one = maps.TrueMap("a town", "trips", grid(9), street_counts(grid(9)))
    signed = one._replace(group=intervals.SIGNED, f=one.f - one.f.mean())
    path = tmp_path / "rows.csv"
    rows = intervals.measured(path, intervals.place_row, [one, signed], ["laplace"], 1)
    assert len(rows) == 6 and rows["all"].between(0.5, 1).all()
    # Rows that are there are kept: another draw adds as many.
    more = intervals.measured(path, None, [one, signed], ["laplace"], 1)
    pd.testing.assert_frame_equal(more, rows, check_dtype=False)
    kinds = ("gaussian", "laplace", "laplace, taken for gaussian")
    events = intervals.measured(
        tmp_path / "e.csv", intervals.event_row, [one], kinds, 1
    )
    assert float(intervals.one_event(events)["laplace"].iloc[-1]) < 0.9
    cells = (
        rows.groupby(["group", "noise", "epsilon"])
        .mean(numeric_only=True)
        .reset_index()
    )
    assert set(intervals.bars(cells, events)["bar"].str.len() > 0) == {True}
    assert len(intervals.places(cells)) == 2 and len(intervals.stated(rows)) == 2
    assert intervals.highest(np.array([5.0, 1.0, 9.0, 0.0]), 0.5).tolist() == [0, 2]


def test_networks_from_elsewhere(tmp_path):
    edges = np.array([[0, 1], [1, 2]])
    lon = np.array([0.0, 0.001, 0.002], dtype=np.float32)
    names = ["trips_0m", "trips_50m", "trips_90m"]
    f = np.arange(9.0).reshape(3, 3)
    np.savez(
        tmp_path / "a_town.npz", edges=edges, lon=lon, lat=lon, names=names, maps=f
    )
    np.savez(
        tmp_path / "b.npz", edges=edges, length=[5.0, 7.0], names=["cases"], maps=f[:1]
    )
    true_maps = maps.elsewhere(tmp_path)
    assert [m.name for m in true_maps] == [*names, "cases"]
    assert [m.group for m in true_maps] == [
        "a town, 0 m",
        *["a town, kernels"] * 2,
        "b",
    ]
    assert true_maps[0].graph is true_maps[2].graph and true_maps[2].f.tolist() == [
        6,
        7,
        8,
    ]
    assert true_maps[0].graph.length_m is None and true_maps[
        3
    ].graph.length_m.tolist() == [
        5,
        7,
    ]


def test_where_it_holds_is_as_measured():
    docs = Path(__file__).parents[1] / "docs"
    page, measured = (
        (docs / f"{at}denoising.md").read_text("utf-8") for at in ("", "bench/")
    )
    section = page.split("## Where it holds")[1].split("\n## ")[0]
    rows_of_page = [line for line in section.splitlines() if line.startswith("|")]
    assert len(rows_of_page) > 5 and set(rows_of_page) <= set(measured.splitlines())
    section_of_others = " ".join(
        page.split("## Where another estimator is better")[1].split("\n## ")[0].split()
    )
    ratios = []
    for city in ("Medellin accidents", "Perth crashes"):
        row = rf"\| {city}, kernels \| 2 \| ([\d.]+) ±.*Gaussian process .* ([\d.]+) \|"
        auto, peer = re.search(row, measured).groups()
        ratios.append(f"{float(peer) / float(auto):.2f}")
        assert (
            city == "Perth crashes"
            or f"({peer} and {auto} of the oracle)" in section_of_others
        )
    measured = (docs / "bench/specialists.md").read_text("utf-8")
    photographs = re.search(r"\(least, largest\): ([\d.]+) \(([\d.]+),", measured)
    ratios += photographs.groups()
    # The last share, of a tenth of the places, has a ratio above 1.
    ratios += re.findall(r" % \| (0\.\d\d) \(", measured)
    assert re.findall(r"\b0\.\d\d\b", section_of_others) == ratios


def test_specialists(monkeypatch):
    monkeypatch.setattr(specialists, "SHARES", (0.2,))
    sparse = pd.DataFrame(specialists.sparse_rows(grid(8), 2))
    assert len(sparse) == 2 and (sparse["auto"] > 0).all()
    photographs = {
        "photograph": ["a", "b"],
        "sigma": [10, 10],
        "auto": [4.0, 1.0],
        "specialist": [1.0, 1.0],
    }
    texts = list(specialists.sections("A town", sparse, pd.DataFrame(photographs)))
    assert texts[1]["raised"].tolist() == ["20 %"]
    assert "0.50 (0.25, 1.00)" in texts[2]
    texts = list(specialists.sections("A town", sparse, pd.DataFrame()))
    assert "not installed" in texts[2]


def test_graph_matern_is_dense_kriging():
    graph = grid(4)
    y = np.random.default_rng(3).standard_normal((16, 2)) + np.repeat(
        [[0.0], [6.0]], 8, axis=0
    )
    laplacian = incidence(graph).T @ incidence(graph)
    fits = peers.graph_matern(graph)
    signs = np.random.default_rng(1).choice([-1.0, 1.0], (16, 30))
    centred = y - y.mean(axis=0)
    kappas = peers.KAPPAS * graph.degree.mean()
    for kappa, power, variance in product(kappas, peers.SMOOTHNESS, peers.VARIANCES):
        covariance = np.linalg.matrix_power(kappa * np.eye(16) + laplacian, -power)
        total = variance * covariance / np.mean(signs * (covariance @ signs)) + np.eye(
            16
        )
        residual, (x, criterion) = np.linalg.solve(total, centred), next(fits)(y)
        np.testing.assert_allclose(x, y - residual, atol=1e-7)
        expected = np.sum(centred * residual, axis=0) + np.linalg.slogdet(total)[1]
        np.testing.assert_allclose(criterion, expected, rtol=1e-6)


def test_quad_tree_is_the_cheapest_pruning():
    cell = np.random.default_rng(4).integers(0, 8, (30, 2))
    y = np.random.default_rng(5).standard_normal(30) + 3 * (cell[:, 0] > 3)

    def best(inside, up, cost):
        x = np.where(inside, y[inside].mean(), 0)
        leaf = np.sum((y - x)[inside] ** 2) + cost, x
        if inside.sum() == 1:
            return leaf
        code = (cell >> (up - 1)) @ [8, 1] if up else np.arange(30)
        split = [
            best(inside & (code == c), up - 1, cost) for c in np.unique(code[inside])
        ]
        return min(
            leaf,
            tuple(map(sum, zip(*split, strict=True))),
            key=lambda pruned: pruned[0],
        )

    for cost in (0.1, 1.0, 5.0, 100.0):
        pruned = peers.pruned_means(peers.quad_levels(cell, 3), y[:, None], cost)[:, 0]
        np.testing.assert_allclose(
            pruned, best(np.ones(30, dtype=bool), 3, cost)[1], atol=1e-12
        )
