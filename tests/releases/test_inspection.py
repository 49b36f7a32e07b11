"""The look at a private file before its release: exact counts of lines, for the curator only."""

import os
from pathlib import Path

import pytest

PLACES = "lat,stop_id,lon\n55.0,07,-3.0\n55.01,8,-3.0\n"
EVENTS = """\
card,stop,hour,lon,lat
x,7.0,8,-3.0001,55.0
x,8,08,-3.0,55.0101

y,08,8.0,-3.0,55.02
,7,9,-3.0,55.0
y,9,9,500000,6100000
z,,9,0,0
z,7
"""


@pytest.fixture
def inspect(run):
    """Run `gaussmech release inspect` in a folder with the files, and return its lines by label."""
    Path("stops.txt").write_text(PLACES)
    Path("events.csv").write_text(EVENTS)

    def inspect(options, file="events.csv", places="--places stops.txt"):
        before = os.listdir()
        status, text = run(f"release inspect {file} {places} {options}")
        assert os.listdir() == before
        if status:
            return text
        lines = [line.split("  ", 1) for line in text.splitlines()]
        return {label.strip(): words.strip() for label, words in lines}

    return inspect


def test_lines_are_counted_by_the_ids_of_their_places(inspect):
    found = inspect("--user card --place stop --by hour 8 10")
    # First comes how the public files were understood.
    understood = ("places", "ids", "linked", "extent", "not used")
    assert [*found][:5] == [*understood]
    assert found["places"] == "2 of stops.txt"
    assert {key: found[key] for key in found if key not in understood} == {
        "PRIVATE": "for your eyes only: these counts are exact; publish none of them",
        "lines": "7 after the header, 1 of them are not rows of the table, first line 9",
        "at a place": "4 rows, at one of 2 places",
        "of another place": "1 rows",
        "name no place": "'9' (1)",
        "without a place": "1 rows",
        "without a user": "1 rows",
        "hour 8": "3 rows",
        "hour 10": "0 rows",
        "another hour": "3 rows",
        "usable": "3 rows of 2 users, at 2 places",
    }


def test_lines_are_counted_by_their_coordinates(inspect):
    found = inspect("--max-distance 100")
    assert found["at a place"] == "3 rows, at one of 2 places"
    assert found["too far away"] == "1 rows"
    assert found["not degrees"] == "1 rows"
    assert found["at (0, 0)"] == "1 rows"
    assert found["usable"] == "3 rows, at 2 places"
    assert inspect("--max-distance 2000")["too far away"] == "0 rows"


def test_a_file_of_metres_is_noticed(inspect):
    Path("more.csv").write_text("card,X,Y\nx,500000,6100000\ny,500010,6100010\n")
    found = inspect("--lon X --lat Y", file="more.csv")
    assert found["not degrees"] == "2 rows"
    assert found["warning"] == "a release of this file would be noise alone"


def test_the_texts_that_name_no_place_are_shown(inspect):
    texts = ["O'Hare"] * 3 + [f"\x1b[{k}m" for k in range(10)]
    rows = [f"x,{text}" for text in texts]
    Path("more.csv").write_text("\n".join(["card,stop", *rows, "0,7"]))
    found = inspect("--user card --place stop", file="more.csv")
    assert found["name no place"].startswith("\"O'Hare\" (3), '\\x1b[0m' (1), ")
    assert found["name no place"].endswith(" and 1 more")
    assert "user 0 or -1" in found


def test_quotes_behind_backslashes_are_counted(inspect):
    Path("more.csv").write_text('card,stop,why\nx,7,"a \\"b\ny,8,c\n\\" d"\n')
    found = inspect("--user card --place stop", file="more.csv")
    assert found["quotes"].startswith('2 times \\" is in the file')


def test_what_is_missing_is_said(inspect):
    assert "give --places, --graph or --cells" in inspect("", places="")
    assert "events.csv has no column 'who'" in inspect("--user who")
    assert "cannot read 'none.csv'" in inspect("", file="none.csv")


def test_ids_of_one_person_and_ids_of_trips_are_remarked(inspect):
    Path("more.csv").write_text("card,stop\nx,7\nX ,7\nx,8\ny,8\n")
    found = inspect("--user card --place stop", file="more.csv")
    assert found["usable"] == "4 rows of 2 users, at 2 places"
    assert found["written apart"].startswith("1 user ids differ from another id")
    assert "remark" not in found
    Path("more.csv").write_text("card,stop\nx,7\ny,7\n")
    found = inspect("--user card --place stop", file="more.csv")
    assert "ids of trips" in found["remark"] and "written apart" not in found
