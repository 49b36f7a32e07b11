"""Sparse histograms beside OpenDP's, and what vectors cost: `python -m benchmarks.vectors`."""

from contextlib import suppress
from itertools import product

import numpy as np
import pandas as pd

from benchmarks.measure import best
from benchmarks.peers import opendp_laplace
from benchmarks.report import digits, machine, parser, write
from gaussmech.paper.experiments.histogram import sample_histogram, sensitivities
from gaussmech.paper.experiments.methods import METHODS
from gaussmech.paper.experiments.randomness import generator
from gaussmech.paper.experiments.vector_release import Releases
from gaussmech.privacy.l2_mechanism import L2Mechanism, l2_scale
from gaussmech.vectors.shrinkage import (
    empirical_bayes_threshold,
    project_to_simplex,
    soft_threshold,
)

EPSILONS, DIMENSIONS, DELTA, SAMPLE_SIZE = (
    (1.0, 0.1),
    (10, 100, 1000, 10_000),
    1e-4,
    500,
)
OURS = ("Lap-simplex", "aGM-TH-total", "aGM-EB", "posterior-median")


def main(arguments=None):
    options = parser("vectors", __doc__)
    options.add_argument("--draws", type=int, default=40)
    options.add_argument(
        "--size", type=int, default=1_000_000, help="of the vectors timed"
    )
    options = options.parse_args(arguments)
    errors = pd.DataFrame(error_rows(EPSILONS, DIMENSIONS, options.draws))
    sections = [
        f"L1 error of sparse histograms (n = {SAMPLE_SIZE}, delta = {DELTA:g}), mean of"
        f" {options.draws} data sets; releasing nothing has error 1",
        errors.astype({"d": str}).map(
            lambda v: v if isinstance(v, str) else f"{v:.3g}"
        ),
        "OpenDP samples Laplace noise exactly, and has no denoiser.",
        "Time per call",
        pd.DataFrame(cost_rows(options.size)),
        machine("opendp"),
    ]
    write(options.output, "vectors", sections, tables={"": errors})


def error_rows(epsilons, dimensions, draws):
    """A row per epsilon and dimension: the mean L1 error of each way, on the same data sets."""
    peer = None
    with suppress(ImportError):
        peer = opendp_laplace()
    for epsilon, d in product(epsilons, dimensions):
        l1, l2 = sensitivities(SAMPLE_SIZE, d)
        errors = []
        for draw in range(draws):
            rng = generator(1, "bench", epsilon, d, draw)
            f = sample_histogram(SAMPLE_SIZE, d, rng)
            r = Releases(f, epsilon, DELTA, (l1, l2), rng, SAMPLE_SIZE)
            estimates = {"OpenDP Laplace": peer(f, l1 / epsilon)} if peer else {}
            for raw in list(estimates.values()):
                clipped = np.maximum(raw, 0)
                estimates["the same, clipped and rescaled"] = clipped / (
                    clipped.sum() or 1
                )
            estimates |= {name: METHODS[name].estimate(r) for name in OURS}
            errors.append({name: np.abs(y - f).sum() for name, y in estimates.items()})
        yield {"epsilon": epsilon, "d": d, **pd.DataFrame(errors).mean()}


def cost_rows(size):
    y = np.random.default_rng(1).standard_normal(size)
    y[: size // 200] += 5
    calls = {
        "`l2_scale`, d = 10": lambda: l2_scale(1.0, 1e-6, dimension=10),
        "`l2_scale`, d = 1,000,000": lambda: l2_scale(1.0, 1e-6, dimension=1_000_000),
        "`l2_scale`, 1,000 dimensions": lambda: l2_scale(
            1.0, 1e-6, dimension=np.arange(1, 1001)
        ),
        "`L2Mechanism(...).accuracy`": lambda: L2Mechanism(
            1.0, 1e-6, dimension=10
        ).accuracy(0.05),
        f"`soft_threshold`, {size:,} values": lambda: soft_threshold(y, 1.0),
        f"`project_to_simplex`, {size:,}": lambda: project_to_simplex(y),
        f"`empirical_bayes_threshold`, {size:,}": lambda: empirical_bayes_threshold(
            y, 1.0
        ),
        f"the same, slab fitted, {size:,}": lambda: empirical_bayes_threshold(
            y, 1.0, slab=None
        ),
    }
    for name, call in calls.items():
        call()  # loads the compiled code
        yield {"call": name, "ms": digits(1e3 * best(call)[0])}


if __name__ == "__main__":
    main()
