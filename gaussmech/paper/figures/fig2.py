"""Figure 2: heat maps at midnight, the truth and releases as the paper has them."""

from gaussmech.paper.figures.maps import caption_maps, draw_maps

# The RMSE above the paper's maps, of 2014-09-24.
PRINTED = {"aGM": 40.29, "aGM-wavelet": 12.28, "aGM-trend-oracle": 10.07}
NOTE = "Table: heatmap.csv."


def draw(heatmap, heatmap_draw, junctions, roads, provenance):
    """Draw the truth and the releases."""
    return draw_maps(
        0,
        heatmap,
        heatmap_draw,
        junctions,
        roads,
        provenance,
        printed=PRINTED,
    )


def caption(heatmap, heatmap_draw, provenance, **_):
    """Return the caption."""
    return caption_maps(
        "Figure 2",
        0,
        NOTE,
        heatmap,
        heatmap_draw,
        provenance,
        printed=PRINTED,
    )
