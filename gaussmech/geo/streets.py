"""Streets as they are drawn: lines that meet where they share a vertex, and points with names.

A street in OpenStreetMap and in most other sources is one line over many crossings. It meets
another street at a vertex that both have, anywhere along the two. `read_streets` splits lines at
these vertices.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaussmech._checks import Array
from gaussmech._csv import plain_name
from gaussmech.geo.edge_lists import MEASURES, Edge, edge_of
from gaussmech.geo.places import Places, Source
from gaussmech.geo.proofs import Proof
from gaussmech.geo.read import Layer, parts_of, spot_names
from gaussmech.geo.sphere import chord_of, great_circle_m, unit_vectors

# An end that no other line has meets another end that is nearer than this distance, in metres.
GAP_M = 1.0


@dataclass(frozen=True)
class Lines:
    """The vertices of all lines, one line after the other, and the spots where they are.

    Attributes
    ----------
    spots : (s, 2) array of float
        Different spots in degrees, those of points, too.
    spot, part, row : (v,) arrays of int
        The spot of each vertex, the number of its line, and the row of the layer.
    of_points : (k,) array of int
        The spot of each point of the layer, in the order of the rows `point_rows`.
    """

    spots: Array
    spot: NDArray[np.intp]
    part: NDArray[np.intp]
    row: NDArray[np.intp]
    of_points: NDArray[np.intp]
    point_rows: NDArray[np.intp]

    @property
    def is_start(self) -> NDArray[np.bool_]:
        """Whether a line starts with each vertex."""
        return np.diff(self.part, prepend=-1) > 0

    @property
    def is_stop(self) -> NDArray[np.bool_]:
        """Whether a line stops with each vertex."""
        return np.append(self.is_start[1:], True)

    @property
    def neighbours(self) -> NDArray[np.intp]:
        """How many spots are next to each spot, along any line.

        A street may be drawn once per direction, or twice: its bends have two neighbours.
        """
        steps = np.column_stack((self.spot[:-1], self.spot[1:]))[~self.is_start[1:]]
        ways = np.unique(np.concatenate((steps, steps[:, ::-1])), axis=0)
        return np.bincount(ways[:, 0], minlength=len(self.spots))


def read_points(layer: Layer, id: str | None, hint: str | None) -> Places:
    """Return the places of a layer of points."""
    import shapely

    spots = shapely.get_coordinates(layer.geometry.to_crs(4326).array)
    if len(spots) > len(layer.frame):
        raise ValueError(
            f"{layer.file} has a row with a point and other shapes; split it"
        )
    ids, columns, _, source = layer.identified(id, hint, spot_names(spots))
    lon, lat = spots.T.tolist()
    return Places(ids, lon, lat, columns, layer.geometry, source)


def read_streets(
    layer: Layer, id: str | None, hint: str | None = None
) -> tuple[Places, list[Edge]]:
    """Return the places and the edges of a layer of lines, among which may be points.

    A place is an end of a line, a vertex with three or more neighbours, or a point. A point names
    the place at its position; the ids of other places are coordinates. Edges share the length of
    their row in proportion to their own lengths; without it they have their own length on a sphere.
    """
    lines = _lines(layer)
    names, source = _names_of_points(layer, lines, id, hint)
    is_named = np.zeros(len(lines.spots), bool)
    is_named[[*names]] = True
    neighbours = lines.neighbours
    ends = lines.spot[lines.is_start], lines.spot[lines.is_stop]
    stands_for = _joined(*ends, (neighbours > 1) | is_named, lines.spots)
    is_place = (neighbours > 2) | is_named
    is_place[np.concatenate(ends)] = True
    stops = np.flatnonzero(is_place[lines.spot])
    # Places that points name come first, then the others in the order of the lines.
    order = stands_for[np.append([*names], lines.spot[stops]).astype(int)]
    places = list(dict.fromkeys(order.tolist()))
    texts = spot_names(lines.spots[places])
    labels = dict(zip(places, texts, strict=True)) | names
    edges = _edges(layer, lines, stops, [labels.get(k, "") for k in stands_for])
    joined = np.count_nonzero(stands_for != np.arange(len(stands_for)))
    bends = len({*lines.spot.tolist()}) - np.count_nonzero(is_place)
    source = _source_of_streets(source, joined, bends, len(names), len(places))
    lon, lat = lines.spots[places].T.tolist()
    return Places([*labels.values()], lon, lat, source=source), edges


def _lines(layer: Layer) -> Lines:
    """Return the vertices of the lines of a layer, without those that repeat the one before."""
    import shapely

    parts = parts_of(layer.geometry.to_crs(4326))
    xy, part = shapely.get_coordinates(parts, return_index=True)
    row = parts.index.to_numpy()[part]
    # Degrees to 1e-7 are a centimetre. Adding 0 makes 0 of -0; -180 and 180 are one meridian.
    xy = np.round(xy, 7) + 0.0
    xy[xy[:, 0] == -180, 0] = 180
    # Complex numbers are sorted quickly.
    keys = xy[:, 0] + 1j * xy[:, 1]
    _, first, spot = np.unique(keys, return_index=True, return_inverse=True)
    is_point = shapely.get_dimensions(parts.array)[part] == 0
    is_new = np.append(True, np.diff(part) + abs(np.diff(spot)) > 0)
    return Lines(
        xy[first],
        spot[is_new],
        part[is_new],
        row[is_new],
        spot[is_point],
        row[is_point],
    )


def _names_of_points(
    layer: Layer, lines: Lines, id: str | None, hint: str | None
) -> tuple[dict[int, str], Source]:
    """Return the names that points give to their spots, and the source of these names."""
    if not len(lines.of_points):
        return {}, layer.source("")
    frame = layer.frame.iloc[np.unique(lines.point_rows)]
    points = read_points(replace(layer, frame=frame), id, hint)
    names = dict(zip(lines.of_points.tolist(), points.ids, strict=True))
    if len(names) < len(points.ids):
        raise ValueError(f"{layer.file}: two points are at one spot; merge them")
    # The layer has more places than its points.
    return names, replace(points.source, rows="place", column=None)


def _edges(
    layer: Layer, lines: Lines, stops: NDArray[np.intp], labels: Collection[str]
) -> list[Edge]:
    """Return the edges between stops along the lines; `labels` has the place of each spot."""
    # The way along all lines, up to each vertex.
    xy = lines.spots[lines.spot]
    steps = np.append(0, great_circle_m(*xy[:-1].T, *xy[1:].T))
    way = np.cumsum(np.where(lines.is_start, 0, steps))
    total = np.bincount(
        lines.row[lines.is_stop], way[lines.is_stop] - way[lines.is_start]
    )
    measures = {
        name: cells
        for name, cells in layer.columns.items()
        if plain_name(name) in MEASURES
    }
    names = np.array(labels, object)[lines.spot]
    edges = []
    for one, other in pairwise(stops.tolist()):
        if lines.part[one] != lines.part[other]:
            continue
        row = lines.row[one]
        attributes = {name: cells[row] for name, cells in measures.items()}
        edge = edge_of(layer.file, names[one], names[other], attributes)
        metres = float(way[other] - way[one])
        if np.isfinite(edge.length) and metres:
            metres *= edge.length / total[row]
        edges.append(edge._replace(length=metres))
    return edges


def _source_of_streets(
    source: Source, joined: Any, bends: Any, named: int, count: int
) -> Source:
    """Return the source of streets: what became places, and where their ids come from.

    Of `count` places some are named; the ids of the others are coordinates. `joined` ends were
    joined to others, and `bends` are spots that are no places.
    """
    if joined:
        source.remarks.append(
            f"{joined:,} ends joined that missed another by less than a metre"
        )
    fact = f"{count:,} spots where streets meet or end; {bends:,} bends between them are not places"
    ids = source.ids
    if named < count:
        also = f"{ids}, and " if named else ""
        ids = f"{also}the coordinates of {count - named:,} places"
    source.proofs.append(Proof("crossings", fact))
    return replace(source, ids=ids, nameless=count - named)


def _joined(starts: Any, stops: Any, is_shared: Any, spots: Array) -> Any:
    """Return for each spot the spot that stands for it: another one for loose ends.

    An end is loose if no other line has its spot and it has no name. It is joined to the nearest
    end of another line, or to a point (a line of one vertex), that is nearer than a metre.
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
    # If two loose ends miss each other, one of them is joined to the other.
    free = {*loose.tolist()}
    for i, j, _ in np.sort(near, order="v").tolist():
        end, other = loose[i], targets[j]
        if other not in ends[line[i]] and end in free and stands_for[other] == other:
            stands_for[end] = other
            free -= {end, other}
    return stands_for
