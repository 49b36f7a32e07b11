import csv
import hashlib
import json
import logging
import random
import socket
import subprocess
import sys
import traceback
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import requests

from gaussmech.streets import download
from gaussmech.streets.download import fetch_city
from gaussmech.streets.sources import SOURCES, DownloadError
from tests.streets.server import CityServer

PORTAL = SOURCES["download"].trips
DATE, COLUMNS = PORTAL.date, list(PORTAL.columns)
NAME = PORTAL.name.format(0)
ROADS = SOURCES["download"].roads
MIDNIGHT = datetime.fromisoformat(DATE)


def trip(pickup, dropoff):
    return dict(zip(COLUMNS, [pickup, "-73.95", "40.75", dropoff, "-73.96", "40.76"], strict=True))


@pytest.fixture(scope="session")
def trips():
    """Trips of up to an hour that begin around midnight, times as the portal has them."""
    draw = random.Random(1)
    begun = [MIDNIGHT + timedelta(seconds=draw.randrange(-2700, 5400)) for _ in range(500)]
    ended = [moment + timedelta(seconds=draw.randrange(3600)) for moment in begun]
    times = [[f"{moment.isoformat()}.000" for moment in moments] for moments in (begun, ended)]
    return [trip(*both) for both in zip(*times, strict=True)]


@pytest.fixture
def server(trips):
    with serving(trips) as city:
        yield city


def serving(trips):
    return CityServer({ROADS.name: b"the roads\n"}, trips)


@pytest.fixture(autouse=True)
def pauses(monkeypatch):
    """The pauses between attempts, recorded instead of slept."""
    slept = []
    monkeypatch.setattr("gaussmech.streets.download.time.sleep", slept.append)
    return slept


def files_in(folder):
    return sorted(path.name for path in folder.iterdir())


def fetch(folder, city, hours=(0,)):
    """The files of the paper's day, from the server in place of both hosts."""
    roads, trips = fetch_city(folder, hours, city.source())
    return {"roads": roads, "trips": dict(zip(hours, trips, strict=True))}


def addresses_of(city):
    source = city.source()
    return source.roads.address, source.trips.address


def moved(source, what, address):
    """The source with another address of its roads or trips."""
    return replace(source, **{what: replace(getattr(source, what), address=address)})


def read_trips(file):
    with open(file["path"], newline="") as text:
        return list(csv.reader(text))


def expected(trips, hour):
    """The trips of an hour, selected by parsed times."""
    start = datetime.fromisoformat(DATE) + timedelta(hours=hour)
    kept = []
    for trip in trips:
        times = (datetime.fromisoformat(trip[f"{end}_datetime"]) for end in ("pickup", "dropoff"))
        if any(start <= time < start + timedelta(hours=1) for time in times):
            kept.append([trip[name] for name in COLUMNS])
    return sorted(kept)


def test_what_is_returned_and_recorded(server, tmp_path):
    folder = tmp_path / "new" / "folder"
    found = fetch(folder, server)
    roads, trips = found["roads"], found["trips"][0]
    assert [Path(file["path"]).name for file in (roads, trips)] == [ROADS.name, NAME]
    for file in (roads, trips):
        assert file["sha256"] == hashlib.sha256(Path(file["path"]).read_bytes()).hexdigest()
    assert roads["address"] == server.source().roads.address
    assert files_in(folder) == sorted([ROADS.name, NAME, "checksums.json"])
    assert json.loads((folder / "checksums.json").read_text()) == {NAME: trips["sha256"]}
    # The address answers with the rows of the file.
    header, *rows = csv.reader(requests.get(f"{trips['address']}&$limit=99999").text.splitlines())
    assert header == COLUMNS
    assert sorted(rows) == read_trips(trips)[1:] == expected(server.trips, 0)


