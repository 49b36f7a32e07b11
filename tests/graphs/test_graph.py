"""The road graph: what it keeps, what it derives, and what it refuses."""

import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import gaussmech as gm
from gaussmech.graphs.graph import Graph
from tests.graphs.networks import random_edges

random_graphs = pytest.mark.parametrize(
    ("n", "p"), [(1, 0), (2, 1), (6, 0), (30, 0.05), (30, 0.3)]
)
ATTRIBUTES = ["edges", "weights", "length_m", "lon", "lat"]


def arguments_of_path():
    """Return the arrays of a path of three vertices, by name."""
    return {
        "edges": np.array([[1, 0], [1, 2]]),
        "weights": np.array([1.0, 2.0]),
        "length_m": np.array([10.0, 20.0]),
        "lon": np.array([1.0, 2.0, 3.0]),
        "lat": np.array([-1.0, 0.0, 1.0]),
    }


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_a_graph_has_a_copy_of_the_arrays_it_was_made_of(name):
    arguments = arguments_of_path()
    graph = Graph(3, **arguments)
    expected = arguments[name].tolist()
    arguments[name][0] = 2
    assert getattr(graph, name).tolist() == expected


def test_a_bare_graph_has_weights_of_one_and_no_places():
    bare = Graph(3, [[2, 0], [1, 2]])
    assert (bare.n, bare.m) == (3, 2)
    assert bare.edges.dtype == np.int64
    assert bare.weights.dtype == float
    assert bare.weights.tolist() == [1, 1]
    assert bare.length_m is bare.lon is bare.lat is None


@pytest.mark.parametrize("name", [*ATTRIBUTES, "degree", "components", "adjacency"])
def test_the_arrays_of_a_graph_are_read_only(name):
    values = getattr(Graph(3, **arguments_of_path()), name)
    arrays = values if isinstance(values, tuple) else [values]
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize(
    "edges",
    [[], np.empty((0, 2)), np.empty((0, 2), int)],
    ids=["a list", "floats", "whole numbers"],
)
def test_a_graph_may_have_no_edges(edges):
    graph = Graph(2, edges)
    assert graph.m == 0
    assert graph.edges.shape == (0, 2)
    assert graph.components.tolist() == [0, 1]


@random_graphs
def test_neighbours_and_degrees_are_those_of_the_edges(n, p):
    graph = Graph(n, random_edges(n, p, seed=1))
    start, neighbour, edge = graph.adjacency
    assert len(start) == n + 1
    for array in graph.adjacency:
        # Large graphs need four bytes a number.
        assert array.dtype == np.int32
    for vertex in range(n):
        here = slice(start[vertex], start[vertex + 1])
        pairs = zip(neighbour[here].tolist(), edge[here].tolist(), strict=True)
        # In the order of the edges; of the two ends, the one that is not the vertex.
        expected = [
            (sum(ends) - vertex, number)
            for number, ends in enumerate(graph.edges.tolist())
            if vertex in ends
        ]
        assert list(pairs) == expected
        assert graph.degree[vertex] == len(expected)


@random_graphs
def test_components_are_numbered_by_their_first_vertex(n, p):
    graph = Graph(n, random_edges(n, p, seed=2))
    other = nx.Graph(graph.edges.tolist())
    other.add_nodes_from(range(n))
    expected = np.empty(n, int)
    parts = sorted(nx.connected_components(other), key=min)
    for number, part in enumerate(parts):
        expected[list(part)] = number
    assert graph.components.tolist() == expected.tolist()
    assert graph.components.dtype == np.int64


