"""Make a denoised map right in its sums: move it by what the data say, area by area.

The cut at 0, the log link and shrinkage bias sums over large areas, where the noise averages out
and the data know better. `SumsStep` compares the map with the data on a tree of areas, from the
whole graph to areas of `SIZE` places. At each level it takes the difference of both halves of an
area, in which the noise of the data has a known variance. How much of it the map is moved by is
decided by empirical Bayes, level by level: the true differences are taken for normal variables of
mean 0 whose variances have an unknown distribution, which the differences of the level determine
(Stephens, 2017). Where noise explains the differences, the map stays as it is.

M. Stephens, "False discovery rates: a new deal", Biostatistics 18 (2017), 275-294.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from gaussmech._checks import Array
from gaussmech.graphs._adjacency import adjacency_matrix
from gaussmech.graphs.graph import Graph, cached_per_graph
from gaussmech.graphs.partition import area_tree
from gaussmech.graphs.totals import Combined, Labels, Sums, read_sets, sum_matrix

# Areas are halved while they have this many places in the mean.
SIZE = 64
# A place of value x, in units of the noise, takes a part of a move in proportion to
# x / (x + SATURATION): places of 0 stay, and a place far above the noise, which is known as well as
# its noise is small, takes no more than others. On DPBench's maps the values 0.03, 0.1 and 0.3 give
# rectangles of 1.60, 1.53 and 1.58 times the best algorithm's error at 1e6 events, and 1.71 with 1.
SATURATION = 0.1
# The variances of the true differences, in units of the mean variance of the noise: none, and a
# geometric grid.
VARIANCES = np.concatenate([[0.0], np.geomspace(0.1, 1e4, 16)])
# The weight of "no difference" is estimated as if so many more differences of 0 had been seen.
PRIOR_ZEROS = 1.0
# The ratio of the mean squared error of sums to that of the data is raised by so many of its
# standard errors, is taken for 1 with the weight of so many areas, and is cut to a range.
ERRORS = 1.5
PRIOR_AREAS = 4
RATIOS = 0.02, 1.25
# Balls are computed with at most so many terms per place.
HUBS = 1000
# The weights of the variances change little after so many steps of expectation maximization.
STEPS = 60


@dataclass(frozen=True)
class _Split:
    """A level of the tree: the areas that were halved, and the noise of their differences.

    `labels` (n,) are those of the halves, `sizes` (k, 2) their numbers of places, and `variance`
    (k,) is that of the noise of the differences; areas that are not halved have size 0.
    """

    labels: Labels
    sizes: Array
    variance: Array

    def differences(self, values: Array) -> Array:
        """Return the differences (k,) of both halves, in which their mean over the area cancels."""
        one, other = self.sums(values).T
        return (one * self.sizes[:, 1] - other * self.sizes[:, 0]) / self.sizes.sum(
            axis=1
        )

    def sums(self, values: Array) -> Array:
        """Return the sums (k, 2) over both halves."""
        count = 2 * len(self.sizes)
        return np.bincount(self.labels, values, count).reshape(-1, 2)


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
        tree = _tree(graph, combined)
        self._total_variance = _variances(combined, np.ones((1, graph.n)))[0]
        self.splits = [_split(labels, combined) for labels in tree[1:]]

    def choices(self, y: Array, x: Array) -> list[Array]:
        """Return the choices that `move` makes from the data y and the map x, both (n,)."""
        return self._run(y, x, None)[1]

    def move(self, y: Array, x: Array, choices: list[Array] | None = None) -> Array:
        """Return the map x (n,), moved towards the sums of the data y (n,).

        `choices`, made from other data, replace those from y.
        """
        return self._run(y, x, choices)[0]

    def _run(self, y, x, choices):
        """Return the moved map and the choices of all levels."""
        shares = x / (x + SATURATION) if self._nonnegative else np.ones(len(x))
        made = []
        gap = np.array([(y - x).sum()])
        factor = np.maximum(1 - self._total_variance / np.maximum(gap**2, 1e-300), 0)
        factor = factor if choices is None else choices[0]
        made.append(factor)
        x = self._spread(x, np.zeros(len(x), dtype=np.int64), shares, factor * gap)
        for k, split in enumerate(self.splits, start=1):
            room = split.sums(shares)
            scale = room.prod(axis=1) / np.maximum(room.sum(axis=1), 1e-300)
            gap = split.differences(y - x)
            weights = None if choices is None else choices[k]
            gap, weights = _posterior_mean(gap, split.variance, scale**2, weights)
            made.append(weights)
            x = self._spread(
                x, split.labels, shares, np.column_stack([gap, -gap]).ravel()
            )
        return x, made

    def _spread(self, x, labels, shares, moves):
        """Return the map with the moves (g,) of the areas spread over their places."""
        room = np.bincount(labels, shares, len(moves))
        x = x + (moves / np.maximum(room, 1e-300))[labels] * shares
        return np.maximum(x, 0) if self._nonnegative else x


class MapSums:
    """The sums of a map over sets of places, with 95 % intervals; it is called with the sets.

    The data have an unbiased sum T over an area, with noise of variance s^2, and the map has X. As
    in Stein's formula, the mean of (X - T)^2 + 2 Cov(X, T) - s^2 is the mean squared error of X. A
    random direction z of unit variance at each place gives the covariance: the product of the sums
    of z and of J z over the area has that mean (`risk.Probe`). The mean over all areas of a size,
    over that of s^2, is the ratio of the map's error to that of T at this size. Small areas are the
    balls around all places, large ones those of the tree.

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
    mse, mse_se : float
        The stated mean squared error of a place, and its standard error.
    half_width : (n,) array of float
        The half-widths of the intervals of the places, to which errors are taken to be
        proportional.
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
        mse: float,
        mse_se: float,
        half_width: Array,
        unit: float,
        nonnegative: bool,
    ) -> None:
        self._graph = graph
        self._x = x
        self._combined = combined
        self._signs = signs
        self._jacobian_signs = signs * local
        self._mse = mse
        self._mse_se = mse_se
        self._variance = half_width**2 / np.mean(half_width**2)
        self._unit = unit
        self._nonnegative = nonnegative

    def __call__(self, places: ArrayLike) -> Sums:
        """Return the sums over one set or over several, as `Denoised.total` does."""
        sets, single = read_sets(places, len(self._x))
        estimate = sets @ self._x
        sd, reach = self._combined.spread(sets)
        sizes = np.maximum(sets.sum(axis=1), 1)
        ratio = np.exp(np.interp(np.log(sizes), *self._log_ratios))
        error = sd * np.sqrt(ratio * (sets @ self._variance) / sizes)
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
        first = sparse.csr_array(([1.0], ([0], [0])), shape=(1, len(self._x)))
        at_places = (self._mse + self._mse_se) / _variances(self._combined, first)[0]
        by_size = {1.0: at_places}
        gaps = self._x - self._combined.y
        for areas in [*balls(self._graph, SIZE), *self._tree_areas()]:
            size = areas.sum() / areas.shape[0]
            count = len(self._x) / size
            variance = _variances(self._combined, areas)
            error = (areas @ gaps) ** 2 - variance
            error += 2 * (areas @ self._signs) * (areas @ self._jacobian_signs)
            # Few areas say little: there the map counts as good as the data.
            ratio = error.sum() / variance.sum() + ERRORS * np.sqrt(2 / count)
            by_size[size] = (count * ratio + PRIOR_AREAS) / (count + PRIOR_AREAS)
        sizes = np.array(sorted(by_size))
        ratios = np.array([by_size[size] for size in sizes])
        return np.log(sizes), np.log(np.clip(ratios, *RATIOS))

    def _tree_areas(self) -> list:
        """Return the areas of each level of the tree, as matrices (g, n) of their places."""
        tree = _tree(self._graph, self._combined)
        return [
            sum_matrix(np.unique(labels, return_inverse=True)[1]) for labels in tree
        ]


