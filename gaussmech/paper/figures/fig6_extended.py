"""Figure 6, extended: the errors of methods that see only the release, hour by hour."""

import numpy as np

from gaussmech.paper.figures import captions
from gaussmech.paper.figures.captions import two_digits
from gaussmech.paper.figures.curves import note, rows_of, spread
from gaussmech.paper.figures.fig6 import with_ratio
from gaussmech.paper.figures.method_styles import looks_of
from gaussmech.paper.figures.style import (
    finished,
    headline,
    number,
    panels,
)

# Errors are over those of the paper's best denoiser or, without it, of the raw release.
YARDSTICKS = ("aGM-trend-oracle", "aGM")
# There are panels for the least, the middle and the largest epsilon.
PANELS = 3
# A method that is this much worse has its mean in digits and no points.
WORST = 4.0


def draw(heatmap_extended, provenance):
    """Draw a row per method and a point per hour: MSE over the yardstick's, a panel per epsilon.

    Parameters
    ----------
    heatmap_extended : DataFrame
        The table of the same name.
    provenance : dict
        What the maps are made from.
    """
    table, yardstick = with_ratio(heatmap_extended, YARDSTICKS)
    chosen = spread(np.sort(table["epsilon"].unique()), PANELS)
    shown = [*looks_of(table["method"]).items()][::-1]
    labels = [look.label for _, look in shown]
    figure, axes = panels(1, len(chosen), 1.3 + 0.19 * len(labels))
    near = table[(table["ratio"] <= WORST) & table["epsilon"].isin(chosen)]["ratio"]
    # One scale for all panels, with room for the digits.
    end = 1.35 * max(near.max(), 1.05)
    for k, (panel, epsilon) in enumerate(zip(axes.flat, chosen, strict=True)):
        panel.set(xlim=(0, end), title=f"ε = {number(epsilon)}")
        _points(panel, rows_of(table, epsilon=epsilon), shown)
        panel.set_xlabel(f"MSE / {yardstick.removeprefix('the ')}")
        panel.set_yticks(range(len(labels)), labels)
        panel.tick_params(axis="y", length=0, labelleft=k == 0)
    finished(figure)
    headline(figure, _settings(table, provenance), provenance)
    return figure


def _settings(table, provenance):
    """Return the days, hours, delta and draws, and what points and lines are, in words."""
    hours = sorted(table["hour"].unique())
    settings = (
        f"hours {', '.join(map(str, hours))}; δ = {number(table['delta'].iloc[0])}; a point is an"
        f" hour ({captions.draws(table)} noise draws), a line the mean of the hours"
    )
    return "\n".join(filter(None, (captions.days_of(hours, provenance), settings)))


def _points(axes, rows, looks):
    """Draw a row per method and look: its ratio at each hour, and their mean in digits.

    What lies beyond the panel is marked by ▸. Of few draws no mean is written in digits.
    """
    digits = {"xycoords": ("axes fraction", "data"), "ha": "right", "va": "center"}
    has_digits = rows["repetitions"].min() >= captions.LEAST_DRAWS
    _, end = axes.get_xlim()
    for y, (method, look) in enumerate(looks):
        ratio = rows_of(rows, method=method)["ratio"]
        if ratio.empty:
            continue
        mean = ratio.mean()
        if mean <= WORST:
            color = look.color
            axes.plot(ratio, np.full(len(ratio), y), "o", color=color, alpha=0.6)
            axes.vlines(mean, y - 0.36, y + 0.36, color=color, linewidth=1.5)
        words = [two_digits(mean)] if has_digits else []
        if mean > WORST or ratio.max() > end:
            words.append("▸")
        if words:
            note(axes, " ".join(words), (1, y), (-2, 0), **digits)
    axes.axvline(1, color="0.4", linewidth=0.8, zorder=1)
    axes.set_ylim(-0.6, len(looks) - 0.4)
    axes.grid(visible=False, axis="y")


def caption(heatmap_extended, provenance):
    """Return the caption, with the best denoiser and the yardstick.

    Parameters
    ----------
    heatmap_extended : DataFrame
        The table of the same name.
    provenance : dict
        What the maps are made from.
    """
    table, yardstick = with_ratio(heatmap_extended, YARDSTICKS)
    hours = sorted(table["hour"].unique())
    return captions.caption_of(
        "Figure 6, extended: error of the heat maps by our methods",
        _takeaway(table, yardstick),
        f"A point is an hour ({captions.draws(table)} draws), a line the mean of the hours; ▸ marks"
        " points beyond the panel.",
        "Table: heatmap_extended.csv.",
        captions.source(provenance, hours),
    )


def _takeaway(table, yardstick):
    """Return the best denoiser's mean ratio to the yardstick at each epsilon of a panel."""
    epsilons = sorted(table["epsilon"].unique())
    # The denoiser of all hours together is run at one epsilon only.
    counts = table.groupby("method")["epsilon"].nunique()
    table = table[table["method"].map(counts) == len(epsilons)]
    best = [captions.best_denoiser(table, epsilon) for epsilon in epsilons]
    if None in best:
        return "No denoiser other than the raw release in this run."
    if table["repetitions"].min() < captions.LEAST_DRAWS:
        return f"Of {captions.draws(table)} draws no ratio is stated."
    # The method that is best at the middle epsilon.
    method = best[len(best) // 2]
    rows = rows_of(table, method=method)
    means = rows.groupby("epsilon")["ratio"].mean()
    parts = [f"{two_digits(x)} at epsilon {epsilon:g}" for epsilon, x in means.items()]
    # The panels show these three; a run with fewer epsilons has them once.
    ratios = captions.listed(
        dict.fromkeys((parts[0], parts[len(parts) // 2], parts[-1]))
    )
    return (
        f"With {captions.short_label(method)}, the mean squared error divided by that of {yardstick} is"
        f" {ratios}."
    )
