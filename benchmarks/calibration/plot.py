"""The map of each calibrator's relative error over (epsilon, delta)."""

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, ListedColormap, Normalize
from matplotlib.patches import Patch

from gaussmech.paper.figures import style

# The map ends at these log10 epsilon, and log10 of delta's odds.
LOG_EPSILON = (-10, 6)
LOG_ODDS = (-300, 12)

_COLORS = {
    "safe": LinearSegmentedColormap.from_list(
        "", ["#E8F1FA", "#56B4E9", "#0072B2", "#08264A"]
    ),
    "unsafe": LinearSegmentedColormap.from_list(
        "", ["#FDEBD3", "#F5A742", "#D55E00", "#5E1F00"]
    ),
    "failure": ListedColormap(["0.72"]),
    "hang": ListedColormap(["black"]),
}
_DIGITS = Normalize(-16, 0)  # log10 of the relative error
_COLUMNS = 3
# The column epsilon = 0 is centred here, apart from the logarithmic ones.
_ZERO = -11.2


def edges(columns, rows):
    """Return the edges of the map's cells: log10 epsilon, and the cube root of log10 of delta's odds.

    The root gives deltas in use their room; the column epsilon = 0 stands apart.
    """
    return np.linspace(*LOG_EPSILON, columns), np.linspace(*np.cbrt(LOG_ODDS), rows + 1)


def error_maps(rows, shape, peers):
    """Return a figure with a panel per calibrator.

    `rows` are those of the whole range, and `shape` has the numbers of rows and columns of the map.
    """
    lines = -(-len(peers) // _COLUMNS)
    height = 1.85 * lines + 0.8
    figure, grid = style.panels(lines, _COLUMNS, height, sharex=True, sharey=True)
    powers = (-8, -4, 0, 4)
    odds = (-300, -100, -30, -12, -4)
    at_odds = [_power(k) for k in odds] + ["0.5", "$1-10^{-4}$", "$1-10^{-12}$"]
    for axes, peer in zip(grid.flat, peers, strict=False):
        axes.set_title(peer, loc="left")
        axes.grid(False)
        axes.set_xticks([_ZERO, *powers], ["0", *map(_power, powers)])
        axes.set_yticks(np.cbrt([*odds, 0, 4, 12]), at_odds)
        cells = rows[rows["peer"] == peer]
        if cells.empty:
            axes.text(0.5, 0.5, "not installed", ha="center", transform=axes.transAxes)
        else:
            _panel(axes, cells, shape)
    for axes in grid.flat[len(peers) :]:
        axes.set_axis_off()
    for axes in grid[-1]:
        axes.set_xlabel("ε")
    for axes in grid[:, 0]:
        axes.set_ylabel("δ")
    for verdict, noise in (("unsafe", "little"), ("safe", "much")):
        colors = ScalarMappable(_DIGITS, _COLORS[verdict])
        place = {"location": "bottom", "shrink": 0.6, "aspect": 40, "extend": "both"}
        bar = figure.colorbar(colors, ax=grid, ticks=range(-16, 1, 4), **place)
        label = f"relative error of σ, too {noise} noise ({verdict})"
        bar.ax.set_title(label, size=7.5, pad=2)
        bar.ax.set_xticklabels([_power(k) for k in range(-16, 0, 4)] + ["1"])
    marks = [
        Patch(color=_COLORS[problem](0), label=problem)
        for problem in ("failure", "hang")
    ]
    figure.legend(handles=marks, loc="outside lower center", ncols=2)
    return figure


def _panel(axes, cells, shape):
    """Draw a mesh per verdict: of the column epsilon = 0, and of the logarithmic ones beside it."""
    x, y = edges(*shape[::-1])
    half = (x[1] - x[0]) / 2
    log_error = np.log10(np.maximum(cells["error"].abs(), 1e-17)).fillna(0)
    for verdict, cmap in _COLORS.items():
        values = log_error.where(cells["verdict"] == verdict).to_numpy().reshape(shape)
        look = {"cmap": cmap, "norm": _DIGITS, "linewidth": 0, "rasterized": True}
        axes.pcolormesh([_ZERO - half, _ZERO + half], y, values[:, :1], **look)
        axes.pcolormesh(x, y, values[:, 1:], **look)


def _power(k):
    return f"$10^{{{k}}}$"
