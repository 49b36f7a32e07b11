"""Places without a list: the cells of a grid of metres, or of H3, over an area.

Every cell that intersects the area is a place; neighbours share a border or a corner.
The ids depend on where a cell is, and on nothing else: next month's list is the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from gaussmech._csv import number
from gaussmech._extras import need
from gaussmech.geo.places import Places, Source
from gaussmech.geo.read import read_layer, system_name
from gaussmech.graphs.graph import Graph

if TYPE_CHECKING:
    from geopandas import GeoSeries

MOST_CELLS = 10**6
_METRES = re.compile(r"([1-9][0-9]{0,6})(m|km)")
_H3 = re.compile(r"h3:(1[0-5]|[0-9])")
# Half of the eight neighbours of a cell of a grid; the others are met from the other side.
_NEIGHBOURS = ((1, 0), (0, 1), (1, 1), (1, -1))


def cells(
    kind: str, within: list[str], layer: str | None = None
) -> tuple[Graph, Places]:
    """Return the graph of the cells that intersect an area, and the cells as places.

    Parameters
    ----------
    kind : str
        "200m" or "1km" for squares with this side, or "h3:9" for hexagons of this resolution.
    within : list of str
        A file of a GIS (of lines or points, the convex hull counts), or west, south, east and north
        in degrees.
    layer : str, optional
        The layer of the file, if it has several.

    Returns
    -------
    graph : Graph
        A vertex per cell.
    places : Places
        The cells, as polygons: squares in a metric system, that of the file or else the UTM zone of
        the middle of the area; hexagons in degrees.

    Raises
    ------
    ValueError
        If `kind` or `within` is not as described, or there are more than 1e6 cells.
    """
    metres = _METRES.fullmatch(kind)
    if not metres and not _H3.fullmatch(kind):
        raise ValueError(
            f"--cells is {kind!r}; allowed are squares such as 200m or 1km, and h3:0 to h3:15"
        )
    need("geography", "geopandas", "shapely", "pyproj")
    area, name = _area(within, layer)
    if metres:
        side = int(metres[1]) * (1000 if metres[2] == "km" else 1)
        ids, shapes, pairs = _squares(area, side)
    else:
        ids, shapes, pairs = _hexagons(area, int(kind[3:]))
    if not ids:
        raise ValueError(f"--within: {name} has no area")
    middles = shapes.centroid if metres else shapes.representative_point()
    spots = middles.to_crs(4326)
    source = Source(
        f"the cells of {kind} over {name}, in {system_name(shapes.crs)}",
        "where each cell is",
    )
    lon = ((spots.x + 180) % 360 - 180).tolist()
    places = Places(ids, lon, spots.y.tolist(), {}, shapes, source)
    return Graph(len(ids), pairs, lon=lon, lat=places.lat), places


def _area(within: list[str], layer: str | None) -> tuple[GeoSeries, str]:
    """Return the area, a series of a single polygon, and its name."""
    import geopandas
    import shapely

    if len(within) == 1:
        rows = read_layer(within[0], layer, option="--within")
        whole = shapely.union_all(shapely.make_valid(rows.geometry.array))
        if rows.kinds != {"polygons"}:
            whole = shapely.convex_hull(whole)
        return geopandas.GeoSeries([whole], crs=rows.geometry.crs), rows.file
    box = [number(text) for text in within]
    is_box = len(box) == 4 and -180 <= box[0] < box[2] <= 180
    if not is_box or not -90 <= box[1] < box[3] <= 90:
        raise ValueError(
            f"--within is {' '.join(within)}; it must be a file, or west, south, east and north in"
            " degrees"
        )
    # The sides of the box are parallels and meridians, which are curves elsewhere.
    side = max(box[2] - box[0], box[3] - box[1])
    frame = shapely.segmentize(shapely.box(*box), side / 100)
    return geopandas.GeoSeries([frame], crs=4326), "the box " + " ".join(within)


def _squares(area: GeoSeries, side: int) -> tuple[list[str], GeoSeries, Any]:
    """Return the ids, the shapes and the neighbours of the squares that intersect an area."""
    import geopandas
    import shapely

    crs = area.crs
    is_metric = crs.is_projected and crs.axis_info[0].unit_conversion_factor == 1
    if not is_metric:
        west, south, east, north = area.to_crs(4326).total_bounds
        zone = min(int((west + east) / 2 + 180) // 6 + 1, 60)
        area = area.to_crs((32600 if south + north >= 0 else 32700) + zone)
    whole = area.iloc[0]
    shapely.prepare(whole)
    west, south, east, north = np.floor(np.array(whole.bounds) / side).astype(int)
    if (east - west + 1) * (north - south + 1) > 20 * MOST_CELLS:
        raise ValueError(f"--cells: more than {MOST_CELLS:,} cells; take larger ones")
    column, row = np.mgrid[west : east + 1, south : north + 1].reshape(2, -1)
    squares = shapely.box(
        column * side, row * side, (column + 1) * side, (row + 1) * side
    )
    # A square that only touches the area has nothing of it.
    is_in = shapely.intersects(whole, squares)
    is_in[is_in] = ~shapely.touches(whole, squares[is_in])
    column, row, squares = column[is_in], row[is_in], squares[is_in]
    _check_number(len(squares))
    ids = [
        f"{_corner('EW', side * x)}{_corner('NS', side * y)}"
        for x, y in zip(column.tolist(), row.tolist(), strict=True)
    ]
    # Cells are in the order of column and row, so their keys ascend.
    height = int(np.ptp(row, axis=None)) + 3 if len(row) else 1
    key = column * height + row
    pairs = []
    for right, up in _NEIGHBOURS:
        other = np.searchsorted(key, key + right * height + up)
        other[other == len(key)] = 0
        is_there = key[other] == key + right * height + up
        pairs.append(np.column_stack((np.flatnonzero(is_there), other[is_there])))
    return ids, geopandas.GeoSeries(squares, crs=area.crs), np.concatenate(pairs)


def _corner(letters: str, metres: int) -> str:
    """Return how far east or north a corner is, such as E432100."""
    return f"{letters[metres < 0]}{abs(metres)}"


def _hexagons(area: GeoSeries, resolution: int) -> tuple[list[str], GeoSeries, Any]:
    """Return the ids, the shapes and the neighbours of the cells of H3 that intersect an area."""
    need("geography", "h3")
    import geopandas
    import h3
    import shapely

    degrees = area.to_crs(4326).iloc[0]
    # In square metres, so that a slip of the resolution does not fill the memory.
    size = h3.average_hexagon_area(resolution, unit="m^2")
    if area.to_crs("ESRI:54034").area.sum() > 2 * MOST_CELLS * size:
        raise ValueError(f"--cells: more than {MOST_CELLS:,} cells; take larger ones")
    shape = h3.geo_to_h3shape(shapely.geometry.mapping(degrees))
    found = h3.polygon_to_cells_experimental(shape, resolution, contain="overlap")
    ids = sorted(map(str, found))
    _check_number(len(ids))
    rings = []
    for key in ids:
        lat, lon = np.transpose(h3.cell_to_boundary(key))
        # A cell goes on beyond the antimeridian.
        if np.ptp(lon) > 180:
            lon = lon % 360
        rings.append(shapely.Polygon(np.column_stack((lon, lat))))
    position = {key: k for k, key in enumerate(ids)}
    pairs = [
        (k, position[other])
        for k, key in enumerate(ids)
        for other in h3.grid_disk(key, 1)
        if position.get(other, -1) > k
    ]
    edges = np.array(pairs, int).reshape(-1, 2)
    return ids, geopandas.GeoSeries(rings, crs=4326), edges


def h3_ids(kind: str, lon: Any, lat: Any) -> list[str]:
    """Return the cell of H3 of each point in degrees, empty for a point that is nowhere."""
    import h3

    resolution = int(kind[3:])
    ids = []
    for x, y in zip(lon.tolist(), lat.tolist(), strict=True):
        is_on_earth = abs(x) <= 180 and abs(y) <= 90
        ids.append(h3.latlng_to_cell(y, x, resolution) if is_on_earth else "")
    return ids


def _check_number(count: int) -> None:
    """Refuse too many cells."""
    if count > MOST_CELLS:
        raise ValueError(
            f"--cells: {count:,} cells; at most {MOST_CELLS:,} are allowed; take larger ones"
        )
