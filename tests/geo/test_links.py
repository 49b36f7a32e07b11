"""Places that have no streets are linked to those around them."""

from itertools import combinations

import numpy as np
import pytest

import gaussmech as gm
from gaussmech.geo.links import with_bridges
from gaussmech.geo.sphere import unit_vectors
from gaussmech.graphs.graph import Graph


def spots(west, east, south, north, count=30):
    rng = np.random.default_rng(3)
    lon = rng.uniform(west, east, count)
    return np.where(lon > 180, lon - 360, lon), rng.uniform(south, north, count)


def links(*args, **options):
    return {tuple(pair) for pair in gm.link_places(*args, **options).edges.tolist()}


def by_circles(lon, lat):
    """Return the links of a spherical Delaunay triangulation by its definition, for few places.

    Three places are a triangle if no other place is on one side of the plane through them: then
    the circle through them has no place within.
    """
    sphere = unit_vectors(lon, lat)
    found = set()
    for i, j, k in combinations(range(len(sphere)), 3):
        normal = np.cross(sphere[j] - sphere[i], sphere[k] - sphere[i])
        side = np.delete((sphere - sphere[i]) @ normal, [i, j, k])
        if (side < 0).all() or (side > 0).all():
            found |= {(i, j), (i, k), (j, k)}
    return found


def test_links_around_the_globe_are_those_of_empty_circles():
    globe = spots(-180, 180, -90, 90)
    assert links(*globe) == by_circles(*globe)
    # A triangulation of a sphere.
    assert len(links(*globe)) == 3 * 30 - 6


@pytest.mark.parametrize(
    "region", [(178, 182, -19, -16), (-125, -66, 25, 49), (10, 10.01, 60, 60.01)]
)
def test_links_of_a_region_are_those_of_empty_circles(region):
    lon, lat = spots(*region)
    # The other circles connect the places at the rim around the back of the globe.
    assert links(lon, lat) <= by_circles(lon, lat)
    assert len(links(lon, lat)) > 2 * 30
    # They do not depend on where the antimeridian is.
    turned = (lon + 275 + 180) % 360 - 180
    assert links(turned, lat) == links(lon, lat)


def test_places_are_linked_to_their_nearest():
    lon, lat = spots(10, 10.02, 60, 60.01, 60)
    # A degree of longitude is half as long here.
    metres = np.hypot((lon[:, None] - lon) / 2, lat[:, None] - lat)
    nearest = [(i, j) for i in range(60) for j in np.argsort(metres[i])[1:4].tolist()]
    expected = {tuple(sorted(pair)) for pair in nearest}
    assert links(lon, lat, neighbours=3) == expected


# Few places: their longitudes and latitudes, the neighbours, and the number of links.
FEW = [
    ([0], [0], None, 0),
    ([0, 1], [0, 0], None, 1),
    ([0, 1], [0, 0], 9, 1),
    ([0, 120, -120], [1, 2, 3], None, 3),
    ([0, 1, 0], [0, 0, 1], None, 3),
    # The first two are near each other across the antimeridian.
    ([179.99, -179.99, 0], [0, 0, 0], 1, 2),
]


@pytest.mark.parametrize(("lon", "lat", "neighbours", "count"), FEW)
def test_few_places_are_linked(lon, lat, neighbours, count):
    assert len(links(lon, lat, neighbours=neighbours)) == count


STEPS = np.arange(5) / 2
# Longitudes on both sides of the antimeridian.
ACROSS = (359 + STEPS) % 360 - 180
REFUSED = [
    ([0, 1, 2], [0, 0, 0], None, "lie on one line; give neighbours"),
    (ACROSS, 55 + 0 * STEPS, None, "lie on one line"),
    (179 + 0 * STEPS, 55 + STEPS, None, "lie on one line"),
    (ACROSS, 55 + STEPS, None, "lie on one line"),
    ([0, 1, 0], [0, 0, 0], 1, "two places have the same coordinates"),
]


@pytest.mark.parametrize(("lon", "lat", "neighbours", "message"), REFUSED)
def test_places_that_cannot_be_linked_are_refused(lon, lat, neighbours, message):
    with pytest.raises(ValueError, match=message):
        gm.link_places(lon, lat, neighbours=neighbours)


def test_bridges_link_components_alone():
    lon = [0, 0.01, 0.03, 0.04]
    graph = Graph(4, [[0, 1], [2, 3]], lon=lon, lat=[0] * 4, length_m=[1, 2])
    joined = with_bridges(graph, 2)
    assert joined.weights.tolist() == [1] * 5
    assert joined.edges.tolist() == [[0, 1], [2, 3], [0, 2], [1, 2], [1, 3]]
    assert joined.length_m == pytest.approx([1, 2, 3336, 2224, 3336], rel=1e-3)
