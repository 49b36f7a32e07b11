"""The benchmark of spanning trees: every line is there, its peers beside it."""

from argparse import Namespace

import pytest

from benchmarks.trees import bench_trees

OPTIONS = Namespace(side=8, town=4, small=3, repeats=1)


def test_every_work_is_timed_beside_its_peer():
    rows = list(bench_trees.lines(OPTIONS))
    assert len(rows) == bench_trees.LINES == 8
    assert {vertices for _, vertices, *_ in rows} == {9, 16, 64}
    assert all(ours > 0 for _, _, ours, *_ in rows)
    assert all((theirs is None) == (not peer) for *_, peer, theirs in rows)
    table = bench_trees.table(rows)
    assert (table["peer"] != "").sum() == (table["peer / gaussmech"].str[0] == "×").sum() == 4


def test_the_ratio_is_the_peers_time_over_ours():
    row = bench_trees.table([("sort", 1000, 0.002, "np.sort", 0.5)]).iloc[0]
    assert row.tolist() == ["sort", "1,000", "2", "np.sort", "500", "×250"]


def test_the_grid_has_its_edges():
    grid = bench_trees.grid(3)
    assert (grid.n, grid.m) == (9, 12) and sorted(grid.degree) == [2] * 4 + [3] * 4 + [4]


@pytest.mark.parametrize("kind", ["uniform", "minimum"])
def test_the_peers_do_the_same_work(kind):
    from numpy.random import default_rng

    grid = bench_trees.grid(4)
    assert len(bench_trees.spanning(grid, kind)(default_rng(1))) == 15
    assert bench_trees.least_of_scipy(grid, default_rng(1)).nnz == 15
