"""Errors over the grid of a sweep: a curve per value, or a panel per pair of values."""

from itertools import takewhile

import numpy as np

from gaussmech.paper.city.sources import label_of
from gaussmech.paper.figures.captions import caption_of, side_by_side, two_digits
from gaussmech.paper.figures.curves import (
    band,
    curves,
    each_value,
    rows_of,
    spread,
)
from gaussmech.paper.figures.method_styles import looks_of
from gaussmech.paper.figures.style import (
    headline,
    legend_below,
    number,
    outer_labels,
    panels,
)

# A sweep of one setting has so many panels in a row.
COLUMNS = 4
# Of more values of a setting, this many are drawn.
MOST = 8
MARKERS = "osD^v"
LABELS = {
    "dimension": "dimension d",
    "epsilon": "ε",
    "error": "error",
    "rmse": "RMSE",
}


def draw(table, provenance=None):
    """Draw the table of a sweep, whose first columns are the swept keys, such as heatmap.delta.

    One key: a panel per method, in which every value has a curve. More: rows are the values of
    the first key, columns those of the others, and every method has a curve.

    Parameters
    ----------
    table : DataFrame
        The table of a sweep.
    provenance : dict, optional
        What the maps of the run are made from; the cells of a sweep say it themselves.
    """
    keys, axis, error = _structure(table)
    reduced = _reduced(table, keys)
    drawn = _curves if len(keys) == 1 else _grid
    figure = drawn(reduced, keys, axis, error)
    if "source" in table:
        made_up = "stand-in" in set(table["source"])
        source = {"source": "stand-in" if made_up else None, "label": _cities(table)}
        headline(figure, _cities(table) if made_up else "", source)
    return figure


def _cities(table):
    """Return the cities that the maps of a sweep show, in words."""
    return "; ".join(label_of(source) for source in table["source"].unique())


def _structure(table):
    """Return the swept keys, and the columns of the horizontal and of the vertical axis.

    The keys are the columns before `epsilon` or `hour`.
    """
    keys = takewhile(lambda column: column not in ("epsilon", "hour"), table.columns)
    axes = ("dimension", "error") if "dimension" in table else ("epsilon", "rmse")
    return list(keys), *axes


def _words(row, keys):
    """Return each key without its section, and its value in a row."""
    words = []
    for key in keys:
        value = row[key] if isinstance(row[key], str) else number(row[key])
        words.append(f"{key.split('.')[-1]} {value}")
    return words


def _reduced(table, keys):
    """Return the rows that are drawn: of vectors the middle epsilon; of maps all hours as one.

    The error of all hours is the root mean square of theirs.
    """
    if "dimension" in table:
        epsilons = np.sort(table["epsilon"].unique())
        return rows_of(table, epsilon=epsilons[len(epsilons) // 2])
    rmse = table["rmse_mean"]
    squares = table.assign(rmse_mean=rmse**2, rmse_se=(rmse * table["rmse_se"]) ** 2)
    cells = squares.groupby([*keys, "method", "epsilon"], sort=False, as_index=False)
    means = cells[["rmse_mean", "rmse_se"]].mean()
    rmse = means["rmse_mean"] ** 0.5
    # The errors of the hours are independent.
    variance = means["rmse_se"] / table["hour"].nunique()
    return means.assign(rmse_mean=rmse, rmse_se=variance**0.5 / rmse)


def _curves(table, keys, axis, error):
    """Return a figure with a panel per method and a curve per value of the one key."""
    (key,) = keys
    methods = list(table["method"].unique())
    table = table[table[key].isin(spread(sorted(table[key].unique()), MOST))]
    columns = min(COLUMNS, len(methods))
    rows = -(-len(methods) // columns)
    figure, grid = panels(rows, columns, 1.8 * rows + 0.7, sharex=True, sharey=True)
    for panel, method in zip(grid.flat, methods, strict=False):
        handles = []
        for index, (value, part, look) in enumerate(each_value(table, key)):
            part = rows_of(part, method=method).sort_values(axis)
            look["label"] = value if isinstance(value, str) else number(value)
            look["marker"] = MARKERS[index % len(MARKERS)]
            mean, se = f"{error}_mean", f"{error}_se"
            handles += panel.plot(part[axis], part[mean], **look)
            fill = {"color": look["color"], "alpha": 0.2, "linewidth": None}
            band(panel, part, axis, mean, se, **fill)
        panel.set_title(looks_of([method])[method].label)
    _finish(grid, len(methods), axis, error)
    legend_below(figure, handles, columns=8)
    figure.legends[0].set_title(key)
    return figure


def _grid(table, keys, axis, error):
    """Return a figure with a panel per cell of two or more keys and a curve per method."""
    first, *others = keys
    down = spread(sorted(table[first].unique()), MOST)
    combinations = table[others].drop_duplicates().sort_values(others)
    across = spread(combinations.to_dict("records"), MOST)
    shape = len(down), len(across)
    figure, grid = panels(*shape, 1.6 * len(down) + 0.9, sharex=True, sharey=True)
    cells = [{first: value} | rest for value in down for rest in across]
    for panel, cell in zip(grid.flat, cells, strict=True):
        part = rows_of(table, **cell)
        handles, _ = curves(panel, part, axis, f"{error}_mean", f"{error}_se")
        panel.set_title("\n".join(_words(cell, keys)), fontsize=7)
    _finish(grid, grid.size, axis, error)
    legend_below(figure, handles.values(), columns=4)
    return figure


def _finish(grid, used, axis, error):
    """Label the axes of the panels that are used, and empty the others."""
    for panel in grid.flat[used:]:
        panel.set_axis_off()
    for panel in grid.flat[:used]:
        panel.set(xscale="log", yscale="log", xlabel=LABELS[axis], ylabel=LABELS[error])
    outer_labels(grid)
    # Above an empty panel.
    for panel in grid.flat[max(used - grid.shape[1], 0) : used]:
        panel.set_xlabel(LABELS[axis])
        panel.tick_params(labelbottom=True)


def caption(table, provenance=None):
    """Return what the sweep shows, and in which cells the best error is smallest and largest.

    Parameters
    ----------
    table : DataFrame
        The table of a sweep.
    provenance : dict, optional
        What the maps of the run are made from.
    """
    keys, axis, error = _structure(table)
    reduced = _reduced(table, keys)
    at = reduced[axis].min() if axis == "epsilon" else reduced[axis].max()
    rows = rows_of(reduced, **{axis: at})
    mean = f"{error}_mean"
    best = rows.loc[rows.groupby(keys)[mean].idxmin()].sort_values(mean)
    ends = []
    for _, row in best.iloc[[0, -1]].iterrows():
        method = row["method"]
        words = ", ".join([looks_of([method])[method].label, *_words(row, keys)])
        ends.append(f"{two_digits(row[mean])} ({words})")
    values = table[keys[0]].nunique()
    others = len(table[keys[1:] or keys].drop_duplicates())
    is_reduced = max(values, others) > MOST
    about = "Root mean square over the hours."
    if axis == "dimension":
        about = f"Shown at epsilon {reduced['epsilon'].iloc[0]:g}."
    return caption_of(
        f"Sweep of {' and '.join(keys)}: {len(table[keys].drop_duplicates())} cells",
        f"At {axis} {at:g} the smallest error of a cell is between {ends[0]} and {ends[1]}.",
        about,
        side_by_side(table, axis) if len(keys) > 1 else "",
        f"Of more than {MOST} values, {MOST} are drawn." if is_reduced else "",
        f"Maps: {_cities(table)}." if "source" in table else "",
        "Means have 95 % intervals. All values are in the sweep's table.",
    )
