import datetime
import functools
import gzip
import hashlib
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import requests
import yaml

from gaussmech.paper.city import city, download
from gaussmech.paper.city.city import load_city
from gaussmech.paper.city.sources import SOURCES, DownloadError
from gaussmech.paper.city.trips import read_trips
from gaussmech.paper.pipeline.config import with_lists

ROOT = Path(__file__).parents[3]
ROAD_FILE = SOURCES["download"].roads.name
SETTINGS = {"bandwidth_m": 100.0, "reach_m": 150.0, "sensitivity": 5.0, "max_trips": 5}
HEADER = (
    "pickup_datetime,pickup_lon,pickup_lat,dropoff_datetime,dropoff_lon,dropoff_lat"
)
POINTS = ("40.750 -73.980", "40.750 -73.979", "40.751 -73.979", "40.751 -73.980")
ROADS = "\n".join(
    ["4 6", *POINTS, "0 1 1", "1 2 1", "2 3 1", "3 0 1", "0 2 1", "1 3 1"]
)
AT = [",".join(reversed(point.split())) for point in POINTS]


def row(pickup, dropoff, *, at=(0, 2), day="2014-09-24", cab=None):
    ends = f"{day} {pickup}:00,{AT[at[0]]},{day} {dropoff}:00,{AT[at[1]]}"
    return ends if cab is None else f"{ends},{cab}"


@pytest.fixture
def folder(tmp_path):
    (folder := tmp_path / "square").mkdir()
    (folder / "manhattan_with_weights.txt").write_text(ROADS)
    return folder


def write_trips(folder, name, *rows, cabs=False):
    (folder / name).write_text("\n".join((HEADER + ",cab" * cabs, *rows)) + "\n")


def load(hours, seed=1, **changes):
    settings = SETTINGS | {"source": "files"} | changes
    return load_city(settings, hours=hours, download_folder="nowhere", seed=seed)


def test_files_end_to_end(folder):
    write_trips(
        folder, "a.csv", row("12:10", "12:20"), row("12:50", "13:05", at=(1, 3))
    )
    write_trips(
        folder,
        "b.csv",
        row("12:01", "12:02", at=(0, 0), day="2014-09-25"),
        "12,0,0,,0,0",
    )
    city = load(
        [12, 13], folder=str(folder), bandwidth_m=0, roads="manhattan_with_weights.txt"
    )
    # Junctions are ordered by (lat, lon): points 0, 1, 3, 2.
    assert city.maps[12].tolist() == [3, 1, 0, 1] and city.maps[13].tolist() == [
        0,
        0,
        1,
        0,
    ]
    facts = city.provenance
    assert json.loads(json.dumps(facts)) == facts
    assert str(folder.parent) not in json.dumps(facts)
    assert (facts["source"], facts["label"], facts["dates"]) == (
        "files",
        "files: square",
        [],
    )
    assert facts["counts"]["junctions"] == city.graph.n == 4
    assert {"trips": 3, "ends_used": 5}.items() <= facts["hours"]["12"].items()
    limit = {"rule": "assumed", "enforced": False, "worst_case_norm": 10.0}
    assert facts["contribution"] == limit | {"sensitivity": 5.0, "max_trips": 5}
    assert (facts["utility_simulation"], facts["note"]) == (False, None)
    _, one, _ = files = facts["files"]
    assert [file["name"] for file in files] == [ROAD_FILE, "a.csv", "b.csv"]
    digest = hashlib.sha256((folder / "a.csv").read_bytes()).hexdigest()
    assert (one["sha256"], one["hours"]) == (digest, [12, 13])


