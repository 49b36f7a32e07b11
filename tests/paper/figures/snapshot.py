"""What every figure shows, as numbers and texts: `python -m tests.paper.figures.snapshot` rewrites it.

A snapshot of a figure is a list of rows: its size and texts, then of each panel its scale and limits,
its texts with their places, and its lines, points, areas and streets with their looks. Long arrays
are thinned, and their moments kept. Numbers have tolerances, so that another processor or another
version of Matplotlib passes.
"""

import json
from difflib import ndiff
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex
from matplotlib.ticker import FixedFormatter, FuncFormatter

from gaussmech.paper.figures.style import house_style
from tests.paper.figures.small_tables import cases

FILE = Path(__file__).parents[2] / "reference/figures.json"
# An array of more numbers is thinned to KEPT of them and its moments.
LONGEST = 16
KEPT = 6
RELATIVE = 1e-5


def rounded(values):
    """Return numbers with seven digits; those of a long array thinned, and then its moments.

    The last moment weights numbers by their place, so it falls when two of them change places.
    """
    values = np.ma.filled(np.ma.asarray(values, float), np.nan).ravel()
    if len(values) > LONGEST:
        finite = np.nan_to_num(values, posinf=0, neginf=0)
        places = np.linspace(0, 1, len(values))
        moments = [len(values), finite.mean(), finite.std(), (finite * places).mean()]
        thinned = values[np.linspace(0, len(values) - 1, KEPT).astype(int)]
        values = [*thinned, finite.min(), finite.max(), *moments]
    return [float(f"{value:.7g}") for value in values]


def moved(artist, panel):
    """Return how far, in points, an artist stands from its place in the data."""
    transform = artist.get_transform()
    if not all(transform.contains_branch_seperately(panel.transData)):
        return []
    apart = transform.transform([(1, 1)]) - panel.transData.transform([(1, 1)])
    return rounded(apart * 72 / panel.figure.dpi)


def of_line(line, panel):
    label = line.get_label()
    return [
        "line",
        "" if label.startswith("_") else label,
        to_hex(line.get_color(), keep_alpha=True),
        line.get_linestyle(),
        str(line.get_marker()),
        to_hex(line.get_markerfacecolor()),
        str(line.get_markevery()),
        line.get_linewidth(),
        line.get_zorder(),
        moved(line, panel),
        rounded(line.get_xydata()),
    ]


def of_collection(collection, panel):
    colors = [*collection.get_facecolor()[:1], *collection.get_edgecolor()[:1]]
    is_lines = isinstance(collection, LineCollection)
    paths = [path.vertices for path in collection.get_paths()]
    row = [
        type(collection).__name__.removeprefix("FillBetween"),
        *(to_hex(color, keep_alpha=True) for color in colors),
        moved(collection, panel),
        rounded(collection.get_offsets()),
        rounded(np.concatenate(collection.get_segments() if is_lines else paths)),
    ]
    if collection.get_array() is not None:
        row += [rounded(collection.get_array()), rounded(collection.get_clim())]
        row.append(rounded(collection.norm([0, 1, 10])))
        row.append(rounded(collection.cmap([0.0, 0.5, 1.0])))
    return row


def of_patch(patch):
    places = [rounded(patch.get_path().vertices)]
    places.append(rounded(patch.get_patch_transform()))
    colors = [to_hex(patch.get_facecolor()), to_hex(patch.get_edgecolor())]
    return [type(patch).__name__, *colors, *places]


def of_text(text):
    place = getattr(text, "xy", None) or text.get_position()
    anchor = getattr(text, "xyann", ())
    look = [to_hex(text.get_color()), text.get_ha(), text.get_va()]
    return ["text", text.get_text(), *look, rounded([*place, *anchor])]


def of_legend(legend):
    handles = []
    for handle in legend.legend_handles:
        is_line = hasattr(handle, "get_color")
        color = handle.get_color() if is_line else handle.get_facecolor()
        handles.append(f"{to_hex(color)} {getattr(handle, 'get_marker', str)()}")
    texts = [text.get_text() for text in legend.get_texts()]
    return ["legend", legend.get_title().get_text(), *texts, *handles]


