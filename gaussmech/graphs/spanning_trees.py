"""Random spanning trees: uniform by Wilson's loop-erased walks, or minimum under random keys."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import RNG
from gaussmech.graphs._adjacency import breadth_first, component_labels, compressed_rows, union
from gaussmech.graphs._compiling import kernel, plain
from gaussmech.graphs.graph import Graph, kept

MAX_WEIGHT_RATIO = 1e9
# Steps of the walk between two chances to interrupt; about a second.
STEPS_PER_CALL = 2**26
# Columns of RootedForest.node.
PARENT, SIZE, CHILD, SIBLING = range(4)


def spanning_tree(
    graph: Graph, *, kind: str | ArrayLike = "uniform", rng: RNG = None
) -> np.ndarray:
    """Draw a random spanning tree of each component of `graph`.

    Parameters
    ----------
    graph : Graph
    kind : {"uniform", "minimum"} or array of int
        - "uniform": a tree has probability proportional to the product of its edge weights, by
          the algorithm of Wilson (1996), in the steps of a walk from a random junction to another
          and back: about n log n on a grid, n^2 on a long ladder.
        - "minimum": the minimum spanning tree of exponential keys, whose rates are the weights.
          Not uniform, but never slow.
        - an array: a given tree, edge indices in any order.
    rng : int, numpy.random.Generator or None
        Seed or source of the tree; None draws a fresh one.

    Returns
    -------
    (n - components,) array of int
        Indices into `graph.edges`, ascending.

    Raises
    ------
    ValueError
        Also if a given tree is not a spanning tree of each component, or the weights of a uniform
        one are more than a factor 1e9 apart.

    Examples
    --------
    >>> from gaussmech.graphs.graph import Graph
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
    if graph.m and graph.weights.min() < graph.weights.max() / MAX_WEIGHT_RATIO:
        raise ValueError(
            f"weights range from {graph.weights.min():g} to {graph.weights.max():g}; a random walk"
            f" needs them within a factor of {MAX_WEIGHT_RATIO:g}"
        )
    chains = kept(graph, join_chains)
    # A random root per component: walks to one in a corner would be longer.
    size = np.diff(chains.parts)
    root = chains.parts[:-1] + (rng.random(len(size)) * size).astype(np.int64)
    outside = chains.exits.copy()
    outside[root] = 0
    taken = np.zeros(len(chains.bounds) - 1, dtype=bool)
    walk = outside, taken, np.zeros(2, dtype=np.int64), np.zeros(len(outside), dtype=np.int32)
    while not _wilson(*chains[:4], *walk, STEPS_PER_CALL, rng):
        pass
    in_tree = np.ones(graph.m, dtype=bool)
    _drop(taken, chains.bounds, chains.edges, plain(graph.weights), in_tree, rng)
    return np.flatnonzero(in_tree)


def _minimum(graph, rng):
    # The log of an exponential time of rate w is -(log w + Gumbel).
    order = np.argsort(-(np.log(graph.weights) + rng.gumbel(size=graph.m)))
    in_tree = np.zeros(graph.m, dtype=bool)
    _join(plain(graph.edges), order, np.arange(graph.n, dtype=np.uint32), in_tree)
    return np.flatnonzero(in_tree)


@kernel
def _join(edges, order, root, in_tree):
    """Take each edge in turn that closes no cycle (Kruskal)."""
    for e in order:
        in_tree[e] = union(root, np.uint32(edges[e, 0]), np.uint32(edges[e, 1]))


class Chains(NamedTuple):
    """A graph's junctions, in breadth-first order, and the chains of edges that join them.

    Junctions have degree 3 or more without dead ends. All edges of a dead end are in every spanning
    tree, of a chain of vertices of degree 2 all or all but one: a walk need not step along either.
    """

    # Junction v has neighbour[start[v]:start[v+1]], at the other ends of the same part of `chain`.
    # Chains from a junction to itself are left out.
    start: np.ndarray
    neighbour: np.ndarray
    chain: np.ndarray
    # Conductances 1 / sum(1 / weights) of the chains, cumulated over those of each junction.
    cumulative: np.ndarray
    # Number of neighbours of each junction; negative if their conductances differ.
    exits: np.ndarray
    # The component c, of those with junctions, has the junctions parts[c] .. parts[c+1] - 1.
    parts: np.ndarray
    # Chain c, perhaps a cycle, is edges[bounds[c]:bounds[c+1]]. Edges on dead ends are in none.
    bounds: np.ndarray
    edges: np.ndarray


