"""A graph's junctions and the chains of edges between them.

Which spanning trees there are is decided at the junctions. Edges that hang on a dead end are
in every spanning tree; a chain of vertices of degree 2 is in it with all edges or with all
but one. So a random walk need only know the junctions: on a path, a cycle or streets drawn
in small pieces it would take quadratic time to get along the chains.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from gaussmech.graphs.adjacency import compressed_rows

# Set in `links` beside the degree of a junction whose chains differ in conductance.
UNEQUAL = 2**31
# The degree from which a junction counts as such, whatever its chains.
HUGE = 2**22


class Chains(NamedTuple):
    """Junctions, the vertices of degree at least 3 once dead ends are stripped, and chains.

    Attributes
    ----------
    bounds : (chains + 1,) array of int32
        Chain c is made of `edges[bounds[c]:bounds[c+1]]`, in order; one edge in most graphs.
        A chain may join a junction to itself; a cycle without junctions is a chain too.
    edges : array of int32
        Every edge but those on dead ends, once.
    links : array of uint32
        A record a junction, so that a step of a walk stays in one line of the cache: its
        degree d, one free entry, and the places in `links` of the d records at the other
        ends. Chains from a junction to itself are left out. The records stand in breadth-first
        order, component by component, which keeps neighbours close.
    chain : array of int32
        The chain that goes with each entry of `links`, set for the last d of each record.
    cumulative : array of float
        Likewise their conductances 1 / sum(1 / weights), in units of the largest weight, summed
        up over the record. Set where the degree is marked UNEQUAL.
    records : (J + 1,) array of int64
        Where each record begins.
    parts : (components + 1,) array of int64
        Component c, of those with junctions, has records parts[c] .. parts[c+1] - 1.
    """

    bounds: np.ndarray
    edges: np.ndarray
    links: np.ndarray
    chain: np.ndarray
    cumulative: np.ndarray
    records: np.ndarray
    parts: np.ndarray


def join_chains(graph):
    """The `Chains` of a Graph, in time O(n + m).

    Examples
    --------
    >>> from gaussmech.graphs.graph import Graph
    >>> diamond_with_tail = Graph(5, [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 4]])
    >>> chains = join_chains(diamond_with_tail)
    >>> [chain.tolist() for chain in np.split(chains.edges, chains.bounds[1:-1])]
    [[0, 1], [2, 3], [4]]
    """
    weights = graph.weights / graph.weights.max() if graph.m else graph.weights
    junctions, ends, bounds, edges = _follow(graph.n, graph.edges)
    rows = compressed_rows(junctions, ends)
    return Chains(bounds, edges, *_link(*rows, bounds, edges, weights))


@njit(cache=True)
def _follow(n, edges):
    """Number of junctions; the two junctions (chains, 2), bounds and edges of each chain."""
    m = len(edges)
    degree = np.zeros(n, dtype=np.int32)
    # The exclusive or of the edges at a vertex: it names the last one left, and, of two, the
    # other one.
    link = np.zeros(n, dtype=np.int32)
    for e in range(m):
        i, j = edges[e, 0], edges[e, 1]
        degree[i] += 1
        degree[j] += 1
        link[i] ^= e
        link[j] ^= e
    # True once an edge is stripped or part of a chain.
    used = np.zeros(m, dtype=np.bool_)
    left = m
    for leaf in range(n):
        v = leaf
        while degree[v] == 1:
            e = link[v]
            used[e] = True
            left -= 1
            degree[v] = 0
            v = edges[e, 0] + edges[e, 1] - v
            degree[v] -= 1
            link[v] ^= e
    junction = np.empty(n, dtype=np.int32)
    junctions = 0
    for v in range(n):
        if degree[v] > 2:
            junction[v] = junctions
            junctions += 1
    ends = np.empty((left, 2), dtype=np.int32)
    bounds = np.zeros(left + 1, dtype=np.int32)
    chained = np.empty(left, dtype=np.int32)
    chains, at = 0, 0
    # First from the junctions; what is left then are cycles without any.
    for on_cycles in (False, True):
        for first in range(m):
            if used[first]:
                continue
            a, v = edges[first, 0], edges[first, 1]
            if degree[a] == 2 and not on_cycles:
                a, v = v, a
                if degree[a] == 2:
                    continue
            e = first
            while True:
                used[e] = True
                chained[at] = e
                at += 1
                if degree[v] != 2 or v == a:
                    break
                e ^= link[v]
                v = edges[e, 0] + edges[e, 1] - v
            ends[chains, 0] = junction[a] if degree[a] > 2 else 0
            ends[chains, 1] = junction[v] if degree[v] > 2 else 0
            chains += 1
            bounds[chains] = at
    return junctions, ends[:chains].copy(), bounds[: chains + 1].copy(), chained


@njit(cache=True)
def _link(start, neighbour, chain_at, bounds, edges, weights):
    """`links`, `chain`, `cumulative`, `records` and `parts` of the Chains."""
    conductance = np.empty(len(bounds) - 1)
    for c in range(len(conductance)):
        resistance = 0.0
        for k in range(bounds[c], bounds[c + 1]):
            resistance += 1 / weights[edges[k]]
        conductance[c] = 1 / resistance
    # Most chains are single edges of the largest weight: a byte tells, and stays in the cache.
    largest = conductance == conductance.max() if len(conductance) else conductance == 1.0
    queue, parts = _breadth_first(start, neighbour)
    junctions = len(queue)
    records = np.zeros(junctions + 1, dtype=np.int64)
    record_of = np.empty(junctions, dtype=np.uint32)
    for k in range(junctions):
        v = queue[k]
        record_of[v] = records[k]
        records[k + 1] = records[k] + 2 + start[v + 1] - start[v]
    links = np.empty(records[junctions], dtype=np.uint32)
    chain = np.empty(len(links), dtype=np.int32)
    cumulative = np.empty(len(links))
    for k in range(junctions):
        v, record = queue[k], records[k]
        low, high = start[v], start[v + 1]
        shift = record + 2 - low
        links[record] = high - low
        equal = high - low < HUGE
        for p in range(low, high):
            links[shift + p] = record_of[neighbour[p]]
            chain[shift + p] = chain_at[p]
            equal &= largest[chain_at[p]]
        if not equal:
            equal = high - low < HUGE
            for p in range(low + 1, high):
                equal &= conductance[chain_at[p]] == conductance[chain_at[low]]
        if not equal:
            links[record] |= UNEQUAL
            total = 0.0
            for p in range(low, high):
                total += conductance[chain_at[p]]
                cumulative[shift + p] = total
    return links, chain, cumulative, records, parts


@njit(cache=True)
def _breadth_first(start, neighbour):
    """The junctions in breadth-first order, and where the components begin and end in it."""
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
