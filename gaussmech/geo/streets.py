"""Streets as they are drawn: lines that meet where they share a vertex, and points with names.

A street in OpenStreetMap and in most other sources is one line over many crossings. It meets another
street at a vertex that both have, wherever that is along the two. `read_streets` splits lines there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gaussmech._csv import plain_name
from gaussmech.geo.districts import ids_of, source_of
from gaussmech.geo.edge_lists import ENDS, LENGTH, WEIGHT, Edge, length_of, weight_of
from gaussmech.geo.places import Places, Source
from gaussmech.geo.read import Layer, parts_of
from gaussmech.geo.sphere import chord_of, great_circle_m, unit_vectors
from gaussmech.graphs.graph import LEAST_LENGTH_M

# Coordinates are told apart to 1e-7 degrees, which is a centimetre.
PER_DEGREE = 10**7
# An end that no other line has, but which is nearer than this to another end, meets it.
GAP_M = 1.0


class _Lines(NamedTuple):
    """The vertices of all lines, one line after the other.

    Attributes
    ----------
    spot : (k,) array of int
        The spot of each vertex: the row of `places` (s, 2) that has its degrees.
    line, row : (k,) arrays of int
        The line that the vertex is of, and the row of the file that has this line.
    metres : (k,) array of float
        The way along the line up to the vertex.
    """

    spot: Any
    line: Any
    row: Any
    metres: Any
    places: Any


def read_streets(
    layer: Layer, id: str | None, hint: str | None = None
) -> tuple[Places, list[Edge]]:
    """Return the places and the edges of a layer of lines, among which may be points.

    A place is an end of a line, a vertex that lines share, or a point. A point names the place where
    it is; other ids are coordinates. Edges have the length of their row, shared out by the way along
    it, or else their own on a sphere.
    """
    degrees = layer.geometry.to_crs(4326)
    is_point = np.asarray(degrees.geom_type.isin(["Point", "MultiPoint"]))
    lines = _lines(layer, degrees)
    labels, source = _point_names(layer, degrees, is_point, id, hint)
    places = lines.places
    spot_of = {key: spot for spot, key in enumerate(map(tuple, places.tolist()))}
    at = {key: spot_of.setdefault(key, len(spot_of)) for key in labels}
    spots = np.array(list(spot_of), np.int64).reshape(-1, 2)
    names = {at[key]: name for key, name in labels.items()}
    is_place = _junctions(lines, len(spots))
    is_place[list(names)] = True
    # Those that points name come first, then the others in the order in which lines have them.
    joined, count = _joined(lines, spots / PER_DEGREE, names)
    order = dict.fromkeys(
        [*map(int, joined[list(names)]), *_visited(lines, is_place, joined)]
    )
    ids = {}
    for spot in order:
        lon, lat = (spots[spot] / PER_DEGREE).tolist()
        ids[spot] = names.get(spot, f"{lon:.7f} {lat:.7f}")
    _check_unique(layer.file, list(ids.values()))
    edges = _edges(layer, lines, is_place, joined, ids)
    if count:
        source.remarks.append(
            f"{count:,} ends joined that missed another by less than a metre"
        )
    nameless = len(ids) - len(names)
    have_names = bool(names) or _end_columns(layer) is not None
    where = f"the coordinates of {nameless:,} places" if nameless else ""
    words = " and ".join(filter(None, [source.ids if names else "", where]))
    source = Source(
        source.file, words, source.others, source.remarks, nameless if have_names else 0
    )
    lon, lat = (spots[list(ids)] / PER_DEGREE).T
    return Places(list(ids.values()), lon.tolist(), lat.tolist(), source=source), edges


def _end_columns(layer: Layer) -> tuple[str, str] | None:
    """Return the properties that may name the ends of lines, such as u and v."""
    plain = {plain_name(name) for name in layer.columns}
    return next((pair for pair in ENDS if {*pair} <= plain), None)


def _lines(layer: Layer, degrees: Any) -> _Lines:
    """Return the vertices of all lines of a layer, each line without repeated vertices."""
    import shapely

    parts, rows = parts_of(degrees.array)
    is_line = shapely.get_dimensions(parts) == 1
    parts, rows = parts[is_line], rows[is_line]
    xy, line = shapely.get_coordinates(parts, return_index=True)
    grid = _grid(xy)
    is_new = np.ones(len(grid), bool)
    is_new[1:] = (line[1:] != line[:-1]) | (grid[1:] != grid[:-1]).any(axis=1)
    # A line of a single spot keeps its two ends: it is a loop.
    grid, line = grid[is_new], line[is_new]
    places, spot = np.unique(grid, axis=0, return_inverse=True)
    lon, lat = (grid / PER_DEGREE).T
    step = np.zeros(len(grid))
    step[1:] = great_circle_m(lon[:-1], lat[:-1], lon[1:], lat[1:])
    starts = np.flatnonzero(np.diff(line, prepend=-1))
    step[starts] = 0
    way = np.cumsum(step)
    way -= np.repeat(way[starts], np.diff([*starts, len(way)]))
    return _Lines(spot.ravel(), line, rows[line], way, places)


def _grid(xy: Any) -> Any:
    """Return degrees as whole numbers (k, 2); -180 and 180 degrees are one meridian."""
    grid = np.rint(xy * PER_DEGREE).astype(np.int64)
    grid[grid[:, 0] == -180 * PER_DEGREE, 0] *= -1
    return grid


def _point_names(
    layer: Layer, degrees: Any, is_point: Any, id: str | None, hint: str | None
) -> tuple[dict[tuple[int, int], str], Source]:
    """Return the names of points by their spots, and where these names come from."""
    import shapely

    points = layer.rows(is_point)
    if not is_point.any():
        return {}, source_of(layer, None, layer.columns)
    # A property of lines is none of points if no point has it.
    columns = {name: cells for name, cells in points.columns.items() if any(cells)}
    points = Layer(
        layer.file, layer.layer, points.geometry, columns, points.fid, layer.remarks
    )
    ids, name = ids_of(points, id, hint)
    xy, row = shapely.get_coordinates(degrees.array[is_point], return_index=True)
    if len(xy) > len(points.geometry):
        raise ValueError(f"{layer.file} has a MultiPoint of several points; split it")
    spots = list(map(tuple, _grid(xy).tolist()))
    names: dict[tuple[int, int], str] = {}
    for k, spot in zip(row.tolist(), spots, strict=True):
        label = ids[k] if ids else "{:.7f} {:.7f}".format(*xy[k])
        if names.setdefault(spot, label) != label:
            raise ValueError(
                f"{layer.file}: the points {names[spot]!r} and {label!r} are at one spot,"
                f" {xy[k][0]:.7f} {xy[k][1]:.7f}; merge them"
            )
    others = {key: cells for key, cells in columns.items() if key != name}
    return names, source_of(points, name if ids else None, others)


def _junctions(lines: _Lines, count: int) -> Any:
    """Return which of so many spots are ends of lines, or are met more than once."""
    is_junction = np.bincount(lines.spot, minlength=count) > 1
    is_junction[lines.spot[_is_end(lines)]] = True
    return is_junction


def _is_end(lines: _Lines) -> Any:
    """Return which vertices are the first or the last of their line."""
    is_first = np.diff(lines.line, prepend=-1) > 0
    is_last = np.diff(lines.line, append=lines.line.max(initial=-1) + 1) > 0
    return is_first | is_last


def _visited(lines: _Lines, is_place: Any, joined: Any) -> list[int]:
    """Return the spots that are places, in the order in which the lines visit them."""
    return joined[lines.spot[is_place[lines.spot]]].tolist()


def _joined(lines: _Lines, degrees: Any, names: dict[int, str]) -> tuple[Any, int]:
    """Return for each spot the one that stands for it, and how many ends were joined to another.

    An end is joined if no other line has its spot and it has no name. It meets the nearest end of
    another line, if that is nearer than a metre.
    """
    from scipy.spatial import cKDTree

    stands_for = np.arange(len(degrees))
    ends = lines.spot[_is_end(lines)]
    if not len(ends):
        return stands_for, 0
    line_of_end = dict(
        zip(ends.tolist(), lines.line[_is_end(lines)].tolist(), strict=True)
    )
    uses = np.bincount(lines.spot, minlength=len(degrees))
    targets = np.unique([*ends, *names])
    loose = [
        spot
        for spot in np.unique(ends).tolist()
        if uses[spot] == 1 and spot not in names
    ]
    tree = cKDTree(unit_vectors(*degrees[targets].T))
    found = tree.query_ball_point(unit_vectors(*degrees[loose].T), chord_of(GAP_M))
    count = 0
    for spot, near in zip(loose, found, strict=True):
        others = [
            int(other)
            for other in targets[near]
            if line_of_end.get(int(other)) != line_of_end[spot]
            # Of two loose ends that miss each other, one is joined.
            and stands_for[other] == other
        ]
        if others:
            gaps = great_circle_m(*degrees[spot], *degrees[others].T)
            stands_for[spot] = others[int(np.argmin(gaps))]
            count += 1
    return stands_for, count


def _edges(
    layer: Layer, lines: _Lines, is_place: Any, joined: Any, ids: dict[int, str]
) -> list[Edge]:
    """Return an edge for each piece of a line between two places."""
    known = {plain_name(name): cells for name, cells in layer.columns.items()}
    lengths = next((known[key] for key in LENGTH if key in known), None)
    weights = known.get(WEIGHT)
    total = np.bincount(lines.row, _way_of_line(lines), minlength=len(layer.geometry))
    pieces = np.bincount(lines.row[_is_end(lines)], minlength=len(layer.geometry)) / 2
    stops = np.flatnonzero(is_place[lines.spot])
    edges = []
    for one, other in zip(stops[:-1].tolist(), stops[1:].tolist(), strict=True):
        if lines.line[one] != lines.line[other]:
            continue
        start, stop = (ids[int(joined[lines.spot[at]])] for at in (one, other))
        if start == stop:
            # A loop is dropped, whatever its length and weight are.
            edges.append(Edge(start, stop))
            continue
        row = int(lines.row[one])
        metres = float(lines.metres[other] - lines.metres[one])
        where = f"of the edge between {start!r} and {stop!r}"
        if lengths is not None and lengths[row]:
            length = length_of(f"{layer.file}: 'length' {where}", lengths[row])
            share = metres / total[row] if total[row] else 1 / pieces[row]
            metres = share * length
        weight = float("nan")
        if weights is not None and weights[row]:
            weight = weight_of(f"{layer.file}: {WEIGHT!r} {where}", weights[row])
        edges.append(Edge(start, stop, metres or LEAST_LENGTH_M, weight))
    return edges


def _way_of_line(lines: _Lines) -> Any:
    """Return the length of each line at its last vertex, and 0 at the others."""
    is_last = np.diff(lines.line, append=lines.line.max(initial=-1) + 1) > 0
    return np.where(is_last, lines.metres, 0)


def _check_unique(file: str, ids: list[str]) -> None:
    """Refuse two places with one id."""
    seen: set[str] = set()
    for key in ids:
        if key in seen:
            raise ValueError(f"{file}: two points have the same id, {key!r}")
        seen.add(key)
