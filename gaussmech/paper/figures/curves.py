"""Curves of methods and of a parameter's values, their 95 % intervals, and names beside them."""

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import to_hex
from matplotlib.transforms import ScaledTranslation
from scipy.optimize import isotonic_regression

from gaussmech.paper.experiments.summaries import interval
from gaussmech.paper.figures.method_styles import LOOKS, looks_of
from gaussmech.paper.figures.style import SMALL, number

# Ordered shades for the curves of one parameter, from dark to a contrast of 3:1 against white.
# No method has one of them. Epsilon has its own, so a figure with curves of epsilon in one
# panel and of delta in the other does not give one colour two meanings.
SHADES = ["#2A0A4A", "#5B2E9E", "#8A52D0", "#AD7BE6"]
SLATES = ["#101C2B", "#34495E", "#5A7690", "#7B96AD"]
# The part of the colour map viridis that is darker than the palest shade.
DARK_VIRIDIS = 0.55
DASHES = ["-", "--", "-.", ":"]
# At no more places than this, points of several methods stand side by side, this many points of the
# page apart. Their data are those of the table all the same.
FEWEST = 4
POINT_SPACING = 2.5
# Beside the outer places there is room for them: this share of the panel's width.
ROOM = 0.12
NO_LINE = {"linestyle": "none", "label": "_points"}
# Of more places than this, a curve has this many markers; those of coinciding curves alternate.
MARKERS = 7


def rows_of(table, **values):
    """Return the rows of a table that have these values.

    Parameters
    ----------
    table : DataFrame
    **values
        For each column the value that its rows must have.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"hour": [0, 0, 12], "method": ["aGM", "mean", "aGM"]})
    >>> rows_of(table, hour=0, method="aGM").index.tolist()
    [0]
    """
    for column, value in values.items():
        table = table[table[column] == value]
    return table


def spread(values, most):
    """Return at most so many of a list, evenly spread, with both its ends."""
    places = np.linspace(0, len(values) - 1, min(most, len(values))).round().astype(int)
    return [values[place] for place in places]


def shades(count, ramp=SHADES):
    """Return ordered, distinct colours for the curves of one parameter.

    Parameters
    ----------
    count : int
        Number of curves.
    ramp : list of str, optional
        Colours for few curves, from dark to light.

    Returns
    -------
    list of str
        Colours from dark to light, each with a contrast of at least 3:1 against white.
    """
    if count <= len(ramp):
        return ramp[:count]
    colors = colormaps["viridis"](np.linspace(0, DARK_VIRIDIS, count))
    return [to_hex(color) for color in colors]


def each_value(table, column, *, reverse=False):
    """Yield the rows of each value of a column, with a look for their curve.

    Parameters
    ----------
    table : DataFrame
    column : str
        The column whose values have a curve each.
    reverse : bool, optional
        Whether the largest value comes first.

    Yields
    ------
    value, rows, look : float or str, DataFrame, dict
        The value, its rows, and the arguments `color` and `linestyle` of `Axes.plot`.
    """
    values = sorted(table[column].unique(), reverse=reverse)
    colors = shades(len(values), SLATES if column == "epsilon" else SHADES)
    for place, (value, color) in enumerate(zip(values, colors, strict=True)):
        look = {"color": color, "linestyle": DASHES[place % len(DASHES)]}
        yield value, table[table[column] == value], look


def band(axes, rows, x, y, se, color):
    """Shade the 95 % intervals of means.

    Parameters
    ----------
    axes : Axes
    rows : DataFrame
        A row per mean.
    x, y, se : str
        Columns of the places, of the means and of their standard errors.
    color : str
    """
    low, high = interval(rows, y, se)
    axes.fill_between(rows[x], low, high, color=color, alpha=0.25, linewidth=0)


