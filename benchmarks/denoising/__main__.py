"""`denoise` against oracles and peers, and its stated error: `python -m benchmarks.denoising`.

A section of the page has two functions: one measures and returns rows, which are kept as a table,
and one makes texts and tables of the rows. So a section can be written again without
measuring it again (`--only`).
"""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd

from benchmarks import peers
from benchmarks.denoising import maps, quality
from benchmarks.graphs import SIGMA
from benchmarks.report import WHERE_CHOSEN, digits, machine, parser, write

# A peer whose settings are chosen by itself has this suffix in a table.
ITSELF = ", by itself"
# Each setting has its value for a full run, and for a quick one.
CASE = {
    "hours": ((0, 8, 12, 16, 20), (0, 12)),
    # The kernel that spreads the end of a trip has these widths in metres.
    "bandwidths": ((0, 60, 100, 170, 250), (100,)),
    # On these hours, no constant of the field was chosen.
    "fresh": ((8, 16, 20), (12,)),
    "epsilons": (quality.EPSILONS, (0.05, 5.0)),
    # So many draws of the noise are made per map.
    "draws": (2, 1),
    "robustness": (3, 1),
    # So many draws are made per method; the second number is for the field and auto.
    "risk": ((200, 60), (4, 2)),
}


def main(arguments=None):
    options = parse(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    label, case = build_case(options)
    texts = []
    top = []
    for section, (measure, summarise) in SECTIONS.items():
        path = options.output / f"denoising_{section}.csv"
        if section in options.only:
            pd.DataFrame(measure(case)).to_csv(path, index=False)
        elif not path.exists():
            continue
        rows = pd.read_csv(path)
        texts += summarise(rows)
        if section == "quality":
            top.append(in_short(rows))
    title = [
        "# Denoising",
        f"{label}: {case.graph.n:,} junctions, {case.graph.m:,} streets;"
        f" σ = {SIGMA:g} unless stated.",
    ]
    last = machine("scipy", "numba", *peers.PACKAGES)
    write(options.output, "denoising", [*title, *top, *texts, last])


def parse(arguments):
    """Return the options of the command line."""
    options = parser("denoising", __doc__.splitlines()[0])
    options.add_argument(
        "--folder",
        type=Path,
        help="with the files of tests/real.yaml; else the synthetic city",
    )
    options.add_argument(
        "--elsewhere", type=Path, help="with networks and maps of other places, npz"
    )
    options.add_argument(
        "--only",
        nargs="+",
        choices=SECTIONS,
        default=list(SECTIONS),
        help="sections to measure; the others appear as they were last measured",
    )
    options.add_argument(
        "--quick",
        action="store_true",
        help="few maps and draws, small grids: does it run?",
    )
    return options.parse_args(arguments)


def build_case(options):
    """Return the label of the city, and what the sections measure: settings, graph and maps."""
    case = SimpleNamespace()
    for name, (full, quick) in CASE.items():
        setattr(case, name, quick if options.quick else full)
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
    return label, case


def quality_summary(rows):
    """Return texts about the RMSE of every method divided by that of the oracle.

    The oracle has the same release, and chooses lambda by the true map.
    """
    names = rows["group"].map(_capitalise)
    ratios, means = ratios_to_oracle(rows)
    fits = rows[rows["stated_mse"].notna()].assign(
        method=_name_with_tuner, covered=_covered
    )
    texts = [
        "## Quality",
        "RMSE divided by that of the oracle: trend filtering of order 0 with λ chosen by looking at the"
        " true map, which nobody may. All results are cut at 0. Constants of gaussmech were chosen"
        f" on some of these maps ({WHERE_CHOSEN}). A kernel of 0 m counts each event at its nearest"
        " junction.",
        "auto, the best of our other methods, the best of the peers that tune themselves, and two"
        " releases that show nothing of the map, its constant mean and 0;"
        " ± one standard error over the noise:",
        group_table(ratios, means),
        "Peers: a Gaussian process on the coordinates, Matérn 3/2, and a Gaussian field on the"
        " graph of precision (κ² + L)^ν, ν = 1 or 2, by marginal likelihood; a quad-tree, pruned at"
        f" a cost that held-out noise chooses, averaged over {peers.SHIFTS} shifts of its root."
        " Total variation and Tikhonov have no rule to choose their penalty.",
    ]
    if names.str.startswith("The city,").all():
        texts.append("Maps of other places were not available.")
    texts += [
        "Every method, mean over the groups of maps (worst group). Settings of a peer are chosen on"
        " a grid: by itself, from the release, or by the truth, from the true map. Weights by length"
        " leave out maps without lengths.",
        method_table(means),
        "How often our 95 % intervals hold the RMSE, and in brackets the relative excess of the"
        " estimated MSE over the true one.",
        coverage_table(fits),
    ]
    return texts


def ratios_to_oracle(rows):
    """Return each release's errors divided by that of the oracle, and their means.

    The means are over the releases of a group of maps at one epsilon.
    """
    names = rows["group"].map(_capitalise)
    # Groups are in order of appearance.
    rows = rows.assign(
        method=_name_with_tuner(rows), group=pd.Categorical(names, names.unique())
    )
    methods = rows["method"].unique()
    keys = ["group", "map", "epsilon", "draw"]
    errors = rows.pivot(index=keys, columns="method", values="rmse")[methods]
    ratios = errors.div(errors.pop(f"{quality.ORACLE}, by the truth"), axis=0)
    means = ratios.groupby(level=["group", "epsilon"], observed=True).mean()
    return ratios, means


def in_short(rows):
    """Return a text: where the error of auto is less than that of others, and where more."""
    _, means = ratios_to_oracle(rows)
    own = [method for method in quality.METHODS if method in means and method != "auto"]
    self_tuned = [method for method in means if method.endswith(ITSELF)]
    over = {
        "the best other method here": means["auto"] / means[own].min(axis=1),
        "the best peer that tunes itself": means["auto"]
        / means[self_tuned].min(axis=1),
        "the oracle, which knows the true map": means["auto"],
    }
    for baseline in quality.BASELINES:
        over[f"the {baseline}, which shows nothing of the map"] = (
            means["auto"] / means[baseline]
        )
    return better_and_worse({rival: ratio.dropna() for rival, ratio in over.items()})


def better_and_worse(ratios):
    """Return a list: how often auto has less error than each rival, and its best and worst ratio.

    `ratios` has the error of auto divided by that of a rival, by group of maps and epsilon.
    """
    lines = ["The error of auto, by group of maps and ε, divided by that of"]
    for rival, ratio in ratios.items():
        if len(ratio):
            count = f"{(ratio < 1).sum()} of {len(ratio)}"
            least = f"{ratio.min():.2f} ({_cell_name(ratio.idxmin())})"
            most = f"{ratio.max():.2f} ({_cell_name(ratio.idxmax())})"
            lines.append(
                f"- {rival}: {ratio.mean():.2f} on average, below 1 in {count}; from {least} to {most}"
            )
    return "\n".join([lines[0], "", *lines[1:]])


def _cell_name(cell):
    group, epsilon = cell
    return f"{group}, ε = {epsilon:g}"


def group_table(ratios, means):
    """Return auto and its best rivals: a row per group of maps and epsilon.

    `ratios` are the errors over those of the oracle, a row per release and a column per method;
    `means` are their means over a group and epsilon.
    """
    own = [method for method in quality.METHODS if method in means and method != "auto"]
    self_tuned = [method for method in means if method.endswith(ITSELF)]
    rows = []
    groups = ratios.groupby(level=["group", "epsilon"], observed=True)
    for (group, epsilon), releases in groups:
        mean = means.loc[group, epsilon]
        auto = releases["auto"]
        other = mean[own].idxmin()
        ratio = mean["auto"] / mean[other]
        ratio_error = _error((auto - releases[other]) / mean[other])
        peer_means = mean[self_tuned].dropna()
        best_peer = "–"
        if len(peer_means):
            name = peer_means.idxmin().removesuffix(ITSELF)
            best_peer = f"{name} {peer_means.min():.3f}"
        row = {
            "maps": group,
            "ε": f"{epsilon:g}",
            "auto (worst release)": (
                f"{mean['auto']:.3f}{_error(auto)} ({auto.max():.2f})"
            ),
            "best other (auto over it)": (
                f"{other} {mean[other]:.3f} ({ratio:.3f}{ratio_error})"
            ),
            "best peer": best_peer,
            "constant mean, zero release": ", ".join(
                f"{mean[baseline]:.3f}" for baseline in quality.BASELINES
            ),
        }
        rows.append(row)
    return pd.DataFrame(rows)


def method_table(means):
    """Return the mean over the groups, and the worst group: a row per method."""
    by_epsilon = means.groupby(level="epsilon")
    mean = by_epsilon.mean().map("{:.2f}".format)
    worst = by_epsilon.max().map(" ({:.2f})".format)
    table = (mean + worst).T.rename(columns="ε = {:g}".format)
    return table.rename_axis(None, axis=1).reset_index()


def coverage_table(fits):
    """Return how often the stated interval covers the error, and the bias of the stated MSE."""
    means = fits.groupby(["method", "epsilon"], sort=False).mean(numeric_only=True)
    coverage = means["covered"].map("{:.0%}".format)
    bias = (means["stated_mse"] / means["mse"] - 1).map(" ({:+.2f})".format)
    return _unstack_epsilon(coverage + bias, "method")


def _unstack_epsilon(cells, name):
    """Return texts, whose index is (name, epsilon), as a table with a column per epsilon."""
    table = cells.unstack("epsilon", sort=False).rename(columns="ε = {:g}".format)
    return table.rename_axis(name).reset_index()


def _name_with_tuner(rows):
    """Return the names of the methods; those of peers say who has chosen the settings."""
    ours = rows["method"].isin([*quality.METHODS, *quality.BASELINES])
    return rows["method"].where(ours, rows["method"] + ", by " + rows["tuned"])


def _capitalise(group):
    """Return the name of a group with a capital; a word of two letters, as US, has two."""
    first, *rest = group.split(" ")
    return " ".join([first.upper() if len(first) == 2 else first.capitalize(), *rest])


def _error(values):
    """Return " ± " and the standard error of the mean over maps whose noise is drawn anew.

    The text is empty if a map has one draw.
    """
    maps_ = values.groupby(level="map")
    if maps_.size().min() < 2:
        return ""
    error = np.sqrt(np.sum(maps_.var() / maps_.size())) / maps_.ngroups
    return f" ± {error:.3f}"


def together_summary(rows):
    """Return texts: the error of maps denoised together divided by that of each alone."""
    ratios = rows["together"] / rows["alone"]
    draws = ratios.groupby([rows["case"], rows["draw"]], sort=False).mean()
    cases = draws.groupby("case", sort=False)
    mean = cases.mean()
    error = cases.sem().map(" ± {:.3f}".format).replace(" ± nan", "")
    table = cases.size().astype(str).rename("draws").rename_axis("maps").to_frame()
    table["together / one by one"] = mean.map("{:.3f}".format) + error
    return [
        "## Several maps together",
        "RMSE of auto on several maps at once over that on each alone, mean over the maps, ε = 0.5."
        " Unrelated: log-normal counts, drawn for each map by itself, averaged over streets.",
        table.reset_index(),
    ]


def budget_summary(rows):
    """Return texts: auto against the raw map and two simple estimates, by epsilon."""
    ratios = rows[["epsilon", "sigma"]].copy()
    ratios["auto / best"] = rows["auto"] / rows[["mean", "wavelet"]].min(axis=1)
    ratios["auto / raw"] = rows["auto"] / rows["raw"]
    groups = ratios.groupby("epsilon")
    mean = groups.mean()
    worst = groups.max()
    table = pd.DataFrame(
        {"ε": mean.index.map("{:g}".format), "σ": mean["sigma"].map(digits)}
    )
    for name in ratios.columns[2:]:
        table[f"{name}, mean"] = mean[name].map("{:.3f}".format)
        table[f"{name}, worst"] = worst[name].map("{:.3f}".format)
    return [
        "## Budgets",
        "100 m maps of all hours. Best: the smaller error, draw by draw, of the release's constant"
        " mean and of the paper's wavelets, neither cut at 0.",
        table,
    ]


def robustness_summary(rows):
    """Return texts: auto against the best other method on unusual maps."""
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
    ]


