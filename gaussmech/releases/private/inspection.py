"""Say how many lines of a private file of events a release would use, for its curator only.

A release leaves out lines that it cannot use without a count, because the count would tell about
people. So a file whose ids have another form, or whose coordinates are metres, gives a release of
noise alone. `inspection_lines` counts these lines exactly. Its numbers are as private as the file.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gaussmech._checks import Array
from gaussmech.geo.places import Places
from gaussmech.releases.private.sources import EventsFile


def inspection_lines(file: EventsFile, places: Places | None) -> dict[str, str]:
    """Return which lines of a file of events a release would use, in words by label."""
    table, events = file.read_events(places)
    assert places is not None
    rows = len(table.lines)
    at_place = events.spots.usable
    lines = {
        "PRIVATE": "for your eyes only: these counts are exact; publish none of them",
        "lines": f"{rows + table.broken:,} after the header, {table.broken:,} of them no rows of the"
        " table",
        "at a place": f"{at_place.sum():,} rows, at one of {len(places.ids):,} places",
    }
    if file.place is not None:
        empty = table.column(file.place).count("")
        others = rows - int(at_place.sum()) - empty
        reasons = {"of another place": others, "without a place": empty}
    else:
        x, y = file.coordinates(table)
        reasons = _reasons(x, y, at_place, places, file.crs)
    if file.user is not None:
        reasons["without a user"] = int((events.users < 0).sum())
    if file.by:
        for k, name in enumerate(file.groups):
            reasons[f"{file.column} {name}"] = int((events.groups == k).sum())
        reasons[f"another {file.column}"] = int((events.groups < 0).sum())
    lines |= {reason: f"{count:,} rows" for reason, count in reasons.items()}
    usable = np.flatnonzero(at_place & (events.users >= 0) & (events.groups >= 0))
    places_used = len(np.unique(events.spots.rows(usable).indices))
    of_users = ""
    users = forms = 0
    if file.user is not None:
        users = len(np.unique(events.users[usable]))
        cells = table.column(file.user)
        forms = len({cells[row] for row in usable.tolist()})
        of_users = f" of {users:,} users"
    lines["usable"] = f"{len(usable):,} rows{of_users}, at {places_used:,} places"
    if forms > users:
        lines["written apart"] = (
            f"{forms - users:,} user ids differ from another one by their form only, and are taken as"
            " the same user"
        )
    if users == len(usable) > 1:
        lines["remark"] = (
            "every row has another user: does the column hold ids of trips, not of users?"
        )
    if table.escapes:
        lines["quotes"] = (
            f'{table.escapes:,} times \\" is in the file: if the program that wrote it puts \\" for a'
            ' quote, let it write "" instead; else a text of one person may pass for records of others'
        )
    if not len(usable):
        lines["warning"] = "a release of this file would be noise only"
    return lines


def _reasons(
    x: Array, y: Array, at_place: NDArray[np.bool_], places: Places, crs: str | None
) -> dict[str, int]:
    """Return why rows with coordinates are at no place."""
    limits = (180, 90) if crs is None else (np.inf, np.inf)
    none = ~((np.abs(x) <= limits[0]) & (np.abs(y) <= limits[1]))
    zero = (x == 0) & (y == 0)
    if places.are_districts:
        reasons = {"in no district": ~at_place & ~none}
    else:
        reasons = {"out of reach": ~at_place & ~none & ~zero, "at (0, 0)": zero}
    reasons["no degrees" if crs is None else "no coordinates"] = none
    return {reason: int(rows.sum()) for reason, rows in reasons.items()}
