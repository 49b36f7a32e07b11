"""Streets as they are drawn: lines that meet where they share a vertex, and points with names.

A street in OpenStreetMap and in most other sources is one line over many crossings. It meets another
street at a vertex that both have, wherever that is along the two. `read_streets` splits lines there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gaussmech._csv import plain_name
from gaussmech.geo.districts import ids_of, source_of
from gaussmech.geo.edge_lists import ENDS, LENGTH, WEIGHT, Edge, edge_of
from gaussmech.geo.places import Places, Source
from gaussmech.geo.read import Layer, parts_of
from gaussmech.geo.sphere import chord_of, great_circle_m, unit_vectors
from gaussmech.graphs.graph import LEAST_LENGTH_M

# An end that no other line has, but which is nearer than this to another end, meets it.
GAP_M = 1.0

_Spot = tuple[float, float]


def read_streets(
    layer: Layer, id: str | None, hint: str | None = None
) -> tuple[Places, list[Edge]]:
    """Return the places and the edges of a layer of lines, among which may be points.

    A place is an end of a line, a vertex that lines share, or a point. A point names the place where
    it is; other ids are coordinates. Edges have the length of their row, shared out by the way along
    it, or else their own on a sphere.
    """
    names, source = _point_names(layer, id, hint)
    table = _vertices(layer)
    line = table["line"]
    is_end = ~line.duplicated() | ~line.duplicated(keep="last")
    is_place = (
        is_end | table.duplicated("spot", keep=False) | table["spot"].isin([*names])
    )
    stands_for = _joined(table, is_end, names)
    stops = table[is_place]
    # Those that points name come first, then the others in the order in which lines have them.
    spots = dict.fromkeys(
        stands_for.get(spot, spot) for spot in [*names, *stops["spot"]]
    )
    labels = {spot: names.get(spot, "{:.7f} {:.7f}".format(*spot)) for spot in spots}
    ids = list(labels.values())
    if len({*ids}) < len(ids):
        twice = next(key for key in ids if ids.count(key) > 1)
        raise ValueError(f"{layer.file}: two points have the same id, {twice!r}")
    total = table[is_end].groupby("row")["metres"].sum()
    rows = stops.to_dict("records")
    edges = []
    for one, other in zip(rows[:-1], rows[1:], strict=True):
        if one["line"] != other["line"]:
            continue
        start, stop = (
            labels[stands_for.get(end["spot"], end["spot"])] for end in (one, other)
        )
        metres = other["metres"] - one["metres"]
        share = metres / (total[one["row"]] or np.inf)
        edges.append(_edge(layer, one["row"], start, stop, metres, share))
    if stands_for:
        source.remarks.append(
            f"{len(stands_for):,} ends joined that missed another by less than a metre"
        )
    nameless = len(ids) - len(names)
    if nameless:
        also = f"{source.ids}, and " if names else ""
        are_there = names or _has_end_columns(layer)
        source = replace(
            source,
            ids=f"{also}the coordinates of {nameless:,} places",
            nameless=nameless if are_there else 0,
        )
    lon, lat = np.reshape([*spots], (-1, 2)).T
    return Places(ids, lon.tolist(), lat.tolist(), source=source), edges


def _has_end_columns(layer: Layer) -> bool:
    """Return whether properties may name the ends of lines, such as u and v."""
    plain = {plain_name(name) for name in layer.columns}
    return any({*pair} <= plain for pair in ENDS)


def _vertices(layer: Layer) -> Any:
    """Return a DataFrame of the vertices of all lines, without repeated ones.

    Its columns are the row of the file, the line, the spot and the way along the line.
    """
    import pandas as pd
    import shapely

    parts, rows = parts_of(layer.geometry.to_crs(4326).array)
    is_line = shapely.get_dimensions(parts) == 1
    xy, line = shapely.get_coordinates(parts[is_line], return_index=True)
    xy = _rounded(xy)
    table = pd.DataFrame(
        {"row": rows[is_line][line], "line": line, "lon": xy[:, 0], "lat": xy[:, 1]}
    )
    is_repeated = (table == table.shift()).all(axis=1)
    table = table[~is_repeated].reset_index(drop=True)
    before = table.groupby("line")[["lon", "lat"]].shift()
    step = great_circle_m(before["lon"], before["lat"], table["lon"], table["lat"])
    table["metres"] = step.fillna(0).groupby(table["line"]).cumsum()
    table["spot"] = list(zip(table["lon"], table["lat"], strict=True))
    return table


def _rounded(xy: Any) -> Any:
    """Return degrees to 1e-7, a centimetre; -180 and 180 degrees are one meridian."""
    # Adding 0 makes 0 of -0.
    xy = np.round(xy, 7) + 0.0
    xy[xy[:, 0] == -180, 0] = 180
    return xy


def _point_names(
    layer: Layer, id: str | None, hint: str | None
) -> tuple[dict[_Spot, str], Source]:
    """Return the names of points by their spots, and where these names come from."""
    is_point = layer.geometry.geom_type.isin(["Point", "MultiPoint"]).to_numpy()
    points = layer.rows(is_point)
    ids, name = ids_of(points, id, hint) if is_point.any() else (None, None)
    spots = map(tuple, _rounded(points.spots()).tolist())
    names: dict[_Spot, str] = {}
    for row, spot in enumerate(spots):
        label = ids[row] if ids else "{:.7f} {:.7f}".format(*spot)
        if names.setdefault(spot, label) != label:
            raise ValueError(
                f"{layer.file}: the points {names[spot]!r} and {label!r} are at one spot,"
                f" {spot}; merge them"
            )
    return names, source_of(points if ids else layer, name)


def _joined(table: Any, is_end: Any, names: dict[_Spot, str]) -> dict[_Spot, _Spot]:
    """Return the spots of loose ends, and for each the spot that it is joined to.

    An end is loose if no other line has its spot and it has no name. It meets the nearest end of
    another line, or a point, if that is nearer than a metre.
    """
    from scipy.spatial import cKDTree

    line_of_end = dict(zip(table["spot"][is_end], table["line"][is_end], strict=True))
    uses = table["spot"].value_counts()
    targets = [*dict.fromkeys([*line_of_end, *names])]
    loose = [spot for spot in line_of_end if uses[spot] == 1 and spot not in names]
    if not loose:
        return {}
    tree = cKDTree(unit_vectors(*np.transpose(targets)))
    found = tree.query_ball_point(unit_vectors(*np.transpose(loose)), chord_of(GAP_M))
    stands_for: dict[_Spot, _Spot] = {}
    for spot, near in zip(loose, found, strict=True):
        # Of two loose ends that miss each other one is joined.
        others = [
            other
            for other in (targets[k] for k in near)
            if line_of_end.get(other) != line_of_end[spot] and other not in stands_for
        ]
        if others and spot not in stands_for.values():
            stands_for[spot] = min(
                others, key=lambda other: great_circle_m(*spot, *other)
            )
    return stands_for


def _edge(
    layer: Layer, row: int, start: str, stop: str, metres: float, share: float
) -> Edge:
    """Return the edge of a piece of a row: a share of its length, or as long as it is."""
    attributes = {
        name: cells[row]
        for name, cells in layer.columns.items()
        if plain_name(name) in (*LENGTH, WEIGHT)
    }
    edge = edge_of(layer.file, start, stop, attributes)
    if np.isnan(edge.length):
        return edge._replace(length=max(metres, LEAST_LENGTH_M))
    return edge._replace(length=max(share * edge.length, LEAST_LENGTH_M))
