"""Figure 4, extended: sparse histograms, every release denoised as well as it can be."""

import numpy as np

from gaussmech.paper.experiments.summaries import interval
from gaussmech.paper.figures.captions import caption_of, repeated
from gaussmech.paper.figures.curves import (
    SLATES,
    errors_by_dimension,
    name_curves,
    note,
    put_beside,
    rows_of,
    shades,
)
from gaussmech.paper.figures.method_styles import LOOKS, look_of
from gaussmech.paper.figures.panels import available_epsilons, no_data, panel_each
from gaussmech.paper.figures.style import finished, number, panels, plain_ticks

EPSILONS = [1.0, 0.1, 0.01]
OURS = "posterior-median"
# What is above the uniform histogram's worst, 2, leaves the panels.
HIGHEST = 2.2
# A curve that leaves a panel is named where it crosses this height.
NAMED_AT = 1.35
# Longer bars of panel (d) are cut.
HIGHEST_BAR = 1.8


def draw(histogram_extended):
    """Draw (a-c) L1 error at three epsilons, (d) posterior medians over the best of the others.

    Parameters
    ----------
    histogram_extended : DataFrame
        The table of the same name.
    """
    figure, axes = panels(2, 2, 6.4)
    epsilons = available_epsilons(histogram_extended, EPSILONS)
    for panel, epsilon in panel_each(axes.flat[:3], epsilons):
        _errors(panel, histogram_extended, epsilon)
    _ratios(axes.flat[3], histogram_extended, epsilons)
    return finished(figure)


def _errors(axes, table, epsilon):
    """Draw the errors at one epsilon, each curve named at its end or where it leaves the panel."""
    lines = errors_by_dimension(axes, table, epsilon, "L1 error")
    rows = rows_of(table, epsilon=epsilon)
    low = (rows["error_mean"] - 2 * rows["error_se"]).min()
    least = rows["error_mean"][rows["error_mean"] > 0].min()
    axes.set_ylim(max(0.9 * low, 0.5 * least), HIGHEST)
    plain_ticks(axes.yaxis)
    inside = {}
    leaving = {}
    for method, line in lines.items():
        x, y = line.get_data()
        look = look_of(method)
        if y[-1] <= HIGHEST:
            inside[look.label] = (x[-1], y[-1], look.color)
        elif y[0] < NAMED_AT:
            leaving[look] = np.exp(np.interp(np.log(NAMED_AT), np.log(y), np.log(x)))
    name_curves(axes, inside)
    # The steepest curve is named on its left, the others on their right.
    for place, look in enumerate(sorted(leaving, key=leaving.__getitem__)):
        right, side = (6, "left") if place else (-5, "right")
        at = leaving[look], NAMED_AT
        note(axes, look.label, at, (right, 0), ha=side, va="center", color=look.color)


def _ratios(axes, table, epsilons):
    """Draw the ratio of our error to the best of the others, with its 95 % intervals."""
    ratios = ours_over_best(table)
    if ratios.empty:
        return no_data(
            axes, "no posterior median, or nothing to compare it with, in this run"
        )
    axes.axhline(1, color="0.4", linewidth=0.8)
    ends = {}
    colors = shades(len(epsilons), SLATES)
    for place, (epsilon, color) in enumerate(zip(epsilons, colors, strict=True)):
        rows = rows_of(ratios, epsilon=epsilon)
        if rows.empty:
            continue
        x = rows["dimension"]
        low, high = interval(rows, "ratio", "ratio_se")
        bars = axes.vlines(x, low, high, color=color, linewidth=0.8)
        (line,) = axes.plot(x, rows["ratio"], color=color, marker=LOOKS[OURS].marker)
        for artist in (line, bars):
            put_beside(axes, artist, place, len(epsilons))
        ends[f"ε = {number(epsilon)}"] = (x.iloc[-1], rows["ratio"].iloc[-1], color)
    axes.set(
        xscale="log",
        xlabel="dimension d",
        ylabel="ratio of L1 errors",
        title=f"{LOOKS[OURS].label} / best of the others",
    )
    _, high = interval(ratios, "ratio", "ratio_se")
    longest_bar = min(high.max(), HIGHEST_BAR)
    axes.set_ylim(0, max(1.1, 1.05 * ratios["ratio"].max(), longest_bar))
    name_curves(axes, ends)


def ours_over_best(table):
    """Return the error of posterior medians over the smallest error of all other methods.

    Parameters
    ----------
    table : DataFrame
        Errors of histograms.

    Returns
    -------
    DataFrame
        The rows of posterior medians with `ratio` and `ratio_se`, which takes the two errors as
        independent; none where the run has nothing to compare.
    """
    keys = ["epsilon", "dimension"]
    others = table[table["method"] != OURS].sort_values("error_mean")
    best = others.drop_duplicates(keys)
    ours = rows_of(table, method=OURS).sort_values(keys)
    both = ours.merge(best, on=keys, suffixes=("", "_best"))
    both = both[both["error_mean_best"] > 0]
    ratio = both["error_mean"] / both["error_mean_best"]
    error = np.hypot(both["error_se"], ratio * both["error_se_best"])
    return both.assign(ratio=ratio, ratio_se=error / both["error_mean_best"])


def caption(histogram_extended):
    """Return the caption, with the error of posterior medians divided by that of the others.

    Parameters
    ----------
    histogram_extended : DataFrame
        The table of the same name.
    """
    ratios = ours_over_best(histogram_extended)
    takeaway = "No posterior median, or nothing to compare it with, in this run."
    if not ratios.empty:
        ratio = ratios["ratio"]
        takeaway = (
            f"The posterior median has {ratio.min():.2f} to {ratio.max():.2f} times the error of"
            f" the best other method, over {len(ratio)} points."
        )
    return caption_of(
        "Figure 4, extended: sparse histograms, every release denoised",
        takeaway,
        "(a-c) L1 error; the number of items is public. Raw releases leave the panels at the top."
        " (d) The same ratio; the bars take both errors as independent.",
        repeated(histogram_extended),
        "Table: histogram_extended.csv.",
    )
