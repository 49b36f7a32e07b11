"""Sparse LDL' factors of symmetric positive definite matrices that share one pattern.

The `field` needs, for dozens of matrices A of one pattern, the factor A = L D L' (L
unit lower triangular, D diagonal), solutions of A x = b, log det A, and the diagonal of the
inverse. The pattern is analysed once (`CholeskyPattern`); then a factor takes 1.0 ms and the
diagonal of the inverse 0.9 ms on a street network of 3,900 junctions.

**Textbook form.** Without sparsity, with columns in the order of elimination:

    for j in 0 .. n-1:                                          # elimination
        d[j] = A[j, j] - sum_{k<j} L[j, k]^2 d[k]
        L[i, j] = (A[i, j] - sum_{k<j} L[i, k] L[j, k] d[k]) / d[j]        for i > j

    for j in n-1 .. 0:                                          # the inverse Z (Takahashi)
        Z[i, j] = -sum_{k>j} Z[i, k] L[k, j]                               for i > j
        Z[j, j] = 1 / d[j] - sum_{k>j} Z[k, j] L[k, j]

The second recursion follows from Z L = L'^-1 D^-1, which is upper triangular with the diagonal
1 / d. It needs Z only where L is not zero: if k and i are rows of column j of L, then (i, k) is an
entry of L, too. So its cost is that of the factor, while a full inverse would be dense (Takahashi,
Fagan & Chen, 1973).

**What is done here.** A minimum degree order keeps L sparse. Columns with nearly the same rows
below them form a block; a block and its rows are a small dense matrix, a front, in which both
recursions run over contiguous memory. Elimination is multifrontal (Duff & Reid, 1983): what a block
leaves for the columns above it, a symmetric matrix over its rows, is added into the front of its
parent, the block of its first row. The inverse goes the other way: a block gets the part of the
inverse that belongs to its rows from its parent. The blocks are in an order in which children come
just before their parents, so only the fronts of a block and of those above it are in use at a time.

SciPy's SuperLU takes seven times as long for a factor in the same order. scikit-sparse, the
interface to CHOLMOD, has factors of similar speed, but not the diagonal of the inverse, which takes
half of the field's time; it has no wheels, needs SuiteSparse on the machine, and the part of CHOLMOD
for blocks of columns is under the GPL. Tests compare all results with dense linear algebra.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array, eye_array
from scipy.sparse.linalg import spilu

from gaussmech._checks import Array
from gaussmech.graphs._adjacency import children_first
from gaussmech.graphs._compiling import helper, kernel

# Rows of fronts start at multiples of LANES, so vectorised loops over them leave no rest. Eight
# doubles are the width of the widest vector registers.
LANES = 8
# The compiler may add the terms of a sum in any order, so it can use vectors, and it may turn a product
# and the sum that it goes into into one instruction.
_fast = partial(helper, fastmath={"contract", "reassoc"})
# Two blocks are joined if the earlier one gets at most so many zeros. With 0, a factor takes 1.2 times
# as long; a model of the operations that are saved is no faster.
MOST_ZEROS = 64


class NotPositiveDefinite(ValueError):
    """A pivot of the factorisation is not positive, so the matrix is not positive definite."""


class _Blocks(NamedTuple):
    """The blocks of L's columns, and where their values are.

    Block s has k columns, and m members: these columns, then the rows below them, ascending. Its front
    is a matrix over its members.

    Attributes
    ----------
    first : array of int
        Block s has the columns first[s] .. first[s + 1] - 1.
    start, members : arrays of int
        It has the members members[start[s]:start[s + 1]].
    within : array of int
        The position of each row among the members of the parent; it has no meaning for a column.
    parent : array of int
        The block of its first row, or -1 if it has none.
    panel_start : array of int
        The part of L of block s is stored column by column, k columns of m entries each, from here
        on.
    stride, offset : arrays of int
        The rows of its front are stored from `offset` on, `stride` entries apart. A block shares the
        memory with those that are not above it.
    """

    first: NDArray[np.int64]
    begin: NDArray[np.int64]
    members: NDArray[np.int64]
    within: NDArray[np.int64]
    parent: NDArray[np.int64]
    panel_start: NDArray[np.int64]
    stride: NDArray[np.int64]
    offset: NDArray[np.int64]


class CholeskyPattern:
    """The symbolic factorisation of all symmetric matrices (n, n) with one sparse pattern.

    Parameters
    ----------
    pattern : (n, n) sparse array
        A symmetric array, of which only the positions of the entries count. The diagonal is added.

    Attributes
    ----------
    n : int
        The number of rows.
    rows, columns : (k,) arrays of int32
        The entries of the lower triangle, in the order in which `factor` takes their values.
    work : int
        About how many multiplications a factor takes.

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
        pattern = csr_array(pattern).astype(bool) + eye_array(
            n, dtype=bool, format="csr"
        )
        order, parent = _elimination_order(pattern)
        rank = np.argsort(order)
        start = pattern.indptr.astype(np.int32)
        columns = pattern.indices.astype(np.int32)
        fill_rows = partial(_fill_rows, start, columns, order, rank, parent)
        lengths = fill_rows(np.full(n, -1), np.empty(0, dtype=np.int64))
        self.n = n
        self.work = int(np.sum((lengths + 1) ** 2))
        self._order = order
        self._rank = rank
        self._blocks = blocks = _divide_into_blocks(parent, lengths, fill_rows)
        widths = np.diff(blocks.begin)
        self._room = int(np.max(blocks.offset + widths * blocks.stride, initial=0))
        block = _block_of_columns(blocks.first)
        inner = np.arange(n) - blocks.first[block]
        column_start = blocks.panel_start[block] + inner * widths[block]
        self._diagonal = column_start + inner
        row, column = _lower_triangle(rank, start, columns)
        place = _place_within(blocks.begin, blocks.members, block[column], row)
        self._places = column_start[column] + place
        # An entry below the diagonal of L may be above that of the matrix, whose order is another.
        first, second = order[row].astype(np.int32), order[column].astype(np.int32)
        self.columns, self.rows = np.minimum(first, second), np.maximum(first, second)

    def values_of(self, matrix: Any) -> Array:
        """Return the values (k,) of a symmetric sparse matrix (n, n) with this pattern."""
        return np.asarray(
            csc_array(matrix)[self.rows, self.columns], dtype=float
        ).ravel()

    def factor(self, values: Array, diagonal: Array | None = None) -> "CholeskyFactor":
        """Return the factor of the matrix with these values (k,), plus a diagonal (n,).

        NotPositiveDefinite names the vertex whose pivot is not positive.
        """
        panel = np.zeros(self._blocks.panel_start[-1])
        panel[self._places] = values
        if diagonal is not None:
            panel[self._diagonal] += diagonal[self._order]
        pivots = np.empty(self.n)
        column = _factor(self._blocks, self._fronts(), panel, pivots)
        if column >= 0:
            raise NotPositiveDefinite(
                f"pivot {pivots[column]:g} at vertex {self._order[column]}: the matrix is not"
                " positive definite"
            )
        return CholeskyFactor(self, panel, pivots)

    def _fronts(self):
        """Return zeros for all fronts, which start at a multiple of LANES doubles in memory.

        NumPy's own arrays may start anywhere. Most vectors of LANES doubles would then lie across
        two cache lines, and the kernels would take 20 to 40 % longer.
        """
        array = np.zeros(self._room + LANES)
        doubles_beyond = array.ctypes.data // array.itemsize % LANES
        return array[LANES - doubles_beyond :]


