"""A city from files, a download or the synthetic city: its maps, and what the provenance says."""

import hashlib
import json
import re
from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.city import city, download
from gaussmech.paper.city.city import load_city
from gaussmech.paper.city.sources import SOURCES, DownloadError, label_of
from gaussmech.paper.pipeline.config_reader import with_lists
from tests.paper.making import SCHEMA
from tests.processes import ROOT

ROAD_FILE = SOURCES["download"]["roads"]["name"]
SETTINGS = {"bandwidth_m": 100.0, "reach_m": 150.0, "sensitivity": 5.0, "max_trips": 5}
SETTINGS |= {"roads": ROAD_FILE, "trips": (), "contribution": "auto"}
HEADER = (
    "pickup_datetime,pickup_lon,pickup_lat,dropoff_datetime,dropoff_lon,dropoff_lat"
)
# Four junctions, each linked to each. Maps order them by (lat, lon): points 0, 1, 3, 2.
POINTS = ("40.750 -73.980", "40.750 -73.979", "40.751 -73.979", "40.751 -73.980")
LINKS = ("0 1 1", "1 2 1", "2 3 1", "3 0 1", "0 2 1", "1 3 1")
AT = [",".join(reversed(point.split())) for point in POINTS]


def row(pickup, dropoff, *, at=(0, 2), day="2014-09-24", cab=None):
    ends = f"{day} {pickup}:00,{AT[at[0]]},{day} {dropoff}:00,{AT[at[1]]}"
    return ends if cab is None else f"{ends},{cab}"


@pytest.fixture
def folder(tmp_path):
    (folder := tmp_path / "square").mkdir()
    (folder / ROAD_FILE).write_text("\n".join(["4 6", *POINTS, *LINKS]))
    return folder


@pytest.fixture
def write(folder):
    def write(name, *rows):
        has_cabs = rows[0].count(",") == 6
        (folder / name).write_text("\n".join([HEADER + ",cab" * has_cabs, *rows, ""]))

    return write


@pytest.fixture
def load(folder):
    def load(hours, seed=1, **changes):
        settings = SETTINGS | {"source": "files", "folder": folder} | changes
        return load_city(settings, hours=hours, download_folder="nowhere", seed=seed)

    return load


def test_files_end_to_end(folder, write, load):
    (folder / ROAD_FILE).rename(folder / f"{ROAD_FILE}.gz")
    write("a.csv", row("12:10", "12:20"), row("12:50", "13:05", at=(1, 3)))
    next_day = row("12:01", "12:02", at=(0, 0), day="2014-09-25")
    write("b.csv", next_day, "12,0,0,,0,0")
    city = load([12, 13], bandwidth_m=0)
    assert [city.maps[hour].tolist() for hour in (12, 13)] == [
        [3, 1, 0, 1],
        [0, 0, 1, 0],
    ]
    facts = city.provenance
    assert json.loads(json.dumps(facts)) == facts
    assert str(folder.parent) not in json.dumps(facts)
    about = {"source": "files", "label": "files: square", "dates": [], "note": None}
    assert (about | {"utility_simulation": False}).items() <= facts.items()
    assert facts["counts"]["junctions"] == city.graph.n == 4
    assert {"trips": 3, "ends_used": 5}.items() <= facts["hours"]["12"].items()
    limit = {"rule": "assumed", "enforced": False, "worst_case_norm": 10.0}
    assert facts["contribution"] == limit | {"sensitivity": 5.0, "max_trips": 5}
    files = facts["files"]
    names = [f"{ROAD_FILE}.gz", "a.csv", "b.csv"]
    assert [file["name"] for file in files] == names
    digest = hashlib.sha256((folder / "a.csv").read_bytes()).hexdigest()
    assert (files[1]["sha256"], files[1]["hours"]) == (digest, [12, 13])


def test_files_may_have_dates_hours_and_weights(folder, write, load):
    other_day = row("12:30", "13:05", day="2014-09-25")
    write("a.csv", row("12:10", "12:20"), other_day, row("13:10", "13:50"))
    (folder / "unused.csv").write_text("never read")
    weighted = {"hours": [12], "date": "2014-09-25", "weight": 10}
    entries = [
        {"file": "a.csv"} | weighted,
        {"file": "a.csv", "hours": [13]},
        {"file": "unused.csv", "hours": [5]},
    ]
    city = load([12, 13], trips=entries, bandwidth_m=50)
    assert [city.maps[hour].sum() for hour in (12, 13)] == pytest.approx([10, 3])
    facts = city.provenance
    assert facts["dates"] == ["2014-09-25"] and facts["utility_simulation"]
    assert "a utility simulation, not a release" in facts["note"]
    # Weighted hours are marked one by one; the bound is that of an hour that is a release.
    assert facts["contribution"]["worst_case_norm"] == 10
    hours = facts["hours"]
    assert hours["12"]["utility_simulation"] and not hours["13"]["utility_simulation"]
    assert [file["weight"] for file in facts["files"]] == [None, 10, 1]
    # Without the weighted file the map is no simulation.
    assert not load([13], trips=entries).provenance["utility_simulation"]


