"""Figure 6: error of the heat maps against epsilon, by hour."""

from gaussmech.experiments.summaries import mean_squared_error
from gaussmech.figures.captions import data_and_guarantee, paragraph
from gaussmech.figures.panels import no_data
from gaussmech.figures.style import (
    FULL_WIDTH,
    curves,
    label_source,
    legend_below,
    letter,
    mark_outside_theorem,
    number,
    plt,
)

HOURS = [8, 12, 16, 20]


def draw(heatmap, provenance):
    """Draw the MSE of every method against epsilon at 8, 12, 16 and 20 h."""
    return draw_errors(heatmap, provenance)


def draw_errors(heatmap, provenance):
    """Draw the panels, for all methods of the table."""
    heatmap = heatmap.copy()
    heatmap["mse"], heatmap["mse_se"] = mean_squared_error(heatmap)
    figure, axes = plt.subplots(2, 2, figsize=(FULL_WIDTH, 5.8), sharex=True, sharey=True)
    handles = {}
    for k, (hour, panel) in enumerate(zip(HOURS, axes.flat, strict=True)):
        rows = heatmap[heatmap["hour"] == hour]
        panel.set_title(f"{hour}:00 to {hour + 1}:00")
        if rows.empty:
            no_data(panel, f"hour {hour} is not in this run")
            continue
        handles |= curves(panel, rows, "epsilon", "mse", "mse_se")
        handles["outside"] = mark_outside_theorem(panel, rows, "epsilon", "mse")
        panel.set(xscale="log", yscale="log")
        panel.label_outer()
        letter(panel, k)
    for panel in axes[-1]:
        panel.set_xlabel("ε")
    for panel in axes[:, 0]:
        panel.set_ylabel("mean squared error")
    legend_below(figure, handles.values(), 3)
    delta, repetitions = heatmap["delta"].iloc[0], heatmap["repetitions"].iloc[0]
    shown = sorted(set(HOURS) & set(heatmap["hour"]))
    label_source(
        figure, provenance, shown, f"δ = {number(delta)}, {repetitions} noise draws per point"
    )
    return figure


def caption(heatmap, provenance):
    """Return what Figure 6 shows, with the numbers of this run."""
    shown = sorted(set(HOURS) & set(heatmap["hour"]))
    row = heatmap.iloc[0]
    return paragraph(
        "Figure 6. Mean squared error of the heat maps against epsilon, by hour; delta"
        f" {row['delta']:g}, sensitivity {row['sensitivity']:g}, {row['repetitions']} noise draws"
        " and spanning trees per point, bands of two standard errors. The constant mean and zero"
        " release are baselines. The oracle lambda uses the truth and is not releasable; the"
        " other is chosen from the release alone. Points of cGM at epsilon >= 1 are hollow: its"
        " theorem does not cover them. The range of epsilon is our choice.",
        data_and_guarantee(provenance, shown),
    )