def join_chains(graph: Graph) -> Chains:
    """Return the `Chains` of a Graph, in time O(n + m)."""
    dead_end = np.zeros(graph.n, dtype=bool)
    dead_end[peel(np.full(graph.n, -1), graph.edges, np.arange(graph.m))[0]] = True
    edges = np.flatnonzero(~dead_end[graph.edges].any(axis=1))
    degree = np.bincount(graph.edges[edges].ravel(), minlength=graph.n)
    # Edges at a junction first: a chain is then followed from one of its ends.
    at_junction = (degree[graph.edges[edges]] != 2).any(axis=1)
    edges = np.concatenate([edges[at_junction], edges[~at_junction]])
    # Edges that meet at a vertex of degree 2 are neighbours in a chain.
    ends = graph.edges[edges].ravel()
    inner = np.flatnonzero(degree[ends] == 2)
    met = inner[np.argsort(ends[inner], kind="stable")].reshape(-1, 2) // 2
    order, bounds = breadth_first(*compressed_rows(len(edges), met)[:2])
    edges = edges[order]
    chain = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    largest = graph.weights[edges].max(initial=0)
    conductance = 1 / np.bincount(chain, largest / graph.weights[edges])
    # Each chain has two ends at junctions, except for cycles.
    ends = graph.edges[edges].ravel()
    outer = np.flatnonzero(degree[ends] > 2)
    pairs = (np.cumsum(degree > 2) - 1)[ends[outer]].reshape(-1, 2)
    junctions = np.count_nonzero(degree > 2)
    queue, parts = breadth_first(*compressed_rows(junctions, pairs)[:2])
    start, neighbour, row = compressed_rows(junctions, np.argsort(queue)[pairs])
    joining = chain[outer[::2] // 2][row].astype(np.int32)
    cumulative = _cumulative(start, conductance[joining])
    exits = np.diff(start).astype(np.int32)
    owner = np.repeat(np.arange(junctions), exits)
    same = conductance[joining] == conductance[joining[start[owner]]]
    exits[owner[~same]] *= -1
    return Chains(start, neighbour, joining, cumulative, exits, parts, bounds, edges)


def _cumulative(start, values):
    """Return cumulative sums within each row; starting anew keeps all digits."""
    sums, at, end = values.copy(), start[:-1] + 1, start[1:]
    while len(at):
        more = at < end
        at, end = at[more], end[more]
        sums[at] += sums[at - 1]
        at = at + 1
    return sums


@kernel
def _wilson(start, neighbour, chain, cumulative, outside, taken, at, exit_of, steps, rng):
    """Walk from each junction to the tree, whose exits `outside` are 0; add the path to `taken`.

    Without its loops. After so many steps it returns False, for Python's interrupts; `at` (source,
    place) and `exit_of`, the last exits, go on.
    """
    source, v = at
    while source < len(outside):
        while outside[v] != 0:
            if steps == 0:
                at[0], at[1] = source, v
                return False
            steps -= 1
            low, exits = np.int64(start[v]), np.int64(outside[v])
            share = rng.random()
            # As int(share * |exits|), in integer arithmetic: the next step depends on it.
            part = np.int64(share * 2.0**40)
            if exits > 0:
                p = low + ((part * exits) >> 40)
            else:
                # Nearly the right exit.
                p = low + ((part * -exits) >> 40)
                target = share * cumulative[low - exits - 1]
                while p > low and cumulative[p - 1] > target:
                    p -= 1
                while cumulative[p] <= target:
                    p += 1
            # Overwriting the last exit from v erases the loop made since.
            exit_of[v] = p
            v = np.int64(neighbour[p])
        v = source
        while outside[v] != 0:
            outside[v] = 0
            taken[chain[exit_of[v]]] = True
            v = np.int64(neighbour[exit_of[v]])
        source += 1
        v = source
    return True


@kernel
def _drop(taken, bounds, edges, weights, in_tree, rng):
    """Take out of the tree one edge of each broken chain, drawn by 1 / weight."""
    for c in range(len(taken)):
        if not taken[c]:
            k, last = bounds[c], bounds[c + 1] - 1
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
    """A spanning tree of each component, its vertices in depth-first order."""

    # The vertex of the graph at each position; a subtree is the run of positions from its top on.
    vertex: np.ndarray
    # (n, 4), for each position: PARENT, the position of the parent; SIZE, of the subtree; CHILD,
    # the first; SIBLING, the next child of the same parent. -1 for none.
    node: np.ndarray
    # Component c has the positions bounds[c] .. bounds[c+1] - 1; its root is the first.
    bounds: np.ndarray


def root_forest(name: str, tree: ArrayLike, graph: Graph) -> RootedForest:
    """Return the RootedForest of the edge indices `tree`; ValueError calls it `name`."""
    _, order, above = _checked(name, tree, graph)
    n, label = graph.n, graph.components
    size = np.bincount(label)
    bounds = np.concatenate([[0], np.cumsum(size)])
    # The first vertices of the components, which come first in reverse.
    roots = np.empty(len(size), dtype=np.int32)
    roots[label[::-1]] = np.arange(n - 1, -1, -1)
    above[roots] = -1
    vertex, node = np.empty(n, dtype=np.int32), np.empty((n, 4), dtype=np.int32)
    place = np.ones((n, 2), dtype=np.int32)
    place[roots, 0] = bounds[:-1]
    _depth_first(np.concatenate([order, roots]), above, place, vertex, node)
    return RootedForest(vertex, node, bounds)


def _checked(name, tree, graph):
    _checks.instance("graph", graph, Graph)
    given = _checks.plain_array(name, tree)
    if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
        raise ValueError(f"{name} is {_checks.shown(tree)}; it must be a vector of edge indices")
    tree = given.astype(np.int64)
    bad = (tree < 0) | (tree >= graph.m)
    if bad.any():
        raise ValueError(f"{name} holds {given[bad][0]}; allowed are edges 0 to {graph.m - 1}")
    constants = int(graph.components.max()) + 1
    order, above = peel(graph.components, graph.edges, tree)
    if len(tree) != graph.n - constants or len(order) != len(tree):
        left = component_labels(graph.n, graph.edges[tree]).max() + 1
        raise ValueError(
            f"{name} has {len(tree)} edges that leave {left}"
            f" components; it must be a spanning tree of each component, {graph.n - constants}"
            f" edges in all that leave {constants}"
        )
    return tree, order, above


def peel(
    components: np.ndarray, edges: np.ndarray, tree: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Remove leaves but the first vertex of each component: in which order, and what is above each.

    Labels of -1 remove all dead ends. The edges are a forest if and only if as many leaves go.
    """
    n = len(components)
    degree, link = np.zeros((2, n), dtype=np.int32)
    order = np.empty(n, dtype=np.int32)
    return order[: _peel(plain(components), plain(edges), tree, degree, link, order)], link


@kernel
def _peel(components, edges, tree, degree, link, order):
    """Fill `order`, and `link` with the exclusive or of a vertex's neighbours that are left."""
    for e in tree:
        i, j = edges[e, 0], edges[e, 1]
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
    """Fill `vertex` and `node` of the RootedForest."""
    # `place`: a vertex's position, known for roots, and its subtree's size; later its next child's.
    for v in order:
        if above[v] >= 0:
            place[above[v], 1] += place[v, 1]
    for k in range(len(order)):
        v = order[len(order) - 1 - k]
        u, size, p = above[v], place[v, 1], place[v, 0]
        top = sibling = -1
        if u >= 0:
            top, p = place[u, 0], place[u, 1]
            place[u, 1] = p + size
            if p + size < top + node[top, SIZE]:
                sibling = p + size
        place[v, 0], place[v, 1] = p, p + 1
        vertex[p] = v
        node[p, PARENT], node[p, SIZE], node[p, SIBLING] = top, size, sibling
        node[p, CHILD] = p + 1 if size > 1 else -1