def test_contribution_follows_the_cab_ids(write, load):
    write("a.csv", *[row("12:10", "12:20", at=(0, 0), cab="x")] * 5)
    write("b.csv", row("13:10", "13:20"))
    city = load([12], trips=[{"file": "a.csv"}], bandwidth_m=0)
    limit = {"rule": "clip", "enforced": True, "worst_case_norm": 5}
    assert limit.items() <= city.provenance["contribution"].items()
    noon = city.provenance["hours"]["12"]
    assert city.maps[12][0] == noon["mass"] == pytest.approx(5)
    two_hours = load([12, 13])
    assert two_hours.provenance["contribution"]["rule"] == "assumed"
    assert two_hours.maps[12].sum() == pytest.approx(10)
    for rule in ("clip", "trips"):
        message = f"contribution is '{rule}', but b.csv has no cab ids; .*assumed"
        with pytest.raises(ValueError, match=message):
            load([12, 13], contribution=rule)


def test_a_cab_is_one_cab_in_all_files(write, load):
    write("a.csv", *[row("12:10", "12:20", at=(0, 0), cab="x")] * 2)
    write("b.csv", *[row("12:30", "12:40", at=(0, 0), cab="x")] * 2)
    write("c.csv", row("12:30", "12:40", at=(2, 2), cab="y"))
    city = load([12], bandwidth_m=0)
    assert city.provenance["hours"]["12"]["trips"] == 5
    assert city.maps[12].tolist() == [5, 0, 0, 2]
    few = load([12], bandwidth_m=0, contribution="trips", max_trips=3)
    assert few.maps[12].tolist() == [6, 0, 0, 2]


def test_the_choice_of_trips_depends_on_seed_and_hour_alone(write, load):
    hours = (7, 8)
    at = [(h, k) for h in hours for k in range(4)]
    write("a.csv", *[row(f"0{h}:10", f"0{h}:20", at=(k, k), cab="x") for h, k in at])
    choice = {"contribution": "trips", "max_trips": 1, "bandwidth_m": 0}
    maps = [load([7, 8], seed=seed, **choice).maps for seed in range(8)]
    assert (maps[1][8] == load([8], **choice).maps[8]).all()
    assert (maps[1][7] == load([8, 7], **choice).maps[7]).all()
    assert {int(map_[8].argmax()) for map_ in maps} == {0, 1, 2, 3}
    assert any(map_[7].argmax() != map_[8].argmax() for map_ in maps)


def test_an_hour_without_ends_within_reach_is_refused(write, load):
    far = "2014-09-24 12:10:00,-74.1,40.75,2014-09-24 12:20:00,0,0"
    write("a.csv", far, "2014-09-24 12:10:00,-73.9813,40.7488,2014-09-24 13:20:00,,")
    message = "hour 12 has no trip end within 150 m of a junction in a.csv; dropped:"
    with pytest.raises(ValueError, match=f"^{message} missing 1, too_far 2$"):
        load([12])


WRONG = [
    ({"source": "web"}, "source is 'web'; allowed are 'auto', 'download', 'samples'"),
    ({"contribution": "none"}, "contribution is 'none'; allowed are 'auto', 'clip'"),
    ({"folder": "missing"}, "folder is 'missing': no such readable folder"),
    ({"bandwidth_m": np.nan}, "bandwidth_m is nan"),
    ({"sensitivity": 0}, "sensitivity is 0"),
    ({"max_trips": 2.5, "contribution": "assumed"}, "max_trips is 2.5"),
    (
        {"trips": [{"file": "a.csv", "date": "1.2.2014"}]},
        "isoformat string: .1.2.2014.",
    ),
]


@pytest.mark.parametrize("changes, message", WRONG)
def test_settings_are_checked(changes, message, write, load):
    write("a.csv", row("12:10", "12:20", cab="x"))
    with pytest.raises((ValueError, FileNotFoundError), match=message):
        load([12], **changes)


