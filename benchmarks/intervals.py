"""Whom the intervals of `denoise` cover: `python -m benchmarks.intervals`.

Both distributions of noise have the standard deviation that the Gaussian mechanism needs for five
events per person. A second table has one event per person, for which Laplace noise is smaller. Rows
that an earlier run left in the output folder are kept, so more draws can be added.
"""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.sparse.csgraph import dijkstra
from tqdm import tqdm

from benchmarks.denoising import maps
from benchmarks.denoising.quality import DELTA, rmse, seed_of, sigma_of
from benchmarks.report import WHERE_CHOSEN, digits, machine, parser, write
from gaussmech import AnalyticGaussianMechanism, denoise, partition
from gaussmech.graphs._adjacency import adjacency_matrix
from gaussmech.graphs.noise_distributions import noise_distribution
from gaussmech.graphs.totals import combine
from gaussmech.paper.experiments.randomness import generator

EPSILONS = (0.1, 0.5, 2.0)
SIGNED = "signed: less the mean"
KEY = ["group", "map", "noise", "epsilon", "draw"]
# So many places are drawn per map and budget, by at most so many draws.
PLACES, MOST_DRAWS = 6000, 10
# Of these places the shares are shown.
SHARES = ("all", "highest tenth", "highest hundredth", "highest tenth by truth")
# Sums are over so many random sets of each size: connected sets of so many places and of a quarter of
# all, and unions of a quarter of the areas.
SETS = 40
SIZES = (4, 16, 64, 256)
QUARTER = "a quarter"
UNIONS = "unions of areas"
# A tenth of the budget is for the sums over areas: by so many times the noise of the places is theirs
# larger.
AREA_NOISE = {"gaussian": 3.0, "laplace": 9.0}


def main(arguments=None):
    options = parser("intervals", __doc__)
    add = options.add_argument
    add(
        "--elsewhere",
        type=Path,
        help="networks and maps of places, npz; else the synthetic city",
    )
    add("--draws", type=int, default=2, help="of the noise, a map")
    add("--quick", action="store_true", help="one small map: does it run?")
    options = options.parse_args(arguments)
    label, true_maps = all_maps(options.elsewhere, options.quick)
    options.output.mkdir(parents=True, exist_ok=True)
    draws = options.draws
    rows = measured(
        options.output / "intervals.csv", place_row, true_maps, AREA_NOISE, draws
    )
    unsigned = [true_map for true_map in true_maps if true_map.group != SIGNED]
    with_areas = measured(
        options.output / "intervals_areas.csv",
        area_row,
        unsigned,
        AREA_NOISE,
        draws,
        most_draws=1,
    )
    counts = [true_map for true_map in unsigned if "kernels" not in true_map.group]
    kinds = ("gaussian", "laplace", "laplace, taken for gaussian")
    events = measured(
        options.output / "intervals_one_event.csv", event_row, counts, kinds, draws
    )
    cells = rows.groupby(KEY[:1] + KEY[2:4], sort=False)
    cells = cells.mean(numeric_only=True).drop(columns="draw").reset_index()
    times = f"{draws} draw{'s' * (draws > 1)} of the noise per map and budget"
    sections = [
        "# Intervals",
        f"{label}. Constants of the intervals were chosen on some maps of other places"
        f" ({WHERE_CHOSEN}). {times}, and up to {MOST_DRAWS} times as many on fewer than"
        f" {PLACES:,} places; a cell is the mean over the maps of a group and their draws."
        " Both distributions have the standard deviation sigma of the Gaussian mechanism for five"
        " events per person, delta 1e-6. The list leaves out signed maps.",
        worst(cells, events),
        "## The error of the map",
        "How often the stated 95 % interval of the root mean squared error covers the true one:"
        " mean over all budgets.",
        stated(rows),
        "## Every place",
        "Shares of places whose interval covers the true value, each at the worst of the three"
        " budgets: of all places, of the tenth and of the hundredth with the highest denoised value,"
        " and of the tenth with the highest true value. The width is half the mean interval, over"
        " half the interval of a raw value, where it is largest. We promise neither the last two"
        " shares nor those of signed maps, whose intervals are not cut at 0.",
        places(cells),
        "## Sums",
        f"Shares of {SETS} random connected sets of a size whose interval covers the true sum /"
        " half the mean interval over half that of the sum of the raw values: means over the"
        " maps, both distributions and the draws. The sets of one draw share its error, all the"
        " more if they are large. From a random place a set grows over edges that take random"
        " times. A union has a quarter of the areas, which are as many as the root of the number"
        " of places.",
        sums(rows),
        f"With a tenth of the budget for the sums over these areas, {times}; the width is divided"
        " by that of the sum of values and areas combined, which the interval of a union is.",
        sums(with_areas),
        "## One event per person",
        "Geometric mean over maps and draws of the error of denoised Laplace noise divided by that of"
        " denoised Gaussian noise, each of the size that one event per person needs.",
        one_event(events),
        machine("scipy"),
    ]
    write(options.output, "intervals", sections)