def test_files_dates_hours_and_weights(folder):
    rows = [
        row("12:10", "12:20"),
        row("12:30", "13:05", day="2014-09-25"),
        row("13:10", "13:50"),
    ]
    write_trips(folder, "a.csv", *rows)
    (folder / "unused.csv").write_text("never read")
    entries = [
        {
            "file": "a.csv",
            "hours": [12],
            "date": datetime.date(2014, 9, 25),
            "weight": 10,
        },
        {"file": "a.csv", "hours": [13]},
        {"file": "unused.csv", "hours": [5]},
    ]
    city = load([12, 13], folder=folder, trips=entries, bandwidth_m=50)
    assert [city.maps[hour].sum() for hour in (12, 13)] == pytest.approx([10, 3])
    facts = city.provenance
    assert facts["dates"] == ["2014-09-25"] and facts["utility_simulation"]
    assert "a utility simulation, not a release" in facts["note"]
    # Weighted hours are marked one by one; the bound is that of an hour that is a release.
    assert facts["contribution"]["worst_case_norm"] == 10
    assert [facts["hours"][hour]["utility_simulation"] for hour in ("12", "13")] == [
        True,
        False,
    ]
    assert [file["weight"] for file in facts["files"]] == [None, 10, 1]
    # Without the weighted file the map is no simulation.
    assert not load([13], folder=folder, trips=entries).provenance["utility_simulation"]


def test_contribution_follows_the_cab_ids(folder):
    write_trips(
        folder, "a.csv", *[row("12:10", "12:20", at=(0, 0), cab="x")] * 5, cabs=True
    )
    write_trips(folder, "b.csv", row("13:10", "13:20"))
    city = load([12], folder=folder, trips=[{"file": "a.csv"}], bandwidth_m=0)
    limit = {"rule": "clip", "enforced": True, "worst_case_norm": 5}
    assert limit.items() <= city.provenance["contribution"].items()
    assert (
        city.maps[12][0] == city.provenance["hours"]["12"]["mass"] == pytest.approx(5)
    )
    assert city.provenance["hours"]["12"]["cabs_clipped"] == 1
    two_hours = load([12, 13], folder=folder)
    assert two_hours.provenance["contribution"]["rule"] == "assumed"
    assert two_hours.maps[12].sum() == pytest.approx(10)
    few = load(
        [12],
        folder=folder,
        trips=[{"file": "a.csv"}],
        contribution="trips",
        max_trips=2,
    )
    norm = few.provenance["contribution"]["worst_case_norm"]
    assert few.maps[12].sum() == pytest.approx(norm) == 4
    for rule in ("clip", "trips"):
        message = (
            f"heatmap.contribution is '{rule}', but b.csv has no cab ids; .*assumed"
        )
        with pytest.raises(ValueError, match=message):
            load([12, 13], folder=folder, contribution=rule)


def test_a_cab_is_one_cab_in_all_files(folder):
    write_trips(
        folder, "a.csv", *[row("12:10", "12:20", at=(0, 0), cab="x")] * 2, cabs=True
    )
    write_trips(
        folder, "b.csv", *[row("12:30", "12:40", at=(0, 0), cab="x")] * 2, cabs=True
    )
    write_trips(folder, "c.csv", row("12:30", "12:40", at=(2, 2), cab="y"), cabs=True)
    city = load([12], folder=folder, bandwidth_m=0)
    assert {"trips": 5, "cabs": 2}.items() <= city.provenance["hours"]["12"].items()
    assert city.maps[12].tolist() == [5, 0, 0, 2]
    few = load([12], folder=folder, bandwidth_m=0, contribution="trips", max_trips=3)
    assert few.provenance["hours"]["12"]["trips_left_out"] == 1


