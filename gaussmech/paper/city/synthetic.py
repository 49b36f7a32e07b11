"""A synthetic Manhattan for use without real data: made-up streets and taxi trips.

The streets are those of `synthetic_roads.txt.gz`, the trips follow `synthetic_places.csv`; neither
was surveyed or recorded. Places, weights, hourly totals and the share of missing blocks were tuned
by hand until the estimators erred as on real maps: that they do proves nothing.

Trips are rides of a fleet of cabs. The ends of a ride lie along streets, drawn with weights that
depend on the hour: near the places of that hour, more on avenues, more at some doorways. A cab's
rides follow each other without overlap.
"""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from gaussmech.geo.roads import clean_roads, read_road_file
from gaussmech.geo.sphere import EARTH_RADIUS_M
from gaussmech.paper.city.trips import TRIP_COLUMNS

# tools/make_synthetic_streets.py made this file.
ROADS = Path(__file__).with_name("synthetic_roads.txt.gz")
# Trips start and end around these places; the file has degrees, the spread in metres, and weights
# at the anchor hours.
PLACES = Path(__file__).with_name("synthetic_places.csv")
# The avenues run this many degrees east of north.
GRID_BEARING = 29.0
STREETS_SEED = 1811
# At Manhattan's latitude a degree of longitude and one of latitude have this many metres.
METRES_PER_DEGREE = np.radians(EARTH_RADIUS_M) * np.array(
    [np.cos(np.radians(40.78)), 1]
)

# All constants below were set by hand (see the module's docstring). The date is nominal.
DATE = "2000-01-01"
# Weights of places and numbers of trips are given for these hours and interpolated between them.
ANCHOR_HOURS = (0, 4, 8, 12, 16, 20)
# So many rides start per hour, at the anchor hours.
TRIPS_PER_HOUR = (22_700, 6_500, 18_500, 20_600, 17_400, 23_400)

# A metre of a side street has this many trip ends, relative to a metre of an avenue.
CROSSTOWN_SHARE = 0.15
# The log of a section's weight has this standard deviation: there are hotels, bars, and so on.
DOORWAY_SPREAD = 1.0
# No trip ends on a section that is longer: it is a river drive or leads through the park.
EXPRESS_M = 400
# A trip end is off by this standard deviation, as receivers are.
GPS_JITTER_M = 15.0
# The city has this many cabs; in an hour only some of them work.
FLEET = 13_000
# A cab takes this many seconds, on average, from one pick-up to the next.
CYCLE_S = 1800
# A cab starts at most this many rides, from two cycles before the hour on.
MOST_RIDES = 12
# A ride goes at this speed, and stands for so many seconds.
SPEED_M_S = 5.5
STOP_S = 90
# The way of a ride is this many times as long as the straight line.
DETOUR = 1.3
# A ride takes less than an hour, so it starts in the hour in which it ends or in the one before.
LONGEST_RIDE_S = 3300


@cache
def _streets():
    """Return the road graph, the counts of its roads, and lon and lat of its junctions (n, 2)."""
    graph, counts = clean_roads(*read_road_file(ROADS))
    counts = {name: counts[name] for name in ("junctions", "road_sections", "roads")}
    junctions = np.column_stack([graph.lon, graph.lat])
    return graph, counts, junctions


def _section_weights():
    """Return the weight of each section among its neighbours (m,): larger on avenues."""
    graph, _, junctions = _streets()
    step = np.diff(junctions[graph.edges], axis=1)[:, 0] * METRES_PER_DEGREE
    length = np.linalg.norm(step, axis=1)
    bearing = np.radians(GRID_BEARING)
    avenue = (np.sin(bearing), np.cos(bearing))
    # A section is part of an avenue if it deviates by less than 20 degrees.
    is_avenue = np.abs(step @ avenue) > np.cos(np.radians(20)) * length
    share = np.where(is_avenue, 1, CROSSTOWN_SHARE)
    rng = _generator(STREETS_SEED, 1)
    doorways = np.exp(DOORWAY_SPREAD * rng.normal(size=graph.m))
    has_doorways = graph.length_m < EXPRESS_M
    return share * length * doorways * has_doorways


@cache
def _shares():
    """Return where the trips of each place end, and the weights of the places by hour.

    The first is a distribution over the sections for each place, (m, places); the second has the
    weights at the anchor hours, (places, hours).
    """
    graph, _, junctions = _streets()
    middle = junctions[graph.edges].mean(axis=1)
    places = pd.read_csv(PLACES)
    step = middle[:, None] - places[["lon", "lat"]].to_numpy()
    distance = np.linalg.norm(step * METRES_PER_DEGREE, axis=2)
    nearness = np.exp(-0.5 * (distance / places["spread_m"].to_numpy()) ** 2)
    share = _section_weights()[:, None] * nearness
    weights = places.filter(like="weight_").to_numpy()
    return share / share.sum(axis=0), weights


