"""Every number of a caption, computed once more from the tables; and captions at the extremes."""

import re
from functools import partial
from importlib import import_module

import numpy as np
import pandas as pd
import pytest

from gaussmech import registry
from gaussmech.claims.heatmap import PRINTED, RAW
from gaussmech.experiments.accuracy import accuracy, accuracy_budget, accuracy_constant
from gaussmech.experiments.composition_lecture import composition_lecture, privacy_loss
from gaussmech.figures import accuracy as accuracy_figure
from gaussmech.figures import composition_lecture as lecture_figure
from gaussmech.figures import fig1, fig3, fig4, sure_path
from tests.figures.small_tables import errors, inputs, provenance
from tests.figures.test_figures import GRID

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


def gains(table):
    wide = table.pivot_table(index=["epsilon", "delta"], columns="mechanism", values="sigma")
    return (wide["cGM"] ** 2 / wide["aGM"] ** 2).reset_index(name="gain")


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
    rows = gains(t["calibration_delta"])
    rows = rows[rows.epsilon == rows.epsilon.max()]
    low, high = rows.loc[rows.gain.idxmin()], rows.loc[rows.gain.idxmax()]
    said = [f"{low.epsilon:g}"]
    for row in (low, high):
        said += [f"{row.gain:.3g}", f"{row.delta:.1g}"]
    means = t["mean_estimation"]
    return [*said, *best(means, [1.0, 0.1]), *repeated(means)]


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
    table, ratios = t["histogram_extended"], []
    for _, rows in table.groupby(["epsilon", "dimension"]):
        error = rows.set_index("method").error_mean
        ratios.append(error["aGM-auto"] / error.drop("aGM-auto").min())
    low, high = min(ratios), max(ratios)
    within = sum(ratio <= 1.03 for ratio in ratios)
    return [f"{low:.2f}", f"{high:.2f}", "1.03", f"{within}", f"{len(ratios)}", *repeated(table)]


def of_l2_mechanism(t):
    rows = t["l2_mechanism"].query("epsilon == 1 and delta == 1e-6").set_index("dimension")
    near = [min(rows.index, key=lambda d: abs(d - wanted)) for wanted in (2, 10, 100)]
    said = [x for d in dict.fromkeys(near) for x in (f"{rows.l2_ratio[d]:.3f}", f"{d}")]
    return ["1", "1e-06", *said]


def of_sure_path(t):
    table, loss = t["sure_path"], []
    for _, rows in table.groupby("hour"):
        wide = rows.pivot_table(index="lambda_ratio", columns="quantity", values="mean")
        loss.append(wide.error[wide.sure.idxmin()] / wide.error.min() - 1)
    gap = table[table.quantity == "difference"]
    dearer = [f"{100 * max(loss):.3g}"] if max(loss) else []
    return [*dearer, f"{np.nanmax(np.abs(gap['mean'] / gap.se)):.1f}"]


def of_forest_size(t):
    worst = t["forest_size"].groupby("trees").ratio_mean.max()
    most, one = worst.index.max(), f"{worst.iloc[0]:.2f}"
    enough = min(k for k in worst.index if worst[k] <= 1.02 or k == most)
    if enough == most:
        return [f"{most}", "2", f"{worst.index[0]}", one, f"{most}"]
    ends = [f"{worst.index[0]}", one, f"{most}"]
    return [f"{enough}", *ends, f"{enough}", f"{worst[enough]:.3f}"]


def of_accuracy(t):
    budget = t["accuracy_budget"].pivot_table(
        index="accuracy", columns="mechanism", values="epsilon"
    )
    ratio = (budget.cGM / budget.aGM)[budget.aGM > 0]
    table = t["accuracy"]
    off = ((table.beyond - table.alpha) / table.beyond_se).abs().max()
    saved = 100 * (1 - t["accuracy_constant"].set_index("mechanism").relative_sigma)
    tight, exact = saved["cGM-tight"], saved["aGM"]
    return [
        *(f"{x:.2f}" for x in (ratio.min(), ratio.max())),
        *(f"{len(table)}", f"{off:.1f}"),
        *(f"{x:.2g}" for x in (tight.min(), tight.max())),
        *(f"{x:.3g}" for x in (exact.min(), exact.max())),
    ]


def of_composition_lecture(t):
    table = t["composition_lecture"].query("question == 'epsilon'")
    cost = table.pivot(index="k", columns="method", values="epsilon")
    last, loss = cost.iloc[-1], t["privacy_loss_summary"]
    off = ((loss.simulated - loss.exact).abs() / loss.se).max()
    times = [f"{last[name] / last['exact']:.3g}" for name in ("advanced", "basic")]
    cheaper = cost.index[cost.advanced < cost.basic].min()
    return [f"{cost.index[-1]}", *times, f"{cheaper}", f"{loss.draws[0]}", f"{off:.1f}"]


