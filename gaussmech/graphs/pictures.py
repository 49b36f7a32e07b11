"""Draw values on a graph: the colours and the scale of every map of the library and of the figures.

Needs Matplotlib, so nothing else here imports this module before somebody asks for a picture.
"""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib import colormaps
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize, PowerNorm
from numpy.typing import NDArray

from gaussmech._checks import Array
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.smoothers import plane

# Streets without events are grey, not white: they show where there is land.
COLORS = LinearSegmentedColormap.from_list(
    "events", ["0.86", *colormaps["magma_r"](np.linspace(0.22, 1, 9))]
)
# The scale of colours is the power 0.6 of the values, so quiet streets differ, too.
POWER = 0.6
# The scale ends at this quantile of the values: a few very busy places would leave no colours for
# the others.
TOP = 0.995
# Of several maps, so many stand in a row.
IN_A_ROW = 3
# Square points per place: all places together, and the largest dot.
DOTS = 15_000
LARGEST_DOT = 40


def color_scale(top: float, low: float = 0.0) -> Normalize:
    """Return the scale from `low` to `top`; it is even if there are negative values."""
    return PowerNorm(POWER if low == 0 else 1.0, low, top)


def draw_streets(
    axes: Any,
    values: Array,
    points: Array,
    edges: NDArray[Any],
    norm: Normalize,
    *,
    width: float,
) -> LineCollection:
    """Draw the edges (m, 2) between points (n, 2), each coloured by the mean value of its ends."""
    start, end = edges.T
    streets = LineCollection(
        np.stack([points[start], points[end]], axis=1),
        cmap=COLORS,
        norm=norm,
        array=(values[start] + values[end]) / 2,
        linewidths=width,
        capstyle="round",
        rasterized=True,
    )
    return axes.add_collection(streets)


def draw_maps(
    values: Array, graph: Graph, titles: list[str], axes: Any, label: str
) -> Any:
    """Return the axes (K,) on which the maps (n, K) are drawn, with one scale of colours."""
    points, _ = plane(graph, "plot")
    count = values.shape[1]
    if axes is None:
        columns = min(count, IN_A_ROW)
        rows = -(-count // columns)
        figure, axes = plt.subplots(
            rows,
            columns,
            figsize=(1 + 4 * columns, 4 * rows),
            squeeze=False,
            layout="constrained",
        )
    axes = np.atleast_1d(axes).ravel()
    if len(axes) < count:
        raise ValueError(f"ax has {len(axes)} axes; it must have {count}, one per map")
    low, top = np.quantile(values, [1 - TOP, TOP])
    low = min(low, 0.0)
    norm = color_scale(top if top > low else low + 1, low)
    size = min(DOTS / graph.n, LARGEST_DOT)
    for panel, column, title in zip(axes, values.T, titles, strict=False):
        draw_streets(panel, column, points, graph.edges, norm, width=0.9)
        dots = panel.scatter(*points.T, c=column, s=size, cmap=COLORS, norm=norm)
        panel.set_aspect("equal")
        panel.set_title(title)
    for panel in axes:
        panel.set_axis_off()
    axes[0].figure.colorbar(
        dots, ax=axes.tolist(), label=label, extend="both" if low else "max", shrink=0.7
    )
    return axes[:count]
