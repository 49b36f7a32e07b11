"""How costs grow: with the data, the dimension, the repetitions, with vertices and maps."""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from importlib import metadata
from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.calibration.score import markdown
from benchmarks.scaling import fits, graphs, plot
from gaussmech.experiments.histogram import histogram
from gaussmech.experiments.mean_estimation import mean_estimation
from gaussmech.experiments.methods import VECTOR, offered
from gaussmech.graphs.denoising import LEAST_TREES, MOST_TREES, TREE_VERTICES

ROOT = Path(__file__).parents[2]
EXPERIMENTS = {"mean_estimation": mean_estimation, "histogram": histogram}
PEER = "diffprivlib"
BUDGET = {"epsilon": 0.01, "delta": 1e-4}
# Sizes a quarter of a decade apart; what a sweep does not vary is as here.
SWEEPS = {
    "sample_size": {"exponents": (1.75, 4.75), "dimension": 10_000, "repetitions": 1},
    "dimension": {"exponents": (2, 6), "sample_size": 500, "repetitions": 1},
    "repetitions": {"exponents": (0, 3), "sample_size": 500, "dimension": 1000},
}
SPAN = 10  # of the largest sizes, which the exponent is fitted to
SHORT = 0.03  # CPU seconds; a call that takes less is repeated
GIGABYTE = 1e9
MEMORY_DIMENSIONS = (100, 1000, 10_000, 100_000, 1_000_000, 10_000_000)
BAR = {"sample_size": 500, "dimension": 1_000_000}
# Where one machine ends.
HOURS, MACHINE_BYTES = 24, 16 * GIGABYTE
PEER_SHARE = 0.003  # of the largest sizes: it takes the coordinates one by one


def main(arguments=None):
    options = _options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    times = timed(sweeps(options.largest), options.repeats)
    memory = memory_rows(options.memory_dimensions, options.bar)
    fitted = fit_rows(times)
    costs = graphs.rows(options.sides, options.maps)
    grown = graphs.fit_rows(costs)
    tables = {"": times, "_fits": fitted, "_memory": memory, "_graphs": costs}
    for name, rows in (tables | {"_graphs_fits": grown}).items():
        rows.to_csv(options.output / f"scaling{name}.csv", index=False)
    report = "\n\n".join(_sections(fitted, memory, grown, options)) + "\n"
    (options.output / "scaling.md").write_text(report)
    print(report)
    figures = {"": plot.growth(times, fitted, memory), "_graphs": plot.graphs(costs, grown)}
    for name, figure in figures.items():
        for kind, content in zip(("pdf", "png"), plot.style.rendered(figure), strict=True):
            (options.output / f"scaling{name}.{kind}").write_bytes(content)


def _options(arguments):
    parser = argparse.ArgumentParser(prog="benchmarks.scaling", description=__doc__)
    add = parser.add_argument
    add("--output", type=Path, default=Path("results/bench"))
    add("--repeats", type=int, default=5, help="of every call; the fastest counts")
    add("--quick", action="store_true", help="small sizes: does it run?")
    options = parser.parse_args(arguments)
    options.largest, options.memory_dimensions, options.bar = 1.0, MEMORY_DIMENSIONS, BAR
    options.sides, options.maps = graphs.SIDES, graphs.MAPS
    if options.quick:
        options.repeats = 1
        options.largest, options.memory_dimensions = 0.01, (100, 1000)
        options.sides, options.maps = (10, 14, 20), (1, 2, 3)
        options.bar = {"sample_size": 50, "dimension": 1000}
    return options


