"""Figure 6: error of the heat maps against epsilon, by hour."""

import numpy as np

from gaussmech.experiments.summaries import mean_squared_error
from gaussmech.figures.captions import INTERVALS, caption_of, gain_of_denoising, source
from gaussmech.figures.panels import no_data
from gaussmech.figures.style import (
    clock,
    curves,
    finished,
    headline,
    hour_label,
    in_one_column,
    mark_outside_theorem,
    number,
    outer_labels,
    panels,
)

HOURS = [8, 12, 16, 20]
# What is this much worse than the zero release leaves the lower panels.
WORST = 3.0


def draw(heatmap, provenance):
    """Draw the MSE of every method at four hours, and below it that over a yardstick's."""
    table, yardstick = with_ratio(heatmap)
    figure, axes = panels(2, len(HOURS), 5.2, pairs=True, sharex=True, sharey="row")
    handles = {}
    for k, hour in enumerate(HOURS):
        rows = table[table["hour"] == hour]
        title = clock(hour)
        for panel, y in zip(axes[:, k], ("mse", "ratio"), strict=True):
            panel.set_title(title)
            if rows.empty:
                no_data(panel, f"hour {hour} is not in this run")
                continue
            handles |= curves(panel, rows, "epsilon", y, f"{y}_se")
            if outside := mark_outside_theorem(panel, rows, "epsilon", y):
                handles["outside"] = outside
            panel.set(xscale="log", yscale="log", xlabel="ε")
        axes[0, k].set_ylabel("MSE" if in_one_column() else "mean squared error")
        axes[1, k].set_ylabel(f"MSE / {yardstick.removeprefix('the ')}")
        if not rows.empty:
            axes[0, k].set_ylim(0.4 * table["mse"].min(), 2.5 * table["mse"].max())
            axes[1, k].set_ylim(0.8 * table["ratio"].min(), WORST)
    outer_labels(axes)
    finished(figure, handles.values(), 3)
    delta, repetitions = heatmap["delta"].iloc[0], heatmap["repetitions"].iloc[0]
    shown = [hour for hour in HOURS if hour in set(heatmap["hour"])]
    days = {hour_label(hour, provenance, time=False) for hour in shown} - {""}
    settings = [*sorted(days), f"δ = {number(delta)}, {repetitions} noise draws per point"]
    headline(figure, "; ".join(settings), provenance)
    return figure


def with_ratio(heatmap, yardsticks=("zero", "aGM")):
    """Return the table with columns mse and ratio, that over a yardstick's MSE, and its name.

    The yardstick is the first of `yardsticks` that is there, or the first method, at the same hour
    and epsilon.
    """
    mse, se = mean_squared_error(heatmap)
    table = heatmap.assign(mse=mse, mse_se=se)
    methods = list(table["method"])
    method = next((name for name in yardsticks if name in methods), methods[0])
    name = "the zero release" if method == "zero" else method
    least = table[table["method"] == method].set_index(["hour", "epsilon"])["mse"]
    keys = zip(table["hour"], table["epsilon"], strict=True)
    unit = np.array([least.get(key, np.nan) for key in keys])
    return table.assign(ratio=table["mse"] / unit, ratio_se=table["mse_se"] / unit), name


def caption(heatmap, provenance):
    """Return what Figure 6 shows, with the numbers of this run."""
    _, yardstick = with_ratio(heatmap)
    return caption_errors(
        "Figure 6: error of the heat maps",
        heatmap,
        provenance,
        f"Upper row: mean squared error; lower row: over that of {yardstick}.",
        f"{heatmap['repetitions'].iloc[0]} noise draws per point; {INTERVALS}.",
        "The oracle lambda uses the truth. Table: heatmap.csv.",
    )


def caption_errors(title, heatmap, provenance, *notes, hours=HOURS):
    """Return a caption for the table's errors: by how much denoising divides them."""
    hours = sorted(set(hours) & set(heatmap["hour"]))
    rows = heatmap[heatmap["hour"].isin(hours)]
    ends = sorted(rows["epsilon"].unique())
    gains = [
        (epsilon, gain_of_denoising(rows, epsilon))
        for epsilon in dict.fromkeys((ends[0], ends[-1]))
    ]
    words = []
    for epsilon, gain in gains:
        if gain:
            factor = (gain[2] / gain[1]) ** 2
            found = f"{factor:,.0f}" if factor >= 100 else f"{factor:.3g}"
            zero = rows[(rows["epsilon"] == epsilon) & (rows["method"] == "zero")]["rmse_mean"]
            idle = ", no better than zero" if (zero**2).mean() <= 1.02 * gain[1] ** 2 else ""
            words.append(f"{found} at epsilon {epsilon:g} ({gain[0]}{idle})")
    return caption_of(
        title,
        f"Denoising divides the mean squared error of the raw map by {' and by '.join(words)}."
        if words
        else "No denoiser beside the raw release in this run.",
        *notes,
        source(provenance, hours),
    )
