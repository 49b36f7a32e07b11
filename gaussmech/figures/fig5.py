"""Figure 5: heat maps at noon."""

from gaussmech.figures.maps import caption_maps, draw_maps

HOUR = 12


def draw(**tables):
    """Draw the truth, raw aGM, wavelets and trend filtering, each with its RMSE."""
    return draw_maps(HOUR, **tables)


def caption(**tables):
    """Return what Figure 5 shows, with the numbers of this run."""
    printed = "40.29, 10.22 (wavelets), 9.46 (trend)"
    note = f"The paper prints {printed}, for 2014-09-24. Table: heatmap.csv."
    return caption_maps("Figure 5", HOUR, note, **tables)
