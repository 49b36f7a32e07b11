"""Rooted forests: a depth-first order of every spanning tree, and nothing else accepted."""

import networkx as nx
import numpy as np
import pytest

from gaussmech.graphs.graph import Graph
from gaussmech.graphs.rooted_forest import CHILD, PARENT, SIBLING, SIZE, root_forest
from gaussmech.graphs.spanning_trees import spanning_tree


def random_graph(n, p, seed):
    edges = np.array(nx.gnp_random_graph(n, p, seed=seed).edges, int).reshape(-1, 2)
    return Graph(n, np.random.default_rng(seed).permutation(edges))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("n, p", [(1, 0), (2, 1), (4, 0), (30, 0.03), (30, 0.1), (80, 0.05)])
def test_places_are_a_depth_first_order(n, p, seed):
    graph = random_graph(n, p, seed)
    tree = np.random.default_rng(seed).permutation(
        spanning_tree(graph, rng=np.random.default_rng(seed))
    )
    vertex, node, bounds = root_forest("tree", tree, graph)
    assert sorted(vertex) == list(range(n))
    assert bounds.tolist() == [0, *np.cumsum(np.bincount(graph.components))]
    known = {frozenset(graph.edges[e].tolist()) for e in tree}
    for c, (low, high) in enumerate(zip(bounds[:-1], bounds[1:], strict=True)):
        members = np.flatnonzero(graph.components == c)
        assert sorted(vertex[low:high]) == members.tolist() and vertex[low] == members[0]
        assert node[low, PARENT] == node[low, SIBLING] == -1 and node[low, SIZE] == high - low
    for p in range(n):
        parent, size, child, _ = node[p]
        if parent >= 0:
            assert frozenset((int(vertex[p]), int(vertex[parent]))) in known
        below = [p]
        while child >= 0:
            # A child's subtree follows the ones before it.
            assert child == below[-1] + 1 and node[child, PARENT] == p
            below.extend(range(child, child + node[child, SIZE]))
            child = node[child, SIBLING]
        assert below == list(range(p, p + size))


def test_columns_are_the_four_of_a_node():
    assert sorted((PARENT, SIZE, CHILD, SIBLING)) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "tree, message",
    [
        ([0, 1, 2], "tree has 3 edges that leave 2 components; .*, 4 edges in all that leave 1"),
        ([0, 1, 2, 3], "tree has 4 edges that leave 2 components"),
        ([1, 1, 2, 4], "tree has 4 edges that leave 2 components"),
        ([4, 4, 4, 4], "tree has 4 edges that leave 4 components"),
        ([0, 1, 2, 3, 4], "tree has 5 edges that leave 1 components"),
    ],
)
def test_cycles_and_gaps_are_refused(tree, message):
    # A square 0-3, and a tail to 4: the cycle holds the root, or hangs off it.
    for shift in range(5):
        edges = (np.array([[0, 1], [1, 2], [2, 3], [3, 0], [3, 4]]) + shift) % 5
        with pytest.raises(ValueError, match=message):
            root_forest("tree", tree, Graph(5, edges))


@pytest.mark.parametrize("path", [True, False])
def test_a_tree_as_deep_or_as_wide_as_it_gets(path):
    n = 100_000
    ends = np.arange(n - 1) if path else np.zeros(n - 1, dtype=int)
    graph = Graph(n, np.column_stack([ends, np.arange(1, n)]))
    vertex, node, _ = root_forest("tree", np.arange(n - 1), graph)
    assert np.bincount(vertex, minlength=n).max() == 1
    assert node[:, PARENT].tolist() == [-1, *(range(n - 1) if path else [0] * (n - 1))]
    assert node[:, SIZE].tolist() == (list(range(n, 0, -1)) if path else [n, *[1] * (n - 1)])
