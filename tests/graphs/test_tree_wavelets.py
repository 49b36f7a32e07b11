"""Tree wavelets: an orthonormal Haar basis, sparse where the signal has few jumps."""

from functools import cache, partial

import networkx as nx
import numpy as np
import pytest

from gaussmech.graphs import tree_wavelets as module
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.rooted_forest import root_forest
from gaussmech.graphs.spanning_trees import spanning_tree
from gaussmech.graphs.tree_wavelets import TreeWavelets, add_bands_of_signal


def two_stars():
    """Return two stars whose hubs, 0 and 9, are joined."""
    first = [(0, i) for i in range(1, 9)]
    second = [(9, i) for i in range(10, 20)]
    return nx.Graph([*first, (9, 0), *second])


def apart(graphs):
    return nx.disjoint_union_all(graphs)


GRAPHS = {
    "vertex": nx.path_graph(1),
    "pair": nx.path_graph(2),
    "path 37": nx.path_graph(37),
    "star": nx.star_graph(20),
    "binary tree": nx.balanced_tree(2, 4),
    "two stars": two_stars(),
    "grid": nx.grid_2d_graph(6, 7),
    "random": nx.gnp_random_graph(40, 0.15, seed=1),
    "sparse": nx.gnp_random_graph(40, 0.04, seed=2),
    "no edges": nx.empty_graph(4),
    "mixed": apart([nx.path_graph(5), nx.path_graph(1), nx.path_graph(2)]),
    "stars": apart([nx.star_graph(leaves) for leaves in (6, 0, 1, 9)]),
}
each_graph = pytest.mark.parametrize("name", list(GRAPHS))


def graph_of(name):
    graph = nx.convert_node_labels_to_integers(GRAPHS[name])
    edges = np.array(graph.edges, int).reshape(-1, 2)
    return Graph(len(graph), edges)


@cache
def wavelets_of(name):
    """Return the graph of this name, and the wavelets of one of its spanning trees."""
    graph = graph_of(name)
    tree = spanning_tree(graph, rng=1)
    return graph, TreeWavelets(graph, tree)


def matrix_of(wavelets):
    """Return the basis (n, n), one element a row."""
    columns = [wavelets.forward(unit) for unit in np.eye(wavelets.n)]
    return np.column_stack(columns)


class BasisByDefinition:
    """The basis of a spanning tree, row by row, by sets of vertices in place of arrays."""

    def __init__(self, graph, tree):
        self.n = graph.n
        order = root_forest("tree", tree, graph).vertex
        self.rank = {int(vertex): place for place, vertex in enumerate(order)}
        self.forest = nx.Graph(graph.edges[tree].tolist())
        self.forest.add_nodes_from(range(graph.n))

    def matrix(self):
        parts = sorted(nx.connected_components(self.forest), key=min)
        rows = [self.constant(part) for part in parts]
        for part in parts:
            rows.extend(self.split(part))
        return np.array(rows)

    def constant(self, part):
        row = np.zeros(self.n)
        row[list(part)] = 1 / np.sqrt(len(part))
        return row

    def difference(self, plus, minus):
        """Return the row that is positive on one set of vertices and negative on another."""
        a = len(plus)
        b = len(minus)
        row = np.zeros(self.n)
        row[list(plus)] = 1 / a
        row[list(minus)] = -1 / b
        return np.sqrt(a * b / (a + b)) * row

    def split(self, part):
        """Return the rows of a set of vertices that hang together."""
        part = sorted(part, key=self.rank.get)
        if len(part) == 1:
            return []
        if len(part) == 2:
            return [self.difference(part[:1], part[1:])]
        return self.halve(self.pieces_about_centroid(part))

    def pieces_about_centroid(self, part):
        """Return the pieces that remain without the first vertex that leaves no large one.

        The smallest piece takes that vertex.
        """
        for vertex in part:
            rest = self.forest.subgraph(set(part) - {vertex})
            pieces = [set(piece) for piece in nx.connected_components(rest)]
            if max(map(len, pieces)) <= len(part) / 2:
                break
        pieces.sort(key=lambda piece: min(map(self.rank.get, piece)))
        min(pieces, key=len).add(vertex)
        return pieces

    def halve(self, pieces):
        """Return the rows of a list of pieces: one half against the other, and so on."""
        if len(pieces) == 1:
            return self.split(pieces[0])
        middle = len(pieces) // 2
        first = pieces[:middle]
        second = pieces[middle:]
        row = self.difference(set().union(*first), set().union(*second))
        return [row, *self.halve(first), *self.halve(second)]


@each_graph
@pytest.mark.parametrize("kind", ["uniform", "minimum"])
@pytest.mark.parametrize("seed", range(4))
def test_the_basis_is_the_one_of_its_definition(name, kind, seed):
    graph = graph_of(name)
    tree = spanning_tree(graph, kind=kind, rng=np.random.default_rng(seed))
    expected = BasisByDefinition(graph, tree).matrix()
    # The order in which a tree lists its edges does not matter.
    shuffled = np.random.default_rng(seed).permutation(tree)
    wavelets = TreeWavelets(graph, shuffled)
    np.testing.assert_allclose(matrix_of(wavelets), expected, rtol=0, atol=1e-14)
    np.testing.assert_allclose(
        wavelets.inverse(np.eye(graph.n)), expected.T, rtol=0, atol=1e-14
    )


@each_graph
def test_bands_are_the_scales_of_the_elements(name):
    graph, wavelets = wavelets_of(name)
    # The scale of a constant is the size of its component.
    scales = np.bincount(graph.components).tolist()
    assert wavelets.constants == len(scales)
    for row in matrix_of(wavelets)[wavelets.constants :]:
        a = np.count_nonzero(row > 1e-9)
        b = np.count_nonzero(row < -1e-9)
        scales.append(a * b / (a + b))
    assert wavelets.bands.dtype == np.int64
    assert wavelets.bands.tolist() == np.floor(np.log2(scales)).tolist()


