"""Read what is to be released.

Two rules hold for private files. An error message names the file, the line and the column, but
never shows a value. And whether and how a release of events happens does not depend on who is in
the data: events that cannot be used are skipped without a count, because the count itself would
tell about people.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.spatial import cKDTree

from gaussmech._checks import Array
from gaussmech._csv import Table, number, read_csv
from gaussmech.geo.contributions import contributions
from gaussmech.geo.places import LAT, LON, PLACE, Places, places_of_table
from gaussmech.graphs.graph import Graph

# Events are handled in blocks that add to about a million places in all, which take some 100 MB.
BLOCK = 2**20


@dataclass(frozen=True)
class Events:
    """The events of one group.

    Attributes
    ----------
    users : (k,) array of int
        A code for the user of each event.
    rows : function
        Takes the indices of some events, and returns what each of them adds to the n places, a
        sparse array (events, n).
    most : int
        The number of places, at most, that one event can add to.
    """

    users: Any
    rows: Callable[[Any], Any]
    most: int

    def parts(self) -> Iterator[Any]:
        """Yield what users add, as sparse arrays (users, n), block by block.

        What a user adds is computed from the user's own events alone, to the last bit: it is the
        same with and without the others. So all events of a user are in one block, and a block with
        too many events of one user holds no other.
        """
        order = np.argsort(self.users, kind="stable")
        first = np.flatnonzero(np.diff(self.users[order], prepend=-1))
        bounds = [*first.tolist(), len(order)]
        size, start = max(1, BLOCK // self.most), 0
        while start < len(bounds) - 1:
            stop = max(start + 1, int(np.searchsorted(bounds, bounds[start] + size, "right")) - 1)
            total: Any = None
            for i in range(bounds[start], bounds[stop], size):
                events = order[i : min(i + size, bounds[stop])]
                owners = np.unique(self.users[events], return_inverse=True)[1]
                part = contributions(self.rows(events), owners)
                total = part if total is None else total + part
            start = stop
            yield total


def read_counts(
    path: str, place: str | None, names: Sequence[str], places: Places | None
) -> tuple[Places, list[Decimal]]:
    """Read counts per place from a CSV file.

    Parameters
    ----------
    path : str
        The file, with a row per place.
    place : str or None
        The column of ids; None takes the column "place".
    names : sequence of str
        The columns of counts, which must be numbers in [0, 1e100].
    places : Places or None
        The public list of places; None takes the places of the file.

    Returns
    -------
    places : Places
        The list of places.
    counts : list of decimal.Decimal
        The counts exactly as they stand in the file, row by row in the order of the places; 0 for
        places without a row.
    """
    table = read_csv(path, "COUNTS", only={place, PLACE, *LON, *LAT, *names})
    if place is None and PLACE not in table.header:
        # The first column is not taken by default, because ids are published as they are.
        wanted = "name the column of the places with --place (it is published as it is)"
        raise ValueError(f"{table.file} has no column {PLACE!r}; {wanted}")
    place = place or PLACE
    for name in names:
        if name == place:
            raise ValueError(f"{table.file}: {name!r} cannot be both the places and a value")
        if name in (*LON, *LAT):
            raise ValueError(f"{table.file}: {name!r} is a coordinate; rename it to release it")
    columns = [table.decimals(name) for name in names]
    if places is None:
        return places_of_table(table, place), [
            cell for row in zip(*columns, strict=True) for cell in row
        ]
    index = {key: i for i, key in enumerate(places.ids)}
    counts = [Decimal(0)] * (len(places.ids) * len(names))
    for row, key in enumerate(table.unique_ids(place)):
        if key not in index:
            unknown = f"a place that is not among the {len(index)} given"
            raise ValueError(f"{table.file}, line {table.lines[row]}: {unknown}")
        for j, column in enumerate(columns):
            counts[index[key] * len(names) + j] = column[row]
    return places, counts


def read_events(
    path: str,
    places: Places,
    *,
    user: str,
    place: str | None,
    lon: str | None,
    lat: str | None,
    by: str | None,
    groups: Sequence[str],
    reach_m: float,
    bandwidth_m: float,
) -> list[Events]:
    """Read events from a CSV file, and return those of each group.

    Events without a user, or without a place that can be used, are left out. An event has the id of
    a place, or a longitude and latitude: then it counts at the nearest place or, with a bandwidth,
    at those around it by a Gaussian kernel of mass 1, as in `geo.assignment.spread`.

    Parameters
    ----------
    path : str
        The file, with a row per event.
    places : Places
        The public list of n places.
    user : str
        The column of user ids.
    place : str or None
        The column of place ids; None takes coordinates.
    lon, lat : str or None
        The columns of coordinates in degrees; None looks for the usual names.
    by : str or None
        The column that tells the groups apart; None puts all events into one group.
    groups : sequence of str
        The values of that column to count, or one name if `by` is None.
    reach_m : float
        Events farther than this from every place are left out; in metres.
    bandwidth_m : float
        The standard deviation of the kernel in metres; 0 counts an event at its nearest place.

    Returns
    -------
    list of Events
        The events of each group.
    """
    table = read_csv(path, "--events", only={user, place, lon, lat, by, *LON, *LAT})
    codes: dict[str, int] = {"": -1}
    users = np.array([codes.setdefault(key, len(codes) - 1) for key in table.column(user)], int)
    n, most = len(places.ids), 1
    if place is not None:
        at = _positions(table.column(place), places.ids)
    else:
        at, points, spots = _located(table, lon, lat, places, reach_m)
        if bandwidth_m > 0:
            tree, radius = cKDTree(spots), 4 * bandwidth_m
            within = tree.query_ball_point(spots, radius + reach_m, return_length=True)
            most = int(within.max())

    def rows(kept: Any, some: Any) -> Any:
        """Return what some of a group's events add; `kept` are the indices of all its events."""
        events, k = kept[some], len(some)
        alone = csr_array((np.ones(k), at[events], np.arange(k + 1)), shape=(k, n))
        if place is not None or bandwidth_m == 0:
            return alone
        near = cKDTree(points[events]).sparse_distance_matrix(tree, radius, output_type="ndarray")
        pairs = near["i"], near["j"]
        weights = csr_array((np.exp(-0.5 * (near["v"] / bandwidth_m) ** 2), pairs), alone.shape)
        # The weights of an event are summed in the order of the places, whatever the order in which
        # they were found: they must not depend on the other events.
        weights.sort_indices()
        total = weights.sum(axis=1)
        weights.data /= np.repeat(total, np.diff(weights.indptr))
        alone.data[total > 0] = 0
        return weights + alone

    group_of = np.zeros(len(users), int) if by is None else _positions(table.column(by), groups)
    usable = (at >= 0) & (users >= 0)
    kept = [np.flatnonzero(usable & (group_of == j)) for j in range(len(groups))]
    return [Events(users[events], partial(rows, events), most) for events in kept]


