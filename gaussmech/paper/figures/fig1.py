"""Figure 1: calibration against epsilon, and mean estimation in high privacy."""

from gaussmech.paper.experiments.summaries import variance_gain
from gaussmech.paper.figures.captions import caption_of, repeated
from gaussmech.paper.figures.curves import each_value
from gaussmech.paper.figures.looks import METHODS
from gaussmech.paper.figures.panels import denoised_alone, estimation_panels, gain_curves
from gaussmech.paper.figures.style import finished, inner_legend, number, panels

EPSILONS = [0.01, 0.1]
LINES = {"cGM": "--", "aGM": "-"}


def draw(calibration_epsilon, mean_estimation):
    """Draw (a) sigma as epsilon -> 0, (b) variance ratio, (c, d) mean estimation, (e) denoised."""
    figure, axes = panels(3, 2, 7.6)
    first, second, *rest, alone, legend = axes.flat
    _sigma(first, calibration_epsilon)
    # From here on the curves differ visibly.
    upper = calibration_epsilon[calibration_epsilon["epsilon"] >= 1e-3]
    gain_curves(second, calibration_epsilon if upper.empty else upper, "epsilon", "delta")
    handles = estimation_panels(rest, mean_estimation, EPSILONS)
    epsilons = sorted(mean_estimation["epsilon"].unique(), reverse=True)
    denoised_alone(alone, mean_estimation, epsilons, "L2 error")
    legend.set_axis_off()
    legend.legend(handles=handles, loc="center left", labelspacing=0.8)
    return finished(figure)


def _sigma(axes, table):
    for delta, rows, look in each_value(table, "delta"):
        axes.plot([], [], color=look["color"], label=f"δ = {number(delta)}")
        for mechanism, line in LINES.items():
            shown = rows[rows["mechanism"] == mechanism]
            relative = shown["sigma"] / shown["sensitivity"]
            axes.plot(shown["epsilon"], relative, color=look["color"], linestyle=line)
    for mechanism, line in LINES.items():
        axes.plot([], [], color="0.3", linestyle=line, label=METHODS[mechanism].label)
    axes.set(xscale="log", yscale="log", xlabel="ε", ylabel="σ / Δ")
    axes.set_title("Standard deviation as ε → 0")
    inner_legend(axes)


def caption(calibration_epsilon, mean_estimation):
    gain = variance_gain(calibration_epsilon)["gain"]
    return caption_of(
        "Figure 1: calibration, and mean estimation in high privacy",
        "Analytic calibration alone (aGM) divides the variance of the classical mechanism (cGM)"
        f" by {gain.min():.3g} to {gain.max():.3g}.",
        "(a) Noise per unit of sensitivity; (b) variance ratio; (c, d) error of the private mean;"
        " (e) another reading of the paper's (d): the denoised alone. The JS and JS+ curves"
        " coincide except under strong shrinkage.",
        repeated(mean_estimation),
        "Axis ranges are our choice. Tables: calibration_epsilon.csv, mean_estimation.csv.",
    )
