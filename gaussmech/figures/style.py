"""The style of all figures: looks of methods, colours, sizes, and how a figure is rendered."""

import io
import textwrap
from contextlib import contextmanager

import matplotlib
import numpy as np

matplotlib.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.colors import to_hex
from matplotlib.ticker import LogFormatterMathtext, LogLocator
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from gaussmech.experiments.summaries import interval
from gaussmech.figures.looks import METHODS

# Inches: the text width of a two-column page, and of one of its columns.
FULL_WIDTH, COLUMN_WIDTH = 7.0, 3.25
_one_column = False

plt.rcParams.update(
    {
        "font.size": 8,
        "axes.titlesize": 8,
        "axes.labelsize": 8,
        "legend.fontsize": 7.5,
        "xtick.labelsize": 7,
        "ytick.labelsize": 7,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.linewidth": 0.6,
        "axes.grid": True,
        "grid.color": "0.9",
        "grid.linewidth": 0.5,
        "lines.linewidth": 1.2,
        "lines.markersize": 3.5,
        "legend.frameon": False,
        "legend.handlelength": 2.6,
        "pdf.fonttype": 42,
        "savefig.dpi": 300,
        "figure.constrained_layout.use": True,
    }
)


# Ordered shades for curves of one parameter: readable in grey and by the colour-blind.
# No method has one of them.
SHADES = ["#2A0A4A", "#6036A0", "#9560D6", "#BE90EE"]
DASHES = ["-", "--", "-.", ":"]
# Points at no more places than this are not joined.
FEWEST = 4
# A log axis of more decades than this has its ticks every 5, 10, 20 or 50 of them.
MOST_DECADES = 20


def shades(count):
    """Return ordered, distinct colours for curves of one parameter."""
    if count <= len(SHADES):
        return SHADES[:count]
    return [to_hex(color) for color in plt.colormaps["viridis"](np.linspace(0, 0.8, count))]


@contextmanager
def column_width():
    """Draw the figures within for one column: panels below each other, text of 7 pt or more."""
    global _one_column
    _one_column = True
    try:
        yield
    finally:
        _one_column = False


def panels(rows, columns, height, *, width=FULL_WIDTH, grid=False, pairs=False, **shared):
    """Return a figure and its panels, an array of `rows` by `columns`.

    For one column all are below each other, unless they are to stay a `grid`; in `pairs` a row for
    each of the `columns`.
    """
    if not _one_column:
        return plt.subplots(rows, columns, figsize=(width, height), squeeze=False, **shared)
    if pairs:
        size = COLUMN_WIDTH, 1.75 * columns + 2.2
        figure, axes = plt.subplots(columns, rows, figsize=size, squeeze=False)
        return figure, axes.T
    if grid:
        size = COLUMN_WIDTH, 2.6 * rows + 1
        return plt.subplots(rows, columns, figsize=size, squeeze=False)
    size = COLUMN_WIDTH, 2.2 * rows * columns + 0.9
    figure, axes = plt.subplots(rows * columns, 1, figsize=size, squeeze=False)
    return figure, axes.reshape(rows, columns)


def outer_labels(axes):
    """Keep the labels of shared axes at the edges of the figure; in one column, all."""
    if not _one_column:
        for panel in axes.flat:
            panel.label_outer(remove_inner_ticks=False)


def small():
    """Return the size of text among curves, in points."""
    return 7 if _one_column else 6.5


def in_one_column():
    """Return whether figures are drawn for one column."""
    return _one_column


def curves(axes, table, x, y, se):
    """Draw a curve per method, with a band of 95 % intervals; return the handles.

    At few places, which no line should join, draw points with bars beside each other.
    """
    handles, places = {}, sorted(table[x].unique())
    shown = [method for method in METHODS if (table["method"] == method).any()]
    step = 0.5 * np.log(min(np.divide(places[1:], places[:-1]), default=10)) / max(len(shown), 1)
    for k, method in enumerate(shown):
        look = METHODS[method]
        rows = table[table["method"] == method].sort_values(x)
        low, high = interval(rows, y, se)
        if len(places) > FEWEST or METHODS[method].marker == "":
            (handles[method],) = axes.plot(rows[x], rows[y], **look.line_style())
            axes.fill_between(rows[x], low, high, color=look.color, alpha=0.25, linewidth=0)
            continue
        beside = rows[x] * np.exp(step * (k - (len(shown) - 1) / 2))
        style = look.line_style() | {"linestyle": "none"}
        (handles[method],) = axes.plot(beside, rows[y], **style)
        axes.vlines(beside, low, high, color=look.color, linewidth=0.9)
    return handles


def mark_outside_theorem(axes, table, x, y):
    """Redraw the points of cGM at epsilon >= 1 hollow: Theorem 1 does not cover them."""
    rows = table[(table["method"] == "cGM") & (table["epsilon"] >= 1)].sort_values(x)
    if rows.empty:
        return None
    (handle,) = axes.plot(
        rows[x],
        rows[y],
        color=METHODS["cGM"].color,
        marker="^",
        markerfacecolor="white",
        linestyle="none",
        label="cGM at ε ≥ 1, outside its theorem",
        zorder=3,
    )
    return handle


def number(value):
    """Return a parameter's value for a label: 0.5, or 10 to a power."""
    text = f"{value:g}"
    if "e" not in text and (value >= 0.001 or value == 0):
        return text
    mantissa, exponent = f"{value:.3e}".split("e")
    factor, power = f"{float(mantissa):g}", power_of_ten(int(exponent))
    return power if factor == "1" else f"{factor} × {power}"


