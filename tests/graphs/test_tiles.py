"""Tiles: every vertex in one core, halos around it."""

import numpy as np
import pytest

from gaussmech.graphs.graph import Graph
from gaussmech.graphs.tiles import tiles
from tests.graphs.networks import grid


def test_a_small_graph_is_one_tile():
    [(members, core)] = tiles(grid(5, 5))
    assert members.tolist() == list(range(25))
    assert core.all()


@pytest.mark.parametrize("graph", [grid(30, 40), Graph(500, [[0, v] for v in range(1, 400)])])
def test_cores_partition_the_graph(graph):
    cut = tiles(graph, whole=100, tile=90, hops=3)
    cores = np.concatenate([members[core] for members, core in cut])
    assert sorted(cores.tolist()) == list(range(graph.n))
    assert max(core.sum() for _, core in cut) <= 90


def test_the_halo_reaches_as_far_as_asked():
    graph = grid(30, 40)
    for members, core in tiles(graph, whole=100, tile=300, hops=2):
        inside = set(members[core].tolist())
        for _ in range(2):
            near = {v for e in graph.edges.tolist() for v in e if set(e) & inside}
            inside |= near
        assert inside == set(members.tolist())


def test_a_halo_stays_bounded_on_a_star():
    star = Graph(1000, [[0, v] for v in range(1, 1000)])
    cut = tiles(star, whole=100, tile=50, hops=4)
    assert max(len(members) for members, _ in cut) <= 50 * 3 + 50
