"""Areas of a graph: connected, of about equal size, nested on demand, and always the same."""

import networkx as nx
import numpy as np
import pytest

import gaussmech as gm
from tests.graphs.networks import grid, grid_edges, path_edges

CONNECTED = {
    "grid": grid(20, 31),
    "path": gm.Graph(50, path_edges(50)),
    "geometric": gm.Graph.from_networkx(nx.random_geometric_graph(400, 0.12, seed=3)),
    "tree": gm.Graph.from_networkx(nx.random_labeled_tree(300, seed=2)),
    "complete": gm.Graph.from_networkx(nx.complete_graph(30)),
    "star": gm.Graph.from_networkx(nx.star_graph(30)),
}


def is_connected(graph, vertices):
    """Return whether the vertices induce a connected subgraph, as networkx sees it."""
    return nx.is_connected(graph.to_networkx().subgraph(vertices.tolist()))


@pytest.mark.parametrize("k", [1, 2, 5, 17, 30])
@pytest.mark.parametrize("name", CONNECTED)
def test_areas_of_a_connected_graph_are_connected_and_of_about_equal_size(name, k):
    graph = CONNECTED[name]
    labels = gm.partition(graph, k)
    assert labels.dtype == np.int64
    # They are numbered by their first vertices.
    areas, first = np.unique(labels, return_index=True)
    assert areas.tolist() == list(range(k))
    assert (np.diff(first) > 0).all()
    for area in areas:
        assert is_connected(graph, np.flatnonzero(labels == area))
    # The areas of a tree or a star cannot be.
    if name not in ("tree", "star"):
        sizes = np.bincount(labels) * k / graph.n
        assert 0.5 <= sizes.min() <= sizes.max() <= 1.8


@pytest.mark.parametrize("distribution", ["gaussian", "laplace"])
@pytest.mark.parametrize("share", [0.1, 0.25])
@pytest.mark.parametrize("side", [32, 100])
def test_the_number_of_areas_makes_sums_over_large_sets_best(distribution, share, side):
    """By the exact variance of least squares for a square that is cut by areas at random."""
    power = {"gaussian": 1, "laplace": 2}[distribution]
    r2 = ((1 - share) / share) ** power
    n = side**2
    sizes = np.geomspace(4, n / 4, 400)
    part = np.linspace(0, 1, 1001)[:, None]
    # What the own noise of an area leaves of the noise of its places.
    total = 1 / (1 / r2 + 1 / sizes)
    cut = sizes * part * (1 - part) + part**2 * total
    variance = n / (4 * sizes) * total + 2 * np.sqrt(n / sizes) * cut.mean(axis=0)
    count = len(
        np.unique(gm.partition(grid(side), area_share=share, noise=distribution))
    )
    here = np.interp(n / count, sizes, variance)
    assert here < 1.05 * variance.min()


def test_few_places_are_one_area_and_cheap_sums_have_small_ones():
    assert gm.partition(grid(3)).max() == 0
    assert gm.partition(grid(8), area_share=0.999, noise="laplace").max() == 63
    # Places without edges are divided evenly.
    assert sorted(np.bincount(gm.partition(gm.Graph(10, []), 3))) == [3, 3, 4]


@pytest.mark.parametrize("k, cut_edges", [(4, 2 * 32), (16, 6 * 32), (64, 14 * 32)])
def test_a_square_is_divided_into_squares(k, cut_edges):
    labels = gm.partition(grid(32), k)
    assert (np.bincount(labels) == 1024 // k).all()
    assert np.count_nonzero(np.diff(labels[grid(32).edges])) == cut_edges


@pytest.mark.parametrize("k", [2, 7, 30])
def test_of_several_components_one_follows_the_other(k):
    # Between the first and the second grid, and after the third one, there are places without edges.
    edges = [grid_edges(12, first=first) for first in (0, 150, 300)]
    graph = gm.Graph(450, np.vstack(edges))
    labels = gm.partition(graph, k)
    sizes = np.bincount(labels) * k / 450
    assert 0.6 <= sizes.min() <= sizes.max() <= 1.4
    # Linked by their first vertices, the components are one graph, whose areas are connected.
    first = np.unique(graph.components, return_index=True)[1]
    links = np.column_stack([first[:-1], first[1:]])
    linked = gm.Graph(450, np.vstack([graph.edges, links]))
    for area in range(k):
        assert is_connected(linked, np.flatnonzero(labels == area))


def test_a_partition_within_another_is_nested():
    graph = CONNECTED["geometric"]
    coarse = gm.partition(graph, 6)
    fine = gm.partition(graph, 41, within=coarse)
    assert len(np.unique(fine)) == 41
    assert len({*zip(fine, coarse, strict=True)}) == 41
    # The same graph has the same areas.
    twin = gm.Graph(graph.n, graph.edges)
    assert (
        gm.partition(twin, 41, within=gm.partition(twin, 6)).tolist() == fine.tolist()
    )
    # Each coarse area has as many of the new ones as its size asks for.
    counts = np.bincount(coarse[np.unique(fine, return_index=True)[1]])
    assert (np.abs(counts - 41 * np.bincount(coarse) / graph.n) < 1).all()


def test_the_areas_within_must_fit():
    path = gm.Graph(4, path_edges(4))
    with pytest.raises(ValueError, match="at least the number of areas of within, 3"):
        gm.partition(path, 2, within=[0, 1, 2, 2])