def sweeps(largest=1.0):
    """(experiment, sweep, settings) of every call; `largest` shrinks all ranges by a factor."""
    calls = []
    for experiment in EXPERIMENTS | peers():
        most = largest * (1 if experiment in EXPERIMENTS else PEER_SHARE)
        for sweep, fixed in SWEEPS.items():
            low, high = fixed["exponents"]
            exponents = np.arange(low, max(high + np.log10(most), low + 0.5) + 1e-9, 0.25)
            settings = {name: value for name, value in fixed.items() if name != "exponents"}
            for size in sorted({round(10**exponent) for exponent in exponents}):
                calls.append((experiment, sweep, settings | {sweep: size}))
    return calls


def peers():
    """Return diffprivlib's mean of as many random points, in a dict, if it is installed."""
    try:
        from diffprivlib import tools
    except ImportError:
        return {}

    def means(*, seed, epsilon, sample_size, dimensions, repetitions=1, **_):
        rng = np.random.default_rng(seed)
        for _ in range(repetitions):
            points = rng.random((sample_size, *dimensions))
            tools.mean(points, epsilon=epsilon, bounds=(0, 1), axis=0)

    return {PEER: means}


def timed(calls, repeats):
    """A row a call: its sizes, its CPU seconds in the fastest and in the slowest round.

    Every round makes every call: what else the machine does then falls on all sizes alike.
    A short call is made several times in a round, and the fastest counts.
    """
    for experiment in EXPERIMENTS | peers():  # loads the compiled code
        cpu_seconds(experiment, sample_size=2, dimension=3, repetitions=1)
    seconds = np.array(
        [
            [least_seconds(experiment, **settings) for experiment, _, settings in calls]
            for _ in tqdm(range(repeats), desc="rounds of calls", leave=False)
        ]
    )
    rows = [
        {"experiment": experiment, "sweep": sweep, **{name: settings[name] for name in SWEEPS}}
        for experiment, sweep, settings in calls
    ]
    return pd.DataFrame(rows).assign(cpu_s=seconds.min(axis=0), slowest_cpu_s=seconds.max(axis=0))


def least_seconds(experiment, **sizes):
    found = [cpu_seconds(experiment, **sizes)]
    while sum(found) < SHORT:
        found.append(cpu_seconds(experiment, **sizes))
    return min(found)


def cpu_seconds(experiment, *, dimension, **sizes):
    call = (EXPERIMENTS | peers())[experiment]
    start = time.process_time()
    call(seed=1, **BUDGET, **sizes, dimensions=[dimension], methods=offered(VECTOR))
    return time.process_time() - start


def fit_rows(times):
    """A row an experiment and sweep: the power law and the line through its times."""
    rows = []
    for (experiment, sweep), of in times.groupby(["experiment", "sweep"], sort=False):
        law = fits.power_law(of[sweep], of["cpu_s"], span=SPAN)
        line = fits.line(of[sweep], of["cpu_s"])
        of_line = fits.power_law(of[sweep], line(of[sweep]), span=SPAN)
        rows.append(
            {"experiment": experiment, "sweep": sweep, **vars(law), **vars(line)}
            | {"line_exponent": of_line.exponent}
        )
    return pd.DataFrame(rows)


def memory_rows(dimensions, bar):
    """A row a job in a process of its own, nan where it failed; the last are capped at 1 GB."""
    jobs = [(d, 0) for d in dimensions] + [(bar["dimension"], GIGABYTE)]
    rows = []
    for experiment in EXPERIMENTS:
        for dimension, most in tqdm(jobs, desc=f"memory, {experiment}", leave=False):
            sizes = {"sample_size": bar["sample_size"], "dimension": dimension}
            try:
                found = one_job(experiment, **sizes, most_bytes=int(most))
            except subprocess.CalledProcessError:
                found = {"cpu_s": np.nan, "peak_bytes": np.nan}
            rows.append({"experiment": experiment, **sizes, "capped_at": int(most), **found})
    return pd.DataFrame(rows)


