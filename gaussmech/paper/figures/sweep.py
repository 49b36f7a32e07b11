"""Errors over the grid of a sweep: a curve per value, or a panel per pair of values."""

from itertools import takewhile

import numpy as np

from gaussmech.paper.city.sources import label_of
from gaussmech.paper.figures.captions import INTERVALS, caption_of
from gaussmech.paper.figures.curves import band, curves, each_value
from gaussmech.paper.figures.looks import METHODS
from gaussmech.paper.figures.style import headline, legend_below, number, outer_labels, panels

COLUMNS = 4  # panels in a row of a sweep of one setting
MOST = 8  # of more values of a setting, so many are drawn
LABELS = {"dimension": "dimension d", "epsilon": "ε", "error": "error", "rmse": "RMSE"}


def draw(table, provenance=None):
    """Draw the table of a sweep, whose first columns are the swept keys, such as heatmap.delta.

    One key: a panel per method, in which every value has a curve. More: rows are the values of
    the first key, columns those of the others, and every method has a curve.
    """
    (axis, error), keys = _axes(table), _keys(table)
    reduced = _reduced(table, keys, axis, error)
    figure = (_curves if len(keys) == 1 else _grid)(reduced, keys, axis, error)
    if "source" in table:
        made_up = "stand-in" in set(table["source"])
        source = {"source": "stand-in" if made_up else None, "label": _cities(table)}
        headline(figure, _cities(table) if made_up else "", source)
    return figure


def _cities(table):
    """What the maps of a sweep are of."""
    return "; ".join(label_of(source) for source in table["source"].unique())


def _keys(table):
    return list(takewhile(lambda column: column not in ("epsilon", "hour"), table.columns))


def _said(row, keys):
    """Each key without its section, and its value in a row."""
    values = [row[key] if isinstance(row[key], str) else number(row[key]) for key in keys]
    return [f"{key.split('.')[-1]} {value}" for key, value in zip(keys, values, strict=True)]


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


def _curves(table, keys, axis, error):
    (key,), methods = keys, list(table["method"].unique())
    table = table[table[key].isin(_drawn(sorted(table[key].unique())))]
    columns = min(COLUMNS, len(methods))
    rows = -(-len(methods) // columns)
    figure, grid = panels(rows, columns, 1.8 * rows + 0.7, sharex=True, sharey=True)
    for panel, method in zip(grid.flat, methods, strict=False):
        handles = []
        for index, (value, found, look) in enumerate(each_value(table, key)):
            found = found[found["method"] == method].sort_values(axis)
            label = value if isinstance(value, str) else number(value)
            look |= {"marker": "osD^v"[index % 5], "label": label}
            handles += panel.plot(found[axis], found[f"{error}_mean"], **look)
            means = found, axis, f"{error}_mean", f"{error}_se"
            band(panel, *means, look["color"], alpha=0.2, linewidth=None)
        panel.set_title(METHODS[method].label)
    _finish(grid, len(methods), axis, error)
    legend_below(figure, handles, columns=8)
    figure.legends[0].set_title(key)
    return figure


def _grid(table, keys, axis, error):
    first, others = keys[0], keys[1:]
    down = _drawn(sorted(table[first].unique()))
    across = _drawn(table[others].drop_duplicates().sort_values(others).to_dict("records"))
    height = 1.6 * len(down) + 0.9
    figure, grid = panels(len(down), len(across), height, sharex=True, sharey=True)
    cells = [{first: value} | rest for value in down for rest in across]
    for panel, cell in zip(grid.flat, cells, strict=True):
        found = table[np.all([table[key] == value for key, value in cell.items()], axis=0)]
        handles = curves(panel, found, axis, f"{error}_mean", f"{error}_se")
        panel.set_title("\n".join(_said(cell, keys)), fontsize=7)
    _finish(grid, grid.size, axis, error)
    legend_below(figure, handles.values(), columns=4)
    return figure


def _finish(grid, used, axis, error):
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
    """Say what the sweep shows, and in which cells the best method's error is least and largest."""
    (axis, error), keys = _axes(table), _keys(table)
    reduced = _reduced(table, keys, axis, error)
    at = reduced[axis].min() if axis == "epsilon" else reduced[axis].max()
    rows = reduced[reduced[axis] == at]
    best = rows.loc[rows.groupby(keys)[f"{error}_mean"].idxmin()].sort_values(f"{error}_mean")
    ends = []
    for _, row in best.iloc[[0, -1]].iterrows():
        words = METHODS[row["method"]].label, *_said(row, keys)
        ends.append(f"{row[f'{error}_mean']:.4g} ({', '.join(words)})")
    many = max(table[keys[0]].nunique(), len(table[keys[1:] or keys].drop_duplicates())) > MOST
    about = "Root mean square over the hours."
    if axis == "dimension":
        about = f"Shown at epsilon {reduced['epsilon'].iloc[0]:g}."
    return caption_of(
        f"Sweep of {' and '.join(keys)}: {len(table[keys].drop_duplicates())} cells",
        f"At {axis} {at:g} the least error of a cell is between {ends[0]} and {ends[1]}.",
        about,
        f"Of more than {MOST} values, {MOST} are drawn." if many else "",
        f"Maps: {_cities(table)}." if "source" in table else "",
        f"{INTERVALS[0].upper()}{INTERVALS[1:]}. All values are in the sweep's table.",
    )
