"""Chains: the junctions of a graph, and every edge that is on no dead end, once."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from gaussmech.graphs.chains import UNEQUAL, join_chains
from gaussmech.graphs.graph import Graph


def theta(*lengths):
    """Two junctions, 0 and 1, joined by paths of these lengths."""
    graph, fresh = nx.Graph(), 2
    for length in lengths:
        nx.add_path(graph, [0, *range(fresh, fresh + length - 1), 1])
        fresh += length - 1
    return graph


def barbell():
    """Two cycles joined by a path, with a tail and a twig."""
    graph = nx.cycle_graph(5)
    nx.add_cycle(graph, range(10, 14))
    nx.add_path(graph, [0, 20, 21, 10])
    nx.add_path(graph, [2, 30, 31])
    graph.add_edge(20, 40)
    return graph


GRAPHS = {
    "vertex": nx.path_graph(1),
    "pair": nx.path_graph(2),
    "path": nx.path_graph(9),
    "star": nx.star_graph(6),
    "tree": nx.balanced_tree(3, 3),
    "triangle": nx.cycle_graph(3),
    "cycle": nx.cycle_graph(8),
    "theta": theta(1, 3, 4),
    "four paths": theta(2, 2, 3, 5),
    "barbell": barbell(),
    "two cycles at a vertex": nx.Graph([(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0)]),
    "grid": nx.grid_2d_graph(5, 6),
    "complete": nx.complete_graph(7),
    "random": nx.gnp_random_graph(60, 0.05, seed=4),
    "sparse": nx.gnp_random_graph(80, 0.028, seed=5),
    "no edges": nx.empty_graph(3),
    "mixed": nx.disjoint_union_all(
        [nx.path_graph(4), nx.cycle_graph(4), theta(2, 2, 1), nx.empty_graph(2), theta(3, 3, 3)]
    ),
}
each_graph = pytest.mark.parametrize("name", list(GRAPHS))


def graph_of(graph, seed=1):
    """With edges and vertices in random order, and random weights."""
    rng = np.random.default_rng(seed)
    names = dict(zip(graph, rng.permutation(len(graph)).tolist(), strict=True))
    graph = nx.relabel_nodes(graph, names)
    edges = rng.permutation(np.array(graph.edges, int).reshape(-1, 2))
    return Graph(len(graph), edges, weights=rng.uniform(0.5, 4, len(edges)))


def core_of(graph):
    """What is left of a Graph without its dead ends; edges know their number."""
    whole = nx.Graph()
    whole.add_edges_from((i, j, {"number": k}) for k, (i, j) in enumerate(graph.edges.tolist()))
    return nx.k_core(whole, 2)


def chains_of(found):
    return [found.edges[low:high].tolist() for low, high in pairwise(found.bounds)]


def exits(found):
    """For each record: its degree, (chain, record at the other end, cumulative) an exit."""
    rank = {int(place): k for k, place in enumerate(found.records[:-1])}
    for low, high in pairwise(found.records):
        degree, rows = int(found.links[low]), range(low + 2, high)
        yield degree, [(found.chain[p], rank[found.links[p]], found.cumulative[p]) for p in rows]


@each_graph
def test_every_edge_but_those_of_dead_ends_is_in_one_chain(name):
    graph = graph_of(GRAPHS[name])
    expected = {number for _, _, number in core_of(graph).edges(data="number")}
    found = graph.chains.edges.tolist()
    assert sorted(found) == sorted(expected)
    assert (np.diff(graph.chains.bounds) > 0).all() and graph.chains.bounds[-1] == len(found)


@each_graph
def test_chains_run_from_junction_to_junction(name):
    graph = graph_of(GRAPHS[name])
    core = core_of(graph)
    if not core:
        assert graph.chains.bounds.tolist() == [0]
        return
    cycles = 0
    for chain in chains_of(graph.chains):
        ends = nx.Graph(graph.edges[chain].tolist())
        inner = [v for v in ends if core.degree(v) == 2]
        outer = [v for v in ends if core.degree(v) > 2]
        assert nx.is_connected(ends) and all(ends.degree(v) == 2 for v in inner)
        # Neighbours in the list share a vertex; a chain without junctions is a whole cycle.
        assert all(set(graph.edges[a]) & set(graph.edges[b]) for a, b in pairwise(chain))
        assert len(outer) in (0, 1, 2) and len(inner) == len(chain) - bool(outer)
        cycles += not outer
    parts = [core.subgraph(part) for part in nx.connected_components(core)]
    assert cycles == sum(all(d == 2 for _, d in part.degree) for part in parts)


@each_graph
def test_records_join_the_junctions_as_the_chains_do(name):
    graph = graph_of(GRAPHS[name])
    core, found = core_of(graph), graph.chains
    junctions = [v for v, degree in core.degree if degree > 2]
    resistance = [np.sum(graph.weights.max() / graph.weights[c]) for c in chains_of(found)]
    ends = {}
    total = 0
    for record, (degree, row) in enumerate(exits(found)):
        assert degree & ~UNEQUAL == len(row)
        total += len(row)
        conductances = np.array([1 / resistance[chain] for chain, _, _ in row])
        if degree & UNEQUAL:
            assert [c for _, _, c in row] == pytest.approx(np.cumsum(conductances), rel=1e-14)
        else:
            assert conductances == pytest.approx(conductances[:1].repeat(len(row)), rel=1e-14)
        for chain, other, _ in row:
            ends.setdefault(int(chain), []).append((record, other))
    # Each chain is seen from both ends; those missing are loops and cycles.
    assert all(len(pair) == 2 and pair[0] == pair[1][::-1] for pair in ends.values())
    kept = nx.MultiGraph()
    kept.add_nodes_from(junctions)
    for chain, edges in enumerate(chains_of(found)):
        outer = [v for v in np.unique(graph.edges[edges]) if core.degree(v) > 2]
        if len(outer) == 2:
            kept.add_edge(*outer, chain=chain)
    assert set(ends) == {chain for _, _, chain in kept.edges(data="chain")}
    assert len(found.records) == len(junctions) + 1 and total == 2 * len(ends)
    # The same graph: records are named by the chains they have, of which no junction shares all.
    ours = nx.MultiGraph()
    ours.add_nodes_from(range(len(junctions)))
    ours.add_edges_from((*pair[0], {"chain": chain}) for chain, pair in ends.items())
    assert nx.is_isomorphic(ours, kept, edge_match=_same_chains)


def _same_chains(a, b):
    return sorted(e["chain"] for e in a.values()) == sorted(e["chain"] for e in b.values())


@each_graph
def test_parts_are_the_components_that_have_junctions(name):
    graph = graph_of(GRAPHS[name])
    core, found = core_of(graph), graph.chains
    sizes = [sum(core.degree(v) > 2 for v in part) for part in nx.connected_components(core)]
    assert found.parts[0] == 0
    assert sorted(np.diff(found.parts)) == sorted(size for size in sizes if size)
    for k, (_, row) in enumerate(exits(found)):
        part = np.searchsorted(found.parts, k, side="right")
        assert all(np.searchsorted(found.parts, o, side="right") == part for _, o, _ in row)


def test_junctions_with_equal_conductances_are_marked_so():
    # A complete graph with one heavy edge, 0-1, and its copy with equal weights.
    k9 = np.array(nx.complete_graph(9).edges)
    weights = np.ones(2 * len(k9))
    weights[0] = 3
    chains = join_chains(Graph(18, np.concatenate([k9, k9 + 9]), weights=weights))
    marked = [bool(degree & UNEQUAL) for degree, _ in exits(chains)]
    assert marked == [True, True, *[False] * 16]


def test_a_long_path_or_cycle_is_followed_without_recursion():
    n = 100_000
    assert Graph(n, np.array([[i, i + 1] for i in range(n - 1)])).chains.edges.size == 0
    ring = Graph(n, np.array([[i, (i + 1) % n] for i in range(n)])).chains
    assert ring.bounds.tolist() == [0, n] and len(ring.records) == 1