def one_job(experiment, *, sample_size, dimension, most_bytes=0):
    """CPU seconds and peak bytes of the workflow's job for one repetition, all methods.

    In a process of its own, imports included. `most_bytes` caps its address space, which is
    never less than the memory it uses: the job then fails where it wants more.
    """
    settings = {
        "delta": BUDGET["delta"],
        "sample_size": sample_size,
        "dimensions": [dimension],
        "methods": offered(VECTOR),
    }
    script = ROOT / "scripts" / f"compute_{experiment}.py"
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "benchmarks.scaling.one_job"),
                *(str(script), folder, json.dumps(settings), str(most_bytes)),
            ],
            cwd=ROOT,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
            stdout=subprocess.PIPE,
            check=True,
        )
    return json.loads(done.stdout)


def _sections(fitted, memory, grown, options):
    yield "![CPU time over points, dimension and repetitions; peak memory](../scaling.png)"
    yield (
        f"CPU seconds t of one call with all {len(offered(VECTOR))} methods, the fastest of"
        f" {options.repeats} rounds. Exponent: slope of log t over log size, ± one standard error,"
        " in the last decade of sizes. Line: t = a + b · size, by least squares of relative errors"
        " over all sizes; “of the line” is the exponent that t would have if exactly on it."
        f" {PEER}: its mean, with Laplace noise."
    )
    yield markdown(_fit_table(fitted))
    yield (
        "Peak memory of a job of the workflow, imports included: one repetition, all methods,"
        f" n = {options.bar['sample_size']:,}"
    )
    yield markdown(_memory_table(memory))
    yield _capped(memory[memory["capped_at"] > 0])
    yield "## Graphs"
    yield "![CPU time and peak memory over vertices; CPU time over maps](../scaling_graphs.png)"
    yield (
        "Square grids, log-normal counts averaged with their neighbours', σ ="
        f" {graphs.SIGMA}, each call in a process of its own; auto up to"
        f" {graphs.LARGEST['auto'] ** 2:,} vertices. SciPy: one sparse direct solve of Laplacian"
        " smoothing; scikit-image: total variation on an image; both at a given penalty, which our"
        " methods choose. Exponent: of CPU seconds in vertices. Per graph, per map: the fixed cost"
        f" and that of each map, on {graphs.MAP_SIDE**2:,} vertices. The forest has"
        f" {MOST_TREES} trees up to {TREE_VERTICES // MOST_TREES:,} vertices, {LEAST_TREES} from"
        f" {TREE_VERTICES // LEAST_TREES:,} on."
    )
    yield markdown(_graph_table(grown))
    yield "## Where one machine ends"
    yield (
        f"By the fits above, the size at which a call takes {HOURS} CPU hours, and the size"
        f" that fills {MACHINE_BYTES / GIGABYTE:g} GB: rough, as far beyond what was measured. A"
        " call is one process. Budgets are jobs of their own, and repetitions are split by"
        " `blocks` ([clusters](../clusters.md)); one data set, vector or graph is not split."
    )
    yield markdown(_end_table(fitted, memory, grown))
    yield _machine()


def _fit_table(fitted):
    return pd.DataFrame(
        [
            {
                "experiment": row.experiment,
                "size": plot.SYMBOLS[row.sweep],
                "exponent": f"{row.exponent:.3f} ± {row.exponent_se:.3f}",
                "of the line": f"{row.line_exponent:.3f}",
                "from … to": f"{row.low:,.0f} … {row.high:,.0f}",
                "a, ms": f"{1e3 * row.fixed:.3g} ± {1e3 * row.fixed_se:.1g}",
                "b, µs": f"{1e6 * row.each:.4g} ± {1e6 * row.each_se:.1g}",
                "line off by at most": f"{100 * row.worst:.0f} %",
                "also": _others(row.sweep),
            }
            for row in fitted.itertuples()
        ]
    )


