"""Graphs from files as they occur: columns by name, shapes of all kinds, ids, lengths, weights."""

import json
from pathlib import Path

import networkx as nx
import pytest

import gaussmech as gm
from gaussmech.graphs.graph import Graph

# The triangle Mill - Park - Quay, told in many ways.
TRIANGLE = {("Mill", "Park"), ("Park", "Quay"), ("Mill", "Quay")}
ROWS = [("Mill", "Park"), ("Park", "Quay"), ("Quay", "Mill")]


@pytest.fixture
def write(tmp_path):
    def write(text, name="streets.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def pairs(graph, ids):
    return {tuple(sorted(ids[v] for v in edge)) for edge in graph.edges.tolist()}


def triangle(header, row, rows=ROWS):
    """Return a CSV file; `row` says where the ends u and v and the number k of an edge stand."""
    lines = [row.format(u=u, v=v, k=k) for k, (u, v) in enumerate(rows)]
    return "\n".join([header, *lines, ""])


# The header, and a row of the edge from u to v with the number k.
NAMED = [
    ("from,to", "{u},{v}"),
    ("to,from", "{v},{u}"),
    (",from,to,length_m", "{k},{u},{v},9"),
    ("Unnamed: 0,u,v", "{k},{u},{v}"),
    ("key,u,v,length", "{k},{u},{v},9"),
    ("length_m,from,to", "9,{u},{v}"),
    ("name,Source,TARGET", "Main St,{u},{v}"),
    ("weight,neighbor,focal", "1,{v},{u}"),
    ("u,v,key,osmid,oneway,geometry", '{u},{v},0,{k},True,"LINESTRING (0 0, 1 1)"'),
    ("From Node,To Node,lanes", "{u},{v},2"),
    ("from-stop-id,to-stop-id,transfer_type", "{u},{v},0"),
    ('"from","to","name"', '"{u}","{v}","Main St, north"'),
    ("\ufefffrom,to", "{u},{v}"),
    ('\ufeff"key","u","v"', '{k},"{u}","{v}"'),
    (" from , to ", " {u} , {v} "),
    # Exactly two columns of any names are left.
    ("one,other", "{u},{v}"),
    ("length,one,other", "9,{u},{v}"),
    ("one,weight,other,length_m", "{u},2,{v},9"),
]


@pytest.mark.parametrize(("header", "row"), NAMED)
def test_the_ends_of_an_edge_are_found_by_name(header, row, write):
    graph, ids = gm.read_graph(write(triangle(header, row)))
    assert graph.n == 3
    assert pairs(graph, ids) == TRIANGLE


def test_rows_may_end_as_windows_writes_them(write):
    text = triangle("\ufeffkey,u,v", "{k},{u},{v}").replace("\n", "\r\n")
    graph, ids = gm.read_graph(write(text))
    assert pairs(graph, ids) == TRIANGLE


# Headers and rows from which nobody can tell the ends; the message shows the header.
AMBIGUOUS = [
    (",one,other", "{k},{u},{v}", "its header is ',one,other'"),
    ("Unnamed: 0,one,other", "{k},{u},{v}", "its header is 'Unnamed: 0,one,other'"),
    ("one,other,third", "{u},{v},{k}", "its header is 'one,other,third'"),
    ("u,v,from,to", "{u},{v},{v},{u}", "may be from, to or u, v; its header is 'u,v,"),
    ("from,to,FROM", "{u},{v},{k}", "has the columns from, FROM, of which one"),
    ("osmid,y,x,street_count,lon,lat", "{k},1,2,3,1,2", "its header is 'osmid,y,x"),
    ("place,lon,lat", "{u},1,2", "its header is 'place,lon,lat'"),
    ("lon,lat", "1,2", "its header is 'lon,lat'"),
    ("from,length_m", "{u},9", "its header is 'from,length_m'"),
    ("from", "{u}", "two columns at least"),
    ("from;to", "{u};{v}", "cells are separated by semicolons"),
    ("from\tto", "{u}\t{v}", "cells are separated by tabs"),
    ("from to", "{u} {v}", "two columns at least"),
]


@pytest.mark.parametrize(("header", "row", "message"), AMBIGUOUS)
def test_ends_that_have_no_usual_name_are_refused_with_the_header(
    header, row, message, write
):
    with pytest.raises(ValueError, match=message) as refused:
        gm.read_graph(write(triangle(header, row)))
    assert "streets.csv" in str(refused.value)


# Files whose first line is an edge.
HEADLESS = ["1,2\n2,3\n3,1\n", "1,2,9\n2,3,9\n", "Mill,Park\nPark,Quay\nQuay,Mill\n"]


@pytest.mark.parametrize("text", HEADLESS)
def test_a_file_without_a_header_loses_no_edge(text, write):
    with pytest.raises(ValueError, match="first line must be a header"):
        gm.read_graph(write(text))


def test_ends_may_be_named(write):
    path = write(triangle("begins,ends,name", "{u},{v},Main St"))
    graph, ids = gm.read_graph(path, ends=("begins", "ends"))
    assert pairs(graph, ids) == TRIANGLE
    with pytest.raises(ValueError, match="streets.csv has no column 'stops'"):
        gm.read_graph(path, ends=("begins", "stops"))
    for ends in (("begins",), "be", ("begins", "begins")):
        with pytest.raises(ValueError, match="must name two columns"):
            gm.read_graph(path, ends=ends)
    with pytest.raises(ValueError, match=r"--ends names columns of a \.csv file"):
        gm.read_graph(write("{}", "streets.geojson"), ends=("u", "v"))


def test_ids_that_are_one_whole_number_are_one_place(write):
    # pandas writes a column of whole numbers with a decimal point if one of them is missing.
    path = write("from,to\n1,2.0\n2,3.0\n03,1.0\n")
    graph, ids = gm.read_graph(path)
    assert ids == ["1", "2", "3"]
    assert graph.m == 3


def test_other_ids_are_compared_as_text(write):
    _, ids = gm.read_graph(write("from,to\n1,1.0\n1.0,b\n"))
    assert ids == ["1", "1.0", "b"]


@pytest.mark.parametrize("key", ["1", "1.0", "01"])
def test_edges_end_at_places_that_are_the_same_number(key, write):
    places = write(f"lon,lat,id\n0,0,{key}\n1,0,2\n", "places.csv")
    graph, ids = gm.read_graph(write("from,to\n2.0,1\n"), places)
    assert ids == [key, "2"]
    assert graph.m == 1


# --- lengths and weights ---------------------------------------------------------------------------


def feature(kind, coordinates, *, id=None, **properties):
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "id": id, "geometry": geometry, "properties": properties}


