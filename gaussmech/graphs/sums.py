"""Make a denoised map right in its sums: move it by what the data say, area by area.

The cut at 0, the log link and shrinkage bias sums over large areas, where the noise averages out
and the data know better. `SumsStep` compares the map with the data on partitions of the graph into
areas, from coarse ones to fine ones. The differences of the sums are a signed map on the graph of
the areas. The forest denoises it: it keeps the mean of the differences, and what is above it only
where the data say so, by Stein's unbiased risk. The few areas of the coarsest partition do not
suffice for that: the deviations of their differences from the mean are shrunk (`shrink`), and the
mean is left to the next partition. Where noise explains the differences, the map hardly moves: what
may be noise moves no place by more than a small part of the noise of its own value (`LARGEST_MOVE`).

The noise of the differences is less than that of the sums of the data, as the map follows its data.
Let a map X of sums T with noise e of variance s^2 follow a part J of their changes. It moves by
h(T - X), and the error of X + h(T - X) is that of h(T - X) - (T - X) + e. In its mean square,
E[e' h(T - X)] = s^2 (1 - J) E[div h] takes the place of s^2 E[div h] in Stein's formula. So the
standard deviation of the noise is s sqrt(1 - J).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from scipy.special import ndtri

from gaussmech._checks import Array
from gaussmech.graphs._adjacency import adjacency_matrix
from gaussmech.graphs.forest import ForestFit, draw_forest, forest_fit
from gaussmech.graphs.graph import Graph, cached_per_graph
from gaussmech.graphs.noise_laws import CONFIDENCE
from gaussmech.graphs.partition import partition
from gaussmech.graphs.totals import Combined, Labels, Sums, read_sets, sum_matrix
from gaussmech.graphs.tree_wavelets import TreeWavelets

# The areas of the finest partition have this many places in the mean, those of the next one
# COARSER times as many. On DPBench's maps, areas of 256 and 64 places give rectangles of 1.64, 1.41,
# 1.22 and 0.87 times the best algorithm's error from 1e3 to 1e6 events, areas of 64 places only give
# 1.79, 1.53, 1.71 and 1.08, and areas of 256, 64 and 16 places 1.63, 1.39, 1.15 and 0.84, but there
# Montreal's sums are worse.
SIZE = 64
COARSER = 4
# So many partitions, the finest ones, and a coarser one move the map: that of 2 to 8 areas. On 48
# releases of Perth it lowers the error of sums over a quarter of the places from 1.38 to 1.13 times
# the raw release's; by a forest of these areas it is 1.55 in place of 1.33 at the largest budget, and
# rectangles on DPBench's maps have 1.08 times the error. All coarser partitions together gain no more,
# and a map of spikes on 100,000 places had 1.03 times its error by them.
LEVELS = 2
# The graphs of areas are small, and so many trees are enough: with 25, 50 and 100 no mean error of
# places or sums differs by more than 0.003 of itself, and with 10 by 0.01.
TREES = 25
# A partition is left out if noisy sums over less than LIKE times as many areas, or as few, were
# released; the coarsest one if they are over less than COARSEST_LIKE times as many. On DPBench's maps
# with 16 and 256 areas, it would make rectangles worse, by 2 % at 1,000 events; on Manhattan with 62
# areas, it makes sums over a quarter of the streets 8 % better.
LIKE = 2
COARSEST_LIKE = 5
# A place of value x, in units of the noise, takes a part of a move in proportion to
# x / (x + SATURATION): places of 0 stay, and a place far above the noise, which is known as well as
# its noise is small, takes no more than others. With 0.05, 0.1, 0.2, 0.3 and 1, the 360 releases of
# LARGEST_MOVE have places of 0.970, 0.970, 0.982, 0.990 and 1.010 times the error without a move, and
# sums over a quarter of them of 0.456, 0.457, 0.494, 0.511 and 0.549 times that of the raw release; the
# worst map had 3.0, 2.5, 2.4, 1.9 and 2.1 times its error.
SATURATION = 0.1
# By a difference that may be noise, no place moves by more than this, in units of its own noise. 0.15
# is about the noise of a sum over SIZE places, spread over them; the few high places of an area that
# is 0 otherwise would take all of it. On 360 releases of sparse, two-valued, smooth, rough and signed
# maps, no limit and limits of 0.3, 0.2, 0.15 and 0.1 give places 1.004, 0.978, 0.973, 0.970 and 0.969
# times the error without a move, and sums over a quarter of them 0.483, 0.462, 0.458, 0.455 and 0.468
# times the raw release's; of sparse maps of one height, the worst had 3.9, 3.2, 2.4, 1.9 and 1.3 times
# its error. On 360 other releases, no limit and 0.15 give 1.002 and 0.979, and 0.534 and 0.520.
LARGEST_MOVE = 0.15
# A denoised difference of more than CERTAIN of its standard deviations is no noise: twice what is above
# them is added to the limit, so that one of 2 CERTAIN moves its area in full. On the 720 releases this
# changes no mean by more than a thousandth.
CERTAIN = 2.0
# Moves to noisy sums that were released hold less noise. On 240 releases with areas, no limit and
# limits of 2, 1, 0.5 and 0.15 give places 0.977, 0.949, 0.949, 0.953 and 0.958 times the error, and
# sums 0.529, 0.495, 0.494, 0.498 and 0.504 times that of the raw release.
LARGEST_RELEASED_MOVE = 1.0
# What a map follows of its data is estimated on the k areas of the finest partition by one random
# direction. The fewer the areas, the less is known of it, so it is multiplied by
# k / (k + FEW_AREAS), and it is at most MOST_FOLLOWED. On 48 releases of Perth, the error of sums over
# a quarter of the places is 1.13 times the raw release's if a map counts as independent of the noise,
# and 1.04 times so; without the factor it is 1.03, but 1.01 times as large on 480 small maps.
FEW_AREAS = 10
MOST_FOLLOWED = 0.9
# Places of 0 take this part of a move, so that an area that is 0 takes it evenly.
LEAST_SHARE = 1e-9
# The constants of the intervals of sums were chosen on 432 fits: streets of Manhattan, Montreal and
# Medellin, three maps of DPBench, and smooth, rough and sparse maps on a grid and a tree, with both
# laws of noise and three or four levels of it. A share is the mean over the random sets of a size, a
# group of maps and a level; the least share of sets whose interval covered was 0.938.
# docs/bench/intervals.md has other maps.
#
# The ratio of the mean squared error of sums to that of the data is raised by so many of its standard
# errors, but by these to at most MOST. With one standard error the least share was 0.908. With a limit
# of 1 it was 0.900; the intervals of sums over a quarter of the places had then 0.98 times the width of
# the raw ones in the mean, and 1.06 times with the limit of 1.25. A ratio that is larger is left as it
# is: of sums over a quarter of the places of Perth, the map's have up to twice the raw ones' error.
# There, on ten draws, the limit gave 0.81 at epsilon 2 and no limit gives 0.91; such intervals are 1.04
# times as wide in the mean over all maps.
ERRORS = 1.25
MOST = 1.25
# This part of the error is shared evenly among the places, and the rest by the variances of their
# intervals: sets of four places with a tenth of the mean variance had a quarter of the mean squared
# error. Without it the least share was 0.916.
EVEN = 0.3
# Balls are computed with at most so many terms per place.
HUBS = 1000


@dataclass(frozen=True)
class _Areas:
    """A partition into k areas, whose sums are compared.

    `labels` (n,) are the areas of the places, `graph` says which areas are neighbours, and `trees`
    are wavelets on it; areas without trees are those of the coarsest partition. `is_released` says
    whether noisy sums over them were released.
    """

    labels: Labels
    graph: Graph
    trees: list[TreeWavelets] | None
    is_released: bool


class Choice(NamedTuple):
    """What a step chooses on one partition: a fit to the differences, and their noise (k,)."""

    fit: ForestFit | ShrunkFit
    noise: Array


@dataclass(frozen=True)
class ShrunkFit:
    """Values (k,) shrunk towards their mean, less that mean.

    `x` (k,) are `share` times the deviations of the values from their mean, a fit of `df` degrees of
    freedom for a fixed share.
    """

    x: Array
    df: float
    share: float


def shrink(y: Array, share: float | None = None) -> ShrunkFit:
    """Estimate the deviations of f (k,) from its mean from y ~ N(f, I).

    If f has the variance t^2 about its mean, the deviations of y have the sum of squares S with
    E[S] = (k - 1) (t^2 + 1), and their best multiple is the share t^2 / (t^2 + 1) of the variance
    that is not noise. It is estimated by 1 - (k - 1) / S, or by 0 if that is negative.

    Parameters
    ----------
    y : (k,) array of float
        The values, in units of their noise; k >= 2.
    share : float, optional
        A share to use; None, the default, estimates it.

    Returns
    -------
    ShrunkFit
        The deviations and the share.

    Examples
    --------
    >>> shrink(np.array([5.0, 1.0, 3.0])).x
    array([ 1.5, -1.5,  0. ])
    """
    deviations = y - y.mean()
    dimension = len(y) - 1
    if share is None:
        squares = deviations @ deviations
        share = 1 - dimension / squares if squares > dimension else 0.0
    return ShrunkFit(share * deviations, share * dimension, share)


class SumsStep:
    """The step from a denoised map to one that is right in its sums.

    Parameters
    ----------
    graph : Graph
        The public graph.
    combined : Combined
        The noisy values, in units of their noise, with noisy sums over areas, if there are any.
    nonnegative : bool
        Whether the map is >= 0, and stays so.
    """

    def __init__(self, graph: Graph, combined: Combined, nonnegative: bool) -> None:
        self._nonnegative = nonnegative
        self._levels = _levels(graph, combined)
        self._sds = [
            np.sqrt(_variances(combined, sum_matrix(areas.labels)))
            for areas in self._levels
        ]

    def choices(
        self, y: Array, x: Array, sides: Sequence[tuple[Array, Array]] = ()
    ) -> list[Choice]:
        """Return the choices from the data y and the map x, both (n,).

        `sides` holds the data (n,), moved a little in a random direction and in the opposite one, each
        with its map (n,). They tell how far the map follows its data. Without them it counts as
        independent of the noise.
        """
        choices = []
        finest = max(self._levels, key=lambda areas: areas.graph.n, default=None)
        # Moved by a coarse partition, the map follows more of its data.
        for areas, sd in zip(self._levels, self._sds, strict=True):
            noise = sd * np.sqrt(1 - _response(finest, sides))
            gaps = np.bincount(areas.labels, y - x)
            choice = Choice(_denoise(areas, gaps / noise), noise)
            choices.append(choice)
            x = self._step(y, x, areas, choice, repeats=True)
            sides = [
                (moved, self._step(moved, map_of_moved, areas, choice, repeats=True))
                for moved, map_of_moved in sides
            ]
        return choices

    def move(
        self, y: Array, x: Array, choices: list[Choice], *, repeats: bool = False
    ) -> Array:
        """Return the map x (n,), moved towards the sums of the data y (n,).

        The noise of the differences is that of `choices`. The fits to them are chosen anew, or the
        step `repeats` those of `choices`.
        """
        for areas, choice in zip(self._levels, choices, strict=True):
            x = self._step(y, x, areas, choice, repeats)
        return x

    def _step(self, y, x, areas, choice, repeats):
        """Return the map x (n,), moved on one partition."""
        gaps = np.bincount(areas.labels, y - x)
        fit = _denoise(areas, gaps / choice.noise, choice.fit if repeats else None)
        # Denoised by a fit of df degrees of freedom, the noise of k areas is so much smaller.
        noise = choice.noise * np.sqrt(fit.df / len(gaps))
        return self._spread(x, areas, choice.noise * fit.x, noise)

    def _spread(self, x, areas, moves, noise):
        """Return the map with the moves (k,) of the areas, which have such `noise`, on its places."""
        labels = areas.labels
        shares = np.ones(len(x))
        if self._nonnegative:
            shares = (x + LEAST_SHARE) / (x + SATURATION)
        live = np.bincount(labels, shares)
        certain = 2 * np.maximum(np.abs(moves) - CERTAIN * noise, 0)
        largest = LARGEST_RELEASED_MOVE if areas.is_released else LARGEST_MOVE
        limit = largest * live + certain
        moved = x + (np.clip(moves, -limit, limit) / live)[labels] * shares
        return np.maximum(moved, 0) if self._nonnegative else moved


def _response(areas, sides):
    """Return the part of a change of the data's sums over areas that the map's sums follow.

    The mean over the areas does not count: it is not denoised.
    """
    if not sides:
        return 0.0
    (above, map_above), (below, map_below) = sides
    changes = [above - below, map_above - map_below]
    sums = [np.bincount(areas.labels, change) for change in changes]
    change, change_of_map = (values - values.mean() for values in sums)
    size = change @ change
    part = change @ change_of_map / size if size else 0.0
    known = areas.graph.n / (areas.graph.n + FEW_AREAS)
    return np.clip(known * part, 0.0, MOST_FOLLOWED)


def _denoise(areas, gaps, fit=None):
    """Return the fit to the gaps (k,) of the areas, by another fit's choice or by one from them."""
    if areas.trees is None:
        return shrink(gaps, None if fit is None else fit.share)
    return forest_fit(gaps, 1.0, areas.graph, areas.trees, weights_from=fit)