@pytest.mark.parametrize(
    ("n", "edges", "message"),
    [
        (2**30 + 1, [], "n is 1073741825; it must be <= 1073741824"),
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
        (3, [[0, 1], [1, 3]], r"edges\[1\] is \[1, 3\]; allowed are vertices 0 to 2"),
        (3, [[-1, 0]], "allowed are vertices 0 to 2"),
        (3, [[0, 1], [2, 2]], r"edges\[1\] is \[2, 2\], a loop"),
        (
            3,
            [[1, 2], [0, 1], [1, 0]],
            r"edges\[1\] is \[0, 1\] and occurs more than once",
        ),
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


def by_edge(graph, name="weights"):
    """Return {edge: value} of an attribute of the edges, whatever their order and direction."""
    ends = np.sort(graph.edges).tolist()
    values = getattr(graph, name).tolist()
    return dict(zip(map(tuple, ends), values, strict=True))


def test_a_graph_goes_to_networkx_and_back():
    edges = random_edges(20, 0.3, seed=5)
    rng = np.random.default_rng(6)
    weights, length = rng.uniform(0.1, 1.1, (2, len(edges)))
    lon, lat = rng.uniform(0.1, 1.1, (2, 20))
    graph = Graph(20, edges, weights=weights, lon=lon, lat=lat, length_m=length)
    back = Graph.from_networkx(
        graph.to_networkx(), lon="lon", lat="lat", length_m="length_m"
    )
    for name in ("weights", "length_m"):
        assert by_edge(graph, name) == by_edge(back, name)
    assert (graph.lon == back.lon).all()
    assert (graph.lat == back.lat).all()


def test_a_bare_graph_has_only_weights_in_networkx():
    edge = Graph(2, [[0, 1]]).to_networkx().edges[0, 1]
    assert set(edge) == {"weight"}


@pytest.fixture
def parallel_edges():
    """Two roads between c and b, and one between b and a."""
    multigraph = nx.MultiGraph()
    multigraph.add_edge("c", "b", capacity=2.0, metres=30.0)
    multigraph.add_edge("b", "c", capacity=3.0, metres=10.0)
    multigraph.add_edge("b", "a", capacity=1.0, metres=5.0)
    return multigraph


def test_nodes_keep_their_order_and_parallel_edges_are_merged(parallel_edges):
    graph = Graph.from_networkx(parallel_edges, weight="capacity", length_m="metres")
    assert graph.edges.tolist() == [[0, 1], [1, 2]]
    assert graph.weights.tolist() == [5.0, 1.0]
    assert graph.length_m.tolist() == [10.0, 5.0]


@pytest.mark.parametrize(
    "options", [{}, {"weight": None}], ids=["no weight there", "no weight asked for"]
)
def test_without_weights_parallel_edges_are_counted(options, parallel_edges):
    bare = Graph.from_networkx(parallel_edges, **options)
    assert bare.weights.tolist() == [2.0, 1.0]
    assert bare.lon is None
    assert bare.length_m is None


@pytest.mark.parametrize(
    ("g", "options", "message"),
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
    matrix = nx.to_scipy_sparse_array(g, format="csr")
    expected = Graph.from_networkx(g)
    graph = Graph.from_adjacency(getattr(scipy.sparse, form)(matrix))
    assert graph.n == expected.n
    dense = Graph.from_adjacency(matrix.toarray())
    assert by_edge(graph) == by_edge(dense) == by_edge(expected)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[0, 1], [2, 0]], "matrix is not symmetric"),
        ([[1, 1], [1, 0]], "a loop"),
        ([[0, 1, 0], [1, 0, 0]], r"matrix has shape \(2, 3\)"),
        ([[0, -1], [-1, 0]], "matrix"),
        ([[0, np.nan], [np.nan, 0]], "matrix"),
    ],
)
def test_matrices_of_no_graph_are_refused(matrix, message):
    for form in (np.array, scipy.sparse.csr_array):
        with pytest.raises(ValueError, match=message):
            Graph.from_adjacency(form(matrix))


@pytest.mark.parametrize("other", [nx.path_graph(3), scipy.sparse.eye_array(3), None])
def test_what_is_no_graph_is_told_how_to_become_one(other):
    message = "(?s)graph is .*; it must be a Graph. Graph.from_networkx .*Graph.from_a"
    with pytest.raises(ValueError, match=message):
        gm.denoise([1.0, 2.0, 3.0], 1.0, other)
