"""Lists of edges: CSV with a row per edge, and GraphML as OSMnx writes it.

Each reader returns places and edges as they stand in the file; `graph_of_edges` drops directions,
loops and repeated edges, and puts the vertices into the order of the places. Nothing else is dropped:
what a reader does not understand is refused by its name.
"""

from __future__ import annotations

import math
import re
import reprlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gaussmech._csv import Table, number, plain_name, read_csv
from gaussmech._extras import need
from gaussmech._ids import Ids, merged_ids
from gaussmech.geo.places import LAT, LON, Places, Source, X, Y, is_name, shown_header
from gaussmech.graphs.graph import LEAST_LENGTH_M, Graph

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


class Edge(NamedTuple):
    """An edge of a file: its ends, its length in metres and its weight, NaN if they are not known."""

    start: str
    stop: str
    length: float = math.nan
    weight: float = math.nan


def graph_of_edges(
    file: str, places: Places, edges: list[Edge]
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
    file: str, places: Places, edges: list[Edge]
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


def read_edges(path: str) -> tuple[Places, list[Edge]]:
    """Read a row per edge; the places are its ends, in the order in which they occur."""
    table = read_csv(path, "--graph")
    start_name, stop_name = _end_columns(table)
    ends = list(zip(table.ids(start_name), table.ids(stop_name), strict=True))
    name_of = merged_ids(id for pair in ends for id in pair)
    columns = table.columns
    edges = []
    for row, (start, stop) in enumerate(ends):
        where = f"{table.file}, line {table.lines[row]}"
        attributes = {name: cells[row] for name, cells in columns.items()}
        edges.append(edge_of(where, name_of[start], name_of[stop], attributes))
    source = Source(table.file, f"columns {start_name!r} and {stop_name!r}")
    return Places(list(dict.fromkeys(name_of.values())), source=source), edges


def _end_columns(table: Table) -> tuple[str, str]:
    """Return the columns of the two ends of an edge, or raise a ValueError that shows the header."""
    hint = f"{shown_header(table)}; rename the columns of the ends: from,to"
    pairs = []
    for names in ENDS:
        start, stop = (table.known((name,)) for name in names)
        if start is not None and stop is not None:
            pairs.append((start, stop))
    if len(pairs) == 1:
        return pairs[0]
    if pairs:
        shown = " or ".join(", ".join(pair) for pair in pairs)
        raise ValueError(f"{table.file}: the ends of an edge may be {shown}; {hint}")
    measures = (*LENGTH, WEIGHT)
    others = [name for name in table.header if plain_name(name) not in measures]
    are_names = len(others) == 2 and all(map(is_name, others))
    if not are_names or any(
        plain_name(name) in (*LON, *LAT, *X, *Y) for name in others
    ):
        raise ValueError(
            f"{table.file}: no two columns are named as ends of an edge are (from,to u,v"
            f" source,target ...); {hint}"
        )
    start, stop = others
    if {start, stop} & {*table.column(start), *table.column(stop)}:
        raise ValueError(
            f"{table.file}: the first line must be a header, but its names are ends of edges, too;"
            f" {hint}"
        )
    return start, stop


def read_graphml(path: str, places: Places | None) -> tuple[Places, list[Edge]]:
    """Read GraphML as OSMnx writes it; its coordinates are not looked at if places are given."""
    need("maps", "networkx")
    import networkx as nx

    file = Path(path).name
    # The error of a file that cannot be read is raised here, with a message for users.
    text = read_text(path)
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
        edge_of(file, str(u), str(v), attributes)
        for u, v, attributes in graph.edges(data=True)
    ]
    nodes = {str(node): attributes for node, attributes in graph.nodes(data=True)}
    if places is not None:
        return Places(list(nodes), source=Source(file, "ids of nodes")), edges
    return _with_coordinates(file, nodes, graph.graph.get("crs")), edges


def _with_coordinates(
    file: str, nodes: dict[str, dict[str, Any]], system: Any
) -> Places:
    """Return the places of GraphML, with coordinates in degrees if its nodes have any.

    OSMnx calls the coordinates x and y; `system` says what these are, if the file does.
    """
    ids = list(nodes)
    source = Source(file, "ids of nodes")
    for pair in ((LON[0], LAT[0]), (LON[1], LAT[1]), (X[0], Y[0])):
        if not any(name in node for node in nodes.values() for name in pair):
            continue
        x, y = ([number(node.get(name)) for node in nodes.values()] for name in pair)
        if pair == (X[0], Y[0]) and system is not None:
            x, y = _degrees(file, str(system), x, y)
        for key, lon, lat in zip(ids, x, y, strict=True):
            if not (abs(lon) <= 180 and abs(lat) <= 90):
                shown = ", ".join(f"{name} {nodes[key].get(name)!r}" for name in pair)
                raise ValueError(
                    f"{file}: the node {key!r} has {shown}; coordinates must be degrees (WGS84), or"
                    " the file must say their crs; or list the places by --places"
                )
        return Places(ids, x, y, source=source)
    return Places(ids, source=source)


def _degrees(
    file: str, system: str, x: list[float], y: list[float]
) -> tuple[list[float], list[float]]:
    """Return coordinates in degrees of WGS84, which `system` says how to find."""
    if "4326" in system or "CRS84" in system.upper():
        return x, y
    need("geography", "pyproj")
    import pyproj

    try:
        move = pyproj.Transformer.from_crs(system, 4326, always_xy=True)
    except pyproj.exceptions.CRSError:
        raise ValueError(
            f"{file}: its crs is {system[:60]!r}, which is unknown"
        ) from None
    lon, lat = move.transform(x, y)
    return list(lon), list(lat)


def edge_of(where: str, start: str, stop: str, attributes: Mapping[str, Any]) -> Edge:
    """Return an edge with the length and the weight that its attributes have, in any case."""
    # A loop is dropped, whatever its length and weight are.
    if start == stop:
        return Edge(start, stop)
    values = {plain_name(name): value for name, value in attributes.items()}
    where += f", the edge between {start!r} and {stop!r}"
    length = _number_of(where, values, *LENGTH)
    weight = _number_of(where, values, WEIGHT)
    # A length of 0 is taken for a centimetre, as in road files.
    return Edge(start, stop, length or LEAST_LENGTH_M, weight)


def _number_of(where: str, values: Mapping[str, Any], *keys: str) -> float:
    """Return the number of the first attribute that there is, NaN if there is none."""
    for key in keys:
        if values.get(key) not in (None, ""):
            value = number(values[key])
            is_weight = key == WEIGHT
            if not 0 <= value < math.inf or (is_weight and value == 0):
                allowed = "> 0" if is_weight else ">= 0"
                raise ValueError(
                    f"{where}: {key!r} is {reprlib.repr(values[key])}; it must be a number {allowed}"
                )
            return value
    return math.nan


def read_text(path: str) -> str:
    """Return the text of a file; a ValueError says why it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ValueError(f"--graph: cannot read {path!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"--graph: {path!r} is not text in UTF-8") from None
