"""Distances on the sphere: against haversines, over the poles, across the antimeridian."""

import numpy as np
import pytest

import gaussmech as gm
from gaussmech.geo.assignment import Kernel, locate_ends, spread
from gaussmech.geo.places import Places
from gaussmech.geo.projection import project
from gaussmech.geo.sphere import chord_of, great_circle_m, metres_of, unit_vectors

# Regions (longitudes, latitudes) in which a plane would be wrong, and one in which it is not.
REGIONS = {
    "a country": ((-125, -66), (25, 49)),
    "high latitudes": ((10, 31), (58, 71)),
    "around the pole": ((-180, 180), (85, 90)),
    "across the antimeridian": ((178, 182), (-19, -16)),
    "the globe": ((-180, 180), (-90, 90)),
    "a city": ((-74.02, -73.93), (40.7, 40.88)),
}


def points(region, count, seed):
    (west, east), (south, north) = REGIONS[region]
    rng = np.random.default_rng(seed)
    lon = rng.uniform(west, east, count)
    return np.where(lon > 180, lon - 360, lon), rng.uniform(south, north, count)


@pytest.fixture(params=REGIONS)
def region(request):
    return request.param


def haversines(region):
    """Return places, points, and the distances between them by an independent formula."""
    lon, lat = points(region, 300, seed=1)
    x, y = points(region, 500, seed=2)
    metres = great_circle_m(x[:, None], y[:, None], lon, lat)
    places = Places([str(v) for v in range(300)], lon.tolist(), lat.tolist())
    return places, x, y, metres


def test_chords_are_distances(region):
    _, x, y, metres = haversines(region)
    lon, lat = points(region, 300, seed=1)
    chord = np.linalg.norm(unit_vectors(x, y)[:, None] - unit_vectors(lon, lat), axis=2)
    # Beyond a quarter of the globe both formulas lose digits.
    np.testing.assert_allclose(metres_of(chord), metres, rtol=1e-7, atol=1e-6)
    for distance in metres[0]:
        assert metres_of(chord_of(distance)) == pytest.approx(distance, rel=1e-7)


def test_every_point_counts_at_its_nearest_place(region):
    places, x, y, metres = haversines(region)
    rows = spread(places, x, y, bandwidth_m=0).toarray()
    assert np.array_equal(rows.argmax(axis=1), metres.argmin(axis=1))


def test_points_count_within_reach(region):
    places, x, y, metres = haversines(region)
    nearest = metres.min(axis=1)
    for reach in (*np.quantile(nearest, [0.1, 0.5, 0.9]), 1e8):
        within, dropped = locate_ends(places, x, y, reach_m=reach)
        assert np.array_equal(within, nearest <= reach)
        assert sum(dropped.values()) == (nearest > reach).sum()


def test_kernels_are_those_of_the_sphere(region):
    places, x, y, metres = haversines(region)
    width = np.median(metres.min(axis=1))
    kernel = np.where(metres <= 4 * width, np.exp(-0.5 * (metres / width) ** 2), 0)
    # The others count at their nearest place.
    is_spread = kernel.sum(axis=1) > 0
    expected = kernel[is_spread] / kernel[is_spread].sum(axis=1, keepdims=True)
    rows = Kernel(places, width).rows(x[is_spread], y[is_spread]).toarray()
    np.testing.assert_allclose(rows, expected, rtol=1e-6, atol=1e-9)


def test_the_row_of_a_point_is_the_same_to_the_last_bit_without_the_others(region):
    places, x, y, metres = haversines(region)
    kernel = Kernel(places, np.median(metres.min(axis=1)))
    whole = kernel.rows(x, y).toarray()
    for start, step in ((0, 1), (3, 1), (1, 7), (499, 1)):
        part = kernel.rows(x[start::step], y[start::step]).toarray()
        assert np.array_equal(part, whole[start::step])


def test_a_place_in_the_far_south_moves_no_point_in_the_north():
    places = Places(["Oslo", "Ushuaia"], [10.7522, -68.303], [59.9139, -54.8019])
    # 95 metres to the east of Oslo.
    within, _ = locate_ends(places, [10.7539], [59.9139], reach_m=100)
    assert within.tolist() == [True]


def test_a_point_across_the_antimeridian_is_near():
    places = Places(["Taveuni", "Suva"], [179.9999, 178.44], [-16.8, -18.14])
    # 21 metres away.
    within, dropped = locate_ends(places, [-179.9999], [-16.8], reach_m=50)
    assert within.tolist() == [True] and not any(dropped.values())


def test_a_picture_across_the_antimeridian_is_not_torn_apart():
    places = Places(["a", "b"], [179.99, -179.99], [0.0, 0.0])
    east, north = project(places, places.lon, places.lat).T
    assert east == pytest.approx([-1112, 1112], abs=1) and not north.any()


def by_circles(lon, lat):
    """Return the links of a spherical Delaunay triangulation by its definition, for few places.

    Three places are a triangle if no other place is on one side of the plane through them: then
    the circle through them has no place within.
    """
    spots = unit_vectors(lon, lat)
    n = len(spots)
    links = set()
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                normal = np.cross(spots[j] - spots[i], spots[k] - spots[i])
                side = np.delete((spots - spots[i]) @ normal, [i, j, k])
                if (side < 0).all() or (side > 0).all():
                    links |= {(i, j), (i, k), (j, k)}
    return links


def test_links_around_the_globe_are_those_of_empty_circles():
    lon, lat = points("the globe", 30, seed=3)
    graph = gm.link_places(lon, lat)
    assert {tuple(edge) for edge in graph.edges.tolist()} == by_circles(lon, lat)
    # A triangulation of a sphere.
    assert graph.m == 3 * 30 - 6


@pytest.mark.parametrize("name", ["across the antimeridian", "a country", "a city"])
def test_links_of_a_region_are_those_of_empty_circles(name):
    lon, lat = points(name, 30, seed=4)
    links = {tuple(edge) for edge in gm.link_places(lon, lat).edges.tolist()}
    # The others connect the places at the rim around the back of the globe.
    assert links <= by_circles(lon, lat)
    assert len(links) > 2 * 30


def test_links_do_not_depend_on_where_the_antimeridian_is():
    lon, lat = points("a country", 200, seed=5)
    there = gm.link_places(lon, lat)
    moved = lon + 275
    here = gm.link_places(np.where(moved > 180, moved - 360, moved), lat)
    assert here.edges.tolist() == there.edges.tolist()
    assert here.length_m == pytest.approx(there.length_m)


@pytest.mark.parametrize("lat", [0.0, 55.0])
def test_places_on_a_parallel_or_a_meridian_are_on_a_line(lat):
    for east, north in ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0)):
        lon = 179 + east * np.arange(5) / 2
        lon = np.where(lon > 180, lon - 360, lon)
        with pytest.raises(ValueError, match="lie on one line; give neighbours"):
            gm.link_places(lon, lat + north * np.arange(5) / 2)


def test_three_places_around_the_globe_are_linked():
    assert gm.link_places([0, 120, -120], [1, 2, 3]).m == 3
