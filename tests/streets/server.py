"""A local web server in place of the code host and the portal, which can fail as they can."""

import csv
import hashlib
import io
import random
import re
import threading
from collections import deque
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from gaussmech.streets.sources import SOURCES, Portal

TRIPS = "trips.csv"
SPAN = re.compile(r"\((\w+) >= '([^']*)' AND (\w+) < '([^']*)'\)")


class CityServer:
    """Context manager: serves `files` (name to bytes), and `trips` (list of dict) as a table.

    `requests` lists the addresses by file or "trips"; `fail` plans failures; `stalled` is set when
    an answer hangs; no answer has more than `most_rows` trips, whatever is asked for.
    """

    most_rows = 1_000_000

    def __init__(self, files, trips=()):
        self.files, self.trips, self._planned = files, trips, {}
        self.requests = {name: [] for name in (*files, "trips")}
        self.stalled, self._closing = threading.Event(), threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self))
        self.root = f"http://127.0.0.1:{self._http.server_port}"

    def source(self, name="download"):
        """The source of that name, with this server's addresses and files."""

        def moved(hosted):
            found = hashlib.sha256(self.files.get(hosted.name, b"")).hexdigest()
            return replace(hosted, address=f"{self.root}/{hosted.name}", sha256=found)

        trips = SOURCES[name].trips
        if isinstance(trips, Portal):
            trips = replace(trips, address=f"{self.root}/{TRIPS}")
        else:
            trips = tuple(replace(entry, file=moved(entry.file)) for entry in trips)
        return replace(SOURCES[name], roads=moved(SOURCES[name].roads), trips=trips)

    def __enter__(self):
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._closing.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def fail(self, what, *kinds):
        """The next requests of a file or "trips" fail thus: None, a status, or as in `_Handler`."""
        self._planned[what] = deque(kinds)

    def answer(self, path):
        """How the next request fails, or None, and its status and body."""
        address = urlsplit(path)
        name = address.path.removeprefix("/")
        what = "trips" if name == TRIPS else name
        self.requests[what].append(path)
        failure = self._planned[what].popleft() if self._planned.get(what) else None
        if isinstance(failure, int):
            return None, failure, b"no\n"
        query = {key: value for key, (value,) in parse_qs(address.query).items()}
        try:
            return failure, 200, self._table(query) if what == "trips" else self.files[name]
        except (KeyError, AttributeError) as error:
            return None, 400, f"bad query: {error}".encode()

    def stall(self):
        """Leave the client waiting until it gives up or the server closes."""
        self.stalled.set()
        self._closing.wait(20)

    def _table(self, query):
        """The CSV body of a query, all fields quoted; without an order the rows come shuffled."""
        spans = [SPAN.fullmatch(span).groups() for span in query["$where"].split(" OR ")]
        rows = [row for row in self.trips if any(a <= row[name] < b for name, a, _, b in spans)]
        random.shuffle(rows)
        if "$order" in query:
            rows.sort(key=lambda row: [row[name] for name in query["$order"].split(",")])
        columns, first = query["$select"].split(","), int(query.get("$offset", 0))
        found = rows[first : first + min(int(query.get("$limit", 1000)), self.most_rows)]
        text = io.StringIO()
        write = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
        write.writerows([columns, *([row[name] for name in columns] for row in found)])
        return text.getvalue().encode()


def _half(body):
    lines = body.splitlines(keepends=True)
    return b"".join(lines[: len(lines) // 2])


# Answers that are whole, but wrong.
BODIES = {
    None: lambda body: body,
    "html": lambda _: b'<!DOCTYPE html>\n<html><body class="x">Please log in</body></html>\n',
    "binary": lambda _: b"\xff\xfe\x00\x01",
    "empty": lambda _: b"",
    "other_columns": lambda body: body.replace(b"pickup_longitude", b"pu_location_id", 1),
    "swapped_columns": lambda body: b"".join(
        b",".join(line.split(b",")[::-1]) + b"\n" for line in body.splitlines()
    ),
    "no_rows": lambda body: body.splitlines(keepends=True)[0],
    "missing_field": lambda body: body[: body.rindex(b",")] + b"\n",
    "open_quote": lambda body: body[:-3],
    "too_many_rows": lambda body: body + body.partition(b"\n")[2],
    "changed": lambda body: body[:-4] + (b"1" if body[-4:-3] == b"0" else b"0") + body[-3:],
}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, city, *request):
        self.city = city
        super().__init__(*request)

    def log_message(self, *_):
        pass

    def do_GET(self):
        failure, status, body = self.city.answer(self.path)
        self.close_connection = True
        if failure == "truncated_chunks":  # without the closing empty one
            self._send(200, b"%x\r\n%s\r\n" % (len(_half(body)), _half(body)), None)
        elif failure in ("stalling", "truncated"):  # half of the lines, under the length of all
            self._send(200, _half(body), len(body))
        elif failure != "silent":
            body = BODIES[failure](body)
            self._send(status, body, len(body))
        if failure in ("silent", "stalling"):
            self.city.stall()

    def _send(self, status, body, length):
        self.send_response(status)
        chunked = length is None
        name, value = ("Transfer-Encoding", "chunked") if chunked else ("Content-Length", length)
        self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()
