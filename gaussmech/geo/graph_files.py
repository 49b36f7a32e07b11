"""Graphs of places: read from a file of streets or a GeoDataFrame, or built by linking neighbours.

`read_graph` reads a file or a GeoDataFrame, and `link_places` builds a graph where there are no
streets; denoising needs one or the other. Each kind of file has a reader that returns its places
and its edges; `graph_of_places` drops directions, loops and repeated edges, and puts the vertices
into the order of the places. Nothing else is dropped: what a reader does not understand is refused
by its name.
"""

from __future__ import annotations

import json
import math
import re
import reprlib
from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech._csv import Table, number, plain_name, read_csv
from gaussmech._extras import need
from gaussmech._files import MALFORMED
from gaussmech._ids import Ids, merged_ids
from gaussmech.geo.places import (
    LAT,
    LON,
    Places,
    X,
    Y,
    is_name,
    read_places,
    shown_header,
)
from gaussmech.geo.sphere import great_circle_m, plane_around, unit_vectors
from gaussmech.graphs.graph import LEAST_LENGTH_M, Graph

if TYPE_CHECKING:
    from geopandas import GeoDataFrame

# The two ends of an edge are in columns of one of these pairs of names.
ENDS = (
    ("from", "to"),
    ("u", "v"),
    ("source", "target"),
    ("focal", "neighbor"),
    ("focal", "neighbour"),
    ("origin", "destination"),
    ("start", "end"),
    ("from_id", "to_id"),
    ("from_node", "to_node"),
    ("start_node", "end_node"),
    ("from_stop_id", "to_stop_id"),
    ("source_id", "target_id"),
    ("src", "dst"),
    ("node1", "node2"),
    ("i", "j"),
)
# These columns or properties may hold lengths in metres; they are tried in this order.
LENGTH = ("length_m", "length")
WEIGHT = "weight"
# These properties of a point may hold its name; they are tried in this order.
NAME = ("place", "id", "osmid")
# These geodetic systems have degrees that differ from those of WGS84 by two metres at most: they
# are WGS84 itself and the continents' own realizations of the same ellipsoid (EPSG's numbers).
DEGREES = {
    *(4326, 4979, 4148, 4167, 4171, 4258, 4269, 4283, 4490, 4612, 4617, 4619, 4674),
    *(4759, 6318, 6319, 6668, 7844),
}


class _Edge(NamedTuple):
    """An edge of a file: its ends, its length in metres and its weight, NaN if they are not known."""

    start: str
    stop: str
    length: float = math.nan
    weight: float = math.nan