@pytest.mark.parametrize("page_rows", [1, 7])
def test_pages_join_to_the_same_bytes(page_rows, trips, tmp_path, monkeypatch):
    some = trips[:12] * 2
    with serving(some) as city:
        whole = fetch(tmp_path / "whole", city)
        assert len(city.requests["trips"]) == 1
        monkeypatch.setattr(download, "PAGE_ROWS", page_rows)
        paged = fetch(tmp_path / "paged", city)
    whole, paged = (Path(found["trips"][0]["path"]).read_bytes() for found in (whole, paged))
    assert whole == paged
    assert len(city.requests["trips"]) == 1 + len(expected(some, 0)) // page_rows + 1


@pytest.mark.parametrize("most_rows", [3, 4, 6])
def test_a_portal_that_sends_fewer_rows_than_asked_for(most_rows, tmp_path, monkeypatch):
    monkeypatch.setattr(download, "OTHER_LIMIT", most_rows)
    trips = [trip(f"{DATE}T00:0{i}:00.000", f"{DATE}T00:1{i}:00.000") for i in range(6)]
    with serving(trips) as city:
        city.most_rows = most_rows
        assert len(read_trips(fetch(tmp_path, city)["trips"][0])) == 1 + 6


def test_an_hour_holds_its_start_and_not_its_end(tmp_path):
    times = ["09-23T23:59:59", "09-24T00:00:00", "09-24T00:59:59", "09-24T01:00:00"]
    times += ["09-24T22:59:59", "09-24T23:00:00", "09-24T23:59:59", "09-25T00:00:00"]
    times = [f"2014-{moment}.000" for moment in times]
    never = "2014-09-20T00:00:00.000"
    trips = [trip(moment, never) for moment in times] + [trip(never, moment) for moment in times]
    with serving(trips) as city:
        found = fetch(tmp_path, city, hours=[0, 23])
    for hour, wanted in ((0, times[1:3]), (23, times[5:7])):
        rows = read_trips(found["trips"][hour])[1:]
        assert sorted(row[0] for row in rows) == [never, never, *wanted]
        assert sorted(row[3] for row in rows) == [never, never, *wanted]


def test_all_hours_in_one_query(trips, tmp_path):
    """Hours asked for together have the bytes of each alone."""
    hours, some = [23, 0, 1, 5], trips[::3]
    moved = [
        {name: value.replace("T00:", f"T{hour:02}:") for name, value in one.items()}
        for one, hour in zip(some, hours * len(some), strict=False)
    ]
    with serving(moved) as city:
        together = fetch(tmp_path / "together", city, hours)
        assert len(city.requests["trips"]) == 1
        assert city.requests["trips"][0].count("+OR+") == 2 * 3 - 1  # hours 0 and 1 are one span
        for hour in hours:
            alone = fetch(tmp_path / f"{hour}", city, [hour])["trips"][hour]
            assert {**together["trips"][hour], "path": alone["path"]} == alone
            assert len(read_trips(alone)) > 20


def test_a_second_call_asks_for_nothing(server, tmp_path):
    first = fetch(tmp_path, server)
    before = {what: len(asked) for what, asked in server.requests.items()}
    assert before == {ROADS.name: 1, "trips": 1}
    assert fetch(tmp_path, server) == first
    assert {what: len(asked) for what, asked in server.requests.items()} == before


def test_only_missing_hours_are_asked_for(tmp_path):
    times = [f"{DATE}T00:30:00.000", f"{DATE}T08:30:00.000"]
    with serving([trip(moment, moment) for moment in times]) as city:
        first = fetch(tmp_path, city)
        both = fetch(tmp_path, city, hours=[0, 8])
    assert both["trips"][0] == first["trips"][0]
    assert len(city.requests["trips"]) == 2
    assert "T08:00:00" in city.requests["trips"][1] and "T00:" not in city.requests["trips"][1]
    assert len(json.loads((tmp_path / "checksums.json").read_text())) == 2


