"""The download, from a server in place of both hosts: what is kept, what is told, what is left."""

import csv
import hashlib
import json
import logging
import random
import re
import socket
import traceback
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from gaussmech.paper.city import download
from gaussmech.paper.city.download import fetch_city
from gaussmech.paper.city.sources import SOURCES, DownloadError
from tests.paper.city.server import CityServer

PORTAL = SOURCES["download"]["portal"]
ROADS = SOURCES["download"]["roads"]["name"]
DATE = PORTAL["date"]
COLUMNS = list(PORTAL["columns"])
NAME = PORTAL["name"].format(0)
MIDNIGHT = datetime.fromisoformat(DATE)
RECORD = "checksums.json"
WHOLE = sorted([ROADS, NAME, RECORD])


def trip(pickup, dropoff):
    return dict(
        zip(
            COLUMNS,
            [pickup, "-73.95", "40.75", dropoff, "-73.96", "40.76"],
            strict=True,
        )
    )


@pytest.fixture(scope="session")
def trips():
    """Trips of up to an hour around midnight, some at its very ends, times as the portal's."""
    draw = random.Random(1)
    sharp = (-1, 0, 3599, 3600)
    starts = [*sharp, *(draw.randrange(-2700, 5400) for _ in range(500))]
    starts = [MIDNIGHT + timedelta(seconds=second) for second in starts]
    ends = [moment + timedelta(seconds=draw.randrange(3600)) for moment in starts]
    ends += [MIDNIGHT + timedelta(seconds=second) for second in sharp]
    starts += [MIDNIGHT - timedelta(days=1)] * len(sharp)
    times = [
        [f"{moment.isoformat()}.000" for moment in moments]
        for moments in (starts, ends)
    ]
    return [trip(*times_of_trip) for times_of_trip in zip(*times, strict=True)]


def serving(trips):
    return CityServer({ROADS: b"the roads\n"}, trips)


@pytest.fixture
def server(trips):
    with serving(trips) as city:
        yield city


@pytest.fixture(autouse=True)
def pauses(monkeypatch):
    """The pauses between attempts, recorded instead of slept."""
    slept = []
    monkeypatch.setattr(download.time, "sleep", slept.append)
    return slept


def files_in(folder):
    return sorted(path.name for path in folder.iterdir())


def fetch(folder, city, hours=(0,)):
    roads, trips = fetch_city(folder, hours, city.source())
    return {"roads": roads, "trips": dict(zip(hours, trips, strict=True))}


def read_trips(file):
    with open(file["path"], newline="") as text:
        return list(csv.reader(text))[1:]


def expected(trips, hour):
    """The trips of an hour, selected by parsed times."""
    start = MIDNIGHT + timedelta(hours=hour)
    rows = []
    for trip in trips:
        times = (
            datetime.fromisoformat(trip[f"{end}_datetime"])
            for end in ("pickup", "dropoff")
        )
        if any(start <= time < start + timedelta(hours=1) for time in times):
            rows.append([trip[name] for name in COLUMNS])
    return sorted(rows)


def test_what_is_kept_and_that_a_second_call_asks_for_nothing(server, tmp_path, caplog):
    folder = tmp_path / "new" / "folder"
    source = server.source()
    with caplog.at_level(logging.INFO, logger=download.__name__):
        files = fetch(folder, server)
    assert caplog.messages == [
        f"waiting up to 5 minutes for the road file from {source['roads']['address']}",
        f"waiting up to 5 minutes for the trips at 0 h from {source['portal']['address']}",
    ]
    roads = files["roads"]
    trips = files["trips"][0]
    for file, name in ((roads, ROADS), (trips, NAME)):
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        assert (file["path"], file["sha256"]) == (str(folder / name), digest)
    assert roads["address"] == source["roads"]["address"] and files_in(folder) == WHOLE
    assert json.loads((folder / RECORD).read_text()) == {NAME: trips["sha256"]}
    assert read_trips(trips) == expected(server.trips, 0)
    assert fetch(folder, server) == files
    # The address has no limit, which the request has.
    asked = [server.root + path for path in server.requests["trips.csv"]]
    assert asked == [f"{trips['address']}&$limit=1000000"]
    assert len(server.requests[ROADS]) == 1


