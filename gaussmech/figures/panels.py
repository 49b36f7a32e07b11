"""Panels that several figures share."""

from gaussmech.experiments.summaries import variance_gain
from gaussmech.figures.labels import name_curves
from gaussmech.figures.style import (
    DASHES,
    METHODS,
    curves,
    inner_legend,
    interval,
    mark_outside_theorem,
    number,
    shades,
)

HIGH_DIMENSION = 500


def shown_epsilons(table, wanted):
    """Return the epsilons for the panels: those wanted, or else others of the run."""
    present = sorted(table["epsilon"].unique())
    others = [epsilon for epsilon in present if epsilon not in wanted]
    chosen = [e if e in present else (others.pop(0) if others else None) for e in wanted]
    return [epsilon for epsilon in chosen if epsilon is not None]


def errors_by_dimension(axes, table, epsilon, ylabel):
    """Draw error against dimension at one epsilon; return the legend's handles by method."""
    rows = table[table["epsilon"] == epsilon]
    handles = curves(axes, rows, "dimension", "error_mean", "error_se")
    if outside := mark_outside_theorem(axes, rows, "dimension", "error_mean"):
        handles["outside"] = outside
    axes.set(xscale="log", yscale="log", xlabel="dimension d", ylabel=ylabel)
    axes.set_title(f"ε = {number(epsilon)}")
    return handles


def estimation_panels(axes, table, wanted):
    """Draw the L2 error of mean estimation, a panel per epsilon; return the legend's handles."""
    epsilons, handles = shown_epsilons(table, wanted), {}
    for k, panel in enumerate(axes):
        if k < len(epsilons):
            handles |= errors_by_dimension(panel, table, epsilons[k], "L2 error")
            panel.set_title(f"Mean estimation, {panel.get_title()}")
        else:
            no_data(panel, "no further epsilon in this run")
    return handles


def denoised_alone(axes, table, epsilons, ylabel):
    """Draw James-Stein and thresholding alone in high dimension, as Figure 4 (d) has them."""
    high = table[table["dimension"] >= HIGH_DIMENSION]
    ends = {}
    for method in ("aGM-JS", "aGM-TH"):
        for epsilon, line in zip(epsilons, DASHES, strict=False):
            rows = high[(high["method"] == method) & (high["epsilon"] == epsilon)]
            if rows.empty:
                continue
            look, x, y = METHODS[method], rows["dimension"], rows["error_mean"]
            axes.plot(x, y, color=look.color, marker=look.marker, linestyle=line)
            band = interval(rows, "error_mean", "error_se")
            axes.fill_between(x, *band, color=look.color, alpha=0.25, linewidth=0)
            name = f"{method.removeprefix('aGM-')}, {number(epsilon)}"
            ends[name] = (x.iloc[-1], y.iloc[-1], look.color)
    if not ends:
        return no_data(axes, f"no denoised method at d ≥ {HIGH_DIMENSION} in this run")
    axes.set(xscale="log", yscale="log", xlabel="dimension d", ylabel=ylabel)
    axes.set_title(f"Denoised, d ≥ {HIGH_DIMENSION}, by ε")
    name_curves(axes, ends, gap=0.07)


def gain_curves(axes, table, x, each):
    """Draw the variance ratio cGM / aGM against `x`, a curve per value of `each`."""
    gain = variance_gain(table)
    symbol = {"epsilon": "ε", "delta": "δ"}
    values = sorted(gain[each].unique())
    for value, color in zip(values, shades(len(values)), strict=True):
        rows = gain[gain[each] == value]
        label = f"{symbol[each]} = {number(value)}"
        axes.plot(rows[x], rows["gain"], color=color, label=label)
    axes.set(xscale="log", yscale="log", xlabel=symbol[x], ylabel="variance ratio cGM / aGM")
    axes.set_title("Gain in variance")
    inner_legend(axes)


def no_data(axes, text):
    """Empty the panel and say why."""
    axes.set_axis_off()
    axes.text(0.5, 0.5, text, ha="center", va="center", wrap=True, transform=axes.transAxes)
