"""The public list of places: its columns by name."""

import pytest

from gaussmech.geo.places import Places, read_places

MILL = Places(["Mill", "Park"], [-3.0, -3.1], [55.0, 55.1])


@pytest.fixture
def read(tmp_path):
    def read(text, *args, **options):
        path = tmp_path / "places.csv"
        path.write_bytes(text.encode())
        return read_places(str(path), *args, **options)

    return read


def table(header, row):
    spots = zip(MILL.ids, MILL.lon, MILL.lat, strict=True)
    rows = [row.format(id=id, lon=lon, lat=lat) for id, lon, lat in spots]
    return "\n".join([header, *rows, ""])


NAMED = [
    ("place,lon,lat", "{id},{lon},{lat}"),
    ("lon,lat,place", "{lon},{lat},{id}"),
    ("lat,lon,place", "{lat},{lon},{id}"),
    (",place,lon,lat", "0,{id},{lon},{lat}"),
    ("Unnamed: 0,id,Longitude,Latitude", "0,{id},{lon},{lat}"),
    ("stop_lat,stop_code,stop_lon,stop_id,stop_name", "{lat},7,{lon},{id},Main St"),
    ("osmid,y,x,street_count", "{id},{lat},{lon},3"),
    ("osmid,y,x,lon,lat", "{id},6100000,500000,{lon},{lat}"),
    ("OSMID,Y,X,highway,geometry", "{id},{lat},{lon},,POINT (1 2)"),
    ("\ufeffplace,lon,lat", "{id},{lon},{lat}"),
    ('\ufeff"lon","lat","Place ID"', '"{lon}","{lat}","{id}"'),
    ("lng,lat,population,id", "{lon},{lat},12,{id}"),
    # With coordinates the other column is that of the ids, whatever its name is.
    ("lon,harbour,lat", "{lon},{id},{lat}"),
]


@pytest.mark.parametrize(("header", "row"), NAMED)
def test_ids_and_coordinates_are_found_by_name(header, row, read):
    assert read(table(header, row)) == MILL


@pytest.mark.parametrize("header", ["id", "PLACE", "stop_id", "station", "Zone"])
def test_a_list_of_ids_needs_no_coordinates(header, read):
    assert read(f"{header}\nMill\nPark\n") == Places(["Mill", "Park"])


def test_numbers_under_a_word_are_ids(read):
    assert read("harbour\n7\n8\n") == Places(["7", "8"])


REFUSED = [
    ("Mill\nPark\n", "no column is named as ids .* its header is 'Mill'"),
    ("7\n8\n", "its header is '7'"),
    ("lon,lat\n1,2\n", "its header is 'lon,lat'"),
    (",harbour,lon,lat\n0,Mill,1,2\n", "its header is ',harbour,lon,lat'"),
    ("harbour,town,lon,lat\na,b,1,2\n", "its header is 'harbour,town,lon,lat'"),
    ("id,lon,longitude,lat\na,1,1,2\n", "has the columns lon, longitude, of which"),
    ("id,lon\na,1\n", "there are 'lon' and no latitudes; its header is 'id,lon'"),
    ("id,stop_lat\na,1\n", "there are 'stop_lat' and no longitudes"),
    ("id,lon,lat\na,500000,6100000\n", "line 2: 'lon' is no number in \\[-180, 180\\]"),
    ("id,x,y\na,500000,6100000\n", "line 2: 'x' is no number in \\[-180, 180\\]"),
    ("id,lon,lat\na,55,-173\n", "line 2: 'lat' is no number in \\[-90, 90\\]"),
    ("id,lon,lat\na,nan,1\n", "line 2: 'lon' is no number"),
    ("id,lon,lat\na,,\n", "line 2: 'lon' is no number"),
    ("id;lon;lat\na;1;2\n", "cells are separated by semicolons"),
    ("id\tlon\na\t1\n", "cells are separated by tabs"),
    ("", "is empty; it must list the places"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_is_not_clear_is_refused(text, message, read):
    with pytest.raises(ValueError, match=message) as refused:
        read(text)
    assert "places.csv" in str(refused.value)


def test_the_column_of_ids_may_be_named(read):
    text = table("id,place,lon,lat", "other,{id},{lon},{lat}")
    assert read(text, "place") == MILL
    assert read(text, hints=["place", None, None]) == MILL
    with pytest.raises(ValueError, match="places.csv has no column 'corner'"):
        read(text, "corner")
    # A name of another file counts only where this file has it, too.
    text = table("stop_id,lon,lat", "{id},{lon},{lat}")
    assert read(text, hints=["corner", "pickup_lon", "pickup_lat"]) == MILL
    assert read(text, hints=["corner", "lon", "pickup_lat"]) == MILL
    text = table("stop_id,X,Y", "{id},{lon},{lat}")
    assert read(text, hints=[None, "X", "Y"]) == MILL


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


def test_what_people_call_places_is_kept(read):
    places = read("code,Name,county\n1,Mill,N\n2,Park,S\n")
    assert places.names == ["Mill", "Park"]
    assert places.column("--areas", "county") == ["N", "S"]
    assert places.source.others == ["Name", "county"]
    with pytest.raises(ValueError, match="--areas state: places.csv has no such"):
        places.column("--areas", "state")
    places = read("code,county\n1,\n2,S\n")
    with pytest.raises(ValueError, match="county: it is missing for the place '1'"):
        places.column("--areas", "county")


def test_swapped_names_are_refused(read):
    text = table("id,lon,lat", "{id},{lon},{lat}")
    with pytest.raises(ValueError, match="'lat' is named for longitudes"):
        read(text, hints=["id", "lat", "lon"])
