"""The public list of places that a release is about, and how it is read from a table.

Columns are found by their names, in any order, and `place_column` says which one holds the ids. A file
that leaves this open is refused, and its header is shown: ids at random would make all counts noise.
`_ids` says which texts name a place.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from gaussmech._csv import Table, number, plain_name, read_csv
from gaussmech._ids import whole_number

# The ids of a private table of counts are in this column, unless the user names another.
PLACE = "place"
# These names of a column or property say that it holds ids; they are tried in this order.
IDS = (
    *(PLACE, "place_id", "id", "osmid", "osm_id", "stop_id", "station_id", "node_id"),
    *("geoid", "geoid20", "geoid10", "code", "fips", "key", "fid", "name", "index"),
)
# What people call a place is in a column of one of these names.
NAMES = ("name", "place_name", "stop_name", "station_name", "label", "namelsad")
# Degrees are in columns of these names.
LON = ("lon", "longitude", "lng", "stop_lon")
LAT = ("lat", "latitude", "stop_lat")
# OSMnx calls them so, others call metres of a projection so. They are looked for in public files
# only, where one sees whether they are degrees.
X = ("x",)
Y = ("y",)


@dataclass(frozen=True)
class Source:
    """Where places come from, from public facts only.

    Attributes
    ----------
    file : str
        The file, with its layer if it has several.
    ids : str
        Where the ids come from, in words, such as "property 'code'".
    others : list of str
        Other columns or properties that might have been the ids.
    remarks : list of str
        What else of the file was not used, or was mended.
    nameless : int
        How many ids are coordinates though the file has names of places.
    """

    file: str
    ids: str
    others: Sequence[str] = ()
    remarks: list[str] = field(default_factory=list)
    nameless: int = 0


@dataclass(frozen=True)
class Places:
    """The public list of places.

    Attributes
    ----------
    ids : list of str
        The ids, all different.
    lon, lat : list of float or None
        Longitudes and latitudes in degrees, if they are known; for a polygon those of a point in it.
    columns : dict of list of str
        The other public columns as text, by name.
    shapes : GeoSeries or None
        The geometries, in their file's system, if a file of a GIS has the places.
    source : Source or None
        Where the places come from.
    """

    ids: list[str]
    lon: list[float] | None = None
    lat: list[float] | None = None
    columns: Mapping[str, list[str]] = field(default_factory=dict, compare=False)
    shapes: Any = field(default=None, compare=False)
    source: Source | None = field(default=None, compare=False)

    @cached_property
    def names(self) -> list[str] | None:
        """What people call the places, if a public column says so and it is not that of the ids."""
        for usual in NAMES:
            for column, cells in self.columns.items():
                if plain_name(column) == usual and cells != self.ids and any(cells):
                    return cells
        return None

    @property
    def are_districts(self) -> bool:
        """Whether the places are polygons, in which events fall."""
        return self.shapes is not None and "Polygon" in str(
            self.shapes.geom_type.iloc[0]
        )

    def column(self, option: str, name: str) -> list[str]:
        """Return a public column without gaps; a ValueError names the option that asked for it."""
        if name not in self.columns:
            have = ", ".join(self.columns) or "none"
            file = self.source.file if self.source else "the list of places"
            raise ValueError(
                f"{option} {name}: {file} has no such column; it has {have}"
            )
        cells = self.columns[name]
        if "" in cells:
            place = self.ids[cells.index("")]
            raise ValueError(f"{option} {name}: it is missing for the place {place!r}")
        return cells


def read_places(path: str, id: str | None = None, hint: str | None = None) -> Places:
    """Return the places of a CSV file.

    Parameters
    ----------
    path : str
        The file.
    id : str, optional
        The column of the ids. None takes `hint`, or else one of the usual names (see `place_column`).
    hint : str, optional
        The name that the ids have in the private file; it counts if this file has it, too.

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
    degrees = coordinate_names(table, public=True)
    # GeoPandas writes shapes into a column of this name.
    known = (*(degrees or ()), "geometry")
    others = [name for name in table.header if name not in known]
    # The only other column has any name. Without coordinates this might be the first place of a list
    # without a header, unless places are numbers.
    is_clear = len(others) == 1 and (
        degrees is not None or None not in map(whole_number, table.columns[others[0]])
    )
    other = others[0] if is_clear and is_name(others[0]) else None
    name = place_column(table.file, table.columns, id, hint, other)
    return places_of_table(table, name, degrees)


