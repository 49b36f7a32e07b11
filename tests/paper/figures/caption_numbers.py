"""Every number of a caption, computed once more from the tables."""

import re
from collections import Counter
from functools import partial

import numpy as np
import pandas as pd

from gaussmech.paper import registry
from gaussmech.paper.figures import maps

# Numbers that are names, not results.
NAMES = re.compile(
    r"(Theorems?|Definition|Figures?|Table|Lemma|appendix) [A-Z]?[\d.]*\d( and \d+)?|95 %|mu_1"
    r"|Phi\^-1|\(1 / \(1 \+|2 sqrt\(2\)|\(1 - e|/2\)|-2 |0\.2-DP|50 releases|E Z\^2|epsilon0"
    r"|0 from|epsilon 0(?![.\d])|delta 0 for|error 1\.|Above 0|2014-09-24|1 / \(sqrt\(2"
)
NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]\d+)?")


def two(value):
    """Two significant digits, in plain notation where it is short."""
    if value >= 9.95:
        return f"{round(value, 1 - int(np.floor(np.log10(value)))):,.0f}"
    return f"{value:#.2g}" if value >= 1e-3 else f"{value:.2g}"


def repeated(table):
    row = table.iloc[0]
    return [f"{row.sample_size}", f"{row.delta:g}", f"{row.repetitions}"]


def wide(table, index, columns, values):
    return table.pivot_table(index=index, columns=columns, values=values)


def gains(table):
    sigma = wide(table, ["epsilon", "delta"], "mechanism", "sigma")
    return (sigma["cGM"] ** 2 / sigma["aGM"] ** 2).reset_index(name="gain")


def best(table, epsilons):
    dimension = table.dimension.max()
    numbers = [f"{dimension:,}"]
    for epsilon in epsilons:
        rows = table[(table.dimension == dimension) & (table.epsilon == epsilon)]
        errors = rows[rows.method != "zero"].error_mean
        numbers += [two(errors.min()), f"{epsilon:g}"]
    return numbers


