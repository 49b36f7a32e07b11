"""Places whose values are missing: what the field tells about them from the others.

A datum that is missing has the likelihood 1, so it leaves the posterior of `graphs.field` as it is.
The map of the others is denoised on the graph without these places, by any method. The field is
then fitted to the same data on the whole graph, and at a missing place its posterior, which is that
of the prior given the other data, is the answer: N(m, v) for the log of a map, whose mean is
e^(m + v / 2), or for the map itself if it may be negative.

Beyond a steep edge the posterior of the log may run far off, so no estimate is above the largest of
the other places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from gaussmech._checks import Array
from gaussmech.graphs.denoised import Denoised
from gaussmech.graphs.field import FieldPrior, Search
from gaussmech.graphs.graph import Graph, cached_per_graph
from gaussmech.graphs.noise_laws import GaussianLaw


def estimate_missing(
    y: Array,
    sigma: float,
    graph: Graph,
    denoise_others: Callable[[Array, Graph], Denoised],
) -> Denoised:
    """Return the result of `denoise_others` for the places with a value, completed by the field.

    Parameters
    ----------
    y : (n,) array of float
        The values, NaN where one is missing.
    sigma : float
        The standard deviation of their noise.
    graph : Graph
        The graph of all places.
    denoise_others : function
        What denoises the other values on their graph.

    Raises
    ------
    ValueError
        If no place of a whole region has a value, or hubs make the field too costly (`TooDense`).

    Examples
    --------
    >>> from gaussmech import denoise
    >>> path = Graph(5, [[0, 1], [1, 2], [2, 3], [3, 4]])
    >>> y = [100, 110, np.nan, 130, 140]
    >>> denoise(y, 1.0, path, missing="estimate", rng=1).x[2].round() in range(110, 130)
    True
    """
    known = ~np.isnan(y)
    prior = cached_per_graph(graph, FieldPrior)
    for tile in prior.tiles():
        if not known[tile.core].any():
            count = len(tile.core)
            raise ValueError(
                f"y has no value at any of {count} neighbouring places; some must have one"
            )
    fit = denoise_others(y[known], graph.subgraph(known))
    search = Search(y / sigma, prior, signed=not fit.nonnegative)
    x = np.full(graph.n, np.nan)
    intervals = np.full((graph.n, 2), np.nan)
    for t, tile in enumerate(search.prior.tiles(search.best.family)):
        mean, variance = tile.posterior_at_core(search.settled_fit(t))
        reach = GaussianLaw.raw_half_width * np.sqrt(variance)
        ends = np.column_stack([mean - reach, mean + reach])
        if fit.nonnegative:
            mean, ends = np.exp(mean + variance / 2), np.exp(ends)
        x[tile.core] = sigma * mean
        intervals[tile.core] = sigma * ends
    x = np.minimum(x, np.max(fit.x))
    intervals[:, 0] = np.minimum(intervals[:, 0], x)
    x[known] = fit.x
    intervals[known] = fit.intervals
    return replace(fit, x=x, intervals=intervals, sums=None)
