"""A local web server in place of the code host and the portal, which can fail as they can."""

import csv
import hashlib
import sqlite3
import threading
from collections import defaultdict, deque
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

import pandas as pd

from gaussmech.paper.city.sources import SOURCES


class CityServer(ThreadingHTTPServer):
    """Serves `files` (name to bytes), and `trips` (list of dict)."""

    def __init__(self, files, trips=()):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.root = f"http://127.0.0.1:{self.server_port}"
        self.files = files
        self.trips = trips
        # Addresses and planned failures of each file, and of "trips.csv".
        self.requests = defaultdict(list)
        self.planned = defaultdict(deque)
        self.closing = threading.Event()

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
            name = hosted["name"]
            digest = hashlib.sha256(self.files.get(name, b"")).hexdigest()
            return hosted | {"address": f"{self.root}/{name}", "sha256": digest}

        source = SOURCES[name] | {"roads": here(SOURCES[name]["roads"])}
        if "portal" in source:
            source["portal"] = source["portal"] | {"address": f"{self.root}/trips.csv"}
        else:
            source["trips"] = [*map(here, source["trips"])]
        return source

    def fail(self, name, *kinds):
        """The next requests fail thus: None (do not), a status, a body, or as in `_Handler`."""
        self.planned[name] = deque(kinds)

    def table(self, query):
        """The CSV body of a query, all fields quoted; the rows come shuffled."""
        parameters = {"$limit": 1000} | query
        text = (
            "SELECT {$select} FROM trips WHERE {$where} ORDER BY random() LIMIT {$limit}"
        ).format(**parameters)
        with closing(sqlite3.connect(":memory:")) as base:
            pd.DataFrame(self.trips).to_sql("trips", base)
            rows = pd.read_sql(text, base)
        return rows.to_csv(
            index=False, quoting=csv.QUOTE_ALL, lineterminator="\n"
        ).encode()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        city = self.server
        address = urlsplit(self.path)
        name = address.path.removeprefix("/")
        city.requests[name].append(self.path)
        kind = city.planned[name].popleft() if city.planned[name] else None
        query = dict(parse_qsl(address.query))
        body = city.table(query) if name == "trips.csv" else city.files[name]
        body = kind if isinstance(kind, bytes) else body
        lines = body.splitlines(keepends=True)
        length = ("Content-Length", len(body))
        half = b"".join(lines[: len(lines) // 2])
        if kind == "truncated_chunks":  # without the closing empty one
            length = ("Transfer-Encoding", "chunked")
            body = b"%x\r\n%s\r\n" % (len(half), half)
        elif kind in (
            "stalling",
            "truncated",
        ):  # half of the lines, under the length of all
            body = half
        self.close_connection = True
        if kind != "silent":
            self.send_response(kind if isinstance(kind, int) else 200)
            self.send_header(*length)
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()
        if kind in ("silent", "stalling"):
            city.closing.wait(20)
