"""The style of all figures: sizes, panels, labels, legends, and how a figure is rendered."""

import io
import textwrap
from contextlib import contextmanager

import matplotlib
import numpy as np

matplotlib.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.ticker import LogFormatterMathtext, LogLocator
from PIL import Image
from PIL.PngImagePlugin import PngInfo

# Inches: the text width of a two-column page, and of one of its columns.
FULL_WIDTH, COLUMN_WIDTH = 7.0, 3.25
_one_column = False

plt.rc("font", size=8)
plt.rc("axes", titlesize=8, labelsize=8, linewidth=0.6, grid=True)
plt.rc("axes.spines", top=False, right=False)
plt.rc("grid", color="0.9", linewidth=0.5)
plt.rc(("xtick", "ytick"), labelsize=7)
plt.rc("lines", linewidth=1.2, markersize=3.5)
plt.rc("legend", fontsize=7.5, frameon=False, handlelength=2.6)
plt.rc("figure.constrained_layout", use=True)
plt.rc("savefig", dpi=300)
plt.rc("pdf", fonttype=42)

# A log axis of more decades than this has its ticks every 5, 10, 20 or 50 of them.
MOST_DECADES = 20


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

    In one column all are below each other, unless they stay a `grid`, or `pairs`: a row for each.
    """
    if not _one_column:
        return plt.subplots(rows, columns, figsize=(width, height), squeeze=False, **shared)
    shape, height = (rows * columns, 1), 2.2 * rows * columns + 0.9
    if grid:
        shape, height = (rows, columns), 2.6 * rows + 1
    elif pairs:
        shape, height = (columns, rows), 1.75 * columns + 2.2
    figure, axes = plt.subplots(*shape, figsize=(COLUMN_WIDTH, height), squeeze=False)
    return figure, axes.T if pairs else axes.reshape(rows, columns)


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


def number(value):
    """Return a parameter's value for a label: 0.5, or 10 to a power."""
    text = f"{value:g}".replace("-", "−")
    if "e" not in text and (abs(value) >= 0.001 or value == 0):
        return text
    mantissa, exponent = f"{value:.3e}".split("e")
    factor, power = f"{float(mantissa):g}", power_of_ten(int(exponent))
    return power if factor == "1" else f"{factor} × {power}"


def power_of_ten(exponent):
    """Return 10 to a whole power, as plain text: Matplotlib is slow to typeset mathematics."""
    return "10" + str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def finished(figure, handles=None, columns=None):
    """Return the figure with (a), (b), ... before the titles and, in `columns`, a legend below."""
    for letter, panel in zip("abcdefgh", figure.axes, strict=False):
        if panel.axison:
            panel.set_title(f"({letter}) {panel.get_title()}", loc="left")
            panel.set_title("", loc="center")
    if columns:
        legend_below(figure, labelled(figure.axes) if handles is None else handles, columns)
    return figure


def labelled(axes, last=None):
    """Return what is labelled in panels without a legend: one of each label, `last` at the end."""
    found = {}
    for panel in axes:
        if panel.get_legend() is None:
            handles, labels = panel.get_legend_handles_labels()
            found |= zip(labels, handles, strict=True)
    return sorted(found.values(), key=lambda handle: handle.get_label() == last)


def legend_below(figure, handles, columns):
    """Draw one legend for all panels, below them."""
    labels = [handle.get_label() for handle in handles]
    if _one_column and labels:
        columns = 1 if max(map(len, labels)) > 24 else 2
    figure.legend(handles, labels, loc="outside lower center", ncols=columns)


def inner_legend(axes, **place):
    """Draw a legend among the curves, in their order from the top; smaller if it is long."""
    handles, labels = axes.get_legend_handles_labels()
    # What has no curve of its own, such as the meaning of a dash, comes last.
    heights = [line.get_ydata() if len(line.get_ydata()) else [-np.inf] for line in handles]
    order = sorted(range(len(handles)), key=lambda k: -np.nanmedian(heights[k]))
    small_print = {"fontsize": small(), "labelspacing": 0.25} if len(labels) > 6 else {}
    axes.legend([handles[k] for k in order], [labels[k] for k in order], **place, **small_print)


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
    """Mark 1, 2 and 5 times powers of ten on a log axis, as plain numbers."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_formatter("")


def headline(figure, settings, provenance=None):
    """Write above the panels what the maps are of, if there are any, and the settings."""
    look, lines = {"size": 8}, settings.split("\n")
    if provenance and provenance["source"] == "stand-in":
        lines.insert(0, "SYNTHETIC CITY: made-up streets and trips, no real data")
        look = {"color": "#B04A00", "weight": "bold", "size": 8.5}
    elif provenance:
        lines.insert(0, provenance["label"])
    width = 46 if _one_column else 116
    text = "\n".join(part for line in lines for part in textwrap.wrap(line, width))
    figure.suptitle(text, **look)


def rendered(figure, origin=None):
    """Render a figure as PDF and as PNG, the same bytes every time; `origin` is kept in both."""
    # Laid out once, as the PNG needs it, for both formats.
    figure.dpi = plt.rcParams["savefig.dpi"]
    canvas = FigureCanvasAgg(figure)
    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
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
    keywords, chunks = {"Keywords": origin} if origin else {}, PngInfo()
    for name, text in keywords.items():
        chunks.add_text(name, text)
    # Opaque and packed less tightly than by print_png: half the time, and no larger.
    image = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    image.save(png, "png", dpi=(figure.dpi,) * 2, pnginfo=chunks, compress_level=3)
    FigureCanvasPdf(figure).print_pdf(pdf, metadata={"CreationDate": None} | keywords)
    plt.close(figure)
    return [pdf.getvalue(), png.getvalue()]
