"""Read what is to be released. A refusal names file, line and column, never a private value."""

import csv
import io
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gaussmech.extras import need
from gaussmech.graphs.graph import Graph

# Names of columns, in the order in which they are looked for; of vertices of a graph also x and y.
LON, LAT, LENGTH = ("lon", "longitude"), ("lat", "latitude"), ("length_m", "length")


@dataclass(frozen=True)
class Places:
    """The public list of places: their ids and, if known, coordinates in degrees."""

    ids: list[str]
    lon: list[float] | None = None
    lat: list[float] | None = None


@dataclass(frozen=True)
class Table:
    """A CSV file: its columns as text, and the line of each row."""

    file: str
    header: list[str]
    rows: list[list[str]]
    lines: list[int]

    def column(self, name: str) -> list[str]:
        """Return the cells of a column without blanks around them; raise a ValueError if none."""
        if name not in self.header:
            raise ValueError(f"{self.file} has no column {name!r}; it has {self._names()}")
        if self.header.count(name) > 1:
            raise ValueError(f"{self.file} has the column {name!r} twice")
        i = self.header.index(name)
        return [row[i].strip() for row in self.rows]

    def ids(self, name: str) -> list[str]:
        """Return a column in which no cell may be empty."""
        cells = self.column(name)
        for line, cell in zip(self.lines, cells, strict=True):
            if not cell:
                raise ValueError(f"{self.file}, line {line}: {name!r} is missing")
        return cells

    def numbers(self, name: str, low: float, high: float, *, may_miss: bool = False) -> list[float]:
        """Return a column of numbers in [low, high]; NaN for empty cells if they may miss."""
        found = []
        for line, cell in zip(self.lines, self.column(name), strict=True):
            value = _number(cell)
            if may_miss and not cell:
                value = math.nan
            elif not low <= value <= high or math.isinf(value):
                allowed = f">= {low:g}" if high == math.inf else f"in [{low:g}, {high:g}]"
                raise ValueError(f"{self.file}, line {line}: {name!r} is no number {allowed}")
            found.append(value)
        return found

    def first(self, names: Sequence[str]) -> str | None:
        """Return the first of these names that is a column."""
        return next((name for name in names if name in self.header), None)

    def _names(self) -> str:
        return ", ".join(map(repr, self.header))


def read_csv(path: str, option: str) -> Table:
    """Return a CSV file with a header and at least one row; `option` named it."""
    name = Path(path).name
    reader = csv.reader(io.StringIO(_read(path, option), newline=""), strict=True)
    rows, lines = [], []
    try:
        header = [cell.strip() for cell in next(reader, [])]
        for row in reader:
            if row and len(row) != len(header):
                raise ValueError(
                    f"{name}, line {reader.line_num} has {len(row)} cells; the header has"
                    f" {len(header)}"
                )
            if row:
                rows.append(row)
                lines.append(reader.line_num)
    except csv.Error as error:
        raise ValueError(f"{name}, line {reader.line_num}: {error}") from None
    if not rows:
        raise ValueError(f"{name} has no row below its header")
    return Table(name, header, rows, lines)


def read_places(path: str) -> Places:
    """Return the list of places of a CSV file: ids in its first column, coordinates if it has."""
    return places_of(read_csv(path, "--places"), None)


def places_of(table: Table, place: str | None) -> Places:
    """Return the places of a table, one per row: the first column unless one is named."""
    ids = table.ids(place or table.header[0])
    seen: dict[str, int] = {}
    for line, key in zip(table.lines, ids, strict=True):
        if key in seen:
            raise ValueError(f"{table.file}, line {line}: the place of line {seen[key]} again")
        seen[key] = line
    lon, lat = table.first(LON), table.first(LAT)
    if lon is None or lat is None:
        return Places(ids)
    return Places(ids, table.numbers(lon, -180, 180), table.numbers(lat, -90, 90))


def read_counts(
    table: Table, place: str | None, names: Sequence[str], places: Places | None
) -> tuple[Places, Any]:
    """Return the places, and an (n, k) array of their counts: 0 for places without a row."""
    for name in names:
        # Published as they are: never by mistake.
        if name == (place or table.header[0]):
            raise ValueError(
                f"{table.file}: {name!r} cannot be both the places and a value; name the column of"
                " the places with --place"
            )
        if name in (*LON, *LAT):
            raise ValueError(f"{table.file}: {name!r} is a coordinate; rename it to release it")
    found = places_of(table, place)
    columns = [table.numbers(name, 0, math.inf) for name in names]
    if places is None:
        return found, np.array(columns).T
    index = {key: i for i, key in enumerate(places.ids)}
    rows = _positions(table, found.ids, index)
    counts = np.zeros((len(places.ids), len(names)))
    counts[rows] = np.array(columns).T
    return places, counts


