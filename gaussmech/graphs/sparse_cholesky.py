"""Sparse LDL' factors of symmetric positive definite matrices that share one pattern.

The pattern is analysed once. Factors, solutions, log determinants and the diagonal of the inverse
(Takahashi, Fagan & Chen, 1973) then take time proportional to the flops of the factor: some
milliseconds on a street network of 4,000 vertices.
"""

from typing import Any

import numpy as np
from numba import njit
from scipy.sparse import coo_array, csc_array, eye_array, tril
from scipy.sparse.linalg import splu

from gaussmech.checks import Array


class NotPositiveDefinite(ValueError):
    """A pivot of the factorisation was not positive."""


class CholeskyPattern:
    """The symbolic factorisation of all symmetric matrices with one pattern.

    Parameters
    ----------
    pattern : (n, n) sparse array
        Symmetric; only the positions of its entries count. The diagonal is added.

    Attributes
    ----------
    n : int
    rows, columns : (k,) arrays of int
        The entries of the lower triangle, in the order in which `factor` takes their values.

    Examples
    --------
    >>> matrix = csc_array([[4.0, 1.0, 0.0], [1.0, 3.0, 0.0], [0.0, 0.0, 2.0]])
    >>> pattern = CholeskyPattern(matrix)
    >>> factor = pattern.factor(pattern.values_of(matrix))
    >>> factor.solve(np.array([5.0, 4.0, 2.0])).round(12).tolist()
    [1.0, 1.0, 1.0]
    >>> round(float(np.exp(factor.log_determinant)), 12)
    22.0
    >>> factor.inverse_diagonal().round(6).tolist()
    [0.272727, 0.363636, 0.5]
    """

    def __init__(self, pattern: Any) -> None:
        n = pattern.shape[0]
        pattern = csc_array(pattern).astype(bool) + eye_array(n, dtype=bool, format="csc")
        self.n = n
        self._order = _fill_reducing_order(pattern)
        self._rank = np.empty(n, dtype=np.int64)
        self._rank[self._order] = np.arange(n)
        lower = tril(pattern, format="coo")
        self.rows, self.columns = (index.astype(np.int64) for index in lower.coords)
        i, j = self._rank[self.rows], self._rank[self.columns]
        i, j = np.maximum(i, j), np.minimum(i, j)
        # Row by row, the columns of A below the diagonal.
        below = i > j
        by_row = np.lexsort((j[below], i[below]))
        row_start = np.concatenate([[0], np.cumsum(np.bincount(i[below], minlength=n))])
        self._start, self._index, self._row_start, self._row_column, self._row_place = _analyse(
            n, row_start, j[below][by_row]
        )
        self._place = _places(self._start, self._index, i, j)

    def values_of(self, matrix: Any) -> Array:
        """Return the values (k,) of a symmetric sparse matrix (n, n) of this pattern."""
        return np.asarray(csc_array(matrix)[self.rows, self.columns], dtype=float).ravel()

    def factor(self, values: Array, diagonal: Array | None = None) -> "CholeskyFactor":
        """Return the factor of the matrix with these `values` (k,), plus `diagonal` (n,) if given.

        Raises NotPositiveDefinite.
        """
        lower, pivots = np.zeros(len(self._index)), np.zeros(self.n)
        on = self._place < 0
        pivots[~self._place[on]] = values[on]
        lower[self._place[~on]] = values[~on]
        if diagonal is not None:
            pivots += diagonal[self._order]
        bad = _factor(
            self._start, self._index, self._row_start, self._row_column, self._row_place,
            lower, pivots,
        )  # fmt: skip
        if bad >= 0:
            raise NotPositiveDefinite(
                f"pivot {pivots[bad]:g} at vertex {self._order[bad]}: the matrix is not positive"
                " definite"
            )
        return CholeskyFactor(self, lower, pivots)


class CholeskyFactor:
    """L and D of one matrix A = L D L'; made by `CholeskyPattern.factor`."""

    def __init__(self, pattern: CholeskyPattern, lower: Array, pivots: Array) -> None:
        self._pattern, self._lower, self._pivots = pattern, lower, pivots

    @property
    def log_determinant(self) -> float:
        """Return log det A."""
        return float(np.log(self._pivots).sum())

    def solve(self, b: Array) -> Array:
        """Return the x with A x = b, for b (n,)."""
        pattern = self._pattern
        x = b[pattern._order]
        _solve(pattern._start, pattern._index, self._lower, self._pivots, x)
        return x[pattern._rank]

    def inverse_diagonal(self) -> Array:
        """Return the diagonal (n,) of the inverse of A."""
        pattern = self._pattern
        return _inverse_diagonal(pattern._start, pattern._index, self._lower, self._pivots)[
            pattern._rank
        ]


