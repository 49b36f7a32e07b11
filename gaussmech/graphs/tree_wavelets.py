"""Haar wavelets over a spanning tree (Sharpnack, Singh & Krishnamurthy, 2013)."""

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from gaussmech import checks
from gaussmech.checks import Array
from gaussmech.graphs.balanced_splits import split_evenly
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.rooted_forest import root_forest
from gaussmech.shrinkage import soft_threshold


class TreeWavelets:
    """Orthonormal wavelet basis of R^n that follows a spanning tree.

    The tree is split at its balancing vertex v (each component of T - v has at most half of the
    vertices), which joins the smallest component. A Haar basis over the components, grouped by
    halves, gives elements sqrt(ab/(a+b)) (1_A/a - 1_B/b); then each component is split in turn. A
    signal with few jumps along the tree has few coefficients: at most
    ceil(log2 d) ceil(log2 n) per cut edge, d the largest tree degree.

    Parameters
    ----------
    graph : Graph
    tree : array of int
        Edge indices of a spanning tree of each component, as `spanning_tree` returns them.

    Attributes
    ----------
    n : int
        Number of coefficients and of vertices.
    constants : int
        Number of components. The first coefficients, one per component, carry the means:
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

    See Also
    --------
    spanning_tree : draws a tree.
    denoise : its methods `wavelet` and `wavelet-sure`.

    Notes
    -----
    Construction takes O(n log n) operations, a transform or its inverse O(n).

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
        order, first, second, plus, minus, self.bands = split_evenly(forest)
        self._basis = order, forest.bounds, first, second, plus, minus

    def forward(self, x: ArrayLike) -> Array:
        """Return the coefficients (n,) of the signal x (n,), or (K, n) of K signals (K, n)."""
        return _forward(_signals("x", x, self.n), *self._basis).reshape(np.shape(x))

    def inverse(self, w: ArrayLike) -> Array:
        """Return the signal (n,) with the coefficients w (n,), or (K, n) for w (K, n)."""
        return _inverse(_signals("w", w, self.n), *self._basis).reshape(np.shape(w))

    def add_bands(self, w: ArrayLike, thresholds: ArrayLike, out: Array) -> np.ndarray:
        """Add the signal of each band of w, soft-thresholded, to `out`: for means over trees.

        Parameters
        ----------
        w : (n,) array
            Coefficients.
        thresholds : (C,) array
            Non-negative thresholds.
        out : (n, levels, C) array
            out[:, j, c] gains the inverse of the coefficients of band j - 1, shrunk towards 0
            by thresholds[c]. The constants are in no band.

        Returns
        -------
        (levels, C) array of int
            Number of coefficients above the threshold: the divergence of what was added.

        Raises
        ------
        ValueError
            Arrays of other shapes, negative thresholds, values that are not finite, or an `out`
            that is not a contiguous, writable array of float64.
        """
        w = _plain(checks.signal("w", w, self.n))
        thresholds = _plain(checks.real_array("thresholds", thresholds, low=0))
        shape = self.n, self.levels, *thresholds.shape
        if thresholds.ndim != 1 or out.shape != shape:
            raise ValueError(
                f"out has shape {out.shape} and thresholds {thresholds.shape}; they must be"
                f" ({self.n}, {self.levels}, C) and (C,)"
            )
        if out.dtype != np.float64 or not out.flags.carray:
            raise ValueError("out must be a contiguous, writable array of float64, to be added to")
        counts = np.zeros(shape[1:], dtype=np.int64)
        _add_bands(w, thresholds, self.bands, out.reshape(self.n, -1), counts, *self._basis)
        return counts

    def denoise(self, y: ArrayLike, sigma: float) -> Array:
        """Soft-threshold the coefficients of y at sigma sqrt(2 log n), except for the constants.

        The rule of Balle & Wang, Figure 6, for y (n,) or (K, n): signals plus N(0, sigma^2 I). The
        paper does not say whether constants are thresholded; without that the total stays.
        """
        sigma = checks.real_scalar("sigma", sigma, low=0, open_low=True, open_high=True)
        w = self.forward(_signals("y", y, self.n).reshape(np.shape(y)))
        threshold = sigma * np.sqrt(2 * np.log(self.n))
        k = self.constants
        w[..., k:] = soft_threshold(w[..., k:], sigma, threshold=threshold)
        return self.inverse(w)


def _signals(name, value, n):
    """Return `value` as a (K, n) float64 array of finite entries; a vector is one row."""
    if np.ndim(value) == 2 and np.shape(value)[1] == n:
        big = np.finfo(float).max
        array = checks.real_array(name, value, low=-big, high=big)
    else:
        array = checks.signal(name, value, n)
    return _plain(array).reshape(-1, n)


def _plain(array):
    """Return the array contiguous and writable, as the transforms are compiled for."""
    return np.require(array, requirements=["C", "W"])


# The transforms work in place: the first position of a run holds its sum or, backwards, its mean.


@njit(cache=True)
def _forward(x, order, bounds, first, second, plus, minus):
    n = len(order)
    constants = len(bounds) - 1
    w = np.empty_like(x)
    sums = np.empty(n)
    for row in range(len(x)):
        for p in range(n):
            sums[p] = x[row, order[p]]
        for i in range(n - constants - 1, -1, -1):
            a, b = sums[first[i]], sums[second[i]]
            w[row, constants + i] = plus[i] * a - minus[i] * b
            sums[first[i]] = a + b
        for c in range(constants):
            w[row, c] = sums[bounds[c]] / np.sqrt(bounds[c + 1] - bounds[c])
    return w


@njit(cache=True)
def _inverse(w, order, bounds, first, second, plus, minus):
    n = len(order)
    constants = len(bounds) - 1
    x = np.empty_like(w)
    means = np.empty(n)
    for row in range(len(w)):
        for c in range(constants):
            means[bounds[c]] = w[row, c] / np.sqrt(bounds[c + 1] - bounds[c])
        for i in range(n - constants):
            mean, step = means[first[i]], w[row, constants + i]
            means[first[i]] = mean + plus[i] * step
            means[second[i]] = mean - minus[i] * step
        for p in range(n):
            x[row, order[p]] = means[p]
    return x


@njit(cache=True)
def _add_bands(w, thresholds, bands, out, counts, order, bounds, first, second, plus, minus):
    n, columns = out.shape
    constants = len(bounds) - 1
    # The sets that are still to be split, one column per band and threshold: at each of log2 n
    # levels a tree falls into at most n parts, grouped by halves.
    depth = (len(counts) + 2) ** 2
    means = np.zeros((depth, columns))
    place = np.empty(depth, dtype=np.int64)
    for c in range(constants):
        i, end = bounds[c] - c, bounds[c + 1] - c - 1
        means[0] = 0
        place[0] = bounds[c]
        waiting = 1
        while waiting > 0:
            top = waiting - 1
            if i < end and first[i] == place[top]:
                # A goes on top of B, and is dealt with next.
                for k in range(columns):
                    means[waiting, k] = means[top, k]
                place[top] = second[i]
                place[waiting] = first[i]
                band = bands[constants + i] + 1
                for t in range(len(thresholds)):
                    excess = abs(w[constants + i]) - thresholds[t]
                    if excess > 0:
                        step = np.copysign(excess, w[constants + i])
                        column = band * len(thresholds) + t
                        means[waiting, column] += plus[i] * step
                        means[top, column] -= minus[i] * step
                        counts[band, t] += 1
                waiting += 1
                i += 1
            else:
                v = order[place[top]]
                for k in range(columns):
                    out[v, k] += means[top, k]
                waiting -= 1