def read_graph(
    path: str | GeoDataFrame,
    places: str | None = None,
    *,
    ends: Sequence[str] | None = None,
    place_columns: Sequence[str] | None = None,
) -> tuple[Graph, list[str]]:
    """Return the graph of a file or a GeoDataFrame, and the ids of its vertices.

    Use it for streets or any other public graph of places. Direction, loops and repeated edges are
    dropped; of repeated edges the shortest length counts. Coordinates, lengths and weights are
    those of the files, if they have them.

    Parameters
    ----------
    path : str or geopandas.GeoDataFrame
        A GeoDataFrame (see Notes), or a file, whose ending tells its kind:

        - `.csv`: a header, and a row per edge. The ends of an edge are in columns of a usual pair
          of names, such as `from` and `to`, `u` and `v`, or `source` and `target`, in any order and
          with any others; or in the only two columns that are no length and no weight. A column
          `length_m` or `length` is the length in metres, a column `weight` the weight.
        - `.geojson`, `.json`: a FeatureCollection of LineStrings or MultiLineStrings, which may
          have such properties, and of Points, whose property `place`, `id` or `osmid` names the
          place there. A MultiLineString is an edge per line; they share its length. Empty
          geometries are skipped.
        - `.graphml`: as OSMnx writes it, with `x`, `y` and `length`. Needs the extra `maps`.
        - `.txt`: a road file, which is reduced to its junctions; these are numbered. Needs the
          extra `maps`.
    places : str, optional
        A CSV file of the places: ids in a column `place`, `id`, `osmid`, `stop_id` or alike, and
        if known longitudes and latitudes in degrees, as `lon` and `lat`, `longitude` and
        `latitude`, `stop_lon` and `stop_lat`, or `x` and `y`. Vertices are in its order, and edges
        must end at its places. None takes the places from the graph's own file. It does not go with
        a road file.
    ends : sequence of str, optional
        The two columns of a `.csv` file that hold the ends of an edge, if they have other names.
    place_columns : sequence of str, optional
        The columns of `places` that hold ids, longitudes and latitudes, or ids only, if they have
        other names.

    Returns
    -------
    graph : Graph
        The graph, with coordinates, lengths and weights if the files have them.
    ids : list of str
        The id of each vertex.

    Raises
    ------
    ValueError
        If a file cannot be read, is of another kind, or has an error; if it does not say which
        columns are meant, or its coordinates are no degrees. The message names the file, the line,
        feature or edge where it can, and what is allowed.
    ImportError
        If the extra `maps` is needed and not installed.

    See Also
    --------
    link_places : A graph of places that have no streets.
    Graph.from_networkx : The graph of a NetworkX graph.

    Notes
    -----
    Ids are compared as text; but if all are whole numbers, `1.0` and `01` name the place 1. Edges of
    length 0, which street maps have, get a length of 1 cm. If some edge has a weight, the others
    have weight 1, and the weights of edges that are repeated in the same direction add up; of two
    directions the larger weight counts.

    A GeoDataFrame must have a `crs`; it is brought to degrees. Its geometries are of one of these
    kinds:

    - lines, as of streets: an edge per line, as in a `.geojson` file. Vertices are the ends of
      lines. Lengths are those of a column `length_m` or `length` in metres, as OSMnx has it, or
      else those of the lines, on a sphere. Points among the lines name vertices.
    - points: a vertex per row, linked to its neighbours as by `link_places`.
    - polygons, as of districts: a vertex per row, in the middle of the polygon; those that touch
      are linked.

    The id of a row is its `place`, `id` or `osmid`, or else its index.

    Examples
    --------
    >>> import tempfile
    >>> path = f"{tempfile.mkdtemp()}/streets.csv"
    >>> with open(path, "w") as file:
    ...     _ = file.write("from,to,length_m\\nPark,Market,120\\nMarket,Mill,80\\n")
    >>> read_graph(path)
    (Graph(n=3, m=2), ['Park', 'Market', 'Mill'])
    """
    if hasattr(path, "to_crs"):
        if (places, ends, place_columns) != (None, None, None):
            raise ValueError(
                "places, ends and place_columns are for files; path is a GeoDataFrame"
            )
        graph, vertices = _graph_of_frame(path)
        return graph, vertices.ids
    if not isinstance(path, str | PathLike):
        raise ValueError(
            f"path is {_checks.format_value(path)}; it must be the path of a file, or a"
            " GeoDataFrame. Graph.from_networkx and Graph.from_adjacency take other graphs"
        )
    listed = None if places is None else read_places(places, place_columns)
    graph, vertices = graph_of_places(str(path), listed, ends=ends)
    return graph, vertices.ids


def _graph_of_frame(frame: GeoDataFrame) -> tuple[Graph, Places]:
    """Return the graph of a GeoDataFrame of lines, points or polygons, and its places."""
    name = "the GeoDataFrame"
    if frame.crs is None:
        raise ValueError(f"{name} has no crs; say which by its method set_crs")
    kinds = {str(kind).removeprefix("Multi") for kind in frame.geom_type.dropna()}
    if kinds == {"Polygon"}:
        return _touching_polygons(name, frame)
    shapes = list(_shapes(name, frame.to_crs(4326).__geo_interface__))
    places, edges = _lines_and_points(name, shapes, measure=True)
    if kinds != {"Point"}:
        return _graph_of_edges(name, places, edges)
    if len(places.ids) < len(frame):
        raise ValueError(f"{name}: some points are empty; drop these rows")
    return link_places(places.lon or [], places.lat or []), places


