"""`denoise` on the maps of a city beside its oracles, its rivals and its own statements."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd

from benchmarks.denoising import maps, quality, speed, tuned_peers
from benchmarks.denoising.peers import PACKAGES
from benchmarks.graphs import SIGMA
from benchmarks.measure import first_use
from benchmarks.report import digits, machine, parser, verdict, write

# Of auto over the oracle at epsilon 0.5, by the start of a group's name.
AIMS = {
    "The city, 0 m": 0.90,
    "Perth crashes, kernels": 0.82,
    "Montreal bike, kernels": 0.82,
    "Medellin": 1.0,
    "US counties": 0.85,
}
# Draws of the noise: `draws` a map; `risk` a method, fewer of field and auto. `fresh`: hours on
# which no constant of the field was chosen. `sides`: of the grids, auto's and the forest's.
FULL = {
    "hours": (0, 8, 12, 16, 20),
    "bandwidths": (0, 60, 100, 170, 250),  # metres, of the kernel that spreads a trip end
    "fresh": (8, 16, 20),
    "epsilons": quality.EPSILONS,
    "sides": (317, 1000),
    "draws": 2,
    "robustness": 3,
    "risk": (200, 60),
    "repeats": 7,
}
QUICK = {
    "hours": (0, 12),
    "bandwidths": (100,),
    "fresh": (12,),
    "epsilons": (0.05, 5.0),
    "sides": (95, 120),
    "draws": 1,
    "robustness": 1,
    "risk": (4, 2),
    "repeats": 1,
}


def main(arguments=None):
    options = parser("denoising", __doc__)
    add = options.add_argument
    add("--folder", type=Path, help="with the files of tests/real.yaml; else the synthetic city")
    add("--elsewhere", type=Path, help="with networks and maps of other places, npz")
    text = "some of the sections; the others are shown as they were last measured"
    add("--only", nargs="+", choices=SUMMARIES, default=list(SUMMARIES), help=text)
    add("--quick", action="store_true", help="few maps and draws, small grids: does it run?")
    options = options.parse_args(arguments)
    case = SimpleNamespace(**(QUICK if options.quick else FULL))
    label, graph, truths = maps.city_maps(options.folder, case.hours, case.bandwidths)
    at_100 = {key: truth for key, truth in truths.items() if key[1] == 100}
    midnight = truths[case.hours[0], 100]
    fresh = {key: f for key, f in truths.items() if key[0] in case.fresh}
    true_maps = maps.city_groups(graph, fresh)
    if options.elsewhere:
        true_maps += maps.elsewhere(options.elsewhere)
    placed = next(true_map for true_map in true_maps if "100 m" in true_map.group)
    joint = maps.joint_cases(graph, truths)
    work = {
        "speed": lambda: speed.speed_rows(graph, at_100, case.repeats, case.sides),
        "quality": lambda: quality.quality_rows(true_maps, case.draws),
        "mcmc": lambda: quality.mcmc_rows(placed),
        "together": lambda: quality.together_rows(joint, graph, case.draws),
        "risk": lambda: quality.risk_rows(graph, midnight, *case.risk),
        "budgets": lambda: quality.budget_rows(graph, at_100, case.draws, case.epsilons),
        "robustness": lambda: quality.robustness_rows(graph, midnight, case.robustness),
    }
    report, bars = [], []
    options.output.mkdir(parents=True, exist_ok=True)
    for section, summary in SUMMARIES.items():
        path = options.output / f"denoising_{section}.csv"
        if section in options.only:
            pd.DataFrame(work[section]()).to_csv(path, index=False)
        elif not path.exists():
            continue
        text, found = summary(pd.read_csv(path).fillna({"note": ""}), case)
        report += text
        bars += found
    if "speed" in options.only:
        report.append(first_use(speed.FIRST_USE))
    top = [
        "# Denoising",
        f"{label}: {graph.n:,} junctions, {graph.m:,} streets; σ = {SIGMA:g} unless stated.",
        pd.DataFrame(bars, columns=["bar", "at most", "measured", ""]),
    ]
    last = machine("scipy", "numba", *PACKAGES.values(), *tuned_peers.PACKAGES)
    write(options.output, "denoising", [*top, *report, last])


def quality_summary(rows, case=None):
    """Text and bars: RMSE over that of the oracle on the same release."""
    rows = rows.assign(method=_tuned(rows), group=rows["group"].map(_capital))
    order = list(dict.fromkeys(rows["method"]))
    key = ["group", "map", "epsilon", "draw"]
    table = rows.pivot(index=key, columns="method", values="rmse")[order]
    ratio = table.div(table.pop(f"{quality.ORACLE}, by the truth"), axis=0)[table.columns]
    own = [method for method in quality.METHODS if method != "auto" and method in ratio]
    peers = [method for method in ratio if method.endswith("by itself")]
    lines, against, shown = [], {}, {}
    for (group, epsilon), of in _groups(rows, ratio):
        mean = of.mean()
        best, peer = mean[own].idxmin(), mean[peers].dropna()
        against[group, epsilon] = mean["auto"] / mean[best]
        shown.setdefault(group, {"maps": group})[f"ε = {epsilon:g}"] = _mean_and_worst(of)["auto"]
        lines.append(
            {
                "maps": group,
                "ε": f"{epsilon:g}",
                "releases": str(len(of)),
                "auto": f"{mean['auto']:.3f}" + _error(of["auto"]),
                "best other": f"{best} {mean[best]:.3f}",
                "auto / best other": f"{against[group, epsilon]:.3f}"
                + _error((of["auto"] - of[best]) / mean[best]),
                "best peer": f"{_untuned(peer.idxmin())} {peer.min():.3f}" if len(peer) else "–",
            }
        )
    text = [
        "## Quality",
        "RMSE over that of trend filtering of order 0 with the best λ by the truth (the oracle), on"
        " the same releases; all clip at 0. The field's constants were chosen on other hours. A"
        " kernel of 0 m counts each event at its nearest junction.",
        "auto, mean (worst release):",
        pd.DataFrame(shown.values()),
        "auto beside the best of our other methods and the best of the peers that tune themselves;"
        " ± one standard error over the noise:",
        pd.DataFrame(lines),
    ]
    text.append(
        "Peers: a Gaussian process on the coordinates, Matérn 3/2, and a Gaussian field on the"
        " graph of precision (κ² + L)^ν, ν = 1 or 2, by marginal likelihood; a quad-tree, pruned at"
        " a cost per leaf that held-out noise chooses, averaged over"
        f" {tuned_peers.SHIFTS} shifts of its root. Total variation and Tikhonov have no rule to"
        " choose their penalty. Not run: BM3D (Mäkinen, Azzari & Foi, 2020), whose package is for"
        " non-commercial use only."
    )
    if not any(group.split(",")[0] != "The city" for group in rows["group"]):
        text.append("Maps of other places were not available.")
    for epsilon in sorted(rows["epsilon"].unique()):
        cells = {
            group: _mean_and_worst(of) for (group, at), of in _groups(rows, ratio) if at == epsilon
        }
        text += [
            f"Every method at ε = {epsilon:g}, mean (worst). A peer's settings are chosen on a"
            " grid, by itself or by the truth.",
            pd.DataFrame(cells).rename_axis("method").reset_index(),
        ]
    stated, covered = _stated(rows)
    text += [
        "Our methods' estimates of their own error on these releases: how often the 95 % interval"
        " holds the RMSE, and by what share the mean estimated MSE exceeds the mean MSE.",
        stated,
    ]
    means = ratio["auto"].groupby(["group", "epsilon"]).mean()
    at_half = means.xs(0.5, level="epsilon")
    city = at_half[at_half.index.str.startswith("The city") & ~at_half.index.str.endswith(", 0 m")]
    worst = max(against, key=against.get)
    bars = [
        bar(f"auto / best other, worst: {worst[0]}, ε = {worst[1]:g}", against[worst], 1.02),
        bar(
            f"auto / oracle, worst: {means.idxmax()[0]}, ε = {means.idxmax()[1]:g}", means.max(), 1
        ),
        bar("auto / oracle, worst release", ratio["auto"].max(), 1.10),
        bar("auto / oracle, the city's kernels, ε = 0.5", city.mean(), 0.76),
        bar("auto's 95 % intervals, distance of their coverage from it", abs(covered - 0.95), 0.02),
    ]
    bars += [
        bar(f"auto / oracle, {group}, ε = 0.5", at_half[group], aim)
        for start, aim in AIMS.items()
        for group in at_half.index[at_half.index.str.startswith(start)]
    ]
    return text, bars


def _stated(rows):
    """A table of the methods' statements by epsilon, and the share of auto's that hold."""
    rows = rows[rows["stated_mse"].notna()]
    rows = rows.assign(covered=_covered(rows))
    means = rows.groupby(["method", "epsilon"], sort=False)[["covered", "mse", "stated_mse"]].mean()
    cells = means["covered"].map("{:.0%}".format) + (means["stated_mse"] / means["mse"] - 1).map(
        " ({:+.2f})".format
    )
    table = cells.unstack().rename(columns="ε = {:g}".format).reset_index()
    return table, rows.loc[rows["method"] == "auto", "covered"].mean()


def _tuned(rows):
    """Names that say by whom a peer was tuned; ours are plain."""
    ours = rows["method"].isin(quality.METHODS)
    return rows["method"].where(ours, rows["method"] + ", by " + rows["tuned"])


def _untuned(name):
    return name.removesuffix(", by itself")


def _capital(group):
    first, *rest = group.split(" ")
    return " ".join([first.upper() if len(first) == 2 else first.capitalize(), *rest])


def _mean_and_worst(ratio):
    mean = ratio.mean().map("{:.2f}".format)
    return (mean + ratio.max().map(" ({:.2f})".format)).replace("nan (nan)", "–")


def _groups(rows, ratio):
    """((group, epsilon), ratios of its releases), groups in order of appearance."""
    for group in dict.fromkeys(rows["group"]):
        of = ratio.xs(group, level="group")
        for epsilon in sorted(of.index.unique("epsilon")):
            yield (group, epsilon), of.xs(epsilon, level="epsilon")


def _error(values):
    """ " ± " the standard error of the mean over maps, their noise drawn anew."""
    of = values.groupby(level="map")
    if of.size().min() < 2:
        return ""
    return f" ± {np.sqrt(np.sum(of.var() / of.size())) / of.ngroups:.3f}"


def mcmc_summary(rows, case=None):
    if rows.empty:
        return [], []
    rows = rows.assign(method=_tuned(rows))
    oracle = rows.set_index("method").at[f"{quality.ORACLE}, by the truth", "rmse"]
    at = rows.iloc[0]
    table = rows["method"].map(_untuned).to_frame()
    table["RMSE / oracle"] = (rows["rmse"] / oracle).map("{:.3f}".format)
    table["seconds"] = rows["seconds"].map(digits)
    return [
        "## A CAR model by MCMC",
        f"One release: {at['group']}, {at['map']}, ε = {at['epsilon']:g}. A proper conditional"
        " autoregression; mean, correlation and scale are sampled too. NUTS, one chain,"
        f" {tuned_peers.WARMUP} + {tuned_peers.SAMPLES} draws.",
        table,
    ], []


def together_summary(rows, case=None):
    ratio = (rows["together"] / rows["alone"]).groupby([rows["case"], rows["draw"]], sort=False)
    draws = ratio.mean().groupby("case", sort=False)
    mean, error = draws.mean(), draws.sem()
    table = draws.size().astype(str).rename("draws").rename_axis("maps").reset_index()
    table["together / one by one"] = [
        f"{m:.3f}" + (f" ± {e:.3f}" if e == e else "") for m, e in zip(mean, error, strict=True)
    ]
    related = mean[mean.index != maps.UNRELATED]
    return [
        "## Several maps together",
        "RMSE of auto on several maps at once over that on each alone, mean over the maps, ε = 0.5."
        " Unrelated: log-normal counts drawn anew for each map, averaged over streets.",
        table,
    ], [
        bar("together / one by one, hours of a day", related.mean(), 0.9),
        bar("together / one by one, unrelated maps", mean[maps.UNRELATED], 1.02),
    ]


def budget_summary(rows, case=None):
    best = rows[["mean", "wavelet"]].min(axis=1)
    best_cut = rows[["mean cut", "wavelet cut"]].min(axis=1)
    ratios = rows[["epsilon", "sigma"]].copy()
    for name, other in (("best", best), ("best cut", best_cut), ("raw", rows["raw"])):
        ratios[f"auto / {name}"] = rows["auto"] / other
    groups = ratios.groupby("epsilon")
    mean, worst = groups.mean(), groups.max()
    table = pd.DataFrame({"ε": mean.index.map("{:g}".format), "σ": mean["sigma"].map(digits)})
    for name in ratios.columns[2:]:
        table[f"{name}, mean"] = mean[name].map("{:.3f}".format)
        table[f"{name}, worst"] = worst[name].map("{:.3f}".format)
    text = [
        "## Budgets",
        "100 m maps of all hours. Best: the better, draw by draw, of the map's constant mean and"
        " the paper's wavelet rule, both as they are and clipped at 0 as auto is.",
        table,
    ]
    small, large = mean[mean.index <= quality.SMALL], worst[worst.index >= quality.LARGE]
    return text, [
        bar("auto / best at ε <= 0.1, mean of the worst ε", small["auto / best"].max(), 1.02),
        bar("auto / raw at ε >= 5, worst draw", large["auto / raw"].max(), 1.0),
    ]


def robustness_summary(rows, case=None):
    means = rows.groupby(["case", "method"], sort=False)["rmse"].mean().unstack()
    share = rows[rows["method"] == "auto"].groupby("case", sort=False)["share"].mean()
    others = means.drop(columns="auto")
    ratio = means["auto"] / others.min(axis=1)
    table = means.map(digits)
    table.insert(0, "auto / best", ratio.map("{:.3f}".format))
    table.insert(1, "best other", others.idxmin(axis=1))
    table.insert(2, "share of the forest", share.map("{:.2f}".format))
    text = [
        "## Robustness",
        "Mean RMSE over the draws; auto over the best of the other methods.",
        table.reset_index().astype(str),
    ]
    return text, [bar(f"auto / best other, worst: {ratio.idxmax()}", ratio.max(), 1.10)]


def risk_summary(rows, case=None):
    """Mean of what is stated minus what is, in standard errors of the mean."""
    table, worst = [], (0.0, "")
    for method, of in rows.groupby("method", sort=False):
        gap = of["stated_mse"] - of["mse"]
        error = gap.std() / np.sqrt(len(of))
        table.append(
            {
                "method": method,
                "draws": str(len(of)),
                "true MSE": digits(of["mse"].mean()),
                "stated - true": f"{gap.mean():.2f} ± {error:.2f}",
                "in standard errors": f"{gap.mean() / error:+.1f}",
                "spread": digits(gap.std()),
                "stated spread": digits(of["mse_se"].mean()),
                "the interval covers": f"{_covered(of).mean():.1%}",
            }
        )
        worst = max(worst, (abs(gap.mean() / error), method))
    text = [
        "## Honest risk",
        "Midnight, 100 m kernel: the MSE that a method estimates minus its MSE, mean over the"
        " draws; the standard deviation of that difference beside the standard error that the"
        " method states; the coverage of its 95 % interval. By chance alone, the largest of so many"
        " biases is above 2 standard errors in a third of all runs; those of js and th are 0 by"
        " theory.",
        pd.DataFrame(table),
    ]
    return text, [
        bar(f"bias of the stated MSE in its standard errors, worst: {worst[1]}", worst[0], 2)
    ]


def _covered(rows):
    return (rows["low"] <= rows["rmse"]) & (rows["rmse"] <= rows["high"])


def speed_summary(rows, case=None):
    table = rows[["work"]].copy()
    table["vertices"] = rows["vertices"].map("{:,}".format)
    columns = {"seconds": "seconds", "megabytes": "peak memory, MB", "rmse": "RMSE"}
    for column, title in columns.items():
        table[title] = rows[column].map(digits)
    table[""] = rows["note"]
    text = [
        "## Speed",
        f"The city's graph: best of {case.repeats}. Grids: log-normal counts, averaged with"
        f" their neighbours' six times, σ = {SIGMA:g}; best of 2, in a process of its own,"
        " whose peak memory is shown. Peers: one fit.",
        table,
    ]
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
    return text, [
        bar(f"{work}, {name}", at.loc[(work, vertices), column], limit)
        for work, vertices, column, name, limit in cases
    ]


SUMMARIES = {
    "speed": speed_summary,
    "risk": risk_summary,
    "quality": quality_summary,
    "mcmc": mcmc_summary,
    "together": together_summary,
    "budgets": budget_summary,
    "robustness": robustness_summary,
}


def bar(what, measured, limit):
    """A line of the first table."""
    shown = digits(measured) if limit >= 8 else f"{measured:.3f}"
    return {"bar": what, "at most": f"{limit:g}", "measured": shown, "": verdict(measured, limit)}
