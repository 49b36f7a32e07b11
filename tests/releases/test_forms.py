"""Events and public files as they occur: released without noise, each place has its events.

Noise is left out here, so that a test sees which place an event counts at.
"""

from pathlib import Path

import pandas as pd
import pytest

BUDGET = "--epsilon 1 --delta 1e-6 --events-per-user 1 --round 1 --output private.csv"
COORDINATES = "card,lon,lat\nx,-3.0,55.0\ny,-3.0001,55.0\nz,-3.0,55.01\n"
PLACE = "place,lon,lat\nA,-3,55\n"


@pytest.fixture
def release(succeed, without_noise):
    """Release events of some files, and return {place: count} of its table."""

    def release(events, options, column="count"):
        for path in Path().glob("private.*"):
            path.unlink()
        Path("events.csv").write_text(events)
        succeed(f"release events events.csv --user card {options} {BUDGET}")
        table = pd.read_csv("private.csv", index_col=0, dtype={0: str})
        return table[column].to_dict()

    return release


# The places, the events, options, and what each place has; tests/geo/test_places.py has more lists.
STOPS = "stop_lat,stop_code,stop_lon,stop_id\n55,5,-3,S1\n55.01,5,-3,S2\n"
FORMS = [
    (STOPS, COORDINATES, "", {"S1": 2, "S2": 1}),
    (
        STOPS,
        "card,stop_id\nx,S1\ny,S1\nz,S2\n",
        "--place stop_id",
        {"S1": 2, "S2": 1},
    ),
    # Both id and zone might be the ids; the events say which.
    (
        "id,zone\n1,north\n2,south\n",
        "card,zone\nx,south\n",
        "--place zone",
        {"north": 0, "south": 1},
    ),
    (
        "key,lon,lat,id\nS1,-3,55,7\nS2,-3,55.01,8\n",
        COORDINATES,
        "--id key",
        {"S1": 2, "S2": 1},
    ),
    (
        PLACE,
        "card,lon,lat\nx,-3,55.0008\ny,-3,55.001\n",
        "--max-distance 100",
        {"A": 1},
    ),
    *(
        (PLACE, f"card,{names}\nx,-3,55\n", "", {"A": 1})
        for names in ("Longitude,LATITUDE", "stop_lon,stop_lat", '"lng","lat"')
    ),
    (PLACE, "card,X,Y\nx,-3,55\n", "--lon X --lat Y", {"A": 1}),
    # A comma in metres is no decimal comma.
    (
        PLACE,
        'card,x,y\nx,-333958,7361866\ny,"-333,958",7361866\n',
        "--crs EPSG:3857 --max-distance 1e7",
        {"A": 1},
    ),
]


@pytest.mark.parametrize(("places", "events", "options", "counts"), FORMS)
def test_columns_are_found_by_their_names_or_named(
    places, events, options, counts, release
):
    Path("p.csv").write_text(places)
    assert release(events, f"{options} --places p.csv") == counts


# The places, the header of the events, options, and what is said.
REFUSED = [
    (f"{PLACE}B,-3,55\n", "lon,lat", "", "the places 'A' and 'B' are at one spot"),
    (PLACE, "X,Y", "", "has no columns lon and lat"),
    (
        PLACE,
        "lon,lat",
        "--lon lat --lat lon",
        "--lon is 'lat' and --lat is 'lon'; one is the name of the other",
    ),
]


@pytest.mark.parametrize(("places", "header", "options", "message"), REFUSED)
def test_what_is_not_understood_is_refused(places, header, options, message, refused):
    Path("p.csv").write_text(places)
    Path("events.csv").write_text(f"card,{header}\nx,-3,55\n")
    line = f"release events events.csv --user card --places p.csv {options} {BUDGET}"
    assert message in refused(line)
