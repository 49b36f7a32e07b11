"""Say how many lines of a private file of events a release would use, for its curator only.

A release leaves out lines that it cannot use without a count, because the count would tell about
people. A file whose ids have another form, or whose coordinates are metres, would therefore give a
release of noise alone. `inspection_lines` counts these lines exactly. Its numbers are as private as
the file.
"""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from gaussmech._checks import Array
from gaussmech._csv import Table
from gaussmech._ids import fold
from gaussmech.geo.places import Places
from gaussmech.releases.private.dates import NO_DAY
from gaussmech.releases.private.sources import EventsFile

# How many texts that name no place or are not dates are shown, and how many characters of each.
MOST_TEXTS = 10
LONGEST_TEXT = 60
# Some programs write these where a user is not known, and others number users from 0.
PERHAPS_MISSING = {"0", "-1"}
# A time with a zone, as 10:00Z or 10:00:00+01:00.
WITH_A_ZONE = re.compile(r":\d\d(\.\d+)? ?(Z|UTC|[+-]\d\d(:?\d\d)?)\Z")


def inspection_lines(file: EventsFile, places: Places | None) -> dict[str, str]:
    """Return which lines of a file of events a release would use, in words by label."""
    table, events = file.read_events(places)
    assert places is not None
    rows = len(table.lines)
    at_place = events.spots.usable
    first = f", first line {table.first_broken:,}" if table.broken else ""
    lines = {
        "PRIVATE": "for your eyes only: these counts are exact; publish none of them",
        "lines": f"{rows + table.broken:,} after the header, {table.broken:,} of them are not rows of"
        f" the table{first}",
        "at a place": f"{at_place.sum():,} rows, at one of {len(places.ids):,} places",
    }
    if file.place is not None:
        labels = ("of another place", "without a place", "name no place")
        lines |= _lines_of_texts(table.column(file.place), ~at_place, labels)
    else:
        x, y = file.coordinates(table)
        lines |= _rows(_reasons(x, y, at_place, places, file.crs))
    if file.user is not None:
        lines |= _rows({"without a user": int((events.users < 0).sum())})
    if file.date is not None:
        lines |= _lines_of_dates(file, table, events.in_period)
    if file.by:
        lines |= _lines_of_groups(file, events.groups)
    usable = np.flatnonzero(events.usable & (events.groups >= 0))
    places_used = len(np.unique(events.spots.rows(usable).indices))
    of_users = ""
    if file.user is not None:
        of_users = f" of {len(np.unique(events.users[usable])):,} users"
    lines["usable"] = f"{len(usable):,} rows{of_users}, at {places_used:,} places"
    if file.user is not None:
        cells = table.column(file.user)
        lines |= _remarks_on_users([cells[row] for row in usable.tolist()])
    if table.escapes:
        lines["quotes"] = (
            f'{table.escapes:,} times \\" is in the file: if the program that wrote it puts \\" for a'
            ' quote, let it write "" instead; otherwise the text of one person may be read as records'
            " of others"
        )
    if not len(usable):
        lines["warning"] = "a release of this file would be noise alone"
    return lines


def _lines_of_groups(file: EventsFile, groups: NDArray[np.int_]) -> dict[str, str]:
    """Return how many rows each group has; -1 means that a row is in none."""
    others, *counts = np.bincount(groups + 1, minlength=len(file.groups) + 1).tolist()
    names = [f"{file.column} {name}" for name in file.groups]
    return _rows(
        dict(zip(names, counts, strict=True)) | {f"another {file.column}": others}
    )


def _rows(counts: dict[str, int]) -> dict[str, str]:
    """Return numbers of rows in words."""
    return {reason: f"{count:,} rows" for reason, count in counts.items()}


def _lines_of_dates(
    file: EventsFile, table: Table, in_period: NDArray[np.bool_]
) -> dict[str, str]:
    """Return how many rows are in the period and how many are not, and which texts are not dates."""
    assert file.date is not None
    cells = table.column(file.date)
    is_date = file.days(table) != NO_DAY
    count = int(in_period.sum())
    lines = _rows({"in the period": count, "in another": int(is_date.sum()) - count})
    labels = ("not a date", "without a date", "texts")
    lines |= _lines_of_texts(cells, ~is_date, labels)
    if "texts" in lines and file.date_format is None:
        lines["date format"] = "--date-format says how dates are written: %d.%m.%Y"
    zones = sum(map(bool, map(WITH_A_ZONE.search, cells)))
    if zones and file.timezone is None:
        lines["time zones"] = (
            f"{zones:,} times have one; their date counts as it is written, without --timezone"
        )
    return lines


def _lines_of_texts(
    cells: list[str], is_other: NDArray[np.bool_], labels: tuple[str, str, str]
) -> dict[str, str]:
    """Return how many rows have another text or none, and the most frequent texts.

    `labels` are those of the three lines.
    """
    others = Counter(cells[row] for row in np.flatnonzero(is_other).tolist())
    empty = others.pop("", 0)
    lines = _rows({labels[0]: others.total(), labels[1]: empty})
    if others:
        # They are shown as Python writes them, so that none of their characters moves the cursor.
        texts = [
            f"{text[:LONGEST_TEXT]!r} ({count:,})"
            for text, count in others.most_common(MOST_TEXTS)
        ]
        more = len(others) - len(texts)
        lines[labels[2]] = ", ".join(texts) + (f" and {more:,} more" if more else "")
    return lines


def _remarks_on_users(cells: list[str]) -> dict[str, str]:
    """Return what is remarkable about the users of the rows that are used."""
    lines = {}
    users = {fold(text) for text in {*cells}}
    apart = len({*cells}) - len(users)
    if apart:
        lines["written apart"] = (
            f"{apart:,} user ids differ from another id only in spelling, and count as the"
            " same user"
        )
    if len(users) == len(cells) > 1:
        lines["remark"] = (
            "every row has a different user: does the column have ids of trips, not of users?"
        )
    if users & PERHAPS_MISSING:
        lines["user 0 or -1"] = (
            "counts as a user here; if it means that the user is unknown, leave it empty"
        )
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
        reasons = {"too far away": ~at_place & ~none & ~zero, "at (0, 0)": zero}
    reasons["not degrees" if crs is None else "not coordinates"] = none
    return {reason: int(rows.sum()) for reason, rows in reasons.items()}
