"""A local web server in place of the code host and the portal, which can fail as they can."""

import csv
import hashlib
import io
import random
import re
import threading
from collections import defaultdict, deque
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from gaussmech.streets.sources import SOURCES, Portal

SPAN = re.compile(r"\((\w+) >= '([^']*)' AND (\w+) < '([^']*)'\)")
# Answers that are whole, but wrong.
BODIES = {
    "html": lambda _: b'<!DOCTYPE html>\n<html><body class="x">Please log in</body></html>\n',
    "binary": lambda _: b"\xff\xfe\x00\x01",
    "empty": lambda _: b"",
    "other_columns": lambda body: body.replace(b"pickup_longitude", b"pu_location_id", 1),
    "swapped_columns": lambda body: b"\n".join(
        b",".join(line.split(b",")[::-1]) for line in body.splitlines()
    ),
    "no_rows": lambda body: body.splitlines(keepends=True)[0],
    "missing_field": lambda body: body[: body.rindex(b",")] + b"\n",
    "open_quote": lambda body: body[:-3],
    "too_many_rows": lambda body: body + body.partition(b"\n")[2],
    "changed": lambda body: body[:-4] + (b"1" if body[-4:-3] == b"0" else b"0") + body[-3:],
}


class CityServer(ThreadingHTTPServer):
    """Serves `files` (name to bytes), and `trips` (list of dict), at most `most_rows` at once."""

    def __init__(self, files, trips=(), most_rows=1_000_000):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.root = f"http://127.0.0.1:{self.server_port}"
        self.files, self.trips, self.most_rows = files, trips, most_rows
        # Addresses and planned failures of each file, and of "trips.csv".
        self.requests, self.planned = defaultdict(list), defaultdict(deque)
        self.stalled, self.closing = threading.Event(), threading.Event()

    def __enter__(self):
        threading.Thread(target=self.serve_forever, args=(0.01,)).start()
        return self

    def __exit__(self, *_):
        self.closing.set()
        self.shutdown()
        self.server_close()

    def source(self, name="download"):
        """The source of that name, with this server's addresses and files."""

        def here(hosted):
            found = hashlib.sha256(self.files.get(hosted.name, b"")).hexdigest()
            return replace(hosted, address=f"{self.root}/{hosted.name}", sha256=found)

        source, trips = SOURCES[name], SOURCES[name].trips
        if isinstance(trips, Portal):
            trips = replace(trips, address=f"{self.root}/trips.csv")
        else:
            trips = tuple(replace(entry, file=here(entry.file)) for entry in trips)
        return replace(source, roads=here(source.roads), trips=trips)

    def fail(self, name, *kinds):
        """The next requests of a file fail thus: None (do not), a status, or as in `_Handler`."""
        self.planned[name] = deque(kinds)

    def table(self, query):
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


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        city, address = self.server, urlsplit(self.path)
        name = address.path.removeprefix("/")
        city.requests[name].append(self.path)
        kind = city.planned[name].popleft() if city.planned[name] else None
        query = dict(parse_qsl(address.query))
        body = city.table(query) if name == "trips.csv" else city.files[name]
        body = BODIES.get(kind, bytes)(body)
        lines = body.splitlines(keepends=True)
        length, half = ("Content-Length", len(body)), b"".join(lines[: len(lines) // 2])
        if kind == "truncated_chunks":  # without the closing empty one
            length, body = ("Transfer-Encoding", "chunked"), b"%x\r\n%s\r\n" % (len(half), half)
        elif kind in ("stalling", "truncated"):  # half of the lines, under the length of all
            body = half
        self.close_connection = True
        if kind != "silent":
            self.send_response(kind if isinstance(kind, int) else 200)
            self.send_header(*length)
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()
        if kind in ("silent", "stalling"):
            city.stalled.set()
            city.closing.wait(20)
