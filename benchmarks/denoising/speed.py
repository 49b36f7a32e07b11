"""Seconds and memory of denoising at the sizes of a city, a hundred thousand and a million."""

import numpy as np
from tqdm import tqdm

from benchmarks.denoising.peers import PEERS
from benchmarks.denoising.quality import rmse
from benchmarks.graphs import SIGMA, grid, street_counts
from benchmarks.measure import apart, best, peak_bytes
from gaussmech import denoise
from gaussmech.graphs.denoise import METHODS
from gaussmech.graphs.field import FieldPrior

PENALTIES = np.geomspace(0.25, 16, 10)  # of a peer, which offers no way to choose

FIRST_USE = "denoise(np.array([40.0, 60.0, 900.0, 30.0]), 1.0, square, rng=1)"


def speed_rows(case):
    """Dicts of the city's graph, then of large grids, each in a process of its own."""
    rows = city_rows(case.graph, list(case.at_100.values()), case.repeats)
    cases = [("auto", case.sides[0], 2), ("forest", case.sides[1], 2)]
    cases += [(peer, side, 1) for side in case.sides for peer in PEERS]
    for name, side, times in tqdm(cases, desc="large grids", leave=False):
        found = apart(large_rows, name, side, times)
        if isinstance(found, str):
            found = [{"work": name, "vertices": side * side, "note": found}]
        rows += found
    return rows


def city_rows(graph, truths, repeats):
    """The first of the maps by every method, and auto's slowest: its climb is longer on some."""
    warm(graph)
    rows = [
        fitted(name, graph, truths[0], repeats)[0]
        for name in ("forest", "field", "auto")
    ]
    others = [fitted("auto", graph, truth, repeats)[0] for truth in truths[1:]]
    slowest = max([rows[-1], *others], key=lambda row: row["seconds"])
    prior, _ = best(lambda: FieldPrior(graph), repeats)
    rows += [slowest | {"work": "auto, slowest hour"}]
    rows += [_row("prior of the field, once a graph", graph, prior)]
    return rows + [by_peer(peer, graph, truths[0], repeats) for peer in PEERS]


def large_rows(work, side, repeats):
    """Rows of a method or peer on a grid; auto's prior is built before, and counted apart."""
    graph, rows = grid(side), []
    truth = street_counts(graph)
    if work in PEERS:
        row = by_peer(work, graph, truth, repeats)
    else:
        warm(grid(9))
        if work == "auto":
            seconds, tiles = best(lambda: len(FieldPrior(graph).tiles), 1)
            name = f"prior of the field, {tiles} tiles, once a graph"
            rows = [_row(name, graph, seconds)]
        row, fit = fitted(work, graph, truth, repeats)
        row["note"] = "states {:.4g} to {:.4g}".format(*fit.risk_interval)
    return [row | {"megabytes": peak_bytes() / 2**20}, *rows]


def warm(graph):
    """Load the compiled code."""
    for method in METHODS:
        denoise(np.arange(graph.n, dtype=float), 1.0, graph, method=method, rng=1)


def fitted(method, graph, truth, repeats):
    """The row of a method, and its fit."""
    y = _noisy(truth)
    seconds, fit = best(lambda: denoise(y, SIGMA, graph, method=method, rng=1), repeats)
    return _row(method, graph, seconds, rmse(fit.x, truth)), fit


def by_peer(peer, graph, truth, repeats):
    """The row of one fit, at the penalty that the truth would choose."""
    y = _noisy(truth)
    try:
        fit = PEERS[peer](graph)
        tried = {
            penalty: rmse(fit(y, penalty * SIGMA, SIGMA), truth)
            for penalty in PENALTIES
        }
    except ImportError:
        return _row(peer, graph, np.nan, note="not installed")
    chosen = min(tried, key=tried.get)
    seconds, _ = best(lambda: fit(y, chosen * SIGMA, SIGMA), repeats)
    return _row(peer, graph, seconds, tried[chosen], "the truth chose")


def _noisy(truth):
    # Another seed than that of `street_counts`, or the noise would be the truth's own.
    return truth + SIGMA * np.random.default_rng(2).standard_normal(len(truth))


def _row(work, graph, seconds, error=np.nan, note=""):
    row = {"work": work, "vertices": graph.n, "seconds": seconds}
    return row | {"megabytes": np.nan, "rmse": error, "note": note}
