"""Every number of a caption, computed once more from the tables; and captions at the extremes."""

import re
from functools import partial
from importlib import import_module

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper import registry
from gaussmech.paper.claims.heatmap import PRINTED, RAW
from gaussmech.paper.experiments.accuracy_note import accuracy, accuracy_budget, accuracy_constant
from gaussmech.paper.experiments.lecture import composition_lecture, privacy_loss
from gaussmech.paper.figures import accuracy as accuracy_figure
from gaussmech.paper.figures import composition_lecture as lecture_figure
from gaussmech.paper.figures import fig1, fig3, fig4
from tests.paper.figures.small_tables import errors, inputs
from tests.paper.figures.test_figures import GRID

# Numbers that are names, not results.
NAMES = re.compile(
    r"(Theorems?|Definition|Figures?|Table|Lemma|appendix) [A-Z]?[\d.]*\d( and \d+)?|95 %|mu_1"
    r"|Phi\^-1|\(1 / \(1 \+|2 sqrt\(2\)|\(1 - e|/2\)|-2 |0\.2-DP|50 releases|E Z\^2|epsilon0"
    r"|0 from|epsilon 0(?![.\d])|delta 0 for|error 1\.|Above 0|2014-09-24|1 / \(sqrt\(2"
)
NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]\d+)?")


def repeated(table):
    row = table.iloc[0]
    return [f"{row.sample_size}", f"{row.delta:g}", f"{row.repetitions}"]


def wide(table, index, columns, values):
    return table.pivot_table(index=index, columns=columns, values=values)


def gains(table):
    sigma = wide(table, ["epsilon", "delta"], "mechanism", "sigma")
    return (sigma["cGM"] ** 2 / sigma["aGM"] ** 2).reset_index(name="gain")


def best(table, epsilons):
    d, found = table.dimension.max(), []
    for epsilon in epsilons:
        rows = table[(table.dimension == d) & (table.epsilon == epsilon)].set_index("method")
        least = rows.error_mean.drop("zero").min()
        found += [f"{least:.3g}", f"{epsilon:g}"]
        if rows.error_mean["zero"] <= least:
            found.append(f"{rows.error_mean['zero']:.3g}")
    return [f"{d}", *found]


def of_fig1(t):
    gain = gains(t["calibration_epsilon"]).gain
    return [f"{gain.min():.3g}", f"{gain.max():.3g}", *repeated(t["mean_estimation"])]


def of_fig3(t):
    rows, means = gains(t["calibration_delta"]), t["mean_estimation"]
    rows = rows[rows.epsilon == rows.epsilon.max()].sort_values("gain").iloc[[0, -1]]
    said = [x for r in rows.itertuples() for x in (f"{r.gain:.3g}", f"{r.delta:.1g}")]
    return [f"{rows.epsilon.max():g}", *said, *best(means, [1.0, 0.1]), *repeated(means)]


def of_fig4(t):
    return [*best(t["histogram"], [1.0, 0.1, 0.01]), *repeated(t["histogram"])]


def of_fig1_extended(t):
    table, said = t["mean_estimation_extended"], []
    first = table[table.dimension == table.dimension.min()].set_index(["epsilon", "method"])
    for epsilon in (0.01, 0.1, 1.0):
        error = first.error_mean[epsilon]
        said += [f"{error['L2'] / error['aGM']:.3f}", f"{epsilon:g}"]
    return [f"{table.dimension.min()}", *said, "1", *repeated(table)]


def of_fig4_extended(t):
    table = t["histogram_extended"]
    error = wide(table, ["epsilon", "dimension"], "method", "error_mean")
    ratio = error["posterior-median"] / error.drop(columns="posterior-median").min(axis=1)
    within = f"{(ratio <= 1.03).sum()}", f"{len(ratio)}"
    return [f"{ratio.min():.2f}", f"{ratio.max():.2f}", "1.03", *within, *repeated(table)]


