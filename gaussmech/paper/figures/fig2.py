"""Figure 2: heat maps at midnight, the truth and releases as the paper has them."""

from gaussmech.paper.figures.maps import map_figure

# The RMSE above the paper's maps, of 2014-09-24.
PRINTED = {"aGM": 40.29, "aGM-wavelet": 12.28, "aGM-trend-oracle": 10.07}
NOTE = "The paper's numbers are of 2014-09-24. Table: heatmap.csv."
draw, caption = map_figure("Figure 2", 0, NOTE, printed=PRINTED)
