"""Write config/examples/city: a made-up city of rings and spokes, and a day of its taxi trips.

    python tools/make_example_city.py

The city lies in the sea near 0 degrees north and east, so no one takes it for a real one. The
files are the same at each call: `roads.txt` with the streets, `day.csv` and `night.csv` with trips.
"""

import bisect
import itertools
import math
import random
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "config/examples/city"
# The centre has this latitude and this longitude.
CENTRE = 0.1
# A degree of latitude, and this near to the equator one of longitude, has this many metres.
METRES_PER_DEGREE = 111_195
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
    return f"{CENTRE + metres / METRES_PER_DEGREE:.5f}"


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


def files():
    """Return the text of each file by its name."""
    texts = {"roads.txt": road_file()}
    for name, hours in HOURS_BY_FILE.items():
        texts[name] = trip_file(hours)
    return texts


if __name__ == "__main__":
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
