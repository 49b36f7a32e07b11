"""What a release reads: counts, events, and graphs in three formats."""

import json
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from gaussmech.releases.inputs import Places, read_counts, read_csv, read_events, read_graph

ROADS = str(Path(__file__).parents[2] / "config/examples/city/roads.txt")
SQUARE = [("a", "b", 10.0), ("b", "c", 20.0), ("c", "d", 30.0), ("d", "a", 40.0)]
SPOTS = {"a": (0.0, 0.0), "b": (0.01, 0.0), "c": (0.01, 0.01), "d": (0.0, 0.01)}


def edges(graph, places):
    pairs = np.sort(graph.edges, axis=1).tolist()
    lengths = [None] * graph.m if graph.length_m is None else graph.length_m.tolist()
    return {
        (*sorted(places.ids[v] for v in pair), length)
        for pair, length in zip(pairs, lengths, strict=True)
    }


def square(lengths=True):
    return {(*sorted((u, v)), length if lengths else None) for u, v, length in SQUARE}


def write_csv(folder, lengths=True):
    rows = [(u, v, *([length] if lengths else [])) for u, v, length in [*SQUARE, ("b", "a", 90)]]
    header = ["from", "to", *(["length"] if lengths else [])]
    text = "\n".join(",".join(map(str, row)) for row in [header, *rows, header[:0]])
    (folder / "streets.csv").write_text(text)
    return folder / "streets.csv"


def write_graphml(folder):
    graph = nx.MultiDiGraph()
    for key, (lon, lat) in SPOTS.items():
        graph.add_node(key, x=str(lon), y=str(lat))  # as OSMnx writes them
    for u, v, length in SQUARE:
        graph.add_edge(u, v, length=str(length))
        graph.add_edge(v, u, length=str(length + 1))
    graph.add_edge("a", "a", length="5")
    nx.write_graphml(graph, folder / "streets.graphml")
    return folder / "streets.graphml"


def write_geojson(folder):
    features = [
        {"type": "Feature", "properties": {"id": key},
         "geometry": {"type": "Point", "coordinates": spot}}
        for key, spot in SPOTS.items()
    ] + [
        {"type": "Feature", "properties": {"length_m": length},
         "geometry": {"type": "LineString", "coordinates": [SPOTS[u], (0.005, 0.005), SPOTS[v]]}}
        for u, v, length in SQUARE
    ]  # fmt: skip
    text = json.dumps({"type": "FeatureCollection", "features": features})
    (folder / "streets.geojson").write_text(text)
    return folder / "streets.geojson"


@pytest.mark.parametrize("write", [write_csv, write_graphml, write_geojson])
def test_the_same_graph_in_three_formats(write, tmp_path):
    graph, places = read_graph(str(write(tmp_path)), None)
    assert edges(graph, places) == square()
    assert graph.n == 4 and (graph.lon is None) == (write is write_csv)
    if graph.lon is not None:
        assert dict(zip(places.ids, zip(graph.lon, graph.lat, strict=True), strict=True)) == SPOTS


def test_lengths_are_optional_and_places_give_order_and_coordinates(tmp_path):
    given = Places(["d", "c", "b", "a", "alone"], [0.0] * 5, [1.0] * 5)
    graph, places = read_graph(str(write_csv(tmp_path, lengths=False)), given)
    assert places is given and edges(graph, places) == square(lengths=False)
    assert graph.n == 5 and graph.degree[4] == 0 and graph.lat.tolist() == [1.0] * 5


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("g.csv", "from,to,length\na,b,-1\n", "line 2: 'length' is no number >= "),
        ("g.csv", "from,to,length\na,b,x\n", "line 2: 'length' is no number"),
        ("g.csv", "from,to\na,\n", "line 2: 'to' is missing"),
        ("g.csv", "from\na\n", "one column"),
        ("g.shp", "from,to\n", "no .csv, .graphml, .geojson or .txt"),
        ("g.graphml", "<graph", "is no GraphML"),
        ("g.geojson", "{}", "no GeoJSON FeatureCollection"),
        ("g.geojson", '{"features": [{"geometry": null}]}', "no GeoJSON FeatureCollection"),
    ],
)
def test_a_bad_graph_is_refused(name, text, message, tmp_path):
    (tmp_path / name).write_text(text)
    with pytest.raises(ValueError, match=message) as refused:
        read_graph(str(tmp_path / name), None)
    assert "\n" not in str(refused.value)


def test_a_road_file_becomes_its_junctions():
    graph, places = read_graph(ROADS, None)
    assert graph.n == len(places.ids) > 50 and graph.length_m.min() > 0
    assert places.lon == graph.lon.tolist()
    with pytest.raises(ValueError, match="--places does not go with a road file"):
        read_graph(ROADS, places)


def test_edges_end_at_given_places(tmp_path):
    with pytest.raises(ValueError, match=r"streets\.csv: the place 'd' of an edge"):
        read_graph(str(write_csv(tmp_path)), Places(["a", "b", "c"]))


def test_counts_of_given_places_are_zero_where_there_is_no_row(tmp_path):
    (tmp_path / "counts.csv").write_text("\ufeffid , day,night\nc,1,2.5\n\na,3,0\n")
    table = read_csv(str(tmp_path / "counts.csv"), "COUNTS")
    places, counts = read_counts(table, None, ["night", "day"], Places(["a", "b", "c"]))
    assert counts.tolist() == [[0, 3], [0, 0], [2.5, 1]]
    places, counts = read_counts(table, "id", ["day"], None)
    assert places.ids == ["c", "a"] and counts.tolist() == [[1], [3]]


def test_events_count_at_their_place_by_group(tmp_path):
    (tmp_path / "e.csv").write_text("who,at,hour\nx,a,8\ny,b,8\nx,b,9\nx,a,8\n")
    table = read_csv(str(tmp_path / "e.csv"), "--events")
    options = {
        "user": "who",
        "place": "at",
        "lon": None,
        "lat": None,
        "reach_m": 1.0,
        "bandwidth_m": 0.0,
    }
    parts = read_events(table, Places(["a", "b"]), by="hour", groups=["9", "8", "7"], **options)
    assert [rows.sum(axis=0).tolist() for rows, _ in parts] == [[0, 1], [2, 1], [0, 0]]
    assert [user.tolist() for _, user in parts] == [[0], [0, 1, 0], []]
    ((rows, user),) = read_events(table, Places(["a", "b"]), by=None, groups=["count"], **options)
    assert rows.toarray().tolist() == [[1, 0], [0, 1], [0, 1], [1, 0]]


def test_events_with_coordinates_count_at_the_nearest_place_in_reach(tmp_path):
    (tmp_path / "e.csv").write_text("who,lon,lat\nx,0.0001,0\ny,0.0099,0\nx,0.005,0\nz,,\n")
    table = read_csv(str(tmp_path / "e.csv"), "--events")
    places = Places(["a", "b"], [0.0, 0.01], [0.0, 0.0])
    options = {
        "user": "who",
        "place": None,
        "lon": "lon",
        "lat": None,
        "by": None,
        "groups": ["count"],
        "bandwidth_m": 0.0,
    }
    ((rows, user),) = read_events(table, places, reach_m=150.0, **options)
    assert rows.toarray().tolist() == [[1, 0], [0, 1]] and user.tolist() == [0, 1]
    wide = read_events(table, places, reach_m=600.0, **options | {"bandwidth_m": 500.0})[0][0]
    assert wide.shape[0] == 3 and wide.sum(axis=1) == pytest.approx([1, 1, 1])
    assert wide.toarray()[2] == pytest.approx([0.5, 0.5])
