"""The benchmarks still run: the smallest case of each, without their peers."""

from argparse import Namespace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from benchmarks import gdp, release, report, trees, trend, vectors, workflow
from benchmarks.denoising import bench_denoising, maps, quality, speed, tuned_peers
from benchmarks.graphs import grid, street_counts
from benchmarks.peers import CALIBRATORS
from benchmarks.scaling import __main__ as scaling
from benchmarks.scaling import graphs, plot
from benchmarks.scaling import vectors as vector_costs


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


def test_calibration():
    pytest.importorskip("mpmath")
    from benchmarks.calibration import __main__ as calibration
    from benchmarks.calibration.exact import exact_delta, exact_sigma
    from benchmarks.calibration.worker import Outcome

    sigma = exact_sigma(1.0, 1e-6)
    assert abs(exact_delta(sigma, 1.0) / 1e-6 - 1) < 1e-15
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


def test_denoising():
    graph = grid(5)
    truth = street_counts(graph)
    true_maps = maps.city_groups(graph, {(8, 100): truth, (16, 100): truth[::-1]})
    rows = quality.quality_rows(true_maps, 2, (0.5,))
    assert {"trend filtering", "graph Matérn field", "adaptive quad-tree"} < set(rows["method"])
    assert set(quality.METHODS) < set(rows["method"]) and rows["rmse"].notna().all()
    least = rows.pivot_table("rmse", ["map", "draw", "method"], "tuned").dropna()
    assert len(least) >= 8 and (least["the truth"] <= least["itself"]).all()
    bench_denoising.quality_summary(rows)
    cases = maps.joint_cases(graph, {(8, 100): truth, (16, 100): truth[::-1]})
    joint = quality.together_rows(cases, graph, 1)
    assert set(joint["case"]) == {"2 hours, 100 m", maps.UNRELATED} and len(joint) == 4
    bench_denoising.together_summary(joint)
    found = [*speed.city_rows(graph, [truth, truth], 1), *speed.large_fit("auto", 6, 1)]
    found = pd.DataFrame(found + speed.large_fit("forest", 7, 1)).assign(note="")
    bench_denoising.speed_summary(found, Namespace(repeats=1, sides=(6, 7)))


def test_scaling():
    x = np.array([1.0, 10, 100, 1000])
    law = scaling.power_law(x, 3 * x**1.5, span=100)
    assert [law[k] for k in ("exponent", "factor", "low")] == pytest.approx([1.5, 3, 10])
    calls = [call for call in vector_costs.calls(largest=0.01) if call[1] == "dimension"]
    fitted = scaling.fit_times(vector_costs.timed(calls, 1))
    assert set(fitted["experiment"]) == set(vector_costs.works())
    costs = [
        {"maps": 1, "vertices": n, "cpu_s": n**1.5, "peak_bytes": 9e7 + 80 * n} for n in (4, 16, 64)
    ]
    on = graphs.MAP_SIDE**2
    costs += [
        {"maps": k, "vertices": on, "cpu_s": 5 + 2.0 * k, "peak_bytes": 9e7} for k in (1, 2, 3)
    ]
    grown = scaling.fit_graphs(pd.DataFrame(costs).assign(work="forest"))
    found = grown[["exponent", "vertex_bytes", "graph_s", "map_s"]].to_numpy()[0]
    assert found == pytest.approx([1.5, 80, 5, 2])
    memory = [
        {"experiment": "histogram", "capped_at": 0, "dimension": d, "peak_bytes": 9e7 + 16 * d}
        for d in (10, 100, 1000)
    ]
    end = pd.DataFrame(scaling.end_rows(fitted, pd.DataFrame(memory), grown))
    end = end.set_index("what grows")
    # 86400^(2/3) vertices, and (86400 - 5) / 2 maps.
    assert end.loc["forest: vertices of a graph"].tolist() == ["2,000", "200,000,000"]
    assert end.loc["forest: maps on 3,844 vertices", "24 h at"] == "43,000"
    assert graphs.cost_of("SciPy", 5, 2)["cpu_s"] > 0
    memory = pd.DataFrame(memory).assign(sample_size=500)
    rows = ({"experiment": e, "sweep": s, **sizes} for e, s, sizes in vector_costs.calls(0.01))
    times = pd.DataFrame(rows)
    times["cpu_s"] = 1e-6 * times[list(vector_costs.SWEEPS)].sum(axis=1)
    figure = plot.growth(times, scaling.fit_times(times), memory)
    assert len(figure.axes) == 4 and figure.axes[1].lines
    figure = plot.graphs(pd.DataFrame(costs).assign(work="forest"), grown)
    assert len(figure.axes) == 3 and all(axes.lines for axes in figure.axes)
    plt.close("all")


