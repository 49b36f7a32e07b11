"""Places that have no streets are linked to those around them."""

import numpy as np
import pytest

import gaussmech as gm
from gaussmech.geo.links import with_bridges
from gaussmech.graphs.graph import Graph


def test_places_are_linked_to_their_neighbours():
    rng = np.random.default_rng(1)
    lon, lat = (
        10 + 0.02 * rng.random(60),
        60 + 0.01 * rng.random(60),
    )  # as far in metres
    near = gm.link_places(lon, lat, neighbours=3)
    assert near.degree.min() >= 3 and near.length_m.max() < 1000
    metres = np.hypot((lon[:, None] - lon) / 2, lat[:, None] - lat)
    expected = {
        tuple(sorted((i, j)))
        for i in range(60)
        for j in np.argsort(metres[i])[1:4].tolist()
    }
    assert {tuple(sorted(pair)) for pair in near.edges.tolist()} == expected
    planar = gm.link_places(lon, lat)
    assert len(set(planar.components)) == 1 and planar.m <= 3 * 60 - 6
    two = [0, 1], [0, 0]
    assert gm.link_places(*two).m == gm.link_places(*two, neighbours=9).m == 1
    assert gm.link_places([0], [0]).m == 0
    # Beyond the date line.
    assert gm.link_places([179.99, -179.99, 0], [0, 0, 0], neighbours=1).edges.tolist()[
        0
    ] == [0, 1]


@pytest.mark.parametrize(
    ("lon", "lat", "neighbours", "message"),
    [
        ([0, 1, 2], [0, 0, 0], None, "lie on one line; give neighbours"),
        ([0, 1, 0], [0, 0, 0], 1, "two places have the same coordinates"),
        ([0, 1], [0], None, "both must be"),
        ([0, 1], [0, 0], 0, "neighbours is 0"),
    ],
)
def test_places_that_cannot_be_linked_are_refused(lon, lat, neighbours, message):
    with pytest.raises(ValueError, match=message):
        gm.link_places(lon, lat, neighbours=neighbours)


def test_bridges_link_components_alone():
    lon = [0, 0.01, 0.03, 0.04]
    graph = Graph(4, [[0, 1], [2, 3]], lon=lon, lat=[0] * 4, length_m=[1, 2])
    joined = with_bridges(graph, 2)
    assert joined.edges.tolist() == [[0, 1], [2, 3], [0, 2], [1, 2], [1, 3]]
    assert joined.length_m[:2].tolist() == [1, 2]
    assert joined.length_m[3] == pytest.approx(2 * joined.length_m[2] / 3, rel=1e-6)
    assert not joined.components.any()
