"""Check that edges make a spanning forest, and put its vertices in depth-first order."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gaussmech.graphs.adjacency import component_labels
from gaussmech.graphs.compiling import kernel
from gaussmech.graphs.graph import Graph

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
    """Remove leaves until none is left: the order of removal, and the vertex above each leaf.

    The first vertex of each component is kept; label every vertex -1 to remove all dead ends.
    Cycles and the paths between them stay, so that the edges are a forest if and only if as
    many leaves are removed as there are edges.
    """
    n = len(components)
    degree, link = np.zeros((2, n), dtype=np.int32)
    order = np.empty(n, dtype=np.int32)
    return order[: _peel(components, edges, tree, degree, link, order)], link


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
    """Fill `vertex` and `node` of the RootedForest.

    `place` holds of each vertex: its position, known for roots, and the size of its subtree, 1 at
    first; then the position of its next child.
    """
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
