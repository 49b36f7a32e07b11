"""Graph trend filtering beside what one would pick instead, in one run."""

import argparse
import multiprocessing
import os
import platform
import re
import resource
from importlib import metadata
from pathlib import Path
from time import perf_counter

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.calibration.score import markdown
from benchmarks.first_use import first_use_seconds
from benchmarks.trend import problems
from benchmarks.trend.peers import PACKAGES, PEERS
from gaussmech import Graph, trend_filter

RATIOS = (0.3, 1.0, 3.0)  # lambda / sigma
TOLERANCE = 1e-6
LARGE_TOLERANCES = (1e-4, 1e-6)

_FIRST_USE = """
import time
import numpy as np
from gaussmech import Graph, trend_filter
start = time.perf_counter()
trend_filter(np.arange(3.0), Graph(3, [[0, 1], [1, 2]]), 0.5)
print(time.perf_counter() - start)
"""


def main():
    options = _options()
    options.output.mkdir(parents=True, exist_ok=True)
    compiled, loaded = first_use_seconds(_FIRST_USE)
    graph = problems.graph(options.roads) if options.roads else problems.grid(options.town)
    name = "the road graph" if options.roads else "a grid of a town's size"
    small = small_table(graph, options.repeats)
    large = large_table(options)
    sections = [
        f"Relative gap {TOLERANCE:g} on {name}, {graph.n:,} vertices and {graph.m:,} edges. Beside"
        " a peer's milliseconds: by what share its objective lies above the certified minimum, and"
        " its time over ours.",
        markdown(small),
        f"On a grid of {options.side:,} x {options.side:,} vertices, a piecewise constant"
        " image and noise of standard deviation 1; scattered: the same graph with its vertices"
        " and edges numbered at random. Peak memory is that of the whole process.",
        markdown(large),
        f"Not in the tables: compiling, once per machine, {compiled:.1f} s; loading the compiled"
        f" code, once per process, {loaded:.2f} s.",
        _machine(),
    ]
    report = "\n\n".join(sections) + "\n"
    (options.output / "trend.md").write_text(report)
    print(report)


def _options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("results/bench"))
    parser.add_argument("--roads", type=Path, help="a table with columns u,v in place of the town")
    parser.add_argument("--town", type=int, default=62, help="side of the grid of a town's size")
    parser.add_argument("--side", type=int, default=1000, help="of the large grid")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument(
        "--limit", type=float, default=300, help="seconds PyMaxflow may take on the large grid"
    )
    return parser.parse_args()


def small_table(graph, repeats):
    y = problems.town_signal(graph)
    rows = []
    for ratio in tqdm(RATIOS, desc="town", leave=False):
        lam = ratio * problems.SIGMA
        arguments = y, graph, lam
        trend_filter(*arguments)
        seconds, fit = best(lambda a=arguments: trend_filter(*a, tol=TOLERANCE), repeats)
        exact = trend_filter(*arguments, tol=1e-9)
        row = {
            "λ/σ": f"{ratio:g}",
            "df": str(fit.df),
            "gap": f"{fit.gap / fit.objective:.0e}",
            "gaussmech, ms": digits(1e3 * seconds),
        }
        for name, peer in PEERS.items():
            row |= {f"{name}, ms": "not installed", f"above {name}": "–", f"× {name}": "–"}
            try:
                taken, x = best(lambda a=arguments, f=peer: f(*a), min(repeats, 3))
            except ImportError:
                continue
            row[f"{name}, ms"] = digits(1e3 * taken)
            excess = objective(x, y, graph, lam) / (exact.objective - exact.gap) - 1
            row[f"above {name}"] = f"{max(excess, 0):.0e}"
            row[f"× {name}"] = digits(taken / seconds)
        rows.append(row)
    return pd.DataFrame(rows).rename(columns=lambda name: re.sub("^(above|×) .*", r"\1", name))


def objective(x, y, graph, lam):
    """1/2 ||y - x||^2 + lam sum_e w_e |x_i - x_j|, term by term."""
    tail, head = graph.edges.T
    return 0.5 * np.sum((y - x) ** 2) + lam * graph.weights @ np.abs(x[tail] - x[head])


def best(work, repeats):
    """Seconds of the fastest of a few calls, and what it returns."""
    found = []
    for _ in range(repeats):
        start = perf_counter()
        result = work()
        found.append((perf_counter() - start, result))
    return min(found, key=lambda one: one[0])


def large_table(options):
    """Each fit in a process of its own, which knows its own peak of memory."""
    cases = [(r, t, False) for r in (0.5, 1.0, 3.0) for t in LARGE_TOLERANCES]
    cases.append((1.0, LARGE_TOLERANCES[-1], True))
    rows = []
    for ratio, tol, scattered in tqdm(cases, desc="large grid", leave=False):
        found = apart(large_fit, options.side, ratio, tol, scattered)
        taken = "–"
        if tol == LARGE_TOLERANCES[-1] and not scattered:
            taken = apart(large_peer, options.side, ratio, limit=options.limit)
        rows.append(
            {
                "numbering": "scattered" if scattered else "row by row",
                "λ/σ": f"{ratio:g}",
                "tolerance": f"{tol:g}",
                "seconds": digits(found["seconds"]),
                "gap": f"{found['gap']:.0e}",
                "df": f"{found['df']:,}",
                "iterations": str(found["iterations"]),
                "peak memory, MB": digits(found["megabytes"]),
                "PyMaxflow, s": taken if isinstance(taken, str) else digits(taken["seconds"]),
                "×": "–" if isinstance(taken, str) else digits(taken["seconds"] / found["seconds"]),
            }
        )
    return pd.DataFrame(rows)


def apart(work, *arguments, limit=None):
    """What `work` returns, called in a new process; a text where it fails or takes too long."""
    context = multiprocessing.get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(sending, work, arguments), daemon=True)
    process.start()
    sending.close()
    try:
        return receiving.recv() if receiving.poll(limit) else f"over {limit:g}"
    except EOFError:
        return "failed"
    finally:
        process.kill()
        process.join()


def _send(sending, work, arguments):
    sending.send(work(*arguments))


def large_fit(side, ratio, tol, scattered):
    graph, y = problems.grid(side), problems.image(side)
    if scattered:
        rng = np.random.default_rng(1)
        name = rng.permutation(graph.n)
        graph = Graph(graph.n, name[graph.edges][rng.permutation(graph.m)])
        y = y[np.argsort(name)]
    # Loads the compiled code.
    trend_filter([0.0, 1.0], Graph(2, [[0, 1]]), 0.1)
    seconds, fit = best(lambda: trend_filter(y, graph, ratio, tol=tol), 2)
    return {
        "seconds": seconds,
        "gap": fit.gap / fit.objective,
        "df": fit.df,
        "iterations": fit.iterations,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def large_peer(side, ratio):
    graph, y = problems.grid(side), problems.image(side)
    try:
        seconds, _ = best(lambda: PEERS["PyMaxflow"](y, graph, ratio), 1)
    except ImportError:
        return "not installed"
    return {"seconds": seconds}


def digits(value):
    """Three digits without an exponent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _machine():
    installed = []
    for name in ("numpy", "scipy", "numba", *PACKAGES.values()):
        try:
            installed.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            installed.append(f"{name} not installed")
    return (
        f"Python {platform.python_version()}, {', '.join(installed)}, one of {os.cpu_count()}"
        f" {platform.machine()} cores."
    )