def curves(axes, table, x, y, se):
    """Draw a curve per method, with a band of 95 % intervals.

    At few places, points with bars of several methods stand side by side on the page.

    Parameters
    ----------
    axes : Axes
    table : DataFrame
        A row per method and place.
    x, y, se : str
        Columns of the places, of the means and of their standard errors.

    Returns
    -------
    lines, moved : dict, dict
        The lines by method, in the order of the legend; the points that stand beside their places.
    """
    places = sorted(table[x].unique())
    is_sparse = len(places) <= FEWEST
    drawn = looks_of(table["method"])
    marked = [method for method, look in drawn.items() if look.marker]
    lines = {}
    moved = {}
    if is_sparse:
        axes.margins(x=ROOM)
    for index, (method, look) in enumerate(drawn.items()):
        rows = rows_of(table, method=method).sort_values(x)
        style = look.line_style()
        if is_sparse and method in marked:
            # The line runs through the places themselves; its marker stands in the legend only.
            (lines[method],) = axes.plot(rows[x], rows[y], **style, markevery=[])
            (points,) = axes.plot(rows[x], rows[y], **style | NO_LINE)
            low, high = interval(rows, y, se)
            bars = axes.vlines(rows[x], low, high, color=look.color, linewidth=0.9)
            for artist in (points, bars):
                put_beside(axes, artist, marked.index(method), len(marked))
            moved[method] = points
        else:
            stride = max(1, len(places) // MARKERS)
            style["markevery"] = (index % stride, stride)
            (lines[method],) = axes.plot(rows[x], rows[y], **style)
            band(axes, rows, x, y, se, look.color)
    return lines, moved


def put_beside(axes, artist, index, count):
    """Move one of several artists on the page, so they stand side by side.

    Parameters
    ----------
    axes : Axes
    artist : Artist
        Its data stay as they are.
    index, count : int
        Which one of how many it is, from left to right.
    """
    points = POINT_SPACING * (index - (count - 1) / 2)
    scale = axes.get_figure(root=False).dpi_scale_trans
    artist.set_transform(axes.transData + ScaledTranslation(points / 72, 0, scale))


def mark_outside_theorem(axes, table, x, y, line=None):
    """Redraw the points of cGM at epsilon >= 1 hollow: Theorem 1 does not cover them.

    Parameters
    ----------
    axes : Axes
    table : DataFrame
        A row per method and place, with the columns `method` and `epsilon`.
    x, y : str
        Columns of the places and of the values.
    line : Line2D, optional
        The points of cGM as `curves` drew them, which may be moved on the page.
    """
    rows = table[table["method"] == "cGM"].sort_values(x)
    outside = rows[rows["epsilon"] >= 1]
    if len(outside):
        (points,) = axes.plot(
            outside[x],
            outside[y],
            color=LOOKS["cGM"].color,
            marker="^",
            markerfacecolor="white",
            linestyle="none",
            label="cGM at ε ≥ 1, outside its theorem",
            zorder=3,
        )
        if line is not None:
            points.set_transform(line.get_transform())


def errors_by_dimension(axes, table, epsilon, ylabel):
    """Draw error against dimension at one epsilon.

    Parameters
    ----------
    axes : Axes
    table : DataFrame
        Errors of vectors.
    epsilon : float
    ylabel : str
        Name of the error.

    Returns
    -------
    dict
        The lines by method.
    """
    rows = rows_of(table, epsilon=epsilon)
    lines, moved = curves(axes, rows, "dimension", "error_mean", "error_se")
    mark_outside_theorem(axes, rows, "dimension", "error_mean", moved.get("cGM"))
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="dimension d",
        ylabel=ylabel,
        title=f"ε = {number(epsilon)}",
    )
    return lines


def label_transforms(axes, end=None, title="Transforms"):
    """Label a panel of transforms G, which are drawn from 0 to the epsilon `end`."""
    axes.set(xlabel="ε", ylabel="G(ε)", xlim=(0, end), ylim=(0, None), title=title)


def note(axes, text, at, offset=(0, 0), **look):
    """Write a small text beside a place.

    Parameters
    ----------
    axes : Axes
    text : str
    at : (2,) tuple
        The place, in the coordinates `xycoords` (by default those of the data).
    offset : (2,) tuple, optional
        Where the text stands from there, in points.
    **look
        Further arguments of `Axes.annotate`.
    """
    usual = {"xytext": offset, "textcoords": "offset points", "fontsize": SMALL}
    axes.annotate(text, at, **(usual | look))


def name_curves(axes, names, *, gap=0.055, left=False):
    """Write each curve's name beside its end, with a line to it, moved apart where names would overlap.

    Of all places that are far enough apart, those nearest to the ends are taken, by least squares.

    Parameters
    ----------
    axes : Axes
    names : dict
        For each name (x, y, color) of the curve's end.
    gap : float, optional
        Least distance of two names, in panel heights.
    left : bool, optional
        Whether the names stand on the left of the curves, and end there.
    """
    # From the lowest curve upwards.
    names = dict(sorted(names.items(), key=lambda item: item[1][1]))
    heights = _heights(axes, [y for _, y, _ in names.values()])
    steps = gap * np.arange(len(heights))
    places = isotonic_regression(heights - steps).x + steps
    for (name, (x, _, color)), height, place in zip(
        names.items(), heights, places, strict=True
    ):
        axes.annotate(
            name,
            (x, height),
            xycoords=axes.get_xaxis_transform(),
            xytext=(0.2 if left else 1.05, place),
            textcoords=axes.transAxes,
            color=color,
            fontsize=SMALL,
            va="center",
            ha="right" if left else "left",
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": color,
                "linewidth": 0.5,
                "relpos": (float(left), 0.5),
                "shrinkA": 1,
                "shrinkB": 0,
            },
        )


def _heights(axes, values):
    """Return values of the vertical axis in panel heights, within the panel."""
    inside = np.clip(values, *axes.get_ylim())
    points = np.column_stack((np.ones(len(inside)), inside))
    return (axes.transScale + axes.transLimits).transform(points)[:, 1]
