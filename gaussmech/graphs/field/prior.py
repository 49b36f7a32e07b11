"""The prior of the field: its operator, its precision and the covariates of its mean.

The field is g ~ N(X beta, s2 Q^-1) with the precision

    Q = S P S,    P = (c_1 k I + L) (c_2 k I + L) ...

L is the graph Laplacian of conductances, and the diagonal matrix S scales every prior variance to
s2, as badly connected junctions would have more. k sets the range of the field, which is about
1 / sqrt(k) edges, and the multiples c_1, c_2, ... its smoothness (`TWO_RANGES`, `ONE_RANGE`,
`SMOOTH`). Two factors of one range on a regular grid are the Matern field of smoothness 1
(Lindgren, Rue & Lindstrom, 2011).

The covariates X are a constant and the local mean of the degree, which tells publicly how built-up a
place is. It is standardised, and its coefficient has the prior N(0, 1); that of the constant is flat.
"""

from __future__ import annotations

from functools import partial, reduce
from operator import matmul
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, eye_array

from gaussmech._checks import Array
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
# A map whose log is taken counts as at least this, in units of the noise, because a mean of many
# data below it is noise.
LEAST_MEAN = 0.02
# The local mean of the degree is (I + SMOOTHING L)^-1 times the degree, a mean over about 5 streets
# in each direction. Values of 2, 20, 30 and 100 give 0.756, 0.747, 0.747 and 0.755 of the error of
# an oracle.
SMOOTHING = 20.0
# Fits on a large graph start by local means over about one edge in each direction. With values of 0.5,
# 2 and 4 they take 1.04, 0.97 and 0.96 times the iterations, but with 2 and 4 the error on blocks in
# little noise is 1.01 and 1.02 times as large.
START_SMOOTHING = 1.0
# The local mean of the degree is only a covariate, which needs no more digits.
COVARIATE_TOLERANCE = 1e-3


class TooDense(ValueError):
    """The factor of a field of second order would take too much work or memory."""


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
        level = np.log(np.maximum(x, LEAST_MEAN))
        columns = np.column_stack([self.columns, level - level.mean()])
        # The prior standard deviation of the share of that log is 1: all of it is plausible.
        return Covariates(columns, np.append(self.penalty, 1.0))

    def of(self, members: NDArray[np.intp]) -> Covariates:
        """Return the covariates of some vertices (k,)."""
        return Covariates(self.columns[members], self.penalty)


def degree_covariates(graph: Graph, laplacian: csr_array) -> Covariates:
    """Return a constant and, if it varies, the local mean of the degree, standardised."""
    degree = graph.degree.astype(float)
    local = local_mean(laplacian, degree)
    spread = local.std()
    if spread <= 1e-6 * max(degree.max(), 1):
        return Covariates(np.ones((graph.n, 1)), np.zeros(1))
    columns = np.column_stack([np.ones(graph.n), (local - local.mean()) / spread])
    return Covariates(columns, np.array([0.0, 1.0]))


def local_mean(
    laplacian: csr_array, values: Array, smoothing: float = SMOOTHING
) -> Array:
    """Return (I + smoothing L)^-1 times the values (n,)."""
    identity = eye_array(len(values), format="csr")
    return _conjugate_gradients(identity + smoothing * laplacian, values)


def _conjugate_gradients(matrix: csr_array, b: Array) -> Array:
    """Solve a positive definite system from x = b on, to COVARIATE_TOLERANCE.

    The products of vectors avoid NumPy's linear algebra, whose threads at 1e5 vertices took thirty
    times the CPU time of the solution.
    """
    product = partial(np.einsum, "i,i")
    x = b.copy()
    residual = b - matrix @ x
    direction = residual.copy()
    energy = product(residual, residual)
    limit = COVARIATE_TOLERANCE**2 * product(b, b)
    # In exact arithmetic it ends after n steps.
    for _ in range(len(b)):
        if energy <= limit:
            break
        image = matrix @ direction
        step = energy / product(direction, image)
        x += step * direction
        residual -= step * image
        new_energy = product(residual, residual)
        direction = residual + (new_energy / energy) * direction
        energy = new_energy
    return x


class Precision(NamedTuple):
    """The prior precision Q = S P S of some vertices at one k.

    Attributes
    ----------
    laplacian : (n, n) sparse array
        L.
    shifts : (f,) array of float
        The multiples of I in the factors of P.
    scale : (n,) array of float
        The diagonal of S.
    pattern : CholeskyPattern
        That of Q.
    values : (k,) array of float
        The values of Q in the pattern.
    log_determinant : float
        log det Q.

    Examples
    --------
    The mean degree of this path is 4 / 3, so that k = 0.75 is 1 in units of L:

    >>> path = csr_array([[1.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 1.0]])
    >>> operator = Operator(path, ONE_RANGE, 4 / 3, pattern_of(path, 2))
    >>> precision = operator.precision(0.75)
    >>> precision.shifts.round(12).tolist()
    [1.0, 1.0]
    >>> raw = (np.eye(3) + path) @ (np.eye(3) + path)
    >>> product = precision.times(1 / precision.scale) / precision.scale
    >>> product.round(12).tolist() == raw.sum(axis=1).tolist()
    True
    """

    laplacian: csr_array
    shifts: Array
    scale: Array
    pattern: CholeskyPattern
    values: Array
    log_determinant: float

    def times(self, x: Array) -> Array:
        """Return Q x, for x (n,) or several, (n, q)."""
        product = self.scale * x.T
        for shift in self.shifts:
            product = shift * product + (self.laplacian @ product.T).T
        return (self.scale * product).T


class Operator:
    """The product P of the factors c k I + L on some vertices, for all k.

    Parameters
    ----------
    laplacian : (n, n) sparse array
        L; edges that leave the vertices count on its diagonal.
    multiples : tuple of float
        The multiples c of k.
    unit : float
        The unit of k.
    pattern : CholeskyPattern
        That of P.
    """

    def __init__(
        self,
        laplacian: csr_array,
        multiples: tuple[float, ...],
        unit: float,
        pattern: CholeskyPattern,
    ) -> None:
        self._laplacian = laplacian
        self._multiples = unit * np.array(multiples)
        self._pattern = pattern
        # The powers of L are computed once for all k.
        power = eye_array(pattern.n, format="csr")
        powers = [pattern.values_of(power)]
        for _ in multiples:
            power = power @ laplacian
            powers.append(pattern.values_of(power))
        self._powers = np.array(powers)
        self._precisions: dict[float, Precision] = {}

    def precision(self, k: float) -> Precision:
        """Return Q = S P S, whose inverse has the diagonal 1; it is computed once for each k."""
        if k not in self._precisions:
            self._precisions[k] = self._precision(k)
        return self._precisions[k]

    def _precision(self, k):
        pattern = self._pattern
        shifts = k * self._multiples
        # The coefficients of P as a polynomial in L, that of the identity first.
        values = np.poly(-shifts)[::-1] @ self._powers
        factor = pattern.factor(values)
        scale = np.sqrt(factor.inverse_diagonal())
        values *= scale[pattern.rows] * scale[pattern.columns]
        log_determinant = factor.log_determinant + 2 * np.log(scale).sum()
        return Precision(
            self._laplacian, shifts, scale, pattern, values, log_determinant
        )


def pattern_of(laplacian: csr_array, factors: int) -> CholeskyPattern:
    """Return the pattern of a product of so many factors c k I + L, which does not depend on k."""
    step = (laplacian != 0).astype(float) + eye_array(laplacian.shape[0])
    return CholeskyPattern(reduce(matmul, [step] * factors))