@pytest.mark.parametrize("harm", ["missing", "changed", "cut"])
def test_a_harmed_trip_file_is_fetched_again(harm, server, tmp_path, caplog):
    first = fetch(tmp_path, server)
    path = tmp_path / NAME
    whole = path.read_bytes()
    path.unlink()
    if harm == "changed":
        path.write_bytes(whole.replace(b"40.", b"41.", 1))
    elif harm == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    with caplog.at_level(logging.INFO, logger=download.__name__):
        assert fetch(tmp_path, server) == first
    assert path.read_bytes() == whole
    assert len(server.requests["trips"]) == 2
    harmed = [message for message in caplog.messages if f"{NAME} has sha256" in message]
    assert len(harmed) == (harm != "missing")


def test_a_harmed_road_file_is_fetched_again(server, tmp_path):
    fetch(tmp_path, server)
    (tmp_path / ROADS.name).write_bytes(b"the roads")
    fetch(tmp_path, server)
    assert (tmp_path / ROADS.name).read_bytes() == b"the roads\n"
    assert len(server.requests[ROADS.name]) == 2


def test_a_file_without_record_is_not_trusted(server, tmp_path):
    first = fetch(tmp_path, server)
    (tmp_path / "checksums.json").unlink()
    (tmp_path / NAME).write_text("something else")
    assert fetch(tmp_path, server) == first


@pytest.mark.parametrize("left", [None, "harmed"])
def test_other_trips_than_recorded_are_refused(left, server, tmp_path):
    first = fetch(tmp_path, server)["trips"][0]
    (tmp_path / NAME).unlink() if left is None else (tmp_path / NAME).write_text(left)
    server.fail("trips", "changed")
    with pytest.raises(DownloadError, match="now serves another") as caught:
        fetch(tmp_path, server)
    message = str(caught.value)
    assert message.startswith(server.source().trips.address)
    assert NAME in message and first["sha256"] in message
    assert "Delete that line" in message and "checksums.json" in message
    assert files_in(tmp_path) == sorted([ROADS.name, "checksums.json"] + [NAME] * bool(left))
    assert not left or (tmp_path / NAME).read_text() == left

    (tmp_path / "checksums.json").write_text("{}")
    server.fail("trips", "changed")
    changed = fetch(tmp_path, server)["trips"][0]
    assert changed["sha256"] in message
    assert changed["sha256"] != first["sha256"]


@pytest.mark.parametrize("text", ["", "{", '{"a": "b",}', "[]", "\xff"])
def test_an_unreadable_record_is_named(text, server, tmp_path):
    (tmp_path / "checksums.json").write_text(text, encoding="latin-1")
    with pytest.raises(DownloadError, match=r"checksums\.json cannot be read: .* delete it"):
        fetch(tmp_path, server)
    assert not server.requests["trips"]


# What fails, how, the message, and the number of attempts.
FAILURES = [
    (ROADS.name, 404, r"HTTP status 404 \(Not Found\)", 1),
    (ROADS.name, 500, r"HTTP status 500 \(Internal Server Error\)", 3),
    (ROADS.name, "silent", "time-out", 1),
    (ROADS.name, "stalling", "time-out", 1),
    (ROADS.name, "truncated", "truncated", 3),
    (ROADS.name, "html", "hash is .*, not [0-9a-f]{64}", 1),
    (ROADS.name, "changed", "hash is .*, not [0-9a-f]{64}", 1),
    ("trips", 202, r"HTTP status 202 \(Accepted\)", 3),
    ("trips", 400, r"HTTP status 400 \(Bad Request\)", 1),
    ("trips", 429, r"HTTP status 429 \(Too Many Requests\)", 3),
    ("trips", 504, r"HTTP status 504 \(Gateway Timeout\)", 3),
    ("trips", "silent", r"time-out: waited 1 s to connect, 0\.1 s for an answer", 1),
    ("trips", "stalling", "time-out", 1),
    ("trips", "truncated", "truncated", 3),
    ("trips", "truncated_chunks", "truncated", 3),
    ("trips", "html", "the answer is not CSV but HTML", 1),
    ("trips", "binary", "the answer is not CSV: ", 1),
    ("trips", "empty", r"wrong columns: found \[\], wanted \['pickup_datetime', ", 1),
    ("trips", "other_columns", r"wrong columns: found \['pickup_datetime', 'pu_loc.*wanted ", 1),
    ("trips", "no_rows", f"no rows for {NAME}", 1),
    ("trips", "missing_field", r"row \d+ has 5 fields, not 6", 1),
    ("trips", "open_quote", "the answer is not CSV: ", 1),
]


