"""Graphs from lists of edges as they occur: columns by name, ids, lengths, weights; GraphML."""

from pathlib import Path

import networkx as nx
import pytest

import gaussmech as gm
from gaussmech.geo.graph_files import graph_of_places

ROWS = [("Mill", "Park"), ("Park", "Quay"), ("Quay", "Mill")]
TRIANGLE = {("Mill", "Park"), ("Park", "Quay"), ("Mill", "Quay")}


@pytest.fixture
def write(tmp_path):
    def write(text, name="streets.csv"):
        (tmp_path / name).write_bytes(text.encode())
        return str(tmp_path / name)

    return write


def pairs(graph, ids):
    return {tuple(sorted(ids[v] for v in edge)) for edge in graph.edges.tolist()}


def triangle(header, row):
    """Return a CSV file; `row` says where the ends u and v and the number k of an edge stand."""
    lines = [row.format(u=u, v=v, k=k) for k, (u, v) in enumerate(ROWS)]
    return "\n".join([header, *lines, ""])


# The header, and a row of the edge from u to v with the number k.
NAMED = [
    ("from,to", "{u},{v}"),
    (",from,to,length_m", "{k},{u},{v},9"),
    ("name,Source,TARGET", "Main St,{u},{v}"),
    ("weight,neighbor,focal", "1,{v},{u}"),
    ("u,v,key,osmid,oneway,geometry", '{u},{v},0,{k},True,"LINESTRING (0 0, 1 1)"'),
    ("from-stop-id,To Stop ID,transfer_type", "{u},{v},0"),
    ('\ufeff"key","u","v"', '{k},"{u}","{v}"'),
    (" from , to \r", " {u} , {v} \r"),
    # Exactly two columns of any names are left.
    ("one,weight,other,length_m", "{u},2,{v},9"),
]


@pytest.mark.parametrize(("header", "row"), NAMED)
def test_the_ends_of_an_edge_are_found_by_name(header, row, write):
    graph, ids = gm.read_graph(write(triangle(header, row)))
    assert graph.n == 3
    assert pairs(graph, ids) == TRIANGLE


# Headers and rows from which nobody can tell the ends; the message shows the header.
AMBIGUOUS = [
    ("one,other,third", "{u},{v},{k}", "its header is 'one,other,third'"),
    ("u,v,from,to", "{u},{v},{v},{u}", "its header is 'u,v,"),
    ("from,to,FROM", "{u},{v},{k}", "has the columns from, FROM, of which one"),
    ("lon,lat", "1,2", "its header is 'lon,lat'"),
    (",one", "{k},{u}", "its header is ',one'"),
    # The first line is an edge.
    ("1,2", "2,{k}", "its header is '1,2'"),
    ("Mill,Park", "{u},{v}", "first line must be a header"),
]


@pytest.mark.parametrize(("header", "row", "message"), AMBIGUOUS)
def test_ends_that_have_no_usual_name_are_refused(header, row, message, write):
    with pytest.raises(ValueError, match=rf"streets\.csv.*{message}"):
        gm.read_graph(write(triangle(header, row)))


# Edges, and the ids of the places: whole numbers are compared by value, others as text.
SAME = [
    ("1,2.0\n2,3.0\n03,1.0", ["1", "2", "3"]),
    ("1,1.0\n1.0,b", ["1", "1.0", "b"]),
]


@pytest.mark.parametrize(("rows", "expected"), SAME)
def test_ids_that_are_one_number_are_one_place(rows, expected, write):
    graph, ids = gm.read_graph(write(f"from,to\n{rows}\n"))
    assert ids == expected and not graph.components.any()


