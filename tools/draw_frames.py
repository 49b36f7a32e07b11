"""Draw docs/fig2.png: one private map at three budgets, as it is released and denoised.

`make readme FROM=results` calls `frames`. The maps and errors are those of the page
`results/fig2.html`, so `make report` has to run first.
"""

import json

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from gaussmech.graphs.pictures import TOP, color_scale, draw_streets
from gaussmech.paper.figures.captions import clock
from gaussmech.paper.figures.maps import upright
from gaussmech.paper.figures.style import FULL_WIDTH, house_style
from gaussmech.paper.pages.slider import rows_of_page
from gaussmech.paper.pages.worth import OURS, RAW

# The middle budget is that of the paper's maps; the others are four to five times off.
EPSILONS = (0.1, 0.5, 2.0)
MAP_EPSILON = 0.5
TABLES = ("denoising_frames", "denoising_by_epsilon", "denoising_worth")
# Inches.
HEIGHT = 2.9


def frames(results, file, dpi=200):
    """Draw the truth and, for each budget, the release and its denoised map.

    Parameters
    ----------
    results : Path
        The folder of a run after `make report`.
    file : Path
        Where the PNG goes.
    dpi : int, optional
        Pixels per inch.
    """
    data = results / "data"
    tables = {name: pd.read_csv(data / f"{name}.csv") for name in TABLES}
    junctions = pd.read_csv(data / "junctions.csv")
    roads = pd.read_csv(data / "roads.csv")
    provenance = json.loads((data / "provenance.json").read_text(encoding="utf-8"))
    with house_style():
        figure = _draw(tables, upright(junctions), roads, provenance)
        figure.savefig(file, dpi=dpi)
        plt.close(figure)


def _draw(tables, points, roads, provenance):
    """Return the figure: one panel for the truth, and a pair of panels for each budget."""
    maps = tables["denoising_frames"]
    hour = int(maps["hour"].iloc[0])
    errors = rows_of_page(tables, hour=hour, map_epsilon=MAP_EPSILON)
    errors = errors.set_index(["epsilon", "method"])["rmse_mean"]
    first = maps[maps["epsilon"] == EPSILONS[0]]
    norm = color_scale(np.quantile(first["truth"], TOP))
    figure = plt.figure(figsize=(FULL_WIDTH, HEIGHT), layout="constrained")
    left, *groups, right = figure.subfigures(1, 5, width_ratios=(1.1, 2, 2, 2, 0.6))
    left.suptitle("truth", fontweight="bold")
    axes = left.subplots()
    streets = _panel(axes, first["truth"], points, roads, norm)
    bar = right.colorbar(streets, cax=right.subplots(), extend="max")
    bar.set_label("trip ends per junction")
    axes.set_title(f"{provenance['hours'][str(hour)]['days']}\n{clock(hour)}")
    for group, epsilon in zip(groups, EPSILONS, strict=True):
        group.suptitle(f"ε = {epsilon:g}", fontweight="bold")
        rows = maps[maps["epsilon"] == epsilon]
        released, denoised = group.subplots(1, 2)
        _panel(released, rows[RAW], points, roads, norm)
        released.set_title(f"released\nRMSE {errors[epsilon, RAW]:.1f}")
        _panel(denoised, rows[OURS], points, roads, norm)
        denoised.set_title(f"denoised\nRMSE {errors[epsilon, OURS]:.1f}")
    return figure


def _panel(axes, values, points, roads, norm):
    """Draw one map without a frame; return its streets."""
    edges = roads[["u", "v"]].to_numpy()
    streets = draw_streets(axes, values.to_numpy(), points, edges, norm, width=0.9)
    axes.autoscale()
    axes.set_aspect("equal")
    axes.set_axis_off()
    return streets