def collection(*features, **members):
    return json.dumps({"type": "FeatureCollection", "features": features, **members})


def line(*spots, **properties):
    return feature("LineString", spots, **properties)


A, B, C = (-3.0, 55.0), (-3.0, 55.01), (-2.99, 55.01)


def graphml(tmp_path, *edges, **graph_attributes):
    """Write edges (u, v, attributes) between nodes with coordinates as OSMnx does, as text."""
    graph = nx.MultiDiGraph(**graph_attributes)
    for key, (x, y) in {"a": A, "b": B, "c": C}.items():
        graph.add_node(key, x=str(x), y=str(y))
    graph.add_edges_from(edges)
    path = tmp_path / "streets.graphml"
    nx.write_graphml(graph, path)
    return str(path)


def test_a_street_of_length_zero_is_a_centimetre_long(write, tmp_path):
    table = write("one,other,length\na,b,0\nb,c,40\n")
    shapes = write(
        collection(line(A, B, length=0.0), line(B, C, length="40")), "s.geojson"
    )
    xml = graphml(tmp_path, ("a", "b", {"length": "0.0"}), ("b", "c", {"length": "40"}))
    for path in (table, shapes, xml):
        graph, _ = gm.read_graph(path)
        assert graph.length_m.tolist() == [0.01, 40]


def test_the_length_of_a_loop_does_not_matter(write, tmp_path):
    table = write("from,to,length\na,b,7\nb,b,\nb,b,-1\n")
    shapes = write(collection(line(A, B, length=7), line(B, C, B)), "s.geojson")
    xml = graphml(tmp_path, ("a", "b", {"length": "7"}), ("b", "b", {"length": "x"}))
    for path in (table, shapes, xml):
        graph, _ = gm.read_graph(path)
        assert graph.length_m.tolist() == [7]


def test_a_bad_length_is_named_by_its_street(write, tmp_path):
    with pytest.raises(ValueError, match="line 3: 'Length' is 'long'; it must be"):
        gm.read_graph(write("from,to,Length\na,b,7\nb,c,long\n"))
    xml = graphml(tmp_path, ("a", "b", {"length": "7"}), ("b", "c", {"length": "nan"}))
    with pytest.raises(ValueError, match="of the edge between 'b' and 'c' is 'nan'"):
        gm.read_graph(xml)
    xml = graphml(tmp_path, ("a", "b", {"length": "7"}), ("b", "c", {}))
    with pytest.raises(ValueError, match="others none, such as that between 'b' and"):
        gm.read_graph(xml)


