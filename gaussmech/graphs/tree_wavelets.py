"""Haar wavelets over a spanning tree (Sharpnack, Singh & Krishnamurthy, 2013)."""

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.graphs._compiling import helper, kernel, plain
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.spanning_trees import CHILD, PARENT, SIBLING, SIZE, root_forest
from gaussmech.vectors.shrinkage import soft_threshold


class TreeWavelets:
    """Orthonormal wavelet basis of R^n that follows a spanning tree.

    The tree is split at its balancing vertex v (each component of T - v has at most half of the
    vertices), which joins the smallest component. A Haar basis over the components, grouped by
    halves, gives elements sqrt(ab/(a+b)) (1_A/a - 1_B/b); then each component is split in turn. A
    jump at an edge gives at most ceil(log2 d) ceil(log2 n) coefficients, d the largest degree.

    Parameters
    ----------
    graph : Graph
    tree : array of int
        Edge indices of a spanning tree of each component, as `spanning_tree` returns them.

    Attributes
    ----------
    n, constants : int
        Numbers of coefficients and of components, whose means the first coefficients carry:
        w[0] = sum(x) / sqrt(n) on a connected graph.
    bands : (n,) array of int
        floor(log2 h), h = ab/(a+b): -1 for a pair of vertices, larger for coarser elements;
        floor(log2 size) for the constants.
    levels : int
        floor(log2 n): the bands of all but the constants are -1 .. levels - 2.

    Raises
    ------
    ValueError
        `tree` is not a spanning forest of `graph`.

    Examples
    --------
    >>> from gaussmech.graphs.graph import Graph
    >>> path = Graph(4, [[0, 1], [1, 2], [2, 3]])
    >>> w = TreeWavelets(path, [0, 1, 2]).forward(np.array([1.0, 1.0, 3.0, 3.0]))
    >>> w.round(6).tolist()
    [4.0, -2.0, 0.0, 0.0]
    """

    def __init__(self, graph: Graph, tree: ArrayLike) -> None:
        forest = root_forest("tree", tree, graph)
        self.n = graph.n
        self.constants = len(forest.bounds) - 1
        self.levels = self.n.bit_length() - 1
        self._order, self._runs, self._steps, self.bands = _split_evenly(forest)
        self._starts, self._norms = forest.bounds[:-1], np.sqrt(np.diff(forest.bounds))

    def forward(self, x: ArrayLike) -> Array:
        """Return the coefficients (n,) of the signal x (n,), or (K, n) of K signals (K, n)."""
        signals = _signals("x", x, self.n)
        w = np.empty(np.shape(x))
        for signal, row in zip(signals, w.reshape(-1, self.n), strict=True):
            sums = signal[self._order]
            _forward(sums, self._runs, self._steps, row[self.constants :])
            row[: self.constants] = sums[self._starts] / self._norms
        return w

    def inverse(self, w: ArrayLike) -> Array:
        """Return the signal (n,) with the coefficients w (n,), or (K, n) for w (K, n)."""
        rows = _signals("w", w, self.n)
        x, means = np.empty(np.shape(w)), np.empty(self.n)
        for row, signal in zip(rows, x.reshape(-1, self.n), strict=True):
            means[self._starts] = row[: self.constants] / self._norms
            _inverse(means, self._runs, self._steps, row[self.constants :])
            signal[self._order] = means
        return x

    def add_bands(self, w: ArrayLike, thresholds: ArrayLike, out: Array) -> np.ndarray:
        """Add the signal of each band of w (n,), soft-thresholded, to `out` (n, levels, C).

        out[:, j, c] gains the inverse of the coefficients of band j - 1, shrunk towards 0 by
        thresholds[c] >= 0; return how many are above it, (levels, C), its divergence.
        """
        w = plain(_checks.signal("w", w, self.n))
        thresholds = plain(_checks.real_array("thresholds", thresholds, low=0))
        shape = self.n, self.levels, *thresholds.shape
        if thresholds.ndim != 1 or np.shape(out) != shape:
            raise ValueError(
                f"out has shape {np.shape(out)} and thresholds {thresholds.shape}; they must be"
                f" ({self.n}, {self.levels}, C) and (C,)"
            )
        if not isinstance(out, np.ndarray) or out.dtype != np.float64 or not out.flags.carray:
            raise ValueError("out must be a contiguous, writable array of float64, to be added to")
        counts = np.zeros(shape[1:], dtype=np.int64)
        columns = out.reshape(self.n, -1)
        # A row per set still to be split: at each of log2 n levels at most n parts, by halves.
        means = np.zeros(((self.levels + 2) ** 2, columns.shape[1]))
        k, tree = self.constants, (self._order, self._runs, self._steps)
        _add_bands(w[k:], self.bands[k:], thresholds, columns, counts, means, *tree)
        return counts

    def denoise(self, y: ArrayLike, sigma: float) -> Array:
        """Soft-threshold the coefficients of y at sigma sqrt(2 log n), but for the constants.

        The rule of Balle & Wang, Figure 6, for signals (n,) or (K, n); it keeps the total.
        """
        sigma = _checks.real_scalar("sigma", sigma, low=0, open_low=True, open_high=True)
        w = self.forward(_signals("y", y, self.n).reshape(np.shape(y)))
        threshold = sigma * np.sqrt(2 * np.log(self.n))
        k = self.constants
        w[..., k:] = soft_threshold(w[..., k:], sigma, threshold=threshold)
        return self.inverse(w)


