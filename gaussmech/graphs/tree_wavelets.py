"""Haar wavelets over a spanning tree (Sharpnack, Singh & Krishnamurthy, 2013)."""

import numpy as np
from numba import njit

from gaussmech import checks
from gaussmech.graphs.union_find import count_sets
from gaussmech.shrinkage import soft_threshold


class TreeWavelets:
    """Orthonormal wavelet basis of R^n that follows a spanning tree.

    The tree is split at its balancing vertex v (each component of T - v has at most half
    of the vertices); v joins the smallest component; a Haar basis over the components,
    grouped by halves, gives elements sqrt(ab/(a+b)) (1_A/a - 1_B/b); then each component
    in turn. A signal with few jumps along the tree has few coefficients: at most
    ceil(log2 d) ceil(log2 n) a cut edge, d the largest tree degree.

    Parameters
    ----------
    graph : RoadGraph
    tree : array of int
        Edge indices of a spanning tree of each component, as `spanning_tree` returns them.

    Attributes
    ----------
    n : int
        Number of coefficients, the same as of vertices.
    constants : int
        The first so many coefficients (one a component, so 1 on a connected graph) carry
        the means: w[0] = sum(x) / sqrt(n).
    bands : (n,) array of int
        floor(log2 h), h = ab/(a+b): -1 for a pair of vertices, larger for coarser elements;
        floor(log2 size) for the constants.

    Raises
    ------
    ValueError
        `tree` is no spanning forest of `graph`.

    Notes
    -----
    The build takes O(n log n) operations, a transform or its inverse O(n).

    Examples
    --------
    >>> from gaussmech.graphs.road_graph import RoadGraph
    >>> path = RoadGraph(4, [[0, 1], [1, 2], [2, 3]])
    >>> w = TreeWavelets(path, [0, 1, 2]).forward(np.array([1.0, 1.0, 3.0, 3.0]))
    >>> w.round(6).tolist()
    [4.0, -2.0, 0.0, 0.0]
    """

    def __init__(self, graph, tree):
        tree = np.asarray(tree)
        if tree.ndim != 1 or (tree.size and tree.dtype.kind not in "iu"):
            raise ValueError(f"tree is {tree!r}; it must be a vector of edge indices")
        tree = tree.astype(np.int64)
        bad = (tree < 0) | (tree >= graph.m)
        if bad.any():
            raise ValueError(f"tree holds {tree[bad][0]}; allowed are edges 0 to {graph.m - 1}")
        labels = graph.components
        self.n = graph.n
        self.constants = int(labels.max()) + 1
        parts = count_sets(graph.n, graph.edges[tree])
        if len(tree) != graph.n - self.constants or parts != self.constants:
            raise ValueError(
                f"tree has {len(tree)} edges that leave {parts} components; it must be a spanning"
                f" tree of each component, {graph.n - self.constants} edges in all that leave"
                f" {self.constants}"
            )
        start, neighbour = _tree_adjacency(graph.n, graph.edges[tree])
        order = np.argsort(labels, kind="stable")
        bounds = np.concatenate([[0], np.cumsum(np.bincount(labels))])
        self._first, self._left, self._right = _build(start, neighbour, order, bounds)
        self._order, self._bounds = order, bounds
        h = self._left / (self._left + self._right) * self._right
        self._scale = np.sqrt(h)
        sizes = np.diff(bounds)
        self.bands = np.floor(np.log2(np.concatenate([sizes, h]))).astype(np.int64)

    def forward(self, x):
        """Coefficients w (n,) of the signal x (n,)."""
        x = checks.signal("x", x, self.n)
        return _forward(
            x[self._order], self._bounds, self._first, self._left, self._right, self._scale
        )

    def inverse(self, w):
        """Signal x (n,) with the coefficients w (n,)."""
        w = checks.signal("w", w, self.n)
        x = np.empty(self.n)
        x[self._order] = _inverse(
            w, self._bounds, self._first, self._left, self._right, self._scale
        )
        return x

    def denoise(self, y, sigma):
        """Soft-threshold the coefficients of y at sigma sqrt(2 log n), the constants kept.

        y (n,) is a signal plus N(0, sigma^2 I); the rule of Balle & Wang, Figure 6. The
        paper does not say whether the constant is thresholded; keeping it keeps the total.
        """
        sigma = checks.real_scalar("sigma", sigma, low=0, open_low=True, open_high=True)
        w = self.forward(checks.signal("y", y, self.n))
        threshold = sigma * np.sqrt(2 * np.log(self.n))
        k = self.constants
        w[k:] = soft_threshold(w[k:], sigma, threshold=threshold)
        return self.inverse(w)


def _tree_adjacency(n, edges):
    """CSR adjacency of the tree: `start` (n+1,), `neighbour` (2 len(edges),)."""
    ends = edges.ravel()
    start = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(ends, minlength=n), out=start[1:])
    return start, edges[:, ::-1].ravel()[np.argsort(ends, kind="stable")]


# Layout: `order` is permuted so that every A and B is a run of consecutive places. Element i
# splits places first .. first+a+b into A (the first a) and B. Elements stand in preorder, so
# A is split by element i+1 and B by element i+a: no child pointers are stored.