def test_the_choice_of_trips_depends_on_seed_and_hour_alone(folder):
    rows = [
        row(f"0{h}:10", f"0{h}:20", at=(k, k), cab="x")
        for h in (7, 8)
        for k in range(4)
    ]
    write_trips(folder, "a.csv", *rows, cabs=True)
    choice = {
        "folder": folder,
        "contribution": "trips",
        "max_trips": 1,
        "bandwidth_m": 0,
    }
    two_hours, one_hour, reversed_hours = (
        load(hours, **choice) for hours in ([7, 8], [8], [8, 7])
    )
    assert (two_hours.maps[8] == one_hour.maps[8]).all() and (
        two_hours.maps[7] == reversed_hours.maps[7]
    ).all()
    maps = [load([7, 8], seed=seed, **choice).maps for seed in range(8)]
    assert {int(map_[8].argmax()) for map_ in maps} == {0, 1, 2, 3}
    assert any(map_[7].argmax() != map_[8].argmax() for map_ in maps)


def test_an_hour_without_ends_within_reach(folder):
    with pytest.raises(
        FileNotFoundError, match=r"square'; it holds no trips: \.csv, \.csv\.gz"
    ):
        load([12], folder=folder)
    far = "2014-09-24 12:10:00,-74.1,40.75,2014-09-24 12:20:00,0,0"
    near = "2014-09-24 12:10:00,-73.9813,40.7488,2014-09-24 13:20:00,,"
    write_trips(folder, "a.csv", far, near)
    message = r"within 150 m of a junction in a\.csv; dropped: missing 1, outside 1, too_far 1$"
    with pytest.raises(ValueError, match=f"^hour 12 has no trip end {message}"):
        load([12], folder=folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"source": "web"},
            "heatmap.source is 'web'; allowed are 'auto', 'download', 'samples'",
        ),
        (
            {"contribution": "none"},
            "heatmap.contribution is 'none'; allowed are 'auto', 'clip'",
        ),
        (
            {"folder": None},
            "heatmap.folder is None; heatmap.source 'files' needs a folder",
        ),
        ({"bandwidth_m": -1}, "bandwidth_m is -1"),
        ({"bandwidth_m": np.nan}, "bandwidth_m is nan"),
        ({"sensitivity": "5", "contribution": "clip"}, "sensitivity is '5'"),
        ({"sensitivity": 0}, "sensitivity is 0"),
        ({"max_trips": 0, "contribution": "trips"}, "max_trips is 0"),
        ({"max_trips": 2.5, "contribution": "assumed"}, "max_trips is 2.5"),
        ({"trips": [{"file": "a.csv", "date": "1.2.2014"}]}, "date is '1.2.2014'"),
        (
            {"trips": [{"file": "a.csv", "hours": [1]}]},
            "12 has no file: none of heatmap.trips lis",
        ),
        ({"trips": [{"file": "b.csv"}]}, "b.csv: there is no such trip file"),
        ({"folder": "missing"}, "heatmap.folder is 'missing'; there is no such folder"),
        (
            {"roads": "x.txt"},
            "heatmap.roads is 'x.txt'; .* neither that file nor x.txt.gz",
        ),
    ],
)
def test_settings_are_checked(changes, message, folder):
    write_trips(folder, "a.csv", row("12:10", "12:20", cab="x"), cabs=True)
    with pytest.raises((ValueError, FileNotFoundError), match=message):
        load([12], **{"folder": folder} | changes)


def test_a_wrong_date_is_told_with_those_of_the_file(folder):
    days = [f"2015-01-{day:02}" for day in (10, 11, 12, 13, 14, 15, 16)]
    write_trips(folder, "a.csv", *[row("12:10", "12:20", day=day) for day in days])
    write_trips(
        folder, "b.csv", row("12:10", "12:20"), row("13:10", "13:20", day=days[0])
    )
    for entry, dates in (
        (
            {"file": "a.csv", "date": "2014-09-24"},
            "2015-01-10, 2015-01-11, ..., 2015-01-15",
        ),
        (
            {"file": "b.csv", "date": datetime.date(2015, 1, 10)},
            "2014-09-24, 2015-01-10",
        ),
    ):
        message = f"^heatmap.trips: {entry['file']} has no trip of {entry['date']} in the hours 12;"
        with pytest.raises(ValueError, match=f"{message} its dates are {dates}"):
            load([12], folder=folder, trips=[entry])
    # A file that serves all hours need not have trips of its date in each.
    entries = [{"file": "a.csv", "date": days[3]}, {"file": "b.csv"}]
    assert load([12, 13], folder=folder, trips=entries).maps[13].sum() == pytest.approx(
        2
    )


