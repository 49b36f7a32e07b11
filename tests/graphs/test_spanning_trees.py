"""Random spanning trees: always trees, and of the right law."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from scipy import stats

from gaussmech.graphs.road_graph import RoadGraph
from gaussmech.graphs.spanning_trees import spanning_tree

DIAMOND = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]
WEIGHTS = {"equal": np.ones(5), "unequal": np.array([1.0, 2.0, 0.5, 4.0, 3.0])}


def random_graph(n, p, seed, weighted=False):
    rng = np.random.default_rng(seed)
    edges = np.array(nx.gnp_random_graph(n, p, seed=seed).edges, int).reshape(-1, 2)
    weights = rng.uniform(0.2, 5, len(edges)) if weighted else None
    return RoadGraph(n, rng.permutation(edges), weights=weights)


def spanning_trees_of(graph):
    """Every spanning tree of a connected graph, by trial of all edge sets."""
    for chosen in combinations(range(graph.m), graph.n - 1):
        tried = nx.Graph(graph.edges[list(chosen)].tolist())
        if len(tried) == graph.n and nx.is_tree(tried):
            yield chosen


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n, p", [(1, 0), (2, 1), (5, 0), (40, 0.03), (40, 0.1), (12, 1)])
def test_a_tree_spans_each_component_without_a_cycle(n, p, weighted):
    graph = random_graph(n, p, seed=n, weighted=weighted)
    rng = np.random.default_rng(1)
    for _ in range(20):
        tree = spanning_tree(graph, rng=rng)
        forest = nx.Graph(graph.edges[tree].tolist())
        forest.add_nodes_from(range(n))
        assert (np.diff(tree) > 0).all()
        assert len(tree) == n - graph.components.max() - 1
        assert nx.number_connected_components(forest) == graph.components.max() + 1


@pytest.mark.parametrize("weights", list(WEIGHTS))
def test_a_tree_is_drawn_in_proportion_to_the_product_of_its_weights(weights):
    graph = RoadGraph(4, DIAMOND, weights=WEIGHTS[weights])
    trees = list(spanning_trees_of(graph))
    assert len(trees) == 8
    law = np.array([graph.weights[list(tree)].prod() for tree in trees])
    rng = np.random.default_rng(2)
    drawn = [trees.index(tuple(spanning_tree(graph, rng=rng))) for _ in range(20_000)]
    count = np.bincount(drawn, minlength=8)
    assert stats.chisquare(count, 20_000 * law / law.sum()).pvalue > 1e-4


@pytest.mark.parametrize("weighted", [False, True])
def test_an_edge_is_in_the_tree_as_often_as_its_effective_resistance(weighted):
    graph = random_graph(25, 0.2, seed=3, weighted=weighted)
    assert graph.components.max() == 0
    i, j = graph.edges.T
    laplacian = np.zeros((25, 25))
    np.add.at(laplacian, (np.r_[i, j], np.r_[j, i]), -np.r_[graph.weights, graph.weights])
    laplacian -= np.diag(laplacian.sum(axis=1))
    inverse = np.linalg.pinv(laplacian)
    expected = graph.weights * (inverse[i, i] + inverse[j, j] - 2 * inverse[i, j])
    rng, draws = np.random.default_rng(4), 10_000
    trees = np.concatenate([spanning_tree(graph, rng=rng) for _ in range(draws)])
    found = np.bincount(trees, minlength=graph.m) / draws
    error = np.sqrt(expected * (1 - expected) / draws)
    assert expected.min() < 0.4 and (abs(found - expected) <= 4 * error + 1e-12).all()


def test_a_tree_is_decided_by_the_generator():
    graph = random_graph(30, 0.2, seed=5)
    trees = [spanning_tree(graph, rng=np.random.default_rng(s)).tolist() for s in (1, 1, 2)]
    assert trees[0] == trees[1] != trees[2]


def test_the_components_are_drawn_each_for_itself():
    # Two squares: 4 x 4 forests, equally likely.
    square = np.array([[0, 1], [1, 2], [2, 3], [3, 0]])
    graph = RoadGraph(9, np.concatenate([square, square + 4]))
    rng = np.random.default_rng(6)
    missing = [np.setdiff1d(np.arange(8), spanning_tree(graph, rng=rng)) for _ in range(8000)]
    first, second = np.transpose(missing)
    count = np.bincount(4 * first + second - 4, minlength=16)
    assert stats.chisquare(count).pvalue > 1e-4


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e308])
def test_weights_on_any_scale_will_do(scale):
    graph = RoadGraph(4, DIAMOND, weights=np.array([1e-8, 1.0, 1e-8, 1.0, 1.0]) * scale)
    drawn = {tuple(spanning_tree(graph, rng=np.random.default_rng(s))) for s in range(20)}
    assert drawn == {(1, 3, 4)}


def test_a_small_weight_behind_a_large_one_keeps_its_digits():
    path = RoadGraph(4, [[0, 1], [1, 2], [2, 3]], weights=[1e4, 1.0, 1.0])
    assert spanning_tree(path, rng=np.random.default_rng(1)).tolist() == [0, 1, 2]


def test_weights_too_far_apart_for_a_walk_are_refused():
    graph = RoadGraph(4, [[0, 1], [1, 2], [2, 3]], weights=[1e16, 1, 1])
    with pytest.raises(ValueError, match="weights range from 1 to 1e.16"):
        spanning_tree(graph, rng=np.random.default_rng(1))


@pytest.mark.parametrize(
    "given, message",
    [
        ({"kind": "minimum"}, "kind is 'minimum'; allowed are 'uniform'"),
        ({"rng": None}, "rng is None; it must be a numpy.random.Generator"),
        ({"rng": 1}, "rng is 1; it must be"),
    ],
)
def test_bad_arguments_are_named(given, message):
    arguments = {"rng": np.random.default_rng(1)} | given
    with pytest.raises(ValueError, match=message):
        spanning_tree(RoadGraph(4, DIAMOND), **arguments)
