"""The prior of the field on a whole graph, tile by tile (`FieldPrior`).

Of the members of a tile only those of the core count; the others are a halo around it (`tiles`).
"""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import NamedTuple

import numpy as np

from gaussmech._checks import Array
from gaussmech.graphs._adjacency import laplacian_matrix
from gaussmech.graphs._sparse_cholesky import CholeskyPattern
from gaussmech.graphs.field.posterior import FieldProblem
from gaussmech.graphs.field.prior import (
    START_SMOOTHING,
    TWO_RANGES,
    Operator,
    TooDense,
    conductances_of,
    degree_covariates,
    local_mean,
    pattern_of,
)
from gaussmech.graphs.field.tiles import cut_tiles
from gaussmech.graphs.graph import Graph

# A graph of at most WHOLE vertices is one tile if its factor is cheap.
WHOLE = 8000
# A factor is cheap, also that of a smooth field, if it takes at most this many multiplications, some
# 0.1 s. Streets of 8,000 vertices take 1e7, meshes up to 2e8.
MOST_WORK = 2e8
# Else cores have about so many vertices: the first of these sizes at which the factors take at most
# MOST_WORK for WHOLE vertices of their cores, or the last one. Tiles of streets take 0.4 of that.
SIZES = (1600, 400, 150)
# The entries of L^2 are bounded by the sum of the squared degrees. There may be at most so many per
# vertex on average (nearest-neighbour graphs of k = 12 have 190, hexagons with second neighbours 300),
# and a hub has at most MOST_DEGREE neighbours, all of which are pairs: 4 million entries, 64 MB.
MOST_PAIRS = 400
MOST_DEGREE = 2000
# The evidence of a map on a large graph is judged by this many of its tiles.
SAMPLED_TILES = 6


class PriorFamily(NamedTuple):
    """A family of priors, whose members differ in k and s2.

    Attributes
    ----------
    multiples : tuple of float
        The multiples of k in the operator: `TWO_RANGES`, `ONE_RANGE` or `SMOOTH`.
    by_length : bool
        Whether conductances follow from the lengths of the edges, or are 1.
    """

    multiples: tuple[float, ...] = TWO_RANGES
    by_length: bool = True


