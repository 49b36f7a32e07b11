"""Figure 3: calibration against delta, and mean estimation in lower privacy."""

from gaussmech.experiments.summaries import variance_gain
from gaussmech.figures.captions import paragraph, repeated, smallest_error
from gaussmech.figures.panels import errors_by_dimension, gain_curves, no_data, shown_epsilons
from gaussmech.figures.style import FULL_WIDTH, legend_below, letter, plt

EPSILONS = [1.0, 0.1]


def draw(calibration_delta, mean_estimation):
    """Draw (a) variance ratio against delta, (b, c) mean estimation."""
    figure, axes = plt.subplots(1, 3, figsize=(FULL_WIDTH, 3.1))
    gain_curves(axes[0], calibration_delta, "delta", "epsilon")
    axes[0].set_title("Gain in variance")
    epsilons = shown_epsilons(mean_estimation, EPSILONS)
    handles = {}
    for k, panel in enumerate(axes[1:]):
        if k < len(epsilons):
            handles |= {
                name: handle
                for name, handle in errors_by_dimension(
                    panel, mean_estimation, epsilons[k], "L2 error"
                ).items()
                if handle is not None
            }
            panel.set_title(f"Mean estimation, {panel.get_title()}")
        else:
            no_data(panel, "no further epsilon in this run")
    for k, panel in enumerate(axes):
        letter(panel, k)
    legend_below(figure, handles.values(), 4)
    return figure


def caption(calibration_delta, mean_estimation):
    """Return what Figure 3 shows, with the numbers of this run."""
    gain = variance_gain(calibration_delta)
    ranges = [
        f"{rows['gain'].min():.3g} to {rows['gain'].max():.3g} at epsilon {epsilon:g}"
        for epsilon, rows in gain.groupby("epsilon")
    ]
    return paragraph(
        "Figure 3. (a) Variance ratio of the classical and the analytic Gaussian mechanism"
        f" against delta: {', '.join(ranges)}.",
        f"(b, c) L2 error of the private mean. {repeated(mean_estimation)}",
        smallest_error(mean_estimation, shown_epsilons(mean_estimation, EPSILONS)),
        "Points of cGM at epsilon >= 1 are hollow: its theorem does not cover them. Axis ranges"
        " are our choice.",
    )
