"""Graphs from lists of edges as they occur: columns by name, ids, lengths, weights; GraphML."""

from pathlib import Path

import networkx as nx
import pytest

import gaussmech as gm
from gaussmech.geo.graph_files import graph_of_places
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
    ("from", "{u}", "its header is 'from'"),
    ("from;to", "{u};{v}", "cells are separated by semicolons"),
    ("from\tto", "{u}\t{v}", "cells are separated by tabs"),
    ("from to", "{u} {v}", "its header is 'from to'"),
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
    with pytest.raises(ValueError, match="first line must be a header|no two columns"):
        gm.read_graph(write(text))


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
    xml = graphml(tmp_path, ("a", "b", {"length": "0.0"}), ("b", "c", {"length": "40"}))
    for path in (table, xml):
        graph, _ = gm.read_graph(path)
        assert graph.length_m.tolist() == [0.01, 40]


def test_the_length_of_a_loop_does_not_matter(write, tmp_path):
    table = write("from,to,length\na,b,7\nb,b,\nb,b,-1\n")
    xml = graphml(tmp_path, ("a", "b", {"length": "7"}), ("b", "b", {"length": "x"}))
    for path in (table, xml):
        graph, _ = gm.read_graph(path)
        assert graph.length_m.tolist() == [7]


def test_a_bad_length_is_named_by_its_street(write, tmp_path):
    with pytest.raises(
        ValueError, match="line 3, the edge .*: 'length' is 'long'; it must"
    ):
        gm.read_graph(write("from,to,Length\na,b,7\nb,c,long\n"))
    xml = graphml(tmp_path, ("a", "b", {"length": "7"}), ("b", "c", {"length": "nan"}))
    with pytest.raises(
        ValueError, match="the edge between 'b' and 'c': 'length' is 'nan'"
    ):
        gm.read_graph(xml)
    xml = graphml(tmp_path, ("a", "b", {"length": "7"}), ("b", "c", {}))
    with pytest.raises(ValueError, match="others none, such as that between 'b' and"):
        gm.read_graph(xml)


def test_weights_are_kept(write, tmp_path):
    table = write("weight,from,to\n3,a,b\n0.5,b,c\n")
    xml = graphml(tmp_path, ("a", "b", {"weight": "3"}), ("b", "c", {"weight": 0.5}))
    for path in (table, xml):
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


@pytest.mark.parametrize("weight", ["0", "-1", "nan", "inf", "x"])
def test_a_bad_weight_is_named(weight, write):
    with pytest.raises(
        ValueError, match="line 2, .* 'weight' is .*must be a number > 0"
    ):
        gm.read_graph(write(f"from,to,weight\na,b,{weight}\n"))


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


def test_a_graphml_file_in_metres_becomes_degrees(tmp_path):
    path = graphml(tmp_path, ("a", "b", {}), crs="epsg:32630")
    graph = nx.read_graphml(path)
    for node, (x, y) in {
        "a": (500000, 6094791.4),
        "b": (500000, 6100000),
        "c": (4e5, 6e6),
    }.items():
        graph.nodes[node].update(x=str(x), y=str(y))
    nx.write_graphml(graph, path)
    lon, lat = gm.read_graph(path)[0].lon, gm.read_graph(path)[0].lat
    assert lon[0] == pytest.approx(-3) and lat[0] == pytest.approx(55, abs=1e-5)
    # Degrees beside them are taken as they are.
    for node in graph:
        graph.nodes[node].update(lon="-3", lat="55")
    nx.write_graphml(graph, path)
    assert gm.read_graph(path)[0].lon.tolist() == [-3, -3, -3]
    graph.graph["crs"] = "my own"
    for node in graph:
        del graph.nodes[node]["lon"], graph.nodes[node]["lat"]
    nx.write_graphml(graph, path)
    with pytest.raises(ValueError, match="its crs is 'my own', which is unknown"):
        gm.read_graph(path)


@pytest.mark.parametrize("system", ["epsg:4326", 'GEOGCRS["WGS 84",ID["EPSG",4326]]'])
def test_a_graphml_file_in_degrees_is_read(system, tmp_path):
    path = graphml(tmp_path, ("a", "b", {}), crs=system)
    assert gm.read_graph(path)[0].lon.tolist() == [A[0], B[0], C[0]]


# --- all kinds -------------------------------------------------------------------------------------

ROADS = str(Path(__file__).parents[2] / "config/examples/city/roads.txt")
DEEP = "[" * 100_000
BAD = [
    ("g.csv", "from,to,length\na,b,-1\n", "line 2, .* 'length' is '-1'; it must be"),
    ("g.csv", "from,to\na,\n", "line 2: 'to' is missing"),
    ("g.csv", "from\na\n", "no two columns"),
    ("g.csv", "from,to\n", "has no places"),
    ("g.graphml", "<graph", "is no GraphML"),
    ("g.graphml", DEEP, "is no GraphML"),
    ("g.geojson", DEEP, "cannot read .*g.geojson"),
    ("g.shp", "from,to\n", "cannot read .*g.shp"),
    ("g.txt", "1 1\n", "line 2"),
]


@pytest.mark.parametrize(("name", "text", "message"), BAD, ids=range(len(BAD)))
def test_a_bad_graph_is_refused(name, text, message, write):
    with pytest.raises(ValueError, match=message) as refused:
        gm.read_graph(write(text, name))
    assert "\n" not in str(refused.value)


def test_a_road_file_becomes_its_junctions_and_edges_end_at_given_places(write):
    graph, places = graph_of_places(ROADS, None)
    assert graph.n == len(places.ids) > 50 and graph.length_m.min() > 0
    assert places.lon == graph.lon.tolist()
    with pytest.raises(ValueError, match="--places does not go with a road file"):
        graph_of_places(ROADS, places)
    streets = write("from,to\na,b\nb,c\nc,d\n")
    with pytest.raises(ValueError, match=r"streets\.csv: edge 3 ends at a place that"):
        gm.read_graph(streets, write("id\na\nb\nc\n", "places.csv"))


def test_places_give_order_and_coordinates(write):
    places = write("id,lon,lat\nc,0,1\nb,1,1\na,0,1\nalone,0,1\n", "places.csv")
    graph, ids = gm.read_graph(write("from,to\na,b\nb,c\n"), places)
    assert ids == ["c", "b", "a", "alone"] and graph.length_m is None
    assert pairs(graph, ids) == {("a", "b"), ("b", "c")}
    assert graph.lon.tolist() == [0, 1, 0, 0] and graph.degree[3] == 0
