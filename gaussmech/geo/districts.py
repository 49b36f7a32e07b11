"""Districts: polygons as places, which of them touch, and the district of an event.

A vertex is a district, and an edge says that two borders touch. Borders that were drawn or rounded
separately do not meet exactly, so they touch if they are near enough (`touching_pairs`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gaussmech._hints import option
from gaussmech._ids import Ids
from gaussmech.geo.places import Places, Source
from gaussmech.geo.proofs import Proof, refuse_different_rows
from gaussmech.geo.read import Layer
from gaussmech.graphs.graph import Graph

if TYPE_CHECKING:
    from geopandas import GeoSeries

# Borders touch if their distance is at most this share of the side of a square of median area: a
# metre for districts of a square kilometre, which is less than the width of a street.
TOUCH = 1e-3
# Coordinates that are rounded more coarsely move borders by their rounding step. A step above this
# share of the side is not taken for rounding, because districts of a grid have whole numbers as
# corners.
COARSEST = 0.02


def read_districts(layer: Layer, id: str | None, hint: str | None = None) -> Places:
    """Return the districts of a layer of polygons, in the order in which they occur.

    Several rows with one id are one district, if this is plausible. An invalid polygon is repaired,
    and only the polygons of the repaired shape count.
    """
    numbers = [*map(str, range(len(layer.frame)))]
    ids, columns, column, source = layer.identified(id, hint, numbers)
    shapes = layer.geometry
    is_valid = shapes.is_valid
    # Polygons may be in collections, too.
    is_bad = ~is_valid | ~shapes.geom_type.isin(["Polygon", "MultiPolygon"])
    # The lines and points that a repair leaves have no buffer of width 0.
    shapes[is_bad] = shapes[is_bad].make_valid().buffer(0)
    if shapes.is_empty.any():
        row = int(shapes.is_empty.argmax())
        reason = layer.geometry.is_valid_reason().iloc[row]
        raise ValueError(
            f"{layer.file}: the polygon of {ids[row]!r} is not valid and has no area ({reason})"
        )
    if not is_valid.all():
        source.remarks.append(f"{(~is_valid).sum():,} invalid polygons repaired")
    if "" in ids or len({*ids}) == len(ids):
        return places_of_shapes(ids, shapes, columns, source)
    if column is not None and not column.is_named:
        refuse_different_rows(layer.file, column.name, ids, columns)
    return _united(ids, shapes, columns, source)


def _united(
    ids: list[str], shapes: GeoSeries, columns: dict[str, list[str]], source: Source
) -> Places:
    """Return districts, some of which have several rows, with one row each."""
    groups = shapes.groupby(np.array(ids), sort=False)
    united = groups.agg(lambda some: some.union_all())
    unique = united.index.tolist()
    source.proofs.append(
        Proof("rows", f"{len(ids):,} rows are {len(unique):,} districts")
    )
    shapes = united.set_crs(shapes.crs).reset_index(drop=True)
    properties = {}
    for name, cells in columns.items():
        pairs = [*zip(ids, cells, strict=True)]
        # A property that differs between the rows of one district is not one of the district.
        if len({*pairs}) == len(unique):
            properties[name] = [*dict(pairs).values()]
    return places_of_shapes(unique, shapes, properties, source)


def places_of_shapes(
    ids: list[str], shapes: GeoSeries, columns: dict[str, list[str]], source: Source
) -> Places:
    """Return polygons as places; their coordinates are those of a point in each."""
    middles = shapes.representative_point().to_crs(4326)
    # A polygon may go on beyond the antimeridian.
    lon = ((middles.x + 180) % 360 - 180).tolist()
    return Places(ids, lon, middles.y.tolist(), columns, shapes, source)


def graph_of_districts(places: Places) -> Graph:
    """Return the graph of districts, with an edge where borders touch."""
    edges = touching_pairs(places.shapes)
    return Graph(len(places.ids), edges, lon=places.lon, lat=places.lat)


def touching_pairs(shapes: GeoSeries) -> Any:
    """Return the pairs (m, 2) of polygons whose borders touch; a corner suffices.

    Distances are those of the file's own system. For degrees they are those of a plane in which a
    degree of longitude has its length in the middle latitude, so that straight borders stay
    straight.
    """
    planar = shapes.set_crs(None, allow_override=True)
    turns = [0.0]
    if shapes.crs.is_geographic:
        width = float(np.cos(np.radians(shapes.total_bounds[1::2].mean())))
        planar = planar.scale(width, origin=(0, 0))
        # A district that ends at -180 degrees touches one that ends at 180.
        turns.append(360 * width)
    side = planar.area.median() ** 0.5
    spots = shapes.get_coordinates().to_numpy()
    # The power of ten of which all coordinates are multiples, if there is one.
    step = next(
        (10.0**-k for k in range(-3, 10) if (np.round(spots, k) == spots).all()), 0
    )
    near = max(TOUCH * side, min(step, COARSEST * side))
    pairs = [
        planar.sindex.query(planar.translate(turn), predicate="dwithin", distance=near)
        for turn in turns
    ]
    both = np.sort(np.concatenate(pairs, axis=1).T, axis=1)
    return np.unique(both[both[:, 0] < both[:, 1]], axis=0)


def district_of(places: Places, x: Any, y: Any, crs: str | None = None) -> Any:
    """Return the position of the district that each point falls into, or -1.

    A point on a border is in the first district by id. Each point is judged independently of the
    others.

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

    order = np.array(Ids(places.ids).order())
    tree = shapely.STRtree(np.array(places.shapes.array)[order])
    spots = np.column_stack(transformation(crs, places.shapes.crs)(x, y))
    # The last entry is for points that are in no district.
    position = np.append(order, -1)
    rank = np.full(len(spots), len(order))
    # A polygon may go on beyond the antimeridian, where degrees differ by 360.
    for turn in (0, 360, -360) if places.shapes.crs.is_geographic else (0,):
        points = shapely.points(spots + (turn, 0))
        rows, ranks = tree.query(points, predicate="intersects")
        np.minimum.at(rank, rows, ranks)
    return position[rank]


def transformation(source: str | None, target: Any, asked: str | None = None) -> Any:
    """Return a function of x and y that brings points of one system into another one.

    A ValueError says that `source`, the value of the option `asked`, is not a coordinate reference
    system. None stands for degrees.
    """
    import pyproj

    try:
        move = pyproj.Transformer.from_crs(source or 4326, target, always_xy=True)
    except pyproj.exceptions.CRSError:
        raise ValueError(
            f"{asked or option('crs')} is {source!r}; it must name a coordinate reference system, such"
            " as EPSG:25832"
        ) from None
    return move.transform