def test_places_give_order_ids_and_coordinates(write):
    places = write("id,lon,lat\n3,0,1\n02,1,1\n1.0,0,1\n4,0,1\n", "places.csv")
    graph, ids = gm.read_graph(write("from,to\n1,2\n2.0,3\n"), places)
    assert ids == ["3", "02", "1.0", "4"] and graph.length_m is None
    assert graph.edges.tolist() == [[1, 2], [0, 1]]
    assert graph.lon.tolist() == [0, 1, 0, 0]
    with pytest.raises(ValueError, match=r"streets\.csv: edge 2 ends at a place that"):
        gm.read_graph(write("from,to\n1,2\n2,5\n"), places)


# --- lengths and weights, in a table and in GraphML -------------------------------------------------

# What is measured, on which edges, and the lengths and weights of the graph.
MEASURED = [
    # A street of length zero is a centimetre long.
    ("length", [("ab", "0"), ("bc", "40")], [0.01, 40], [1, 1]),
    # The length of a loop does not matter.
    ("length", [("ab", "7"), ("bb", "x")], [7], [1]),
    # Of repeated edges the shortest length counts, and weights add up.
    ("length", [("ab", "7"), ("ab", "5")], [5], [1]),
    ("weight", [("ab", "3"), ("ab", "2"), ("bc", "")], None, [5, 1]),
    # Of two directions the larger weight counts.
    ("weight", [("ab", "4"), ("ba", ".5")], None, [4]),
    ("weight", [("ab", ".5"), ("ba", "4")], None, [4]),
    ("weight", [("ab", ""), ("ab", "")], None, [1]),
]
# A measure of the edge between b and c, and what is wrong with it.
REFUSED = [
    ("length", "long", "'length' is 'long'"),
    ("length", "nan", "'length' is 'nan'"),
    ("length", "-1", "'length' is -1.0; allowed are numbers in .0, inf"),
    ("length", "", "others have none, such as the edge between 'b' and"),
    ("weight", "0", "'weight' is 0.0; allowed are numbers in .0, inf"),
    ("weight", "inf", "'weight' is inf"),
]


@pytest.fixture(params=["csv", "graphml"])
def write_edges(request, tmp_path):
    def write_edges(name, edges):
        path = tmp_path / f"streets.{request.param}"
        if request.param == "csv":
            rows = [f"{u},{v},{value}" for (u, v), value in edges]
            path.write_text("\n".join([f"from,to,{name}", *rows]))
        else:
            graph = nx.MultiDiGraph()
            for (u, v), value in edges:
                graph.add_edge(u, v, **{name: value} if value else {})
            nx.write_graphml(graph, path)
        return str(path)

    return write_edges


@pytest.mark.parametrize(("name", "edges", "length", "weights"), MEASURED)
def test_lengths_and_weights_are_those_of_the_file(
    name, edges, length, weights, write_edges
):
    graph, _ = gm.read_graph(write_edges(name, edges))
    assert graph.weights.tolist() == weights
    assert length == (graph.length_m if length is None else graph.length_m.tolist())


@pytest.mark.parametrize(("name", "value", "message"), REFUSED)
def test_a_bad_length_or_weight_is_named_by_its_street(
    name, value, message, write_edges
):
    with pytest.raises(ValueError, match=message) as refused:
        gm.read_graph(write_edges(name, [("ab", "7"), ("bc", value)]))
    assert "between 'b' and 'c'" in str(refused.value)


# --- GraphML ---------------------------------------------------------------------------------------


@pytest.fixture
def graphml(tmp_path):
    """Write the edge from a to b, with the attributes of some nodes, as text."""

    def graphml(nodes, **graph_attributes):
        graph = nx.Graph([("a", "b")], **graph_attributes)
        for node, attributes in nodes.items():
            graph.add_node(node, **{key: str(x) for key, x in attributes.items()})
        nx.write_graphml(graph, tmp_path / "g.graphml")
        return str(tmp_path / "g.graphml")

    return graphml


A = {"x": -3, "y": 55}


