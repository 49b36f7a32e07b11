"""Graphs of places that have no streets: each place is linked to those around it.

`link_places` links places whose territories touch, or each place to its nearest ones.
`with_bridges` adds such links where a graph of streets or districts is not connected.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.geo.sphere import great_circle_m, plane_around, unit_vectors
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.labels import PlaceNames, labels_of


def link_places(
    lon: ArrayLike, lat: ArrayLike, *, neighbours: int | None = None
) -> Graph:
    """Return a graph that links each place to those around it.

    Use it for places without streets. Such links are the spatial weights of geographers.

    Parameters
    ----------
    lon, lat : (n,) arrays of float
        Longitude in [-180, 180] and latitude in [-90, 90] of each place, in degrees. No two places
        may have the same coordinates. The index of a Series names the places; two Series are matched by
        it.
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
        If the arrays have different shapes or labels, a value is out of range, two places have the same
        coordinates, or all lie on one line and `neighbours` is None.

    See Also
    --------
    read_graph : The graph of a file of streets.

    Notes
    -----
    Two places are linked if one of them is among the nearest of the other, so a place may have more
    than `neighbours` links. Both kinds of links are those on a sphere, also at the poles, across the
    antimeridian and around the globe.

    Examples
    --------
    >>> import gaussmech as gm
    >>> lon = [0, 0.01, 0.01, 0]
    >>> lat = [0, 0, 0.01, 0.01]
    >>> gm.link_places(lon, lat, neighbours=2).edges.tolist()
    [[0, 1], [0, 3], [1, 2], [2, 3]]
    """
    labels = labels_of(lon)
    if labels:
        lat, _ = PlaceNames(list(labels.rows), "lon", "row").align("lat", lat)
    lon, lat = _different_places(lon, lat)
    # On a map the places are seen from the first one, also across the antimeridian.
    east = (lon - lon[0] + 180) % 360 - 180
    rank = np.linalg.matrix_rank(np.column_stack((east, lat - lat[0])), rtol=1e-9)
    # Such a line may be a parallel or a meridian.
    if neighbours is None and len(lon) > 2 and rank < 2:
        raise ValueError("lon and lat: the places lie on one line; give neighbours")
    if neighbours is None and len(lon) > 3:
        pairs = _touching_pairs(lon, lat)
    else:
        # Two places, and the corners of a triangle, are all linked.
        count = 2 if neighbours is None else neighbours
        count = _checks.whole_number("neighbours", count, low=1)
        pairs = _nearest_pairs(lon, lat, count)
    edges = np.unique(np.sort(pairs, axis=1), axis=0)
    u, v = edges.T
    length = great_circle_m(lon[u], lat[u], lon[v], lat[v])
    names = getattr(labels, "rows", None)
    return Graph(len(lon), edges, lon=lon, lat=lat, length_m=length, names=names)


def _different_places(lon: ArrayLike, lat: ArrayLike) -> tuple[Array, Array]:
    """Return the coordinates of places, of which no two are the same, or raise a ValueError."""
    lon = _checks.real_array("lon", lon, low=-180, high=180)
    lat = _checks.real_array("lat", lat, low=-90, high=90)
    if lon.ndim != 1 or lon.shape != lat.shape or not len(lon):
        raise ValueError(
            f"lon and lat have shapes {lon.shape} and {lat.shape}; both must be (n,)"
        )
    if len(np.unique(np.column_stack((lon, lat)), axis=0)) < len(lon):
        raise ValueError(
            "lon and lat: two places have the same coordinates; merge them"
        )
    return lon, lat


def _nearest_pairs(lon: Array, lat: Array, count: int) -> Any:
    """Return pairs (m, 2) of each place and those `count` others that are nearest to it."""
    from scipy.spatial import cKDTree

    sphere = unit_vectors(lon, lat)
    # The first neighbour of a place is itself. Missing neighbours have the number n.
    n = len(lon)
    ranks = range(2, min(count, n) + 2)
    _, nearest = cKDTree(sphere).query(sphere, k=ranks)
    pairs = np.column_stack((np.repeat(np.arange(n), len(ranks)), nearest.ravel()))
    return pairs[pairs[:, 1] < n]


def _touching_pairs(lon: Array, lat: Array) -> Any:
    """Return the pairs (m, 2) of places whose territories touch, each once or twice."""
    from scipy.spatial import ConvexHull, Delaunay, QhullError

    plane = plane_around(lon, lat)
    try:
        # The triangulation of a whole sphere is its convex hull.
        hull = (
            Delaunay(plane) if plane is not None else ConvexHull(unit_vectors(lon, lat))
        )
    except QhullError:
        raise ValueError(
            "lon and lat: the places lie on one line; give neighbours"
        ) from None
    # The sides of a triangle are its first two corners, its last two, and the first and the last.
    triangles = hull.simplices
    sides = (triangles[:, :2], triangles[:, 1:], triangles[:, ::2])
    return np.concatenate(sides)


def with_bridges(graph: Graph, neighbours: int | None) -> Graph:
    """Return a graph with further links between its components, as `link_places` makes them."""
    assert graph.lon is not None and graph.lat is not None
    links: Any = link_places(graph.lon, graph.lat, neighbours=neighbours)
    is_bridge = np.ptp(graph.components[links.edges], axis=1) > 0
    length = None
    if graph.length_m is not None:
        length = np.append(graph.length_m, links.length_m[is_bridge])
    return Graph(
        graph.n,
        np.concatenate([graph.edges, links.edges[is_bridge]]),
        weights=np.append(graph.weights, links.weights[is_bridge]),
        lon=graph.lon,
        lat=graph.lat,
        length_m=length,
        names=graph.names,
    )
