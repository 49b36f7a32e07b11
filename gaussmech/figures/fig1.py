"""Figure 1: calibration against epsilon, and mean estimation in high privacy."""

from gaussmech.experiments.summaries import variance_gain
from gaussmech.figures.captions import caption_of, repeated
from gaussmech.figures.panels import denoised_alone, estimation_panels, gain_curves
from gaussmech.figures.style import METHODS, finished, inner_legend, number, panels, shades

EPSILONS = [0.01, 0.1]


def draw(calibration_epsilon, mean_estimation):
    """Draw (a) sigma as epsilon -> 0, (b) variance ratio, (c, d) mean estimation.

    (e) is the other reading of the paper's (d), the denoised mechanisms alone, as in Figure 4 (d).
    """
    figure, axes = panels(3, 2, 7.6)
    first, second, *rest, alone, legend = axes.flat
    _sigma(first, calibration_epsilon)
    gain_curves(second, _gain_range(calibration_epsilon), "epsilon", "delta")
    handles = estimation_panels(rest, mean_estimation, EPSILONS)
    epsilons = sorted(mean_estimation["epsilon"].unique(), reverse=True)
    denoised_alone(alone, mean_estimation, epsilons, "L2 error")
    legend.set_axis_off()
    handles = [handle for handle in handles.values() if handle]
    legend.legend(handles=handles, loc="center left", labelspacing=0.8)
    return finished(figure)


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
        "Analytic calibration alone (aGM) divides the variance of the classical mechanism (cGM)"
        f" by {gain.min():.3g} to {gain.max():.3g}.",
        "(a) Noise per unit of sensitivity; (b) variance ratio; (c, d) error of the private mean;"
        " (e) another reading of the paper's (d): the denoised alone. The JS and JS+ curves"
        " coincide except under strong shrinkage.",
        repeated(mean_estimation),
        "Axis ranges are our choice. Tables: calibration_epsilon.csv, mean_estimation.csv.",
    )
