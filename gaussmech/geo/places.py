"""The public list of places that a release is about, and how it is read from a CSV file.

Columns are found by their names, in any order. A file in which several columns might hold the ids
is refused, and its header is shown: ids at random would make all counts noise. `_ids` says which
texts name a place.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gaussmech._csv import Table, number, plain_name, read_csv
from gaussmech._ids import whole_number

# The ids of a private table of counts are in this column, unless the user names another.
PLACE = "place"
# The ids of a public list are in a column of one of these names.
IDS = (PLACE, "place_id", "id", "osmid", "osm_id", "stop_id", "station_id", "node_id")
# A list with a single column may also call it so. Other names might be the first of its places.
SINGLE = (
    *("place_name", "name", "key", "code", "label", "location", "site", "cell", "fips"),
    *("corner", "junction", "node", "vertex", "stop", "station", "zone", "geoid"),
    *("area", "region", "district", "county", "borough", "tract", "airport", "town"),
)
# Degrees are in columns of these names.
LON = ("lon", "longitude", "lng", "stop_lon")
LAT = ("lat", "latitude", "stop_lat")
# OSMnx calls them so, others call metres of a projection so. They are looked for in public files
# only, where one sees whether they are degrees.
X = ("x",)
Y = ("y",)
# Columns of this name, which GeoPandas writes, hold shapes.
SHAPE = ("geometry",)


@dataclass(frozen=True)
class Places:
    """The public list of places: their ids and, if known, longitudes and latitudes in degrees."""

    ids: list[str]
    lon: list[float] | None = None
    lat: list[float] | None = None


def read_places(
    path: str,
    columns: Sequence[str | None] | None = None,
    *,
    hints: Sequence[str | None] = (),
) -> Places:
    """Return the places of a CSV file.

    Parameters
    ----------
    path : str
        The file.
    columns : sequence of str, optional
        The columns of the ids, longitudes and latitudes, or of the ids only. None takes those of
        the usual names.
    hints : sequence of str or None
        The names that ids, longitudes and latitudes have in another file; they count if the file
        has such columns and `columns` names none.

    Returns
    -------
    Places
        The places, in the order of the file.

    Raises
    ------
    ValueError
        If the file cannot be read, or if it does not say which column has the ids.
    """
    table = read_csv(path, "--places")
    if not table.header:
        raise ValueError(f"{table.file} is empty; it must list the places")
    if columns is not None and len(columns) not in (1, 3):
        raise ValueError(
            f"--place-columns is {list(columns)}; it must name the column of the ids, or those of"
            " ids, longitudes and latitudes"
        )
    if columns is None:
        columns = [name if name in table.header else None for name in hints]
        if columns and columns[0] and plain_name(columns[0]) in (*LON, *LAT):
            columns[0] = None
        if None in columns[1:]:
            del columns[1:]
    place, lon, lat = (*columns, None, None, None)[:3]
    degrees = coordinate_names(table, lon, lat, public=True)
    return places_of_table(table, place or _id_column(table, degrees), degrees)


def places_of_table(
    table: Table, place: str, degrees: tuple[str, str] | None
) -> Places:
    """Return the places of a table, one per row, by the columns of its ids and degrees."""
    ids = table.unique_ids(place)
    if not ids:
        raise ValueError(f"{table.file} has no places")
    if degrees is None:
        return Places(ids)
    lon = table.numbers(degrees[0], -180, 180)
    lat = table.numbers(degrees[1], -90, 90)
    return Places(ids, lon, lat)


def coordinate_names(
    table: Table, lon: str | None = None, lat: str | None = None, *, public: bool
) -> tuple[str, str] | None:
    """Return the columns of longitudes and latitudes: those that are named, else the usual ones.

    A public file may also call them x and y. None means that the file has no coordinates.
    """
    if lon is not None and plain_name(lon) in LAT:
        raise ValueError(f"{lon!r} is named for longitudes; it is a name of latitudes")
    if lat is not None and plain_name(lat) in LON:
        raise ValueError(f"{lat!r} is named for latitudes; it is a name of longitudes")
    lon = lon or table.known(LON)
    lat = lat or table.known(LAT)
    if lon is None and lat is None and public:
        lon = table.known(X)
        lat = table.known(Y)
    elif public and (lon is None or lat is None):
        missing = "longitudes" if lon is None else "latitudes"
        raise ValueError(
            f"{table.file}: there are {lon or lat!r} and no {missing}; {shown_header(table)}"
        )
    # A single x or y need not be a coordinate.
    return (lon, lat) if lon and lat else None


def shown_header(table: Table) -> str:
    """Return the header of a public file for a message."""
    return f"its header is {','.join(table.header)!r}"


def is_name(cell: str) -> bool:
    """Return whether a cell can be the name of a column: it is neither empty nor a number."""
    return bool(cell) and math.isnan(number(cell))


def _id_column(table: Table, degrees: tuple[str, str] | None) -> str:
    """Return the column of the ids of a public list, or raise a ValueError that shows its header."""
    if name := table.known(IDS):
        return name
    others = [
        name
        for name in table.header
        if name not in (degrees or ()) and plain_name(name) not in SHAPE
    ]
    if len(others) == 1 and is_name(others[0]):
        # With coordinates this is the name of a column for sure. Without, it might be a place.
        is_number = None not in map(whole_number, table.columns[others[0]])
        if degrees or is_number or plain_name(others[0]) in SINGLE:
            return others[0]
    raise ValueError(
        f"{table.file}: no column is named as ids of places are ({', '.join(IDS)});"
        f" {shown_header(table)}; name the column with --place-columns"
    )