def _touching_polygons(name: str, frame: GeoDataFrame) -> tuple[Graph, Places]:
    """Return the graph that links polygons that touch, and a place within each."""
    if frame.geom_type.isna().any() or frame.is_empty.any():
        raise ValueError(f"{name}: some polygons are missing or empty; drop these rows")
    column = next((key for key in NAME if key in frame), None)
    ids = list(map(str, frame.index if column is None else frame[column]))
    if len(set(ids)) < len(ids):
        raise ValueError(f"{name}: two rows have the same {column or 'index'}")
    # The index of GeoPandas finds pairs in both directions, and each polygon with itself.
    pairs = frame.sindex.query(frame.geometry, predicate="intersects").T
    edges = np.unique(pairs[pairs[:, 0] < pairs[:, 1]], axis=0)
    middles = frame.representative_point().to_crs(4326)
    places = Places(ids, middles.x.tolist(), middles.y.tolist())
    return Graph(len(ids), edges, lon=places.lon, lat=places.lat), places


def link_places(
    lon: ArrayLike, lat: ArrayLike, *, neighbours: int | None = None
) -> Graph:
    """Return a graph that links each place to those around it.

    Use it for places without streets.

    Parameters
    ----------
    lon, lat : (n,) arrays of float
        Longitude in [-180, 180] and latitude in [-90, 90] of each place, in degrees. No two places
        may have the same coordinates.
    neighbours : int, optional
        How many of its nearest places each place is linked to, at least 1; distances are those on a
        sphere. None, the default, links the places whose territories touch: the Delaunay
        triangulation.

    Returns
    -------
    Graph
        The graph, with the coordinates, and as lengths the great-circle distances in metres.

    Raises
    ------
    ValueError
        If the arrays have different shapes, a value is out of range, two places have the same
        coordinates, or all lie on one line and `neighbours` is None.

    See Also
    --------
    read_graph : The graph of a file of streets.

    Notes
    -----
    Two places are linked if one of them is among the nearest of the other, so a place may have more
    than `neighbours` links. Both kinds of links are those on a sphere, also at the poles, across the
    antimeridian and around the globe.

    Examples
    --------
    >>> lon = [0, 0.01, 0.01, 0]
    >>> lat = [0, 0, 0.01, 0.01]
    >>> link_places(lon, lat, neighbours=2).edges.tolist()
    [[0, 1], [0, 3], [1, 2], [2, 3]]
    """
    lon = _checks.real_array("lon", lon, low=-180, high=180)
    lat = _checks.real_array("lat", lat, low=-90, high=90)
    if lon.ndim != 1 or lon.shape != lat.shape or not len(lon):
        raise ValueError(
            f"lon and lat have shapes {lon.shape} and {lat.shape}; both must be (n,)"
        )
    spots = np.column_stack((lon, lat))
    if len(np.unique(spots, axis=0)) < len(lon):
        raise ValueError(
            "lon and lat: two places have the same coordinates; merge them"
        )
    if neighbours is not None:
        count = _checks.whole_number("neighbours", neighbours, low=1)
        pairs = _nearest_pairs(lon, lat, count)
    elif len(lon) < 3:
        # Two places are linked, and a single one has no link.
        pairs = np.array([[0, 1]])[: len(lon) - 1]
    else:
        pairs = _touching_pairs(lon, lat)
    edges = np.unique(np.sort(pairs, axis=1), axis=0)
    u, v = edges.T
    length = great_circle_m(lon[u], lat[u], lon[v], lat[v])
    return Graph(len(lon), edges, lon=lon, lat=lat, length_m=length)


