"""Assign events with coordinates to the places around them: the nearest one, or by a kernel.

`locate_ends` says which events are within reach of a place, and `Kernel` spreads each over the places
around it with mass 1. All distances are those on a sphere.
"""

import numpy as np
from scipy.sparse import csr_array
from scipy.spatial import cKDTree

from gaussmech import _checks
from gaussmech.geo.projection import project
from gaussmech.geo.sphere import chord_of, metres_of, unit_vectors


def locate_ends(graph, lon, lat, *, reach_m=150.0):
    """Return which trip ends are within reach of a junction, and how many others there are, and why.

    Parameters
    ----------
    graph : Graph or Places
        Places with coordinates.
    lon, lat : (k,) arrays of float
        Degrees of the ends; NaN where missing.
    reach_m : float
        The largest distance to the nearest junction, in metres, > 0.

    Returns
    -------
    within_reach : (k,) array of bool
        Which ends are within reach.
    dropped : dict of int
        How many are `missing` (not finite, or the (0, 0) of a failed GPS fix), `outside` (the
        bounding box of the graph, widened by `reach_m`) and `too_far` (from every junction).
    """
    reach_m = _checks.real_scalar("reach_m", reach_m, **_checks.POSITIVE)
    lon = np.asarray(lon, float)
    lat = np.asarray(lat, float)
    is_finite = np.isfinite(lon) & np.isfinite(lat)
    is_zero = (lon == 0) & (lat == 0)
    is_missing = ~is_finite | is_zero
    within_reach = np.zeros(len(lon), bool)
    points = unit_vectors(lon[~is_missing], lat[~is_missing])
    junctions = cKDTree(unit_vectors(graph.lon, graph.lat))
    # The distance is infinite where it is beyond the bound, which is a little larger than the reach.
    bound = chord_of(reach_m * (1 + 1e-9))
    chord, _ = junctions.query(points, distance_upper_bound=bound)
    within_reach[~is_missing] = metres_of(chord) <= reach_m
    is_in_box = _is_in_box(graph, lon, lat, reach_m)
    is_far = ~is_missing & ~within_reach
    dropped = {
        "missing": int(is_missing.sum()),
        "outside": int((is_far & ~is_in_box).sum()),
        "too_far": int((is_far & is_in_box).sum()),
    }
    return within_reach, dropped


def _is_in_box(graph, lon, lat, margin_m):
    """Return which points are in the bounding box of a graph, widened by a margin in metres, (k,)."""
    points = project(graph, lon, lat)
    junctions = project(graph, graph.lon, graph.lat)
    low = junctions.min(axis=0) - margin_m
    high = junctions.max(axis=0) + margin_m
    return ((points >= low) & (points <= high)).all(axis=1)


class Kernel:
    """A Gaussian kernel of mass 1 that spreads events over the places around them.

    Parameters
    ----------
    places : Graph or Places
        n places with coordinates in degrees.
    bandwidth_m : float
        The standard deviation of the kernel in metres, >= 0. The kernel ends at four times this
        distance, but always contains the nearest place; 0 assigns each event only to that place.
    """

    def __init__(self, places, bandwidth_m):
        self._bandwidth_m = _checks.real_scalar(
            "bandwidth_m", bandwidth_m, **_checks.NON_NEGATIVE
        )
        # Beyond four bandwidths a Gaussian kernel in the plane has e^(-4^2 / 2) = 0.03 % of its
        # mass.
        self._radius_m = 4 * self._bandwidth_m
        self._tree = cKDTree(unit_vectors(places.lon, places.lat))

    def rows(self, lon, lat):
        """Return what each event adds to the places, a csr_array (k, n); each row sums to 1.

        The row of an event is the same to the last bit whatever the other events are: its weights
        are added in the order of the places, not in the order in which the tree returns them.
        """
        if not (np.isfinite(lon).all() and np.isfinite(lat).all()):
            raise ValueError("lon and lat must be finite; use locate_ends first")
        points = unit_vectors(lon, lat)
        count = len(points)
        shape = (count, self._tree.n)
        _, nearest = self._tree.query(points)
        # Each row has a single 1.
        entries = (np.ones(count), nearest, np.arange(count + 1))
        at_nearest = csr_array(entries, shape=shape)
        if self._radius_m == 0 or not count:
            return at_nearest
        pairs = cKDTree(points).sparse_distance_matrix(
            self._tree, chord_of(self._radius_m), output_type="ndarray"
        )
        density = np.exp(-0.5 * (metres_of(pairs["v"]) / self._bandwidth_m) ** 2)
        weights = csr_array((density, (pairs["i"], pairs["j"])), shape=shape)
        weights.sort_indices()
        total = weights.sum(axis=1)
        places_of_event = np.diff(weights.indptr)
        weights.data /= np.repeat(total, places_of_event)
        # An event with no place within the radius counts at its nearest one.
        at_nearest.data[total > 0] = 0
        at_nearest.eliminate_zeros()
        return weights + at_nearest

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


def spread(graph, lon, lat, *, bandwidth_m):
    """Return each trip end spread over the junctions around it by a Gaussian kernel of mass 1.

    Parameters
    ----------
    graph : Graph
        A graph with coordinates.
    lon, lat : (k,) arrays of float
        Degrees of the ends, all finite.
    bandwidth_m : float
        The standard deviation of the kernel in metres, >= 0, as for `Kernel`.

    Returns
    -------
    csr_array (k, n)
        A row per trip end, with sum 1.

    Examples
    --------
    >>> from gaussmech import Graph
    >>> graph = Graph(2, [[0, 1]], lon=[0, 0.001], lat=[0, 0])
    >>> spread(graph, [0.0005, 0], [0, 0], bandwidth_m=50).toarray().round(2).tolist()
    [[0.5, 0.5], [0.92, 0.08]]
    """
    return Kernel(graph, bandwidth_m).rows(lon, lat)
