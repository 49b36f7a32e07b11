"""Disjoint sets of vertices, merged by edges; compiled."""

import numpy as np
from numba import njit


@njit(cache=True)
def find(root: np.ndarray, v: int) -> int:
    """Return the first vertex of v's set, halving the path to it."""
    while root[v] != v:
        root[v] = root[root[v]]
        v = root[v]
    return v


@njit(cache=True)
def union(root: np.ndarray, u: int, v: int) -> bool:
    """Merge the sets of u and v; return whether they were two."""
    a, b = find(root, u), find(root, v)
    root[max(a, b)] = min(a, b)
    return a != b


@njit(cache=True)
def count_sets(n: int, edges: np.ndarray) -> int:
    """Return the number of connected components of n vertices with these edges (m, 2)."""
    root = np.empty(n, dtype=np.uint32)
    for v in range(n):
        root[v] = v
    sets = n
    for e in range(len(edges)):
        if union(root, np.uint32(edges[e, 0]), np.uint32(edges[e, 1])):
            sets -= 1
    return sets


@njit(cache=True)
def component_labels(n: int, edges: np.ndarray) -> np.ndarray:
    """Return the component (n,) of each of n vertices with these edges, by first vertex."""
    root = np.empty(n, dtype=np.uint32)
    for v in range(n):
        root[v] = v
    for e in range(len(edges)):
        union(root, np.uint32(edges[e, 0]), np.uint32(edges[e, 1]))
    label = np.empty(n, dtype=np.int64)
    count = 0
    for v in range(n):
        if root[v] == v:
            label[v] = count
            count += 1
        else:
            label[v] = label[root[v]]
    return label
