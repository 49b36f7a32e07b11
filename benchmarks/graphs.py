"""Square grids, and counts on a graph's vertices."""

import numpy as np

from gaussmech import Graph

SIGMA = 40.29  # of the paper's maps: epsilon 0.5, delta 1e-6, sensitivity 5


def grid(side):
    """The square grid of side * side vertices, a street's length apart in both directions."""
    vertex = np.arange(side * side).reshape(side, side)
    across = np.column_stack([vertex[:, :-1].ravel(), vertex[:, 1:].ravel()])
    down = np.column_stack([vertex[:-1].ravel(), vertex[1:].ravel()])
    row, column = (1e-3 * place.ravel() for place in np.indices((side, side)))
    edges = np.concatenate([across, down])
    # Centred on the equator, where a degree is as long both ways.
    return Graph(side * side, edges, lon=column - column.mean(), lat=row - row.mean())


def street_counts(graph, seed=1, rounds=6):
    """Log-normal counts, each averaged with its neighbours' `rounds` times, (n,)."""
    counts = np.random.default_rng(seed).lognormal(4, 1.5, graph.n)
    tail, head = graph.edges.T
    for _ in range(rounds):
        around = np.bincount(tail, counts[head], graph.n) + np.bincount(head, counts[tail], graph.n)
        counts = (counts + around) / (1 + graph.degree)
    return counts
