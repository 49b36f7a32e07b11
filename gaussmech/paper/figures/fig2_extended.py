"""Figure 2, extended: the maps at midnight by methods that see only the release.

Their errors are those of denoising_worth.
"""

from gaussmech.paper.figures.maps import ExtendedMaps

_MAPS = ExtendedMaps("Figure 2, extended", hour=0)
draw = _MAPS.draw
caption = _MAPS.caption