def all_maps(elsewhere, quick):
    """Return where the maps are from, and TrueMaps; of each group but those of 0 m a signed one."""
    if elsewhere:
        label = "Other places"
        true_maps = maps.elsewhere(elsewhere)
    else:
        label, graph, city = maps.city_maps(None, (12,) if quick else (8, 16), (0, 100))
        true_maps = [
            maps.TrueMap(
                "city, 0 m" if width == 0 else "city, kernels", f"{hour} h", graph, f
            )
            for (hour, width), f in city.items()
        ]
    signed = {}
    for true_map in true_maps:
        group = true_map.group
        if "0 m" in group or group in signed:
            continue
        centred = true_map.f - true_map.f.mean()
        signed[group] = true_map._replace(group=SIGNED, name=group, f=centred)
    return label, true_maps + [*signed.values()]


def measured(path, row_of, true_maps, noises, draws, most_draws=MOST_DRAWS):
    """Return a row per map, noise, budget and draw; those in the file at `path` are not made anew.

    The draws are the outer loop, and the file is written after each map. Maps of few places are
    drawn more often, up to `most_draws` times: there a share of the places is of much chance.
    """
    rows = pd.read_csv(path).to_dict("records") if path.exists() else []
    finished = {tuple(row[name] for name in KEY) for row in rows}
    for draw in range(most_draws * draws):
        unfinished = [
            true_map
            for true_map in true_maps
            if draw < draws * min(repeats(true_map), most_draws)
        ]
        for true_map in tqdm(unfinished, desc=f"draw {draw}", leave=False):
            for noise, epsilon in product(noises, EPSILONS):
                key = true_map.group, true_map.name, noise, epsilon, draw
                if key not in finished:
                    rows.append(
                        dict(zip(KEY, key, strict=True))
                        | row_of(true_map, noise, epsilon, key)
                    )
            pd.DataFrame(rows).to_csv(path, index=False)
    return pd.DataFrame(rows)


def repeats(true_map):
    """Return how many times as many draws a map gets because it has few places."""
    return int(np.clip(round(PLACES / true_map.graph.n), 1, MOST_DRAWS))


def noise_of(distribution, sigma, size, *key):
    """Return noise (size,) of a distribution and a standard deviation, by its key."""
    rng = generator(1, *key)
    if distribution == "gaussian":
        return sigma * rng.standard_normal(size)
    return sigma * rng.laplace(0, np.sqrt(1 / 2), size)


