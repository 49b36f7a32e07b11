"""Writes config/examples/city: a made-up city of rings and spokes, and a day of its taxi trips.

It lies in the sea near 0 degrees north and east, so that no one takes it for a real one.
"""

import bisect
import itertools
import math
import random
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "config/examples/city"
CENTRE, METRES_PER_DEGREE = (
    0.1,
    111_195,
)  # of latitude and of longitude, so near the equator
RINGS, SPOKES, APART_M, JITTER_M = 7, 12, 250, 40
DATE, FILES = "2030-05-02", {"day.csv": [8, 12, 16], "night.csv": [0, 20]}
HEADER = "medallion,pickup_datetime,pickup_lon,pickup_lat,dropoff_datetime,dropoff_lon,dropoff_lat"
CABS, TRIPS, MINUTES = (
    44,
    3,
    20,
)  # in an hour each; a trip of a cab begins in its own 20 minutes
# Where people go: ring, spoke, how far around (metres), and the pull on pick-ups and drop-offs at
# each hour. The centre, the station, the harbour, and all over.
PLACES = [
    (0, 0, 350, {0: (2, 1), 8: (1, 6), 12: (4, 4), 16: (4, 2), 20: (4, 3)}),
    (3, 7, 200, {0: (1, 1), 8: (5, 1), 12: (2, 2), 16: (2, 4), 20: (1, 2)}),
    (6, 2, 300, {0: (6, 1), 8: (0, 1), 12: (1, 2), 16: (1, 2), 20: (1, 5)}),
    (0, 0, 2500, {0: (1, 7), 8: (4, 2), 12: (2, 2), 16: (2, 4), 20: (3, 3)}),
]


def place(ring, spoke):
    """Metres east and north of a corner; the spoke may be a fraction."""
    angle = 2 * math.pi * spoke / SPOKES
    return ring * APART_M * math.sin(angle), ring * APART_M * math.cos(angle)


def degrees(*metres):
    return [f"{CENTRE + x / METRES_PER_DEGREE:.5f}" for x in metres]


# The centre, then ring by ring where the spokes cross it.
CORNERS = [(0, 0), *itertools.product(range(1, RINGS + 1), range(SPOKES))]


def road_file():
    """The streets, in the layout of data/README.md; a point on each arc gives it its shape."""
    at = {corner: k for k, corner in enumerate(CORNERS)}
    points, links = [place(*corner) for corner in CORNERS], []
    for (ring, spoke), k in at.items():
        if ring == 0:
            links += [(k, at[1, s]) for s in range(SPOKES)]
            continue
        if ring < RINGS:
            links.append((k, at[ring + 1, spoke]))
        links += [(k, len(points)), (len(points), at[ring, (spoke + 1) % SPOKES])]
        points.append(place(ring, spoke + 0.5))
    lines = [f"{len(points)} {len(links)}"]
    lines += [" ".join(degrees(north, east)) for east, north in points]
    lines += [f"{a} {b} {math.dist(points[a], points[b]):.0f}" for a, b in links]
    return "\n".join(lines) + "\n"


def summed_shares(hour, end):
    """How the ends (0: pick-ups, 1: drop-offs) of an hour stand on the corners, summed up."""
    total = [0.0] * len(CORNERS)
    for ring, spoke, spread_m, pulls in PLACES:
        distances = [
            math.dist(place(*corner), place(ring, spoke)) for corner in CORNERS
        ]
        pull = [math.exp(-0.5 * (metres / spread_m) ** 2) for metres in distances]
        total = [
            t + pulls[hour][end] * x / sum(pull)
            for t, x in zip(total, pull, strict=True)
        ]
    return list(itertools.accumulate(total))


def trip_file(hours):
    """The trips of some hours, hour by hour and cab by cab."""
    # `random` alone: of Python's generator no other method promises the same numbers for ever.
    draw = random.Random(hours[0]).random
    lines = [HEADER]
    for hour in sorted(hours):
        shares = summed_shares(hour, 0), summed_shares(hour, 1)
        for cab, trip in itertools.product(range(CABS), range(TRIPS)):
            start = MINUTES * trip + int(6 * draw())
            words = [f"c{cab + 10}"]
            for up_to, minute in zip(
                shares, (start, start + 4 + int(10 * draw())), strict=True
            ):
                corner = CORNERS[bisect.bisect(up_to, draw() * up_to[-1])]
                jittered = (x + JITTER_M * (2 * draw() - 1) for x in place(*corner))
                words += [f"{DATE} {hour:02}:{minute:02}:00", *degrees(*jittered)]
            lines.append(",".join(words))
    return "\n".join(lines) + "\n"


def files():
    """Text of each file by name."""
    return {"roads.txt": road_file()} | {
        name: trip_file(hours) for name, hours in FILES.items()
    }


if __name__ == "__main__":
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
