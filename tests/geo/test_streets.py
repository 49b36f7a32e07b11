"""Streets as they are drawn: they meet at shared vertices, and points name their junctions."""

import geopandas as gpd
import numpy as np
import pytest
from pyproj import Geod
from shapely.geometry import GeometryCollection, LineString, MultiLineString, Point

import gaussmech as gm
from gaussmech.geo.graph_files import graph_of_places

A, B, C, D = (7.0, 47.0), (7.01, 47.0), (7.02, 47.0), (7.01, 47.01)
# A spot 0.9 m to the north of B; 1e-5 degrees of latitude are 1.1 m.
NEAR, FAR = (7.01, 47.000008), (7.01, 47.00001)
SPHERE = Geod(a=6_371_008.8, b=6_371_008.8)


def frame(*shapes, **columns):
    shapes = [LineString(s) if isinstance(s, list) else s for s in shapes]
    return gpd.GeoDataFrame(columns, geometry=shapes, crs=4326)


def metres(*line):
    return SPHERE.line_length(*np.transpose(line))


# Lines are written as words of these spots. J is B to 1e-7 degrees. E and M miss B by half a metre,
# and O misses M by less than a metre, but B by more. B misses Q by 0.4 m, and P by 0.8 m.
SPOTS = {
    "A": A,
    "B": B,
    "C": C,
    "D": D,
    "N": NEAR,
    "F": FAR,
    "S": (7.01, 46.99),
    "W": (7.0, 46.99),
    "J": (7.01 + 2e-9, 47.0),
    "E": (7.010005, 47.0),
    "M": (7.01, 47.0000045),
    "O": (7.01, 47.0000117),
    "P": (7.01, 46.9999928),
    "Q": (7.01, 47.0000036),
    "1": (179.9, 0),
    "2": (180, 0),
    "3": (-180, 0),
    "4": (-179.9, 0),
    "5": (179.9, 1),
    "6": (-179.9, 1),
}


def lines_of(words):
    """Return the lines through the spots of words."""
    return [[SPOTS[letter] for letter in word] for word in words.split()]


# Lines, and the numbers of junctions and streets that they must have.
DRAWN = [
    # Two cross at a vertex in the middle of both.
    ("ABC SBD", 5, 4),
    # One ends in the middle of the other.
    ("ABC BD", 4, 3),
    # They cross without a common vertex: a bridge.
    ("AC SD", 4, 2),
    # A ring meets a street in its middle.
    ("AB BCDB", 2, 1),
    ("AB CBDC", 3, 2),
    # A vertex is repeated, or a line has no extent.
    ("ABBC CD", 3, 2),
    ("AB BB", 2, 1),
    # Ends meet at the antimeridian.
    ("12 34", 3, 2),
    ("125 436", 5, 4),
    # Vertices are at one spot to 1e-7 degrees.
    ("ABC SJD", 5, 4),
    # An end that misses another by less than a metre is joined to it.
    ("AB ND", 3, 2),
    ("AB FD", 4, 2),
    ("AB ND EC", 4, 3),
    # It is joined to the nearest of two, which makes a street that is there.
    ("AP PS CQ QD BC", 6, 4),
    # The two ends of a short line are not joined, nor an end that already meets another line.
    ("BN AW", 4, 2),
    ("AB BN ND", 4, 3),
    ("AB BC BN", 4, 3),
    # An end to which another is joined stays where it is.
    ("AB MD OC", 4, 3),
]
SHAPES = [
    ([GeometryCollection([GeometryCollection([LineString([A, B])])]), [B, C]], 3, 2),
    ([MultiLineString([[A, B], [B, C]]), [B, D]], 4, 3),
    # A point stays where it is.
    ([Point(NEAR), [A, B]], 2, 1),
]


@pytest.mark.parametrize(
    ("lines", "n", "m"), DRAWN + SHAPES, ids=range(len(DRAWN + SHAPES))
)
def test_streets_meet_where_they_share_a_vertex(lines, n, m):
    if isinstance(lines, str):
        lines = lines_of(lines)
    graph, _ = gm.read_graph(frame(*lines))
    assert (graph.n, graph.m) == (n, m)


# Lines and their columns, and the lengths and weights of the streets.
MEASURED = [
    ([[A, B, C], [B, D]], {"length": [300, 9], "weight": [2, None]}, [150, 150, 9], [2, 2, 1]),
    # Parts share the length of their row, and a row without a length is measured.
    (
        [MultiLineString([[A, B], [B, (7.03, 47.0)]]), [B, D]],
        {"length_m": ["300", None]},
        [100, 200, metres(B, D)],
        [1, 1, 1],
    ),
    ([[A, D, B], [B, C]], {"length": [0, 7]}, [0.01, 7], [1, 1]),
    ([[A, D, B]], {}, [metres(A, D, B)], [1]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "columns", "lengths", "weights"), MEASURED)
def test_a_line_shares_out_its_length_and_hands_on_its_weight(
    lines, columns, lengths, weights
):
    graph, _ = graph_of_places(frame(*lines, **columns))
    assert graph.length_m == pytest.approx(lengths, rel=1e-5)
    assert graph.weights.tolist() == weights


POINTS = [Point(A), Point(B), Point(D), Point(7.05, 47.0)]
NAMES = ["Park", "Mill", "Hill", "Alone"]


@pytest.mark.parametrize(
    ("asked", "ids", "other"),
    [
        ({"id": "name"}, NAMES, "fid"),
        # The first usual name counts, but after the one that the private file uses.
        ({}, ["1", "2", "3", "4"], "name"),
        ({"hint": "name"}, NAMES, "fid"),
    ],
)
def test_points_name_the_junctions_and_split_lines(asked, ids, other):
    columns = {"fid": [1, 2, 3, 4, 1, 2], "name": [*NAMES, "Main St", None]}
    streets = frame(*POINTS, [A, B, C], [D, NEAR], **columns)
    graph, places = graph_of_places(streets, **asked)
    assert places.ids == [*ids, "7.0200000 47.0000000"]
    assert graph.edges.tolist() == [[0, 1], [1, 4], [1, 2]]
    source = places.source
    assert (source.nameless, source.others) == (1, [other])
    joined = "1 ends joined that missed another by less than a metre"
    assert source.remarks == [joined]


# The ids of two points at A and at A or B, and what is wrong.
WRONG = [
    (A, ["1", "2", None], "two points are at one spot"),
    (B, ["1", "1", None], "feature 2: the id 'id' is the same as in feature 1"),
]


@pytest.mark.parametrize(("spot", "ids", "message"), WRONG)
def test_points_that_do_not_agree_are_refused(spot, ids, message):
    with pytest.raises(ValueError, match=message):
        gm.read_graph(frame(Point(A), Point(spot), [A, B], id=ids))


@pytest.mark.parametrize("unit", [0.001, 3.28])
def test_lengths_that_are_not_metres_are_doubted(unit):
    lengths = [unit * metres(A, B), unit * metres(B, C)]
    with pytest.warns(UserWarning, match="lengths in metres, or leave them out"):
        gm.read_graph(frame([A, B], [B, C], length=lengths))
