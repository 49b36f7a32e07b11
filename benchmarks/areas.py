"""Sums and cells of DPBench's maps against published algorithms: `python -m benchmarks.areas FOLDER`.

The folder has `samples.npz` (maps of whole counts, 64 x 64, by data set, number of events and draw),
`rectangles.csv` (rectangles of cells, ends included) and `errors.csv` (root mean squared errors of
published algorithms on the same maps). The release has Laplace noise, pure epsilon 0.1; the areas are
those that `partition` makes for their share of epsilon.
"""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks.graphs import grid
from benchmarks.report import WHERE_CHOSEN, digits, machine, parser, write
from gaussmech import denoise, partition

EPSILON = 0.1
SIDE = 64
# Which release it is, by the share of epsilon that sums over areas have; None is not denoised.
CASES = {"raw": None, "denoised": 0.0, "areas, 15 %": 0.15, "areas, 25 %": 0.25}
# Rows of other algorithms in `errors.csv` are left out.
PUBLISHED = [
    "Identity",
    "Uniform",
    "HB",
    "AGrid",
    "UGrid",
    "QuadTree",
    "DPCube",
    "Privelet",
    "AHP",
    "DAWA",
]
# On these data sets the constants of the denoiser's sums may be chosen; the others were not used since.
FOR_CHOICES = ["ADULT-2D", "BEIJING-CABS-S", "SF-CABS-S"]
# Numbers of areas and shares of epsilon among which `gaussmech.plan_areas` was chosen.
PLANS = {
    f"{count} areas, {100 * share:g} %": (count, share)
    for count, share in [
        (19, 0.15),
        (16, 0.25),
        (24, 0.25),
        (32, 0.25),
        (32, 0.35),
        (32, 0.5),
        (64, 0.25),
        (64, 0.5),
        (64, 0.6),
        (64, 0.75),
    ]
}
PLAN_SEEDS = 2
KEY = ["data_set", "events"]
ERRORS = ["rectangles_rmse", "cells_rmse"]