def assert_fails_clearly(what, wanted, city, folder):
    with pytest.raises(DownloadError, match=wanted) as caught:
        fetch(folder, city)
    message = str(caught.value)
    assert message.startswith(f"{city.root}/{'trips.csv' if what == 'trips' else what}")
    assert "make retry-download" in message and "stand-in" in message
    assert "\n" not in message and len(message) < 600
    assert "".join(traceback.format_exception(caught.value)).count("Traceback") <= 2
    assert files_in(folder) == [ROADS.name] * (what == "trips")


def assert_completes(city, folder):
    fetch(folder, city)
    assert files_in(folder) == sorted([ROADS.name, NAME, "checksums.json"])


@pytest.mark.parametrize(("what", "kind", "wanted", "attempts"), FAILURES)
def test_failures_are_told_and_leave_nothing(
    what, kind, wanted, attempts, server, tmp_path, pauses, monkeypatch
):
    if what == "trips":
        fetch(tmp_path, server, hours=[])
    server.fail(what, *[kind] * attempts)
    with monkeypatch.context() as patch:
        if "time-out" in wanted:
            patch.setattr(download, "TIMEOUTS", (1, 0.1))
        assert_fails_clearly(what, wanted, server, tmp_path)
    assert len(server.requests[what]) == attempts
    assert pauses == list(download.PAUSES[: attempts - 1])
    assert_completes(server, tmp_path)


@pytest.mark.parametrize("kind", [202, 503, "truncated"])
def test_two_passing_failures_are_overcome(kind, server, tmp_path):
    for what in (ROADS.name, "trips"):
        server.fail(what, kind, kind)
    assert_completes(server, tmp_path)


def test_what_is_awaited_is_logged(server, tmp_path, caplog):
    with caplog.at_level(logging.INFO, logger=download.__name__):
        fetch(tmp_path, server)
    assert caplog.messages == [
        f"waiting up to 5 minutes for {what} from {address}"
        for what, address in zip(
            ("the road file", "the trips at 0 h"), addresses_of(server), strict=True
        )
    ]


def test_columns_in_another_order_give_the_same_bytes(server, tmp_path):
    fetch(tmp_path / "asked", server)
    server.fail("trips", "swapped_columns")
    fetch(tmp_path / "swapped", server)
    assert (tmp_path / "swapped" / NAME).read_bytes() == (tmp_path / "asked" / NAME).read_bytes()


def test_more_rows_than_asked_for(server, tmp_path, monkeypatch):
    monkeypatch.setattr(download, "PAGE_ROWS", 100)
    server.fail("trips", "too_many_rows")
    assert_fails_clearly("trips", "200 rows, where at most 100 were asked for", server, tmp_path)


@pytest.mark.parametrize("kind", ["html", "truncated", 404])
def test_pages_that_came_are_kept(kind, server, tmp_path, monkeypatch):
    monkeypatch.setattr(download, "PAGE_ROWS", 100)
    server.fail("trips", None, None, *[kind] * 3)
    with pytest.raises(DownloadError):
        fetch(tmp_path, server)
    assert [name[:8] for name in files_in(tmp_path)] == [".answer_"] * 2 + [ROADS.name[:8]]
    kept = server.requests["trips"][:2]
    server.requests["trips"].clear()
    server.fail("trips")
    assert_completes(server, tmp_path)
    assert server.requests["trips"] and set(kept).isdisjoint(server.requests["trips"])
    assert read_trips({"path": tmp_path / NAME})[1:] == expected(server.trips, 0)


def test_a_refused_connection(server, tmp_path, pauses):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/trips.csv"
        with pytest.raises(DownloadError, match="no connection: .*refused") as caught:
            fetch_city(tmp_path, [0], moved(server.source(), "trips", address))
    assert str(caught.value).startswith(address)
    assert pauses == list(download.PAUSES)
    assert files_in(tmp_path) == [ROADS.name]


