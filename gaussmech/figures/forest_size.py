"""RMSE of the forest estimator against the number of its trees."""

import numpy as np

from gaussmech.figures.captions import caption_of, source
from gaussmech.figures.style import (
    DASHES,
    headline,
    hour_label,
    interval,
    number,
    panels,
    shades,
)

# "Enough" trees: an RMSE within this factor of the largest forest's.
ENOUGH = 1.02


def draw(forest_size, provenance):
    """Draw a curve per hour, as a ratio to the largest forest."""
    figure, ((axes,),) = panels(1, 1, 2.8)
    hours = sorted(forest_size["hour"].unique())
    for k, (hour, color) in enumerate(zip(hours, shades(len(hours)), strict=True)):
        rows = forest_size[forest_size["hour"] == hour].sort_values("trees")
        # Beside each other, so that no bar hides another.
        x = rows["trees"] * np.exp(0.05 * (k - (len(hours) - 1) / 2))
        look = {"color": color, "marker": "o^sD"[k % 4], "linestyle": DASHES[k % len(DASHES)]}
        axes.plot(x, rows["ratio_mean"], label=hour_label(hour, provenance), **look)
        axes.vlines(x, *interval(rows, "ratio_mean", "ratio_se"), color=color, linewidth=0.9)
    largest = forest_size["trees"].max()
    axes.axhline(1, color="0.4", linewidth=0.6)
    axes.set(
        xscale="log",
        xlabel="trees in the forest",
        ylabel=f"RMSE / RMSE with {largest} trees",
        xticks=sorted(forest_size["trees"].unique()),
    )
    axes.xaxis.set_major_formatter("{x:g}")
    axes.legend()
    epsilon, repetitions = forest_size["epsilon"].iloc[0], forest_size["repetitions"].iloc[0]
    headline(figure, f"ε = {number(epsilon)}, {repetitions} noise draws", provenance)
    return figure


def caption(forest_size, provenance):
    """Return what the figure shows, with the numbers of this run."""
    hours = sorted(forest_size["hour"].unique())
    worst = forest_size.groupby("trees")["ratio_mean"].max()
    enough = worst.index[(worst <= ENOUGH) | (worst.index == worst.index.max())].min()
    most = worst.index.max()
    one = f"{worst.index[0]} would have {worst.iloc[0]:.2f} times the RMSE of {most}"
    takeaway = f"Fewer than {most} trees cost more than {ENOUGH - 1:.0%} of error: {one}."
    if enough < most:
        takeaway = f"{enough} trees are enough: {one}, {enough} at most {worst[enough]:.3f} times."
    return caption_of(
        "Size of the forest",
        takeaway,
        "RMSE of the forest estimator over that of the largest, draw by draw; bars: 95 %"
        " intervals. Table: forest_size.csv.",
        source(provenance, hours),
    )
