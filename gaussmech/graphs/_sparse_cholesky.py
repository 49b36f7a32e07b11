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
stand just before their parents, so the stack is all the storage that is needed. The inverse
goes the other way: a block takes the part of the inverse that belongs to its rows from its parent.

SciPy's SuperLU takes three times as long for a factor. scikit-sparse, the interface to CHOLMOD, has
factors of like speed, but not the diagonal of the inverse, which takes half of the field's time; it
has no wheels, needs SuiteSparse on the machine, and the part of CHOLMOD for blocks of columns is
under the GPL. Tests compare all results with dense linear algebra.
"""

from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import coo_array, csc_array, csr_array, eye_array
from scipy.sparse.csgraph import depth_first_order
from scipy.sparse.linalg import spilu

from gaussmech._checks import Array
from gaussmech.graphs._compiling import helper, kernel

# A larger block is quicker per entry, but stores and multiplies zeros. Columns join the block of
# their parent while the share of zeros among its entries stays below ZEROS, for blocks of up to 15,
# 31, 47 and more columns; a block of FEW columns may have any share. CHOLMOD relaxes its supernodes
# by a rule of the same kind.
FEW = 4
ZEROS = (0.6, 0.2, 0.1, 0.05)
# Rows of dense matrices start at multiples of LANES, so vectorised loops over them leave no
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
    rows, columns : (k,) arrays of int32
        The entries of the lower triangle, in the order in which `factor` takes their values.
    work : int
        About how many multiplications a factor takes. It is known before any memory is used that
        grows with the number of entries of L.

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
        self.n = n
        order = _minimum_degree_order(pattern)
        self._pattern = tuple(
            index.astype(np.int32) for index in (pattern.indptr, pattern.indices)
        )
        parent = _elimination_tree(*self._pattern, order, np.argsort(order))
        children_first = _children_first(parent)
        # The tree stays as it is; its columns get new numbers.
        number = np.append(np.argsort(children_first), n)
        self._parent = number[parent[children_first]]
        self._order = order[children_first]
        self._rank = np.argsort(self._order)
        nowhere = np.full(n, -1), np.empty(0, dtype=np.int64)
        self._lengths = _fill_rows(
            *self._pattern, self._order, self._rank, self._parent, *nowhere
        )
        self.work = int(np.sum((self._lengths + 1) ** 2))

    @cached_property
    def _blocks(self):
        """The blocks of L's columns, which are made for the first factor."""
        blocks = _Blocks(
            *self._pattern, self._order, self._rank, self._parent, self._lengths
        )
        # The blocks have all that is needed from here on.
        del self._pattern, self._parent, self._lengths
        return blocks

    @property
    def rows(self) -> Array:
        """The rows (k,) of the entries of the lower triangle."""
        return self._blocks.entry_rows

    @property
    def columns(self) -> Array:
        """The columns (k,) of the entries of the lower triangle."""
        return self._blocks.entry_columns

    def values_of(self, matrix: Any) -> Array:
        """Return the values (k,) of a symmetric sparse matrix (n, n) with this pattern."""
        return np.asarray(
            csc_array(matrix)[self.rows, self.columns], dtype=float
        ).ravel()

    def factor(self, values: Array, diagonal: Array | None = None) -> "CholeskyFactor":
        """Return the factor of the matrix with these values (k,), plus a diagonal (n,).

        NotPositiveDefinite names the vertex whose pivot is not positive.
        """
        blocks = self._blocks
        panel = np.zeros(blocks.size)
        pivots = np.empty(self.n)
        panel[blocks.entry_places] = values
        if diagonal is not None:
            panel[blocks.diagonal] += diagonal[self._order]
        front = _aligned_zeros(_padded(blocks.widest) ** 2)
        stack = np.empty(blocks.stack_size)
        stack_blocks = np.empty_like(blocks.parent)
        column = _factor(*blocks.layout, front, stack, stack_blocks, panel, pivots)
        if column >= 0:
            raise NotPositiveDefinite(
                f"pivot {pivots[column]:g} at vertex {self._order[column]}: the matrix is not"
                " positive definite"
            )
        return CholeskyFactor(self, panel, pivots)


