"""Writes config/examples/city: a made-up city of rings and spokes, and a day of its taxi trips.

Nothing in it is anyone's data. It lies in the sea near 0 degrees north and east, so that no one
takes it for a real one; the same bytes at any time and on any machine.
"""

import math
import random
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "config/examples/city"
CENTRE = 0.1, 0.1  # latitude and longitude, degrees
METRES_A_DEGREE = 111_195  # of either, so near the equator
RINGS, SPOKES, APART_M = 7, 12, 250

DATE = "2030-05-02"
FILES = {"day.csv": [8, 12, 16], "night.csv": [0, 20]}
HEADER = "medallion,pickup_datetime,pickup_lon,pickup_lat,dropoff_datetime,dropoff_lon,dropoff_lat"
CABS, TRIPS, MINUTES = 44, 3, 20  # in an hour each; a trip of a cab begins in its own 20 minutes
# Ring and spoke of where people go, how far around it (metres), and its pull at each hour, of
# pick-ups and of drop-offs.
PLACES = {
    "centre": (0, 0, 350, {0: (2, 1), 8: (1, 6), 12: (4, 4), 16: (4, 2), 20: (4, 3)}),
    "station": (3, 7, 200, {0: (1, 1), 8: (5, 1), 12: (2, 2), 16: (2, 4), 20: (1, 2)}),
    "harbour": (6, 2, 300, {0: (6, 1), 8: (0, 1), 12: (1, 2), 16: (1, 2), 20: (1, 5)}),
    "all over": (0, 0, 2500, {0: (1, 7), 8: (4, 2), 12: (2, 2), 16: (2, 4), 20: (3, 3)}),
}
JITTER_M = 40


def degrees(east_m, north_m):
    """Latitude and longitude of a point so many metres from the centre."""
    return CENTRE[0] + north_m / METRES_A_DEGREE, CENTRE[1] + east_m / METRES_A_DEGREE


def place(ring, spoke):
    """Metres east and north of a corner; the spoke may be a fraction."""
    angle = 2 * math.pi * spoke / SPOKES
    return ring * APART_M * math.sin(angle), ring * APART_M * math.cos(angle)


def corners():
    """The centre, then ring by ring where the spokes cross it."""
    return [(0, 0), *((r, s) for r in range(1, RINGS + 1) for s in range(SPOKES))]


def road_file():
    """The streets, in the layout of data/README.md; a point on each arc gives it its shape."""
    at = {corner: k for k, corner in enumerate(corners())}
    points = [place(*corner) for corner in at]
    links = []
    for (ring, spoke), k in at.items():
        if ring == 0:
            links += [(k, at[1, s]) for s in range(SPOKES)]
            continue
        if ring < RINGS:
            links.append((k, at[ring + 1, spoke]))
        links += [(k, len(points)), (len(points), at[ring, (spoke + 1) % SPOKES])]
        points.append(place(ring, spoke + 0.5))
    lines = [f"{len(points)} {len(links)}"]
    lines += ["{:.5f} {:.5f}".format(*degrees(*point)) for point in points]
    lines += [f"{a} {b} {math.dist(points[a], points[b]):.0f}" for a, b in links]
    return "\n".join(lines) + "\n"


def shares(hour, end):
    """How the ends (0: pick-ups, 1: drop-offs) of an hour stand on the corners."""
    total = [0.0] * len(corners())
    for ring, spoke, spread_m, pulls in PLACES.values():
        middle = place(ring, spoke)
        near = [
            math.exp(-0.5 * (math.dist(place(*corner), middle) / spread_m) ** 2)
            for corner in corners()
        ]
        for k, share in enumerate(near):
            total[k] += pulls[hour][end] * share / sum(near)
    return total


def pick(weights, draw):
    """The index that `draw`, in [0, 1), falls on."""
    left = draw * sum(weights)
    for k, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return k
    return len(weights) - 1


def trip_file(hours):
    """The trips of some hours, hour by hour and cab by cab."""
    # `random` alone: of Python's generator no other method promises the same numbers for ever.
    draw = random.Random(hours[0]).random
    lines = [HEADER]
    for hour in sorted(hours):
        weights = shares(hour, 0), shares(hour, 1)
        for cab in range(CABS):
            for trip in range(TRIPS):
                start = MINUTES * trip + int(6 * draw())
                words = [f"c{cab + 10}"]
                for end, minute in enumerate((start, start + 4 + int(10 * draw()))):
                    east, north = place(*corners()[pick(weights[end], draw())])
                    lat, lon = degrees(
                        east + JITTER_M * (2 * draw() - 1), north + JITTER_M * (2 * draw() - 1)
                    )
                    words += [f"{DATE} {hour:02}:{minute:02}:00", f"{lon:.5f}", f"{lat:.5f}"]
                lines.append(",".join(words))
    return "\n".join(lines) + "\n"


def files():
    """Text of each file by name."""
    return {"roads.txt": road_file()} | {name: trip_file(hours) for name, hours in FILES.items()}


if __name__ == "__main__":
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
