"""Square grids, weights by length, and counts on a graph's vertices."""

import numpy as np

from tests.graphs import networks

SIGMA = 40.29  # of the paper's maps: epsilon 0.5, delta 1e-6, sensitivity 5


def grid(side):
    """The square grid of side * side vertices, a street's length apart in both directions."""
    row, column = (1e-3 * place.ravel() for place in np.indices((side, side)))
    # Centred on the equator, where a degree is as long both ways.
    return networks.grid(side, lon=column - column.mean(), lat=row - row.mean())


def by_length(graph):
    """Edge weights (m,) that fall with the length, 1 at the median."""
    return np.clip(np.median(graph.length_m) / graph.length_m, 0.05, 5)


def street_counts(graph, seed=1, rounds=6):
    """Log-normal counts, each averaged with its neighbours' `rounds` times, (n,)."""
    counts = np.random.default_rng(seed).lognormal(4, 1.5, graph.n)
    return neighbour_means(graph, counts, rounds)


def neighbour_means(graph, values, rounds):
    """Average each value (n,) with those of its neighbours, `rounds` times."""
    tail, head = graph.edges.T
    for _ in range(rounds):
        around = np.bincount(tail, values[head], graph.n) + np.bincount(
            head, values[tail], graph.n
        )
        values = (values + around) / (1 + graph.degree)
    return values
