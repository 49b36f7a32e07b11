"""Random spanning trees: uniform by Wilson's loop-erased walks, or minimum under random keys.

**Uniform trees** (Wilson, 1996). Start with a root; then, from each vertex in turn, walk at random
until the walk meets the tree, erase the loops of the walk, and add what is left to the tree. At v
the walk takes an edge with probability proportional to its weight. A tree is drawn with probability
proportional to the product of its weights; the expected number of steps is that of a walk from a
random vertex to the root and back.

A file of streets as it comes has long **chains** of points of degree 2 and many dead ends, on which
such a walk would lose most of its time: on a path of 20,000 vertices, 4 seconds instead of 0.1
milliseconds. So `join_chains` reduces the graph to its junctions once (`Chains`), the walk steps
from junction to junction, and `_drop` completes the tree: all edges of a dead end belong to it, all
edges of a chain that the walk took, and of every other chain all edges but one.

**Minimum trees.** The minimum spanning tree of independent exponential keys, whose rates
are the weights. It is not uniform, but never slow: O(m log m) on any graph.

The second half of the module checks that edges form a spanning tree of each component (`peel`), and
puts the vertices of a tree into depth-first order (`root_forest`), where each subtree is a run of
positions. Wavelets and scans over subtrees need no pointers then.
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
    component_labels,
    compressed_rows,
)
from gaussmech.graphs._compiling import kernel, plain
from gaussmech.graphs.graph import Graph, cached_per_graph

# Weights that differ by more make a walk wait too long: between two vertices that are joined by a
# heavy edge and left only by light ones, it goes back and forth about this many times.
MAX_WEIGHT_RATIO = 1e9
# The walk returns to Python after this many steps, about a second, so that a user can interrupt it.
STEPS_PER_CALL = 2**26
# These are the columns of RootedForest.node.
PARENT, SIZE, CHILD, SIBLING = range(4)


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
    of a random walk from a random junction to another and back: about n log n on a grid, but of the
    order of n^2 on a long ladder. Dead ends and chains of vertices of degree 2 take no steps.

    Minimum trees are the minimum spanning trees of independent exponential keys whose rates are the
    weights; they take O(m log m) on any graph.

    References
    ----------
    .. [1] D. B. Wilson, "Generating random spanning trees more quickly than the cover time", STOC
       1996, 296-303.

    Examples
    --------
    >>> from gaussmech import Graph
    >>> triangle = Graph(3, [[0, 1], [1, 2], [0, 2]])
    >>> len(spanning_tree(triangle, rng=1))
    2
    >>> spanning_tree(triangle, kind=[2, 0]).tolist()
    [0, 2]
    """
    _checks.instance("graph", graph, Graph)
    if not isinstance(kind, str):
        return np.sort(_checked("kind", kind, graph)[0])
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
    chains = cached_per_graph(graph, join_chains)
    # The root of each component is drawn at random: walks to a root in a corner would be longer.
    size = np.diff(chains.parts)
    root = chains.parts[:-1] + (rng.random(len(size)) * size).astype(np.int64)
    outside = chains.exits.copy()
    outside[root] = 0
    chain_in_tree = np.zeros(len(chains.bounds) - 1, dtype=bool)
    position = np.zeros(2, dtype=np.int64)
    last_exit = np.zeros(len(outside), dtype=np.int32)
    is_complete = False
    while not is_complete:
        is_complete = _wilson(
            chains.start,
            chains.neighbour,
            chains.chain,
            chains.cumulative,
            outside,
            chain_in_tree,
            position,
            last_exit,
            STEPS_PER_CALL,
            rng,
        )
    in_tree = np.ones(graph.m, dtype=bool)
    weights = plain(graph.weights)
    _drop(chain_in_tree, chains.bounds, chains.edges, weights, in_tree, rng)
    return np.flatnonzero(in_tree)


def _minimum(graph, rng):
    """Return the edges of a minimum tree of each component, ascending."""
    # The log of an exponential variable of rate w is -(log w + a Gumbel variable). In logarithms no
    # weight is too large or too small.
    order = np.argsort(-(np.log(graph.weights) + rng.gumbel(size=graph.m)))
    # The tree depends on the order of the keys alone. Ranks begin at 1, because SciPy takes an
    # entry of 0 for no edge.
    rank = np.empty(graph.m)
    rank[order] = np.arange(1, graph.m + 1)
    # SciPy 1.15 takes indices of 32 bits alone; a graph has at most 2^30 vertices.
    start, end = graph.edges.astype(np.int32).T
    matrix = sparse.csr_array((rank, (start, end)), shape=(graph.n, graph.n))
    ranks_in_tree = csgraph.minimum_spanning_tree(matrix).data
    return np.sort(order[ranks_in_tree.astype(np.int64) - 1])