def of_fig1(t):
    gain = gains(t["calibration_epsilon"]).query("epsilon >= 0.001")
    delta = sorted(gain.delta.unique())[(gain.delta.nunique() - 1) // 2]
    rows = gain[gain.delta == delta].sort_values("epsilon").iloc[[0, -1]]
    numbers = [f"{delta:g}"]
    for row in rows.itertuples():
        numbers += [two(row.gain), f"{row.epsilon:.1g}"]
    return numbers + repeated(t["mean_estimation"])


def of_fig3(t):
    rows = gains(t["calibration_delta"])
    means = t["mean_estimation"]
    rows = rows[rows.epsilon == rows.epsilon.max()].sort_values("gain").iloc[[0, -1]]
    numbers = [x for r in rows.itertuples() for x in (two(r.gain), f"{r.delta:.1g}")]
    return [
        f"{rows.epsilon.max():g}",
        *numbers,
        *best(means, [1.0, 0.1]),
        *repeated(means),
    ]


def of_fig4(t):
    return [*best(t["histogram"], [1.0, 0.1, 0.01]), *repeated(t["histogram"])]


def of_fig4_extended(t):
    table = t["histogram_extended"]
    error = wide(table, ["epsilon", "dimension"], "method", "error_mean")
    ratio = error["posterior-median"] / error.drop(columns="posterior-median").min(
        axis=1
    )
    ends = [f"{ratio.min():.2f}", f"{ratio.max():.2f}"]
    return [*ends, f"{len(ratio)}", *repeated(table)]


def of_l2_mechanism(t):
    rows = (
        t["l2_mechanism"].query("epsilon == 1 and delta == 1e-6").set_index("dimension")
    )
    near = [
        min(rows.index, key=lambda d: abs(d - dimension)) for dimension in (2, 10, 100)
    ]
    numbers = [x for d in dict.fromkeys(near) for x in (two(rows.l2_ratio[d]), f"{d}")]
    return ["1", "1e-06", *numbers]


def of_accuracy(t):
    budget = wide(t["accuracy_budget"], "accuracy", "mechanism", "epsilon")
    ratio = (budget.cGM / budget.aGM)[(budget.aGM > 0) & (budget.cGM < 1)]
    table = t["accuracy"]
    off = ((table.beyond - table.alpha) / table.beyond_se).abs().max()
    saved = 100 * (1 - t["accuracy_constant"].set_index("mechanism").relative_sigma)
    numbers = ["1", f"{len(table)}", f"{off:.1f}", two(ratio.min()), two(ratio.max())]
    for name in ("cGM-tight", "aGM"):
        numbers += [f"{saved[name].min():.2g}", f"{saved[name].max():.2g}"]
    return numbers


def of_composition_lecture(t):
    table = t["composition_lecture"].query("question == 'epsilon'")
    cost = table.pivot(index="k", columns="method", values="epsilon")
    last = cost.iloc[-1]
    loss = t["privacy_loss_summary"]
    off = ((loss.simulated - loss.exact).abs() / loss.se).max()
    times = [two(last[name] / last["exact"]) for name in ("advanced", "basic")]
    cheaper = cost.index[cost.advanced < cost.basic].min()
    return [
        f"{cost.index[-1]:,}",
        *times,
        f"{cheaper}",
        f"{loss.draws[0]:,}",
        f"{off:.1f}",
    ]


def of_gdp_profiles(t):
    head = wide(
        t["gdp_profiles"].query("epsilon == 0"), "mechanism", "version", "delta"
    )
    return [two(x) for x in head[["naive", "refined"]].dropna().to_numpy().ravel()]


def of_gdp_transform(t):
    head = t["gdp_head"]
    steps = t["gdp_staircase"]
    finite = head[np.isfinite(head.tail_limit)]
    apart = steps.upper.max() - steps.lower.max()
    grid = [f"{head.tolerance[0]:g}", "0", f"{head.epsilon_h[0]:g}"]
    return [*(f"{x:.2f}" for x in finite.upper), *grid, f"{len(steps)}", two(apart)]


def of_gdp_composition(t):
    cells = t["gdp_composition_table"]
    numbers = [f"{cells.agrees.sum()}", f"{len(cells)}"]
    for row in cells[~cells.agrees].itertuples():
        numbers += [f"{row.delta:g}", f"{row.printed:g}", f"{row.epsilon:.4f}"]
    return numbers


def of_gdp_laplace(t):
    mu = wide(t["gdp_laplace"].query("epsilon == 0"), "epsilon0", "guarantee", "mu")
    ends = mu.iloc[[0, -1]].itertuples()
    return [
        x for r in ends for x in (f"{r.Laplace:.2f}", f"{r.pure:.2f}", f"{r.Index:g}")
    ]


def of_gdp_subsampling(t):
    table = t["gdp_subsampling_mu"].set_index("gamma").sort_index()
    ratio = table.upper / table.index / (table.upper.iloc[-1] / table.index[-1])
    gap = (table.upper - table.lower).max()
    ends = [f"{ratio.min():.2f}", f"{ratio.idxmin():.2g}", f"{ratio.max():.2f}"]
    return [*ends, f"{table.epsilon0.iloc[0]:g}", f"{gap:.1g}"]


def of_geng_density(t):
    ends = []
    masses = []
    for delta, rows in t["geng_density"].groupby("delta"):
        unit = rows.sensitivity.iloc[0]
        z = rows[(rows.mechanism == "TLap") & (rows.density > 0)].set_index("z").above
        ends += [f"{z.index.max() / unit:.2g}", f"{delta:g}"]
        start = np.abs(z.index.to_numpy() - (z.index.max() - unit)).argmin()
        masses.append(f"{z.iloc[start]:.2g}")
    return [*ends, f"{t['geng_density'].epsilon.iloc[0]:g}", *masses]


def of_geng_bounds(t):
    least = t["geng_bounds"].query("regime == 'diagonal'").sort_values("delta").iloc[0]
    return [f"{least.epsilon:g}", f"{1 - least.amplitude_tightness:.1g}"]


def of_geng_ratio(t):
    table = pd.concat([t["geng_ratio_epsilon"], t["geng_ratio_delta"]])
    table = table.drop_duplicates(["epsilon", "delta"])
    ratios = table[["amplitude_ratio", "power_ratio"]]
    more = table[(ratios > 1).any(axis=1)]
    spans = [two(x) for x in sorted({more.delta.min(), more.delta.max()})]
    ends = [f"{x:.2f}" for x in [*ratios.min(), *ratios.max()]]
    return [f"{len(table) - len(more)}", f"{len(table)}", *spans, *ends]


def of_gdp_central_limit(t):
    numbers = []
    mus = t["gdp_central_limit"].query("k == 50").iloc[0]
    for k, rows in t["gdp_central_limit"].groupby("k"):
        most = 100 * (rows.exact / rows.limit).max() - 100
        numbers += [f"{most:.2g}", f"{k}"] if most > 0 else [f"{k}"]
    return [*numbers, "50", f"{mus.mu_measured:.4f}", f"{mus.mu_limit:.4f}"]


def errors_of_maps(rows):
    """The mean squared error of each method over the hours, and which see no truth."""
    mse = (rows.rmse_mean**2).groupby(rows.method).mean()
    honest = set(rows.method[~rows.uses_truth]) - {"aGM", "cGM", "zero", "mean"}
    return mse, mse[sorted(honest)]


def of_maps(t, table, hour, names):
    rows = t[table][(t[table].hour == hour) & (t[table].epsilon == 0.5)]
    rmse, honest = (np.sqrt(x) for x in errors_of_maps(rows[rows.method.isin(names)]))
    raw = rmse["aGM"]
    least = honest.min()
    row = rows.iloc[0]
    guarantee = t["provenance"]["contribution"]["guarantees"][0]
    budget = [f"{row.repetitions}", "0.5", f"{row.delta:g}", f"{row.sensitivity:g}"]
    # At noon trips are weighted: no release, and no guarantee.
    promised = (
        [f"{guarantee['epsilon']:.3g}", f"{guarantee['delta']:g}", "5"]
        if hour == 0
        else []
    )
    numbers = [raw / least, raw, least]
    if rmse["aGM-trend-oracle"] < least:
        numbers.append(rmse["aGM-trend-oracle"])
    return [*(f"{x:.1f}" for x in numbers), *budget, *promised]


def of_fig6(t):
    table = t["heatmap"][t["heatmap"].hour.isin([8, 12, 16, 20])]
    useful = {}
    for epsilon, rows in table.groupby("epsilon"):
        mse, honest = errors_of_maps(rows)
        if honest.min() <= 0.95 * min(mse["zero"], mse["mean"]):
            useful[epsilon] = mse["aGM"] / honest.min()
    first = min(useful)
    last = max(useful)
    numbers = [two(useful[first]), f"{first:g}", f"{table.repetitions.iloc[0]}"]
    if last > first:
        numbers += [two(useful[last]), f"{last:g}"]
    return numbers + [f"{first:g}"] * bool(first > table.epsilon.min())


def of_fig6_extended(t):
    table = t["heatmap_extended"]
    epsilons = sorted(table.epsilon.unique())
    middle = table[table.epsilon == epsilons[len(epsilons) // 2]]
    method = errors_of_maps(middle)[1].idxmin()
    # The mean square is the squared mean plus the variance of the draws.
    table = table.assign(
        mse=table.rmse_mean**2 + (table.repetitions - 1) * table.rmse_se**2
    )
    mse = table.set_index(["epsilon", "hour", "method"]).mse.unstack()
    ratio = (mse[method] / mse["aGM-trend-oracle"]).groupby("epsilon").mean()
    three_epsilons = {epsilons[0], epsilons[len(epsilons) // 2], epsilons[-1]}
    numbers = [
        x for epsilon in three_epsilons for x in (two(ratio[epsilon]), f"{epsilon:g}")
    ]
    return [*numbers, f"{table.repetitions.iloc[0]}"]


FIGURES = {
    name[3:]: check for name, check in globals().items() if name[3:] in registry.FIGURES
}
for hour, figure in ((0, "fig2"), (12, "fig5")):
    FIGURES[figure] = partial(of_maps, table="heatmap", hour=hour, names=maps.PAPER)
    extended = partial(of_maps, table="denoising_worth", hour=hour, names=maps.EXTENDED)
    FIGURES[f"{figure}_extended"] = extended


def is_a_cell(text, tables):
    """Whether a number is one of the tables, rounded to its digits."""
    cells = np.concatenate(
        [t.select_dtypes("number").to_numpy().ravel() for t in tables.values()]
    )
    rounding = 0.5 * 10.0 ** -len(text.partition(".")[2])
    return bool(
        (np.abs(cells - float(text.replace(",", ""))) <= rounding * 1.000001).any()
    )


def unexplained(name, caption, tables):
    """Return the numbers of a figure's caption that do not follow from its tables."""
    _, *text = caption.splitlines()
    numbers = NUMBER.findall(NAMES.sub(" ", " ".join(text)))
    if name not in FIGURES:  # a figure that computes nothing of its own
        return [number for number in numbers if not is_a_cell(number, tables)]
    unmatched = Counter(numbers)
    unmatched.subtract(FIGURES[name](tables))
    return [number for number, count in unmatched.items() if count]
