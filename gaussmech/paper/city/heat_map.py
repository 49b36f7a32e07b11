"""Maps of trip ends per junction, with a limit on what each cab contributes.

`heat_map` computes the map of an hour: each trip end is spread over the junctions around it by a
Gaussian kernel of mass 1, and the map is the sum. The noise of a release is calibrated to the map's
L2 sensitivity, the distance by which one cab can move it; `heat_map` enforces this sensitivity by one
of three rules.
"""

import numpy as np
from scipy.sparse import diags_array

from gaussmech import _checks
from gaussmech.geo.assignment import GaussianKernel, is_located
from gaussmech.geo.contributions import clip_factors, contributions, norms

# A cab's contribution is limited by one of these rules; `heat_map` explains them.
RULES = ("clip", "trips", "assumed")


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
        `ends_used`, `mass` (the sum of the map) and `dropped` (ends by reason).

    Raises
    ------
    ValueError
        If an argument is out of range.
    """
    worst_case_norm(rule, sensitivity, max_trips)
    reach_m = _checks.real_scalar("reach_m", reach_m, **_checks.POSITIVE)
    has_cab = ends["cab"].notna().to_numpy()
    lon = ends["lon"].to_numpy(float)
    lat = ends["lat"].to_numpy(float)
    kernel = GaussianKernel(graph, bandwidth_m)
    usable = kernel.reaches(lon, lat, reach_m)
    missing = int((~is_located(lon, lat)).sum())
    dropped = {"missing": missing, "too_far": int((~usable).sum()) - missing}
    if rule != "assumed":
        dropped["no_cab"] = int((usable & ~has_cab).sum())
        usable &= has_cab
    ends = ends[usable]
    rows = kernel.rows(lon[usable], lat[usable])
    if "weight" in ends:
        weights = diags_array(ends["weight"].to_numpy(float))
        rows = (weights @ rows).tocsr()
    factor = _limit(rows, ends, rule, sensitivity, max_trips, rng)
    counts = factor @ rows
    facts = {
        "ends_used": int((factor > 0).sum()),
        "mass": float(counts.sum()),
        "dropped": dropped,
    }
    return counts, facts


def _limit(rows, ends, rule, sensitivity, max_trips, rng):
    """Return the factor in [0, 1] of each end under the rule."""
    if rule == "assumed" or ends.empty:
        return np.ones(len(ends))
    if rule == "trips":
        return _is_of_drawn_trip(ends, max_trips, rng).astype(float)
    cabs = ends["cab"].astype("category").cat.remove_unused_categories()
    cab = cabs.cat.codes.to_numpy()
    return clip_factors(norms(contributions(rows, cab)), sensitivity)[cab]


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