def test_all_missing_hours_in_one_query(trips, tmp_path):
    hours = [23, 0, 1, 5]
    some = trips[::3]
    moved = [
        {name: value.replace("T00:", f"T{hour:02}:") for name, value in one.items()}
        for one, hour in zip(some, hours * len(some), strict=False)
    ]
    with serving(moved) as city:
        files = fetch(tmp_path, city, hours)["trips"]
        (query,) = city.requests["trips.csv"]
        assert query.count("+OR+") == 2 * 4 - 1
        for hour in hours:
            of_hour = expected(moved, hour)
            assert read_trips(files[hour]) == of_hour and len(of_hour) > 20
        Path(files[5]["path"]).unlink()
        assert fetch(tmp_path, city, hours)["trips"] == files
        query = city.requests["trips.csv"][-1]
        assert "T05:00:00" in query and "T00:" not in query


@pytest.mark.parametrize(
    "absent_file, name", [(NAME, None), (None, NAME), (RECORD, NAME), (None, ROADS)]
)
def test_a_harmed_file_is_fetched_again(absent_file, name, server, tmp_path, caplog):
    first = fetch(tmp_path, server)
    whole = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    if absent_file:
        (tmp_path / absent_file).unlink()
    if name:
        (tmp_path / name).write_text("other")
    with caplog.at_level(logging.INFO, logger=download.__name__):
        assert fetch(tmp_path, server) == first
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == whole
    assert len(server.requests[ROADS if name == ROADS else "trips.csv"]) == 2
    assert f"{name} has sha256" in caplog.text or absent_file


def test_other_trips_than_recorded_are_refused(server, tmp_path):
    first = fetch(tmp_path, server)["trips"][0]
    lines = (tmp_path / NAME).read_text().splitlines()
    head, *rows = (",".join(line.split(",")[::-1]) for line in lines)
    swapped = "\n".join([head, *rows[::-1]]).encode()
    other_trips = swapped.replace(b"40.76", b"40.77", 1)
    (tmp_path / NAME).unlink()
    # Another order of columns and rows makes the same bytes.
    server.fail("trips.csv", swapped)
    assert fetch(tmp_path, server)["trips"][0] == first
    (tmp_path / NAME).write_text("harmed")
    server.fail("trips.csv", other_trips)
    address = server.source()["portal"]["address"]
    refusal = f"^{address}: now serves another {NAME}, .*{RECORD}.*Delete that"
    with pytest.raises(DownloadError, match=refusal) as caught:
        fetch(tmp_path, server)
    assert first["sha256"] in str(caught.value)
    assert (tmp_path / NAME).read_text() == "harmed"
    (tmp_path / RECORD).write_text("{}")
    server.fail("trips.csv", other_trips)
    assert fetch(tmp_path, server)["trips"][0]["sha256"] in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", '{"a": "b",}', "[]", "\xff"])
def test_an_unreadable_record_is_named(text, server, tmp_path):
    (tmp_path / RECORD).write_text(text, encoding="latin-1")
    with pytest.raises(
        DownloadError, match=r"checksums\.json cannot be read: .* delete it"
    ):
        fetch(tmp_path, server)
    assert not server.requests["trips.csv"]


HEAD = ",".join(COLUMNS).encode() + b"\n"
# What fails, how, the message, and the number of attempts.
FAILURES = [
    (ROADS, 404, r"HTTP status 404 \(Not Found\)", 1),
    (ROADS, b"other roads", "hash is .*, not [0-9a-f]{64}", 1),
    *(("trips.csv", status, f"HTTP status {status} ", 3) for status in (202, 429, 504)),
    (
        "trips.csv",
        "silent",
        r"time-out: waited 1 s to connect, 0\.1 s for an answer",
        1,
    ),
    ("trips.csv", "stalling", "time-out", 1),
    ("trips.csv", "truncated", "truncated", 3),
    ("trips.csv", "truncated_chunks", "truncated", 3),
    (
        "trips.csv",
        b"<!DOCTYPE html>\n<html></html>",
        r"wrong columns: found \['<!DOCTYPE html>'\], wanted",
        1,
    ),
    ("trips.csv", b"\xff\xfe\x00\x01", "the answer is not that CSV: ", 1),
    ("trips.csv", b"", "the answer is not that CSV: ", 1),
    ("trips.csv", HEAD, f"no rows for {NAME}", 1),
    ("trips.csv", HEAD + b"1,2,3,4,5,6\n1,2,3,4,5", "a row has 5 cells, not 6", 1),
    ("trips.csv", HEAD + b'"1', "the answer is not that CSV: ", 1),
    # As many rows as a portal of an older version sends at most.
    ("trips.csv", HEAD + b"1,2,3,4,5,6\n" * 99, "99 rows, so the answer may", 1),
    ("trips.csv", HEAD + b"1,2,3,4,5,6\n" * 5000, "5000 rows, so the answer may", 1),
]