def _fill_reducing_order(pattern):
    """Return a minimum degree order of the vertices, found by SuperLU."""
    degree = np.diff(pattern.indptr)
    i, j = pattern.nonzero()
    values = np.where(i == j, 1.0 + degree[j], -0.5)
    dominant = coo_array((values, (i, j)), shape=pattern.shape).tocsc()
    factor = splu(
        dominant,
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    return np.argsort(factor.perm_c)


@njit(cache=True)
def _analyse(n, row_start, row_column):
    """Return the pattern of L by columns (start, index) and rows (start, column, index of both)."""
    parent = np.full(n, -1, dtype=np.int64)
    mark = np.full(n, -1, dtype=np.int64)
    count = np.zeros(n + 1, dtype=np.int64)
    row_count = np.zeros(n + 1, dtype=np.int64)
    # Row i of L is the subtree of the elimination tree that leads from A's columns up to i.
    for i in range(n):
        mark[i] = i
        for p in range(row_start[i], row_start[i + 1]):
            k = row_column[p]
            while mark[k] != i:
                if parent[k] < 0:
                    parent[k] = i
                mark[k] = i
                count[k + 1] += 1
                row_count[i + 1] += 1
                k = parent[k]
    start, l_row_start = np.cumsum(count), np.cumsum(row_count)
    index = np.empty(start[n], dtype=np.int32)
    l_row_column = np.empty(start[n], dtype=np.int32)
    l_row_place = np.empty(start[n], dtype=np.int64)
    filled = start[:n].copy()
    mark[:] = -1
    for i in range(n):
        mark[i] = i
        at = l_row_start[i]
        for p in range(row_start[i], row_start[i + 1]):
            k = row_column[p]
            while mark[k] != i:
                mark[k] = i
                index[filled[k]] = i
                l_row_column[at] = k
                l_row_place[at] = filled[k]
                filled[k] += 1
                at += 1
                k = parent[k]
    return start, index, l_row_start, l_row_column, l_row_place


@njit(cache=True)
def _places(start, index, rows, columns):
    """Return the position in L of each entry of A; ~i, negative, for the diagonal."""
    place = np.empty(len(rows), dtype=np.int64)
    for e in range(len(rows)):
        i, j = rows[e], columns[e]
        if i == j:
            place[e] = ~i
        else:
            column = index[start[j] : start[j + 1]]
            place[e] = start[j] + np.searchsorted(column, np.int32(i))
    return place


@njit(cache=True)
def _factor(start, index, row_start, row_column, row_place, lower, pivots):
    """Turn A's values into L and D in place, column by column; return a bad column, or -1."""
    n = len(pivots)
    work = np.zeros(n)
    for j in range(n):
        for p in range(start[j], start[j + 1]):
            work[index[p]] = lower[p]
        pivot = pivots[j]
        for q in range(row_start[j], row_start[j + 1]):
            k, place = row_column[q], row_place[q]
            l_jk = lower[place]
            scaled = l_jk * pivots[k]
            pivot -= l_jk * scaled
            for p in range(place + 1, start[k + 1]):
                work[index[p]] -= lower[p] * scaled
        pivots[j] = pivot
        if not pivot > 0:
            return j
        for p in range(start[j], start[j + 1]):
            lower[p] = work[index[p]] / pivot
            work[index[p]] = 0.0
    return -1


@njit(cache=True)
def _solve(start, index, lower, pivots, x):
    n = len(pivots)
    for j in range(n):
        for p in range(start[j], start[j + 1]):
            x[index[p]] -= lower[p] * x[j]
    for j in range(n):
        x[j] /= pivots[j]
    _solve_transposed(start, index, lower, x)


@njit(cache=True)
def _solve_transposed(start, index, lower, x):
    for j in range(len(x) - 1, -1, -1):
        total = x[j]
        for p in range(start[j], start[j + 1]):
            total -= lower[p] * x[index[p]]
        x[j] = total


@njit(cache=True)
def _inverse_diagonal(start, index, lower, pivots):
    """Return the inverse's diagonal by Takahashi's recursion on the pattern of L, backwards."""
    n = len(pivots)
    diagonal = np.empty(n)
    inverse = np.empty(len(index))
    l_j = np.zeros(n)
    total = np.zeros(n)
    for j in range(n - 1, -1, -1):
        low, high = start[j], start[j + 1]
        for p in range(low, high):
            l_j[index[p]] = lower[p]
            total[index[p]] = 0.0
        for p in range(low, high):
            k = index[p]
            l_kj = lower[p]
            # All rows of column j below k are in column k too: the pattern is filled.
            along = diagonal[k] * l_kj
            for q in range(start[k], start[k + 1]):
                i = index[q]
                total[i] += inverse[q] * l_kj
                along += inverse[q] * l_j[i]
            total[k] += along
        first = 1 / pivots[j]
        for p in range(low, high):
            k = index[p]
            inverse[p] = -total[k]
            first += total[k] * lower[p]
        diagonal[j] = first
        for p in range(low, high):
            l_j[index[p]] = 0.0
    return diagonal
