"""Figures 1 (c, d) and 3 (b, c), extended: mean estimation from one dimension on."""

from gaussmech.paper.figures.captions import caption_of, listed, repeated, two_digits
from gaussmech.paper.figures.curves import band, name_curves, note
from gaussmech.paper.figures.looks import LOOKS
from gaussmech.paper.figures.panels import (
    available_epsilons,
    no_data,
    panel_each,
    ratio_to,
)
from gaussmech.paper.figures.selection import rows_of
from gaussmech.paper.figures.style import (
    FULL_WIDTH,
    finished,
    number,
    panels,
    plain_ticks,
)

EPSILONS = [0.01, 0.1, 1.0]
# The zero release at small d and Laplace noise at large d leave the panels.
HIGHEST = 4.0
# A curve that leaves a panel is named where it crosses this height.
NAMED_AT = 3.0


def draw(mean_estimation_extended):
    """Draw L2 error over that of aGM against d, at three epsilons.

    Parameters
    ----------
    mean_estimation_extended : DataFrame
        The table of the same name.

    Returns
    -------
    Figure
    """
    figure, axes = panels(3, 1, 7.6, width=0.75 * FULL_WIDTH)
    epsilons = available_epsilons(mean_estimation_extended, EPSILONS)
    for panel, epsilon in panel_each(axes.flat, epsilons):
        panel.set_title(f"Mean estimation, ε = {number(epsilon)}")
        _ratios(panel, over_agm(mean_estimation_extended, epsilon))
    return finished(figure)


def over_agm(table, epsilon):
    """Return the errors at an epsilon over those of aGM.

    Parameters
    ----------
    table : DataFrame
        Errors of vectors.
    epsilon : float

    Returns
    -------
    DataFrame
        The rows with the columns `ratio` and `ratio_se`, missing where the run has no aGM.
    """
    rows = rows_of(table, epsilon=epsilon)
    return ratio_to("aGM", rows, "dimension", "error_mean", "error_se")


def _ratios(axes, ratios):
    """Draw a curve per method, named at its right end or where it leaves the panel."""
    if ratios["ratio"].isna().all():
        return no_data(axes, "no aGM in this run")
    names = {}
    for method, rows in ratios.groupby("method", sort=False):
        look = LOOKS[method]
        values = rows.set_index("dimension")["ratio"]
        axes.plot(values.index, values, **look.line_style())
        band(axes, rows, "dimension", "ratio", "ratio_se", color=look.color, alpha=0.2)
        inside = values[values <= NAMED_AT]
        if values.iloc[-1] <= HIGHEST:
            names[look.label] = (values.index[-1], values.iloc[-1], look.color)
        elif values.iloc[0] <= NAMED_AT:
            last = inside.index[-1]
            note(
                axes,
                look.label,
                (last, inside[last]),
                (-4, 3),
                ha="right",
                color=look.color,
            )
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="dimension d",
        ylabel="L2 error / that of aGM",
    )
    axes.set_ylim(0.8 * ratios["ratio"].min(), HIGHEST)
    plain_ticks(axes.yaxis)
    name_curves(axes, names)


def caption(mean_estimation_extended):
    """Return the caption, with what the l2 mechanism is worth in the fewest dimensions.

    Parameters
    ----------
    mean_estimation_extended : DataFrame
        The table of the same name.

    Returns
    -------
    str
    """
    table = mean_estimation_extended
    shares = []
    for epsilon in available_epsilons(table, EPSILONS):
        rows = over_agm(table, epsilon).sort_values("dimension").query("method == 'L2'")
        for ratio in rows["ratio"].dropna()[:1]:
            shares.append(f"{two_digits(ratio)} at epsilon {epsilon:g}")
    takeaway = "No l2 mechanism beside aGM in this run."
    if shares:
        dimension = table["dimension"].min()
        takeaway = (
            f"At d = {dimension} the error of the l2 mechanism over that of aGM is"
            f" {listed(shares)}."
        )
    return caption_of(
        "Figures 1 and 3, extended: mean estimation from one dimension on",
        takeaway,
        "Below 1 is better. Names beside one bar belong to curves that end together. Errors of raw"
        " releases are exact; control variates reduce the simulation noise of the others.",
        repeated(table),
        "EB: empirical-Bayes thresholding; JS+: positive-part James-Stein."
        " Table: mean_estimation_extended.csv.",
    )
