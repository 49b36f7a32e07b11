"""The field on one tile, and on a whole graph (`FieldPrior`).

A tile knows its members, the precision of its prior and its covariates, and fits the posterior of
data on them. Of its members, only those of the core count; the others are a halo around it (`tiles`).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import NamedTuple

import numpy as np

from gaussmech._checks import Array
from gaussmech.graphs._adjacency import laplacian_matrix
from gaussmech.graphs._sparse_cholesky import CholeskyPattern
from gaussmech.graphs.field.exact_mean import exact_means
from gaussmech.graphs.field.posterior import (
    FIRST_TOLERANCE,
    TOLERANCE,
    Fit,
    LogPosterior,
    Problem,
    Tolerance,
    gaussian_posterior,
)
from gaussmech.graphs.field.prior import (
    TWO_RANGES,
    Covariates,
    Operator,
    Precision,
    Precisions,
    check_density,
    conductances_of,
    degree_covariates,
)
from gaussmech.graphs.field.tiles import cut_tiles
from gaussmech.graphs.graph import Graph

# A graph of at most WHOLE vertices is one tile if its factor is cheap.
WHOLE = 8000
# A factor is cheap, also that of a smooth field, if it takes at most this many multiplications, some
# 0.1 s. Streets of 8,000 vertices take 1e7, meshes up to 2e8.
MOST_WORK = 2e8
# Else cores have about so many vertices: the first of these sizes at which the factors take at most
# WORK_PER_VERTEX multiplications for each vertex of a core, or the last one. Tiles of streets take 1e4.
SIZES = (1600, 400, 150)
WORK_PER_VERTEX = 2e4
# The cost of the tiles of a graph is judged by about this many of them.
WEIGHED_TILES = 4


class Family(NamedTuple):
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


TWO_RANGES_BY_LENGTH = Family()


class FieldPrior:
    """The prior of the field on one graph, made once and used for any number of maps.

    Attributes
    ----------
    has_lengths : bool
        Whether the lengths of the edges make any difference.
    laplacian : (n, n) sparse array
        The Laplacian of the conductances by length.

    Raises
    ------
    TooDense
        A ValueError: the graph has hubs.

    Examples
    --------
    >>> (tile,) = FieldPrior(Graph(3, [[0, 1], [1, 2]])).tiles()
    >>> tile.core.tolist()
    [0, 1, 2]
    """

    def __init__(self, graph: Graph) -> None:
        check_density(graph)
        self._graph = graph
        conductances = conductances_of(graph)
        self.has_lengths = bool((conductances != 1).any())
        self.laplacian = laplacian_matrix(graph.n, graph.edges, conductances)
        self._covariates = degree_covariates(graph, self.laplacian)
        self._tiles = {TWO_RANGES_BY_LENGTH: self._affordable_tiles()}

    def tiles(self, family: Family = TWO_RANGES_BY_LENGTH) -> list[Tile]:
        """Return the tiles of the graph with the priors of a family; they are made once."""
        if family not in self._tiles:
            operator = Operator(self._laplacian(family.by_length), family.multiples)
            self._tiles[family] = [
                tile.with_operator(operator)
                for tile in self._tiles[TWO_RANGES_BY_LENGTH]
            ]
        return self._tiles[family]

    def work(self, family: Family) -> float:
        """Return about how many multiplications the factor of the largest tile takes."""
        return max(tile.work for tile in _weighed(self.tiles(family)))

    def with_map(self, x: Array) -> FieldPrior:
        """Return the prior whose log map has an unknown multiple of the log of x (n,) in its mean.

        `x` is an estimate of another map, > 0 in the mean; it must not depend on the noise of this
        one.
        """
        new = copy(self)
        new._covariates = self._covariates.with_map(x)
        new._tiles = {
            family: [tile.with_covariates(new._covariates) for tile in tiles]
            for family, tiles in self._tiles.items()
        }
        return new

    def _laplacian(self, by_length):
        """Return the Laplacian of conductances by length, or of conductances of 1."""
        if by_length:
            return self.laplacian
        graph = self._graph
        return laplacian_matrix(graph.n, graph.edges, np.ones(graph.m))

    def _affordable_tiles(self):
        """Return the largest tiles of the graph whose factors are cheap."""
        operator = Operator(self.laplacian, TWO_RANGES)
        n = self._graph.n
        for size in (n, *SIZES) if n <= WHOLE else SIZES:
            parts = [
                Tile(operator, self._covariates, *part)
                for part in cut_tiles(self._graph, size)
            ]
            if len(parts) == 1 and parts[0].work <= MOST_WORK:
                break
            if all(
                part.work <= WORK_PER_VERTEX * len(part.core)
                for part in _weighed(parts)
            ):
                break
        return parts


def _weighed(parts):
    """Return the tiles by which the cost of all of them is judged."""
    return parts[:: -(-len(parts) // WEIGHED_TILES)]


class Tile:
    """The field on some vertices: the `core`, whose estimate counts, and a halo around it.

    Its matrices are made at first use: of a large graph, most tiles may never be used.

    Parameters
    ----------
    operator : Operator
        That of the whole graph.
    covariates : Covariates
        Those of the whole graph.
    members : (k,) array of int
        The vertices of the tile, ascending.
    inside : (k,) array of bool
        Which of them are in the core.
    """

    def __init__(
        self, operator: Operator, covariates: Covariates, members: Array, inside: Array
    ) -> None:
        self._operator = operator
        self.covariates = covariates.of(members)
        self._members = members
        self.inside = inside
        self.core = members[inside]
        self._precisions: Precisions | None = None
        self._precision_at: dict[float, Precision] = {}
        # Tiles of the same pattern share this function, and so its result.
        self._pattern = cache(lambda: operator.of(members).pattern())

    def with_operator(self, operator: Operator) -> Tile:
        """Return the tile with another operator, whose conductances are not 0 either."""
        new = copy(self)
        new._operator = operator
        new._precisions = None
        new._precision_at = {}
        if len(operator.multiples) != len(self._operator.multiples):
            new._pattern = cache(lambda: operator.of(self._members).pattern())
        return new

    def with_covariates(self, covariates: Covariates) -> Tile:
        """Return the tile with other covariates, those of the whole graph."""
        new = copy(self)
        new.covariates = covariates.of(self._members)
        return new

    @property
    def pattern(self) -> CholeskyPattern:
        """The pattern of the precision."""
        return self._pattern()

    @property
    def work(self) -> int:
        """About how many multiplications a factor takes."""
        return self.pattern.work

    def precision(self, k: float) -> Precision:
        """Return the prior precision of the tile, which is computed once for each k."""
        if self._precisions is None:
            operator = self._operator.of(self._members)
            self._precisions = Precisions(operator, self.pattern)
        if k not in self._precision_at:
            self._precision_at[k] = self._precisions.at(k)
        return self._precision_at[k]

    def forget_precisions(self) -> None:
        """Free the memory of the precisions, which would be computed anew."""
        self._precisions = None
        self._precision_at.clear()

    def problem(self, z: Array, k: float, s2: float) -> Problem:
        """Return the problem of the tile for data z (n,) of the graph."""
        return Problem(
            z=z[self._members],
            s2=s2,
            precision=self.precision(k),
            pattern=self.pattern,
            covariates=self.covariates,
        )

    def fit(
        self,
        z: Array,
        k: float,
        s2: float,
        *,
        signed: bool = False,
        start: Fit | None = None,
        first_tolerance: Tolerance | None = None,
    ) -> Fit:
        """Return the fit to data z (n,) of the graph, from another fit or from a constant.

        `first_tolerance` is for the start from a constant; None takes FIRST_TOLERANCE.
        """
        problem = self.problem(z, k, s2)
        if signed:
            return gaussian_posterior(problem)
        posterior = LogPosterior(problem)
        if start is None:
            posterior.start_from_constant()
            posterior.run(first_tolerance or FIRST_TOLERANCE)
        else:
            posterior.start_from(start)
            posterior.run(TOLERANCE)
        return posterior.fit()

    def estimates(
        self, z: Array, others: Sequence[Array], k: float, s2: float, fit: Fit
    ) -> list[Array]:
        """Return the estimate on the core for data z (n,) of the graph, and for other data nearby.

        `fit` is a fit to z with these parameters. It is refined by one iteration first, and the fits
        to other data start from there.
        """
        if fit.effect is None:
            fits = [fit, *(self.fit(other, k, s2, signed=True) for other in others)]
            return [each.mean[self.inside] for each in fits]
        posterior = LogPosterior(self.problem(z, k, s2))
        posterior.start_from(fit)
        posterior.curvature = fit.curvature
        posterior.iterate()
        moved = [posterior.moved(other[self._members]) for other in others]
        pairs = zip([z, *others], [posterior, *moved], strict=True)
        return [self._core_means(data, each) for data, each in pairs]

    def _core_means(self, z, posterior):
        """Return the estimate on the core for the data z (n,), at the end of a fit."""
        mean, variance = (values[self.inside] for values in posterior.cavity())
        return exact_means(z[self.core], mean, variance)
