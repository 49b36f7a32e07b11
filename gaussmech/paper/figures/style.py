"""The style of all figures: sizes, panels, labels, legends, and how a figure is rendered.

A figure is drawn within `house_style`, and so is its rendering: Matplotlib's own settings, which
belong to whoever imports this module, stay as they are.
"""

import io
import textwrap
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib import font_manager
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.figure import Figure
from matplotlib.ticker import LogFormatterMathtext, LogLocator

from gaussmech.paper.figures.method_styles import WARNING

# Inches: the text width of a two-column page.
FULL_WIDTH = 7.0
# Characters of a headline that fit into this width.
LINE_WIDTH = 116
# Points: the size of text among curves.
SMALL = 6.5
# Dots per inch of the PNG.
RESOLUTION = 300
# DejaVu Sans with the signs of figures only (tools/reduce_font.py). Matplotlib reduces it again for
# each PDF, which takes a fifth of the time of drawing with the whole font; and which DejaVu Sans it
# would find depends on the fonts of the machine.
for name in ("FigureSans.ttf", "FigureSans-Bold.ttf"):
    font_manager.fontManager.addfont(Path(__file__).with_name(name))
# A log axis of more decades than this has its ticks every 5, 10, 20 or 50 decades.
MOST_DECADES = 20
# A log axis over less than this factor has more ticks than at 1, 2 and 5.
SHORT = 4.0


def house_style():
    """Draw and render the figures within in the style of all figures, not in the user's own."""
    return matplotlib.rc_context(fname=Path(__file__).with_name("house.mplstyle"))


def panels(rows, columns, height, **shared):
    """Return a figure and its panels.

    Parameters
    ----------
    rows, columns : int
    height : float
        Inches.
    **shared
        Arguments of `Figure.subplots`, such as `sharey`.
    """
    figure = Figure(figsize=(FULL_WIDTH, height))
    return figure, figure.subplots(rows, columns, squeeze=False, **shared)


def outer_labels(axes):
    """Keep the labels of shared axes at the edges of the figure."""
    for panel in axes.flat:
        panel.label_outer(remove_inner_ticks=False)


def number(value):
    """Return a parameter's value for a label.

    Examples
    --------
    >>> number(0.5), number(1e-6), number(-2.0)
    ('0.5', '10⁻⁶', '−2')
    """
    text = f"{value:g}".replace("-", "−")
    if "e" not in text and (abs(value) >= 0.001 or value == 0):
        return text
    mantissa, exponent = f"{value:.3e}".split("e")
    factor = f"{float(mantissa):g}"
    power = power_of_ten(int(exponent))
    return power if factor == "1" else f"{factor} × {power}"


def power_of_ten(exponent):
    """Return 10 to a whole power, as plain text: Matplotlib is slow to typeset mathematics."""
    return "10" + str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def finished(figure, handles=None, columns=None):
    """Return the figure with (a), (b), ... before the titles and, if wanted, a legend below.

    Parameters
    ----------
    figure : Figure
    handles : list, optional
        What the legend names; by default whatever is labelled in panels without a legend.
    columns : int, optional
        Columns of the legend; without, there is no legend.
    """
    for letter, panel in zip("abcdefgh", figure.axes, strict=False):
        if panel.axison:
            panel.set_title(f"({letter}) {panel.get_title()}", loc="left")
            panel.set_title("", loc="center")
    if columns:
        legend_below(figure, handles or labelled(figure.axes), columns)
    return figure


def labelled(axes):
    """Return what is labelled in panels without a legend: one of each label.

    Parameters
    ----------
    axes : iterable of Axes

    Returns
    -------
    list
        Handles for a legend.
    """
    unique: dict[str, object] = {}
    for panel in axes:
        if panel.get_legend() is None:
            handles, labels = panel.get_legend_handles_labels()
            unique |= zip(labels, handles, strict=True)
    return list(unique.values())


def legend_below(figure, handles, columns):
    """Draw one legend for all panels, below them.

    Parameters
    ----------
    figure : Figure
    handles : list
    columns : int
        Columns of the legend.
    """
    figure.legend(handles=handles, loc="outside lower center", ncols=columns)


def inner_legend(axes, **place):
    """Draw a legend among the curves, in their order from the top; smaller if it is long.

    Parameters
    ----------
    axes : Axes
    **place
        Arguments of `Axes.legend`, such as `loc`.
    """

    def height(line):
        values = line.get_ydata()
        # What has no curve of its own, such as the meaning of a dash, comes last.
        return np.nanmedian(values) if len(values) else -np.inf

    handles, _ = axes.get_legend_handles_labels()
    if len(handles) > 6:
        place |= {"fontsize": SMALL, "labelspacing": 0.25}
    axes.legend(handles=sorted(handles, key=height, reverse=True), **place)


def even_decades(axis):
    """Put the ticks of a long log axis at round powers of ten; Matplotlib would at every 13th."""
    axis.minorticks_off()
    low, high = np.log10(axis.get_view_interval())
    if high - low > MOST_DECADES:
        stride = next((k for k in (5, 10, 20) if (high - low) / k < 8), 50)
        axis.set_major_locator(LogLocator(base=10.0**stride))
    elif high - low < 1:
        plain_ticks(axis)


def plain_ticks(axis):
    """Mark round numbers on a log axis: 1, 2 and 5 times powers of ten, or more of a short axis."""
    low, high = axis.get_view_interval()
    marks = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8) if high < SHORT * low else (1, 2, 5)
    axis.set_major_locator(LogLocator(subs=marks))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_formatter("")


def headline(figure, settings, provenance=None):
    """Write above the panels what the maps are of, if there are any, and the settings.

    Parameters
    ----------
    figure : Figure
    settings : str
        Lines of text.
    provenance : dict, optional
        What the maps are made from.
    """
    look: dict[str, object] = {"size": 8}
    lines = settings.split("\n")
    if provenance and provenance["source"] == "stand-in":
        lines.insert(0, "SYNTHETIC CITY: made-up streets and trips, no real data")
        look = {"color": WARNING, "weight": "bold", "size": 8.5}
    elif provenance:
        lines.insert(0, provenance["label"])
    wrapped = [textwrap.fill(line, LINE_WIDTH) for line in lines]
    figure.suptitle("\n".join(wrapped), **look)


def rendered(figure, origin=None):
    """Render a figure as PDF and as PNG, the same bytes every time.

    Parameters
    ----------
    figure : Figure
    origin : str, optional
        What the figure is made from, which both files keep.

    Returns
    -------
    list of bytes
        The PDF and the PNG.
    """
    # Laid out once, as the PNG needs it, for both formats.
    figure.dpi = RESOLUTION
    canvas = FigureCanvasAgg(figure)
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            if axis.get_scale() == "log":
                even_decades(axis)
                if isinstance(axis.get_major_formatter(), LogFormatterMathtext):
                    axis.set_major_formatter(
                        lambda x, _: power_of_ten(round(np.log10(x)))
                    )
    if figure.axes:
        figure.get_layout_engine().execute(figure)
    figure.set_layout_engine("none")
    # In memory: Matplotlib's PDF writer hides a full disk behind an error of its own.
    pdf = io.BytesIO()
    png = io.BytesIO()
    metadata = {"Keywords": origin}
    # Compression at a lower level than the default takes half the time.
    canvas.print_png(png, metadata=metadata, pil_kwargs={"compress_level": 3})
    FigureCanvasPdf(figure).print_pdf(pdf, metadata=metadata | {"CreationDate": None})
    return [pdf.getvalue(), png.getvalue()]
