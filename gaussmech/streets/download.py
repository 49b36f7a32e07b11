"""Downloads of the New York data: the Manhattan roads and the taxi trips of single hours."""

import csv
import json
import logging
import os
import sys
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import pooch
import requests

from gaussmech.checks import one_of, whole_number

ROADS_ADDRESS = (
    "https://raw.githubusercontent.com/VIDA-NYU/TaxiVis/"
    "537181d98458367d7c77bb933b7013da9513f3fc/data/manhattan_with_weights.txt"
)
ROADS_SHA256 = "edb6ec72f6b94d7649401b0bb8b9556d6e208b4326f4dfef0613ce3f6b2c1651"
ROADS_NAME = "manhattan_with_weights.txt"
TRIPS_ADDRESS = "https://data.cityofnewyork.us/resource/gkne-dk5s.csv"
DATE = "2014-09-24"
ENDS = ("pickup", "dropoff")
COLUMNS = [f"{end}_{what}" for end in ENDS for what in ("datetime", "longitude", "latitude")]
PAGE_ROWS = 50_000
TIMEOUTS = (5, 60)  # seconds to connect, and between two pieces of an answer
RETRIES = 2
CHECKSUMS_NAME = "checksums.json"
ADVICE = "set `heatmap.source` to `stand-in`, or to `files` with a folder that holds the data"

_log = logging.getLogger(__name__)


class DownloadError(RuntimeError):
    """The New York data could not be had; the message names the address and what can be done."""


def fetch_city(folder, hours, *, roads_address=ROADS_ADDRESS, trips_address=TRIPS_ADDRESS):
    """The road file and, for each hour of `DATE`, its pick-ups and drop-offs, kept in `folder`.

    `hours` are whole numbers 0..23, New York local time; hour h is [h:00, h+1:00). A trip file is
    CSV with the header `COLUMNS`: local times, coordinates in WGS84 degrees. Files already in
    `folder` are not asked for again while their SHA-256 is right: that of the roads is
    `ROADS_SHA256`, those of the trips are recorded in `checksums.json` on the first download.

    Returns `dict(roads=file, trips={hour: [pick-ups file, drop-offs file]}, date=DATE)`; each file
    is `dict(path, address, sha256)`, for trips the address of the query without its paging.

    Raises ValueError for an hour outside 0..23, and DownloadError when an address cannot be
    reached, its answer is not the data, the data differ from the record, the record cannot be
    read, or `folder` cannot be written.
    """
    hours = [one_of("hours", whole_number("hours", hour, low=0), range(24)) for hour in hours]
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        roads = _keep_roads(folder / ROADS_NAME, roads_address)
        trips = {
            hour: [_keep_trips(folder, hour, end, trips_address) for end in ENDS] for hour in hours
        }
    except OSError as error:
        raise DownloadError(f"{folder}: cannot keep the data there: {error}") from error
    return {"roads": roads, "trips": trips, "date": DATE}


def _keep_roads(path, address):
    _download(path, address, ROADS_SHA256)
    return _file(path, address, ROADS_SHA256)


def _keep_trips(folder, hour, end, trips_address):
    path = folder / f"nyc_{DATE}_{hour:02}h_{end}.csv"
    address = f"{trips_address}?{_encode(_query(hour, end))}"
    checksums = _read_checksums(folder / CHECKSUMS_NAME)
    known = checksums.get(path.name)
    if known is None or not _is_intact(path, known):
        known = _download_trips(path, address, known)
        _write_checksums(folder / CHECKSUMS_NAME, checksums | {path.name: known})
    return _file(path, address, known)


def _file(path, address, sha256):
    return {"path": str(path), "address": address, "sha256": sha256}


def _query(hour, end):
    start = datetime.fromisoformat(DATE) + timedelta(hours=hour)
    stop = start + timedelta(hours=1)
    time = f"{end}_datetime"
    return {
        "$select": ",".join(COLUMNS),
        "$where": f"{time} >= '{start.isoformat()}' AND {time} < '{stop.isoformat()}'",
        # Rows equal in every column are interchangeable, so this fixes the file's bytes.
        "$order": ",".join(COLUMNS),
    }


def _encode(query):
    return urlencode(query, safe="$,:'")


def _is_intact(path, sha256):
    if not path.exists():
        return False
    found = pooch.file_hash(path)
    if found != sha256:
        _log.warning("%s has sha256 %s, not %s: downloading it again", path, found, sha256)
    return found == sha256