class MapSums:
    """The sums of a map over sets of places, with 95 % intervals; it is called with the sets.

    The data have an unbiased sum T over an area, with noise of variance s^2, and the map has X. As
    in Stein's formula, the mean of (X - T)^2 + 2 Cov(X, T) - s^2 is the mean squared error of X. If
    the map is a posterior mean, Cov(X, T) is its error, too, and less noisy. A random direction z of
    unit variance at each place gives the covariance: the product of the sums of z and of J z over
    the area has that mean (`risk.Probe`). The larger of the means of both over all areas of a size,
    over the mean of s^2, is the ratio of the map's error to that of T at this size; a margin is added
    to it. Small areas are the balls around all places, large ones those of the partitions of the
    step. A single place has the ratio that its interval says. From there on the ratio never falls:
    the errors of neighbours are alike, their noise is independent.

    Parameters
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
        The half-widths of the intervals of the places, in proportion to whose squares, but for an
        even part, the error of a sum is that of its places.
    unit : float
        The standard deviation of the noise, by which results are multiplied.
    nonnegative : bool
        Whether the true values are known to be >= 0.
    """

    def __init__(
        self,
        *,
        graph: Graph,
        x: Array,
        combined: Combined,
        signs: Array,
        local: Array,
        half_width: Array,
        unit: float,
        nonnegative: bool,
    ) -> None:
        self._graph = graph
        self._x = x
        self._combined = combined
        self._signs = signs
        self._jacobian_signs = signs * local
        self._variance = (half_width / ndtri((1 + CONFIDENCE) / 2)) ** 2
        self._unit = unit
        self._nonnegative = nonnegative

    def __call__(self, places: ArrayLike) -> Sums:
        """Return the sums over one set or over several, as `Denoised.total` does."""
        sets, single = read_sets(places, len(self._x))
        estimate = sets @ self._x
        sd, reach = self._combined.spread(sets)
        sizes = np.maximum(sets.sum(axis=1), 1)
        ratio = np.exp(np.interp(np.log(sizes), *self._log_ratios))
        own = (sets @ self._variance) / (sizes * self._variance.mean())
        error = sd * np.sqrt(ratio * ((1 - EVEN) * own + EVEN))
        # The combined totals are known exactly where a set is a union of areas.
        are_unions = self._combined.are_unions(sets)
        estimate = np.where(are_unions, sets @ self._combined.y, estimate)
        error = np.where(are_unions, sd, error)
        low = estimate - reach * error
        high = estimate + reach * error
        if self._nonnegative:
            low = np.maximum(low, 0)
            high = np.maximum(high, 0)
        sums = [self._unit * value for value in (estimate, error, low, high)]
        return Sums(*(value[0] for value in sums) if single else sums)

    @cached_property
    def _log_ratios(self) -> tuple[Array, Array]:
        """The logarithms of sizes, and of the ratio of the map's mean squared error to the data's."""
        by_size = {}
        gaps = self._x - self._combined.y
        partitions = cached_per_graph(self._graph, _partitions)
        large = [sum_matrix(labels) for labels in partitions]
        for areas in chain(balls(self._graph, SIZE), large):
            size = areas.sum() / areas.shape[0]
            variance = _variances(self._combined, areas).sum()
            # A sum of the map follows that of the data in full at most, but a probe of few areas may
            # say more.
            covariance = (areas @ self._signs) @ (areas @ self._jacobian_signs)
            covariance = min(covariance, variance)
            error = ((areas @ gaps) ** 2).sum() - variance + 2 * covariance
            ratio = max(error, covariance) / variance
            margin = ERRORS * np.sqrt(2 * size / len(self._x))
            by_size[size] = max(ratio, min(ratio + margin, MOST))
        place = sparse.csr_array(([1.0], ([0], [0])), shape=(1, len(self._x)))
        by_size[1.0] = self._variance.mean() / _variances(self._combined, place)[0]
        sizes = np.array(sorted(by_size))
        ratios = np.maximum.accumulate([by_size[size] for size in sizes])
        return np.log(sizes), np.log(ratios)


