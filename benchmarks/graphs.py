"""Square grids, weights by length, and counts on a graph's vertices."""

import numpy as np

from tests.graphs import networks

# This is the noise of the paper's maps: epsilon 0.5, delta 1e-6, sensitivity 5.
SIGMA = 40.29


def grid(side):
    """Return the square grid of side * side vertices, a street's length apart in both directions.

    It is centred on the equator, where a degree is as long in both directions.
    """
    row, column = 1e-3 * np.indices((side, side)).reshape(2, -1)
    return networks.grid(side, lon=column - column.mean(), lat=row - row.mean())


def by_length(graph):
    """Return edge weights (m,) that fall with the length, and are 1 at the median."""
    return np.clip(np.median(graph.length_m) / graph.length_m, 0.05, 5)


def street_counts(graph, seed=1, rounds=6):
    """Return log-normal counts (n,), each averaged with its neighbours' `rounds` times."""
    counts = np.random.default_rng(seed).lognormal(4, 1.5, graph.n)
    return neighbour_means(graph, counts, rounds)


def neighbour_means(graph, values, rounds):
    """Return values (n,), each averaged with those of its neighbours, `rounds` times."""
    tail, head = graph.edges.T
    for _ in range(rounds):
        neighbour_sums = np.bincount(tail, values[head], graph.n)
        neighbour_sums = neighbour_sums + np.bincount(head, values[tail], graph.n)
        values = (values + neighbour_sums) / (1 + graph.degree)
    return values