def _graph_table(grown):
    return pd.DataFrame(
        [
            {
                "method": plot.GRAPH_LOOKS[row.work].label,
                "exponent": f"{row.exponent:.2f} ± {row.exponent_se:.2f}",
                "from … to": f"{row.low:,.0f} … {row.high:,.0f}",
                "s at a million": f"{row.factor * 1e6**row.exponent:.3g}",
                "MB": f"{row.base_bytes / 1e6:.0f}",
                "+ bytes per vertex": f"{row.vertex_bytes:,.0f}",
                "ms per graph": str(round(1e3 * row.graph_s)),
                "ms per map": f"{1e3 * row.map_s:.3g} ± {1e3 * row.map_se:.1g}",
            }
            for row in grown.itertuples()
        ]
    )


def _end_table(fitted, memory, grown):
    seconds, rows = HOURS * 3600, []

    def end(grows, size, most="–"):
        limits = f"{HOURS} h at", f"{MACHINE_BYTES / GIGABYTE:g} GB at"
        rows.append({"what grows": grows, **dict(zip(limits, (size, most), strict=True))})

    for row in fitted[fitted["experiment"] != PEER].itertuples():
        grows = f"{row.experiment}: {plot.LABELS[row.sweep]} ({_others(row.sweep)})"
        steady = row.each < 3 * row.each_se
        size = "any" if steady else _rounded((seconds - row.fixed) / row.each)
        of = memory[(memory["experiment"] == row.experiment) & (memory["capped_at"] == 0)].dropna()
        most = fits.line(of["dimension"], of["peak_bytes"]) if len(of) > 2 else None
        if row.sweep == "dimension" and most:
            end(grows, size, _rounded((MACHINE_BYTES - most.fixed) / most.each))
        else:
            end(grows, size)
    for row in grown[grown["work"].isin(["auto", "forest"])].itertuples():
        most = (MACHINE_BYTES - row.base_bytes) / row.vertex_bytes
        # With more vertices the forest has fewer trees, but only so far: no exponent below 1 lasts.
        at_most = row.factor * row.high**row.exponent
        size = row.high * (seconds / at_most) ** (1 / max(row.exponent, 1))
        end(f"{row.work}: vertices of a graph", _rounded(size), _rounded(most))
        size = (seconds - row.graph_s) / row.map_s
        end(f"{row.work}: maps on {graphs.MAP_SIDE**2:,} vertices", _rounded(size))
    return pd.DataFrame(rows)


def _rounded(size):
    """Two digits: it is extrapolated."""
    return f"{float(f'{size:.2g}'):,.0f}" if size < 1e12 else "more than 1e12"


def _others(sweep):
    fixed = SWEEPS[sweep].items()
    return ", ".join(f"{plot.SYMBOLS[name]} = {x:,}" for name, x in fixed if name in plot.SYMBOLS)


def _memory_table(memory):
    free = memory[memory["capped_at"] == 0]
    table = free.pivot(index="dimension", columns="experiment", values=["peak_bytes", "cpu_s"])
    columns = {"d": [f"{d:,}" for d in table.index]}
    for experiment in EXPERIMENTS:
        columns[f"{experiment}, MB"] = (table["peak_bytes", experiment] / 1e6).map("{:.0f}".format)
        columns[f"{experiment}, CPU s"] = table["cpu_s", experiment].map("{:.2f}".format)
    return pd.DataFrame({name: list(values) for name, values in columns.items()})


def _capped(memory):
    ends = [
        f"{row.experiment} {'fails' if np.isnan(row.cpu_s) else 'succeeds'}"
        for row in memory.itertuples()
    ]
    return (
        f"With {memory['capped_at'].iloc[0] / 1e9:g} GB of address space, libraries included, at"
        f" d = {memory['dimension'].iloc[0]:,}: {', '.join(ends)}."
    )


def _machine():
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("numpy", "pandas"))
    return (
        f"Python {platform.python_version()}, {versions}, one of {os.cpu_count()}"
        f" {platform.machine()} cores, load average {os.getloadavg()[1]:.1f} at the end."
    )