class Chains(NamedTuple):
    """A graph's junctions, in breadth-first order, and the chains of edges that join them.

    Junctions are the vertices of degree 3 or more once dead ends are removed. All edges of a dead
    end are in every spanning tree; of a chain of vertices of degree 2 all edges are in it, or all
    but one. A random walk therefore need not step along either: seen from its ends, a chain is one
    edge of conductance 1 / sum(1 / weights).

    Attributes
    ----------
    start, neighbour, chain : arrays of int32
        Junction v has the neighbours neighbour[start[v]:start[v + 1]], at the other ends of
        chain[start[v]:start[v + 1]]. Chains from a junction to itself are left out.
    cumulative : array of float
        The conductances of the chains, cumulated over those of each junction.
    exits : array of int32
        The number of neighbours of each junction; negative if their conductances differ.
    parts : array of int64
        Component c, of those with junctions, has the junctions parts[c] .. parts[c + 1] - 1.
    bounds, edges : arrays of int
        Chain c consists of edges[bounds[c]:bounds[c + 1]], mostly of one edge. A cycle without a
        junction is a chain, too. Edges on dead ends are in no chain.
    """

    start: np.ndarray
    neighbour: np.ndarray
    chain: np.ndarray
    cumulative: np.ndarray
    exits: np.ndarray
    parts: np.ndarray
    bounds: np.ndarray
    edges: np.ndarray


