"""The period of a release: a public text, whose days are told apart, and events dated in it."""

import re
from pathlib import Path

import pandas as pd
import pytest

from gaussmech.releases.periods import read_period

PLACES = "place\nA\nB\n"
COUNTS = (
    "release counts counts.csv --value n --l2-sensitivity 1 --epsilon 1 --delta 1e-6"
)
OUTPUT = "--output private.csv --registry"
PERIODS = {
    "2026-01": ["2026-01-01", "2026-01-31"],
    "2024-02": ["2024-02-01", "2024-02-29"],
    "2026-W01": ["2025-12-29", "2026-01-04"],
    "2026": ["2026-01-01", "2026-12-31"],
    "2026-01-01/2026-02-14": ["2026-01-01", "2026-02-14"],
    "2026-Q1": ["2026-01-01", "2026-03-31"],
    "2026Q4": ["2026-10-01", "2026-12-31"],
    "2025/2026": [None, None],
}


@pytest.mark.parametrize("period", PERIODS)
def test_a_period_is_in_title_page_json_and_record(period, succeed, facts):
    # Who says --yes means a decimal point.
    Path("counts.csv").write_text("place,n\nA,1.100\n")
    assert f"{period}" in succeed(f"{COUNTS} {OUTPUT} --yes --period {period}")
    first, last = PERIODS[period]
    found = facts()["period"]
    assert found.pop("reason") == "given by the publisher, not checked"
    assert found == {"text": period, "first": first, "last": last}
    page = Path("private.html").read_text()
    assert f", {period}</title>" in page and "<th>Period<td>" in page
    record = facts("private.registry.json")["deployment"]
    assert f"Period: {period}" in record["basic"]["description"]


@pytest.mark.parametrize(
    "period",
    [
        *("2026-13", "2026-1", "2025-W53", "2026-02-30", "2026-02-01/2026-01-01"),
        *("2026-Q5", "202601", "20260131", "01/2026", "31.1.2026"),
    ],
)
def test_a_period_that_is_not_is_refused(period, refused):
    Path("counts.csv").write_text("place,n\nA,1\n")
    message = refused(f"{COUNTS} {OUTPUT} --period {period}")
    assert f"--period is '{period}': there is no such time" in message


# tests/releases/test_account.py has what a ledger makes of it.
@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        ("2026-01", "2025-12-01/2026-01-01", True),
        (2026, pd.Timestamp("2026-12-31"), True),
        (pd.Period("2026Q1"), "2026-04", False),
        ("2026-01", "January", False),
        ("Spring term", "spring TERM", True),
    ],
)
def test_periods_with_a_common_day_overlap(one, other, common):
    one, other = read_period("x", one), read_period("x", other)
    assert one.overlaps(other) == other.overlaps(one) == common


EVENTS = (
    "release events events.csv --user who --place at --places places.csv --epsilon 1"
)
EVENTS = f"{EVENTS} --delta 1e-6 --events-per-user 1 --round 1 {OUTPUT}"
# Options, the texts that count, those of other days, and those that are no dates.
DATES = [
    (
        "2026-01",
        "2026-01-01 2026-01-31T23:59:59.9999999Z",
        "2026-02-01",
        "nan 31.1.2026",
    ),
    ("2026-W01", "2025-12-29 2026-01-04", "2025-12-28 2026-01-05", "2026-1-1"),
    ("2026", "2026-01-01 20261231", "2025-12-31 2027-01-01", "2026"),
    ("2026-02-01/2026-02-01", "2026-02-01", "2026-01-31 2026-02-02", ""),
    (
        "2026-01 --timezone Europe/Oslo",
        "2025-12-31T23:00Z 2026-01-31T22:59+00:00 2026-01-31T23:30",
        "2026-01-31T23:00Z",
        "9999-12-31T23:59-12:00",
    ),
    ("2026-01 --date-format %d.%m.%Y", "31.01.2026 1.1.2026", "1.2.2026", "2026-01-01"),
]


@pytest.mark.parametrize(("period", "counted", "others", "unread"), DATES)
def test_only_events_dated_in_the_period_count(
    period, counted, others, unread, without_noise, succeed, facts
):
    Path("places.csv").write_text(PLACES)
    texts = counted.split()
    # A user with events at other times has as much to give as any other.
    rows = [f"{who},A,{text}" for who, text in enumerate(texts)]
    rows += [
        f"{who},B,{text}"
        for who in range(9)
        for text in (others + f" {unread}").split()
    ]
    Path("events.csv").write_text("\n".join(["who,at,date", *rows, "x,A,"]))
    succeed(f"{EVENTS} --date date --period {period}")
    assert f"A,{len(texts)}\nB,0" in Path("private.csv").read_text()
    assert facts()["period"]["reason"].startswith("only events dated on these days")
    files = "events.csv --place at --places places.csv --date date"
    found = succeed(f"release inspect {files} --period {period}")
    plan = succeed(
        f"{EVENTS} --date date --period {period} --dry-run".replace("private", "b")
    )
    assert f"--date date --period {period}" in plan.splitlines()[-1]
    assert re.search(rf"in the period +{len(texts)} rows\n", found)
    assert re.search(rf"not a date +{9 * len(unread.split())} rows\n", found)
    assert re.search(r"without a date +1 rows\n", found)
    is_hinted = bool(unread) and "--date-format" not in period
    assert ("--date-format says" in found) == is_hinted


NO_PERIOD = "--date needs a --period: a day"
REFUSED = {
    "--date date": NO_PERIOD,
    "--date date --period spring": "it is 'spring'",
    "--period 2026 --timezone UTC": "--timezone needs --date",
    "--period 2026 --date day": "--date: events.csv has no column 'day'",
    "--timezone Europe/Olso": "such as Europe/Oslo",
    "--date-format %d.%m": "--date-format is '%d.%m'; it must say year, month and day",
}


@pytest.mark.parametrize("options", REFUSED)
def test_dates_that_cannot_be_meant_are_refused(options, refused):
    Path("places.csv").write_text(PLACES)
    Path("events.csv").write_text("who,at,date\nx,A,2026-01-01\n")
    assert REFUSED[options] in refused(f"{EVENTS} {options} --dry-run")
