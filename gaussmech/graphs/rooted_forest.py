"""Rooted spanning trees: edges are checked, and vertices put into depth-first order.

`peel` checks that edges form a spanning tree of each component, and `root_forest` puts the vertices
of a tree into depth-first order, where each subtree is a run of positions. Wavelets and scans over
subtrees need no pointers then.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech.graphs._adjacency import component_labels
from gaussmech.graphs._compiling import kernel, plain
from gaussmech.graphs.graph import Graph

# These are the columns of RootedForest.node.
PARENT, SIZE, CHILD, SIBLING = range(4)


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
    _, order, above = checked_tree(name, tree, graph)
    label = graph.components
    size = np.bincount(label)
    bounds = np.concatenate([[0], np.cumsum(size)])
    # The vertices are assigned in reverse order, so the first vertex of a component overwrites
    # the others.
    roots = np.empty(len(size), dtype=np.int32)
    roots[label[::-1]] = np.arange(graph.n - 1, -1, -1)
    above[roots] = -1
    place = np.ones((graph.n, 2), dtype=np.int32)
    place[roots, 0] = bounds[:-1]
    vertex, node = _depth_first(np.concatenate([order, roots]), above, place)
    return RootedForest(vertex, node, bounds)


def checked_tree(
    name: str, tree: ArrayLike, graph: Graph
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
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
    return _peel(plain(components), plain(edges), tree)


@kernel
def _peel(components, edges, tree):
    """Return what `peel` does.

    `link` has the exclusive or of the neighbours that a vertex has left. Of a leaf this is its one
    neighbour, so no list of neighbours is needed. The vertices that stay get two extra degrees, with
    which they never become leaves.
    """
    n = len(components)
    degree = np.zeros(n, dtype=np.int32)
    link = np.zeros(n, dtype=np.int32)
    order = np.empty(n, dtype=np.int32)
    for e in tree:
        i = edges[e, 0]
        j = edges[e, 1]
        degree[i] += 1
        degree[j] += 1
        link[i] ^= j
        link[j] ^= i
    component = 0
    for v in range(n):
        if components[v] == component:
            degree[v] += 2
            component += 1
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
    return order[:count].copy(), link


@kernel
def _depth_first(order, above, place):
    """Return `vertex` and `node` of the RootedForest.

    The first loop adds up the sizes of subtrees from the leaves to the roots, and the second one
    assigns positions from the roots down. The first column of `place` (n, 2) holds the position of
    each vertex; at first, only those of the roots are set. The second column holds the size of its
    subtree, which is 1 at first; once the vertex has its position, it holds the position of its
    next child instead.
    """
    vertex = np.empty(len(order), dtype=np.int32)
    node = np.empty((len(order), 4), dtype=np.int32)
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
    return vertex, node
