"""Maps of trip ends per junction: kernel assignment, and limits on a cab's contribution.

`heat_map` computes the map of an hour: each trip end is spread over the junctions around it by a
Gaussian kernel of mass 1 (`Kernel`), and the map is the sum. The noise of a release is calibrated
to the map's L2 sensitivity, the distance by which one cab can move it; `heat_map` enforces this
sensitivity by one of three rules. `releases.inputs` uses the same kernel for events. All distances
are those on a sphere.
"""

import numpy as np
from scipy.sparse import csr_array, diags_array
from scipy.spatial import cKDTree

from gaussmech import _checks
from gaussmech.geo.contributions import clip_factors, contributions, norms
from gaussmech.geo.projection import project
from gaussmech.geo.sphere import chord_of, metres_of, unit_vectors

# A cab's contribution is limited by one of these rules; `heat_map` explains them.
RULES = ("clip", "trips", "assumed")


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


def worst_case_norm(rule, sensitivity, max_trips):
    """Return a bound of the L2 change of an hour's map when one cab is added or removed.

    Parameters
    ----------
    rule : {'clip', 'trips', 'assumed'}
        How a cab's contribution is limited.
    sensitivity : float
        The largest norm of a cab's contribution under 'clip', > 0.
    max_trips : int
        The largest number of a cab's trips in an hour, >= 1: enforced by 'trips', trusted by
        'assumed'.

    Returns
    -------
    float
        `sensitivity` for 'clip', else `2 * max_trips`: both ends of each trip may be at one
        isolated junction. (Pick-ups and drop-offs released as two maps would give
        `sqrt(2) * max_trips`.) Contributions are non-negative, so replacing one cab by another
        changes the map by at most `sqrt(2)` times this bound.

    Examples
    --------
    >>> worst_case_norm("clip", 5.0, 5), worst_case_norm("trips", 5.0, 5)
    (5.0, 10.0)
    """
    _checks.one_of("heatmap.contribution", rule, RULES)
    if rule == "clip":
        return _checks.real_scalar("sensitivity", sensitivity, **_checks.POSITIVE)
    return 2.0 * _checks.whole_number("max_trips", max_trips, low=1)


def heat_map(
    graph, ends, *, bandwidth_m, reach_m, rule, sensitivity, max_trips, rng=None
):
    """Return the map of the trip ends of one hour, with a limit on what each cab contributes.

    Parameters
    ----------
    graph : Graph
        A graph with coordinates, of n junctions.
    ends : DataFrame
        The trip ends, as `trip_ends` returns them. Each counts 1, or as its column `weight` says.
    bandwidth_m, reach_m : float
        The width of the kernel, and the largest distance to a junction, in metres.
    rule : {'clip', 'trips', 'assumed'}
        'clip' scales each cab's contribution, the sum of its ends' kernels, down to an L2 norm of
        at most `sensitivity`. 'trips' keeps at most `max_trips` random trips of each cab, with both
        ends. 'assumed' enforces nothing. The first two drop ends without a cab id.
    sensitivity : float
        The bound for 'clip', > 0.
    max_trips : int
        The bound for 'trips', >= 1.
    rng : int, numpy.random.Generator or None
        The source of the trips that 'trips' keeps; the other rules do not use it.

    Returns
    -------
    counts : (n,) array of float
        The map.
    facts : dict
        `ends_used`, `mass` (the sum of the map), `dropped` (ends by reason) and, if there are cab
        ids, `cabs`, `largest_cab_norm` (`before` and `after` the rule) and `cabs_clipped` or
        `trips_left_out`.

    Raises
    ------
    ValueError
        If an argument is out of range, or the rule needs cab ids and no end has one.
    """
    worst_case_norm(rule, sensitivity, max_trips)
    has_cab = ends["cab"].notna().to_numpy()
    if rule != "assumed" and len(ends) and not has_cab.any():
        raise ValueError(
            f"heatmap.contribution is {rule!r}, but the trips have no cab ids; without them only"
            " 'assumed' is allowed"
        )
    usable, dropped = locate_ends(graph, ends["lon"], ends["lat"], reach_m=reach_m)
    if rule != "assumed":
        dropped["no_cab"] = int((usable & ~has_cab).sum())
        usable &= has_cab
    ends = ends[usable]
    rows = spread(graph, ends["lon"], ends["lat"], bandwidth_m=bandwidth_m)
    if "weight" in ends:
        weights = diags_array(ends["weight"].to_numpy(float))
        rows = (weights @ rows).tocsr()
    factor, cab_facts = _limit(rows, ends, rule, sensitivity, max_trips, rng)
    counts = factor @ rows
    facts = {
        "ends_used": int((factor > 0).sum()),
        "mass": float(counts.sum()),
        "dropped": dropped,
    }
    return counts, facts | cab_facts


def _limit(rows, ends, rule, sensitivity, max_trips, rng):
    """Return the factor in [0, 1] of each end under the rule, and facts about the cabs."""
    factor = np.ones(len(ends))
    if not ends["cab"].notna().any():
        return factor, {}
    cabs = ends["cab"].astype("category").cat.remove_unused_categories()
    cab = cabs.cat.codes.to_numpy()
    norms_before = norms(contributions(rows, cab))
    facts = {"cabs": len(norms_before)}
    if rule == "clip":
        factor = clip_factors(norms_before, sensitivity)[cab]
        facts["cabs_clipped"] = int((norms_before > sensitivity).sum())
    elif rule == "trips":
        factor = _is_of_drawn_trip(ends, max_trips, rng).astype(float)
        facts["trips_left_out"] = int(ends["trip"][factor == 0].nunique())
    norms_after = norms(contributions(rows, cab, factor))
    facts["largest_cab_norm"] = {
        "before": float(norms_before.max()),
        "after": float(norms_after.max()),
    }
    return factor, facts


def _is_of_drawn_trip(ends, max_trips, rng):
    """Return whether each end belongs to one of the `max_trips` trips drawn for its cab, (k,)."""
    import pandas as pd

    generator = np.random.default_rng(rng)
    key = f"{generator.integers(2**63):016x}"
    trips = ends.drop_duplicates("trip").sort_values("trip")
    number = trips.groupby("cab", observed=True).cumcount()
    # The random number of a trip is a keyed hash of its cab and its place among the cab's trips. A
    # stream of random numbers would make the trips drawn for a cab depend on the other cabs.
    names = trips["cab"].astype(str) + " " + number.astype(str)
    hashes = pd.Series(
        pd.util.hash_array(names.to_numpy(object), hash_key=key), trips.index
    )
    rank = hashes.groupby(trips["cab"], observed=True).rank(method="first")
    drawn_trips = trips["trip"][rank <= max_trips]
    return ends["trip"].isin(drawn_trips).to_numpy()