def balls(graph: Graph, size: int) -> list:
    """Return the balls of radius 1, 2, ... around all places, as matrices (n, n) of zeros and ones.

    The last ones have fewer than `size` places in the mean. At hubs, balls grow too fast to be used.

    Examples
    --------
    >>> path = Graph(5, [[v, v + 1] for v in range(4)])
    >>> [matrix.sum(axis=1).tolist() for matrix in balls(path, 4)]
    [[2.0, 3.0, 3.0, 3.0, 2.0], [3.0, 4.0, 5.0, 4.0, 3.0]]
    """
    step = adjacency_matrix(graph.n, graph.edges, np.ones(graph.m))
    step = step + sparse.eye_array(graph.n, format="csr")
    matrices = []
    ball = step
    # The largest number of terms in the next product.
    while (
        ball.nnz < size * graph.n
        and (ball.sum(axis=0) @ step.sum(axis=1)) < HUBS * graph.n
    ):
        matrices.append(ball)
        ball = (ball @ step).sign()
        if ball.nnz == matrices[-1].nnz:
            break
    return matrices


def nested(levels: Sequence[Labels]) -> list[Labels]:
    """Return those of the levels that are nested, the coarsest first.

    A level that divides no area of the one before in a finer way is left out.

    Examples
    --------
    >>> levels = [np.array([0, 1, 2, 2]), np.array([0, 0, 1, 1]), np.array([0, 1, 1, 0])]
    >>> [labels.tolist() for labels in nested(levels)]
    [[0, 0, 1, 1], [0, 1, 2, 2]]
    """
    chain: list[Labels] = []
    for labels in sorted(levels, key=np.max):
        if not chain:
            chain.append(labels)
            continue
        pairs = np.unique(np.column_stack([labels, chain[-1]]), axis=0)
        if len(pairs) == labels.max() + 1:
            chain.append(labels)
    return chain


