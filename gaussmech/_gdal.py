"""Decide which public files GDAL may open: a public file is data, never a program.

GDAL chooses a driver by the content of a file, whatever its name. Some drivers follow instructions
in the file: a virtual layer reads another file, perhaps the private one, and a service opens the
network. The format is therefore recognised here by the first bytes, from a short list, and the
driver that GDAL used must agree.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from gaussmech._checks import format_value

# The formats, and the drivers that may read each.
FORMATS = {
    "GeoPackage": ("GPKG",),
    "Shapefile": ("ESRI Shapefile",),
    "GeoJSON": ("GeoJSON", "GeoJSONSeq", "JSONFG", "TopoJSON", "ESRIJSON"),
    "FlatGeobuf": ("FlatGeobuf",),
    "GML": ("GML",),
    "GPX": ("GPX",),
    "KML": ("KML", "LIBKML"),
    "OSM": ("OSM",),
    "File Geodatabase": ("OpenFileGDB",),
}
ALLOWED = f"a {', '.join(FORMATS)}, also in a ZIP archive"
# A binary file of each format starts with these bytes.
SIGNATURES = {
    b"SQLite format 3\0": "GeoPackage",
    b"\x00\x00\x27\x0a": "Shapefile",
    b"fgb\x03": "FlatGeobuf",
}
# The elements with which a file of XML starts.
ROOTS = {"FeatureCollection": "GML", "gpx": "GPX", "kml": "KML", "osm": "OSM"}
# The member "type" of a JSON file, or what Esri's JSON has in its place.
_JSON = re.compile(
    rb'"(FeatureCollection|Feature|(Multi)?(Point|LineString|Polygon)|GeometryCollection'
    rb'|Topology|geometryType)"'
)
# Drivers recognise programs and services by these texts anywhere near the start.
_PROGRAMS = re.compile(
    rb"ogrvrt|ogrwfs|wfs_capabilities|ogroapif|gdal_streamed_alg|gdal_virtual|vrtdataset"
    rb"|gdaltileindex|csw:",
    re.IGNORECASE,
)
# A GeoPackage may consist of ordinary tables, and of the index of its geometries.
_OF_TABLES = re.compile(
    r"\s*CREATE\s+((UNIQUE\s+)?INDEX|TABLE|VIEW|TRIGGER"
    r"|VIRTUAL\s+TABLE\s+(\"[^\"]*\"|\S+)\s+USING\s+rtree(_i32)?\s*\()",
    re.IGNORECASE,
)
# Drivers look for them in this many bytes.
START = 2**17
# Files of an archive with these endings can be layers; the other files belong to one of them.
LAYERS = (
    *(".shp", ".gpkg", ".geojson", ".geojsonl", ".json"),
    *(".fgb", ".gml", ".gpx", ".kml", ".osm"),
)
# An archive may have this many bytes, unpacked; a larger one may be this many times its own size.
MOST_UNPACKED = 2**27
LARGEST_RATIO = 100
# Drivers that follow instructions in a file. Where GDAL is loaded already, only the list of formats
# keeps them out.
SKIPPED = (
    "OGR_VRT GDALG WFS OAPIF OGCAPI HTTP CSW EEDA Carto AmigoCloud Elasticsearch PLSCENES NGW ADBC"
    " GTI GPSBabel"
)


@dataclass(frozen=True)
class Opening:
    """How GDAL may open a file.

    Attributes
    ----------
    path : str
        Its absolute path; within an archive that of GDAL's virtual file system.
    format : str
        One of `FORMATS`.
    """

    path: str
    format: str

    def check(self, driver: str) -> None:
        """Raise a ValueError if another driver opened the file than its format has."""
        if driver not in FORMATS[self.format]:
            raise ValueError(
                f"it looks like {self.format}, but GDAL reads it as {driver}"
            )


def load_gdal() -> None:
    """Load GDAL without the drivers that follow instructions in a file."""
    if "pyogrio" in sys.modules:
        return
    before = os.environ.get("GDAL_SKIP")
    os.environ["GDAL_SKIP"] = ",".join([*SKIPPED.split(), before or ""]).rstrip(",")
    try:
        import pyogrio  # noqa: F401
    finally:
        # Programs that this one starts have their own GDAL.
        del os.environ["GDAL_SKIP"]
        if before is not None:
            os.environ["GDAL_SKIP"] = before


def opening(path: str, layer: str | None = None) -> Opening:
    """Return how GDAL may open a public file; a ValueError says why it may not.

    `layer` chooses one of several files of an archive.
    """
    try:
        file = Path(path)
        is_folder = file.is_dir()
        is_there = is_folder or file.is_file()
    except (OSError, ValueError):
        # A text that is too long, such as a whole file, is not a path.
        is_there = False
    if not is_there:
        raise ValueError("there is no such file")
    absolute = "/" + os.path.abspath(path).lstrip("/") if os.sep == "/" else path
    if {"!", ";"} & {*absolute}:
        raise ValueError(
            "its path has a ! or a ;, with which GDAL would open other files"
        )
    if is_folder:
        if not (file / "a00000001.gdbtable").is_file():
            raise ValueError("it is a folder; name the file in it")
        return Opening(absolute, "File Geodatabase")
    if zipfile.is_zipfile(path) and file.suffix.lower() not in LAYERS:
        return _in_archive(absolute, layer)
    with open(path, "rb") as stream:
        kind = _format_of(file.name, stream)
    if kind == "GeoPackage":
        with closing(
            sqlite3.connect(f"file:{quote(absolute)}?mode=ro", uri=True)
        ) as db:
            _refuse_virtual_tables(db)
    if kind == "Shapefile":
        _check_parts(file.name, os.listdir(file.parent))
    return Opening(absolute, kind)


def _in_archive(path: str, layer: str | None) -> Opening:
    """Return how to open the layer of a ZIP archive."""
    with zipfile.ZipFile(path) as archive:
        size = sum(member.file_size for member in archive.infolist())
        if size > max(MOST_UNPACKED, LARGEST_RATIO * os.path.getsize(path)):
            raise ValueError(
                f"it would be {size / 1e6:,.0f} MB, unpacked, and might fill the memory; unpack it, and"
                " name the file"
            )
        # macOS puts a companion of each file beside it.
        names = [n for n in archive.namelist() if not n.startswith("__MACOSX/")]
        inner = [name for name in names if name.lower().endswith(LAYERS)]
        if not inner and (tables := [n for n in names if n.endswith(".gdbtable")]):
            return Opening(
                f"/vsizip/{{{path}}}/{PurePosixPath(tables[0]).parent}",
                "File Geodatabase",
            )
        if len(inner) > 1:
            inner = [n for n in inner if PurePosixPath(n).stem == layer] or inner
        if len(inner) != 1:
            have = ", ".join(inner) or "none"
            raise ValueError(
                f"it is an archive whose files with places are {have}; unpack it, and name one"
            )
        with archive.open(inner[0]) as stream:
            kind = _format_of(inner[0], stream)
        if kind == "GeoPackage":
            with closing(sqlite3.connect(":memory:")) as db:
                db.deserialize(archive.read(inner[0]))
                _refuse_virtual_tables(db)
        if kind == "Shapefile":
            _check_parts(inner[0], names)
    return Opening(f"/vsizip/{{{path}}}/{inner[0]}", kind)


def _check_parts(name: str, others: Iterable[str]) -> None:
    """Raise a ValueError if a Shapefile lacks its index, or its table, which has the ids."""
    there = {other.lower() for other in others}
    for part in (".shx", ".dbf"):
        if str(PurePosixPath(name).with_suffix(part)).lower() not in there:
            raise ValueError(
                f"its {part} file is missing: a Shapefile is several files of one name"
            )


def _format_of(name: str, stream: Any) -> str:
    """Return the format of a file; a ValueError refuses other files and programs."""
    start = stream.read(START)
    if program := _PROGRAMS.search(start):
        raise ValueError(
            f"it has {program[0].decode()!r}, with which files tell GDAL to read other files or the"
            f" network; a public file must be data: {ALLOWED}"
        )
    for signature, kind in SIGNATURES.items():
        if start.startswith(signature):
            if kind == "GeoPackage" and start[68:72] not in (b"GPKG", b"GP10", b"GP11"):
                break
            return kind
    if b"OSMHeader" in start[:64]:
        return "OSM"
    if start.startswith((b"PAR1", b"ARROW1")):
        raise ValueError(
            "it is GeoParquet or Arrow; export it in Python:"
            f" geopandas.read_parquet({name!r}).to_file({Path(name).stem + '.gpkg'!r})"
        )
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text[:1] in (b"{", b"[", b"\x1e") and _JSON.search(text):
        _refuse_links(start + stream.read())
        return "GeoJSON"
    if text[:1] == b"<" and (root := _root(text)) in ROOTS:
        return ROOTS[root]
    raise ValueError(
        f"it must be {ALLOWED}; the name of a table ends in .csv, that of a network in .graphml"
    )


def _root(text: bytes) -> str:
    """Return the name of the first element of a file of XML, without its namespace."""
    parser: Any = ElementTree.XMLPullParser(["start"])
    try:
        parser.feed(text)
        for _, element in parser.read_events():
            return str(element.tag).rpartition("}")[2]
    except ElementTree.ParseError:
        pass
    return ""


def _refuse_links(data: bytes) -> None:
    """Refuse JSON that names its coordinate reference system by an address, which GDAL would open."""
    # A key may be written with escapes.
    plain = re.sub(
        rb"\\u00([2-7][0-9a-fA-F])", lambda code: bytes.fromhex(code[1].decode()), data
    )
    if not (
        re.search(rb'"crs"', plain)
        and re.search(rb'"(link|url)"', plain, re.IGNORECASE)
    ):
        return

    def check(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        for key, value in pairs:
            kind = value.get("type") if isinstance(value, dict) else None
            if key == "crs" and str(kind).casefold() in ("link", "url"):
                raise ValueError(
                    "its crs is an address; give the coordinate reference system by its code"
                )
        return dict(pairs)

    for text in _documents(data):
        json.loads(text, object_pairs_hook=check)


def _documents(data: bytes) -> Iterator[str]:
    """Yield the texts of the JSON documents of a file: one, or one a line."""
    text = data.decode("utf-8-sig")
    try:
        json.loads(text)
    except json.JSONDecodeError:
        yield from filter(str.strip, text.replace("\x1e", "").splitlines())
    else:
        yield text


def _refuse_virtual_tables(db: sqlite3.Connection) -> None:
    """Refuse a GeoPackage with tables that SQLite fills from elsewhere; its own index is none."""
    for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"):
        if not _OF_TABLES.match(sql):
            raise ValueError(f"its table is not an ordinary one: {format_value(sql)}")