class FieldPrior:
    """The prior of the field on one graph, made once and used for any number of maps.

    What a tile needs is made at first use: of a large graph, most tiles may never be used.

    Attributes
    ----------
    has_lengths : bool
        Whether the lengths of the edges make any difference.
    tiles : list of Tile
        The largest tiles of the graph whose factors are cheap, or the smallest ones.
    covariates : Covariates
        Those of the whole graph.

    Raises
    ------
    TooDense
        A ValueError: even in small tiles a factor would take too much work or memory, as with hubs.

    Examples
    --------
    >>> (tile,) = FieldPrior(Graph(3, [[0, 1], [1, 2]])).tiles
    >>> tile.core.tolist()
    [0, 1, 2]
    """

    def __init__(self, graph: Graph) -> None:
        _check_memory(graph)
        conductances = conductances_of(graph)
        self.has_lengths = bool((conductances != 1).any())
        laplacian_of = partial(laplacian_matrix, graph.n, graph.edges)
        self._laplacians = {
            True: laplacian_of(conductances),
            False: laplacian_of(np.ones(graph.m)),
        }
        self.covariates = degree_covariates(graph, self._laplacians[True])
        self._operators: dict[tuple[int, PriorFamily], Operator] = {}
        for size in (graph.n, *SIZES) if graph.n <= WHOLE else SIZES:
            self.tiles = cut_tiles(graph, size)
            # The entries of L^2 are about as many as the sum of squared degrees.
            self._costliest = np.argmax(
                [np.sum(graph.degree[tile.members] ** 2) for tile in self.tiles]
            )
            self._patterns: dict[tuple[int, int], CholeskyPattern] = {}
            least = min(len(tile.core) for tile in self.tiles)
            most = MOST_WORK if len(self.tiles) == 1 else MOST_WORK / WHOLE * least
            if self.work(PriorFamily()) <= most:
                break
        if self.work(PriorFamily()) > MOST_WORK:
            raise TooDense(
                f"graph has a degree of {graph.degree.max()}: a factor of the field would take"
                f" {self.work(PriorFamily()):.2g} multiplications; at most {MOST_WORK:.0e} are allowed"
            )

    def work(self, family: PriorFamily) -> float:
        """Return about how many multiplications the factor of the costliest tile takes."""
        return self._pattern(self._costliest, family).work

    def with_map(self, x: Array) -> FieldPrior:
        """Return the prior whose log map has an unknown multiple of the log of x (n,) in its mean.

        `x` is an estimate of another map, > 0 on average; it must not depend on the noise of this
        one.
        """
        new = copy(self)
        new.covariates = self.covariates.with_map(x)
        return new

    def problem(
        self, t: int, family: PriorFamily, z: Array, k: float, s2: float
    ) -> FieldProblem:
        """Return the problem of tile t for data z (n,) of the graph."""
        members = self.tiles[t].members
        return FieldProblem(
            z=z[members],
            s2=s2,
            precision=self._operator(t, family).precision(k),
            covariates=self.covariates.of(members),
        )

    def local_mean(self, values: Array) -> Array:
        """Return means of values (n,) over a few edges in each direction."""
        return local_mean(self._laplacians[True], values, START_SMOOTHING)

    def sample_of(self, z: Array) -> dict[int, int]:
        """Return the numbers of some tiles for data z (n,), and how many tiles each stands for.

        The tile in which the data vary most comes last and stands for itself: hot spots may be in few
        tiles, and are what matters. The others, sorted by how much their data vary, are divided into
        groups, and the tile in the middle of a group stands for it.

        Examples
        --------
        >>> v = np.arange(15_999)
        >>> prior = FieldPrior(Graph(16_000, np.column_stack([v, v + 1])))
        >>> z = np.ones(16_000)
        >>> z[prior.tiles[4].core[:9]] = 50.0
        >>> sample = prior.sample_of(z)
        >>> list(sample.values()), list(sample)[-1]
        ([2, 2, 2, 2, 1, 1], 4)
        """
        order = np.argsort([np.var(z[tile.core]) for tile in self.tiles])
        groups = np.array_split(order[:-1], SAMPLED_TILES - 1)
        sample = {int(g[len(g) // 2]): len(g) for g in groups if len(g)}
        return sample | {int(order[-1]): 1}

    def forget(self, t: int, family: PriorFamily) -> None:
        """Free the memory of the precisions of tile t, which would be computed anew."""
        self._operators.pop((t, family), None)

    def _operator(self, t, family):
        """Return the operator of a family on tile t."""
        key = t, family
        if key not in self._operators:
            laplacian = self._laplacians[family.by_length]
            # The unit of k is the mean degree, so one grid of k suits any graph.
            unit = laplacian.diagonal().mean() or 1.0
            members = self.tiles[t].members
            self._operators[key] = Operator(
                laplacian[members][:, members],
                family.multiples,
                unit,
                self._pattern(t, family),
            )
        return self._operators[key]

    def _pattern(self, t, family):
        """Return the pattern of the precision of tile t, which its families share."""
        factors = len(family.multiples)
        key = t, factors
        if key not in self._patterns:
            members = self.tiles[t].members
            laplacian = self._laplacians[True][members][:, members]
            self._patterns[key] = pattern_of(laplacian, factors)
        return self._patterns[key]


def _check_memory(graph: Graph) -> None:
    """Raise TooDense if hubs would make the pattern of L^2 too large to be measured."""
    if graph.n <= MOST_PAIRS:
        return
    pairs = np.mean(graph.degree.astype(float) ** 2)
    degree = int(graph.degree.max())
    if pairs > MOST_PAIRS or degree > MOST_DEGREE:
        raise TooDense(
            f"graph has a degree of {degree} and a mean squared degree of {pairs:.3g}; the field"
            f" allows {MOST_DEGREE} and {MOST_PAIRS}"
        )
