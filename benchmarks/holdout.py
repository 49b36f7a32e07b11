"""The hold-out of docs/holdout.md, run once: `python -m benchmarks.holdout FOLDER`.

The folder has `sets.npz`, maps (64, 64) of point data that played no part in any choice, and
`published.csv`, the errors of published algorithms on the samples that this program draws from them;
beside it `dpbench/rectangles.csv` has the rectangles. The page says beforehand what is measured. What
came out first stays beside what comes out for a later version of the denoiser.
"""

import zlib
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.areas import SIDE, rmse_of_rectangles
from benchmarks.denoising.quality import (
    BASELINES,
    RATIOS,
    TREND_TOLERANCE,
    least_errors,
    rmse,
)
from benchmarks.graphs import grid
from benchmarks.peers import TUNED_PEERS
from benchmarks.report import machine, parser, write
from gaussmech import denoise, partition, plan_areas
from gaussmech.graphs.trend_filter import trend_filter_path

FIRST = Path(__file__).parents[1] / "docs/bench/holdout-first.md"
EPSILON = 0.1
EVENTS = (10**3, 10**4, 10**5, 10**6)
SEEDS = (11, 12)
KEY = ["data_set", "events"]
SCORES = ["rectangles", "cells"]
# The most that planned areas may have, divided by the best of ten, by the number of events.
LIMITS = {"rectangles": (1.6, 1.4, 1.15, 1.0), "cells": (1.25, 1.0, 0.85, 0.95)}
# What a release is: without areas, with those of the default share, and with planned ones.
CASES = ("no areas", "default areas", "planned areas")


def main(arguments=None):
    options = parser("holdout", __doc__)
    options.add_argument("folder", type=Path)
    options = options.parse_args(arguments)
    beside = options.folder.parent / "dpbench/rectangles.csv"
    rectangles = pd.read_csv(beside).to_numpy()
    published = pd.read_csv(options.folder / "published.csv")
    with np.load(options.folder / "sets.npz") as sets:
        weights = {name: sets[name].astype(float) for name in sets.files}
    rows = pd.DataFrame(measure(weights, rectangles))
    cells = ratios_of_cells(rows)
    best = over_best(rows, published)
    sections = [
        "# Hold-out",
        "Errors of releases of epsilon 0.1 with Laplace noise, geometric means over the data sets and"
        " seeds. [What was fixed before](../holdout.md).",
        "## What was fixed before, and what came out",
        "*First* is the [first version](holdout-first.md) of the denoiser, for which alone these data"
        " are a hold-out; *value* is that of the code that wrote this page.",
        outcomes(cells, best, first_values(FIRST.read_text(encoding="utf-8"))),
        "## Cells: the error of auto divided by the error of",
        shown(cells),
        *by_seed(rows),
        "## Rectangles and cells, divided by the best of ten published algorithms",
        shown(best),
        "## The same with planned areas for each published algorithm, all numbers of events",
        shown(over_each(rows, published)),
        machine(),
    ]
    write(options.output, "holdout", sections, tables={"": rows})


def sample_of(name, weights, events):
    """Return the counts (n,) of so many events of a data set."""
    rng = np.random.default_rng([0, zlib.crc32(name.encode()), events])
    return rng.multinomial(events, weights.ravel() / weights.sum()).astype(float)


def measure(weights, rectangles):
    """Yield a row for each data set, number of events, seed and case."""
    graph = grid(SIDE)
    cells = list(product(weights.items(), EVENTS, SEEDS))
    for (name, h), events, seed in tqdm(cells):
        f = sample_of(name, h, events)
        key = {"data_set": name, "events": events, "seed": seed}
        for case in CASES:
            y, sigma, totals = released(f, graph, events, case, seed)
            fit = denoise(
                y, sigma, graph, noise="laplace", grid=1.0, rng=1, totals=totals
            )
            row = key | {"case": case} | errors_of(fit.estimate - f, rectangles)
            if case == "no areas":
                row |= rivals(y / sigma, f / sigma, sigma, graph)
            yield row


def released(f, graph, events, case, seed):
    """Return a release of f: the noisy counts, their standard deviation, and sums of areas."""
    rng = np.random.default_rng(seed)
    labels, share = areas_of(graph, events, case)
    y = f + discrete_laplace(rng, EPSILON * (1 - share), len(f))
    totals = []
    if labels is not None:
        sums = np.bincount(labels, f)
        noisy = sums + discrete_laplace(rng, EPSILON * share, len(sums))
        totals = [(labels, noisy, deviation(EPSILON * share))]
    return y, deviation(EPSILON * (1 - share)), totals


def areas_of(graph, events, case):
    """Return the areas of a case, or None, and their share of epsilon."""
    if case == "no areas":
        return None, 0.0
    if case == "default areas":
        return partition(graph, area_share=0.15, noise="laplace"), 0.15
    plan = plan_areas(graph, events=events, epsilon=EPSILON, noise="laplace")
    return plan.labels, plan.share


