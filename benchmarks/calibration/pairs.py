"""The (epsilon, delta) pairs: a common range, a map of the whole range, named corner cases."""

import numpy as np

CORNERS = [
    (0.5, 1e-6),
    (0.0, 1e-6),
    (0.0, 1e-300),
    (1e-10, 1e-300),
    (1.0, 1e-15),
    (10.0, 1e-12),
    (20.0, 1e-9),
    (100.0, 1e-6),
    (709.0, 1e-6),
    (710.0, 1e-6),
    (1e6, 1e-6),
    (1.0, 1 - 1e-12),
]

# Ends of the map: log10 epsilon, and log10 of delta's odds.
LOG_EPSILON = (-10, 6)
LOG_ODDS = (-300, 12)


def common(count, seed=2018):
    """epsilon log-uniform on [1e-3, 10], delta on [1e-12, 0.1]."""
    rng = np.random.default_rng(seed)
    epsilon, delta = 10 ** rng.uniform(-3, 1, count), 10 ** rng.uniform(-12, -1, count)
    return list(zip(epsilon.tolist(), delta.tolist(), strict=True))


def whole(columns, rows, seed=1805):
    """A pair in each cell of a grid over the whole range, row by row; first column epsilon = 0.

    The pair lies anywhere in its cell: round numbers would be a special case.
    """
    rng = np.random.default_rng(seed)
    x_edges, y_edges = (
        np.linspace(*LOG_EPSILON, columns),
        np.linspace(*map(height, LOG_ODDS), rows + 1),
    )
    pairs = []
    for low, high in zip(y_edges, y_edges[1:], strict=False):
        x, y = rng.uniform(x_edges[:-1], x_edges[1:]), rng.uniform(low, high, columns)
        epsilon, delta = [0.0, *(10**x).tolist()], 1 / (1 + 10 ** -log_odds(y))
        pairs += zip(epsilon, delta.tolist(), strict=True)
    return pairs


def height(log_odds):
    """The map's vertical coordinate: the cube root, which gives deltas in use their room."""
    return np.cbrt(log_odds)


def log_odds(height):
    return height**3
