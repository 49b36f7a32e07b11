"""Overlapping tiles of a graph, for estimators that depend on a vertex's neighbourhood only."""

import numpy as np
from scipy.sparse.csgraph import breadth_first_order

from gaussmech.graphs._adjacency import adjacency_matrix
from gaussmech.graphs.graph import Graph

WHOLE = 8000
TILE = 1500
HOPS = 8
# Pairs of vertices two edges apart, per vertex; streets have some 14.
MOST_PAIRS = 60
# Maximum halo size, relative to the core: on some graphs 8 edges reach everywhere.
MOST = 2.0


class TooDense(ValueError):
    """Too many pairs of vertices are two edges apart for a field of second order."""


def check_density(graph: Graph) -> None:
    """Raise TooDense if the graph has hubs, which make the pattern of L^2 nearly full."""
    pairs = float(np.sum(graph.degree.astype(float) ** 2))
    if pairs > MOST_PAIRS * graph.n + 20_000:
        raise TooDense(
            f"graph has a degree of {graph.degree.max()} and a mean squared degree of"
            f" {pairs / graph.n:.3g}; the field allows {MOST_PAIRS + 20_000 / graph.n:.3g} on"
            f" {graph.n} vertices"
        )


def tiles(
    graph: Graph, *, whole: int = WHOLE, tile: int = TILE, hops: int = HOPS
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Cut a graph above `whole` vertices into cores of at most `tile`, with halos of `hops` edges.

    Return pairs: the vertices of a tile, ascending, and which are in its core, each in one.
    """
    everything = np.arange(graph.n)
    if graph.n <= whole:
        return [(everything, np.ones(graph.n, dtype=bool))]
    adjacency = adjacency_matrix(graph.n, graph.edges, np.ones(graph.m, dtype=np.int8))
    return [_with_halo(adjacency, core, hops) for core in _halves(adjacency, everything, tile)]


def _halves(adjacency, vertices, tile):
    """Halve by breadth-first order, across the longer dimension, down to parts of `tile`."""
    pending, cores = [vertices], []
    while pending:
        part = pending.pop()
        if len(part) <= tile:
            cores.append(part)
            continue
        order = part[_from_an_end(adjacency[part][:, part])]
        middle = len(order) // 2
        pending += [np.sort(order[middle:]), np.sort(order[:middle])]
    return cores


def _from_an_end(adjacency):
    """Return all vertices, by component, in breadth-first order from a remote vertex."""
    n = adjacency.shape[0]
    seen = np.zeros(n, dtype=bool)
    order = []
    for vertex in range(n):
        if not seen[vertex]:
            reached = breadth_first_order(adjacency, vertex, return_predecessors=False)
            far = breadth_first_order(adjacency, reached[-1], return_predecessors=False)
            seen[far] = True
            order.append(far)
    return np.concatenate(order)


def _with_halo(adjacency, core, hops):
    inside = np.zeros(adjacency.shape[0], dtype=bool)
    inside[core] = True
    edge = core
    room = int(MOST * len(core)) + 50
    for _ in range(hops):
        around = np.unique(adjacency[edge].indices)
        edge = around[~inside[around]][:room]
        inside[edge] = True
        room -= len(edge)
        if not len(edge):
            break
    members = np.flatnonzero(inside)
    return members, np.isin(members, core)
