"""Download of a city: files of fixed content, and the trips of one day from a portal.

`fetch_city` is the entry. It writes to the folder `data` of a checkout, each file as soon as it is
complete, so a later call resumes there. A failed attempt is repeated if another may succeed; a
time-out is not, because it took minutes: then the user decides. Every failure is a `DownloadError`
that names the address, the cause and the remedy.
"""

import csv
import hashlib
import json
import logging
import time
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

import pandas as pd
import requests

from gaussmech._files import whole_file
from gaussmech.paper.city.sources import DownloadError

# A query asks for so many rows. Version 2.1 of a portal sets no limit; a day has half a million
# trips.
MOST_ROWS = 1_000_000
# A portal of version 2.0 sends at most so many rows: an answer of as many may be cut off.
OTHER_LIMIT = 50_000
# Seconds until a connection, and until the next piece of an answer. The portal searches 165 million
# trips, which takes minutes.
TIMEOUTS = (10, 300)
# So many seconds pass before a second and a third attempt.
PAUSES = (1, 5)
# These characters are not encoded in a query, so people can read it.
_PLAIN = "$,:'()"

_log = logging.getLogger(__name__)


def fetch_city(folder, hours, source):
    """Download the roads and the trips of some hours of a source, as far as `folder` lacks them.

    All missing hours are asked of a portal in one query. Each answer is kept as soon as it is
    complete, so a later call resumes there.

    Parameters
    ----------
    folder : str or Path
        Where the data are kept; it is made if there is none.
    hours : iterable of int
        The hours of the day in local time, from 0 to 23; hour h lasts from h:00 up to h+1:00.
    source : dict
        The city, an entry of `sources.SOURCES`.

    Returns
    -------
    roads : dict
        `path`, `address` and `sha256` of the road file.
    trips : list of dict
        The same of each file of trips, with `hours`, `date`, `weight` and `sample`. A portal's file
        is CSV with the portal's columns, a row per trip that starts or ends in the hour, in a fixed
        order; its `address` is the query that it answers.

    Raises
    ------
    DownloadError
        If the folder or an address fails, or the data are not those expected:
        by the SHA-256 of the source or, for a portal, of the first download.
    """
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        roads = _keep_file(folder, source["roads"])
        if "portal" in source:
            return roads, _keep_trips(folder, hours, source["portal"])
        return roads, _keep_files(folder, hours, source["trips"])
    except OSError as error:
        raise DownloadError(f"{folder}: cannot keep the data there: {error}") from error


def _keep_file(folder, file):
    """Download a file, unless it is there and intact; return its facts."""
    path = folder / file["name"]
    if not _is_intact(path, file["sha256"]):
        _download(path, file["address"], file["description"], file["sha256"])
    return file | {"path": str(path)}


def _keep_files(folder, hours, trips):
    """Complete the files that hold the trips of these hours, and return their facts."""
    files = []
    for file in trips:
        hours_of_file = [hour for hour in hours if hour in file["hours"]]
        if hours_of_file:
            facts = {"date": None, "weight": 1.0} | _keep_file(folder, file)
            files.append(facts | {"hours": hours_of_file})
    return files


def _keep_trips(folder, hours, portal):
    """Complete the files of a portal's trips in these hours, and return their facts."""
    # The portal may change its table: the digest of its first answer is kept.
    record = folder / "checksums.json"
    checksums = _read_checksums(record)
    names = {hour: portal["name"].format(hour) for hour in hours}
    missing = [
        hour
        for hour, name in names.items()
        if not _is_intact(folder / name, checksums.get(name))
    ]
    table = _download_table(folder, missing, portal) if missing else None
    for hour in missing:
        name = names[hour]
        text = _csv_of_hour(table, hour, portal)
        digest = hashlib.sha256(text).hexdigest()
        if checksums.setdefault(name, digest) != digest:
            change = f"now serves another {name}, with sha256 {digest}; {record} has {checksums[name]}"
            remedy = "Delete that line there to accept the new trips"
            raise _failure(portal["address"], f"{change}. {remedy}")
        entries = json.dumps(checksums, indent=1, sort_keys=True).encode() + b"\n"
        for path, content in ((folder / name, text), (record, entries)):
            with whole_file(path) as file:
                file.write(content)
    return [
        {
            "path": str(folder / name),
            "address": _query(portal, [hour]),
            "sha256": checksums[name],
            "hours": [hour],
            "date": portal["date"],
            "weight": 1.0,
        }
        for hour, name in names.items()
    ]


def _query(portal, hours):
    """Return the URL of all trips with a pick-up or a drop-off in these hours, without a limit."""
    spans = []
    for hour in sorted(hours):
        low = _time(portal, hour)
        high = _time(portal, hour + 1)
        for name in portal["columns"][::3]:
            spans.append(f"({name} >= '{low}' AND {name} < '{high}')")
    columns = ",".join(portal["columns"])
    query = {"$select": columns, "$where": " OR ".join(spans)}
    return f"{portal['address']}?{urlencode(query, safe=_PLAIN)}"


