"""Maps of the road graph, one panel per release: Figures 2 and 5 and their extended variants."""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import PowerNorm

from gaussmech.figures.captions import data_and_guarantee, paragraph
from gaussmech.figures.style import FULL_WIDTH, METHODS, label_source, number, plt

EXTENDED_NOTE = (
    "The oracle lambda uses the truth and is not releasable; the other methods see the release"
    " and sigma only. Our methods clip at zero."
)
PAPER = ["truth", "aGM", "aGM-wavelet", "aGM-trend-oracle"]
EXTENDED = ["truth", "aGM", "aGM-trend-oracle", "aGM-forest", "aGM-auto"]
TALLEST = 4.2  # inches


def draw_maps(hour, heatmap, heatmap_draw, junctions, roads, provenance, names=PAPER):
    """Draw the truth and releases of one hour, each road coloured by the mean of its ends."""
    draw = heatmap_draw[heatmap_draw["hour"] == hour]
    epsilon = draw["epsilon"].iloc[0]
    errors = heatmap[(heatmap["hour"] == hour) & (heatmap["epsilon"] == epsilon)]
    panels = [name for name in names if name in draw]
    size = FULL_WIDTH, _height(junctions, len(panels))
    figure, axes = plt.subplots(1, len(panels), figsize=size, squeeze=False)
    top = np.quantile(draw["truth"], 0.995)
    for panel, name in zip(axes[0], panels, strict=True):
        shown = _roads(panel, draw[name].to_numpy(), junctions, roads, top)
        panel.set_title(_title(name, errors))
    figure.colorbar(
        shown,
        ax=axes,
        orientation="horizontal",
        extend="both",
        shrink=0.5,
        aspect=40,
        label="trip ends per junction and hour (negative values shown as 0)",
    )
    budget = (
        f"{hour}:00 to {hour + 1}:00, ε = {number(epsilon)}, δ = {number(errors['delta'].iloc[0])}"
    )
    label_source(figure, provenance, [hour], budget)
    return figure


def _height(junctions, panels):
    """Return the height in inches: a city wider than Manhattan needs less."""
    east = np.ptp(junctions["lon"]) * np.cos(np.radians(junctions["lat"].mean()))
    tall = np.ptp(junctions["lat"]) / max(east, 1e-9)
    return min(TALLEST, FULL_WIDTH / panels * tall + 1.4)


def _title(name, errors):
    """Return two lines: what the panel shows, and its RMSE; for the truth, that of the mean."""
    title = "Ground truth" if name == "truth" else METHODS[name].title or METHODS[name].label
    rows = errors[errors["method"] == ("mean" if name == "truth" else name)]
    if rows.empty:
        return f"{title}\n"
    row = rows.iloc[0]
    if name == "truth":
        return f"{title}\n(constant mean: RMSE {row['rmse_mean']:.2f})"
    note = " (oracle λ)" if row["uses_truth"] else ""
    return f"{title}{note}\nRMSE {row['rmse_mean']:.2f} ± {row['rmse_se']:.2f}"


def _roads(axes, values, junctions, roads, top):
    x = np.cos(np.radians(junctions["lat"].mean())) * junctions["lon"].to_numpy()
    points = np.column_stack([x, junctions["lat"]])
    u, v = roads["u"].to_numpy(), roads["v"].to_numpy()
    lines = LineCollection(
        np.stack([points[u], points[v]], axis=1),
        array=(values[u] + values[v]) / 2,
        cmap="magma_r",
        norm=PowerNorm(0.6, 0, top),
        linewidths=0.9,
        capstyle="round",
        rasterized=True,
    )
    axes.add_collection(lines)
    axes.autoscale()
    axes.set_aspect("equal")
    axes.set_axis_off()
    return lines


def caption_maps(figure, hour, note, heatmap, heatmap_draw, provenance, **_):
    """Return what the maps show, with the numbers of this run, and a note."""
    epsilon = heatmap_draw["epsilon"].iloc[0]
    rows = heatmap[(heatmap["hour"] == hour) & (heatmap["epsilon"] == epsilon)]
    errors = rows.set_index("method")
    found = [
        f"{METHODS[name].label} {row['rmse_mean']:.2f} ± {row['rmse_se']:.2f}"
        for name, row in errors.iterrows()
    ]
    return paragraph(
        f"{figure}. Private heat maps, {hour}:00 to {hour + 1}:00, epsilon {epsilon:g}, delta"
        f" {rows['delta'].iloc[0]:g}, sensitivity {rows['sensitivity'].iloc[0]:g}. The maps show"
        " one noise draw; RMSE over the junctions, mean and standard error of"
        f" {rows['repetitions'].iloc[0]} draws: {'; '.join(found)}.",
        note,
        data_and_guarantee(provenance, [hour]),
    )
