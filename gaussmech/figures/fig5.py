"""Figure 5: heat maps at noon."""

from gaussmech.figures.maps import draw_maps

HOUR = 12


def draw(**tables):
    """Truth, raw aGM, wavelets and trend filtering, each with its RMSE."""
    return draw_maps(HOUR, **tables)
