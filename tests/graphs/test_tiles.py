"""Tiles: every vertex in one core, halos around it."""

import numpy as np
import pytest
from scipy.sparse import random_array

from gaussmech.graphs._adjacency import submatrix
from gaussmech.graphs.field.tiles import cut_tiles
from gaussmech.graphs.graph import Graph
from tests.graphs.networks import grid

STAR_AND_ISOLATED = Graph(990, [[0, v] for v in range(1, 900)])
each_graph = pytest.mark.parametrize(
    "graph",
    [grid(30, 40), STAR_AND_ISOLATED],
    ids=["grid", "star and isolated vertices"],
)


def test_a_small_graph_is_one_tile():
    (tile,) = cut_tiles(grid(5, 5), 25)
    members, core = tile
    assert members.tolist() == list(range(25))
    assert core.all()


@each_graph
def test_cores_partition_the_graph(graph):
    cores = []
    for members, core in cut_tiles(graph, 90, hops=3):
        cores.extend(members[core].tolist())
    assert sorted(cores) == list(range(graph.n))


@each_graph
def test_halos_stay_bounded(graph):
    for members, core in cut_tiles(graph, 90, hops=3):
        # Also on a star, where two hops reach every vertex.
        assert len(members) <= 2 * core.sum() + 50


def test_cores_are_of_about_equal_size():
    cores = [core.sum() for _, core in cut_tiles(grid(30, 40), 90)]
    assert len(cores) == 14
    assert max(cores) <= 90


def neighbours_of(vertices, graph):
    """Return the set of vertices that share an edge with one of these."""
    touched = set()
    for i, j in graph.edges.tolist():
        if i in vertices:
            touched.add(j)
        if j in vertices:
            touched.add(i)
    return touched


def test_the_halo_reaches_as_far_as_asked():
    graph = grid(30, 40)
    for members, core in cut_tiles(graph, 300, hops=2):
        within_hops = set(members[core].tolist())
        for _ in range(2):
            within_hops |= neighbours_of(within_hops, graph)
        assert within_hops == set(members.tolist())


@pytest.mark.parametrize(
    "members",
    [[0, 3, 4, 17, 39], [7], list(range(40))],
    ids=["several", "one", "all"],
)
def test_a_submatrix_has_the_rows_and_columns_of_its_members(members):
    matrix = random_array((40, 40), density=0.2, rng=np.random.default_rng(1)).tocsr()
    expected = matrix.toarray()[np.ix_(members, members)]
    result = submatrix(matrix, np.array(members)).toarray()
    np.testing.assert_array_equal(result, expected)
