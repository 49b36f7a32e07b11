"""Graphs and noise that several tests use."""

import networkx as nx
import numpy as np

from gaussmech.graphs.graph import Graph


def grid_edges(rows, columns=None, first=0):
    """The edges along the rows, then those across them; vertices count along the rows."""
    at = first + np.arange(rows * (columns or rows)).reshape(rows, -1)
    across = np.column_stack([at[:, :-1].ravel(), at[:, 1:].ravel()])
    return np.vstack([across, np.column_stack([at[:-1].ravel(), at[1:].ravel()])])


def grid(rows, columns=None, **more):
    edges = grid_edges(rows, columns)
    return Graph(rows * (columns or rows), edges, **more)


def path(n):
    return np.column_stack([np.arange(n - 1), np.arange(1, n)])


def random_edges(n, p, seed):
    """Edges of a random graph, in random order and direction."""
    rng = np.random.default_rng(seed)
    edges = np.array(nx.gnp_random_graph(n, p, seed=seed).edges, int).reshape(-1, 2)
    return rng.permutation(rng.permuted(edges, axis=1))


def incidence(graph):
    """The differences along the edges, a dense matrix (m, n)."""
    matrix = np.zeros((graph.m, graph.n))
    np.put_along_axis(matrix, graph.edges, [[1.0, -1.0]], axis=1)
    return matrix


def parts(graph, subset):
    """How many components these edges of a graph leave; `components` is tested by networkx."""
    return Graph(graph.n, graph.edges[subset]).components.max() + 1


def noisy(f, sigma, seed):
    return f + sigma * np.random.default_rng(seed).standard_normal(np.shape(f))


def rmse(x, f):
    return np.sqrt(np.mean((x - f) ** 2, axis=-1))