@each_graph
def test_denoising_thresholds_all_but_the_constants(name):
    graph, wavelets = wavelets_of(name)
    sigma = 0.7
    y = 3 * np.random.default_rng(6).standard_normal(graph.n)
    basis = matrix_of(wavelets)
    coefficients = basis @ y
    details = coefficients[wavelets.constants :]
    threshold = sigma * np.sqrt(2 * np.log(graph.n))
    details[:] = np.sign(details) * np.maximum(abs(details) - threshold, 0)
    expected = basis.T @ coefficients
    assert wavelets.denoise(y, sigma) == pytest.approx(expected, abs=1e-13)


@each_graph
@pytest.mark.parametrize("method", ["forward", "inverse", "denoise"])
def test_several_signals_are_transformed_column_by_column(name, method):
    graph, wavelets = wavelets_of(name)
    transform = getattr(wavelets, method)
    if method == "denoise":
        transform = partial(transform, sigma=0.5)
    stack = np.random.default_rng(8).standard_normal((graph.n, 3))
    columns = [transform(column) for column in stack.T]
    for signals in (stack, np.asfortranarray(stack), stack.tolist()):
        result = transform(signals)
        assert result.shape == stack.shape
        assert (columns == result.T).all()


@pytest.mark.parametrize("method", ["forward", "inverse", "denoise"])
def test_signals_as_rows_are_refused_with_the_remedy(method, frozen_wavelets):
    options = {"sigma": 1.0} if method == "denoise" else {}
    with pytest.raises(ValueError, match=r"has shape \(2, 42\).*pass [xwy]\.T$"):
        getattr(frozen_wavelets, method)(np.zeros((2, 42)), **options)


@pytest.fixture
def frozen_wavelets():
    """The grid's wavelets, made of a tree that is read-only."""
    graph = graph_of("grid")
    tree = spanning_tree(graph, rng=1)
    tree.setflags(write=False)
    return TreeWavelets(graph, tree)


@pytest.mark.parametrize("kernel", ["_forward", "_inverse"])
def test_no_signal_makes_a_kernel_compile_anew(kernel, frozen_wavelets):
    x = np.random.default_rng(9).standard_normal(frozen_wavelets.n)
    read_only = x.copy()
    read_only.setflags(write=False)
    for signal in (np.repeat(x, 2)[::2], read_only, x.tolist()):
        coefficients = frozen_wavelets.forward(signal)
        np.testing.assert_allclose(frozen_wavelets.inverse(coefficients), x)
        frozen_wavelets.inverse(signal)
    assert (x == read_only).all()
    assert len(getattr(module, kernel).signatures) == 1


THRESHOLDS = np.array([0.0, 1.3, 2.0])


@each_graph
def test_bands_add_up_to_what_is_thresholded(name):
    graph, wavelets = wavelets_of(name)
    assert wavelets.levels == int(np.log2(graph.n))
    shape = (graph.n, 3 * wavelets.levels)
    coefficients = 2 * np.random.default_rng(10).standard_normal(graph.n)
    start = np.random.default_rng(11).standard_normal(shape)
    out = start.copy()
    signal = wavelets.inverse(coefficients)
    counts = add_bands_of_signal(wavelets, signal, THRESHOLDS, out)
    assert counts.shape == (wavelets.levels, 3)
    is_detail = np.arange(graph.n) >= wavelets.constants
    for level, c in np.ndindex(counts.shape):
        size = np.maximum(abs(coefficients) - THRESHOLDS[c], 0)
        in_band = is_detail & (wavelets.bands == level - 1)
        shrunk = np.sign(coefficients) * size * in_band
        added = (out - start)[:, 3 * level + c]
        assert added == pytest.approx(wavelets.inverse(shrunk), abs=1e-13)
        assert counts[level, c] == np.count_nonzero(shrunk)


LARGE = 30_000


def parents(shape):
    """Return the parent (LARGE - 1,) of each vertex but 0 of a large tree."""
    vertex = np.arange(1, LARGE)
    if shape == "path":
        return vertex - 1
    if shape == "star":
        return np.zeros(LARGE - 1, int)
    if shape == "caterpillar":
        half = LARGE // 2
        return np.where(vertex < half, vertex - 1, vertex - half)
    if shape == "comb":
        return np.where(vertex % 400, vertex - 1, vertex - 400)
    uniform = np.random.default_rng(12).random(LARGE - 1)
    return (uniform * vertex).astype(int)


@pytest.mark.parametrize("shape", ["comb", "caterpillar", "random", "star", "path"])
def test_a_large_tree_needs_no_recursion(shape):
    edges = np.column_stack([parents(shape), np.arange(1, LARGE)])
    wavelets = TreeWavelets(Graph(LARGE, edges), np.arange(LARGE - 1))
    x = np.random.default_rng(13).standard_normal(LARGE)
    coefficients = wavelets.forward(x)
    # The basis is orthonormal, and its first element is constant.
    assert np.sum(coefficients**2) == pytest.approx(np.sum(x**2), rel=1e-12, abs=0)
    mean = x.sum() / np.sqrt(LARGE)
    assert coefficients[0] == pytest.approx(mean, rel=1e-9, abs=0)
    np.testing.assert_allclose(wavelets.inverse(coefficients), x, rtol=0, atol=1e-11)
    out = np.zeros((LARGE, wavelets.levels))
    add_bands_of_signal(wavelets, x, np.zeros(1), out)
    np.testing.assert_allclose(out.sum(axis=1), x - x.mean(), rtol=0, atol=1e-11)
