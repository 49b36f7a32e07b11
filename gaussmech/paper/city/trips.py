"""Taxi trip files of many layouts, and the trip ends of an hour."""

import contextlib
import csv
import datetime
import gzip
import zlib
from pathlib import Path

import pandas as pd

from gaussmech import _checks
from gaussmech._extras import need
from gaussmech.paper.city.sources import TRIP_FILES

# Column names in lower case, without blanks, underscores and slashes.
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
TRIP_COLUMNS = tuple(_HEADERS)
_ENDS = {end: [f"{end}_{what}" for what in ("time", "lon", "lat")] for end in ("pickup", "dropoff")}
_TIME_FORMATS = ("ISO8601", "%m/%d/%Y %I:%M:%S %p", "%m/%d/%Y %H:%M:%S", "%m/%d/%Y %H:%M")
_NEEDED = (
    "a time, a longitude and a latitude of the pick-up, the drop-off or both, such as"
    " pickup_datetime, pickup_longitude, pickup_latitude, dropoff_datetime, dropoff_longitude,"
    " dropoff_latitude"
)


def read_trips(path):
    """Read a trip file (`TRIP_FILES`), whose layout is recognised by its header.

    Known layouts are those of NYC Open Data and the TLC (2009 to 2016), FOIL 2013, Kaggle 2016,
    Azure Open Datasets, Uber 2014 (pick-ups only), and of data/README.md. Times are local; a suffix
    (`Z`, `+00:00`, `.000`) is ignored.

    Returns a row per trip: `TRIP_COLUMNS`, times naive, ends in degrees, cabs categorical; NaT or
    NaN where missing or unreadable. A ValueError names a file that is none of these.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"{path}: there is no such trip file")
    ending = next((ending for ending in reversed(TRIP_FILES) if path.name.endswith(ending)), None)
    if ending is None:
        raise ValueError(f"{path}: allowed are {', '.join(TRIP_FILES)} files")
    if path.stat().st_size == 0:
        raise ValueError(f"{path}: the file is empty; needed are {_NEEDED}")
    try:
        raw = {".parquet": _read_parquet, ".RData": _read_r_data}.get(ending, _read_csv)(path)
    except (pd.errors.ParserError, csv.Error, OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{path}: cannot be read ({error})") from error
    if raw.empty:
        raise ValueError(f"{path}: the file has a header but no trips")
    return _tidy(path, raw)


def trip_ends(trips, *, hour, date=None):
    """Select the pick-ups and drop-offs in an hour of the day (of `date`), each by its own time.

    Returns `trip` (row index of the trip), `end` ('pickup' or 'dropoff'), `day` (its midnight),
    `lon`, `lat` (degrees, NaN if missing) and `cab`; pick-ups, then drop-offs.
    """
    hour = _checks.whole_number("hour", hour, low=0, high=23)
    day = None if date is None else pd.Timestamp(iso_date("date", date))
    ends = []
    for end, (time, lon, lat) in _ENDS.items():
        inside = trips[time].dt.hour == hour
        if day is not None:
            inside &= trips[time].dt.normalize() == day
        chosen = trips.loc[inside, [lon, lat, "cab"]].set_axis(["lon", "lat", "cab"], axis=1)
        chosen.insert(0, "trip", chosen.index)
        chosen.insert(1, "end", end)
        chosen.insert(2, "day", trips.loc[inside, time].dt.normalize())
        ends.append(chosen)
    return pd.concat(ends, ignore_index=True)


def dates_in(trips):
    """Return the dates of some trips, in order, as text."""
    times = pd.concat([trips[time] for time, _, _ in _ENDS.values()])
    return times.dropna().dt.strftime("%Y-%m-%d").sort_values().unique().tolist()


def iso_date(name, value):
    """Return a date, or its text, as `YYYY-MM-DD`; raise a ValueError naming `name` otherwise."""
    with contextlib.suppress(ValueError):
        if datetime.date.fromisoformat(str(value)).isoformat() == str(value):
            return str(value)
    raise ValueError(f"{name} is {str(value)!r}; it must be a date written YYYY-MM-DD")


def _read_csv(path):
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8-sig", errors="replace", newline="") as file:
        header = next(csv.reader(file), [])
    if header and header[0].lstrip().startswith("<"):
        raise ValueError(f"{path}: a web page (it begins {header[0].strip()[:40]!r}), not a CSV")
    place = _recognise(path, header)
    texts = {i: str for name, i in place.items() if not name.endswith(("lon", "lat"))}
    try:
        # By position: some TLC files have more fields in a row than in the header.
        raw = pd.read_csv(
            path,
            header=None,
            names=range(len(header)),
            index_col=False,
            skiprows=1,
            usecols=list(place.values()),
            dtype=texts,
            low_memory=False,
            encoding_errors="replace",
        )
    except pd.errors.EmptyDataError:
        return pd.DataFrame()
    return pd.DataFrame({name: raw[i] for name, i in place.items()})


def _read_r_data(path):
    need("maps", "rdata")
    import rdata

    try:
        found = rdata.read_rda(path)
    except Exception as error:  # it has no class of its own for broken files
        raise ValueError(f"{path}: not a readable R file ({error})") from error
    frames = [value for value in found.values() if isinstance(value, pd.DataFrame)]
    if len(frames) != 1:
        raise ValueError(f"{path}: holds {len(frames)} data frames; it must hold one")
    place = _recognise(path, list(frames[0].columns))
    return pd.DataFrame({name: frames[0].iloc[:, i].array for name, i in place.items()})


def _read_parquet(path):
    need("parquet", "pyarrow")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        header = pq.read_schema(path).names
        place = _recognise(path, header)
        raw = pd.read_parquet(path, columns=[header[i] for i in place.values()])
    except pa.ArrowException as error:
        raise ValueError(f"{path}: not a readable parquet file ({error})") from error
    return pd.DataFrame({name: raw[header[i]] for name, i in place.items()})


def _recognise(path, header):
    """Position of each known column in the header; of a pick-up or drop-off, all or none."""
    plain = ["".join(c for c in name.lower() if c not in " _/\t") for name in header]
    place = {}
    for name, known in _HEADERS.items():
        if found := [plain.index(k) for k in known.split() if k in plain]:
            place[name] = found[0]
    known = [sum(name in place for name in names) for names in _ENDS.values()]
    if not set(known) <= {0, 3} or not any(known):
        found = ", ".join(repr(name.strip()) for name in header)
        found = found if len(found) <= 400 else found[:397] + "..."
        raise ValueError(f"{path}: found the columns {found or 'none'}; needed are {_NEEDED}")
    return place


def _tidy(path, raw):
    trips = raw.reindex(columns=TRIP_COLUMNS).reset_index(drop=True)
    for time, *places in _ENDS.values():
        trips[time] = _times(path, trips[time])
        for name in places:
            trips[name] = _degrees(path, trips[name])
    named = trips["cab"].notna()
    return trips.assign(cab=trips["cab"].astype(str).where(named).astype("category"))


def _degrees(path, column):
    degrees = pd.to_numeric(column, errors="coerce").astype(float)
    if degrees.isna().all() and column.notna().any():
        example = column[column.notna()].iloc[0]
        raise ValueError(
            f"{path}: no number in column {column.name!r}, the first entry is {example!r}; it must"
            " hold degrees"
        )
    return degrees


def _times(path, column):
    """A column of times or their texts as naive times; time zones are ignored."""
    if pd.api.types.is_datetime64_any_dtype(column):
        return column.dt.tz_localize(None).astype("datetime64[us]")
    if pd.api.types.is_numeric_dtype(column) and column.notna().any():
        raise ValueError(
            f"{path}: column {column.name!r} holds numbers, the first is"
            f" {column[column.notna()].iloc[0]!r}; it must hold times"
        )
    zone = r"(:\d\d)(?:\.\d+)? ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?)?$"
    text = column.astype(str).where(column.notna()).str.strip()
    text = text.str.replace(zone, r"\1", regex=True)
    times = pd.Series(pd.NaT, text.index, dtype="datetime64[us]")
    for pattern in _TIME_FORMATS:
        left = text[times.isna() & text.notna()]
        times = times.fillna(pd.to_datetime(left, format=pattern, errors="coerce"))
    if times.isna().all() and text.notna().any():
        example = text[text.notna()].iloc[0]
        raise ValueError(
            f"{path}: no time in column {column.name!r} can be read, the first is {example!r};"
            " allowed are YYYY-MM-DD hh:mm:ss, MM/DD/YYYY hh:mm:ss and MM/DD/YYYY hh:mm:ss AM"
        )
    return times