def places_of_table(
    table: Table, place: str, degrees: tuple[str, str] | None
) -> Places:
    """Return the places of a table, one per row, by the columns of its ids and degrees."""
    ids = table.unique_ids(place)
    if not ids:
        raise ValueError(f"{table.file} has no places")
    others = dict(table.columns)
    for name in (place, *(degrees or ()), ""):
        others.pop(name, None)
    source = Source(table.file, f"column {place!r}", other_ids(others))
    lon = lat = None
    if degrees is not None:
        lon = table.numbers(degrees[0], -180, 180)
        lat = table.numbers(degrees[1], -90, 90)
    return Places(ids, lon, lat, others, source=source)


def coordinate_names(
    table: Table, lon: str | None = None, lat: str | None = None, *, public: bool
) -> tuple[str, str] | None:
    """Return the columns of longitudes and latitudes: those that are named, else the usual ones.

    A public file may also call them x and y. None means that the file has no coordinates.
    """
    if plain_name(lon or "") in LAT or plain_name(lat or "") in LON:
        raise ValueError(
            f"--lon is {lon!r} and --lat is {lat!r}; one is a name of the other coordinate"
        )
    lon = lon or table.known(LON)
    lat = lat or table.known(LAT)
    if public and not (lon or lat):
        lon = table.known(X)
        lat = table.known(Y)
    elif public and not (lon and lat):
        raise ValueError(
            f"{table.file} has {lon or lat!r} and no column of the other coordinate;"
            f" {shown_header(table)}"
        )
    # A single x or y need not be a coordinate.
    return (lon, lat) if lon and lat else None


def shown_header(table: Table) -> str:
    """Return the header of a public file for a message."""
    return f"its header is {','.join(table.header)!r}"


def is_name(cell: str) -> bool:
    """Return whether a cell can be the name of a column: it is neither empty nor a number."""
    return bool(cell) and math.isnan(number(cell))


def place_column(
    file: str,
    columns: Mapping[str, list[str]],
    id: str | None,
    hint: str | None,
    other: str | None = None,
) -> str:
    """Return the column that holds the ids of places.

    It is the one that is named by `id`, else that of the private file's name `hint`, else the first
    in `IDS` whose cells are all different and none empty. If there is none, it is the first without an
    empty cell: then several rows may be one place. The last choice is `other`.
    """
    whole = [
        name
        for name, cells in columns.items()
        if plain_name(name) in IDS and "" not in cells
    ]

    def rank(name: str) -> tuple[bool, int]:
        has_repeats = len({*columns[name]}) < len(columns[name])
        return has_repeats, IDS.index(plain_name(name))

    usual = min(whole, key=rank, default=other)
    name = id or (hint if hint in columns else usual)
    if name is None or name not in columns:
        wanted = repr(name) if name else f"of a usual name ({', '.join(IDS)})"
        raise ValueError(
            f"{file}: there is no column {wanted} with an id in each row; its"
            f" columns are {', '.join(columns) or 'none'}; name one by --id"
        )
    return name


def other_ids(columns: Mapping[str, list[str]]) -> list[str]:
    """Return the columns that might be ids, too: by their name, and different in each of the rows."""
    usual = (*IDS, *NAMES)
    return [
        name
        for name, cells in columns.items()
        if plain_name(name) in usual and len({*cells} - {""}) == len(cells)
    ]
