"""Spanning trees and tree wavelets beside what one would pick instead, in one run."""

import argparse
import os
import platform
from importlib import metadata
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.calibration.score import markdown
from benchmarks.calibration.speed import best_seconds
from benchmarks.first_use import first_use_seconds
from gaussmech import Graph, TreeWavelets, spanning_tree

LINES = 7

_FIRST_USE = """
import time
start = time.perf_counter()
import numpy as np
from gaussmech import Graph, TreeWavelets, spanning_tree
square = Graph(4, [[0, 1], [1, 2], [2, 3], [3, 0]])
imported = time.perf_counter()
w = TreeWavelets(square, spanning_tree(square, rng=np.random.default_rng(1)))
w.inverse(w.forward(np.ones(4)))
w.add_bands(np.ones(4), [1.0], np.zeros((4, 2, 1)))
print(time.perf_counter() - imported)
"""


def main():
    options = _options()
    options.output.mkdir(parents=True, exist_ok=True)
    compiled, loaded = first_use_seconds(_FIRST_USE)
    rows = list(tqdm(lines(options), total=LINES, desc="trees", leave=False))
    report = "\n\n".join(
        [
            markdown(table(rows)),
            f"Not in the table: compiling, once per machine, {compiled:.1f} s; loading the compiled"
            f" code, once per process, {loaded:.2f} s.",
            _machine(options),
        ]
    )
    (options.output / "trees.md").write_text(report + "\n")
    print(report)


def _options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("results/bench"))
    parser.add_argument("--side", type=int, default=1000, help="of the large grid")
    parser.add_argument("--town", type=int, default=62, help="side of a grid of a town's size")
    parser.add_argument("--small", type=int, default=12, help="side of a grid networkx can finish")
    parser.add_argument("--repeats", type=int, default=7)
    return parser.parse_args()


def lines(options):
    """(work, vertices, our seconds, the peer, its seconds)."""
    rng = np.random.default_rng(1)
    repeats = options.repeats
    warm(rng)

    small = grid(options.small)
    other = nx.Graph(small.edges.tolist())
    ours = best_seconds(spanning(small), rng, repeats=repeats)
    theirs = best_seconds(lambda: nx.random_spanning_tree(other, seed=1), repeats=1)
    yield "uniform spanning tree", small.n, ours, "networkx random_spanning_tree", theirs

    town = grid(options.town)
    seconds = best_seconds(forest(town, 100), rng, repeats=repeats)
    yield "100 uniform trees, builds, transforms", town.n, seconds, "", None

    large = grid(options.side)
    seconds = best_seconds(Graph, large.n, large.edges, repeats=repeats)
    yield "the graph, from its edges", large.n, seconds, "", None
    seconds = best_seconds(lambda: first_tree(large, rng), repeats=repeats)
    yield "uniform tree and build, a new graph", large.n, seconds, "", None
    seconds = best_seconds(forest(large, 1), rng, repeats=repeats)
    yield "uniform tree, build, transform", large.n, seconds, "", None

    wavelets = TreeWavelets(large, spanning_tree(large, rng=rng))
    x = rng.random(large.n)
    theirs = best_seconds(np.sort, x, repeats=repeats)
    ours = best_seconds(wavelets.forward, x, repeats=repeats)
    yield "forward transform", large.n, ours, "np.sort of the signal", theirs
    ours = best_seconds(wavelets.inverse, x, repeats=repeats)
    yield "inverse transform", large.n, ours, "np.sort of the signal", theirs


def grid(side):
    vertex = np.arange(side * side).reshape(side, side)
    across = np.column_stack([vertex[:, :-1].ravel(), vertex[:, 1:].ravel()])
    down = np.column_stack([vertex[:-1].ravel(), vertex[1:].ravel()])
    return Graph(side * side, np.concatenate([across, down]))


def warm(rng):
    """Load the compiled code."""
    small = grid(3)
    forest(small, 1)(rng)
    TreeWavelets(small, spanning_tree(small, rng=rng)).inverse(np.ones(small.n))


def spanning(graph):
    return lambda rng: spanning_tree(graph, rng=rng)


def forest(graph, trees):
    x = np.random.default_rng(2).random(graph.n)

    def work(rng):
        for _ in range(trees):
            TreeWavelets(graph, spanning_tree(graph, rng=rng)).forward(x)

    return work


def first_tree(graph, rng):
    """On a graph that has not yet worked out its components and chains."""
    graph = Graph(graph.n, graph.edges)
    TreeWavelets(graph, spanning_tree(graph, rng=rng))


def table(rows):
    texts = [
        {
            "work": work,
            "vertices": f"{vertices:,}",
            "gaussmech, ms": digits(1e3 * ours),
            "peer": peer,
            "peer, ms": digits(1e3 * theirs) if peer else "",
            "peer / gaussmech": "×" + digits(theirs / ours) if peer else "",
        }
        for work, vertices, ours, peer, theirs in rows
    ]
    return pd.DataFrame(texts)


def digits(value):
    """Three digits without an exponent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _machine(options):
    versions = ", ".join(
        f"{name} {metadata.version(name)}" for name in ("numpy", "numba", "scipy", "networkx")
    )
    return (
        f"Square grids. Best of {options.repeats} runs (networkx: one), one core, code compiled."
        f" Python {platform.python_version()}, {versions}, {os.cpu_count()} {platform.machine()}"
        " cores."
    )
