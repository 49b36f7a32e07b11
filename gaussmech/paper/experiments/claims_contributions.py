"""How far one cab can move the maps in each reading of the text: the table claims_contributions."""

import numpy as np
import pandas as pd

from gaussmech.geo.assignment import GaussianKernel
from gaussmech.geo.contributions import norms

# What a cab moves in each reading of the text, relative to only its pick-ups: a map of both ends
# moves by twice as much, two maps together by the square root of 2.
MOVES = (("pick-ups", 1.0), ("one map", 2.0), ("two maps", np.sqrt(2)))


def claims_contributions(graph, *, bandwidth_m, max_trips):
    """Return how far one cab, all of whose trips are at the worst junction, can move the maps.

    Parameters
    ----------
    graph : Graph
        The streets.
    bandwidth_m : float
        The width of the kernel that spreads a trip end, in metres.
    max_trips : int
        The trips of the cab.

    Returns
    -------
    DataFrame
        A row per assignment of trip ends to junctions, reading of what is released (MOVES) and
        neighbouring relation: the L2 norm of the move. A cab that replaces another is at the
        junction whose trip ends overlap least with those of the other.
    """
    rows = []
    for assignment, bandwidth in (("nearest", 0.0), ("kernel", float(bandwidth_m))):
        removal, replacement = _largest_moves(graph, bandwidth)
        for release, factor in MOVES:
            for neighbours, move in (
                ("add or remove", removal),
                ("replace", replacement),
            ):
                row = {
                    "assignment": assignment,
                    "bandwidth_m": bandwidth,
                    "max_trips": max_trips,
                    "release": release,
                    "neighbours": neighbours,
                    "norm": factor * (max_trips * move),
                }
                rows.append(row)
    return pd.DataFrame(rows)


def _largest_moves(graph, bandwidth):
    """Return the largest L2 move of a map by one trip end that is removed, and by one replaced."""
    weights = GaussianKernel(graph, bandwidth).rows(graph.lon, graph.lat)
    squares = norms(weights) ** 2
    worst = int(np.argmax(squares))
    # ||a - b||^2 = ||a||^2 + ||b||^2 - 2 a.b for the worst junction's a and every other's b.
    overlap = (weights @ weights[[worst]].T).toarray().ravel()
    distances = squares[worst] + squares - 2 * overlap
    return np.sqrt(squares[worst]), np.sqrt(distances.max())
