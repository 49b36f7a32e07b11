"""Figure 2: heat maps at midnight, the truth and releases as the paper has them."""

from gaussmech.paper.figures.maps import map_figure

PRINTED = (
    "The paper prints 40.29, 12.28 (wavelets), 10.07 (trend), for 2014-09-24. Table: heatmap.csv."
)
draw, caption = map_figure("Figure 2", 0, PRINTED)
