"""Split a tree at its balancing vertices, down to single vertices; compiled."""

from typing import NamedTuple

import numpy as np

from gaussmech.graphs.compiling import helper, kernel
from gaussmech.graphs.rooted_forest import CHILD, PARENT, SIBLING, SIZE, RootedForest


class Splits(NamedTuple):
    """A binary hierarchy over the vertices of each component of a graph.

    The vertices are ordered such that every set of the hierarchy is a run of positions. Splits
    are in preorder, component by component: a split of a set into A and B, then those within A,
    then those within B.

    Attributes
    ----------
    order : (n,) array of int32
        The vertex at each position.
    runs : (n - components, 2) array of int32
        The first position of A, and of the whole set; and that of B, where A ends.
    steps : (n - components, 2) array of float
        The Haar element of a split: steps[:, 0] on A, -steps[:, 1] on B; with a = |A| and
        b = |B|, sqrt(b / (a (a + b))) and sqrt(a / (b (a + b))).
    bands : (n,) array of int64
        floor(log2 size) of each component, then floor(log2 (a b / (a + b))) of each split.
    """

    order: np.ndarray
    runs: np.ndarray
    steps: np.ndarray
    bands: np.ndarray


def split_evenly(forest: RootedForest) -> Splits:
    """Return the Splits of a RootedForest, whose `node` is overwritten.

    A tree is cut at its balancing vertex v: first the part above v, then those below. v joins the
    smallest part (of several, the first), and the parts are grouped by halves.
    """
    n, bounds = len(forest.vertex), forest.bounds
    constants = len(bounds) - 1
    order = np.empty(n, dtype=np.int32)
    runs = np.empty((n - constants, 2), dtype=np.int32)
    steps = np.empty((n - constants, 2))
    # While a b is below 2^53 no a b / (a + b) is rounded up to a power of 2.
    sizes = np.empty(n)
    sizes[:constants] = np.diff(bounds)
    # Trees to split, of at least 2 vertices each, and groups of parts.
    trees, groups = np.empty((n // 2 + 1, 3), dtype=np.int64), np.empty((64, 3), dtype=np.int64)
    tops, cut = np.empty((2, n + 1), dtype=np.int64)
    stacks = trees, groups, tops, cut
    _split(forest.vertex, forest.node, bounds, order, runs, steps, sizes[constants:], *stacks)
    bands = np.frexp(sizes)[1].astype(np.int64) - 1
    return Splits(order, runs, steps, bands)


@kernel
def _split(vertex, node, bounds, order, runs, steps, sizes, trees, groups, tops, cut):
    """Fill `order`, `runs`, `steps` and the a b / (a + b) of the splits.

    A row of `trees` is a top, its first position and its first split, one of `groups` the first
    part, where the parts end, and the first split.
    """
    for c in range(len(bounds) - 1):
        pending = 0
        if bounds[c + 1] - bounds[c] == 1:
            order[bounds[c]] = vertex[bounds[c]]
        else:
            trees[0, 0], trees[0, 1], trees[0, 2] = bounds[c], bounds[c], bounds[c] - c
            pending = 1
        while pending > 0:
            pending -= 1
            tops[0], cut[0], split = trees[pending, 0], trees[pending, 1], trees[pending, 2]
            groups[0, 0], groups[0, 2] = 0, split
            groups[0, 1] = _take_apart(tops[0], node, tops, cut)
            waiting = 1
            while waiting > 0:
                waiting -= 1
                g, h, split = groups[waiting, 0], groups[waiting, 1], groups[waiting, 2]
                if h - g > 1:
                    middle = (g + h) // 2
                    low, high = cut[g], cut[middle]
                    runs[split, 0], runs[split, 1] = low, high
                    a, b = high - low, cut[h] - high
                    whole = float(a + b)
                    steps[split, 0] = np.sqrt(b / (a * whole))
                    steps[split, 1] = np.sqrt(a / (b * whole))
                    sizes[split] = a * b / whole
                    # B waits below A; the rows still hold g and h.
                    groups[waiting, 1], groups[waiting, 2] = middle, split + 1
                    groups[waiting + 1, 0], groups[waiting + 1, 1] = middle, h
                    groups[waiting + 1, 2] = split + a
                    waiting += 2
                elif cut[h] - cut[g] > 1:
                    trees[pending, 0], trees[pending, 1] = tops[g], cut[g]
                    trees[pending, 2] = split
                    pending += 1
                else:
                    order[cut[g]] = vertex[tops[g]]


@helper
def _take_apart(top, node, tops, cut):
    """Cut a tree of at least 2 vertices at its balancing vertex; return the number of parts.

    Their tops go into `tops`; `cut` gets the positions where each part begins and ends, from
    cut[0].
    """
    total = node[top, SIZE]
    v = _balancing_vertex(top, node)
    size = node[v, SIZE]
    parts = 0
    smallest, least = 0, total
    if v != top:
        least = total - size
        tops[0] = top
        cut[1] = cut[0] + least
        parts = 1
    child = node[v, CHILD]
    while child >= 0:
        if node[child, PARENT] == v:
            below = node[child, SIZE]
            if below < least:
                smallest, least = parts, below
            tops[parts] = child
            parts += 1
            cut[parts] = cut[parts - 1] + below
        child = node[child, SIBLING]
    if total == 2:
        tops[1], tops[0] = tops[0], v
        cut[2] = cut[1] + 1
        return 2
    # v joins the smallest part: below the one above it, or on top of a child's.
    for part in range(smallest + 1, parts + 1):
        cut[part] += 1
    gone = size
    if tops[smallest] == top:
        gone -= 1
        node[v, SIZE] = 1
    else:
        child = tops[smallest]
        tops[smallest] = v
        node[v, SIZE] = least + 1
        node[v, CHILD] = child
        node[child, SIBLING] = -1
    u = v
    while u != top:
        u = node[u, PARENT]
        node[u, SIZE] -= gone
    if gone == size:
        node[v, PARENT] = -1
    return parts


@helper
def _balancing_vertex(top, node):
    """Return the vertex nearest to the top that leaves no part above half of the tree."""
    total = node[top, SIZE]
    v = top
    child = node[v, CHILD]
    while child >= 0:
        # A child that was cut off stays in the list: at most one per level.
        if node[child, PARENT] == v and 2 * node[child, SIZE] > total:
            v = child
            child = node[v, CHILD]
        else:
            child = node[child, SIBLING]
    return v
