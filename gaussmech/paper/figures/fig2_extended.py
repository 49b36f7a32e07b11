"""Figure 2, extended: the maps at midnight by methods that see only the release."""

from gaussmech.paper.figures.maps import EXTENDED, EXTENDED_NOTE, map_figure

draw, caption = map_figure("Figure 2, extended", 0, EXTENDED_NOTE, EXTENDED)
