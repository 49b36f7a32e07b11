"""Haar wavelets over a spanning tree (Sharpnack, Singh & Krishnamurthy, 2013)."""

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import checks
from gaussmech.checks import Array
from gaussmech.graphs.balanced_splits import split_evenly
from gaussmech.graphs.compiling import kernel
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
        self._order, self._runs, self._steps, self.bands = split_evenly(forest)
        self._starts, self._norms = forest.bounds[:-1], np.sqrt(np.diff(forest.bounds))

    def forward(self, x: ArrayLike) -> Array:
        """Return the coefficients (n,) of the signal x (n,), or (K, n) of K signals (K, n)."""
        w = np.empty(np.shape(x))
        for signal, row in zip(_signals("x", x, self.n), w.reshape(-1, self.n), strict=True):
            sums = signal[self._order]
            _forward(sums, self._runs, self._steps, row[self.constants :])
            row[: self.constants] = sums[self._starts] / self._norms
        return w

    def inverse(self, w: ArrayLike) -> Array:
        """Return the signal (n,) with the coefficients w (n,), or (K, n) for w (K, n)."""
        x, means = np.empty(np.shape(w)), np.empty(self.n)
        for row, signal in zip(_signals("w", w, self.n), x.reshape(-1, self.n), strict=True):
            means[self._starts] = row[: self.constants] / self._norms
            _inverse(means, self._runs, self._steps, row[self.constants :])
            signal[self._order] = means
        return x

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
        columns = out.reshape(self.n, -1)
        # Sets still to be split, a row each: at each of log2 n levels a tree falls into at most n
        # parts, grouped by halves.
        means = np.zeros(((self.levels + 2) ** 2, columns.shape[1]))
        tree = self._order, self._runs, self._steps
        _add_bands(
            w[self.constants :],
            self.bands[self.constants :],
            thresholds,
            columns,
            counts,
            means,
            *tree,
        )
        return counts

    def denoise(self, y: ArrayLike, sigma: float) -> Array:
        """Soft-threshold the coefficients of y at sigma sqrt(2 log n), except for the constants.

        The rule of Balle & Wang, Figure 6, for signals plus N(0, sigma^2 I), (n,) or (K, n). The
        paper does not say whether constants are thresholded; leaving them keeps the total.
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