def place_row(true_map, noise, epsilon, key):
    """Return what the intervals of places and sums of one release cover, and how wide they are."""
    sigma, f = sigma_of(epsilon), true_map.f
    y = f + noise_of(noise, sigma, len(f), "intervals", *key)
    nonnegative = None if true_map.group == SIGNED else True
    fit = denoise(
        y,
        sigma,
        true_map.graph,
        rng=seed_of(*key),
        noise=noise,
        nonnegative=nonnegative,
    )
    low, high = fit.intervals.T
    # Whole numbers that were smoothed may be 0 up to rounding.
    covered = (low <= f + 1e-9 * sigma) & (f <= high)
    error = rmse(fit.estimate, f)
    raw = sigma * noise_distribution(noise, 0.0).raw_half_width
    return {
        "all": covered.mean(),
        "highest tenth": covered[highest(fit.estimate, 0.1)].mean(),
        "highest hundredth": covered[highest(fit.estimate, 0.01)].mean(),
        "highest tenth by truth": covered[highest(f, 0.1)].mean(),
        "width": np.mean(high - low) / 2 / raw,
        "RMSE / sigma": error / sigma,
        "stated": float(fit.rmse_interval[0] <= error <= fit.rmse_interval[1]),
        "bias": (fit.mse - error**2) / fit.mse_se,
    } | sum_columns(true_map, fit, combine(y, sigma, [], noise=noise), key)


def area_row(true_map, noise, epsilon, key):
    """Return what the intervals of sums cover if sums over areas are released, too."""
    sigma, f = sigma_of(epsilon), true_map.f
    y = f + noise_of(noise, sigma, len(f), "with areas", *key)
    labels = partition(true_map.graph, round(np.sqrt(true_map.graph.n)))
    area_sigma = AREA_NOISE[noise] * sigma
    values = np.bincount(labels, f)
    values += noise_of(noise, area_sigma, len(values), "areas", *key)
    totals = [(labels, values, area_sigma)]
    fit = denoise(
        y,
        sigma,
        true_map.graph,
        rng=seed_of(*key),
        noise=noise,
        nonnegative=True,
        totals=totals,
    )
    return sum_columns(true_map, fit, combine(y, sigma, totals, noise=noise), key)


def sum_columns(true_map, fit, combined, key):
    """Return by size how many intervals of sums of a fit cover, and how wide they are.

    The width is divided by that of the intervals of `combined`, which are those of the data.
    """
    rows = []
    rng = generator(1, "sets", *key)
    for size, places in random_sets(true_map.graph, rng):
        sums = fit.total(places)
        # The set is area 0, and all other places are area 1.
        raw = combined.total(1 - np.isin(range(fit.x.size), places))
        truth = true_map.f[places].sum()
        # Sums of whole numbers that were smoothed may be 0 up to rounding.
        is_covered = sums.low <= truth + 1e-9 * sums.high and truth <= sums.high
        rows.append((size, is_covered, sums.high - sums.low, raw.high[0] - raw.low[0]))
    table = pd.DataFrame(rows, columns=["size", "covered", "width", "raw"])
    means = table.groupby("size", sort=False).mean()
    means["width"] /= means.pop("raw")
    return {f"{name}, {size}": x for name in means for size, x in means[name].items()}


