"""Tree wavelets: an orthonormal Haar basis, sparse where the signal has few jumps."""

from functools import partial

import networkx as nx
import numpy as np
import pytest

from gaussmech.graphs import tree_wavelets as module
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.spanning_trees import root_forest, spanning_tree
from gaussmech.graphs.tree_wavelets import TreeWavelets


def graph_of(graph):
    return Graph(len(graph), np.array(graph.edges, int).reshape(-1, 2))


GRAPHS = {
    "vertex": nx.path_graph(1),
    "pair": nx.path_graph(2),
    "path 3": nx.path_graph(3),
    "path 16": nx.path_graph(16),
    "path 37": nx.path_graph(37),
    "star": nx.star_graph(20),
    "binary tree": nx.balanced_tree(2, 4),
    "caterpillar": nx.Graph(
        [(i, i + 1) for i in range(12)] + [(i, 20 + i) for i in range(5)]
    ),
    "two stars": nx.Graph(
        [(0, i) for i in range(1, 9)] + [(9, i) for i in [0, *range(10, 20)]]
    ),
    "grid": nx.grid_2d_graph(6, 7),
    "random": nx.gnp_random_graph(40, 0.15, seed=1),
    "sparse": nx.gnp_random_graph(40, 0.04, seed=2),
    "no edges": nx.empty_graph(4),
    "mixed": nx.disjoint_union_all(map(nx.path_graph, (5, 1, 2))),
    "stars": nx.disjoint_union_all(map(nx.star_graph, (6, 0, 1, 9))),
}
GRAPHS = {
    name: nx.convert_node_labels_to_integers(graph) for name, graph in GRAPHS.items()
}
each_graph = pytest.mark.parametrize("name", list(GRAPHS))


def wavelets_of(name):
    graph = graph_of(GRAPHS[name])
    return graph, TreeWavelets(graph, spanning_tree(graph, rng=1))


def matrix(wavelets):
    return np.column_stack([wavelets.forward(unit) for unit in np.eye(wavelets.n)])