def _signals(name, value, n):
    """Return `value` as a (K, n) float64 array of finite entries; a vector is one row."""
    array = _checks.plain_array(name, value)
    if array.ndim == 2 and array.shape[1] == n:
        return plain(_checks.real_array(name, array, **_checks.FINITE))
    return plain(_checks.signal(name, value, n))[None]


# The transforms work in place: the first position of a run holds its sum or, backwards, its mean.


@kernel
def _forward(sums, runs, steps, w):
    for k in range(len(w)):
        i = len(w) - 1 - k
        first, second = runs[i, 0], runs[i, 1]
        a, b = sums[first], sums[second]
        sums[first] = a + b
        w[i] = steps[i, 0] * a - steps[i, 1] * b


@kernel
def _inverse(means, runs, steps, w):
    for i in range(len(w)):
        first, second, step = runs[i, 0], runs[i, 1], w[i]
        mean, up, down = means[first], steps[i, 0], steps[i, 1]
        means[first] = mean + up * step
        means[second] = mean - down * step


@kernel
def _add_bands(w, bands, thresholds, out, counts, means, order, runs, steps):
    """Add to `out`, position by position; the last of the waiting sets begins at the position."""
    i = waiting = 0
    for p in range(len(order)):
        if waiting == 0:
            means[0] = 0
            waiting = 1
        while i < len(w) and runs[i, 0] == p:
            # A goes on top of B.
            for k in range(out.shape[1]):
                means[waiting, k] = means[waiting - 1, k]
            for t in range(len(thresholds)):
                excess = abs(w[i]) - thresholds[t]
                if excess > 0:
                    if w[i] < 0:
                        excess = -excess
                    column = (bands[i] + 1) * len(thresholds) + t
                    means[waiting, column] += steps[i, 0] * excess
                    means[waiting - 1, column] -= steps[i, 1] * excess
                    counts[bands[i] + 1, t] += 1
            waiting += 1
            i += 1
        waiting -= 1
        v = order[p]
        for k in range(out.shape[1]):
            out[v, k] += means[waiting, k]