def random_sets(graph, rng):
    """Yield pairs of a size and the indices of a random set of places of this size."""
    labels = partition(graph, round(np.sqrt(graph.n)))
    areas = np.unique(labels)
    largest = np.bincount(graph.components).argmax()
    starts = np.flatnonzero(graph.components == largest)
    sizes = {size: size for size in SIZES if size < len(starts) / 4}
    sizes[QUARTER] = len(starts) // 4
    for _ in range(SETS):
        times = rng.exponential(size=graph.m)
        roads = adjacency_matrix(graph.n, graph.edges, times)
        order = np.argsort(dijkstra(roads, directed=False, indices=rng.choice(starts)))
        for name, size in sizes.items():
            yield name, order[:size]
        union = rng.choice(areas, max(2, len(areas) // 4), replace=False)
        yield UNIONS, np.flatnonzero(np.isin(labels, union))


def highest(values, share):
    """Return the places of the highest values: this share of them, one at least."""
    return np.argsort(values, kind="stable")[-max(1, round(share * len(values))) :]


def event_row(true_map, kind, epsilon, key):
    """Return the error of one event per person."""
    noise = kind.split(",")[0]
    gaussian = AnalyticGaussianMechanism(epsilon, DELTA, 1.0).sigma
    sigma = gaussian if noise == "gaussian" else np.sqrt(2) / epsilon
    # Both uses of Laplace noise have the same draw.
    key = *key[:2], noise, *key[3:]
    y = true_map.f + noise_of(noise, sigma, len(true_map.f), "one event", *key)
    distribution = "gaussian" if "taken" in kind else noise
    fit = denoise(
        y,
        sigma,
        true_map.graph,
        rng=seed_of(*key),
        noise=distribution,
        nonnegative=True,
    )
    return {"rmse": rmse(fit.estimate, true_map.f)}


def stated(rows):
    """Return the coverage of the interval of the error, and its bias, by group and distribution."""
    table = rows.groupby(["group", "noise"], sort=False)
    table = table.agg(
        fits=("stated", "size"), covered=("stated", "mean"), bias=("bias", "mean")
    )
    table = table.reset_index().rename(columns={"bias": "bias, in standard errors"})
    return table.map(lambda v: f"{v:.3f}" if isinstance(v, float) else v)


def places(cells):
    """Return, by group and distribution, the least shares and the largest width of all budgets."""
    summaries = dict.fromkeys(SHARES, "min") | {"width": "max"}
    table = cells.groupby(["group", "noise"], sort=False).agg(summaries).reset_index()
    return table.map(lambda v: f"{v:.3f}" if isinstance(v, float) else v)


def sums(rows):
    """Return, by group and budget, the share of covered sums / the mean width, for each size."""
    cells = rows.groupby(["group", "epsilon"], sort=False).mean(numeric_only=True)
    table = cells[[]].copy()
    for size in (*SIZES, QUARTER, UNIONS):
        if f"covered, {size}" not in cells:
            continue  # The graphs are smaller.
        pairs = zip(cells[f"covered, {size}"], cells[f"width, {size}"], strict=True)
        table[f"{size}"] = [
            "–" if share != share else f"{share:.3f} / {digits(width)}"
            for share, width in pairs
        ]
    return table.reset_index()


def one_event(events):
    """Return the errors of Laplace noise over those of Gaussian noise, by budget."""
    errors = events.pivot_table("rmse", ["group", "map", "epsilon", "draw"], "noise")
    ratios = np.log(errors.div(errors.pop("gaussian"), axis=0))
    table = np.exp(ratios.groupby("epsilon").mean())
    table.loc["all"] = np.exp(ratios.mean())
    table.insert(0, "pairs", [*ratios.groupby("epsilon").size(), len(ratios)])
    return table.reset_index().map(lambda v: f"{v:.3g}" if isinstance(v, float) else v)


def worst(cells, events):
    """Return in sentences what the intervals cover at worst, how wide they are, and one event."""
    unsigned = cells[cells["group"] != SIGNED]
    of_error = unsigned.groupby(["group", "noise"])["stated"].mean().min()
    excess = (
        (unsigned["width"] - unsigned["RMSE / sigma"]).groupby(unsigned["noise"]).max()
    )
    wider = " and ".join(
        f"{each:.2f} ({noise} noise)" for noise, each in excess.items()
    )
    ratio = float(one_event(events).iloc[-1]["laplace"])
    return (
        f"- The stated interval of the error covers {of_error:.2f} of the fits of the worst group.\n"
        f"- Of all places intervals cover {unsigned['all'].min():.2f} in the worst cell, and of the"
        f" highest tenth {unsigned['highest tenth'].min():.2f}.\n"
        "- Half an interval, divided by that of a raw value, exceeds the error over sigma by at most"
        f" {wider}.\n"
        f"- With one event per person denoised Laplace noise has {ratio:.2f} of the error of denoised"
        " Gaussian noise."
    )


if __name__ == "__main__":
    main()
