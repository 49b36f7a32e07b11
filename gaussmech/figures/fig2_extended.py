"""Figure 2, extended: the maps at midnight by methods that see the release alone."""

from gaussmech.figures.maps import EXTENDED, EXTENDED_NOTE, caption_maps, draw_maps

HOUR = 0


def draw(heatmap_extended, heatmap_draw_extended, **tables):
    """Draw the truth, the paper's best denoiser, and ours, each with its RMSE."""
    return draw_maps(HOUR, heatmap_extended, heatmap_draw_extended, names=EXTENDED, **tables)


def caption(heatmap_extended, heatmap_draw_extended, **tables):
    """Return what the figure shows, with the numbers of this run."""
    return caption_maps(
        "Figure 2, extended",
        HOUR,
        f"{EXTENDED_NOTE} Table: heatmap_extended.csv.",
        heatmap_extended,
        heatmap_draw_extended,
        **tables,
    )
