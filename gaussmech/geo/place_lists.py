"""Lists of places: a CSV file with a row per place."""

from __future__ import annotations

from gaussmech._columns import (
    coordinate_names,
    id_column,
    ids_besides,
    unique_columns,
)
from gaussmech._csv import Table, degrees, read_csv
from gaussmech._hints import option
from gaussmech._ids import whole_number
from gaussmech.geo.places import Places, Source
from gaussmech.geo.proofs import Proof


def read_places(path: str, id: str | None = None, hint: str | None = None) -> Places:
    """Return the places of a CSV file.

    Parameters
    ----------
    path : str
        The file.
    id : str, optional
        The column of the ids. None takes `hint`, otherwise one of the usual names (see `id_column`).
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
    table = read_csv(path, option("places"))
    spots = coordinate_names(table, public=True)
    # GeoPandas writes shapes into a column of this name.
    known = (*(spots or ()), "geometry")
    others = {name: cells for name, cells in table.columns.items() if name not in known}
    # Without coordinates, the only column might have a place instead of a header, unless places are
    # numbers.
    has_header = spots is not None or any(
        None not in map(whole_number, others[name]) for name in unique_columns(others)
    )
    column = id_column(table.file, others, id, hint, has_header=has_header)
    proofs = [Proof("column", column.name, column.doubt)] if column.doubt else []
    return places_of_table(table, column.name, spots, proofs)


def places_of_table(
    table: Table,
    place: str,
    spots: tuple[str, str] | None,
    proofs: list[Proof] | None = None,
) -> Places:
    """Return the places of a table, one per row, by the columns of its ids and its degrees."""
    ids = table.column(place)
    others = dict(table.columns)
    for name in (place, *(spots or ()), ""):
        others.pop(name, None)
    lon = lat = None
    if spots is not None:
        # The gate refuses what is not degrees.
        lon, lat = ([*map(degrees, table.column(name))] for name in spots)
    source = Source(
        table.file,
        f"column {place!r}",
        ids_besides(others),
        rows="line",
        lines=table.lines,
        column=place,
        proofs=proofs or [],
    )
    return Places(ids, lon, lat, others, source=source)
