"""Figure 6, extended: the errors of methods that see the release alone, hour by hour."""

import numpy as np

from gaussmech.paper.figures.captions import hour_label
from gaussmech.paper.figures.curves import note
from gaussmech.paper.figures.fig6 import caption_errors, with_ratio
from gaussmech.paper.figures.looks import METHODS
from gaussmech.paper.figures.style import finished, headline, in_one_column, number, panels

# The paper's best denoiser; without it, the raw release.
YARDSTICKS = "aGM-trend-oracle", "aGM"
# A panel per epsilon: the least, the middle and the largest.
PANELS = 3
# A method that is this much worse is only named.
WORST = 4.0


def draw(heatmap_extended, provenance):
    """Draw a row per method and a point per hour: MSE over the yardstick's, a panel per epsilon."""
    table, yardstick = with_ratio(heatmap_extended, YARDSTICKS)
    epsilons = np.sort(table["epsilon"].unique())
    chosen = epsilons[np.unique(np.linspace(0, len(epsilons) - 1, PANELS).round().astype(int))]
    methods = [method for method in METHODS if (table["method"] == method).any()][::-1]
    figure, axes = panels(1, len(chosen), 1.3 + 0.19 * len(methods))
    for k, (panel, epsilon) in enumerate(zip(axes.flat, chosen, strict=True)):
        _points(panel, table[table["epsilon"] == epsilon], methods)
        panel.set_title(f"ε = {number(epsilon)}")
        panel.set_xlabel(f"MSE / {yardstick.removeprefix('the ')}")
        panel.set_yticks(range(len(methods)), [METHODS[method].label for method in methods])
        panel.tick_params(axis="y", length=0, labelleft=k == 0 or in_one_column())
    finished(figure)
    row, hours = table.iloc[0], sorted(table["hour"].unique())
    days = dict.fromkeys(hour_label(hour, provenance, time=False) for hour in hours)
    settings = f"hours {', '.join(map(str, hours))}; δ = {number(row['delta'])}; a point: an hour"
    settings += f", {row['repetitions']} noise draws; a line: their mean"
    headline(figure, "\n".join(filter(None, ("; ".join(filter(None, days)), settings))), provenance)
    return figure


def _points(axes, rows, methods):
    """A row per method: its ratio at each hour, and their mean in digits."""
    digits = {"xycoords": ("axes fraction", "data"), "ha": "right", "va": "center"}
    for y, method in enumerate(methods):
        ratio, color = rows[rows["method"] == method]["ratio"], METHODS[method].color
        if ratio.empty:
            continue
        mean = ratio.mean()
        near = mean <= WORST
        if near:
            axes.plot(ratio, np.full(len(ratio), y), "o", color=color, alpha=0.6)
            axes.vlines(mean, y - 0.36, y + 0.36, color=color, linewidth=1.5)
        note(axes, f"{mean:.2f}" if near else f"{mean:.0f} ▸", (1, y), (-2, 0), **digits)
    axes.axvline(1, color="0.4", linewidth=0.8, zorder=1)
    shown = rows[rows["ratio"] <= WORST]["ratio"]
    axes.set_xlim(0, 1.35 * max(shown.max(), 1.05))  # with room for the digits
    axes.set_ylim(-0.6, len(methods) - 0.4)
    axes.grid(visible=False, axis="y")


def caption(heatmap_extended, provenance):
    _, yardstick = with_ratio(heatmap_extended, YARDSTICKS)
    return caption_errors(
        "Figure 6, extended: error of the heat maps by our methods",
        heatmap_extended,
        provenance,
        "A point: the mean squared error at one hour"
        f" ({heatmap_extended['repetitions'].iloc[0]} draws) over that of {yardstick}; a line: the"
        " mean of the hours.",
        "Table: heatmap_extended.csv.",
        hours=heatmap_extended["hour"],
    )
