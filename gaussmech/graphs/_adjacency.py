"""The edges at each vertex in compressed rows, breadth-first order, components, merged sets."""

from typing import Any

import numpy as np

from gaussmech.graphs._compiling import helper, kernel, plain


def compressed_rows(n: int, edges: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the adjacency of n vertices with these edges (m, 2), without loops, as int32 arrays.

    They are `start` (n + 1,), `neighbour` and `edge` (2m,): the neighbours of v are
    `neighbour[start[v]:start[v+1]]`, in order of edge index.
    """
    ends = edges[edges[:, 0] != edges[:, 1]].ravel()
    start = np.full(n + 1, len(ends), dtype=np.int32)
    np.cumsum(np.bincount(ends, minlength=n), out=start[:n])
    neighbour, edge = (np.empty(len(ends), dtype=np.int32) for _ in range(2))
    _fill(plain(edges), start, neighbour, edge)
    return start, neighbour, edge


@kernel
def _fill(edges, start, neighbour, edge):
    """Fill the rows from their ends, which are in `start`; there it leaves where they begin."""
    for k in range(len(edges)):
        e = len(edges) - 1 - k
        i, j = edges[e, 0], edges[e, 1]
        if i != j:
            start[i] -= 1
            neighbour[start[i]] = j
            edge[start[i]] = e
            start[j] -= 1
            neighbour[start[j]] = i
            edge[start[j]] = e


def adjacency_matrix(n: int, edges: np.ndarray, values: np.ndarray) -> Any:
    """Return the symmetric CSR array (n, n) with a value (m,) per edge (m, 2)."""
    from scipy.sparse import coo_array

    half = coo_array((values, edges.T), shape=(n, n))
    return (half + half.T).tocsr()


def breadth_first(start: np.ndarray, neighbour: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the vertices in breadth-first order, and the bounds of the components in it."""
    n = len(start) - 1
    queue, parts = np.empty(n, dtype=np.int32), np.zeros(n + 1, dtype=np.int64)
    found = _queue(start, neighbour, queue, parts, np.zeros(n, dtype=bool))
    return queue, parts[: found + 1].copy()


@kernel
def _queue(start, neighbour, queue, parts, seen):
    count = done = part = 0
    for first in range(len(queue)):
        if not seen[first]:
            seen[first] = True
            queue[count] = first
            count += 1
            while done < count:
                v = queue[done]
                done += 1
                for p in range(start[v], start[v + 1]):
                    u = neighbour[p]
                    if not seen[u]:
                        seen[u] = True
                        queue[count] = u
                        count += 1
            part += 1
            parts[part] = count
    return part


def component_labels(n: int, edges: np.ndarray) -> np.ndarray:
    """Return the component (n,) of each of n vertices with these edges, by first vertex."""
    queue, bounds = breadth_first(*compressed_rows(n, edges)[:2])
    label = np.empty(n, dtype=np.int64)
    label[queue] = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    return label


# By hand: compiled into the kernels that merge vertices edge by edge, which no package offers.


@helper
def find(root: np.ndarray, v: int) -> int:
    """Return the first vertex of v's set, halving the path to it."""
    while root[v] != v:
        root[v] = root[root[v]]
        v = root[v]
    return v


@helper
def union(root: np.ndarray, u: int, v: int) -> bool:
    """Merge the sets of u and v; return whether they were two."""
    a, b = find(root, u), find(root, v)
    root[max(a, b)] = min(a, b)
    return a != b
