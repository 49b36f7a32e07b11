"""Figure 5, extended: the maps at noon by methods that see only the release."""

from gaussmech.paper.figures.maps import EXTENDED, EXTENDED_NOTE, map_figure

draw, caption = map_figure("Figure 5, extended", 12, EXTENDED_NOTE, EXTENDED)
