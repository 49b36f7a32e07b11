"""RMSE of the forest estimator against the number of its trees."""

import numpy as np

from gaussmech.paper.experiments.summaries import half_width
from gaussmech.paper.figures.captions import (
    caption_of,
    draws,
    hour_label,
    source,
    two_digits,
)
from gaussmech.paper.figures.curves import each_value
from gaussmech.paper.figures.style import headline, number, panels

# Trees are enough if the RMSE is within this factor of the largest forest's.
ENOUGH = 1.02
LIMIT = f"{100 * (ENOUGH - 1):.0f} %"
MARKERS = "o^sD"


def draw(forest_size, provenance):
    """Draw how much more error a smaller forest has, a curve per hour.

    Parameters
    ----------
    forest_size : DataFrame
        The table of the same name.
    provenance : dict
        What the maps are made from.

    Returns
    -------
    Figure
    """
    figure, ((axes,),) = panels(1, 1, 2.8)
    hours = forest_size["hour"].nunique()
    for k, (hour, rows, look) in enumerate(each_value(forest_size, "hour")):
        rows = rows.sort_values("trees")
        # Beside each other, so that no bar hides another.
        x = rows["trees"] * np.exp(0.05 * (k - (hours - 1) / 2))
        more = 100 * (rows["ratio_mean"] - 1)
        marker = MARKERS[k % len(MARKERS)]
        axes.plot(
            x,
            more,
            label=hour_label(hour, provenance),
            marker=marker,
            **look,
        )
        half = 100 * half_width(rows, "ratio_se")
        axes.vlines(
            x,
            more - half,
            more + half,
            color=look["color"],
            linewidth=0.9,
        )
    trees = sorted(forest_size["trees"].unique())
    axes.axhline(0, color="0.4", linewidth=0.6)
    # What counts as enough.
    axes.axhspan(0, 100 * (ENOUGH - 1), color="0.92", linewidth=0, zorder=0)
    axes.set(xscale="log", xticks=trees, xlabel="trees in the forest")
    axes.set_ylabel(f"RMSE above that with {trees[-1]} trees, %")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.legend()
    epsilon = number(forest_size["epsilon"].iloc[0])
    settings = f"ε = {epsilon}, {draws(forest_size)} noise draws"
    headline(figure, f"{settings}; grey: at most {LIMIT} more error", provenance)
    return figure


def caption(forest_size, provenance):
    """Return the caption, with how many trees are enough.

    Parameters
    ----------
    forest_size : DataFrame
        The table of the same name.
    provenance : dict
        What the maps are made from.

    Returns
    -------
    str
    """
    worst = forest_size.groupby("trees")["ratio_mean"].max()
    most = worst.index.max()
    enough = worst.index[(worst <= ENOUGH) | (worst.index == most)].min()
    takeaway = f"Fewer than {most} trees raise the error by more than {LIMIT}."
    if enough < most:
        takeaway = f"{enough} trees have at most {_percent(worst[enough])} more error than {most}"
        fewest = worst.index[0]
        if enough > fewest:
            trees = "tree has" if fewest == 1 else "trees have"
            takeaway += f"; {fewest} {trees} up to {_percent(worst.iloc[0])} more"
        takeaway += "."
    return caption_of(
        "Size of the forest",
        takeaway,
        f"RMSE of the forest estimator above that with {most} trees, draw by draw; bars: 95 %"
        " intervals. More trees cost time, and no privacy. Table: forest_size.csv.",
        source(provenance, sorted(forest_size["hour"].unique())),
    )


def _percent(ratio):
    """Return by how many percent a ratio is above 1, in words."""
    return f"{two_digits(max(100 * (ratio - 1), 0))} %"
