"""Figure 5: heat maps at noon, the truth and releases as the paper has them."""

from gaussmech.paper.figures.maps import caption_maps, draw_maps

# The RMSE above the paper's maps, of 2014-09-24.
PRINTED = {"aGM": 40.29, "aGM-wavelet": 10.22, "aGM-trend-oracle": 9.46}
NOTE = "Table: heatmap.csv."


def draw(heatmap, heatmap_draw, junctions, roads, provenance):
    """Draw the truth and the releases."""
    return draw_maps(
        12,
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
        "Figure 5",
        12,
        NOTE,
        heatmap,
        heatmap_draw,
        provenance,
        printed=PRINTED,
    )
