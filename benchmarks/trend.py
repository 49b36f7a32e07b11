"""Graph trend filtering beside what one would pick instead: `python -m benchmarks.trend`."""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.graphs import SIGMA, grid, street_counts
from benchmarks.measure import apart, best, first_use, peak_bytes
from benchmarks.peers import SOLVERS
from benchmarks.report import digits, machine, parser, write
from gaussmech import Graph, trend_filter
from gaussmech.graphs.trend_filter import total_variation

# These are lambda / sigma on the road graph.
RATIOS = (0.3, 1.0, 3.0)
TOLERANCE = 1e-6
# The fits on the large grid: lambda / sigma, the tolerance, and whether the numbering is scattered.
LARGE = [(*case, False) for case in product((0.5, 1.0, 3.0), (1e-4, TOLERANCE))]
LARGE.append((1.0, TOLERANCE, True))


def main(arguments=None):
    options = parser("trend", __doc__)
    add = options.add_argument
    add("--roads", type=Path, help="a table with columns u,v in place of the town")
    add("--town", type=int, default=62, help="side of the grid of a town's size")
    add("--side", type=int, default=1000, help="of the large grid")
    add("--repeats", type=int, default=5)
    add(
        "--limit",
        type=float,
        default=300,
        help="seconds PyMaxflow may take on the large grid",
    )
    options = options.parse_args(arguments)
    graph = grid(options.town)
    name = "a grid of a town's size"
    if options.roads:
        edges = pd.read_csv(options.roads)[["u", "v"]].to_numpy()
        graph = Graph(int(edges.max()) + 1, edges)
        name = "the road graph"
    sections = [
        f"Relative gap {TOLERANCE:g} on {name}, {graph.n:,} vertices and {graph.m:,} edges. Above:"
        " share by which a peer's objective exceeds the certified minimum; ×: its time over ours.",
        pd.DataFrame(small_rows(graph, options.repeats)).rename(
            columns=lambda x: x.strip()
        ),
        f"A piecewise constant image of {options.side:,} x {options.side:,} vertices, σ = 1;"
        " scattered: vertices and edges are numbered at random. Memory: of the whole process.",
        pd.DataFrame(large_rows(options.side, options.limit)),
        first_use("trend_filter(np.arange(4.0), square, 0.5)"),
        machine("scipy", "numba", "cvxpy", "PyMaxflow"),
    ]
    write(options.output, "trend", sections)


def small_rows(graph, repeats):
    """A row per penalty: our fit, and each peer's."""
    y = street_counts(graph) + SIGMA * np.random.default_rng(2).standard_normal(graph.n)
    trend_filter(y, graph, SIGMA)  # loads the compiled code
    for ratio in RATIOS:
        lam = ratio * SIGMA
        seconds, fit = best(
            lambda lam=lam: trend_filter(y, graph, lam, tol=TOLERANCE), repeats
        )
        exact = trend_filter(y, graph, lam, tol=1e-9)
        row = {
            "λ/σ": f"{ratio:g}",
            "df": str(fit.df),
            "gap": f"{fit.gap / fit.objective:.0e}",
            "gaussmech, ms": digits(1e3 * seconds),
        }
        for k, (name, solver) in enumerate(SOLVERS.items()):
            # Columns of one table need different names; `main` strips the blanks.
            above = "above" + " " * k
            times = "×" + " " * k
            try:
                seconds_of_peer, x = best(
                    lambda lam=lam, f=solver: f(y, graph, lam), min(repeats, 3)
                )
            except ImportError:
                row |= {f"{name}, ms": "not installed", above: "–", times: "–"}
                continue
            row[f"{name}, ms"] = digits(1e3 * seconds_of_peer)
            objective = 0.5 * np.sum((y - x) ** 2) + lam * total_variation(x, graph)
            excess = objective / (exact.objective - exact.gap) - 1
            row[above] = f"{max(excess, 0):.0e}"
            row[times] = digits(seconds_of_peer / seconds)
        yield row


def large_rows(side, limit):
    """A row per penalty, tolerance and numbering, each fit in a process of its own."""
    for ratio, tol, scattered in LARGE:
        fit = apart(large_fit, side, ratio, tol, scattered)
        alone = tol != TOLERANCE or scattered
        seconds = np.nan if alone else apart(large_peer, side, ratio, limit=limit)
        has_time = not isinstance(seconds, str)
        yield {
            "numbering": "scattered" if scattered else "row by row",
            "λ/σ": f"{ratio:g}",
            "tolerance": f"{tol:g}",
            "seconds": digits(fit["seconds"]),
            "gap": f"{fit['gap']:.0e}",
            "df": f"{fit['df']:,}",
            "iterations": fit["iterations"],
            "peak memory, MB": digits(fit["bytes"] / 1e6),
            "PyMaxflow, s": digits(seconds) if has_time else seconds,
            "×": digits(seconds / fit["seconds"]) if has_time else "–",
        }


def large_fit(side, ratio, tol, scattered):
    """Return the measurements of one of our fits to `image`."""
    graph = grid(side)
    y = image(side)
    if scattered:
        rng = np.random.default_rng(1)
        name = rng.permutation(graph.n)
        graph = Graph(graph.n, name[graph.edges][rng.permutation(graph.m)])
        y = y[np.argsort(name)]
    trend_filter([0.0, 1.0], Graph(2, [[0, 1]]), 0.1)  # loads the compiled code
    seconds, fit = best(lambda: trend_filter(y, graph, ratio, tol=tol), 2)
    return {
        "seconds": seconds,
        "gap": fit.gap / fit.objective,
        "df": fit.df,
        "iterations": fit.iterations,
        "bytes": peak_bytes(),
    }


def large_peer(side, ratio):
    """Return the seconds of PyMaxflow, or a text if it is not installed."""
    graph = grid(side)
    y = image(side)
    try:
        return best(lambda: SOLVERS["PyMaxflow"](y, graph, ratio), 1)[0]
    except ImportError:
        return "not installed"


def image(side, seed=1, rectangles=40):
    """Return y (side^2,): overlapping rectangles of normal heights, and noise of unit variance."""
    rng = np.random.default_rng(seed)
    levels = np.zeros((side, side))
    for _ in range(rectangles):
        ends = np.sort(rng.integers(0, side + 1, (2, 2)))
        (top, bottom), (left, right) = ends
        levels[top:bottom, left:right] += 2 * rng.standard_normal()
    return levels.ravel() + rng.standard_normal(side * side)


if __name__ == "__main__":
    main()
