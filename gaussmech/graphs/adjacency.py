"""The edges at each vertex in compressed rows, and breadth-first order; compiled."""

import numpy as np
from numba import njit


@njit(cache=True)
def compressed_rows(n: int, edges: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the adjacency of n vertices with these edges (m, 2), without loops, as int32 arrays.

    They are `start` (n + 1,), `neighbour` and `edge` (2m,): the neighbours of v are
    `neighbour[start[v]:start[v+1]]`, in order of edge index.
    """
    m = len(edges)
    start = np.zeros(n + 1, dtype=np.int32)
    for e in range(m):
        i, j = edges[e, 0], edges[e, 1]
        if i != j:
            start[i] += 1
            start[j] += 1
    # start[v] is first the number of v's edges, then where they end, finally where they begin.
    for v in range(n):
        start[v + 1] += start[v]
    neighbour = np.empty(start[n], dtype=np.int32)
    edge = np.empty(start[n], dtype=np.int32)
    for e in range(m - 1, -1, -1):
        i, j = edges[e, 0], edges[e, 1]
        if i != j:
            start[i] -= 1
            neighbour[start[i]] = j
            edge[start[i]] = e
            start[j] -= 1
            neighbour[start[j]] = i
            edge[start[j]] = e
    return start, neighbour, edge


@njit(cache=True)
def breadth_first(start: np.ndarray, neighbour: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the vertices in breadth-first order, and the bounds of the components in it."""
    n = len(start) - 1
    queue = np.empty(n, dtype=np.int32)
    parts = np.zeros(n + 1, dtype=np.int64)
    seen = np.zeros(n, dtype=np.bool_)
    count, done, part = 0, 0, 0
    for first in range(n):
        if seen[first]:
            continue
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
    return queue, parts[: part + 1].copy()
