"""Road files, and their reduction to a graph of junctions.

`read_road_file` reads a file of points and links: it has points that only shape a street, dead
ends, and streets in both directions. `clean_roads` reduces it to a graph with a vertex per junction
and an edge per road between two junctions. Errors name the file, the line, its text and what is
expected there.
"""

import gzip
import zlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gaussmech.geo.sphere import great_circle_m
from gaussmech.graphs.graph import LEAST_LENGTH_M, Graph


@dataclass(frozen=True)
class RawRoads:
    """A street network as its file has it.

    Attributes
    ----------
    lat, lon : (n,) arrays of float
        Degrees (WGS84) of each point.
    links : (m, 2) array of int64
        The points, from 0 to n - 1, at which each link begins and ends.
    """

    lat: np.ndarray
    lon: np.ndarray
    links: np.ndarray


def read_road_file(path):
    """Read a road file: `n m`, then n lines `lat lon`, then m lines `from to weight`.

    Points are numbered from 0, weights are ignored, and the file may be gzipped.

    Parameters
    ----------
    path : str or Path
        The file.

    Returns
    -------
    RawRoads
        The points and links of the file.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the file is not as described; the message names the file, the line (from 1), its text and
        what is expected.
    """
    lines = _read_lines(path)
    (counts,) = _read_table(
        path,
        lines,
        0,
        1,
        "`points links`, two counts",
        whole=2,
        low=[0, 0],
        high=[1e9] * 2,
    )
    n, m = map(int, counts)
    if len(lines) != 1 + n + m:
        raise ValueError(
            f"{path}, line {min(len(lines), 1 + n + m) + 1}: the file has {len(lines)} lines;"
            f" line 1 announces {n} points and {m} links, so {1 + n + m} lines in all"
        )
    points = _read_table(
        path,
        lines,
        1,
        n,
        "`lat lon` in degrees",
        whole=0,
        low=[-90, -180],
        high=[90, 180],
    )
    # Any number may be a weight, as weights are ignored.
    links = _read_table(
        path,
        lines,
        1 + n,
        m,
        f"`from to weight`, two points from 0 to {n - 1} and a number",
        whole=2,
        low=[0, 0, -np.inf],
        high=[n - 1, n - 1, np.inf],
    )
    lat, lon = points.T
    return RawRoads(lat=lat, lon=lon, links=links[:, :2].astype(np.int64))


def clean_roads(raw):
    """Reduce a street network to its junctions and the road sections between them.

    Direction, self-links, dead ends and all but the largest connected component are dropped, and
    points with two neighbours are contracted, because they only shape a street. Of parallel
    sections the graph keeps the shortest, with their number as its weight; it has no loops.

    Parameters
    ----------
    raw : RawRoads
        The street network.

    Returns
    -------
    graph : Graph
        The junctions, ordered by (lat, lon), with coordinates, weights and lengths in metres.
    counts : dict of int
        `points` and `links` of the file, `component_points`, `junctions`, `road_sections` (with
        parallel ones and loops) and `roads` (edges of the graph).

    Raises
    ------
    ValueError
        If no junction is left.

    Examples
    --------
    >>> lat, lon = np.array([0.0, 0.0, 1.0, 1.0]), np.array([0.0, 1.0, 1.0, 0.0])
    >>> links = np.array([[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]])
    >>> graph, counts = clean_roads(RawRoads(lat, lon, links))
    >>> graph, counts["road_sections"], graph.weights.tolist()
    (Graph(n=2, m=1), 3, [3.0])
    """
    import networkx as nx

    streets = _street_graph(raw)
    component = max(nx.connected_components(streets), key=len, default=())
    core = nx.k_core(streets.subgraph(component), 2)
    if not core:
        raise ValueError(
            f"the road file has {len(raw.lat)} points and {len(raw.links)} links, but no junction"
            " is left once dead ends are removed; the streets must contain a cycle"
        )
    sections = _contract(nx.MultiGraph(core))
    graph = _simple_graph(raw, sections)
    counts = {
        "points": len(raw.lat),
        "links": len(raw.links),
        "component_points": len(component),
        "junctions": graph.n,
        "road_sections": sections.number_of_edges(),
        "roads": graph.m,
    }
    return graph, counts


def _street_graph(raw):
    """Return the undirected NetworkX graph of all links but self-links, weighted by length."""
    import networkx as nx

    links = np.unique(np.sort(raw.links, axis=1), axis=0)
    u, v = links[links[:, 0] != links[:, 1]].T
    length = great_circle_m(raw.lon[u], raw.lat[u], raw.lon[v], raw.lat[v])
    streets = nx.Graph()
    edges = zip(u.tolist(), v.tolist(), length.tolist(), strict=True)
    streets.add_weighted_edges_from(edges)
    return streets


def _contract(sections):
    """Replace each point of degree 2 of a multigraph, and its two sections, by one section."""
    # The list is complete before the loop changes degrees; a contraction changes no other degree.
    bends = [point for point, degree in sections.degree if degree == 2]
    for point in bends:
        incident = list(sections.edges(point, data="weight"))
        if len(incident) == 1:
            # This is the last point of a single cycle.
            continue
        (_, u, first_length), (_, v, second_length) = incident
        sections.remove_node(point)
        sections.add_edge(u, v, weight=first_length + second_length)
    return sections


def _simple_graph(raw, sections):
    """Return the Graph of the junctions: parallel sections are merged and loops dropped."""
    points = np.array(list(sections))
    points = points[np.lexsort((raw.lon[points], raw.lat[points]))]
    rank = {point: i for i, point in enumerate(points.tolist())}
    # In this order the first of parallel sections is the shortest.
    ordered = sorted(
        (*sorted((rank[u], rank[v])), length)
        for u, v, length in sections.edges(data="weight")
        if u != v
    )
    shortest = {}
    for i, j, length in ordered:
        shortest.setdefault((i, j), max(length, LEAST_LENGTH_M))
    parallel = Counter((i, j) for i, j, _ in ordered)
    return Graph(
        len(points),
        list(shortest),
        weights=[parallel[pair] for pair in shortest],
        lon=raw.lon[points],
        lat=raw.lat[points],
        length_m=list(shortest.values()),
    )


def _read_lines(path):
    """Return the lines of a text file, which may be gzipped."""
    if not Path(path).is_file():
        raise FileNotFoundError(f"{path}: there is no such road file")
    data = Path(path).read_bytes()
    if data.startswith(b"\x1f\x8b"):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise ValueError(f"{path}: broken gzip file ({error})") from error
    text = data.decode("utf-8-sig", errors="replace").rstrip()
    if not text:
        raise ValueError(
            f"{path}, line 1: the file is empty; expected `points links`, two counts"
        )
    return text.splitlines()


def _read_table(path, lines, start, count, expected, *, whole, low, high):
    """Return `count` lines from `start` on as an array (count, columns).

    `low` and `high` are the bounds of each column; the first `whole` columns must be whole.
    """
    table = np.empty((count, len(low)))
    for row, text in enumerate(lines[start : start + count]):
        cells = text.split()
        try:
            table[row] = cells if len(cells) == len(low) else np.nan
        except ValueError:
            table[row] = np.nan
        is_good = (low <= table[row]) & (table[row] <= high)
        if not is_good.all() or (table[row, :whole] % 1).any():
            raise ValueError(
                f"{path}, line {start + row + 1}: found {text[:60]!r}; expected {expected}"
            )
    return table