class CholeskyFactor:
    """L and D of one matrix A = L D L'; `CholeskyPattern.factor` makes it."""

    def __init__(self, pattern: CholeskyPattern, panel: Array, pivots: Array) -> None:
        self._pattern = pattern
        self._panel = panel
        self._pivots = pivots

    @property
    def log_determinant(self) -> float:
        """The logarithm of det A, the sum of those of the pivots."""
        return float(np.log(self._pivots).sum())

    def solve(self, b: Array) -> Array:
        """Return the x with A x = b, for b (n,) or several, (n, q)."""
        pattern = self._pattern
        blocks = pattern._blocks
        x = np.ascontiguousarray(b[pattern._order].T).reshape(-1, pattern.n)
        _solve(
            blocks.first,
            blocks.begin,
            blocks.rows,
            blocks.panel_start,
            self._panel,
            self._pivots,
            np.empty(blocks.widest),
            x,
        )
        return x[:, pattern._rank].T.reshape(b.shape)

    def inverse_diagonal(self) -> Array:
        """Return the diagonal (n,) of the inverse of A."""
        pattern = self._pattern
        blocks = pattern._blocks
        diagonal = np.empty(pattern.n)
        _inverse_diagonal(
            *blocks.layout,
            blocks.offset,
            _aligned_zeros(blocks.room),
            _aligned_zeros(_padded(blocks.widest)),
            self._panel,
            self._pivots,
            diagonal,
        )
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
    entry_rows, entry_columns, entry_places : (k,) arrays of int
        The entries of the lower triangle of a matrix with the pattern, and where they are stored.
    diagonal : (n,) array of int
        Where the diagonal entries are stored.
    offset, room : array of int, int
        Where the dense inverse of each block is stored, and how many entries all of them take: a
        block shares the memory with those that are not above it.
    stack_size : int
        The largest number of entries on the stack, where a block leaves its part for its parent.
    """

    def __init__(self, start, columns, order, rank, parent, lengths):
        n = len(parent)
        first = _block_starts(parent, lengths, np.array(ZEROS))
        sizes = np.diff(first)
        # A block has the rows of its last column.
        last = first[1:] - 1
        block_lengths = lengths[last]
        begin = np.concatenate([[0], np.cumsum(block_lengths)])
        begin_of_column = np.full(n, -1)
        begin_of_column[last] = begin[:-1]
        rows = np.empty(begin[-1], dtype=np.int64)
        _fill_rows(start, columns, order, rank, parent, begin_of_column, rows)
        block = np.repeat(np.arange(len(sizes)), sizes)
        block_parent = np.full(len(sizes), -1)
        has_rows = block_lengths > 0
        block_parent[has_rows] = block[parent[last[has_rows]]]
        widths = sizes + block_lengths
        panel_start = np.concatenate([[0], np.cumsum(sizes * widths)])
        self.first = first
        self.begin = begin
        self.rows = rows
        self.parent = block_parent
        self.panel_start = panel_start
        self.size = int(panel_start[-1])
        self.widest = int(widths.max())
        # The blocks and their rows ascend, so this number of a row does, too.
        numbers = np.repeat(np.arange(len(sizes)), block_lengths) * n + rows

        def place_within(block, row):
            """Return where rows are among the columns and rows of blocks."""
            below = np.searchsorted(numbers, block * n + row) - begin[block]
            own = row - first[block]
            return np.where(own < sizes[block], own, sizes[block] + below)

        within = place_within(np.repeat(block_parent, block_lengths), rows)
        self.layout = first, begin, within, block_parent, panel_start
        # The entries of the lower triangle of the matrix in the order of elimination.
        column = np.repeat(rank, np.diff(start))
        row = rank[columns]
        is_lower = row >= column
        row, column = row[is_lower], column[is_lower]
        block = block[column]
        places = panel_start[block] + (column - first[block]) * widths[block]
        self.entry_places = places + place_within(block, row)
        self.diagonal = np.empty(n, dtype=np.int64)
        on_diagonal = row == column
        self.diagonal[row[on_diagonal]] = self.entry_places[on_diagonal]
        # An entry below the diagonal of L may be above that of the matrix, whose order is another.
        ends = np.sort([order[row], order[column]], axis=0).astype(np.int32)
        self.entry_columns, self.entry_rows = ends
        self.offset, self.room = _inverse_storage(block_parent, _padded(widths) ** 2)
        self.stack_size = _stack_size(block_parent, block_lengths)


@kernel
def _inverse_storage(parent, square):
    """Return where the dense inverse of each block is stored, and how many entries all of them take.

    Each takes `square` entries. Those of a block and of all blocks above it are needed at a time. A
    parent comes after its children, so the blocks are visited in reverse.
    """
    offset = np.zeros(len(parent), dtype=np.int64)
    room = 0
    for back in range(len(parent)):
        s = len(parent) - 1 - back
        p = parent[s]
        if p >= 0:
            offset[s] = offset[p] + square[p]
        room = max(room, offset[s] + square[s])
    return offset, room


@kernel
def _stack_size(parent, lengths):
    """Return the largest number of entries on the stack, where blocks leave parts for their parents.

    Block s leaves a square matrix over its rows, whose number is lengths[s].
    """
    size = 0
    largest_size = 0
    # This is what each block takes from the stack.
    from_children = np.zeros(len(parent), dtype=np.int64)
    for s in range(len(parent)):
        size += lengths[s] ** 2 - from_children[s]
        largest_size = max(largest_size, size)
        if parent[s] >= 0:
            from_children[parent[s]] += lengths[s] ** 2
    return largest_size


def _padded(width):
    """Return the least multiple of LANES that is at least `width`."""
    return -(-width // LANES) * LANES


def _aligned_zeros(size):
    """Return zeros (size,) that begin at a multiple of LANES doubles in memory.

    NumPy's own arrays begin anywhere. Then most vectors of LANES doubles lie across two cache lines,
    and the kernels take a fifth to two fifths longer.
    """
    array = np.zeros(size + LANES)
    doubles_beyond = array.ctypes.data // array.itemsize % LANES
    return array[LANES - doubles_beyond :][:size]


def _minimum_degree_order(pattern):
    """Return a fill-reducing order: the vertex of each column of L.

    SuperLU computes it. The incomplete factor that comes with it keeps next to nothing, so its
    time is that of the order.
    """
    degree = np.diff(pattern.indptr) - 1
    i, j = pattern.nonzero()
    # Nearly a graph Laplacian: no pivot is 0.
    values = np.where(i == j, (1 + 1e-9) * degree[j] + 1e-9, -1.0)
    incomplete = spilu(
        coo_array((values, (i, j)), shape=pattern.shape).tocsc(),
        drop_tol=1.0,
        fill_factor=1,
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    return np.argsort(incomplete.perm_c)


def _children_first(parent):
    """Return the columns in an order in which children come just before their parent.

    `parent` (n,) is an elimination tree. Such an order leaves the fill as it is.
    """
    n = len(parent)
    # A root above all columns without a parent is vertex 0; column j is the vertex n - j.
    down = csr_array((np.ones(n), (n - parent, n - np.arange(n))), shape=(n + 1, n + 1))
    return n - depth_first_order(down, 0, return_predecessors=False)[:0:-1]


@kernel
def _elimination_tree(start, columns, order, rank):
    """Return the parent of each column in the elimination tree; n stands for none (Liu, 1986).

    The parent of a column is its first row below the diagonal of L. Column j of L is the vertex
    order[j], whose rank is j; row v of the matrix has the columns columns[start[v]:start[v + 1]].
    """
    n = len(order)
    parent = np.full(n, n)
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

    The rows of column j, ascending, are put into `rows` from begin[j] on; a column with
    begin[j] = -1 is left out. Row i of L has the columns on the paths in the elimination tree from
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
def _block_starts(parent, lengths, zeros):
    """Return the first column of each block, and n at the end.

    `parent` is the elimination tree, `lengths` is as of `_column_lengths`, and `zeros` is ZEROS.
    """
    n = len(parent)
    # The entries below the diagonal of all columns before each.
    entries_before = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths)))
    first = np.empty(n + 1, dtype=np.int64)
    count = 0
    for last in range(n):
        first[count] = last
        count += 1
        # The last two blocks are joined, if the parent of the earlier one is in the later one. The
        # joined block has the rows of its last column.
        while count > 1 and first[count - 1] <= parent[first[count - 1] - 1] <= last:
            columns = last + 1 - first[count - 2]
            rows = lengths[last]
            entries = columns * (columns - 1) // 2 + columns * rows
            entries_not_zero = (
                entries_before[last + 1] - entries_before[first[count - 2]]
            )
            largest_share = zeros[min(columns // 16, len(zeros) - 1)]
            is_wide = columns > FEW
            if is_wide and entries - entries_not_zero > largest_share * entries:
                break
            count -= 1
    first[count] = n
    return first[: count + 1].copy()


@helper
def _subtract(
    target,
    target_start,
    length,
    factors,
    factor_start,
    factor_step,
    count,
    rows,
    row_start,
    row_step,
):
    """Subtract from `target` a sum of `count` rows, each times its factor.

    The entries of `target` that change are `length` ones from `target_start` on. Row j is the
    `length` entries of `rows` from row_start + j row_step on, and its factor is the entry
    factor_start + j factor_step of `factors`. `length` is a multiple of LANES, which the division
    tells the compiler. Four rows at a time are read for each pass over `target`. Indices are
    unsigned, so none counts from the end.
    """
    start = np.uintp(target_start)
    row_a = np.uintp(row_start)
    step = np.uintp(row_step)
    length = np.uintp(length // LANES * LANES)
    for group in range(count // 4):
        j = factor_start + 4 * group * factor_step
        a = factors[j]
        b = factors[j + factor_step]
        c = factors[j + 2 * factor_step]
        d = factors[j + 3 * factor_step]
        row_b = row_a + step
        row_c = row_b + step
        row_d = row_c + step
        for i in range(length):
            target[start + i] -= (a * rows[row_a + i] + b * rows[row_b + i]) + (
                c * rows[row_c + i] + d * rows[row_d + i]
            )
        row_a = row_d + step
    for j in range(count // 4 * 4, count):
        a = factors[factor_start + j * factor_step]
        for i in range(length):
            target[start + i] -= a * rows[row_a + i]
        row_a += step


@helper
def _dot(a, a_start, b, b_start, length):
    """Return the sum of a b over `length` entries, from `a_start` and from `b_start` on.

    Four partial sums let the processor begin an addition before the last one has ended.
    """
    i = np.uintp(a_start)
    j = np.uintp(b_start)
    length = np.uintp(length)
    one = np.uintp(1)
    two = np.uintp(2)
    three = np.uintp(3)
    four = np.uintp(4)
    sum_0 = 0.0
    sum_1 = 0.0
    sum_2 = 0.0
    sum_3 = 0.0
    whole = length // four * four
    for k in range(np.uintp(0), whole, four):
        sum_0 += a[i + k] * b[j + k]
        sum_1 += a[i + k + one] * b[j + k + one]
        sum_2 += a[i + k + two] * b[j + k + two]
        sum_3 += a[i + k + three] * b[j + k + three]
    for k in range(whole, length):
        sum_0 += a[i + k] * b[j + k]
    return (sum_0 + sum_1) + (sum_2 + sum_3)


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
    stack_count = 0
    stack_end = 0
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
            low = np.uintp(begin[child])
            high = np.uintp(begin[child + 1])
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
            row = a * stride
            low = a // LANES * LANES
            _subtract(
                target=front,
                target_start=row + low,
                length=stride - low,
                factors=panel,
                factor_start=panel_offset + a,
                factor_step=m,
                count=min(a, k),
                rows=front,
                row_start=low,
                row_step=stride,
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
        f = first[s]
        low = begin[s]
        k = first[s + 1] - f
        m = k + begin[s + 1] - low
        # All right-hand sides are treated block by block: the block stays in the cache.
        for x in xs:
            for a in range(k):
                part[a] = x[f + a]
            for a in range(k, m):
                part[a] = 0
            for j in range(k):
                at = np.uintp(panel_start[s] + j * m)
                value = part[j]
                x[f + j] = value
                for a in range(np.uintp(j + 1), np.uintp(m)):
                    part[a] -= value * panel[at + a]
            for a in range(k, m):
                x[rows[low + a - k]] += part[a]
    for back in range(len(panel_start) - 1):
        s = len(panel_start) - 2 - back
        f = first[s]
        low = begin[s]
        k = first[s + 1] - f
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
        k = first[s + 1] - first[s]
        r = begin[s + 1] - begin[s]
        m = k + r
        stride = -(-m // LANES) * LANES
        # Because the pattern is filled, all rows are among the columns and rows of the parent.
        if r:
            p = parent[s]
            parent_width = first[p + 1] - first[p] + begin[p + 1] - begin[p]
            parent_stride = -(-parent_width // LANES) * LANES
            low = np.uintp(begin[s])
            high = np.uintp(begin[s + 1])
            at = np.uintp(offset[s] + k * stride + k)
            for a in range(low, high):
                row = np.uintp(offset[p] + within[a] * parent_stride)
                for b in range(low, high):
                    inverse[at] = inverse[row + np.uintp(within[b])]
                    at += np.uintp(1)
                at += np.uintp(stride - r)
        for step in range(k):
            j = k - 1 - step
            length = m - j - 1
            row = np.uintp(offset[s] + j * stride)
            # Column j of L begins below its diagonal here.
            l_j = panel_start[s] + j * m + j + 1
            low = (j + 1) // LANES * LANES
            for a in range(np.uintp(low), np.uintp(stride)):
                z[a] = 0
            # The type is explicit, because Numba would compile another version for a literal.
            one = np.int64(1)
            at = offset[s] + (j + 1) * stride
            _subtract(
                target=z,
                target_start=low,
                length=stride - low,
                factors=panel,
                factor_start=l_j,
                factor_step=one,
                count=length,
                rows=inverse,
                row_start=at + low,
                row_step=stride,
            )
            entry = 1 / pivots[first[s] + j] - _dot(panel, l_j, z, j + 1, length)
            diagonal[first[s] + j] = inverse[row + np.uintp(j)] = entry
            for a in range(np.uintp(j + 1), np.uintp(m)):
                inverse[row + a] = z[a]
                inverse[np.uintp(at + j)] = z[a]
                at += stride
