"""Road files, and their reduction to a graph of junctions.

`read_road_file` reads a file of points and links: it has points that only shape a street, dead
ends, and streets in both directions. `clean_roads` reduces it to a graph with a vertex per junction
and an edge per road between two junctions. Errors name the file, the line, its text and what is
expected on this line.
"""

import gzip
import zlib
from pathlib import Path

import numpy as np

from gaussmech._csv import number
from gaussmech._extras import need
from gaussmech.geo.edge_lists import Edge, graph_of_edges
from gaussmech.geo.places import Places
from gaussmech.geo.sphere import great_circle_m


def read_road_file(path):
    """Read a road file: `n m`, then n lines `lat lon`, then m lines `from to weight`.

    Points are numbered from 0, weights are ignored, and the file may be gzipped.

    Parameters
    ----------
    path : str or Path
        The file.

    Returns
    -------
    points : (n, 2) array of float
        Longitude and latitude of each point in degrees (WGS84).
    links : (m, 2) array of int64
        The points, from 0 to n - 1, at which each link starts and ends.

    Raises
    ------
    OSError
        If there is no such file.
    ValueError
        If the file is not as described; the message names the file, the line (from 1), its text and
        what is expected.
    """
    data = Path(path).read_bytes()
    if data.startswith(b"\x1f\x8b"):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise ValueError(f"{path}: broken gzip file ({error})") from error
    lines = data.decode("utf-8-sig", errors="replace").rstrip().splitlines() or [""]
    count = (0, 1e9)
    counts = _read_table(path, lines, 0, 1, "`points links`, two counts", count, count)
    n, m = counts[0].astype(int).tolist()
    if len(lines) != 1 + n + m:
        raise ValueError(
            f"{path}, line 1 announces {n} points and {m} links, so {1 + n + m} lines in all; the"
            f" file has {len(lines)}"
        )
    degrees = (-90, 90), (-180, 180)
    points = _read_table(path, lines, 1, n, "`lat lon` in degrees", *degrees, whole=0)
    expected = f"`from to weight`, two points from 0 to {n - 1} and a number"
    # Any number may be a weight, as weights are ignored.
    ranges = (0, n - 1), (0, n - 1), (-np.inf, np.inf)
    links = _read_table(path, lines, 1 + n, m, expected, *ranges)
    return points[:, ::-1], links[:, :2].astype(np.int64)


def clean_roads(points, links):
    """Reduce a street network to its junctions and the road sections between them.

    Direction, self-links, dead ends and all but the largest connected component are dropped, and
    points with two neighbours are contracted, because they only shape a street. The graph keeps the
    shortest of parallel sections, with their number as its weight; it has no loops.

    Parameters
    ----------
    points : (n, 2) array of float
        Longitude and latitude of each point in degrees.
    links : (m, 2) array of int
        The points at which each link starts and ends.

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
    >>> points = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    >>> links = np.array([[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]])
    >>> graph, counts = clean_roads(points, links)
    >>> graph, counts["road_sections"], graph.weights.tolist()
    (Graph(n=2, m=1), 3, [3.0])
    """
    need("maps", "networkx")
    import networkx as nx

    streets = _streets_with_lengths(points, links)
    component = max(nx.connected_components(streets), key=len, default=())
    sections = _contract(nx.MultiGraph(nx.k_core(streets.subgraph(component), 2)))
    junctions = np.array(list(sections), int)
    if not len(junctions):
        raise ValueError(
            f"the road file has {len(points)} points and {len(links)} links, but no junction"
            " is left once dead ends are removed; the streets must contain a cycle"
        )
    junctions = junctions[np.lexsort(points[junctions].T)]
    rank = {point: i for i, point in enumerate(junctions.tolist())}
    ends = []
    for u, v, length in sections.edges(data="weight"):
        i, j = sorted((rank[u], rank[v]))
        ends.append((i, j, length))
    ids = [*map(str, rank.values())]
    places = Places(ids, *points[junctions].T.tolist())
    edges = [Edge(ids[i], ids[j], length, 1) for i, j, length in sorted(ends)]
    graph = graph_of_edges("the road file", places, edges)
    counts = {
        "points": len(points),
        "links": len(links),
        "component_points": len(component),
        "junctions": graph.n,
        "road_sections": sections.number_of_edges(),
        "roads": graph.m,
    }
    return graph, counts


def _streets_with_lengths(points, links):
    """Return the NetworkX graph of the links, without loops; its weights are metres."""
    import networkx as nx

    pairs = np.unique(np.sort(links, axis=1), axis=0)
    u, v = pairs[pairs[:, 0] != pairs[:, 1]].T
    metres = great_circle_m(*points[u].T, *points[v].T)
    streets = nx.Graph()
    streets.add_weighted_edges_from(
        zip(u.tolist(), v.tolist(), metres.tolist(), strict=True)
    )
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


def _read_table(path, lines, start, count, expected, *ranges, whole=2):
    """Return `count` lines from `start` on as an array (count, columns).

    `ranges` are the least and the largest number of each column; the first `whole` columns must be
    whole.
    """
    table = np.empty((count, len(ranges)))
    for row, text in enumerate(lines[start : start + count]):
        values = [number(cell) for cell in text.split()]
        is_good = len(values) == len(ranges) and all(
            low <= value <= high
            for value, (low, high) in zip(values, ranges, strict=True)
        )
        if not is_good or any(value % 1 for value in values[:whole]):
            raise ValueError(
                f"{path}, line {start + row + 1}: found {text[:60]!r}; expected {expected}"
            )
        table[row] = values
    return table
