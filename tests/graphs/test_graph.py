"""The road graph: what it keeps, what it derives, and what it refuses."""

import networkx as nx
import numpy as np
import pytest

from gaussmech.graphs.graph import Graph
from tests.graphs.networks import random_edges

random_graphs = pytest.mark.parametrize(
    "n, p", [(1, 0), (2, 1), (6, 0), (30, 0.05), (30, 0.3)]
)


def test_a_graph_keeps_what_it_was_given():
    edges, length = [[2, 0], [1, 2]], [10.0, 20.0]
    graph = Graph(
        3, edges, weights=[1, 2], lon=[0, 1, 2], lat=[-1, 0, 1], length_m=length
    )
    assert (graph.n, graph.m, graph.edges.tolist()) == (3, 2, edges)
    assert graph.edges.dtype == np.int64 and graph.weights.dtype == float
    assert (graph.weights.tolist(), graph.length_m.tolist()) == ([1, 2], length)
    assert (graph.lon.tolist(), graph.lat.tolist()) == ([0, 1, 2], [-1, 0, 1])
    assert repr(graph) == "Graph(n=3, m=2)"
    bare = Graph(3, edges)
    assert bare.weights.tolist() == [1, 1]
    assert bare.length_m is bare.lon is bare.lat is None


def test_a_graph_does_not_change_with_the_arrays_it_was_made_of():
    edges = np.array([[0, 1], [1, 2]])
    sizes = {"weights": 2, "length_m": 2, "lon": 3, "lat": 3}
    arrays = {name: np.arange(1.0, size + 1) for name, size in sizes.items()}
    graph = Graph(3, edges, **arrays)
    attributes = {name: getattr(graph, name) for name in ("edges", *arrays)}
    before = {name: array.tolist() for name, array in attributes.items()}
    for array in (edges, *arrays.values()):
        array[0] = 2
    assert {name: array.tolist() for name, array in attributes.items()} == before
    for array in (
        *attributes.values(),
        graph.degree,
        graph.components,
        *graph.adjacency,
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("edges", [[], np.empty((0, 2)), np.empty((0, 2), int)])
def test_a_graph_may_have_no_edges(edges):
    graph = Graph(2, edges)
    assert (graph.m, graph.edges.shape, graph.components.tolist()) == (
        0,
        (0, 2),
        [0, 1],
    )


@random_graphs
def test_degrees_and_neighbours_are_those_of_the_edges(n, p):
    graph = Graph(n, random_edges(n, p, seed=1))
    start, neighbour, edge = graph.adjacency
    assert all(array.dtype == np.int32 for array in (start, neighbour, edge))
    for v in range(n):
        ends = enumerate(graph.edges.tolist())
        expected = [(i + j - v, k) for k, (i, j) in ends if v in (i, j)]
        here = slice(start[v], start[v + 1])
        assert (
            list(zip(neighbour[here].tolist(), edge[here].tolist(), strict=True))
            == expected
        )
        assert graph.degree[v] == len(expected)
    assert len(start) == n + 1 and len(graph.degree) == n


@random_graphs
def test_components_are_numbered_by_their_first_vertex(n, p):
    graph = Graph(n, random_edges(n, p, seed=2))
    other = nx.Graph(graph.edges.tolist())
    other.add_nodes_from(range(n))
    parts = sorted(nx.connected_components(other), key=min)
    expected = [next(k for k, part in enumerate(parts) if v in part) for v in range(n)]
    assert graph.components.tolist() == expected and graph.components.dtype == np.int64


@pytest.mark.parametrize(
    "n, edges, message",
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


@pytest.mark.parametrize("name", ["lon", "lat"])
def test_half_a_place_is_refused(name):
    with pytest.raises(ValueError, match="lon and lat go together"):
        Graph(3, [[0, 1], [1, 2]], **{name: [0, 0, 0]})


def test_there_and_back_again():
    edges = random_edges(20, 0.3, seed=5)
    weights, length, lon, lat = np.random.default_rng(6).uniform(
        0.1, 1.1, (4, len(edges))
    )
    graph = Graph(
        20, edges, weights=weights, lon=lon[:20], lat=lat[:20], length_m=length
    )
    back = Graph.from_networkx(
        graph.to_networkx(), lon="lon", lat="lat", length_m="length_m"
    )
    order = np.lexsort(np.sort(graph.edges).T)
    back_order = np.lexsort(np.sort(back.edges).T)
    assert (np.sort(graph.edges)[order] == np.sort(back.edges)[back_order]).all()
    for name in ("weights", "length_m"):
        assert (getattr(graph, name)[order] == getattr(back, name)[back_order]).all()
    assert (graph.lon == back.lon).all() and (graph.lat == back.lat).all()
    assert set(Graph(2, [[0, 1]]).to_networkx().edges[0, 1]) == {"weight"}


def test_nodes_keep_their_order_and_parallel_edges_are_merged():
    g = nx.MultiGraph()
    g.add_edge("c", "b", capacity=2.0, metres=30.0)
    g.add_edge("b", "c", capacity=3.0, metres=10.0)
    g.add_edge("b", "a", capacity=1.0, metres=5.0)
    graph = Graph.from_networkx(g, weight="capacity", length_m="metres")
    assert graph.edges.tolist() == [[0, 1], [1, 2]]
    assert graph.weights.tolist() == [5.0, 1.0] and graph.length_m.tolist() == [
        10.0,
        5.0,
    ]
    for options in ({}, {"weight": None}):
        bare = Graph.from_networkx(g, **options)
        assert bare.weights.tolist() == [2.0, 1.0] and bare.lon is bare.length_m is None


@pytest.mark.parametrize(
    "g, options, message",
    [
        (nx.DiGraph([(0, 1)]), {}, "g is directed; it must be undirected"),
        (nx.Graph([("a", "b"), ("b", "b")]), {}, "g has a loop at 'b'"),
        (nx.path_graph(2), {"length_m": "km"}, "the edge 0, 1 of g has no 'km'"),
        (nx.path_graph(2), {"lon": "x", "lat": "y"}, "the node 0 of g has no 'x'"),
        (nx.Graph([(0, 1, {"weight": -1.0})]), {}, r"weights\[0\] is -1\.0"),
        (nx.Graph(), {}, "n is 0"),
    ],
)
def test_bad_networkx_graphs_are_named(g, options, message):
    with pytest.raises(ValueError, match=message):
        Graph.from_networkx(g, **options)
