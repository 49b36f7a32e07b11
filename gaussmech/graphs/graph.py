"""An undirected simple graph with optional street geometry."""

from functools import cached_property

import numpy as np

from gaussmech import checks
from gaussmech.graphs.compiling import announce

# Compiled code counts vertices and the ends of edges in 32 bits.
MAX_VERTICES = 2**30
MAX_EDGES = 2**30 - 1


class Graph:
    """Undirected simple graph on the vertices 0 .. n-1.

    Parameters
    ----------
    n : int >= 1
        Number of vertices.
    edges : (m, 2) array of int
        Each row an edge; no loops, no edge twice (in either direction). m may be 0.
    weights : (m,) array, optional
        Positive edge weights; 1 where not given. The weight of a road is its number of
        parallel sections.
    lon, lat : (n,) arrays, optional
        WGS84 degrees of each vertex; both or neither.
    length_m : (m,) array, optional
        Positive edge lengths in metres.

    Raises
    ------
    ValueError
        Naming the argument, the offending value and what is allowed.

    Examples
    --------
    >>> path = Graph(3, [[0, 1], [1, 2]])
    >>> path.n, path.m, path.degree.tolist()
    (3, 2, [1, 2, 1])
    """

    def __init__(self, n, edges, *, weights=None, lon=None, lat=None, length_m=None):
        announce()
        self.n = checks.whole_number("n", n, low=1)
        if self.n > MAX_VERTICES:
            raise ValueError(f"n is {n}; it must be at most {MAX_VERTICES}")
        self.edges = _simple_edges(edges, self.n)
        self.m = len(self.edges)
        self.weights = (
            np.ones(self.m) if weights is None else self._positive("weights", weights).copy()
        )
        self.length_m = None if length_m is None else self._positive("length_m", length_m)
        if (lon is None) != (lat is None):
            raise ValueError("lon and lat go together: give both or neither")
        self.lon = None if lon is None else self._coordinates("lon", lon, 180)
        self.lat = None if lat is None else self._coordinates("lat", lat, 90)

    def _positive(self, name, values):
        if np.shape(values) != (self.m,):
            raise ValueError(
                f"{name} has shape {np.shape(values)}; it must be ({self.m},), one value an edge"
            )
        return checks.real_array(name, values, low=0, open_low=True, open_high=True)

    def _coordinates(self, name, values, bound):
        if np.shape(values) != (self.n,):
            raise ValueError(
                f"{name} has shape {np.shape(values)}; it must be ({self.n},), one value a vertex"
            )
        return checks.real_array(name, values, low=-bound, high=bound)

    @cached_property
    def degree(self):
        """Number of edges at each vertex, (n,) int."""
        return np.bincount(self.edges.ravel(), minlength=self.n)

    @cached_property
    def adjacency(self):
        """CSR adjacency: `start` (n+1,), `neighbour` (2m,), `edge` (2m,), all int32.

        The neighbours of v are `neighbour[start[v]:start[v+1]]`, in order of edge index.
        """
        from gaussmech.graphs.adjacency import compressed_rows

        return compressed_rows(self.n, self.edges)

    @cached_property
    def components(self):
        """Component label of each vertex, (n,) int64, numbered from 0 by first vertex."""
        from gaussmech.graphs.union_find import component_labels

        return component_labels(self.n, self.edges)

    @cached_property
    def chains(self):
        """Its junctions and the chains between them: `gaussmech.graphs.spanning_trees.Chains`."""
        from gaussmech.graphs.spanning_trees import join_chains

        return join_chains(self)

    def __repr__(self):
        return f"Graph(n={self.n}, m={self.m})"


def _simple_edges(edges, n):
    raw = np.asarray(edges)
    if raw.size == 0:
        return np.empty((0, 2), dtype=np.int64)
    if raw.ndim != 2 or raw.shape[1] != 2:
        raise ValueError(f"edges has shape {raw.shape}; it must be (m, 2)")
    if len(raw) > MAX_EDGES:
        raise ValueError(f"edges has {len(raw)} rows; it must have at most {MAX_EDGES}")
    if raw.dtype.kind not in "iu":
        raise ValueError(f"edges holds {raw.dtype}; it must hold integers in [0, {n - 1}]")
    # A copy, so that the graph does not change with the caller's array.
    edges = raw.astype(np.int64, order="C")
    if edges.min() < 0 or edges.max() >= n:
        k = int(np.argmax(((edges < 0) | (edges >= n)).any(axis=1)))
        raise ValueError(f"edges[{k}] is {raw[k].tolist()}; allowed are vertices 0 to {n - 1}")
    i, j = edges.T
    loops = i == j
    if loops.any():
        k = int(np.argmax(loops))
        raise ValueError(f"edges[{k}] is {edges[k].tolist()}, a loop; the graph must be simple")
    key = np.minimum(i, j) * n + np.maximum(i, j)
    # A stable sort: it is quick where the edges stand in order already.
    ordered = np.sort(key, kind="stable")
    twice = ordered[1:] == ordered[:-1]
    if twice.any():
        k = int(np.argmax(key == ordered[1:][twice][0]))
        raise ValueError(
            f"edges[{k}] is {edges[k].tolist()} and stands more than once; merge parallel edges"
            " into weights"
        )
    return edges


# The name until version 0.1.
RoadGraph = Graph
