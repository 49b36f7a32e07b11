"""The junctions of a graph, and the chains of edges that join them, for random walks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gaussmech.graphs._adjacency import breadth_first, compressed_rows
from gaussmech.graphs._compiling import kernel, plain
from gaussmech.graphs.graph import Graph


class Chains(NamedTuple):
    """A graph's junctions, in breadth-first order, and the chains of edges that join them.

    Junctions are the vertices of degree 3 or more once dead ends are removed. All edges of a dead
    end are in every spanning tree; of a chain of vertices of degree 2 all edges are in it, or all
    but one. A random walk therefore need not step along either: seen from its ends, a chain is one
    edge of conductance 1 / sum(1 / weights).

    Attributes
    ----------
    start, neighbour, chain : arrays of int32
        Junction v has the neighbours neighbour[start[v]:start[v + 1]], at the other ends of
        chain[start[v]:start[v + 1]]. Chains from a junction to itself are left out.
    cumulative : array of float
        The conductances of the chains, cumulated over those of each junction.
    exits : array of int32
        The number of neighbours of each junction; negative if their conductances differ.
    parts : array of int64
        Component c, of those with junctions, has the junctions parts[c] .. parts[c + 1] - 1.
    bounds, edges : arrays of int
        Chain c consists of edges[bounds[c]:bounds[c + 1]], mostly of one edge. A cycle without a
        junction is a chain, too. Edges on dead ends are in no chain.
    """

    start: np.ndarray
    neighbour: np.ndarray
    chain: np.ndarray
    cumulative: np.ndarray
    exits: np.ndarray
    parts: np.ndarray
    bounds: np.ndarray
    edges: np.ndarray


def join_chains(graph: Graph) -> Chains:
    """Return the `Chains` of a graph, in time O(n + m).

    Examples
    --------
    >>> diamond_with_tail = Graph(5, [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 4]])
    >>> chains = join_chains(diamond_with_tail)
    >>> [chain.tolist() for chain in np.split(chains.edges, chains.bounds[1:-1])]
    [[0, 1], [2, 3], [4]]
    """
    degree = _degrees_without_dead_ends(graph.n, plain(graph.edges))
    edges, bounds = _edges_by_chain(graph, degree)
    chain_of_edge = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    start, neighbour, chain, parts = _junctions_and_chains(
        degree, graph.edges[edges], chain_of_edge
    )
    largest = graph.weights[edges].max(initial=0)
    conductances = 1 / np.bincount(chain_of_edge, largest / graph.weights[edges])
    cumulative, exits = _exits_of_junctions(start, conductances[chain])
    return Chains(start, neighbour, chain, cumulative, exits, parts, bounds, edges)


def _edges_by_chain(graph, degree):
    """Return the edges that are on no dead end, chain after chain, and the bounds of the chains.

    `degree` (n,) has the degrees without dead ends.
    """
    edges = np.flatnonzero(degree[graph.edges].all(axis=1))
    # Edges at a junction come first, so a chain is followed from one of its ends.
    at_junction = (degree[graph.edges[edges]] != 2).any(axis=1)
    edges = np.concatenate([edges[at_junction], edges[~at_junction]])
    # Edges that meet at a vertex of degree 2 are neighbours in a chain.
    ends = graph.edges[edges].ravel()
    inner = np.flatnonzero(degree[ends] == 2)
    edge_pairs = inner[np.argsort(ends[inner], kind="stable")].reshape(-1, 2) // 2
    start, neighbour, _ = compressed_rows(len(edges), edge_pairs)
    order, bounds, _ = breadth_first(start, neighbour)
    return edges[order], bounds


def _junctions_and_chains(degree, edges, chain_of_edge):
    """Return `start`, `neighbour`, `chain` and `parts` of the junctions; see `Chains`.

    `edges` (m, 2) are the edges of the chains, one chain after another.
    """
    # Each chain has two ends at junctions, unless it is a cycle without a junction.
    ends = edges.ravel()
    outer = np.flatnonzero(degree[ends] > 2)
    is_junction = degree > 2
    junction = np.cumsum(is_junction) - 1
    junctions = int(is_junction.sum())
    pairs = junction[ends[outer]].reshape(-1, 2)
    # The junctions are renumbered in breadth-first order, so neighbours are close in memory.
    start, neighbour, _ = compressed_rows(junctions, pairs)
    order, parts, _ = breadth_first(start, neighbour)
    start, neighbour, pair = compressed_rows(junctions, np.argsort(order)[pairs])
    chain = chain_of_edge[outer[::2] // 2][pair].astype(np.int32)
    return start, neighbour, chain, parts


def _exits_of_junctions(start, conductances):
    """Return `cumulative` and `exits` of the junctions; see `Chains`."""
    exits = np.diff(start).astype(np.int32)
    # The sign of the number of exits tells the walk whether their conductances differ.
    owner = np.repeat(np.arange(len(exits)), exits)
    differs = conductances != conductances[start[owner]]
    exits[owner[differs]] *= -1
    return _cumulative(start, conductances), exits


@kernel
def _degrees_without_dead_ends(n, edges):
    """Return the degree of each of n vertices once leaves are removed again and again.

    `link` has the exclusive or of the neighbours that a vertex has left. Of a leaf this is its one
    neighbour, so no list of neighbours is needed.
    """
    degree = np.zeros(n, dtype=np.int32)
    link = np.zeros(n, dtype=np.int32)
    for i, j in edges:
        degree[i] += 1
        degree[j] += 1
        link[i] ^= j
        link[j] ^= i
    for leaf in range(n):
        v = leaf
        while degree[v] == 1:
            above = link[v]
            degree[v] = 0
            degree[above] -= 1
            link[above] ^= v
            v = above
    return degree


@kernel
def _cumulative(start, values):
    """Return the cumulative sums within each row; differences of one long sum would lose digits."""
    sums = values.copy()
    for v in range(len(start) - 1):
        for p in range(start[v] + 1, start[v + 1]):
            sums[p] += sums[p - 1]
    return sums
