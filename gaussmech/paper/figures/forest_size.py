"""RMSE of the forest estimator against the number of its trees."""

import numpy as np

from gaussmech.paper.experiments.summaries import interval
from gaussmech.paper.figures.captions import caption_of, hour_label, source
from gaussmech.paper.figures.curves import each_value
from gaussmech.paper.figures.style import headline, number, panels

# "Enough" trees: an RMSE within this factor of the largest forest's.
ENOUGH = 1.02


def draw(forest_size, provenance):
    """Draw a curve per hour, as a ratio to the largest forest."""
    figure, ((axes,),) = panels(1, 1, 2.8)
    hours = forest_size["hour"].nunique()
    for k, (hour, rows, look) in enumerate(each_value(forest_size, "hour")):
        rows = rows.sort_values("trees")
        # Beside each other, so that no bar hides another.
        x = rows["trees"] * np.exp(0.05 * (k - (hours - 1) / 2))
        look["marker"] = "o^sD"[k % 4]
        axes.plot(x, rows["ratio_mean"], label=hour_label(hour, provenance), **look)
        low, high = interval(rows, "ratio_mean", "ratio_se")
        axes.vlines(x, low, high, color=look["color"], linewidth=0.9)
    trees = sorted(forest_size["trees"].unique())
    axes.axhline(1, color="0.4", linewidth=0.6)
    axes.set(xscale="log", xticks=trees, xlabel="trees in the forest")
    axes.set_ylabel(f"RMSE / RMSE with {trees[-1]} trees")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.legend()
    epsilon, draws = forest_size[["epsilon", "repetitions"]].iloc[0]
    headline(figure, f"ε = {number(epsilon)}, {draws:.0f} noise draws", provenance)
    return figure


def caption(forest_size, provenance):
    worst = forest_size.groupby("trees")["ratio_mean"].max()
    most = worst.index.max()
    enough = worst.index[(worst <= ENOUGH) | (worst.index == most)].min()
    one = f"{worst.index[0]} would have {worst.iloc[0]:.2f} times the RMSE of {most}"
    takeaway = f"Fewer than {most} trees cost more than {ENOUGH - 1:.0%} of error: {one}."
    if enough < most:
        takeaway = f"{enough} trees are enough: {one}, {enough} at most {worst[enough]:.3f} times."
    return caption_of(
        "Size of the forest",
        takeaway,
        "RMSE of the forest estimator over that of the largest, draw by draw; bars: 95 %"
        " intervals. Table: forest_size.csv.",
        source(provenance, sorted(forest_size["hour"].unique())),
    )
