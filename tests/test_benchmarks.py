"""The benchmarks still run: the smallest case of each, without their peers."""

from argparse import Namespace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from benchmarks.denoising import bench_denoising, maps, quality, speed, tuned_peers
from benchmarks.gdp import bench_gdp
from benchmarks.release import bench_release
from benchmarks.scaling import bench_scaling, graphs
from benchmarks.trees import bench_trees
from benchmarks.trend import bench_trend, problems
from benchmarks.vectors import bench_vectors
from benchmarks.workflow import bench_workflow


def test_calibration():
    reference = pytest.importorskip("benchmarks.calibration.reference")
    from benchmarks.calibration import bench_calibration, score
    from benchmarks.calibration.worker import Outcome

    sigma = reference.exact_sigma(1.0, 1e-6)
    ours = [peer for peer in bench_calibration.PEERS if peer.name == "gaussmech"]
    options = Namespace(limit=30, array=10)
    ranges, exact = {"common": [(1.0, 1e-6)]}, {(1.0, 1e-6): sigma}
    rows, arrays, _ = bench_calibration.run(ours, ranges, exact, options)
    assert rows["verdict"].tolist() == ["safe"] and arrays["gaussmech"] > 0
    assert len(score.summary(rows)) == 1
    for factor, verdict in ((1 + 1e-15, "safe"), (1 - 1e-15, "unsafe"), (-1, "failure")):
        found = score.row(1.0, 1e-6, sigma, Outcome(float(sigma * factor)))
        assert found["verdict"] == verdict


def test_denoising():
    graph = maps.grid(5)
    truth = maps.street_counts(graph)
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


def test_gdp():
    rows = bench_gdp.heads(points=50, end=3.0, tolerance=0.05)
    assert (rows["upper"] - rows["loop_upper"]).abs().max() < 1e-9


def test_scaling():
    calls = [call for call in bench_scaling.sweeps(largest=0.01) if call[1] == "dimension"]
    fitted = bench_scaling.fit_rows(bench_scaling.timed(calls, 1))
    assert set(fitted["experiment"]) == set(bench_scaling.EXPERIMENTS | bench_scaling.peers())
    costs = [
        {"maps": 1, "vertices": n, "cpu_s": n**1.5, "peak_bytes": 9e7 + 80 * n} for n in (4, 16, 64)
    ]
    on = graphs.MAP_SIDE**2
    costs += [
        {"maps": k, "vertices": on, "cpu_s": 5 + 2.0 * k, "peak_bytes": 9e7} for k in (1, 2, 3)
    ]
    grown = graphs.fit_rows(pd.DataFrame(costs).assign(work="forest"))
    found = grown[["exponent", "vertex_bytes", "graph_s", "map_s"]].to_numpy()[0]
    assert found == pytest.approx([1.5, 80, 5, 2])
    memory = [
        {"experiment": "histogram", "capped_at": 0, "dimension": d, "peak_bytes": 9e7 + 16 * d}
        for d in (10, 100, 1000)
    ]
    end = bench_scaling._end_table(fitted, pd.DataFrame(memory), grown).set_index("what grows")
    # 86400^(2/3) vertices, and (86400 - 5) / 2 maps.
    assert end.loc["forest: vertices of a graph"].tolist() == ["2,000", "200,000,000"]
    assert end.loc["forest: maps on 3,844 vertices", "24 h at"] == "43,000"
    assert graphs.cost_of("SciPy", 5, 2)["cpu_s"] > 0


def test_trees():
    rows = list(bench_trees.lines(Namespace(side=8, town=4, small=3, repeats=1)))
    assert len(bench_trees.table(rows)) == bench_trees.LINES


def test_trend():
    assert len(bench_trend.small_table(problems.grid(4), 1)) == len(bench_trend.RATIOS)
    assert bench_trend.large_fit(20, 1.0, 1e-4, scattered=True)["gap"] <= 1e-4


def test_workflow():
    options = bench_workflow._options([])
    assert options.targets == list(bench_workflow.RESULTS)
    assert bench_workflow.data_overlay(None) == {"heatmap": {"source": "stand-in"}}
    assert 1 < bench_workflow.unit_seconds(0.001) < 1000
    rules = pd.DataFrame(
        {"rule": ["a", "b"], "jobs": [2, 1], "cpu_s": [1.0, 4.0], "longest_s": [1, 4]}
        | {"peak_mb": [9.0, 9.0], "units": [0.1, 0.4], "target": "figures", "work": "everything"}
    )
    whole = bench_workflow.totals(rules)
    assert whole == {"jobs": 3, "jobs_cpu_s": 5, "units": 0.5, "longest_job_s": 4}
    run = {"target": "figures", "work": "everything", "cores": 2, "wall_s": 2.0, "cpu_s": 6.0}
    runs = [run | whole | {"unit_s": 10.0, "load_before": 0.5}, run | {"work": "nothing"}]
    options = Namespace(cores=2, targets=["figures"], repeats=1)
    overlay = bench_workflow.data_overlay(None)
    text = "".join(bench_workflow._sections(pd.DataFrame(runs), rules, overlay, options))
    assert "met" in text and text.index("| b ") < text.index("| a ")
    runs[0]["units"] = 10.1
    assert "missed" in "".join(
        bench_workflow._sections(pd.DataFrame(runs[:1]), rules, overlay, options)
    )


def test_vectors():
    errors = bench_vectors.error_rows([1.0], [10], 2)
    assert set(bench_vectors.OURS) <= set(errors) and (errors["aGM-auto"] < 0.2).all()
    costs = bench_vectors.cost_rows(1000)
    found = bench_vectors._sections(errors, costs, Namespace(draws=2))
    assert "empirical_bayes_threshold" in "".join(found)


def test_release():
    found = {
        "exact": bench_release.exact_rows(4),
        "extra": bench_release.extra_rows(3),
        "peer": bench_release.peer_rows([0.5], [1e-6]),
        "law": bench_release.law_rows(1000),
        "time": pd.DataFrame({"task": ["none"], "s": ["0"]}),
    }
    assert (found["exact"]["share"] <= 1).all()
    assert found["extra"]["extra"].between(0, 1e-6).all()
    assert float(found["peer"]["OpenDP"][0]) > 1.05 * float(found["peer"]["gaussmech"][0])
    sections = "".join(bench_release._sections(found, Namespace(size=1000)))
    assert "chi-square" in sections and "above 1 in 0" in sections


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
    graph = maps.grid(4)
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