@pytest.mark.parametrize("name, kind, pattern, attempts", FAILURES)
def test_a_failure_is_told(
    name, kind, pattern, attempts, server, tmp_path, pauses, monkeypatch
):
    if name == "trips.csv":
        fetch(tmp_path, server, hours=[])
    server.fail(name, *[kind] * attempts)
    with monkeypatch.context() as patch:
        if "time-out" in pattern:
            patch.setattr(download, "TIMEOUTS", (1, 0.1))
        elif "answer may" in pattern:
            patch.setattr(download, "OTHER_LIMIT", 99)
            patch.setattr(download, "MOST_ROWS", 5000)
        with pytest.raises(DownloadError, match=pattern) as caught:
            fetch(tmp_path, server)
    message = str(caught.value)
    assert message.startswith(f"{server.root}/{name}") and "\n" not in message
    assert len(message) < 400
    assert "".join(traceback.format_exception(caught.value)).count("Traceback") <= 2
    assert files_in(tmp_path) == [ROADS] * (name == "trips.csv")
    assert len(server.requests[name]) == attempts
    assert pauses == list(download.PAUSES[: attempts - 1])
    server.fail(name, *[kind] * (attempts - 1))  # two that may pass are overcome
    fetch(tmp_path, server)
    assert files_in(tmp_path) == WHOLE


@pytest.mark.parametrize(
    "address", ["no-scheme", "gopher://127.0.0.1/", "http://[::1", None]
)
def test_an_address_that_is_none_or_refuses(address, server, tmp_path, pauses):
    source = server.source()
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        reason = "" if address else "no connection: .*refused"
        address = address or f"http://127.0.0.1:{unused.getsockname()[1]}/trips.csv"
        with pytest.raises(DownloadError, match=f"^{re.escape(address)}: .*{reason}"):
            fetch_city(
                tmp_path,
                [0],
                source | {"roads": source["roads"] | {"address": address}},
            )
    assert (
        pauses == list(download.PAUSES) * ("refused" in reason)
        and files_in(tmp_path) == []
    )


def test_a_wrong_folder_is_refused_before_any_request(server, tmp_path):
    (tmp_path / "folder").write_text("")
    with pytest.raises(DownloadError, match="folder: cannot keep the data there"):
        fetch(tmp_path / "folder", server)
    assert not server.requests


SAMPLES = {
    name: name.encode() for name in (ROADS, "taxis.RData", "train-sample0.05.csv.gz")
}


def test_the_samples_are_fetched_once_and_then_used_without_a_network(tmp_path):
    with CityServer(SAMPLES) as host:
        source = host.source("samples")
        fetch_city(tmp_path, [0], source)
        # What the hour needs.
        assert [*host.requests] == [ROADS, "taxis.RData"]
        files = fetch_city(tmp_path, [0, 12, 20], source)
        assert [len(host.requests[name]) for name in SAMPLES] == [1, 1, 1]
    assert fetch_city(tmp_path, [0, 12, 20], source) == files
    roads, (night, day) = files
    for file, (name, content) in zip((roads, night, day), SAMPLES.items(), strict=True):
        assert Path(file["path"]).read_bytes() == content
        assert file["sha256"] == hashlib.sha256(content).hexdigest()
        assert file["address"] == f"{host.root}/{name}"
    facts = [
        [file[key] for key in ("hours", "date", "weight")] for file in (night, day)
    ]
    assert facts == [[[0], "2015-01-10", 1.0], [[12, 20], None, 6.0]]
