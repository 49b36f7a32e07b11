"""Districts: whose borders touch, which rows are one, and where events fall."""

import geopandas as gpd
import numpy as np
import pytest
import shapely
from matplotlib.path import Path as Outline
from shapely.affinity import rotate
from shapely.geometry import LineString, MultiPolygon, Polygon, box

import gaussmech as gm
from gaussmech.geo.districts import district_of, read_districts, touching_pairs
from gaussmech.geo.read import read_layer


def frame(*polygons, crs=4326, **columns):
    return gpd.GeoDataFrame(columns, geometry=[*polygons], crs=crs)


def wall(width, height, rows=12, columns=11):
    """Districts as bricks, whose corners lie in the middle of other borders, and the pairs."""
    bricks, pairs = [], 0
    for row in range(rows):
        for column in range(columns):
            west = 300_000 + width * (column + row % 2 / 2)
            south = 5_600_000 + height * row
            bricks.append(box(west, south, west + width, south + height))
            pairs += column > 0
            # Each touches two in the row below, but one at an end of the row.
            at_end = column == (columns - 1 if row % 2 else 0)
            pairs += row and (1 if at_end else 2)
    turned = [rotate(brick, 17, origin=(310_000, 5_607_000)) for brick in bricks]
    return frame(*turned, crs=25832, id=range(len(bricks))), pairs


@pytest.mark.parametrize("decimals", [None, 7, 6, 5])
@pytest.mark.parametrize("sides", [(1000, 700), (600, 500)])
def test_borders_touch_that_end_in_the_middle_of_another(sides, decimals, tmp_path):
    bricks, pairs = wall(*sides)
    if decimals is not None:
        path = tmp_path / "wall.geojson"
        bricks.to_file(path, COORDINATE_PRECISION=decimals)
        bricks = gpd.read_file(path)
    assert gm.read_graph(bricks)[0].m == pairs


SQUARES = [box(0, 0, 1, 1), box(1, 0, 2, 1), box(1, 1, 2, 2), box(5, 5, 6, 6)]
TOUCHING = [
    # Corners count, an island is alone.
    (SQUARES, [[0, 1], [0, 2], [1, 2]]),
    # A gap of a hundredth of a side is a street, though corners are whole numbers.
    ([box(0, 0, 1, 1), box(1.011, 0, 2, 1), box(3, 0, 4, 1)], []),
    # A district within the hole of another one touches it.
    ([box(0, 0, 3, 3) - box(1, 1, 2, 2), box(1, 1, 2, 2)], [[0, 1]]),
    # Both sides of the antimeridian, which one may cross.
    ([box(179, 0, 180, 1), box(-180, 0, -179, 1), box(0, 0, 1, 1)], [[0, 1]]),
    ([box(179, 0, 181, 1), box(-179, 0, -178, 1)], [[0, 1]]),
    # Far north a degree of longitude is short.
    ([box(10, 70, 11, 70.3), box(11.0001, 70, 12, 70.3)], [[0, 1]]),
]


@pytest.mark.parametrize(("polygons", "pairs"), TOUCHING, ids=range(len(TOUCHING)))
def test_districts_that_touch_are_linked(polygons, pairs):
    places = frame(*polygons, id=range(len(polygons)))
    assert touching_pairs(places.geometry).tolist() == pairs
    graph, _ = gm.read_graph(places)
    assert graph.edges.tolist() == pairs
    assert (np.abs(graph.lon) <= 180).all()


def read(polygons, **options):
    return read_districts(read_layer(polygons), None, **options)


def test_several_rows_of_one_district_are_one_place():
    rows = frame(
        *SQUARES, GEOID=["b", "a", "c", "b"], county=["N", "S", "S", "N"], pop=[1, 2, 3, 4]
    )  # fmt: skip
    places = read(rows)
    assert places.ids == ["b", "a", "c"]
    assert shapely.area(places.shapes.array).tolist() == [2, 1, 1]
    assert places.columns == {"county": ["N", "S", "S"]}
    assert "4 rows are 3 districts" in places.source.remarks
    # A property without repeats goes first.
    assert read(rows.assign(fid=[4, 3, 2, 1])).ids == ["4", "3", "2", "1"]