def test_a_job_of_the_workflow_is_measured():
    rows = list(vector_costs.memory_rows([7], {"sample_size": 5, "dimension": 7}))
    assert [row["experiment"] for row in rows[::2]] == list(vector_costs.EXPERIMENTS)
    assert all(row["peak_bytes"] > 1e7 for row in rows)


def test_trees():
    rows = list(trees.rows(small=3, town=4, side=8, repeats=1))
    assert len(rows) == 7 and rows[-1]["peer"].startswith("np.sort")


def test_trend():
    rows = list(trend.small_rows(grid(4), 1))
    assert len(rows) == len(trend.RATIOS)
    assert trend.large_fit(20, 1.0, 1e-4, scattered=True)["gap"] <= 1e-4


def test_workflow():
    options = workflow.parsed([])
    assert options.targets == list(workflow.RESULTS)
    assert workflow.data_overlay(None) == {"heatmap": {"source": "stand-in"}}
    assert 1 < workflow.unit_seconds(0.001) < 1000
    rules = pd.DataFrame(
        {"rule": ["a", "b"], "jobs": [2, 1], "cpu_s": [1.0, 4.0], "longest_s": [1, 4]}
        | {"peak_mb": [9.0, 9.0], "units": [0.1, 0.4], "target": "figures", "work": "everything"}
    )
    run = {"target": "figures", "work": "everything", "cores": 2, "wall_s": 2.0, "cpu_s": 6.0}
    whole = {"jobs": 3, "jobs_cpu_s": 5.0, "longest_job_s": 4, "unit_s": 0.51, "load_before": 0.5}
    runs = [run | whole, run | {"work": "nothing"}]
    (row,) = workflow.whole_rows(pd.DataFrame(runs[:1]))
    assert row["bars"] == "met"
    assert [row["rule"] for row in workflow.rule_rows(rules)] == ["b", "a"]
    runs[0]["unit_s"] = 0.49
    (row,) = workflow.whole_rows(pd.DataFrame(runs[:1]))
    assert row["bars"] == "missed"
    options = Namespace(cores=2, targets=["figures"], repeats=1)
    found = list(workflow.sections(pd.DataFrame(runs), rules, {"heatmap": {}}, options))
    assert len(found) == 7


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
    assert len(list(release.law_rows(1000))) == 4


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
    i, j = graph.edges.T
    laplacian = np.diag(graph.degree.astype(float))
    laplacian[i, j] = laplacian[j, i] = -1
    fits = tuned_peers.graph_matern(graph)
    signs = np.random.default_rng(1).choice([-1.0, 1.0], (16, 30))
    for kappa in tuned_peers.KAPPAS * graph.degree.mean():
        for power in tuned_peers.SMOOTHNESS:
            root = np.linalg.inv(kappa * np.eye(16) + laplacian)
            covariance = np.linalg.matrix_power(root, power)
            covariance /= np.mean(signs * (covariance @ signs))
            for variance in tuned_peers.VARIANCES:
                total = variance * covariance + np.eye(16)
                left = np.linalg.solve(total, y - y.mean(axis=0))
                evidence = np.sum((y - y.mean(axis=0)) * left, axis=0)
                x, criterion = next(fits)(y)
                np.testing.assert_allclose(x, y - left, atol=1e-7)
                expected = evidence + np.linalg.slogdet(total)[1]
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
        found = tuned_peers._pruned(tuned_peers._quad_levels(cell, 3), y[:, None], cost)[:, 0]
        np.testing.assert_allclose(found, best(np.ones(30, dtype=bool), 3, cost)[1], atol=1e-12)
