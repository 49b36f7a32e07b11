"""Write the files of a made-up town: `python docs/tutorials/example_town.py FOLDER`.

The tutorial "A private map of your own" releases them. There are three CSV files:

- `places.csv` (id, lon, lat): the corners of the town, which are public;
- `streets.csv` (from, to, length_m): the streets between neighbouring corners, which are public;
- `trips.csv` (cab, corner): a row per taxi trip, up to nine of each cab, which are private.

Every run writes the same bytes.
"""

import csv
import sys
from pathlib import Path

import numpy as np

# The town is a square of SIDE x SIDE corners, about 110 metres apart.
SIDE = 20
BLOCK_DEGREES = 0.001
# A degree of latitude on a sphere of the earth's mean radius, 6,371,008.8 metres.
METRES_PER_DEGREE = 111_195.08
# Corners are moved at random by up to this share of a block, so that no two streets are equal.
SHIFT = 0.2
# Some streets are missing, as in a town.
SHARE_OF_STREETS = 0.9
CABS = 3000
MOST_TRIPS = 9
SEED = 1


def write_example_town(folder):
    """Write the three files into a folder, which is made if there is none; return their paths."""
    rng = np.random.default_rng(SEED)
    x, y = np.indices((SIDE, SIDE)).reshape(2, -1)
    ids = corner_names(x, y)
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
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, columns in tables.items():
        with open(folder / name, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))
    return [str(folder / name) for name in tables]


def corner_names(x, y):
    """Return a name per corner: a letter from west to east, and a number from south to north."""
    return np.array([f"{chr(ord('A') + i)}{j + 1}" for i, j in zip(x, y, strict=True)])


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
    trips_of_cab = rng.integers(1, MOST_TRIPS + 1, CABS)
    corners = rng.choice(len(x), trips_of_cab.sum(), p=weight / weight.sum())
    cabs = np.repeat([f"cab {c}" for c in range(CABS)], trips_of_cab)
    return cabs, corners


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    write_example_town(sys.argv[1])
