"""Accuracy of the mechanisms, the budget it costs, and the tight constant (the note of 2020)."""

from statistics import NormalDist

import numpy as np

from gaussmech.paper.experiments.summaries import standard_errors_off
from gaussmech.paper.figures.captions import caption_of, farthest
from gaussmech.paper.figures.curves import DASHES, mark_outside_theorem
from gaussmech.paper.figures.looks import METHODS
from gaussmech.paper.figures.panels import ratio_to
from gaussmech.paper.figures.style import finished, labelled, number, panels

REFERENCE = "aGM"


def draw(accuracy, accuracy_budget, accuracy_constant):
    """Draw (a) the error bound, (b) the budget for one, (c) a simulation, (d) the constant."""
    figure, axes = panels(2, 2, 5.4)
    bounds, budgets, check, constant = axes.flat
    alpha = accuracy_budget["alpha"].iloc[0]
    for name in accuracy["mechanism"].unique():
        # The line of (a, b) with the marker of (c).
        look = METHODS[name]
        bounds.plot([], [], marker=look.marker, label=look.label, **_line(name))

    shown = accuracy[accuracy["alpha"] == alpha].rename(columns={"mechanism": "method"})
    shown["relative"] = shown["accuracy"] / shown["sensitivity"]
    for name, rows in shown.groupby("method", sort=False):
        bounds.plot(rows["epsilon"], rows["relative"], **_line(name))
    mark_outside_theorem(bounds, shown, "epsilon", "relative")
    bounds.set(xscale="log", yscale="log", xlabel="ε", ylabel="error bound / Δ")
    delta = number(accuracy_budget["delta"].iloc[0])
    bounds.set_title(f"Error bound, α = {number(alpha)}, δ = {delta}")

    table = over_reference(accuracy_budget)
    for name, rows in table.groupby("method", sort=False):
        budgets.plot(rows["bound"], rows["ratio"], **_line(name))
    mark_outside_theorem(budgets, table, "bound", "ratio")
    budgets.set(xscale="log", xlabel="error bound / Δ", ylabel=f"ε / ε of {REFERENCE}")
    budgets.set_ylim(bottom=0)
    budgets.set_title("Budget for an error bound")

    _quantiles(check, accuracy, standard_errors_off(accuracy))
    _constant(constant, accuracy_constant)
    return finished(figure, labelled(axes[0]), columns=5)


def over_reference(budgets):
    """Return budgets with the bound over Delta, and epsilon over that of aGM, if it needs one."""
    table = budgets.rename(columns={"mechanism": "method"})
    table = ratio_to(REFERENCE, table, "accuracy", "epsilon")
    table["bound"] = table["accuracy"] / table["sensitivity"]
    return table[np.isfinite(table["ratio"])]


def _line(name):
    # Laplace and its truncation are nearly one line where delta is small.
    return {"color": METHODS[name].color, "linestyle": "--" if name == "TLap" else "-"}


def _quantiles(axes, table, off):
    expected = ((off.rank(method="first") - 0.5) / len(off)).map(NormalDist().inv_cdf)
    for name, rows in table.groupby("mechanism", sort=False):
        look = METHODS[name]
        style = {"color": look.color, "marker": look.marker, "linestyle": "none"}
        hollow = (rows["epsilon"] >= 1) if name == "cGM" else (rows["epsilon"] < 0)
        for face, part in ((look.color, rows[~hollow]), ("white", rows[hollow])):
            axes.plot(expected[part.index], off[part.index], markerfacecolor=face, **style)
    edge = 1.05 * max(expected.max(), off.abs().max())
    axes.plot([-edge, edge], [-edge, edge], color="0.5", linewidth=0.8, zorder=0)
    axes.set(xlabel="normal quantile", xlim=(-edge, edge), ylim=(-edge, edge))
    axes.set_ylabel("(share beyond − α) / standard error")
    axes.set_title("Simulated releases beyond their bound")


def _constant(axes, table):
    for k, (epsilon, rows) in enumerate(table.groupby("epsilon")):
        labels = {"cGM-tight": METHODS["cGM-tight"].label, "aGM": f"aGM, ε = {number(epsilon)}"}
        # The constant's saving is the same at every epsilon.
        for name in ("cGM-tight", "aGM") if k == 0 else ("aGM",):
            shown = rows[rows["mechanism"] == name]
            look = {"color": METHODS[name].color, "linestyle": DASHES[k % len(DASHES)]}
            axes.plot(shown["delta"], 1 - shown["relative_sigma"], label=labels[name], **look)
    axes.set(xscale="log", yscale="log", xlabel="δ", ylabel="less noise than cGM, share of σ")
    axes.set_title("What the tight constant saves")
    axes.legend()


def caption(accuracy, accuracy_budget, accuracy_constant):
    budgets = over_reference(accuracy_budget)
    classical = budgets[budgets["method"] == "cGM"]["ratio"]
    saved = 100 * (1 - accuracy_constant["relative_sigma"])
    off = farthest(accuracy["beyond"] - accuracy["alpha"], accuracy["beyond_se"])
    tight, exact = (saved[accuracy_constant["mechanism"] == name] for name in ("cGM-tight", "aGM"))
    span = f"{classical.min():.2f} to {classical.max():.2f}"
    told = f"For the same error bound cGM needs {span} times the epsilon of aGM."
    return caption_of(
        "Accuracy: bounds of the error",
        told if len(classical) else "No cGM in this run.",
        "(a) Bound that |Z| exceeds with probability alpha; (b) epsilon for a bound; (c) quantiles"
        f" of {len(accuracy)} simulated shares beyond it, the farthest {off} off;"
        f" (d) the tight constant saves {tight.min():.2g} to {tight.max():.2g} % of"
        f" the noise, analytic calibration {exact.min():.3g} to {exact.max():.3g} %."
        " The settings are our choice. Tables: accuracy.csv, accuracy_budget.csv,"
        " accuracy_constant.csv.",
    )
