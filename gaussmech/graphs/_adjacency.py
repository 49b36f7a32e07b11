"""Elementary graph algorithms, on which the estimators are built; all take time O(n + m).

The neighbours of each vertex are in compressed rows. There are the adjacency matrix and the Laplacian,
breadth-first and depth-first orders, connected components, and disjoint sets for compiled kernels.
"""

from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from gaussmech.graphs._compiling import kernel


def compressed_rows(
    n: int, edges: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the neighbours of each of n vertices with these edges (m, 2); loops are left out.

    The result is three arrays of int32: `start` (n + 1,), `neighbour` and `edge` (2m,). The
    neighbours of v are `neighbour[start[v]:start[v + 1]]`, in the order of their edges.
    """
    edge = np.flatnonzero(edges[:, 0] != edges[:, 1]).astype(np.int32)
    ends = edges[edge].astype(np.int32)
    entries = np.repeat(edge, 2), (ends.ravel(), ends[:, ::-1].ravel())
    rows = sparse.coo_array(entries, shape=(n, n))
    # Otherwise SciPy would add up parallel edges, and sort each row by its neighbours.
    rows.has_canonical_format = True
    rows = rows.tocsr()
    return rows.indptr, rows.indices, rows.data


def adjacency_matrix(n: int, edges: np.ndarray, values: np.ndarray) -> Any:
    """Return the symmetric CSR array (n, n) with a value (m,) per edge (m, 2)."""
    half = sparse.coo_array((values, edges.T), shape=(n, n))
    return (half + half.T).tocsr()


def laplacian_matrix(n: int, edges: np.ndarray, values: np.ndarray) -> Any:
    """Return the graph Laplacian, a CSR array (n, n), with a weight (m,) per edge (m, 2)."""
    adjacency = adjacency_matrix(n, edges, values)
    degree = np.asarray(adjacency.sum(axis=1)).ravel()
    return (sparse.diags_array(degree) - adjacency).tocsr()


@kernel
def breadth_first(
    start: np.ndarray, neighbour: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the vertices (n,) in breadth-first order, and the bounds of the components in it.

    Component c has the places bounds[c] .. bounds[c + 1] - 1 of the order. The third array (n,) is the
    vertex from which each one was reached, n for the first of a component. `order` is at the same time
    the queue of the search: its entries from `head` to `tail` are vertices whose neighbours are still
    to be visited.
    """
    n = len(start) - 1
    order = np.empty(n, dtype=np.int32)
    bounds = np.zeros(n + 1, dtype=np.int64)
    above = np.full(n, -1, dtype=np.int32)
    head = 0
    tail = 0
    components = 0
    for first in range(n):
        if above[first] < 0:
            above[first] = n
            order[tail] = first
            tail += 1
            while head < tail:
                v = order[head]
                head += 1
                for p in range(start[v], start[v + 1]):
                    u = neighbour[p]
                    if above[u] < 0:
                        above[u] = v
                        order[tail] = u
                        tail += 1
            components += 1
            bounds[components] = tail
    return order, bounds[: components + 1].copy(), above


@kernel
def children_first(
    down: np.ndarray, above: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return a depth-first order of a forest, in which each vertex follows those below it.

    Parameters
    ----------
    down : (n,) array of int32
        The vertices, each after its parent.
    above : (n,) array of int32
        The parent of each vertex, n for the roots.

    Returns
    -------
    order : (n,) array of int32
        The subtree of each vertex is a run of positions that ends with it. Roots and children are
        in the order of `down`.
    sizes : (n + 1,) array of int32
        The number of vertices in the subtree of each vertex.
    """
    n = len(down)
    sizes = np.ones(n + 1, dtype=np.int32)
    for k in range(1, n + 1):
        v = down[n - k]
        sizes[above[v]] += sizes[v]
    order = np.empty(n, dtype=np.int32)
    # The first position that is still free in the run of each subtree.
    free = np.zeros(n + 1, dtype=np.int32)
    for v in down:
        free[v] = free[above[v]]
        free[above[v]] += sizes[v]
        order[free[above[v]] - 1] = v
    return order, sizes


def component_labels(n: int, edges: np.ndarray) -> np.ndarray:
    """Return the component (n,) of each of n vertices with these edges.

    Components are numbered from 0 in the order of their first vertices.
    """
    # Old versions of SciPy take only indices of 32 bits.
    ends = tuple(edges.astype(np.int32).T)
    matrix = sparse.csr_array((np.ones(len(edges), bool), ends), shape=(n, n))
    _, labels = csgraph.connected_components(matrix, directed=False)
    return labels.astype(np.int64)
