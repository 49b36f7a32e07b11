"""Figure 6, extended: error against epsilon of methods that see the release alone."""

from gaussmech.figures.fig6 import caption_errors, draw_errors


def draw(heatmap_extended, provenance):
    """Draw the MSE of every method against epsilon at 8, 12, 16 and 20 h."""
    return draw_errors(heatmap_extended, provenance)


def caption(heatmap_extended, provenance):
    """Return what the figure shows, with the numbers of this run."""
    return caption_errors(
        "Figure 6, extended: error of the heat maps by our methods",
        heatmap_extended,
        provenance,
        "The oracle lambda uses the truth. Table: heatmap_extended.csv.",
    )