def read_events(
    table: Table,
    places: Places,
    *,
    user: str,
    place: str | None,
    lon: str | None,
    lat: str | None,
    by: str | None,
    groups: Sequence[str],
    reach_m: float,
    bandwidth_m: float,
) -> list[tuple[Any, Any]]:
    """Return, for each group of events, what each adds to the places, and its user.

    Events have the id of a place, or a longitude and latitude: these count at the nearest place
    within `reach_m` metres, or at those around it by a kernel, as in `streets.spread`; events
    without coordinates or out of reach are left out.

    Returns
    -------
    list of (csr_array (events, n), (events,) array)
    """
    codes = np.unique(table.ids(user), return_inverse=True)[1]
    kept = np.arange(len(codes))
    lon, lat = lon or table.first(LON), lat or table.first(LAT)
    if place is not None:
        rows = _one_hot(table, place, places)
    elif lon is None or lat is None:
        raise ValueError(
            f"{table.file} has no columns lon and lat; name them with --lon and --lat, or the"
            " column of its places with --place"
        )
    else:
        if places.lon is None:
            raise ValueError(
                f"{table.file} has coordinates, but the places have none; give them columns lon and"
                " lat, or name the column of the events' places with --place"
            )
        need("maps", "networkx", "pandas", "requests")
        from gaussmech.streets.spread import locate_ends, spread

        x = np.array(table.numbers(lon, -180, 180, may_miss=True))
        y = np.array(table.numbers(lat, -90, 90, may_miss=True))
        spots = Graph(len(places.ids), np.empty((0, 2), int), lon=places.lon, lat=places.lat)
        kept = np.flatnonzero(locate_ends(spots, x, y, reach_m=reach_m)[0])
        rows = spread(spots, x[kept], y[kept], bandwidth_m=bandwidth_m)
    if by is None:
        return [(rows, codes[kept])]
    labels = np.array(table.column(by), object)[kept]
    return [(rows[labels == group], codes[kept][labels == group]) for group in groups]


def _one_hot(table: Table, place: str, places: Places) -> Any:
    from scipy.sparse import csr_array

    index = {key: i for i, key in enumerate(places.ids)}
    columns = _positions(table, table.ids(place), index)
    k = len(columns)
    return csr_array((np.ones(k), columns, np.arange(k + 1)), shape=(k, len(places.ids)))


def _positions(table: Table, ids: Iterable[str], index: dict[str, int]) -> list[int]:
    found = []
    for line, key in zip(table.lines, ids, strict=True):
        if key not in index:
            raise ValueError(
                f"{table.file}, line {line}: a place that is not among the {len(index)} given"
            )
        found.append(index[key])
    return found


# ------------------------------------------------------------------------------------- graphs


def read_graph(path: str, places: Places | None) -> tuple[Graph, Places]:
    """Return the graph of a file, and its places; of `places`, if given, in their order.

    A `.csv` file has the two ends of an edge in its first columns, and may have a column length_m
    or length; `.graphml` needs networkx; `.geojson` and `.json` hold LineStrings and, with ids,
    Points; `.txt` is a road file, whose junctions are numbered as by `streets.roads.clean_roads`.
    Direction, loops and repeated edges are dropped; the shortest length counts.
    """
    file, kind = Path(path).name, Path(path).suffix.lower()
    if kind == ".txt":
        return _road_file(path, places)
    if kind == ".csv":
        found, edges = None, _csv_edges(read_csv(path, "--graph"))
    elif kind == ".graphml":
        found, edges = _graphml(path)
    elif kind in (".geojson", ".json"):
        found, edges = _geojson(path)
    else:
        raise ValueError(f"--graph: {file} is no .csv, .graphml, .geojson or .txt file")
    if places is None:
        places = found or Places(list(dict.fromkeys(end for edge in edges for end in edge[:2])))
    index = {key: i for i, key in enumerate(places.ids)}
    lengths: dict[tuple[int, int], float] = {}
    for u, v, length in edges:
        for end in (u, v):
            if end not in index:
                raise ValueError(f"{file}: the place {end!r} of an edge is not among those given")
        i, j = sorted((index[u], index[v]))
        if i != j:
            lengths[i, j] = min(length, lengths.get((i, j), math.inf))
    known = [length for length in lengths.values() if length < math.inf]
    if len(known) not in (0, len(lengths)):
        raise ValueError(f"{file}: some edges have a length and others none")
    graph = Graph(
        len(places.ids),
        np.array(list(lengths), np.int64).reshape(-1, 2),
        length_m=known or None,
        lon=places.lon,
        lat=places.lat,
    )
    return graph, places