def test_a_wrong_date_is_told_with_those_of_the_file(write, load):
    days = [f"2015-01-{day:02}" for day in (10, 11, 12, 13, 14, 15)]
    write("a.csv", *[row("12:10", "12:20", day=day) for day in days])
    write("b.csv", row("13:10", "13:20", day=days[0]))
    some = "2015-01-10 to 2015-01-15"
    wrong = r"heatmap\.trips: a\.csv has no trip of 2014-09-24 in the hours 12"
    with pytest.raises(ValueError, match=f"^{wrong}; its dates are {some}$"):
        load([12], trips=[{"file": "a.csv", "date": "2014-09-24"}])
    # A file that serves all hours need not have trips of its date in each.
    entries = [{"file": "a.csv", "date": days[3]}, {"file": "b.csv"}]
    assert load([12, 13], trips=entries).maps[13].sum() == pytest.approx(2)


def test_nothing_but_the_sources_names_a_city():
    city_names = re.compile("New York|cityofnewyork|taxivis|nycTaxi", re.IGNORECASE)
    code = [*(ROOT / "gaussmech").rglob("*.py"), *(ROOT / "gaussmech").rglob("*.toml")]
    code += [*(ROOT / "workflow").rglob("*.*")]
    texts = {path.name: path.read_text(errors="ignore") for path in code}
    assert {name for name, text in texts.items() if city_names.search(text)} == {
        "sources.toml"
    }
    known = with_lists(SCHEMA)["properties"]["heatmap"]["properties"]["source"]
    assert known["enum"] == ["auto", *SOURCES, "files", "stand-in"]
    labels = [*LABELS, "files of a folder", "synthetic city, no real data"]
    assert [*map(label_of, known["enum"][1:])] == labels


@pytest.fixture
def sources(folder, write, monkeypatch):
    """What the sources do: fail if `failures` has their label, else give files; `tried` grows."""
    write("trips.csv", row("12:10", "12:20"))
    about = {"path": folder / "trips.csv", "hours": [12], "date": "2014-09-24"}
    about |= {"weight": 1.0, "sample": None, "address": "https://x", "sha256": "t" * 64}
    sources = Mock(tried=[], failures={})

    def fetch_city(kept, hours, source):
        sources.tried.append(source["label"])
        if source["label"] in sources.failures:
            raise DownloadError(sources.failures[source["label"]])
        return {"path": folder / ROAD_FILE}, [about]

    monkeypatch.setattr(download, "fetch_city", fetch_city)
    return sources


LABELS = [source["label"] for source in SOURCES.values()]
FAILURES = ["a.txt: no connection", "b.txt: HTTP status 404"]
CAUSES = ["", "no network", "the download failed"]


@pytest.mark.parametrize("fails, source", [*enumerate([*SOURCES, "stand-in"])])
def test_the_sources_are_tried_in_their_order(fails, source, sources, load, caplog):
    """The paper's day, the samples, the synthetic city; each says why it is not the first."""
    sources.failures = dict(zip(LABELS, FAILURES[:fails], strict=False))
    facts = load([12], source="auto", folder=None).provenance
    assert facts["source"] == source and sources.tried == LABELS[: fails + 1]
    assert facts["label"] == [*LABELS, "synthetic city"][fails]
    assert [x["sha256"] for x in facts["files"]][1:] == ["t" * 64] * (fails < 2)
    # The failure is one line without the addresses, which are in the log.
    shown = [*LABELS, "a synthetic city"][fails]
    line = f"{CAUSES[fails]}: maps show {shown}; put the files into a folder"
    failure = facts.get("download_failed", "")
    assert failure.startswith(line) == bool(failure) == (fails > 0)
    reasons = "; ".join(FAILURES[:fails])
    assert caplog.messages == [f"{failure} ({reasons})"] * (fails > 0)


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_that_is_asked_for_by_name_is_the_only_one(source, sources, load):
    sources.failures = dict.fromkeys(LABELS, "c.txt: no connection")
    with pytest.raises(DownloadError, match="no connection; put the files into"):
        load([12], source=source, folder=None)
    assert sources.tried == [SOURCES[source]["label"]]


DAYS = [
    ("2016-03-01", "2016-03-01", "2016-03-01"),
    ("2016-01-02", "2016-06-30", "2016-01-02 to 2016-06-30"),
    ("2016-02-01", "2016-02-29", "February 2016"),
    ("2016-01-01", "2016-06-30", "January to June 2016"),
    ("2015-12-01", "2016-01-31", "December 2015 to January 2016"),
]


@pytest.mark.parametrize("first, last, words", DAYS)
def test_days_in_words(first, last, words):
    assert city._days_in_words(pd.Series(pd.to_datetime([last, first]))) == words
