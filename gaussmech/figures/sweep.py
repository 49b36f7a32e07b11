"""Errors over the grid of a sweep: a curve per value, or a panel per pair of values."""

from itertools import takewhile

import numpy as np

from gaussmech.figures.captions import INTERVALS, caption_of
from gaussmech.figures.style import (
    DASHES,
    METHODS,
    curves,
    headline,
    interval,
    legend_below,
    number,
    outer_labels,
    panels,
    shades,
)
from gaussmech.streets.sources import label_of

# Panels in a row of a sweep of one setting.
COLUMNS = 4
# Of more values of a setting than this, so many are drawn.
MOST = 8


def draw(table, provenance=None):
    """Draw the table of a sweep, whose first columns are the swept keys, such as heatmap.delta.

    One key: a panel per method, in which every value has a curve. More: rows are the values of
    the first key, columns those of the others, and every method has a curve. The horizontal axis
    is the dimension, or epsilon for heat maps (root mean square over the hours). `provenance` says
    what the maps show.
    """
    (axis, error), keys = _axes(table), _keys(table)
    reduced = _reduced(table, keys, axis, error)
    drawn = _curves if len(keys) == 1 else _grid
    figure = drawn(reduced, keys[0] if len(keys) == 1 else keys, axis, error)
    if "source" in table:
        made_up = "stand-in" in set(table["source"])
        settings, source = (_cities(table), "stand-in") if made_up else ("", None)
        headline(figure, settings, {"source": source, "label": _cities(table)})
    return figure


def _cities(table):
    """What the maps of a sweep are of."""
    return "; ".join(label_of(source) for source in table["source"].unique())


def _keys(table):
    return list(takewhile(lambda column: column not in ("epsilon", "hour"), table.columns))


def _word(value):
    return value if isinstance(value, str) else number(value)


def _axes(table):
    """The columns of the horizontal and of the vertical axis."""
    return ("dimension", "error") if "dimension" in table else ("epsilon", "rmse")


def _reduced(table, keys, axis, error):
    """Rows of one epsilon for vectors, the middle one; for maps, all hours as one."""
    if axis == "dimension":
        epsilons = np.sort(table["epsilon"].unique())
        return table[table["epsilon"] == epsilons[len(epsilons) // 2]]
    rmse, se = table["rmse_mean"], table["rmse_se"]
    square = table.assign(rmse_mean=rmse**2, rmse_se=(rmse * se) ** 2)
    columns = [*keys, "method", "epsilon"]
    means = square.groupby(columns, sort=False, as_index=False)[["rmse_mean", "rmse_se"]].mean()
    hours, rmse = table["hour"].nunique(), means["rmse_mean"] ** 0.5
    return means.assign(rmse_mean=rmse, rmse_se=(means["rmse_se"] / hours) ** 0.5 / rmse)


def _drawn(values):
    """At most MOST of a list, evenly spread, with both its ends."""
    places = np.linspace(0, len(values) - 1, min(MOST, len(values))).round().astype(int)
    return [values[place] for place in places]


def _curves(table, key, axis, error):
    methods, values = list(table["method"].unique()), _drawn(sorted(table[key].unique()))
    columns = min(COLUMNS, len(methods))
    rows = -(-len(methods) // columns)
    figure, grid = panels(rows, columns, 1.8 * rows + 0.7, sharex=True, sharey=True)
    for panel, method in zip(grid.flat, methods, strict=False):
        handles = []
        for index, (value, color) in enumerate(zip(values, shades(len(values)), strict=True)):
            found = table[(table["method"] == method) & (table[key] == value)].sort_values(axis)
            style = {"color": color, "linestyle": DASHES[index % 4], "marker": "osD^v"[index % 5]}
            handles += panel.plot(found[axis], found[f"{error}_mean"], label=_word(value), **style)
            band = interval(found, f"{error}_mean", f"{error}_se")
            panel.fill_between(found[axis], *band, color=color, alpha=0.2)
        panel.set_title(METHODS[method].label)
    _finish(grid, len(methods), axis, error)
    legend_below(figure, handles, columns=8)
    figure.legends[0].set_title(key)
    return figure


def _grid(table, keys, axis, error):
    first, others = keys[0], keys[1:]
    values = _drawn(sorted(table[first].unique()))
    across = _drawn(table[others].drop_duplicates().sort_values(others).to_dict("records"))
    height = 1.6 * len(values) + 0.9
    figure, grid = panels(len(values), len(across), height, sharex=True, sharey=True)
    for row, value in enumerate(values):
        for column, rest in enumerate(across):
            settings = {first: value} | rest
            found = table
            for key, wanted in settings.items():
                found = found[found[key] == wanted]
            handles = curves(grid[row, column], found, axis, f"{error}_mean", f"{error}_se")
            words = [f"{key.split('.')[-1]} {_word(x)}" for key, x in settings.items()]
            grid[row, column].set_title("\n".join(words), fontsize=7)
    _finish(grid, grid.size, axis, error)
    legend_below(figure, handles.values(), columns=4)
    return figure


def _finish(grid, used, axis, error):
    for panel in grid.flat[used:]:
        panel.set_axis_off()
    for panel in grid.flat[:used]:
        panel.set(xscale="log", yscale="log", ylabel="RMSE" if error == "rmse" else "error")
        panel.set_xlabel("dimension d" if axis == "dimension" else "ε")
    outer_labels(grid)
    # Above an empty panel.
    for panel in grid.flat[max(used - grid.shape[1], 0) : used]:
        panel.set_xlabel("dimension d" if axis == "dimension" else "ε")
        panel.tick_params(labelbottom=True)


def caption(table, provenance=None):
    """Say what the sweep shows, and in which cells the best method's error is least and largest."""
    (axis, error), keys = _axes(table), _keys(table)
    reduced = _reduced(table, keys, axis, error)
    cells = len(table[keys].drop_duplicates())
    least = axis == "epsilon"
    at = reduced[axis].min() if least else reduced[axis].max()
    rows = reduced[reduced[axis] == at]
    best = rows.loc[rows.groupby(keys)[f"{error}_mean"].idxmin()].sort_values(f"{error}_mean")
    ends = []
    for _, row in best.iloc[[0, -1]].iterrows():
        where = ", ".join(f"{key.split('.')[-1]} {_word(row[key])}" for key in keys)
        ends.append(f"{row[f'{error}_mean']:.4g} ({METHODS[row['method']].label}, {where})")
    many = max(table[keys[0]].nunique(), len(table[keys[1:] or keys].drop_duplicates())) > MOST
    return caption_of(
        f"Sweep of {' and '.join(keys)}: {cells} cells",
        f"At {axis} {at:g} the least error of a cell is between {ends[0]} and {ends[1]}.",
        f"Shown at epsilon {reduced['epsilon'].iloc[0]:g}."
        if axis == "dimension"
        else "Root mean square over the hours.",
        f"Of more than {MOST} values, {MOST} are drawn." if many else "",
        f"Maps: {_cities(table)}." if "source" in table else "",
        f"{INTERVALS[0].upper()}{INTERVALS[1:]}. All values are in the sweep's table.",
    )
