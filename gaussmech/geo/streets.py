"""Streets as they are drawn: lines that meet where they share a vertex, and points with names.

A street in OpenStreetMap and in most other sources is one line over many crossings. It meets another
street at a vertex that both have, wherever that is along the two. `read_streets` splits lines there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from gaussmech._checks import Array
from gaussmech._csv import plain_name
from gaussmech.geo.edge_lists import ENDS, LENGTH, WEIGHT, Edge, edge_of
from gaussmech.geo.places import Places, Source
from gaussmech.geo.read import Layer, parts_of, spot_names
from gaussmech.geo.sphere import chord_of, great_circle_m, unit_vectors
from gaussmech.graphs.graph import LEAST_LENGTH_M

# An end that no other line has, but which is nearer than this to another end, meets it.
GAP_M = 1.0


def read_points(layer: Layer, id: str | None, hint: str | None) -> Places:
    """Return the places of a layer of points."""
    import shapely

    spots = shapely.get_coordinates(layer.geometry.to_crs(4326).array)
    if len(spots) > len(layer.frame):
        raise ValueError(f"{layer.file} has a MultiPoint of several points; split it")
    ids, columns, source = layer.identified(id, hint, spot_names(spots))
    twice, count = Counter(ids).most_common(1)[0]
    if count > 1:
        raise ValueError(f"{layer.file}: two points have the same id, {twice!r}")
    lon, lat = spots.T.tolist()
    shapes = layer.geometry.reset_index(drop=True)
    return Places(ids, lon, lat, columns, shapes, source)


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

    is_point = layer.geometry.geom_type.isin(["Point", "MultiPoint"]).to_numpy()
    source = Source(layer.file, "", [], [*layer.remarks])
    points = Places([])
    if is_point.any():
        points = read_points(layer.rows(is_point), id, hint)
        source = points.source or source
    parts, rows = parts_of(layer.geometry.to_crs(4326).array)
    is_line = shapely.get_dimensions(parts) == 1
    xy, line = shapely.get_coordinates(parts[is_line], return_index=True)
    row = rows[is_line][line]

    # The points come before the vertices of lines.
    count = len(points.ids)
    xy = np.concatenate([np.column_stack((points.lon or [], points.lat or [])), xy])
    # Degrees to 1e-7 are a centimetre. Adding 0 makes 0 of -0; -180 and 180 are one meridian.
    xy = np.round(xy, 7) + 0.0
    xy[xy[:, 0] == -180, 0] = 180
    # As complex numbers spots are sorted quickly; `spot` has the number of the spot of each vertex.
    _, first, spot = np.unique(xy @ (1, 1j), return_index=True, return_inverse=True)
    spots = xy[first]
    named, spot, xy = spot[:count], spot[count:], xy[count:]
    names = dict(zip(named.tolist(), points.ids, strict=True))
    if len(names) < count:
        raise ValueError(f"{layer.file}: two points are at one spot; merge them")

    is_new = np.append(True, (np.diff(line) != 0) | (np.diff(spot) != 0))[: len(line)]
    spot, line, row, xy = (each[is_new] for each in (spot, line, row, xy))
    is_start = np.diff(line, prepend=-1) > 0
    is_stop = np.append(is_start[1:], True)[: len(line)]
    is_shared = np.bincount(spot, minlength=len(spots)) > 1
    is_shared[named] = True
    ends = np.column_stack((spot[is_start], spot[is_stop]))
    stands_for = _joined(ends, is_shared, named, spots)
    stops = np.flatnonzero(is_start | is_stop | is_shared[spot])
    # Those that points name come first, then the others in the order in which lines have them.
    places = pd.unique(stands_for[np.append(named, spot[stops])])
    labels = dict(zip(places.tolist(), spot_names(spots[places]), strict=True)) | names
    ids = list(labels.values())

    step = great_circle_m(*xy[:-1].T, *xy[1:].T)
    # The way along all lines, up to each vertex.
    way = np.cumsum(np.where(is_start, 0, np.append(0, step)[: len(line)]))
    total = np.bincount(row[is_stop], way[is_stop] - way[is_start])
    measures = {
        name: cells
        for name, cells in layer.columns.items()
        if plain_name(name) in (*LENGTH, WEIGHT)
    }
    edges = []
    for one, other in zip(stops[:-1].tolist(), stops[1:].tolist(), strict=True):
        if line[one] != line[other]:
            continue
        start, stop = (labels[stands_for[spot[end]]] for end in (one, other))
        attributes = {name: cells[row[one]] for name, cells in measures.items()}
        edge = edge_of(layer.file, start, stop, attributes)
        metres = float(way[other] - way[one])
        if np.isfinite(edge.length) and metres:
            metres *= edge.length / total[row[one]]
        edges.append(edge._replace(length=max(metres, LEAST_LENGTH_M)))

    joined = int((stands_for != np.arange(len(spots))).sum())
    if joined:
        source.remarks.append(
            f"{joined:,} ends joined that missed another by less than a metre"
        )
    nameless = len(ids) - len(names)
    if nameless:
        also = f"{source.ids}, and " if names else ""
        plain = {plain_name(name) for name in layer.columns}
        # Properties such as u and v may name the ends of lines.
        are_there = names or any({*pair} <= plain for pair in ENDS)
        source = replace(
            source,
            ids=f"{also}the coordinates of {nameless:,} places",
            nameless=nameless if are_there else 0,
        )
    lon, lat = spots[places].T.tolist()
    return Places(ids, lon, lat, source=source), edges


def _joined(ends: Any, is_shared: Any, named: Any, spots: Array) -> Any:
    """Return for each spot the spot that stands for it: another one for loose ends.

    An end is loose if no other line has its spot and it has no name. It meets the nearest end of
    another line, or a point, if that is nearer than a metre.
    """
    from scipy.spatial import cKDTree

    stands_for = np.arange(len(spots))
    line, side = np.nonzero(~is_shared[ends])
    loose = ends[line, side]
    targets = np.unique(np.append(ends, named))
    trees = [cKDTree(unit_vectors(*spots[some].T)) for some in (loose, targets)]
    near = trees[0].sparse_distance_matrix(
        trees[1], chord_of(GAP_M), output_type="ndarray"
    )
    is_target = np.zeros(len(spots), bool)
    for i, j, _ in np.sort(near, order="v").tolist():
        end, other = loose[i], targets[j]
        # Of two loose ends that miss each other one is joined.
        if (
            other not in ends[line[i]]
            and stands_for[end] == end
            and stands_for[other] == other
            and not is_target[end]
        ):
            stands_for[end] = other
            is_target[other] = True
    return stands_for
