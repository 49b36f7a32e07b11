"""Accuracy of the mechanisms, the budget it costs, and the tight constant (the note of 2020)."""

from statistics import NormalDist

import numpy as np

from gaussmech.experiments.summaries import standard_errors_off
from gaussmech.figures.captions import caption_of, farthest
from gaussmech.figures.style import DASHES, METHODS, finished, mark_outside_theorem, number, panels

REFERENCE = "aGM"


def draw(accuracy, accuracy_budget, accuracy_constant):
    """Draw (a) the error bound, (b) the budget for one, (c) a simulation, (d) the constant."""
    figure, axes = panels(2, 2, 5.4)
    bound_axes, budget_axes, check_axes, constant_axes = axes.flat
    alpha = accuracy_budget["alpha"].iloc[0]
    settings = f"α = {number(alpha)}, δ = {number(accuracy_budget['delta'].iloc[0])}"
    handles = {name: _both(bound_axes, name) for name in accuracy["mechanism"].unique()}

    shown = accuracy[accuracy["alpha"] == alpha].rename(columns={"mechanism": "method"})
    shown["relative"] = shown["accuracy"] / shown["sensitivity"]
    for name, rows in shown.groupby("method", sort=False):
        bound_axes.plot(rows["epsilon"], rows["relative"], **_line(name))
    handles["outside"] = mark_outside_theorem(bound_axes, shown, "epsilon", "relative")
    bound_axes.set(xscale="log", yscale="log", xlabel="ε", ylabel="error bound / Δ")
    bound_axes.set_title(f"Error bound, {settings}")

    budgets = over_reference(accuracy_budget)
    for name, rows in budgets.groupby("method", sort=False):
        budget_axes.plot(rows["bound"], rows["relative"], **_line(name))
    mark_outside_theorem(budget_axes, budgets, "bound", "relative")
    budget_axes.set(xscale="log", xlabel="error bound / Δ", ylabel=f"ε / ε of {REFERENCE}")
    budget_axes.set_ylim(bottom=0)
    budget_axes.set_title("Budget for an error bound")

    off = standard_errors_off(accuracy)
    rank = off.rank(method="first")
    expected = ((rank - 0.5) / len(off)).map(NormalDist().inv_cdf)
    for name, rows in accuracy.groupby("mechanism", sort=False):
        look = METHODS[name]
        hollow = "white" if name == "cGM" else look.color
        classical = (rows["mechanism"] == "cGM") & (rows["epsilon"] >= 1)
        for face, part in ((look.color, rows[~classical]), (hollow, rows[classical])):
            style = {"color": look.color, "marker": look.marker, "markerfacecolor": face}
            check_axes.plot(expected[part.index], off[part.index], linestyle="none", **style)
    edge = 1.05 * max(expected.max(), off.abs().max())
    check_axes.plot([-edge, edge], [-edge, edge], color="0.5", linewidth=0.8, zorder=0)
    check_axes.set(xlabel="normal quantile", xlim=(-edge, edge), ylim=(-edge, edge))
    check_axes.set_ylabel("(share beyond − α) / standard error")
    check_axes.set_title("Simulated releases beyond their bound")

    _constant(constant_axes, accuracy_constant)
    return finished(figure, handles.values(), 5)


def over_reference(budgets):
    """Return the epsilon for each error bound over that of aGM: method, epsilon, bound, relative.

    Bounds that need no epsilon of aGM are left out.
    """
    table = budgets.rename(columns={"mechanism": "method"})
    least = table[table["method"] == REFERENCE].set_index("accuracy")["epsilon"]
    unit = table["accuracy"].map(least)
    table = table.assign(
        bound=table["accuracy"] / table["sensitivity"], relative=table["epsilon"] / unit
    )
    return table[np.isfinite(table["relative"])]


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
    budgets = over_reference(accuracy_budget)
    classical = budgets[budgets["method"] == "cGM"]["relative"]
    saved = 100 * (1 - accuracy_constant["relative_sigma"])
    off = farthest(accuracy["beyond"] - accuracy["alpha"], accuracy["beyond_se"])
    tight, exact = (accuracy_constant["mechanism"] == name for name in ("cGM-tight", "aGM"))
    return caption_of(
        "Accuracy: bounds of the error",
        f"For the same error bound cGM needs {classical.min():.2f} to {classical.max():.2f} times"
        " the epsilon of aGM."
        if len(classical)
        else "No cGM in this run.",
        "(a) Bound that |Z| exceeds with probability alpha; (b) epsilon for a bound; (c) quantiles"
        f" of {len(accuracy)} simulated shares beyond it, the farthest {off} off;"
        f" (d) the tight constant saves {saved[tight].min():.2g} to {saved[tight].max():.2g} % of"
        f" the noise, analytic calibration {saved[exact].min():.3g} to {saved[exact].max():.3g} %."
        " The settings are our choice. Tables: accuracy.csv, accuracy_budget.csv,"
        " accuracy_constant.csv.",
    )
