"""The public list of places that a release is about."""

from dataclasses import dataclass

from gaussmech._csv import Table, read_csv

# Columns of these names are looked for, in this order, unless the user names others.
PLACE, LON, LAT = "place", ("lon", "longitude"), ("lat", "latitude")


@dataclass(frozen=True)
class Places:
    """The public list of places: their ids and, if known, longitudes and latitudes in degrees."""

    ids: list[str]
    lon: list[float] | None = None
    lat: list[float] | None = None


def read_places(path: str) -> Places:
    """Read the list of places of a CSV file: ids in its first column, and coordinates if it has."""
    table = read_csv(path, "--places")
    if not table.header:
        raise ValueError(f"{table.file} is empty; it must list the places")
    return places_of_table(table, table.header[0])


def places_of_table(table: Table, place: str) -> Places:
    """Return the places of a table, one per row, with ids from the column `place`."""
    ids = table.unique_ids(place)
    if not ids:
        raise ValueError(f"{table.file} has no places")
    lon, lat = table.first(LON), table.first(LAT)
    if lon is None or lat is None:
        return Places(ids)
    return Places(ids, table.numbers(lon, -180, 180), table.numbers(lat, -90, 90))
