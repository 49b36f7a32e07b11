"""What areas bring: the errors of denoised maps whose release has noisy sums over areas, too.

A release with areas (`gm.release(..., areas=labels)`) spends a share of mu^2 on the sums over areas of
the graph; the places have more noise for it. Both this release and the one without areas are denoised
by `auto`. Their errors are compared, at a place and in sums over connected sets of a quarter of the
places.

How much noise the sums need depends on how far one person moves them. The maps bound the L2 norm of
that. If a person has one event, the sum of an area moves no farther than a place. But all trips of a
cab may lie in one area, which then moves by their number of ends, the L1 norm.
"""

import math
from itertools import product

import numpy as np
import pandas as pd
from scipy.sparse.csgraph import dijkstra

from gaussmech.graphs._adjacency import adjacency_matrix
from gaussmech.graphs.partition import partition
from gaussmech.paper.experiments.columns import AREAS
from gaussmech.paper.experiments.randomness import generator
from gaussmech.paper.experiments.summaries import summary
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.releases.defaults import AREA_SHARE

# A set has this share of the places, and so many sets are drawn.
SET_SHARE = 0.25
SETS = 40
# A trip has so many ends, each an event of the map.
ENDS = 2


class AreasWorth:
    """Measures the releases of one hour with and without areas; `observe` is for `denoising_worth`.

    The areas are those of `--areas auto`, with the default share of the budget.

    Parameters
    ----------
    graph : Graph
        The streets.
    hour : int
        The hour whose map is released.
    source : str
        Where the maps come from.
    seed : int
        The seed of the noise of the sums and of the sets, >= 0.
    map_epsilon, delta, sensitivity : float
        The budget of a release, and the L2 norm by which one person moves a map.
    max_trips : int
        The trips of a cab, all of which may lie in one area.
    """

    def __init__(
        self,
        graph,
        hour,
        *,
        source,
        seed,
        map_epsilon,
        delta,
        sensitivity,
        max_trips,
    ):
        self._hour = hour
        self._source = source
        self._seed = seed
        self._budget = {"epsilon": map_epsilon, "delta": delta}
        self._budget |= {"sensitivity": sensitivity}
        self._labels = partition(graph)
        self._count = int(self._labels.max()) + 1
        # A single place is no set of its own.
        size = max(2, round(SET_SHARE * graph.n))
        rng = generator(seed, "areas_worth", "sets", size)
        self._sets = {
            1: np.arange(graph.n)[:, None],
            size: connected_sets(graph, size, SETS, rng),
        }
        trips = "1 trip" if max_trips == 1 else f"{max_trips} trips"
        self._norms = {
            "one event per person": sensitivity,
            f"{trips} per cab": max(ENDS * max_trips, sensitivity),
        }
        # The standard deviations of the noise of a place and of an area.
        self._sigmas = {
            bound: area_sigmas(AREA_SHARE, l1_sensitivity=norm, **self._budget)
            for bound, norm in self._norms.items()
        }
        # Pairs of errors, without and with areas, by bound and size of the sets.
        self._pairs = {key: [] for key in product(self._norms, self._sets)}

    def observe(self, hour, repetition, releases):
        """Measure the releases of this hour and repetition, a `heatmap.MapReleases`."""
        if hour != self._hour:
            return
        key = (hour, *map(float, self._budget.values()), repetition)
        rng = generator(self._seed, "areas_worth", *key)
        area_noise = rng.standard_normal(self._count)
        plain = releases.denoised("auto")
        for bound, sigmas in self._sigmas.items():
            x = releases.denoised_with_areas(self._labels, *sigmas, area_noise)
            for size, places in self._sets.items():
                pair = [releases.rmse_of_sums(fit, places) for fit in (plain, x)]
                self._pairs[bound, size].append(pair)

    def table(self):
        """Return what areas bring.

        Returns
        -------
        DataFrame
            A row per bound on a person's events and size of the sets, which are single places or a
            quarter of them. `rmse_plain` and `rmse_areas` are the means over the draws of the root
            mean squared error of the sums over the sets, without and with areas; `ratio` is their
            quotient, with its standard error.
        """
        rows = []
        for (bound, size), pairs in self._pairs.items():
            sigma, area_sigma = self._sigmas[bound]
            row = {"hour": self._hour, "bound": bound, **self._budget}
            row |= {"l1_sensitivity": self._norms[bound], "areas": self._count}
            row |= {"share": AREA_SHARE, "sigma": sigma, "area_sigma": area_sigma}
            row |= {"places": size, **_compare(*np.transpose(pairs))}
            rows.append(row | {"source": self._source})
        return pd.DataFrame(rows)[AREAS.split()]


def area_sigmas(share, *, epsilon, delta, sensitivity, l1_sensitivity):
    """Return the standard deviations of the noise of a place and of the sum over an area.

    The sums have this share of mu^2 (`gaussmech.releases.laws.calibrate_noise`).

    Examples
    --------
    >>> budget = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 5.0}
    >>> sigmas = area_sigmas(0.1, **budget, l1_sensitivity=10.0)
    >>> [round(sigma, 2) for sigma in sigmas]
    [42.47, 254.8]
    """
    places = analytic_gaussian_sigma(epsilon, delta, sensitivity / math.sqrt(1 - share))
    sums = analytic_gaussian_sigma(epsilon, delta, l1_sensitivity / math.sqrt(share))
    return float(places), float(sums)


def connected_sets(graph, size, count, rng):
    """Return sets of places, each of those that are nearest to a random place.

    Parameters
    ----------
    graph : Graph
        The graph, which is connected.
    size : int
        The number of places of a set.
    count : int
        The number of sets.
    rng : numpy.random.Generator
        The source of the random places.

    Returns
    -------
    (count, size) array of int
        The places of each set, which is connected: distances are numbers of edges.
    """
    links = adjacency_matrix(graph.n, graph.edges, np.ones(graph.m))
    centres = rng.integers(graph.n, size=count)
    hops = dijkstra(links, indices=centres, unweighted=True)
    return np.argsort(hops, axis=1, kind="stable")[:, :size]


def _compare(plain, areas):
    """Return the means of paired errors, their ratio and its standard error (the delta method)."""
    # A map of nothing may be denoised without any error, in both releases.
    least = np.finfo(float).tiny
    plain_mean = max(plain.mean(), least)
    ratio = max(areas.mean(), least) / plain_mean
    residuals = summary("residual", areas - ratio * plain)
    return {
        "repetitions": len(plain),
        "rmse_plain": plain.mean(),
        "rmse_areas": areas.mean(),
        "ratio": ratio,
        "ratio_se": residuals["residual_se"] / plain_mean,
    }
