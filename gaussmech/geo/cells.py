"""Places without a list: the cells of a grid in metres, or of H3, that cover an area.

Every cell that intersects the area is a place; neighbours share a border or a corner. The ids
depend only on where a cell is, so next month's list is the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from gaussmech._checks import Array
from gaussmech._csv import number
from gaussmech._extras import need
from gaussmech.geo.districts import graph_of_districts, places_of_shapes
from gaussmech.geo.places import Places, Source
from gaussmech.geo.proofs import Proof, system_name
from gaussmech.geo.read import PACKAGES, read_layer
from gaussmech.geo.sphere import unit_vectors
from gaussmech.graphs.graph import Graph

if TYPE_CHECKING:
    from geopandas import GeoSeries
    from pyproj import CRS

MOST_CELLS = 10**6
# A system has true metres where areas are wrong by at most this share, and sides by half of it.
TRUE_METRES = 0.02
_KIND = re.compile(r"([1-9][0-9]{0,6})(m|km)|h3:(1[0-5]|[0-9])")
TOO_MANY = f"--cells: more than {MOST_CELLS:,} cells; take larger ones"


def cells(
    kind: str, within: list[str], layer: str | None = None
) -> tuple[Graph, Places]:
    """Return the graph of the cells that intersect an area, and the cells as places.

    Parameters
    ----------
    kind : str
        "200m" or "1km" for squares with this side, or "h3:9" for hexagons of this resolution.
    within : list of str
        A GIS file (for lines or points, their convex hull is the area), or west, south, east and
        north in degrees.
    layer : str, optional
        The layer of the file, if it has several.

    Returns
    -------
    graph : Graph
        A vertex per cell.
    places : Places
        The cells, as polygons: squares in a system with true metres, that of the file or the
        UTM zone of the middle of the area, or an equal-area system; hexagons in degrees.

    Raises
    ------
    ValueError
        If `kind` or `within` is not as described, or there are more than 1e6 cells.
    """
    match = _KIND.fullmatch(kind)
    if match is None:
        raise ValueError(
            f"--cells is {kind!r}; allowed are squares such as 200m or 1km, and h3:0 to h3:15"
        )
    need("geography", *PACKAGES)
    area, name = _area(within, layer)
    number, unit, resolution = match.groups()
    proofs = [Proof("overlap", "cells share borders alone")]
    if resolution is None:
        area, metres = _in_true_metres(area)
        proofs.append(metres)
        ids, shapes = _squares(area, int(number) * (1000 if unit == "km" else 1))
    else:
        ids, shapes = _hexagons(area, int(resolution))
    if not ids:
        raise ValueError(f"--within: {name} has no area")
    if len(ids) > MOST_CELLS:
        raise ValueError(TOO_MANY)
    name = f"the cells of {kind} over {name}, in {system_name(shapes.crs)}"
    source = Source(name, "where each cell is", crs=shapes.crs, proofs=proofs)
    places = places_of_shapes(ids, shapes, {}, source)
    return graph_of_districts(places), places


def _area(within: list[str], layer: str | None) -> tuple[GeoSeries, str]:
    """Return the area, a series of a single polygon, and its name."""
    import geopandas
    import shapely

    if len(within) == 1:
        rows = read_layer(within[0], layer, asked="--within")
        whole = rows.geometry.make_valid().union_all()
        if rows.kinds != {"polygons"}:
            whole = whole.convex_hull
        return geopandas.GeoSeries([whole], crs=rows.geometry.crs), rows.file
    box = [number(text) for text in within]
    # No comparison holds of numbers that are missing.
    west, south, east, north = box if len(box) == 4 else 4 * [np.nan]
    is_on_earth = max(abs(west), abs(east)) <= 180 and -90 <= south < north <= 90
    # Over the antimeridian west is the larger number (RFC 7946, 5.2), but no box is that wide.
    if not (is_on_earth and (west < east or west - east > 180)):
        raise ValueError(
            f"--within is {' '.join(within)}; it must be a file, or west, south, east and north in"
            " degrees"
        )
    parts = [(west, east)] if west < east else [(west, 180), (-180, east)]
    boxes = [shapely.box(start, south, stop, north) for start, stop in parts]
    # The sides of the box are parallels and meridians, which are curves elsewhere.
    side = max((east - west) % 360, north - south)
    area = geopandas.GeoSeries([shapely.union_all(boxes)], crs=4326)
    return area.segmentize(side / 100), "the box " + " ".join(within)


def _in_true_metres(area: GeoSeries) -> tuple[GeoSeries, Proof]:
    """Return an area in a system with true metres, and the proof.

    It is its own system, otherwise the UTM zone of its middle, otherwise an equal-area system
    around it.
    """
    spots = area.to_crs(4326).get_coordinates().to_numpy()
    for crs in (area.crs, *_systems_around(spots)):
        error = _areal_error(crs, spots)
        if error <= TRUE_METRES:
            break
    else:
        raise ValueError("--within: no system has true metres over so large an area")
    fact = f"areas in {system_name(crs)} are true to {100 * error:.2g} %"
    return area.to_crs(crs), Proof("metres", fact)


def _systems_around(spots: Array) -> tuple[CRS, CRS]:
    """Return the UTM zone of the middle of spots in degrees, and the equal-area system around it."""
    import pyproj

    # The middle on the sphere has no jump at the antimeridian.
    x, y, z = unit_vectors(*spots.T).mean(axis=0)
    lon = float(np.degrees(np.arctan2(y, x)))
    lat = float(np.degrees(np.arctan2(z, np.hypot(x, y))))
    zone = int((lon + 180) // 6) % 60 + 1
    utm = pyproj.CRS.from_epsg((32600 if lat >= 0 else 32700) + zone)
    lon, lat = round(lon, 1), round(lat, 1)
    around = pyproj.CRS(f"+proj=laea +lon_0={lon} +lat_0={lat} +datum=WGS84 +type=crs")
    name = {"name": f"the equal-area system around {lon} E {lat} N"}
    return utm, pyproj.CRS.from_json_dict(around.to_json_dict() | name)


def _areal_error(crs: CRS, spots: Array) -> float:
    """Return the largest relative error of areas at the spots; infinite without metres."""
    import pyproj

    if not crs.is_projected or crs.axis_info[0].unit_conversion_factor != 1:
        return np.inf
    scale = pyproj.Proj(crs).get_factors(*spots.T).areal_scale
    # Where a system is not defined, its scale is infinite or missing, and no error is small enough.
    return float(np.max(np.abs(np.subtract(scale, 1))))


def _squares(area: GeoSeries, side: int) -> tuple[list[str], GeoSeries]:
    """Return the ids and the shapes of the squares that intersect an area, whose units are metres."""
    import geopandas
    import shapely

    whole = area.iloc[0]
    west, south, east, north = np.floor_divide(whole.bounds, side).astype(int)
    # A thin area may meet few of the squares around it.
    if (east - west + 1) * (north - south + 1) > 20 * MOST_CELLS:
        raise ValueError(TOO_MANY)
    corners = side * np.mgrid[west : east + 1, south : north + 1].reshape(2, -1)
    squares = shapely.box(*corners, *(corners + side))
    shapely.prepare(whole)
    # A square that only touches the area contains no part of it.
    is_in = shapely.intersects(whole, squares) & ~shapely.touches(whole, squares)
    ids = [
        f"{'EW'[x < 0]}{abs(x)}{'NS'[y < 0]}{abs(y)}"
        for x, y in corners.T[is_in].tolist()
    ]
    return ids, geopandas.GeoSeries(squares[is_in], crs=area.crs)


def _hexagons(area: GeoSeries, resolution: int) -> tuple[list[str], GeoSeries]:
    """Return the ids and the shapes of the cells of H3 that intersect an area."""
    need("geography", "h3")
    import geopandas
    import h3
    import shapely

    # The areas are in square metres. A mistake in the resolution must not fill the memory.
    size = h3.average_hexagon_area(resolution, unit="m^2")
    if area.to_crs("ESRI:54034").area.sum() > 2 * MOST_CELLS * size:
        raise ValueError(TOO_MANY)
    shape = h3.geo_to_h3shape(area.to_crs(4326).iloc[0])
    keys = h3.polygon_to_cells_experimental(shape, resolution, contain="overlap")
    # Each part of an area has its own cells, and parts may share some.
    ids = sorted(set(keys))
    rings = []
    for key in ids:
        lat, lon = np.transpose(h3.cell_to_boundary(key))
        # A cell may go on beyond the antimeridian.
        lon = lon % 360 if np.ptp(lon) > 180 else lon
        rings.append(shapely.Polygon(np.column_stack((lon, lat))))
    return ids, geopandas.GeoSeries(rings, crs=4326)
