"""A city as tables: what is written comes back."""

from types import SimpleNamespace

import numpy as np

from gaussmech.paper.city.city import load_city
from gaussmech.paper.pipeline.city_tables import read_city, write_city

SETTINGS = {"source": "files", "folder": "config/examples/city", "roads": "roads.txt"}
SETTINGS |= {"trips": [{"file": "day.csv", "date": "2030-05-02"}], "max_trips": 5}
SETTINGS |= {"bandwidth_m": 100, "reach_m": 150, "sensitivity": 5.0}
SETTINGS |= {"contribution": "auto"}
NAMES = {"junctions": "csv", "roads": "csv", "truth": "csv", "city": "json"}


def test_a_city_comes_back_from_its_tables(tmp_path):
    city = load_city(SETTINGS, hours=[8, 12, 16], download_folder="data", seed=1)
    files = {name: tmp_path / f"{name}.{kind}" for name, kind in NAMES.items()}
    paths = SimpleNamespace(**files)
    write_city(city, paths)
    graph, maps, source = read_city(paths)
    assert np.array_equal(graph.edges, city.graph.edges)
    assert np.array_equal(graph.weights, city.graph.weights)
    assert np.array_equal(graph.lon, city.graph.lon)
    assert list(maps) == [8, 12, 16] and source == "files"
    assert all(np.array_equal(maps[hour], city.maps[hour]) for hour in maps)
    assert list(read_city(paths, [12, 8])[1]) == [8, 12]