def _nearest_pairs(lon: Array, lat: Array, count: int) -> Any:
    """Return pairs (m, 2) of each place and those `count` others that are nearest to it."""
    from scipy.spatial import cKDTree

    sphere = unit_vectors(lon, lat)
    # The first neighbour of a place is itself. Where a place has too few, their number is n.
    n = len(lon)
    ranks = range(2, min(count, n) + 2)
    _, nearest = cKDTree(sphere).query(sphere, k=ranks)
    place = np.repeat(np.arange(n), len(ranks))
    pairs = np.column_stack((place, nearest.ravel()))
    return pairs[pairs[:, 1] < n]


def _touching_pairs(lon: Array, lat: Array) -> Any:
    """Return the pairs (m, 2) of places whose territories touch, each once or twice."""
    from scipy.spatial import ConvexHull, Delaunay, QhullError

    if _is_on_a_line(lon, lat):
        raise ValueError("lon and lat: the places lie on one line; give neighbours")
    plane = plane_around(lon, lat)
    try:
        if plane is not None:
            triangles = Delaunay(plane).simplices
        elif len(lon) == 3:
            triangles = np.array([[0, 1, 2]])
        else:
            # The triangulation of a whole sphere is its convex hull.
            triangles = ConvexHull(unit_vectors(lon, lat)).simplices
    except QhullError:
        raise ValueError(
            "lon and lat: the places lie on one line; give neighbours"
        ) from None
    # The sides of a triangle are its first two corners, its last two, and the first and the last.
    sides = (triangles[:, :2], triangles[:, 1:], triangles[:, ::2])
    return np.concatenate(sides)


def _is_on_a_line(lon: Array, lat: Array) -> bool:
    """Return whether all places lie on one line of a map, such as a parallel or a meridian."""
    # The places are seen from the first one, also across the antimeridian.
    east = (lon - lon[0] + 180) % 360 - 180
    offsets = np.column_stack((east, lat - lat[0]))
    largest, smallest = np.linalg.svd(offsets, compute_uv=False)
    return bool(smallest <= 1e-9 * largest)


def graph_of_places(
    path: str, places: Places | None, *, ends: Sequence[str] | None = None
) -> tuple[Graph, Places]:
    """Return the graph of a file and its places: `places`, in their order, or those of the file."""
    file = Path(path).name
    kind = Path(path).suffix.lower()
    if ends is not None and kind != ".csv":
        raise ValueError(f"--ends names columns of a .csv file; {file} is none")
    if kind == ".txt":
        return _road_file(path, places)
    if kind == ".csv":
        places_of_file, edges = _csv(path, ends)
    elif kind == ".graphml":
        places_of_file, edges = _graphml(path, places)
    elif kind in (".geojson", ".json"):
        places_of_file, edges = _geojson(path)
    else:
        raise ValueError(f"--graph: {file} is no .csv, .graphml, .geojson or .txt file")
    return _graph_of_edges(file, places or places_of_file, edges)


def _graph_of_edges(
    file: str, places: Places, edges: list[_Edge]
) -> tuple[Graph, Places]:
    """Return the simple graph of the edges of a file, and its places."""
    if not places.ids:
        raise ValueError(f"{file} has no places")
    lengths, weights = _simple_edges(file, places, edges)
    graph = Graph(
        len(places.ids),
        np.array(list(lengths), np.int64).reshape(-1, 2),
        lon=places.lon,
        lat=places.lat,
        length_m=_known_lengths(file, places, lengths),
        weights=weights,
    )
    return graph, places


