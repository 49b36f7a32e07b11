"""An undirected simple graph with optional coordinates and lengths.

`Graph` is what every estimator of this folder takes. It checks its arguments once, copies them, and
makes the copies read-only, so whatever is computed from a graph can be cached for as long as
the graph lives (`cached_per_graph`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, Unpack, cast
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech._csv import real
from gaussmech._extras import need
from gaussmech.graphs._compiling import announce

if TYPE_CHECKING:
    import networkx as nx
    from scipy.sparse import sparray, spmatrix

T = TypeVar("T")
# A length must be positive. Street maps have junctions at one spot, and streets of length 0 between
# them: these are taken for a centimetre, which is shorter than any other street.
LEAST_LENGTH_M = 0.01


class Graph:
    """Undirected simple graph on the vertices 0 to n - 1: streets, counties, a power grid.

    A vertex is a place that has a value, such as a junction; an edge says that two places are
    neighbours. The graph must be public, because estimators use it freely.

    Parameters
    ----------
    n : int
        Number of vertices, from 1 to 2^30 - 1.
    edges : (m, 2) array of int
        The two vertices of each edge, from 0 to n - 1. There are no loops, and no edge occurs
        twice, in either direction. m is from 0 to 2^30 - 1.
    weights : (m,) array of float, optional
        Positive, finite weights of the edges: an edge of weight 2 acts as two parallel edges do.
        They are 1 by default.
    lon, lat : (n,) arrays of float, optional
        Longitude in [-180, 180] and latitude in [-90, 90] of each vertex, in degrees (WGS84).
        Give both or neither. Series whose indexes have one order are taken in this order, others
        are refused.
    length_m : (m,) array of float, optional
        Positive, finite lengths of the edges in metres.
    names : sequence of n hashables, optional
        The name of each vertex, all different: texts, numbers or tuples. Data with labels are then
        matched to the graph by name (see `denoise`).

    Attributes
    ----------
    n, m : int
        Numbers of vertices and of edges.
    edges : (m, 2) array of int64
        The edges in the given order.
    weights : (m,) array of float64
        The weights of the edges.
    lon, lat : (n,) arrays of float64 or None
        The coordinates, if they were given.
    length_m : (m,) array of float64 or None
        The lengths, if they were given.
    names : tuple or None
        The name of each vertex, if names were given.

    Raises
    ------
    ValueError
        If an argument has another shape, type or range; the message names the argument, the first
        bad entry and what is allowed. Also if the graph has a loop or an edge occurs twice.

    See Also
    --------
    Graph.from_networkx : Make a graph of a NetworkX graph.
    Graph.from_adjacency : Make a graph of a matrix of weights.
    read_graph : Read a graph from a file or a GeoDataFrame.
    link_places : Make a graph of places that have no streets.
    denoise : Estimate a signal on a graph.

    Notes
    -----
    All arrays are read-only copies, so a graph never changes. It need not be connected.

    Examples
    --------
    >>> import gaussmech as gm
    >>> path = gm.Graph(3, [[0, 1], [1, 2]])
    >>> path.n, path.m, path.degree.tolist()
    (3, 2, [1, 2, 1])
    >>> gm.Graph(3, [[0, 1], [1, 2]], names=["Park", "Market", "Mill"]).names
    ('Park', 'Market', 'Mill')
    """

    # What an error adds where a Graph is needed.
    how_to_make: ClassVar[str] = (
        ". Graph.from_networkx makes one of a NetworkX graph, Graph.from_adjacency of a SciPy sparse"
        " matrix, and read_graph of a file or a GeoDataFrame"
    )

    def __init__(
        self,
        n: int,
        edges: ArrayLike,
        *,
        weights: ArrayLike | None = None,
        lon: ArrayLike | None = None,
        lat: ArrayLike | None = None,
        length_m: ArrayLike | None = None,
        names: Iterable[Hashable] | None = None,
    ) -> None:
        announce()
        self.n = _checks.whole_number("n", n, low=1, high=_most_edges())
        self.edges = frozen(_simple_edges(edges, self.n))
        self.m = len(self.edges)
        of_edges = partial(_frozen_copy, self.m, "edge", **_checks.POSITIVE)
        weights = np.ones(self.m) if weights is None else weights
        self.weights: Array = of_edges("weights", weights)
        self.length_m: Array | None = of_edges("length_m", length_m)
        if (lon is None) != (lat is None):
            raise ValueError("lon and lat go together: give both or neither")
        of_vertices = partial(_frozen_copy, self.n, "vertex")
        self.lon: Array | None = of_vertices("lon", lon, low=-180, high=180)
        self.lat: Array | None = of_vertices("lat", lat, low=-90, high=90)
        self.names: tuple[Hashable, ...] | None = None
        if names is not None:
            self.names = different_names("names", names, self.n, "vertex")
        series: Any = (names, lon, lat)
        indexes = (some.index for some in series if hasattr(some, "iloc"))
        _checks.refuse_other_orders("names, lon and lat", self.names or (), *indexes)

    @classmethod
    def from_networkx(
        cls,
        g: nx.Graph | nx.MultiGraph,
        *,
        weight: str | None = "weight",
        lon: str | None = None,
        lat: str | None = None,
        length_m: str | None = None,
    ) -> Self:
        """Return the graph of a NetworkX graph; vertex v is named by its v-th node.

        Parameters
        ----------
        g : networkx.Graph or networkx.MultiGraph
            An undirected graph without loops. Parallel edges become one edge: their weights add
            up, and the shortest of their lengths counts.
        weight : str or None
            Name of the edge attribute that holds the weight, a number > 0. An edge without this
            attribute has weight 1; None gives every edge weight 1.
        lon, lat : str or None
            Names of the node attributes that hold longitude and latitude in degrees; name both or
            neither.
        length_m : str or None
            Name of the edge attribute that holds the length in metres, a number >= 0. Edges of
            length 0, which street maps have, get a length of 1 cm.

        Returns
        -------
        Graph
            A graph with a vertex per node, in the order of ``list(g)``, and an edge per pair of
            adjacent nodes. The nodes are its `names`.

        Raises
        ------
        ValueError
            If `g` is not a NetworkX graph, is directed or has a loop, or if an edge or node lacks a
            named attribute or its value is out of range.

        Notes
        -----
        Attributes may be text, as OSMnx writes them into GraphML, if the text is a number.

        See Also
        --------
        Graph.to_networkx : The inverse.
        read_graph : Read GraphML and other files.

        Examples
        --------
        >>> import gaussmech as gm
        >>> import networkx as nx
        >>> g = nx.Graph([("Bronx", "Manhattan"), ("Manhattan", "Queens")])
        >>> graph = gm.Graph.from_networkx(g)
        >>> graph.names, graph.edges.tolist()
        (('Bronx', 'Manhattan', 'Queens'), [[0, 1], [1, 2]])
        """
        if not hasattr(g, "is_directed"):
            raise ValueError(
                f"g is {g!r}; it must be a networkx.Graph or networkx.MultiGraph"
            )
        keys = {"weight": weight, "length_m": length_m, "lon": lon, "lat": lat}
        for name, key in keys.items():
            if not isinstance(key, str | None):
                raise ValueError(
                    f"{name} is {key!r}; it must be the name of an attribute or None"
                )
        if g.is_directed():
            raise ValueError(
                "g is directed; it must be undirected, as g.to_undirected() is"
            )
        places = {
            name: [
                _attribute(data, key, f"the node {node!r}", **_checks.FINITE)
                for node, data in g.nodes(data=True)
            ]
            for name, key in (("lon", lon), ("lat", lat))
            if key
        }
        weights, lengths = _weights_and_lengths(g, weight, length_m)
        return cls(
            len(g),
            list(weights),
            weights=list(weights.values()),
            length_m=list(lengths.values()) if length_m else None,
            names=list(g),
            **places,
        )

    @classmethod
    def from_adjacency(
        cls,
        matrix: ArrayLike | sparray | spmatrix,
        *,
        lon: ArrayLike | None = None,
        lat: ArrayLike | None = None,
        names: Iterable[Hashable] | None = None,
    ) -> Self:
        """Return the graph of a symmetric matrix of weights, such as a SciPy sparse array.

        Parameters
        ----------
        matrix : (n, n) sparse array, sparse matrix, array of float or DataFrame
            Weights of the edges, >= 0; 0 means no edge. The diagonal is 0. The columns of a DataFrame
            are matched to its index, which names the vertices unless `names` does.
        lon, lat : (n,) arrays of float, optional
            Longitude and latitude of each vertex in degrees; give both or neither.
        names : sequence of n hashables, optional
            The name of each vertex, all different.

        Returns
        -------
        Graph
            A graph with a vertex per row; edges are in the order of rows.

        Raises
        ------
        ValueError
            If the matrix is not square and symmetric, has a loop, or a weight is out of range, or
            if the index and the columns of a DataFrame have other labels.

        See Also
        --------
        Graph.from_networkx : Make a graph of a NetworkX graph.
        read_graph : Read a graph from a file.

        Examples
        --------
        >>> import gaussmech as gm
        >>> from scipy.sparse import csr_array
        >>> streets = csr_array([[0, 2, 0], [2, 0, 1], [0, 1, 0]])
        >>> graph = gm.Graph.from_adjacency(streets)
        >>> graph.edges.tolist(), graph.weights.tolist()
        ([[0, 1], [1, 2]], [2.0, 1.0])
        """
        from scipy.sparse import coo_array, issparse, triu

        table: Any = matrix
        if names is None and hasattr(table, "columns"):
            names = list(table.index)
            if len({*names, *table.columns}) != len(names):
                raise ValueError(
                    "matrix has an index and columns that differ; both must name the same vertices"
                )
            table = table[names]
        if not issparse(table):
            table = _checks.real_array("matrix", table, **_checks.NON_NEGATIVE)
        if table.ndim != 2 or table.shape[0] != table.shape[1]:
            raise ValueError(f"matrix has shape {table.shape}; it must be (n, n)")
        weights = coo_array(table)
        weights.data = _checks.real_array(
            "matrix", weights.data, **_checks.NON_NEGATIVE
        )
        # Rows come in order, and their columns, too.
        weights = weights.tocsr()
        weights.eliminate_zeros()
        if (weights != weights.T).nnz:
            raise ValueError(
                "matrix is not symmetric; each edge must have one weight in both directions"
            )
        upper = triu(weights, format="coo")
        return cls(
            table.shape[0],
            np.column_stack(upper.coords),
            weights=upper.data,
            lon=lon,
            lat=lat,
            names=names,
        )

    def to_networkx(self) -> nx.Graph:
        """Return a NetworkX graph with the names, or 0 to n - 1, as nodes, and all attributes.

        Needs networkx, which the extra `maps` installs.

        Returns
        -------
        networkx.Graph
            Its edges have `weight` and, if known, `length_m`; its nodes have `lon` and `lat`, if
            known.

        Raises
        ------
        ImportError
            If networkx is not installed.

        See Also
        --------
        Graph.from_networkx : The inverse, for which coordinates and lengths must be named:
            ``Graph.from_networkx(g, lon="lon", lat="lat", length_m="length_m")``.

        Examples
        --------
        >>> import gaussmech as gm
        >>> gm.Graph(3, [[0, 1], [1, 2]], weights=[2.0, 1.0]).to_networkx().edges[0, 1]
        {'weight': 2.0}
        """
        need("maps", "networkx")
        import networkx as nx

        g = nx.Graph()
        nodes = self.names or range(self.n)
        g.add_nodes_from(nodes)
        edges = [(nodes[i], nodes[j]) for i, j in self.edges.tolist()]
        g.add_edges_from(edges)
        for name, values, owners, set_attributes in (
            ("weight", self.weights, edges, nx.set_edge_attributes),
            ("length_m", self.length_m, edges, nx.set_edge_attributes),
            ("lon", self.lon, nodes, nx.set_node_attributes),
            ("lat", self.lat, nodes, nx.set_node_attributes),
        ):
            if values is not None:
                set_attributes(g, dict(zip(owners, values.tolist(), strict=True)), name)
        return g

    def with_names(self, names: Iterable[Hashable]) -> Self:
        """Return the same graph with other names of its vertices.

        Parameters
        ----------
        names : sequence of n hashables
            The name of each vertex, all different.

        Returns
        -------
        Graph
            A graph that shares the arrays of this one.

        Raises
        ------
        ValueError
            If there are not n names, or two are equal.

        See Also
        --------
        link_places : A graph of places that have no streets, and so no names.

        Examples
        --------
        >>> import gaussmech as gm
        >>> gm.Graph(2, [[0, 1]]).with_names(["Park", "Mill"]).names
        ('Park', 'Mill')
        """
        graph = copy(self)
        graph.names = different_names("names", names, self.n, "vertex")
        return graph

    @cached_property
    def degree(self) -> NDArray[np.intp]:
        """Number of edges at each vertex, (n,) array of int; weights do not count.

        See Also
        --------
        Graph.adjacency : The edges themselves.

        Examples
        --------
        >>> import gaussmech as gm
        >>> gm.Graph(3, [[0, 1], [1, 2]]).degree.tolist()
        [1, 2, 1]
        """
        return frozen(np.bincount(self.edges.ravel(), minlength=self.n))

    @cached_property
    def adjacency(
        self,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """Neighbours of each vertex in compressed rows: `start`, `neighbour` and `edge`.

        `start` (n + 1,), `neighbour` (2m,) and `edge` (2m,) are arrays of int32. The neighbours of
        vertex v are ``neighbour[start[v]:start[v + 1]]``, in the order of their edges, whose
        indices are at the same places of `edge`.

        See Also
        --------
        Graph.degree : The number of neighbours.

        Examples
        --------
        >>> import gaussmech as gm
        >>> start, neighbour, edge = gm.Graph(3, [[0, 1], [1, 2]]).adjacency
        >>> neighbour[start[1] : start[2]].tolist()
        [0, 2]
        """
        from gaussmech.graphs._adjacency import compressed_rows

        start, neighbour, edge = map(frozen, compressed_rows(self.n, self.edges))
        return start, neighbour, edge

    @cached_property
    def components(self) -> NDArray[np.int64]:
        """Component of each vertex, (n,) array of int64, numbered from 0.

        Components are numbered in the order of their first vertices, so vertex 0 is in
        component 0.

        See Also
        --------
        spanning_tree : Draw a tree of each component.

        Examples
        --------
        >>> import gaussmech as gm
        >>> gm.Graph(4, [[1, 2]]).components.tolist()
        [0, 1, 1, 2]
        """
        from gaussmech.graphs._adjacency import component_labels

        return frozen(component_labels(self.n, self.edges))

    def __repr__(self) -> str:
        return f"Graph(n={self.n}, m={self.m})"


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Make the array read-only, and return it."""
    array.setflags(write=False)
    return array


