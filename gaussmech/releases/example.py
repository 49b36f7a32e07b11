"""A made-up town as files: what a map of one's own looks like before it is released."""

import csv
from pathlib import Path
from typing import Any

import numpy as np

from gaussmech import _checks
from gaussmech._checks import RNG

SIDE, BLOCK_DEGREES, CABS = 20, 0.001, 3000


def write_example_map(folder: str, *, rng: RNG = 1) -> list[str]:
    """Write places, streets and taxi trips of a made-up town as CSV files.

    Parameters
    ----------
    folder : str
        Made if there is none. Files of these names are replaced.
    rng : int, numpy.random.Generator or None

    Returns
    -------
    list of str
        `places.csv` (id, lon, lat) and `streets.csv` (from, to, length_m), which are public, and
        `trips.csv` (cab, corner), which is private: a row per trip, up to nine of a cab.

    Examples
    --------
    >>> import tempfile
    >>> write_example_map(tempfile.mkdtemp())
    ['places.csv', 'streets.csv', 'trips.csv']
    """
    from gaussmech.geo.roads import great_circle_m

    rng = _checks.generator("rng", rng)
    x, y = np.indices((SIDE, SIDE)).reshape(2, -1)
    ids = np.array([f"{chr(ord('A') + i)}{j + 1}" for i, j in zip(x, y, strict=True)])
    shifted = (a + rng.uniform(-0.2, 0.2, len(x)) for a in (x, y))
    lon, lat = (np.round(10 + BLOCK_DEGREES * a, 6) for a in shifted)
    across, up = np.flatnonzero(x < SIDE - 1), np.flatnonzero(y < SIDE - 1)
    ends = np.concatenate([np.c_[across, across + SIDE], np.c_[up, up + 1]])
    # Some streets are missing, as in a town.
    u, v = ends[rng.random(len(ends)) < 0.9].T
    metres = great_circle_m(lon[u], lat[u], lon[v], lat[v])
    # Trips begin around a station and along an avenue.
    busy = 0.02 + np.exp(-((x - 5) ** 2 + (y - 13) ** 2) / 9) + 0.5 * (x == 12)
    trips = rng.integers(1, 10, CABS)
    corners = rng.choice(len(x), trips.sum(), p=busy / busy.sum())
    cabs = np.repeat([f"cab {c}" for c in range(CABS)], trips)
    tables: dict[str, dict[str, Any]] = {
        "places.csv": {"id": ids, "lon": lon, "lat": lat},
        "streets.csv": {"from": ids[u], "to": ids[v], "length_m": metres.round(1)},
        "trips.csv": {"cab": cabs, "corner": ids[corners]},
    }
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, TypeError) as error:
        raise ValueError(f"folder is {folder!r}, which cannot be made: {error}") from None
    for name, columns in tables.items():
        with open(Path(folder) / name, "w", newline="", encoding="utf-8") as file:
            rows = zip(*columns.values(), strict=True)
            csv.writer(file, lineterminator="\n").writerows([columns, *rows])
    return list(tables)