def _simple_edges(
    file: str, places: Places, edges: list[_Edge]
) -> tuple[dict[tuple[int, int], float], list[float] | None]:
    """Return the least length of each undirected edge that is no loop, and the edges' weights.

    A length that is not known is infinite. The weights are None if no edge of the file has one.
    """
    ids = Ids(places.ids)
    lengths: dict[tuple[int, int], float] = {}
    # The weights of all edges from the first place to the second one.
    weights: dict[tuple[int, int], float] = {}
    for position, edge in enumerate(edges, 1):
        u = ids.position(edge.start)
        v = ids.position(edge.stop)
        if u < 0 or v < 0:
            raise ValueError(
                f"{file}: edge {position} ends at a place that is not among those given"
            )
        if u == v:
            continue
        pair = min(u, v), max(u, v)
        length = math.inf if math.isnan(edge.length) else edge.length
        lengths[pair] = min(length, lengths.get(pair, math.inf))
        weight = 1 if math.isnan(edge.weight) else edge.weight
        weights[u, v] = weights.get((u, v), 0) + weight
    if all(math.isnan(edge.weight) for edge in edges):
        return lengths, None
    return lengths, [
        max(weights.get((i, j), 0), weights.get((j, i), 0)) for i, j in lengths
    ]


def _known_lengths(
    file: str, places: Places, lengths: dict[tuple[int, int], float]
) -> list[float] | None:
    """Return the lengths of the edges, None if none is known; a ValueError refuses a mixture."""
    unknown = [pair for pair, length in lengths.items() if length == math.inf]
    if len(unknown) == len(lengths):
        return None
    if unknown:
        i, j = unknown[0]
        raise ValueError(
            f"{file}: some edges have a length and others none, such as that between"
            f" {places.ids[i]!r} and {places.ids[j]!r}"
        )
    return list(lengths.values())


def _road_file(path: str, places: Places | None) -> tuple[Graph, Places]:
    """Return the graph of the junctions of a road file, which are numbered, and these places."""
    need("maps", "networkx", "pandas", "requests")
    from gaussmech.geo.roads import clean_roads, read_road_file

    if places is not None:
        raise ValueError(
            "--places does not go with a road file: its junctions are the places"
        )
    _read(path)
    graph, _ = clean_roads(read_road_file(path))
    ids = [str(v) for v in range(graph.n)]
    return graph, Places(ids, graph.lon.tolist(), graph.lat.tolist())


def _csv(path: str, ends: Sequence[str] | None) -> tuple[Places, list[_Edge]]:
    """Read a row per edge; the places are its ends, in the order in which they occur."""
    table = read_csv(path, "--graph")
    start_name, stop_name = _end_columns(table, ends)
    starts = table.ids(start_name)
    stops = table.ids(stop_name)
    name_of = merged_ids(id for pair in zip(starts, stops, strict=True) for id in pair)
    known = [name for key in LENGTH if (name := table.known((key,)))]
    length_name = known[0] if known else None
    lengths = _cells(table, length_name)
    weights = _cells(table, table.known((WEIGHT,)))
    edges = []
    for row, line in enumerate(table.lines):
        start = name_of[starts[row]]
        stop = name_of[stops[row]]
        where = f"{table.file}, line {line}"
        # A loop is dropped, whatever its length and weight are.
        if start == stop:
            edges.append(_Edge(start, stop))
            continue
        length = _length(f"{where}: {length_name!r}", lengths[row])
        weight = _weight(f"{where}: {WEIGHT!r}", weights[row])
        edges.append(_Edge(start, stop, length, weight))
    return Places(list(dict.fromkeys(name_of.values()))), edges


