"""Sparse LDL' factors of symmetric positive definite matrices that share one pattern.

The field of `field.py` needs, for dozens of matrices A of one pattern, the factor A = L D L' (L
unit lower triangular, D diagonal), solutions of A x = b, log det A, and the diagonal of the
inverse. The pattern is analysed once (`CholeskyPattern`); then a factor takes 0.9 ms and the
diagonal of the inverse 1.1 ms on a street network of 3,900 junctions.

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
leaves for the columns above it, a symmetric matrix over its rows, is put on a stack and added into
the front of its parent, the block of its first row. The blocks are in an order in which children
stand just before their parents, so that the stack is all the storage that is needed. The inverse
goes the other way: a block takes the part of the inverse that belongs to its rows from its parent.

SciPy's SuperLU takes three times as long for a factor, and no package with wheels gives the
diagonal of the inverse. Tests compare all results with dense linear algebra.
"""

from typing import Any

import numpy as np
from scipy.sparse import coo_array, csc_array, csr_array, eye_array, tril
from scipy.sparse.csgraph import depth_first_order
from scipy.sparse.linalg import splu

from gaussmech._checks import Array
from gaussmech.graphs._compiling import helper, kernel

# A larger block is quicker per entry, but stores and multiplies zeros. Columns join the block of
# their parent while the share of zeros among its entries stays below ZEROS, for blocks of up to 15,
# 31, 47 and more columns; a block of FEW columns may have any share. CHOLMOD relaxes its supernodes
# by a rule of the same kind.
FEW, ZEROS = 4, (0.6, 0.2, 0.1, 0.05)
# Rows of dense matrices start at multiples of LANES, so that vectorised loops over them leave no
# rest. Eight doubles are the width of the widest vector registers.
LANES = 8


class NotPositiveDefinite(ValueError):
    """A pivot of the factorisation is not positive, so the matrix is not positive definite."""


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
    rows, columns : (k,) arrays of int64
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
        pattern = csc_array(pattern).astype(bool) + eye_array(
            n, dtype=bool, format="csc"
        )
        self.n = n
        lower = tril(pattern, format="coo")
        self.rows, self.columns = (index.astype(np.int64) for index in lower.coords)
        self._order, start, index = _filled(pattern)
        self._rank = np.empty(n, dtype=np.int64)
        self._rank[self._order] = np.arange(n)
        self._blocks = _Blocks(start, index)
        i, j = self._rank[self.rows], self._rank[self.columns]
        self._place = self._blocks.places(np.maximum(i, j), np.minimum(i, j))

    def values_of(self, matrix: Any) -> Array:
        """Return the values (k,) of a symmetric sparse matrix (n, n) with this pattern."""
        return np.asarray(
            csc_array(matrix)[self.rows, self.columns], dtype=float
        ).ravel()

    def factor(self, values: Array, diagonal: Array | None = None) -> "CholeskyFactor":
        """Return the factor of the matrix with these values (k,), plus a diagonal (n,) if given.

        NotPositiveDefinite names the vertex whose pivot is not positive.
        """
        blocks = self._blocks
        panel, pivots = np.zeros(blocks.size), np.empty(self.n)
        panel[self._place] = values
        if diagonal is not None:
            panel[blocks.diagonal] += diagonal[self._order]
        front = np.zeros(_padded(blocks.widest) ** 2)
        stack = np.empty(blocks.stack_size)
        bad = _factor(
            *blocks.layout, front, stack, np.empty_like(blocks.parent), panel, pivots
        )
        if bad >= 0:
            raise NotPositiveDefinite(
                f"pivot {pivots[bad]:g} at vertex {self._order[bad]}: the matrix is not positive"
                " definite"
            )
        return CholeskyFactor(self, panel, pivots)