def join_chains(graph: Graph) -> Chains:
    """Return the `Chains` of a graph, in time O(n + m).

    Examples
    --------
    >>> diamond_with_tail = Graph(5, [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 4]])
    >>> chains = join_chains(diamond_with_tail)
    >>> [chain.tolist() for chain in np.split(chains.edges, chains.bounds[1:-1])]
    [[0, 1], [2, 3], [4]]
    """
    dead_end = np.zeros(graph.n, dtype=bool)
    dead_end[peel(np.full(graph.n, -1), graph.edges, np.arange(graph.m))[0]] = True
    edges = np.flatnonzero(~dead_end[graph.edges].any(axis=1))
    degree = np.bincount(graph.edges[edges].ravel(), minlength=graph.n)
    # Edges at a junction come first, so that a chain is followed from one of its ends.
    at_junction = (degree[graph.edges[edges]] != 2).any(axis=1)
    edges = np.concatenate([edges[at_junction], edges[~at_junction]])
    # Edges that meet at a vertex of degree 2 are neighbours in a chain.
    ends = graph.edges[edges].ravel()
    inner = np.flatnonzero(degree[ends] == 2)
    edge_pairs = inner[np.argsort(ends[inner], kind="stable")].reshape(-1, 2) // 2
    start, neighbour, _ = compressed_rows(len(edges), edge_pairs)
    order, bounds = breadth_first(start, neighbour)
    edges = edges[order]
    chain = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    largest = graph.weights[edges].max(initial=0)
    conductance = 1 / np.bincount(chain, largest / graph.weights[edges])
    # Each chain has two ends at junctions, unless it is a cycle without a junction.
    ends = graph.edges[edges].ravel()
    outer = np.flatnonzero(degree[ends] > 2)
    is_junction = degree > 2
    junction = np.cumsum(is_junction) - 1
    junctions = np.count_nonzero(is_junction)
    pairs = junction[ends[outer]].reshape(-1, 2)
    # The junctions are renumbered in breadth-first order, so that neighbours are close in memory.
    start, neighbour, _ = compressed_rows(junctions, pairs)
    order, parts = breadth_first(start, neighbour)
    start, neighbour, pair = compressed_rows(junctions, np.argsort(order)[pairs])
    chain_at = chain[outer[::2] // 2][pair].astype(np.int32)
    exit_conductance = conductance[chain_at]
    cumulative = _cumulative(start, exit_conductance)
    exits = np.diff(start).astype(np.int32)
    # The sign of the number of exits tells the walk whether their conductances differ.
    owner = np.repeat(np.arange(junctions), exits)
    differs = exit_conductance != exit_conductance[start[owner]]
    exits[owner[differs]] *= -1
    return Chains(start, neighbour, chain_at, cumulative, exits, parts, bounds, edges)


def _cumulative(start, values):
    """Return the cumulative sums within each row.

    Each row is summed from its own start: differences of one long sum would lose digits. Round k
    adds the k-th entry to all rows that have one.
    """
    sums = values.copy()
    entry = start[:-1] + 1
    end = start[1:]
    while len(entry):
        is_in_row = entry < end
        entry = entry[is_in_row]
        end = end[is_in_row]
        sums[entry] += sums[entry - 1]
        entry = entry + 1
    return sums


@kernel
def _wilson(
    start,
    neighbour,
    chain,
    cumulative,
    outside,
    chain_in_tree,
    position,
    last_exit,
    steps,
    rng,
):
    """Walk from each junction in turn to the tree, erase the loops, and add the path to the tree.

    `outside` holds the exits of the junctions, and 0 for those in the tree; the chains of the tree
    are marked in `chain_in_tree`. The walk remembers only its last exit from each junction, in
    `last_exit`: following these from the source gives the walk without its loops. After `steps`
    steps the function returns False, so that Python can handle an interrupt. The next call goes on
    from `position`, the source of the walk and the junction that it has reached.
    """
    source, v = position
    while source < len(outside):
        while outside[v] != 0:
            if steps == 0:
                position[0] = source
                position[1] = v
                return False
            steps -= 1
            low = np.int64(start[v])
            exits = np.int64(outside[v])
            share = rng.random()
            # This is int(share * |exits|). Integer arithmetic is quicker, and the next step has to
            # wait for this one.
            part = np.int64(share * 2.0**40)
            if exits > 0:
                p = low + ((part * exits) >> 40)
            else:
                # Where the conductances differ, this is near the right exit; search from there.
                p = low + ((part * -exits) >> 40)
                target = share * cumulative[low - exits - 1]
                while p > low and cumulative[p - 1] > target:
                    p -= 1
                while cumulative[p] <= target:
                    p += 1
            # Overwriting the last exit from v erases the loop that the walk has made since.
            last_exit[v] = p
            v = np.int64(neighbour[p])
        v = source
        while outside[v] != 0:
            outside[v] = 0
            chain_in_tree[chain[last_exit[v]]] = True
            v = np.int64(neighbour[last_exit[v]])
        source += 1
        v = source
    return True


@kernel
def _drop(chain_in_tree, bounds, edges, weights, in_tree, rng):
    """Take one edge out of each chain that the walk did not take, drawn by 1 / weight."""
    for c in range(len(chain_in_tree)):
        if not chain_in_tree[c]:
            k = bounds[c]
            last = bounds[c + 1] - 1
            if k < last:
                scale = weights[edges[k]]
                total = 0.0
                for p in range(k, last + 1):
                    total += scale / weights[edges[p]]
                target = rng.random() * total - 1
                while k < last and target >= 0:
                    k += 1
                    target -= scale / weights[edges[k]]
            in_tree[edges[k]] = False


class RootedForest(NamedTuple):
    """A spanning tree of each component, with its vertices in depth-first order.

    Attributes
    ----------
    vertex : (n,) array of int32
        The vertex of the graph at each position. Components follow each other in the order of
        their labels; the subtree of a vertex is the run of positions that begins with it.
    node : (n, 4) array of int32
        For each position: PARENT, the position of the parent; SIZE, the size of the subtree; CHILD,
        the position of the first child; SIBLING, that of the next child of the same parent. -1
        stands for none.
    bounds : (components + 1,) array of int64
        Component c has the positions bounds[c] .. bounds[c + 1] - 1. Its root, at the first of
        them, is its first vertex.
    """

    vertex: np.ndarray
    node: np.ndarray
    bounds: np.ndarray


def root_forest(name: str, tree: ArrayLike, graph: Graph) -> RootedForest:
    """Return the RootedForest of a vector `tree` of edge indices.

    A ValueError, which calls the tree `name`, is raised if it is not a vector of edge indices, or
    not a spanning tree of each component.
    """
    _, order, above = _checked(name, tree, graph)
    n = graph.n
    label = graph.components
    size = np.bincount(label)
    bounds = np.concatenate([[0], np.cumsum(size)])
    # The vertices are assigned in reverse order, so that the first vertex of a component overwrites
    # the others.
    roots = np.empty(len(size), dtype=np.int32)
    roots[label[::-1]] = np.arange(n - 1, -1, -1)
    above[roots] = -1
    vertex = np.empty(n, dtype=np.int32)
    node = np.empty((n, 4), dtype=np.int32)
    place = np.ones((n, 2), dtype=np.int32)
    place[roots, 0] = bounds[:-1]
    _depth_first(np.concatenate([order, roots]), above, place, vertex, node)
    return RootedForest(vertex, node, bounds)


def _checked(name, tree, graph):
    """Return the tree as int64, the order of removal of its leaves, and each leaf's neighbour."""
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
    order, above = peel(graph.components, graph.edges, tree)
    if len(tree) != graph.n - constants or len(order) != len(tree):
        components = component_labels(graph.n, graph.edges[tree]).max() + 1
        raise ValueError(
            f"{name} has {len(tree)} edges that leave {components}"
            f" components; it must be a spanning tree of each component, {graph.n - constants}"
            f" edges in all that leave {constants}"
        )
    return tree, order, above


def peel(
    components: np.ndarray, edges: np.ndarray, tree: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Strip leaves repeatedly; return the order of removal and each leaf's neighbour.

    The first vertex of each component stays, so it ends as the root. If every vertex has the label
    -1, all dead ends go. Cycles and the paths between them stay: the edges are a forest if and only
    if as many leaves go as there are edges.

    Parameters
    ----------
    components : (n,) array of int
        Labels of the components, numbered from 0 by first vertex, or -1 everywhere.
    edges : (m, 2) array of int
        The edges of the graph.
    tree : (k,) array of int
        The indices of the edges that count.

    Returns
    -------
    order : (leaves,) array of int32
        The removed vertices, each before the vertex above it.
    above : (n,) array of int32
        The neighbour of each removed vertex at the time when it went.
    """
    n = len(components)
    degree = np.zeros(n, dtype=np.int32)
    link = np.zeros(n, dtype=np.int32)
    order = np.empty(n, dtype=np.int32)
    leaves = _peel(plain(components), plain(edges), tree, degree, link, order)
    return order[:leaves], link


@kernel
def _peel(components, edges, tree, degree, link, order):
    """Fill `order`, and `link` with the exclusive or of the neighbours that a vertex has left.

    Of a leaf this is its one neighbour, so no list of neighbours is needed. The vertices that stay
    get two extra degrees, with which they never become leaves.
    """
    for e in tree:
        i = edges[e, 0]
        j = edges[e, 1]
        degree[i] += 1
        degree[j] += 1
        link[i] ^= j
        link[j] ^= i
    component = 0
    for v in range(len(order)):
        if components[v] == component:
            degree[v] += 2
            component += 1
    count = 0
    for leaf in range(len(order)):
        v = leaf
        while degree[v] == 1:
            order[count] = v
            count += 1
            degree[v] = 0
            above = link[v]
            degree[above] -= 1
            link[above] ^= v
            v = above
    return count


@kernel
def _depth_first(order, above, place, vertex, node):
    """Fill `vertex` and `node` of the RootedForest.

    The first loop adds up the sizes of subtrees from the leaves to the roots, and the second one
    assigns positions from the roots down. The first column of `place` (n, 2) holds the position of
    each vertex; at first, only those of the roots are set. The second column holds the size of its
    subtree, which is 1 at first; once the vertex has its position, it holds the position of its
    next child instead.
    """
    for v in order:
        if above[v] >= 0:
            place[above[v], 1] += place[v, 1]
    for k in range(len(order)):
        v = order[len(order) - 1 - k]
        u = above[v]
        size = place[v, 1]
        p = place[v, 0]
        parent = -1
        sibling = -1
        if u >= 0:
            parent = place[u, 0]
            p = place[u, 1]
            place[u, 1] = p + size
            if p + size < parent + node[parent, SIZE]:
                sibling = p + size
        place[v, 0] = p
        place[v, 1] = p + 1
        vertex[p] = v
        node[p, PARENT] = parent
        node[p, SIZE] = size
        node[p, SIBLING] = sibling
        node[p, CHILD] = p + 1 if size > 1 else -1