def balls(graph: Graph, size: int) -> Iterator[Any]:
    """Yield the balls of radius 1, 2, ... around all places, as matrices (n, n) of zeros and ones.

    The last ones have fewer than `size` places in the mean. At hubs, balls grow too fast to be used.

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
    # The largest number of terms in the next product.
    while (
        last_size < ball.nnz < size * graph.n
        and (ball.sum(axis=0) @ step.sum(axis=1)) < HUBS * graph.n
    ):
        yield ball
        last_size = ball.nnz
        ball = (ball @ step).sign()


def _levels(graph, combined):
    """Return the _Areas on which a map is compared with the data, in this order.

    Coarse ones are first, and released ones are last once more: their sums are known best, and
    moves on finer areas, each by a part of the noise, disturb them. On 144 maps of DPBench with
    areas of 256 and 16 places, this gives rectangles of 0.94 to 0.96 times the error, and cells of
    0.97 to 0.99 times.
    """
    published = [level.labels for level in combined.levels]
    counts = np.array([labels.max() + 1 for labels in published])
    levels = [_areas(graph, labels, is_released=True) for labels in published]
    for areas in cached_per_graph(graph, _own_areas):
        ratio = counts / areas.graph.n
        most = COARSEST_LIKE if areas.trees is None else LIKE
        if not ((ratio > 1 / LIKE) & (ratio < most)).any():
            levels.append(areas)
    levels = sorted(levels, key=lambda areas: areas.graph.n)
    again = [areas for areas in levels[:-1] if areas.is_released]
    return levels + again[::-1]


def _own_areas(graph):
    """Return the _Areas of the coarsest partition of a graph and of the finest, but not the whole."""
    partitions = cached_per_graph(graph, _partitions)[1:]
    finest = partitions[-LEVELS:]
    coarsest = partitions[:-LEVELS][:1]
    return [
        *(_areas(graph, labels, is_released=False) for labels in finest),
        *(
            _areas(graph, labels, is_released=False, has_trees=False)
            for labels in coarsest
        ),
    ]


def _partitions(graph):
    """Return nested partitions of the graph, from the whole to areas of SIZE places."""
    sizes = [SIZE]
    while 2 * COARSER * sizes[-1] <= graph.n:
        sizes.append(COARSER * sizes[-1])
    partitions = [np.zeros(graph.n, dtype=np.int64)]
    for size in reversed(sizes):
        count = round(graph.n / size)
        if count > 1:
            partitions.append(partition(graph, count, within=partitions[-1]))
    return partitions


def _areas(graph, labels, is_released, has_trees=True):
    """Return the _Areas with these labels (n,)."""
    count = int(labels.max()) + 1
    ends = np.sort(labels[graph.edges], axis=1)
    links = np.unique(ends[ends[:, 0] != ends[:, 1]], axis=0)
    neighbours = Graph(count, links)
    trees = None
    if has_trees:
        # The trees are random, but the same ones in every call.
        trees = draw_forest(neighbours, TREES, np.random.default_rng(0))
    return _Areas(labels, neighbours, trees, is_released)


def _variances(combined, weights):
    """Return the variances (s,) of the noise of weighted sums of the combined values."""
    if not combined.levels:
        weights = sparse.csr_array(weights)
        return np.asarray(weights.multiply(weights).sum(axis=1)).ravel()
    return combined.spread(sparse.csr_array(weights))[0] ** 2
