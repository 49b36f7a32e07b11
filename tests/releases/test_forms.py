"""Events and public files as they occur: released without noise, each place has its events.

Noise is left out here, so that a test sees which place an event counts at.
"""

import json
from pathlib import Path

import pandas as pd
import pytest

from gaussmech.geo.graph_files import read_graph

BUDGET = "--epsilon 1 --delta 1e-6 --events-per-user 1 --round 1 --output private.csv"
COORDINATES = "card,lon,lat\nx,-3.0,55.0\ny,-3.0001,55.0\nz,-3.0,55.01\n"


@pytest.fixture
def release(run, without_noise):
    """Release events of some files, and return {place: count} of its table; or the refusal."""

    def release(events, options, column="count", **files):
        for path in Path().glob("private.*"):
            path.unlink()
        Path("events.csv").write_text(events)
        for name, text in files.items():
            Path(name.replace("_", ".")).write_text(text)
        line = f"release events events.csv --user card {options} {BUDGET}"
        status, text = run(line)
        if status:
            assert not Path("private.csv").exists()
            return text
        table = pd.read_csv("private.csv", index_col=0)
        return {str(place): count for place, count in table[column].items()}

    return release


# The header of the places, and a row of each of two.
PLACES = [
    ("place,lon,lat", "{id},{lon},{lat}"),
    ("lon,lat,place", "{lon},{lat},{id}"),
    (",place,longitude,latitude", "0,{id},{lon},{lat}"),
    ("stop_lat,stop_code,stop_lon,stop_id", "{lat},5,{lon},{id}"),
    ("y,x,osmid", "{lat},{lon},{id}"),
]


@pytest.mark.parametrize(("header", "row"), PLACES)
@pytest.mark.parametrize("by", ["--place stop_id", ""])
def test_each_event_counts_at_its_place(header, row, by, release):
    rows = [row.format(id="S1", lon=-3, lat=55), row.format(id="S2", lon=-3, lat=55.01)]
    events = "card,stop_id\nx,S1\ny,S1\nz,S2\n" if by else COORDINATES
    places = "\n".join([header, *rows, ""])
    assert release(events, f"{by} --places p.csv", p_csv=places) == {"S1": 2, "S2": 1}


def test_the_column_of_ids_in_the_events_is_that_of_the_places(release):
    # Both id and zone might be the ids; the events say which.
    places = "id,zone\n1,north\n2,south\n"
    events = "card,zone\nx,south\n"
    found = release(events, "--place zone --places p.csv", p_csv=places)
    assert found == {"north": 0, "south": 1}


def test_the_column_of_ids_may_be_named(release):
    places = "key,lon,lat,id\nS1,-3,55,7\nS2,-3,55.01,8\n"
    options = "--places p.csv --id key"
    assert release(COORDINATES, options, p_csv=places) == {"S1": 2, "S2": 1}


def test_hours_match_in_all_their_forms(release):
    events = "card,place,hour\nx,1,8\ny,1,08\nz,1,8.0\nu,1,9\n"
    options = "--place place --places p.csv --by hour 8"
    assert release(events, options, "hour_8", p_csv="place\n1\n") == {"1": 3}


STREETS = {
    "type": "FeatureCollection",
    "features": [
        {"type": "Feature", "geometry": {"type": "LineString", "coordinates": line}}
        for line in ([[-3, 55], [-3, 55.01]], [[-3, 55.01], [-2.99, 55.01]])
    ],
}


def test_a_release_has_the_ids_of_its_graph(release):
    found = release(COORDINATES, "--graph g.geojson", g_geojson=json.dumps(STREETS))
    _, ids = read_graph("g.geojson")
    assert all(id.startswith("-") for id in ids)
    assert dict(zip(ids, (2, 1, 0), strict=True)) == found


def test_an_event_near_a_place_counts_wherever_the_others_are(release):
    # 95 metres from Oslo; Ushuaia is far south.
    places = "place,lon,lat\nOslo,10.7522,59.9139\nUshuaia,-68.303,-54.8019\n"
    events = "card,lon,lat\nx,10.7539,59.9139\n"
    found = release(events, "--reach 100 --places p.csv", p_csv=places)
    assert found == {"Oslo": 1, "Ushuaia": 0}


def test_two_places_at_one_spot_have_no_nearest_event(release):
    places = "place,lon,lat\nN,-3,55\nS,-3,55\n"
    found = release(COORDINATES, "--places p.csv", p_csv=places)
    assert "the places 'N' and 'S' are at one spot" in found


REFUSED = {
    "place;lon;lat\nA;1;2\n": "cells are separated by semicolons",
    "place,x,y\nA,500000,6100000\n": "'x' is no number in [-180, 180]",
    "A,1,2\nB,2,3\n": "its columns are A, 1, 2;",
    "lon,lat\n1,2\n": "its columns are lon, lat;",
}


@pytest.mark.parametrize("places", REFUSED)
def test_places_that_are_not_understood_are_refused(places, release):
    found = release(COORDINATES, "--places p.csv", p_csv=places)
    assert REFUSED[places] in found


def test_columns_in_the_wrong_order_are_refused(release):
    options = "--lon lat --lat lon --places p.csv"
    text = release(COORDINATES, options, p_csv="place,lon,lat\nA,-3,55\n")
    assert "--lon is 'lat' and --lat is 'lon'; one is a name of the other" in text


def test_coordinates_of_events_need_a_usual_name_or_an_option(release):
    places = {"p_csv": "place,lon,lat\nA,-3,55\n"}
    events = "card,X,Y\nx,-3,55\n"
    text = release(events, "--places p.csv", **places)
    assert "has no columns lon and lat" in text
    assert release(events, "--lon X --lat Y --places p.csv") == {"A": 1}
    for names in ("Longitude,LATITUDE", "stop_lon,stop_lat", '"lng","lat"'):
        assert release(f"card,{names}\nx,-3,55\n", "--places p.csv") == {"A": 1}


def test_two_rows_of_counts_for_one_place_are_refused(run):
    Path("counts.csv").write_text("place,count\n1,5\n1.0,6\n")
    Path("p.csv").write_text("place\n1\n2\n")
    line = "release counts counts.csv --value count --sensitivity 1 --places p.csv"
    status, text = run(f"{line} --epsilon 1 --delta 1e-6 --output private.csv")
    assert status == 2 and "line 3: 'place' is that of line 2 again" in text
