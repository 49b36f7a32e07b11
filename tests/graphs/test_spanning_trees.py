"""Random spanning trees: always trees, and of the right distribution."""

from collections import Counter
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from scipy import stats

from gaussmech.graphs import spanning_trees
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.spanning_trees import root_forest, spanning_tree
from tests.graphs.networks import path_edges, random_edges

each_kind = pytest.mark.parametrize("kind", ["uniform", "minimum"])
each_weighting = pytest.mark.parametrize(
    "weighted", [False, True], ids=["unweighted", "weighted"]
)


def graph_of(n, edges, weighted=True, seed=1):
    """Return a graph whose weights are random or 1."""
    weights = np.random.default_rng(seed).uniform(0.3, 3, len(edges))
    return Graph(n, edges, weights=weights if weighted else None)


def uniform_distribution(graph):
    """Return {tree: probability}, in proportion to the product of weights."""
    products = {
        tree: graph.weights[[*tree]].prod() for tree in minimum_distribution(graph)
    }
    total = sum(products.values())
    return {tree: product / total for tree, product in products.items()}


def minimum_distribution(graph):
    """Return {tree: probability} of trees that grow one edge at a time.

    The next edge is drawn by weight among those that close no cycle.
    """
    distribution = {(): 1.0}
    for _ in range(graph.n - graph.components.max() - 1):
        grown = Counter()
        for tree, probability in distribution.items():
            part = Graph(graph.n, graph.edges[[*tree]]).components[graph.edges]
            free = np.flatnonzero(part[:, 0] != part[:, 1])
            total = graph.weights[free].sum()
            for e in free:
                share = graph.weights[e] / total
                grown[tuple(sorted([*tree, e]))] += probability * share
        distribution = grown
    return distribution


DISTRIBUTIONS = {"uniform": uniform_distribution, "minimum": minimum_distribution}


DIAMOND = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]
THETA = nx.house_graph()
APART = nx.disjoint_union(nx.cycle_graph(3), nx.diamond_graph())
SMALL = [THETA, APART, nx.complete_graph(4), nx.lollipop_graph(4, 2)]


@each_weighting
@pytest.mark.parametrize(
    "kind, g",
    [("minimum", THETA), ("minimum", APART), *(("uniform", g) for g in SMALL)],
)
def test_trees_are_drawn_by_the_distribution_of_their_kind(kind, g, weighted):
    rng = np.random.default_rng(2)
    edges = rng.permuted(rng.permutation(len(g))[np.array(g.edges)], axis=1)
    graph = graph_of(len(g), edges, weighted)
    distribution = DISTRIBUTIONS[kind](graph)
    tally = Counter(
        tuple(spanning_tree(graph, kind=kind, rng=rng)) for _ in range(2500)
    )
    assert set(tally) <= set(distribution)
    expected = [2500 * probability for probability in distribution.values()]
    assert (
        stats.chisquare([tally[tree] for tree in distribution], expected).pvalue > 1e-4
    )


@pytest.mark.parametrize("steps", [1, 7])
def test_a_walk_that_is_stopped_now_and_then_goes_on_as_if_it_were_not(
    steps, monkeypatch
):
    graph = graph_of(30, random_edges(30, 0.1, seed=5))

    def trees():
        return [spanning_tree(graph, rng=seed).tolist() for seed in range(5)]

    expected = trees()
    walk = spanning_trees._wilson
    monkeypatch.setattr(
        spanning_trees, "_wilson", lambda *state: walk(*state[:-2], steps, state[-1])
    )
    assert trees() == expected


RING = DIAMOND[:4]
# The weights of a diamond, of which one tree has next to all of the probability.
CLEAR = np.array([1e-8, 1, 1e-8, 1, 1])


@pytest.mark.parametrize(
    "kind, weights, tree",
    [
        *(
            case
            for scale in (1e-200, 1.0, 1e308)
            for case in (
                ("uniform", CLEAR * scale, (1, 3, 4)),
                ("minimum", CLEAR * scale, (1, 3, 4)),
                ("uniform", np.array([1, 1e-8, 1, 1]) * scale, (0, 2, 3)),
            )
        ),
        # Weights of a minimum tree may differ by 600 orders of magnitude.
        ("minimum", [1e-300, 1e300, 1e-300, 1e300, 1], (1, 3, 4)),
        # A small weight behind a large one keeps its digits.
        ("uniform", [1e4, 1, 1], (0, 1, 2)),
    ],
)
def test_weights_on_any_scale_will_do(kind, weights, tree):
    graph = Graph(4, DIAMOND[: len(weights)], weights=weights)
    rng = np.random.default_rng(1)
    for _ in range(20):
        assert tuple(spanning_tree(graph, kind=kind, rng=rng)) == tree


