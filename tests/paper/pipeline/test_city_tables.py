"""Cities as tables: maps that were made apart are those that are made together."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

from gaussmech.paper.city.city import load_city
from gaussmech.paper.pipeline.city_tables import joined, read_graph, read_maps, write_city

SETTINGS = {"source": "stand-in", "bandwidth_m": 100, "reach_m": 150, "max_trips": 5}
SETTINGS |= {"sensitivity": 5.0}
NAMES = {"junctions": "csv", "roads": "csv", "truth": "csv", "city": "json", "provenance": "json"}


def files(folder):
    return SimpleNamespace(**{name: folder / f"{name}.{kind}" for name, kind in NAMES.items()})


def city(*hours):
    """Maps of some hours of the synthetic city."""
    return load_city(SETTINGS, hours=list(hours), download_folder="data", seed=1)


def written(cities, folder):
    """The files of some cities by name, as a job has them."""
    places = [files(folder / str(number)) for number in range(len(cities))]
    for each, paths in zip(cities, places, strict=True):
        write_city(each, paths)
    return SimpleNamespace(**{name: [vars(paths)[name] for paths in places] for name in NAMES})


def test_cities_of_some_hours_are_joined_to_one(tmp_path):
    apart, whole = written([city(0, 8), city(3)], tmp_path), files(tmp_path)
    together = city(0, 3, 8)
    provenance = joined(apart, whole)
    assert provenance == json.loads(json.dumps(together.provenance))
    assert list(provenance["hours"]) == ["0", "3", "8"]
    for found in (read_maps(apart.truth), read_maps([whole.truth])):
        assert found.keys() == together.maps.keys()
        assert all(np.array_equal(found[hour], together.maps[hour]) for hour in found)
    assert np.array_equal(read_graph(apart).edges, together.graph.edges)
    again = files(tmp_path / "again")
    write_city(together, again)
    assert again.truth.read_bytes() == whole.truth.read_bytes()


OTHERS = [
    ("label", "New York", r"8 of synthetic city \(contribution: clip\); 3 of New York"),
    ("contribution", {"rule": "assumed"}, r"3 of synthetic city \(contribution: assumed\)"),
    ("counts", {"junctions": 7}, "must be alike"),
]


def test_cities_that_differ_are_refused_and_a_file_of_both_is_named_once(tmp_path):
    apart = written([city(8), city(3)], tmp_path)
    second = json.loads(apart.city[1].read_text())
    for key, other, told in OTHERS:
        apart.city[1].write_text(json.dumps(second | {key: other}))
        told = f"{told}.*: set heatmap.source and .*make retry-download"
        with pytest.raises(ValueError, match=told):
            joined(apart, files(tmp_path))
    apart.city[1].write_text(json.dumps(second))
    trips = {"role": "trips", "name": "day.csv", "sample": None}
    for path, hours in zip(apart.city, ([8], [3]), strict=True):
        found = json.loads(path.read_text())
        files_ = [{"role": "roads", "name": "r.txt", "hours": None}, trips | {"hours": hours}]
        path.write_text(json.dumps(found | {"files": files_, "dates": [f"2016-01-0{hours[0]}"]}))
    provenance = joined(apart, files(tmp_path))
    assert [file["hours"] for file in provenance["files"]] == [None, [3, 8]]
    assert provenance["dates"] == ["2016-01-03", "2016-01-08"]
