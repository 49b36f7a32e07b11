"""Road files, and their reduction to junctions: small networks."""

import gzip

import numpy as np
import pytest

from gaussmech.geo.roads import clean_roads, read_road_file
from gaussmech.geo.sphere import great_circle_m

GOOD = "3 2\n40.1 -74.0\n40.2 -74.1\n40.3 -74.2\n0 1 1.5\n1 2 7\n"


def roads_of(points, links):
    return np.array(points) / 1000, np.array(links, int).reshape(-1, 2)


@pytest.mark.parametrize(
    "content",
    [
        GOOD.encode(),
        (GOOD + "\n\n").encode(),
        GOOD.replace("\n", "\r\n").encode(),
        ("\ufeff" + GOOD).encode(),
        # The moment of compression would stand in the name of the test.
        gzip.compress(GOOD.encode(), mtime=0),
    ],
)
def test_points_and_links_are_read(tmp_path, content):
    path = tmp_path / "roads.txt"
    path.write_bytes(content)
    points, links = read_road_file(path)
    assert points.tolist() == [[-74.0, 40.1], [-74.1, 40.2], [-74.2, 40.3]]
    assert links.tolist() == [[0, 1], [1, 2]]


# What stands in the file instead of what is good, the line of the error, and what it says.
BROKEN = [
    (GOOD, "", "line 1: found ''; expected `points links`"),
    (GOOD, "3\n", "line 1: found '3'; expected `points links`"),
    (GOOD, "-3 2\n", "line 1: found '-3 2'"),
    ("40.2 -74.1", "40.2 north", "line 3: found '40.2 north'; expected `lat lon`"),
    ("40.2 -74.1", "40.2", "line 3: found '40.2'"),
    ("40.2 -74.1", "91 0", "line 3"),
    ("1 2 7", "1 3 7", "line 6: .*expected `from to weight`, two points from 0 to 2"),
    ("1 2 7", "-1 2 7", "line 6"),
    ("1 2 7", "1 1.5 7", "line 6"),
    ("1 2 7", "1 2 7 8", "line 6"),
    (
        "1 2 7\n",
        "",
        "line 1 announces 3 points and 2 links, so 6 lines in all; the .* 5$",
    ),
    ("1 2 7\n", "1 2 7\n2 0 1\n", "line 1 .* so 6 lines in all; the file has 7"),
    ("0 1 1.5", "z" * 99, "line 5: found 'z{60}'; "),
]


@pytest.mark.parametrize(("part", "instead", "message"), BROKEN)
def test_a_broken_file_is_named_with_the_line(tmp_path, part, instead, message):
    path = tmp_path / "roads.txt"
    path.write_text(GOOD.replace(part, instead))
    with pytest.raises(ValueError, match=rf"roads\.txt, {message}"):
        read_road_file(path)


def test_a_file_that_is_cut_off_is_named(tmp_path):
    path = tmp_path / "roads.txt.gz"
    path.write_bytes(gzip.compress(GOOD.encode())[:-10])
    with pytest.raises(ValueError, match=r"roads\.txt\.gz: broken gzip file"):
        read_road_file(path)


def test_contraction_adds_lengths_and_keeps_the_shortest_parallel():
    # Two junctions joined by a street of two legs, one of three, and one straight.
    points = [(0, 0), (10, 0), (5, 5), (0, -9), (10, -9)]
    links = [(0, 1), (1, 0), (0, 2), (2, 1), (0, 3), (3, 4), (4, 1), (2, 2)]
    graph, counts = clean_roads(*roads_of(points, links))
    assert (graph.edges.tolist(), graph.weights.tolist()) == ([[0, 1]], [3])
    assert graph.length_m == pytest.approx([great_circle_m(0, 0, 0.01, 0)])
    assert [*counts.values()] == [5, 8, 5, 2, 3, 1]
    # A bent street in place of the straight one is the longest.
    bent = [(0, 5), (5, 1), *links[2:]]
    graph, _ = clean_roads(*roads_of([*points, (5, 50)], bent))
    two_legs = 2 * great_circle_m(0, 0, 0.005, 0.005)
    assert graph.length_m == pytest.approx([two_legs])


SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]
DIAGONALS = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
# What is added to the square, and the points, sections and roads that must be there.
ADDED = [
    # A dead end, and an island.
    ([(20, 0), (90, 90), (91, 90), (91, 91)], [(1, 4), (5, 6), (6, 7), (7, 5)], 5, 6),
    # A ring road that leaves a junction and comes back to it: a section, but no road.
    ([(-5, 0), (-5, -5)], [(0, 4), (4, 5), (5, 0)], 6, 7),
]


@pytest.mark.parametrize(("points", "links", "component", "sections"), ADDED)
def test_dead_ends_small_components_and_loops_go(points, links, component, sections):
    graph, counts = clean_roads(*roads_of(SQUARE + points, DIAGONALS + links))
    assert (graph.n, graph.m, counts["roads"]) == (4, 6, 6)
    assert (counts["component_points"], counts["road_sections"]) == (
        component,
        sections,
    )
    # Junctions are ordered by latitude, then longitude.
    assert graph.lat.tolist() == [0, 0, 0.01, 0.01]
    assert graph.lon.tolist() == [0, 0.01, 0, 0.01]


def test_a_single_cycle_leaves_one_point_and_points_at_one_spot_break_nothing():
    cycle = roads_of([(0, 0), (1, 0), (0, 1)], [(0, 1), (1, 2), (2, 0)])
    graph, counts = clean_roads(*cycle)
    assert (graph.n, graph.m, counts["road_sections"]) == (1, 0, 1)
    spots = [(0, 0), (0, 0), (5, 5), (5, 0)]
    links = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 0), (3, 1)]
    graph, _ = clean_roads(*roads_of(spots, links))
    assert graph.m == 6 and graph.length_m.min() == 0.01


@pytest.mark.parametrize("links", [[], [(0, 0)], [(0, 1), (1, 2)]])
def test_streets_without_a_cycle_are_refused(links):
    with pytest.raises(ValueError, match=r"3 points and .* no junction is left"):
        clean_roads(*roads_of([(0, 0), (1, 0), (0, 1)], links))
