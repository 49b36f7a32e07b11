"""How the cost of the vector experiments grows with the data, the dimension, the repetitions."""

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
from benchmarks.scaling import fits, plot
from gaussmech.experiments.histogram import histogram
from gaussmech.experiments.mean_estimation import mean_estimation
from gaussmech.experiments.methods import VECTOR, offered

ROOT = Path(__file__).parents[2]
EXPERIMENTS = {"mean_estimation": mean_estimation, "histogram": histogram}
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


def main(arguments=None):
    options = _options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    times = timed(sweeps(options.largest), options.repeats)
    memory = memory_rows(options.memory_dimensions, options.bar)
    fitted = fit_rows(times)
    for name, rows in (("", times), ("_fits", fitted), ("_memory", memory)):
        rows.to_csv(options.output / f"scaling{name}.csv", index=False)
    report = "\n\n".join(_sections(fitted, memory, options)) + "\n"
    (options.output / "scaling.md").write_text(report)
    print(report)
    figure = plot.growth(times, fitted, memory)
    for kind, content in zip(("pdf", "png"), plot.style.rendered(figure), strict=True):
        (options.output / f"scaling.{kind}").write_bytes(content)


def _options(arguments):
    parser = argparse.ArgumentParser(prog="benchmarks.scaling", description=__doc__)
    add = parser.add_argument
    add("--output", type=Path, default=Path("results/bench"))
    add("--repeats", type=int, default=7, help="of every call; the fastest counts")
    add("--quick", action="store_true", help="small sizes: does it run?")
    options = parser.parse_args(arguments)
    options.largest, options.memory_dimensions, options.bar = 1.0, MEMORY_DIMENSIONS, BAR
    if options.quick:
        options.repeats = 1
        options.largest, options.memory_dimensions = 0.01, (100, 1000)
        options.bar = {"sample_size": 50, "dimension": 1000}
    return options


def sweeps(largest=1.0):
    """(experiment, sweep, settings) of every call; `largest` shrinks all ranges by a factor."""
    calls = []
    for experiment in EXPERIMENTS:
        for sweep, fixed in SWEEPS.items():
            low, high = fixed["exponents"]
            exponents = np.arange(low, high + np.log10(largest) + 1e-9, 0.25)
            settings = {name: value for name, value in fixed.items() if name != "exponents"}
            for size in sorted({round(10**exponent) for exponent in exponents}):
                calls.append((experiment, sweep, settings | {sweep: size}))
    return calls


def timed(calls, repeats):
    """A row a call: its sizes, its CPU seconds in the fastest and in the slowest round.

    Every round makes every call: what else the machine does then falls on all sizes alike.
    A short call is made several times in a round, and the fastest counts.
    """
    for experiment in EXPERIMENTS:  # loads the compiled code
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
    start = time.process_time()
    EXPERIMENTS[experiment](
        seed=1, **BUDGET, **sizes, dimensions=[dimension], methods=offered(VECTOR)
    )
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


def _sections(fitted, memory, options):
    yield (
        f"CPU seconds t of one call, all {len(offered(VECTOR))} methods, the fastest of"
        f" {options.repeats} rounds. Exponent: slope of log t over log size and its standard error,"
        " fitted to the last decade. Line: t = a + b · size, fitted to the relative errors of all"
        " sizes; a is what is left at size 0. A cost that is exactly fixed plus proportional has"
        " the exponent under “of the line”."
    )
    yield markdown(_fit_table(fitted))
    yield (
        "Peak memory of the workflow's job, one repetition, all methods,"
        f" n = {options.bar['sample_size']:,}, in a process of its own with its imports"
    )
    yield markdown(_memory_table(memory))
    yield _capped(memory[memory["capped_at"] > 0])
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
        f"{row.experiment} {'fails' if np.isnan(row.cpu_s) else 'ends well'}"
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
