"""A city as tables: what is written comes back."""

from types import SimpleNamespace

import numpy as np

from gaussmech.paper.city.city import load_city
from gaussmech.paper.pipeline.city_tables import read_graph, read_maps, write_city

SETTINGS = {"source": "stand-in", "bandwidth_m": 100, "reach_m": 150, "max_trips": 5}
SETTINGS |= {"sensitivity": 5.0}
NAMES = {"junctions": "csv", "roads": "csv", "truth": "csv", "city": "json"}


def test_a_city_comes_back_from_its_tables(tmp_path):
    city = load_city(SETTINGS, hours=[0, 3, 8], download_folder="data", seed=1)
    files = {name: tmp_path / f"{name}.{kind}" for name, kind in NAMES.items()}
    paths = SimpleNamespace(**files)
    write_city(city, paths)
    graph, maps = read_graph(paths), read_maps(paths.truth)
    assert np.array_equal(graph.edges, city.graph.edges)
    assert np.array_equal(graph.weights, city.graph.weights)
    assert np.array_equal(graph.lon, city.graph.lon)
    assert list(maps) == [0, 3, 8]
    assert all(np.array_equal(maps[hour], city.maps[hour]) for hour in maps)
    assert list(read_maps(paths.truth, [8, 0])) == [8, 0]
