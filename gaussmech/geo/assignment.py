"""Assign events with coordinates to the places around them: the nearest one, or by a kernel.

`GaussianKernel` finds the events that are near enough to a place, and spreads each over the places
around it with mass 1. All distances are distances on a sphere.
"""

import numpy as np
from scipy.sparse import csr_array
from scipy.spatial import cKDTree

from gaussmech import _checks
from gaussmech.geo.sphere import chord_of, metres_of, unit_vectors


def is_located(lon, lat):
    """Return which events have coordinates: finite ones, not the (0, 0) of a failed GPS fix, (k,)."""
    is_zero = (lon == 0) & (lat == 0)
    return np.isfinite(lon) & np.isfinite(lat) & ~is_zero


class GaussianKernel:
    """A Gaussian kernel of mass 1 that spreads events over the places around them.

    Parameters
    ----------
    places : Graph or Places
        n places with coordinates in degrees.
    bandwidth_m : float
        The standard deviation of the kernel in metres, >= 0. The kernel ends at four times this
        distance, but always contains the nearest place; 0 assigns each event only to that place.

    Examples
    --------
    >>> from gaussmech import Graph
    >>> graph = Graph(2, [[0, 1]], lon=[0, 0.001], lat=[0, 0])
    >>> kernel = GaussianKernel(graph, bandwidth_m=50)
    >>> kernel.rows([0.0005, 0], [0, 0]).toarray().round(2).tolist()
    [[0.5, 0.5], [0.92, 0.08]]
    """

    def __init__(self, places, bandwidth_m):
        self._bandwidth_m = _checks.real_scalar(
            "bandwidth_m", bandwidth_m, **_checks.NON_NEGATIVE
        )
        # Beyond four bandwidths a Gaussian kernel in the plane has e^(-4^2 / 2) = 0.03 % of its
        # mass.
        self._radius_m = 4 * self._bandwidth_m
        self._tree = cKDTree(unit_vectors(places.lon, places.lat))

    def reaches(self, lon, lat, reach_m):
        """Return which events are located, and no farther than `reach_m` from some place, (k,).

        `reach_m` is a distance in metres, > 0.
        """
        within_reach = is_located(lon, lat)
        points = unit_vectors(lon[within_reach], lat[within_reach])
        chord, _ = self._tree.query(points)
        within_reach[within_reach] = metres_of(chord) <= reach_m
        return within_reach

    def rows(self, lon, lat):
        """Return what each event adds to the places, a csr_array (k, n); each row sums to 1.

        The row of an event is the same to the last bit whatever the other events are: its weights
        are added in the order of the places, not in the order in which the tree returns them.
        """
        points = unit_vectors(lon, lat)
        count = len(points)
        _, nearest = self._tree.query(points)
        pairs = cKDTree(points).sparse_distance_matrix(
            self._tree, chord_of(self._radius_m), output_type="ndarray"
        )
        if self._radius_m == 0:
            pairs = pairs[:0]
        density = np.exp(-0.5 * (metres_of(pairs["v"]) / self._bandwidth_m) ** 2)
        # An event with no place within the radius counts at its nearest one.
        alone = np.flatnonzero(np.bincount(pairs["i"], minlength=count) == 0)
        event = np.append(pairs["i"], alone)
        place = np.append(pairs["j"], nearest[alone])
        entries = (np.append(density, np.ones(len(alone))), (event, place))
        weights = csr_array(entries, shape=(count, self._tree.n))
        places_of_event = np.diff(weights.indptr)
        weights.data /= np.repeat(weights.sum(axis=1), places_of_event)
        return weights

    def largest_row(self, reach_m):
        """Return a bound of the number of places that an event within reach of a place adds to."""
        if self._radius_m == 0:
            return 1
        # The margin is for the rounding of distances.
        radius = chord_of((self._radius_m + reach_m) * (1 + 1e-9))
        counts = self._tree.query_ball_point(
            self._tree.data, radius, return_length=True
        )
        return int(counts.max())
