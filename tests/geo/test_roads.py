import gzip
import re

import numpy as np
import pandas as pd
import pytest

from gaussmech.geo.roads import RawRoads, clean_roads, great_circle_m, read_road_file

GOOD = "3 2\n40.1 -74.0\n40.2 -74.1\n40.3 -74.2\n0 1 1.5\n1 2 7\n"


def roads_of(points, links):
    lon, lat = np.array(points, float).T / 1000
    return RawRoads(lat=lat, lon=lon, links=np.array(links, int).reshape(-1, 2))


def write(tmp_path, text):
    path = tmp_path / "roads.txt"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    "text", [GOOD, GOOD + "\n\n", GOOD.replace("\n", "\r\n"), "\ufeff" + GOOD]
)
def test_reads_points_and_links(tmp_path, text):
    raw = read_road_file(write(tmp_path, text))
    assert [*zip(raw.lat, raw.lon, strict=True)] == [
        (40.1, -74.0),
        (40.2, -74.1),
        (40.3, -74.2),
    ]
    assert raw.links.tolist() == [[0, 1], [1, 2]] and raw.links.dtype == np.int64


def test_reads_a_gzipped_file(tmp_path):
    path = tmp_path / "roads.txt.gz"
    path.write_bytes(gzip.compress(GOOD.encode()))
    assert read_road_file(path).links.tolist() == [[0, 1], [1, 2]]


def test_a_truncated_gzip_file_is_named(tmp_path):
    path = tmp_path / "roads.txt.gz"
    path.write_bytes(gzip.compress(GOOD.encode())[:-10])
    with pytest.raises(ValueError, match=r"roads\.txt\.gz: broken gzip file"):
        read_road_file(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(
        FileNotFoundError, match=r"nowhere\.txt: there is no such road file"
    ):
        read_road_file(tmp_path / "nowhere.txt")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the file is empty"),
        ("3\n", 1, "'3'; expected `points links`"),
        ("-3 2\n", 1, "'-3 2'; expected `points links`"),
        ("<html>\n", 1, "'<html>'"),
        (
            GOOD.replace("40.2 -74.1", "40.2 north"),
            3,
            "'40.2 north'; expected `lat lon`",
        ),
        (GOOD.replace("40.2 -74.1", ""), 3, "''; expected `lat lon`"),
        (GOOD.replace("40.2 -74.1", "nan -74.1"), 3, "'nan -74.1'"),
        (GOOD.replace("40.2 -74.1", "-74.1 240.2"), 3, "'-74.1 240.2'"),
        (
            GOOD.replace("1 2 7", "1 3 7"),
            6,
            "'1 3 7'; expected `from to weight`, from in [0, 2]",
        ),
        (GOOD.replace("1 2 7", "-1 2 7"), 6, "'-1 2 7'"),
        (GOOD.replace("1 2 7", "1 1.5 7"), 6, "'1 1.5 7'; expected `from to weight`"),
        (GOOD.replace("1 2 7", "1 2 7 8"), 6, "'1 2 7 8'"),
        (GOOD.replace("1 2 7", "1 2 inf"), 6, "'1 2 inf'"),
        (
            GOOD.replace("1 2 7\n", ""),
            6,
            "ends here; line 1 announces 3 points and 2 links, so 6",
        ),
        (
            GOOD + "2 0 1\n",
            7,
            "'2 0 1'; line 1 announces 3 points and 2 links, so 6 lines",
        ),
        (
            GOOD.replace("0 1 1.5", "z" * 99).replace("1 2 7", "x"),
            5,
            "'" + "z" * 57 + "...'",
        ),
    ],
)
def test_broken_files_name_the_line(tmp_path, text, line, message):
    path = write(tmp_path, text)
    with pytest.raises(ValueError, match=re.escape(f"{path}, line {line}: ")) as error:
        read_road_file(path)
    assert message in str(error.value)


def test_great_circle_against_the_meridian_and_a_parallel():
    assert great_circle_m(0, 0, 0, 90) == pytest.approx(np.pi / 2 * 6_371_008.8)
    assert great_circle_m(10, 60, 10.001, 60) == pytest.approx(111.195 / 2, rel=1e-4)


