"""What a release costs: in noise, beside OpenDP's own calibration, and in time."""

import argparse
import math
import os
import platform
import subprocess
import sys
import tempfile
import time
from importlib import metadata
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

from benchmarks.calibration.peers import opendp
from benchmarks.calibration.score import markdown
from gaussmech.calibration import analytic_gaussian_sigma
from gaussmech.releases.discrete_gaussian import calibrate_noise, exact_delta, sample_noise


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("results/bench"))
    parser.add_argument("--budgets", type=int, default=2000)
    parser.add_argument("--size", type=int, default=1_000_000, help="of the samples")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    found = {
        "exact": exact_rows(options.budgets),
        "extra": extra_rows(options.budgets),
        "peer": peer_rows((0.1, 0.5, 1.0, 5.0), (1e-9, 1e-6, 1e-3)),
        "law": law_rows(options.size),
        "time": time_rows(options.size),
    }
    found["exact"].to_csv(options.output / "release.csv", index=False)
    report = "\n\n".join(_sections(found, options)) + "\n"
    (options.output / "release.md").write_text(report)
    print(report)


def worst_shifts(noise):
    """Differences of neighbours of the largest norm on the grid, along and off the axes."""
    d, most = noise.dimension, noise.sensitivity / float(noise.grid)
    found = [[math.floor(most)]]
    if d > 1:
        for angle in (0.3, math.pi / 4):
            found.append([math.floor(most * math.cos(angle)), math.floor(most * math.sin(angle))])
    if d > 2:
        found.append([math.floor(most / math.sqrt(d))] * d)
    return [shift for shift in found if shift[-1]]


def exact_rows(budgets):
    """A row per random budget, dimension and grid: the exact delta of what is sampled.

    Grids go down from the coarsest that a budget bears; with finer ones the sums get long, and the
    discreteness matters less.
    """
    rng, rows = np.random.default_rng(1), []
    while len(rows) < budgets:
        epsilon, delta = 10 ** rng.uniform(-2, 0.7), 10 ** rng.uniform(-6, -0.5)
        dimension, grid = int(rng.choice([1, 2, 3, 10, 100])), 10.0 ** rng.integers(-4, 4)
        least = math.sqrt(dimension * math.exp(epsilon) / 24 / delta)
        scale = least * 10 ** rng.uniform(0.2, 1.5)
        root = math.sqrt(dimension)
        # The noise per step of the grid, less what rounding adds to the sensitivity.
        sensitivity = grid * (scale / analytic_gaussian_sigma(epsilon, delta) - root)
        if scale > 5000 or sensitivity < grid:
            continue
        try:
            noise = calibrate_noise(epsilon, delta, sensitivity, dimension=dimension, grid=grid)
        except ValueError:  # too coarse
            continue
        found = max(exact_delta(epsilon, noise.scale, shift) for shift in worst_shifts(noise))
        rows.append(
            {"epsilon": epsilon, "delta": delta, "dimension": dimension, "grid": grid,
             "sensitivity": sensitivity, "scale": noise.scale, "share": found / delta}
        )  # fmt: skip
    return pd.DataFrame(rows)


def extra_rows(budgets):
    """A row per random budget and dimension: sigma over the continuous one, on the chosen grid."""
    rng, rows = np.random.default_rng(2), []
    for _ in range(budgets):
        epsilon, delta = 10 ** rng.uniform(-2, 1), 10 ** rng.uniform(-10, -1)
        dimension, sensitivity = round(10 ** rng.uniform(0, 6)), 10 ** rng.uniform(-3, 6)
        noise = calibrate_noise(epsilon, delta, sensitivity, dimension=dimension)
        extra = noise.sigma / analytic_gaussian_sigma(epsilon, delta, sensitivity) - 1
        rows.append({"extra": extra, "scale": noise.scale})
    return pd.DataFrame(rows)


def peer_rows(epsilons, deltas):
    """A row per budget: sigma of both for a value of sensitivity 1."""
    calibrate, rows = opendp(), []
    for epsilon, delta in product(epsilons, deltas):
        ours, theirs = calibrate_noise(epsilon, delta, 1.0, dimension=1), calibrate(epsilon, delta)
        more = f"{100 * (theirs / ours.sigma - 1):.1f} %"
        sigmas = {"gaussmech": f"{ours.sigma:.6g}", "OpenDP": f"{theirs:.6g}", "OpenDP more": more}
        rows.append({"epsilon": f"{epsilon:g}", "delta": f"{delta:g}", **sigmas})
    return pd.DataFrame(rows)


