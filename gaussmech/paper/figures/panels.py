"""Panels that several figures share, and what is drawn in them."""

from gaussmech.paper.experiments.summaries import variance_gain
from gaussmech.paper.figures.curves import (
    DASHES,
    band,
    each_value,
    errors_by_dimension,
    name_curves,
)
from gaussmech.paper.figures.looks import METHODS
from gaussmech.paper.figures.style import inner_legend, labelled, number

HIGH_DIMENSION = 500
SYMBOL = {"epsilon": "ε", "delta": "δ"}


def shown_epsilons(table, wanted):
    """Return the epsilons for the panels: those wanted, or else others of the run."""
    present = sorted(table["epsilon"].unique())
    others = [epsilon for epsilon in present if epsilon not in wanted]
    chosen = [e if e in present else (others.pop(0) if others else None) for e in wanted]
    return [epsilon for epsilon in chosen if epsilon is not None]


def panel_each(axes, epsilons):
    """Yield a panel and an epsilon; in those that are left, say that there is none."""
    for panel in axes[len(epsilons) :]:
        no_data(panel, "no further epsilon in this run")
    yield from zip(axes, epsilons, strict=False)


def ratio_to(method, table, keys, y, se=None):
    """Return the table with y, and its standard error, over y of a method at the same `keys`."""
    unit = table[table["method"] == method].set_index(keys)[y]
    unit = unit.reindex(table.set_index(keys).index).to_numpy()
    return table.assign(ratio=table[y] / unit, ratio_se=table[se or y] / unit)


def estimation_panels(axes, table, wanted):
    """Draw the L2 error of mean estimation, a panel per epsilon; return the legend's handles."""
    for panel, epsilon in panel_each(axes, shown_epsilons(table, wanted)):
        errors_by_dimension(panel, table, epsilon, "L2 error")
        panel.set_title(f"Mean estimation, {panel.get_title()}")
    return labelled(axes)


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
            band(axes, rows, "dimension", "error_mean", "error_se", look.color)
            name = f"{method.removeprefix('aGM-')}, {number(epsilon)}"
            ends[name] = (x.iloc[-1], y.iloc[-1], look.color)
    if not ends:
        return no_data(axes, f"no denoised method at d ≥ {HIGH_DIMENSION} in this run")
    axes.set(xscale="log", yscale="log", xlabel="dimension d", ylabel=ylabel)
    axes.set_title(f"Denoised, d ≥ {HIGH_DIMENSION}, by ε")
    name_curves(axes, ends, gap=0.07)


def gain_curves(axes, table, x, each):
    """Draw the variance ratio cGM / aGM against `x`, a curve per value of `each`."""
    for value, rows, look in each_value(variance_gain(table), each):
        label = f"{SYMBOL[each]} = {number(value)}"
        axes.plot(rows[x], rows["gain"], color=look["color"], label=label)
    axes.set(xscale="log", yscale="log", xlabel=SYMBOL[x], ylabel="variance ratio cGM / aGM")
    axes.set_title("Gain in variance")
    inner_legend(axes)


def no_data(axes, text):
    """Empty the panel and say why."""
    axes.set_axis_off()
    axes.text(0.5, 0.5, text, ha="center", va="center", wrap=True, transform=axes.transAxes)