def _split_evenly(forest):
    """Split a RootedForest, whose `node` is overwritten, into sets that are runs of positions.

    A set is split into A and B, of a and b vertices, then A, then B, component by component; of a
    cut tree the part above comes first, and v joins the first of the smallest. Return `order`, the
    vertex at each position; `runs`, the first positions of A and B; `steps`, the Haar element,
    sqrt(b / (a (a + b))) on A and minus sqrt(a / (b (a + b))) on B; and `bands`, floor(log2 size)
    of each component, then floor(log2 (a b / (a + b))) of each split.
    """
    n, bounds = len(forest.vertex), forest.bounds
    constants = len(bounds) - 1
    order = np.empty(n, dtype=np.int32)
    runs = np.empty((n - constants, 2), dtype=np.int32)
    steps = np.empty((n - constants, 2))
    # While a b is below 2^53 no a b / (a + b) is rounded up to a power of 2.
    sizes = np.empty(n)
    sizes[:constants] = np.diff(bounds)
    # Trees to split, of at least 2 vertices each, and groups of parts.
    trees, groups = np.empty((n // 2 + 1, 3), dtype=np.int64), np.empty((64, 3), dtype=np.int64)
    stacks = trees, groups, *np.empty((2, n + 1), dtype=np.int64)
    _split(forest.vertex, forest.node, bounds, order, runs, steps, sizes[constants:], *stacks)
    bands = np.frexp(sizes)[1].astype(np.int64) - 1
    return order, runs, steps, bands


@kernel
def _split(vertex, node, bounds, order, runs, steps, sizes, trees, groups, tops, cut):
    """Fill `order`, `runs`, `steps` and the a b / (a + b) of the splits, `sizes`."""
    # A row of `trees`: top, first position, first split; of `groups`: first part, end, first split.
    for c in range(len(bounds) - 1):
        pending = 0
        if bounds[c + 1] - bounds[c] == 1:
            order[bounds[c]] = vertex[bounds[c]]
        else:
            trees[0, 0], trees[0, 1], trees[0, 2] = bounds[c], bounds[c], bounds[c] - c
            pending = 1
        while pending > 0:
            pending -= 1
            tops[0], cut[0], split = trees[pending, 0], trees[pending, 1], trees[pending, 2]
            groups[0, 0], groups[0, 2] = 0, split
            groups[0, 1] = _take_apart(tops[0], node, tops, cut)
            waiting = 1
            while waiting > 0:
                waiting -= 1
                g, h, split = groups[waiting, 0], groups[waiting, 1], groups[waiting, 2]
                if h - g > 1:
                    middle = (g + h) // 2
                    low, high = cut[g], cut[middle]
                    runs[split, 0], runs[split, 1] = low, high
                    a, b = high - low, cut[h] - high
                    whole = float(a + b)
                    steps[split, 0] = np.sqrt(b / (a * whole))
                    steps[split, 1] = np.sqrt(a / (b * whole))
                    sizes[split] = a * b / whole
                    # B waits below A; the rows still hold g and h.
                    groups[waiting, 1], groups[waiting, 2] = middle, split + 1
                    groups[waiting + 1, 0], groups[waiting + 1, 1] = middle, h
                    groups[waiting + 1, 2] = split + a
                    waiting += 2
                elif cut[h] - cut[g] > 1:
                    trees[pending, 0], trees[pending, 1] = tops[g], cut[g]
                    trees[pending, 2] = split
                    pending += 1
                else:
                    order[cut[g]] = vertex[tops[g]]


@helper
def _take_apart(top, node, tops, cut):
    """Cut a tree at its balancing vertex; return how many parts: their `tops`, and bounds `cut`."""
    total = node[top, SIZE]
    v = _balancing_vertex(top, node)
    size = node[v, SIZE]
    parts = 0
    smallest, least = 0, total
    if v != top:
        least = total - size
        tops[0] = top
        cut[1] = cut[0] + least
        parts = 1
    child = node[v, CHILD]
    while child >= 0:
        if node[child, PARENT] == v:
            below = node[child, SIZE]
            if below < least:
                smallest, least = parts, below
            tops[parts] = child
            parts += 1
            cut[parts] = cut[parts - 1] + below
        child = node[child, SIBLING]
    if total == 2:
        tops[1], tops[0] = tops[0], v
        cut[2] = cut[1] + 1
        return 2
    # v joins the smallest part: below the one above it, or on top of a child's.
    for part in range(smallest + 1, parts + 1):
        cut[part] += 1
    gone = size
    if tops[smallest] == top:
        gone -= 1
        node[v, SIZE] = 1
    else:
        child = tops[smallest]
        tops[smallest] = v
        node[v, SIZE] = least + 1
        node[v, CHILD] = child
        node[child, SIBLING] = -1
    u = v
    while u != top:
        u = node[u, PARENT]
        node[u, SIZE] -= gone
    if gone == size:
        node[v, PARENT] = -1
    return parts


@helper
def _balancing_vertex(top, node):
    """Return the vertex nearest to the top that leaves no part above half of the tree."""
    total = node[top, SIZE]
    v = top
    child = node[v, CHILD]
    while child >= 0:
        # A child that was cut off stays in the list: at most one per level.
        if node[child, PARENT] == v and 2 * node[child, SIZE] > total:
            v = child
            child = node[v, CHILD]
        else:
            child = node[child, SIBLING]
    return v
