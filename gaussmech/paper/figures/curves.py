"""Curves of methods and of a parameter's values, their 95 % intervals, and names beside them."""

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import to_hex

from gaussmech.paper.experiments.summaries import interval
from gaussmech.paper.figures.looks import METHODS
from gaussmech.paper.figures.style import number, small

# Ordered shades for curves of one parameter: readable in grey and by the colour-blind.
# No method has one of them.
SHADES = ["#2A0A4A", "#6036A0", "#9560D6", "#BE90EE"]
DASHES = ["-", "--", "-.", ":"]
# Points at no more places than this are not joined.
FEWEST = 4


def shades(count):
    """Return ordered, distinct colours for curves of one parameter."""
    if count <= len(SHADES):
        return SHADES[:count]
    return [to_hex(color) for color in colormaps["viridis"](np.linspace(0, 0.8, count))]


def each_value(table, column, *, reverse=False):
    """Yield the values of a column in order, each with its rows and a colour and dash for them."""
    values = sorted(table[column].unique(), reverse=reverse)
    for k, (value, color) in enumerate(zip(values, shades(len(values)), strict=True)):
        look = {"color": color, "linestyle": DASHES[k % len(DASHES)]}
        yield value, table[table[column] == value], look


def band(axes, rows, x, y, se, color, alpha=0.25, linewidth=0):
    """Shade the 95 % intervals of means, standard errors of which are in the column `se`."""
    low, high = interval(rows, y, se)
    axes.fill_between(rows[x], low, high, color=color, alpha=alpha, linewidth=linewidth)


def curves(axes, table, x, y, se):
    """Draw a curve per method, with a band of 95 % intervals; return the lines by method.

    At few places, which no line should join, draw points with bars beside each other.
    """
    lines, places = {}, sorted(table[x].unique())
    shown = [method for method in METHODS if (table["method"] == method).any()]
    step = 0.5 * np.log(min(np.divide(places[1:], places[:-1]), default=10)) / max(len(shown), 1)
    for k, method in enumerate(shown):
        look, rows = METHODS[method], table[table["method"] == method].sort_values(x)
        if len(places) > FEWEST or not look.marker:
            (lines[method],) = axes.plot(rows[x], rows[y], **look.line_style())
            band(axes, rows, x, y, se, look.color)
            continue
        beside = rows[x] * np.exp(step * (k - (len(shown) - 1) / 2))
        (lines[method],) = axes.plot(beside, rows[y], **look.line_style() | {"linestyle": "none"})
        axes.vlines(beside, *interval(rows, y, se), color=look.color, linewidth=0.9)
    return lines


def mark_outside_theorem(axes, table, x, y):
    """Redraw the points of cGM at epsilon >= 1 hollow: Theorem 1 does not cover them."""
    rows = table[(table["method"] == "cGM") & (table["epsilon"] >= 1)].sort_values(x)
    if not rows.empty:
        look = {"color": METHODS["cGM"].color, "marker": "^", "markerfacecolor": "white"}
        label = "cGM at ε ≥ 1, outside its theorem"
        axes.plot(rows[x], rows[y], linestyle="none", label=label, zorder=3, **look)


def errors_by_dimension(axes, table, epsilon, ylabel):
    """Draw error against dimension at one epsilon; return the lines by method."""
    rows = table[table["epsilon"] == epsilon]
    lines = curves(axes, rows, "dimension", "error_mean", "error_se")
    mark_outside_theorem(axes, rows, "dimension", "error_mean")
    axes.set(xscale="log", yscale="log", xlabel="dimension d", ylabel=ylabel)
    axes.set_title(f"ε = {number(epsilon)}")
    return lines


def note(axes, text, at, offset=(0, 0), **look):
    """Write a small text `offset` points from a place."""
    look = {"xytext": offset, "textcoords": "offset points", "fontsize": small()} | look
    axes.annotate(text, at, **look)


def name_curves(axes, names, *, gap=0.055, right=1.05):
    """Write each curve's name at its right end, moved apart where names would overlap.

    `names` maps a label to (x, y, color) of that end; `gap` is their distance in panel heights.
    """
    scale = np.log if axes.get_yscale() == "log" else np.asarray
    low, high = axes.get_ylim()
    places = {
        name: float((scale(np.clip(y, low, high)) - scale(low)) / (scale(high) - scale(low)))
        for name, (_, y, _) in names.items()
    }
    order = sorted(places, key=lambda name: (places[name], names[name][1]))
    for name, place in zip(order, _apart([places[name] for name in order], gap), strict=True):
        x, _, color = names[name]
        # Not clipped at the text, which it does not cross: Matplotlib bisects for that.
        line = {"arrowstyle": "-", "color": color, "linewidth": 0.4, "relpos": (0, 0.5)}
        line |= {"patchA": None, "shrinkA": 2, "shrinkB": 0}
        where = {"xycoords": axes.get_xaxis_transform(), "textcoords": "axes fraction"}
        look = {"color": color, "va": "center", "annotation_clip": False, "arrowprops": line}
        note(axes, name, (x, places[name]), (right, place), **where, **look)


def _apart(places, gap):
    """Ascending places moved as little as a few sweeps find, to be `gap` apart."""
    at = np.array(places, float)
    for _ in range(200):
        for k in range(len(at) - 1):
            short = gap - (at[k + 1] - at[k])
            if short > 0:
                at[k] -= short / 2
                at[k + 1] += short / 2
    return at.tolist()
