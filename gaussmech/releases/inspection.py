"""Say how many lines of a private file of events a release would use, for its curator only.

A release leaves out lines that it cannot use without a count, because the count would tell about
people. So a file whose ids have another form, or whose coordinates are metres, gives a release of
noise alone. `inspect_events` counts these lines exactly. Its numbers are as private as the file.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from gaussmech._csv import Table, number, read_records
from gaussmech.geo.places import LAT, LON, Places, X, Y
from gaussmech.releases import inputs
from gaussmech.releases.people import user_codes


@dataclass(frozen=True, kw_only=True)
class Inspection:
    """Which lines of a file of events a release would use, and why not the others.

    Attributes
    ----------
    lines : int
        The records after the header, and lines that are none.
    broken : int
        Those lines.
    without_user : int or None
        Rows whose user is empty; None if no column of users is named.
    matched : int
        Rows at a place.
    unmatched : dict of int
        The other rows, by reason.
    groups : dict of int
        Rows by value of the column by which events are counted apart, and rows with another value.
        Empty without such a column.
    usable : int
        Rows with a user, a place and a group.
    users : int or None
        How many different users these have.
    other_forms : int
        How many more ways there are in which these write their users.
    places_used : int
        How many places these are at.
    """

    lines: int
    broken: int
    without_user: int | None
    matched: int
    unmatched: dict[str, int]
    groups: dict[str, int] = field(default_factory=dict)
    usable: int
    users: int | None
    other_forms: int
    places_used: int


def inspect_events(
    path: str,
    places: Places,
    *,
    user: str | None = None,
    place: str | None = None,
    lon: str | None = None,
    lat: str | None = None,
    crs: str | None = None,
    by: str | None = None,
    groups: list[str] | None = None,
    reach_m: float,
) -> Inspection:
    """Return which lines of a file of events a release would use.

    Parameters
    ----------
    path : str
        The private file.
    places : Places
        The public list of places.
    user, place, lon, lat, by : str, optional
        The columns of users, of places or their coordinates, and by which events are counted apart.
    crs : str, optional
        The system of the coordinates, if these are no degrees.
    groups : list of str, optional
        The values of `by` to count.
    reach_m : float
        The largest distance to a place, in metres.

    Returns
    -------
    Inspection
        The numbers of lines.
    """
    names = {user, place, lon, lat, by, *LON, *LAT, *X, *Y}
    table = read_records(path, "EVENTS", only=names)
    rows = len(table.lines)
    if place is not None:
        position, unmatched = _by_id(table, place, places)
    else:
        columns = inputs.coordinate_columns(table, lon, lat, crs)
        x, y = (table.column(name) for name in columns)
        spots = inputs.located(x, y, places, crs=crs, reach_m=reach_m)
        position = np.full(rows, -1)
        usable = np.flatnonzero(spots.usable)
        position[usable] = spots.rows(usable).indices
        unmatched = _reasons(x, y, places, crs, len(usable))
    is_usable = position >= 0
    matched = int(is_usable.sum())
    user_ids: list[str] = []
    users = None
    without_user = None
    if user is not None:
        user_ids = table.column(user)
        users = user_codes(user_ids)
        without_user = int((users < 0).sum())
        is_usable = is_usable & (users >= 0)
    counts = {}
    if by is not None:
        group = inputs.positions(table.column(by), groups or [])
        for k, name in enumerate(groups or []):
            counts[f"{by} {name}"] = int((group == k).sum())
        counts[f"another {by}"] = int((group < 0).sum())
        is_usable = is_usable & (group >= 0)
    user_count = None if users is None else len(np.unique(users[is_usable]))
    forms = {
        cell
        for cell, usable in zip(user_ids, is_usable.tolist(), strict=False)
        if usable
    }
    return Inspection(
        lines=rows + table.broken,
        broken=table.broken,
        without_user=without_user,
        matched=matched,
        unmatched=unmatched,
        groups=counts,
        usable=int(is_usable.sum()),
        users=user_count,
        other_forms=len(forms) - (user_count or 0),
        places_used=len(np.unique(position[is_usable])),
    )


def _by_id(
    table: Table, place: str, places: Places
) -> tuple[np.ndarray, dict[str, int]]:
    """Return the place of each row by its id, -1 for none, and why others have none."""
    cells = table.column(place)
    position = inputs.positions(cells, places.ids)
    empty = cells.count("")
    others = int((position < 0).sum()) - empty
    return position, {"of another place": others, "without a place": empty}


def _reasons(
    x_texts: list[str],
    y_texts: list[str],
    places: Places,
    crs: str | None,
    matched: int,
) -> dict[str, int]:
    """Return why rows with coordinates are at no place."""
    is_in_degrees = crs is None
    none = 0
    zero = 0
    for x_text, y_text in zip(x_texts, y_texts, strict=True):
        x, y = number(x_text), number(y_text)
        limits = (180, 90) if is_in_degrees else (math.inf, math.inf)
        none += not (abs(x) <= limits[0] and abs(y) <= limits[1])
        zero += x == 0 and y == 0
    if places.are_districts:
        zero = 0
    far = "in no district" if places.are_districts else "out of reach"
    reasons = {
        far: len(x_texts) - matched - none - zero,
        "no degrees" if is_in_degrees else "no coordinates": none,
    }
    return reasons if places.are_districts else reasons | {"at (0, 0)": zero}


def inspection_lines(found: Inspection, places: Places) -> dict[str, str]:
    """Return what the command prints, by label."""
    lines = {
        "PRIVATE": "for your eyes only: these counts are exact; publish none of them",
        "lines": f"{found.lines:,} after the header, {found.broken:,} of them no rows of the table",
        "at a place": f"{found.matched:,} rows, at one of {len(places.ids):,} places",
    }
    lines |= {reason: f"{count:,} rows" for reason, count in found.unmatched.items()}
    if found.without_user is not None:
        lines["without a user"] = f"{found.without_user:,} rows"
    for name, count in found.groups.items():
        lines[name] = f"{count:,} rows"
    users = "" if found.users is None else f" of {found.users:,} users"
    lines["usable"] = f"{found.usable:,} rows{users}, at {found.places_used:,} places"
    if found.other_forms:
        lines["written apart"] = (
            f"{found.other_forms:,} user ids differ from another one by their form only, and are"
            " taken as the same user"
        )
    if found.users == found.usable > 1:
        lines["remark"] = (
            "every row has another user: does the column hold ids of trips, not of users?"
        )
    if not found.usable:
        lines["warning"] = "a release of this file would be noise only"
    return lines