def _end_columns(table: Table, ends: Sequence[str] | None) -> tuple[str, str]:
    """Return the columns of the two ends of an edge, or raise a ValueError that shows the header."""
    if ends is not None:
        if isinstance(ends, str) or len(ends) != 2 or ends[0] == ends[1]:
            raise ValueError(f"--ends is {ends!r}; it must name two columns")
        return ends[0], ends[1]
    pairs = []
    for names in ENDS:
        start, stop = (table.known((name,)) for name in names)
        if start is not None and stop is not None:
            pairs.append((start, stop))
    if len(pairs) == 1:
        return pairs[0]
    hint = f"{shown_header(table)}; name the columns of the ends with --ends"
    if pairs:
        shown = " or ".join(", ".join(pair) for pair in pairs)
        raise ValueError(f"{table.file}: the ends of an edge may be {shown}; {hint}")
    others = [
        name for name in table.header if plain_name(name) not in (*LENGTH, WEIGHT)
    ]
    if len(table.header) < 2:
        raise ValueError(
            f"{table.file} must have two columns at least, the ends of an edge; {hint}"
        )
    if not any(map(is_name, table.header)):
        raise ValueError(
            f"{table.file}: the first line must be a header, such as from,to; {hint}"
        )
    are_coordinates = any(plain_name(name) in (*LON, *LAT, *X, *Y) for name in others)
    if len(others) != 2 or are_coordinates or not all(map(is_name, others)):
        raise ValueError(
            f"{table.file}: no two columns are named as ends of an edge are (from,to u,v"
            f" source,target ...); {hint}"
        )
    start, stop = others
    cells = {*table.column(start), *table.column(stop)}
    if start in cells or stop in cells:
        raise ValueError(
            f"{table.file}: the first line must be a header, such as from,to, but its names are"
            f" ends of edges, too; {hint}"
        )
    return start, stop


def _cells(table: Table, name: str | None) -> Sequence[str | None]:
    """Return the cells of a column, each None without one."""
    return [None] * len(table.lines) if name is None else table.column(name)


def _graphml(path: str, places: Places | None) -> tuple[Places, list[_Edge]]:
    """Read GraphML as OSMnx writes it; its coordinates are not looked at if places are given."""
    need("maps", "networkx")
    import networkx as nx

    file = Path(path).name
    # The error of a file that cannot be read is raised here, with a message for users.
    text = _read(path)
    without_comments = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    graphs = re.findall(r"<(?:\w+:)?graph[\s>/]", without_comments)
    if len(graphs) > 1:
        raise ValueError(f"{file} has {len(graphs)} graphs; it must have one")
    try:
        graph = nx.read_graphml(path)
    except Exception as error:
        # The XML parser has no one class for what it raises.
        raise ValueError(f"{file} is no GraphML ({type(error).__name__})") from None
    edges = [
        _edge_of(file, str(u), str(v), attributes)
        for u, v, attributes in graph.edges(data=True)
    ]
    nodes = {str(node): attributes for node, attributes in graph.nodes(data=True)}
    if places is not None:
        return Places(list(nodes)), edges
    return _with_coordinates(file, nodes, graph.graph.get("crs")), edges


def _geojson(path: str) -> tuple[Places, list[_Edge]]:
    """Read lines as edges, of a GeoJSON file."""
    file = Path(path).name
    text = _read(path)
    try:
        shapes = list(_shapes(file, json.loads(text)))
    except _Refusal:
        raise
    except MALFORMED:
        raise ValueError(
            f"{file} is no GeoJSON FeatureCollection of LineStrings"
        ) from None
    return _lines_and_points(file, shapes)


def _lines_and_points(
    file: str, shapes: list[_Shape], *, measure: bool = False
) -> tuple[Places, list[_Edge]]:
    """Return lines as edges. The places are the ends of lines, with the names that Points give them.

    A feature without a geometry, or with an empty one, is skipped. A feature of several lines has
    an edge per line, and the length of the feature is shared out among them. With `measure`, lines
    of unknown length have that of their course on a sphere.
    """
    names = _point_names(file, shapes)
    edges = []
    for shape in shapes:
        shares = _shares(shape.lines)
        for line, share in zip(shape.lines, shares, strict=True):
            first = names.setdefault(line[0], _label(line[0]))
            last = names.setdefault(line[-1], _label(line[-1]))
            edge = _edge_of(file, first, last, shape.properties)
            length = share * edge.length
            if measure and math.isnan(length):
                length = _length_m(line)
            # A part without an extent has no share.
            edges.append(edge._replace(length=length or LEAST_LENGTH_M))
    ids = list(names.values())
    if len(set(ids)) < len(ids):
        twice = next(key for key in ids if ids.count(key) > 1)
        raise ValueError(f"{file}: two points have the same id, {twice!r}")
    lon = [spot[0] for spot in names]
    lat = [spot[1] for spot in names]
    return Places(ids, lon, lat), edges