def _time(portal, hour):
    """Return the beginning of an hour of the portal's day; 24 is the next midnight."""
    return (datetime.fromisoformat(portal["date"]) + timedelta(hours=hour)).isoformat()


def _download_table(folder, hours, portal):
    """Return all trips of these hours as a DataFrame of text, sorted."""
    limit = urlencode({"$limit": MOST_ROWS}, safe=_PLAIN)
    address = f"{_query(portal, hours)}&{limit}"
    answer = folder / ".answer.csv"
    _download(answer, address, f"the trips at {', '.join(map(str, hours))} h")
    columns = list(portal["columns"])
    try:
        with open(answer, encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file, strict=True)
        if sorted(header) != sorted(columns):
            raise ValueError(f"wrong columns: found {header}, wanted {columns}")
        if len(rows) == OTHER_LIMIT or len(rows) >= MOST_ROWS:
            raise ValueError(f"{len(rows)} rows, so the answer may be cut off")
        if others := {*map(len, rows)} - {len(columns)}:
            raise ValueError(f"a row has {min(others)} cells, not {len(columns)}")
    except (ValueError, csv.Error) as error:
        raise _failure(address, f"the answer is not that CSV: {error}") from error
    finally:
        answer.unlink()
    # The portal may answer with its columns in an order of its own.
    return pd.DataFrame(rows, columns=header)[columns].sort_values(columns)


def _csv_of_hour(table, hour, portal):
    """Return the trip file of an hour as bytes."""
    start = _time(portal, hour)[: len("YYYY-MM-DDThh")]
    times = table[list(portal["columns"][::3])]
    chosen = table[times.apply(lambda time: time.str.startswith(start)).any(axis=1)]
    if chosen.empty:
        raise _failure(portal["address"], f"no rows for {portal['name'].format(hour)}")
    return chosen.to_csv(index=False, lineterminator="\n").encode()


def _download(path, address, content, sha256=None):
    """Write what `address` serves to `path` atomically, after at most three attempts."""
    minutes = TIMEOUTS[1] / 60
    server = address.partition("?")[0]
    for pause in (*PAUSES, None):
        _log.info("waiting up to %g minutes for %s from %s", minutes, content, server)
        try:
            with (
                requests.get(address, stream=True, timeout=TIMEOUTS) as answer,
                whole_file(path) as file,
            ):
                answer.raise_for_status()
                # Socrata answers 202 where a request is to be repeated later.
                if answer.status_code != 200:
                    raise requests.HTTPError(response=answer)
                digest = hashlib.sha256()
                for piece in answer.iter_content(1 << 16):
                    file.write(piece)
                    digest.update(piece)
                if sha256 not in (None, digest.hexdigest()):
                    mistake = f"the SHA-256 hash is {digest.hexdigest()}, not {sha256}"
                    raise _failure(address, mistake)
            return
        except requests.RequestException as error:
            # The message tells the cause. The traceback of the inner layers would bury it.
            error.__context__ = None
            cause, may_pass = _cause(error)
            if pause is None or not may_pass:
                raise _failure(address, cause) from error
            _log.info("%s: %s; trying again", server, cause)
            time.sleep(pause)


def _cause(error):
    """Return why an attempt failed, and whether another may succeed."""
    if isinstance(error, requests.HTTPError) and error.response is not None:
        code = error.response.status_code
        may_pass = code in (202, 408, 429) or code >= 500
        return f"HTTP status {code} ({error.response.reason})", may_pass
    # A time-out within the body has no exception class of its own. It is not repeated, because it
    # took minutes: the user decides.
    if "timed out" in str(error):
        connection, answer = TIMEOUTS
        waits = f"waited {connection:g} s to connect, {answer:g} s for an answer"
        return f"time-out: {waits}", False
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the answer is truncated: the connection broke before its end", True
    if isinstance(error, requests.ConnectionError):
        return f"no connection: {getattr(error.args[0], 'reason', error)}", True
    return str(error).rstrip("."), False


def _failure(address, cause):
    """Return the DownloadError for an address, with the cause."""
    return DownloadError(f"{address.partition('?')[0]}: {cause}")


def _is_intact(path, sha256):
    """Return whether a file is there and has this hash."""
    if sha256 is None or not path.exists():
        return False
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != sha256:
        change = "%s has sha256 %s, not %s: downloading it again"
        _log.info(change, path, digest, sha256)
    return digest == sha256


def _read_checksums(path):
    """Return the SHA-256 of each file of the first download, by name."""
    if not path.exists():
        return {}
    try:
        checksums = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(checksums, dict):
            raise ValueError("it must be an object of SHA-256 sums by file name")
        return checksums
    except ValueError as error:
        remedy = "Correct it, or delete it to download the trips again"
        raise DownloadError(f"{path} cannot be read: {error}. {remedy}") from error
