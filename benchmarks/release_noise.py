"""Laplace against Gaussian noise in releases: `python -m benchmarks.release_noise`.

Two questions are measured: how much smaller the error of a denoised release is where each person
has one event, and whether the guarantee of several releases is ever below the exact one.
"""

from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.denoising.maps import elsewhere
from benchmarks.denoising.quality import rmse, seed_of
from benchmarks.report import machine, parser, write
from gaussmech import denoise
from gaussmech.paper.experiments.randomness import generator
from gaussmech.privacy.cost import joint_epsilon
from gaussmech.releases.plan import plan_release
from tests.releases.exact_sums import exact_mixed_delta, random_ledger

EPSILONS, DELTA = (0.1, 0.5, 2.0), 1e-6
LAWS = ("laplace", "gaussian")


def main(arguments=None):
    options = parser("release_noise", __doc__)
    options.add_argument("--ledgers", type=int, default=10_000)
    options.add_argument(
        "--elsewhere", type=Path, help="networks and maps of other places, npz"
    )
    options.add_argument("--draws", type=int, default=2, help="releases of each map")
    options = options.parse_args(arguments)
    sections, tables = ["# Laplace and Gaussian noise compared"], {}
    if options.elsewhere:
        errors = pd.DataFrame(error_rows(elsewhere(options.elsewhere), options.draws))
        sections += error_sections(errors)
        tables["_errors"] = errors
    shares = pd.DataFrame(ledger_rows(options.ledgers))
    sections += [
        f"Exact delta of {len(shares):,} random ledgers at the epsilon that is stated, over their"
        f" delta: at most {shares['share'].max():.10f}; above 1 in {(shares['share'] > 1).sum()}."
        " Gaussian releases have noise of 2 to 180 steps of their grid, and up to 17 pure releases"
        " have as many different epsilons.",
        machine("scipy"),
    ]
    write(
        options.output, "release_noise", sections, tables={"_ledgers": shares} | tables
    )


def error_rows(true_maps, draws):
    """A row per map, epsilon and draw: the error after denoising with each law, and auto's law."""
    for true_map in tqdm(true_maps, desc="errors"):
        for epsilon in EPSILONS:
            for draw in range(draws):
                key = true_map.group, true_map.name, epsilon, draw
                yield {
                    "map": true_map.group,
                    "name": true_map.name,
                    "epsilon": epsilon,
                    "draw": draw,
                    "auto": _plan(true_map, epsilon, "auto").noise.law,
                } | {law: _error(true_map, epsilon, law, key) for law in LAWS}


def _plan(true_map, epsilon, law):
    caps = {"sensitivity": 1.0, "l1_sensitivity": 1.0}
    return plan_release(
        true_map.graph.n, epsilon=epsilon, delta=DELTA, noise=law, **caps
    )


def _error(true_map, epsilon, law, key):
    """Return the RMSE of a denoised release; its noise is in floating point, and replayable."""
    sigma = _plan(true_map, epsilon, law).noise.sigma
    rng = generator(1, "release noise", law, *key)
    draw = rng.standard_normal if law == "gaussian" else rng.laplace
    scale = sigma if law == "gaussian" else sigma / np.sqrt(2)
    y = true_map.f + scale * draw(size=true_map.graph.n)
    fit = denoise(y, sigma, true_map.graph, rng=seed_of("release noise", law, *key))
    return rmse(fit.x, true_map.f)


def error_sections(errors):
    """What the table of errors says, in words and by map and epsilon."""
    ratio = np.log(errors["laplace"] / errors["gaussian"])
    cells = ratio.groupby([errors["map"], errors["epsilon"]]).mean().unstack()
    chosen = np.where(
        errors["auto"] == "laplace", errors["laplace"], errors["gaussian"]
    )
    means = errors.assign(chosen=chosen).groupby(["map", "name", "epsilon"])
    means = means[["chosen", *LAWS]].mean()
    worst = (means["chosen"] / means[list(LAWS)].min(axis=1)).max()
    table = np.exp(cells).map("{:.2f}".format).reset_index()
    law = ", ".join(
        f"{name}: {count}" for name, count in Counter(errors["auto"]).items()
    )
    return [
        "RMSE of denoised counts with Laplace noise over that with Gaussian noise, one event per"
        f" person, delta {DELTA:g}: geometric mean {np.exp(ratio.mean()):.3f} over {len(errors)}"
        f" pairs. The law that `auto` takes ({law}) has at most {worst:.3f} of the smaller error of"
        " the two, in the mean of a map's releases.",
        table.rename(columns=lambda name: f"epsilon {name}" if name != "map" else name),
    ]


def ledger_rows(count):
    """A row per random ledger: how much of its delta it has at the epsilon that is stated."""
    rng = np.random.default_rng(3)
    for _ in tqdm(range(count), desc="ledgers"):
        scales, moves, pure, delta = random_ledger(rng)
        mu = np.sqrt(
            sum((move / scale) ** 2 for move, scale in zip(moves, scales, strict=True))
        )
        tau = sum(1 / 24 / scale**2 for scale in scales)
        epsilon = joint_epsilon(float(mu), tau, delta, Counter(pure).items())
        share = exact_mixed_delta(epsilon, scales, moves, pure) / delta
        row = {"gaussian": len(scales), "pure": len(pure), "delta": delta}
        yield row | {"epsilon": epsilon, "share": share}


if __name__ == "__main__":
    main()