class CholeskyFactor:
    """L and D of one matrix A = L D L'; `CholeskyPattern.factor` makes it."""

    def __init__(self, pattern: CholeskyPattern, panel: Array, pivots: Array) -> None:
        self._pattern, self._panel, self._pivots = pattern, panel, pivots

    @property
    def log_determinant(self) -> float:
        """The logarithm of det A, the sum of those of the pivots."""
        return float(np.log(self._pivots).sum())

    def solve(self, b: Array) -> Array:
        """Return the x with A x = b, for b (n,) or several, (n, q)."""
        pattern, blocks = self._pattern, self._pattern._blocks
        x = np.ascontiguousarray(b[pattern._order].T).reshape(-1, pattern.n)
        where = blocks.first, blocks.begin, blocks.rows, blocks.panel_start
        _solve(*where, self._panel, self._pivots, np.empty(blocks.widest), x)
        return x[:, pattern._rank].T.reshape(b.shape)

    def inverse_diagonal(self) -> Array:
        """Return the diagonal (n,) of the inverse of A."""
        pattern, blocks = self._pattern, self._pattern._blocks
        diagonal = np.empty(pattern.n)
        room, z = np.zeros(blocks.room), np.empty(_padded(blocks.widest))
        factor = self._panel, self._pivots
        _inverse_diagonal(*blocks.layout, blocks.offset, room, z, *factor, diagonal)
        return diagonal[pattern._rank]


class _Blocks:
    """The blocks of L's columns, and where their values are.

    Block s has k columns and r rows below them. Its front is a matrix over its columns and rows,
    k + r in all; the columns come first.

    Attributes
    ----------
    first : array of int
        Block s has the columns first[s] .. first[s + 1] - 1.
    begin, rows : arrays of int
        Below them it has the rows rows[begin[s]:begin[s + 1]], ascending.
    within : array of int, in `layout`
        Where each of these rows is among the columns and rows of the parent.
    parent : array of int
        The block of its first row, or -1 if it has none.
    panel_start : array of int
        The part of L of block s is stored column by column, k columns of k + r entries each, from
        here on.
    diagonal : (n,) array of int
        Where the diagonal entries are stored.
    offset, room : array of int, int
        Where the dense inverse of each block is kept, and how many entries all of them take: a
        block shares the memory with those that are not above it.
    stack_size : int
        The largest number of entries on the stack, where a block leaves its part for its parent.
    """

    def __init__(self, start, index):
        n = len(start) - 1
        tree = np.full(n, -1)
        below = np.diff(start) > 0
        tree[below] = index[start[:-1][below]]
        first = np.array(_block_starts(start.tolist(), tree.tolist()))
        last, sizes = first[1:] - 1, np.diff(first)
        rows = np.concatenate([index[start[j] : start[j + 1]] for j in last])
        lengths = np.diff(start)[last]
        begin = np.concatenate([[0], np.cumsum(lengths)])
        self._block = block = np.repeat(np.arange(len(sizes)), sizes)
        parent = np.full(len(sizes), -1)
        below = lengths > 0
        parent[below] = block[rows[begin[:-1][below]]]
        widths = sizes + lengths
        panel_start = np.concatenate([[0], np.cumsum(sizes * widths)])
        self.first, self.begin, self.rows = first, begin, rows
        self.parent, self.panel_start = parent, panel_start
        # There is a key per row and block. The keys ascend, as the rows of each block do.
        self._keys = np.repeat(np.arange(len(sizes)), lengths) * n + rows
        within = self._places_within(np.repeat(parent, lengths), rows)
        self.layout = first, begin, within, parent, panel_start
        self.size, self.widest = int(panel_start[-1]), int(widths.max())
        self._column, self._widths = np.arange(n) - first[block], widths
        self.diagonal = panel_start[block] + self._column * (widths[block] + 1)
        # The dense inverses of a block and of all blocks above it are held at a time.
        square = _padded(widths) ** 2
        self.offset = np.zeros(len(sizes), dtype=np.int64)
        for s in np.flatnonzero(parent >= 0)[::-1]:
            self.offset[s] = self.offset[parent[s]] + square[parent[s]]
        self.room = int((self.offset + square).max())
        # A block leaves its part on the stack until its parent takes it. This loop computes the
        # largest size of the stack: `from_children` is what each block takes from it.
        stack_size = largest_size = 0
        from_children = np.zeros(len(sizes), dtype=np.int64)
        for s in range(len(sizes)):
            stack_size += lengths[s] ** 2 - from_children[s]
            largest_size = max(largest_size, stack_size)
            if parent[s] >= 0:
                from_children[parent[s]] += lengths[s] ** 2
        self.stack_size = int(largest_size)

    def _places_within(self, block, i):
        """Return where the rows i are among the columns and rows of these blocks."""
        first, after = self.first[block], self.first[block + 1]
        below = (
            np.searchsorted(self._keys, block * len(self._block) + i)
            - self.begin[block]
        )
        return np.where(i < after, i - first, after - first + below)

    def places(self, i, j):
        """Return where the entries (i, j) of L, i >= j, are stored."""
        block = self._block[j]
        at = self._places_within(block, i)
        return self.panel_start[block] + self._column[j] * self._widths[block] + at


