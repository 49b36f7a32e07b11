"""The map of each calibrator's relative error over (epsilon, delta)."""

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.colors import LinearSegmentedColormap, ListedColormap, Normalize
from matplotlib.patches import Patch

from gaussmech.figures import style

# Ends of the map: log10 epsilon, and log10 of delta's odds.
LOG_EPSILON, LOG_ODDS = (-10, 6), (-300, 12)

_SAFE = LinearSegmentedColormap.from_list("safe", ["#E8F1FA", "#56B4E9", "#0072B2", "#08264A"])
_UNSAFE = LinearSegmentedColormap.from_list("unsafe", ["#FDEBD3", "#F5A742", "#D55E00", "#5E1F00"])
_FAILURE, _HANG = "0.72", "black"
_DIGITS = Normalize(-16, 0)  # log10 of the relative error
_COLUMNS = 3
_ZERO = -11.2  # where the column epsilon = 0 is centred, apart from the logarithmic ones


def edges(columns, rows):
    """Of the map's cells, in log10 epsilon and in the cube root of log10 of delta's odds.

    The root gives deltas in use their room; the column epsilon = 0 stands apart.
    """
    return np.linspace(*LOG_EPSILON, columns), np.linspace(*np.cbrt(LOG_ODDS), rows + 1)


def log_odds(height):
    return height**3


def error_maps(rows, shape, peers):
    """One panel a calibrator; `rows` of the whole range, `shape` = (rows, columns) of the map."""
    lines = -(-len(peers) // _COLUMNS)
    figure, grid = plt.subplots(
        lines,
        _COLUMNS,
        figsize=(style.FULL_WIDTH, 1.85 * lines + 0.8),
        sharex=True,
        sharey=True,
        squeeze=False,
    )
    for axes, peer in zip(grid.flat, peers, strict=False):
        _axes(axes, peer)
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
    _legend(figure, grid)
    return figure


def _panel(axes, cells, shape):
    log_error = np.log10(np.maximum(cells["error"].abs(), 1e-17))
    layers = {
        "safe": (_SAFE, _DIGITS, log_error),
        "unsafe": (_UNSAFE, _DIGITS, log_error),
        "failure": (ListedColormap([_FAILURE]), None, log_error.fillna(0)),
        "hang": (ListedColormap([_HANG]), None, log_error.fillna(0)),
    }
    for verdict, (cmap, norm, values) in layers.items():
        grid = values.where(cells["verdict"] == verdict).to_numpy().reshape(shape)
        _mesh(axes, grid, cmap, norm)


def _mesh(axes, grid, cmap, norm):
    """The column epsilon = 0, and beside it the logarithmic ones."""
    x, y = edges(*grid.shape[::-1])
    half = (x[1] - x[0]) / 2
    look = {"cmap": cmap, "norm": norm, "linewidth": 0, "rasterized": True}
    axes.pcolormesh([_ZERO - half, _ZERO + half], y, grid[:, :1], **look)
    axes.pcolormesh(x, y, grid[:, 1:], **look)


def _axes(axes, title):
    axes.set_title(title, loc="left")
    axes.grid(False)
    axes.set_xticks([_ZERO, -8, -4, 0, 4], ["0", *(f"$10^{{{k}}}$" for k in (-8, -4, 0, 4))])
    powers = (-300, -100, -30, -12, -4)
    odds = [*powers, 0, 4, 12]
    labels = [*(f"$10^{{{k}}}$" for k in powers), "0.5", "$1-10^{-4}$", "$1-10^{-12}$"]
    axes.set_yticks(np.cbrt(odds), labels)


def _legend(figure, grid):
    sides = (_UNSAFE, "too little noise (unsafe)"), (_SAFE, "too much noise (safe)")
    for cmap, label in sides:
        bar = figure.colorbar(
            plt.cm.ScalarMappable(_DIGITS, cmap),
            ax=grid,
            location="bottom",
            shrink=0.6,
            aspect=40,
            extend="both",
            ticks=range(-16, 1, 4),
        )
        bar.ax.set_title(f"relative error of σ, {label}", size=7.5, pad=2)
        bar.ax.set_xticklabels([f"$10^{{{k}}}$" for k in range(-16, 0, 4)] + ["1"])
    marks = [Patch(color=_FAILURE, label="failure"), Patch(color=_HANG, label="hang")]
    figure.legend(handles=marks, loc="outside lower center", ncols=2)
