"""Figure 2, extended: the maps at midnight by methods that see only the release."""

from gaussmech.paper.figures.maps import (
    EXTENDED,
    EXTENDED_NOTE,
    caption_maps,
    draw_maps,
)


def draw(denoising_worth, heatmap_draw_extended, junctions, roads, provenance):
    """Draw the truth and the denoised maps; their errors are those of denoising_worth."""
    return draw_maps(
        0,
        denoising_worth,
        heatmap_draw_extended,
        junctions,
        roads,
        provenance,
        names=EXTENDED,
    )


def caption(denoising_worth, heatmap_draw_extended, provenance, **_):
    """Return the caption."""
    return caption_maps(
        "Figure 2, extended",
        0,
        EXTENDED_NOTE,
        denoising_worth,
        heatmap_draw_extended,
        provenance,
        names=EXTENDED,
    )
