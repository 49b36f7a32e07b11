"""`denoise` beside oracles, rivals and its own statements: `python -m benchmarks.denoising`."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd

from benchmarks.denoising import maps, peers, quality, speed
from benchmarks.graphs import SIGMA
from benchmarks.measure import first_use
from benchmarks.report import digits, machine, parser, write

ITSELF = ", by itself"  # of a tuned peer
# Of auto over the oracle at epsilon 0.5, by the start of a group's name.
AIMS = {
    "The city, 0 m": 0.90,
    "Perth crashes, kernels": 0.82,
    "Montreal bike, kernels": 0.82,
    "Medellin": 1.0,
    "US counties": 0.85,
}
# What is run in full, and what if quick.
CASE = {
    "hours": ((0, 8, 12, 16, 20), (0, 12)),
    "bandwidths": (
        (0, 60, 100, 170, 250),
        (100,),
    ),  # metres, of the kernel that spreads a trip end
    "fresh": ((8, 16, 20), (12,)),  # hours on which no constant of the field was chosen
    "epsilons": (quality.EPSILONS, (0.05, 5.0)),
    "sides": ((317, 1000), (95, 120)),  # of the grids, auto's and the forest's
    "draws": (2, 1),  # of the noise, a map
    "robustness": (3, 1),
    "risk": ((200, 60), (4, 2)),  # draws a method; fewer of field and auto
    "repeats": (7, 1),
}


def main(arguments=None):
    options = parser("denoising", __doc__)
    add = options.add_argument
    add(
        "--folder",
        type=Path,
        help="with the files of tests/real.yaml; else the synthetic city",
    )
    add("--elsewhere", type=Path, help="with networks and maps of other places, npz")
    text = "some of the sections; the others are shown as they were last measured"
    add("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), help=text)
    add(
        "--quick",
        action="store_true",
        help="few maps and draws, small grids: does it run?",
    )
    options = options.parse_args(arguments)
    case = SimpleNamespace(**{name: both[options.quick] for name, both in CASE.items()})
    label, case.graph, truths = maps.city_maps(
        options.folder, case.hours, case.bandwidths
    )
    case.at_100 = {key: truth for key, truth in truths.items() if key[1] == 100}
    case.midnight = truths[case.hours[0], 100]
    fresh = {key: truth for key, truth in truths.items() if key[0] in case.fresh}
    case.true_maps = maps.city_groups(case.graph, fresh)
    if options.elsewhere:
        case.true_maps += maps.elsewhere(options.elsewhere)
    case.joint = maps.joint_cases(case.graph, truths)
    report, bars = [], []
    options.output.mkdir(parents=True, exist_ok=True)
    for section, (work, summary) in SECTIONS.items():
        path = options.output / f"denoising_{section}.csv"
        if section in options.only:
            pd.DataFrame(work(case)).to_csv(path, index=False)
        elif not path.exists():
            continue
        text, found = summary(pd.read_csv(path).fillna({"note": ""}), case)
        report += text
        bars += found
    if "speed" in options.only:
        report.append(first_use(speed.FIRST_USE))
    top = [
        "# Denoising",
        f"{label}: {case.graph.n:,} junctions, {case.graph.m:,} streets;"
        f" σ = {SIGMA:g} unless stated.",
        pd.DataFrame(bars, columns=["bar", "at most", "measured", ""]),
    ]
    last = machine("scipy", "numba", *peers.PACKAGES)
    write(options.output, "denoising", [*top, *report, last])


def bar(what, measured, limit):
    """A line of the first table."""
    shown = digits(measured) if limit >= 8 else f"{measured:.3f}"
    return what, f"{limit:g}", shown, "met" if measured <= limit else "missed"


def quality_summary(rows, case=None):
    """Text and bars: RMSE over that of the oracle on the same release."""
    names = rows["group"].map(_capital)
    # Groups in order of appearance.
    rows = rows.assign(method=_tuned(rows), group=pd.Categorical(names, names.unique()))
    keys = ["group", "map", "epsilon", "draw"]
    errors = rows.pivot(index=keys, columns="method", values="rmse")[
        rows["method"].unique()
    ]
    ratio = errors.div(errors.pop(f"{quality.ORACLE}, by the truth"), axis=0)
    own = [method for method in quality.METHODS if method != "auto" and method in ratio]
    tuned = [method for method in ratio if method.endswith(ITSELF)]
    by = ratio.groupby(level=["group", "epsilon"], observed=True)
    mean = by.mean()
    worst_release = by["auto"].max()
    lines, against = [], (mean["auto"] / mean[own].min(axis=1))
    for (group, epsilon), of in by:
        means = mean.loc[group, epsilon]
        best = means[own].idxmin()
        peer = means[tuned].dropna().rename(lambda name: name.removesuffix(ITSELF))
        over = against[group, epsilon]
        lines.append(
            {
                "maps": group,
                "ε": f"{epsilon:g}",
                "auto (worst release)": f"{means['auto']:.3f}"
                + _error(of["auto"])
                + f" ({worst_release[group, epsilon]:.2f})",
                "best other (auto over it)": f"{best} {means[best]:.3f} ({over:.3f}"
                + _error((of["auto"] - of[best]) / means[best])
                + ")",
                "best peer": f"{peer.idxmin()} {peer.min():.3f}" if len(peer) else "–",
            }
        )
    text = [
        "## Quality",
        "RMSE over that of the oracle, trend filtering of order 0 with the best λ by the truth; all"
        " clip at 0. The field's constants were chosen on other hours. A kernel of 0 m counts each"
        " event at its nearest junction.",
        "auto beside the best of our other methods and the best of the peers that tune themselves;"
        " ± one standard error over the noise:",
        pd.DataFrame(lines),
        "Peers: a Gaussian process on the coordinates, Matérn 3/2, and a Gaussian field on the"
        " graph of precision (κ² + L)^ν, ν = 1 or 2, by marginal likelihood; a quad-tree, pruned at"
        f" a cost that held-out noise chooses, averaged over {peers.SHIFTS} shifts of its root."
        " Total variation and Tikhonov have no rule to choose their penalty.",
    ]
    if names.str.startswith("The city,").all():
        text.append("Maps of other places were not available.")
    at_epsilon = mean.groupby(level="epsilon")
    cells = at_epsilon.mean().map("{:.2f}".format) + at_epsilon.max().map(
        " ({:.2f})".format
    )
    text += [
        "Every method, mean over the groups of maps (worst group). A peer's settings are chosen on"
        " a grid, by itself or by the truth. Weights by length leave out maps without lengths.",
        cells.T.rename(columns="ε = {:g}".format)
        .rename_axis(None, axis=1)
        .reset_index(),
    ]
    ours = rows[rows["stated_mse"].notna()].assign(covered=_covered)
    stated = ours.groupby(["method", "epsilon"], sort=False).mean(numeric_only=True)
    bias = (stated["stated_mse"] / stated["mse"] - 1).map(" ({:+.2f})".format)
    text += [
        "How often our 95 % intervals hold the RMSE, and the excess of the estimated MSE over it.",
        _by_epsilon(stated["covered"].map("{:.0%}".format) + bias, "method"),
    ]
    covered = ours.loc[ours["method"] == "auto", "covered"].mean()
    means = mean["auto"]
    at_half = means.xs(0.5, level="epsilon")
    at_half.index = at_half.index.astype(str)
    city = at_half[
        at_half.index.str.startswith("The city") & ~at_half.index.str.endswith(", 0 m")
    ]
    worst, far = against.idxmax(), means.idxmax()
    bars = [
        bar(
            f"auto / best other, worst: {worst[0]}, ε = {worst[1]:g}",
            against.max(),
            1.02,
        ),
        bar(f"auto / oracle, worst: {far[0]}, ε = {far[1]:g}", means.max(), 1),
        bar("auto / oracle, worst release", ratio["auto"].max(), 1.10),
        bar("auto / oracle, the city's kernels, ε = 0.5", city.mean(), 0.76),
        bar(
            "auto's 95 % intervals, distance of their coverage from it",
            abs(covered - 0.95),
            0.02,
        ),
    ]
    return text, bars + [
        bar(f"auto / oracle, {group}, ε = 0.5", at_half[group], aim)
        for start, aim in AIMS.items()
        for group in at_half.index[at_half.index.str.startswith(start)]
    ]


def _by_epsilon(cells, name):
    """The texts of (name, epsilon) as a table, a column an epsilon."""
    table = cells.unstack("epsilon", sort=False).rename(columns="ε = {:g}".format)
    return table.rename_axis(name).reset_index()


def _tuned(rows):
    """Names that say by whom a peer was tuned; ours are plain."""
    ours = rows["method"].isin(quality.METHODS)
    return rows["method"].where(ours, rows["method"] + ", by " + rows["tuned"])


def _capital(group):
    first, *rest = group.split(" ")
    return " ".join([first.upper() if len(first) == 2 else first.capitalize(), *rest])


def _error(values):
    """ " ± " the standard error of the mean over maps, their noise drawn anew."""
    of = values.groupby(level="map")
    if of.size().min() < 2:
        return ""
    return f" ± {np.sqrt(np.sum(of.var() / of.size())) / of.ngroups:.3f}"


def mcmc_summary(rows, case=None):
    if rows.empty:
        return [], []
    names = _tuned(rows)
    oracle = rows.loc[names == f"{quality.ORACLE}, by the truth", "rmse"].item()
    at = rows.iloc[0]
    table = pd.DataFrame({"method": names.str.removesuffix(ITSELF)})
    table["RMSE / oracle"] = (rows["rmse"] / oracle).map("{:.3f}".format)
    table["seconds"] = rows["seconds"].map(digits)
    return [
        "## A CAR model by MCMC",
        f"One release: {at['group']}, {at['map']}, ε = {at['epsilon']:g}. A proper conditional"
        f" autoregression by NUTS, one chain, {peers.WARMUP} + {peers.SAMPLES} draws.",
        table,
    ], []


def together_summary(rows, case=None):
    ratio = (rows["together"] / rows["alone"]).groupby(
        [rows["case"], rows["draw"]], sort=False
    )
    draws = ratio.mean().groupby("case", sort=False)
    mean, error = (
        draws.mean(),
        draws.sem().map(" ± {:.3f}".format).replace(" ± nan", ""),
    )
    table = draws.size().astype(str).rename("draws").rename_axis("maps").to_frame()
    table["together / one by one"] = mean.map("{:.3f}".format) + error
    related = mean.drop(maps.UNRELATED)
    return [
        "## Several maps together",
        "RMSE of auto on several maps at once over that on each alone, mean over the maps, ε = 0.5."
        " Unrelated: log-normal counts drawn anew for each map, averaged over streets.",
        table.reset_index(),
    ], [
        bar("together / one by one, hours of a day", related.mean(), 0.9),
        bar("together / one by one, unrelated maps", mean[maps.UNRELATED], 1.02),
    ]


def budget_summary(rows, case=None):
    ratios = rows[["epsilon", "sigma"]].copy()
    ratios["auto / best"] = rows["auto"] / rows[["mean", "wavelet"]].min(axis=1)
    ratios["auto / raw"] = rows["auto"] / rows["raw"]
    groups = ratios.groupby("epsilon")
    mean, worst = groups.mean(), groups.max()
    table = pd.DataFrame(
        {"ε": mean.index.map("{:g}".format), "σ": mean["sigma"].map(digits)}
    )
    for name in ratios.columns[2:]:
        table[f"{name}, mean"] = mean[name].map("{:.3f}".format)
        table[f"{name}, worst"] = worst[name].map("{:.3f}".format)
    small, large = (
        mean[mean.index <= quality.SMALL],
        worst[worst.index >= quality.LARGE],
    )
    return [
        "## Budgets",
        "100 m maps of all hours. Best: the better, draw by draw, of the map's constant mean and"
        " the paper's wavelet rule, as they are.",
        table,
    ], [
        bar(
            "auto / best at ε <= 0.1, mean of the worst ε",
            small["auto / best"].max(),
            1.02,
        ),
        bar("auto / raw at ε >= 5, worst draw", large["auto / raw"].max(), 1.0),
    ]


def robustness_summary(rows, case=None):
    means = rows.groupby(["case", "method"], sort=False)["rmse"].mean().unstack()
    others = means.drop(columns="auto")
    ratio = means["auto"] / others.min(axis=1)
    table = {
        "auto / best": ratio.map("{:.3f}".format),
        "auto": means["auto"].map(digits),
        "best other": others.idxmin(axis=1) + " " + others.min(axis=1).map(digits),
    }
    return [
        "## Robustness",
        "Mean RMSE over the draws, and that of auto over the best of the other methods. The last"
        f" maps are signed or sparse, in noise of {maps.HEAVY_NOISE:g} times their standard"
        " deviation (sd).",
        pd.DataFrame(table).reset_index().astype(str),
    ], [bar(f"auto / best other, worst: {ratio.idxmax()}", ratio.max(), 1.10)]


def risk_summary(rows, case=None):
    """Mean of what is stated minus what is, in standard errors of the mean."""
    rows = rows.assign(gap=rows["stated_mse"] - rows["mse"], covered=_covered(rows))
    by = rows.groupby("method", sort=False)
    sizes = by.size()
    mean, spread = by.mean(), by["gap"].std()
    error = spread / np.sqrt(by.size())
    bias = mean["gap"] / error
    table = {
        "true MSE": mean["mse"].map(digits),
        "stated - true": mean["gap"].map("{:.2f} ± ".format)
        + error.map("{:.2f}".format),
        "spread": spread.map(digits),
        "stated spread": mean["mse_se"].map(digits),
        "the interval covers": mean["covered"].map("{:.1%}".format),
    }
    what, worst = "bias of the stated MSE in its standard errors", bias.abs()
    return [
        "## Honest risk",
        f"Midnight, 100 m kernel, {sizes.max()} draws, of auto and field {sizes.min()}: the stated"
        " MSE minus the true one, mean over the draws; its spread beside the stated one; the"
        " coverage of the 95 % interval. By chance alone, the largest bias is above 2 standard"
        " errors in a third of all runs.",
        pd.DataFrame(table).reset_index(),
    ], [bar(f"{what}, worst: {worst.idxmax()}", worst.max(), 2)]


def _covered(rows):
    return (rows["low"] <= rows["rmse"]) & (rows["rmse"] <= rows["high"])


def speed_summary(rows, case):
    shown = {
        "seconds": digits,
        "megabytes": digits,
        "rmse": digits,
        "vertices": "{:,}".format,
    }
    table = rows.assign(
        **{column: rows[column].map(to) for column, to in shown.items()}
    )
    table = table.rename(
        columns={"megabytes": "peak memory, MB", "rmse": "RMSE", "note": ""}
    )
    at = rows.set_index(["work", "vertices"])
    city, (auto, forest) = rows["vertices"].iloc[0], (side**2 for side in case.sides)
    cases = [
        ("forest", city, "seconds", "s, the city's graph", 0.4),
        ("forest", forest, "seconds", f"s, {forest:,} vertices", 60),
        ("forest", forest, "megabytes", f"MB, {forest:,} vertices", 8192),
        ("auto", city, "seconds", "s, the city's graph, first hour", 2),
        ("auto, slowest hour", city, "seconds", "s, the city's graph", 2),
        ("auto", auto, "seconds", f"s, {auto:,} vertices", 60),
    ]
    return [
        "## Speed",
        f"The city's graph: best of {case.repeats}. Grids: best of 2, in a process of its own,"
        f" whose peak memory is shown; σ = {SIGMA:g}. Peers: one fit.",
        table,
    ], [
        bar(f"{work}, {name}", at.loc[(work, vertices), column], limit)
        for work, vertices, column, name, limit in cases
    ]


SECTIONS = {
    "speed": (speed.speed_rows, speed_summary),
    "risk": (quality.risk_rows, risk_summary),
    "quality": (quality.quality_rows, quality_summary),
    "mcmc": (quality.mcmc_rows, mcmc_summary),
    "together": (quality.together_rows, together_summary),
    "budgets": (quality.budget_rows, budget_summary),
    "robustness": (quality.robustness_rows, robustness_summary),
}

# A process that measures memory imports this file, and must not start the benchmark again.
if __name__ == "__main__":
    main()
