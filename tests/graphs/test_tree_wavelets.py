"""Tree wavelets: an orthonormal Haar basis, sparse where the signal has few jumps."""

import networkx as nx
import numpy as np
import pytest
import pywt

from gaussmech.graphs.road_graph import RoadGraph
from gaussmech.graphs.spanning_trees import spanning_tree
from gaussmech.graphs.tree_wavelets import TreeWavelets


def road_graph(graph):
    return RoadGraph(len(graph), np.array(graph.edges, int).reshape(-1, 2))


def disjoint(*graphs):
    return nx.disjoint_union_all(graphs)


GRAPHS = {
    "vertex": nx.path_graph(1),
    "pair": nx.path_graph(2),
    "path 3": nx.path_graph(3),
    "path 16": nx.path_graph(16),
    "path 37": nx.path_graph(37),
    "star": nx.star_graph(20),
    "binary tree": nx.balanced_tree(2, 4),
    "caterpillar": nx.Graph([(i, i + 1) for i in range(12)] + [(i, 20 + i) for i in range(5)]),
    "two stars": nx.Graph([(0, i) for i in range(1, 9)] + [(9, i) for i in [0, *range(10, 20)]]),
    "grid": nx.grid_2d_graph(6, 7),
    "random": nx.gnp_random_graph(40, 0.15, seed=1),
    "sparse": nx.gnp_random_graph(40, 0.04, seed=2),
    "no edges": nx.empty_graph(4),
    "mixed": disjoint(nx.path_graph(5), nx.empty_graph(1), nx.star_graph(6), nx.path_graph(2)),
}
GRAPHS = {name: nx.convert_node_labels_to_integers(graph) for name, graph in GRAPHS.items()}
each_graph = pytest.mark.parametrize("name", list(GRAPHS))


def wavelets_of(name, seed=1):
    graph = road_graph(GRAPHS[name])
    return graph, TreeWavelets(graph, spanning_tree(graph, rng=np.random.default_rng(seed)))


def matrix(wavelets):
    return np.column_stack([wavelets.forward(unit) for unit in np.eye(wavelets.n)])


@each_graph
def test_the_basis_is_orthonormal(name):
    for seed in range(3):
        _, wavelets = wavelets_of(name, seed)
        w = matrix(wavelets)
        assert w.shape == (wavelets.n, wavelets.n)
        assert w @ w.T == pytest.approx(np.eye(wavelets.n), abs=1e-14)


@each_graph
def test_the_inverse_undoes_the_transform(name):
    _, wavelets = wavelets_of(name)
    w = matrix(wavelets)
    for row, unit in zip(w, np.eye(wavelets.n), strict=True):
        assert wavelets.inverse(unit) == pytest.approx(row, abs=1e-14)
    x = np.random.default_rng(2).standard_normal(wavelets.n)
    assert wavelets.inverse(wavelets.forward(x)) == pytest.approx(x, abs=1e-13)


@each_graph
def test_the_first_coefficients_are_the_sums_of_the_components(name):
    graph, wavelets = wavelets_of(name)
    x = np.random.default_rng(3).standard_normal(graph.n)
    size = np.bincount(graph.components)
    sums = np.bincount(graph.components, weights=x)
    assert wavelets.n == graph.n and wavelets.constants == len(size)
    assert wavelets.forward(x)[: len(size)] == pytest.approx(sums / np.sqrt(size), abs=1e-13)


