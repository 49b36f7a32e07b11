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
from typing import Any

import numpy as np

from gaussmech._checks import Array
from gaussmech.graphs.denoised import Denoised
from gaussmech.graphs.field import FieldPrior, Search
from gaussmech.graphs.graph import Graph, cached_per_graph, subgraph
from gaussmech.graphs.noise_distributions import GaussianDistribution


def estimate_missing(
    y: Array,
    sigma: float,
    graph: Graph,
    denoiser_of: Callable[..., Any],
    method: Any,
) -> Denoised:
    """Return what a method makes of the places with a value, completed by the field.

    Parameters
    ----------
    y : (n,) array of float
        The values, NaN where one is missing.
    sigma : float
        The standard deviation of their noise.
    graph : Graph
        The graph of all places.
    denoiser_of : function
        Returns the `Denoiser` of the other values, their noise and their graph.
    method : str or function
        The method by which they are denoised.

    Raises
    ------
    ValueError
        If no place of a whole region has a value, or hubs make the field too costly (`TooDense`).

    Examples
    --------
    >>> from gaussmech import denoise
    >>> path = Graph(5, [[0, 1], [1, 2], [2, 3], [3, 4]])
    >>> y = [100, 110, np.nan, 130, 140]
    >>> denoise(y, 1.0, path, missing="estimate", rng=1).estimate[2].round() in range(110, 130)
    True
    """
    known = ~np.isnan(y)
    prior = cached_per_graph(graph, FieldPrior)
    for tile in prior.tiles:
        if not known[tile.core].any():
            raise ValueError(
                f"y has no value at any of {len(tile.core)} neighbouring places; some must have one"
            )
    fit = denoiser_of(y[known], sigma, subgraph(graph, known))(method)
    search = Search(y / sigma, prior, signed=not fit.nonnegative)
    mean, variance = np.zeros((2, graph.n))
    for t, tile in enumerate(prior.tiles):
        if not known[tile.core].all():
            fitted = search.fit_of(t)
            # A posterior has variances where data are missing.
            assert fitted.variance is not None
            mean[tile.core] = fitted.mean[tile.inside]
            variance[tile.core] = fitted.variance[tile.inside]
    reach = GaussianDistribution.raw_half_width * np.sqrt(variance)
    x, low, high = mean, mean - reach, mean + reach
    if fit.nonnegative:
        x, low, high = np.exp([mean + variance / 2, low, high])
    x = np.minimum(sigma * x, np.max(fit.estimate))
    intervals = np.column_stack([np.minimum(sigma * low, x), sigma * high])
    x[known], intervals[known] = fit.estimate, fit.intervals
    return replace(fit, estimate=x, intervals=intervals, sums=None)
