"""The dates of private events: on which day each event is, in the time zone that was stated.

Dates are private. A text that is not a date is therefore never shown, and its event counts on no
day, as an event without a place counts nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache, partial
from zoneinfo import ZoneInfo, available_timezones

import numpy as np
from numpy.typing import NDArray

from gaussmech._hints import did_you_mean

# The day of a text that is not a date. The ordinal of a date is at least 1.
NO_DAY = 0
# A format is usable if it reads year, month and day of this time.
_PROBE = datetime(2026, 11, 30, tzinfo=UTC)


def days_of(
    texts: Sequence[str], date_format: str | None, timezone: tzinfo | None
) -> NDArray[np.int64]:
    """Return the day of each text as the ordinal of its date, NO_DAY if it is not a date.

    Parameters
    ----------
    texts : sequence of str
        Dates or times.
    date_format : str or None
        Their format, as `datetime.strptime` takes it; None takes ISO 8601.
    timezone : tzinfo or None
        The zone in which times that have a zone count. Other times, and all times if it is None,
        count on the date as it is written.

    Examples
    --------
    >>> from datetime import date
    >>> texts = ["2026-01-31T23:30:00Z", "2026-01-31", "31.01.2026"]
    >>> days_of(texts, None, ZoneInfo("Europe/Oslo")) - date(2026, 2, 1).toordinal()
    array([      0,      -1, -739648])
    """
    # Most files have the same texts many times.
    ordinal = cache(partial(_ordinal, date_format=date_format, timezone=timezone))
    return np.array([*map(ordinal, texts)], np.int64)


def _ordinal(text: str, date_format: str | None, timezone: tzinfo | None) -> int:
    """Return the ordinal of the date of a text, NO_DAY if it is not a date."""
    try:
        if date_format is not None:
            time = datetime.strptime(text, date_format)
        else:
            # Some programs write UTC in place of Z.
            time = datetime.fromisoformat(text.replace(" UTC", "Z"))
        if timezone is not None and time.tzinfo is not None:
            time = time.astimezone(timezone)
    except (ValueError, OverflowError):
        return NO_DAY
    return time.toordinal()


def read_timezone(option: str, name: str) -> ZoneInfo:
    """Return the time zone of a name; a ValueError, which names the option, refuses others."""
    zones = available_timezones()
    if name in zones:
        return ZoneInfo(name)
    if not zones:
        raise ValueError(
            f"{option} is {name!r}, but this system has no time zones: pip install tzdata"
        )
    hint = did_you_mean(name, zones)
    raise ValueError(
        f"{option} is {name!r}; allowed are names of time zones, such as Europe/Oslo{hint}"
    )


def read_date_format(option: str, text: str) -> str:
    """Return a format of dates; a ValueError, which names the option, refuses one without a day."""
    try:
        # Python reads the offset of a zone, but not its name.
        day = datetime.strptime(_PROBE.strftime(text), text).date()
        is_usable = "%Z" not in text and day == _PROBE.date()
    except ValueError:
        is_usable = False
    if not is_usable:
        raise ValueError(
            f"{option} is {text!r}; it must say year, month and day, as %d.%m.%Y for 31.01.2026"
            " (%H:%M:%S for a time of the day, %z for its zone)"
        )
    return text
