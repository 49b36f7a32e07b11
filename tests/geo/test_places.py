"""The public list of places: its columns by name."""

import pytest

from gaussmech.geo.place_lists import read_places
from gaussmech.geo.places import Places

MILL = Places(["Mill", "Park"], [-3.0, -3.1], [55.0, 55.1])


@pytest.fixture
def read(tmp_path):
    def read(text, *asked):
        (tmp_path / "places.csv").write_bytes(text.encode())
        return read_places(str(tmp_path / "places.csv"), *asked)

    return read


# A header, a row of it, the id that is asked for, and the name of the ids in the private file.
NAMED = [
    ("lat,long,place", "{lat},{lon},{id}"),
    (",place,lon,lat", "0,{id},{lon},{lat}"),
    # Degrees may be called x and y, as OSMnx does, unless there are other degrees.
    ("OSMID,Y,X,highway,geometry", "{id},{lat},{lon},,POINT (1 2)"),
    ("osmid,y,x,lon,lat", "{id},6100000,500000,{lon},{lat}"),
    ('\ufeff"lng","Latitude","Place ID"', '"{lon}","{lat}","{id}"'),
    # With coordinates the other column is that of the ids, whatever its name is.
    ("lon,harbour,lat", "{lon},{id},{lat}"),
    # So is the only one that differs in each row; numbers of rows and lengths are no ids.
    (",harbour,kind,km,lon,lat", "0,{id},x,1.5,{lon},{lat}"),
    ("id,place,lon,lat", "other,{id},{lon},{lat}", "place"),
    ("id,harbour,lon,lat", "other,{id},{lon},{lat}", None, "harbour"),
    # A name of the private file counts only where this file has it, too.
    ("stop_id,lon,lat", "{id},{lon},{lat}", None, "corner"),
]


@pytest.mark.parametrize("case", NAMED)
def test_ids_and_coordinates_are_found_by_name(case, read):
    header, row, *asked = case
    spots = zip(MILL.ids, MILL.lon, MILL.lat, strict=True)
    rows = [row.format(id=id, lon=lon, lat=lat) for id, lon, lat in spots]
    assert read("\n".join([header, *rows, ""]), *asked) == MILL


@pytest.mark.parametrize("text", ["id Mill", "PLACE Mill", "harbour 7"])
def test_a_list_of_ids_needs_no_coordinates(text, read):
    header, id = text.split()
    assert read(f"{header}\n{id}\n") == Places([id])


def test_degrees_may_have_decimal_commas(read):
    places = read('id,lon,lat\nMill,"10,75",-59.5\n')
    assert (places.lon, places.lat) == ([10.75], [-59.5])


REFUSED = [
    (
        "Mill\nPark\n",
        "no column of a usual name .place, .*; its columns are Mill; Mill differ in each row; name",
    ),
    ("7\n8\n", "its columns are 7; name"),
    ("lon,lat\n1,2\n", "its columns are none; name"),
    ("harbour,town,lon,lat\nMill,A,1,2\n", "its columns are harbour, town;"),
    ("id,lon,longitude,lat\na,1,1,2\n", "has the columns lon, longitude, of which"),
    (
        "id,lon\na,1\n",
        "has 'lon' but no column with the other .* its header is 'id,lon'",
    ),
    (
        "id,x,y\na,500000,6100000\n",
        r"line 2 is at \(500000, 6.1e\+06\); coordinates must be degrees",
    ),
    ("id,lon,lat\na,55,-173\n", r"line 2 is at \(55, -173\)"),
    ("id,lon,lat\na,,\n", r"line 2 is at \(nan, nan\)"),
    ("id,area,area\na,1,2\n", "has the column 'area' twice; rename one"),
    ("id;lon;lat\na;1;2\n", "cells are separated by semicolons"),
    ("", "its columns are none"),
    ("id\n", "has no places"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_is_not_clear_is_refused(text, message, read):
    with pytest.raises(ValueError, match=rf"places\.csv.*{message}"):
        read(text)


# The header and two rows of a list, and the column of its ids.
USUAL = [
    ("id,place\n1,a\n2,b\n", "place"),
    ("name,GEOID\na,1\nb,2\n", "GEOID"),
    # The first usual name has a gap or repeats itself.
    ("id,code\n1,a\n1,b\n", "code"),
    ("place,Name\n,a\nx,b\n", "Name"),
]


@pytest.mark.parametrize(("text", "column"), USUAL)
def test_the_first_usual_name_without_gaps_and_repeats_has_the_ids(text, column, read):
    places = read(text)
    assert places.source.ids == f"column {column!r}"
    header, *rows = [line.split(",") for line in text.split()]
    assert places.ids == [row[header.index(column)] for row in rows]


@pytest.mark.parametrize("rows", ["1,1\n2,2\n", "1,\n2,\n"])
def test_ids_and_nothing_are_no_names(rows, read):
    assert read(f"code,name\n{rows}").names is None


def test_the_other_columns_are_kept(read):
    places = read("code,Name,county,pop\n1,Mill,N,\n2,Park,S,7\n")
    assert places.names == ["Mill", "Park"]
    assert places.column("--areas", "county") == ["N", "S"]
    assert places.source.others == ["Name", "county"]
    with pytest.raises(ValueError, match=r"--areas state: places\.csv has no such"):
        places.column("--areas", "state")
    with pytest.raises(
        ValueError, match="--areas pop: it is missing for the place '1'"
    ):
        places.column("--areas", "pop")
