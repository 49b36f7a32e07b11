"""Figure 3: calibration against delta, and mean estimation in lower privacy."""

from gaussmech.paper.experiments.summaries import variance_gain
from gaussmech.paper.figures.captions import caption_of, repeated, smallest_error
from gaussmech.paper.figures.panels import estimation_panels, gain_curves, shown_epsilons
from gaussmech.paper.figures.style import finished, panels

EPSILONS = [1.0, 0.1]


def draw(calibration_delta, mean_estimation):
    """Draw (a) variance ratio against delta, (b, c) mean estimation."""
    figure, axes = panels(1, 3, 3.1)
    gain_curves(axes[0, 0], calibration_delta, "delta", "epsilon")
    estimation_panels(axes[0, 1:], mean_estimation, EPSILONS)
    return finished(figure, columns=4)


def caption(calibration_delta, mean_estimation):
    gain = variance_gain(calibration_delta)
    epsilon = gain["epsilon"].max()
    rows = gain[gain["epsilon"] == epsilon].set_index("delta")["gain"]
    return caption_of(
        "Figure 3: calibration against delta, and mean estimation in lower privacy",
        f"At epsilon {epsilon:g} the classical mechanism has {rows.min():.3g} times (delta"
        f" {rows.idxmin():.1g}) to {rows.max():.3g} times (delta {rows.idxmax():.1g}) the variance"
        " of the analytic one.",
        "(a) Variance ratio; (b, c) error of the private mean.",
        smallest_error(mean_estimation, shown_epsilons(mean_estimation, EPSILONS)),
        repeated(mean_estimation),
        "Tables: calibration_delta.csv, mean_estimation.csv.",
    )
