"""Figure 2: heat maps at midnight."""

from gaussmech.figures.maps import draw_maps

HOUR = 0


def draw(**tables):
    """Truth, raw aGM, wavelets and trend filtering, each with its RMSE."""
    return draw_maps(HOUR, **tables)
