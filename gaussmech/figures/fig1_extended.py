"""Figures 1 (c, d) and 3 (b, c), extended: mean estimation from one dimension on."""

from gaussmech.figures.captions import caption_of, repeated
from gaussmech.figures.labels import name_curves
from gaussmech.figures.panels import no_data, shown_epsilons
from gaussmech.figures.style import (
    FULL_WIDTH,
    METHODS,
    finished,
    interval,
    number,
    panels,
    plain_ticks,
    small,
)

EPSILONS = [0.01, 0.1, 1.0]
REFERENCE = "aGM"
# The zero release at small d and Laplace noise at large d leave the panels.
HIGHEST = 4.0


def draw(mean_estimation_extended):
    """L2 error over that of aGM against d, at three epsilons."""
    figure, axes = panels(3, 1, 7.6, width=0.75 * FULL_WIDTH)
    epsilons = shown_epsilons(mean_estimation_extended, EPSILONS)
    for k, panel in enumerate(axes.flat):
        if k < len(epsilons):
            _ratios(panel, mean_estimation_extended, epsilons[k])
        else:
            no_data(panel, "no further epsilon in this run")
    return finished(figure)


def over_reference(table, epsilon):
    """Return the rows at an epsilon with errors in units of that of aGM; None without it."""
    rows = table[table["epsilon"] == epsilon]
    unit = rows[rows["method"] == REFERENCE].set_index("dimension")["error_mean"]
    if unit.empty:
        return None
    unit = rows["dimension"].map(unit)
    return rows.assign(ratio=rows["error_mean"] / unit, ratio_se=rows["error_se"] / unit)


def _ratios(axes, table, epsilon):
    ratios = over_reference(table, epsilon)
    axes.set_title(f"Mean estimation, ε = {number(epsilon)}")
    if ratios is None:
        return no_data(axes, f"no {REFERENCE} in this run")
    names = {}
    for method, rows in ratios.groupby("method", sort=False):
        look, values = METHODS[method], rows.set_index("dimension")["ratio"]
        axes.plot(values.index, values, **look.line_style())
        band = interval(rows, "ratio", "ratio_se")
        axes.fill_between(values.index, *band, color=look.color, alpha=0.2, linewidth=0)
        if values.iloc[-1] <= HIGHEST:
            names[look.label] = (values.index[-1], values.iloc[-1], look.color)
        elif values.iloc[0] <= HIGHEST:
            last = values[values <= HIGHEST].index[-1]
            axes.annotate(
                look.label,
                (last, values[last]),
                (-4, 3),
                textcoords="offset points",
                ha="right",
                color=look.color,
                fontsize=small(),
            )
    axes.set(xscale="log", yscale="log", xlabel="dimension d", ylabel="L2 error / that of aGM")
    axes.set_ylim(0.8 * ratios["ratio"].min(), HIGHEST)
    plain_ticks(axes.yaxis)
    name_curves(axes, names)


def caption(mean_estimation_extended):
    """What the figure shows, with the numbers of this run."""
    found = []
    for epsilon in shown_epsilons(mean_estimation_extended, EPSILONS):
        ratios = over_reference(mean_estimation_extended, epsilon)
        if ratios is not None and (ratios["method"] == "L2").any():
            first = ratios[ratios["method"] == "L2"].sort_values("dimension").iloc[0]
            found.append(f"{first['ratio']:.3f} at epsilon {epsilon:g}")
    return caption_of(
        "Figures 1 and 3, extended: mean estimation from one dimension on",
        f"At d = {mean_estimation_extended['dimension'].min()} the error of the l2 mechanism over"
        f" that of aGM is {', '.join(found)}."
        if found
        else "No l2 mechanism beside aGM in this run.",
        "Error over that of raw aGM: below 1 is better. Raw releases are exact; for the others the"
        " luck of the release is taken out (control variates).",
        repeated(mean_estimation_extended),
        "EB: empirical-Bayes thresholding; JS+: positive-part James-Stein."
        " Table: mean_estimation_extended.csv.",
    )
