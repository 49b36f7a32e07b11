"""The public list of places that a release is about, and how it is read from a CSV file."""

from dataclasses import dataclass

from gaussmech._csv import Table, read_csv

# Columns of these names are looked for, in this order, unless the user names others.
PLACE = "place"
LON = ("lon", "longitude")
LAT = ("lat", "latitude")


@dataclass(frozen=True)
class Places:
    """The public list of places: their ids and, if known, longitudes and latitudes in degrees."""

    ids: list[str]
    lon: list[float] | None = None
    lat: list[float] | None = None


def read_places(path: str) -> Places:
    """Return the places of a CSV file: ids from its first column, and coordinates if it has them."""
    table = read_csv(path, "--places")
    if not table.header:
        raise ValueError(f"{table.file} is empty; it must list the places")
    return places_of_table(table, table.header[0])


def places_of_table(table: Table, place: str) -> Places:
    """Return the places of a table, one per row, with ids from the column `place`."""
    ids = table.unique_ids(place)
    if not ids:
        raise ValueError(f"{table.file} has no places")
    lon_name = table.first(LON)
    lat_name = table.first(LAT)
    if lon_name is None or lat_name is None:
        return Places(ids)
    lon = table.numbers(lon_name, -180, 180)
    lat = table.numbers(lat_name, -90, 90)
    return Places(ids, lon, lat)