_Spot = tuple[float, float]


class _Refusal(ValueError):
    """What is wrong with a file that is well formed."""


class _Shape(NamedTuple):
    """The geometry of a feature: its points and lines, and what is known of them."""

    points: list[_Spot]
    lines: list[list[_Spot]]
    properties: dict[str, Any]
    id: Any


def _shapes(file: str, collection: Any) -> Iterator[_Shape]:
    """Yield the points and lines of each feature of a GeoJSON FeatureCollection."""
    _check_system(file, collection.get("crs"))
    for position, feature in enumerate(collection["features"], 1):
        _check_system(file, feature.get("crs"))
        properties = dict(feature.get("properties") or {})
        shape = _Shape([], [], properties, feature.get("id"))
        _add_geometry(shape, feature.get("geometry"), f"{file}, feature {position}")
        yield shape


def _add_geometry(shape: _Shape, geometry: Any, where: str) -> None:
    """Add the points and lines of a geometry to those of its feature; skip what is empty."""
    if geometry is None:
        return
    kind = geometry["type"]
    if kind == "GeometryCollection":
        for part in geometry["geometries"]:
            _add_geometry(shape, part, where)
        return
    coordinates = geometry["coordinates"]
    if not coordinates:
        return
    if kind == "Point":
        shape.points.append(_spot(coordinates, where))
    elif kind == "LineString":
        shape.lines.append([_spot(position, where) for position in coordinates])
    elif kind == "MultiLineString":
        for line in filter(None, coordinates):
            shape.lines.append([_spot(position, where) for position in line])
    else:
        raise _Refusal(
            f"{where} is a {kind}; allowed are Points, LineStrings and MultiLineStrings"
        )


def _point_names(file: str, shapes: list[_Shape]) -> dict[_Spot, str]:
    """Return the name of each Point among the shapes, by its coordinates.

    It is the first of its properties in NAME, else the id of the feature, else its coordinates.
    """
    names: dict[_Spot, str] = {}
    for shape in shapes:
        values = [shape.properties.get(key) for key in NAME]
        known = [value for value in (*values, shape.id) if value is not None]
        for spot in shape.points:
            name = str(known[0]) if known else _label(spot)
            other = names.setdefault(spot, name)
            if other != name:
                raise ValueError(
                    f"{file}: the points {other!r} and {name!r} are at one spot, {_label(spot)};"
                    " merge them"
                )
    return names


def _length_m(line: list[_Spot]) -> float:
    """Return the length of a line on a sphere, in metres."""
    lon, lat = np.transpose(line)
    return float(great_circle_m(lon[:-1], lat[:-1], lon[1:], lat[1:]).sum())


def _shares(lines: list[list[_Spot]]) -> list[float]:
    """Return the share of each line in the length of all together, as on a sphere."""
    if len(lines) < 2:
        return [1.0] * len(lines)
    metres = list(map(_length_m, lines))
    total = sum(metres)
    if total == 0:
        return [1 / len(lines)] * len(lines)
    return [part / total for part in metres]


def _spot(position: Sequence[Any], where: str) -> _Spot:
    """Return longitude and latitude to 1e-7 degrees, a centimetre: ends that meet are one place."""
    lon = number(position[0])
    lat = number(position[1])
    if not _are_degrees(lon, lat):
        shown = reprlib.repr(position[:2])
        raise _Refusal(
            f"{where} has a point at {shown}; allowed are longitudes and latitudes in degrees"
            " (WGS84)"
        )
    # -180 and 180 degrees are one meridian. Adding 0 makes 0 of -0.
    lon = round(lon, 7) + 0.0
    return (180.0 if lon == -180 else lon), round(lat, 7) + 0.0


