"""Figure 1: calibration against epsilon, and mean estimation in high privacy."""

import numpy as np

from gaussmech.paper.experiments.summaries import variance_gain
from gaussmech.paper.figures.captions import caption_of, repeated, two_digits
from gaussmech.paper.figures.curves import each_value, rows_of
from gaussmech.paper.figures.method_styles import LOOKS
from gaussmech.paper.figures.panels import (
    denoised_alone,
    estimation_panels,
    gain_curves,
)
from gaussmech.paper.figures.style import finished, inner_legend, number, panels

# The text prints the epsilon of panel (c); that of (d) is our choice.
EPSILONS = [0.01, 0.1]
LINES = {"cGM": "--", "aGM": "-"}
# Below this epsilon panel (b) would show ratios of up to 6e9, at budgets that nobody has.
LEAST_EPSILON = 1e-3


def draw(calibration_epsilon, mean_estimation):
    """Draw (a) sigma as epsilon -> 0, (b) variance ratio, (c, d) mean estimation, (e) denoised.

    Parameters
    ----------
    calibration_epsilon, mean_estimation : DataFrame
        The tables of the same names.
    """
    figure, axes = panels(3, 2, 7.6)
    sigma, gain, *errors, alone, legend = axes.flat
    _sigma(sigma, calibration_epsilon)
    gain_curves(gain, usual_budgets(calibration_epsilon), "epsilon", "delta")
    handles = estimation_panels(errors, mean_estimation, EPSILONS)
    epsilons = sorted(mean_estimation["epsilon"].unique(), reverse=True)
    denoised_alone(alone, mean_estimation, epsilons, "L2 error")
    legend.set_axis_off()
    legend.legend(handles=handles, loc="center left", labelspacing=0.8)
    return finished(figure)


def usual_budgets(table):
    """Return the rows of a calibration table that panel (b) shows.

    Parameters
    ----------
    table : DataFrame
        A table of calibration.

    Returns
    -------
    DataFrame
        The rows from LEAST_EPSILON on; all of them where none is.
    """
    upper = table[table["epsilon"] >= LEAST_EPSILON]
    return table if upper.empty else upper


def _sigma(axes, table):
    """Draw the noise of both mechanisms against epsilon, a colour per delta."""
    for delta, rows, look in each_value(table, "delta"):
        axes.plot([], [], color=look["color"], label=f"δ = {number(delta)}")
        for mechanism, line in LINES.items():
            part = rows_of(rows, mechanism=mechanism)
            relative = part["sigma"] / part["sensitivity"]
            axes.plot(part["epsilon"], relative, color=look["color"], linestyle=line)
    for mechanism, line in LINES.items():
        axes.plot(
            [],
            [],
            color="0.3",
            linestyle=line,
            label=LOOKS[mechanism].label,
        )
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="ε",
        ylabel="σ / Δ",
        title="Standard deviation as ε → 0",
    )
    inner_legend(axes)


def caption(calibration_epsilon, mean_estimation):
    """Return the caption, with the gain in variance at the middle delta.

    Parameters
    ----------
    calibration_epsilon, mean_estimation : DataFrame
        The tables of the same names.
    """
    gain = variance_gain(usual_budgets(calibration_epsilon))
    deltas = np.sort(gain["delta"].unique())
    delta = deltas[(len(deltas) - 1) // 2]
    rows = rows_of(gain, delta=delta).sort_values("epsilon")
    left = rows.iloc[0]
    right = rows.iloc[-1]
    return caption_of(
        "Figure 1: calibration, and mean estimation in high privacy",
        f"At delta {delta:g} analytic calibration (aGM) divides the variance of classical noise"
        f" (cGM) by {two_digits(left['gain'])} at epsilon {left['epsilon']:.1g} and by"
        f" {two_digits(right['gain'])} at epsilon {right['epsilon']:.1g}.",
        "(a) Noise per unit of sensitivity. (b) Variance ratio. (c, d) Error of the private mean;"
        " curves on the wide green one have the error of James-Stein (JS). (e) JS and thresholding (TH)"
        " alone.",
        repeated(mean_estimation),
        "Axis ranges are our choice. Tables: calibration_epsilon.csv, mean_estimation.csv.",
    )
