"""Tiles: every vertex in one core, halos around it."""

import networkx as nx
import numpy as np
import pytest

from gaussmech.graphs.field.tiles import cut_tiles
from gaussmech.graphs.graph import Graph
from tests.graphs.networks import grid

STAR_AND_ISOLATED = Graph(990, [[0, v] for v in range(1, 900)])


@pytest.mark.parametrize(
    "graph",
    [grid(30, 40), STAR_AND_ISOLATED],
    ids=["grid", "star and isolated vertices"],
)
def test_cores_partition_the_graph_and_halos_stay_bounded(graph):
    tiles = cut_tiles(graph, 90, hops=3)
    cores = np.concatenate([members[core] for members, core in tiles])
    assert sorted(cores) == list(range(graph.n))
    for members, core in tiles:
        # Also on a star, where two hops reach every vertex.
        assert len(members) <= 2 * core.sum() + 50


def test_cores_are_of_about_equal_size():
    cores = [core.sum() for _, core in cut_tiles(grid(30, 40), 90)]
    assert len(cores) == 14
    assert max(cores) <= 90


def test_the_halo_reaches_as_far_as_asked():
    graph = grid(30, 40)
    network = graph.to_networkx()
    for members, core in cut_tiles(graph, 300, hops=2):
        distances = nx.multi_source_dijkstra_path_length(
            network, {*members[core]}, 2, weight=None
        )
        assert sorted(distances) == members.tolist()