def reference(graph, tree):
    """The basis, row by row, by its definition: sets of vertices, no arrays."""
    rank = {
        int(v): place for place, v in enumerate(root_forest("tree", tree, graph).vertex)
    }
    forest = nx.Graph(graph.edges[tree].tolist())
    forest.add_nodes_from(range(graph.n))

    def row(plus, minus):
        a, b = len(plus), len(minus)
        values = np.zeros(graph.n)
        values[list(plus)], values[list(minus)] = 1 / a, -1 / b
        return np.sqrt(a * b / (a + b)) * values

    def split(part):
        """Rows of a set of vertices that hang together."""
        part = sorted(part, key=rank.get)
        if len(part) == 1:
            return
        if len(part) == 2:
            yield row(part[:1], part[1:])
            return
        for v in part:
            rest = nx.connected_components(forest.subgraph(set(part) - {v}))
            rest = sorted(map(set, rest), key=lambda piece: min(map(rank.get, piece)))
            if max(map(len, rest)) <= len(part) / 2:
                break
        min(rest, key=len).add(v)
        yield from halve(rest)

    def halve(pieces):
        if len(pieces) == 1:
            yield from split(pieces[0])
            return
        one, other = pieces[: len(pieces) // 2], pieces[len(pieces) // 2 :]
        yield row(set().union(*one), set().union(*other))
        yield from halve(one)
        yield from halve(other)

    parts = sorted(nx.connected_components(forest), key=min)
    means = [
        np.isin(np.arange(graph.n), list(part)) / np.sqrt(len(part)) for part in parts
    ]
    return np.array([*means, *(detail for part in parts for detail in split(part))])


@each_graph
@pytest.mark.parametrize("kind", ["uniform", "minimum"])
def test_the_basis_is_the_one_of_its_definition(name, kind):
    graph = graph_of(GRAPHS[name])
    for seed in range(4):
        tree = spanning_tree(graph, kind=kind, rng=np.random.default_rng(seed))
        expected = reference(graph, tree)
        wavelets = TreeWavelets(graph, np.random.default_rng(seed).permutation(tree))
        assert matrix(wavelets) == pytest.approx(expected, abs=1e-14)
        assert wavelets.inverse(np.eye(graph.n)) == pytest.approx(expected, abs=1e-14)


@each_graph
def test_bands_are_the_scales_of_the_elements(name):
    graph, wavelets = wavelets_of(name)
    size = np.bincount(graph.components)
    assert wavelets.n == graph.n and wavelets.constants == len(size)
    assert wavelets.bands[: len(size)].tolist() == np.floor(np.log2(size)).tolist()
    for row, band in zip(
        matrix(wavelets)[len(size) :], wavelets.bands[len(size) :], strict=True
    ):
        a, b = np.count_nonzero(row > 1e-9), np.count_nonzero(row < -1e-9)
        assert band == np.floor(np.log2(a * b / (a + b))) and band.dtype == np.int64


@pytest.mark.parametrize(
    "name", [k for k, g in GRAPHS.items() if len(g) > 2 and nx.is_connected(g)]
)
@pytest.mark.parametrize("cuts", [0, 1, 2, 5])
def test_a_signal_with_few_jumps_has_few_coefficients(name, cuts):
    graph = graph_of(GRAPHS[name])
    rng = np.random.default_rng(5)
    for _ in range(40):
        index = spanning_tree(graph, rng=rng)
        tree = nx.Graph(graph.edges[index].tolist())
        most = np.ceil(np.log2(max(d for _, d in tree.degree))) * np.ceil(
            np.log2(graph.n)
        )
        cut = rng.permutation(list(tree.edges))[:cuts]
        tree.remove_edges_from(cut)
        x = np.empty(graph.n)
        for piece in nx.connected_components(tree):
            x[list(piece)] = rng.standard_normal()
        coefficients = TreeWavelets(graph, index).forward(x)
        assert (abs(coefficients) > 1e-12).sum() <= most * len(cut) + 1


@each_graph
def test_denoising_thresholds_all_but_the_constants(name):
    graph, wavelets = wavelets_of(name)
    y = 3 * np.random.default_rng(6).standard_normal(graph.n)
    basis, sigma, k = matrix(wavelets), 0.7, wavelets.constants
    w = basis @ y
    w[k:] = np.sign(w[k:]) * np.maximum(
        abs(w[k:]) - sigma * np.sqrt(2 * np.log(graph.n)), 0
    )
    assert wavelets.denoise(y, sigma) == pytest.approx(basis.T @ w, abs=1e-13)


@each_graph
def test_stacks_are_transformed_row_by_row(name):
    graph, wavelets = wavelets_of(name)
    stack = np.random.default_rng(8).standard_normal((3, graph.n))
    for method in (
        wavelets.forward,
        wavelets.inverse,
        lambda y: wavelets.denoise(y, 0.5),
    ):
        rows = [method(row) for row in stack]
        for signals in (stack, np.asfortranarray(stack), stack.tolist()):
            result = method(signals)
            assert result.shape == stack.shape and (result == rows).all()
    assert wavelets.forward(stack[:0]).shape == (0, graph.n)


def test_signals_may_lie_anywhere_in_memory_and_be_read_only():
    graph, wavelets = wavelets_of("grid")
    x = np.random.default_rng(9).standard_normal(graph.n)
    frozen, tree = x.copy(), spanning_tree(graph, rng=1)
    for array in (frozen, tree):
        array.setflags(write=False)
    wavelets = TreeWavelets(graph, tree)

    def bands(w):
        out = np.zeros((graph.n, wavelets.levels, 1))
        wavelets.add_bands(w, frozen[:1] ** 2, out)
        return out

    denoise = partial(wavelets.denoise, sigma=1)
    for transform in (wavelets.forward, wavelets.inverse, bands, denoise):
        for signal in (np.repeat(x, 2)[::2], frozen, x.tolist()):
            assert (transform(signal) == transform(x)).all() and (x == frozen).all()
    assert wavelets.forward(np.arange(graph.n)).dtype == float
    # None of these is compiled anew.
    kernels = module._forward, module._inverse, module._add_bands
    assert [len(kernel.signatures) for kernel in kernels] == [1, 1, 1]


@each_graph
def test_bands_add_up_to_what_is_thresholded(name):
    graph, wavelets = wavelets_of(name)
    w = 2 * np.random.default_rng(10).standard_normal(graph.n)
    thresholds = np.array([0.0, 1.3, 2.0])
    assert wavelets.levels == int(np.log2(graph.n))
    start = np.random.default_rng(11).standard_normal((graph.n, wavelets.levels, 3))
    out = start.copy()
    counts = wavelets.add_bands(w, thresholds, out)
    assert counts.shape == (wavelets.levels, 3)
    details = np.arange(graph.n) >= wavelets.constants
    for j in range(wavelets.levels):
        for c, threshold in enumerate(thresholds):
            shrunk = np.sign(w) * np.maximum(abs(w) - threshold, 0)
            shrunk *= details & (wavelets.bands == j - 1)
            added = out[:, j, c] - start[:, j, c]
            assert added == pytest.approx(wavelets.inverse(shrunk), abs=1e-13)
            assert counts[j, c] == np.count_nonzero(shrunk)
    assert counts[:, 0].sum() == details.sum()


# A square with a diagonal, a pair, and a vertex: 7 vertices, 3 components.
BUSY = Graph(7, [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [4, 5]])


@pytest.mark.parametrize(
    "changes, message",
    [
        (
            {"thresholds": [1.0, -1.0]},
            r"thresholds\[1\] is -1.0; allowed are numbers in \[0",
        ),
        ({"thresholds": 1.0}, r"must be \(7, 2, C\) and \(C,\)"),
        ({"thresholds": [1.0]}, r"out has shape \(7, 2, 2\) and thresholds \(1,\)"),
        ({"out": np.zeros((7, 3, 2))}, r"out has shape \(7, 3, 2\)"),
        ({"out": np.zeros((2, 2, 7)).T}, "out must be a contiguous, writable array"),
        (
            {"out": np.broadcast_to(0.0, (7, 2, 2))},
            "out must be a contiguous, writable array",
        ),
        ({"out": np.zeros((7, 2, 2), int)}, "out must be a contiguous, writable array"),
    ],
)
def test_bands_that_cannot_be_added_are_refused(changes, message):
    arguments = {
        "w": np.ones(7),
        "thresholds": [0.0, 1.0],
        "out": np.zeros((7, 2, 2)),
    } | changes
    with pytest.raises(ValueError, match=message):
        TreeWavelets(BUSY, [0, 1, 2, 5]).add_bands(**arguments)


LARGE = 30_000


@pytest.mark.parametrize("shape", ["grid", "caterpillar", "random", "star", "path"])
def test_a_large_tree_needs_no_recursion(shape):
    k = np.arange(1, LARGE)
    parent = {
        "caterpillar": np.where(k < LARGE // 2, k - 1, k - LARGE // 2),
        "random": (np.random.default_rng(12).random(LARGE - 1) * k).astype(int),
        "grid": np.where(k % 400, k - 1, k - 400),
        "star": np.zeros(LARGE - 1, int),
        "path": k - 1,
    }[shape]
    graph = Graph(LARGE, np.column_stack([parent, k]))
    wavelets = TreeWavelets(graph, np.arange(LARGE - 1))
    x = np.random.default_rng(13).standard_normal(LARGE)
    out, w = np.zeros((LARGE, wavelets.levels, 1)), wavelets.forward(x)
    assert np.sum(w**2) == pytest.approx(np.sum(x**2), rel=1e-12, abs=0)
    assert w[0] == pytest.approx(x.sum() / np.sqrt(LARGE), rel=1e-9, abs=0)
    assert wavelets.inverse(w) == pytest.approx(x, abs=1e-11)
    wavelets.add_bands(w, [0.0], out)
    assert out.sum(axis=(1, 2)) == pytest.approx(x - x.mean(), abs=1e-11)
