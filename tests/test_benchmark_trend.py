"""The benchmark of trend filtering: its problems, its yardstick and its processes."""

import time

import numpy as np
import pytest

from benchmarks.trend import bench_trend, problems
from gaussmech import Graph, trend_filter


def sleepy():
    time.sleep(60)


def broken():
    raise RuntimeError


def working(value):
    return {"seconds": value}


@pytest.mark.parametrize("order", [0, 1, 2])
def test_objective_is_the_librarys(order):
    rng = np.random.default_rng(order)
    graph = Graph(5, [[0, 1], [2, 1], [1, 3], [3, 4], [4, 0]], weights=rng.uniform(0.5, 2, 5))
    y = rng.standard_normal(5)
    fit = trend_filter(y, graph, 0.3, order=order)
    found = bench_trend.objective(fit.x, y, graph, 0.3, order)
    assert found == pytest.approx(fit.objective, rel=1e-10, abs=0)


def test_problems_have_their_size():
    graph = problems.grid(4)
    assert (graph.n, graph.m, graph.degree.max()) == (16, 24, 4)
    assert problems.town_signal(graph).shape == problems.image(4).shape == (16,)
    assert (problems.image(4) == problems.image(4)).all()


def test_roads_come_from_a_table(tmp_path):
    table = tmp_path / "roads.csv"
    table.write_text("u,v,length_m\n0,1,80.5\n1,2,120\n")
    assert problems.graph(table).edges.tolist() == [[0, 1], [1, 2]]


def test_a_process_apart_answers_fails_or_is_ended(capfd):
    assert bench_trend.apart(working, 1.5) == {"seconds": 1.5}
    assert bench_trend.apart(broken) == "failed"
    assert bench_trend.apart(sleepy, limit=0.5) == "over 0.5"
    capfd.readouterr()


def test_a_large_fit_reports_itself():
    found = bench_trend.large_fit(20, 1.0, 1e-4, scattered=True)
    assert found["gap"] <= 1e-4 and found["seconds"] > 0 and found["megabytes"] > 10
    other = bench_trend.large_fit(20, 1.0, 1e-4, scattered=False)
    assert found["df"] == pytest.approx(other["df"], abs=3)
