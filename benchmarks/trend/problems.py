"""Graphs and noisy signals on them."""

from pathlib import Path

import numpy as np
import pandas as pd

from gaussmech import Graph

SIGMA = 40.29  # of the paper's heat maps


def grid(side):
    """The square grid of side * side vertices, numbered row by row."""
    vertex = np.arange(side * side).reshape(side, side)
    across = np.column_stack([vertex[:, :-1].ravel(), vertex[:, 1:].ravel()])
    down = np.column_stack([vertex[:-1].ravel(), vertex[1:].ravel()])
    return Graph(side * side, np.concatenate([across, down]))


def graph(path):
    """The graph of a table of roads, with columns `u,v` of vertices numbered from 0."""
    edges = pd.read_csv(Path(path))[["u", "v"]].to_numpy()
    return Graph(int(edges.max()) + 1, edges)


def town_signal(graph, seed=1):
    """Log-normal counts, smoothed over some streets, and noise of SIGMA: y."""
    rng = np.random.default_rng(seed)
    counts = rng.lognormal(4, 1.5, graph.n)
    tail, head = graph.edges.T
    for _ in range(6):
        around = np.bincount(tail, counts[head], graph.n) + np.bincount(head, counts[tail], graph.n)
        counts = (counts + around) / (1 + graph.degree)
    return counts + SIGMA * rng.standard_normal(graph.n)


def image(side, seed=1, rectangles=40):
    """Forty overlapping rectangles of normal heights, and noise of standard deviation 1: y."""
    rng = np.random.default_rng(seed)
    levels = np.zeros((side, side))
    for _ in range(rectangles):
        (top, bottom), (left, right) = np.sort(rng.integers(0, side + 1, (2, 2)))
        levels[top:bottom, left:right] += 2 * rng.standard_normal()
    return levels.ravel() + rng.standard_normal(side * side)
