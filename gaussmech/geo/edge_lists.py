"""Lists of edges: CSV with a row per edge, and GraphML as OSMnx writes it.

Each reader returns places and edges as they stand in the file; `graph_of_edges` drops directions,
loops and repeated edges, and puts the vertices into the order of the places. Nothing else is dropped:
what a reader does not understand is refused by its name.
"""

from __future__ import annotations

import math
import reprlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

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
    """An edge of a file: its ends, its length in metres and its weight.

    The length is infinite and the weight NaN if they are not known.
    """

    start: str
    stop: str
    length: float = math.inf
    weight: float = math.nan


def graph_of_edges(
    file: str, places: Places, edges: list[Edge]
) -> tuple[Graph, Places]:
    """Return the simple graph of the edges of a file, and its places.

    Of repeated edges the shortest length counts; the weights of one direction add up, and of two
    directions the larger weight counts.
    """
    if not places.ids:
        raise ValueError(f"{file} has no places")
    ids = Ids(places.ids)
    lengths: dict[tuple[int, int], float] = {}
    # The weights of all edges from the first place to the second one.
    weights: defaultdict[tuple[int, int], float] = defaultdict(float)
    for position, edge in enumerate(edges, 1):
        u = ids.position(edge.start)
        v = ids.position(edge.stop)
        if u < 0 or v < 0:
            raise ValueError(
                f"{file}: edge {position} ends at a place that is not among those given"
            )
        if u != v:
            pair = min(u, v), max(u, v)
            lengths[pair] = min(edge.length, lengths.get(pair, math.inf))
            weights[u, v] += 1 if math.isnan(edge.weight) else edge.weight
    unknown = [pair for pair, length in lengths.items() if length == math.inf]
    if 0 < len(unknown) < len(lengths):
        one, other = (places.ids[place] for place in unknown[0])
        raise ValueError(
            f"{file}: some edges have a length and others none, such as that between {one!r} and"
            f" {other!r}"
        )
    has_weights = any(edge.weight > 0 for edge in edges)
    both = [max(weights[i, j], weights[j, i]) for i, j in lengths]
    graph = Graph(
        len(places.ids),
        np.array(list(lengths), np.int64).reshape(-1, 2),
        lon=places.lon,
        lat=places.lat,
        length_m=None if unknown else list(lengths.values()),
        weights=both if has_weights else None,
    )
    return graph, places


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
    pairs = []
    for names in ENDS:
        start, stop = (table.known((name,)) for name in names)
        if start is not None and stop is not None:
            pairs.append((start, stop))
    if len(pairs) == 1:
        return pairs[0]
    shown = " or ".join(", ".join(pair) for pair in pairs)
    problem = f"the ends of an edge may be {shown}"
    if not pairs:
        problem = "no two columns are named as ends of an edge are (from,to u,v source,target ...)"
        measures = (*LENGTH, WEIGHT)
        others = [name for name in table.header if plain_name(name) not in measures]
        spots = (*LON, *LAT, *X, *Y)
        if len(others) == 2 and all(
            is_name(name) and plain_name(name) not in spots for name in others
        ):
            start, stop = others
            if not {*others} & {*table.column(start), *table.column(stop)}:
                return start, stop
            problem = (
                "the first line must be a header, but its names are ends of edges, too"
            )
    raise ValueError(
        f"{table.file}: {problem}; {shown_header(table)}; rename the columns of the ends: from,to"
    )


def read_graphml(path: str, places: Places | None) -> tuple[Places, list[Edge]]:
    """Read GraphML as OSMnx writes it; its coordinates are not looked at if places are given."""
    need("maps", "networkx")
    import networkx as nx

    file = Path(path).name
    try:
        tags = [element.tag for element in ElementTree.parse(path).iter()]
        graph = nx.read_graphml(path)
    except OSError as error:
        raise ValueError(f"--graph: cannot read {path!r}: {error.strerror}") from None
    except Exception as error:
        # The XML parser and NetworkX have no one class for what they raise.
        raise ValueError(f"{file} is no GraphML ({type(error).__name__})") from None
    # A tag begins with its namespace in braces.
    count = sum(tag.rpartition("}")[2] == "graph" for tag in tags)
    if count > 1:
        raise ValueError(f"{file} has {count} graphs; it must have one")
    edges = [
        edge_of(file, str(u), str(v), attributes)
        for u, v, attributes in graph.edges(data=True)
    ]
    nodes = {str(node): attributes for node, attributes in graph.nodes(data=True)}
    source = Source(file, "ids of nodes")
    if places is not None:
        return Places([*nodes], source=source), edges
    lon, lat = _degrees(file, nodes, graph.graph.get("crs")) or (None, None)
    return Places([*nodes], lon, lat, source=source), edges


def _degrees(
    file: str, nodes: dict[str, dict[str, Any]], system: Any
) -> tuple[list[float], list[float]] | None:
    """Return the degrees of the nodes of GraphML, or None if no node has coordinates.

    OSMnx calls the coordinates x and y; `system` says what these are, if the file does.
    """
    pairs = (*zip(LON, LAT, strict=False), X + Y)
    have = {name for node in nodes.values() for name in node}
    names = next((pair for pair in pairs if have & {*pair}), None)
    if names is None:
        return None
    x, y = ([number(node.get(name)) for node in nodes.values()] for name in names)
    # Degrees of WGS84, in which OSMnx writes files, need no other package.
    if names == X + Y and "4326" not in str(system or 4326):
        need("geography", "pyproj")
        from gaussmech.geo.districts import transformation

        x, y = map(list, transformation(str(system), 4326, f"{file}: crs")(x, y))
    for key, lon, lat in zip(nodes, x, y, strict=True):
        if not (abs(lon) <= 180 and abs(lat) <= 90):
            shown = ", ".join(f"{name} {nodes[key].get(name)!r}" for name in names)
            raise ValueError(
                f"{file}: the node {key!r} has {shown}; coordinates must be degrees (WGS84), or"
                " the file must say their crs; or list the places by --places"
            )
    return x, y


def edge_of(where: str, start: str, stop: str, attributes: Mapping[str, Any]) -> Edge:
    """Return an edge with the length and the weight that its attributes have, in any case."""
    # A loop is dropped, whatever its length and weight are.
    if start == stop:
        return Edge(start, stop)
    values = {
        plain_name(name): value
        for name, value in attributes.items()
        if value not in (None, "")
    }
    where += f", the edge between {start!r} and {stop!r}"
    length = _number_of(where, values, LENGTH, math.inf)
    weight = _number_of(where, values, (WEIGHT,), math.nan)
    # A length of 0 is taken for a centimetre, as in road files.
    return Edge(start, stop, length or LEAST_LENGTH_M, weight)


def _number_of(
    where: str, values: Mapping[str, Any], keys: Sequence[str], missing: float
) -> float:
    """Return the number of the first key that has a value, or `missing` if there is none."""
    for key in keys:
        if key in values:
            value = number(values[key])
            is_weight = key == WEIGHT
            if not 0 <= value < math.inf or (is_weight and value == 0):
                allowed = "> 0" if is_weight else ">= 0"
                raise ValueError(
                    f"{where}: {key!r} is {reprlib.repr(values[key])}; it must be a number {allowed}"
                )
            return value
    return missing
