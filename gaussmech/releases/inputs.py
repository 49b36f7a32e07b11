"""Read what is to be released. A refusal shows no private value, and depends on no user's data."""

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

# Events are handled by blocks that add to this many places together: some 100 MB.
BLOCK = 2**20


@dataclass(frozen=True)
class Events:
    """The events of one group: their users' codes, what some of them add to n places, (events, n)
    sparse, and the number of places that one event can add to.
    """

    users: Any
    rows: Callable[[Any], Any]
    most: int

    def parts(self) -> Iterator[Any]:
        """Yield what users add, (users, n) sparse arrays, block by block.

        What a user adds is computed from its events alone, to the last bit: with or without the
        others it is the same. So no block holds a part of a user beside others.
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
    """Return the places, and their counts row by row: 0 for places without a row."""
    table = read_csv(path, "COUNTS", only={place, PLACE, *LON, *LAT, *names})
    if place is None and PLACE not in table.header:
        # Never a column that happens to be the first: ids are published as they are.
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
    """Return the events of each group; those without a user or a place to use are left out.

    Events have the id of a place, or a longitude and latitude: these count at the nearest place
    within `reach_m` metres, or at those around it by a kernel, as in `geo.assignment.spread`.
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
        events, k = kept[some], len(some)
        alone = csr_array((np.ones(k), at[events], np.arange(k + 1)), shape=(k, n))
        if place is not None or bandwidth_m == 0:
            return alone
        near = cKDTree(points[events]).sparse_distance_matrix(tree, radius, output_type="ndarray")
        pairs = near["i"], near["j"]
        weights = csr_array((np.exp(-0.5 * (near["v"] / bandwidth_m) ** 2), pairs), alone.shape)
        # In order of places: no event's weights depend on the other events.
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
    """Return each event's nearest place in reach, or -1; and events and places in metres."""
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
    # (0, 0) is that of a failed GPS fix.
    good = (np.abs(x) <= 180) & (np.abs(y) <= 90) & ((x != 0) | (y != 0))
    graph = Graph(len(places.ids), np.empty((0, 2), int), lon=places.lon, lat=places.lat)
    spots, points = project(graph, graph.lon, graph.lat), project(graph, x, y)
    distance, nearest = cKDTree(spots).query(points[good])
    at = np.full(len(x), -1)
    at[good] = np.where(distance <= reach_m, nearest, -1)
    return at, points, spots
