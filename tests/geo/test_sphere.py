"""Distances on the sphere and what depends on them, against geodesics of PROJ on the same sphere."""

import numpy as np
import pytest
from pyproj import Geod

from gaussmech.geo.assignment import GaussianKernel
from gaussmech.geo.places import Places
from gaussmech.geo.projection import project
from gaussmech.geo.sphere import chord_of, great_circle_m, metres_of, unit_vectors

# The mean radius of the earth (IUGG).
GEOD = Geod(a=6_371_008.8, b=6_371_008.8)
# Regions (longitudes, latitudes) in which a plane would be wrong, and one in which it is not.
REGIONS = {
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
def around(request):
    """Return 200 places, 300 events, and the distances between them."""
    lon, lat = points(request.param, 200, seed=1)
    x, y = points(request.param, 300, seed=2)
    spots = np.broadcast_arrays(x[:, None], y[:, None], lon, lat)
    _, _, metres = GEOD.inv(*(spot.ravel() for spot in spots))
    places = Places([str(v) for v in range(200)], lon.tolist(), lat.tolist())
    return places, x, y, metres.reshape(300, 200)


def test_distances_are_those_of_geodesics(around):
    places, x, y, metres = around
    computed = great_circle_m(x[:, None], y[:, None], places.lon, places.lat)
    np.testing.assert_allclose(computed, metres, rtol=1e-9, atol=1e-5)
    sphere = unit_vectors(places.lon, places.lat)
    chord = np.linalg.norm(unit_vectors(x, y)[:, None] - sphere, axis=2)
    # Beyond a quarter of the globe chords lose digits.
    np.testing.assert_allclose(metres_of(chord), metres, rtol=1e-7, atol=1e-5)
    assert [*map(chord_of, metres[0])] == pytest.approx(chord[0], rel=1e-7)
    assert chord_of(3e7) == np.inf


def test_events_within_reach_count_at_their_nearest_place(around):
    places, x, y, metres = around
    kernel = GaussianKernel(places, 0)
    rows = kernel.rows(x, y).toarray()
    assert np.array_equal(rows.argmax(axis=1), metres.argmin(axis=1))
    assert rows.sum() == len(x) and kernel.largest_row(1e4) == 1
    at_places = kernel.rows(places.lon, places.lat).toarray()
    assert np.array_equal(at_places, np.eye(200))
    nearest = metres.min(axis=1)
    for reach in (*np.quantile(nearest, [0.1, 0.5, 0.9]), 1e8):
        assert np.array_equal(kernel.reaches(x, y, reach), nearest <= reach)


def test_kernels_are_those_of_the_sphere(around):
    places, x, y, metres = around
    width = np.median(metres.min(axis=1))
    expected = np.where(metres <= 4 * width, np.exp(-0.5 * (metres / width) ** 2), 0)
    # An event with no place within four bandwidths counts at its nearest one.
    alone = np.flatnonzero(expected.sum(axis=1) == 0)
    expected[alone, metres[alone].argmin(axis=1)] = 1
    expected /= expected.sum(axis=1, keepdims=True)
    kernel = GaussianKernel(places, width)
    rows = kernel.rows(x, y).toarray()
    np.testing.assert_allclose(rows, expected, rtol=1e-6, atol=1e-9)
    is_near = kernel.reaches(x, y, 2 * width)
    most = np.count_nonzero(rows[is_near], axis=1).max()
    assert most <= kernel.largest_row(2 * width) <= 200
    # A row is the same to the last bit without the others.
    wide = GaussianKernel(places, 5 * width)
    rows = wide.rows(x, y).toarray()
    for part in (slice(3, None), slice(1, None, 7), slice(299, None)):
        assert np.array_equal(wide.rows(x[part], y[part]).toarray(), rows[part])


# Two places, an event, and how far it may be from them.
NEAR = [
    # Ushuaia in the far south moves no point in the north: 95 m to the east of Oslo.
    ([10.7522, -68.303], [59.9139, -54.8019], (10.7539, 59.9139), 100),
    # 21 m across the antimeridian.
    ([179.9999, 178.44], [-16.8, -18.14], (-179.9999, -16.8), 50),
    # The (0, 0) of a failed fix is nowhere.
    ([0.0, 1.0], [0.001, 1.0], (0.001, 0.001), 150),
    # On the meridian of Greenwich.
    ([0.0, 1.0], [51.48, 52.0], (0.0, 51.48), 1),
]


@pytest.mark.parametrize(("lon", "lat", "event", "reach"), NEAR)
def test_an_event_is_near_wherever_the_places_are(lon, lat, event, reach):
    kernel = GaussianKernel(Places(["a", "b"], lon, lat), 0)
    x, y = np.transpose([event, (0, 0), (np.nan, 1), (0, 1)])
    assert kernel.reaches(x, y, reach).tolist() == [True, False, False, False]


def test_an_event_in_the_middle_adds_to_places_that_do_not_reach_each_other():
    kernel = GaussianKernel(Places(["a", "b"], [0.0, 0.006], [0.0, 0.0]), 111.2)
    assert kernel.rows([0.003], [0.0]).nnz == kernel.largest_row(400) == 2


def test_a_picture_across_the_antimeridian_is_not_torn_apart():
    # A degree of longitude is half as long here.
    places = Places(["a", "b"], [179.99, -179.99], [60.0, 60.01])
    east, north = project(places, places.lon, places.lat).T
    assert east == pytest.approx([-556, 556], abs=1)
    assert np.ptp(north) == pytest.approx(1112, abs=1)
