"""The period that a release is of, such as a month; it is public, and is published as it is."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaussmech._ids import text_of

DAYS = (
    "a day (2026-01-31), week (2026-W05), month (2026-01), quarter (2026-Q1), year (2026), or first"
    " and last day (2026-01-01/2026-02-14)"
)
# Texts of these forms are meant as dates. "2025/2026" is not: it may be a school year.
_YEAR_OR_PART = re.compile(r"\d{4}(-W?\d\d?|-?Q\d)?", re.ASCII)
# These are, too, but it is not certain which.
_OTHER_DATE = re.compile(r"\d{6}|\d{8}|(\d\d?[./])?\d\d?[./]\d{4}", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d?-\d\d?|\d{4}-W\d\d?-\d", re.ASCII)


@dataclass(frozen=True)
class Period:
    """A period of time.

    Attributes
    ----------
    text : str
        What its publisher calls it.
    first, last : date or None
        Its first and its last day; None if the text is not a date.
    """

    text: str
    first: date | None = None
    last: date | None = None

    def contains(self, ordinals: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which days, each the ordinal of a date, are in the period."""
        assert self.first is not None
        assert self.last is not None
        first, last = self.first.toordinal(), self.last.toordinal()
        return (first <= ordinals) & (ordinals <= last)

    @property
    def record(self) -> dict[str, Any]:
        """The period as the JSON file of a release has it."""
        days = {"first": self.first, "last": self.last}
        iso = {name: day.isoformat() if day else None for name, day in days.items()}
        return {"text": self.text} | iso

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Period:
        """Return the period of a record; an error of `_files.MALFORMED` refuses anything else."""
        period = read_period("period", record["text"])
        # A record of a release has a reason, too.
        if record | period.record != record:
            raise ValueError
        return period

    def overlaps(self, other: Period) -> bool:
        """Return whether both have a day in common or, without days, the same text."""
        if self.first and self.last and other.first and other.last:
            return self.first <= other.last and other.first <= self.last
        return self.text.casefold() == other.text.casefold()

    def __str__(self) -> str:
        """Return the text, and its days where the text does not show them."""
        if self.first is None or self.text in (
            f"{self.first}",
            f"{self.first}/{self.last}",
        ):
            return self.text
        return f"{self.text} ({self.first} to {self.last})"


def read_period(option: str, time: object) -> Period:
    """Return the period that a text, or a date, names: days by ISO 8601, or any other text.

    A ValueError, which names the option, refuses an empty text and a date that does not exist.

    Examples
    --------
    >>> print(read_period("--period", "2026-W05"))
    2026-W05 (2026-01-26 to 2026-02-01)
    >>> read_period("--period", "spring term").first
    """
    # Python may have a date, or a period of pandas.
    text = text_of(time)
    if not (text and text.isprintable()):
        raise ValueError(
            f"{option} is {text!r}; it must be a text that can be printed, such as {DAYS}"
        )
    ends = text.split("/")
    try:
        if _YEAR_OR_PART.fullmatch(text):
            return Period(text, *_days(text))
        are_days = len(ends) <= 2 and all(map(_DAY.fullmatch, ends))
        if are_days:
            first, last = date.fromisoformat(ends[0]), date.fromisoformat(ends[-1])
            if first <= last:
                return Period(text, first, last)
        if are_days or _OTHER_DATE.fullmatch(text):
            raise ValueError
    except (ValueError, OverflowError):
        raise ValueError(
            f"{option} is {text!r}: there is no such time; allowed are {DAYS}, or words"
        ) from None
    return Period(text)


def _days(text: str) -> tuple[date, date]:
    """Return the first and the last day of a year, quarter, month or week."""
    if "W" in text:
        first = date.fromisoformat(f"{text}-1")
        return first, first + timedelta(days=6)
    year, _, quarter = text.partition("Q")
    first_month = last_month = text
    if quarter:
        month = 3 * int(quarter)
        first_month = f"{year[:4]}-{month - 2:02}"
        last_month = f"{year[:4]}-{month:02}"
    elif text == year[:4]:
        first_month = f"{year}-01"
        last_month = f"{year}-12"
    last = date.fromisoformat(f"{last_month}-01")
    _, length = calendar.monthrange(last.year, last.month)
    return date.fromisoformat(f"{first_month}-01"), last.replace(day=length)
