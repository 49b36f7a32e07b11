"""Grids and noise that several tests use."""

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


def noisy(f, sigma, seed):
    return f + sigma * np.random.default_rng(seed).standard_normal(np.shape(f))


def rmse(x, f):
    return np.sqrt(np.mean((x - f) ** 2, axis=-1))
