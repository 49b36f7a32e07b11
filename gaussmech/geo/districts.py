"""Districts: polygons that are places, who touches whom, and which one an event falls into.

A vertex is a district, and an edge says that two borders touch. Borders that were drawn or rounded
apart do not meet to the last bit, so they touch if they come near enough (`touching_pairs`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gaussmech._checks import Array
from gaussmech._ids import Ids
from gaussmech.geo.places import Places, Source, id_column, other_ids
from gaussmech.geo.read import Layer, parts_of

if TYPE_CHECKING:
    from geopandas import GeoSeries

# Borders touch if they are no farther apart than this share of the side of a square of median area:
# a metre for districts of a square kilometre, which is less than the width of a street.
TOUCH = 1e-3
# Coordinates that are rounded more coarsely move borders by as much as they are rounded. A step
# beyond this share of the side is none: districts of a grid have whole numbers as corners.
COARSEST = 0.02


def ids_of(
    layer: Layer, id: str | None, hint: str | None
) -> tuple[list[str] | None, str]:
    """Return the ids of the rows of a layer and the name of their property; None if it has none.

    The property is the one that is named, else that of the private file's name, else a usual one.
    """
    name = id
    if name is None and hint is not None and hint in [*layer.columns, "fid"]:
        name = hint if hint in layer.columns or layer.fid else None
    name = name or id_column(layer.columns)
    if name is None:
        if not layer.columns:
            return layer.fid, "fid"
        raise ValueError(
            f"{layer.file}: no property has a usual name of ids, with a value in each row; it has"
            f" {', '.join(layer.columns)}; name one by --id"
        )
    ids = layer.column(name)
    if "" in ids:
        raise ValueError(
            f"{layer.file}, feature {ids.index('') + 1}: the id {name!r} is missing"
        )
    return ids, name


def source_of(layer: Layer, name: str | None, columns: dict[str, list[str]]) -> Source:
    """Return where the places of a layer come from; `columns` are those that are not the ids."""
    file = layer.file if layer.layer is None else f"{layer.file}, layer {layer.layer}"
    rows = len(next(iter(columns.values()), []))
    ids = f"property {name!r}" if name else "no property: row numbers"
    return Source(file, ids, other_ids(columns, rows), list(layer.remarks))


def read_districts(layer: Layer, id: str | None, hint: str | None = None) -> Places:
    """Return the districts of a layer of polygons, in the order in which they occur.

    Several rows with one id are one district. An invalid polygon is repaired, and of what a repair
    leaves the polygons count.
    """
    import geopandas

    ids, name = ids_of(layer, id, hint)
    if ids is None:
        ids = [str(row) for row in range(len(layer.geometry))]
    geometry, repaired = _repaired(layer, ids)
    first_rows = {key: row for row, key in reversed([*enumerate(ids)])}
    unique = list(dict.fromkeys(ids))
    if len(unique) < len(ids):
        merged = geometry.groupby(np.array(ids, object), sort=False).agg(
            lambda some: some.union_all()
        )
        geometry = geopandas.GeoSeries(merged, crs=layer.geometry.crs)[unique]
        geometry = geometry.reset_index(drop=True)
    columns = {}
    for key, cells in layer.columns.items():
        values = {ids[row]: set() for row in range(len(ids))}  # type: dict[str, set[str]]
        for place, cell in zip(ids, cells, strict=True):
            values[place].add(cell)
        # What differs between the rows of one district is no fact about it.
        if key != name and all(len(some) == 1 for some in values.values()):
            columns[key] = [cells[first_rows[place]] for place in unique]
    source = source_of(layer, name if layer.columns or layer.fid else None, columns)
    if len(unique) < len(ids):
        source.remarks.append(f"{len(ids):,} rows are {len(unique):,} districts")
    if repaired:
        source.remarks.append(f"{repaired:,} invalid polygons repaired")
    middles = geometry.representative_point().to_crs(4326)
    lon = (middles.x + 180) % 360 - 180
    return Places(unique, lon.tolist(), middles.y.tolist(), columns, geometry, source)


def _repaired(layer: Layer, ids: list[str]) -> tuple[GeoSeries, int]:
    """Return valid polygons, and how many were not."""
    import geopandas
    import shapely

    shapes = np.array(layer.geometry.array, object)
    is_plain = np.isin(shapely.get_type_id(shapes), (3, 6))
    is_valid = shapely.is_valid(shapes)
    for row in np.flatnonzero(~(is_valid & is_plain)).tolist():
        parts, _ = parts_of(shapely.make_valid(shapes[[row]]))
        polygons = parts[shapely.get_dimensions(parts) == 2]
        if not len(polygons):
            raise ValueError(
                f"{layer.file}: the polygon of {ids[row]!r} is not valid and has no area"
                f" ({shapely.is_valid_reason(shapes[row])})"
            )
        shapes[row] = shapely.union_all(polygons)
    return geopandas.GeoSeries(shapes, crs=layer.geometry.crs), int((~is_valid).sum())


def touching_pairs(shapes: GeoSeries) -> Any:
    """Return the pairs (m, 2) of polygons whose borders touch; a corner suffices.

    Distances are those of the file's own system, or for degrees those of a plane whose degrees of
    longitude are as long as in the middle latitude: so straight borders stay straight.
    """
    import shapely

    polygons = np.array(shapes.array, object)
    spots = shapely.get_coordinates(polygons)
    width = 1.0
    is_geographic = shapes.crs.is_geographic
    if is_geographic:
        middle = (spots[:, 1].min() + spots[:, 1].max()) / 2
        width = np.cos(np.radians(middle))
        polygons = shapely.transform(polygons, lambda xy: xy * (width, 1))
    side = float(np.sqrt(np.median(shapely.area(polygons))))
    near = max(TOUCH * side, min(_rounding_step(spots), COARSEST * side))
    tree = shapely.STRtree(polygons)
    pairs = [tree.query(polygons, predicate="dwithin", distance=near)]
    if is_geographic:
        # A district that ends at -180 degrees touches one that ends at 180.
        moved = shapely.transform(polygons, lambda xy: xy + (360 * width, 0))
        pairs.append(tree.query(moved, predicate="dwithin", distance=near))
    both = np.sort(np.concatenate(pairs, axis=1).T, axis=1)
    return np.unique(both[both[:, 0] < both[:, 1]], axis=0)


def _rounding_step(spots: Array) -> float:
    """Return the power of ten, at least 1e-9, of which all coordinates are multiples; else 0."""
    for decimals in range(-3, 10):
        if (np.round(spots, decimals) == spots).all():
            return float(10.0**-decimals)
    return 0.0


class Containment:
    """Which district a point falls into.

    A point on a border is in the first district by id. Each point is judged without the others.

    Parameters
    ----------
    places : Places
        Districts: polygons in their file's own system, in which borders are straight.
    crs : str or None
        The system of the points; None are degrees (WGS84).
    """

    def __init__(self, places: Places, crs: str | None = None) -> None:
        import shapely

        assert places.shapes is not None
        self._order = np.array(Ids(places.ids).order())
        self._tree = shapely.STRtree(np.array(places.shapes.array, object)[self._order])
        self._is_geographic = places.shapes.crs.is_geographic
        self._transform = transformation(crs, places.shapes.crs)

    def positions(self, x: Array, y: Array) -> Any:
        """Return the position of the district of each point, or -1."""
        import shapely

        spots = np.column_stack(self._transform(x, y))
        count = len(spots)
        first = np.full(count, len(self._order))
        # A polygon may go on beyond the antimeridian, where degrees are others.
        for turn in (0, 360, -360) if self._is_geographic else (0,):
            usable = np.flatnonzero(np.isfinite(spots).all(axis=1))
            points = shapely.points(spots[usable] + (turn, 0))
            rows, ranks = self._tree.query(points, predicate="intersects")
            np.minimum.at(first, usable[rows], ranks)
        position = np.full(count, -1)
        is_inside = first < len(self._order)
        position[is_inside] = self._order[first[is_inside]]
        return position


def transformation(source: str | None, target: Any) -> Any:
    """Return a function of x and y that brings points of one system into another one.

    A ValueError says if `source`, the value of --crs, is no system of coordinates. None are degrees.
    """
    import pyproj

    try:
        system = pyproj.CRS.from_user_input(4326 if source is None else source)
    except pyproj.exceptions.CRSError:
        raise ValueError(
            f"--crs is {source!r}; it must name a system of coordinates, such as EPSG:25832"
        ) from None
    return pyproj.Transformer.from_crs(system, target, always_xy=True).transform