def risk_summary(rows):
    """Return texts: the stated MSE less the true one, over draws of one map."""
    rows = rows.assign(gap=rows["stated_mse"] - rows["mse"], covered=_covered(rows))
    draws = rows.groupby("method", sort=False)
    sizes = draws.size()
    mean = draws.mean()
    spread = draws["gap"].std()
    error = spread / np.sqrt(sizes)
    gap = mean["gap"].map("{:.2f}".format) + error.map(" ± {:.2f}".format)
    table = {
        "true MSE": mean["mse"].map(digits),
        "stated - true": gap,
        "spread": spread.map(digits),
        "stated spread": mean["mse_se"].map(digits),
        "the interval covers": mean["covered"].map("{:.1%}".format),
    }
    return [
        "## The stated error",
        f"Midnight, 100 m kernel, {sizes.max()} draws, of auto and field {sizes.min()}: the stated"
        " MSE minus the true one, mean over the draws; the spread of this difference, and the"
        " stated standard error; the coverage of the 95 % interval. By chance alone, the largest bias"
        " is above 2 standard errors in a third of all runs.",
        pd.DataFrame(table).reset_index(),
    ]


def _covered(rows):
    """Return whether the stated interval covers the error, per row."""
    return (rows["low"] <= rows["rmse"]) & (rows["rmse"] <= rows["high"])


# Each section has a function of the case that measures, and one of the rows that summarises.
SECTIONS = {
    "risk": (quality.risk_rows, risk_summary),
    "quality": (quality.quality_rows, quality_summary),
    "together": (quality.together_rows, together_summary),
    "budgets": (quality.budget_rows, budget_summary),
    "robustness": (quality.robustness_rows, robustness_summary),
}

# A process that measures memory imports this file, and must not start the benchmark anew.
if __name__ == "__main__":
    main()
