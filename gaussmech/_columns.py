"""Which column of a public table has what: ids, names, coordinates.

Columns are found by their names, in any order. A file that leaves open which column has the ids is
refused, and its header is shown: ids at random would make all counts noise.
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
# What people call a place is in a column of one of these names, or of one that ends with "name".
NAMES = ("name", "place_name", "stop_name", "station_name", "label", "namelsad")
# Degrees are in columns of these names.
LON = ("lon", "longitude", "lng", "stop_lon")
LAT = ("lat", "latitude", "stop_lat")
# OSMnx calls them so, others call metres of a projection so. They are looked for in public files
# only, where one sees whether they are degrees.
X = ("x",)
Y = ("y",)
# A column of numbers may have ids if its name ends so; others are counted or measured.
NUMBERED = ("id", "code", "key", "no", "nr", "num", "number", "fips", "index", "cd")
# A Shapefile keeps so many bytes of a name.
SHAPEFILE_NAME = 10
# A message shows so many columns.
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
        Why another one may be meant, with the remedy; empty if nothing speaks against it.
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

    It is the one that is named by `id`, else that of the private file's name `hint`, else the first
    in `usual` whose cells are all different and none empty. If there is none, it is the first
    without an empty cell: then several rows may be one place. The last choice is the only column
    that differs in each row; not so if perhaps there is no header.
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

    `is_cut` says that long names were cut. A ValueError refuses several such columns.
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
            f"the column {name!r} may be {' or '.join(found)}; name one as it stands in the file"
        )
    return found[0] if found else None


def all_different(cells: Collection[str]) -> bool:
    """Return whether no cell is empty and none occurs twice."""
    return len({*cells} - {""}) == len(cells)


def unique_columns(columns: Mapping[str, list[str]]) -> list[str]:
    """Return the columns that differ in each row, except for those of decimals, which are measured."""
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
    """Return whether all cells are numbers and some have decimals, as areas and lengths."""
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

    These are texts that differ between rows of one id. Numbers may be measured part by part, or
    count the parts: they tell it only if they are ids by their name, and are no numbers of rows.
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
    """Return the column that says what people call the places, if there is one beside the ids."""
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
    # Of the names of wards and of boroughs, those of wards differ more.
    return max(others, key=lambda name: len({*columns[name]}), default=None)


def coordinate_names(
    table: Table, lon: str | None = None, lat: str | None = None, *, public: bool
) -> tuple[str, str] | None:
    """Return the columns of longitudes and latitudes: those that are named, else the usual ones.

    A public file may also call them x and y. None means that the file has no coordinates.
    """
    if plain_name(lon or "") in LAT or plain_name(lat or "") in LON:
        raise ValueError(
            f"{option('lon')} is {lon!r} and {option('lat')} is {lat!r}; one is a name of the other"
            " coordinate"
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
