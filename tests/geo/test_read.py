"""Files of a GIS as they occur: layers, systems of coordinates, lost geometries, ids."""

import json

import geopandas as gpd
import pytest
from shapely.geometry import LineString, Point, box

import gaussmech as gm
from gaussmech.geo.graph_files import graph_of_places, list_of_places

# Two squares of a kilometre, side by side, in metres.
SQUARES = [box(0, 0, 1000, 1000), box(1000, 0, 2000, 1000)]


def districts(geometry=SQUARES, crs=25832, **columns):
    moved = gpd.GeoSeries(geometry, crs=crs)
    if crs == 25832:
        moved = moved.translate(500_000, 5_600_000)
    return gpd.GeoDataFrame(columns, geometry=moved, crs=crs)


def feature(kind, coordinates, id=None, **properties):
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "id": id, "geometry": geometry, "properties": properties}


def collection(*features, **members):
    return {"type": "FeatureCollection", "features": features, **members}


@pytest.fixture
def write(tmp_path):
    def write(content, name="g.geojson"):
        text = content if isinstance(content, str) else json.dumps(content)
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return write


@pytest.mark.parametrize("ending", ["gpkg", "geojson", "shp", "fgb", "zip"])
def test_a_frame_and_its_file_give_the_same_graph(ending, tmp_path):
    frame = districts(code=["a", "b"], kind=["x", "x"])
    path = tmp_path / f"d.{ending}"
    if ending == "zip":
        frame.to_file(tmp_path / "d.shp.zip", driver="ESRI Shapefile")
        path = tmp_path / "d.shp.zip"
    else:
        frame.to_file(path)
    graph, ids = gm.read_graph(str(path))
    expected, expected_ids = gm.read_graph(frame)
    assert sorted(ids) == expected_ids == ["a", "b"]
    assert graph.m == expected.m == 1
    assert sorted(graph.lon) == pytest.approx(expected.lon, abs=1e-5)


def test_one_of_several_layers_is_chosen(tmp_path):
    path = tmp_path / "city.gpkg"
    for layer in ("wards", "tracts"):
        districts(code=["a", "b"]).to_file(path, layer=layer)
    with pytest.raises(ValueError, match="layers wards, tracts; say which by --layer"):
        gm.read_graph(str(path))
    with pytest.raises(ValueError, match="--layer is 'w'; city.gpkg has wards, tracts"):
        gm.read_graph(str(path), layer="w")
    _, places = graph_of_places(str(path), None, layer="tracts")
    assert places.source.file == "city.gpkg, layer tracts"
    assert "layers wards" in places.source.remarks


def test_the_system_of_coordinates_must_be_known(tmp_path):
    districts(code=["a", "b"]).to_file(tmp_path / "d.shp")
    (tmp_path / "d.prj").unlink()
    with pytest.raises(
        ValueError, match="d.shp has no system of coordinates .*set_crs"
    ):
        gm.read_graph(str(tmp_path / "d.shp"))
    with pytest.raises(ValueError, match="the GeoDataFrame has no system"):
        gm.read_graph(districts(crs=None, code=["a", "b"]))


METRES = [[500_000, 5_600_000], [501_000, 5_600_000]]


def test_metres_are_read_in_the_system_that_the_file_states_or_refused(write):
    line = feature("LineString", METRES)
    with pytest.raises(ValueError, match="feature 1 has a point at .5e?.*RFC 7946"):
        gm.read_graph(write(collection(line)))
    named = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}}
    graph, _ = gm.read_graph(write(collection(line, crs=named)))
    assert graph.lon[0] == pytest.approx(9, abs=1e-6) and 50 < graph.lat[0] < 51
    # Small numbers are metres, too.
    line["geometry"]["coordinates"] = [[0, 0], [10, 0]]
    graph, _ = gm.read_graph(write(collection(line, crs=named)))
    assert graph.length_m[0] < 11


A, B, C = [-3.0, 55.0], [-3.0, 55.01], [-2.99, 55.01]
# Geometries that GDAL cannot read, or whose numbers are none.
LOST = [
    feature("Point", ["-3.0", "55.0"]),
    feature("LineString", [A, ["-3", "55"]]),
    feature("Curve", [A, B]),
    feature("Point", [float("nan"), 55]),
    feature("LineString", [A, [None, 55]]),
    feature("LineString", [A, [40.7, -173.99]]),
    feature("Point", [181, 0]),
]


@pytest.mark.parametrize("lost", LOST, ids=range(len(LOST)))
def test_a_geometry_that_cannot_be_read_is_refused(lost, write):
    with pytest.raises(ValueError, match="g.geojson, feature 2"):
        gm.read_graph(write(collection(feature("LineString", [A, B]), lost)))


