"""Figure 1: calibration against epsilon, and mean estimation in high privacy."""

from gaussmech.experiments.summaries import variance_gain
from gaussmech.figures.captions import paragraph, repeated, smallest_error
from gaussmech.figures.panels import errors_by_dimension, gain_curves, no_data, shown_epsilons
from gaussmech.figures.style import (
    FULL_WIDTH,
    METHODS,
    inner_legend,
    legend_below,
    letter,
    number,
    plt,
    shades,
)

EPSILONS = [0.01, 0.1]


def draw(calibration_epsilon, mean_estimation):
    """Draw (a) sigma as epsilon -> 0, (b) variance ratio, (c, d) mean estimation."""
    figure, axes = plt.subplots(2, 2, figsize=(FULL_WIDTH, 5.6))
    (sigma_axes, gain_axes), error_axes = axes
    _sigma(sigma_axes, calibration_epsilon)
    gain_curves(gain_axes, _gain_range(calibration_epsilon), "epsilon", "delta")
    gain_axes.set_title("Gain in variance")
    epsilons = shown_epsilons(mean_estimation, EPSILONS)
    handles = {}
    for k, panel in enumerate(error_axes):
        if k < len(epsilons):
            handles |= errors_by_dimension(panel, mean_estimation, epsilons[k], "L2 error")
            panel.set_title(f"Mean estimation, {panel.get_title()}")
        else:
            no_data(panel, "no further epsilon in this run")
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
    shown = calibration_epsilon
    corner = (shown["epsilon"] == shown["epsilon"].min()) & (shown["delta"] == shown["delta"].max())
    sigma = shown[corner].set_index("mechanism")
    gain = variance_gain(_gain_range(shown))
    least = gain.loc[gain["gain"].idxmin()]
    return paragraph(
        "Figure 1. (a) Noise of the classical (cGM) and the analytic Gaussian mechanism (aGM); at"
        f" epsilon {sigma['epsilon'].iloc[0]:g} and delta {sigma['delta'].iloc[0]:g} sigma is"
        f" {sigma['sigma']['cGM']:.4g} and {sigma['sigma']['aGM']:.4g}.",
        "(b) Variance ratio of the two; the least for the epsilons and deltas shown is"
        f" {least['gain']:.3f}, at epsilon {least['epsilon']:g} and delta {least['delta']:g}.",
        f"(c, d) L2 error of the private mean. {repeated(mean_estimation)}",
        smallest_error(mean_estimation, shown_epsilons(mean_estimation, EPSILONS)),
        "Axis ranges and the epsilon of (d) are our choice; the paper prints neither.",
    )