def main(arguments=None):
    options = parser("areas", __doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--draws", type=int, default=3, help="of each map, at most 3")
    options.add_argument("--seeds", type=int, default=9, help="of the noise, a draw")
    options = options.parse_args(arguments)
    peers = pd.read_csv(options.folder / "errors.csv")
    peers = peers[peers["algorithm"].isin(PUBLISHED)]
    rectangles = pd.read_csv(options.folder / "rectangles.csv").to_numpy()
    with np.load(options.folder / "samples.npz") as samples:
        maps = {name: samples[name].ravel().astype(float) for name in samples.files}
    rows = measure(maps, rectangles, options.draws, options.seeds, CASES)
    mean = peers.groupby([*KEY, "algorithm"])[ERRORS].mean()
    best = mean.groupby(KEY).min()
    names = mean.groupby(KEY).idxmin().map(lambda index: index[-1])
    errors = rows.groupby([*KEY, "case"], sort=False)[ERRORS].mean()
    ratio = errors.div(best)
    draws = counted(options.draws, "draw") + " of each map of DPBench with "
    draws += counted(options.seeds, "seed") + " of the noise each"
    for_choices = ratio.index.get_level_values("data_set").isin(FOR_CHOICES)
    means = np.exp(np.log(ratio).groupby([for_choices, "events", "case"]).mean())
    plans = measure_plans(maps, rectangles, best)
    graph = grid(SIDE)
    areas = {
        case: areas_for(graph, share).max() + 1
        for case, share in CASES.items()
        if share
    }
    worse = (ratio > 1).groupby("case").sum().loc[list(CASES)[1:]]
    counts = [
        f"{row[ERRORS[0]]} / {row[ERRORS[1]]} ({case})"
        for case, row in worse.iterrows()
    ]
    sections = [
        "# Sums and cells against published algorithms\n\n"
        f"Root mean squared errors on {draws} (64 x 64 cells, Laplace noise,"
        f" epsilon {EPSILON}), divided by those of the best published algorithm for the data set and"
        " the number of events: of sums over rectangles / of cells. The cases with areas spend that"
        f" part of epsilon on {' or '.join(map(str, areas.values()))} areas. Below 1 the release is"
        " better. **The comparison favours the release**: constants of gaussmech were chosen on some"
        f" of these maps ({WHERE_CHOSEN}).",
        f"Of {len(best)} rows a published algorithm is better in so many, on rectangles / on cells:"
        f" {', '.join(counts)}. These algorithms (AGrid, DAWA) spend a part of the budget on a"
        " partition that follows the data: where nearly all events are in a few cells, or where 1,000"
        " events are below the noise, one noisy sum stands for a"
        " large empty region. The areas of a release are public, and the same whatever the data are.",
        f"## Geometric mean over {', '.join(FOR_CHOICES)}",
        table(means.loc[True], ["events"]),
        "## Geometric mean over the other data sets",
        table(means.loc[False], ["events"]),
        "## Plans for an expected number of events",
        "The third number is the criterion: the geometric mean of both errors, divided by that of the"
        " first plan, which has the default share. `gm.plan_areas` takes one of the least, on these and"
        f" on other maps ({WHERE_CHOSEN}). Neighbouring columns say what an expectation that is wrong"
        f" by a factor of 10 costs. All data sets, two draws of each, {PLAN_SEEDS} seeds of the noise.",
        plans,
        "## By data set",
        table(ratio, KEY, names),
        machine(),
    ]
    write(options.output, "areas", sections, tables={"": rows})


def counted(number, noun):
    """Return a number with its noun."""
    return f"{number} {noun}" + ("s" if number > 1 else "")


def measure_plans(maps, rectangles, best):
    """Return the errors of each plan of areas over those of the best algorithm, a row for each plan."""
    rows = measure(maps, rectangles, 2, PLAN_SEEDS, PLANS)
    errors = rows.groupby([*KEY, "case"], sort=False)[ERRORS].mean()
    logs = np.log(errors.div(best)).groupby(["events", "case"]).mean()
    both = logs.mean(axis=1)
    first = both.xs(next(iter(PLANS)), level="case")
    means = np.exp(logs.assign(both=both.sub(first, level="events")))
    texts = means.map(digits).agg(" / ".join, axis=1).unstack("events")
    return texts.loc[list(PLANS)].reset_index(names="plan")


def measure(maps, rectangles, draws, seeds, cases):
    """Return the errors of some cases by name, a row for each map, seed and case."""
    graph = grid(SIDE)
    maps = {name: f for name, f in maps.items() if int(name.rsplit("_", 1)[1]) < draws}
    rows = []
    for (name, f), seed, (case, share) in tqdm(
        list(product(maps.items(), range(seeds), cases.items()))
    ):
        data_set, events, draw = name.rsplit("_", 2)
        x = released(f, graph, share, seed=[*name.encode(), seed])
        errors = (
            rmse_of_rectangles(x - f, rectangles),
            np.sqrt(np.mean((x - f) ** 2)),
        )
        rows.append((data_set, int(events), int(draw), seed, case, *errors))
    return pd.DataFrame(rows, columns=[*KEY, "draw", "seed", "case", *ERRORS])


def released(f, graph, share, seed):
    """Return a release of the map f: raw if `share` is None, else denoised, with such areas.

    A share may stand beside a number of areas; else the number is the one that suits it.
    """
    count, share = share if isinstance(share, tuple) else (None, share)
    rng = np.random.default_rng(seed)
    place_scale = 1 / (EPSILON * (1 - (share or 0)))
    y = f + rng.laplace(scale=place_scale, size=len(f))
    if share is None:
        return y
    totals = []
    if share:
        labels = areas_for(graph, share, count)
        sums = np.bincount(labels, f)
        scale = 1 / (share * EPSILON)
        sums = sums + rng.laplace(scale=scale, size=len(sums))
        totals = [(labels, sums, 2**0.5 * scale)]
    sigma = 2**0.5 * place_scale
    return denoise(y, sigma, graph, noise="laplace", rng=1, totals=totals).estimate


def areas_for(graph, share, count=None):
    """Return so many areas (n,), or as many as suit a share of epsilon."""
    return partition(graph, count, area_share=share, noise="laplace")


def rmse_of_rectangles(error, rectangles):
    """Return the root mean squared sum of the errors (n,) over rectangles, ends included."""
    cumulative = np.zeros((SIDE + 1, SIDE + 1))
    cumulative[1:, 1:] = error.reshape(SIDE, SIDE).cumsum(axis=0).cumsum(axis=1)
    top, bottom, left, right = rectangles.T
    sums = cumulative[bottom + 1, right + 1] - cumulative[top, right + 1]
    sums += cumulative[top, left] - cumulative[bottom + 1, left]
    return np.sqrt(np.mean(sums**2))


def table(ratio, key, names=None):
    """Return a table of ratios by `key`: a column for each case and, if given, the best names."""
    texts = ratio.map(digits).agg(" / ".join, axis=1).unstack("case")[list(CASES)]
    if names is not None:
        texts["best algorithms"] = names.agg(" / ".join, axis=1)
    return texts.reset_index(names=key)


if __name__ == "__main__":
    main()
