"""Graphs of places: read from a file of streets, or built by linking neighbours.

`read_graph` reads a file, and `link_places` builds a graph where there are no streets; denoising
needs one or the other. Each kind of file has a reader that returns its places and its edges;
`graph_of_places` drops directions, loops and repeated edges, and puts the vertices into the order
of the places.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech._csv import number, read_csv
from gaussmech._extras import need
from gaussmech._files import MALFORMED
from gaussmech.geo.places import LAT, LON, Places, read_places
from gaussmech.graphs.graph import Graph

# These columns or properties may hold lengths in metres; they are tried in this order.
LENGTH = ("length_m", "length")
# These properties of a point may hold its name; they are tried in this order.
NAME = ("place", "id", "osmid")
# An edge is the ids of its two ends and its length in metres, inf if that is not known.
_Edges = list[tuple[str, str, float]]


def read_graph(path: str, places: str | None = None) -> tuple[Graph, list[str]]:
    """Return the graph of a file, and the ids of its vertices.

    Use it for streets or any other public graph of places. Direction, loops and repeated edges are
    dropped; of repeated edges the shortest length counts.
    Coordinates and lengths are those of the files, if they have them.

    Parameters
    ----------
    path : str
        The file, whose ending tells its kind:

        - `.csv`: a row per edge. The first two columns are the ids of its ends; a column `length_m`
          or `length` is its length in metres.
        - `.geojson`, `.json`: a FeatureCollection of LineStrings or MultiLineStrings, which may
          have such a property, and of Points, whose property `place`, `id` or `osmid` names the
          place there. A MultiLineString is an edge per line; they share its length.
        - `.graphml`: as OSMnx writes it, with `x`, `y` and `length`. Needs the extra `maps`.
        - `.txt`: a road file, which is reduced to its junctions; these are numbered. Needs the
          extra `maps`.
    places : str, optional
        A CSV file of the places: ids in the first column, and `lon` and `lat` in degrees if known.
        Vertices are in its order, and edges must end at its places. None takes the places from the
        graph's own file. It does not go with a road file.

    Returns
    -------
    graph : Graph
        The graph, with coordinates and lengths if the files have them.
    ids : list of str
        The id of each vertex.

    Raises
    ------
    ValueError
        If a file cannot be read, is of another kind, or has an error. The message names the file,
        the line or edge where it can, and what is allowed.
    ImportError
        If the extra `maps` is needed and not installed.

    See Also
    --------
    link_places : A graph of places that have no streets.
    Graph.from_networkx : The graph of a NetworkX graph.

    Examples
    --------
    >>> import tempfile
    >>> path = f"{tempfile.mkdtemp()}/streets.csv"
    >>> with open(path, "w") as file:
    ...     _ = file.write("from,to,length_m\\nPark,Market,120\\nMarket,Mill,80\\n")
    >>> read_graph(path)
    (Graph(n=3, m=2), ['Park', 'Market', 'Mill'])
    """
    listed = None if places is None else read_places(places)
    graph, vertices = graph_of_places(path, listed)
    return graph, vertices.ids


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
    than `neighbours` links. The triangulation is made in a plane in which a degree of longitude is
    as long as at the middle latitude: good for a region, not for the whole earth.

    Examples
    --------
    >>> lon = [0, 0.01, 0.01, 0]
    >>> lat = [0, 0, 0.01, 0.01]
    >>> link_places(lon, lat, neighbours=2).edges.tolist()
    [[0, 1], [0, 3], [1, 2], [2, 3]]
    """
    from gaussmech.geo.roads import great_circle_m

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

    x = np.radians(lon)
    y = np.radians(lat)
    # These are points on the unit sphere, where nearest in space is nearest on the surface.
    sphere = np.column_stack((np.cos(y) * np.cos(x), np.cos(y) * np.sin(x), np.sin(y)))
    # The first neighbour of a place is itself. Where a place has too few, their number is n.
    n = len(lon)
    ranks = range(2, min(count, n) + 2)
    _, nearest = cKDTree(sphere).query(sphere, k=ranks)
    place = np.repeat(np.arange(n), len(ranks))
    pairs = np.column_stack((place, nearest.ravel()))
    return pairs[pairs[:, 1] < n]


