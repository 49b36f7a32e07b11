import csv
import gzip
import hashlib
import json
import logging
import socket
import subprocess
import sys
import time
import traceback
from datetime import datetime, timedelta
from pathlib import Path

import pooch
import pytest

from gaussmech.streets import download
from gaussmech.streets.download import COLUMNS, DATE, DownloadError, fetch_city
from tests.streets.server import CityServer

RAW = Path(__file__).parents[2] / ".." / "shared" / "data"
NAMES = [f"nyc_{DATE}_00h_pickup.csv", f"nyc_{DATE}_00h_dropoff.csv"]
ROADS_NAME = "manhattan_with_weights.txt"


def read_raw(name):
    path = RAW / name
    if not path.exists():
        pytest.skip(f"the raw data are not here: {path}")
    return gzip.decompress(path.read_bytes())


@pytest.fixture(scope="session")
def raw_roads():
    return read_raw("raw_taxivis_manhattan_with_weights.txt.gz")


@pytest.fixture(scope="session")
def raw_trips():
    """Real trips under the portal's column names, moved to `DATE`, times as the portal has them."""
    text = read_raw("raw_tlc_yellow_2015-01-10_00h.csv.gz").decode()
    shift = datetime.fromisoformat(DATE) - datetime(2015, 1, 10)
    days = {}
    for day in (9, 10, 11):
        date = datetime(2015, 1, day)
        days[f"{date:%Y-%m-%d}"] = f"{date + shift:%Y-%m-%d}"

    def row(raw):
        named = {name.removeprefix("tpep_"): value for name, value in raw.items()}
        for time_name in ("pickup_datetime", "dropoff_datetime"):
            day, clock = named[time_name].removesuffix("Z").split("T")
            named[time_name] = f"{days[day]}T{clock}.000"
        return named

    return [row(raw) for raw in csv.DictReader(text.splitlines())]


@pytest.fixture
def some_trips(raw_trips):
    return raw_trips[::100]


@pytest.fixture
def server(raw_roads, some_trips):
    with CityServer(raw_roads, some_trips) as city:
        yield city


@pytest.fixture
def pauses(monkeypatch):
    """The pauses between attempts, recorded instead of slept; short time-outs."""
    slept = []
    monkeypatch.setattr("pooch.core.time.sleep", slept.append)
    monkeypatch.setattr(download, "TIMEOUTS", (0.3, 0.3))
    return slept


def files_in(folder):
    return sorted(path.name for path in folder.iterdir())


def fetch(folder, city, hours=(0,)):
    return fetch_city(folder, hours, **city.addresses)


def read_trips(file):
    with open(file["path"], newline="") as text:
        return list(csv.reader(text))


def expected(trips, hour, end):
    """The filter applied directly, to parsed times."""
    start = datetime.fromisoformat(DATE) + timedelta(hours=hour)
    kept = []
    for trip in trips:
        when = datetime.fromisoformat(trip[f"{end}_datetime"])
        if start <= when < start + timedelta(hours=1):
            kept.append([trip[name] for name in COLUMNS])
    return kept


def trip(pickup, dropoff):
    return dict(zip(COLUMNS, [pickup, "-73.9", "40.8", dropoff, "", ""], strict=True))


def test_the_whole_real_hour(raw_roads, raw_trips, tmp_path, monkeypatch):
    monkeypatch.setattr(download, "PAGE_ROWS", 10_000)
    with CityServer(raw_roads, raw_trips) as city:
        found = fetch(tmp_path, city)
    assert found["date"] == "2014-09-24"
    assert Path(found["roads"]["path"]).read_bytes() == raw_roads
    assert len(city.requests["trips"]) == 3 + 3
    sizes = {"pickup": 26_572, "dropoff": 27_495}
    for (end, size), file in zip(sizes.items(), found["trips"][0], strict=True):
        header, *rows = read_trips(file)
        assert header == COLUMNS
        assert len(rows) == size
        assert sorted(rows) == sorted(expected(raw_trips, 0, end))


