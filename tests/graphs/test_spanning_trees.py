"""Random spanning trees: always trees, and of the right law."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from gaussmech.graphs import spanning_trees
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.rooted_forest import PARENT, SIBLING, SIZE, root_forest
from gaussmech.graphs.spanning_trees import spanning_tree
from tests.graphs.networks import component_count, path_edges, random_edges

each_kind = pytest.mark.parametrize("kind", ["uniform", "minimum"])


def random_graph(n, p, seed, weighted=False):
    edges = random_edges(n, p, seed)
    weights = None
    if weighted:
        weights = np.random.default_rng(seed).uniform(0.2, 5, len(edges))
    return Graph(n, edges, weights=weights)


def uniform_law(graph):
    """Return {tree: probability}: of all sets of edges, in proportion to the product of weights."""
    count = graph.components.max() + 1
    products = {}
    for edges in combinations(range(graph.m), graph.n - count):
        if component_count(graph, list(edges)) == count:
            products[edges] = graph.weights[list(edges)].prod()
    total = sum(products.values())
    return {tree: product / total for tree, product in products.items()}


def minimum_law(graph):
    """Return {tree: probability} of trees that grow one edge at a time.

    The next edge is drawn by weight among those that close no cycle.
    """
    law = Counter()
    edges = graph.edges.tolist()

    def grow(tree, part, probability):
        """Add all trees that contain these edges; `part` has the component of each vertex."""
        free = [e for e, (i, j) in enumerate(edges) if part[i] != part[j]]
        if not free:
            law[tuple(sorted(tree))] += probability
        total = graph.weights[free].sum()
        for e in free:
            i, j = edges[e]
            joined = [part[i] if label == part[j] else label for label in part]
            grow([*tree, e], joined, probability * graph.weights[e] / total)

    grow([], list(range(graph.n)), 1.0)
    return law


@each_kind
@pytest.mark.parametrize("weighted", [False, True], ids=["unweighted", "weighted"])
@pytest.mark.parametrize(
    ("n", "p"),
    [(1, 0), (2, 1), (3, 1), (5, 0), (40, 0.03), (40, 0.06), (40, 0.1), (12, 1)],
)
def test_a_tree_spans_each_component_without_a_cycle(n, p, weighted, kind):
    graph = random_graph(n, p, seed=n, weighted=weighted)
    components = graph.components.max() + 1
    rng = np.random.default_rng(1)
    for _ in range(20):
        tree = spanning_tree(graph, kind=kind, rng=rng)
        assert tree.dtype == np.int64
        assert (np.diff(tree) > 0).all()
        assert component_count(graph, tree) == components
        assert len(tree) == n - components


DIAMOND = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]
OTHER_DIAMOND = [[i + 4, j + 4] for i, j in DIAMOND]
# Chains of every sort: between two junctions, from one to itself, cycles, dead ends.
SMALL = {
    "diamond": DIAMOND,
    "theta": [[0, 1], [0, 2], [2, 1], [0, 3], [3, 4], [4, 1]],
    "loop at a junction": [[0, 1], [1, 2], [2, 0], [0, 3], [3, 4], [4, 0]],
    "two cycles and a path": [
        *[[0, 1], [1, 2], [2, 0]],
        *[[2, 3], [3, 4]],
        *[[4, 5], [5, 6], [6, 4]],
    ],
    "cycle with tails": [[0, 1], [1, 2], [2, 3], [3, 0], [0, 4], [4, 5], [2, 6]],
    "diamond on a leash": [[4, 5], *DIAMOND, [5, 1], [4, 6]],
    "apart": [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [4, 6], [6, 5]],
    "two diamonds": [*DIAMOND, *OTHER_DIAMOND],
    "K4": [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]],
}


@pytest.mark.parametrize("weighted", [False, True], ids=["unweighted", "weighted"])
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *(("uniform", name) for name in SMALL),
        ("minimum", "theta"),
        ("minimum", "apart"),
    ],
)
def test_trees_are_drawn_by_the_law_of_their_kind(kind, name, weighted):
    edges = np.array(SMALL[name])
    rng = np.random.default_rng(2)
    weights = rng.uniform(0.3, 3, len(edges)) if weighted else None
    graph = Graph(edges.max() + 1, edges, weights=weights)
    law = uniform_law(graph) if kind == "uniform" else minimum_law(graph)
    assert len(law) > 3
    assert sum(law.values()) == pytest.approx(1, rel=1e-12)
    draws = 2500
    tally = Counter()
    for _ in range(draws):
        tree = spanning_tree(graph, kind=kind, rng=rng)
        tally[tuple(tree)] += 1
    assert set(tally) <= set(law)
    counts = [tally[tree] for tree in law]
    expected = [draws * probability for probability in law.values()]
    assert stats.chisquare(counts, expected).pvalue > 1e-4


@pytest.mark.parametrize("steps", [1, 7])
def test_a_walk_that_is_stopped_now_and_then_goes_on_as_if_it_were_not(
    steps, monkeypatch
):
    graph = random_graph(30, 0.1, seed=5, weighted=True)

    def trees():
        return [spanning_tree(graph, rng=seed).tolist() for seed in range(5)]

    expected = trees()
    monkeypatch.setattr(spanning_trees, "STEPS_PER_CALL", steps)
    assert trees() == expected


RING = [[0, 1], [1, 2], [2, 3], [3, 0]]
# The weights of a diamond, of which one tree has next to all of the probability.
CLEAR = np.array([1e-8, 1, 1e-8, 1, 1])
CLEAR_TREE = (1, 3, 4)


@pytest.mark.parametrize(
    ("kind", "edges", "weights", "tree"),
    [
        *(
            case
            for scale in (1e-200, 1.0, 1e308)
            for case in (
                ("uniform", DIAMOND, CLEAR * scale, CLEAR_TREE),
                ("minimum", DIAMOND, CLEAR * scale, CLEAR_TREE),
                ("uniform", RING, np.array([1, 1e-8, 1, 1]) * scale, (0, 2, 3)),
            )
        ),
        # Weights of a minimum tree may differ by 600 orders of magnitude.
        ("minimum", DIAMOND, [1e-300, 1e300, 1e-300, 1e300, 1], CLEAR_TREE),
        # A small weight behind a large one keeps its digits.
        ("uniform", RING[:3], [1e4, 1, 1], (0, 1, 2)),
    ],
)
def test_weights_on_any_scale_will_do(kind, edges, weights, tree):
    graph = Graph(4, edges, weights=weights)
    rng = np.random.default_rng(1)
    for _ in range(20):
        assert tuple(spanning_tree(graph, kind=kind, rng=rng)) == tree


def test_weights_too_far_apart_for_a_walk_are_refused():
    graph = Graph(4, RING[:3], weights=[1e16, 1, 1])
    with pytest.raises(ValueError, match="weights range from 1 to 1e.16"):
        spanning_tree(graph, rng=1)


COMPLETE = Graph(30, list(combinations(range(30), 2)))


def tree_of(rng, kind):
    return spanning_tree(COMPLETE, kind=kind, rng=rng).tolist()


@each_kind
def test_a_seed_is_that_of_a_generator_and_none_draws_a_fresh_tree(kind):
    assert tree_of(3, kind) == tree_of(np.random.default_rng(3), kind)
    different = {str(tree_of(rng, kind)) for rng in (3, 4, None, None)}
    assert len(different) == 4


def test_a_given_tree_is_checked_and_sorted():
    edges = np.array([4, 0, 2])
    tree = spanning_tree(Graph(4, DIAMOND), kind=edges, rng=None)
    assert tree.tolist() == [0, 2, 4]
    # The array that was given stays as it is.
    assert edges.tolist() == [4, 0, 2]


def test_the_tree_of_a_graph_without_edges_may_be_given():
    assert spanning_tree(Graph(2, []), kind=[], rng=None).tolist() == []


LARGE = 100_000


HUB = np.full(LARGE - 1, LARGE // 2)
LONG = path_edges(LARGE)
CYCLE = np.vstack([LONG, [[LARGE - 1, 0]]])


# A walk along the chains, vertex by vertex, would take 1e10 steps.
@each_kind
@pytest.mark.parametrize(
    ("edges", "left_out"),
    [
        (LONG, 0),
        (np.column_stack([HUB, np.delete(np.arange(LARGE), HUB[0])]), 0),
        (CYCLE, 1),
        (np.vstack([CYCLE, [[0, HUB[0]]]]), 2),
    ],
    ids=["path", "star", "cycle", "cycle with a chord"],
)
def test_long_chains_and_large_stars_take_no_time(edges, left_out, kind):
    graph = Graph(LARGE, edges, weights=1 + np.arange(len(edges)) % 3)
    rng = np.random.default_rng(1)
    tree, other = (spanning_tree(graph, kind=kind, rng=rng) for _ in range(2))
    assert len(set(tree)) == len(set(other)) == graph.m - left_out
    assert (tree.tolist() != other.tolist()) == (left_out > 0)


class RootedForest:
    """A random graph, one of its spanning trees, and the arrays of `root_forest`."""

    def __init__(self, n, p, seed):
        self.graph = random_graph(n, p, seed)
        tree = spanning_tree(self.graph, rng=seed)
        self.tree = np.random.default_rng(seed).permutation(tree)
        self.vertex, self.node, self.bounds = root_forest("tree", self.tree, self.graph)


@pytest.fixture(
    scope="module",
    params=[(1, 0), (2, 1), (4, 0), (30, 0.03), (30, 0.1), (80, 0.05)],
    ids=lambda size: f"n = {size[0]}, p = {size[1]}",
)
def rooted_forests(request):
    n, p = request.param
    return [RootedForest(n, p, seed) for seed in range(4)]


def test_each_component_has_a_range_of_places_that_begins_at_its_root(rooted_forests):
    for forest in rooted_forests:
        components = forest.graph.components
        ends = np.cumsum(np.bincount(components))
        assert forest.bounds.tolist() == [0, *ends]
        for component, low in enumerate(forest.bounds[:-1]):
            high = forest.bounds[component + 1]
            members = np.flatnonzero(components == component)
            assert sorted(forest.vertex[low:high]) == members.tolist()
            # The root is the first vertex of its component.
            assert forest.vertex[low] == members[0]
            root = forest.node[low]
            assert (root[PARENT], root[SIBLING], root[SIZE]) == (-1, -1, high - low)


def test_places_are_a_depth_first_order_of_the_tree(rooted_forests):
    for forest in rooted_forests:
        edges = {frozenset(edge) for edge in forest.graph.edges[forest.tree].tolist()}
        for place, (_, size, child, _) in enumerate(forest.node):
            # A child's subtree follows the ones before it.
            following = place + 1
            while child >= 0:
                assert child == following
                assert forest.node[child, PARENT] == place
                ends = forest.vertex[[place, child]].tolist()
                assert frozenset(ends) in edges
                following += forest.node[child, SIZE]
                child = forest.node[child, SIBLING]
            assert following == place + size


# A square 0-3, and a tail to 4.
SQUARE_WITH_TAIL = np.array([[0, 1], [1, 2], [2, 3], [3, 0], [3, 4]])


@pytest.mark.parametrize("shift", range(5))
@pytest.mark.parametrize(
    ("tree", "message"),
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
    # The cycle holds the root, or hangs off it.
    edges = (SQUARE_WITH_TAIL + shift) % 5
    with pytest.raises(ValueError, match=message):
        root_forest("tree", tree, Graph(5, edges))