@dataclass(frozen=True)
class CholeskyFactor:
    """L and D of one matrix A = L D L'; `CholeskyPattern.factor` makes it."""

    _pattern: CholeskyPattern
    _panel: Array
    _pivots: Array

    @property
    def log_determinant(self) -> float:
        """The logarithm of det A, the sum of those of the pivots."""
        return float(np.log(self._pivots).sum())

    def solve(self, b: Array) -> Array:
        """Return the x with A x = b, for b (n,) or several, (n, q)."""
        pattern = self._pattern
        x = np.ascontiguousarray(b[pattern._order].T).reshape(-1, pattern.n)
        _solve(pattern._blocks, self._panel, self._pivots, x)
        return x[:, pattern._rank].T.reshape(b.shape)

    def inverse_diagonal(self) -> Array:
        """Return the diagonal (n,) of the inverse of A."""
        pattern = self._pattern
        diagonal = np.empty(pattern.n)
        _inverse_diagonal(
            pattern._blocks, pattern._fronts(), self._panel, self._pivots, diagonal
        )
        return diagonal[pattern._rank]


def _elimination_order(pattern):
    """Return the vertex of each column of L, and each column's parent in the elimination tree.

    The order is that of minimum degree, rearranged so that children stand just before their parents,
    which leaves the tree and the fill as they are.
    """
    n = pattern.shape[0]
    order = _minimum_degree_order(pattern)
    start = pattern.indptr.astype(np.int32)
    columns = pattern.indices.astype(np.int32)
    parent = _elimination_tree(start, columns, order, np.argsort(order))
    upwards, _ = children_first(np.arange(n, dtype=np.int32)[::-1].copy(), parent)
    number = np.append(np.argsort(upwards), n)
    return order[upwards], number[parent[upwards]]