def of_l2_mechanism(t):
    rows = t["l2_mechanism"].query("epsilon == 1 and delta == 1e-6").set_index("dimension")
    near = [min(rows.index, key=lambda d: abs(d - wanted)) for wanted in (2, 10, 100)]
    said = [x for d in dict.fromkeys(near) for x in (f"{rows.l2_ratio[d]:.3f}", f"{d}")]
    return ["1", "1e-06", *said]


def of_sure_path(t):
    table, loss = t["sure_path"], []
    for _, rows in table.groupby("hour"):
        mean = wide(rows, "lambda_ratio", "quantity", "mean")
        loss.append(mean.error[mean.sure.idxmin()] / mean.error.min() - 1)
    gap = table[table.quantity == "difference"]
    dearer = [f"{100 * max(loss):.3g}"] if max(loss) else []
    return [*dearer, f"{np.nanmax(np.abs(gap['mean'] / gap.se)):.1f}"]


def of_forest_size(t):
    worst = t["forest_size"].groupby("trees").ratio_mean.max()
    most, one = worst.index.max(), f"{worst.iloc[0]:.2f}"
    enough = min(k for k in worst.index if worst[k] <= 1.02 or k == most)
    ends = [f"{worst.index[0]}", one, f"{most}", f"{enough}"]
    return [*ends, *(["2"] if enough == most else [f"{enough}", f"{worst[enough]:.3f}"])]


def of_accuracy(t):
    budget = wide(t["accuracy_budget"], "accuracy", "mechanism", "epsilon")
    ratio, table = (budget.cGM / budget.aGM)[budget.aGM > 0], t["accuracy"]
    off = ((table.beyond - table.alpha) / table.beyond_se).abs().max()
    saved = 100 * (1 - t["accuracy_constant"].set_index("mechanism").relative_sigma)
    spans = (ratio, ".2f"), (saved["cGM-tight"], ".2g"), (saved["aGM"], ".3g")
    ends = [f"{x:{digits}}" for values, digits in spans for x in (values.min(), values.max())]
    return [f"{len(table)}", f"{off:.1f}", *ends]


def of_composition_lecture(t):
    table = t["composition_lecture"].query("question == 'epsilon'")
    cost = table.pivot(index="k", columns="method", values="epsilon")
    last, loss = cost.iloc[-1], t["privacy_loss_summary"]
    off = ((loss.simulated - loss.exact).abs() / loss.se).max()
    times = [f"{last[name] / last['exact']:.3g}" for name in ("advanced", "basic")]
    cheaper = cost.index[cost.advanced < cost.basic].min()
    return [f"{cost.index[-1]}", *times, f"{cheaper}", f"{loss.draws[0]}", f"{off:.1f}"]


def of_gdp_profiles(t):
    head = wide(t["gdp_profiles"].query("epsilon == 0"), "mechanism", "version", "delta")
    return [f"{x:.3g}" for x in head[["naive", "refined"]].dropna().to_numpy().ravel()]


def of_gdp_transform(t):
    head, steps = t["gdp_head"], t["gdp_staircase"]
    finite = head[np.isfinite(head.tail_limit)]
    apart = steps.upper.max() - steps.lower.max()
    grid = [f"{head.tolerance[0]:g}", "0", f"{head.epsilon_h[0]:g}"]
    return [*(f"{x:.3f}" for x in finite.upper), *grid, f"{len(steps)}", f"{apart:.4f}"]


def of_gdp_composition(t):
    cells = t["gdp_composition_table"]
    said = [f"{cells.agrees.sum()}", f"{len(cells)}"]
    for row in cells[~cells.agrees].itertuples():
        said += [f"{row.delta:g}", f"{row.printed:g}", f"{row.epsilon:.4f}"]
    return said


def of_gdp_laplace(t):
    mu = wide(t["gdp_laplace"].query("epsilon == 0"), "epsilon0", "guarantee", "mu")
    ends = mu.iloc[[0, -1]].itertuples()
    return [x for r in ends for x in (f"{r.Laplace:.4f}", f"{r.pure:.4f}", f"{r.Index:g}")]


