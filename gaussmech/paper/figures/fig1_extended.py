"""Figures 1 (c, d) and 3 (b, c), extended: mean estimation from one dimension on."""

from gaussmech.paper.figures.captions import caption_of, repeated
from gaussmech.paper.figures.curves import band, name_curves, note
from gaussmech.paper.figures.looks import METHODS
from gaussmech.paper.figures.panels import no_data, panel_each, ratio_to, shown_epsilons
from gaussmech.paper.figures.style import FULL_WIDTH, finished, number, panels, plain_ticks

EPSILONS = [0.01, 0.1, 1.0]
# The zero release at small d and Laplace noise at large d leave the panels.
HIGHEST, NAMED_AT = 4.0, 3.0


def draw(mean_estimation_extended):
    """L2 error over that of aGM against d, at three epsilons."""
    figure, axes = panels(3, 1, 7.6, width=0.75 * FULL_WIDTH)
    epsilons = shown_epsilons(mean_estimation_extended, EPSILONS)
    for panel, epsilon in panel_each(axes.flat, epsilons):
        panel.set_title(f"Mean estimation, ε = {number(epsilon)}")
        _ratios(panel, over_agm(mean_estimation_extended, epsilon))
    return finished(figure)


def over_agm(table, epsilon):
    """Return the rows at an epsilon with their errors over aGM's, which are missing without it."""
    rows = table[table["epsilon"] == epsilon]
    return ratio_to("aGM", rows, "dimension", "error_mean", "error_se")


def _ratios(axes, ratios):
    if ratios["ratio"].isna().all():
        return no_data(axes, "no aGM in this run")
    names = {}
    for method, rows in ratios.groupby("method", sort=False):
        look, values = METHODS[method], rows.set_index("dimension")["ratio"]
        axes.plot(values.index, values, **look.line_style())
        band(axes, rows, "dimension", "ratio", "ratio_se", look.color, alpha=0.2)
        inside = values[values <= NAMED_AT]
        if values.iloc[-1] <= HIGHEST:
            names[look.label] = (values.index[-1], values.iloc[-1], look.color)
        elif values.iloc[0] <= NAMED_AT:
            last = inside.index[-1]
            note(axes, look.label, (last, inside[last]), (-4, 3), ha="right", color=look.color)
    axes.set(xscale="log", yscale="log", xlabel="dimension d", ylabel="L2 error / that of aGM")
    axes.set_ylim(0.8 * ratios["ratio"].min(), HIGHEST)
    plain_ticks(axes.yaxis)
    name_curves(axes, names)


def caption(mean_estimation_extended):
    table, found = mean_estimation_extended, []
    for epsilon in shown_epsilons(table, EPSILONS):
        rows = over_agm(table, epsilon).sort_values("dimension").query("method == 'L2'")
        found += [f"{x:.3f} at epsilon {epsilon:g}" for x in rows["ratio"].dropna()[:1]]
    first = f"At d = {table['dimension'].min()} the error of the l2 mechanism over that of aGM is"
    return caption_of(
        "Figures 1 and 3, extended: mean estimation from one dimension on",
        f"{first} {', '.join(found)}." if found else "No l2 mechanism beside aGM in this run.",
        "Error over that of raw aGM: below 1 is better. Raw releases are exact; for the others the"
        " luck of the release is taken out (control variates).",
        repeated(table),
        "EB: empirical-Bayes thresholding; JS+: positive-part James-Stein."
        " Table: mean_estimation_extended.csv.",
    )
