"""Districts: whose borders touch, which rows are one, and where events fall."""

import geopandas as gpd
import numpy as np
import pytest
from shapely.affinity import rotate
from shapely.geometry import MultiPolygon, Polygon, box

import gaussmech as gm
from gaussmech.geo.districts import district_of
from gaussmech.geo.graph_files import graph_of_places
from gaussmech.geo.write import DRIVERS, map_bytes


def square(west, south):
    """Return a square of a degree."""
    return box(west, south, west + 1, south + 1)


def frame(*polygons, crs=4326, **columns):
    return gpd.GeoDataFrame(columns, geometry=[*polygons], crs=crs)


def read(*polygons, **columns):
    _, places = graph_of_places(frame(*polygons, **columns))
    return places


@pytest.mark.parametrize("decimals", [None, 6, 5, 4])
@pytest.mark.parametrize(("width", "height"), [(1000, 700), (600, 500)])
def test_bricks_touch_whose_corners_lie_in_the_middle_of_a_border(
    width, height, decimals, tmp_path
):
    rows, columns = np.mgrid[:12, :11].reshape(2, -1)
    west = 300_000 + width * (columns + rows % 2 / 2)
    south = 5_600_000 + height * rows
    corners = np.transpose([west, south, west + width, south + height])
    bricks = [
        rotate(box(*corner), 17, origin=(310_000, 5_607_000)) for corner in corners
    ]
    bricks = frame(*bricks, crs=25832, id=range(len(bricks)))
    if decimals is not None:
        degrees = bricks.to_crs(4326)
        degrees.to_file(tmp_path / "w.geojson", COORDINATE_PRECISION=decimals)
        bricks = gpd.read_file(tmp_path / "w.geojson")
    # Each touches the next in its row, and two in the row below, but one at an end of the row.
    assert gm.read_graph(bricks)[0].m == 12 * 10 + 11 * (2 * 11 - 1)


@pytest.mark.parametrize("kind", DRIVERS)
def test_each_kind_of_map_is_written_as_it_is_read(kind, tmp_path):
    places = read(square(8, 50), square(9, 50), code=["a", "b"])
    path = tmp_path / f"map{kind}"
    columns = {"code": places.ids, "count": [3.0, 4.0]}
    path.write_bytes(map_bytes(kind, places, columns))
    found = gpd.read_file(path)
    assert found["code"].tolist() == ["a", "b"] and found["count"].sum() == 7
    assert found.geometry.geom_equals(places.shapes).all()


TOUCHING = [
    # Corners count, an island is alone.
    (
        [square(0, 0), square(1, 0), square(1, 1), square(5, 5)],
        [[0, 1], [0, 2], [1, 2]],
    ),
    # A gap of a hundredth of a side is a street, and one of a tenth, to which corners are rounded.
    ([square(1, 1), box(2.011, 1, 3, 2), square(4, 1)], []),
    ([square(0, 0), box(1.1, 0, 2, 1), square(3, 0)], []),
    # A district within the hole of another one touches it.
    ([box(0, 0, 3, 3) - square(1, 1), square(1, 1)], [[0, 1]]),
    # Both sides of the antimeridian, which one may cross.
    ([square(179, 0), square(-180, 0), square(0, 0)], [[0, 1]]),
    ([box(179, 0, 181, 1), square(-179, 0)], [[0, 1]]),
    # Far north a degree of longitude is short.
    ([box(10, 70, 11, 70.3), box(11.0007, 70, 12, 70.3)], [[0, 1]]),
]


@pytest.mark.parametrize(("polygons", "pairs"), TOUCHING)
def test_districts_that_touch_are_linked(polygons, pairs):
    graph, _ = gm.read_graph(frame(*polygons, id=range(len(polygons))))
    assert graph.edges.tolist() == pairs
    assert (np.abs(graph.lon) <= 180).all()


