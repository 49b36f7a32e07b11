"""Figure 5: heat maps at noon, the truth and releases as the paper has them."""

from gaussmech.paper.figures.maps import Maps

# The RMSE above the paper's maps, of 2014-09-24.
PRINTED = {"aGM": 40.29, "aGM-wavelet": 10.22, "aGM-trend-oracle": 9.46}
_MAPS = Maps("Figure 5", hour=12, printed=PRINTED)
draw = _MAPS.draw
caption = _MAPS.caption