def test_an_invalid_polygon_is_repaired_or_named():
    bow = Polygon([(0, 0), (2, 2), (2, 0), (0, 2)])
    spike = Polygon([(3, 0), (4, 0), (4, 1), (3, 1), (3, 0), (2.5, 0), (3, 0)])
    places = read(frame(bow, spike, id=["bow", "spike"]))
    assert places.shapes.is_valid.all()
    assert shapely.area(places.shapes.array).tolist() == [2, 1]
    assert {*places.shapes.geom_type} == {"MultiPolygon", "Polygon"}
    assert "2 invalid polygons repaired" in places.source.remarks
    flat = Polygon([(0, 0), (1, 1), (2, 2), (0, 0)])
    with pytest.raises(ValueError, match="the polygon of 'flat' .* has no area"):
        read(frame(flat, id=["flat"]))


def test_events_fall_into_the_district_that_contains_them():
    """As another library says, for districts of a Voronoi-like fan with a hole and two parts."""
    rng = np.random.default_rng(3)
    angles = np.sort(rng.uniform(0, 2 * np.pi, 9))
    rim = np.column_stack([np.cos(angles), np.sin(angles)]) * 9000 + (
        500_000,
        5_600_000,
    )
    middle = (500_300, 5_600_200)
    wedges = [Polygon([middle, rim[k], rim[(k + 1) % 9]]) for k in range(9)]
    hole = wedges[4].representative_point().buffer(300)
    wedges[4] = wedges[4] - hole
    wedges[0] = MultiPolygon([wedges[0], box(512_000, 5_600_000, 513_000, 5_601_000)])
    ids = [f"d{k}" for k in rng.permutation(9)]
    districts = frame(*wedges, crs=25832, code=ids)
    spots = np.column_stack(
        [rng.uniform(-10_000, 14_000, 900), rng.uniform(-1e4, 1e4, 900)]
    )
    spots += (500_000, 5_600_000)
    degrees = gpd.GeoSeries.from_xy(*spots.T, crs=25832).to_crs(4326)
    found = district_of(read(districts), degrees.x, degrees.y)
    expected = np.full(900, -1)
    for k, wedge in enumerate(wedges):
        for part in getattr(wedge, "geoms", [wedge]):
            is_inside = Outline(part.exterior.coords).contains_points(spots)
            for ring in part.interiors:
                is_inside &= ~Outline(ring.coords).contains_points(spots)
            expected[is_inside] = k
    np.testing.assert_array_equal(found, expected)
    assert {*expected} == {-1, *range(9)}
    # Each alone, and in the districts' own system.
    places = read(districts)
    few = degrees.get_coordinates().to_numpy()[:40]
    alone = [district_of(places, [x], [y])[0] for x, y in few]
    assert alone == found[:40].tolist()
    in_metres = district_of(places, *spots.T, "EPSG:25832")
    np.testing.assert_array_equal(in_metres, expected)


def test_an_event_on_a_border_is_in_the_first_district_by_id():
    for ids, first in ((["10", "9", "11"], 1), (["b", "c", "a"], 2)):
        places = read(frame(box(0, 0, 1, 1), box(1, 0, 2, 1), box(0, 1, 2, 2), id=ids))
        assert district_of(places, [1.0, 0.5, 9], [1.0, 0.5, 9]).tolist() == [
            first,
            0,
            -1,
        ]
        assert district_of(places, [np.nan, np.inf], [1, 0]).tolist() == [-1, -1]


def test_events_beyond_the_antimeridian_are_found():
    places = read(frame(box(179, 0, 181, 1), box(-179, 0, -178, 1), id=["a", "b"]))
    lon = [-179.5, 179.5, 180, -180, -178.5, 180.5]
    assert district_of(places, lon, [0.5] * 6).tolist() == [0, 0, 0, 0, 1, 0]


def test_a_system_that_is_none_is_refused():
    with pytest.raises(ValueError, match="--crs is 'metres'; it must name a system"):
        district_of(read(frame(*SQUARES, id=range(4))), [0], [0], "metres")


def test_lines_are_no_districts():
    with pytest.raises(ValueError, match="polygons must be on their own"):
        gm.read_graph(frame(box(0, 0, 1, 1), LineString([(0, 0), (1, 1)])))