@njit(cache=True)
def _build(start, neighbour, order, bounds):
    n = len(order)
    constants = len(bounds) - 1
    first = np.empty(n - constants, dtype=np.int64)
    left = np.empty(n - constants, dtype=np.float64)
    right = np.empty(n - constants, dtype=np.float64)
    part = np.full(n, -1, dtype=np.int64)
    parent = np.empty(n, dtype=np.int64)
    size = np.empty(n, dtype=np.int64)
    buffer = np.empty(n, dtype=np.int64)
    cut = np.empty(n + 1, dtype=np.int64)
    # Pending subtrees (places low .. high) and pending groups of components.
    stack = np.empty((n + 1, 3), dtype=np.int64)
    groups = np.empty((n + 1, 3), dtype=np.int64)
    parts = 0
    for c in range(constants):
        low, high = bounds[c], bounds[c + 1]
        for place in range(low, high):
            part[order[place]] = parts
        parts += 1
        top = 0
        if high - low > 1:
            stack[0] = low, high, low - c
            top = 1
        while top > 0:
            top -= 1
            low, high, base = stack[top]
            k = _split(low, high, order, part, start, neighbour, parent, size, buffer, cut)
            groups[0] = 0, k, base
            pending = 1
            while pending > 0:
                pending -= 1
                g, h, element = groups[pending]
                if h - g == 1:
                    for place in range(cut[g], cut[h]):
                        part[order[place]] = parts
                    parts += 1
                    if cut[h] - cut[g] > 1:
                        stack[top] = cut[g], cut[h], element
                        top += 1
                    continue
                middle = (g + h) // 2
                a = cut[middle] - cut[g]
                first[element] = cut[g]
                left[element] = a
                right[element] = cut[h] - cut[middle]
                groups[pending] = g, middle, element + 1
                groups[pending + 1] = middle, h, element + a
                pending += 2
    return first, left, right


@njit(cache=True)
def _breadth_first(root, excluded, part, start, neighbour, parent, out):
    """Vertices of root's part reachable without `excluded`, into `out`; returns how many."""
    out[0] = root
    parent[root] = excluded
    done, count = 0, 1
    while done < count:
        v = out[done]
        done += 1
        for p in range(start[v], start[v + 1]):
            u = neighbour[p]
            if u != parent[v] and part[u] == part[v]:
                parent[u] = v
                out[count] = u
                count += 1
    return count


@njit(cache=True)
def _split(low, high, order, part, start, neighbour, parent, size, buffer, cut):
    """Reorder places low .. high by component; their bounds go into `cut`; returns how many."""
    total = high - low
    if total == 2:
        cut[0], cut[1], cut[2] = low, low + 1, high
        return 2
    v = _centroid(order[low], total, part, start, neighbour, parent, size, buffer)
    count = 0
    smallest, smallest_size = -1, total
    cut[0] = low
    at = 0
    for p in range(start[v], start[v + 1]):
        u = neighbour[p]
        if part[u] != part[v]:
            continue
        found = _breadth_first(u, v, part, start, neighbour, parent, buffer[at:])
        at += found
        if found < smallest_size:
            smallest, smallest_size = count, found
        count += 1
        cut[count] = low + at
    # v joins the smallest component: the later ones move up by one place.
    insert = cut[smallest + 1] - low
    for i in range(at, insert, -1):
        buffer[i] = buffer[i - 1]
    buffer[insert] = v
    for g in range(smallest + 1, count + 1):
        cut[g] += 1
    for i in range(total):
        order[low + i] = buffer[i]
    return count


@njit(cache=True)
def _centroid(root, total, part, start, neighbour, parent, size, buffer):
    count = _breadth_first(root, -1, part, start, neighbour, parent, buffer)
    for i in range(count - 1, -1, -1):
        size[buffer[i]] = 1
    for i in range(count - 1, 0, -1):
        size[parent[buffer[i]]] += size[buffer[i]]
    v = root
    descending = True
    while descending:
        descending = False
        for p in range(start[v], start[v + 1]):
            u = neighbour[p]
            if u != parent[v] and part[u] == part[v] and 2 * size[u] > total:
                v = u
                descending = True
                break
    return v


@njit(cache=True)
def _forward(x, bounds, first, left, right, scale):
    constants = len(bounds) - 1
    n = len(x)
    w = np.empty(n)
    sums = np.empty(max(n - constants, 1))
    for i in range(n - constants - 1, -1, -1):
        a = int(left[i])
        sum_a = x[first[i]] if a == 1 else sums[i + 1]
        sum_b = x[first[i] + a] if right[i] == 1 else sums[i + a]
        sums[i] = sum_a + sum_b
        w[constants + i] = scale[i] * (sum_a / left[i] - sum_b / right[i])
    for c in range(constants):
        low, high = bounds[c], bounds[c + 1]
        total = x[low] if high - low == 1 else sums[low - c]
        w[c] = total / np.sqrt(high - low)
    return w


@njit(cache=True)
def _inverse(w, bounds, first, left, right, scale):
    constants = len(bounds) - 1
    n = len(w)
    x = np.empty(n)
    means = np.empty(max(n - constants, 1))
    for c in range(constants):
        low, high = bounds[c], bounds[c + 1]
        mean = w[c] / np.sqrt(high - low)
        if high - low == 1:
            x[low] = mean
        else:
            means[low - c] = mean
    for i in range(n - constants):
        a = int(left[i])
        step = w[constants + i] * scale[i]
        mean_a = means[i] + step / left[i]
        mean_b = means[i] - step / right[i]
        if a == 1:
            x[first[i]] = mean_a
        else:
            means[i + 1] = mean_a
        if right[i] == 1:
            x[first[i] + a] = mean_b
        else:
            means[i + a] = mean_b
    return x