def test_what_is_returned_and_recorded(server, tmp_path):
    found = fetch(tmp_path / "new" / "folder", server)
    files = [found["roads"], *found["trips"][0]]
    assert [Path(file["path"]).name for file in files] == [ROADS_NAME, *NAMES]
    for file in files:
        assert file["sha256"] == hashlib.sha256(Path(file["path"]).read_bytes()).hexdigest()
    assert found["roads"]["address"] == server.addresses["roads_address"]
    for file in found["trips"][0]:
        assert file["address"].startswith(server.addresses["trips_address"] + "?$select=")
        assert "$limit" not in file["address"]
    folder = tmp_path / "new" / "folder"
    assert files_in(folder) == sorted([ROADS_NAME, *NAMES, "checksums.json"])
    record = json.loads((folder / "checksums.json").read_text())
    assert record == {Path(file["path"]).name: file["sha256"] for file in found["trips"][0]}


@pytest.mark.parametrize("page_rows", [1, 7, 10, 50_000])
def test_pages_join_to_the_same_bytes(page_rows, raw_roads, raw_trips, tmp_path, monkeypatch):
    trips = raw_trips[:: len(raw_trips) // 30] * 2
    with CityServer(raw_roads, trips) as city:
        whole = fetch(tmp_path / "whole", city)
        city.requests["trips"].clear()
        monkeypatch.setattr(download, "PAGE_ROWS", page_rows)
        paged = fetch(tmp_path / "paged", city)
    for one, other in zip(whole["trips"][0], paged["trips"][0], strict=True):
        assert Path(one["path"]).read_bytes() == Path(other["path"]).read_bytes()
    sizes = [len(expected(trips, 0, end)) for end in ("pickup", "dropoff")]
    assert len(city.requests["trips"]) == sum(size // page_rows + 1 for size in sizes)


def test_trips_of_the_same_second_have_a_fixed_order(raw_roads, tmp_path, monkeypatch):
    trips = [trip(f"{DATE}T00:00:00.000", f"{DATE}T00:00:{i}.000") for i in range(10, 30)]
    monkeypatch.setattr(download, "PAGE_ROWS", 6)
    with CityServer(raw_roads, trips) as city:
        found = fetch(tmp_path, city)
    for file in found["trips"][0]:
        assert read_trips(file)[1:] == [list(one.values()) for one in trips]


def test_a_last_page_may_be_full(raw_roads, tmp_path, monkeypatch):
    trips = [trip(f"{DATE}T00:0{i}:00.000", f"{DATE}T00:1{i}:00.000") for i in range(6)]
    monkeypatch.setattr(download, "PAGE_ROWS", 3)
    with CityServer(raw_roads, trips) as city:
        found = fetch(tmp_path, city)
    assert [len(read_trips(file)) for file in found["trips"][0]] == [1 + 6, 1 + 6]


def test_an_hour_holds_its_start_and_not_its_end(raw_roads, tmp_path):
    times = ["09-23T23:59:59", "09-24T00:00:00", "09-24T00:59:59", "09-24T01:00:00"]
    times += ["09-24T22:59:59", "09-24T23:00:00", "09-24T23:59:59", "09-25T00:00:00"]
    times = [f"2014-{moment}.000" for moment in times]
    with CityServer(raw_roads, [trip(moment, moment) for moment in times]) as city:
        found = fetch(tmp_path, city, hours=[0, 23])
    for hour, wanted in ((0, times[1:3]), (23, times[5:7])):
        for file, column in zip(found["trips"][hour], (0, 3), strict=True):
            assert [row[column] for row in read_trips(file)[1:]] == wanted


def test_a_second_call_asks_for_nothing(server, tmp_path):
    first = fetch(tmp_path, server)
    before = {what: len(asked) for what, asked in server.requests.items()}
    assert before == {"roads": 1, "trips": 2}
    assert fetch(tmp_path, server) == first
    assert {what: len(asked) for what, asked in server.requests.items()} == before


def test_a_later_hour_is_added(raw_roads, tmp_path):
    times = [f"{DATE}T00:30:00.000", f"{DATE}T08:30:00.000"]
    with CityServer(raw_roads, [trip(moment, moment) for moment in times]) as city:
        first = fetch(tmp_path, city)
        both = fetch(tmp_path, city, hours=[0, 8])
    assert both["trips"][0] == first["trips"][0]
    assert len(city.requests["trips"]) == 4
    assert len(json.loads((tmp_path / "checksums.json").read_text())) == 4


@pytest.mark.parametrize("harm", ["missing", "changed", "cut"])
def test_a_harmed_trip_file_is_fetched_again(harm, server, tmp_path, caplog):
    first = fetch(tmp_path, server)
    path = tmp_path / NAMES[1]
    whole = path.read_bytes()
    path.unlink()
    if harm == "changed":
        path.write_bytes(whole.replace(b"40.", b"41.", 1))
    elif harm == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    with caplog.at_level(logging.WARNING, logger=download.__name__):
        assert fetch(tmp_path, server) == first
    assert path.read_bytes() == whole
    assert len(server.requests["trips"]) == 3
    assert [NAMES[1] in message for message in caplog.messages] == [True] * (harm != "missing")


def test_a_harmed_road_file_is_fetched_again(server, raw_roads, tmp_path):
    fetch(tmp_path, server)
    (tmp_path / ROADS_NAME).write_bytes(raw_roads[:-1])
    fetch(tmp_path, server)
    assert (tmp_path / ROADS_NAME).read_bytes() == raw_roads
    assert len(server.requests["roads"]) == 2


def test_a_file_without_record_is_not_trusted(server, tmp_path):
    first = fetch(tmp_path, server)
    (tmp_path / "checksums.json").unlink()
    (tmp_path / NAMES[0]).write_text("something else")
    assert fetch(tmp_path, server) == first


def test_other_trips_than_recorded_are_refused(server, tmp_path):
    first = fetch(tmp_path, server)["trips"][0][0]
    (tmp_path / NAMES[0]).unlink()
    server.fail("trips", "changed")
    with pytest.raises(DownloadError) as caught:
        fetch(tmp_path, server)
    message = str(caught.value)
    assert message.startswith(server.addresses["trips_address"])
    assert NAMES[0] in message
    assert first["sha256"] in message
    assert "Delete that line" in message and "checksums.json" in message
    assert files_in(tmp_path) == sorted([ROADS_NAME, NAMES[1], "checksums.json"])

    record = json.loads((tmp_path / "checksums.json").read_text())
    del record[NAMES[0]]
    (tmp_path / "checksums.json").write_text(json.dumps(record))
    server.fail("trips", "changed")
    changed = fetch(tmp_path, server)["trips"][0][0]
    assert changed["sha256"] in message
    assert changed["sha256"] != first["sha256"]


def test_other_trips_do_not_replace_a_harmed_file(server, tmp_path):
    fetch(tmp_path, server)
    (tmp_path / NAMES[0]).write_text("harmed")
    server.fail("trips", "changed")
    with pytest.raises(DownloadError, match="now serves another"):
        fetch(tmp_path, server)
    assert (tmp_path / NAMES[0]).read_text() == "harmed"


@pytest.mark.parametrize("text", ["", "{", '{"a": "b",}', "[]", "\xff"])
def test_an_unreadable_record_is_named(text, server, tmp_path):
    (tmp_path / "checksums.json").write_text(text, encoding="latin-1")
    with pytest.raises(DownloadError, match=r"checksums\.json cannot be read: .* delete it"):
        fetch(tmp_path, server)
    assert not server.requests["trips"]


ALWAYS = [
    ("roads", 404, r"HTTP status 404 \(Not Found\)"),
    ("roads", 500, r"HTTP status 500 \(Internal Server Error\)"),
    ("roads", "silent", "time-out"),
    ("roads", "stalling", "time-out"),
    ("roads", "truncated", "truncated"),
    ("roads", "truncated_chunks", "truncated"),
    ("roads", "html", f"does not match the known hash: expected {download.ROADS_SHA256}"),
    ("roads", "changed", f"does not match the known hash: expected {download.ROADS_SHA256}"),
    ("trips", 404, r"HTTP status 404 \(Not Found\)"),
    ("trips", 429, r"HTTP status 429 \(Too Many Requests\)"),
    ("trips", 500, r"HTTP status 500 \(Internal Server Error\)"),
    ("trips", "silent", "time-out"),
    ("trips", "stalling", "time-out"),
    ("trips", "truncated", "truncated"),
    ("trips", "truncated_chunks", "truncated"),
]
AT_ONCE = [
    ("html", "the answer is not CSV but HTML"),
    ("binary", "the answer is not CSV: "),
    ("empty", r"wrong columns: found \[\], wanted \['pickup_datetime', "),
    ("other_columns", r"wrong columns: found \['pickup_datetime', 'pu_location_id', .*wanted "),
    ("no_rows", f"no rows for {NAMES[0]}"),
    ("missing_field", r"row \d+ has 5 fields, not 6"),
    ("open_quote", "the answer is not CSV: "),
]


def assert_fails_clearly(what, wanted, city, folder):
    with pytest.raises(DownloadError, match=wanted) as caught:
        fetch(folder, city)
    message = str(caught.value)
    assert message.startswith(city.addresses[f"{what}_address"])
    assert "stand-in" in message and "`files`" in message
    assert "\n" not in message and len(message) < 600
    assert "".join(traceback.format_exception(caught.value)).count("Traceback") <= 2
    assert files_in(folder) == [ROADS_NAME] * (what == "trips")


def assert_completes(city, folder):
    fetch(folder, city)
    assert files_in(folder) == sorted([ROADS_NAME, *NAMES, "checksums.json"])


@pytest.mark.parametrize(("what", "kind", "wanted"), ALWAYS)
def test_three_failures_in_a_row_are_final(what, kind, wanted, server, tmp_path, pauses):
    server.fail(what, kind, kind, kind)
    assert_fails_clearly(what, wanted, server, tmp_path)
    assert len(server.requests[what]) == 3
    assert sum(pauses) <= 5
    assert_completes(server, tmp_path)


@pytest.mark.parametrize(("what", "kind", "wanted"), ALWAYS)
def test_two_failures_in_a_row_are_overcome(what, kind, wanted, server, tmp_path, pauses):
    server.fail(what, kind, kind)
    assert_completes(server, tmp_path)
    assert 0 < sum(pauses) <= 5


@pytest.mark.parametrize(("kind", "wanted"), AT_ONCE)
def test_an_answer_that_is_not_the_trips(kind, wanted, server, tmp_path):
    server.fail("trips", kind)
    assert_fails_clearly("trips", wanted, server, tmp_path)
    assert_completes(server, tmp_path)


def test_columns_in_another_order_give_the_same_bytes(server, tmp_path):
    fetch(tmp_path / "asked", server)
    server.fail("trips", "swapped_columns", "swapped_columns")
    fetch(tmp_path / "swapped", server)
    for name in NAMES:
        assert (tmp_path / "swapped" / name).read_bytes() == (
            tmp_path / "asked" / name
        ).read_bytes()


def test_more_rows_than_asked_for(server, tmp_path, monkeypatch):
    monkeypatch.setattr(download, "PAGE_ROWS", 100)
    server.fail("trips", "too_many_rows")
    assert_fails_clearly("trips", "200 rows, where at most 100 were asked for", server, tmp_path)


def test_a_failure_on_a_later_page(server, tmp_path, monkeypatch):
    monkeypatch.setattr(download, "PAGE_ROWS", 100)
    server.fail("trips", None, None, "html")
    assert_fails_clearly("trips", "HTML", server, tmp_path)
    assert len(server.requests["trips"]) == 3


def test_finished_files_survive_a_later_failure(server, tmp_path):
    server.fail("trips", None, "html")
    with pytest.raises(DownloadError, match="HTML"):
        fetch(tmp_path, server)
    assert files_in(tmp_path) == sorted(["checksums.json", ROADS_NAME, NAMES[0]])
    assert_completes(server, tmp_path)
    assert len(server.requests["trips"]) == 3


def test_a_refused_connection_fails_within_seconds(server, tmp_path):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/trips.csv"
        start = time.monotonic()
        with pytest.raises(DownloadError, match="no connection: .*refused") as caught:
            fetch_city(tmp_path, [0], **server.addresses | {"trips_address": address})
    assert time.monotonic() - start < 5
    assert str(caught.value).startswith(address)
    assert files_in(tmp_path) == [ROADS_NAME]


@pytest.mark.parametrize("address", ["", "no-scheme", "gopher://127.0.0.1/", "http://[::1"])
def test_an_address_that_is_none(address, server, tmp_path, pauses):
    with pytest.raises(DownloadError, match="stand-in"):
        fetch_city(tmp_path, [0], **server.addresses | {"roads_address": address})
    assert files_in(tmp_path) == []


def test_a_folder_that_is_a_file(server, tmp_path):
    (tmp_path / "folder").write_text("")
    with pytest.raises(DownloadError, match="folder: cannot keep the data there"):
        fetch(tmp_path / "folder", server)


@pytest.mark.parametrize("hours", [[24], [-1], [0, 0.5], ["0"], [True]])
def test_hours_outside_the_day(hours, server, tmp_path):
    with pytest.raises(ValueError, match="hours is "):
        fetch(tmp_path, server, hours)
    assert server.requests == {"roads": [], "trips": []}


@pytest.mark.parametrize("n_written", [0, 1])
def test_an_interrupt_leaves_nothing(n_written, server, tmp_path, monkeypatch):
    fetch(tmp_path, server, hours=[])
    download_file, calls = pooch.HTTPDownloader.__call__, []

    def interrupted(self, url, output_file, pooch):
        download_file(self, url, output_file, pooch)
        calls.append(url)
        if len(calls) > n_written:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(pooch.HTTPDownloader, "__call__", interrupted)
        with pytest.raises(KeyboardInterrupt):
            fetch(tmp_path, server)
    written = NAMES[:n_written] + ["checksums.json"] * n_written
    assert files_in(tmp_path) == sorted([ROADS_NAME, *written])
    assert_completes(server, tmp_path)


@pytest.mark.parametrize("what", ["roads", "trips"])
def test_a_killed_process_leaves_nothing_as_whole(what, server, tmp_path):
    server.fail(what, "stalling")
    code = "import sys; from gaussmech.streets.download import fetch_city as f; "
    code += "f(sys.argv[1], [0], roads_address=sys.argv[2], trips_address=sys.argv[3])"
    arguments = [str(tmp_path), *server.addresses.values()]
    process = subprocess.Popen([sys.executable, "-c", code, *arguments], stderr=subprocess.PIPE)
    with process:
        assert server.stalled.wait(10)
        process.kill()
    whole = {ROADS_NAME, *NAMES, "checksums.json"}
    assert whole & set(files_in(tmp_path)) == ({ROADS_NAME} if what == "trips" else set())
    fetch(tmp_path, server)
    assert whole <= set(files_in(tmp_path))


@pytest.mark.parametrize("is_terminal", [False, True])
def test_the_progress_bar_is_for_terminals(is_terminal, server, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    fetch(tmp_path, server)
    assert ("100%" in capsys.readouterr().err) == is_terminal