@pytest.mark.parametrize("address", ["", "no-scheme", "gopher://127.0.0.1/", "http://[::1"])
def test_an_address_that_is_none(address, server, tmp_path):
    with pytest.raises(DownloadError, match="stand-in"):
        fetch_city(tmp_path, [0], moved(server.source(), "roads", address))
    assert files_in(tmp_path) == []


def test_a_folder_that_is_a_file(server, tmp_path):
    (tmp_path / "folder").write_text("")
    with pytest.raises(DownloadError, match="folder: cannot keep the data there"):
        fetch(tmp_path / "folder", server)


@pytest.mark.parametrize("hours", [[24], [-1], [0, 0.5], ["0"], [True]])
def test_hours_outside_the_day(hours, server, tmp_path):
    with pytest.raises(ValueError, match="hours is "):
        fetch(tmp_path, server, hours)
    assert not any(server.requests.values())


@pytest.mark.parametrize("what", [ROADS.name, "trips"])
def test_a_killed_process_leaves_nothing_as_whole(what, server, tmp_path):
    server.fail(what, "stalling")
    code = "import sys; from gaussmech.streets.sources import *; "
    code += "from gaussmech.streets.download import fetch_city; "
    code += f"fetch_city(sys.argv[1], [0], {server.source()!r})"
    process = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stderr=subprocess.PIPE)
    with process:
        assert server.stalled.wait(20)
        process.kill()
    whole = {ROADS.name, NAME, "checksums.json"}
    assert whole & set(files_in(tmp_path)) == ({ROADS.name} if what == "trips" else set())
    fetch(tmp_path, server)
    assert whole <= set(files_in(tmp_path))


SAMPLES = {name: name.encode() for name in (ROADS.name, "taxis.RData", "train-sample0.05.csv.gz")}


def test_the_samples_are_fetched_once_and_then_used_without_a_network(tmp_path):
    with CityServer(SAMPLES) as host:
        source = host.source("samples")
        roads, (night, day) = fetch_city(tmp_path, [0, 12, 20], source)
        assert all(len(asked) == (name != "trips") for name, asked in host.requests.items())
    for file in (roads, night, day):
        path = Path(file["path"])
        assert path.parent == tmp_path and path.read_bytes() == SAMPLES[path.name]
        assert file["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
        assert file["address"] == f"{host.root}/{path.name}"
    assert (night["hours"], night["date"], night["weight"]) == ([0], "2015-01-10", 1.0)
    assert (day["hours"], day["date"], day["weight"]) == ([12, 20], None, 6.0)
    assert fetch_city(tmp_path, [0, 12, 20], source) == (roads, [night, day])  # the server is gone
    assert files_in(tmp_path) == sorted(SAMPLES)


def test_only_the_samples_of_the_wanted_hours_are_fetched(tmp_path):
    with CityServer(SAMPLES) as host:
        fetch_city(tmp_path, [0], host.source("samples"))
    assert files_in(tmp_path) == sorted({*SAMPLES} - {"train-sample0.05.csv.gz"})


@pytest.mark.parametrize("kind, told", [("changed", "SHA-256"), (404, "404"), ("html", "SHA-256")])
def test_a_wrong_sample_is_refused(kind, told, tmp_path):
    with CityServer(SAMPLES) as host:
        host.fail("taxis.RData", kind)
        with pytest.raises(DownloadError, match=told) as caught:
            fetch_city(tmp_path, [0], host.source("samples"))
        assert str(caught.value).startswith(f"{host.root}/taxis.RData")
    assert files_in(tmp_path) == [ROADS.name]


def test_an_hour_that_no_sample_has(tmp_path):
    with CityServer(SAMPLES) as host:
        source = host.source("samples")
        with pytest.raises(DownloadError, match=r"no file of this source has the hours \[3\]"):
            fetch_city(tmp_path, [3], replace(source, trips=source.trips[:1]))