def _positions(cells: Sequence[str], names: Sequence[str]) -> Any:
    """Return the position of each cell among the names, or -1."""
    index = {name: i for i, name in enumerate(names)}
    return np.array([index.get(cell, -1) for cell in cells], int)


def _located(
    table: Table, lon: str | None, lat: str | None, places: Places, reach_m: float
) -> tuple[Any, Array, Array]:
    """Return each event's nearest place in reach, or -1, and events and places in metres."""
    lon, lat = lon or table.first(LON), lat or table.first(LAT)
    remedy = "the column of the events' places with --place"
    if lon is None or lat is None:
        wanted = f"name them with --lon and --lat, or {remedy}"
        raise ValueError(f"{table.file} has no columns lon and lat; {wanted}")
    if places.lon is None or places.lat is None:
        wanted = f"give them columns lon and lat, or name {remedy}"
        raise ValueError(f"{table.file} has coordinates, but the places have none; {wanted}")
    from gaussmech.geo.assignment import project

    x, y = (np.array([number(x) for x in table.column(name)], float) for name in (lon, lat))
    # (0, 0) stands for a failed GPS fix.
    good = (np.abs(x) <= 180) & (np.abs(y) <= 90) & ((x != 0) | (y != 0))
    graph = Graph(len(places.ids), np.empty((0, 2), int), lon=places.lon, lat=places.lat)
    spots, points = project(graph, graph.lon, graph.lat), project(graph, x, y)
    distance, nearest = cKDTree(spots).query(points[good])
    at = np.full(len(x), -1)
    at[good] = np.where(distance <= reach_m, nearest, -1)
    return at, points, spots
