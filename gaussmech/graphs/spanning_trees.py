"""Uniform spanning trees by Wilson's loop-erased random walks."""

import numpy as np
from numba import njit

from gaussmech import checks

MAX_WEIGHT_RATIO = 1e9


def spanning_tree(graph, *, kind="uniform", rng):
    """A random spanning tree of each component of `graph`.

    Parameters
    ----------
    graph : RoadGraph
    kind : {"uniform"}
        A tree is drawn with probability proportional to the product of its edge weights
        (uniform where all weights are 1), by the algorithm of Wilson (1996).
    rng : numpy.random.Generator

    Returns
    -------
    (n - components,) array of int
        Indices into `graph.edges`, ascending.

    Raises
    ------
    ValueError
        Unknown `kind`, `rng` is no Generator, or weights more than a factor 1e9 apart.

    Notes
    -----
    P[edge in tree] is its weight times its effective resistance (Kirchhoff).

    Examples
    --------
    >>> from gaussmech.graphs.road_graph import RoadGraph
    >>> triangle = RoadGraph(3, [[0, 1], [1, 2], [0, 2]])
    >>> len(spanning_tree(triangle, rng=np.random.default_rng(1)))
    2
    """
    checks.one_of("kind", kind, ("uniform",))
    checks.generator("rng", rng)
    start, neighbour, edge = graph.adjacency
    weights = graph.weights[edge]
    equal = bool((weights == weights[:1]).all())
    if graph.m and graph.weights.min() < graph.weights.max() / MAX_WEIGHT_RATIO:
        raise ValueError(
            f"weights range from {graph.weights.min():g} to {graph.weights.max():g}; a random walk"
            f" needs them within a factor of {MAX_WEIGHT_RATIO:g}"
        )
    cumulative = _cumulative(start, weights / weights.max() if graph.m else weights)
    _, roots = np.unique(graph.components, return_index=True)
    parent_edge = _wilson(start, neighbour, edge, cumulative, equal, roots, rng)
    return np.sort(parent_edge[parent_edge >= 0])


@njit(cache=True)
def _cumulative(start, weights):
    """Cumulative weights within each vertex, to turn one uniform number into a step."""
    cumulative = np.empty_like(weights)
    for v in range(len(start) - 1):
        total = 0.0
        for p in range(start[v], start[v + 1]):
            total += weights[p]
            cumulative[p] = total
    return cumulative


@njit(cache=True)
def _step(v, start, cumulative, equal, rng):
    """Position in the adjacency of a random neighbour of v, by weight."""
    low, high = start[v], start[v + 1]
    if equal:
        return low + int(rng.random() * (high - low))
    target = rng.random() * cumulative[high - 1]
    position = low
    while position < high - 1 and cumulative[position] <= target:
        position += 1
    return position


@njit(cache=True)
def _wilson(start, neighbour, edge, cumulative, equal, roots, rng):
    n = len(start) - 1
    in_tree = np.zeros(n, dtype=np.bool_)
    step = np.full(n, -1, dtype=np.int64)
    parent_edge = np.full(n, -1, dtype=np.int64)
    in_tree[roots] = True
    for source in range(n):
        v = source
        while not in_tree[v]:
            # Overwriting the last exit from v erases the loop made since.
            step[v] = _step(v, start, cumulative, equal, rng)
            v = neighbour[step[v]]
        v = source
        while not in_tree[v]:
            in_tree[v] = True
            parent_edge[v] = edge[step[v]]
            v = neighbour[step[v]]
    return parent_edge
