"""The style of all figures: looks of methods, colours, sizes, and how a figure is rendered."""

import io

import matplotlib
import numpy as np

matplotlib.use("Agg")

import matplotlib.pyplot as plt
from fontTools.subset import Options
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.colors import to_hex
from matplotlib.ticker import LogLocator

from gaussmech.experiments import methods
from gaussmech.experiments.methods import Look

FULL_WIDTH = 7.0  # inches: the text width of a two-column page

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


# A PDF places each glyph itself: rules for setting type need not be embedded, and are slow to cut.
getattr(Options, "_drop_tables_default", []).extend(["GDEF", "GPOS", "GSUB"])

METHODS = {name: method.look for name, method in methods.METHODS.items()}

# The example mechanisms of Liu et al., and the rules of their Table 1.
EXAMPLES = {
    "Laplace": Look("Laplace mechanism", "#E69F00"),
    "SGD": Look("SGD", "#0072B2"),
    "ICEA": Look("ICEA", "#D55E00"),
    "ICEA, rectified": Look("ICEA, clipped and rectified", "#D55E00", "", ":"),
}
RULES = {
    "Advanced": Look("advanced composition", "#D55E00", "^", "-."),
    "GDP": Look("GDP", "#E69F00", "s", "--"),
    "GDP (Lap)": Look("GDP, Laplace mechanism", "#009E73", "D", "--"),
    "GDP summary": Look("GDP summary of the optimum", "#0072B2", "v", ":"),
    "Optimal": Look("optimal (exact)", "#000000", "o"),
}

# Ordered shades for curves of one parameter: readable in grey and by the colour-blind.
SHADES = ["#440154", "#31688E", "#35B779", "#E0A800"]
DASHES = ["-", "--", "-.", ":"]
# A log axis of more decades than this has its ticks every 5, 10, 20 or 50 of them.
MOST_DECADES = 20


def shades(count):
    """Return ordered, distinct colours for curves of one parameter."""
    if count <= len(SHADES):
        return SHADES[:count]
    return [to_hex(color) for color in plt.colormaps["viridis"](np.linspace(0, 0.9, count))]


def curves(axes, table, x, y, se):
    """Draw a curve per method, with a band of two standard errors; return the handles."""
    handles = {}
    for method, look in METHODS.items():
        rows = table[table["method"] == method].sort_values(x)
        if rows.empty:
            continue
        (handles[method],) = axes.plot(rows[x], rows[y], **look.line_style())
        low, high = rows[y] - 2 * rows[se], rows[y] + 2 * rows[se]
        axes.fill_between(rows[x], low, high, color=look.color, alpha=0.25, linewidth=0)
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
    factor = f"{float(mantissa):g}"
    power = f"10^{{{int(exponent)}}}"
    return f"${power}$" if factor == "1" else f"${factor} \\times {power}$"


def letter(axes, index):
    """Put (a), (b), ... before the title of a panel."""
    axes.set_title(f"({'abcdefgh'[index]}) {axes.get_title()}", loc="left")
    axes.set_title("", loc="center")


def legend_below(figure, handles, columns):
    """Draw one legend for all panels, below them."""
    handles = [handle for handle in handles if handle is not None]
    figure.legend(
        handles,
        [handle.get_label() for handle in handles],
        loc="outside lower center",
        ncols=columns,
    )


def inner_legend(axes):
    """Draw a legend among the curves, smaller if it is long."""
    many = len(axes.get_legend_handles_labels()[1]) > 6
    axes.legend(**({"fontsize": 6, "labelspacing": 0.25} if many else {}))


def even_decades(axis):
    """Put the ticks of a long log axis at round powers of ten; Matplotlib would at every 13th."""
    low, high = np.log10(axis.get_view_interval())
    if high - low > MOST_DECADES:
        stride = next((k for k in (5, 10, 20) if (high - low) / k < 8), 50)
        axis.set_major_locator(LogLocator(base=10.0**stride))


def label_source(figure, provenance, hours, settings):
    """Say above the panels what the data of these hours is; a synthetic city must not be missed."""
    if provenance["source"] == "stand-in":
        figure.suptitle(
            f"SYNTHETIC CITY: made-up streets and trips, not New York's data\n{settings}",
            color="#B04A00",
            weight="bold",
            size=8.5,
        )
    else:
        facts = [provenance["hours"][str(hour)] for hour in hours]
        simulated = any(hour["utility_simulation"] for hour in facts)
        note = ", weighted trips: a utility simulation, not a release" if simulated else ""
        # Dollars are the label's own, and begin no formula.
        label = provenance["label"].replace("$", r"\$")
        figure.suptitle(f"{label}{note}\n{settings}", size=8)


def rendered(figure, origin=None):
    """Render a figure as PDF and as PNG: two byte strings, the same every time. Closes it.

    `origin`, what made the figure, goes into the metadata: PDF's Keywords, and a text chunk of
    that name in the PNG.
    """
    keywords = {"Keywords": origin} if origin else {}
    # Laid out once, as the PNG needs it, for both formats.
    figure.dpi = plt.rcParams["savefig.dpi"]
    canvas = FigureCanvasAgg(figure)
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            if axis.get_scale() == "log":
                even_decades(axis)
            _steady(axis)
    figure.get_layout_engine().execute(figure)
    figure.set_layout_engine("none")
    # In memory: Matplotlib's PDF writer hides a full disk behind an error of its own.
    pdf, png = io.BytesIO(), io.BytesIO()
    canvas.print_png(png, metadata={"Software": None} | keywords)
    FigureCanvasPdf(figure).print_pdf(pdf, metadata={"CreationDate": None} | keywords)
    plt.close(figure)
    return [pdf.getvalue(), png.getvalue()]


def _steady(axis):
    """Find an axis's ticks once per size and range: Matplotlib does for each of many uses.

    Labels without text, those of most minor ticks, are hidden: it would measure each of them.
    """
    update, found, hidden = axis._update_ticks, {}, []

    def once():
        key = (*axis.axes.bbox.bounds, *axis.get_view_interval())
        if key not in found:
            for label in hidden:
                label.set_visible(True)
            ticks = update()
            labels = [label for tick in ticks for label in (tick.label1, tick.label2)]
            hidden[:] = [x for x in labels if x.get_visible() and not x.get_text()]
            for label in hidden:
                label.set_visible(False)
            found.clear()
            found[key] = ticks
        return found[key]

    axis._update_ticks = once
