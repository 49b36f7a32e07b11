"""A synthetic Manhattan for use without real data: made-up streets and taxi trips.

The streets are those of `synthetic_roads.txt.gz`, the trips follow `synthetic_places.csv`; neither
was surveyed or recorded. Places, weights, hourly totals and the share of missing blocks were tuned
by hand until the estimators erred as on real maps: that they do proves nothing.
"""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from gaussmech import _checks
from gaussmech.geo.roads import EARTH_RADIUS_M, clean_roads, read_road_file
from gaussmech.paper.city.trips import TRIP_COLUMNS

# Made by tools/make_synthetic_streets.py.
ROADS = Path(__file__).with_name("synthetic_roads.txt.gz")
# Where trips start and end: degrees, spread in metres, weights at the anchor hours.
PLACES = Path(__file__).with_name("synthetic_places.csv")
GRID_BEARING = 29.0  # degrees east of north, the direction of the avenues
STREETS_SEED = 1811
# Of lon and lat.
METRES_PER_DEGREE = np.radians(EARTH_RADIUS_M) * np.array([np.cos(np.radians(40.78)), 1])

DATE = "2000-01-01"  # nominal
ANCHOR_HOURS = (0, 4, 8, 12, 16, 20, 24)  # weights are interpolated between these
TRIPS_PER_HOUR = (22_700, 6_500, 18_500, 20_600, 17_400, 23_400)  # pick-ups, at the anchor hours

CROSSTOWN_SHARE = 0.15  # trip ends per metre of a side street, relative to an avenue
DOORWAY_SPREAD = 1.0  # standard deviation of the log of a section's weight: hotels, bars, ...
EXPRESS_M = 400  # no trip ends on longer sections: river drives, the park
GPS_JITTER_M = 15.0
FLEET = 13_000
CYCLE_S = 1800  # mean time from one pick-up of a cab to its next
MOST_RIDES = 12  # per cab, from an hour before
SPEED_M_S = 5.5
DETOUR = 1.3  # length of the way over that of the straight line
STOP_S = 90
LONGEST_RIDE_S = 3300  # under an hour: a ride begins in the hour or the one before


@cache
def _streets():
    """The road graph, the counts of its roads, and lon and lat of its junctions, (n, 2)."""
    graph, counts = clean_roads(read_road_file(ROADS))
    counts = {name: counts[name] for name in ("junctions", "road_sections", "roads")}
    return graph, counts, np.column_stack([graph.lon, graph.lat])


def _pull():
    """Weight of each section among its neighbours, (m,): larger on avenues."""
    graph, _, junctions = _streets()
    step = np.diff(junctions[graph.edges], axis=1)[:, 0] * METRES_PER_DEGREE
    length = np.linalg.norm(step, axis=1)
    avenue = np.sin(np.radians(GRID_BEARING)), np.cos(np.radians(GRID_BEARING))
    uptown = np.abs(step @ avenue) > np.cos(np.radians(20)) * length
    doorways = np.exp(DOORWAY_SPREAD * _generator(STREETS_SEED, 1).normal(size=graph.m))
    return np.where(uptown, 1, CROSSTOWN_SHARE) * length * doorways * (graph.length_m < EXPRESS_M)


@cache
def _shares():
    """Distribution of each place's ends over the sections, (m, places); its weights by hour."""
    graph, _, junctions = _streets()
    middle = junctions[graph.edges].mean(axis=1)
    places = pd.read_csv(PLACES)
    around = middle[:, None] - places[["lon", "lat"]].to_numpy()
    distance = np.linalg.norm(around * METRES_PER_DEGREE, axis=2)
    share = _pull()[:, None] * np.exp(-0.5 * (distance / places["spread_m"].to_numpy()) ** 2)
    return share / share.sum(axis=0), places.filter(like="weight_").to_numpy()


def _generator(*key):
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(key)))


def _at_hour(values, hour):
    """Interpolate values at the anchor hours around the clock."""
    return np.interp(hour % 24, ANCHOR_HOURS, [*values, values[0]])


def _ends(hour, shape, rng):
    """Random trip ends of an hour along the streets, lon and lat, (*shape, 2)."""
    graph, _, junctions = _streets()
    shares, weights = _shares()
    total = np.cumsum(shares @ [_at_hour(row, hour) for row in weights])
    road = np.searchsorted(total, rng.random(shape) * total[-1])
    a, b = np.moveaxis(junctions[graph.edges[road]], -2, 0)
    along = rng.beta(0.5, 0.5, size=(*shape, 1))  # more at the corners
    jitter = rng.normal(scale=GPS_JITTER_M, size=a.shape) / METRES_PER_DEGREE
    return a + along * (b - a) + jitter


def _ride_s(pickup, dropoff):
    """Duration of rides in seconds, for ends in degrees, (..., 2)."""
    way = DETOUR * np.linalg.norm((dropoff - pickup) * METRES_PER_DEGREE, axis=-1)
    return np.minimum(STOP_S + way / SPEED_M_S, LONGEST_RIDE_S)


def _start_s(ride, rng):
    """Seconds after the full hour at which rides begin, (cabs, MOST_RIDES).

    Cabs work from two cycles before the hour, so that rides begin at an even rate in it.
    """
    idle = rng.gamma(2, (CYCLE_S - ride.mean()) / 2, size=ride.shape)
    since = np.cumsum(ride + idle, axis=1) - (ride + idle)
    return since + CYCLE_S * (rng.random((len(ride), 1)) - 2)


def _picked_up(hour, seed):
    """The trips that begin in an hour (-1: the last of the day before), in order of time."""
    rng = _generator(seed, hour + 1)
    cabs = round(_at_hour(TRIPS_PER_HOUR, hour) * CYCLE_S / 3600)
    pickup, dropoff = (_ends(hour, (cabs, MOST_RIDES), rng) for _ in range(2))
    ride = _ride_s(pickup, dropoff)
    start = _start_s(ride, rng)
    names = np.array([f"cab-{number:05d}" for number in rng.permutation(FLEET)[:cabs]])
    chosen = np.nonzero((start >= 0) & (start < 3600))
    chosen = tuple(index[np.argsort(start[chosen], kind="stable")] for index in chosen)
    full_hour = np.datetime64(DATE, "us") + np.timedelta64(hour, "h")
    begin = full_hour + start[chosen].astype("timedelta64[s]")
    over = begin + ride[chosen].astype("timedelta64[s]")
    columns = begin, *pickup[chosen].T, over, *dropoff[chosen].T, names[chosen[0]]
    return pd.DataFrame(dict(zip(TRIP_COLUMNS, columns, strict=True)))


def _trips(hour, seed):
    """The trips with a pick-up or a drop-off in an hour."""
    before, now = _picked_up(hour - 1, seed), _picked_up(hour, seed)
    reaching_in = before["dropoff_time"].dt.hour == hour
    return pd.concat([before[reaching_in], now], ignore_index=True)


def stand_in_city(hours, seed):
    """Make the synthetic city: its graph, the counts of its roads, and the trips of some hours.

    The trips start or end in their hour, and have the columns of `read_trips` (times of a nominal
    day). They depend on the hour and the seed alone, the streets on neither; trips of a cab that
    begin in the same hour do not overlap.
    """
    seed = _checks.whole_number("seed", seed, low=0)
    hours = [_checks.whole_number("hour", hour, low=0, high=23) for hour in hours]
    graph, counts, _ = _streets()
    return graph, dict(counts), {hour: _trips(hour, seed) for hour in hours}