def _divide_into_blocks(parent, lengths, fill_rows):
    """Return the blocks of the columns of L.

    `parent` is the elimination tree, `lengths` has the number of rows of each column, and `fill_rows`
    lists them.
    """
    n = len(parent)
    first = _block_starts(parent, lengths)
    block = _block_of_columns(first)
    sizes = np.diff(first)
    # A block has the rows of its last column.
    last = first[1:] - 1
    widths = sizes + lengths[last]
    begin = np.concatenate([[0], np.cumsum(widths)])
    members = np.empty(begin[-1], dtype=np.int64)
    members[begin[block] + np.arange(n) - first[block]] = np.arange(n)
    begin_of_column = np.full(n, -1)
    begin_of_column[last] = begin[:-1] + sizes
    fill_rows(begin_of_column, members)
    block_parent = np.append(block, -1)[parent[last]]
    stride = -(-widths // LANES) * LANES
    # A front ends this many entries after that of its parent, which comes later.
    ends = [*(widths * stride).tolist(), 0]
    for s in reversed(range(len(sizes))):
        ends[s] += ends[block_parent[s]]
    parents = np.repeat(block_parent, widths)
    return _Blocks(
        first=first,
        begin=begin,
        members=members,
        within=_place_within(begin, members, parents, members),
        parent=block_parent,
        panel_start=np.concatenate([[0], np.cumsum(sizes * widths)]),
        stride=stride,
        offset=np.array(ends[:-1]) - widths * stride,
    )


def _lower_triangle(rank, start, columns):
    """Return rows and columns of the matrix's lower triangle in the order of elimination."""
    column = np.repeat(rank, np.diff(start))
    row = rank[columns]
    is_lower = row >= column
    return row[is_lower], column[is_lower]


def _block_of_columns(first):
    """Return the block of each column; block s starts with the column first[s]."""
    return np.repeat(np.arange(len(first) - 1), np.diff(first))


def _place_within(begin, members, block, row):
    """Return where rows are among the members of blocks."""
    n = members.max(initial=0) + 1
    # The blocks and their members ascend, so this number of a member does, too.
    numbers = np.repeat(np.arange(len(begin) - 1), np.diff(begin)) * n + members
    return np.searchsorted(numbers, block * n + row) - begin[block]


def _minimum_degree_order(pattern):
    """Return a fill-reducing order: the vertex of each column of L.

    SuperLU computes it, together with an incomplete factor that keeps almost nothing and takes
    almost no time.
    """
    # Nearly a graph Laplacian: no pivot is 0. Symmetric columns are rows.
    degree = np.diff(pattern.indptr)
    row = np.repeat(np.arange(len(degree)), degree)
    values = np.where(row == pattern.indices, (1 + 1e-9) * degree[row], -1.0)
    incomplete = spilu(
        csc_array((values, pattern.indices, pattern.indptr), shape=pattern.shape),
        drop_tol=1.0,
        fill_factor=1,
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    return np.argsort(incomplete.perm_c)


@kernel
def _elimination_tree(start, columns, order, rank):
    """Return the parent of each column in the elimination tree; n stands for none (Liu, 1986).

    The parent of a column is its first row below the diagonal of L. Column j of L is the vertex
    order[j], whose rank is j; row v of the matrix has the columns columns[start[v]:start[v + 1]].
    """
    n = len(order)
    parent = np.full(n, n, dtype=np.int32)
    # The highest column so far above each column; paths to it are shortened on the way.
    ancestor = np.full(n, -1)
    for i in range(n):
        v = order[i]
        for p in range(start[v], start[v + 1]):
            j = rank[columns[p]]
            while j != -1 and j < i:
                above = ancestor[j]
                ancestor[j] = i
                if above == -1:
                    parent[j] = i
                j = above
    return parent


@kernel
def _fill_rows(start, columns, order, rank, parent, begin, rows):
    """Return how many rows each column of L has below the diagonal, and list those of some columns.

    The rows of column j, ascending, are put into `rows` from start[j] on; a column with
    start[j] = -1 is left out. Row i of L has the columns on the paths in the elimination tree from
    the entries of row i of the matrix up to i.
    """
    n = len(parent)
    lengths = np.zeros(n, dtype=np.int64)
    visited_by = np.full(n, -1)
    for i in range(n):
        visited_by[i] = i
        v = order[i]
        for p in range(start[v], start[v + 1]):
            j = rank[columns[p]]
            while j < i and visited_by[j] != i:
                visited_by[j] = i
                if begin[j] >= 0:
                    rows[begin[j] + lengths[j]] = i
                lengths[j] += 1
                j = parent[j]
    return lengths


@kernel
def _block_starts(parent, lengths):
    """Return the first column of each block, and n at the end.

    `parent` is the elimination tree, and `lengths` has the number of rows of each column.
    """
    n = len(parent)
    first = np.empty(n + 1, dtype=np.int64)
    count = 0
    for last in range(n):
        first[count] = last
        count += 1
        # The last two blocks are joined, if the parent of the earlier one is in the later one. The
        # joined block has the rows of its last column.
        while count > 1 and first[count - 1] <= parent[first[count - 1] - 1] <= last:
            # A joined block stores and multiplies zeros, but two blocks have two fronts to assemble.
            # CHOLMOD relaxes its supernodes by a rule of the same kind.
            middle = first[count - 1]
            zeros_of_column = last + 1 - middle + lengths[last] - lengths[middle - 1]
            if zeros_of_column * (middle - first[count - 2]) > MOST_ZEROS:
                break
            count -= 1
    first[count] = n
    return first[: count + 1].copy()


@_fast
def _add(to, to_start, values, start, factor, length):
    """Add to `length` entries of an array, from `to_start` on, those of another times a factor."""
    for i in range(np.uintp(length)):
        to[np.uintp(to_start) + i] += factor * values[np.uintp(start) + i]


@helper
def _four(values, start, step):
    """Return four entries that are `step` apart."""
    second = start + step
    third = second + step
    return values[start], values[second], values[third], values[third + step]


@_fast
def _less(value, a, b):
    """Return a value minus the sum of four products."""
    return value - a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3]


@_fast
def _subtract(
    fronts, row, column, stride, first_row, factors, start, step, next_row, count
):
    """Subtract from two rows of a front sums of `count` others of it, each times a factor.

    Rows are `stride` entries apart. The two start at `row`, and change from `column` on or from a few
    entries before it. The others start at `first_row`. The factor of the j-th other for the i-th of
    the two is the entry start + i next_row + j step of `factors`. Each pass over the two reads four
    others and uses each of their entries twice: one row at a time would take longer, because reading
    takes as long as multiplying. The length is a multiple of LANES, which the division tells the
    compiler. Indices are unsigned, so none counts from the end.
    """
    skipped = column // LANES * LANES
    step_row = np.uintp(stride)
    first = np.uintp(row + skipped)
    second = first + step_row
    other = np.uintp(first_row + skipped)
    length = np.uintp((stride - skipped) // LANES * LANES)
    for group in range(count // 4):
        at = start + 4 * group * step
        a = _four(factors, at, step)
        b = _four(factors, at + next_row, step)
        for i in range(length):
            x = _four(fronts, other + i, step_row)
            fronts[first + i] = _less(fronts[first + i], a, x)
            fronts[second + i] = _less(fronts[second + i], b, x)
        other += np.uintp(4 * stride)
    for j in range(count // 4 * 4, count):
        c = factors[start + j * step]
        d = factors[start + j * step + next_row]
        for i in range(length):
            fronts[first + i] -= c * fronts[other + i]
            fronts[second + i] -= d * fronts[other + i]
        other += step_row


@_fast
def _dot(a, a_start, b, b_start, length):
    """Return the sum of a b over `length` entries, from `a_start` and from `b_start` on."""
    total = 0.0
    for i in range(np.uintp(length)):
        total += a[np.uintp(a_start) + i] * b[np.uintp(b_start) + i]
    return total


@helper
def _sizes(blocks, s):
    """Return the number of columns of block s, and that of its members."""
    columns = blocks.first[s + 1] - blocks.first[s]
    return columns, blocks.begin[s + 1] - blocks.begin[s]


@helper
def _exchange(blocks, fronts, s, upwards):
    """Add the remainder of block s to its parent's front, or copy what belongs to its rows from there.

    Because the pattern is filled, all rows of a block are among the members of its parent. Of a
    remainder, which goes upwards, only the upper half is there.
    """
    k, m = _sizes(blocks, s)
    p = blocks.parent[s]
    within = blocks.within[blocks.begin[s] :]
    for a in range(k, m):
        row = np.uintp(blocks.offset[s] + a * blocks.stride[s])
        parent_row = blocks.offset[p] + within[a] * blocks.stride[p]
        for b in range(np.uintp(a if upwards else k), np.uintp(m)):
            place = np.uintp(parent_row + within[b])
            if upwards:
                fronts[place] += fronts[row + b]
            else:
                fronts[row + b] = fronts[place]


@kernel
def _factor(blocks, fronts, panel, pivots):
    """Turn the values of A in `panel` into L, and fill `pivots` with D, block by block.

    Returns the first column whose pivot is not positive, or -1. All `fronts` are 0 at first, and each
    is set to 0 again once its block is done. Children have added their remainders to the front of
    block s already. The k columns are eliminated, row by row of the upper half, to which the values of
    A are added, and the remainder, over the other members, is added to the front of the parent.
    """
    for s in range(len(blocks.parent)):
        f = blocks.first[s]
        k, m = _sizes(blocks, s)
        stride = blocks.stride[s]
        start = blocks.offset[s]
        panel_start = blocks.panel_start[s]
        # Fronts are symmetric, and only their upper halves are computed, row by row. Row a loses
        # the contributions of the columns before it, at most k of them. Rows come in pairs, and a
        # pair loses what the columns before both contribute at once. Then the second row loses the
        # contribution of the first one.
        for a in range(m):
            row = start + a * stride
            if (m - a) % 2 == 0:
                _subtract(
                    fronts,
                    row,
                    a,
                    stride,
                    start,
                    panel,
                    panel_start + a,
                    m,
                    # The type is explicit, because Numba would compile another version for a literal.
                    np.int64(1),
                    min(a, k),
                )
            elif 0 < a <= k:
                factor = -panel[panel_start + (a - 1) * m + a]
                _add(fronts, row + a, fronts, row + a - stride, factor, m - a)
            if a < k:
                diagonal = panel_start + a * m + a
                _add(fronts, row + a, panel, diagonal, 1.0, m - a)
                pivot = pivots[f + a] = fronts[row + a]
                if not pivot > 0:
                    return f + a
                reciprocal = 1 / pivot
                for i in range(np.uintp(1), np.uintp(m - a)):
                    panel[np.uintp(diagonal) + i] = (
                        fronts[np.uintp(row + a) + i] * reciprocal
                    )
        _exchange(blocks, fronts, s, True)
        fronts[start : start + m * stride] = 0
    return -1


@helper
def _members(blocks, s):
    """Return the members of block s."""
    return blocks.members[blocks.begin[s] : blocks.begin[s + 1]]


@kernel
def _solve(blocks, panel, pivots, xs):
    """Overwrite each row of xs, a right-hand side in the order of columns, by its solution.

    Forward substitution with L goes through the blocks in order, back substitution with D L' in
    reverse. `part` holds the entries of one right-hand side at the members of a block. All right-hand
    sides are treated block by block: the block stays in the cache.
    """
    part = np.empty(xs.shape[1])
    count = len(blocks.parent)
    for s in range(count):
        members = _members(blocks, s)
        m = len(members)
        for x in xs:
            for a in range(m):
                part[a] = x[members[a]]
            for j in range(blocks.first[s + 1] - blocks.first[s]):
                at = blocks.panel_start[s] + j * m + j + 1
                _add(part, j + 1, panel, at, -part[j], m - j - 1)
            for a in range(m):
                x[members[a]] = part[a]
    for s in range(count - 1, -1, -1):
        f = blocks.first[s]
        members = _members(blocks, s)
        m = len(members)
        for x in xs:
            for a in range(m):
                part[a] = x[members[a]]
            for j in range(blocks.first[s + 1] - f - 1, -1, -1):
                at = blocks.panel_start[s] + j * m + j + 1
                sum_below = _dot(panel, at, part, j + 1, m - j - 1)
                x[f + j] = part[j] = part[j] / pivots[f + j] - sum_below


@kernel
def _inverse_diagonal(blocks, fronts, panel, pivots, diagonal):
    """Fill `diagonal` with that of the inverse by Takahashi's recursion, the last block first.

    `fronts` holds the dense inverses of a block and of those above it. For block s, the part that
    belongs to its rows is copied from the inverse of its parent; then its columns are added, the last
    first, as in the second recursion of the module's docstring. Two columns j - 1 and j, with j odd,
    get the products with the rows below both at once. Only those with row j itself are left then for
    column j - 1.
    """
    for s in range(len(blocks.parent) - 1, -1, -1):
        f = blocks.first[s]
        k, m = _sizes(blocks, s)
        stride = blocks.stride[s]
        start = blocks.offset[s]
        # The other rows are copied. Entries left of a row's first column, and those between its last
        # and the next row, hold numbers of other blocks, but no result depends on these.
        fronts[start : start + k * stride] = 0
        _exchange(blocks, fronts, s, False)
        for j in range(k - 1, -1, -1):
            row = start + j * stride
            below = j + 1
            length = m - below
            # Column j of L starts below its diagonal here.
            l_j = blocks.panel_start[s] + j * m + below
            if j % 2:
                _subtract(
                    fronts,
                    row - stride,
                    j,
                    stride,
                    row + stride,
                    panel,
                    l_j - m,
                    np.int64(1),
                    m,
                    length,
                )
            else:
                other = row + stride + below
                for i in range(1 if below < k else length):
                    factor = -panel[l_j + i]
                    _add(
                        fronts, row + below, fronts, other + i * stride, factor, length
                    )
                # Column j + 1 of the rows below was not known when the pair got their products.
                if below < k:
                    fronts[row + below] = -_dot(panel, l_j, fronts, other, length)
            diagonal[f + j] = fronts[row + j] = 1 / pivots[f + j] - _dot(
                panel, l_j, fronts, row + below, length
            )
            for a in range(below, m):
                fronts[np.uintp(start + a * stride + j)] = fronts[np.uintp(row + a)]
