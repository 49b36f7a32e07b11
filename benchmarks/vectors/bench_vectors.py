"""Sparse histograms beside OpenDP's Laplace noise, and what vectors cost."""

import argparse
import os
import platform
from importlib import metadata
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.calibration.score import markdown
from benchmarks.calibration.speed import best_seconds
from gaussmech.experiments.histogram import sample_histogram, sensitivities
from gaussmech.experiments.methods import METHODS
from gaussmech.experiments.randomness import generator
from gaussmech.experiments.vector_release import Releases
from gaussmech.l2_mechanism import L2Mechanism, l2_scale
from gaussmech.shrinkage import empirical_bayes_threshold, project_to_simplex, soft_threshold

EPSILONS, DIMENSIONS, DELTA, SAMPLE_SIZE = (1.0, 0.1), (10, 100, 1000, 10_000), 1e-4, 500
OURS = ("Lap-simplex", "aGM-TH-total", "aGM-EB", "aGM-auto")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("results/bench"))
    parser.add_argument("--draws", type=int, default=40)
    parser.add_argument("--size", type=int, default=1_000_000, help="of the vectors timed")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    errors, costs = error_rows(EPSILONS, DIMENSIONS, options.draws), cost_rows(options.size)
    errors.to_csv(options.output / "vectors.csv", index=False)
    report = "\n\n".join(_sections(errors, costs, options)) + "\n"
    (options.output / "vectors.md").write_text(report)
    print(report)


def opendp_laplace():
    """Return OpenDP's Laplace release of a vector as a function of it and the scale, or None."""
    try:
        import opendp.prelude as dp
    except ImportError:
        return None
    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.l1_distance(T=float)

    def release(f, scale):
        return np.array(dp.m.make_laplace(*space, scale=scale)(f.tolist()))

    return release


def error_rows(epsilons, dimensions, draws):
    """A row per epsilon and dimension: the mean L1 error of each way, on the same data sets."""
    peer, rows = opendp_laplace(), []
    for epsilon, d in product(epsilons, dimensions):
        l1, l2 = sensitivities(SAMPLE_SIZE, d)
        found = []
        for draw in range(draws):
            rng = generator(1, "bench", epsilon, d, draw)
            f = sample_histogram(SAMPLE_SIZE, d, rng)
            r = Releases(f, epsilon, DELTA, (l1, l2), rng, SAMPLE_SIZE)
            estimates = {}
            if peer is not None:
                raw = peer(f, l1 / epsilon)
                clipped = np.maximum(raw, 0)
                estimates["OpenDP Laplace"] = raw
                estimates["the same, clipped and rescaled"] = clipped / (clipped.sum() or 1)
            estimates |= {name: METHODS[name].estimate(r) for name in OURS}
            found.append({name: np.abs(y - f).sum() for name, y in estimates.items()})
        rows.append({"epsilon": epsilon, "d": d, **pd.DataFrame(found).mean()})
    return pd.DataFrame(rows)


def cost_rows(size):
    """A row per call: seconds, the best of five."""
    y = np.random.default_rng(1).standard_normal(size)
    y[: size // 200] += 5
    calls = {
        "`l2_scale`, d = 10": lambda: l2_scale(1.0, 1e-6, dimension=10),
        "`l2_scale`, d = 1,000,000": lambda: l2_scale(1.0, 1e-6, dimension=1_000_000),
        "`l2_scale`, 1,000 dimensions": lambda: l2_scale(1.0, 1e-6, dimension=np.arange(1, 1001)),
        "`L2Mechanism(...).accuracy`": lambda: L2Mechanism(1.0, 1e-6, dimension=10).accuracy(0.05),
        f"`soft_threshold`, {size:,} values": lambda: soft_threshold(y, 1.0),
        f"`project_to_simplex`, {size:,}": lambda: project_to_simplex(y),
        f"`empirical_bayes_threshold`, {size:,}": lambda: empirical_bayes_threshold(y, 1.0),
        f"the same, slab fitted, {size:,}": lambda: empirical_bayes_threshold(y, 1.0, slab=None),
    }
    for call in calls.values():
        call()
    return pd.DataFrame(
        {"call": calls.keys(), "ms": [f"{1e3 * best_seconds(c):.3g}" for c in calls.values()]}
    )


def _sections(errors, costs, options):
    yield (
        f"L1 error of sparse histograms (n = {SAMPLE_SIZE}, delta = {DELTA:g}), mean of"
        f" {options.draws} data sets; releasing nothing has error 1"
    )
    shown = errors.astype({"d": str}).map(lambda v: v if isinstance(v, str) else f"{v:.3g}")
    yield markdown(shown)
    yield (
        "OpenDP samples Laplace noise exactly, and has no denoiser. EbayesThresh has no Python port"
        " under a permissive licence: our tests compare with quadrature of its formulas."
    )
    yield "Time per call"
    yield markdown(costs)
    found = f"Python {platform.python_version()}, numpy {metadata.version('numpy')}"
    if "OpenDP Laplace" in errors:
        found += f", OpenDP {metadata.version('opendp')}"
    yield f"{found}, {os.cpu_count()} {platform.machine()} cores."
