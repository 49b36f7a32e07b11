"""Random spanning trees: uniform by Wilson's loop-erased walks, or minimum under random keys."""

import numpy as np
from numba import njit

from gaussmech import checks
from gaussmech.graphs.chains import UNEQUAL
from gaussmech.graphs.rooted_forest import spanning_edges
from gaussmech.graphs.union_find import union

MAX_WEIGHT_RATIO = 1e9
# Steps between two chances to interrupt; about a second.
SPELL = 2**26


def spanning_tree(graph, *, kind="uniform", rng):
    """A random spanning tree of each component of `graph`.

    Parameters
    ----------
    graph : Graph
    kind : {"uniform", "minimum"} or array of int
        "uniform": a tree is drawn with probability proportional to the product of its edge
        weights (uniform where all weights are 1), by the algorithm of Wilson (1996).
        "minimum": each edge waits an exponential time whose rate is its weight, and the tree
        of least total time is taken. So edges come in one by one, each drawn in proportion
        to its weight from those that close no cycle. Heavy edges are the likelier here too,
        but it is another law, not uniform where the weights are equal. Never slow.
        An array is a given tree, edge indices in any order.
    rng : numpy.random.Generator
        Not used where the tree is given.

    Returns
    -------
    (n - components,) array of int
        Indices into `graph.edges`, ascending.

    Raises
    ------
    ValueError
        Unknown `kind`, a given tree that is no spanning tree of each component, `rng` is no
        Generator, or, for the uniform tree, weights more than a factor 1e9 apart.

    Notes
    -----
    In the uniform tree P[edge in tree] is its weight times its effective resistance
    (Kirchhoff). The walks take, in the mean, as many steps as a walk from a random junction
    of the graph to another and back: about n log n on a grid, but of the order of n^2 on a
    long ladder. Dead ends and chains of vertices of degree 2 cost nothing (see `chains`).

    Examples
    --------
    >>> from gaussmech.graphs.graph import Graph
    >>> triangle = Graph(3, [[0, 1], [1, 2], [0, 2]])
    >>> len(spanning_tree(triangle, rng=np.random.default_rng(1)))
    2
    >>> spanning_tree(triangle, kind=[2, 0], rng=None).tolist()
    [0, 2]
    """
    if not isinstance(kind, str):
        return np.sort(spanning_edges("kind", kind, graph))
    checks.one_of("kind", kind, ("uniform", "minimum"))
    checks.generator("rng", rng)
    return _uniform(graph, rng) if kind == "uniform" else _minimum(graph, rng)


def _uniform(graph, rng):
    if graph.m and graph.weights.min() < graph.weights.max() / MAX_WEIGHT_RATIO:
        raise ValueError(
            f"weights range from {graph.weights.min():g} to {graph.weights.max():g}; a random walk"
            f" needs them within a factor of {MAX_WEIGHT_RATIO:g}"
        )
    chains = graph.chains
    in_tree = np.zeros(len(chains.bounds) - 1, dtype=bool)
    state = chains.links.copy()
    # A random root a component: the walks to one in a corner of the graph would be longer.
    size = np.diff(chains.parts)
    root = chains.parts[:-1] + (rng.random(len(size)) * size).astype(np.int64)
    state[chains.records[root]] = 0
    at = np.zeros(2, dtype=np.int64)
    # Now and then compiled code comes back, so that an interrupt can get through.
    while not _wilson(*chains[3:6], state, at, SPELL, in_tree, rng):
        pass
    return np.flatnonzero(_drop(in_tree, chains.bounds, chains.edges, graph.weights, rng))


def _minimum(graph, rng):
    # log of an exponential time of rate w is -(log w + Gumbel): no weight is too large or small.
    times = -(np.log(graph.weights) + rng.gumbel(size=graph.m))
    return np.flatnonzero(_boruvka(graph.n, graph.edges, times))


@njit(cache=True)
def _boruvka(n, edges, keys):
    """Whether each edge is in the spanning forest of least total key (of ties, the first edge).

    Every tree takes the edge of least key that leaves it, all trees at a time; what is then
    within a tree is forgotten, the trees are numbered anew, and so on.
    """
    taken = np.zeros(len(edges), dtype=np.bool_)
    left = np.arange(len(edges), dtype=np.int32)
    ends = edges.astype(np.int32)
    trees, live = n, len(edges)
    while live > 0:
        least = np.full(trees, -1, dtype=np.int32)
        key = np.empty(trees)
        for k in range(live):
            for t in ends[k]:
                if least[t] < 0 or keys[left[k]] < key[t]:
                    least[t] = k
                    key[t] = keys[left[k]]
        root = np.arange(trees, dtype=np.int32)
        for t in range(trees):
            k = least[t]
            if k >= 0 and union(root, ends[k, 0], ends[k, 1]):
                taken[left[k]] = True
        # A root is the first of its set, so it has its new number before the others.
        count = 0
        for t in range(trees):
            if root[t] == t:
                least[t] = count
                count += 1
            else:
                least[t] = least[root[t]]
        trees, kept = count, 0
        for k in range(live):
            i, j = least[ends[k, 0]], least[ends[k, 1]]
            if i != j:
                left[kept] = left[k]
                ends[kept, 0], ends[kept, 1] = i, j
                kept += 1
        live = kept
    return taken


@njit(cache=True)
def _wilson(chain, cumulative, records, state, at, steps, in_tree, rng):
    """Loop-erased walks from junction after junction to the tree; whether that was the last.

    `state` is a copy of the links in which a degree of 0 marks the junctions in the tree, and
    the free entry keeps the last exit. Chains come into the tree by `in_tree`. After so many
    steps the walk stops; `at` keeps its source and where it is, for the next call.
    """
    source, v = at
    while source < len(records) - 1:
        degree = state[v]
        while degree != 0:
            if steps == 0:
                at[0], at[1] = source, v
                return False
            steps -= 1
            if degree < UNEQUAL:
                # As int(random * degree), in whole numbers, for the next step waits for it;
                # no exit's probability is off by more than 1e-12.
                slot = v + 2 + (int(rng.random() * 2.0**40) * degree >> 40)
            else:
                low, slot = v + 2, v + 1 + (degree - UNEQUAL)
                target = rng.random() * cumulative[slot]
                while low < slot:
                    middle = (low + slot) // 2
                    if cumulative[middle] <= target:
                        low = middle + 1
                    else:
                        slot = middle
            # Overwriting the last exit from v erases the loop made since.
            state[v + 1] = slot
            v = np.int64(state[slot])
            degree = state[v]
        v = records[source]
        while state[v] != 0:
            state[v] = 0
            in_tree[chain[state[v + 1]]] = True
            v = np.int64(state[state[v + 1]])
        source += 1
        v = records[source]
    return True


@njit(cache=True)
def _drop(in_tree, bounds, edges, weights, rng):
    """Whether each edge is in the tree: all but one, drawn by 1 / weight, of a broken chain."""
    taken = np.ones(len(weights), dtype=np.bool_)
    for c in range(len(in_tree)):
        if in_tree[c]:
            continue
        k, last = bounds[c], bounds[c + 1] - 1
        if k < last:
            scale = weights[edges[k]]
            total = 0.0
            for p in range(k, last + 1):
                total += scale / weights[edges[p]]
            target = rng.random() * total - 1
            while k < last and target >= 0:
                k += 1
                target -= scale / weights[edges[k]]
        taken[edges[k]] = False
    return taken
