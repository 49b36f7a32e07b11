"""Accuracy of the mechanisms, the budget it costs, and the tight constant (the note of 2020)."""

import numpy as np

from gaussmech.paper.experiments.summaries import standard_errors_off
from gaussmech.paper.figures.captions import caption_of, farthest, two_digits
from gaussmech.paper.figures.curves import DASHES, mark_outside_theorem, rows_of
from gaussmech.paper.figures.method_styles import LOOKS
from gaussmech.paper.figures.panels import ratio_to
from gaussmech.paper.figures.style import finished, labelled, number, panels

# Panel (b) has epsilons divided by that of this mechanism.
REFERENCE = "aGM"
# If the bounds are right, 95 % of the points of panel (c) are closer to 0 than this.
NORMAL = 1.96


def draw(accuracy, accuracy_budget, accuracy_constant):
    """Draw (a) the error bound, (b) the budget for one, (c) a simulation, (d) the constant.

    Parameters
    ----------
    accuracy, accuracy_budget, accuracy_constant : DataFrame
        The tables of the same names.
    """
    figure, axes = panels(2, 2, 5.4)
    bounds, budgets, check, constant = axes.flat
    _bounds(bounds, accuracy, accuracy_budget)
    table = over_reference(accuracy_budget)
    for name, rows in table.groupby("method", sort=False):
        budgets.plot(rows["bound"], rows["ratio"], **_line(name))
    mark_outside_theorem(budgets, table, "bound", "ratio")
    budgets.set(
        xscale="log",
        xlabel="error bound / Δ",
        ylabel=f"ε / ε of {REFERENCE}",
        ylim=(0, None),
        title="Budget for an error bound",
    )
    _simulation(check, accuracy)
    _constant(constant, accuracy_constant)
    return finished(figure, labelled(axes[0]), columns=5)


def _bounds(axes, accuracy, accuracy_budget):
    """Draw the error bound of each mechanism against epsilon."""
    alpha = accuracy_budget["alpha"].iloc[0]
    delta = accuracy_budget["delta"].iloc[0]
    table = rows_of(accuracy, alpha=alpha).rename(columns={"mechanism": "method"})
    table["relative"] = table["accuracy"] / table["sensitivity"]
    for name in accuracy["mechanism"].unique():
        axes.plot([], [], label=LOOKS[name].label, **_line(name))
    for name, rows in table.groupby("method", sort=False):
        axes.plot(rows["epsilon"], rows["relative"], **_line(name))
    mark_outside_theorem(axes, table, "epsilon", "relative")
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="ε",
        ylabel="error bound / Δ",
        title=f"Error bound, α = {number(alpha)}, δ = {number(delta)}",
    )


def over_reference(budgets):
    """Return budgets for an error bound over those of the analytic Gaussian mechanism.

    Parameters
    ----------
    budgets : DataFrame
        The table `accuracy_budget`.

    Returns
    -------
    DataFrame
        Its rows with the columns `bound`, in units of the sensitivity, and `ratio`; bounds for
        which that mechanism needs no epsilon are left out.
    """
    table = budgets.rename(columns={"mechanism": "method"})
    table = ratio_to(REFERENCE, table, "accuracy", "epsilon")
    table["bound"] = table["accuracy"] / table["sensitivity"]
    return table[np.isfinite(table["ratio"])]


def _line(name):
    """Return the look of a mechanism's line."""
    # Laplace and its truncation are nearly one line where delta is small: one of them is dashed.
    return {"color": LOOKS[name].color, "linestyle": "--" if name == "TLap" else "-"}


def _simulation(axes, table):
    """Draw how far each simulated share is from alpha, a row per mechanism."""
    off = standard_errors_off(table)
    names = list(table["mechanism"].unique())[::-1]
    for row, name in enumerate(names):
        values = off[table["mechanism"] == name].to_numpy()
        # Spread over the row in the order of the table: by epsilon, then alpha.
        heights = row + np.linspace(-0.3, 0.3, len(values))
        axes.plot(values, heights, ".", color=LOOKS[name].color, markersize=3)
    edge = max(1.05 * off.abs().max(), 3.5)
    axes.axvspan(-NORMAL, NORMAL, color="0.93", linewidth=0, zorder=0)
    axes.axvline(0, color="0.4", linewidth=0.8, zorder=1)
    axes.set_yticks(range(len(names)), [LOOKS[name].label for name in names])
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.set(
        xlim=(-edge, edge),
        ylim=(-0.6, len(names) - 0.4),
        xlabel="(share beyond − α) / standard error",
        title="Simulated; 95 % belong in the grey",
    )


def _constant(axes, table):
    """Draw the noise that the tight constant and the analytic mechanism save."""
    for k, (epsilon, rows) in enumerate(table.groupby("epsilon")):
        labels = {
            "cGM-tight": LOOKS["cGM-tight"].label,
            "aGM": f"aGM, ε = {number(epsilon)}",
        }
        # The constant's saving is the same at every epsilon.
        for name in ("cGM-tight", "aGM") if k == 0 else ("aGM",):
            part = rows_of(rows, mechanism=name)
            axes.plot(
                part["delta"],
                1 - part["relative_sigma"],
                label=labels[name],
                color=LOOKS[name].color,
                linestyle=DASHES[k % len(DASHES)],
            )
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="δ",
        ylabel="share of cGM's σ that is saved",
        title="What the tight constant saves",
    )
    axes.legend()


def caption(accuracy, accuracy_budget, accuracy_constant):
    """Return the caption, with the budget that the classical mechanism needs within its theorem.

    Parameters
    ----------
    accuracy, accuracy_budget, accuracy_constant : DataFrame
        The tables of the same names.
    """
    saved = 100 * (1 - accuracy_constant["relative_sigma"])
    tight = saved[accuracy_constant["mechanism"] == "cGM-tight"]
    exact = saved[accuracy_constant["mechanism"] == "aGM"]
    off = farthest(accuracy["beyond"] - accuracy["alpha"], accuracy["beyond_se"])
    return caption_of(
        "Accuracy: bounds of the error",
        _takeaway(over_reference(accuracy_budget)),
        "(a) Bound that |Z| exceeds with probability alpha. (b) Epsilon for a bound, divided by that of"
        f" aGM. (c) {len(accuracy)} simulations, the farthest {off} from its alpha. (d) The tight"
        f" constant saves {tight.min():.2g} to {tight.max():.2g} % of the noise, analytic"
        f" calibration {exact.min():.2g} to {exact.max():.2g} %."
        " The settings are our choice. Tables: accuracy.csv, accuracy_budget.csv,"
        " accuracy_constant.csv.",
    )


def _takeaway(budgets):
    """Return the classical mechanism's epsilon over the analytic one's, where it is private."""
    is_classical = (budgets["method"] == "cGM") & (budgets["epsilon"] < 1)
    classical = budgets.loc[is_classical, "ratio"]
    if classical.empty:
        return "No cGM within its theorem (epsilon below 1) in this run."
    span = f"{two_digits(classical.min())} to {two_digits(classical.max())}"
    return (
        f"Within its theorem (epsilon below 1) cGM needs {span} times the epsilon of aGM for the"
        " same error bound."
    )