def _touching_pairs(lon: Array, lat: Array) -> Any:
    """Return the pairs (m, 2) of places whose territories touch, each once or twice."""
    from scipy.spatial import Delaunay, QhullError

    from gaussmech.geo.projection import project

    ids = [str(v) for v in range(len(lon))]
    places = Places(ids, lon.tolist(), lat.tolist())
    try:
        triangles = Delaunay(project(places, lon, lat)).simplices
    except QhullError:
        raise ValueError(
            "lon and lat: the places lie on one line; give neighbours"
        ) from None
    # The sides of a triangle are its first two corners, its last two, and the first and the last.
    sides = (triangles[:, :2], triangles[:, 1:], triangles[:, ::2])
    return np.concatenate(sides)


def graph_of_places(path: str, places: Places | None) -> tuple[Graph, Places]:
    """Return the graph of a file and its places: `places`, in their order, or those of the file."""
    file = Path(path).name
    kind = Path(path).suffix.lower()
    if kind == ".txt":
        return _road_file(path, places)
    readers = {
        ".csv": _csv,
        ".graphml": _graphml,
        ".geojson": _geojson,
        ".json": _geojson,
    }
    if kind not in readers:
        raise ValueError(f"--graph: {file} is no .csv, .graphml, .geojson or .txt file")
    places_of_file, edges = readers[kind](path)
    places = places or places_of_file
    if not places.ids:
        raise ValueError(f"{file} has no places")
    lengths = _shortest_lengths(file, places, edges)
    finite_lengths = [length for length in lengths.values() if length < math.inf]
    if len(finite_lengths) not in (0, len(lengths)):
        raise ValueError(f"{file}: some edges have a length and others none")
    graph = Graph(
        len(places.ids),
        np.array(list(lengths), np.int64).reshape(-1, 2),
        lon=places.lon,
        lat=places.lat,
        length_m=finite_lengths or None,
    )
    return graph, places


def _shortest_lengths(
    file: str, places: Places, edges: _Edges
) -> dict[tuple[int, int], float]:
    """Return the length of each undirected edge that is no loop; of parallel edges the least."""
    index = {key: i for i, key in enumerate(places.ids)}
    lengths: dict[tuple[int, int], float] = {}
    for position, (u, v, length) in enumerate(edges, 1):
        if u not in index or v not in index:
            raise ValueError(
                f"{file}: edge {position} ends at a place that is not among those given"
            )
        i, j = sorted((index[u], index[v]))
        if i != j:
            lengths[i, j] = min(length, lengths.get((i, j), math.inf))
    return lengths


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


def _csv(path: str) -> tuple[Places, _Edges]:
    """Read a row per edge; the places are its ends, in the order in which they occur."""
    table = read_csv(path, "--graph")
    if len(table.header) < 2:
        raise ValueError(
            f"{table.file} must have two columns at least, the ends of an edge"
        )
    starts = table.ids(table.header[0])
    stops = table.ids(table.header[1])
    lengths = [math.inf] * len(starts)
    if name := table.first(LENGTH):
        lengths = table.numbers(name, math.ulp(0.0), math.inf)
    edges = list(zip(starts, stops, lengths, strict=True))
    # A dict keeps each id once, in the order in which they occur.
    ids: dict[str, None] = {}
    for start, stop, _ in edges:
        ids[start] = None
        ids[stop] = None
    return Places(list(ids)), edges


def _graphml(path: str) -> tuple[Places, _Edges]:
    """Read GraphML as OSMnx writes it."""
    need("maps", "networkx")
    import networkx as nx

    # The error of a file that cannot be read is raised here, with a message for users.
    _read(path)
    try:
        graph = nx.read_graphml(path)
    except Exception as error:
        # The XML parser has no one class for what it raises.
        raise ValueError(
            f"{Path(path).name} is no GraphML ({type(error).__name__})"
        ) from None
    edges = [
        (str(u), str(v), _length(path, attributes))
        for u, v, attributes in graph.edges(data=True)
    ]
    nodes = {str(node): attributes for node, attributes in graph.nodes(data=True)}
    return _with_coordinates(nodes), edges


def _geojson(path: str) -> tuple[Places, _Edges]:
    """Read lines as edges. The places are the ends of lines, with the names that Points give them.

    A feature without a geometry is skipped. A MultiLineString has an edge per line, and the length
    of the feature is shared out among them.
    """
    file = Path(path).name
    text = _read(path)
    try:
        all_features = json.loads(text)["features"]
        features = [
            feature for feature in all_features if feature["geometry"] is not None
        ]
        names = _point_names(features)
        streets = _streets(features, names)
    except MALFORMED:
        raise ValueError(
            f"{file} is no GeoJSON FeatureCollection of LineStrings"
        ) from None
    nodes = {name: {"lon": lon, "lat": lat} for (lon, lat), name in names.items()}
    if len(nodes) < len(names):
        raise ValueError(f"{file}: two points have the same id")
    edges = []
    for first, last, properties, share in streets:
        edges.append((first, last, share * _length(path, properties)))
    return _with_coordinates(nodes), edges