def test_weights_are_kept(write, tmp_path):
    table = write("weight,from,to\n3,a,b\n0.5,b,c\n")
    shapes = write(
        collection(line(A, B, weight=3), line(B, C, weight="0.5")), "s.geojson"
    )
    xml = graphml(tmp_path, ("a", "b", {"weight": "3"}), ("b", "c", {"weight": 0.5}))
    for path in (table, shapes, xml):
        graph, _ = gm.read_graph(path)
        assert graph.weights.tolist() == [3, 0.5]
    graph, _ = gm.read_graph(write("from,to\na,b\na,b\n"))
    assert graph.weights.tolist() == [1]


def test_weights_add_up_as_in_a_networkx_graph(tmp_path):
    graph = nx.MultiGraph()
    graph.add_edge("a", "b", weight=2)
    graph.add_edge("a", "b", weight=3)
    graph.add_edge("b", "c")
    path = tmp_path / "g.graphml"
    nx.write_graphml(graph, path)
    expected = Graph.from_networkx(nx.read_graphml(path)).weights.tolist()
    assert gm.read_graph(str(path))[0].weights.tolist() == expected == [5, 1]


def test_a_list_in_both_directions_has_each_weight_once(write):
    graph, _ = gm.read_graph(
        write("focal,neighbor,weight\n1,2,4\n2,1,4\n2,3,1\n3,2,1\n")
    )
    assert graph.weights.tolist() == [4, 1]


@pytest.mark.parametrize("weight", ["0", "-1", "nan", "inf", "", "x"])
def test_a_bad_weight_is_named(weight, write):
    with pytest.raises(ValueError, match="line 2: 'weight' is .*must be a number > 0"):
        gm.read_graph(write(f"from,to,weight\na,b,{weight}\n"))


# --- GeoJSON ---------------------------------------------------------------------------------------

