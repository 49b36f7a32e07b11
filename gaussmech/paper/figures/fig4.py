"""Figure 4: release of a sparse histogram."""

from gaussmech.paper.figures.captions import caption_of, repeated, smallest_error
from gaussmech.paper.figures.curves import errors_by_dimension
from gaussmech.paper.figures.method_styles import LOOKS
from gaussmech.paper.figures.panels import (
    HIGH_DIMENSION,
    available_epsilons,
    denoised_alone,
    panel_each,
)
from gaussmech.paper.figures.style import finished, panels

EPSILONS = [1.0, 0.1, 0.01]


def draw(histogram):
    """Draw (a-c) L1 error at three epsilons, (d) James-Stein and thresholding alone at high d.

    Parameters
    ----------
    histogram : DataFrame
        The table of the same name.
    """
    figure, axes = panels(2, 2, 5.6)
    epsilons = available_epsilons(histogram, EPSILONS)
    for panel, epsilon in panel_each(axes.flat[:3], epsilons):
        errors_by_dimension(panel, histogram, epsilon, "L1 error")
    denoised_alone(axes.flat[3], histogram, epsilons, "L1 error")
    # The zero release errs by the L1 norm of a histogram, which is 1.
    dimensions = histogram.loc[histogram["dimension"] >= HIGH_DIMENSION, "dimension"]
    if not dimensions.empty:
        ends = [dimensions.min(), dimensions.max()]
        axes.flat[3].plot(ends, [1, 1], **LOOKS["zero"].plain_style())
    return finished(figure, columns=4)


def caption(histogram):
    """Return the caption, with the best method at the largest dimension.

    Parameters
    ----------
    histogram : DataFrame
        The table of the same name.
    """
    return caption_of(
        "Figure 4: a sparse histogram",
        smallest_error(histogram, available_epsilons(histogram, EPSILONS)),
        "(a-c) L1 error of the private histogram; the zero release has error 1. (d) James-Stein"
        " (JS; dotted: its positive part) and soft thresholding (TH) alone.",
        repeated(histogram),
        "Axis ranges are our choice. Table: histogram.csv.",
    )
