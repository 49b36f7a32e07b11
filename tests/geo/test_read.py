"""Files of a GIS as they occur: layers, coordinate reference systems, lost geometries, ids."""

import json
import shutil

import geopandas as gpd
import pytest
from shapely.geometry import LineString, Point, box

import gaussmech as gm
from gaussmech.geo.graph_files import graph_of_places, list_of_places

# Two squares of a kilometre, side by side, in metres.
SQUARES = gpd.GeoSeries([box(0, 0, 1000, 1000), box(1000, 0, 2000, 1000)], crs=25832)
SQUARES = SQUARES.translate(500_000, 5_600_000)


def districts(**columns):
    return gpd.GeoDataFrame(columns, geometry=SQUARES)


def feature(kind, coordinates):
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "properties": {}, "geometry": geometry}


@pytest.fixture
def write(tmp_path):
    def write(*features, **members):
        document = {"type": "FeatureCollection", "features": features, **members}
        return write_text(json.dumps(document))

    def write_text(text):
        (tmp_path / "g.geojson").write_text(text)
        return str(tmp_path / "g.geojson")

    write.text = write_text
    return write


@pytest.mark.parametrize("name", ["d.gpkg", "d.geojson", "d.shp", "d.fgb", "d.shp.zip"])
def test_a_frame_and_its_file_give_the_same_graph(name, tmp_path):
    frame = districts(code=["a", "b"], kind=["x", "x"])
    frame.to_file(tmp_path / name)
    graph, ids = gm.read_graph(str(tmp_path / name))
    expected, expected_ids = gm.read_graph(frame)
    assert sorted(ids) == expected_ids == ["a", "b"]
    assert graph.m == expected.m == 1
    assert sorted(graph.lon) == pytest.approx(expected.lon, abs=1e-5)


def test_one_of_several_layers_is_chosen(tmp_path):
    path = str(tmp_path / "city.gpkg")
    for layer in ("wards", "tracts"):
        districts(code=["a", "b"]).to_file(path, layer=layer)
    for layer, no in ((None, ""), ("w", " and no 'w'")):
        message = f"city.gpkg has the layers wards, tracts{no}; choose one by layer"
        with pytest.raises(ValueError, match=message):
            gm.read_graph(path, layer=layer)
    _, places = graph_of_places(path, None, layer="tracts")
    assert places.source.file == "city.gpkg, layer tracts"
    assert places.source.remarks == ["layers wards"]


@pytest.mark.parametrize("part", [".shx", ".dbf"])
def test_a_shapefile_is_several_files(part, tmp_path):
    districts(code=["a", "b"]).to_file(tmp_path / "d.shp")
    (tmp_path / "d").with_suffix(part).unlink()
    with pytest.raises(ValueError, match=f"its {part} file is missing"):
        gm.read_graph(str(tmp_path / "d.shp"))
    archive = shutil.make_archive(str(tmp_path / "z"), "zip", tmp_path)
    with pytest.raises(ValueError, match=f"its {part} file is missing"):
        gm.read_graph(archive)


def test_the_system_of_coordinates_must_be_known(tmp_path):
    frame = districts(code=["a", "b"])
    frame.to_file(tmp_path / "d.shp")
    (tmp_path / "d.prj").unlink()
    with pytest.raises(
        ValueError, match=r"d.shp has no coordinate reference system.*set_crs"
    ):
        gm.read_graph(str(tmp_path / "d.shp"))
    with pytest.raises(
        ValueError, match="the GeoDataFrame has no .* TopoJSON cannot have"
    ):
        gm.read_graph(frame.set_crs(None, allow_override=True))


def test_metres_are_read_in_the_system_that_the_file_states_or_refused(write):
    line = feature("LineString", [[500_000, 5_600_000], [501_000, 5_600_000]])
    with pytest.raises(ValueError, match=r"feature 1 has a point at .5e?.*RFC 7946"):
        gm.read_graph(write(line))
    named = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}}
    graph, _ = gm.read_graph(write(line, crs=named))
    assert graph.lon[0] == pytest.approx(9, abs=1e-6) and 50 < graph.lat[0] < 51


