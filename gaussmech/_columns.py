"""Find the columns of a public table with ids, names and coordinates.

Columns are found by their names, in any order. A file that does not say which column has the ids is
refused, and its header is shown, because with wrong ids all counts would be noise.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from gaussmech._csv import Table, number, plain_name
from gaussmech._hints import option
from gaussmech._ids import fold

# The ids of a private table of counts are in this column, unless the user names another.
PLACE = "place"
# These names of a column or property say that it holds ids; they are tried in this order.
IDS = (
    *(PLACE, "place_id", "id", "osmid", "osm_id", "stop_id", "station_id", "node_id"),
    *("geoid", "geoid20", "geoid10", "code", "fips", "key", "fid", "name", "index"),
)
# The names of places are in a column of one of these names, or of a name that ends with "name".
NAMES = ("name", "place_name", "stop_name", "station_name", "label", "namelsad")
# Degrees are in columns of these names.
LON = ("lon", "longitude", "lng", "long", "stop_lon")
LAT = ("lat", "latitude", "stop_lat")
# OSMnx uses these names for degrees, other programs for the metres of a projection. They are
# accepted only in public files, where the user sees whether they are degrees.
X = ("x",)
Y = ("y",)
# A column of numbers may have ids if its name ends like this; other columns have counts or
# measurements.
NUMBERED = ("id", "code", "key", "no", "nr", "num", "number", "fips", "index", "cd")
# A Shapefile keeps this many bytes of a name.
SHAPEFILE_NAME = 10
# A message shows at most this many columns.
MOST_SHOWN = 20


@dataclass(frozen=True)
class IdColumn:
    """The column that has the ids of places.

    Attributes
    ----------
    name : str
        Its name.
    is_named : bool
        Whether the user named it, or it is the index of a frame.
    doubt : str
        Why another column may be meant, with the remedy; empty without a doubt.
    """

    name: str
    is_named: bool = True
    doubt: str = ""


def id_column(
    file: str,
    columns: Mapping[str, list[str]],
    id: str | None,
    hint: str | None,
    *,
    usual: Collection[str] = IDS,
    is_cut: bool = False,
    has_header: bool = True,
) -> IdColumn:
    """Return the column that holds the ids of places.

    It is the column that `id` names, otherwise the one with the name `hint` of the private file,
    otherwise the first of `usual` whose cells are all different and not empty. If there is none, it
    is the first of `usual` without an empty cell, and several rows may be one place. The last
    choice is the only column that differs in each row, unless the header may be missing, or it has
    numbers beside other columns.
    """
    named = find_column(columns, id, is_cut) or (
        None if id else find_column(columns, hint, is_cut)
    )
    if named is not None:
        return IdColumn(named)
    whole = [
        name
        for name, cells in columns.items()
        if plain_name(name) in usual and "" not in cells
    ]

    def rank(name: str) -> tuple[bool, int]:
        return not all_different(columns[name]), [*usual].index(plain_name(name))

    unique = unique_columns(columns)
    single = unique[0] if len(unique) == 1 and has_header else None
    # Beside others, a column of numbers such as counts is no column of ids.
    if single and len(columns) > 1 and not _is_text_or_id(single, columns[single]):
        single = None
    name = min(whole, key=rank, default=single)
    if name is None or id:
        wanted = repr(id) if id else f"of a usual name ({', '.join(usual)})"
        have = [*unique, *(name for name in columns if name not in unique)]
        differ = shown_columns(unique) + " differ in each row; " if unique else ""
        raise ValueError(
            f"{file}: there is no column {wanted} with an id in each row; its columns are"
            f" {shown_columns(have)}; {differ}name one by {option('id')}"
        )
    others = [other for other in ids_besides(columns) if other != name]
    doubt = ""
    if hint and others:
        doubt = (
            f"{file} has no column {hint!r}, as the private file has; the ids are those of {name!r},"
            f" but {shown_columns(others)} might be them, too; name the ids, as by"
            f" {option('id', others[0])}"
        )
    return IdColumn(name, is_named=False, doubt=doubt)


def shown_columns(names: Sequence[str]) -> str:
    """Return the first of several columns for a message, and how many more there are."""
    more = len(names) - MOST_SHOWN
    text = ", ".join(names[:MOST_SHOWN]) or "none"
    return f"{text} and {more:,} more" if more > 0 else text


def find_column(
    columns: Iterable[str], name: str | None, is_cut: bool = False
) -> str | None:
    """Return the column of a name; case, accents, blanks and signs do not count.

    `is_cut` says that long names were cut. A ValueError refuses several columns of this name.
    """
    if not name:
        return None
    columns = [*columns]
    if name in columns:
        return name
    wanted = {fold(name)}
    if is_cut:
        wanted.add(fold(name[:SHAPEFILE_NAME]))
    found = [other for other in columns if fold(other) in wanted - {""}]
    if len(found) > 1:
        raise ValueError(
            f"the column {name!r} may be {' or '.join(found)}; name one exactly as the file"
            " spells it"
        )
    return found[0] if found else None


def all_different(cells: Collection[str]) -> bool:
    """Return whether no cell is empty and none occurs twice."""
    return len({*cells} - {""}) == len(cells)


def unique_columns(columns: Mapping[str, list[str]]) -> list[str]:
    """Return the columns that differ in each row, except those of decimals, which are measurements."""
    return [
        name
        for name, cells in columns.items()
        if is_name(name) and all_different(cells) and not _have_decimals(cells)
    ]


def ids_besides(columns: Mapping[str, list[str]]) -> list[str]:
    """Return the columns that might be ids: different in each row, and texts or numbered."""
    return [
        name for name in unique_columns(columns) if _is_text_or_id(name, columns[name])
    ]


def _have_decimals(cells: Iterable[str]) -> bool:
    """Return whether all cells are numbers and some have decimals, as areas and lengths have."""
    numbers = [number(cell) for cell in cells]
    return not any(map(math.isnan, numbers)) and any(
        not value.is_integer() for value in numbers
    )


def _is_text_or_id(name: str, cells: Iterable[str]) -> bool:
    """Return whether a column has texts, or by its name numbers that are ids."""
    is_text = any(math.isnan(number(cell)) for cell in cells if cell)
    return is_text or fold(name).endswith(NUMBERED)


def telling_columns(
    columns: Mapping[str, list[str]], ids: Collection[str]
) -> list[str]:
    """Return the columns which say that rows of one id are different places.

    These are texts that differ between rows of one id. Numbers may be measurements of each part, or
    number the parts: they count only if their name says that they are ids, and if they are not row
    numbers.
    """
    rows = [*ids]
    telling = []
    for name, cells in columns.items():
        differs = len({*zip(rows, cells, strict=True)}) > len({*rows})
        if differs and any(math.isnan(number(cell)) for cell in cells if cell):
            telling.append(name)
        elif differs and fold(name).endswith(NUMBERED) and all_different(cells):
            numbers = [*map(number, cells)]
            if max(numbers) - min(numbers) >= len(numbers):
                telling.append(name)
    return telling


def name_column(columns: Mapping[str, list[str]], ids: list[str]) -> str | None:
    """Return the column with the names of the places, if there is one beside the ids."""
    forms = {
        name: plain_name(name)
        for name, cells in columns.items()
        if any(cells) and cells != ids
    }
    for usual in NAMES:
        for name, form in forms.items():
            if form == usual:
                return name
    others = [name for name, form in forms.items() if form.endswith("name")]
    # Names of wards differ more than names of their boroughs, so the column with most names is
    # taken.
    return max(others, key=lambda name: len({*columns[name]}), default=None)


def coordinate_names(
    table: Table, lon: str | None = None, lat: str | None = None, *, public: bool
) -> tuple[str, str] | None:
    """Return the columns of longitudes and latitudes: those that are named, otherwise the usual ones.

    A public file may also call them x and y. None means that the file has no coordinates.
    """
    if plain_name(lon or "") in LAT or plain_name(lat or "") in LON:
        raise ValueError(
            f"{option('lon')} is {lon!r} and {option('lat')} is {lat!r}; one is the"
            " name of the other coordinate"
        )
    lon = lon or table.known(LON)
    lat = lat or table.known(LAT)
    if public and not (lon or lat):
        lon = table.known(X)
        lat = table.known(Y)
    elif public and not (lon and lat):
        raise ValueError(
            f"{table.file} has {lon or lat!r} but no column with the other coordinate;"
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
