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
from gaussmech.geo.read import FID, Layer, parts_of

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
) -> tuple[list[str] | None, str | None]:
    """Return the ids of the rows of a layer and the name of their property; None if it has none.

    The property is the one that is named, else that of the private file's name, else a usual one.
    """
    columns = dict(layer.columns)
    name = id or (hint if hint in columns else None)
    has_numbers = layer.fid is not None and FID not in columns
    if has_numbers and (name == FID or (name is None and hint == FID) or not columns):
        columns[FID] = layer.fid.tolist()
        name = FID
    name = name or id_column(columns)
    if name is None and not columns:
        return None, None
    if name not in columns:
        problem = (
            "no property has a usual name of ids, with a value in each row"
            if name is None
            else f"there is no property {name!r}"
        )
        have = ", ".join(columns) or "none"
        raise ValueError(f"{layer.file}: {problem}; it has {have}; name one by --id")
    ids = columns[name]
    if "" in ids:
        row = ids.index("") + 1
        raise ValueError(f"{layer.file}, feature {row}: the id {name!r} is missing")
    return ids, name


def source_of(layer: Layer, name: str | None) -> Source:
    """Return where the places of a layer come from: the property of this name, or no property."""
    ids = f"property {name!r}" if name else "no property: row numbers or coordinates"
    columns = {key: cells for key, cells in layer.columns.items() if key != name}
    others = other_ids(columns, len(layer.frame))
    return Source(layer.file, ids, others, list(layer.remarks))


def read_districts(layer: Layer, id: str | None, hint: str | None = None) -> Places:
    """Return the districts of a layer of polygons, in the order in which they occur.

    Several rows with one id are one district. An invalid polygon is repaired, and of what a repair
    leaves the polygons count.
    """
    import pandas as pd

    ids, name = ids_of(layer, id, hint)
    ids = ids or list(map(str, layer.frame.index))
    source = source_of(layer, name)
    shapes, repaired = _repaired(layer, ids)
    if repaired:
        source.remarks.append(f"{repaired:,} invalid polygons repaired")
    rows = pd.DataFrame(layer.columns, index=ids).drop(
        columns=name or [], errors="ignore"
    )
    unique = list(dict.fromkeys(ids))
    if len(unique) < len(ids):
        source.remarks.append(f"{len(ids):,} rows are {len(unique):,} districts")
        groups = rows.groupby(level=0, sort=False)
        # What differs between the rows of one district is no fact about it.
        rows = groups.first().loc[:, groups.nunique().max() == 1]
        shapes.index = ids
        shapes = shapes.groupby(level=0, sort=False).agg(
            lambda some: some.iloc[0] if len(some) == 1 else some.union_all()
        )
        shapes = shapes.set_crs(layer.geometry.crs).reset_index(drop=True)
    middles = shapes.representative_point().to_crs(4326)
    lon = ((middles.x + 180) % 360 - 180).tolist()
    columns = {str(key): rows[key].tolist() for key in rows}
    return Places(unique, lon, middles.y.tolist(), columns, shapes, source)


def _repaired(layer: Layer, ids: list[str]) -> tuple[GeoSeries, int]:
    """Return valid polygons, and how many were not."""
    import geopandas
    import shapely

    shapes = np.array(layer.geometry.array, object)
    is_valid = shapely.is_valid(shapes)
    # Polygons may be in collections, too.
    is_good = is_valid & np.isin(shapely.get_type_id(shapes), (3, 6))
    for row in np.flatnonzero(~is_good).tolist():
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

    spots = shapely.get_coordinates(shapes.array)
    width = 1.0
    if shapes.crs.is_geographic:
        width = float(np.cos(np.radians(spots[:, 1].min() + spots[:, 1].max()) / 2))
    polygons = shapely.transform(np.array(shapes.array), lambda xy: xy * (width, 1))
    side = float(np.sqrt(np.median(shapely.area(polygons))))
    near = max(TOUCH * side, min(_rounding_step(spots), COARSEST * side))
    tree = shapely.STRtree(polygons)
    pairs = [tree.query(polygons, predicate="dwithin", distance=near)]
    if shapes.crs.is_geographic:
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


def district_of(places: Places, x: Any, y: Any, crs: str | None = None) -> Any:
    """Return the position of the district that each point falls into, or -1.

    A point on a border is in the first district by id. Each point is judged without the others.

    Parameters
    ----------
    places : Places
        Districts: polygons in their file's own system, in which borders are straight.
    x, y : (k,) arrays of float
        The points; those that are not finite are in no district.
    crs : str or None
        The system of the points; None are degrees (WGS84).
    """
    import shapely

    assert places.shapes is not None
    order = np.array(Ids(places.ids).order())
    tree = shapely.STRtree(np.array(places.shapes.array)[order])
    spots = np.column_stack(transformation(crs, places.shapes.crs)(x, y))
    usable = np.flatnonzero(np.isfinite(spots).all(axis=1))
    # The last entry is for points that are in no district.
    position = np.append(order, -1)
    rank = np.full(len(spots), len(order))
    # A polygon may go on beyond the antimeridian, where degrees are others.
    for turn in (0, 360, -360) if places.shapes.crs.is_geographic else (0,):
        points = shapely.points(spots[usable] + (turn, 0))
        rows, ranks = tree.query(points, predicate="intersects")
        np.minimum.at(rank, usable[rows], ranks)
    return position[rank]


def transformation(source: str | None, target: Any) -> Any:
    """Return a function of x and y that brings points of one system into another one.

    A ValueError says if `source`, the value of --crs, is no system of coordinates. None are degrees.
    """
    import pyproj

    try:
        move = pyproj.Transformer.from_crs(source or 4326, target, always_xy=True)
    except pyproj.exceptions.CRSError:
        raise ValueError(
            f"--crs is {source!r}; it must name a system of coordinates, such as EPSG:25832"
        ) from None
    return move.transform