def _frozen_copy(
    count: int,
    item: str,
    name: str,
    values: ArrayLike | None,
    **interval: Unpack[_checks.Interval],
) -> Any:
    """Return a read-only copy of the argument `name`, which has a value per edge or vertex, or None."""
    if values is None:
        return None
    return frozen(_checks.vector(name, values, count, item, **interval).copy())


def different_names(
    argument: str, names: Any, count: int, item: str
) -> tuple[Hashable, ...]:
    """Return the names of so many items, or raise a ValueError if there are more or two are equal."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ValueError(
            f"{argument} is {_checks.format_value(names)}; it must be a list of {count} names"
        )
    # The scalars of NumPy and pandas become plain ones.
    to_list = getattr(names, "tolist", None)
    listed = tuple(names if to_list is None else to_list())
    if len(listed) != count:
        raise ValueError(
            f"{argument} has {len(listed)} names; it must have {count}, one per {item}"
        )
    try:
        repeated = [name for name, times in Counter(listed).items() if times > 1]
    except TypeError as error:
        raise ValueError(f"{argument} must be hashable: {error}") from None
    if repeated:
        raise ValueError(
            f"{argument} has {repeated[0]!r} twice; names must be different"
        )
    return listed


def _attribute(
    data: Mapping[str, Any], name: str, owner: str, **interval: Unpack[_checks.Interval]
) -> float:
    """Return a number that a node or edge has, as a number or a text; a ValueError names its owner."""
    if name not in data:
        raise ValueError(f"{owner} of g has no {name!r}; it has {list(data)}")
    return real(f"{name!r} of {owner} of g", data[name], **interval)


def _weights_and_lengths(
    g: nx.Graph | nx.MultiGraph, weight: str | None, length_m: str | None
) -> tuple[dict[tuple[int, int], float], dict[tuple[int, int], float]]:
    """Return the weight of each pair of adjacent nodes, and its length if `length_m` names one."""
    index = {node: v for v, node in enumerate(g)}
    weights: dict[tuple[int, int], float] = {}
    lengths: dict[tuple[int, int], float] = {}
    for one, other, data in g.edges(data=True):
        if one == other:
            raise ValueError(f"g has a loop at {one!r}; it must have none")
        i, j = sorted((index[one], index[other]))
        edge = i, j
        owner = f"the edge {one!r}, {other!r}"
        own = 1.0
        if weight and weight in data:
            own = _attribute(data, weight, owner, **_checks.POSITIVE)
        weights[edge] = weights.get(edge, 0) + own
        if length_m:
            length = _attribute(data, length_m, owner, **_checks.NON_NEGATIVE)
            shortest = min(length, lengths.get(edge, np.inf))
            lengths[edge] = shortest or LEAST_LENGTH_M
    return weights, lengths


def _most_edges() -> int:
    """Return the most edges, or vertices, of a graph: 2^30 - 1.

    The compiled kernels number the 2m ends of the edges by signed integers of 32 bits.
    """
    return int(np.iinfo(np.int32).max) // 2


def _simple_edges(edges: ArrayLike, n: int) -> NDArray[np.int64]:
    """Return the edges (m, 2) of a simple graph of n vertices, or raise a ValueError."""
    raw = _checks.plain_array("edges", edges)
    if raw.size == 0 and raw.dtype.kind in "iuf":
        return np.empty((0, 2), dtype=np.int64)
    if raw.ndim != 2 or raw.shape[1] != 2:
        raise ValueError(f"edges has shape {raw.shape}; it must be (m, 2)")
    if len(raw) > _most_edges():
        raise ValueError(
            f"edges has {len(raw)} rows; it must have at most {_most_edges()}"
        )
    if raw.dtype.kind not in "iu":
        form = "texts" if raw.dtype.kind == "U" else raw.dtype
        raise ValueError(
            f"edges holds {form}; it must hold integers in [0, {n - 1}]. Graph.from_networkx takes"
            " edges between names, as networkx.from_pandas_edgelist reads them"
        )
    pairs = raw.astype(np.int64, order="C")

    def refuse(is_bad, problem):
        if is_bad.any():
            k = int(np.argmax(is_bad))
            raise ValueError(f"edges[{k}] is {raw[k].tolist()}{problem}")

    i, j = pairs.T
    least = np.minimum(i, j)
    largest = np.maximum(i, j)
    refuse((least < 0) | (largest >= n), f"; allowed are vertices 0 to {n - 1}")
    refuse(i == j, ", a loop; the graph must be simple")
    key = least * n + largest
    # NumPy's stable sort takes linear time where the edges are in order already.
    ordered = np.sort(key, kind="stable")
    repeated = ordered[1:][ordered[1:] == ordered[:-1]]
    refuse(
        np.isin(key, repeated[:1]),
        " and occurs more than once; merge parallel edges into weights",
    )
    return pairs


_CACHES: WeakKeyDictionary[Graph, dict[Any, Any]] = WeakKeyDictionary()


def cached_per_graph(graph: Graph, build: Callable[[Graph], T]) -> T:
    """Return build(graph), from a cache that lives as long as the graph.

    `build` is the key of the cache, so it must be the same object in every call: a function or
    class of a module, not a lambda.
    """
    cache = _CACHES.setdefault(graph, {})
    if build not in cache:
        cache[build] = build(graph)
    return cast(T, cache[build])
