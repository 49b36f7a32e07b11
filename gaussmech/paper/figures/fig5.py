"""Figure 5: heat maps at noon, the truth and releases as the paper has them."""

from gaussmech.paper.figures.maps import map_figure

# The RMSE above the paper's maps, of 2014-09-24.
PRINTED = {"aGM": 40.29, "aGM-wavelet": 10.22, "aGM-trend-oracle": 9.46}
NOTE = "The paper's numbers are of 2014-09-24. Table: heatmap.csv."
draw, caption = map_figure("Figure 5", 12, NOTE, printed=PRINTED)
