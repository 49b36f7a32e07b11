"""Spanning trees and tree wavelets beside their peers: `python -m benchmarks.trees`."""

import networkx as nx
import numpy as np
import pandas as pd

from benchmarks.graphs import grid
from benchmarks.measure import best, first_use
from benchmarks.report import digits, machine, parser, write
from gaussmech import Graph, TreeWavelets, spanning_tree

_FIRST_USE = """
w = TreeWavelets(square, spanning_tree(square, rng=np.random.default_rng(1)))
w.inverse(w.forward(np.ones(4)))
w.add_bands(np.ones(4), [1.0], np.zeros((4, 2, 1)))
"""


def main(arguments=None):
    options = parser("trees", __doc__)
    options.add_argument("--side", type=int, default=1000, help="of the large grid")
    options.add_argument(
        "--town", type=int, default=62, help="side of a grid of a town's size"
    )
    options.add_argument(
        "--small", type=int, default=12, help="of a grid networkx can finish"
    )
    options.add_argument("--repeats", type=int, default=7)
    options = options.parse_args(arguments)
    sections = [
        pd.DataFrame(rows(options.small, options.town, options.side, options.repeats)),
        first_use(_FIRST_USE),
        f"Square grids. Best of {options.repeats} runs (networkx: one), one core, code compiled.",
        machine("numba", "scipy", "networkx"),
    ]
    write(options.output, "trees", sections)


def rows(small, town, side, repeats):
    """Yield a row per kind of work: our time on a grid, and a peer's.

    `small`, `town` and `side` are the sides of the grids.
    """
    rng = np.random.default_rng(1)
    small = grid(small)
    town = grid(town)
    large = grid(side)
    other = nx.Graph(small.edges.tolist())
    wavelets = TreeWavelets(large, spanning_tree(large, rng=rng))
    x = rng.random(large.n)

    def transform(graph, trees=1):
        for _ in range(trees):
            TreeWavelets(graph, spanning_tree(graph, rng=rng)).forward(x[: graph.n])

    def build_on_new_graph():
        # Nothing is cached yet for a new graph, such as its components and chains.
        graph = Graph(large.n, large.edges)
        return TreeWavelets(graph, spanning_tree(graph, rng=rng))

    # These calls load the compiled code.
    transform(small)
    wavelets.inverse(x)
    theirs = best(lambda: nx.random_spanning_tree(other, seed=1), 1)[0]
    sort = ("np.sort of the signal", best(lambda: np.sort(x), repeats)[0])
    works = [
        ("uniform spanning tree", small, lambda: spanning_tree(small, rng=rng),
         ("networkx random_spanning_tree", theirs)),
        ("100 uniform trees, builds, transforms", town, lambda: transform(town, 100), None),
        ("the graph, from its edges", large, lambda: Graph(large.n, large.edges), None),
        ("uniform tree and build, a new graph", large, build_on_new_graph, None),
        ("uniform tree, build, transform", large, lambda: transform(large), None),
        ("forward transform", large, lambda: wavelets.forward(x), sort),
        ("inverse transform", large, lambda: wavelets.inverse(x), sort),
    ]  # fmt: skip
    for work, graph, call, peer in works:
        name, theirs = peer or ("", None)
        ours = best(call, repeats)[0]
        yield {
            "work": work,
            "vertices": f"{graph.n:,}",
            "gaussmech, ms": digits(1e3 * ours),
            "peer": name,
            "peer, ms": digits(1e3 * theirs) if peer else "",
            "peer / gaussmech": "×" + digits(theirs / ours) if peer else "",
        }


if __name__ == "__main__":
    main()