def law_rows(size):
    """A row per scale: chi-square of samples against the exact law."""
    rows = []
    for scale in (1, 40):
        edge = 4 * scale
        k = np.arange(-20 * scale, 20 * scale + 1)
        weight = np.exp(-0.5 * (k / scale) ** 2)
        exact = np.bincount(np.clip(k, -edge, edge) + edge, weight / weight.sum())
        drawn = np.clip(sample_noise(scale, size), -edge, edge) + edge
        found = stats.chisquare(np.bincount(drawn, minlength=2 * edge + 1), size * exact)
        rows.append(_law(scale, "each integer", 2 * edge, found))
    drawn = np.array(sample_noise(2**32, size))
    cells = stats.norm.ppf(np.arange(1, 1000) / 1000)
    counts = np.bincount(np.searchsorted(cells, drawn / 2**32), minlength=1000)
    rows.append(_law("2^32", "1,000 cells of equal mass", 999, stats.chisquare(counts)))
    counts = np.bincount(drawn % 256, minlength=256)
    rows.append(_law("2^32", "the last 8 bits", 255, stats.chisquare(counts)))
    return pd.DataFrame(rows)


def _law(scale, what, freedom, found):
    return {
        "scale": str(scale),
        "counted": what,
        "degrees of freedom": f"{freedom:,}",
        "chi-square": f"{found.statistic:.1f}",
        "p": f"{found.pvalue:.3g}",
    }


def time_rows(size):
    """A row per task: seconds, and CPU seconds."""
    rows = []

    def timed(task, call):
        before, start = os.times(), time.perf_counter()
        call()
        elapsed, after = time.perf_counter() - start, os.times()
        cpu = sum(after[:4]) - sum(before[:4])
        rows.append({"task": task, "s": f"{elapsed:.1f}", "CPU s": f"{cpu:.1f}"})

    timed(f"noise for {size:,} values", lambda: sample_noise(2**32, size))
    with tempfile.TemporaryDirectory() as folder:
        write_city(Path(folder))
        line = (
            "gaussmech release --events trips.csv --user cab --per-user 5 --places junctions.csv"
            " --graph streets.csv --epsilon 0.5 --delta 1e-6 --unit cab --output"
        )
        command = [sys.executable, "-m", *line.split()]
        options = {"cwd": folder, "check": True, "stdout": subprocess.DEVNULL}
        options["env"] = os.environ | {"PYTHONPATH": str(Path.cwd())}
        # The first run compiles the denoiser.
        subprocess.run([*command, "first.csv"], **options)
        timed(
            "`gaussmech release`, synthetic city: an hour, 3,853 junctions, denoised",
            lambda: subprocess.run([*command, "second.csv"], **options),
        )
    return pd.DataFrame(rows)


def write_city(folder, hours=(8,)):
    """Write the synthetic city as files for `gaussmech release`."""
    from gaussmech.streets.stand_in import stand_in_city
    from gaussmech.streets.trips import trip_ends

    graph, _, trips = stand_in_city(hours, seed=1)
    spots = {"junction": np.arange(graph.n), "lon": graph.lon, "lat": graph.lat}
    pd.DataFrame(spots).round(6).to_csv(folder / "junctions.csv", index=False)
    u, v = graph.edges.T
    streets = {"from": u, "to": v, "length_m": graph.length_m.round(1)}
    pd.DataFrame(streets).to_csv(folder / "streets.csv", index=False)
    ends = [trip_ends(trips[hour], hour=hour).assign(hour=hour) for hour in hours]
    columns = ["cab", "hour", "lon", "lat"]
    pd.concat(ends)[columns].round(6).to_csv(folder / "trips.csv", index=False)


def _sections(found, options):
    exact, extra = found["exact"], found["extra"]
    yield (
        f"Exact delta of the sampled noise over its target, for {len(exact):,} random budgets,"
        " dimensions and grids (sigma of a few to 5,000 steps of the grid; neighbours along and"
        f" off the axes): at most {exact['share'].max():.6f}; above 1 in"
        f" {(exact['share'] > 1).sum()}"
    )
    shown = exact.groupby("dimension")["share"].describe()[["count", "min", "50%", "max"]]
    shown = shown.reset_index().astype({"dimension": str}).astype({"count": int})
    shown.columns = ["dimension", "budgets", "least", "median", "largest"]
    yield markdown(shown.map(lambda v: f"{v:.4f}" if isinstance(v, float) else str(v)))
    yield (
        "Relative excess over the continuous sigma on the chosen grid (up to a million values,"
        f" sensitivities 0.001 to a million): at most {extra['extra'].max():.2g},"
        f" median {extra['extra'].median():.2g}"
    )
    yield "Sigma at sensitivity 1, beside OpenDP's own calibration (zCDP to approximate DP)"
    yield markdown(found["peer"])
    yield f"{options.size:,} samples against the exact law"
    yield markdown(found["law"])
    yield (f"Time, at a load of {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores")
    yield markdown(found["time"])
    yield (
        f"Python {platform.python_version()}, numpy {metadata.version('numpy')}, OpenDP"
        f" {metadata.version('opendp')}, {os.cpu_count()} {platform.machine()} cores. The noise is"
        " sampled by OpenDP, in a thread per core."
    )
