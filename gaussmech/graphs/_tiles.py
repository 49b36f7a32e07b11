"""Overlapping tiles of a graph, for estimators that depend on a vertex's neighbourhood only.

A sparse factorisation costs more than in proportion to the number of vertices (about n^1.5 on a
planar graph, and n log n of memory). So the field cuts a large graph into cores that do not
overlap, and fits each with a halo of neighbours around it, whose estimates are thrown away.

On a map that varies over a few edges, a vertex tells little about others more than 8 edges away,
and a halo of that width is enough. A smoother map loses accuracy, because vertices outside a tile
tell something about those within. On grids of 16,900 vertices with maps of correlation lengths 1, 3,
10 and 30 edges, the error of the field in tiles was 1.00, 0.97, 1.06 and 1.17 times that of the field
on the whole graph (mean of nine releases each; worst 1.28).

Some graphs have no small separators, whatever their degrees: random regular graphs, small worlds,
words that are linked if they differ in one letter. The factor of a tile of thousands of vertices is
nearly full there, so `field.FieldPrior` takes smaller tiles (`SMALLER_TILES`) until a factor is
cheap enough. On random regular graphs and small worlds of 1,500 vertices, cores of 400 gave 1.01 to
1.11 times the error of one tile, and 0.74 to 0.87 times that of the forest.

Halving makes the cores: breadth-first search from a remote vertex orders the vertices along the
longer dimension of a part, and the order is cut in the middle. That is O(n log n), needs no
coordinates, and depends on nothing random.
"""

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order

from gaussmech.graphs._adjacency import adjacency_matrix
from gaussmech.graphs.graph import Graph

# A graph of at most WHOLE vertices is one tile if its factor takes at most WHOLE_WORK
# multiplications, some 0.1 s. Streets of this size take 1e7, meshes up to 2e8.
WHOLE = 8000
WHOLE_WORK = 2e8
# Else a core has at most TILE vertices. With half as many, a tenth more time goes to halos, and
# smooth maps lose more: 1.26 in place of 1.17 in the comparison of the module's docstring.
TILE = 3000
# If the factor of a tile takes more than this many multiplications per vertex of its core, the next
# smaller cores are tried; the last ones are taken as they are. Tiles of streets take 1e4.
WORK_PER_VERTEX = 2e4
SMALLER_TILES = (1000, 400, 150)
# The halo is this many edges wide. With 6, a fifth less time goes to halos, and smooth maps lose
# up to 7 % more.
HOPS = 8
# There may be at most this many pairs of vertices up to two edges apart, per vertex. Street networks
# have about 14; with hubs the pattern of L^2 would be nearly full.
MOST_PAIRS = 60
# A halo has at most this many times the vertices of its core (and 50 more), because on some graphs 8
# edges reach everywhere. The smaller cores of SMALLER_TILES have a smaller one.
MOST = 2.0
MOST_OF_SMALLER = 1.0


class TooDense(ValueError):
    """Too many pairs of vertices are two edges apart for a field of second order."""


def check_density(graph: Graph) -> None:
    """Raise TooDense if the graph has hubs, which make the pattern of L^2 nearly full.

    The sum of the squared degrees bounds the number of entries of L^2. Small graphs may have 20,000
    more: even full matrices are cheap there.
    """
    pairs = float(np.sum(graph.degree.astype(float) ** 2))
    if pairs > MOST_PAIRS * graph.n + 20_000:
        raise TooDense(
            f"graph has a degree of {graph.degree.max()} and a mean squared degree of"
            f" {pairs / graph.n:.3g}; the field allows {MOST_PAIRS + 20_000 / graph.n:.3g} on"
            f" {graph.n} vertices"
        )


