"""Streets as they are drawn: they meet at shared vertices, and points name their junctions."""

import geopandas as gpd
import numpy as np
import pytest
from shapely.geometry import GeometryCollection, LineString, MultiLineString, Point

import gaussmech as gm
from gaussmech.geo.graph_files import graph_of_layer
from gaussmech.geo.read import read_layer
from gaussmech.geo.sphere import great_circle_m

A, B, C, D = (7.0, 47.0), (7.01, 47.0), (7.02, 47.0), (7.01, 47.01)


def frame(*shapes, **columns):
    shapes = [LineString(s) if isinstance(s, list) else s for s in shapes]
    return gpd.GeoDataFrame(columns, geometry=shapes, crs=4326)


def pairs(graph, ids):
    return {tuple(sorted(ids[v] for v in edge)) for edge in graph.edges.tolist()}


def metres(*line):
    lon, lat = np.transpose(line)
    return great_circle_m(lon[:-1], lat[:-1], lon[1:], lat[1:]).sum()


@pytest.mark.parametrize("crs", [4326, 25832])
def test_a_grid_of_whole_streets_has_all_its_crossings(crs):
    """As OpenStreetMap has it: a line over all crossings."""
    xs, ys = 7 + 0.002 * np.arange(9), 47 + 0.0015 * np.arange(7)
    across = [[(x, y) for x in xs] for y in ys]
    up = [[(x, y) for y in ys] for x in xs]
    graph, ids = gm.read_graph(frame(*across, *up).to_crs(crs))
    assert (graph.n, graph.m) == (63, 7 * 8 + 9 * 6)
    assert not graph.components.any()
    assert ids[0] == "7.0000000 47.0000000"
    np.testing.assert_allclose(graph.length_m[0], metres((7, 47), (7.002, 47)))


# Lines, and the junctions that they must have.
DRAWN = [
    # Two cross at a vertex in the middle of both.
    ([[A, B, C], [(7.01, 46.99), B, D]], 5, 4),
    # One ends in the middle of the other.
    ([[A, B, C], [B, D]], 4, 3),
    # They cross without a common vertex: a bridge.
    ([[A, C], [(7.01, 46.99), D]], 4, 2),
    # A ring meets a street in its middle.
    ([[A, B], [B, C, D, B]], 2, 1),
    ([[A, B], [C, B, D, C]], 3, 2),
    # One line comes back to itself.
    ([[A, B, C, D, B]], 2, 1),
    # A vertex is repeated, or a line has no extent.
    ([[A, B, B, C], [B, D]], 4, 3),
    ([[A, B], [B, B]], 2, 1),
    # Ends meet at the antimeridian.
    ([[(179.9, 0), (180, 0)], [(-180, 0), (-179.9, 0)]], 3, 2),
    ([GeometryCollection([GeometryCollection([LineString([A, B])])]), [B, C]], 3, 2),
    ([MultiLineString([[A, B], [B, C]]), [B, D]], 4, 3),
]


@pytest.mark.parametrize(("lines", "n", "m"), DRAWN, ids=range(len(DRAWN)))
def test_streets_meet_where_they_share_a_vertex(lines, n, m):
    graph, _ = gm.read_graph(frame(*lines))
    assert (graph.n, graph.m) == (n, m)


def test_a_line_shares_out_its_length_and_hands_on_its_weight():
    lines = frame([A, B, C], [B, D], length=[300, 9], weight=[2, None])
    graph, _ = gm.read_graph(lines)
    assert graph.length_m == pytest.approx([150, 150, 9], rel=1e-6)
    assert graph.weights.tolist() == [2, 2, 1]
    # Parts share the length of their row, and a row without a length is measured.
    several = MultiLineString([[A, B], [B, (7.03, 47.0)]])
    graph, _ = gm.read_graph(frame(several, [B, D], length_m=["300", None]))
    assert graph.length_m == pytest.approx([100, 200, metres(B, D)], rel=1e-6)
    graph, _ = gm.read_graph(frame([A, D, B], [B, C], length=[0, 7]))
    assert graph.length_m.tolist() == [0.01, 7]
    with pytest.raises(ValueError, match="the edge between .*: 'length' is '-3'"):
        gm.read_graph(frame([A, B], length=[-3]))


def read(lines):
    return graph_of_layer(read_layer(lines))


def test_ends_that_nearly_meet_are_joined():
    # 1e-5 degrees of latitude are 1.1 m.
    near, far = (7.01, 47.000008), (7.01, 47.00001)
    graph, places = read(frame([A, B], [near, D]))
    assert (graph.n, graph.m) == (3, 2)
    said = "1 ends joined that missed another by less than a metre"
    assert places.source.remarks == [said]
    graph, places = read(frame([A, B], [far, D]))
    assert graph.n == 4 and places.source.remarks == []
    # Three ends, a named point, and the two ends of a short line.
    graph, _ = read(frame([A, B], [near, D], [(7.010005, 47.0), C]))
    assert (graph.n, graph.m) == (4, 3)
    graph, places = read(frame(Point(near), [A, B], place=["Mill", None]))
    assert pairs(graph, places.ids) == {("7.0000000 47.0000000", "Mill")}
    graph, _ = read(frame([B, near], [A, (7.0, 46.99)]))
    assert (graph.n, graph.m) == (4, 2)
    # An end that already meets another line is not moved.
    graph, _ = read(frame([A, B], [B, near], [near, D]))
    assert (graph.n, graph.m) == (4, 3)


def test_points_name_the_junctions():
    points = [Point(A), Point(B), Point(D), Point(7.05, 47.0)]
    streets = frame(
        *points, [A, B, C], [B, D], fid=[1, 2, 3, 4, 1, 2],
        name=["Park", "Mill", "Hill", "Alone", "Main St", None],
    )  # fmt: skip
    graph, places = graph_of_layer(read_layer(streets), "name")
    coordinates = "7.0200000 47.0000000"
    assert places.ids == ["Park", "Mill", "Hill", "Alone", coordinates]
    assert pairs(graph, places.ids) == {
        ("Mill", "Park"),
        (coordinates, "Mill"),
        ("Hill", "Mill"),
    }
    assert places.source.nameless == 1 and places.source.others == ["fid"]
    # Without a hint the first usual name counts, with one the same name as in the private file.
    assert graph_of_layer(read_layer(streets))[1].ids[0] == "1"
    assert graph_of_layer(read_layer(streets), None, "name")[1].ids[0] == "Park"


def test_a_named_point_splits_a_line():
    graph, ids = gm.read_graph(frame([A, B, C], Point(B), id=[None, "Mill"]))
    assert graph.m == 2 and ids[0] == "Mill"


def test_points_that_do_not_agree_are_refused():
    with pytest.raises(ValueError, match="points '1' and '2' are at one spot"):
        gm.read_graph(frame(Point(A), Point(A), [A, B], id=["1", "2", None]))
    with pytest.raises(ValueError, match="two points have the same id, '1'"):
        gm.read_graph(frame(Point(A), Point(B), [A, B], id=["1", "1", None]))
    graph, _ = gm.read_graph(frame(Point(A), Point(A), [A, B], id=["1", "1", None]))
    assert graph.n == 2


def test_columns_that_name_the_ends_are_noticed():
    _, places = read(frame([A, B], [B, C], u=[1, 2], v=[2, 3]))
    assert places.source.nameless == 3
    _, places = read(frame([A, B], [B, C], name=["Main St", "High St"]))
    assert places.source.nameless == 0
