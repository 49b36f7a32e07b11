"""The road graph: what it keeps, what it derives, and what it refuses."""

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse

import gaussmech as gm
from gaussmech.graphs.graph import Graph
from tests.graphs.networks import random_edges

ARRAYS = {
    "edges": [[1, 0], [1, 2]],
    "weights": [1.0, 2.0],
    "length_m": [10.0, 20.0],
    "lon": [1.0, 2.0, 3.0],
    "lat": [-1.0, 0.0, 1.0],
}


@pytest.mark.parametrize("name", [*ARRAYS, "degree", "components", "adjacency"])
def test_the_arrays_of_a_graph_are_its_own_and_read_only(name):
    arrays = {key: np.array(values) for key, values in ARRAYS.items()}
    values = getattr(Graph(3, **arrays), name)
    if name in ARRAYS:
        arrays[name][0] = 2
        assert values.tolist() == ARRAYS[name]
    for array in values if isinstance(values, tuple) else [values]:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_a_bare_graph_has_weights_of_one_and_no_places():
    bare = Graph(3, [[2, 0], [1, 2]])
    assert (bare.edges.dtype, bare.weights.dtype) == (np.int64, float)
    assert bare.weights.tolist() == [1, 1]
    assert bare.length_m is bare.lon is bare.lat is bare.names is None


@pytest.mark.parametrize("n, p", [(1, 0), (2, 1), (6, 0), (30, 0.05), (30, 0.3)])
def test_neighbours_and_components_are_those_of_the_edges(n, p):
    graph = Graph(n, random_edges(n, p, seed=1))
    start, neighbour, edge = graph.adjacency
    # Large graphs need four bytes a number.
    assert start.dtype == neighbour.dtype == edge.dtype == np.int32
    assert start.tolist() == [0, *np.cumsum(graph.degree)]
    for vertex in range(n):
        here = slice(start[vertex], start[vertex + 1])
        # In the order of the edges; of the two ends, the one that is not the vertex.
        assert [*zip(neighbour[here], edge[here], strict=True)] == [
            (ends.sum() - vertex, number)
            for number, ends in enumerate(graph.edges)
            if vertex in ends
        ]
    # Components are numbered by their first vertex.
    other = nx.empty_graph(n)
    other.add_edges_from(graph.edges.tolist())
    parts = sorted(nx.connected_components(other), key=min)
    for number, part in enumerate(parts):
        assert set(np.flatnonzero(graph.components == number)) == part


@pytest.mark.parametrize(
    "n, edges, message",
    [
        (
            2**30,
            [],
            "n is 1073741824; it must be a whole number from 1 to 1073741823",
        ),
        (
            2,
            np.broadcast_to([[0, 1]], (2**30, 2)),
            "edges has 1073741824 rows; .* 1073741823",
        ),
        (
            2,
            np.array([[0, 2**63]], np.uint64),
            r"edges\[0\] is \[0, 9223372036854775808\]; a",
        ),
        (3, [[0, 1, 2]], r"edges has shape \(1, 3\); it must be \(m, 2\)"),
        (3, [[0.0, 1.0]], r"edges holds float64; it must hold integers in \[0, 2\]"),
        (3, [["a", "b"]], "texts; .* takes edges between names"),
        (3, [[0, 1], [1, 3]], r"edges\[1\] is \[1, 3\]; allowed are vertices 0 to 2"),
        (3, [[-1, 0]], "allowed are vertices 0 to 2"),
        (3, [[0, 1], [2, 2]], r"edges\[1\] is \[2, 2\], a loop"),
        (
            4,
            [[3, 2], [0, 3], [1, 0], [2, 3]],
            r"edges\[0\] is \[3, 2\] and occurs more than once",
        ),
    ],
)
def test_bad_edges_are_named(n, edges, message):
    with pytest.raises(ValueError, match=message):
        Graph(n, edges)


def test_labels_in_different_orders_are_refused():
    lon = pd.Series([1.0, 2.0], ["b", "a"])
    with pytest.raises(
        ValueError, match="names, lon and lat have the same labels in diff"
    ):
        Graph(2, [], lon=lon, lat=lon, names=["a", "b"])


def by_edge(graph, name="weights"):
    """Return {edge: value} of an attribute of the edges, whatever their order and direction."""
    ends = map(frozenset, graph.edges.tolist())
    return dict(zip(ends, getattr(graph, name), strict=True))


