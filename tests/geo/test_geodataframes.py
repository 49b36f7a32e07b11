"""Graphs of GeoDataFrames: lines are edges, points have neighbours, polygons touch."""

import numpy as np
import pytest

from gaussmech.geo.graph_files import link_places, read_graph
from gaussmech.geo.sphere import great_circle_m

# Two streets that meet, and a way around with a bend.
CORNERS = {"a": (7.0, 47.0), "b": (7.01, 47.0), "c": (7.01, 47.01)}
LINES = [
    [CORNERS["a"], CORNERS["b"]],
    [CORNERS["b"], CORNERS["c"]],
    [CORNERS["c"], (7.0, 47.01), CORNERS["a"]],
]


class Frame:
    """What a GeoDataFrame is asked for, if its geometries are points and lines."""

    crs = "EPSG:4326"

    def __init__(self, kind, coordinates, **columns):
        self.geom_type = Series([kind] * len(coordinates))
        self.__geo_interface__ = {
            "type": "FeatureCollection",
            "features": [
                {
                    "id": str(row),
                    "geometry": {"type": kind, "coordinates": spots},
                    "properties": {name: cells[row] for name, cells in columns.items()},
                }
                for row, spots in enumerate(coordinates)
            ],
        }

    def __len__(self):
        return len(self.geom_type)

    def to_crs(self, code):
        assert code == 4326
        return self


class Series(list):
    def dropna(self):
        return self


def metres(line):
    lon, lat = np.transpose(line)
    return great_circle_m(lon[:-1], lat[:-1], lon[1:], lat[1:]).sum()


def test_lines_are_edges_as_long_as_they_are():
    graph, ids = read_graph(Frame("LineString", LINES))
    assert graph.edges.tolist() == [[0, 1], [1, 2], [0, 2]]
    assert list(zip(graph.lon, graph.lat, strict=True)) == list(CORNERS.values())
    np.testing.assert_allclose(graph.length_m, [metres(line) for line in LINES])
    assert ids[0] == "7.0000000 47.0000000"


def test_columns_say_lengths_and_weights():
    frame = Frame("LineString", LINES, length=[1.0, 2.0, 3.0], weight=[4.0, 5.0, 6.0])
    graph, _ = read_graph(frame)
    assert graph.length_m.tolist() == [1, 2, 3]
    assert graph.weights.tolist() == [4, 5, 6]


def test_points_are_linked_to_their_neighbours():
    graph, ids = read_graph(Frame("Point", list(CORNERS.values()), place=[*CORNERS]))
    lon, lat = zip(*CORNERS.values(), strict=True)
    expected = link_places(lon, lat)
    assert graph.edges.tolist() == expected.edges.tolist() and graph.m == 3
    assert ids == ["a", "b", "c"]
    np.testing.assert_array_equal(graph.length_m, expected.length_m)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((Frame("Point", []), "places.csv"), "path is a GeoDataFrame"),
        ((Frame("Point", [()]),), "some points are empty"),
        ((Frame("LineString", []),), "the GeoDataFrame has no places"),
        ((Frame("Curve", [[1]]),), "feature 1 is a Curve; allowed are Points"),
        (
            (Frame("LineString", LINES, length=[1, 2, -3]),),
            "'length' of the edge .* is -3; it must be a number >= 0",
        ),
        (
            (np.eye(3),),
            r"path is array.*Graph\.from_networkx and Graph\.from_adjacency",
        ),
    ],
)
def test_what_is_wrong_is_told(arguments, message):
    with pytest.raises(ValueError, match=f"(?s){message}"):
        read_graph(*arguments)


def test_a_frame_without_a_system_of_coordinates_is_refused():
    frame = Frame("LineString", LINES)
    frame.crs = None
    with pytest.raises(ValueError, match="no crs; say which by its method set_crs"):
        read_graph(frame)


def test_geopandas_itself():
    geopandas = pytest.importorskip("geopandas")
    from shapely.geometry import LineString, Point, box

    streets = geopandas.GeoDataFrame(geometry=list(map(LineString, LINES)), crs=4326)
    # Coordinates in metres come back as the same degrees.
    graph, ids = read_graph(streets.to_crs(25832))
    assert (graph, ids) and graph.edges.tolist() == [[0, 1], [1, 2], [0, 2]]
    np.testing.assert_allclose(graph.length_m, [metres(line) for line in LINES])
    spots = geopandas.GeoDataFrame(
        geometry=list(map(Point, CORNERS.values())), index=[*CORNERS], crs=4326
    )
    graph, ids = read_graph(spots)
    assert ids == ["a", "b", "c"] and graph.m == 3
    districts = geopandas.GeoDataFrame(
        {"id": [10, 20, 30, 40]},
        geometry=[box(0, 0, 1, 1), box(1, 0, 2, 1), box(1, 1, 2, 2), box(5, 5, 6, 6)],
        crs=4326,
    )
    graph, ids = read_graph(districts)
    # Corners that meet touch, too.
    assert graph.edges.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert ids == ["10", "20", "30", "40"] and graph.lon.tolist() == [
        0.5,
        1.5,
        1.5,
        5.5,
    ]
    with pytest.raises(ValueError, match="two rows have the same id"):
        read_graph(districts.assign(id=1))
    mixed = geopandas.GeoDataFrame(geometry=[Point(0, 0), box(0, 0, 1, 1)], crs=4326)
    with pytest.raises(ValueError, match="feature 2 is a Polygon; allowed"):
        read_graph(mixed)
