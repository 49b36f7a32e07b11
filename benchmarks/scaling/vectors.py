"""How estimating vectors grows with points, dimension and repetitions: CPU time and memory."""

import time
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.measure import apart
from benchmarks.peers import diffprivlib_mean
from benchmarks.scaling.one_job import one_job
from gaussmech.experiments.histogram import histogram
from gaussmech.experiments.mean_estimation import mean_estimation
from gaussmech.experiments.methods import VECTOR, offered

SCRIPTS = Path(__file__).parents[2] / "scripts"
EXPERIMENTS = {"mean_estimation": mean_estimation, "histogram": histogram}
PEER = "diffprivlib"
BUDGET = {"epsilon": 0.01, "delta": 1e-4}
# Sizes a quarter of a decade apart; what a sweep does not vary is as here.
SWEEPS = {
    "sample_size": {"exponents": (1.75, 4.75), "dimension": 10_000, "repetitions": 1},
    "dimension": {"exponents": (2, 6), "sample_size": 500, "repetitions": 1},
    "repetitions": {"exponents": (0, 3), "sample_size": 500, "dimension": 1000},
}
SHORT = 0.03  # CPU seconds; a call that takes less is repeated
GIGABYTE = 1e9
PEER_SHARE = 0.003  # of the largest sizes: it takes the coordinates one by one


def works():
    """The experiments, and diffprivlib's mean where it is installed."""
    try:
        return EXPERIMENTS | {PEER: diffprivlib_mean()}
    except ImportError:
        return EXPERIMENTS


def calls(largest=1.0):
    """(experiment, sweep, settings) of every call; `largest` shrinks all ranges by a factor."""
    found = []
    for experiment in works():
        most = largest * (1 if experiment in EXPERIMENTS else PEER_SHARE)
        for sweep, fixed in SWEEPS.items():
            low, high = fixed["exponents"]
            exponents = np.arange(low, max(high + np.log10(most), low + 0.5) + 1e-9, 0.25)
            settings = {name: value for name, value in fixed.items() if name != "exponents"}
            for size in sorted({round(10**exponent) for exponent in exponents}):
                found.append((experiment, sweep, settings | {sweep: size}))
    return found


def timed(calls, repeats):
    """A row a call: its sizes, its CPU seconds in the fastest and in the slowest round.

    Every round makes every call: what else the machine does then falls on all sizes alike.
    A short call is made several times in a round, and the fastest counts.
    """
    made = works()
    for work in made.values():  # loads the compiled code
        cpu_seconds(work, sample_size=2, dimension=3, repetitions=1)
    seconds = np.array(
        [[least_seconds(made[name], **sizes) for name, _, sizes in calls] for _ in range(repeats)]
    )
    rows = [
        {"experiment": experiment, "sweep": sweep, **{name: settings[name] for name in SWEEPS}}
        for experiment, sweep, settings in calls
    ]
    return pd.DataFrame(rows).assign(cpu_s=seconds.min(axis=0), slowest_cpu_s=seconds.max(axis=0))


def least_seconds(work, **sizes):
    found = [cpu_seconds(work, **sizes)]
    while sum(found) < SHORT:
        found.append(cpu_seconds(work, **sizes))
    return min(found)


def cpu_seconds(work, *, dimension, **sizes):
    start = time.process_time()
    work(seed=1, **BUDGET, **sizes, dimensions=[dimension], methods=offered(VECTOR))
    return time.process_time() - start


def memory_rows(dimensions, bar):
    """A row a job in a process of its own, nan where it failed; the last are capped at 1 GB."""
    jobs = [(d, 0) for d in dimensions] + [(bar["dimension"], int(GIGABYTE))]
    for experiment in EXPERIMENTS:
        for dimension, most in jobs:
            sizes = {"sample_size": bar["sample_size"], "dimensions": [dimension]}
            settings = sizes | {"delta": BUDGET["delta"], "methods": offered(VECTOR)}
            found = apart(one_job, SCRIPTS, experiment, settings, most)
            if isinstance(found, str):
                found = {"cpu_s": np.nan, "peak_bytes": np.nan}
            row = {"experiment": experiment, "sample_size": bar["sample_size"]}
            yield row | {"dimension": dimension, "capped_at": most} | found
