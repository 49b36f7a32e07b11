"""Tree wavelets: an orthonormal Haar basis, sparse where the signal has few jumps."""

import networkx as nx
import numpy as np
import pytest

from gaussmech.graphs import tree_wavelets as module
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.spanning_trees import root_forest, spanning_tree
from gaussmech.graphs.tree_wavelets import TreeWavelets

GRAPHS = {
    "vertex": nx.path_graph(1),
    "pair": nx.path_graph(2),
    "path": nx.path_graph(37),
    "star": nx.star_graph(20),
    "binary tree": nx.balanced_tree(2, 4),
    "two stars": nx.full_rary_tree(9, 19),
    "grid": nx.grid_2d_graph(6, 7),
    "random": nx.gnp_random_graph(40, 0.15, seed=1),
    "sparse": nx.gnp_random_graph(40, 0.04, seed=2),
    "no edges": nx.empty_graph(4),
    "stars": nx.disjoint_union_all(map(nx.star_graph, (6, 0, 1, 9))),
}


@pytest.fixture(scope="module", params=GRAPHS)
def graph(request):
    return Graph.from_networkx(GRAPHS[request.param])


@pytest.fixture(scope="module")
def wavelets(graph):
    return TreeWavelets(graph, spanning_tree(graph, rng=1))


def matrix_of(wavelets):
    """Return the basis (n, n), one element a row."""
    return np.column_stack([wavelets.forward(unit) for unit in np.eye(wavelets.n)])


def basis_by_definition(graph, tree):
    """Return the basis of a spanning tree, row by row, by sets of vertices in place of arrays."""
    order = root_forest("tree", tree, graph).order.tolist()
    forest = nx.Graph(graph.edges[tree].tolist())
    forest.add_nodes_from(order)

    def is_in(pieces):
        return np.isin(np.arange(graph.n), [*set().union(*pieces)])

    def halve(pieces):
        """Return the rows of a list of pieces: one half against the other, and so on."""
        if len(pieces) == 1:
            return split(pieces[0])
        middle = (len(pieces) + 1) // 2
        first, second = pieces[:middle], pieces[middle:]
        row = is_in(first) / is_in(first).sum() - is_in(second) / is_in(second).sum()
        return [row / np.linalg.norm(row), *halve(first), *halve(second)]

    def split(part):
        """Return the rows of a set of vertices that hang together.

        The pieces are those without the last vertex that leaves no large one; the smallest takes it.
        """
        part = sorted(part, key=order.index)
        if len(part) == 1:
            return []
        if len(part) == 2:
            return halve([{vertex} for vertex in part])
        for vertex in reversed(part):
            rest = forest.subgraph({*part} - {vertex})
            pieces = [{*piece} for piece in nx.connected_components(rest)]
            if max(map(len, pieces)) <= len(part) / 2:
                break
        pieces.sort(key=lambda piece: max(map(order.index, piece)))
        min(reversed(pieces), key=len).add(vertex)
        return halve(pieces)

    parts = sorted(nx.connected_components(forest), key=min)
    constants = [is_in([part]) / np.sqrt(len(part)) for part in parts]
    return np.array([*constants, *(row for part in parts for row in split(part))])


@pytest.mark.parametrize("kind", ["uniform", "minimum"])
@pytest.mark.parametrize("seed", range(4))
def test_the_basis_is_the_one_of_its_definition(graph, kind, seed):
    rng = np.random.default_rng(seed)
    # The order in which a tree lists its edges does not matter.
    tree = rng.permutation(spanning_tree(graph, kind=kind, rng=rng))
    wavelets = TreeWavelets(graph, tree)
    expected = basis_by_definition(graph, tree)
    np.testing.assert_allclose(matrix_of(wavelets), expected, rtol=0, atol=1e-14)
    inverse = wavelets.inverse(np.eye(graph.n))
    np.testing.assert_allclose(inverse, expected.T, rtol=0, atol=1e-14)
    constants = np.count_nonzero((expected >= 0).all(axis=1))
    assert wavelets.constants == constants


def thresholded(coefficients, threshold):
    return np.sign(coefficients) * np.maximum(abs(coefficients) - threshold, 0)


def test_denoising_thresholds_all_but_the_constants(graph, wavelets):
    y = 3 * np.random.default_rng(6).standard_normal(graph.n)
    coefficients = wavelets.forward(y)
    details = coefficients[wavelets.constants :]
    details[:] = thresholded(details, 0.7 * np.sqrt(2 * np.log(graph.n)))
    expected = wavelets.inverse(coefficients)
    assert wavelets.denoise(y, 0.7) == pytest.approx(expected, abs=1e-13)


METHODS = {"forward": (), "inverse": (), "denoise": (0.5,)}


@pytest.mark.parametrize("method", METHODS)
def test_several_signals_are_transformed_column_by_column(graph, wavelets, method):
    def transform(signals):
        return getattr(wavelets, method)(signals, *METHODS[method])

    stack = np.random.default_rng(8).standard_normal((graph.n, 3))
    columns = [transform(column) for column in stack.T]
    for signals in (stack, np.asfortranarray(stack), stack.tolist()):
        np.testing.assert_array_equal(transform(signals).T, columns)


GRID = Graph.from_networkx(GRAPHS["grid"])


@pytest.mark.parametrize("method", METHODS)
def test_signals_as_rows_are_refused_with_the_remedy(method):
    wavelets = TreeWavelets(GRID, spanning_tree(GRID, rng=1))
    with pytest.raises(ValueError, match=r"has shape \(2, 42\).*pass [xwy]\.T$"):
        getattr(wavelets, method)(np.zeros((2, 42)), *METHODS[method])


@pytest.mark.parametrize("kernel", ["_forward", "_inverse"])
def test_no_signal_or_tree_makes_a_kernel_compile_anew(kernel):
    x = np.random.default_rng(9).standard_normal(42)
    tree = spanning_tree(GRID, rng=1)
    read_only = x.copy()
    for array in (tree, read_only):
        array.setflags(write=False)
    wavelets = TreeWavelets(GRID, tree)
    for signal in (np.repeat(x, 2)[::2], read_only, x.tolist()):
        np.testing.assert_allclose(wavelets.inverse(wavelets.forward(signal)), x)
        wavelets.inverse(signal)
    assert len(getattr(module, kernel).signatures) == 1
