"""Rooted spanning trees: edges are checked, and each child is put before its parent.

`root_forest` puts the vertices of a tree into depth-first order, where each subtree is a run of
positions. Wavelets and scans over subtrees need no pointers then.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech.graphs._adjacency import (
    breadth_first,
    children_first,
    compressed_rows,
)
from gaussmech.graphs.graph import Graph


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
