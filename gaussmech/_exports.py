"""Files that are not CSV, and the line of Python that writes each as CSV."""

from pathlib import Path

# A file of events becomes a table with coordinates, a file of counts a table with ids.
_EVENTS = (
    "import geopandas; g = geopandas.read_file({path}).to_crs(4326); p = g.representative_point();"
    " g.drop(columns='geometry').assign(lon=p.x, lat=p.y)"
)
_COUNTS = "import geopandas; geopandas.read_file({path}).drop(columns='geometry')"
# Reading ids as text leaves them unchanged.
_TEXT = "import pandas; pandas.read_csv({path}, dtype=str)"
_UTF_16 = "import pandas; pandas.read_csv({path}, dtype=str, encoding='utf-16')"
_EXCEL = "import pandas; pandas.read_excel({path}, dtype=str)"
_FEATHER = "import pandas; pandas.read_feather({path})"
_PARQUET = "import pandas; pandas.read_parquet({path})"
_SQLITE = "import pandas, sqlite3; pandas.read_sql('SELECT * FROM table_name', sqlite3.connect({path}))"
# The kind of a file that starts with these bytes, and the Python that reads it; None is for a GIS
# file.
KINDS: dict[bytes, tuple[str, str | None]] = {
    b"\x1f\x8b": ("compressed by gzip", _TEXT),
    b"PK\x03\x04": ("a workbook of Excel or a ZIP archive", _EXCEL),
    b"\xd0\xcf\x11\xe0": ("a workbook of Excel", _EXCEL),
    b"PAR1": ("a Parquet file", _PARQUET),
    b"ARROW1": ("an Arrow (Feather) file", _FEATHER),
    b"FEA1": ("a Feather file", _FEATHER),
    b"\xff\xfe": ("text in UTF-16", _UTF_16),
    b"\xfe\xff": ("text in UTF-16", _UTF_16),
    b"SQLite format 3\0": ("a SQLite file", _SQLITE),
    b"\x00\x00\x27\x0a": ("a Shapefile", None),
    b"\x03": ("the table of a Shapefile", None),
    b"fgb": ("a FlatGeobuf", None),
    b"{": ("GeoJSON", None),
}
# The same by the ending of the file's name, where it says more.
SUFFIXES: dict[str, tuple[str, str | None]] = {
    ".gpkg": ("a GeoPackage", None),
    ".zip": ("a ZIP archive", _TEXT),
}
# This many bytes are enough to recognise a kind.
START = max(map(len, KINDS))


def refuse_other_kinds(path: str, option: str, start: bytes) -> None:
    """Raise a ValueError if a file that starts with these bytes is not CSV; "-" is standard input."""
    signature = next(filter(start.startswith, KINDS), None)
    if signature is None and b"\0" in start[:2]:
        # UTF-16 may lack its byte order mark. No record of a person has these bytes.
        signature = b"\xff\xfe"
    if signature is None:
        return
    file = Path("FILE" if path == "-" else path)
    kind, line = SUFFIXES.get(file.suffix, KINDS[signature])
    if line is None:
        line = _EVENTS if option == "EVENTS" else _COUNTS
    table = file.with_suffix(".csv")
    if table == file:
        table = file.with_stem(f"{file.stem}-utf8")
    name = "standard input" if path == "-" else file.name
    raise ValueError(
        f"{option}: {name} is {kind}; it must be a CSV file in UTF-8. Export it in Python:"
        f" {line.format(path=repr(str(file)))}.to_csv({str(table)!r}, index=False)"
    )