A, B, C = [-3.0, 55.0], [-3.0, 55.01], [-2.99, 55.01]
LINE = feature("LineString", [A, B])
# Geometries that GDAL cannot read, or whose numbers are none.
LOST = [
    feature("Point", ["-3.0", "55.0"]),
    feature("Curve", [A, B]),
    feature("Point", [float("nan"), 55]),
    feature("LineString", [A, [40.7, -173.99]]),
    feature("Point", [181, 0]),
]
EMPTY = [
    feature("LineString", []),
    feature("Point", []),
    {"type": "Feature", "properties": {}, "geometry": None},
    {"type": "Feature", "properties": {}},
    {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": []}},
]


@pytest.mark.parametrize("lost", LOST)
def test_a_geometry_that_cannot_be_read_is_refused(lost, write):
    with pytest.raises(ValueError, match="g.geojson, feature 2"):
        gm.read_graph(write(LINE, lost))


@pytest.mark.parametrize("empty", EMPTY)
def test_an_empty_geometry_is_skipped_and_said(empty, write):
    graph, places = graph_of_places(write(LINE, empty), None)
    assert (graph.n, graph.m) == (2, 1)
    [proof] = [proof for proof in places.proofs if proof.name == "geometry"]
    assert proof.fact == "1 of 2 rows have none, such as feature 2"
    assert not proof.doubt


FORMS = [
    LINE,
    LINE["geometry"],
    {"type": "GeometryCollection", "geometries": [LINE["geometry"]]},
]


@pytest.mark.parametrize(
    "texts", [*map(json.dumps, FORMS), 2 * f"{json.dumps(LINE)}\n"]
)
def test_geojson_may_have_any_form(texts, write):
    graph, _ = gm.read_graph(write.text(texts))
    assert (graph.n, graph.m) == (2, 1)


def test_kinds_are_not_mixed(write):
    polygon = feature("Polygon", [[A, B, C, A]])
    for other in (feature("Point", A), LINE):
        with pytest.raises(ValueError, match="polygons must be on their own"):
            gm.read_graph(write(polygon, other))
    assert list_of_places(write(feature("Point", A))).lon == [-3]
    with pytest.raises(ValueError, match="places: g.geojson has lines"):
        list_of_places(write(LINE))
    with pytest.raises(ValueError, match="a row with a point and other shapes"):
        gm.read_graph(write(feature("MultiPoint", [A, B])))


# The columns of two rows, what is asked for, and the ids that they have.
IDS = [
    ({"GEOID": ["01001", "01003"], "name": ["x", "x"]}, {}, ["01001", "01003"]),
    ({"name": ["x", "y"], "Code": [2, 1]}, {}, ["2", "1"]),
    ({"id": [1.0, 2.0], "place": ["a", None]}, {}, ["1", "2"]),
    ({"code": [1, 2], "name": ["x", "y"]}, {"id": "name"}, ["x", "y"]),
    ({"code": [6948.1, 5216.06]}, {}, ["6948.1", "5216.06"]),
    ({"pop": [5, 6]}, {"id": "pop"}, ["5", "6"]),
    # The name that the private file uses counts, but not before the one that is asked for.
    ({"id": [1, 2], "name": ["x", "y"]}, {"hint": "name"}, ["x", "y"]),
    ({"id": [1, 2], "name": ["x", "y"]}, {"id": "id", "hint": "name"}, ["1", "2"]),
]


# The numbers of a GeoPackage, which a frame does not have.
NUMBERS = [
    ({"pop": [5, 6]}, {"id": "fid"}, ["1", "2"]),
    ({"name": ["x", "y"]}, {"hint": "fid"}, ["1", "2"]),
    ({}, {}, ["1", "2"]),
]


@pytest.mark.parametrize(("columns", "asked", "expected"), IDS + NUMBERS)
def test_ids_come_from_a_property(columns, asked, expected, tmp_path):
    frame = districts(**columns)
    frame.to_file(tmp_path / "d.gpkg")
    for source in (frame, str(tmp_path / "d.gpkg")):
        if isinstance(source, str) or (columns, asked, expected) in IDS:
            assert graph_of_places(source, None, **asked)[1].ids == expected


NO_IDS = [
    (
        {"pop": [1, 2], "area": [3, 4]},
        None,
        "usual name .* its columns are pop, area; pop, area differ in each row; name one by id",
    ),
    ({"pop": [1, 2], "kind": 7}, None, "pop differ in each row; name one by id"),
    ({"pop": [1, 2]}, "key", "there is no column 'key' .* its columns are pop"),
    ({"pop": ["a", None]}, "pop", "feature 2: the id 'pop' is missing"),
]


@pytest.mark.parametrize(("columns", "id", "message"), NO_IDS)
def test_a_property_that_has_no_ids_is_refused(columns, id, message):
    with pytest.raises(ValueError, match=message):
        gm.read_graph(districts(**columns), id=id)


def test_points_are_linked_to_their_neighbours():
    spots = [(7.0, 47.0), (7.01, 47.0), (7.01, 47.01), (7.0, 47.02)]
    frame = gpd.GeoDataFrame(geometry=[*map(Point, spots)], index=[*"abcd"], crs=4326)
    frame.index.name = "stop"
    graph, ids = gm.read_graph(frame.to_crs(25832), id="stop")
    expected = gm.link_places(*zip(*spots, strict=True))
    assert ids == [*"abcd"] and graph.edges.tolist() == expected.edges.tolist()
    _, ids = gm.read_graph(frame.reset_index(drop=True))
    assert ids[0] == "7.0000000 47.0000000"


def test_a_frame_is_read_alone():
    frame = gpd.GeoDataFrame(geometry=[LineString([A, B])], crs=4326)
    with pytest.raises(
        ValueError, match="need a file as source; source is a GeoDataFrame"
    ):
        gm.read_graph(frame, "places.csv")
    with pytest.raises(ValueError, match=r"source is 7.*Graph\.from_networkx"):
        gm.read_graph(7)
    with pytest.raises(ValueError, match="the GeoDataFrame has no geometry"):
        gm.read_graph(frame[:0])