def test_weights_too_far_apart_for_a_walk_are_refused():
    graph = Graph(4, RING[:3], weights=[1e16, 1, 1])
    with pytest.raises(ValueError, match="weights range from 1 to 1e.16"):
        spanning_tree(graph, rng=1)


@each_kind
def test_a_seed_is_that_of_a_generator_and_none_draws_a_fresh_tree(kind):
    complete = Graph(30, list(combinations(range(30), 2)))
    seeds = (3, np.random.default_rng(3), 4, None, None)
    trees = [spanning_tree(complete, kind=kind, rng=rng).tolist() for rng in seeds]
    assert trees[0] == trees[1]
    assert len({str(tree) for tree in trees}) == 4


@pytest.mark.parametrize("edges", [[4, 0, 2], []])
def test_a_given_tree_is_checked_and_sorted(edges):
    given = np.array(edges, int)
    graph = Graph(len(edges) + 1, DIAMOND if edges else [])
    assert spanning_tree(graph, kind=given, rng=None).tolist() == sorted(edges)
    # The array that was given stays as it is.
    assert given.tolist() == edges


@each_kind
def test_a_graph_that_is_a_tree_takes_no_walk(kind):
    # Vertex by vertex, a walk would take 1e10 steps.
    tree = spanning_tree(Graph(100_000, path_edges(100_000)), kind=kind, rng=1)
    assert tree.tolist() == [*range(99_999)]


@each_kind
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    "n, p", [(1, 0), (2, 1), (4, 0), (12, 1), (40, 0.03), (40, 0.1), (80, 0.05)]
)
def test_a_rooted_forest_has_a_depth_first_order_of_each_tree(n, p, seed, kind):
    graph = graph_of(n, random_edges(n, p, seed))
    tree = spanning_tree(graph, kind=kind, rng=seed)
    tree = np.random.default_rng(seed).permutation(tree)
    order, above, sizes, bounds = root_forest("tree", tree, graph)
    assert bounds.tolist() == [0, *np.cumsum(np.bincount(graph.components))]
    subtrees = [{v} for v in range(n)]
    for place, v in enumerate(order):
        # The subtree of a vertex is a run of positions, of which it is the last.
        run = order[place + 1 - sizes[v] : place + 1]
        assert subtrees[v] == {*run} and len(run) == sizes[v]
        if above[v] < n:
            subtrees[above[v]] |= subtrees[v]
    # Each component has a range of places, which ends with its first vertex, the root.
    for component, end in enumerate(bounds[1:]):
        members = np.flatnonzero(graph.components == component)
        assert subtrees[order[end - 1]] == {*members}
        assert order[end - 1] == members[0]
    edges = {frozenset(edge) for edge in graph.edges[tree].tolist()}
    below = np.flatnonzero(above < n)
    assert edges == {*map(frozenset, zip(below, above[below], strict=True))}


@pytest.mark.parametrize("shift", range(5))
@pytest.mark.parametrize(
    "tree, message",
    [
        (
            [0, 1, 2],
            "tree has 3 edges that leave 2 components; .*, 4 edges in all that leave 1",
        ),
        ([0, 1, 2, 3], "tree has 4 edges that leave 2 components"),
        ([1, 1, 2, 4], "tree has 4 edges that leave 2 components"),
        ([4, 4, 4, 4], "tree has 4 edges that leave 4 components"),
        ([0, 1, 2, 3, 4], "tree has 5 edges that leave 1 components"),
        ([], "tree has 0 edges"),
        ([0, 1, 2, -1], "tree holds -1; allowed are edges 0 to 4"),
    ],
)
def test_what_is_no_spanning_tree_is_refused(tree, message, shift):
    # A square with a tail, which holds the root, or hangs off it.
    edges = (np.array([*RING, [3, 4]]) + shift) % 5
    with pytest.raises(ValueError, match=message):
        root_forest("tree", tree, Graph(5, edges))