EMPTY = [
    feature("LineString", []),
    feature("MultiLineString", [[]]),
    feature("Point", []),
    {"type": "Feature", "properties": {}, "geometry": None},
    {"type": "Feature", "properties": {}},
    {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": []}},
]


@pytest.mark.parametrize("empty", EMPTY, ids=range(len(EMPTY)))
def test_an_empty_geometry_is_skipped_and_said(empty, write):
    path = write(collection(feature("LineString", [A, B]), empty))
    graph, places = graph_of_places(path, None)
    assert (graph.n, graph.m) == (2, 1)
    assert "1 rows without a geometry" in places.source.remarks


FORMS = {
    "a feature": feature("LineString", [A, B]),
    "a geometry": {"type": "LineString", "coordinates": [A, B]},
    "lines": "\n".join(json.dumps(feature("LineString", [A, B])) for _ in "ab"),
    "a collection of geometries": {
        "type": "GeometryCollection",
        "geometries": [{"type": "LineString", "coordinates": [A, B]}],
    },
}


@pytest.mark.parametrize("form", FORMS)
def test_geojson_may_have_any_form(form, write):
    graph, _ = gm.read_graph(write(FORMS[form]))
    assert (graph.n, graph.m) == (2, 1)


def test_kinds_are_not_mixed(write):
    polygon = feature("Polygon", [[A, B, C, A]])
    for other in (feature("Point", A), feature("LineString", [A, B])):
        with pytest.raises(ValueError, match="polygons must be on their own"):
            gm.read_graph(write(collection(polygon, other)))
    with pytest.raises(ValueError, match="--places: g.geojson has lines"):
        list_of_places(write(collection(feature("LineString", [A, B]))))
    with pytest.raises(ValueError, match="a MultiPoint of several points"):
        gm.read_graph(write(collection(feature("MultiPoint", [A, B], id="a"))))


# The columns of two rows, the id to ask for, and the ids that they have.
IDS = [
    ({"GEOID": ["01001", "01003"], "name": ["x", "x"]}, None, ["01001", "01003"]),
    ({"name": ["x", "y"], "Code": [2, 1]}, None, ["2", "1"]),
    ({"id": [1.0, 2.0], "place": ["a", None]}, None, ["1", "2"]),
    ({"pop": [5, 6]}, "pop", ["5", "6"]),
    ({"code": [1, 2], "name": ["x", "y"]}, "name", ["x", "y"]),
    ({"code": [6948.1, 5216.06]}, None, ["6948.1", "5216.06"]),
    ({"pop": [5, 6]}, "fid", ["1", "2"]),
    ({}, None, ["0", "1"]),
]


@pytest.mark.parametrize(("columns", "id", "expected"), IDS, ids=range(len(IDS)))
def test_ids_come_from_a_property(columns, id, expected, tmp_path):
    frame = districts(**columns)
    frame.to_file(tmp_path / "d.gpkg")
    if id != "fid":
        assert gm.read_graph(frame, id=id)[1] == expected
        if columns:
            assert gm.read_graph(str(tmp_path / "d.gpkg"), id=id)[1] == expected
    else:
        assert gm.read_graph(str(tmp_path / "d.gpkg"), id=id)[1] == expected


def test_a_property_of_no_usual_name_is_asked_for(tmp_path):
    with pytest.raises(ValueError, match="it has pop, area; name one by --id"):
        gm.read_graph(districts(pop=[1, 2], area=[3, 4]))
    with pytest.raises(ValueError, match="there is no property 'key'; it has pop"):
        gm.read_graph(districts(pop=[1, 2]), id="key")
    with pytest.raises(ValueError, match="feature 2: the id 'pop' is missing"):
        gm.read_graph(districts(pop=["a", None]), id="pop")


def test_the_name_that_the_private_file_uses_counts(tmp_path):
    path = tmp_path / "d.gpkg"
    districts(id=[1, 2], name=["Mill", "Park"]).to_file(path)
    _, places = graph_of_places(str(path), None, hint="name")
    assert places.ids == ["Mill", "Park"] and places.source.others == ["id"]
    _, places = graph_of_places(str(path), None, hint="fid")
    assert places.ids == ["1", "2"]
    _, places = graph_of_places(str(path), None, id="id", hint="name")
    assert places.ids == ["1", "2"] and places.names == ["Mill", "Park"]


def test_points_are_linked_to_their_neighbours(tmp_path):
    spots = [(7.0, 47.0), (7.01, 47.0), (7.01, 47.01), (7.0, 47.02)]
    frame = gpd.GeoDataFrame(geometry=[*map(Point, spots)], index=[*"abcd"], crs=4326)
    frame.index.name = "stop"
    with pytest.raises(ValueError, match="it has stop; name one by --id"):
        gm.read_graph(frame)
    graph, ids = gm.read_graph(frame.to_crs(25832), id="stop")
    expected = gm.link_places(*zip(*spots, strict=True))
    assert ids == [*"abcd"] and graph.edges.tolist() == expected.edges.tolist()
    assert list_of_places_of(frame, tmp_path).lon == pytest.approx([7, 7.01, 7.01, 7])
    _, ids = gm.read_graph(frame.reset_index(drop=True))
    assert ids[0] == "7.0000000 47.0000000"
    with pytest.raises(ValueError, match="two points have the same id, 'a'"):
        gm.read_graph(frame.assign(id="a"))


def list_of_places_of(frame, folder):
    frame.to_crs(25832).to_file(folder / "stops.gpkg")
    return list_of_places(str(folder / "stops.gpkg"), "stop")


def test_a_frame_is_read_alone():
    frame = gpd.GeoDataFrame(geometry=[LineString([A, B])], crs=4326)
    with pytest.raises(ValueError, match="are for files; path is a GeoDataFrame"):
        gm.read_graph(frame, "places.csv")
    with pytest.raises(ValueError, match=r"path is 7.*Graph\.from_networkx"):
        gm.read_graph(7)
    with pytest.raises(ValueError, match="the GeoDataFrame has no geometry"):
        gm.read_graph(frame[:0])
