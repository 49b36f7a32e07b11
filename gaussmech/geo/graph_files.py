"""Graphs of places: read from a file of edges, or made by linking neighbours.

Each kind of file has a reader that returns its places and its edges; `graph_of_places` drops
directions, loops and repeated edges, and puts the vertices into the order of the places.
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
from gaussmech._csv import number, read_csv
from gaussmech._extras import need
from gaussmech._files import MALFORMED
from gaussmech.geo.places import LAT, LON, Places, read_places
from gaussmech.graphs.graph import Graph

# These columns or properties may hold lengths in metres; they are tried in this order.
LENGTH = ("length_m", "length")
# An edge is the ids of its two ends and its length in metres, inf if that is not known.
_Edges = list[tuple[str, str, float]]


def read_graph(path: str, places: str | None = None) -> tuple[Graph, list[str]]:
    """Read a graph from a file; return it with the ids of its vertices.

    Direction, loops and repeated edges are dropped; of repeated edges the shortest length counts.
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
    link_places : Make a graph of places that have no streets.
    Graph.from_networkx : Make a graph of a NetworkX graph.

    Examples
    --------
    >>> import tempfile
    >>> path = f"{tempfile.mkdtemp()}/streets.csv"
    >>> with open(path, "w") as file:
    ...     _ = file.write("from,to,length_m\\nPark,Market,120\\nMarket,Mill,80\\n")
    >>> read_graph(path)
    (Graph(n=3, m=2), ['Park', 'Market', 'Mill'])
    """
    graph, found = graph_of_places(path, None if places is None else read_places(places))
    return graph, found.ids


def link_places(lon: ArrayLike, lat: ArrayLike, *, neighbours: int | None = None) -> Graph:
    """Make a graph of places without streets by linking each to those around it.

    Parameters
    ----------
    lon, lat : (n,) arrays of float
        Longitude in [-180, 180] and latitude in [-90, 90] of each place, in degrees. No two places
        may have the same coordinates.
    neighbours : int, optional
        Link each place to so many nearest ones, at least 1. Distances are those on a sphere. None,
        the default, links the places whose territories touch: the Delaunay triangulation.

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
    read_graph : Read streets from a file.

    Notes
    -----
    Two places are linked if one of them is among the nearest of the other, so a place may have more
    than `neighbours` links. The triangulation is made in a plane in which a degree of longitude is
    as long as at the middle latitude: good for a region, not for the whole earth.

    Examples
    --------
    >>> square = [0, 0.01, 0.01, 0], [0, 0, 0.01, 0.01]
    >>> link_places(*square, neighbours=2).edges.tolist()
    [[0, 1], [0, 3], [1, 2], [2, 3]]
    """
    from scipy.spatial import Delaunay, QhullError, cKDTree

    from gaussmech.geo.projection import project
    from gaussmech.geo.roads import great_circle_m

    lon = _checks.real_array("lon", lon, low=-180, high=180)
    lat = _checks.real_array("lat", lat, low=-90, high=90)
    if lon.ndim != 1 or lon.shape != lat.shape or not len(lon):
        raise ValueError(f"lon and lat have shapes {lon.shape} and {lat.shape}; both must be (n,)")
    if len(np.unique((lon, lat), axis=1).T) < len(lon):
        raise ValueError("lon and lat: two places have the same coordinates; merge them")
    if neighbours is not None:
        k = _checks.whole_number("neighbours", neighbours, low=1)
        x, y = np.radians((lon, lat))
        sphere = np.column_stack((np.cos(y) * np.cos(x), np.cos(y) * np.sin(x), np.sin(y)))
        # The first neighbour of a place is the place itself; where there are too few, the number is
        # n.
        near = cKDTree(sphere).query(sphere, k=range(2, min(k, len(lon)) + 2))[1]
        pairs = np.column_stack((np.repeat(np.arange(len(lon)), near.shape[1]), near.ravel()))
        pairs = pairs[pairs[:, 1] < len(lon)]
    elif len(lon) < 3:
        pairs = np.zeros((len(lon) - 1, 2), int) + (0, 1)
    else:
        try:
            ids = [str(v) for v in range(len(lon))]
            flat = project(Places(ids, lon.tolist(), lat.tolist()), lon, lat)
            corners = Delaunay(flat).simplices
        except QhullError:
            raise ValueError("lon and lat: the places lie on one line; give neighbours") from None
        pairs = np.concatenate((corners[:, :2], corners[:, 1:], corners[:, ::2]))
    u, v = edges = np.unique(np.sort(pairs, axis=1), axis=0).T
    length = great_circle_m(lon[u], lat[u], lon[v], lat[v])
    return Graph(len(lon), edges.T, lon=lon, lat=lat, length_m=length)


def graph_of_places(path: str, places: Places | None) -> tuple[Graph, Places]:
    """Return the graph of a file and its places: `places`, in their order, or those of the file."""
    file, kind = Path(path).name, Path(path).suffix.lower()
    if kind == ".txt":
        return _road_file(path, places)
    readers = {".csv": _csv, ".graphml": _graphml, ".geojson": _geojson, ".json": _geojson}
    if kind not in readers:
        raise ValueError(f"--graph: {file} is no .csv, .graphml, .geojson or .txt file")
    found, edges = readers[kind](path)
    places = places or found
    if not places.ids:
        raise ValueError(f"{file} has no places")
    index = {key: i for i, key in enumerate(places.ids)}
    lengths: dict[tuple[int, int], float] = {}
    for k, (u, v, length) in enumerate(edges, 1):
        if u not in index or v not in index:
            raise ValueError(f"{file}: edge {k} ends at a place that is not among those given")
        i, j = sorted((index[u], index[v]))
        if i != j:
            lengths[i, j] = min(length, lengths.get((i, j), math.inf))
    known = [length for length in lengths.values() if length < math.inf]
    if len(known) not in (0, len(lengths)):
        raise ValueError(f"{file}: some edges have a length and others none")
    pairs = np.array(list(lengths), np.int64).reshape(-1, 2)
    about = {"length_m": known or None, "lon": places.lon, "lat": places.lat}
    return Graph(len(places.ids), pairs, **about), places


def _road_file(path: str, places: Places | None) -> tuple[Graph, Places]:
    """Return the graph of the junctions of a road file, which are numbered, and these places."""
    need("maps", "networkx", "pandas", "requests")
    from gaussmech.geo.roads import clean_roads, read_road_file

    if places is not None:
        raise ValueError("--places does not go with a road file: its junctions are the places")
    _read(path)
    graph, _ = clean_roads(read_road_file(path))
    ids = [str(v) for v in range(graph.n)]
    return graph, Places(ids, graph.lon.tolist(), graph.lat.tolist())


def _csv(path: str) -> tuple[Places, _Edges]:
    """Read a row per edge; the places are its ends, in the order in which they occur."""
    table = read_csv(path, "--graph")
    if len(table.header) < 2:
        raise ValueError(f"{table.file} must have two columns at least, the ends of an edge")
    one, other = (table.ids(name) for name in table.header[:2])
    name = table.first(LENGTH)
    lengths = table.numbers(name, math.ulp(0.0), math.inf) if name else [math.inf] * len(one)
    ends = dict.fromkeys(end for edge in zip(one, other, strict=True) for end in edge)
    return Places(list(ends)), list(zip(one, other, lengths, strict=True))


def _graphml(path: str) -> tuple[Places, _Edges]:
    """Read GraphML as OSMnx writes it."""
    need("maps", "networkx")
    import networkx as nx

    _read(path)
    try:
        graph = nx.read_graphml(path)
    except Exception as error:  # the XML parser has no one class for what it raises
        raise ValueError(f"{Path(path).name} is no GraphML ({type(error).__name__})") from None
    edges = [(str(u), str(v), _length(path, data)) for u, v, data in graph.edges(data=True)]
    return _with_coordinates({str(node): data for node, data in graph.nodes(data=True)}), edges


def _geojson(path: str) -> tuple[Places, _Edges]:
    """Read lines as edges; places are their ends and the Points, named by these.

    A feature without a geometry is skipped. A MultiLineString has an edge per line, and the length
    of the feature is shared out among them.
    """
    file, text = Path(path).name, _read(path)
    names: dict[tuple[float, float], str] = {}
    streets = []
    try:
        features = json.loads(text)["features"]
        shapes = [(f["geometry"], f.get("properties") or {}, f.get("id")) for f in features]
        shapes = [found for found in shapes if found[0] is not None]
        for shape, about, key in shapes:
            if shape["type"] == "Point":
                named = next((about[k] for k in ("place", "id", "osmid") if k in about), key)
                spot = _spot(shape["coordinates"])
                names[spot] = str(named) if named is not None else _label(spot)
        for shape, about, _ in shapes:
            lines = _lines_of(shape)
            for line, share in zip(lines, _shares(lines), strict=True):
                u, v = (names.setdefault(spot, _label(spot)) for spot in (line[0], line[-1]))
                streets.append((u, v, dict(about), share))
    except MALFORMED:
        raise ValueError(f"{file} is no GeoJSON FeatureCollection of LineStrings") from None
    nodes = {name: {"lon": lon, "lat": lat} for (lon, lat), name in names.items()}
    if len(nodes) < len(names):
        raise ValueError(f"{file}: two points have the same id")
    edges = [(u, v, share * _length(path, about)) for u, v, about, share in streets]
    return _with_coordinates(nodes), edges


def _lines_of(shape: dict[str, Any]) -> list[list[tuple[float, float]]]:
    """Return the lines of a geometry, each a list of points: none, one, or several."""
    lines: list[Any] = []
    if shape["type"] == "LineString":
        lines = [shape["coordinates"]]
    elif shape["type"] == "MultiLineString":
        lines = shape["coordinates"]
    return [[_spot(point) for point in line] for line in lines]


def _shares(lines: list[list[tuple[float, float]]]) -> list[float]:
    """Return the share of each line in the length of all together, as on a sphere."""
    if len(lines) < 2:
        return [1.0] * len(lines)
    from gaussmech.geo.roads import great_circle_m

    metres = []
    for line in lines:
        lon, lat = np.transpose(line)
        metres.append(float(great_circle_m(lon[:-1], lat[:-1], lon[1:], lat[1:]).sum()))
    total = sum(metres)
    return [part / total if total > 0 else 1 / len(lines) for part in metres]


def _spot(position: Sequence[Any]) -> tuple[float, float]:
    """Return longitude and latitude to 1e-7 degrees, a centimetre: ends that meet are one place."""
    return round(float(position[0]), 7), round(float(position[1]), 7)


def _label(spot: tuple[float, float]) -> str:
    """Return an id for a place without a name: its coordinates."""
    return f"{spot[0]:.7f} {spot[1]:.7f}"


def _with_coordinates(nodes: dict[str, dict[str, Any]]) -> Places:
    """Return the places, with coordinates if all nodes have some that are degrees."""
    for lon, lat in zip((*LON, "x"), (*LAT, "y"), strict=True):
        if all(lon in node and lat in node for node in nodes.values()):
            x, y = ([number(node[name]) for node in nodes.values()] for name in (lon, lat))
            if all(abs(a) <= 180 for a in x) and all(abs(b) <= 90 for b in y):
                return Places(list(nodes), x, y)
    return Places(list(nodes))


def _length(path: str, about: dict[str, Any]) -> float:
    """Return the length of an edge by its attributes, inf if it has none."""
    name = next((name for name in LENGTH if about.get(name) is not None), None)
    if name is None:
        return math.inf
    length = number(about[name])
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
