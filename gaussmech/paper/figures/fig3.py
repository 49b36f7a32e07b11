"""Figure 3: calibration against delta, and mean estimation in lower privacy."""

from gaussmech.paper.experiments.summaries import variance_gain
from gaussmech.paper.figures import fig1
from gaussmech.paper.figures.captions import (
    caption_of,
    repeated,
    smallest_error,
    two_digits,
)
from gaussmech.paper.figures.curves import rows_of
from gaussmech.paper.figures.panels import (
    available_epsilons,
    estimation_panels,
    gain_curves,
)
from gaussmech.paper.figures.style import finished, panels

EPSILONS = [1.0, 0.1]


def draw(calibration_delta, mean_estimation):
    """Draw (a) variance ratio against delta, (b, c) mean estimation.

    Parameters
    ----------
    calibration_delta, mean_estimation : DataFrame
        The tables of the same names.
    """
    figure, axes = panels(1, 3, 3.1)
    gain_curves(axes[0, 0], calibration_delta, "delta", "epsilon")
    estimation_panels(axes[0, 1:], mean_estimation, EPSILONS)
    return finished(figure, columns=4)


def caption(calibration_delta, mean_estimation):
    """Return the caption, with the gain in variance at the largest epsilon.

    Parameters
    ----------
    calibration_delta, mean_estimation : DataFrame
        The tables of the same names.
    """
    gain = variance_gain(calibration_delta)
    epsilon = gain["epsilon"].max()
    rows = rows_of(gain, epsilon=epsilon).set_index("delta")["gain"]
    epsilons = available_epsilons(mean_estimation, EPSILONS)
    return caption_of(
        "Figure 3: calibration against delta, and mean estimation in lower privacy",
        f"At epsilon {epsilon:g} classical noise has {two_digits(rows.min())} times (delta"
        f" {rows.idxmin():.1g}) to {two_digits(rows.max())} times (delta {rows.idxmax():.1g}) the"
        " variance of analytic noise.",
        "(a) Variance ratio; (b, c) error of the private mean.",
        _repeats(available_epsilons(mean_estimation, fig1.EPSILONS), epsilons),
        smallest_error(mean_estimation, epsilons),
        repeated(mean_estimation),
        "Axis ranges are ours. Tables: calibration_delta.csv, mean_estimation.csv.",
    )


def _repeats(first, epsilons):
    """Return which panel repeats one of Figure 1, whose epsilons are `first`, in words."""
    for letter, epsilon in zip("bc", epsilons, strict=False):
        if epsilon in first:
            other = "cd"[first.index(epsilon)]
            return f"({letter}) repeats ({other}) of Figure 1."
    return ""