@each_graph
def test_every_other_element_contrasts_two_joined_halves(name):
    graph, wavelets = wavelets_of(name)
    tree = nx.Graph(graph.edges[spanning_tree(graph, rng=np.random.default_rng(1))].tolist())
    size = np.bincount(graph.components)
    assert wavelets.bands[: len(size)].tolist() == np.floor(np.log2(size)).tolist()
    for row, band in zip(matrix(wavelets)[len(size) :], wavelets.bands[len(size) :], strict=True):
        plus, minus = np.flatnonzero(row > 1e-9), np.flatnonzero(row < -1e-9)
        a, b = len(plus), len(minus)
        h = a * b / (a + b)
        assert row[plus] == pytest.approx(np.sqrt(h) / a)
        assert row[minus] == pytest.approx(-np.sqrt(h) / b)
        assert band == np.floor(np.log2(h)) and band.dtype == np.int64
        # The two sides, with the vertex that was taken out, hang together along the tree.
        around = nx.node_boundary(tree, [*plus, *minus])
        assert any(
            nx.is_connected(tree.subgraph([*plus, *minus, *extra]))
            for extra in [[], *([v] for v in around)]
        )


@pytest.mark.parametrize("levels", [1, 2, 3, 6])
def test_on_a_path_they_are_the_haar_wavelets(levels):
    n = 2**levels
    graph = road_graph(nx.path_graph(n))
    wavelets = TreeWavelets(graph, np.arange(n - 1))
    x = np.random.default_rng(4).standard_normal(n)
    haar = np.concatenate(pywt.wavedec(x, "haar"))
    found = wavelets.forward(x)
    assert np.sort(abs(found)) == pytest.approx(np.sort(abs(haar)), abs=1e-13)
    assert abs(found[0]) == pytest.approx(abs(haar[0]))
    # Halves of halves: the detail of scale 2^(j+1) is of band j - 1.
    assert np.bincount(wavelets.bands[1:] + 1).tolist() == [n >> j for j in range(1, levels + 1)]


@pytest.mark.parametrize(
    "name", [k for k, g in GRAPHS.items() if len(g) > 2 and nx.is_connected(g)]
)
@pytest.mark.parametrize("cuts", [0, 1, 2, 5])
def test_a_signal_with_few_jumps_has_few_coefficients(name, cuts):
    graph = road_graph(GRAPHS[name])
    rng = np.random.default_rng(5)
    for _ in range(40):
        index = spanning_tree(graph, rng=rng)
        tree = nx.Graph(graph.edges[index].tolist())
        most = np.ceil(np.log2(max(d for _, d in tree.degree))) * np.ceil(np.log2(graph.n))
        edges = list(tree.edges)
        cut = rng.permutation(len(edges))[:cuts]
        tree.remove_edges_from([edges[k] for k in cut])
        x = np.empty(graph.n)
        for piece in nx.connected_components(tree):
            x[list(piece)] = rng.standard_normal()
        coefficients = TreeWavelets(graph, index).forward(x)
        assert (abs(coefficients) > 1e-12).sum() <= most * len(cut) + 1


@pytest.mark.parametrize("shape, most", [(nx.path_graph, 10), (nx.star_graph, 81)])
def test_a_single_jump_in_a_large_tree_has_few_coefficients(shape, most):
    graph = road_graph(shape(500))
    wavelets = TreeWavelets(graph, np.arange(graph.m))
    for cut in range(0, graph.m, 7):
        # One side of the edge: what comes after it on a path, a single leaf of a star.
        x = np.full(graph.n, -2.0)
        x[graph.edges[cut, 1] : None if shape is nx.path_graph else graph.edges[cut, 1] + 1] = 1
        assert 2 <= (abs(wavelets.forward(x)) > 1e-10).sum() <= most


@each_graph
def test_denoising_thresholds_all_but_the_constants(name):
    graph, wavelets = wavelets_of(name)
    y = 3 * np.random.default_rng(6).standard_normal(graph.n)
    basis, sigma, k = matrix(wavelets), 0.7, wavelets.constants
    w = basis @ y
    w[k:] = np.sign(w[k:]) * np.maximum(abs(w[k:]) - sigma * np.sqrt(2 * np.log(graph.n)), 0)
    assert wavelets.denoise(y, sigma) == pytest.approx(basis.T @ w, abs=1e-13)


