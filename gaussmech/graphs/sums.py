"""Correct the sums of a denoised map (`match_sums`), and estimate their errors (`MapSums`).

The cut at 0, the log link and shrinkage bias sums over large areas, where the noise averages out
and the data are more accurate. The map is therefore compared with the data on partitions of the
graph into areas, from coarse to fine ones. Partitions whose noisy sums were released are treated
like those that this step makes of the graph; their sums only have less noise. In the end they are
used a second time, because moves on finer areas, each by a part of the noise, disturb their sums.
On one partition,

- the data have the sums T of the areas, with noise of standard deviation s, and the map has X;
- stacked trend filters denoise the differences T - X, a signed map on the graph of the areas. They
  keep their mean, and deviations from it only where Stein's unbiased risk supports them;
- the places of each area share the denoised difference, in proportion to x / (x + LARGEST_MOVE) if the
  map is non-negative, and evenly if not. As far as a difference may be noise, none moves by more than
  LARGEST_MOVE allows.

The noise of the differences is less than that of T, as the map follows its data. Let the map follow
a part J of the changes of T. It moves by h(T - X), and the error of X + h(T - X) is that of h(T -
X) - (T - X) + e, where e is the noise. In its mean square, E[e' h(T - X)] = s^2 (1 - J) E[div h]
takes the place of s^2 E[div h] in Stein's formula. So the standard deviation of the noise is s
sqrt(1 - J). A random direction measures J.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from scipy import sparse
from scipy.special import ndtri

from gaussmech._checks import Array
from gaussmech.graphs._adjacency import adjacency_matrix
from gaussmech.graphs.graph import Graph, cached_per_graph
from gaussmech.graphs.intervals import ERROR_MARGIN, MEAN_SHARE
from gaussmech.graphs.noise_distributions import CONFIDENCE, GaussianDistribution
from gaussmech.graphs.partition import partition
from gaussmech.graphs.stacking import Stack, stack_trends
from gaussmech.graphs.totals import Combined, Labels, Sums, sum_matrix

# There are two partitions. The areas of the finer one have this many places on average, and those
# of the coarser one AREA_RATIO times as many. With areas of 64 places alone, sums over rectangles
# on DPBench's maps have 1.18 times the error; areas of 16 places make Montreal's sums worse.
AREA_SIZE = 64
# On the maps of DPBench that serve for choices, a ratio of 2 gives sums over rectangles 1.01 times
# the error, and a ratio of 8 gives 0.99 times; with released areas both give 0.99 times
# (docs/bench/areas.md).
AREA_RATIO = 4
# A difference that may be noise moves a place by at most this number, in units of its own noise,
# times the summed variance of the values of its area divided by the variance of the area's sum: a
# sum that is known better may move the map more. Without a limit, the noise of an area that is 0
# except at a few high places would move these places alone: on the worst sparse map the step
# multiplies the error by 3.9, and with the limit by 1.9. A place whose value is not far above the
# limit moves less, so that places of 0 stay 0. On the maps of DPBench that serve for choices,
# limits of 0.1 and 0.2 give sums over rectangles 1.01 and 1.00 times the error, and with released
# areas 1.00 and 1.01 times.
LARGEST_MOVE = 0.15


@dataclass(frozen=True, eq=False)
class _Areas:
    """A partition into k areas, whose sums are compared.

    `labels` (n,) are the areas of the places, and `graph` says which areas are neighbours.
    """

    labels: Labels
    graph: Graph


def match_sums(
    graph: Graph,
    combined: Combined,
    nonnegative: bool,
    seen: Sequence[Array],
    rows: Array,
) -> Array:
    """Return maps that are moved towards the sums of their data.

    Parameters
    ----------
    graph : Graph
        The public graph, with n vertices.
    combined : Combined
        The noisy values, in units of their noise, with noisy sums over areas, if there are any.
    nonnegative : bool
        Whether the maps are >= 0, and stay so.
    seen : sequence of s arrays (n,)
        The data, the data moved a little in a random direction and in the opposite one, and perhaps
        other data.
    rows : (s, n) array of float
        The map of each. The second and the third tell how far the map follows its
        data. Fits to the differences are chosen anew for the first three, and for other data those of
        the first are repeated.
    """
    own = cached_per_graph(graph, _own_areas)
    released = [_areas(graph, level.labels) for level in combined.levels]
    down = sorted([*released, *own], key=lambda areas: areas.graph.n)
    sds = {a: np.sqrt(_variances(combined, sum_matrix(a.labels))) for a in down}
    # Where sums were released, a move of the data barely changes them: the step's own areas tell what
    # the map follows. Moved on a partition, it follows more.
    finest = cached_per_graph(graph, _partitions)[-1]
    for areas in down + [areas for areas in down[-2::-1] if areas in released]:
        noise = sds[areas] * np.sqrt(1 - _response(finest, seen, rows))
        fits: list[Stack] = []
        for k, (y, x) in enumerate(zip(seen, rows, strict=True)):
            gaps = np.bincount(areas.labels, y - x) / noise
            choice = fits[0] if k > 2 else None
            fits.append(stack_trends(gaps, areas.graph, weights_from=choice))
        moved = [
            _moved(x, fit, areas.labels, noise, sds[areas], nonnegative)
            for x, fit in zip(rows, fits, strict=True)
        ]
        rows = np.array(moved)
    return rows


def _moved(x, fit, labels, noise, sd, nonnegative):
    """Return the map x (n,), moved by the fit to its differences, in units of their noise (k,).

    The data have the noise `sd` (k,).
    """
    moves = noise * fit.x
    # A fit of df degrees of freedom to k areas makes their noise so much smaller.
    noise = noise * np.sqrt(fit.df / len(moves))
    shares = x / (x + LARGEST_MOVE) if nonnegative else np.ones(len(x))
    live = np.bincount(labels, shares)
    limit = LARGEST_MOVE * np.bincount(labels) / sd**2 * live
    limit += 2 * np.maximum(
        np.abs(moves) - GaussianDistribution.raw_half_width * noise, 0
    )
    # An area that is 0 takes its move evenly.
    shares = np.where(live[labels] > 0, shares, 1)
    shares /= np.bincount(labels, shares)[labels]
    moved = x + np.clip(moves, -limit, limit)[labels] * shares
    return np.maximum(moved, 0) if nonnegative else moved


def _response(labels, seen, rows):
    """Return the part of a change of the data's sums over areas that the map's sums follow.

    `seen` and `rows` are those of `match_sums`. The mean over the areas does not count: it is not
    denoised. One random direction tells the part with a standard error of up to 1 over the root of
    the number of areas. The part is at most 1 less that, so some noise is left.
    """
    changes = [values[1] - values[2] for values in (seen, rows)]
    sums = [np.bincount(labels, change) for change in changes]
    change, change_of_map = (values - values.mean() for values in sums)
    size = change @ change
    part = change @ change_of_map / size if size else 0.0
    return np.clip(part, 0.0, 1 - 1 / np.sqrt(len(change)))


@dataclass(frozen=True, eq=False)
class MapSums:
    """The sums of a map over sets of places, with 95 % intervals.

    The data have an unbiased sum T over an area, with noise of variance s^2, and the map has X. As
    in Stein's formula, the mean of (X - T)^2 + 2 Cov(X, T) - s^2 is the mean squared error of X. If
    the map is a posterior mean, Cov(X, T) is its error, too, and less noisy. A random direction z of
    unit variance at each place gives the covariance: the product of the sums of z and of J z over
    the area has that mean (`risk.Probe`). The larger of the means of both over all areas of a size,
    over the mean of s^2, is the ratio of the map's error to that of T at this size; a margin is added
    to it. Small areas are the balls around all places, large ones those of the partitions of the
    step. A single place has the ratio that its interval says. From there on the ratio never falls:
    the errors of neighbours are alike, their noise is independent.

    Attributes
    ----------
    graph : Graph
        The public graph.
    x : (n,) array of float
        The map, in units of the noise, as all that follows.
    combined : Combined
        The data.
    signs, local : (n,) arrays of float
        The random direction, and its product with J z at each place.
    half_width : (n,) array of float
        The half-widths of the intervals of the places, in proportion to whose squares, except for an
        even part, the error of a sum is that of its places.
    unit : float
        The standard deviation of the noise, by which results are multiplied.
    nonnegative : bool
        Whether the true values are known to be >= 0.
    compared : sequence of matrices
        More areas of a size, on which map and data are compared, as rows of zeros and ones.
    """

    graph: Graph
    x: Array
    combined: Combined
    signs: Array
    local: Array
    half_width: Array
    unit: float
    nonnegative: bool
    compared: Sequence[Any] = ()

    @cached_property
    def _variance(self) -> Array:
        """The variance (n,) of each place."""
        return (self.half_width / ndtri((1 + CONFIDENCE) / 2)) ** 2

    def __call__(self, sets: Any) -> Sums:
        """Return the sums (s,) with the weights of a sparse matrix (s, n), which are >= 0."""
        estimate = sets @ self.x
        sd, reach = self.combined.spread(sets)
        squares = sets.multiply(sets)
        sizes = np.maximum(np.diff(sets.tocsr().indptr), 1)
        ratio = np.exp(np.interp(np.log(sizes), *self._log_ratios))
        own = squares @ self._variance
        own /= np.maximum(squares.sum(axis=1), 1e-150) * self._variance.mean()
        error = sd * np.sqrt(ratio * ((1 - MEAN_SHARE) * own + MEAN_SHARE))
        # The combined totals are known exactly where a set is a union of areas.
        are_unions = self.combined.are_unions(sets)
        estimate = np.where(are_unions, sets @ self.combined.y, estimate)
        error = np.where(are_unions, sd, error)
        low = estimate - reach * error
        high = estimate + reach * error
        if self.nonnegative:
            low = np.maximum(low, 0)
            high = np.maximum(high, 0)
        return Sums(estimate, error, low, high).scaled(self.unit)

    @cached_property
    def _log_ratios(self) -> tuple[Array, Array]:
        """The logarithms of sizes, and of the ratio of the map's mean squared error to the data's."""
        by_size: dict[float, float] = {}
        gaps = self.x - self.combined.y
        partitions = cached_per_graph(self.graph, _partitions)
        large = [sum_matrix(labels) for labels in partitions]
        for areas in chain(balls(self.graph, AREA_SIZE), large, self.compared):
            size = areas.sum() / areas.shape[0]
            variance = _variances(self.combined, areas).sum()
            # A sum of the map follows that of the data in full at most, but a probe of few areas may
            # say more.
            covariance = (areas @ self.signs) @ (areas @ (self.signs * self.local))
            covariance = min(covariance, variance)
            error = ((areas @ gaps) ** 2).sum() - variance + 2 * covariance
            ratio = max(error, covariance) / variance
            margin = ERROR_MARGIN * np.sqrt(2 * size / len(self.x))
            ratio = max(ratio, min(ratio + margin, ERROR_MARGIN))
            by_size[size] = max(ratio, by_size.get(size, 0.0))
        place = sparse.csr_array(([1.0], ([0], [0])), shape=(1, len(self.x)))
        by_size[1.0] = self._variance.mean() / _variances(self.combined, place)[0]
        sizes = np.array(sorted(by_size))
        ratios = np.maximum.accumulate([by_size[size] for size in sizes])
        return np.log(sizes), np.log(ratios)


def balls(graph: Graph, size: int) -> Iterator[Any]:
    """Yield the balls of radius 1, 2, ... around all places, as matrices (n, n) of zeros and ones.

    The last ones have fewer than `size` places on average. At hubs, balls grow too fast to be used.

    Examples
    --------
    >>> path = Graph(5, [[v, v + 1] for v in range(4)])
    >>> [matrix.sum(axis=1).tolist() for matrix in balls(path, 4)]
    [[2.0, 3.0, 3.0, 3.0, 2.0], [3.0, 4.0, 5.0, 4.0, 3.0]]
    """
    step = adjacency_matrix(graph.n, graph.edges, np.ones(graph.m))
    step = step + sparse.eye_array(graph.n, format="csr")
    ball = step
    last_size = 0
    # If the places counted alike, the next product had this many terms for balls of `size` places.
    while (
        last_size < ball.nnz and ball.sum(axis=0) @ step.sum(axis=1) < size * step.nnz
    ):
        yield ball
        last_size = ball.nnz
        ball = (ball @ step).sign()


def _own_areas(graph):
    """Return the _Areas that the step makes of a graph, coarse ones first; not the whole graph."""
    partitions = cached_per_graph(graph, _partitions)
    return [_areas(graph, labels) for labels in partitions[1:]]


def _areas(graph, labels):
    """Return the _Areas with these labels (n,)."""
    count = int(labels.max()) + 1
    ends = np.sort(labels[graph.edges], axis=1)
    links = np.unique(ends[ends[:, 0] != ends[:, 1]], axis=0)
    return _Areas(labels, Graph(count, links))


def _partitions(graph):
    """Return nested partitions of the graph: the whole, coarse areas and those of AREA_SIZE places.

    Partitions of fewer than AREA_RATIO areas are left out, because so few differences do not tell a
    signal from noise. On a network of 182 junctions, in heavy noise, they multiplied the error of
    maps by 1.1.
    """
    partitions = [np.zeros(graph.n, dtype=np.int64)]
    for size in (AREA_RATIO * AREA_SIZE, AREA_SIZE):
        count = round(graph.n / size)
        if count >= AREA_RATIO:
            partitions.append(partition(graph, count, within=partitions[-1]))
    return partitions


def _variances(combined, weights):
    """Return the variances (s,) of the noise of weighted sums of the combined values."""
    return combined.spread(sparse.csr_array(weights))[0] ** 2