def test_contraction_adds_lengths_and_keeps_the_shortest_parallel():
    # Two junctions joined by a street of two legs, one of three, and one straight.
    points = [(0, 0), (10, 0), (5, 5), (0, -9), (10, -9)]
    links = [(0, 1), (1, 0), (0, 2), (2, 1), (0, 3), (3, 4), (4, 1), (2, 2)]
    graph, counts = clean_roads(roads_of(points, links))
    assert graph.edges.tolist() == [[0, 1]]
    assert graph.weights.tolist() == [3]
    assert graph.length_m == pytest.approx([great_circle_m(0, 0, 0.01, 0)])
    assert counts == {
        "points": 5,
        "links": 8,
        "component_points": 5,
        "junctions": 2,
        "road_sections": 3,
        "roads": 1,
    }
    without_straight, _ = clean_roads(roads_of(points, links[2:]))
    assert without_straight.length_m == pytest.approx(
        2 * great_circle_m(0, 0, 0.005, 0.005)
    )


def test_dead_ends_small_components_and_loops_go():
    square = [(0, 0), (10, 0), (10, 10), (0, 10)]
    diagonals = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
    tail = [(20, 0), (30, 0)], [(1, 4), (4, 5)]
    island = [(90, 90), (91, 90), (91, 91)], [(6, 7), (7, 8), (8, 6)]
    points = square + tail[0] + island[0]
    links = diagonals + tail[1] + island[1]
    graph, counts = clean_roads(roads_of(points, links))
    assert (graph.n, graph.m, counts["component_points"]) == (4, 6, 6)
    assert graph.lat.tolist() == [0, 0, 0.01, 0.01]  # ordered by (lat, lon)
    assert graph.lon.tolist() == [0, 0.01, 0, 0.01]
    # A ring road that leaves junction 0 and comes back to it: a section, but not a road.
    ring = [(-5, 0), (-5, -5)], [(0, 4), (4, 5), (5, 0)]
    graph, counts = clean_roads(roads_of(square + ring[0], diagonals + ring[1]))
    assert (graph.n, counts["road_sections"], counts["roads"]) == (4, 7, 6)


def test_the_order_of_points_does_not_matter(manhattan, shared_data):
    graph, _ = manhattan
    raw = read_road_file(shared_data / "raw_taxivis_manhattan_with_weights.txt.gz")
    order = np.random.default_rng(1).permutation(len(raw.lat))
    place = np.argsort(order)
    links = place[raw.links][::-1, ::-1]
    other, _ = clean_roads(
        RawRoads(lat=raw.lat[order], lon=raw.lon[order], links=links)
    )
    assert np.array_equal(other.edges, graph.edges) and np.array_equal(
        other.lat, graph.lat
    )
    assert np.allclose(other.length_m, graph.length_m)


def test_a_single_cycle_leaves_one_point_and_points_in_one_place_break_nothing():
    graph, counts = clean_roads(
        roads_of([(0, 0), (1, 0), (0, 1)], [(0, 1), (1, 2), (2, 0)])
    )
    assert (graph.n, graph.m, counts["road_sections"]) == (1, 0, 1)
    points = [(0, 0), (0, 0), (5, 5), (5, 0)]
    graph, _ = clean_roads(
        roads_of(points, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 0), (3, 1)])
    )
    assert graph.m == 6 and graph.length_m.min() == 0.01


@pytest.mark.parametrize("links", [[], [(0, 0)], [(0, 1), (1, 2)]])
def test_nothing_left(links):
    with pytest.raises(ValueError, match="3 points and .* no junction is left"):
        clean_roads(roads_of([(0, 0), (1, 0), (0, 1)], links))


def test_real_manhattan_against_the_prepared_files(manhattan, shared_data):
    graph, counts = manhattan
    assert counts == {
        "points": 9888,
        "links": 16148,
        "component_points": 9474,
        "junctions": 3874,
        "road_sections": 7070,
        "roads": 7041,
    }
    assert np.unique(graph.weights, return_counts=True)[1].tolist() == [7018, 21, 2]
    assert graph.components.max() == 0
    junctions = pd.read_csv(shared_data / "manhattan_junctions.csv").sort_values(
        ["lat", "lon"]
    )
    places = junctions[["lon", "lat"]].to_numpy()
    np.testing.assert_allclose(
        np.transpose([graph.lon, graph.lat]), places, rtol=0, atol=1e-9
    )
    rank = np.argsort(junctions["id"].to_numpy())
    roads = pd.read_csv(shared_data / "manhattan_roads.csv")
    ends = np.sort(rank[roads[["u", "v"]].to_numpy()], axis=1)
    order = np.lexsort(ends.T[::-1])
    assert np.array_equal(ends[order], graph.edges)
    assert np.abs(roads["length_m"].to_numpy()[order] - graph.length_m).max() < 0.02