def _padded(width):
    """Return the least multiple of LANES that is at least `width`."""
    return -(-width // LANES) * LANES


def _filled(pattern):
    """Return a fill-reducing order and the filled columns of L, as SuperLU finds them.

    The order is SuperLU's minimum degree order, rearranged such that children come just before
    their parent in the elimination tree, which leaves the fill as it is.

    Returns
    -------
    order : (n,) array of int
        The vertex of each column of L.
    start, rows : (n + 1,) and (entries,) arrays of int
        Column j of L has, below the diagonal, the rows rows[start[j]:start[j + 1]], ascending.
    """
    n = pattern.shape[0]
    degree = np.diff(pattern.indptr) - 1
    i, j = pattern.nonzero()
    # SuperLU drops entries that are exactly 0, so the pattern is read from the factor of a matrix
    # in which none is: nearly a graph Laplacian, whose factor has entries of one sign, which
    # neither cancel nor decay to 0 along long paths.
    values = np.where(i == j, (1 + 1e-9) * degree[j] + 1e-9, -1.0)
    matrix = coo_array((values, (i, j)), shape=pattern.shape).tocsc()
    options = {"SymmetricMode": True}
    factor = splu(
        matrix, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options
    )
    lower = tril(factor.L, -1, format="coo")
    filled = lower.data != 0
    rows, columns = lower.row[filled], lower.col[filled]
    # The first row below the diagonal of a column is its parent in the elimination tree. The number
    # n stands for a root above all columns without a parent.
    parent = np.full(n, n)
    np.minimum.at(parent, columns, rows)
    down = csr_array((np.ones(n), (n - parent, n - np.arange(n))), shape=(n + 1, n + 1))
    later = n - depth_first_order(down, 0, return_predecessors=False)[:0:-1]
    place = np.argsort(later)
    rows, columns = place[rows], place[columns]
    start = np.concatenate([[0], np.cumsum(np.bincount(columns, minlength=n))])
    return np.argsort(factor.perm_c)[later], start, rows[np.lexsort((rows, columns))]


def _block_starts(start, parent):
    """Return the first column of each block, and n at the end.

    `start` is as `_filled` returns it, `parent` the elimination tree.
    """
    first = []
    for last in range(len(parent)):
        first.append(last)
        # The last two blocks are joined, if the parent of the earlier one is in the later one. The
        # joined block has the rows of its last column.
        while len(first) > 1 and first[-1] <= parent[first[-1] - 1] <= last:
            columns = last + 1 - first[-2]
            entries = columns * (columns - 1) // 2 + columns * (
                start[last + 1] - start[last]
            )
            zeros = entries - (start[last + 1] - start[first[-2]])
            if (
                columns > FEW
                and zeros > ZEROS[min(columns // 16, len(ZEROS) - 1)] * entries
            ):
                break
            first.pop()
    return [*first, len(parent)]


@helper
def _subtract(target, t, length, factors, f, apart, count, rows, at, stride):
    """Subtract a combination of `count` rows from `length` entries of `target`, from t on.

    A row is `length` entries of `rows`: the first row begins at `at`, and each next one `stride`
    later. The first factor is factors[f], and each next one is `apart` later. `length` is a
    multiple of LANES, which the division tells the compiler. Four rows at a time are read for each
    pass over `target`. Indices are unsigned, so that none counts from the end.
    """
    t, at, stride = np.uintp(t), np.uintp(at), np.uintp(stride)
    length = np.uintp(length // LANES * LANES)
    for group in range(count // 4):
        j = f + 4 * group * apart
        a, b, c, d = (
            factors[j],
            factors[j + apart],
            factors[j + 2 * apart],
            factors[j + 3 * apart],
        )
        at_b, at_c, at_d = (
            at + stride,
            at + stride + stride,
            at + stride + stride + stride,
        )
        for i in range(length):
            target[t + i] -= (a * rows[at + i] + b * rows[at_b + i]) + (
                c * rows[at_c + i] + d * rows[at_d + i]
            )
        at = at_d + stride
    for j in range(count // 4 * 4, count):
        a = factors[f + j * apart]
        for i in range(length):
            target[t + i] -= a * rows[at + i]
        at += stride


@helper
def _dot(a, i, b, j, length):
    """Return the sum of a b over `length` entries, from i and from j on.

    Four partial sums let the processor begin an addition before the last one has ended.
    """
    i, j, length, four = np.uintp(i), np.uintp(j), np.uintp(length), np.uintp(4)
    s = t = u = v = 0.0
    whole = length // four * four
    for k in range(np.uintp(0), whole, four):
        s += a[i + k] * b[j + k]
        t += a[i + k + np.uintp(1)] * b[j + k + np.uintp(1)]
        u += a[i + k + np.uintp(2)] * b[j + k + np.uintp(2)]
        v += a[i + k + np.uintp(3)] * b[j + k + np.uintp(3)]
    for k in range(whole, length):
        s += a[i + k] * b[j + k]
    return (s + t) + (u + v)


@kernel
def _factor(
    first, begin, within, parent, panel_start, front, stack, stack_blocks, panel, pivots
):
    """Turn the values of A in `panel` into L, and fill `pivots` with D, block by block.

    Returns the first column whose pivot is not positive, or -1. `front` has room for the largest
    front. `stack` has room for the remainders that blocks leave for their parents, and
    `stack_blocks` lists the blocks of these remainders. For block s, the front is filled with the
    values of A, and the remainders of its children are added. Then its k columns are eliminated,
    row by row of the upper half. The remainder, over its r other rows, goes on the stack.
    """
    stack_count = stack_end = 0
    for s in range(len(parent)):
        k = first[s + 1] - first[s]
        r = begin[s + 1] - begin[s]
        m = k + r
        panel_offset = panel_start[s]
        stride = -(-m // LANES) * LANES
        for i in range(np.uintp(m * stride)):
            front[i] = 0
        for a in range(k):
            front_row = np.uintp(a * stride)
            panel_row = np.uintp(panel_offset + a * m)
            for i in range(np.uintp(a), np.uintp(m)):
                front[front_row + i] = panel[panel_row + i]
        # Add the remainders of the children. The last child comes first, as it is on top of the
        # stack.
        while stack_count > 0 and parent[stack_blocks[stack_count - 1]] == s:
            stack_count -= 1
            child = stack_blocks[stack_count]
            low, high = np.uintp(begin[child]), np.uintp(begin[child + 1])
            stack_end -= (begin[child + 1] - begin[child]) ** 2
            position = np.uintp(stack_end)
            for a in range(low, high):
                row = np.uintp(within[a] * stride)
                position += a - low
                for b in range(a, high):
                    front[row + np.uintp(within[b])] += stack[position]
                    position += np.uintp(1)
        # Fronts are symmetric, and only their upper halves are computed, row by row. Row a loses
        # the contributions of the columns before it, at most k of them.
        for a in range(m):
            row, low = a * stride, a // LANES * LANES
            _subtract(
                front,
                row + low,
                stride - low,
                panel,
                panel_offset + a,
                m,
                min(a, k),
                front,
                low,
                stride,
            )
            if a < k:
                pivot = pivots[first[s] + a] = front[row + a]
                if not pivot > 0:
                    return first[s] + a
                front_row = np.uintp(row)
                panel_row = np.uintp(panel_offset + a * m)
                for i in range(np.uintp(a + 1), np.uintp(m)):
                    panel[panel_row + i] = front[front_row + i] / pivot
        if r:
            for a in range(k, m):
                for b in range(a, m):
                    stack[stack_end + b - k] = front[a * stride + b]
                stack_end += r
            stack_blocks[stack_count] = s
            stack_count += 1
    return -1


@kernel
def _solve(first, begin, rows, panel_start, panel, pivots, part, xs):
    """Overwrite each row of xs, a right-hand side in the order of columns, by its solution.

    Forward substitution with L goes through the blocks in order, back substitution with D L' in
    reverse. `part` holds the entries of one right-hand side at the columns and rows of a block.
    """
    for s in range(len(panel_start) - 1):
        f, k, low = first[s], first[s + 1] - first[s], begin[s]
        m = k + begin[s + 1] - low
        # All right-hand sides are treated block by block: the block stays in the cache.
        for x in xs:
            for a in range(k):
                part[a] = x[f + a]
            for a in range(k, m):
                part[a] = 0
            for j in range(k):
                at, value = np.uintp(panel_start[s] + j * m), part[j]
                x[f + j] = value
                for a in range(np.uintp(j + 1), np.uintp(m)):
                    part[a] -= value * panel[at + a]
            for a in range(k, m):
                x[rows[low + a - k]] += part[a]
    for back in range(len(panel_start) - 1):
        s = len(panel_start) - 2 - back
        f, k, low = first[s], first[s + 1] - first[s], begin[s]
        m = k + begin[s + 1] - low
        for x in xs:
            for a in range(k, m):
                part[a] = x[rows[low + a - k]]
            for j in range(k - 1, -1, -1):
                at = panel_start[s] + j * m + j + 1
                part[j] = x[f + j] / pivots[f + j] - _dot(
                    panel, at, part, j + 1, m - j - 1
                )
                x[f + j] = part[j]


@kernel
def _inverse_diagonal(
    first,
    begin,
    within,
    parent,
    panel_start,
    offset,
    inverse,
    z,
    panel,
    pivots,
    diagonal,
):
    """Fill `diagonal` with that of the inverse by Takahashi's recursion, the last block first.

    `inverse` holds the dense inverses of a block and of those above it, at `offset`. For block s,
    the part that belongs to its rows is copied from the inverse of its parent; then its columns are
    added, the last first, as in the second recursion of the module's docstring. `z` has room for
    one column.
    """
    for back in range(len(parent)):
        s = len(parent) - 1 - back
        k, r = first[s + 1] - first[s], begin[s + 1] - begin[s]
        m, here = k + r, offset[s]
        wide = -(-m // LANES) * LANES
        # Because the pattern is filled, all rows are among the columns and rows of the parent.
        if r:
            up = parent[s]
            width = first[up + 1] - first[up] + begin[up + 1] - begin[up]
            width = -(-width // LANES) * LANES
            low, high = np.uintp(begin[s]), np.uintp(begin[s + 1])
            at = np.uintp(here + k * wide + k)
            for a in range(low, high):
                row = np.uintp(offset[up] + within[a] * width)
                for b in range(low, high):
                    inverse[at] = inverse[row + np.uintp(within[b])]
                    at += np.uintp(1)
                at += np.uintp(wide - r)
        for step in range(k):
            j = k - 1 - step
            below, length = np.uintp(j + 1), m - j - 1
            row, l_j = np.uintp(here + j * wide), panel_start[s] + j * m + j + 1
            low = (j + 1) // LANES * LANES
            for a in range(np.uintp(low), np.uintp(wide)):
                z[a] = 0
            # The type is given, because Numba would compile another version for a literal.
            one = np.int64(1)
            at = here + (j + 1) * wide
            _subtract(
                z, low, wide - low, panel, l_j, one, length, inverse, at + low, wide
            )
            entry = 1 / pivots[first[s] + j] - _dot(panel, l_j, z, j + 1, length)
            diagonal[first[s] + j] = inverse[row + np.uintp(j)] = entry
            for a in range(below, np.uintp(m)):
                inverse[row + a] = inverse[np.uintp(at + j)] = z[a]
                at += wide
