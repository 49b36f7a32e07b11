"""The prior of the field: its operator, its precision and the covariates of its mean.

The field is g ~ N(X beta, s2 Q^-1) with the precision

    Q = S P S,    P = (c_1 k I + L) (c_2 k I + L) ...

L is the graph Laplacian of conductances, and the diagonal matrix S scales every prior variance to
s2, as badly connected junctions would have more. k sets the range of the field, which is about
1 / sqrt(k) edges, and the multiples c_1, c_2, ... its smoothness (`TWO_RANGES`, `ONE_RANGE`,
`SMOOTH`). Two factors of one range on a regular grid are the Matern field of smoothness 1
(Lindgren, Rue & Lindstrom, 2011).

The covariates X are a constant and the local mean of the degree, which tells publicly how built-up a
place is. Its coefficient has the prior N(0, EFFECT_SD^2); that of the constant is flat.
"""

from __future__ import annotations

from copy import copy
from functools import reduce
from operator import matmul
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array, eye_array
from scipy.sparse.linalg import cg

from gaussmech._checks import Array
from gaussmech.graphs._adjacency import submatrix
from gaussmech.graphs._sparse_cholesky import CholeskyPattern
from gaussmech.graphs.graph import Graph

# The multiples of k in the factors of the operator. The second range is a tenth of the first: on
# maps with hot spots of several widths one range has 1.04 times the error.
TWO_RANGES = (1.0, 100.0)
ONE_RANGE = (1.0, 1.0)
SMOOTH = (1.0, 1.0, 1.0)
# A conductance is (median length / length)^2 within these limits, which keep very short and very
# long edges from ruling their neighbourhood. On Manhattan's maps, exponents of 1, 1.5, 2 and 3 give
# 0.813, 0.793, 0.787 and 0.793 of the error of an oracle.
CONDUCTANCES = 0.04, 3.0
# The mean degree of a street grid: k is in units of the mean degree over it, so one grid of k suits
# any graph.
STREET_DEGREE = 3.6
# One standard deviation of the degree changes the log map by an effect with this prior standard
# deviation, a factor of 1.35.
EFFECT_SD = 0.3
# The share of the log of another map has this prior standard deviation: all of it is plausible.
SHARE_SD = 1.0
# Another map is cut off below at this part of its mean, so its log is finite.
LEAST_OF_MEAN = 0.01
# The local mean of the degree is (I + SMOOTHING L)^-1 times the degree: over some 5 streets around.
# Values of 2, 20, 30 and 100 give 0.756, 0.747, 0.747 and 0.755 of the error of an oracle.
SMOOTHING = 20.0
# There may be at most this many pairs of vertices up to two edges apart, per vertex. Street networks
# have about 14; with hubs the pattern of L^2 would be nearly full.
MOST_PAIRS = 60
# Small graphs may have so many more pairs: even full matrices are cheap there.
FREE_PAIRS = 20_000


class TooDense(ValueError):
    """Too many pairs of vertices are two edges apart for a field of second order."""


def check_density(graph: Graph) -> None:
    """Raise TooDense if the graph has hubs, which make the pattern of L^2 nearly full.

    The sum of the squared degrees bounds the number of entries of L^2.
    """
    pairs = float(np.sum(graph.degree.astype(float) ** 2))
    if pairs > MOST_PAIRS * graph.n + FREE_PAIRS:
        raise TooDense(
            f"graph has a degree of {graph.degree.max()} and a mean squared degree of"
            f" {pairs / graph.n:.3g}; the field allows {MOST_PAIRS + FREE_PAIRS / graph.n:.3g} on"
            f" {graph.n} vertices"
        )


def conductances_of(graph: Graph) -> Array:
    """Return the conductance (m,) of each edge by its length; 1 for a graph without lengths."""
    if graph.length_m is None or graph.m == 0:
        return np.ones(graph.m)
    with np.errstate(over="ignore"):
        return np.clip((np.median(graph.length_m) / graph.length_m) ** 2, *CONDUCTANCES)


class Covariates(NamedTuple):
    """The columns X of the mean of the field, and the prior precision of their coefficients.

    Attributes
    ----------
    columns : (n, c) array of float
        X; its first column is 1.
    penalty : (c,) array of float
        The prior precisions; 0, that of the constant, is a flat prior.
    """

    columns: Array
    penalty: Array

    def with_map(self, x: Array) -> Covariates:
        """Return the covariates with one more column, the log of another map x (n,)."""
        level = np.log(np.maximum(x, LEAST_OF_MEAN * x.mean()))
        columns = np.column_stack([self.columns, level - level.mean()])
        return Covariates(columns, np.append(self.penalty, SHARE_SD**-2))

    def of(self, members: Array) -> Covariates:
        """Return the covariates of some vertices (k,)."""
        return Covariates(self.columns[members], self.penalty)


