"""Figure 5, extended: the maps at noon by methods that see only the release.

Their errors are those of denoising_worth.
"""

from gaussmech.paper.figures.maps import ExtendedMaps

_MAPS = ExtendedMaps("Figure 5, extended", hour=12)
draw = _MAPS.draw
caption = _MAPS.caption