def _are_degrees(lon: float, lat: float) -> bool:
    """Return whether two numbers may be a longitude and a latitude; NaN may not."""
    return abs(lon) <= 180 and abs(lat) <= 90


def _label(spot: _Spot) -> str:
    """Return an id for a place without a name: its coordinates."""
    return f"{spot[0]:.7f} {spot[1]:.7f}"


def _check_system(file: str, system: Any) -> None:
    """Raise a ValueError if a file says that its coordinates are no degrees of WGS84 or alike."""
    if system is None:
        return
    name = system
    if isinstance(system, dict):
        properties = system.get("properties") or {}
        name = properties.get("name", properties.get("code", system))
    text = str(name).upper().replace(" ", "")
    code = re.search(r"([0-9]+)$", text)
    is_known = code is not None and int(code[1]) in DEGREES
    is_geographic = text.startswith(("GEOGCRS", "GEOGCS", "GEODCRS")) or re.search(
        r"CRS84$|^WGS84$|\+PROJ=(LONGLAT|LATLONG)", text
    )
    if not (is_known or is_geographic):
        raise _Refusal(
            f"{file}: its crs is {str(name)[:60]!r}; coordinates must be degrees of WGS84"
            " (EPSG:4326)"
        )


def _with_coordinates(
    file: str, nodes: dict[str, dict[str, Any]], system: Any
) -> Places:
    """Return the places of GraphML, with coordinates in degrees if its nodes have any.

    OSMnx calls the coordinates x and y; `system` says what these are, if the file does.
    """
    ids = list(nodes)
    for lon_name, lat_name in ((LON[0], LAT[0]), (LON[1], LAT[1]), (X[0], Y[0])):
        pair = (lon_name, lat_name)
        if not any(name in node for node in nodes.values() for name in pair):
            continue
        if pair == (X[0], Y[0]):
            _check_system(file, system)
        lon = []
        lat = []
        for key, node in nodes.items():
            lon.append(number(node.get(lon_name)))
            lat.append(number(node.get(lat_name)))
            if not _are_degrees(lon[-1], lat[-1]):
                shown = ", ".join(f"{name} {node.get(name)!r}" for name in pair)
                raise ValueError(
                    f"{file}: the node {key!r} has {shown}; coordinates must be degrees (WGS84);"
                    " remove them if they are none, or list the places by --places"
                )
        return Places(ids, lon, lat)
    return Places(ids)


def _edge_of(file: str, start: str, stop: str, attributes: dict[str, Any]) -> _Edge:
    """Return an edge with the length and the weight that its attributes have."""
    # A loop is dropped, whatever its length and weight are.
    if start == stop:
        return _Edge(start, stop)
    owner = f"of the edge between {start!r} and {stop!r}"
    known = [key for key in LENGTH if attributes.get(key) is not None]
    name = known[0] if known else LENGTH[0]
    length = _length(f"{file}: {name!r} {owner}", attributes.get(name))
    weight = _weight(f"{file}: {WEIGHT!r} {owner}", attributes.get(WEIGHT))
    return _Edge(start, stop, length, weight)


def _length(label: str, value: Any) -> float:
    """Return a length in metres, NaN for None; 0 is taken for a centimetre, as in road files."""
    if value is None:
        return math.nan
    length = number(value)
    if not 0 <= length < math.inf:
        raise ValueError(f"{label} is {reprlib.repr(value)}; it must be a number >= 0")
    return length or LEAST_LENGTH_M


def _weight(label: str, value: Any) -> float:
    """Return a weight, NaN for None."""
    if value is None:
        return math.nan
    weight = number(value)
    if not 0 < weight < math.inf:
        raise ValueError(f"{label} is {reprlib.repr(value)}; it must be a number > 0")
    return weight


def _read(path: str) -> str:
    """Return the text of a file; a ValueError says why it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ValueError(f"--graph: cannot read {path!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"--graph: {path!r} is not text in UTF-8") from None