def of_gdp_subsampling(t):
    table = t["gdp_subsampling_mu"].set_index("gamma").sort_index()
    ratio = table.upper / table.index / (table.upper.iloc[-1] / table.index[-1])
    gap = (table.upper - table.lower).max()
    ends = [f"{ratio.min():.3f}", f"{ratio.idxmin():.2g}", f"{ratio.max():.3f}"]
    return [*ends, f"{table.epsilon0.iloc[0]:g}", f"{gap:.1g}"]


def of_geng_density(t):
    ends, masses = [], []
    for delta, rows in t["geng_density"].groupby("delta"):
        unit = rows.sensitivity.iloc[0]
        z = rows[(rows.mechanism == "TLap") & (rows.density > 0)].set_index("z").above
        ends += [f"{z.index.max() / unit:.4g}", f"{delta:g}"]
        start = np.abs(z.index.to_numpy() - (z.index.max() - unit)).argmin()
        masses.append(f"{z.iloc[start]:.6g}")
    return [*ends, f"{t['geng_density'].epsilon.iloc[0]:g}", *masses]


def of_geng_bounds(t):
    least = t["geng_bounds"].query("regime == 'diagonal'").sort_values("delta").iloc[0]
    return [f"{least.epsilon:g}", f"{1 - least.amplitude_tightness:.1g}"]


def of_geng_ratio(t):
    table = pd.concat([t["geng_ratio_epsilon"], t["geng_ratio_delta"]])
    table = table.drop_duplicates(["epsilon", "delta"])
    ratios = table[["amplitude_ratio", "power_ratio"]]
    more = table[(ratios > 1).any(axis=1)]
    spans = [f"{x:.3g}" for x in sorted({more.delta.min(), more.delta.max()})]
    ends = [f"{x:.3g}" for x in [*ratios.min(), *ratios.max()]]
    return [f"{len(table) - len(more)}", f"{len(table)}", *spans, *ends]


def of_gdp_central_limit(t):
    said, mus = [], t["gdp_central_limit"].query("k == 50").iloc[0]
    for k, rows in t["gdp_central_limit"].groupby("k"):
        most = 100 * (rows.exact / rows.limit).max() - 100
        said += [f"{most:.2g}", f"{k}"] if most > 0 else [f"{k}"]
    return [*said, "50", f"{mus.mu_measured:.4f}", f"{mus.mu_limit:.4f}"]


def of_gaussian_density(t):
    peaks = t["gaussian_density"].groupby("sigma").density.max()
    return [x for sigma, peak in peaks.items() for x in (f"{peak:.3g}", f"{sigma:g}")]


def best_map(rows):
    """The mean squared error of the raw map, and of the best that sees no truth."""
    rows = rows[~rows.uses_truth & ~rows.method.isin(["cGM", "zero", "mean"])]
    mse = (rows.rmse_mean**2).groupby(rows.method).mean()
    return mse["aGM"], mse.drop("aGM").min()


def of_maps(t, table, hour, printed=()):
    rows = t[table][(t[table].hour == hour) & (t[table].epsilon == 0.5)]
    raw, least = np.sqrt(best_map(rows))
    row, held = rows.iloc[0], t["provenance"]["contribution"]["guarantees"][0]
    budget = [f"{row.repetitions}", "0.5", f"{row.delta:g}", f"{row.sensitivity:g}"]
    # At noon trips are weighted: no release, and no guarantee.
    promised = [f"{held['epsilon']:.3g}", f"{held['delta']:g}", "5"] if hour == 0 else []
    errors = [f"{x:.1f}" for x in (raw / least, raw, least)]
    return [*errors, *budget, *map(str, printed), *promised]


def of_hours(table, hours):
    table, said = table[table.hour.isin(hours)], [f"{table.repetitions.iloc[0]}"]
    for epsilon in {table.epsilon.min(), table.epsilon.max()}:
        raw, least = best_map(table[table.epsilon == epsilon])
        ratio = raw / least
        said += [f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.3g}", f"{epsilon:g}"]
    return said