def tiles(
    graph: Graph,
    *,
    whole: int = WHOLE,
    tile: int = TILE,
    hops: int = HOPS,
    most: float = MOST,
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Cut a graph of more than `whole` vertices into cores with halos around them.

    Parameters
    ----------
    graph : Graph
        The graph to cut.
    whole : int
        A graph of at most this many vertices is one tile.
    tile : int
        Vertices of a core, at most.
    hops : int
        Width of a halo in edges.
    most : float
        A halo has at most this many times the vertices of its core, and 50 more.

    Returns
    -------
    list of (members, core)
        `members`, (k,) array of int, are the vertices of a tile, ascending; `core`, (k,) array of
        bool, says which of them are in its core. Every vertex is in the core of one tile.

    Examples
    --------
    >>> path = Graph(6, [[v, v + 1] for v in range(5)])
    >>> sorted(m.tolist() for m, _ in tiles(path, whole=4, tile=3, hops=1))
    [[0, 1, 2, 3], [2, 3, 4, 5]]
    """
    if graph.n <= whole:
        return [(np.arange(graph.n), np.ones(graph.n, dtype=bool))]
    adjacency = adjacency_matrix(graph.n, graph.edges, np.ones(graph.m, dtype=np.int8))
    inside = np.zeros(graph.n, dtype=bool)
    return [
        _with_halo(adjacency, core, hops, most, inside)
        for core in _halves(adjacency, tile)
    ]


def submatrix(matrix: csr_array, members: np.ndarray) -> csr_array:
    """Return the rows and columns `members` (k,), ascending, of a square sparse array.

    The time grows with the number of entries in these rows, not with the size of the matrix, so
    all tiles of a graph together take time in proportion to its size.
    """
    size = len(members)
    rows = matrix[members]
    # The new index of a column is its position in `members`, if it occurs there.
    position = np.minimum(np.searchsorted(members, rows.indices), size - 1)
    is_member = members[position] == rows.indices
    # The entries that remain shift the starts of the rows.
    row_starts = np.concatenate([[0], np.cumsum(is_member)])[rows.indptr]
    entries = rows.data[is_member], position[is_member], row_starts
    return csr_array(entries, shape=(size, size))


def _halves(adjacency, tile):
    """Return cores of at most `tile` vertices, by halving breadth-first orders repeatedly.

    `adjacency` (n, n) is that of the whole graph. Each part on the stack has its vertices and the
    adjacency matrix among them.
    """
    whole = np.arange(adjacency.shape[0])
    stack = [(whole, adjacency)]
    cores = []
    while stack:
        vertices, edges = stack.pop()
        if len(vertices) <= tile:
            cores.append(vertices)
            continue
        order = _order_from_an_end(edges)
        middle = len(order) // 2
        for half in (np.sort(order[middle:]), np.sort(order[:middle])):
            stack.append((vertices[half], submatrix(edges, half)))
    return cores


def _order_from_an_end(adjacency):
    """Return all vertices, by component, in breadth-first order from a remote vertex.

    The last vertex of a first search is remote: it lies at an end of the longer dimension.
    """
    visited = np.zeros(adjacency.shape[0], dtype=bool)
    orders = []

    def visit_component(vertex):
        from_vertex = breadth_first_order(adjacency, vertex, return_predecessors=False)
        end = from_vertex[-1]
        from_end = breadth_first_order(adjacency, end, return_predecessors=False)
        visited[from_end] = True
        orders.append(from_end)

    visit_component(0)
    for vertex in np.flatnonzero(~visited):
        if not visited[vertex]:
            visit_component(vertex)
    return np.concatenate(orders)


def _with_halo(adjacency, core, hops, most, inside):
    """Return the vertices of the core and its halo, ascending, and which of them are in the core.

    The halo grows by one edge per round. It ends after `hops` rounds, or when it is full or nothing
    is left to add. `inside` (n,) is scratch memory that all tiles share: it is False everywhere
    before and after the call.
    """
    inside[core] = True
    frontier = core
    rings = [core]
    room = int(most * len(core)) + 50
    for _ in range(hops):
        neighbours = np.unique(adjacency[frontier].indices)
        frontier = neighbours[~inside[neighbours]][:room]
        inside[frontier] = True
        rings.append(frontier)
        room -= len(frontier)
        if not len(frontier):
            break
    members = np.sort(np.concatenate(rings))
    inside[members] = False
    return members, np.isin(members, core)