def test_nothing_but_the_sources_names_a_city():
    city_names = re.compile("New York|cityofnewyork|taxivis|nycTaxi", re.IGNORECASE)
    code = [*(ROOT / "gaussmech").rglob("*.py"), *(ROOT / "workflow").rglob("*.*")]
    modules = {
        path.name for path in code if city_names.search(path.read_text(errors="ignore"))
    }
    assert modules == {"sources.py"}
    schema = yaml.safe_load((ROOT / "workflow/schemas/config.schema.yaml").read_text())
    known = with_lists(schema)["properties"]["heatmap"]["properties"]["source"]
    assert known["enum"] == ["auto", *SOURCES, "files", "stand-in"]


@pytest.mark.parametrize("fails, source_name", list(enumerate([*SOURCES, "stand-in"])))
def test_the_sources_are_tried_in_their_order(
    fails, source_name, folder, monkeypatch, caplog
):
    """The paper's day, the samples, the synthetic city; each says why it is not the first."""
    labels = []
    within_the_hour = row("12:10", "12:20")
    ends_later = row("12:50", "13:10", at=(1, 1))
    starts_earlier = row("11:50", "12:05", at=(1, 3))
    other_day = row("12:10", "12:20", day="2014-09-23")
    write_trips(
        folder,
        "trips.csv",
        starts_earlier,
        within_the_hour,
        within_the_hour,
        ends_later,
        other_day,
    )

    def fetch_city(folder_name, hours, source):
        labels.append(source.label)
        if len(labels) <= fails:
            raise DownloadError(
                f"{folder_name}/{len(labels)}.csv: no connection: no route"
            )
        about = {"hours": hours, "date": "2014-09-24", "weight": 1.0, "sample": None}
        about |= {"address": "https://x/trips.csv", "sha256": "t" * 64}
        return {"path": folder / ROAD_FILE}, [{"path": folder / "trips.csv"} | about]

    monkeypatch.setattr(download, "fetch_city", fetch_city)
    arguments = {"hours": [12], "download_folder": folder / "kept", "seed": 1}
    settings = SETTINGS | {"source": "auto", "folder": None, "bandwidth_m": 0}
    loaded = load_city(settings, **arguments)
    facts = loaded.provenance
    reasons = [f"kept/{k + 1}.csv: no connection: no route" for k in range(fails)]
    assert labels == [source.label for source in SOURCES.values()][: fails + 1]
    failure = facts.get("download_failed", "")
    # One line without the addresses, which are in the log.
    city = "a made-up city" if source_name == "stand-in" else facts["label"]
    line = (
        f"no network: maps show {city}; put the files into a folder (data/README.md),"
    )
    assert failure.startswith(line) if fails else not failure
    message = f"{failure} ({'; '.join(reasons)})"
    assert caplog.messages == [message] * (fails > 0)
    for source in [*SOURCES][:fails]:
        labels.clear()
        with pytest.raises(DownloadError, match=r"no connection.*; put the files into"):
            load_city(settings | {"source": source}, **arguments)
    assert facts["source"] == source_name and json.loads(json.dumps(facts)) == facts
    if source_name == "stand-in":
        assert facts["label"] == "synthetic city" and "synthetic city" in facts["note"]
        assert (facts["files"], facts["dates"], facts["contribution"]["rule"]) == (
            [],
            [],
            "clip",
        )
        assert facts["counts"]["junctions"] == loaded.graph.n
        assert loaded.maps[12].sum() == pytest.approx(facts["hours"]["12"]["mass"])
        return
    assert loaded.maps[12].tolist() == [2, 1, 1, 2]  # each end counts once
    assert (facts["label"], facts["dates"]) == (
        SOURCES[source_name].label,
        ["2014-09-24"],
    )
    assert (facts["hours"]["12"]["trips"], facts["hours"]["12"]["days"]) == (
        4,
        "2014-09-24",
    )
    assert (
        facts["contribution"]["rule"] == "assumed"
        and facts["files"][1]["sha256"] == "t" * 64
    )
    with pytest.raises(
        ValueError, match="heatmap.contribution is 'clip', but .*has no cab ids"
    ):
        load_city(
            settings | {"source": source_name, "contribution": "clip"}, **arguments
        )