def _generator(*key):
    """Return the generator of a key of whole numbers."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(key)))


def _at_hour(values, hour):
    """Interpolate values at the anchor hours around the clock."""
    return np.interp(hour, ANCHOR_HOURS, values, period=24)


def _ends(hour, shape, rng):
    """Return random trip ends of an hour along the streets, lon and lat, (*shape, 2)."""
    graph, _, junctions = _streets()
    shares, weights = _shares()
    weights_now = [_at_hour(row, hour) for row in weights]
    total = np.cumsum(shares @ weights_now)
    road = np.searchsorted(total, rng.random(shape) * total[-1])
    corners = junctions[graph.edges[road]]
    start = corners[..., 0, :]
    stop = corners[..., 1, :]
    # There are more trip ends at the corners than between them.
    along = rng.beta(0.5, 0.5, size=(*shape, 1))
    jitter = rng.normal(scale=GPS_JITTER_M, size=start.shape) / METRES_PER_DEGREE
    return start + along * (stop - start) + jitter


def _ride_seconds(pickup, dropoff):
    """Return the duration of rides in seconds, for ends in degrees, (..., 2)."""
    step = (dropoff - pickup) * METRES_PER_DEGREE
    way = DETOUR * np.linalg.norm(step, axis=-1)
    return np.minimum(STOP_S + way / SPEED_M_S, LONGEST_RIDE_S)


def _start_seconds(ride, rng):
    """Return the seconds after the full hour at which rides start, (cabs, MOST_RIDES).

    `ride` has the duration of each. Cabs work from two cycles before the hour, so rides start at
    an even rate in it.
    """
    mean_idle = CYCLE_S - ride.mean()
    idle = rng.gamma(2, mean_idle / 2, size=ride.shape)
    cycle = ride + idle
    since_first = np.cumsum(cycle, axis=1) - cycle
    first = CYCLE_S * (rng.random((len(ride), 1)) - 2)
    return since_first + first


def _trips_begun(hour, seed):
    """Return the trips that start in an hour, in order of time; hour -1 is that before midnight."""
    rng = _generator(seed, hour + 1)
    cabs = round(_at_hour(TRIPS_PER_HOUR, hour) * CYCLE_S / 3600)
    pickup = _ends(hour, (cabs, MOST_RIDES), rng)
    dropoff = _ends(hour, (cabs, MOST_RIDES), rng)
    ride = _ride_seconds(pickup, dropoff)
    start = _start_seconds(ride, rng)
    numbers = rng.permutation(FLEET)[:cabs]
    names = np.array([f"cab-{number:05d}" for number in numbers])
    # Rides have the shape (cabs, MOST_RIDES). Select those that start in the hour, in order of time.
    cab, rank = np.nonzero((start >= 0) & (start < 3600))
    order = np.argsort(start[cab, rank], kind="stable")
    cab = cab[order]
    rides = (cab, rank[order])
    full_hour = np.datetime64(DATE, "us") + np.timedelta64(hour, "h")
    begin = full_hour + start[rides].astype("timedelta64[s]")
    trips = {
        "pickup_time": begin,
        "pickup_lon": pickup[rides][:, 0],
        "pickup_lat": pickup[rides][:, 1],
        "dropoff_time": begin + ride[rides].astype("timedelta64[s]"),
        "dropoff_lon": dropoff[rides][:, 0],
        "dropoff_lat": dropoff[rides][:, 1],
        "cab": names[cab],
    }
    return pd.DataFrame(trips)[list(TRIP_COLUMNS)]


def _trips(hour, seed):
    """Return the trips with a pick-up or a drop-off in an hour."""
    before = _trips_begun(hour - 1, seed)
    now = _trips_begun(hour, seed)
    ends_now = before["dropoff_time"].dt.hour == hour
    return pd.concat([before[ends_now], now], ignore_index=True)


def stand_in_city(hours, seed):
    """Make the synthetic city and its taxi trips.

    Parameters
    ----------
    hours : iterable of int
        The hours of the day, from 0 to 23.
    seed : int
        The seed of the trips, >= 0; the streets are always the same.

    Returns
    -------
    graph : Graph
        The junctions, with coordinates, lengths, and the number of parallel sections as weights.
    counts : dict of int
        `junctions`, `road_sections` (with parallel ones and loops) and `roads` (edges).
    trips : dict of DataFrame
        For each hour, the trips that start or end in it, with the columns of `read_trips` (times of
        a nominal day). They depend only on the hour and the seed. The trips of a cab that start in
        the same hour do not overlap.

    Examples
    --------
    >>> graph, counts, trips = stand_in_city([4], seed=1)
    >>> counts["junctions"] == graph.n, counts["roads"] == graph.m, list(trips)
    (True, True, [4])
    """
    graph, counts, _ = _streets()
    trips = {hour: _trips(hour, seed) for hour in hours}
    return graph, dict(counts), trips
