"""Random spanning trees: always trees, and of the right law."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from gaussmech.graphs import spanning_trees
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.spanning_trees import (
    PARENT,
    SIBLING,
    SIZE,
    root_forest,
    spanning_tree,
)
from tests.graphs.networks import component_count, path_edges, random_edges

DIAMOND = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]


def random_graph(n, p, seed, weighted=False):
    edges = random_edges(n, p, seed)
    weights = (
        np.random.default_rng(seed).uniform(0.2, 5, len(edges)) if weighted else None
    )
    return Graph(n, edges, weights=weights)


def uniform_law(graph):
    """{tree: probability}, in proportion to the product of its weights, of all sets of edges."""
    count = graph.components.max() + 1
    sets = map(list, combinations(range(graph.m), graph.n - count))
    product = {
        tuple(s): graph.weights[s].prod()
        for s in sets
        if component_count(graph, s) == count
    }
    return {tree: value / sum(product.values()) for tree, value in product.items()}


def minimum_law(graph):
    """{tree: probability} where edges come one by one, by weight, among those without a cycle."""
    law = Counter()

    def grow(tree, part, probability):
        free = [
            e for e, (i, j) in enumerate(graph.edges.tolist()) if part[i] != part[j]
        ]
        if not free:
            law[tuple(sorted(tree))] += probability
        for e in free:
            i, j = graph.edges[e]
            joined = [part[i] if of == part[j] else of for of in part]
            share = graph.weights[e] / graph.weights[free].sum()
            grow([*tree, e], joined, probability * share)

    grow([], list(range(graph.n)), 1.0)
    return law


@pytest.mark.parametrize("kind", ["uniform", "minimum"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    "n, p", [(1, 0), (2, 1), (3, 1), (5, 0), (40, 0.03), (40, 0.06), (40, 0.1), (12, 1)]
)
def test_a_tree_spans_each_component_without_a_cycle(n, p, weighted, kind):
    graph = random_graph(n, p, seed=n, weighted=weighted)
    rng = np.random.default_rng(1)
    for _ in range(20):
        tree = spanning_tree(graph, kind=kind, rng=rng)
        assert (np.diff(tree) > 0).all() and tree.dtype == np.int64
        assert (
            n - len(tree) == component_count(graph, tree) == graph.components.max() + 1
        )


# Chains of every sort: between two junctions, from one to itself, cycles, dead ends.
SMALL = {
    "diamond": DIAMOND,
    "theta": [[0, 1], [0, 2], [2, 1], [0, 3], [3, 4], [4, 1]],
    "loop at a junction": [[0, 1], [1, 2], [2, 0], [0, 3], [3, 4], [4, 0]],
    "two cycles and a path": [
        [0, 1],
        [1, 2],
        [2, 0],
        [2, 3],
        [3, 4],
        [4, 5],
        [5, 6],
        [6, 4],
    ],
    "cycle with tails": [[0, 1], [1, 2], [2, 3], [3, 0], [0, 4], [4, 5], [2, 6]],
    "diamond on a leash": [[4, 5], *DIAMOND, [5, 1], [4, 6]],
    "apart": [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [4, 6], [6, 5]],
    "two diamonds": [*DIAMOND, *([i + 4, j + 4] for i, j in DIAMOND)],
    "K4": [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]],
}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    "kind, name",
    [
        *(("uniform", name) for name in SMALL),
        ("minimum", "theta"),
        ("minimum", "apart"),
    ],
)
def test_a_tree_is_drawn_by_the_law_of_its_kind(kind, name, weighted):
    edges, draws, rng = np.array(SMALL[name]), 2500, np.random.default_rng(2)
    weights = rng.uniform(0.3, 3, len(edges)) if weighted else None
    graph = Graph(edges.max() + 1, edges, weights=weights)
    law = {"uniform": uniform_law, "minimum": minimum_law}[kind](graph)
    assert len(law) > 3 and sum(law.values()) == pytest.approx(1, rel=1e-12)
    tally = Counter(
        tuple(spanning_tree(graph, kind=kind, rng=rng)) for _ in range(draws)
    )
    assert set(tally) <= set(law)
    count, expected = np.transpose([(tally[tree], draws * law[tree]) for tree in law])
    assert stats.chisquare(count, expected).pvalue > 1e-4


@pytest.mark.parametrize("steps", [1, 7])
def test_a_walk_that_is_stopped_now_and_then_goes_on_as_if_it_were_not(
    steps, monkeypatch
):
    graph = random_graph(30, 0.1, seed=5, weighted=True)
    expected = [spanning_tree(graph, rng=seed).tolist() for seed in range(5)]
    monkeypatch.setattr(spanning_trees, "STEPS_PER_CALL", steps)
    assert [spanning_tree(graph, rng=seed).tolist() for seed in range(5)] == expected


RING = [[0, 1], [1, 2], [2, 3], [3, 0]]
ON_ANY_SCALE = [1e-200, 1.0, 1e308]


@pytest.mark.parametrize(
    "kinds, edges, weights, scales, tree",
    [
        (
            ["uniform", "minimum"],
            DIAMOND,
            [1e-8, 1, 1e-8, 1, 1],
            ON_ANY_SCALE,
            (1, 3, 4),
        ),
        # A chain breaks by its weights.
        (["uniform"], RING, [1, 1e-8, 1, 1], ON_ANY_SCALE, (0, 2, 3)),
        (["minimum"], DIAMOND, [1e-300, 1e300, 1e-300, 1e300, 1], [1.0], (1, 3, 4)),
        # A small weight behind a large one keeps its digits.
        (["uniform"], RING[:3], [1e4, 1, 1], [1.0], (0, 1, 2)),
    ],
)
def test_weights_on_any_scale_will_do(kinds, edges, weights, scales, tree):
    rng = np.random.default_rng(1)
    for kind in kinds:
        for scale in scales:
            graph = Graph(4, edges, weights=np.array(weights) * scale)
            assert {
                tuple(spanning_tree(graph, kind=kind, rng=rng)) for _ in range(20)
            } == {tree}


def test_weights_too_far_apart_for_a_walk_are_refused():
    graph = Graph(4, [[0, 1], [1, 2], [2, 3]], weights=[1e16, 1, 1])
    with pytest.raises(ValueError, match="weights range from 1 to 1e.16"):
        spanning_tree(graph, rng=1)


@pytest.mark.parametrize("kind", ["uniform", "minimum"])
def test_a_tree_is_decided_by_the_generator_and_none_is_fresh(kind):
    graph = Graph(30, [[i, j] for i in range(30) for j in range(i)])
    one, same, other, fresh = (
        spanning_tree(graph, kind=kind, rng=rng).tolist()
        for rng in (3, np.random.default_rng(3), 4, None)
    )
    assert one == same != other != fresh != one


def test_a_given_tree_is_checked_and_sorted():
    edges = np.array([4, 0, 2])
    tree = spanning_tree(Graph(4, DIAMOND), kind=edges, rng=None)
    assert tree.tolist() == [0, 2, 4] and edges.tolist() == [4, 0, 2]
    assert spanning_tree(Graph(2, []), kind=[], rng=None).tolist() == []


LARGE = 100_000
PATH, CLOSING = path_edges(LARGE), [[LARGE - 1, 0]]
HUB = np.column_stack(
    [np.full(LARGE - 1, LARGE // 2), np.r_[: LARGE // 2, LARGE // 2 + 1 : LARGE]]
)


@pytest.mark.parametrize("kind", ["uniform", "minimum"])
@pytest.mark.parametrize(
    "edges, left_out",
    [
        (PATH, 0),
        (np.r_[PATH, CLOSING], 1),
        (HUB, 0),
        (np.r_[PATH, CLOSING, [[0, LARGE // 2]]], 2),
    ],
)
def test_long_paths_long_cycles_and_large_stars_take_no_time(edges, left_out, kind):
    # A walk along the chains, vertex by vertex, would take 1e10 steps.
    graph = Graph(LARGE, edges, weights=1 + np.arange(len(edges)) % 3)
    rng = np.random.default_rng(1)
    one, other = (spanning_tree(graph, kind=kind, rng=rng) for _ in range(2))
    assert len(one) == len(other) == LARGE - 1 == graph.m - left_out
    assert (one.tolist() == other.tolist()) == (left_out == 0)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "n, p", [(1, 0), (2, 1), (4, 0), (30, 0.03), (30, 0.1), (80, 0.05)]
)
def test_places_are_a_depth_first_order(n, p, seed):
    graph = random_graph(n, p, seed)
    tree = np.random.default_rng(seed).permutation(spanning_tree(graph, rng=seed))
    vertex, node, bounds = root_forest("tree", tree, graph)
    assert sorted(vertex) == list(range(n))
    assert bounds.tolist() == [0, *np.cumsum(np.bincount(graph.components))]
    known = {frozenset(graph.edges[e].tolist()) for e in tree}
    for c, (low, high) in enumerate(zip(bounds[:-1], bounds[1:], strict=True)):
        members = np.flatnonzero(graph.components == c)
        assert (
            sorted(vertex[low:high]) == members.tolist() and vertex[low] == members[0]
        )
        assert (
            node[low, PARENT] == node[low, SIBLING] == -1
            and node[low, SIZE] == high - low
        )
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
        ([0, 1, 2, 5], "tree holds 5; allowed are edges 0 to 4"),
        ([0, 1, 2, -1], "tree holds -1; allowed are edges 0 to 4"),
        ([0.0, 1.0, 2.0, 4.0], "it must be a vector of edge indices"),
    ],
)
def test_what_is_no_spanning_tree_is_refused(tree, message):
    # A square 0-3, and a tail to 4: the cycle holds the root, or hangs off it.
    for shift in range(5):
        edges = (np.array([[0, 1], [1, 2], [2, 3], [3, 0], [3, 4]]) + shift) % 5
        with pytest.raises(ValueError, match=message):
            root_forest("tree", tree, Graph(5, edges))
