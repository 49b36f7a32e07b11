"""Random spanning trees: uniform by Wilson's loop-erased walks, or minimum under random keys.

**Uniform trees** (Wilson, 1996). Start with a root; then, from each vertex in turn, walk at random
until the walk meets the tree, erase the loops of the walk, and add what is left to the tree. At v
the walk takes an edge with probability proportional to its weight. A tree is drawn with probability
proportional to the product of its weights; the expected number of steps is that of a walk from a
random vertex to the root and back.

Along a chain of k vertices of degree 2 such a walk takes about k^2 steps: streets whose bends are
vertices take ten times as long as junctions alone, and a cycle of 20,000 vertices some seconds.

**Minimum trees.** The minimum spanning tree of independent exponential keys, whose rates
are the weights. It is not uniform, but never slow: O(m log m) on any graph.

**Rooted trees.** `root_forest` puts the vertices of a tree into depth-first order, where each subtree
is a run of positions. Wavelets and scans over subtrees need no pointers then.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from scipy.sparse import csgraph

from gaussmech import _checks
from gaussmech._checks import RNG
from gaussmech.graphs._adjacency import (
    breadth_first,
    children_first,
    compressed_rows,
)
from gaussmech.graphs._compiling import kernel
from gaussmech.graphs.graph import Graph, cached_per_graph

# Weights that differ by more make a walk wait too long: between two vertices that are joined by a
# heavy edge and left only by light ones, it goes back and forth about this many times.
MAX_WEIGHT_RATIO = 1e9


def spanning_tree(
    graph: Graph, *, kind: str | ArrayLike = "uniform", rng: RNG = None
) -> np.ndarray:
    """Draw a random spanning tree of each component of a graph.

    Parameters
    ----------
    graph : Graph
        The graph; its weights are the conductances of the edges.
    kind : {"uniform", "minimum"} or array of int
        How the tree is drawn:

        - "uniform": a tree has probability proportional to the product of its edge weights. If all
          weights are 1, every tree is equally likely.
        - "minimum": edges are added one by one, drawn in proportion to their weights from those
          that close no cycle. Such a tree is not uniform even if all weights are 1, but it is
          never slow to draw.
        - an array: a given tree, as the indices of its edges in any order. Nothing is drawn; the
          tree is checked and sorted.
    rng : int, numpy.random.Generator or None
        Seed or source of the tree; None draws a fresh one.

    Returns
    -------
    (n - components,) array of int
        Indices into ``graph.edges``, ascending.

    Raises
    ------
    ValueError
        If an argument has another type or value, if a given tree is not a spanning tree of each
        component, or if the weights of a uniform tree are more than a factor 1e9 apart.

    See Also
    --------
    TreeWavelets : The wavelets over a tree.
    Graph.components : The components of a graph.

    Notes
    -----
    Uniform trees are drawn by the algorithm of Wilson [1]_. In such a tree an edge occurs with
    probability weight times effective resistance (Kirchhoff). The expected number of steps is that
    of a random walk from a random vertex to another and back: about n log n on a grid, but of the order
    of n^2 on a long ladder or a long cycle. A graph that is a tree takes no steps.

    Minimum trees are the minimum spanning trees of independent exponential keys whose rates are the
    weights; they take O(m log m) on any graph.

    References
    ----------
    .. [1] D. B. Wilson, "Generating random spanning trees more quickly than the cover time", STOC
       1996, 296-303.

    Examples
    --------
    >>> import gaussmech as gm
    >>> triangle = gm.Graph(3, [[0, 1], [1, 2], [0, 2]])
    >>> len(gm.spanning_tree(triangle, rng=1))
    2
    >>> gm.spanning_tree(triangle, kind=[2, 0]).tolist()
    [0, 2]
    """
    _checks.instance("graph", graph, Graph)
    if not isinstance(kind, str):
        root_forest("kind", kind, graph)
        return np.sort(kind).astype(np.int64)
    _checks.one_of("kind", kind, ("uniform", "minimum"))
    rng = _checks.generator("rng", rng)
    return _uniform(graph, rng) if kind == "uniform" else _minimum(graph, rng)


def _uniform(graph, rng):
    """Return the edges of a uniform tree of each component, ascending."""
    if graph.m and graph.weights.min() < graph.weights.max() / MAX_WEIGHT_RATIO:
        raise ValueError(
            f"weights range from {graph.weights.min():g} to {graph.weights.max():g}; a random walk"
            f" needs them within a factor of {MAX_WEIGHT_RATIO:g}"
        )
    components = int(graph.components.max()) + 1
    if graph.m == graph.n - components:
        return np.arange(graph.m)
    start, neighbour, edge = graph.adjacency
    cumulative = cached_per_graph(graph, _cumulative_weights)
    # The root of each component is drawn at random: walks to a root in a corner would be longer.
    order = rng.permutation(graph.n)
    _, first = np.unique(graph.components[order], return_index=True)
    outside = np.ones(graph.n, dtype=bool)
    outside[order[first]] = False
    branches = np.flatnonzero(outside)
    position = np.zeros(2, dtype=np.int64)
    last_exit = np.zeros(graph.n, dtype=np.int64)
    # The walk returns to Python now and then, so a user can interrupt it: after a step per vertex,
    # and then whenever it has taken twice as many.
    steps = graph.n
    while not _wilson(
        start, neighbour, cumulative, outside, position, last_exit, steps, rng
    ):
        steps *= 2
    return np.sort(edge[last_exit[branches]])


def _cumulative_weights(graph):
    """Return the weights of the edges at each vertex, cumulated vertex by vertex.

    They are in units of the largest weight, so that no sum overflows.
    """
    start, _, edge = graph.adjacency
    return _cumulative(start, graph.weights[edge] / graph.weights.max())


def _minimum(graph, rng):
    """Return the edges of a minimum tree of each component, ascending."""
    # The log of an exponential variable of rate w is -(log w + a Gumbel variable). In logarithms no
    # weight is too large or too small.
    order = np.argsort(-(np.log(graph.weights) + rng.gumbel(size=graph.m)))
    # The tree depends only on the order of the keys. Ranks start at 1, because SciPy takes an
    # entry of 0 for no edge.
    rank = np.empty(graph.m)
    rank[order] = np.arange(1, graph.m + 1)
    # SciPy 1.15 takes only indices of 32 bits; a graph has fewer than 2^30 vertices.
    start, end = graph.edges.astype(np.int32).T
    matrix = sparse.csr_array((rank, (start, end)), shape=(graph.n, graph.n))
    ranks_in_tree = csgraph.minimum_spanning_tree(matrix).data
    return np.sort(order[ranks_in_tree.astype(np.int64) - 1])


@kernel
def _cumulative(start, values):
    """Return the cumulative sums within each row; differences of one long sum would lose digits."""
    sums = values.copy()
    for v in range(len(start) - 1):
        for p in range(start[v] + 1, start[v + 1]):
            sums[p] += sums[p - 1]
    return sums


@kernel
def _wilson(start, neighbour, cumulative, outside, position, last_exit, steps, rng):
    """Walk from each vertex in turn to the tree, erase the loops, and add the path to the tree.

    `outside` says which vertices are not in the tree. The walk remembers only its last exit from each
    vertex, in `last_exit`: following these from the source gives the walk without its loops. After
    `steps` steps the function returns False, so Python can handle an interrupt. The next call goes
    on from `position`, the source of the walk and the vertex that it has reached.
    """
    source, v = position
    while source < len(outside):
        while outside[v]:
            if steps == 0:
                position[0] = source
                position[1] = v
                return False
            steps -= 1
            low = start[v]
            high = start[v + 1]
            share = rng.random()
            # If all weights are equal this is the right exit, otherwise it is searched from there.
            p = low + np.int64(share * (high - low))
            target = share * cumulative[high - 1]
            while p > low and cumulative[p - 1] > target:
                p -= 1
            while cumulative[p] <= target:
                p += 1
            # Overwriting the last exit from v erases the loop that the walk has made since.
            last_exit[v] = p
            v = neighbour[p]
        v = source
        while outside[v]:
            outside[v] = False
            v = neighbour[last_exit[v]]
        source += 1
        v = source
    return True


class RootedForest(NamedTuple):
    """A spanning tree of each component, with its vertices in depth-first order, children first.

    Attributes
    ----------
    order : (n,) array of int32
        The vertex of the graph at each position. Components follow each other in the order of
        their labels; the subtree of a vertex is a run of positions that ends with it.
    above : (n,) array of int32
        The parent of each vertex; n for the roots, the first vertices of components.
    sizes : (n + 1,) array of int32
        The number of vertices in the subtree of each vertex.
    bounds : (components + 1,) array of int64
        Component c has the positions bounds[c] .. bounds[c + 1] - 1.
    """

    order: np.ndarray
    above: np.ndarray
    sizes: np.ndarray
    bounds: np.ndarray


def root_forest(name: str, tree: ArrayLike, graph: Graph) -> RootedForest:
    """Return the RootedForest of a vector `tree` of edge indices.

    A ValueError, which calls the tree `name`, is raised if it is not a vector of edge indices, or
    not a spanning tree of each component.
    """
    _checks.instance("graph", graph, Graph)
    indices = _checks.plain_array(name, tree)
    if indices.ndim != 1 or (indices.size and indices.dtype.kind not in "iu"):
        raise ValueError(
            f"{name} is {_checks.format_value(tree)}; it must be a vector of edge indices"
        )
    tree = indices.astype(np.int64)
    bad = (tree < 0) | (tree >= graph.m)
    if bad.any():
        raise ValueError(
            f"{name} holds {indices[bad][0]}; allowed are edges 0 to {graph.m - 1}"
        )
    constants = int(graph.components.max()) + 1
    start, neighbour, _ = compressed_rows(graph.n, graph.edges[tree])
    down, bounds, above = breadth_first(start, neighbour)
    if (len(tree), len(bounds) - 1) != (graph.n - constants, constants):
        raise ValueError(
            f"{name} has {len(tree)} edges that leave {len(bounds) - 1}"
            f" components; it must be a spanning tree of each component, {graph.n - constants}"
            f" edges in all that leave {constants}"
        )
    order, sizes = children_first(down, above)
    return RootedForest(order, above, sizes, bounds)