def test_a_second_graph_in_a_file_is_refused(graphml, write):
    text = Path(graphml({})).read_text()
    second = text[text.index("<graph ") : text.index("</graph>")] + "</graph>"
    twice = text.replace("</graphml>", f"{second}</graphml>")
    with pytest.raises(
        ValueError, match=r"two\.graphml has 2 graphs; it must have one"
    ):
        gm.read_graph(write(twice, "two.graphml"))


@pytest.mark.parametrize(
    ("x", "y"), [(583960.2, 4507523.1), ("nan", 55), ("", 55), (12, 91), (None, None)]
)
def test_a_node_whose_coordinates_are_no_degrees_is_refused(x, y, graphml, write):
    path = graphml({"a": A, "b": {} if x is None else {"x": x, "y": y}})
    with pytest.raises(ValueError, match=r"node b is at .* must be degrees"):
        gm.read_graph(path)
    # The list of places has the coordinates then, or none are needed.
    assert gm.read_graph(path, write("id\na\nb\n", "places.csv"))[0].m == 1


METRES = {"x": 500_000, "y": 6_094_791.4}
SYSTEMS = [
    ({"a": METRES, "b": METRES}, "epsg:32630", -3),
    # Degrees beside metres are taken as they are.
    ({v: METRES | {"lon": -4, "lat": 55} for v in "ab"}, "epsg:32630", -4),
    ({"a": A, "b": A}, "epsg:4326", -3),
    ({v: {"long": -3, "lat": 55} for v in "ab"}, "", -3),
    ({"a": A, "b": A}, 'GEOGCRS["WGS 84",ID["EPSG",4326]]', -3),
]


@pytest.mark.parametrize(("nodes", "system", "lon"), SYSTEMS)
def test_the_coordinates_of_graphml_become_degrees(nodes, system, lon, graphml):
    graph, _ = gm.read_graph(graphml(nodes, crs=system))
    assert graph.lon == pytest.approx([lon, lon])
    assert graph.lat == pytest.approx([55, 55], abs=1e-5)
    with pytest.warns(UserWarning, match="2 of 2 places lie outside the area of use"):
        gm.read_graph(graphml({"a": A, "b": A}, crs="epsg:32630"))
    with pytest.raises(ValueError, match=r"g\.graphml: crs is 'my own'; it must name"):
        gm.read_graph(graphml({"a": A, "b": A}, crs="my own"))


# --- all kinds -------------------------------------------------------------------------------------

DEEP = "[" * 100_000
BAD = [
    ("g.csv", "from,to\na,\n", "line 2: 'to' is missing"),
    ("g.csv", "from,to\n", "has no places"),
    ("g.graphml", "<graph", "is not GraphML"),
    ("g.geojson", DEEP, "cannot read .*g.geojson"),
    ("g.shp", "from,to\n", "cannot read .*g.shp"),
    ("g.txt", "1 1\n", "line 1"),
    ("g.csv", None, "source: cannot read .*g.csv"),
    ("g.graphml", None, "source: cannot read .*g.graphml"),
    ("g.geojson", None, "source: cannot read .*g.geojson"),
    ("g.txt", None, "source: cannot read .*g.txt"),
]


@pytest.mark.parametrize(("name", "text", "message"), BAD, ids=range(len(BAD)))
def test_a_bad_graph_is_refused(name, text, message, write, tmp_path):
    path = str(tmp_path / name) if text is None else write(text, name)
    with pytest.raises(ValueError, match=message) as refused:
        gm.read_graph(path)
    assert "\n" not in str(refused.value)


def test_a_road_file_becomes_its_junctions():
    roads = str(Path(__file__).parents[2] / "config/examples/city/roads.txt")
    graph, places = graph_of_places(roads, None)
    assert graph.n == len(places.ids) > 50 and graph.length_m.min() > 0
    assert places.lon == graph.lon.tolist()
    with pytest.raises(
        ValueError, match="places needs a list of edges as the graph; roads.txt has"
    ):
        graph_of_places(roads, places)
