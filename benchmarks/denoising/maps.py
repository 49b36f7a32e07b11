"""True maps: of a city's hours, of other places, and such as break what is taken for granted."""

import re
from typing import NamedTuple

import numpy as np
import yaml
from scipy.sparse.csgraph import dijkstra

from benchmarks.graphs import SIGMA, neighbour_means, street_counts
from benchmarks.workflow import ROOT, data_overlay
from gaussmech import Graph
from gaussmech.graphs._adjacency import adjacency_matrix
from gaussmech.paper.city.city import load_city
from gaussmech.paper.experiments.randomness import generator

REGIONS, SPIKES = 25, 30
HEAVY_NOISE = 2.5  # standard deviation of the noise over that of the map
SPARSE_SHARE = 0.02  # of the junctions
UNRELATED = "unrelated maps"


class TrueMap(NamedTuple):
    """One map of the quality table, in a group of like maps."""

    group: str
    name: str
    graph: Graph
    f: np.ndarray


def city_groups(graph, maps):
    """TrueMaps of {(hour, bandwidth): map}, a group per bandwidth."""
    order = sorted(maps, key=lambda key: key[::-1])
    return [TrueMap(f"the city, {b} m", f"{h} h", graph, maps[h, b]) for h, b in order]


def elsewhere(folder):
    """TrueMaps of a folder of networks (npz): edges, names, maps (K, n); lon, lat, length if known.

    A name ends in its kernel's width, if there is one: crash_200m; all widths are one group.
    """
    found = []
    for path in sorted(folder.glob("*.npz")):
        data = np.load(path)
        of = {"length_m": "length", "lon": "lon", "lat": "lat"}
        of = {name: data[key].astype(float) for name, key in of.items() if key in data}
        graph = Graph(data["maps"].shape[1], data["edges"], **of)
        place = path.stem.replace("_", " ")
        for name, f in zip(data["names"], data["maps"], strict=True):
            width = re.search(r"_(\d+)m$", name)
            kernel = "" if not width else ", 0 m" if width[1] == "0" else ", kernels"
            found.append(TrueMap(place + kernel, str(name), graph, f.astype(float)))
    return found


def city_maps(folder, hours, bandwidths, seed=1):
    """Label, graph, and {(hour, bandwidth): map}, of a folder's files or the synthetic city."""
    settings = yaml.safe_load((ROOT / "config/config.yaml").read_text())["heatmap"]
    settings, maps = settings | data_overlay(folder)["heatmap"], {}
    for bandwidth in bandwidths:
        settings["bandwidth_m"] = bandwidth
        city = load_city(settings, hours=list(hours), download_folder="data", seed=seed)
        maps |= {(hour, bandwidth): city.maps[hour] for hour in hours}
    label = settings["label"] if folder else city.provenance["label"]
    return label, city.graph, {key: maps[key] for key in sorted(maps)}


def joint_cases(graph, maps, bandwidths=(60, 100, 250)):
    """{case: (K, n)}: the hours of each bandwidth at hand, and as many unrelated maps."""
    hours = sorted({hour for hour, _ in maps})
    at_hand = [b for b in bandwidths if (hours[0], b) in maps]
    cases = {
        f"{len(hours)} hours, {b} m": [maps[hour, b] for hour in hours] for b in at_hand
    }
    cases[UNRELATED] = [street_counts(graph, seed=[3, k]) for k in range(len(hours))]
    return {case: np.array(of) for case, of in cases.items()}


def unusual_maps(graph, city_map, draw):
    """{name: (map, sigma)}; the random ones are others at each draw."""
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
    """{name: map}: signed and sparse maps, for noise of HEAVY_NOISE standard deviations."""
    rng = generator(1, "heavy noise", draw)
    smooth = neighbour_means(graph, rng.standard_normal(graph.n), rounds=6)
    smooth /= smooth.std()
    hit = rng.random(graph.n) < SPARSE_SHARE
    height, sign = rng.uniform(3, 8, graph.n), rng.choice([-1.0, 1.0], graph.n)
    return {
        "signed, smooth": smooth,
        "signed, smooth + 1 sd": smooth + 1,
        "sparse": hit * height,
        "signed, sparse": hit * height * sign,
    }


def regions(graph, rng, count=REGIONS):
    """A value in [0, 1] for the junctions nearest, along the streets, to each of `count`."""
    length = np.ones(graph.m) if graph.length_m is None else graph.length_m
    streets = adjacency_matrix(graph.n, graph.edges, length)
    centres = rng.choice(graph.n, count, replace=False)
    nearest = dijkstra(streets, directed=False, indices=centres).argmin(axis=0)
    return rng.uniform(0, 1, count)[nearest]