FIGURES = {name[3:]: check for name, check in globals().items() if name[3:] in registry.FIGURES}
FIGURES["fig6"] = lambda t: of_hours(t["heatmap"], [8, 12, 16, 20])
FIGURES["fig6_extended"] = lambda t: of_hours(t["heatmap_extended"], t["heatmap_extended"].hour)
for hour, figure in ((0, "fig2"), (12, "fig5")):
    FIGURES[figure] = partial(of_maps, table="heatmap", hour=hour, printed=(RAW, *PRINTED[hour]))
    FIGURES[f"{figure}_extended"] = partial(of_maps, table="heatmap_extended", hour=hour)


def is_a_cell(text, tables):
    """Whether a number is one of the tables, rounded to its digits."""
    cells = np.concatenate([t.select_dtypes("number").to_numpy().ravel() for t in tables.values()])
    rounding = 0.5 * 10.0 ** -len(text.partition(".")[2])
    return bool((np.abs(cells - float(text.replace(",", ""))) <= rounding * 1.000001).any())


@pytest.mark.parametrize("name", registry.FIGURES)
def test_every_number_is_that_of_the_table(name, every_table):
    module = import_module(f"gaussmech.paper.figures.{name}")
    given = inputs(module, every_table)
    _, *said = module.caption(**given).splitlines()
    found = NUMBER.findall(NAMES.sub(" ", " ".join(said)))
    if name in FIGURES:
        assert sorted(found) == sorted(FIGURES[name](given))
    else:  # a figure that computes nothing of its own
        assert [number for number in found if not is_a_cell(number, given)] == []


IMPOSSIBLE = re.compile(r"\b(nan|inf)\b|\b0\.0+ ?%|\b100 ?%|None")


def lecture(step, total, loss):
    table = composition_lecture(folds=(1, 10_000), step=step, total=total, sensitivity=1.0)
    settings = {"sensitivity": 1.0, "dimension": 1, "draws": 500, "bins": 10}
    return lecture_figure.caption(table, *privacy_loss(seed=1, **loss, **settings))


@pytest.mark.parametrize("epsilon", [1e-6, 50.0])
@pytest.mark.parametrize("delta", [1e-300, 0.9])
def test_a_lecture_of_any_budget_has_a_caption(epsilon, delta):
    budget = {"epsilon": epsilon, "delta": delta}
    for step in (budget, {"epsilon": 1e-6, "delta": 0.9}, {"epsilon": 700.0, "delta": 1e-300}):
        caption = lecture(step, budget, budget)
        assert not IMPOSSIBLE.search(caption), caption
    assert "delta alone covers the loss" in lecture(
        {"epsilon": 1e-6, "delta": 1e-6}, {"epsilon": 1.0, "delta": 0.9}, budget
    )


def test_a_budget_that_accuracy_does_not_need_is_left_out():
    for delta in (1e-300, 0.4):
        shared = {"delta": delta, "sensitivity": 1.0}
        caption = accuracy_figure.caption(
            accuracy(seed=1, epsilons=[0.01, 50.0], alphas=[1e-9, 0.5], draws=10, **shared),
            accuracy_budget(accuracies=[1e-6, 1e6], alpha=0.05, **shared),
            accuracy_constant(epsilons=[1.0], deltas=[delta], sensitivity=1.0),
        )
        assert not IMPOSSIBLE.search(caption), caption


def test_a_method_worse_than_nothing_is_not_called_the_least():
    table = errors([1.0, 0.1])
    table.loc[table["method"] == "zero", "error_mean"] = 0.25
    for caption in (fig3.caption(GRID, table), fig4.caption(table)):
        assert "(the zero release: 0.25) at epsilon 1" in caption and "Least" not in caption
    assert not IMPOSSIBLE.search(fig1.caption(GRID, table))