def _point_names(features: Any) -> dict[tuple[float, float], str]:
    """Return the name of each Point among GeoJSON features, by its coordinates.

    It is the first of its properties in NAME, else the id of the feature, else its coordinates.
    """
    names = {}
    for feature in features:
        geometry = feature["geometry"]
        if geometry["type"] != "Point":
            continue
        properties = feature.get("properties") or {}
        keys = [key for key in NAME if key in properties]
        name = properties[keys[0]] if keys else feature.get("id")
        spot = _spot(geometry["coordinates"])
        names[spot] = _label(spot) if name is None else str(name)
    return names


def _streets(
    features: Any, names: dict[tuple[float, float], str]
) -> list[tuple[str, str, dict[str, Any], float]]:
    """Return each line: its ends, the properties of its feature, and its share in their length.

    Ends without a name get one, which joins `names`.
    """
    streets = []
    for feature in features:
        properties = feature.get("properties") or {}
        lines = _lines_of(feature["geometry"])
        for line, share in zip(lines, _shares(lines), strict=True):
            first = names.setdefault(line[0], _label(line[0]))
            last = names.setdefault(line[-1], _label(line[-1]))
            streets.append((first, last, dict(properties), share))
    return streets


def _lines_of(geometry: dict[str, Any]) -> list[list[tuple[float, float]]]:
    """Return the lines of a geometry, each a list of points: none, one, or several."""
    lines: list[Any] = []
    if geometry["type"] == "LineString":
        lines = [geometry["coordinates"]]
    elif geometry["type"] == "MultiLineString":
        lines = geometry["coordinates"]
    return [list(map(_spot, line)) for line in lines]


def _shares(lines: list[list[tuple[float, float]]]) -> list[float]:
    """Return the share of each line in the length of all together, as on a sphere."""
    if len(lines) < 2:
        return [1.0] * len(lines)
    from gaussmech.geo.roads import great_circle_m

    metres = []
    for line in lines:
        lon, lat = np.transpose(line)
        steps = great_circle_m(lon[:-1], lat[:-1], lon[1:], lat[1:])
        metres.append(float(steps.sum()))
    total = sum(metres)
    if total == 0:
        return [1 / len(lines)] * len(lines)
    return [part / total for part in metres]


def _spot(position: Sequence[Any]) -> tuple[float, float]:
    """Return longitude and latitude to 1e-7 degrees, a centimetre: ends that meet are one place."""
    return round(float(position[0]), 7), round(float(position[1]), 7)


def _label(spot: tuple[float, float]) -> str:
    """Return an id for a place without a name: its coordinates."""
    return f"{spot[0]:.7f} {spot[1]:.7f}"


def _with_coordinates(nodes: dict[str, dict[str, Any]]) -> Places:
    """Return the places, with coordinates if all nodes have some that are degrees.

    OSMnx calls the coordinates x and y. They may also be metres of a projection, which are too
    large for degrees.
    """
    ids = list(nodes)
    attributes = list(nodes.values())
    for lon_name, lat_name in zip((*LON, "x"), (*LAT, "y"), strict=True):
        if not all(lon_name in node and lat_name in node for node in attributes):
            continue
        lon = [number(node[lon_name]) for node in attributes]
        lat = [number(node[lat_name]) for node in attributes]
        if all(abs(x) <= 180 for x in lon) and all(abs(y) <= 90 for y in lat):
            return Places(ids, lon, lat)
    return Places(ids)


def _length(path: str, attributes: dict[str, Any]) -> float:
    """Return the length of an edge by its attributes, inf if it has none."""
    keys = [key for key in LENGTH if attributes.get(key) is not None]
    if not keys:
        return math.inf
    name = keys[0]
    length = number(attributes[name])
    if not 0 < length < math.inf:
        raise ValueError(f"{Path(path).name}: the {name!r} of an edge is no number > 0")
    return length


def _read(path: str) -> str:
    """Return the text of a file; a ValueError says why it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ValueError(f"--graph: cannot read {path!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"--graph: {path!r} is not text in UTF-8") from None
