"""Accuracy of the mechanisms, the budget it costs, and the tight constant (the note of 2020)."""

from gaussmech.experiments.summaries import standard_errors_off
from gaussmech.figures.captions import paragraph
from gaussmech.figures.style import (
    DASHES,
    FULL_WIDTH,
    METHODS,
    legend_below,
    letter,
    mark_outside_theorem,
    number,
    plt,
)


def draw(accuracy, accuracy_budget, accuracy_constant):
    """Draw (a) accuracy, (b) its inverse, (c) a simulation, (d) the tight constant."""
    figure, axes = plt.subplots(2, 2, figsize=(FULL_WIDTH, 5.4))
    (accuracy_axes, budget_axes), (check_axes, constant_axes) = axes
    alpha = accuracy_budget["alpha"].iloc[0]
    settings = f"α = {number(alpha)}, δ = {number(accuracy_budget['delta'].iloc[0])}"
    handles = {name: _both(accuracy_axes, name) for name in accuracy["mechanism"].unique()}

    shown = accuracy[accuracy["alpha"] == alpha].rename(columns={"mechanism": "method"})
    shown["relative"] = shown["accuracy"] / shown["sensitivity"]
    for name, rows in shown.groupby("method", sort=False):
        accuracy_axes.plot(rows["epsilon"], rows["relative"], **_line(name))
    handles["outside"] = mark_outside_theorem(accuracy_axes, shown, "epsilon", "relative")
    accuracy_axes.set(xscale="log", yscale="log", xlabel="ε", ylabel="accuracy / Δ")
    accuracy_axes.set_title(f"Accuracy at {settings}")

    for name, rows in accuracy_budget[accuracy_budget["epsilon"] > 0].groupby(
        "mechanism", sort=False
    ):
        budget_axes.plot(rows["accuracy"] / rows["sensitivity"], rows["epsilon"], **_line(name))
    budget_axes.set(xscale="log", yscale="log", xlabel="accuracy / Δ", ylabel="ε")
    budget_axes.set_title(f"Budget for an accuracy, {settings}")

    off = standard_errors_off(accuracy)
    for name, rows in accuracy.groupby("mechanism", sort=False):
        look = METHODS[name]
        style = {"color": look.color, "marker": look.marker, "linestyle": "none", "alpha": 0.6}
        check_axes.plot(rows["epsilon"], off[rows.index], **style)
    check_axes.axhspan(-2, 2, color="0.85", zorder=0)
    edge = max(4.0, 1.05 * off.abs().max())
    check_axes.set(xscale="log", xlabel="ε", ylim=(-edge, edge))
    check_axes.set_ylabel("(share beyond − α) / standard error")
    check_axes.set_title("Simulated releases beyond their accuracy")

    _constant(constant_axes, accuracy_constant)
    for k, panel in enumerate(axes.flat):
        letter(panel, k)
        panel.minorticks_off()
    legend_below(figure, handles.values(), 5)
    return figure


def _line(name):
    # Laplace and its truncation are nearly one line where delta is small.
    return {"color": METHODS[name].color, "linestyle": "--" if name == "TLap" else "-"}


def _both(axes, name):
    """Return the line of (a, b) with the marker of (c), for the legend."""
    look = METHODS[name]
    return axes.plot([], [], marker=look.marker, label=look.label, **_line(name))[0]


def _constant(axes, table):
    for k, (epsilon, rows) in enumerate(table.groupby("epsilon")):
        for name in ("cGM-tight", "aGM"):
            shown = rows[rows["mechanism"] == name]
            label = METHODS[name].label if name == "cGM-tight" else f"aGM, ε = {number(epsilon)}"
            # The constant's saving is the same at every epsilon.
            if name == "aGM" or k == 0:
                axes.plot(
                    shown["delta"],
                    1 - shown["relative_sigma"],
                    color=METHODS[name].color,
                    linestyle=DASHES[k % len(DASHES)],
                    label=label,
                )
    axes.set(xscale="log", yscale="log", xlabel="δ", ylabel="less noise than cGM, share of σ")
    axes.set_title("What the tight constant saves")
    axes.legend()


def caption(accuracy, accuracy_budget, accuracy_constant):
    """Return what the panels show, with the numbers of this run."""
    off = standard_errors_off(accuracy).abs()
    alphas = ", ".join(f"{alpha:g}" for alpha in sorted(accuracy["alpha"].unique()))
    middle = sorted(accuracy_budget["accuracy"].unique())[
        accuracy_budget["accuracy"].nunique() // 2
    ]
    budgets = accuracy_budget[accuracy_budget["accuracy"] == middle].set_index("mechanism")
    needed = ", ".join(f"{name} {epsilon:.4g}" for name, epsilon in budgets["epsilon"].items())
    saved = 100 * (1 - accuracy_constant["relative_sigma"])
    tight, exact = (accuracy_constant["mechanism"] == name for name in ("cGM-tight", "aGM"))
    spent = (accuracy_constant["spent"] / accuracy_constant["delta"])[tight]
    row = budgets.iloc[0]
    return paragraph(
        "Figure accuracy. The accuracy a has P[|Z| > a] = alpha for the noise Z of one coordinate."
        f" (a) At alpha {row['alpha']:g}, delta {row['delta']:g}; Laplace needs no delta. (b) The"
        f" epsilon for an accuracy; for {middle / row['sensitivity']:.4g} Delta: {needed}.",
        f"(c) Share of {accuracy['draws'].iloc[0]} simulated releases beyond their accuracy, at"
        f" alpha {alphas}: farthest from alpha by {off.max():.2f} standard errors;"
        f" {(off > 2).sum()} of {len(off)} are more than two away.",
        "(d) The tight constant sqrt(2 e^(8/9) / pi) in place of 1.25 saves"
        f" {saved[tight].min():.2g} to {saved[tight].max():.2g} % of the noise, analytic"
        f" calibration {saved[exact].min():.3g} to {saved[exact].max():.3g} %. With the tight"
        f" constant the delta really spent is at most {spent.max():.3g} of the one asked for.",
        "Points of cGM at epsilon >= 1 are hollow: its theorem does not cover them. The settings"
        " are our choice.",
    )
