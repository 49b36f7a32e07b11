"""Streets as they are drawn: lines that meet where they share a vertex, and points with names.

A street in OpenStreetMap and in most other sources is one line over many crossings. It meets another
street at a vertex that both have, wherever that is along the two. `read_streets` splits lines there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gaussmech._checks import Array
from gaussmech._csv import plain_name
from gaussmech.geo.edge_lists import ENDS, LENGTH, WEIGHT, Edge, edge_of
from gaussmech.geo.places import Places, Source, check_different
from gaussmech.geo.read import Layer, parts_of, spot_names
from gaussmech.geo.sphere import chord_of, great_circle_m, unit_vectors
from gaussmech.graphs.graph import LEAST_LENGTH_M

# An end that no other line has, but which is nearer than this to another end, meets it.
GAP_M = 1.0


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

    parts, rows = parts_of(layer.geometry.to_crs(4326).array)
    # The points come before the lines.
    order = np.argsort(shapely.get_dimensions(parts), kind="stable")
    xy, line = shapely.get_coordinates(parts[order], return_index=True)
    # Degrees to 1e-7 are a centimetre. Adding 0 makes 0 of -0; -180 and 180 are one meridian.
    xy = np.round(xy, 7) + 0.0
    xy[xy[:, 0] == -180, 0] = 180
    is_repeated = (np.diff(line) == 0) & (np.diff(xy, axis=0) == 0).all(axis=1)
    is_kept = np.append(True, ~is_repeated)
    xy, line = xy[is_kept], line[is_kept]
    # As complex numbers spots are sorted quickly; `spot` has the number of the spot of each vertex.
    _, first, spot = np.unique(xy @ (1, 1j), return_index=True, return_inverse=True)
    spots = xy[first]
    row = rows[order][line]
    is_point = shapely.get_dimensions(parts[order])[line] == 0
    names: dict[int, str] = {}
    source = Source(layer.file, "", [], [*layer.remarks])
    if is_point.any():
        names, source = _point_names(
            layer, row[is_point], spot[is_point], spots, id, hint
        )

    spot, line, row, xy = (each[~is_point] for each in (spot, line, row, xy))
    is_start = np.diff(line, prepend=-1) > 0
    is_stop = np.append(is_start[1:], True)[: len(line)]
    is_shared = np.bincount(spot, minlength=len(spots)) > 1
    is_shared[[*names]] = True
    ends = np.column_stack((spot[is_start], spot[is_stop]))
    stands_for = _joined(ends, is_shared, [*names], spots)
    stops = np.flatnonzero(is_start | is_stop | is_shared[spot])
    # Those that points name come first, then the others in the order in which lines have them.
    places = pd.unique(stands_for[np.append([*names], spot[stops]).astype(int)])
    labels = dict(zip(places.tolist(), spot_names(spots[places]), strict=True)) | names
    ids = list(labels.values())
    check_different(layer.file, ids)

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


def _point_names(
    layer: Layer, rows: Any, spot: Any, spots: Array, id: str | None, hint: str | None
) -> tuple[dict[int, str], Source]:
    """Return the names of points by the numbers of their spots, and where these names come from.

    `rows` and `spot` are the rows of the points, and the numbers of their spots.
    """
    points = layer.rows(np.isin(np.arange(len(layer.frame)), rows))
    ids, _, source = points.identified(id, hint, spot_names(spots[spot]))
    names: dict[int, str] = {}
    for number, label in zip(spot.tolist(), ids, strict=True):
        if names.setdefault(number, label) != label:
            raise ValueError(
                f"{layer.file}: the points {names[number]!r} and {label!r} are at one spot; merge them"
            )
    return names, source


def _joined(ends: Any, is_shared: Any, named: list[int], spots: Array) -> Any:
    """Return for each spot the spot that stands for it: another one for loose ends.

    An end is loose if no other line has its spot and it has no name. It meets the nearest end of
    another line, or a point, if that is nearer than a metre.
    """
    from scipy.spatial import cKDTree

    stands_for = np.arange(len(spots))
    line, side = np.nonzero(~is_shared[ends])
    loose = ends[line, side]
    targets = np.unique(np.append(ends, named).astype(int))
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