def test_several_rows_of_one_district_are_one_place():
    squares = [square(k, 0) for k in range(4)]
    columns = {"GEOID": [*"bacb"], "county": [*"NSSN"], "pop": [1, 2, 3, 4]}
    places = read(*squares, **columns)
    assert places.ids == ["b", "a", "c"]
    assert [shape.area for shape in places.shapes] == [2, 1, 1]
    assert places.columns == {"county": ["N", "S", "S"]}
    assert "4 rows are 3 districts" in {proof.fact for proof in places.proofs}
    # A property without repeats goes first.
    assert read(*squares, **columns, fid=[4, 3, 2, 1]).ids == ["4", "3", "2", "1"]


def test_an_invalid_polygon_is_repaired_or_named():
    bow = Polygon([(0, 0), (2, 2), (2, 0), (0, 2)])
    # A repair leaves a square and a line.
    spike = Polygon([(3, 0), (4, 0), (4, 1), (3, 1), (3, 0), (2.5, 0), (3, 0)])
    places = read(bow, spike, id=["bow", "spike"])
    assert places.shapes.geom_type.tolist() == ["MultiPolygon", "Polygon"]
    assert [shape.area for shape in places.shapes] == [2, 1]
    assert "2 invalid polygons repaired" in places.source.remarks
    with pytest.raises(ValueError, match=r"the polygon of 'flat' .* has no area"):
        read(Polygon([(0, 0), (1, 1), (2, 2), (0, 0)]), id=["flat"])


def test_borders_are_straight_in_the_system_of_the_districts():
    # In degrees the northern border would be 1.2 km farther south in its middle.
    places = read(box(300_000, 5_600_000, 700_000, 5_900_000), crs=25832, id=["a"])
    spots = [500_000, 500_000, 500_000], [5_899_900, 5_900_100, 5_600_100]
    degrees = gpd.GeoSeries.from_xy(*spots, crs=25832).to_crs(4326)
    assert district_of(places, degrees.x, degrees.y).tolist() == [0, -1, 0]
    assert district_of(places, *spots, "EPSG:25832").tolist() == [0, -1, 0]
    with pytest.raises(ValueError, match="crs is 'metres'; it must name a coordinate"):
        district_of(places, *spots, "metres")


TRIPLE = [square(0, 0), square(1, 0), box(0, 1, 2, 2)]
ACROSS = [box(179, 0, 181, 1), square(-179, 0)]
PARTS = [
    box(0, 0, 3, 3) - square(1, 1),
    MultiPolygon([square(5, 0), square(7, 0)]),
]
# Districts and their ids, events, and where these fall.
BORDERS = [
    # On a border the first district by id counts, by value if ids are numbers.
    (
        TRIPLE,
        ["10", "9", "11"],
        [(1, 1), (0.5, 0.5), (9, 9), (np.nan, 1)],
        [1, 0, -1, -1],
    ),
    (TRIPLE, ["b", "c", "a"], [(1, 1), (np.inf, 0)], [2, -1]),
    # A district has a hole, and another two parts.
    (
        PARTS,
        ["a", "b"],
        [(1.5, 1.5), (0.5, 1.5), (5.5, 0.5), (7.5, 0.5)],
        [-1, 0, 1, 1],
    ),
    # Beyond the antimeridian degrees are others.
    (ACROSS, ["a", "b"], [(x, 0.5) for x in (-179.5, 179.5, 180, -180)], [0, 0, 0, 0]),
    (ACROSS, ["a", "b"], [(-178.5, 0.5), (180.5, 0.5)], [1, 0]),
    ([box(-181, 0, -179, 1)], ["a"], [(179.5, 0.5)], [0]),
]


@pytest.mark.parametrize(("polygons", "ids", "events", "expected"), BORDERS)
def test_an_event_falls_into_one_district(polygons, ids, events, expected):
    places = read(*polygons, id=ids)
    assert district_of(places, *np.transpose(events)).tolist() == expected
