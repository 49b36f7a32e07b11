"""A made-up town as files: what a map of one's own looks like before it is released."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gaussmech import checks
from gaussmech.checks import RNG

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

    Raises
    ------
    ValueError
        Naming the argument and what is allowed.

    See Also
    --------
    read_graph : reads the places and streets.

    Examples
    --------
    >>> import tempfile
    >>> write_example_map(tempfile.mkdtemp())
    ['places.csv', 'streets.csv', 'trips.csv']
    """
    from gaussmech.streets.roads import great_circle_m

    rng = checks.generator("rng", rng)
    x, y = np.indices((SIDE, SIDE)).reshape(2, -1)
    ids = [f"{'ABCDEFGHIJKLMNOPQRST'[i]}{j + 1}" for i, j in zip(x, y, strict=True)]
    spots = (10 + BLOCK_DEGREES * (a + rng.uniform(-0.2, 0.2, len(x))) for a in (x, y))
    lon, lat = (np.round(a, 6) for a in spots)
    across, up = np.flatnonzero(x < SIDE - 1), np.flatnonzero(y < SIDE - 1)
    ends = np.concatenate([np.c_[across, across + SIDE], np.c_[up, up + 1]])
    # Some streets are missing, as in a town.
    u, v = ends[rng.random(len(ends)) < 0.9].T
    metres = great_circle_m(lon[u], lat[u], lon[v], lat[v])
    # Trips begin around a station and along an avenue.
    busy = 0.02 + np.exp(-((x - 5) ** 2 + (y - 13) ** 2) / 9) + 0.5 * (x == 12)
    trips = rng.integers(1, 10, CABS)
    corners = rng.choice(len(x), trips.sum(), p=busy / busy.sum())
    tables: dict[str, tuple[Sequence[str], Iterable[Any]]] = {
        "places.csv": (("id", "lon", "lat"), zip(ids, lon, lat, strict=True)),
        "streets.csv": (
            ("from", "to", "length_m"),
            ((ids[i], ids[j], m) for i, j, m in zip(u, v, metres.round(1), strict=True)),
        ),
        "trips.csv": (
            ("cab", "corner"),
            ((f"cab {c}", ids[k]) for c, k in zip(np.repeat(range(CABS), trips), corners)),  # noqa: B905
        ),
    }
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, TypeError) as error:
        raise ValueError(
            f"folder is {folder!r}; it must be one that can be made: {error}"
        ) from None
    for name, (header, rows) in tables.items():
        with open(Path(folder) / name, "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *rows])
    return list(tables)
