"""Errors over the grid of a sweep: a curve per value, or a panel per pair of values."""

import numpy as np

from gaussmech.figures.style import (
    DASHES,
    FULL_WIDTH,
    METHODS,
    curves,
    legend_below,
    number,
    plt,
    shades,
)

# Panels in a row of a sweep of one setting.
COLUMNS = 4
# Of more values of a setting than this, so many are drawn.
MOST = 8


def draw(table):
    """Draw the table of a sweep, whose first columns are the swept keys, such as heatmap.delta.

    One key: a panel per method, in which every value has a curve. More: rows are the values of
    the first key, columns those of the others, and every method has a curve. The horizontal axis
    is the dimension, or epsilon for heat maps (root mean square over the hours).
    """
    (axis, error), keys = _axes(table), _keys(table)
    table = _reduced(table, keys, axis, error)
    if len(keys) == 1:
        return _curves(table, keys[0], axis, error)
    return _grid(table, keys, axis, error)


def _keys(table):
    return [column for column in table.columns if "." in column]


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
    figure, panels = plt.subplots(
        rows,
        columns,
        figsize=(FULL_WIDTH, 1.8 * rows + 0.7),
        sharex=True,
        sharey=True,
        squeeze=False,
    )
    for panel, method in zip(panels.flat, methods, strict=False):
        handles = []
        for index, (value, color) in enumerate(zip(values, shades(len(values)), strict=True)):
            found = table[(table["method"] == method) & (table[key] == value)].sort_values(axis)
            mean, se = found[f"{error}_mean"], found[f"{error}_se"]
            style = {"color": color, "linestyle": DASHES[index % 4], "marker": "osD^v"[index % 5]}
            handles += panel.plot(found[axis], mean, label=number(value), **style)
            panel.fill_between(found[axis], mean - 2 * se, mean + 2 * se, color=color, alpha=0.2)
        panel.set_title(METHODS[method].label)
    _finish(panels, len(methods), axis, error)
    legend_below(figure, handles, columns=8)
    figure.legends[0].set_title(key)
    return figure


def _grid(table, keys, axis, error):
    first, others = keys[0], keys[1:]
    values = _drawn(sorted(table[first].unique()))
    across = _drawn(table[others].drop_duplicates().sort_values(others).to_dict("records"))
    size = FULL_WIDTH, 1.6 * len(values) + 0.9
    figure, panels = plt.subplots(
        len(values), len(across), figsize=size, sharex=True, sharey=True, squeeze=False
    )
    for row, value in enumerate(values):
        for column, rest in enumerate(across):
            settings = {first: value} | rest
            found = table
            for key, wanted in settings.items():
                found = found[found[key] == wanted]
            handles = curves(panels[row, column], found, axis, f"{error}_mean", f"{error}_se")
            words = [f"{key.split('.')[1]} {number(x)}" for key, x in settings.items()]
            panels[row, column].set_title("\n".join(words), fontsize=7)
    _finish(panels, panels.size, axis, error)
    legend_below(figure, handles.values(), columns=4)
    return figure


def _finish(panels, used, axis, error):
    for panel in panels.flat[used:]:
        panel.set_axis_off()
    for index, panel in enumerate(panels.flat[:used]):
        panel.set(xscale="log", yscale="log")
        columns = panels.shape[1]
        if index + columns >= used:
            panel.set_xlabel("dimension d" if axis == "dimension" else "ε")
            panel.tick_params(labelbottom=True)
        if index % columns == 0:
            panel.set_ylabel("RMSE" if error == "rmse" else "error")


def caption(table):
    """Say what the sweep shows, with the least error of each method."""
    (axis, error), keys = _axes(table), _keys(table)
    reduced = _reduced(table, keys, axis, error)
    cells = len(table[keys].drop_duplicates())
    lines = [f"Sweep of {' and '.join(keys)}: {cells} cells; bands are two standard errors."]
    if axis == "dimension":
        lines[0] += f" Shown at epsilon {reduced['epsilon'].iloc[0]:g}; all are in the table."
    else:
        lines[0] += " Root mean square over the hours; each hour is in the table."
    if max(table[keys[0]].nunique(), len(table[keys[1:] or keys].drop_duplicates())) > MOST:
        lines[0] += f" Of more than {MOST} values, {MOST} are drawn."
    for method, rows in reduced.groupby("method", sort=False):
        best = rows.loc[rows[f"{error}_mean"].idxmin()]
        where = ", ".join(f"{key} {best[key]:g}" for key in keys)
        lines.append(
            f"{METHODS[method].label}: least error {best[f'{error}_mean']:.4g} at {where},"
            f" {axis} {best[axis]:g}."
        )
    return "\n".join(lines) + "\n"