def degree_covariates(graph: Graph, laplacian: csr_array) -> Covariates:
    """Return a constant and, if it varies, the local mean of the degree, standardised."""
    degree = graph.degree.astype(float)
    smoother = eye_array(graph.n) + SMOOTHING * laplacian
    local, _ = cg(smoother, degree, x0=degree, rtol=1e-8, maxiter=1000)
    spread = local.std()
    if spread <= 1e-6 * max(degree.max(), 1):
        return Covariates(np.ones((graph.n, 1)), np.zeros(1))
    columns = np.column_stack([np.ones(graph.n), (local - local.mean()) / spread])
    return Covariates(columns, np.array([0.0, EFFECT_SD**-2]))


class Precision(NamedTuple):
    """The prior precision Q: a sparse matrix, its values in the pattern, and log det Q."""

    matrix: csr_array
    values: Array
    log_determinant: float


class Operator:
    """The product P of the factors c k I + L on a graph, a polynomial in L.

    Parameters
    ----------
    laplacian : (n, n) sparse array
        The Laplacian L.
    multiples : tuple of float
        The multiples c of k.
    """

    def __init__(self, laplacian: csr_array, multiples: tuple[float, ...]) -> None:
        self.multiples = multiples
        self.laplacian = laplacian
        # The unit of k, the mean degree over that of a street grid.
        self._unit = (laplacian.diagonal().mean() or 1.0) / STREET_DEGREE

    def of(self, members: Array) -> Operator:
        """Return the operator on some vertices (k,), in the same unit of k.

        Edges that leave them count on the diagonal of the Laplacian.
        """
        new = copy(self)
        new.laplacian = submatrix(self.laplacian, members)
        return new

    def pattern(self) -> CholeskyPattern:
        """Return the pattern of P, which does not depend on k."""
        step = (self.laplacian != 0).astype(float) + eye_array(self.laplacian.shape[0])
        return CholeskyPattern(reduce(matmul, [step] * len(self.multiples)))

    def coefficients(self, k: float) -> Array:
        """Return the coefficients of P = sum_j a_j L^j, from a_0 on.

        Examples
        --------
        The mean degree of this path is 4 / 3, so that k = 2.7 is 1 in units of L:

        >>> path = csr_array([[1.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 1.0]])
        >>> Operator(path, ONE_RANGE).coefficients(2.7).round(12).tolist()
        [1.0, 2.0, 1.0]
        """
        roots = -k * self._unit * np.array(self.multiples)
        return np.poly(roots)[::-1]


class Precisions:
    """The precisions Q of one operator for all k, whose powers of L are computed once.

    Parameters
    ----------
    operator : Operator
        P.
    pattern : CholeskyPattern
        That of P.
    """

    def __init__(self, operator: Operator, pattern: CholeskyPattern) -> None:
        self._operator = operator
        self._pattern = pattern
        power = eye_array(pattern.n, format="csr")
        powers = [pattern.values_of(power)]
        for _ in operator.multiples:
            power = power @ operator.laplacian
            powers.append(pattern.values_of(power))
        self._powers = np.array(powers)
        # The entry of the lower triangle at each place of the whole matrix, counted from 1.
        number = np.arange(1, len(pattern.rows) + 1)
        lower = csr_array((number, (pattern.rows, pattern.columns)))
        upper = csr_array((number, (pattern.columns, pattern.rows)))
        self._numbers = lower.maximum(upper)

    def at(self, k: float) -> Precision:
        """Return Q = S P S, whose inverse has the diagonal 1."""
        pattern = self._pattern
        values = self._operator.coefficients(k) @ self._powers
        factor = pattern.factor(values)
        scale = np.sqrt(factor.inverse_diagonal())
        values *= scale[pattern.rows] * scale[pattern.columns]
        numbers = self._numbers
        entries = values[numbers.data - 1], numbers.indices, numbers.indptr
        log_determinant = factor.log_determinant + 2 * np.log(scale).sum()
        return Precision(
            csr_array(entries, shape=numbers.shape), values, log_determinant
        )
