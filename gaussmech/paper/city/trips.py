"""Taxi trip files of many layouts, and the trip ends of an hour.

A file's layout is recognised by the names of its columns. Whatever the layout, `read_trips` returns
the same table: a row per trip, with time, longitude and latitude of both ends and the cab.
"""

import zlib
from pathlib import Path

import pandas as pd

from gaussmech import _checks
from gaussmech._extras import need
from gaussmech.paper.city.sources import TRIP_FILES

# For each column of our table the names that files have for it, in lower case and without blanks,
# underscores and slashes.
_HEADERS = {
    "pickup_time": "pickupdatetime tpeppickupdatetime lpeppickupdatetime trippickupdatetime"
    " datetime",
    "pickup_lon": "pickuplongitude pickuplon startlon lon",
    "pickup_lat": "pickuplatitude pickuplat startlat lat",
    "dropoff_time": "dropoffdatetime tpepdropoffdatetime lpepdropoffdatetime tripdropoffdatetime",
    "dropoff_lon": "dropofflongitude dropofflon endlon",
    "dropoff_lat": "dropofflatitude dropofflat endlat",
    "cab": "cab medallion",
}
# The same of events with one point, which count as pick-ups.
_POINT = {
    "pickup_time": "datetime date timestamp time",
    "pickup_lon": "longitude lon lng",
    "pickup_lat": "latitude lat",
}
TRIP_COLUMNS = tuple(_HEADERS)
# The time, longitude and latitude of each end.
_ENDS = {
    "pickup": ["pickup_time", "pickup_lon", "pickup_lat"],
    "dropoff": ["dropoff_time", "dropoff_lon", "dropoff_lat"],
}
_TIME_FORMATS = (
    "ISO8601",
    "%m/%d/%Y %I:%M:%S %p",
    "%m/%d/%Y %H:%M:%S",
    "%m/%d/%Y %H:%M",
)
_NEEDED = (
    "a time, a longitude and a latitude of the pick-up, the drop-off or both, such as"
    " pickup_datetime, pickup_longitude, pickup_latitude, dropoff_datetime, dropoff_longitude,"
    " dropoff_latitude; or of events with one point, such as date, longitude, latitude"
)