def test_days_in_words():
    for first, last, words in (
        ("2016-03-01", "2016-03-01", "2016-03-01"),
        ("2016-03-01", "2016-03-31", "March 2016"),
        ("2016-01-01", "2016-06-30", "January to June 2016"),
        ("2015-01-01", "2016-01-31", "January 2015 to January 2016"),
        ("2016-01-02", "2016-06-30", "2016-01-02 to 2016-06-30"),
    ):
        assert city._days_in_words(pd.Series(pd.to_datetime([last, first]))) == words


@pytest.mark.full
def test_the_samples(shared_data, tmp_path, manhattan, monkeypatch):
    monkeypatch.setattr(requests, "get", None)  # all is there
    cached_read_trips = functools.cache(read_trips)
    monkeypatch.setattr(
        city, "read_trips", lambda path: cached_read_trips(Path(path).resolve()).copy()
    )
    (tmp_path / "taxis.RData").symlink_to(shared_data / "raw_binfer_taxis.RData")
    sample = shared_data / "raw_kaggle_2016H1_sample.csv.gz"
    (tmp_path / "train-sample0.05.csv.gz").symlink_to(sample)
    roads = (shared_data / f"raw_taxivis_{ROAD_FILE}.gz").read_bytes()
    (tmp_path / ROAD_FILE).write_bytes(gzip.decompress(roads))
    arguments = {"hours": [0, 12, 20], "seed": 1}
    loaded = load_city(
        SETTINGS | {"source": "samples"}, download_folder=tmp_path, **arguments
    )
    facts = loaded.provenance
    assert json.loads(json.dumps(facts)) == facts
    assert (facts["source"], facts["dates"]) == ("samples", ["2015-01-10"])
    night = facts["hours"]["0"]
    noon = facts["hours"]["12"]
    assert (night["days"], night["sample"], night["weights"]) == (
        "2015-01-10",
        None,
        [1.0],
    )
    assert (noon["days"], noon["sample"]) == ("January to June 2016", "a 5 % sample")
    assert (noon["weights"], noon["utility_simulation"]) == ([6.0], True)
    assert facts["hours"]["20"]["ends_used"] == 3_936 + 3_851
    # Counted in the CSV extracts of the same files; one end lay within 1 m of the reach there.
    assert night["ends_used"] == pytest.approx(23_780 + 21_643, abs=2)
    assert noon["mass"] == pytest.approx(6 * (3_452 + 3_431))
    config = yaml.safe_load((ROOT / "tests/real.yaml").read_text())["heatmap"]
    config |= {
        "folder": ROOT / config["folder"],
        "roads": f"raw_taxivis_{ROAD_FILE}",
    }  # or .gz
    from_config = load_city(SETTINGS | config, download_folder="nowhere", **arguments)
    for hour in arguments["hours"]:
        assert np.array_equal(from_config.maps[hour], loaded.maps[hour])
        assert from_config.provenance["hours"][str(hour)] == facts["hours"][str(hour)]
    graph, counts = manhattan
    assert (
        from_config.graph.n == graph.n
        and from_config.provenance["counts"] == facts["counts"] == counts
    )
    assert from_config.provenance["files"][0]["name"] == f"raw_taxivis_{ROAD_FILE}.gz"