EMPTY = [
    feature("LineString", []),
    feature("MultiLineString", []),
    feature("MultiLineString", [[]]),
    feature("Point", []),
    {"type": "Feature", "properties": {}, "geometry": None},
    {"type": "Feature", "properties": {}},
    {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": []}},
]


@pytest.mark.parametrize("empty", EMPTY)
def test_an_empty_geometry_is_skipped(empty, write):
    graph, _ = gm.read_graph(write(collection(line(A, B), empty, line(B, C)), "s.json"))
    assert (graph.n, graph.m) == (3, 2)


def test_a_collection_of_geometries_is_read(write):
    nested = {"type": "LineString", "coordinates": [B, C]}
    for depth in range(3):
        street = {"type": "Feature", "properties": {"length": 5}, "geometry": nested}
        path = write(collection(line(A, B, length=9), street), "s.geojson")
        graph, _ = gm.read_graph(path)
        assert (graph.n, graph.m) == (3, 2), depth
        assert graph.length_m.tolist() == [9, 5]
        nested = {"type": "GeometryCollection", "geometries": [nested]}


@pytest.mark.parametrize("kind", ["Polygon", "MultiPolygon", "MultiPoint", "Curve"])
def test_other_geometries_are_refused_by_name(kind, write):
    other = feature(kind, [[A, B, C, A]])
    with pytest.raises(ValueError, match=f"s.geojson, feature 2 is a {kind}"):
        gm.read_graph(write(collection(line(A, B), other), "s.geojson"))


def test_two_ids_at_one_spot_are_refused_by_name(write):
    points = [feature("Point", A, id=1), feature("Point", A, place="Mill")]
    with pytest.raises(ValueError, match="points '1' and 'Mill' are at one spot"):
        gm.read_graph(write(collection(*points, line(A, B)), "s.geojson"))
    graph, ids = gm.read_graph(
        write(collection(points[0], points[0], line(A, B)), "s.geojson")
    )
    assert graph.n == 2 and ids[0] == "1"


def test_a_name_that_is_null_is_none(write):
    point = feature("Point", A, place=None, osmid=12)
    _, ids = gm.read_graph(write(collection(point), "s.geojson"))
    assert ids == ["12"]


BAD_SPOTS = [
    (float("nan"), 55.0),
    (-3.0, float("nan")),
    (None, 55.0),
    (500_000.0, 6_100_000.0),
    (40.7, -173.99),
    (181.0, 0.0),
]


@pytest.mark.parametrize("spot", BAD_SPOTS)
@pytest.mark.parametrize("kind", ["LineString", "Point", "MultiLineString"])
def test_coordinates_that_are_no_degrees_are_refused(spot, kind, write):
    shape = {"Point": spot, "LineString": [A, spot], "MultiLineString": [[A, spot]]}
    path = write(collection(line(A, B), feature(kind, shape[kind])), "s.geojson")
    with pytest.raises(ValueError, match=r"feature 2 has a point at .* \(WGS84\)"):
        gm.read_graph(path)


def named(name):
    return {"type": "name", "properties": {"name": name}}


METRIC = [
    named("urn:ogc:def:crs:EPSG::32618"),
    named("EPSG:3857"),
    named("urn:ogc:def:crs:EPSG::27700"),
    {"type": "EPSG", "properties": {"code": 2263}},
    named("OSGB36 / British National Grid"),
]
GEOGRAPHIC = [
    None,
    named("urn:ogc:def:crs:OGC:1.3:CRS84"),
    named("urn:ogc:def:crs:EPSG::4326"),
    named("EPSG:4269"),
    {"type": "EPSG", "properties": {"code": 4326}},
]


@pytest.mark.parametrize("system", METRIC)
def test_a_system_in_metres_is_refused_though_the_numbers_are_small(system, write):
    streets = [line((0, 0), (10, 0)), line((10, 0), (10, 8))]
    with pytest.raises(ValueError, match=r"its crs is .* must be degrees of WGS84"):
        gm.read_graph(write(collection(*streets, crs=system), "s.geojson"))
    streets[0]["crs"] = system
    with pytest.raises(ValueError, match="its crs is"):
        gm.read_graph(write(collection(*streets), "s.geojson"))


@pytest.mark.parametrize("system", GEOGRAPHIC)
def test_a_system_of_degrees_is_read(system, write):
    graph, _ = gm.read_graph(write(collection(line(A, B), crs=system), "s.geojson"))
    assert graph.lon.tolist() == [-3, -3]


def test_streets_meet_at_the_antimeridian(write):
    streets = [line((179.9, 0), (180, 0)), line((-180, 0), (-179.9, 0))]
    graph, _ = gm.read_graph(write(collection(*streets), "s.geojson"))
    assert (graph.n, graph.m) == (3, 2)


# --- GraphML ---------------------------------------------------------------------------------------


def test_a_second_graph_in_a_file_is_refused(write, tmp_path):
    text = Path(graphml(tmp_path, ("a", "b", {}))).read_text()
    second = text[text.index("<graph ") : text.index("</graph>")] + "</graph>"
    twice = text.replace("</graphml>", f"{second}</graphml>")
    with pytest.raises(ValueError, match="two.graphml has 2 graphs; it must have one"):
        gm.read_graph(write(twice, "two.graphml"))
    comment = text.replace("</graphml>", f"<!-- {second} --></graphml>")
    graph, _ = gm.read_graph(write(comment, "one.graphml"))
    assert graph.m == 1


def test_nodes_whose_coordinates_are_no_degrees_are_refused(tmp_path):
    for x, y in (("583960.2", "4507523.1"), ("nan", "55"), ("", "55"), ("12", "91")):
        graph = nx.Graph([("a", "b")])
        for node, spot in {"a": (-3, 55), "b": (x, y)}.items():
            graph.add_node(node, x=str(spot[0]), y=str(spot[1]))
        path = tmp_path / "s.graphml"
        nx.write_graphml(graph, path)
        with pytest.raises(ValueError, match="the node 'b' has x .* must be degrees"):
            gm.read_graph(str(path))
        # The list of places has the coordinates then, or none are needed.
        places = tmp_path / "places.csv"
        places.write_text("id\na\nb\n")
        assert gm.read_graph(str(path), str(places))[0].m == 1


def test_a_node_without_coordinates_is_named(tmp_path):
    graph = nx.Graph([("a", "b")])
    graph.add_node("a", x="-3", y="55")
    nx.write_graphml(graph, tmp_path / "s.graphml")
    with pytest.raises(ValueError, match="the node 'b' has x None, y None"):
        gm.read_graph(str(tmp_path / "s.graphml"))


def test_a_graphml_file_in_metres_is_refused_unless_it_has_degrees_too(tmp_path):
    path = graphml(tmp_path, ("a", "b", {}), crs="epsg:32630")
    with pytest.raises(ValueError, match="its crs is 'epsg:32630'"):
        gm.read_graph(path)
    graph = nx.read_graphml(path)
    for node in graph:
        graph.nodes[node].update(lon="-3", lat="55", x="583960.2", y="4507523.1")
    nx.write_graphml(graph, path)
    assert gm.read_graph(path)[0].lon.tolist() == [-3, -3, -3]


@pytest.mark.parametrize("system", ["epsg:4326", 'GEOGCRS["WGS 84",ID["EPSG",4326]]'])
def test_a_graphml_file_in_degrees_is_read(system, tmp_path):
    path = graphml(tmp_path, ("a", "b", {}), crs=system)
    assert gm.read_graph(path)[0].lon.tolist() == [A[0], B[0], C[0]]
