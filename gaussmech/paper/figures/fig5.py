"""Figure 5: heat maps at noon, the truth and releases as the paper has them."""

from gaussmech.paper.figures.maps import map_figure

PRINTED = (
    "The paper prints 40.29, 10.22 (wavelets), 9.46 (trend), for 2014-09-24. Table: heatmap.csv."
)
draw, caption = map_figure("Figure 5", 12, PRINTED)