def power_of_ten(exponent):
    """Return 10 to a whole power, as plain text: Matplotlib is slow to typeset mathematics."""
    return "10" + str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def finished(figure, handles=(), columns=4):
    """Return the figure with (a), (b), ... before the titles and one legend below all panels."""
    for letter, panel in zip("abcdefgh", figure.axes, strict=False):
        if panel.axison:
            panel.set_title(f"({letter}) {panel.get_title()}", loc="left")
            panel.set_title("", loc="center")
    if handles := [handle for handle in handles if handle is not None]:
        legend_below(figure, handles, columns)
    return figure


def legend_below(figure, handles, columns):
    """Draw one legend for all panels, below them."""
    labels = [handle.get_label() for handle in handles]
    if _one_column:
        columns = 1 if max(map(len, labels)) > 24 else 2
    figure.legend(handles, labels, loc="outside lower center", ncols=columns)


def inner_legend(axes, **place):
    """Draw a legend among the curves, in their order from the top; smaller if it is long."""
    handles, labels = axes.get_legend_handles_labels()
    # What has no curve of its own, such as the meaning of a dash, comes last.
    curves = {k: line.get_ydata() for k, line in enumerate(handles) if len(line.get_ydata())}
    height = {k: np.nanmedian(y) for k, y in curves.items()}
    order = sorted(range(len(handles)), key=lambda k: -height.get(k, -np.inf))
    small_print = {"fontsize": small(), "labelspacing": 0.25} if len(labels) > 6 else {}
    axes.legend([handles[k] for k in order], [labels[k] for k in order], **place, **small_print)


def even_decades(axis):
    """Put the ticks of a long log axis at round powers of ten; Matplotlib would at every 13th.

    A short one has them at 1, 2 and 5 times a power. None has minor ticks.
    """
    axis.minorticks_off()
    low, high = np.log10(axis.get_view_interval())
    if high - low > MOST_DECADES:
        stride = next((k for k in (5, 10, 20) if (high - low) / k < 8), 50)
        axis.set_major_locator(LogLocator(base=10.0**stride))
    elif high - low < 1:
        plain_ticks(axis)


def plain_ticks(axis):
    """Mark 1, 2 and 5 times powers of ten on a log axis, as plain numbers."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_formatter("")


def headline(figure, settings, provenance=None):
    """Write above the panels what the maps are of, if there are any, and the settings."""
    look = {"size": 8}
    if provenance and provenance["source"] == "stand-in":
        settings = f"SYNTHETIC CITY: made-up streets and trips, no real data\n{settings}"
        look = {"color": "#B04A00", "weight": "bold", "size": 8.5}
    elif provenance:
        settings = f"{provenance['label']}\n{settings}"
    width = 46 if _one_column else 116
    settings = "\n".join(
        part for line in settings.split("\n") for part in textwrap.wrap(line, width)
    )
    figure.suptitle(settings, **look)


def clock(hour):
    """Return an hour of the day in words."""
    return f"{hour}:00 to {hour + 1}:00"


def hour_label(hour, provenance, time=True):
    """Return which days and hour a map is of, or the days alone, and how its trips are counted."""
    facts = provenance["hours"].get(str(hour), {})
    weights, counted = sorted(facts.get("weights", [1.0])), None
    if weights != [1.0]:
        many = " to ".join(times(w) for w in sorted({weights[0], weights[-1]}))
        counted = f"each trip counted {many}"
    words = facts.get("days"), clock(hour) if time else None, facts.get("sample"), counted
    return ", ".join(word for word in words if word)


def times(count):
    """Return how often, in words: once, twice, three times, 2.5 times."""
    known = ["once", "twice", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    if count not in range(1, len(known) + 1):
        return f"{count:g} times"
    return known[int(count) - 1] + " times" * (count > 2)


def rendered(figure, origin=None):
    """Render a figure as PDF and as PNG: two byte strings, the same every time. Closes it.

    `origin`, what made the figure, goes into the metadata: PDF's Keywords, and a text chunk of
    that name in the PNG.
    """
    # Laid out once, as the PNG needs it, for both formats.
    figure.dpi = plt.rcParams["savefig.dpi"]
    canvas = FigureCanvasAgg(figure)
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            if axis.get_scale() == "log":
                even_decades(axis)
                if isinstance(axis.get_major_formatter(), LogFormatterMathtext):
                    axis.set_major_formatter(lambda x, _: power_of_ten(round(np.log10(x))))
    if figure.axes:
        figure.get_layout_engine().execute(figure)
    figure.set_layout_engine("none")
    # In memory: Matplotlib's PDF writer hides a full disk behind an error of its own.
    pdf, png = io.BytesIO(), io.BytesIO()
    canvas.draw()
    keywords, chunks = {}, PngInfo()
    if origin:
        keywords["Keywords"] = origin
        chunks.add_text("Keywords", origin)
    # Opaque and packed less tightly than by print_png: half the time, and no larger.
    image = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    image.save(png, "png", dpi=(figure.dpi,) * 2, pnginfo=chunks, compress_level=3)
    FigureCanvasPdf(figure).print_pdf(pdf, metadata={"CreationDate": None} | keywords)
    plt.close(figure)
    return [pdf.getvalue(), png.getvalue()]