def read_trips(path):
    """Read a trip file, whose layout is recognised by its header.

    Parameters
    ----------
    path : str or Path
        A file with one of the endings `TRIP_FILES`, in the layout of NYC Open Data and the TLC
        (2009 to 2016), FOIL 2013, Kaggle 2016, Azure Open Datasets, Uber 2014 (pick-ups only), or
        of data/README.md. Times are local; a suffix (`Z`, `+00:00`, `.000`) is ignored.

    Returns
    -------
    DataFrame
        A row per trip with the columns `TRIP_COLUMNS`: naive times, ends in degrees, and cabs as
        categories; NaT or NaN where a value is missing or cannot be read.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the file is empty, cannot be read, or has another layout.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"{path}: there is no such trip file")
    if not path.name.endswith(TRIP_FILES):
        raise ValueError(f"{path}: allowed are {', '.join(TRIP_FILES)} files")
    readers = {".parquet": _read_parquet, ".RData": _read_r_data}
    read = readers.get(path.suffix, _read_csv)
    try:
        raw = read(path)
    except (pd.errors.ParserError, OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{path}: cannot be read ({error})") from error
    if raw.empty:
        raise ValueError(f"{path}: the file has a header but no trips")
    return _tidy(path, raw)


def trip_ends(trips, *, hour, date=None):
    """Select the pick-ups and the drop-offs in an hour of the day, each by its own time.

    Parameters
    ----------
    trips : DataFrame
        The trips, as `read_trips` returns them.
    hour : int
        The hour, from 0 to 23.
    date : str, optional
        Only this day, written YYYY-MM-DD; None takes all days.

    Returns
    -------
    DataFrame
        Pick-ups, then drop-offs: `trip` (the row index of the trip), `end` ('pickup' or 'dropoff'),
        `day` (its midnight), `lon`, `lat` (degrees, NaN if missing) and `cab`.
    """
    hour = _checks.whole_number("hour", hour, low=0, high=23)
    day = None if date is None else pd.Timestamp.fromisoformat(date)
    ends = []
    for end, (time, lon, lat) in _ENDS.items():
        rows = trips.assign(
            trip=trips.index,
            end=end,
            day=trips[time].dt.normalize(),
            lon=trips[lon],
            lat=trips[lat],
        )
        inside = trips[time].dt.hour == hour
        if day is not None:
            inside &= rows["day"] == day
        ends.append(rows.loc[inside, ["trip", "end", "day", "lon", "lat", "cab"]])
    return pd.concat(ends, ignore_index=True)


def _read_csv(path):
    """Return the known columns of a CSV file, which may be gzipped."""
    # Some TLC files have more fields in a row than in the header.
    options = {"index_col": False, "encoding_errors": "replace"}
    try:
        header = list(pd.read_csv(path, nrows=0, **options))
    except pd.errors.EmptyDataError:
        header = []
    if header and header[0].lstrip().startswith("<"):
        raise ValueError(
            f"{path}: a web page (it begins {header[0].strip()[:40]!r}), not a CSV"
        )
    columns = _known_columns(path, header)
    # Times and cabs are read as text: cabs may look like numbers.
    texts = {
        column: str
        for column, name in columns.items()
        if not name.endswith(("lon", "lat"))
    }
    raw = pd.read_csv(
        path, usecols=list(columns), dtype=texts, low_memory=False, **options
    )
    return raw.rename(columns=columns)


def _read_r_data(path):
    """Return the known columns of the one data frame in an R file."""
    need("maps", "rdata")
    import rdata

    try:
        values = rdata.read_rda(path).values()
    except Exception as error:
        # rdata has no exception class of its own for broken files.
        raise ValueError(f"{path}: not a readable R file ({error})") from error
    frames = [value for value in values if isinstance(value, pd.DataFrame)]
    if len(frames) != 1:
        raise ValueError(f"{path}: holds {len(frames)} data frames; it must hold one")
    (frame,) = frames
    columns = _known_columns(path, frame)
    return frame[list(columns)].rename(columns=columns)


def _read_parquet(path):
    """Return the known columns of a Parquet file."""
    need("parquet", "pyarrow")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        columns = _known_columns(path, pq.read_schema(path).names)
        raw = pd.read_parquet(path, columns=list(columns))
    except pa.ArrowException as error:
        raise ValueError(f"{path}: not a readable parquet file ({error})") from error
    return raw.rename(columns=columns)


def _known_columns(path, header):
    """Return the names that known columns of the header have in TRIP_COLUMNS.

    A ValueError names the columns of the file, unless all three columns of a pick-up, a drop-off or
    both are there.
    """
    fillers = str.maketrans("", "", " _/\t")
    plain = {name.lower().translate(fillers): name for name in header}
    for headers in (_HEADERS, _HEADERS | _POINT):
        columns: dict[str, str] = {}
        for name, aliases in headers.items():
            known = [plain[alias] for alias in aliases.split() if alias in plain]
            columns |= dict.fromkeys(known[:1], name)
        names = columns.values()
        counts = [sum(name in names for name in of_end) for of_end in _ENDS.values()]
        if set(counts) <= {0, 3} and any(counts):
            return columns
    found = ", ".join(repr(name.strip()) for name in header)
    raise ValueError(
        f"{path}: found the columns {found or 'none'}; needed are {_NEEDED}"
    )


def _tidy(path, raw):
    """Return the trips with all TRIP_COLUMNS, times and degrees parsed, cabs as categories."""
    trips = raw.reindex(columns=TRIP_COLUMNS).reset_index(drop=True)
    for time, *places in _ENDS.values():
        trips[time] = _times(path, trips[time])
        for name in places:
            degrees = pd.to_numeric(trips[name], errors="coerce").astype(float)
            _refuse_unread(path, trips[name], degrees, "degrees")
            trips[name] = degrees
    has_name = trips["cab"].notna()
    cabs = trips["cab"].astype(str).where(has_name)
    return trips.assign(cab=cabs.astype("category"))


def _refuse_unread(path, column, values, allowed):
    """Raise a ValueError if there is something in a column, and none of it could be read."""
    if values.isna().all() and column.notna().any():
        raise ValueError(
            f"{path}: nothing in column {column.name!r} can be read, the first entry is"
            f" {column.dropna().iloc[0]!r}; it must hold {allowed}"
        )


def _times(path, column):
    """Return a column of times or their texts as naive times; time zones are ignored."""
    if pd.api.types.is_datetime64_any_dtype(column):
        return column.dt.tz_localize(None).astype("datetime64[us]")
    # Parts of seconds and time zones are cut off.
    after_seconds = r"(:\d\d)(?:\.\d+)? ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?)?$"
    # A number is no time: 20140924 might be a date, and 1411516800 are seconds.
    is_text = not pd.api.types.is_numeric_dtype(column)
    text = column.astype(str).where(column.notna() & is_text).str.strip()
    text = text.str.replace(after_seconds, r"\1", regex=True)
    times = pd.Series(pd.NaT, text.index, dtype="datetime64[us]")
    for pattern in _TIME_FORMATS:
        unread = text[times.isna() & text.notna()]
        times = times.fillna(pd.to_datetime(unread, format=pattern, errors="coerce"))
    allowed = (
        "times: YYYY-MM-DD hh:mm:ss, MM/DD/YYYY hh:mm:ss or MM/DD/YYYY hh:mm:ss AM"
    )
    _refuse_unread(path, column, times, allowed)
    return times
