"""Disjoint sets of vertices, merged by edges; compiled into the kernels that use them."""

import numpy as np

from gaussmech.graphs.compiling import helper


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
