"""The streets of a city, from a road file, a list of edges or a file of any GIS."""

import logging

import numpy as np

from gaussmech.geo.graph_files import PLAIN, read_graph
from gaussmech.geo.roads import clean_roads, read_road_file

_log = logging.getLogger(__name__)


def read_roads(path):
    """Return the graph of the junctions of a city, and the counts of `clean_roads`.

    Parameters
    ----------
    path : Path
        A road file, or what `gaussmech release --graph` takes: a list of edges with coordinates, or
        lines of a GIS file, which meet where they share a vertex.

    Raises
    ------
    ValueError
        If no streets can be read; the message names the file.
    """
    name = path.name.lower()
    if name.endswith((".txt", ".txt.gz")):
        points, links = read_road_file(path)
    elif name.endswith(PLAIN):
        points, links = _of_edges(path)
    else:
        points, links = _of_layer(path)
    graph, counts = clean_roads(points, links)
    if 2 * counts["component_points"] < counts["points"]:
        _log.warning(
            "%s: only %d of %d points are connected; do streets share their vertices?",
            path,
            counts["component_points"],
            counts["points"],
        )
    return graph, counts


def _of_edges(path):
    """Return the places and the links of a list of edges."""
    graph, _ = read_graph(str(path))
    if graph.lon is None or graph.lat is None:
        raise ValueError(f"heatmap.roads: {path} has no coordinates of its places")
    return np.column_stack((graph.lon, graph.lat)), graph.edges


def _of_layer(path):
    """Return the vertices of the lines of a GIS file, in degrees, and the links along them."""
    from gaussmech.geo.read import parts_of, read_layer

    layer = read_layer(str(path), asked="heatmap.roads")
    import shapely

    for words in (*layer.remarks, *(proof.doubt for proof in layer.proofs)):
        if words:
            _log.warning("%s: %s", layer.file, words)
    parts = parts_of(layer.geometry.to_crs(4326)).array
    lines = parts[shapely.get_dimensions(parts) == 1]
    if not len(lines):
        kinds = " and ".join(sorted(layer.kinds))
        raise ValueError(f"heatmap.roads: {layer.file} has {kinds}, but no lines")
    xy, line = shapely.get_coordinates(lines, return_index=True)
    # Degrees to 1e-7 are a centimetre.
    points, point = np.unique(np.round(xy, 7), axis=0, return_inverse=True)
    point = point.ravel()
    return points, np.column_stack((point[:-1], point[1:]))[line[:-1] == line[1:]]
