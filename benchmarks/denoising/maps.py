"""True maps to which noise is added: a city's hours, other places, and maps that break assumptions.

The assumptions of the denoisers are that a map is non-negative, smooth along streets or piecewise
constant, and of moderate size (`unusual_maps`).
"""

import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml
from scipy.sparse.csgraph import dijkstra

from benchmarks.graphs import SIGMA, neighbour_means, street_counts
from gaussmech import Graph
from gaussmech.graphs._adjacency import adjacency_matrix
from gaussmech.paper.city.city import load_city
from gaussmech.paper.experiments.randomness import generator

ROOT = Path(__file__).parents[2]
REGIONS = 25
SPIKES = 30
# In heavy noise, the standard deviation of the noise is this many times that of the map.
HEAVY_NOISE = 2.5
# A sparse map is 0 but on this share of the junctions.
SPARSE_SHARE = 0.02
UNRELATED = "unrelated maps"


class TrueMap(NamedTuple):
    """One map of the quality table, in a group of like maps."""

    group: str
    name: str
    graph: Graph
    f: np.ndarray


def data_overlay(folder):
    """Return the configuration of the city: the files in `folder`, or the synthetic city."""
    if folder is None:
        return {"heatmap": {"source": "stand-in"}}
    overlay = yaml.safe_load((ROOT / "tests" / "real.yaml").read_text())
    overlay["heatmap"]["folder"] = str(Path(folder).resolve())
    return overlay


def city_groups(graph, maps):
    """Return the TrueMaps of {(hour, bandwidth): map}, with a group per bandwidth."""
    by_bandwidth = sorted(maps, key=lambda key: key[::-1])
    return [
        TrueMap(f"the city, {bandwidth} m", f"{hour} h", graph, maps[hour, bandwidth])
        for hour, bandwidth in by_bandwidth
    ]


def elsewhere(folder):
    """Return the TrueMaps of a folder of networks, which are npz files.

    A file holds `edges` (m, 2), `names` (K,) and `maps` (K, n) and, if known, `lon`, `lat` and
    `length`. A name ends in the width of its kernel, if there is one: crash_200m. The maps of all
    widths above 0 are one group.
    """
    true_maps = []
    for path in sorted(folder.glob("*.npz")):
        arrays = np.load(path)
        graph = _graph_of(arrays)
        place = path.stem.replace("_", " ")
        for name, f in zip(arrays["names"], arrays["maps"], strict=True):
            group = place + _kernel_suffix(name)
            true_maps.append(TrueMap(group, str(name), graph, f.astype(float)))
    return true_maps


def _graph_of(arrays):
    """Return the Graph of the arrays of one file."""
    key_of_argument = {"length_m": "length", "lon": "lon", "lat": "lat"}
    geometry = {}
    for argument, key in key_of_argument.items():
        if key in arrays:
            geometry[argument] = arrays[key].astype(float)
    return Graph(arrays["maps"].shape[1], arrays["edges"], **geometry)


def _kernel_suffix(name):
    """Return what a map's name adds to its group: whether a kernel has spread the events."""
    width = re.search(r"_(\d+)m$", name)
    if not width:
        return ""
    return ", 0 m" if width[1] == "0" else ", kernels"


def city_maps(folder, hours, bandwidths, seed=1):
    """Return the label, the graph and {(hour, bandwidth): map} of a city.

    `folder` has the files of tests/real.yaml; None takes the synthetic city.
    """
    settings = yaml.safe_load((ROOT / "config/config.yaml").read_text())["heatmap"]
    settings |= data_overlay(folder)["heatmap"]
    maps = {}
    for bandwidth in bandwidths:
        settings["bandwidth_m"] = bandwidth
        city = load_city(settings, hours=list(hours), download_folder="data", seed=seed)
        for hour in hours:
            maps[hour, bandwidth] = city.maps[hour]
    label = settings["label"] if folder else city.provenance["label"]
    return label, city.graph, {key: maps[key] for key in sorted(maps)}


def joint_cases(graph, maps, bandwidths=(60, 100, 250)):
    """Return {case: (K, n)}: the K hours of each available bandwidth, and K unrelated maps."""
    hours = sorted({hour for hour, _ in maps})
    cases = {}
    for bandwidth in bandwidths:
        if (hours[0], bandwidth) in maps:
            name = f"{len(hours)} hours, {bandwidth} m"
            cases[name] = np.array([maps[hour, bandwidth] for hour in hours])
    unrelated = [street_counts(graph, seed=[3, k]) for k in range(len(hours))]
    cases[UNRELATED] = np.array(unrelated)
    return cases


def unusual_maps(graph, city_map, draw):
    """Return {name: (map, sigma)}; the random maps are drawn anew for each `draw`."""
    cases = {
        "map + 500": (city_map + 500, SIGMA),
        "map - 20": (city_map - 20, SIGMA),
        "map * 0.01": (0.01 * city_map, 0.01 * SIGMA),
    }
    for top, sigma in ((40, 10), (100, 40)):
        rng = generator(1, "regions", top, draw)
        cases[f"{REGIONS} regions in [0, {top}]"] = top * regions(graph, rng), sigma
    for offset in (0, 10):
        rng = generator(1, "spikes", offset, draw)
        truth = np.full(graph.n, float(offset))
        truth[rng.choice(graph.n, SPIKES, replace=False)] += rng.uniform(
            200, 600, SPIKES
        )
        cases[f"{SPIKES} spikes on {offset}"] = truth, 40
    for mean, spread, sigma in ((3, 1, 40), (3, 1, 10), (3, 1, 5), (2, 1.5, 20)):
        rng = generator(1, "log-normal", mean, spread, draw)
        truth = rng.lognormal(mean, spread, graph.n)
        cases[f"white exp N({mean}, {spread:g}²), σ {sigma}"] = truth, sigma
    for name, truth in heavy_noise_maps(graph, draw).items():
        cases[f"{name}, σ {HEAVY_NOISE:g} sd"] = truth, HEAVY_NOISE * truth.std()
    return cases


def heavy_noise_maps(graph, draw):
    """Return {name: map} of signed and sparse maps, for noise of HEAVY_NOISE times their spread."""
    rng = generator(1, "heavy noise", draw)
    smooth = neighbour_means(graph, rng.standard_normal(graph.n), rounds=6)
    smooth /= smooth.std()
    is_spike = rng.random(graph.n) < SPARSE_SHARE
    height = rng.uniform(3, 8, graph.n)
    sign = rng.choice([-1.0, 1.0], graph.n)
    return {
        "signed, smooth": smooth,
        "signed, smooth + 1 sd": smooth + 1,
        "sparse": is_spike * height,
        "signed, sparse": is_spike * height * sign,
    }


def regions(graph, rng, count=REGIONS):
    """Return a piecewise constant map (n,) with values in [0, 1].

    Each junction has the value of the nearest, along the streets, of `count` random junctions.
    """
    length = np.ones(graph.m) if graph.length_m is None else graph.length_m
    streets = adjacency_matrix(graph.n, graph.edges, length)
    centres = rng.choice(graph.n, count, replace=False)
    nearest = dijkstra(streets, directed=False, indices=centres).argmin(axis=0)
    return rng.uniform(0, 1, count)[nearest]
