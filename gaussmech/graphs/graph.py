"""An undirected simple graph with optional coordinates and lengths."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Self, TypeVar, cast
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech._extras import need
from gaussmech.graphs._compiling import announce

T = TypeVar("T")
# Compiled code counts vertices and the ends of edges in 32 bits.
MAX_VERTICES = 2**30
MAX_EDGES = 2**30 - 1


class Graph:
    """Undirected simple graph on the vertices 0 to n-1; its arrays are read-only copies.

    Parameters
    ----------
    n : int >= 1
        Number of vertices.
    edges : (m, 2) array of int
        One edge per row; no loops, no edge twice (in either direction). m may be 0.
    weights : (m,) array, optional
        Positive edge weights, 1 by default; merge w parallel edges into one of weight w.
    lon, lat : (n,) arrays, optional
        Degrees (WGS84) of each vertex; both or neither.
    length_m : (m,) array, optional
        Positive edge lengths in metres.

    Examples
    --------
    >>> path = Graph(3, [[0, 1], [1, 2]])
    >>> path.n, path.m, path.degree.tolist()
    (3, 2, [1, 2, 1])
    """

    def __init__(
        self,
        n: int,
        edges: ArrayLike,
        *,
        weights: ArrayLike | None = None,
        lon: ArrayLike | None = None,
        lat: ArrayLike | None = None,
        length_m: ArrayLike | None = None,
    ) -> None:
        announce()
        self.n = _checks.whole_number("n", n, low=1, high=MAX_VERTICES)
        self.edges = frozen(_simple_edges(edges, self.n))
        self.m = len(self.edges)
        given = np.ones(self.m) if weights is None else weights
        self.weights: Array = self._of_edges("weights", given)
        self.length_m = None if length_m is None else self._of_edges("length_m", length_m)
        if (lon is None) != (lat is None):
            raise ValueError("lon and lat go together: give both or neither")
        self.lon = None if lon is None else self._of_vertices("lon", lon, 180)
        self.lat = None if lat is None else self._of_vertices("lat", lat, 90)

    def _of_edges(self, name: str, values: ArrayLike) -> Array:
        return frozen(_checks.vector(name, values, self.m, "edge", **_checks.POSITIVE).copy())

    def _of_vertices(self, name: str, values: ArrayLike, bound: float) -> Array:
        return frozen(_checks.vector(name, values, self.n, "vertex", low=-bound, high=bound).copy())

    @classmethod
    def from_networkx(
        cls,
        g: Any,
        *,
        weight: str | None = "weight",
        lon: str | None = None,
        lat: str | None = None,
        length_m: str | None = None,
    ) -> Self:
        """Return the graph of a NetworkX graph; vertex v is its v-th node, `list(g)[v]`.

        Parameters
        ----------
        g : networkx.Graph or networkx.MultiGraph
            Undirected, without loops. Parallel edges add up their weights; the shortest counts.
        weight, length_m, lon, lat : str or None
            Names of attributes of edges and, in degrees, of nodes. An edge without weight has 1.

        Examples
        --------
        >>> import networkx as nx
        >>> g = nx.Graph([("Bronx", "Manhattan"), ("Manhattan", "Queens")])
        >>> Graph.from_networkx(g).edges.tolist()
        [[0, 1], [1, 2]]
        """
        if not hasattr(g, "is_directed"):
            raise ValueError(f"g is {g!r}; it must be a networkx.Graph or networkx.MultiGraph")
        for name, key in (("weight", weight), ("length_m", length_m), ("lon", lon), ("lat", lat)):
            if not (key is None or isinstance(key, str)):
                raise ValueError(f"{name} is {key!r}; it must be the name of an attribute or None")
        if g.is_directed():
            raise ValueError("g is directed; it must be undirected, as g.to_undirected() is")
        index = {node: v for v, node in enumerate(g)}
        weights: dict[tuple[int, int], float] = {}
        lengths: dict[tuple[int, int], float] = {}
        for one, other, data in g.edges(data=True):
            if one == other:
                raise ValueError(f"g has a loop at {one!r}; it must have none")
            i, j = sorted((index[one], index[other]))
            edge = i, j
            weights[edge] = weights.get(edge, 0) + (data.get(weight, 1) if weight else 1)
            if length_m:
                length = _attribute(data, length_m, f"the edge {one!r}, {other!r}")
                lengths[edge] = min(length, lengths.get(edge, np.inf))
        places = {
            name: [_attribute(data, key, f"the node {node!r}") for node, data in g.nodes(data=True)]
            for name, key in (("lon", lon), ("lat", lat))
            if key
        }
        return cls(
            len(index),
            list(weights),
            weights=list(weights.values()),
            length_m=list(lengths.values()) if length_m else None,
            **places,
        )

    def to_networkx(self) -> Any:
        """Return a networkx.Graph with nodes 0 to n-1 and the attributes this graph has.

        `Graph.from_networkx(g, lon="lon", lat="lat", length_m="length_m")` restores the graph.

        Examples
        --------
        >>> Graph(3, [[0, 1], [1, 2]], weights=[2.0, 1.0]).to_networkx().edges[0, 1]
        {'weight': 2.0}
        """
        need("maps", "networkx")
        import networkx as nx

        g = nx.Graph()
        g.add_nodes_from(range(self.n))
        names = {"weight": self.weights, "length_m": self.length_m}
        edges = {name: values.tolist() for name, values in names.items() if values is not None}
        for k, (i, j) in enumerate(self.edges.tolist()):
            g.add_edge(i, j, **{name: values[k] for name, values in edges.items()})
        for name, values in (("lon", self.lon), ("lat", self.lat)):
            if values is not None:
                nx.set_node_attributes(g, dict(enumerate(values.tolist())), name)
        return g

    @cached_property
    def degree(self) -> NDArray[np.intp]:
        """Number of edges at each vertex, (n,) int."""
        return frozen(np.bincount(self.edges.ravel(), minlength=self.n))

    @cached_property
    def adjacency(self) -> Any:
        """CSR adjacency: `start` (n+1,), `neighbour` (2m,), `edge` (2m,), all int32.

        The neighbours of v are `neighbour[start[v]:start[v+1]]`, in order of edge index.
        """
        from gaussmech.graphs._adjacency import compressed_rows

        return tuple(map(frozen, compressed_rows(self.n, self.edges)))

    @cached_property
    def components(self) -> NDArray[np.int64]:
        """Component label of each vertex, (n,) int64, numbered from 0 by first vertex."""
        from gaussmech.graphs._adjacency import component_labels

        return frozen(component_labels(self.n, self.edges))

    def __repr__(self) -> str:
        return f"Graph(n={self.n}, m={self.m})"


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return the array, made read-only."""
    array.setflags(write=False)
    return array


