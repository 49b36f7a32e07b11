"""Graphs and noise that several tests use."""

import networkx as nx
import numpy as np
from scipy.spatial import cKDTree

from gaussmech.graphs.graph import Graph


def grid_edges(rows, columns=None, first=0):
    """Return the edges (m, 2) of a grid: those along the rows, then those along the columns.

    The vertices count along the rows, from `first` on. A grid has as many columns as rows unless
    `columns` says otherwise.
    """
    columns = columns or rows
    vertices = first + np.arange(rows * columns)
    table = vertices.reshape(rows, columns)
    left = table[:, :-1].ravel()
    right = table[:, 1:].ravel()
    upper = table[:-1].ravel()
    lower = table[1:].ravel()
    along_rows = np.column_stack([left, right])
    along_columns = np.column_stack([upper, lower])
    return np.vstack([along_rows, along_columns])


def grid(rows, columns=None, **attributes):
    """Return the Graph of a grid; `attributes` are those of Graph, such as lengths."""
    columns = columns or rows
    edges = grid_edges(rows, columns)
    return Graph(rows * columns, edges, **attributes)


def queen(side):
    """Return a square raster whose cells are neighbours along sides and at corners."""
    table = np.arange(side**2).reshape(side, side)
    down = np.column_stack([table[:-1, :-1].ravel(), table[1:, 1:].ravel()])
    up = np.column_stack([table[:-1, 1:].ravel(), table[1:, :-1].ravel()])
    return Graph(side**2, np.vstack([grid_edges(side), down, up]))


def nearest(n, k):
    """Return the graph that links each of n random points of the plane to its k nearest."""
    points = np.random.default_rng(n + k).random((n, 2))
    _, neighbours = cKDTree(points).query(points, k + 1)
    own = np.repeat(np.arange(n), k)
    links = np.sort(np.column_stack([own, neighbours[:, 1:].ravel()]), axis=1)
    return Graph(n, np.unique(links, axis=0))


def regular(n, degree):
    """Return a random graph whose vertices have so many neighbours each."""
    return Graph.from_networkx(nx.random_regular_graph(degree, n, seed=1))


def hexagons(side, rings):
    """Return the cells of a hexagonal lattice, each linked to those up to so many rings away."""
    row, column = np.divmod(np.arange(side**2), side)
    centres = np.column_stack([column + row / 2, row * np.sqrt(0.75)])
    return Graph(
        side**2, cKDTree(centres).query_pairs(rings + 0.01, output_type="ndarray")
    )


def with_hubs(n, degree, hubs=3):
    """Return a path of n vertices, of which the first few have so many more neighbours."""
    rng = np.random.default_rng(degree)
    links = [path_edges(n)]
    for hub in range(hubs):
        ends = rng.choice(np.arange(hubs, n), degree, replace=False)
        links.append(np.column_stack([np.full(degree, hub), ends]))
    return Graph(n, np.unique(np.vstack(links), axis=0))


def path_edges(n):
    """Return the edges (n - 1, 2) of a path of n vertices, in their order."""
    return np.column_stack([np.arange(n - 1), np.arange(1, n)])


def random_edges(n, p, seed):
    """Return the edges of a random graph, in random order and direction."""
    rng = np.random.default_rng(seed)
    links = nx.gnp_random_graph(n, p, seed=seed).edges
    edges = np.array(links, int).reshape(-1, 2)
    turned = rng.permuted(edges, axis=1)
    return rng.permutation(turned)


def incidence(graph):
    """Return the matrix (m, n) of the differences along the edges, dense."""
    matrix = np.zeros((graph.m, graph.n))
    signs = [[1.0, -1.0]]
    np.put_along_axis(matrix, graph.edges, signs, axis=1)
    return matrix


def component_count(graph, subset):
    """Return how many components a graph has if it has these of its edges alone.

    `Graph.components` is itself compared with networkx, in test_graph.py.
    """
    subgraph = Graph(graph.n, graph.edges[subset])
    return subgraph.components.max() + 1


def noisy(f, sigma, seed):
    """Return the map f with Gaussian noise of standard deviation sigma."""
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal(np.shape(f))
    return f + sigma * noise


def rmse(x, f):
    """Return the root mean squared error of the estimate x of f, along the last axis."""
    square = (x - f) ** 2
    return np.sqrt(np.mean(square, axis=-1))


def hill(side):
    """Return a smooth map of a square grid, from nearly 0 to 100."""
    row, column = np.divmod(np.arange(side**2), side) - np.array([[side / 3]])
    return 100 * np.exp(-(row**2 + column**2) / side)


def near_mean(y, sigma, graph, share=0.5):
    """The mean of each place and its neighbours, weighted: a denoising method of one's own."""
    start, neighbour, _ = graph.adjacency
    sums = np.add.reduceat(y[neighbour], start[:-1])
    return share * y + (1 - share) * sums / graph.degree
