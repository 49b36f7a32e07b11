"""Seconds and memory of denoising at the sizes of a city, a hundred thousand and a million."""

from functools import partial
from time import perf_counter

import numpy as np
from tqdm import tqdm

from benchmarks.denoising.peers import PEERS
from benchmarks.denoising.quality import rmse, warm
from benchmarks.graphs import SIGMA, grid, street_counts
from benchmarks.measure import apart, best, peak_bytes
from gaussmech import denoise
from gaussmech.graphs.field import FieldPrior

PENALTIES = np.geomspace(0.25, 16, 10)  # of a peer, which offers no way to choose

FIRST_USE = """
import time
import numpy as np
from gaussmech import Graph, denoise
start = time.perf_counter()
square = Graph(4, [[0, 1], [1, 2], [2, 3], [3, 0]])
denoise(np.array([40.0, 60.0, 900.0, 30.0]), 1.0, square, rng=1)
print(time.perf_counter() - start)
"""


def speed_rows(graph, maps, repeats, sides):
    """Dicts of work, vertices, seconds, megabytes, rmse: the city's graph, then large grids.

    `sides` are those of the grids of auto and of the forest, each in a process of its own.
    """
    rows = city_rows(graph, list(maps.values()), repeats)
    cases = [(large_fit, "auto", sides[0], 2), (large_fit, "forest", sides[1], 2)]
    cases += [(large_peer, peer, side, 1) for side in sides for peer in PEERS]
    for work, name, side, times in tqdm(cases, desc="large grids", leave=False):
        found = apart(work, name, side, times)
        if isinstance(found, str):
            found = [{"work": name, "vertices": side * side, "note": found}]
        rows += found
    return rows


def city_rows(graph, truths, repeats):
    """The first of the maps by every method, and auto's slowest: its climb is longer on some."""
    truth = truths[0]
    y = _noisy(truth)
    warm(graph)
    rows = []
    prior, _ = best(lambda: FieldPrior(graph), repeats)
    for method in ("forest", "field", "auto"):
        seconds, fit = best(lambda m=method: denoise(y, SIGMA, graph, method=m, rng=1), repeats)
        rows.append(_row(method, graph, seconds, error=rmse(fit.x, truth)))
    others = [
        (*best(partial(denoise, _noisy(f), SIGMA, graph, rng=1), repeats), f) for f in truths[1:]
    ]
    seconds, fit, slowest = max([(seconds, fit, truth), *others], key=lambda found: found[0])
    rows.append(_row("auto, slowest hour", graph, seconds, error=rmse(fit.x, slowest)))
    rows.append(_row("prior of the field, once a graph", graph, prior))
    for peer in PEERS:
        rows.append(peer_row(peer, graph, y, truth, repeats))
    return rows


def large_fit(method, side, repeats):
    """Rows of a method on a grid; the prior is built with the first fit, and counted apart."""
    warm(grid(9))
    graph, truth, y = _large(side)
    rows = []
    if method == "auto":
        start = perf_counter()
        tiles = len(FieldPrior(graph).tiles)
        name = f"prior of the field, {tiles} tiles, once a graph"
        rows = [_row(name, graph, perf_counter() - start)]
    seconds, fit = best(lambda: denoise(y, SIGMA, graph, method=method, rng=1), repeats)
    row = _row(method, graph, seconds, error=rmse(fit.x, truth))
    row["megabytes"] = peak_bytes() / 2**20
    row["note"] = "states {:.4g} to {:.4g}".format(*fit.risk_interval)
    return [row, *rows]


def large_peer(peer, side, repeats):
    graph, truth, y = _large(side)
    row = peer_row(peer, graph, y, truth, repeats)
    row["megabytes"] = peak_bytes() / 2**20
    return [row]


def peer_row(peer, graph, y, truth, repeats):
    """Seconds of one fit, at the penalty that the truth would choose."""
    try:
        fit = PEERS[peer](graph)
        tried = {penalty: rmse(fit(y, penalty * SIGMA, SIGMA), truth) for penalty in PENALTIES}
    except ImportError:
        return _row(peer, graph, np.nan) | {"note": "not installed"}
    chosen = min(tried, key=tried.get)
    seconds, _ = best(lambda: fit(y, chosen * SIGMA, SIGMA), repeats)
    return _row(peer, graph, seconds, error=tried[chosen]) | {"note": "the truth chose"}


def _large(side):
    graph = grid(side)
    truth = street_counts(graph)
    return graph, truth, _noisy(truth)


def _noisy(truth):
    # Another seed than that of `street_counts`, or the noise would be the truth's own.
    return truth + SIGMA * np.random.default_rng(2).standard_normal(len(truth))


def _row(work, graph, seconds, error=np.nan):
    row = {"work": work, "vertices": graph.n, "seconds": seconds}
    return row | {"megabytes": np.nan, "rmse": error, "note": ""}
