"""Figure 1: calibration against epsilon, and mean estimation in high privacy."""

from gaussmech.experiments.summaries import variance_gain
from gaussmech.figures.captions import caption as caption_of
from gaussmech.figures.captions import repeated
from gaussmech.figures.panels import estimation_panels, gain_curves
from gaussmech.figures.style import (
    METHODS,
    inner_legend,
    legend_below,
    letter,
    number,
    panels,
    shades,
)

EPSILONS = [0.01, 0.1]


def draw(calibration_epsilon, mean_estimation):
    """Draw (a) sigma as epsilon -> 0, (b) variance ratio, (c, d) mean estimation."""
    figure, axes = panels(2, 2, 5.6)
    _sigma(axes[0, 0], calibration_epsilon)
    gain_curves(axes[0, 1], _gain_range(calibration_epsilon), "epsilon", "delta")
    handles = estimation_panels(axes[1], mean_estimation, EPSILONS)
    for k, panel in enumerate(axes.flat):
        letter(panel, k)
    legend_below(figure, handles.values(), 4)
    return figure


def _gain_range(table):
    """Return the part that (b) shows: from 1e-3 on, where the curves differ visibly."""
    upper = table[table["epsilon"] >= 1e-3]
    return table if upper.empty else upper


def _sigma(axes, table):
    colors = shades(table["delta"].nunique())
    for color, (delta, rows) in zip(colors, table.groupby("delta"), strict=True):
        axes.plot([], [], color=color, label=f"δ = {number(delta)}")
        for mechanism, line in (("cGM", "--"), ("aGM", "-")):
            shown = rows[rows["mechanism"] == mechanism]
            relative = shown["sigma"] / shown["sensitivity"]
            axes.plot(shown["epsilon"], relative, color=color, linestyle=line)
    for mechanism, line in (("cGM", "--"), ("aGM", "-")):
        axes.plot([], [], color="0.3", linestyle=line, label=METHODS[mechanism].label)
    axes.set(xscale="log", yscale="log", xlabel="ε", ylabel="σ / Δ")
    axes.set_title("Standard deviation as ε → 0")
    inner_legend(axes)


def caption(calibration_epsilon, mean_estimation):
    """Return what Figure 1 shows, with the numbers of this run."""
    gain = variance_gain(calibration_epsilon)["gain"]
    return caption_of(
        "Figure 1: calibration, and mean estimation in high privacy",
        f"Analytic calibration alone (aGM) removes {1 - 1 / gain.min():.0%} to"
        f" {1 - 1 / gain.max():.0%} of the variance of the classical mechanism (cGM).",
        "(a) Noise per unit of sensitivity; (b) variance ratio; (c, d) error of the private mean,"
        " where JS hides JS+ unless it shrinks strongly.",
        repeated(mean_estimation),
        "Axis ranges are our choice. Tables: calibration_epsilon.csv, mean_estimation.csv.",
    )
