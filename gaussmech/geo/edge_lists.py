"""Lists of edges: CSV with a row per edge, and GraphML as OSMnx writes it.

Each reader returns places and edges as they are in the file; `graph_of_edges` drops directions,
loops and repeated edges, and puts the vertices into the order of the places. Nothing else is
dropped: a reader refuses by name what it does not understand.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from gaussmech import _checks
from gaussmech._columns import LAT, LON, X, Y, is_name, shown_header
from gaussmech._csv import Table, number, plain_name, read_csv, real
from gaussmech._extras import need
from gaussmech._hints import option
from gaussmech._ids import Ids, merged_ids
from gaussmech.geo.places import Places, Source
from gaussmech.geo.proofs import Proof, prove_lengths
from gaussmech.graphs.graph import LEAST_LENGTH_M, Graph

# The two ends of an edge are in columns of one of these pairs of names, the second end first.
ENDS = {
    "to": "from",
    "v": "u",
    "target": "source",
    "neighbor": "focal",
    "neighbour": "focal",
    "destination": "origin",
    "end": "start",
    "to_id": "from_id",
    "to_node": "from_node",
    "end_node": "start_node",
    "to_stop_id": "from_stop_id",
    "target_id": "source_id",
    "dst": "src",
    "node2": "node1",
    "j": "i",
}
# These columns or properties may hold the length in metres, the first before the second, and the
# weight of an edge.
MEASURES = {
    "length_m": _checks.NON_NEGATIVE,
    "length": _checks.NON_NEGATIVE,
    "weight": _checks.POSITIVE,
}


class Edge(NamedTuple):
    """An edge of a file: its ends, its length in metres and its weight.

    The length is infinite and the weight 0 if they are not known.
    """

    start: str
    stop: str
    length: float = math.inf
    weight: float = 0


def graph_of_edges(file: str, places: Places, edges: list[Edge]) -> Graph:
    """Return the simple graph of the edges of a file.

    The shortest length of repeated edges counts. The weights of one direction add up, and the
    larger sum of the two directions counts.
    """
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
            shortest = min(edge.length, lengths.get(pair, math.inf))
            lengths[pair] = shortest or LEAST_LENGTH_M
            weights[u, v] += edge.weight or 1
    unknown = [pair for pair, length in lengths.items() if length == math.inf]
    if 0 < len(unknown) < len(lengths):
        one, other = unknown[0]
        raise ValueError(
            f"{file}: some edges have a length, and others have none, such as the edge between"
            f" {places.ids[one]!r} and {places.ids[other]!r}"
        )
    both = [max(weights[i, j], weights[j, i]) for i, j in lengths]
    graph = Graph(
        len(places.ids),
        list(lengths),
        lon=places.lon,
        lat=places.lat,
        length_m=None if unknown else list(lengths.values()),
        weights=both if any(edge.weight for edge in edges) else None,
    )
    if proof := prove_lengths(graph):
        places.source.proofs.append(proof)
    return graph


def read_edges(path: str) -> tuple[Places, list[Edge]]:
    """Read a row per edge; the places are its ends, in the order in which they occur."""
    table = read_csv(path, option("graph", argument="source"))
    names = _end_columns(table)
    ends = zip(*map(table.ids, names), strict=True)
    name_of = merged_ids(chain.from_iterable(ends))
    edges = []
    for line, *cells in zip(table.lines, *table.columns.values(), strict=True):
        attributes = dict(zip(table.columns, cells, strict=True))
        start, stop = (name_of[attributes[name]] for name in names)
        edges.append(edge_of(f"{table.file}, line {line}", start, stop, attributes))
    source = Source(table.file, f"columns {names[0]!r} and {names[1]!r}")
    known = dict.fromkeys(name_of.values())
    for key in known:
        parts = re.split(r"[,;|]\s*", key)
        if parts[1:] and {*parts} <= known.keys():
            fact = f"{key!r} is a place, and so is each of its parts"
            remedy = "; if it is a list, write a row for each edge"
            source.proofs.append(Proof("lists", fact, fact + remedy))
            break
    return Places([*known], source=source), edges


def _end_columns(table: Table) -> Sequence[str]:
    """Return the columns of the two ends of an edge, or raise a ValueError that shows the header."""
    plain = {*map(plain_name, table.header)}
    pairs = [(one, other) for other, one in ENDS.items() if {one, other} <= plain]
    if not pairs:
        others = [name for name in table.header if plain_name(name) not in MEASURES]
        spots = (*LON, *LAT, *X, *Y)
        # If a name of the header is also a cell, the header is an edge.
        if len(others) == 2 and all(
            is_name(name)
            and plain_name(name) not in spots
            and not {*others} & {*table.column(name)}
            for name in others
        ):
            return others
    if len(pairs) == 1:
        return [table.known((name,)) or name for name in pairs[0]]
    raise ValueError(
        f"{table.file}: the first line must be a header that names the two ends of an edge once, such"
        f" as from,to or u,v or source,target; {shown_header(table)}; rename the columns"
    )


def read_graphml(path: str, places: Places | None) -> tuple[Places, list[Edge]]:
    """Read GraphML as OSMnx writes it; its coordinates are not looked at if places are given."""
    need("maps", "networkx")
    import networkx as nx

    file = Path(path).name
    try:
        count = len(ElementTree.parse(path).findall(".//{*}graph"))
        graph = nx.read_graphml(path)
    except Exception as error:
        # The XML parser and NetworkX have no common class for their errors.
        raise ValueError(
            f"{option('graph', argument='source')}: cannot read {path!r}, it is not GraphML"
            f" ({type(error).__name__})"
        ) from None
    if count > 1:
        raise ValueError(f"{file} has {count} graphs; it must have one")
    edges = [edge_of(file, *edge) for edge in graph.edges(data=True)]
    nodes = dict(graph.nodes(data=True))
    source = Source(file, "ids of nodes", rows="node", lines=[*nodes])
    have = {*chain.from_iterable(nodes.values())}
    pairs = (*product(LON, LAT), X + Y)
    names = next((pair for pair in pairs if have >= {*pair}), None)
    if places is not None or names is None:
        return Places([*nodes], source=source), edges
    x, y = ([number(node.get(name)) for node in nodes.values()] for name in names)
    # OSMnx calls coordinates x and y, and writes degrees of WGS84, which need no other package.
    system = str(graph.graph.get("crs") or 4326)
    if names == X + Y and "4326" not in system:
        need("geography", "pyproj")
        import pyproj

        from gaussmech.geo.districts import transformation

        x, y = map(list, transformation(system, 4326, f"{file}: crs")(x, y))
        source = replace(source, crs=pyproj.CRS(system))
    return Places([*nodes], x, y, source=source), edges


def edge_of(where: str, start: str, stop: str, attributes: Mapping[str, Any]) -> Edge:
    """Return an edge with the length and the weight that its attributes have, in any case."""
    # A loop is dropped, whatever its length and weight are.
    if start == stop:
        return Edge(start, stop)
    where += f", the edge between {start!r} and {stop!r}"
    found = {
        key: real(f"{where}: {name!r}", value, **MEASURES[key])
        for name, value in attributes.items()
        if (key := plain_name(name)) in MEASURES and value not in (None, "")
    }
    length = found.get("length_m", found.get("length", math.inf))
    return Edge(start, stop, length, found.get("weight", 0))