def discrete_laplace(rng, epsilon, size):
    """Return noise with probabilities in proportion to exp(-epsilon |k|): two geometric variables."""
    p = -np.expm1(-epsilon)
    return rng.geometric(p, size) - rng.geometric(p, size)


def deviation(epsilon):
    """Return the standard deviation of `discrete_laplace`."""
    return np.sqrt(2 * np.exp(-epsilon)) / -np.expm1(-epsilon)


def errors_of(error, rectangles):
    """Return the root mean squared errors over rectangles and over cells."""
    return {
        "rectangles": rmse_of_rectangles(error, rectangles),
        "cells": float(np.sqrt(np.mean(error**2))),
    }


def rivals(y, f, sigma, graph):
    """Return the errors of other estimates of the cells: baselines, the oracle, the best peer."""
    errors = {
        name: sigma * rmse(estimate(y), f) for name, estimate in BASELINES.items()
    }
    path = trend_filter_path(y, graph, RATIOS, tol=TREND_TOLERANCE)
    errors["oracle trend filter"] = sigma * min(
        rmse(np.maximum(fit.x, 0), f) for fit in path
    )
    peers = {}
    for peer, (build_fits, needs_places) in TUNED_PEERS.items():
        if not needs_places:
            of_peer = least_errors(build_fits(graph), y[:, None], f[:, None])
            if "itself" in of_peer:
                peers[peer] = sigma * of_peer["itself"].item()
    if peers:
        errors["best peer that tunes itself"] = min(peers.values())
    return errors


def ratios_of_cells(rows):
    """Return the error of auto over that of each rival, by the number of events."""
    plain = rows[rows["case"] == "no areas"].dropna(axis=1)
    names = [name for name in plain if name not in (*KEY, "seed", "case", "rectangles")]
    names.remove("cells")
    logs = np.log(plain[["cells"]].to_numpy() / plain[names])
    return np.exp(logs.groupby(plain["events"]).mean())


def over_best(rows, published):
    """Return the errors of our cases over the least of the published algorithms."""
    theirs = published.groupby([*KEY, "method"])[SCORES].mean().groupby(KEY).min()
    ours = rows.groupby([*KEY, "case"], sort=False)[SCORES].mean()
    return mean_of_ratios(ours / theirs, ["events", "case"])


def over_each(rows, published):
    """Return the errors with planned areas over those of each published algorithm."""
    theirs = published.groupby([*KEY, "method"])[SCORES].mean()
    planned = rows[rows["case"] == "planned areas"]
    return mean_of_ratios(planned.groupby(KEY)[SCORES].mean() / theirs, ["method"])


def by_seed(rows):
    """Yield the sections with the errors of each seed, whose noise is the same for all data sets."""
    for seed, of_seed in rows.groupby("seed"):
        yield f"## The same for seed {seed} alone"
        yield shown(ratios_of_cells(of_seed))


def mean_of_ratios(ratios, groups):
    """Return geometric means by groups."""
    return np.exp(np.log(ratios).groupby(groups, sort=False).mean())


def first_values(page):
    """Return the values of the first version, in the order of `outcomes`, from its page."""
    scores = page.partition("## What was fixed before")[2].partition("##")[0]
    rows = [line.split(" | ") for line in scores.splitlines() if line.startswith("| ")]
    return [value for _, _, value, *_ in rows[2:]]


def outcomes(cells, best, first):
    """Return a row for each score that was limited beforehand: its values, and whether it is met."""
    overall = np.exp(np.log(cells["oracle trend filter"]).mean())
    cases = np.log(best).mean(axis=1).groupby("case").mean()
    against_default = np.exp(cases["planned areas"] - cases["default areas"])
    planned = best.xs("planned areas", level="case")
    scores = [
        *cells["constant mean"]
        .map(lambda x: ("cells / constant mean", x, 1.0))
        .items(),
        ("all", ("cells / oracle trend filter", overall, 1.05)),
        ("all", ("planned / default areas", against_default, 1.0)),
    ]
    for score, limits in LIMITS.items():
        values = zip(planned[score].items(), limits, strict=True)
        scores += [
            (n, (f"{score} / best of ten", x, limit)) for (n, x), limit in values
        ]
    rows = [
        (
            name,
            events,
            f"{limit:.2f}",
            old,
            f"{x:.2f}",
            "yes" if x <= limit else "**no**",
        )
        for (events, (name, x, limit)), old in zip(scores, first, strict=True)
    ]
    columns = ["score", "events", "limit", "first", "value", "met"]
    return pd.DataFrame(rows, columns=columns)


def shown(ratios):
    """Return ratios with two decimals, and their groups as columns."""
    return ratios.map("{:.2f}".format).reset_index()


if __name__ == "__main__":
    main()
