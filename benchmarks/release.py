"""What a release costs, in noise against OpenDP's, and in time: `python -m benchmarks.release`."""

import math
import runpy
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.measure import spent
from benchmarks.peers import opendp
from benchmarks.report import machine, parser, write
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.releases.noise.gaussian import GaussianNoise, calibrate_noise
from tests.privacy.exact_sums import exact_delta, shifts

TOWN = Path(__file__).parents[1] / "docs/tutorials/example_data.py"


def main(arguments=None):
    options = parser("release", __doc__)
    options.add_argument("--budgets", type=int, default=2000)
    options.add_argument("--size", type=int, default=1_000_000, help="of the samples")
    options = options.parse_args(arguments)
    exact = pd.DataFrame(exact_rows(options.budgets))
    extra = extra_noise(options.budgets)
    shares = exact.groupby("dimension")["share"].agg(["size", "min", "median", "max"])
    shares = shares.set_axis(
        ["budgets", "least", "median", "largest"], axis=1
    ).reset_index()
    sections = [
        f"Exact delta of the drawn noise, over its target, for {len(exact):,} random budgets,"
        " dimensions and grids (noise of a few to 1,000 steps of the grid; neighbours along and off"
        f" the axes): at most {exact['share'].max():.6f}; above 1 in {(exact['share'] > 1).sum()}"
        " cases.",
        shares.map(lambda v: f"{v:.4f}" if isinstance(v, float) else v),
        "Relative excess over the continuous sigma on the grid that is chosen (up to a million"
        " values, sensitivities from 0.001 to a million):"
        f" at most {extra.max():.2g}, median {np.median(extra):.2g}.",
        "Sigma at sensitivity 1, and that of OpenDP's own calibration (zCDP to approximate DP):",
        pd.DataFrame(peer_rows((0.1, 0.5, 1.0, 5.0), (1e-9, 1e-6, 1e-3))),
        "Time:",
        pd.DataFrame(time_rows(options.size)),
        "The noise is sampled by OpenDP, in a thread per core. `tests/releases/test_noise.py` tests its"
        " distribution.",
        machine("opendp"),
    ]
    write(options.output, "release", sections, tables={"": exact})


def exact_rows(budgets):
    """Yield a row for each random budget, dimension and coarse grid: the exact delta of the noise."""
    rng = np.random.default_rng(1)
    rows = 0
    while rows < budgets:
        epsilon = 10 ** rng.uniform(-2, 0.7)
        delta = 10 ** rng.uniform(-6, -0.5)
        dimension = int(rng.choice([1, 2, 3, 10, 100]))
        grid = 10.0 ** rng.integers(-4, 4)
        scale = math.sqrt(
            dimension * math.exp(epsilon) / 24 / delta
        ) * 10 ** rng.uniform(0.2, 1.5)
        # The noise per step of the grid, less what rounding adds to the sensitivity.
        steps = scale / analytic_gaussian_sigma(epsilon, delta) - math.sqrt(dimension)
        sensitivity = grid * steps
        if scale > 1000 or sensitivity < grid:
            continue
        try:
            noise = calibrate_noise(
                epsilon, delta, sensitivity, dimension=dimension, grid=grid
            )
        except ValueError:  # too coarse
            continue
        rows += 1
        worst = max(exact_delta(epsilon, noise.scale, shift) for shift in shifts(noise))
        row = {"epsilon": epsilon, "delta": delta, "dimension": dimension, "grid": grid}
        yield row | {
            "sensitivity": sensitivity,
            "scale": noise.scale,
            "share": worst / delta,
        }


def extra_noise(budgets):
    """Return sigma divided by that of continuous noise, less 1, for random budgets (budgets,)."""
    rng = np.random.default_rng(2)
    extras = []
    for _ in range(budgets):
        epsilon = 10 ** rng.uniform(-2, 1)
        delta = 10 ** rng.uniform(-10, -1)
        dimension = round(10 ** rng.uniform(0, 6))
        sensitivity = 10 ** rng.uniform(-3, 6)
        noise = calibrate_noise(epsilon, delta, sensitivity, dimension=dimension)
        sigma = float(noise.grid * noise.scale)
        extras.append(sigma / analytic_gaussian_sigma(epsilon, delta, sensitivity) - 1)
    return np.array(extras)


def peer_rows(epsilons, deltas):
    """Yield a row for each budget: our sigma and OpenDP's, for a value of sensitivity 1."""
    calibrate = opendp()
    for epsilon, delta in product(epsilons, deltas):
        noise = calibrate_noise(epsilon, delta, 1.0, dimension=1)
        ours = float(noise.grid * noise.scale)
        theirs = calibrate(epsilon, delta)
        yield {
            "epsilon": f"{epsilon:g}",
            "delta": f"{delta:g}",
            "gaussmech": f"{ours:.6g}",
            "OpenDP": f"{theirs:.6g}",
            "OpenDP more": f"{100 * (theirs / ours - 1):.1f} %",
        }


def time_rows(size):
    def row(task, call):
        seconds, cpu = spent(call)
        return {"task": task, "s": f"{seconds:.1f}", "CPU s": f"{cpu:.1f}"}

    yield row(f"noise for {size:,} values", lambda: GaussianNoise.sample(2**32, size))
    write = runpy.run_path(str(TOWN))["write"]
    with tempfile.TemporaryDirectory() as folder:
        places, streets, trips = write("town", folder)
        line = (
            f"-m gaussmech release events {trips} --user cab --user-l2-norm 5 --place corner"
            f" --places {places} --graph {streets} --epsilon 0.5 --delta 1e-6 --output {folder}/"
        )

        def release(name):
            subprocess.run([sys.executable, *f"{line}{name}".split()], check=True)

        release("first.csv")  # compiles the denoiser
        yield row(
            "`gaussmech release`, 400 places, denoised", lambda: release("second.csv")
        )


if __name__ == "__main__":
    main()