def _road_file(path: str, places: Places | None) -> tuple[Graph, Places]:
    need("maps", "networkx", "pandas", "requests")
    from gaussmech.streets.roads import clean_roads, read_road_file

    if places is not None:
        raise ValueError("--places does not go with a road file: its junctions are the places")
    _read(path, "--graph")
    graph, _ = clean_roads(read_road_file(path))
    ids = [str(v) for v in range(graph.n)]
    return graph, Places(ids, graph.lon.tolist(), graph.lat.tolist())


# An edge: its ends and its length, inf if not known.
_Edges = list[tuple[str, str, float]]


def _csv_edges(table: Table) -> _Edges:
    if len(table.header) < 2:
        raise ValueError(f"{table.file} has one column; the ends of an edge are its first two")
    one, other = (table.ids(name) for name in table.header[:2])
    name = table.first(LENGTH)
    if name is None:
        return [(u, v, math.inf) for u, v in zip(one, other, strict=True)]
    lengths = table.numbers(name, math.ulp(0.0), math.inf)
    return list(zip(one, other, lengths, strict=True))


def _graphml(path: str) -> tuple[Places, _Edges]:
    need("maps", "networkx")
    import networkx as nx

    _read(path, "--graph")
    try:
        graph = nx.read_graphml(path)
    except Exception as error:  # of the XML parser, whichever it is
        raise ValueError(f"{Path(path).name} is no GraphML: {error}") from None
    nodes = [data for _, data in graph.nodes(data=True)]
    edges = [(str(u), str(v), _length(path, data)) for u, v, data in graph.edges(data=True)]
    return _with_coordinates(path, [str(node) for node in graph], nodes), edges


def _geojson(path: str) -> tuple[Places, _Edges]:
    file = Path(path).name
    try:
        features = json.loads(_read(path, "--graph"))["features"]
        shapes = [(f["geometry"], f.get("properties") or {}, f.get("id")) for f in features]
        names: dict[tuple[float, float], str] = {}
        for shape, about, key in shapes:
            if shape["type"] == "Point":
                named = next((about[k] for k in ("place", "id", "osmid") if k in about), key)
                spot = _spot(shape["coordinates"])
                names[spot] = str(named) if named is not None else _label(spot)
        edges = []
        for shape, about, _ in shapes:
            if shape["type"] == "LineString":
                ends = [_spot(shape["coordinates"][i]) for i in (0, -1)]
                u, v = (names.setdefault(spot, _label(spot)) for spot in ends)
                edges.append((u, v, _length(path, about)))
    except (ValueError, KeyError, TypeError, IndexError) as error:
        if str(error).startswith(file):
            raise
        raise ValueError(f"{file} is no GeoJSON FeatureCollection of LineStrings") from None
    if len(set(names.values())) < len(names):
        raise ValueError(f"{file}: two points have the same id")
    spots = [{"lon": lon, "lat": lat} for lon, lat in names]
    return _with_coordinates(path, list(names.values()), spots), edges


def _spot(position: Sequence[Any]) -> tuple[float, float]:
    # A tenth of a metre and less: ends that meet are one place.
    return round(float(position[0]), 7), round(float(position[1]), 7)


def _label(spot: tuple[float, float]) -> str:
    return f"{spot[0]:.7f} {spot[1]:.7f}"


def _with_coordinates(path: str, ids: list[str], nodes: list[dict[str, Any]]) -> Places:
    if not ids:
        raise ValueError(f"{Path(path).name} has no places")
    for lon, lat in zip((*LON, "x"), (*LAT, "y"), strict=True):
        if all(lon in node and lat in node for node in nodes):
            x, y = ([_number(node[name]) for node in nodes] for name in (lon, lat))
            if all(abs(a) <= 180 for a in x) and all(abs(b) <= 90 for b in y):
                return Places(ids, x, y)
    return Places(ids)


def _length(path: str, about: dict[str, Any]) -> float:
    name = next((name for name in LENGTH if about.get(name) is not None), None)
    if name is None:
        return math.inf
    length = _number(about[name])
    if not 0 < length < math.inf:
        raise ValueError(
            f"{Path(path).name}: an edge has the length {about[name]!r}; it must be > 0"
        )
    return length


def _number(text: Any) -> float:
    try:
        return float(text)
    except (TypeError, ValueError):
        return math.nan


def _read(path: str, option: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ValueError(f"{option}: cannot read {path!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{option}: {path!r} is not text in UTF-8") from None
