"""Write the made-up data of the examples: `python docs/tutorials/example_data.py KIND FOLDER`.

KIND is one of these; every run writes the same bytes of text:

- `town`, for the tutorial "A private map of your own". `places.csv` (id, lon, lat) has its corners and
  `streets.csv` (from, to, length_m) the streets between them, which are public; `trips.csv` (cab,
  corner) has a row per taxi trip, up to nine of each cab, which are private.
- `districts`, for the tutorial "A year of releases, by district". `districts.gpkg` (code, name,
  borough, population; in metres) has sixty districts, which are public; `helped.csv` (resident, day,
  code) has a row for each time in 2026 that a resident was helped in a district, which is private.
  Needs GeoPandas.
- `city`, for config/examples/city: rings and spokes in the sea near 0 degrees north and east, so that
  no one takes it for a real city. `roads.txt` has its streets, `day.csv` and `night.csv` taxi trips.
"""

import bisect
import csv
import itertools
import math
import random
import sys
from pathlib import Path

import numpy as np

# A degree of latitude on a sphere of the earth's mean radius, 6,371,008.8 metres.
METRES_PER_DEGREE = 111_195.08


def write_table(path, columns):
    """Write columns as a CSV file."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


# --- the town: a square of corners, about 110 metres apart ------------------------------------------

SIDE = 20
BLOCK_DEGREES = 0.001
# Corners are moved at random by up to this share of a block, so that no two streets are equal.
SHIFT = 0.2
# Some streets are missing, as in a town.
SHARE_OF_STREETS = 0.9
CABS_OF_TOWN = 3000
MOST_TRIPS = 9
SEED = 1


def write_town(folder):
    """Write the three files of the town into a folder, and return their paths."""
    rng = np.random.default_rng(SEED)
    x, y = np.indices((SIDE, SIDE)).reshape(2, -1)
    # A letter from west to east, and a number from south to north.
    ids = np.array([f"{chr(ord('A') + i)}{j + 1}" for i, j in zip(x, y, strict=True)])
    lon = coordinates(x, rng)
    lat = coordinates(y, rng)
    starts, ends = streets(x, y, rng)
    metres = distance_m(lon[ends] - lon[starts], lat[ends] - lat[starts], lat.mean())
    cabs, corners = trips(x, y, rng)
    tables = {
        "places.csv": {"id": ids, "lon": lon, "lat": lat},
        "streets.csv": {
            "from": ids[starts],
            "to": ids[ends],
            "length_m": metres.round(1),
        },
        "trips.csv": {"cab": cabs, "corner": ids[corners]},
    }
    for name, columns in tables.items():
        write_table(folder / name, columns)
    return [str(folder / name) for name in tables]


def coordinates(steps, rng):
    """Return degrees of the corners along one axis, each shifted at random."""
    shifted = steps + rng.uniform(-SHIFT, SHIFT, len(steps))
    return np.round(10 + BLOCK_DEGREES * shifted, 6)


def streets(x, y, rng):
    """Return the indices of the corners at which each street starts and ends."""
    across = np.flatnonzero(x < SIDE - 1)
    up = np.flatnonzero(y < SIDE - 1)
    eastward = np.column_stack([across, across + SIDE])
    northward = np.column_stack([up, up + 1])
    pairs = np.concatenate([eastward, northward])
    return pairs[rng.random(len(pairs)) < SHARE_OF_STREETS].T


def distance_m(degrees_east, degrees_north, latitude):
    """Return the lengths of short straight streets, for which the earth is flat."""
    east = degrees_east * np.cos(np.radians(latitude))
    return METRES_PER_DEGREE * np.hypot(east, degrees_north)


def trips(x, y, rng):
    """Return the cab and the corner of each trip; most trips begin near a station or an avenue."""
    near_station = np.exp(-((x - 5) ** 2 + (y - 13) ** 2) / 9)
    on_avenue = 0.5 * (x == 12)
    weight = 0.02 + near_station + on_avenue
    trips_of_cab = rng.integers(1, MOST_TRIPS + 1, CABS_OF_TOWN)
    corners = rng.choice(len(x), trips_of_cab.sum(), p=weight / weight.sum())
    cabs = np.repeat([f"cab {c}" for c in range(CABS_OF_TOWN)], trips_of_cab)
    return cabs, corners


# --- the districts: sectors of rings around a centre ------------------------------------------------

# The middle of the districts, in metres of UTM zone 31 (EPSG:32631), in the sea.
MIDDLE = (450_000, 5_700_000)
RING_M = 1500
RINGS_OF_DISTRICTS = 5
SECTORS = 12
DIRECTIONS = ("North", "East", "South", "West")
RING_NAMES = ("Market", "Wall", "Garden", "Mill", "Outer")
YEAR = 2026
# In March and April, this district needs so many times the help.
OUTBREAK = ("312", (3, 4), 2.5)


def write_districts(folder):
    """Write the districts and a table of a year's events, and return their paths."""
    import geopandas
    from shapely import Polygon

    rng = np.random.default_rng(SEED)
    keys = list(itertools.product(range(RINGS_OF_DISTRICTS), range(SECTORS)))
    shapes = []
    for ring, sector in keys:
        # A side along a ring is an arc, of which neighbours have the same points.
        angles = 2 * math.pi * (sector + np.linspace(0, 1, 9)) / SECTORS
        inner = arc(ring, angles) if ring else np.array([MIDDLE])
        shapes.append(Polygon([*inner, *arc(ring + 1, angles[::-1])]))
    codes = [f"{ring + 1}{sector + 1:02}" for ring, sector in keys]
    # A quarter of the circle has three sectors, and north is up.
    quarters = [DIRECTIONS[(sector + 1) % SECTORS // 3] for _, sector in keys]
    columns = {
        "code": codes,
        "name": [f"{RING_NAMES[ring]} {sector + 1}" for ring, sector in keys],
        "borough": quarters,
        "population": rng.integers(800, 6000, len(keys)),
    }
    frame = geopandas.GeoDataFrame(columns, geometry=shapes, crs=32631)
    paths = [folder / "districts.gpkg", folder / "helped.csv"]
    frame.to_file(paths[0])
    need = np.array([0.008 + 0.02 * math.exp(-((ring - 2) ** 2)) for ring, _ in keys])
    write_table(paths[1], events(need * columns["population"], codes, rng))
    return list(map(str, paths))


def events(expected, codes, rng):
    """Return the columns of a year's events; `expected` are the events of a month by district."""
    days, places, residents = [], [], []
    district, months, factor = OUTBREAK
    for month in range(1, 13):
        # Winter needs more help than summer.
        mean = expected * (1 + 0.3 * math.cos(2 * math.pi * (month - 1) / 12))
        if month in months:
            mean[codes.index(district)] *= factor
        counts = rng.poisson(mean)
        total = counts.sum()
        days += [f"{YEAR}-{month:02}-{day:02}" for day in rng.integers(1, 29, total)]
        places += np.repeat(codes, counts).tolist()
        residents += [f"R{number:05}" for number in rng.integers(0, 60_000, total)]
    return {"resident": residents, "day": days, "code": places}


def arc(ring, angles):
    """Return points on a ring, in metres (k, 2)."""
    directions = np.column_stack([np.sin(angles), np.cos(angles)])
    return MIDDLE + RING_M * ring * directions


# --- the city: rings and spokes, and a day of taxi trips --------------------------------------------

# The centre has this latitude and this longitude.
CENTRE = 0.1
# A degree of latitude, and this near to the equator one of longitude, has this many metres.
WHOLE_METRES_PER_DEGREE = 111_195
RINGS = 7
SPOKES = 12
# Neighbouring rings are this far apart.
APART_M = 250
# A trip ends at most this far from its corner, in each direction.
JITTER_M = 40
DATE = "2030-05-02"
HOURS_BY_FILE = {"day.csv": [8, 12, 16], "night.csv": [0, 20]}
HEADER = "medallion,pickup_datetime,pickup_lon,pickup_lat,dropoff_datetime,dropoff_lon,dropoff_lat"
# So many cabs work in each hour, and each begins so many trips.
CABS = 264
TRIPS = 1
# A trip begins within its own stretch of so many minutes: those of one cab do not overlap.
MINUTES = 20
# A trip begins 0 to 5 minutes after its stretch does, and takes 4 to 13 minutes.
DELAY_RANGE = 6
LEAST_RIDE = 4
RIDE_RANGE = 10
# Where people go: ring, spoke, how far around (metres), and for each hour the pull on pick-ups and
# on drop-offs. The places are the centre, the station, the harbour, and all of the city.
PLACES = [
    (0, 0, 350, {0: (2, 1), 8: (1, 6), 12: (4, 4), 16: (4, 2), 20: (4, 3)}),
    (3, 7, 200, {0: (1, 1), 8: (5, 1), 12: (2, 2), 16: (2, 4), 20: (1, 2)}),
    (6, 2, 300, {0: (6, 1), 8: (0, 1), 12: (1, 2), 16: (1, 2), 20: (1, 5)}),
    (0, 0, 2500, {0: (1, 7), 8: (4, 2), 12: (2, 2), 16: (2, 4), 20: (3, 3)}),
]
PICKUP = 0
DROPOFF = 1
# Corners are pairs of a ring and a spoke: the centre, then ring by ring where the spokes cross it.
CORNERS = [(0, 0), *itertools.product(range(1, RINGS + 1), range(SPOKES))]


def place(ring, spoke):
    """Return how many metres east and north of the centre a corner is.

    The spoke may be a fraction, which is between two corners of a ring.
    """
    angle = 2 * math.pi * spoke / SPOKES
    east = ring * APART_M * math.sin(angle)
    north = ring * APART_M * math.cos(angle)
    return east, north


def degrees(metres):
    """Return a distance from the centre as text: the longitude or the latitude."""
    return f"{CENTRE + metres / WHOLE_METRES_PER_DEGREE:.5f}"


def road_file():
    """Return the streets, in the layout of data/README.md.

    A street along a ring is an arc: a point in its middle gives it its shape.
    """
    number = {corner: k for k, corner in enumerate(CORNERS)}
    points = [place(*corner) for corner in CORNERS]
    links = []
    for (ring, spoke), k in number.items():
        if ring == 0:
            links += [(k, number[1, first]) for first in range(SPOKES)]
            continue
        if ring < RINGS:
            links.append((k, number[ring + 1, spoke]))
        middle = len(points)
        points.append(place(ring, spoke + 0.5))
        links.append((k, middle))
        links.append((middle, number[ring, (spoke + 1) % SPOKES]))
    lines = [f"{len(points)} {len(links)}"]
    for east, north in points:
        lines.append(f"{degrees(north)} {degrees(east)}")
    for start, end in links:
        length = math.dist(points[start], points[end])
        lines.append(f"{start} {end} {length:.0f}")
    return "\n".join(lines) + "\n"


def summed_pulls(hour, end):
    """Return how strongly each corner pulls pick-ups or drop-offs in an hour, summed up.

    Parameters
    ----------
    hour : int
        One of the hours of PLACES.
    end : int
        PICKUP or DROPOFF.

    Returns
    -------
    list of float
        Entry k is the pull of the corners 0 to k together.
    """
    total = [0.0] * len(CORNERS)
    for ring, spoke, spread_m, pulls in PLACES:
        middle = place(ring, spoke)
        shares = []
        for corner in CORNERS:
            distance = math.dist(place(*corner), middle)
            shares.append(math.exp(-0.5 * (distance / spread_m) ** 2))
        whole = sum(shares)
        for k, share in enumerate(shares):
            total[k] += pulls[hour][end] * share / whole
    return list(itertools.accumulate(total))


def trip_file(hours):
    """Return the trips of some hours as CSV, hour by hour and cab by cab."""
    # Only `random`: of Python's generator no other method promises the same numbers for ever.
    draw = random.Random(hours[0]).random
    lines = [HEADER]
    for hour in sorted(hours):
        pickup_pulls = summed_pulls(hour, PICKUP)
        dropoff_pulls = summed_pulls(hour, DROPOFF)
        for cab, trip in itertools.product(range(CABS), range(TRIPS)):
            start = MINUTES * trip + int(DELAY_RANGE * draw())
            stop = start + LEAST_RIDE + int(RIDE_RANGE * draw())
            cells = [f"c{cab + 10}"]
            cells += trip_end(hour, start, pickup_pulls, draw)
            cells += trip_end(hour, stop, dropoff_pulls, draw)
            lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


def trip_end(hour, minute, pulls, draw):
    """Return the time, longitude and latitude of one end of a trip, as text.

    Parameters
    ----------
    hour, minute : int
        The time.
    pulls : list of float
        What `summed_pulls` returns: a corner is drawn in proportion to its pull.
    draw : callable
        Returns a random number in [0, 1).
    """
    corner = CORNERS[bisect.bisect(pulls, draw() * pulls[-1])]
    east, north = place(*corner)
    east += JITTER_M * (2 * draw() - 1)
    north += JITTER_M * (2 * draw() - 1)
    return f"{DATE} {hour:02}:{minute:02}:00", degrees(east), degrees(north)


def write_city(folder):
    """Write the streets and the trips of the city, and return their paths."""
    texts = {"roads.txt": road_file()}
    for name, hours in HOURS_BY_FILE.items():
        texts[name] = trip_file(hours)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return [str(folder / name) for name in texts]


KINDS = {"town": write_town, "districts": write_districts, "city": write_city}


def write(kind, folder):
    """Write the data of a kind into a folder, which is made if there is none; return the paths."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return KINDS[kind](folder)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in KINDS:
        sys.exit(__doc__)
    write(*sys.argv[1:])