def of_axis(axis):
    row = [axis.axis_name, axis.get_scale(), axis.label.get_text()]
    row += [axis.label.get_visible(), axis.get_inverted()]
    formatter = axis.get_major_formatter()
    if isinstance(formatter, FixedFormatter | FuncFormatter):
        row += [label.get_text() for label in axis.get_ticklabels()]
    return [*row, rounded(axis.get_view_interval())]


def of_panel(panel):
    """Yield the rows of a panel and of those within it."""
    if panel.get_label() == "<colorbar>":
        labels = panel.get_xlabel(), panel.get_ylabel()
        yield ["scale", *labels, rounded(panel.get_xlim())]
        return
    titles = [panel.get_title(loc=side) for side in ("left", "center", "right")]
    yield ["panel", panel.axison, *titles]
    yield of_axis(panel.xaxis)
    yield of_axis(panel.yaxis)
    for line in panel.lines:
        yield of_line(line, panel)
    for collection in panel.collections:
        yield of_collection(collection, panel)
    for patch in panel.patches:
        yield of_patch(patch)
    for image in panel.images:
        yield ["image", rounded(image.get_array()), rounded(image.get_extent())]
    for text in panel.texts:
        yield of_text(text)
    if panel.get_legend():
        yield of_legend(panel.get_legend())
    for inner in panel.child_axes:
        yield from of_panel(inner)


def of_figure(figure):
    """Return the rows of a figure."""
    rows = [["figure", rounded(figure.get_size_inches())]]
    rows += [of_text(text) for text in figure.texts]
    rows += [of_legend(legend) for legend in figure.legends]
    for panel in figure.axes:
        rows += of_panel(panel)
    return rows


@cache
def drawing(name):
    """Return a case's figure, which is drawn once in a process, and its caption."""
    figure, tables = cases()[name]
    module = import_module(f"gaussmech.paper.figures.{figure}")
    with house_style():
        return module.draw(**tables), module.caption(**tables)


@cache
def rows_of(name):
    """Return the caption and the rows of a case, as they are read from a file."""
    figure, caption = drawing(name)
    rows = [["caption", *caption.splitlines()], *of_figure(figure)]
    return json.loads(json.dumps(rows, default=bool))


def taken(name):
    """Return the snapshot of a case: of a figure with other data, the rows that these change."""
    figure, _, case = name.partition(",")
    return [row for row in rows_of(name) if not case or row not in rows_of(figure)]


def texts_of(row):
    """Return the texts of a row, and how many numbers stand between them."""
    cells = ["" if isinstance(cell, float) else cell for cell in row]
    return str([len(cell) if isinstance(cell, list) else cell for cell in cells])


def numbers_of(row):
    """Return the numbers of a row."""
    cells = [cell for cell in row if isinstance(cell, list | float)]
    return np.hstack([[], *cells]).astype(float)


def has_same_numbers(old, new):
    """Return whether the numbers of two rows are equal, but for rounding.

    Numbers that are 0 but for rounding are compared with the largest number.
    """
    old, new = numbers_of(old), numbers_of(new)
    zero = 1e-9 * np.abs(old[np.isfinite(old)]).max(initial=0)
    return np.allclose(new, old, RELATIVE, RELATIVE * zero, equal_nan=True)


def differences(old, new):
    """Return in lines what is different in two snapshots: texts and looks, or else numbers."""
    lines = ndiff([texts_of(row) for row in old], [texts_of(row) for row in new])
    lines = [line for line in lines if line.startswith(("- ", "+ "))]
    if lines:
        return lines
    pairs = zip(old, new, strict=True)
    return [f"{a} is now {b}" for a, b in pairs if not has_same_numbers(a, b)]


def main():
    """Rewrite the figures that are different; git shows what moved."""
    old = json.loads(FILE.read_text("utf-8"))
    parts = []
    for name in cases():
        rows = taken(name)
        if name in old and not differences(old[name], rows):
            # The bytes stay: on another processor last digits would change.
            rows = old[name]
        lines = [
            json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows
        ]
        body = ",\n".join(lines)
        parts.append(f"{json.dumps(name)}:[\n{body}\n]")
    FILE.write_text("{" + ",\n".join(parts) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