def of_gdp_profiles(t):
    head = t["gdp_profiles"].query("epsilon == 0")
    wide = head.pivot_table(index="mechanism", columns="version", values="delta")
    wide = wide.dropna(subset=["naive", "refined"])
    return [f"{x:.3g}" for row in wide[["naive", "refined"]].to_numpy() for x in row]


def of_gdp_transform(t):
    head, steps = t["gdp_head"], t["gdp_staircase"]
    finite = head[np.isfinite(head.tail_limit)]
    apart = steps.upper.max() - steps.lower.max()
    grid = [f"{head.tolerance[0]:g}", "0", f"{head.epsilon_h[0]:g}"]
    return [*(f"{x:.3f}" for x in finite.upper), *grid, f"{len(steps)}", f"{apart:.4f}"]


def of_gdp_composition(t):
    cells = t["gdp_composition_table"]
    wrong = cells[~cells.agrees]
    said = [
        x
        for row in wrong.itertuples()
        for x in (f"{row.delta:g}", f"{row.printed:g}", f"{row.epsilon:.4f}")
    ]
    return [f"{cells.agrees.sum()}", f"{len(cells)}", *said]


def of_gdp_laplace(t):
    wide = (
        t["gdp_laplace"]
        .query("epsilon == 0")
        .pivot(index="epsilon0", columns="guarantee", values="mu")
    )
    ends = wide.iloc[[0, -1]].reset_index()
    numbers = zip(ends.Laplace, ends.pure, ends.epsilon0, strict=True)
    return [x for a, b, c in numbers for x in (f"{a:.4f}", f"{b:.4f}", f"{c:g}")]


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
    more = table[(table.amplitude_ratio > 1) | (table.power_ratio > 1)]
    spans = [f"{x:.3g}" for x in sorted({more.delta.min(), more.delta.max()})]
    columns = (table.amplitude_ratio, table.power_ratio)
    ends = [f"{x:.3g}" for column in columns for x in (column.min(), column.max())]
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
    return [
        *(f"{x:.1f}" for x in (raw / least, raw, least)),
        *budget,
        *map(str, printed),
        *promised,
    ]


def of_hours(table, hours):
    table, said = table[table.hour.isin(hours)], [f"{table.repetitions.iloc[0]}"]
    for epsilon in {table.epsilon.min(), table.epsilon.max()}:
        raw, least = best_map(table[table.epsilon == epsilon])
        said += [f"{raw / least:.0f}" if raw / least >= 100 else f"{raw / least:.3g}"]
        said += [f"{epsilon:g}"]
    return said


def of_fig6(t):
    return of_hours(t["heatmap"], [8, 12, 16, 20])


def of_fig6_extended(t):
    return of_hours(t["heatmap_extended"], t["heatmap_extended"].hour)


FIGURES = {name[3:]: check for name, check in globals().items() if name[3:] in registry.FIGURES}
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
    module = import_module(f"gaussmech.figures.{name}")
    given = inputs(module, every_table)
    _, *said = module.caption(**given).splitlines()
    found = NUMBER.findall(NAMES.sub(" ", " ".join(said)))
    if name in FIGURES:
        assert sorted(found) == sorted(FIGURES[name](given))
    else:  # a figure that computes nothing of its own
        assert [number for number in found if not is_a_cell(number, given)] == []


IMPOSSIBLE = re.compile(r"\b(nan|inf)\b|\b0\.0+ ?%|\b100 ?%|None")


def lecture(step, total, loss, folds=(1, 10_000)):
    table = composition_lecture(folds=folds, step=step, total=total, sensitivity=1.0)
    settings = {"sensitivity": 1.0, "dimension": 1, "draws": 500, "bins": 10}
    found = privacy_loss(seed=1, **loss, **settings)
    return lecture_figure.caption(table, *found)


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


def test_sure_that_finds_the_best_lambda_costs_nothing():
    rows = [
        (0, 0.5, ratio, name, 100 + abs(np.log(ratio)) + (name == "sure"), 0.0, 2)
        for ratio in (0.5, 1.0, 2.0)
        for name in ("error", "sure", "difference")
    ]
    columns = ["hour", "epsilon", "lambda_ratio", "quantity", "mean", "se", "repetitions"]
    caption = sure_path.caption(pd.DataFrame(rows, columns=columns), provenance([0]))
    assert "costs no more error" in caption and "as no draw varied" in caption
    assert not IMPOSSIBLE.search(caption)