def _download_trips(path, address, known):
    """Put the answer to a query at `path` and return its SHA-256, which must be `known` if any."""
    with TemporaryDirectory(dir=path.parent, prefix=".download-") as temporary:
        whole = Path(temporary) / path.name
        rows = _download_rows(Path(temporary), address)
        if not rows:
            raise _failure(address, f"no rows for {path.name}")
        _write_csv(whole, rows)
        found = pooch.file_hash(whole)
        if known not in (None, found):
            raise DownloadError(
                f"{_without_query(address)}: it now serves another {path.name}, with sha256 "
                f"{found}; {path.parent / CHECKSUMS_NAME} records {known}. Delete that line there "
                f"to accept what is served now, or {ADVICE}"
            )
        os.replace(whole, path)
    return found


def _download_rows(temporary, address):
    rows = []
    more = True
    while more:
        page = temporary / f"page_from_{len(rows)}.csv"
        page_address = f"{address}&{_encode({'$limit': PAGE_ROWS, '$offset': len(rows)})}"
        _download(page, page_address)
        page_rows = _read_page(page, page_address)
        rows += page_rows
        more = len(page_rows) == PAGE_ROWS
    return rows


def _download(path, address, sha256=None):
    """Have pooch put `address` at `path`, unless a file with this SHA-256 is there."""
    store = pooch.create(
        path.parent,
        base_url="",
        registry={path.name: sha256},
        urls={path.name: address},
        retry_if_failed=RETRIES,
    )
    downloader = pooch.HTTPDownloader(progressbar=sys.stderr.isatty(), timeout=TIMEOUTS)
    try:
        store.fetch(path.name, downloader=downloader)
    except (requests.RequestException, ValueError) as error:
        # The message tells the cause; the stack of its inner layers would bury it.
        error.__context__ = None
        # The downloader leaves the socket of a refused request open.
        if isinstance(error, requests.HTTPError):
            error.response.close()
        raise _failure(address, _what_happened(error)) from error


def _what_happened(error):
    if isinstance(error, requests.HTTPError):
        return f"HTTP status {error.response.status_code} ({error.response.reason})"
    # A time-out within the body has no exception class of its own.
    if "timed out" in str(error):
        return "time-out: waited {:g} s to connect, {:g} s for an answer".format(*TIMEOUTS)
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the answer is truncated: the connection broke before its end"
    if isinstance(error, requests.ConnectionError):
        return f"no connection: {getattr(error.args[0], 'reason', error)}"
    return str(error).rstrip(".")


def _failure(address, what):
    return DownloadError(f"{_without_query(address)}: {what}. Try again later, or {ADVICE}")


def _without_query(address):
    """The address short enough for a message; the log has it whole."""
    return address.partition("?")[0]


def _read_page(path, address):
    """The rows of one page without its header, or a DownloadError if it is not what was asked."""
    try:
        text = path.read_text(encoding="utf-8")
        if text.lstrip().startswith("<"):
            raise _failure(address, "the answer is not CSV but HTML")
        header, *rows = csv.reader(text.splitlines() or [""], strict=True)
    except (ValueError, csv.Error) as error:
        raise _failure(address, f"the answer is not CSV: {error}") from error
    if sorted(header) != sorted(COLUMNS):
        raise _failure(address, f"wrong columns: found {header}, wanted {COLUMNS}")
    if len(rows) > PAGE_ROWS:
        raise _failure(address, f"{len(rows)} rows, where at most {PAGE_ROWS} were asked for")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(COLUMNS):
            raise _failure(address, f"row {number} has {len(row)} fields, not {len(COLUMNS)}")
    # The portal may answer in an order of its own.
    places = [header.index(column) for column in COLUMNS]
    return [[row[place] for place in places] for row in rows]


def _write_csv(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


def _read_checksums(path):
    if not path.exists():
        return {}
    try:
        checksums = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(checksums, dict):
            raise ValueError("it is not an object of SHA-256 sums by file name")
    except ValueError as error:
        raise DownloadError(
            f"{path} cannot be read: {error}. Mend it (no comma after the last line), or delete "
            "it to download the trips anew"
        ) from error
    return checksums


def _write_checksums(path, checksums):
    with TemporaryDirectory(dir=path.parent, prefix=".download-") as temporary:
        whole = Path(temporary) / path.name
        whole.write_text(json.dumps(checksums, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        os.replace(whole, path)
