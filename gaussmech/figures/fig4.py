"""Figure 4: release of a sparse histogram."""

from gaussmech.figures.captions import caption_of, repeated, smallest_error
from gaussmech.figures.panels import denoised_alone, errors_by_dimension, no_data, shown_epsilons
from gaussmech.figures.style import METHODS, finished, panels

EPSILONS = [1.0, 0.1, 0.01]


def draw(histogram):
    """Draw (a-c) L1 error at three epsilons, (d) James-Stein and thresholding alone at high d."""
    figure, axes = panels(2, 2, 5.6)
    epsilons = shown_epsilons(histogram, EPSILONS)
    handles = {}
    for k, panel in enumerate(axes.flat[:3]):
        if k < len(epsilons):
            handles |= errors_by_dimension(panel, histogram, epsilons[k], "L1 error")
        else:
            no_data(panel, "no further epsilon in this run")
    denoised_alone(axes.flat[3], histogram, epsilons, "L1 error")
    look = METHODS["zero"]
    axes.flat[3].axhline(1, color=look.color, linestyle=look.line)  # the L1 norm of a histogram
    return finished(figure, handles.values(), 4)


def caption(histogram):
    """Return what Figure 4 shows, with the numbers of this run."""
    epsilons = shown_epsilons(histogram, EPSILONS)
    return caption_of(
        "Figure 4: a sparse histogram",
        smallest_error(histogram, epsilons),
        "(a-c) L1 error of the private histogram; releasing nothing has error 1. (d) James-Stein"
        " and soft thresholding alone, in high dimension.",
        repeated(histogram),
        "Table: histogram.csv.",
    )