def _tree(graph, combined):
    """Return the tree of areas of a graph; published areas are among them."""
    if not combined.levels:
        return cached_per_graph(graph, _own_tree)
    levels = nested([level.labels for level in combined.levels])
    return area_tree(graph, levels, SIZE)


def _own_tree(graph):
    """Return the tree of areas of a graph without published areas."""
    return area_tree(graph, [], SIZE)


def _split(labels, combined):
    """Return the _Split of the halves with these labels (n,)."""
    count = labels.max() // 2 + 1
    sizes = np.bincount(labels, minlength=2 * count).reshape(-1, 2)
    whole = np.maximum(sizes.sum(axis=1), 1)
    # The weight of a place in the difference is the share of the other half in the area.
    share = np.column_stack([sizes[:, 1] / whole, -sizes[:, 0] / whole]).ravel()
    n = len(labels)
    weights = sparse.csr_array(
        (share[labels], (labels // 2, np.arange(n))), shape=(count, n)
    )
    is_split = sizes.min(axis=1) > 0
    variance = np.where(is_split, _variances(combined, weights), 1.0)
    return _Split(labels, np.maximum(sizes, 1e-9), variance)


def _variances(combined, weights):
    """Return the variances (s,) of the noise of weighted sums of the combined values."""
    if not combined.levels:
        weights = sparse.csr_array(weights)
        return np.asarray(weights.multiply(weights).sum(axis=1)).ravel()
    return combined.spread(sparse.csr_array(weights))[0] ** 2


def _posterior_mean(gaps, variance, scale, weights):
    """Return the posterior means (k,) of true differences, and the weights of the variances.

    A difference has noise of the given `variance` (k,); the true one is normal of mean 0 and
    variance v `scale` (k,), where v has the VARIANCES, relative to the noise, with `weights`, which
    None estimates.
    """
    unit = variance.mean() / max(scale.mean(), 1e-300)
    prior = unit * VARIANCES * scale[:, None]
    total = variance[:, None] + prior
    log_density = -0.5 * (np.log(total) + gaps[:, None] ** 2 / total)
    density = np.exp(log_density - log_density.max(axis=1, keepdims=True))
    if weights is None:
        weights = np.full(len(VARIANCES), 1 / len(VARIANCES))
        zeros = np.where(VARIANCES == 0, PRIOR_ZEROS, 0)
        for _ in range(STEPS):
            joint = weights * density
            weights = (joint / joint.sum(axis=1, keepdims=True)).sum(axis=0) + zeros
            weights /= weights.sum()
    joint = weights * density
    joint /= joint.sum(axis=1, keepdims=True)
    return gaps * (joint * prior / total).sum(axis=1), weights
