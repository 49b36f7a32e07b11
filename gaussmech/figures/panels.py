"""Panels that several figures share."""

from gaussmech.experiments.summaries import variance_gain
from gaussmech.figures.style import (
    DASHES,
    curves,
    inner_legend,
    mark_outside_theorem,
    number,
    shades,
)


def shown_epsilons(table, wanted):
    """The epsilons of the panels: those wanted, gaps filled with others that the run has."""
    present = sorted(table["epsilon"].unique())
    others = [epsilon for epsilon in present if epsilon not in wanted]
    chosen = [e if e in present else (others.pop(0) if others else None) for e in wanted]
    return [epsilon for epsilon in chosen if epsilon is not None]


def errors_by_dimension(axes, table, epsilon, ylabel, note=""):
    """Error against dimension at one epsilon; returns the legend's handles by method."""
    rows = table[table["epsilon"] == epsilon]
    handles = curves(axes, rows, "dimension", "error_mean", "error_se")
    handles["outside"] = mark_outside_theorem(axes, rows, "dimension", "error_mean")
    axes.set(xscale="log", yscale="log", xlabel="dimension d", ylabel=ylabel)
    axes.set_title(f"ε = {number(epsilon)}{note}")
    return handles


def gain_curves(axes, table, x, each):
    """Variance ratio cGM / aGM against `x`, a curve for every value of `each`."""
    gain = variance_gain(table)
    symbol = {"epsilon": "ε", "delta": "δ"}
    values = sorted(gain[each].unique())
    for k, (value, color) in enumerate(zip(values, shades(len(values)), strict=True)):
        rows = gain[gain[each] == value]
        axes.plot(
            rows[x],
            rows["gain"],
            color=color,
            linestyle=DASHES[k % len(DASHES)],
            label=f"{symbol[each]} = {number(value)}",
        )
    axes.set(xscale="log", yscale="log", xlabel=symbol[x], ylabel="variance ratio cGM / aGM")
    inner_legend(axes)


def no_data(axes, text):
    """An empty panel that says why it is empty."""
    axes.set_axis_off()
    axes.text(0.5, 0.5, text, ha="center", va="center", transform=axes.transAxes)
