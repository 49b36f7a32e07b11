"""The benchmarks still run: the smallest case of each, without their peers."""

from argparse import Namespace

import pandas as pd
import pytest

from benchmarks.denoising import bench_denoising, maps, quality, speed
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
    rows = quality.quality_rows(graph, {(0, 100): truth}, 1)
    assert set(rows["method"]) == {"oracle", *quality.METHODS}
    bench_denoising.quality_summary(rows)
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
