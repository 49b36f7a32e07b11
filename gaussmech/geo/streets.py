"""Streets as they are drawn: lines that meet where they share a vertex, and points with names.

A street in OpenStreetMap and in most other sources is one line over many crossings. It meets another
street at a vertex that both have, wherever that is along the two. `read_streets` splits lines there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from gaussmech._checks import Array
from gaussmech._csv import plain_name
from gaussmech.geo.edge_lists import ENDS, MEASURES, Edge, edge_of
from gaussmech.geo.places import Places, Source
from gaussmech.geo.read import Layer, parts_of, spot_names
from gaussmech.geo.sphere import chord_of, great_circle_m, unit_vectors

# An end that no other line has, but which is nearer than this to another end, meets it.
GAP_M = 1.0


def read_points(layer: Layer, id: str | None, hint: str | None) -> Places:
    """Return the places of a layer of points."""
    import shapely

    spots = shapely.get_coordinates(layer.geometry.to_crs(4326).array)
    if len(spots) > len(layer.frame):
        raise ValueError(
            f"{layer.file} has a row with a point and other shapes; split it"
        )
    ids, columns, source = layer.identified(id, hint, spot_names(spots))
    twice, count = Counter(ids).most_common(1)[0]
    if count > 1:
        raise ValueError(f"{layer.file}: two points have the same id, {twice!r}")
    lon, lat = spots.T.tolist()
    return Places(ids, lon, lat, columns, layer.geometry, source)


def read_streets(
    layer: Layer, id: str | None, hint: str | None = None
) -> tuple[Places, list[Edge]]:
    """Return the places and the edges of a layer of lines, among which may be points.

    A place is an end of a line, a vertex that lines share, or a point. A point names the place where
    it is; other ids are coordinates. Edges have the length of their row, shared out by the way along
    it, or else their own on a sphere.
    """
    import pandas as pd
    import shapely

    source = Source(layer.file, "", remarks=layer.remarks)
    names: dict[int, str] = {}
    parts = parts_of(layer.geometry.to_crs(4326))
    xy, part = shapely.get_coordinates(parts, return_index=True)
    row = parts.index.to_numpy()[part]
    # Degrees to 1e-7 are a centimetre. Adding 0 makes 0 of -0; -180 and 180 are one meridian.
    xy = np.round(xy, 7) + 0.0
    xy[xy[:, 0] == -180, 0] = 180
    # As complex numbers spots are sorted quickly; `spot` has the number of the spot of each vertex.
    _, first, spot = np.unique(xy @ (1, 1j), return_index=True, return_inverse=True)
    spots = xy[first]
    is_point = shapely.get_dimensions(parts.array)[part] == 0
    if is_point.any():
        frame = layer.frame.iloc[np.unique(row[is_point])]
        points = read_points(replace(layer, frame=frame), id, hint)
        source = points.source or source
        names = dict(zip(spot[is_point].tolist(), points.ids, strict=True))
        if len(names) < len(points.ids):
            raise ValueError(f"{layer.file}: two points are at one spot; merge them")

    is_new = np.append(True, np.diff(part) + abs(np.diff(spot)) > 0)
    spot, part, row, xy = (each[is_new] for each in (spot, part, row, xy))
    is_start = np.diff(part, prepend=-1) > 0
    is_stop = np.append(is_start[1:], True)
    is_shared = np.bincount(spot) > 1
    is_shared[[*names]] = True
    stands_for = _joined(spot[is_start], spot[is_stop], is_shared, spots)
    stops = np.flatnonzero(is_start | is_stop | is_shared[spot])
    # Those that points name come first, then the others in the order in which lines have them.
    places = pd.unique(stands_for[np.append([*names], spot[stops]).astype(int)])
    labels = dict(zip(places.tolist(), spot_names(spots[places]), strict=True)) | names
    ids = list(labels.values())

    # The way along all lines, up to each vertex.
    steps = np.append(0, great_circle_m(*xy[:-1].T, *xy[1:].T))
    way = np.cumsum(np.where(is_start, 0, steps))
    total = np.bincount(row[is_stop], way[is_stop] - way[is_start])
    measures = {
        name: cells
        for name, cells in layer.columns.items()
        if plain_name(name) in MEASURES
    }
    edges = []
    for one, other in pairwise(stops.tolist()):
        if part[one] != part[other]:
            continue
        start, stop = (labels[stands_for[spot[end]]] for end in (one, other))
        attributes = {name: cells[row[one]] for name, cells in measures.items()}
        edge = edge_of(layer.file, start, stop, attributes)
        metres = float(way[other] - way[one])
        if np.isfinite(edge.length) and metres:
            metres *= edge.length / total[row[one]]
        edges.append(edge._replace(length=metres))

    joined = np.count_nonzero(stands_for != np.arange(len(spots)))
    if joined:
        source.remarks.append(
            f"{joined:,} ends joined that missed another by less than a metre"
        )
    nameless = len(ids) - len(names)
    if nameless:
        also = f"{source.ids}, and " if names else ""
        plain = {plain_name(name) for name in layer.columns}
        # Properties such as u and v may name the ends of lines.
        are_there = names or any({*pair} <= plain for pair in ENDS.items())
        source = replace(
            source,
            ids=f"{also}the coordinates of {nameless:,} places",
            nameless=nameless if are_there else 0,
        )
    lon, lat = spots[places].T.tolist()
    return Places(ids, lon, lat, source=source), edges


def _joined(starts: Any, stops: Any, is_shared: Any, spots: Array) -> Any:
    """Return for each spot the spot that stands for it: another one for loose ends.

    An end is loose if no other line has its spot and it has no name. It meets the nearest end of
    another line, or a point, which is a line of one vertex, if that is nearer than a metre.
    """
    from scipy.spatial import cKDTree

    stands_for = np.arange(len(spots))
    ends = np.column_stack((starts, stops))
    line, side = np.nonzero(~is_shared[ends])
    loose = ends[line, side]
    targets = np.unique(ends)
    trees = [cKDTree(unit_vectors(*spots[some].T)) for some in (loose, targets)]
    near = trees[0].sparse_distance_matrix(
        trees[1], chord_of(GAP_M), output_type="ndarray"
    )
    # Of two loose ends that miss each other one is joined.
    free = {*loose.tolist()}
    for i, j, _ in np.sort(near, order="v").tolist():
        end, other = loose[i], targets[j]
        if other not in ends[line[i]] and end in free and stands_for[other] == other:
            stands_for[end] = other
            free -= {end, other}
    return stands_for
