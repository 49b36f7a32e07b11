"""Figure 2, extended: the maps at midnight by methods that see only the release, and areas."""

from gaussmech.paper.figures.maps import EXTENDED, caption_maps, draw_maps

NOTE = (
    "Only the oracle lambda uses the truth. Below auto: error with areas over that without."
    " Tables: denoising_worth.csv, areas_worth.csv."
)


def draw(
    denoising_worth, heatmap_draw_extended, junctions, roads, provenance, areas_worth
):
    """Draw the truth and the denoised maps; their errors are those of denoising_worth."""
    return draw_maps(
        0,
        denoising_worth,
        heatmap_draw_extended,
        junctions,
        roads,
        provenance,
        names=EXTENDED,
        areas=areas_worth,
    )


def caption(denoising_worth, heatmap_draw_extended, provenance, **_):
    """Return the caption."""
    return caption_maps(
        "Figure 2, extended",
        0,
        NOTE,
        denoising_worth,
        heatmap_draw_extended,
        provenance,
        names=EXTENDED,
    )
