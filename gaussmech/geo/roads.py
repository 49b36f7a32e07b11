"""Road files, and their reduction to a graph of junctions.

`read_road_file` reads a file of points and links: it has points that only shape a street, dead
ends, and streets in both directions. `clean_roads` reduces it to a graph with a vertex per junction
and an edge per road between two junctions. Errors name the file, the line, its text and what is
expected there.
"""

import gzip
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gaussmech.geo.sphere import great_circle_m
from gaussmech.graphs.graph import LEAST_LENGTH_M, Graph

# Any finite number may be a weight, as weights are ignored.
_BIG = np.finfo(float).max


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
    counts_columns = {"points": (0, 1e9), "links": (0, 1e9)}
    counts = _read_table(path, lines, 0, 1, counts_columns, whole=2)
    n, m = map(int, counts[0])
    line_count = 1 + n + m
    expected = (
        f"line 1 announces {n} points and {m} links, so {line_count} lines in all"
    )
    if len(lines) < line_count:
        raise ValueError(
            f"{path}, line {len(lines) + 1}: the file ends here; {expected}"
        )
    if len(lines) > line_count:
        raise _line_error(path, lines, line_count, expected)
    point_columns = {"lat": (-90, 90), "lon": (-180, 180)}
    points = _read_table(path, lines, 1, n, point_columns)
    link_columns = {
        "from": (0, n - 1),
        "to": (0, n - 1),
        "weight": (-_BIG, _BIG),
    }
    links = _read_table(path, lines, 1 + n, m, link_columns, whole=2)
    return RawRoads(
        lat=points[:, 0],
        lon=points[:, 1],
        links=links[:, :2].astype(np.int64),
    )


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
    n = len(points)
    rank = {point: i for i, point in enumerate(points.tolist())}
    pairs = [sorted((rank[u], rank[v])) for u, v in sections.edges()]
    length = np.array([weight for _, _, weight in sections.edges(data="weight")])
    # The pair (i, j) is the number i n + j, so parallel sections have the same number.
    key = np.array(pairs) @ (n, 1)
    is_loop = key // n == key % n
    key, road, parallel = np.unique(
        key[~is_loop], return_inverse=True, return_counts=True
    )
    shortest = np.full(len(key), np.inf)
    np.minimum.at(shortest, road, length[~is_loop])
    shortest = np.maximum(shortest, LEAST_LENGTH_M)
    return Graph(
        n,
        np.column_stack((key // n, key % n)),
        weights=parallel.astype(float),
        lon=raw.lon[points],
        lat=raw.lat[points],
        length_m=shortest,
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


def _read_table(path, lines, start, count, columns, whole=0):
    """Return `count` lines from `start` on as an array (count, columns).

    `columns` has the bounds of the numbers by name; those of the first `whole` columns must be
    whole.
    """
    low, high = np.array(list(columns.values())).T
    table = np.empty((count, len(columns)))
    for row in range(count):
        text = lines[start + row]
        try:
            numbers = np.array(text.split(), float)
        except ValueError:
            numbers = np.array([])
        is_good = len(numbers) == len(columns) and not (numbers[:whole] % 1).any()
        if is_good and ((low <= numbers) & (numbers <= high)).all():
            table[row] = numbers
        else:
            ranges = [
                f"{name} in [{a:.6g}, {b:.6g}]" for name, (a, b) in columns.items()
            ]
            expected = f"expected `{' '.join(columns)}`, {', '.join(ranges)}"
            if whole:
                expected += f", the first {whole} whole"
            raise _line_error(path, lines, start + row, expected)
    return table


def _line_error(path, lines, index, expected):
    """Return the ValueError for a line that is not as expected."""
    text = lines[index]
    if len(text) > 60:
        text = text[:57] + "..."
    return ValueError(f"{path}, line {index + 1}: found {text!r}; {expected}")