def _attribute(data: Mapping[str, Any], name: str, owner: str) -> Any:
    if name not in data:
        raise ValueError(f"{owner} of g has no {name!r}; it has {list(data)}")
    return data[name]


def _simple_edges(edges: ArrayLike, n: int) -> NDArray[np.int64]:
    raw = _checks.plain_array("edges", edges)
    if raw.size == 0 and raw.dtype.kind in "iuf":
        return np.empty((0, 2), dtype=np.int64)
    if raw.ndim != 2 or raw.shape[1] != 2:
        raise ValueError(f"edges has shape {raw.shape}; it must be (m, 2)")
    if len(raw) > MAX_EDGES:
        raise ValueError(f"edges has {len(raw)} rows; it must have at most {MAX_EDGES}")
    if raw.dtype.kind not in "iu":
        raise ValueError(f"edges holds {raw.dtype}; it must hold integers in [0, {n - 1}]")
    pairs = raw.astype(np.int64, order="C")
    if pairs.min() < 0 or pairs.max() >= n:
        k = int(np.argmax(((pairs < 0) | (pairs >= n)).any(axis=1)))
        raise ValueError(f"edges[{k}] is {raw[k].tolist()}; allowed are vertices 0 to {n - 1}")
    i, j = pairs.T
    loops = i == j
    if loops.any():
        k = int(np.argmax(loops))
        raise ValueError(f"edges[{k}] is {pairs[k].tolist()}, a loop; the graph must be simple")
    key = np.minimum(i, j) * n + np.maximum(i, j)
    # A stable sort is quick where the edges are in order already.
    ordered = np.sort(key, kind="stable")
    twice = ordered[1:] == ordered[:-1]
    if twice.any():
        k = int(np.argmax(key == ordered[1:][twice][0]))
        raise ValueError(
            f"edges[{k}] is {pairs[k].tolist()} and occurs more than once; merge parallel edges"
            " into weights"
        )
    return pairs


_KEPT: WeakKeyDictionary[Graph, dict[Any, Any]] = WeakKeyDictionary()


def kept(graph: Graph, make: Callable[[Graph], T]) -> T:
    """Return make(graph), kept for the next call as long as the graph lives."""
    made = _KEPT.setdefault(graph, {})
    if make not in made:
        made[make] = make(graph)
    return cast(T, made[make])
