"""Check that edges make a spanning forest, and put its vertices in depth-first order."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from gaussmech.graphs.graph import Graph
from gaussmech.graphs.union_find import count_sets

# Columns of RootedForest.node.
PARENT, SIZE, CHILD, SIBLING = range(4)


class RootedForest(NamedTuple):
    """A spanning tree of each component, its vertices in depth-first order.

    Attributes
    ----------
    vertex : (n,) array of int32
        The vertex of the graph at each position. Components follow each other in the order of
        their labels; the subtree of a vertex is the run of positions that begins with it.
    node : (n, 4) array of int32
        For each position: PARENT, the position of the parent; SIZE, the size of the subtree;
        CHILD, the first child; SIBLING, the next child of the same parent. -1 for none.
    bounds : (components + 1,) array of int64
        Component c has the positions bounds[c] .. bounds[c+1] - 1. Its root, at the first of
        them, is its first vertex.
    """

    vertex: np.ndarray
    node: np.ndarray
    bounds: np.ndarray


def spanning_edges(name: str, tree: ArrayLike, graph: Graph) -> np.ndarray:
    """Return `tree` as an int64 vector of the edges of a spanning forest, or raise ValueError."""
    return _checked(name, tree, graph)[0]


def root_forest(name: str, tree: ArrayLike, graph: Graph) -> RootedForest:
    """Return the RootedForest of the edge indices `tree` of a Graph.

    Raises ValueError, which calls the tree `name`, if it is not a vector of edge indices, or not
    a spanning tree of each component.
    """
    _, order, above = _checked(name, tree, graph)
    constants = int(graph.components.max()) + 1
    return RootedForest(*_depth_first(graph.components, constants, order, above))


def _checked(name, tree, graph):
    given = np.asarray(tree)
    if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
        raise ValueError(f"{name} is {tree!r}; it must be a vector of edge indices")
    tree = given.astype(np.int64)
    bad = (tree < 0) | (tree >= graph.m)
    if bad.any():
        raise ValueError(f"{name} holds {given[bad][0]}; allowed are edges 0 to {graph.m - 1}")
    constants = int(graph.components.max()) + 1
    order, above = peel(graph.components, graph.edges, tree)
    if len(tree) != graph.n - constants or len(order) != len(tree):
        raise ValueError(
            f"{name} has {len(tree)} edges that leave {count_sets(graph.n, graph.edges[tree])}"
            f" components; it must be a spanning tree of each component, {graph.n - constants}"
            f" edges in all that leave {constants}"
        )
    return tree, order, above


@njit(cache=True)
def peel(
    components: np.ndarray, edges: np.ndarray, tree: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Remove leaves until none is left: the order of removal, and the vertex above each leaf.

    The first vertex of each component is kept; label every vertex -1 to remove all dead ends.
    Cycles and the paths between them stay, so that the edges are a forest if and only if as
    many leaves are removed as there are edges.
    """
    n = len(components)
    degree = np.zeros(n, dtype=np.int32)
    # The exclusive or of a vertex's neighbours; of the last one left, it is that neighbour.
    link = np.zeros(n, dtype=np.int32)
    for e in tree:
        i, j = edges[e, 0], edges[e, 1]
        degree[i] += 1
        degree[j] += 1
        link[i] ^= j
        link[j] ^= i
    component = 0
    for v in range(n):
        if components[v] == component:
            degree[v] += 2
            component += 1
    order = np.empty(n, dtype=np.int32)
    count = 0
    for leaf in range(n):
        v = leaf
        while degree[v] == 1:
            order[count] = v
            count += 1
            degree[v] = 0
            above = link[v]
            degree[above] -= 1
            link[above] ^= v
            v = above
    return order[:count], link


@njit(cache=True)
def _depth_first(components, constants, order, above):
    """Return `vertex`, `node` and `bounds` of the RootedForest."""
    n = len(above)
    size = np.empty(n, dtype=np.int32)
    for v in range(n):
        size[v] = 1
    for v in order:
        size[above[v]] += size[v]
    bounds = np.zeros(constants + 1, dtype=np.int64)
    for v in range(n):
        bounds[components[v] + 1] += 1
    for c in range(len(bounds) - 1):
        bounds[c + 1] += bounds[c]
    vertex = np.empty(n, dtype=np.int32)
    node = np.empty((n, 4), dtype=np.int32)
    # Of each vertex: its position, and that of its next child.
    place = np.empty((n, 2), dtype=np.int32)
    component = 0
    for v in range(n):
        if components[v] == component:
            p = bounds[component]
            node[p, PARENT] = node[p, SIBLING] = -1
            _settle(v, p, size[v], place, vertex, node)
            component += 1
    for k in range(len(order) - 1, -1, -1):
        v = order[k]
        u = above[v]
        top, p = place[u, 0], place[u, 1]
        after = p + size[v]
        place[u, 1] = after
        node[p, PARENT] = top
        node[p, SIBLING] = after if after < top + size[u] else -1
        _settle(v, p, size[v], place, vertex, node)
    return vertex, node, bounds


@njit(cache=True)
def _settle(v, p, size, place, vertex, node):
    """Put vertex v, with its subtree size, at position p."""
    place[v, 0], place[v, 1] = p, p + 1
    vertex[p] = v
    node[p, SIZE] = size
    node[p, CHILD] = p + 1 if size > 1 else -1
