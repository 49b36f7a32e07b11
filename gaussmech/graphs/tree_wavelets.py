"""Haar wavelets over a spanning tree (Sharpnack, Singh & Krishnamurthy, 2013).

The vertices of a tree are split into halves recursively; each split of a set into A and B, of a
and b vertices, gives one wavelet, sqrt(ab / (a + b)) (1_A / a - 1_B / b). Because the tree is cut
at its balancing vertex, there are at most about log2(n) levels of cuts, and a signal with few jumps
along the tree has few coefficients.

The build (`_split`) orders the vertices such that every set is a run of positions, and lists
the splits such that a set comes before the sets that it is split into. With that order, the
transform and its inverse are one loop over the splits each, in place, without recursion and with
two reads and two writes per split: O(n), about as long as sorting the signal. The build takes
O(n log n).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.graphs._compiling import helper, kernel, plain
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.labels import Labelled, place_names
from gaussmech.graphs.spanning_trees import root_forest
from gaussmech.vectors.shrinkage import soft_threshold


class TreeWavelets:
    """Orthonormal wavelet basis of R^n that follows a spanning tree.

    A signal that is piecewise constant along the tree has few coefficients in this basis, and noise
    is spread evenly over all of them.

    Parameters
    ----------
    graph : Graph
        The graph, with n vertices; only the edges of the tree count.
    tree : array of int
        Indices of the edges of a spanning tree of each component, in any order, as `spanning_tree`
        returns them.

    Attributes
    ----------
    n : int
        Number of vertices and of coefficients.
    constants : int
        Number of components. The first coefficients, one per component, carry the means: on a
        connected graph w[0] = sum(x) / sqrt(n).

    Raises
    ------
    ValueError
        If `graph` is not a Graph, or `tree` is not a spanning tree of each of its components.

    See Also
    --------
    spanning_tree : Draw a tree.
    denoise : Its method "wavelet" uses a random tree.

    Notes
    -----
    The tree is cut at its balancing vertex v: each component of the tree without v has at most half
    of the vertices. v joins the smallest component. A Haar basis over the components, grouped by
    halves, gives the elements

        sqrt(a b / (a + b)) (1_A / a - 1_B / b),

    A and B being the two halves of a group, of a and b vertices. Then each component is split in
    turn. For a signal x, at most ceil(log2 d) ceil(log2 n) coefficients per cut edge are not zero,
    d being the largest degree in the tree [1]_. The build takes O(n log n) operations, a transform
    or its inverse O(n).

    References
    ----------
    .. [1] J. Sharpnack, A. Singh and A. Krishnamurthy, "Detecting activations over graphs using
       spanning tree wavelet bases", AISTATS 2013, 545-553.

    Examples
    --------
    >>> import gaussmech as gm
    >>> import numpy as np
    >>> path = gm.Graph(4, [[0, 1], [1, 2], [2, 3]])
    >>> w = gm.TreeWavelets(path, [0, 1, 2]).forward(np.array([1.0, 1.0, 3.0, 3.0]))
    >>> w.round(6).tolist()
    [4.0, 2.0, 0.0, 0.0]
    """

    def __init__(self, graph: Graph, tree: ArrayLike) -> None:
        forest = root_forest("tree", tree, graph)
        self.n = graph.n
        self._places = place_names(graph)
        self.constants = len(forest.bounds) - 1
        self._order = forest.order
        self._runs = _split(*forest)
        # With a = |A| and b = |B|, the Haar element of a split has these two values on A and -B.
        lengths = np.diff(self._runs, axis=0)
        scales = lengths.prod(axis=0) / lengths.sum(axis=0)
        self._steps = np.sqrt(scales) / lengths
        self._starts = forest.bounds[:-1]
        self._norms = np.sqrt(np.diff(forest.bounds))

    def forward(self, x: ArrayLike | Labelled) -> Array:
        """Return the coefficients of a signal, or of several.

        Parameters
        ----------
        x : (n,) or (n, K) array of float, Series, DataFrame or dict
            Finite values, a row per vertex, of one signal or of K. Labels are matched to the graph's
            names.

        Returns
        -------
        (n,) or (n, K) array of float
            The coefficients, those of the constants first. The transform is orthonormal: it keeps
            the norm of a signal and the standard deviation of independent noise.

        Raises
        ------
        ValueError
            If `x` has another shape, or a value is not finite.

        See Also
        --------
        TreeWavelets.inverse : The signal with given coefficients.

        Examples
        --------
        >>> import gaussmech as gm
        >>> pair = gm.TreeWavelets(gm.Graph(2, [[0, 1]]), [0])
        >>> pair.forward([[1.0, 1.0], [1.0, 0.0]]).round(3).tolist()
        [[1.414, 0.707], [0.0, -0.707]]
        """
        x, _ = self._places.align("x", x)
        return self._each("x", x, self._coefficients)

    def _each(self, name, values, transform):
        """Return values (n,) or (n, K), of which each column is transformed."""
        array = _checks.plain_array(name, values)
        if array.ndim == 2 and len(array) == self.n:
            columns = _checks.real_array(name, array, **_checks.FINITE).T
        elif array.ndim == 2 and array.shape[1] == self.n:
            raise ValueError(
                f"{name} has shape {array.shape}; it must be ({self.n},) or ({self.n}, K), a row per"
                f" vertex and a column per signal; pass {name}.T"
            )
        else:
            columns = _checks.signal(name, values, self.n)[None]
        transformed = np.array([transform(plain(column)) for column in columns])
        return transformed.T.reshape(array.shape)

    def _coefficients(self, signal):
        """Return the coefficients (n,) of a signal (n,), without checks."""
        sums = signal[self._order]
        w = np.empty(self.n)
        _forward(sums, self._runs, self._steps, w[self.constants :])
        w[: self.constants] = sums[self._starts] / self._norms
        return w

    def _signal(self, w):
        """Return the signal (n,) of coefficients (n,), without checks."""
        means = np.empty(self.n)
        means[self._starts] = w[: self.constants] / self._norms
        _inverse(means, self._runs, self._steps, w[self.constants :])
        signal = np.empty(self.n)
        signal[self._order] = means
        return signal

    def inverse(self, w: ArrayLike) -> Array:
        """Return the signal with given coefficients, or several signals.

        Parameters
        ----------
        w : (n,) or (n, K) array of float
            Finite coefficients, as `forward` returns them.

        Returns
        -------
        (n,) or (n, K) array of float
            The value at each vertex.

        Raises
        ------
        ValueError
            If `w` has another shape, or a value is not finite.

        See Also
        --------
        TreeWavelets.forward : The coefficients of a signal.

        Examples
        --------
        >>> import gaussmech as gm
        >>> tree = gm.TreeWavelets(gm.Graph(4, [[0, 1], [1, 2], [2, 3]]), [0, 1, 2])
        >>> tree.inverse(tree.forward([1.0, 5.0, 2.0, 4.0])).round(12).tolist()
        [1.0, 5.0, 2.0, 4.0]
        """
        return self._each("w", w, self._signal)

    def denoise(self, y: ArrayLike | Labelled, sigma: float) -> Array:
        """Soft-threshold the coefficients at sigma sqrt(2 log n), all but the constants.

        This is the rule of Balle and Wang [1]_, Figure 6.

        Parameters
        ----------
        y : (n,) or (n, K) array of float, Series, DataFrame or dict
            Finite values of one signal, or of K, with noise N(0, sigma^2) at each vertex; labels are
            matched to the graph's names.
        sigma : float in (0, inf)
            Standard deviation of the noise, in the unit of `y`.

        Returns
        -------
        (n,) or (n, K) array of float, Series or DataFrame
            The estimate, with the same total as `y` on each component.

        Raises
        ------
        ValueError
            If `y` has another shape, a value is not finite, or `sigma` is out of range.

        See Also
        --------
        denoise : The same with an estimate of the error (method "wavelet"), and better methods.

        Notes
        -----
        The paper does not say whether the constants are thresholded. Leaving them keeps the totals.

        References
        ----------
        .. [1] B. Balle and Y.-X. Wang, "Improving the Gaussian mechanism for differential privacy",
           ICML 2018.

        Examples
        --------
        >>> import gaussmech as gm
        >>> tree = gm.TreeWavelets(gm.Graph(4, [[0, 1], [1, 2], [2, 3]]), [0, 1, 2])
        >>> tree.denoise([1.0, 1.2, 6.8, 7.0], sigma=0.5).round(2).tolist()
        [1.52, 1.52, 6.48, 6.48]
        """
        sigma = _checks.real_scalar(
            "sigma", sigma, low=0, open_low=True, open_high=True
        )
        y, labels = self._places.align("y", y)
        threshold = sigma * np.sqrt(2 * np.log(self.n))
        k = self.constants

        def shrunk(signal):
            w = self._coefficients(signal)
            w[k:] = soft_threshold(w[k:], sigma, threshold=threshold)
            return self._signal(w)

        x = self._each("y", y, shrunk)
        return x if labels is None else labels.wrap(x)


# The transforms work in place, on one number per set. A set is a run of positions, and its number
# is at the first of them: the sum of its values going forward, their mean going backward. When a
# set is split into A and B, A starts where the set starts, so its number takes the place of that of
# the set.


@kernel
def _forward(sums, runs, steps, w):
    """Fill the coefficients w of all splits, the last first; `sums` holds the values at first."""
    for k in range(len(w)):
        i = len(w) - 1 - k
        first = runs[0, i]
        second = runs[1, i]
        sum_a = sums[first]
        sum_b = sums[second]
        sums[first] = sum_a + sum_b
        w[i] = steps[0, i] * sum_a - steps[1, i] * sum_b


@kernel
def _inverse(means, runs, steps, w):
    """Fill `means` with the values; at first the first position of a component holds its mean."""
    for i in range(len(w)):
        first = runs[0, i]
        second = runs[1, i]
        mean = means[first]
        means[first] = mean + steps[0, i] * w[i]
        means[second] = mean - steps[1, i] * w[i]


@kernel
def _split(order, above, sizes, bounds):
    """Split a rooted forest recursively, down to single vertices.

    The arguments are the arrays of a RootedForest, of which `order` and `sizes` are overwritten: the
    vertices are put into an order in which every set of the hierarchy is a run of positions. A tree
    is cut at its balancing vertex v into the parts below v and the part above it, in this order; v
    joins the smallest part; and the parts are grouped by halves. For example, a tree cut into four
    parts P Q R S is split into PQ and RS, then PQ into P and Q, then P, which is a tree, then Q, then
    RS in the same way.

    Returns
    -------
    (3, n - components) array of int32
        For each split of a set into A and B, the first positions of A, which is also that of the
        whole set, and of B, where A ends, and the end of B. Splits are in preorder: a split, then
        those within A, then those within B.
    """
    # The parts that wait to be split are listed in `cuts`, from the last positions to the first: part
    # k has the positions cuts[k + 1] .. cuts[k] - 1. Sets of parts are a stack: the set on top has the
    # parts groups[top] .. groups[top + 1] - 1, the last of the list.
    n = len(order)
    runs = np.empty((3, n + 1 - len(bounds)), dtype=np.int32)
    cuts = np.empty(n + 1, dtype=np.int32)
    cuts[: len(bounds)] = bounds[::-1]
    groups = np.arange(n + 1)
    top = len(bounds) - 2
    split = 0
    while top >= 0:
        first = groups[top]
        end = groups[top + 1]
        if cuts[first] - cuts[end] == 1:
            top -= 1
        else:
            if end - first == 1:
                end = _take_apart(order, above, sizes, cuts, first)
            # B has the parts first .. middle - 1, A has the parts middle .. end - 1.
            middle = (first + end) // 2
            runs[0, split] = cuts[end]
            runs[1, split] = cuts[middle]
            runs[2, split] = cuts[first]
            split += 1
            groups[top + 1] = middle
            groups[top + 2] = end
            top += 1
    return runs


@helper
def _take_apart(order, above, sizes, cuts, part):
    """Cut a tree of at least 2 vertices at its balancing vertex v; return the end of its parts.

    The tree is one part in the list `cuts`, and its own parts take its place: first the tree above v,
    unless v is its top, then the subtrees of the children of v, the last first. `order` and `sizes`
    are adapted. The balancing vertex is the one nearest to the top without which no part exceeds half
    of the tree. The vertices whose subtrees exceed half of the tree are on a path from the top; v is
    the last of them, and the first in `order`.
    """
    low = cuts[part + 1]
    high = cuts[part]
    if high - low == 2:
        cuts[part + 1] = low + 1
        cuts[part + 2] = low
        return part + 2
    top = order[high - 1]
    p = low
    while 2 * sizes[order[p]] <= high - low:
        p += 1
    v = order[p]
    # v joins the smallest part: as a leaf of the tree above it, or on top of a child's subtree.
    least = high - low
    if v != top:
        least -= sizes[v]
    moved = sizes[v] - 1
    place = p
    child = p - 1
    while child > p - sizes[v]:
        size = sizes[order[child]]
        if size < least:
            least = size
            moved = sizes[v]
            place = child + 1
        child -= size
    for q in range(p, place, -1):
        order[q] = order[q - 1]
    order[place] = v
    # What is not part of the tree above v is moved to the beginning.
    end = part
    if v != top:
        last = child + 1 + moved
        order[low:last] = np.roll(order[low:last], moved)
        end += 1
        cuts[end] = low + moved
    u = v
    while u != top:
        u = above[u]
        sizes[u] -= moved
    sizes[v] = least + 1 if moved == sizes[v] else 1
    while cuts[end] > low:
        cuts[end + 1] = cuts[end] - sizes[order[cuts[end] - 1]]
        end += 1
    return end
