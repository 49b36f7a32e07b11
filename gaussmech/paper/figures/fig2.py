"""Figure 2: heat maps at midnight, the truth and releases as the paper has them."""

from gaussmech.paper.figures.maps import Maps

# The RMSE above the paper's maps, of 2014-09-24.
PRINTED = {"aGM": 40.29, "aGM-wavelet": 12.28, "aGM-trend-oracle": 10.07}
_MAPS = Maps("Figure 2", hour=0, printed=PRINTED)
draw = _MAPS.draw
caption = _MAPS.caption