@each_graph
def test_denoising_keeps_the_total_of_each_component(name):
    graph, wavelets = wavelets_of(name)
    y = 1e3 + np.random.default_rng(7).standard_normal(graph.n)
    before, after = (
        np.bincount(graph.components, weights=v) for v in (y, wavelets.denoise(y, 1.5))
    )
    assert after == pytest.approx(before, rel=1e-13, abs=0)


def test_arguments_are_left_alone():
    graph = road_graph(nx.path_graph(4))
    tree, y = np.array([2, 0, 1]), np.array([1.0, 9.0, 3.0, 4.0])
    wavelets = TreeWavelets(graph, tree)
    wavelets.denoise(y, 1.0)
    wavelets.inverse(y)
    assert tree.tolist() == [2, 0, 1] and y.tolist() == [1, 9, 3, 4]


# A square with a diagonal, a pair, and a vertex: 7 vertices, 3 components.
BUSY = RoadGraph(7, [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [4, 5]])


@pytest.mark.parametrize("tree", [[0, 1, 2, 5], [4, 3, 0, 5], [5, 2, 4, 0]])
def test_every_spanning_forest_will_do_in_any_order(tree):
    w = matrix(TreeWavelets(BUSY, tree))
    assert w @ w.T == pytest.approx(np.eye(7), abs=1e-14)


@pytest.mark.parametrize(
    "tree, message",
    [
        ([0, 1, 5], "tree has 3 edges .* it must be a spanning tree of each component, 4 edges"),
        ([0, 1, 2], "tree has 3 edges"),
        ([0, 1, 2, 3], "tree has 4 edges that leave 4 components"),
        ([0, 1, 4, 5], "tree has 4 edges that leave 4 components"),
        ([0, 1, 2, 3, 5], "tree has 5 edges"),
        ([0, 1, 1, 5], "tree has 4 edges that leave 4 components"),
        ([0, 1, 2, 5, 5], "tree has 5 edges"),
        ([], "tree has 0 edges"),
        ([0, 1, 2, 6], "tree holds 6; allowed are edges 0 to 5"),
        ([0, 1, 2, -1], "tree holds -1; allowed are edges 0 to 5"),
        ([0.0, 1.0, 2.0, 5.0], "it must be a vector of edge indices"),
        ([True, True, True, False], "it must be a vector of edge indices"),
        ([[0, 1], [2, 5]], "it must be a vector of edge indices"),
        (5, "it must be a vector of edge indices"),
    ],
)
def test_what_is_no_spanning_forest_is_refused(tree, message):
    with pytest.raises(ValueError, match=message):
        TreeWavelets(BUSY, tree)


@pytest.mark.parametrize("tree", [[0, 2, 3, 4], [1, 2, 3, 4]])
def test_a_cycle_far_from_the_first_vertex_is_refused(tree):
    lasso = RoadGraph(5, [[0, 1], [1, 2], [2, 3], [3, 4], [2, 4]])
    with pytest.raises(ValueError, match="tree has 4 edges that leave 2 components"):
        TreeWavelets(lasso, tree)


@pytest.mark.parametrize("method, name", [("forward", "x"), ("inverse", "w"), ("denoise", "y")])
@pytest.mark.parametrize("value", [np.ones(6), np.ones((7, 1)), [np.nan] * 7, ["a"] * 7])
def test_bad_signals_are_named(method, name, value):
    with pytest.raises(ValueError, match=rf"^{name}(\[0\])? (has shape|is)"):
        getattr(TreeWavelets(BUSY, [0, 1, 2, 5]), method)(value, *[1.0] * (method == "denoise"))


@pytest.mark.parametrize("sigma", [0.0, -1.0, np.nan, np.inf])
def test_denoising_needs_a_positive_sigma(sigma):
    with pytest.raises(ValueError, match=f"sigma is {sigma}"):
        TreeWavelets(BUSY, [0, 1, 2, 5]).denoise(np.ones(7), sigma)
