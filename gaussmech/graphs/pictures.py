"""Draw values on a graph: the colours and the scale of every map of the library and of the figures.

Needs Matplotlib, so nothing else here imports this module before somebody asks for a picture.
"""

from __future__ import annotations

import math
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib import colormaps
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize, PowerNorm
from numpy.typing import NDArray

from gaussmech._checks import Array
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.smoothers import plane

# Streets without events are grey, not white: they show where there is land. `colors.RAMP` has these
# colours for pages, in eight bits.
COLORS = LinearSegmentedColormap.from_list(
    "events", ["0.86", *colormaps["magma_r"](np.linspace(0.22, 1, 9))]
)
# The scale ends at this quantile of the values: a few very busy places would leave no colours for
# the others.
TOP = 0.995


def color_scale(top: float, low: float = 0.0) -> Normalize:
    """Return the scale from `low` to `top`, which is linear if `low` is negative.

    Otherwise it is the square root, on which the chance variation of Poisson counts is equal at quiet
    and busy places.
    """
    return PowerNorm(0.5 if low == 0 else 1.0, low, top)


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
        list(np.stack([points[start], points[end]], axis=1)),
        cmap=COLORS,
        norm=norm,
        array=(values[start] + values[end]) / 2,
        linewidths=width,
        capstyle="round",
        rasterized=True,
    )
    return axes.add_collection(streets)


def shapes_of(shapes: Any, graph: Graph) -> Any:
    """Return the shapes of the places of a graph, in its order, as a GeoSeries.

    A ValueError says which place has none.
    """
    frame = shapes if hasattr(shapes, "columns") else shapes.to_frame("geometry")
    names = [str(name) for name in graph.names or range(graph.n)]
    for column in (None, *frame.columns):
        labels = frame.index if column is None else frame[column]
        rows = {str(label): row for row, label in enumerate(labels)}
        if len(rows) == len(frame) and all(name in rows for name in names):
            return frame.geometry.iloc[[rows[name] for name in names]]
    raise ValueError(
        f"shapes has neither an index nor a column with the {graph.n} names of the graph, such as"
        f" {names[0]!r}"
    )


def draw_maps(
    values: Array,
    graph: Graph,
    titles: list[str],
    axes: Any,
    label: str,
    shapes: Any = None,
) -> Any:
    """Return the axes (K,) on which the maps (n, K) are drawn, with one scale of colours.

    Polygons are filled, if the places have `shapes`; otherwise dots and streets are drawn.
    """
    if shapes is None:
        points, _ = plane(graph, "plot")
    count = values.shape[1]
    if axes is None:
        axes = _new_axes(count)
    axes = np.atleast_1d(axes).ravel()
    if len(axes) < count:
        raise ValueError(f"ax has {len(axes)} axes; it must have {count}, one per map")
    low, top = np.quantile(values, [1 - TOP, TOP])
    low = min(low, 0.0)
    norm = color_scale(top if top > low else low + 1, low)
    for panel, column, title in zip(axes, values.T, titles, strict=False):
        panel.set_title(title)
        if shapes is not None:
            colors = COLORS(norm(column))
            shapes.plot(ax=panel, color=colors, edgecolor="0.5", linewidth=0.4)
            continue
        draw_streets(panel, column, points, graph.edges, norm, width=0.9)
        panel.set_aspect("equal")
        size = _dot_size(panel, graph.n)
        panel.scatter(*points.T, c=column, s=size, cmap=COLORS, norm=norm)
    for panel in axes:
        panel.set_axis_off()
    scale = ScalarMappable(norm, COLORS)
    axes[0].figure.colorbar(
        scale,
        ax=axes.tolist(),
        label=label,
        extend="both" if low else "max",
        shrink=0.7,
    )
    return axes[:count]


def _new_axes(count):
    """Return the axes of a new figure, at least `count`, about as many rows as columns."""
    columns = math.ceil(math.sqrt(count))
    rows = -(-count // columns)
    _, axes = plt.subplots(
        rows,
        columns,
        figsize=(1 + 4 * columns, 4 * rows),
        squeeze=False,
        layout="constrained",
    )
    return axes


def _dot_size(panel, n):
    """Return the area of a dot, in square points: half as wide as n places on a regular grid are apart.

    No dot is larger than Matplotlib's own.
    """
    inches = panel.get_window_extent().size / panel.figure.dpi
    spacing = 72 * math.sqrt(inches.prod() / n)
    return min(spacing / 2, plt.rcParams["lines.markersize"]) ** 2
