"""A local web server in place of the two addresses, which can fail in every way they can."""

import csv
import io
import random
import re
import threading
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

ROADS_PATH = "/data/manhattan_with_weights.txt"
TRIPS_PATH = "/resource/trips.csv"
SPAN = re.compile(r"\((\w+) >= '([^']*)' AND (\w+) < '([^']*)'\)")


class BadQuery(Exception):
    """A query the portal would answer with status 400."""


class CityServer:
    """Context manager: serves `roads` (bytes) as a file and `trips` (list of dict) as a table.

    `requests` lists the addresses asked for, one list each for "roads" and "trips"; `fail` plans
    failures; `stalled` is set when an answer has been left hanging; no answer has more than
    `most_rows` trips, whatever is asked for.
    """

    most_rows = 1_000_000

    def __init__(self, roads, trips):
        self.roads = roads
        self.trips = trips
        self.requests = {"roads": [], "trips": []}
        self.stalled = threading.Event()
        self._planned = {"roads": deque(), "trips": deque()}
        self._closing = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._http.city = self
        root = f"http://127.0.0.1:{self._http.server_port}"
        self.addresses = {"roads_address": root + ROADS_PATH, "trips_address": root + TRIPS_PATH}

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
        """The next requests of `what` ("roads" or "trips") fail thus: a status or a name below."""
        self._planned[what] = deque(kinds)

    def next_failure(self, what):
        """How the next request fails; None if it does not."""
        return self._planned[what].popleft() if self._planned[what] else None

    def stall(self):
        """Leave the client waiting until it gives up or the server closes."""
        self.stalled.set()
        self._closing.wait(20)

    def table(self, query):
        """The CSV body of a query, all fields quoted; without an order the rows come shuffled."""
        query = dict(query)
        limit, offset = int(query.pop("$limit", 1000)), int(query.pop("$offset", 0))
        limit = min(limit, self.most_rows)
        columns = query["$select"].split(",")
        rows = self._select(*(query.pop(key, None) for key in ("$select", "$where", "$order")))
        if query:
            raise BadQuery(f"unknown parameters {sorted(query)}")
        return csv_bytes([columns, *rows[offset : offset + limit]])

    def _select(self, select, where, order):
        for name in re.findall(r"\w+_\w+", f"{select},{order or ''}"):
            if name not in self.trips[0]:
                raise BadQuery(f"no such column: {name}")
        rows = self._where(where or "")
        random.shuffle(rows)
        if order:
            rows.sort(key=lambda row: [_sortable(row[name]) for name in order.split(",")])
        return [[row[name] for name in select.split(",")] for row in rows]

    def _where(self, where):
        spans = [SPAN.fullmatch(span) for span in where.split(" OR ")]
        if not all(span and span[1] == span[3] and span[1] in self.trips[0] for span in spans):
            raise BadQuery(f"cannot read $where={where}")
        spans = [(span[1], span[2], span[4]) for span in spans]
        return [
            row for row in self.trips if any(low <= row[name] < high for name, low, high in spans)
        ]


def csv_bytes(rows):
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _sortable(text):
    """Times as text, coordinates as numbers, as the portal sorts them."""
    return text if "T" in text else float(text or "nan")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        city = self.server.city
        address = urlsplit(self.path)
        what = {ROADS_PATH: "roads", TRIPS_PATH: "trips"}[address.path]
        city.requests[what].append(self.path)
        failure = city.next_failure(what)
        if isinstance(failure, int):
            return self._answer(b"no\n", status=failure)
        try:
            query = {key: value for key, (value,) in parse_qs(address.query).items()}
            body = city.roads if what == "roads" else city.table(query)
        except BadQuery as error:
            return self._answer(str(error).encode(), status=400)
        return getattr(self, f"_{failure or 'answer'}")(body)

    def _answer(self, body, *, status=200, length=None):
        self.send_response(status)
        self.send_header("Content-Type", "text/csv; charset=utf-8")
        self.send_header("Content-Length", len(body) if length is None else length)
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()
        self.close_connection = True

    def _silent(self, body):
        """Nothing is ever answered."""
        self.server.city.stall()

    def _stalling(self, body):
        """The answer stops after half of its whole lines."""
        self._answer(_half(body), length=len(body))
        self.server.city.stall()

    def _truncated(self, body):
        """Half of the whole lines, under the length of all: it would parse."""
        self._answer(_half(body), length=len(body))

    def _truncated_chunks(self, body):
        """As `_truncated`, in chunks, without the closing empty one."""
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        half = _half(body)
        self.wfile.write(b"%x\r\n%s\r\n" % (len(half), half))
        self.close_connection = True

    def _html(self, body):
        self._answer(b'<!DOCTYPE html>\n<html><body class="x">Please log in</body></html>\n')

    def _binary(self, body):
        self._answer(b"\xff\xfe\x00\x01")

    def _empty(self, body):
        self._answer(b"")

    def _other_columns(self, body):
        self._answer(body.replace(b"pickup_longitude", b"pu_location_id", 1))

    def _swapped_columns(self, body):
        rows = [line.split(b",")[::-1] for line in body.splitlines()]
        self._answer(b"".join(b",".join(row) + b"\n" for row in rows))

    def _no_rows(self, body):
        self._answer(body.splitlines(keepends=True)[0])

    def _missing_field(self, body):
        """The last row lacks its last field."""
        self._answer(body[: body.rindex(b",")] + b"\n")

    def _open_quote(self, body):
        """Cut within the last, quoted field."""
        self._answer(body[:-3])

    def _too_many_rows(self, body):
        lines = body.splitlines(keepends=True)
        self._answer(b"".join(lines + lines[1:]))

    def _changed(self, body):
        """The same but for one digit."""
        self._answer(body[:-4] + (b"1" if body[-4:-3] == b"0" else b"0") + body[-3:])


def _half(body):
    lines = body.splitlines(keepends=True)
    return b"".join(lines[: len(lines) // 2])
