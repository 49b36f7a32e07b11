"""Figure 2: heat maps at midnight."""

from gaussmech.figures.maps import caption_maps, draw_maps

HOUR = 0


def draw(**tables):
    """Draw the truth, raw aGM, wavelets and trend filtering, each with its RMSE."""
    return draw_maps(HOUR, **tables)


def caption(**tables):
    """Return what Figure 2 shows, with the numbers of this run."""
    printed = "40.29, 12.28 (wavelets), 10.07 (trend)"
    note = f"The paper prints {printed}, for 2014-09-24. Table: heatmap.csv."
    return caption_maps("Figure 2", HOUR, note, **tables)