def test_a_graph_goes_to_networkx_and_back():
    edges = random_edges(20, 0.3, seed=5)
    rng = np.random.default_rng(6)
    weights, length = rng.uniform(0.1, 1.1, (2, len(edges)))
    lon, lat = rng.uniform(0.1, 1.1, (2, 20))
    graph = Graph(20, edges, weights=weights, lon=lon, lat=lat, length_m=length)
    attributes = {name: name for name in ("lon", "lat", "length_m")}
    back = Graph.from_networkx(graph.to_networkx(), **attributes)
    for name in ("weights", "length_m"):
        assert by_edge(graph, name) == by_edge(back, name)
    np.testing.assert_array_equal([graph.lon, graph.lat], [back.lon, back.lat])


@pytest.mark.parametrize(
    "options, weights, length_m",
    [
        ({"weight": "capacity", "length_m": "metres"}, [5, 1], [10, 5]),
        # Without weights, parallel edges are counted.
        ({}, [2, 1], None),
        ({"weight": None}, [2, 1], None),
    ],
)
def test_nodes_keep_their_order_and_parallel_edges_are_merged(
    options, weights, length_m
):
    roads = nx.MultiGraph()
    roads.add_edge("c", "b", capacity=2.0, metres=30.0)
    roads.add_edge("b", "c", capacity=3.0, metres=10.0)
    roads.add_edge("b", "a", capacity=1.0, metres=5.0)
    graph = Graph.from_networkx(roads, **options)
    assert graph.edges.tolist() == [[0, 1], [1, 2]]
    assert graph.weights.tolist() == weights
    np.testing.assert_array_equal(graph.length_m, length_m)
    assert graph.lon is None


@pytest.mark.parametrize(
    "g, options, message",
    [
        (nx.DiGraph([(0, 1)]), {}, "g is directed; it must be undirected"),
        (nx.Graph([("a", "b"), ("b", "b")]), {}, "g has a loop at 'b'"),
        (nx.path_graph(2), {"length_m": "km"}, "the edge 0, 1 of g has no 'km'"),
        (nx.path_graph(2), {"lon": "x", "lat": "y"}, "the node 0 of g has no 'x'"),
        (
            nx.Graph([(0, 1, {"weight": -1.0})]),
            {},
            r"'weight' of the edge 0, 1 of g is -1\.0",
        ),
        (nx.Graph(), {}, "n is 0"),
    ],
)
def test_bad_networkx_graphs_are_named(g, options, message):
    with pytest.raises(ValueError, match=message):
        Graph.from_networkx(g, **options)


@pytest.mark.parametrize("form", ["csr_array", "csc_matrix", "coo_array", "lil_array"])
def test_a_graph_of_a_matrix_is_that_of_networkx(form):
    g = nx.les_miserables_graph()
    matrix = getattr(scipy.sparse, form)(nx.to_scipy_sparse_array(g))
    for each in (matrix, matrix.toarray()):
        graph = Graph.from_adjacency(each)
        assert graph.n == len(g)
        assert by_edge(graph) == by_edge(Graph.from_networkx(g))


@pytest.mark.parametrize("form", [np.array, scipy.sparse.csr_array])
@pytest.mark.parametrize(
    "matrix, message",
    [
        ([[0, 1], [2, 0]], "matrix is not symmetric"),
        ([[1, 1], [1, 0]], "a loop"),
        ([[0, 1, 0], [1, 0, 0]], r"matrix has shape \(2, 3\)"),
        ([[0, -1], [-1, 0]], "matrix"),
        ([[0, np.nan], [np.nan, 0]], "matrix"),
    ],
)
def test_matrices_of_no_graph_are_refused(matrix, message, form):
    with pytest.raises(ValueError, match=message):
        Graph.from_adjacency(form(matrix))


@pytest.mark.parametrize("other", [nx.path_graph(3), scipy.sparse.eye_array(3), None])
def test_what_is_no_graph_is_told_how_to_become_one(other):
    message = "(?s)graph is .*; it must be a Graph. Graph.from_networkx .*Graph.from_a"
    with pytest.raises(ValueError, match=message):
        gm.denoise([1.0, 2.0, 3.0], 1.0, other)
