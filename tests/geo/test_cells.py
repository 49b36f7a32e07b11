"""Cells over an area: squares of metres and hexagons of H3."""

import geopandas as gpd
import h3
import numpy as np
import pytest
from shapely.geometry import LineString, Polygon, box

from gaussmech.geo.cells import cells

BOX = ["7.0", "46.9", "7.05", "46.95"]
FRAME = box(7.0, 46.9, 7.05, 46.95)


@pytest.fixture
def area(tmp_path):
    def area(shape, crs):
        gpd.GeoDataFrame(geometry=[shape], crs=crs).to_file(tmp_path / "area.gpkg")
        return [str(tmp_path / "area.gpkg")]

    return area


def test_squares_have_ids_from_their_corners_and_eight_neighbours(area):
    graph, places = cells("100m", area(box(432_000, -150, 432_250, 100), 27700))
    corners = [(x, y) for x in (0, 100, 200) for y in ("S200", "S100", "N0")]
    assert places.ids == [f"E{432_000 + x}{y}" for x, y in corners]
    assert sorted(graph.degree.tolist()) == [3] * 4 + [5] * 4 + [8]
    assert places.shapes.iloc[2].bounds == (432_000, 0, 432_100, 100)
    assert places.shapes.crs.to_epsg() == 27700 and places.are_districts
    # Next month's list is the same where the areas overlap.
    _, more = cells("100m", area(box(432_100, -150, 432_900, 90), 27700))
    assert {*places.ids[3:]} <= {*more.ids}


@pytest.mark.parametrize(
    ("shape", "count"),
    [
        # Touching sides have nothing of the area.
        (box(0, 0, 3000, 2000), 6),
        (box(10, 10, 3010, 2010), 12),
        # Of lines the convex hull counts.
        (LineString([(500, 500), (2500, 500), (500, 1500)]), 5),
    ],
)
def test_squares_that_intersect_the_area_are_places(shape, count, area):
    assert cells("1km", area(shape, 25832))[0].n == count


# West and south of boxes in degrees, and their UTM zones.
ZONES = [(7, 46.9, 32632), (-70.1, -33.5, 32719), (5.97, 50, 32631), (179.9, 1, 32660)]


@pytest.mark.parametrize(("west", "south", "zone"), ZONES)
def test_a_box_in_degrees_lies_in_its_utm_zone(west, south, zone):
    frame = gpd.GeoSeries([box(west, south, west + 0.05, south + 0.05)], crs=4326)
    _, places = cells("1km", [*map(str, frame.iloc[0].bounds)])
    assert places.shapes.crs == zone and f"EPSG:{zone}" in places.source.file
    # The squares cover the box, whose sides are parallels and meridians.
    area = frame.segmentize(0.001).to_crs(zone).iloc[0]
    assert places.shapes.intersects(area).all()
    assert area.difference(places.shapes.union_all()).area < 100


def test_hexagons_that_intersect_the_area_are_places():
    graph, places = cells("h3:9", BOX)
    assert {*h3.geo_to_cells(FRAME, 9)} < {*places.ids}
    assert places.shapes.intersects(FRAME).all()
    around = {other for key in places.ids for other in h3.grid_disk(key, 1)}
    outside = around - {*places.ids}
    rings = [Polygon([(x, y) for y, x in h3.cell_to_boundary(key)]) for key in outside]
    assert not gpd.GeoSeries(rings).intersects(FRAME).any()
    names = np.array(places.ids)
    assert {frozenset(pair) for pair in names[graph.edges].tolist()} == {
        frozenset((key, other))
        for key in places.ids
        for other in {*h3.grid_disk(key, 1)} - outside - {key}
    }


REFUSED = [
    ("200", BOX, "--cells is '200'; allowed are squares such as 200m"),
    ("h3:16", BOX, "h3:0 to h3:15"),
    ("0m", BOX, "--cells is '0m'"),
    ("5m", ["1", "2", "3"], "west, south, east and north"),
    ("5m", ["3", "0", "2", "1"], "--within is 3 0 2 1"),
    ("5m", ["nowhere.gpkg"], "--within: cannot read 'nowhere.gpkg'"),
    ("5m", ["7", "46", "9", "47"], "more than 1,000,000 cells"),
    ("h3:15", ["7", "46", "9", "47"], "more than 1,000,000 cells"),
]


@pytest.mark.parametrize(("kind", "within", "message"), REFUSED)
def test_what_is_no_area_or_too_much_is_refused(kind, within, message):
    with pytest.raises(ValueError, match=message):
        cells(kind, within)
