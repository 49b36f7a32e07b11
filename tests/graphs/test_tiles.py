"""Tiles: every vertex in one core, halos around it."""

import numpy as np
import pytest
from scipy.sparse import random_array

from gaussmech.graphs._tiles import submatrix, tiles
from gaussmech.graphs.graph import Graph
from tests.graphs.networks import grid


def test_a_small_graph_is_one_tile():
    [(members, core)] = tiles(grid(5, 5))
    assert members.tolist() == list(range(25)) and core.all()


@pytest.mark.parametrize(
    "graph", [grid(30, 40), Graph(990, [[0, v] for v in range(1, 900)])]
)
def test_cores_partition_the_graph(graph):
    cut = tiles(graph, whole=100, tile=90, hops=3)
    cores = np.concatenate([members[core] for members, core in cut])
    assert sorted(cores.tolist()) == list(range(graph.n))
    assert max(core.sum() for _, core in cut) <= 90
    # A halo stays bounded, also on a star.
    assert max(len(members) for members, _ in cut) <= 90 * 3 + 90


def test_the_halo_reaches_as_far_as_asked():
    graph = grid(30, 40)
    for members, core in tiles(graph, whole=100, tile=300, hops=2):
        inside = set(members[core].tolist())
        for _ in range(2):
            inside |= {v for e in graph.edges.tolist() for v in e if set(e) & inside}
        assert inside == set(members.tolist())


def test_a_submatrix_has_the_rows_and_columns_of_its_members():
    matrix = random_array((40, 40), density=0.2, rng=np.random.default_rng(1)).tocsr()
    for members in ([0, 3, 4, 17, 39], [7], list(range(40))):
        dense = matrix.toarray()[np.ix_(members, members)]
        np.testing.assert_array_equal(
            submatrix(matrix, np.array(members)).toarray(), dense
        )
