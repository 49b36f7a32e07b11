"""Seconds and memory of denoising at the sizes of a city, a hundred thousand and a million."""

import numpy as np
from tqdm import tqdm

from benchmarks.denoising.quality import rmse
from benchmarks.graphs import SIGMA, grid, street_counts
from benchmarks.measure import apart, best, peak_bytes
from benchmarks.peers import PEERS
from gaussmech import denoise
from gaussmech.graphs.denoise import DENOISING_METHODS
from gaussmech.graphs.field import FieldPrior

# These penalties are tried for a peer, which offers no way to choose one.
PENALTIES = np.geomspace(0.25, 16, 10)

FIRST_USE = "denoise(np.array([40.0, 60.0, 900.0, 30.0]), 1.0, square, rng=1)"
# What is said of a peer that does not tune itself.
CHOICE = "penalty chosen by looking at the true map"


def speed_rows(case):
    """Return a dict per measurement: on the city's graph, then on large grids.

    A grid is measured in a process of its own, because the peak of memory is that of a process.
    """
    side_of_auto, side_of_forest = case.sides
    calls = [("auto", side_of_auto, 2), ("forest", side_of_forest, 2)]
    calls += [(peer, side, 1) for side in case.sides for peer in PEERS]
    rows = city_rows(case.graph, list(case.at_100.values()), case.repeats)
    for name, side, repeats in tqdm(calls, desc="large grids", leave=False):
        rows_or_failure = apart(large_rows, name, side, repeats)
        if isinstance(rows_or_failure, str):
            failure = {"work": name, "vertices": side * side, "note": rows_or_failure}
            rows_or_failure = [failure]
        rows += rows_or_failure
    return rows


def city_rows(graph, truths, repeats):
    """Return the rows of the city's graph: every method on the first map, and auto on all.

    The slowest map of auto has a row of its own, because the search for the field's parameters
    takes longer on some maps than on others.
    """
    load_compiled_code(graph)
    first, *others = truths
    rows = [
        method_row(method, graph, first, repeats)[0]
        for method in ("forest", "field", "auto")
    ]
    auto_rows = [rows[-1]]
    for truth in others:
        row, _ = method_row("auto", graph, truth, repeats)
        auto_rows.append(row)
    slowest = max(auto_rows, key=lambda row: row["seconds"])
    rows.append(slowest | {"work": "auto, slowest hour"})
    seconds, _ = best(lambda: FieldPrior(graph), repeats)
    rows.append(_row("prior of the field, once a graph", graph, seconds))
    for peer in PEERS:
        rows.append(peer_row(peer, graph, first, repeats))
    return rows


def large_rows(work, side, repeats):
    """Return the rows of a method or peer on a grid.

    The prior of auto is built before auto is timed, and has a row of its own.
    """
    graph = grid(side)
    truth = street_counts(graph)
    if work in PEERS:
        row = peer_row(work, graph, truth, repeats)
        return [row | {"megabytes": peak_bytes() / 2**20}]
    load_compiled_code(grid(9))
    prior_rows = []
    if work == "auto":
        seconds, tiles = best(lambda: len(FieldPrior(graph).tiles), 1)
        name = f"prior of the field, {tiles} tiles, once a graph"
        prior_rows.append(_row(name, graph, seconds))
    row, fit = method_row(work, graph, truth, repeats)
    row["note"] = "its stated interval: {:.4g} to {:.4g}".format(*fit.rmse_interval)
    row["megabytes"] = peak_bytes() / 2**20
    return [row, *prior_rows]


def load_compiled_code(graph):
    """Call every method once, so no timing includes the loading of compiled code."""
    for method in DENOISING_METHODS:
        denoise(np.arange(graph.n, dtype=float), 1.0, graph, method=method, rng=1)


def method_row(method, graph, truth, repeats):
    """Return the row of one of our methods, and its fit."""
    y = _add_noise(truth)
    seconds, fit = best(lambda: denoise(y, SIGMA, graph, method=method, rng=1), repeats)
    return _row(method, graph, seconds, rmse(fit.estimate, truth)), fit


def peer_row(peer, graph, truth, repeats):
    """Return the row of a peer, at the penalty with the least error on the true map."""
    y = _add_noise(truth)
    try:
        fit = PEERS[peer](graph)
        errors = {}
        for penalty in PENALTIES:
            errors[penalty] = rmse(fit(y, penalty * SIGMA, SIGMA), truth)
    except ImportError:
        return _row(peer, graph, np.nan, note="not installed")
    best_penalty = min(errors, key=errors.get)
    seconds, _ = best(lambda: fit(y, best_penalty * SIGMA, SIGMA), repeats)
    return _row(peer, graph, seconds, errors[best_penalty], CHOICE)


def _add_noise(truth):
    # The seed differs from that of `street_counts`. With the same one, the noise would repeat the
    # normal variables of which the true map is made.
    return truth + SIGMA * np.random.default_rng(2).standard_normal(len(truth))


def _row(work, graph, seconds, error=np.nan, note=""):
    return {
        "work": work,
        "vertices": graph.n,
        "seconds": seconds,
        "megabytes": np.nan,
        "rmse": error,
        "note": note,
    }
