"""Errors over the cells of a sweep: a curve per method, over the swept number with most values."""

from itertools import takewhile

import numpy as np

from gaussmech.paper.city.sources import label_of
from gaussmech.paper.figures.captions import caption_of, side_by_side, two_digits
from gaussmech.paper.figures.curves import curves, rows_of, spread
from gaussmech.paper.figures.method_styles import look_of
from gaussmech.paper.figures.style import (
    headline,
    labelled,
    legend_below,
    number,
    outer_labels,
    panels,
)

# So many panels stand in a row.
COLUMNS = 4
# At most so many values of a swept key have panels; of an experiment's own axis, one row of them.
MOST = 8
# A heat map shows the best method's error divided by that of the first of these methods.
YARDSTICKS = ("aGM", "zero")
LABELS = {"dimension": "dimension d", "epsilon": "ε"}


def draw(table):
    """Draw the table of a sweep, whose first columns are the swept keys, such as heatmap.delta.

    The swept number with most values is the horizontal axis, and a second key, otherwise the
    experiment's own axis, has panels. Where both have more values than there are panels, a heat map
    has the best method's error divided by that of aGM. If no key is a number, the experiment's own
    axis is the horizontal one.

    Parameters
    ----------
    table : DataFrame
        The table of a sweep.
    """
    keys, axis = _structure(table)
    reduced = _reduced(table, keys)
    across, panel_key, fixed = _roles(reduced, keys, axis)
    draw_errors = _heat_map if _is_large(reduced, across, panel_key) else _panels
    figure = draw_errors(rows_of(reduced, **fixed), across, panel_key)
    if "source" in table:
        is_made_up = "stand-in" in set(table["source"])
        headline(figure, _cities(table), {"source": "stand-in"} if is_made_up else None)
    return figure


def _cities(table):
    """Return the cities that the maps of a sweep show, in words."""
    return "; ".join(label_of(source) for source in table["source"].unique())


def _structure(table):
    """Return the swept keys, and the column of the experiment's own axis.

    The keys are the columns before `epsilon` or `hour`.
    """
    keys = [*takewhile(lambda column: column not in ("epsilon", "hour"), table.columns)]
    axis = "dimension" if "dimension" in table else "epsilon"
    # A name stands for all values of its cell.
    return ["name"] if "name" in keys else keys, axis


def _roles(table, keys, axis):
    """Return the column of the horizontal axis, the one that has panels, and what is fixed."""
    counts = table[keys].nunique()
    numbers = [key for key in keys if table[key].dtype.kind in "iuf"]
    across = max(numbers, key=counts.get, default=axis)
    others = sorted({*keys} - {across}, key=lambda key: (-counts[key], keys.index(key)))
    panel_key = others[0] if others else axis
    fixed = {key: table[key].iloc[0] for key in others[1:]}
    if axis not in (across, panel_key):
        fixed[axis] = _at(table, axis)
    return across, panel_key, fixed


def _at(table, axis):
    """Return the place of the experiment's own axis that is shown: most dimensions, least epsilon."""
    return table[axis].min() if axis == "epsilon" else table[axis].max()


def _words(row, keys):
    """Return each key without its section, and its value in a row."""
    words = []
    for key in keys:
        value = row[key] if isinstance(row[key], str) else number(row[key])
        words.append(f"{key.split('.')[-1]} {value}")
    return words


def _reduced(table, keys):
    """Return the rows that are drawn: of vectors the middle epsilon; of maps all hours as one.

    The columns `error` and `se` are the error and its standard error. The error of all hours is the
    root mean square of theirs.
    """
    if "dimension" in table:
        epsilons = np.sort(table["epsilon"].unique())
        rows = rows_of(table, epsilon=epsilons[len(epsilons) // 2])
        return rows.rename(columns={"error_mean": "error", "error_se": "se"})
    rmse = table["rmse_mean"]
    squares = table.assign(error=rmse**2, se=(rmse * table["rmse_se"]) ** 2)
    cells = squares.groupby([*keys, "method", "epsilon"], sort=False, as_index=False)
    means = cells[["error", "se"]].mean()
    rmse = means["error"] ** 0.5
    # The errors of the hours are independent.
    variance = means["se"] / table["hour"].nunique()
    return means.assign(error=rmse, se=variance**0.5 / rmse)


def _panels(table, across, panel_key):
    """Return a figure with a panel per value of a column, and a curve per method."""
    values = _shown(table, panel_key)
    columns = min(COLUMNS, len(values))
    rows = -(-len(values) // columns)
    figure, grid = panels(rows, columns, 1.8 * rows + 0.9, sharex=True, sharey=True)
    for panel in grid.flat[len(values) :]:
        panel.set_axis_off()
    for panel, value in zip(grid.flat, values, strict=False):
        part = rows_of(table, **{panel_key: value})
        curves(panel, part, across, "error", "se")
        panel.set(
            title=" ".join(_words({panel_key: value}, [panel_key])),
            xscale="linear" if table[across].min() <= 0 else "log",
            yscale="log",
            xlabel=_label(across),
            ylabel="error" if "dimension" in table else "RMSE",
        )
    outer_labels(grid)
    # A panel above an empty one needs labels of its own.
    for panel in grid.flat[max(len(values) - columns, 0) : len(values)]:
        panel.set_xlabel(_label(across))
        panel.tick_params(labelbottom=True)
    legend_below(figure, labelled(grid.flat), columns=4)
    return figure


def _is_large(table, across, panel_key):
    """Return whether both columns are swept numbers of more values than there are panels."""
    is_number = table[panel_key].dtype.kind in "iuf" and "." in panel_key
    return is_number and table[[across, panel_key]].nunique().min() > MOST


def _yardstick(table):
    """Return the method by whose error those of a heat map are divided."""
    methods = table["method"].unique()
    return next((name for name in YARDSTICKS if name in methods), methods[0])


def _heat_map(table, across, up):
    """Return a figure of the best method's error, divided by that of the yardstick, by two keys."""
    errors = table.pivot_table("error", [up, across], "method")
    yardstick = _yardstick(table)
    ratio = (errors.min(axis=1) / errors[yardstick]).unstack(across)
    figure, ((panel,),) = panels(1, 1, 4.0)
    # Cells of equal size, whatever the distances of the values.
    mesh = panel.pcolormesh(ratio.to_numpy(), vmin=0, vmax=1, cmap="viridis")
    label = f"best method: error divided by that of {look_of(yardstick).label}"
    figure.colorbar(mesh, ax=panel, label=label)
    for axis, values in ((panel.xaxis, ratio.columns), (panel.yaxis, ratio.index)):
        places = spread(range(len(values)), MOST)
        axis.set_ticks([k + 0.5 for k in places], [number(values[k]) for k in places])
    panel.set(xlabel=_label(across), ylabel=_label(up))
    panel.grid(visible=False)
    return figure


def _shown(table, panel_key):
    """Return the values that have panels: all, or some of many."""
    most = MOST if "." in panel_key else COLUMNS
    return spread(sorted(table[panel_key].unique()), most)


def _label(key):
    """Return the name of a swept key or of an experiment's own axis, for a label."""
    return LABELS.get(key, key.split(".")[-1].replace("_", " "))


def caption(table):
    """Return what the sweep shows, and in which cells the best error is smallest and largest.

    Parameters
    ----------
    table : DataFrame
        The table of a sweep.
    """
    keys, axis = _structure(table)
    reduced = _reduced(table, keys)
    at = _at(reduced, axis)
    across, panel_key, fixed = _roles(reduced, keys, axis)
    rows = rows_of(reduced, **{axis: at})
    best = rows.loc[rows.groupby(keys)["error"].idxmin()].sort_values("error")
    ends = []
    for _, row in best.iloc[[0, -1]].iterrows():
        words = ", ".join([look_of(row["method"]).label, *_words(row, keys)])
        ends.append(f"{two_digits(row['error'])} ({words})")
    about = "Root mean square over the hours."
    if axis == "dimension":
        about = f"Shown at epsilon {reduced['epsilon'].iloc[0]:g}."
    return caption_of(
        f"Sweep of {' and '.join(keys)}: {len(table[keys].drop_duplicates())} combinations",
        f"At {axis} {at:g} the smallest error of a combination is between {ends[0]} and {ends[1]}.",
        about,
        _picture(reduced, across, panel_key, fixed),
        f"Maps: {_cities(table)}." if "source" in table else "",
        "Means have 95 % intervals. All values are in the sweep's table.",
    )


def _picture(table, across, panel_key, fixed):
    """Return what the axes and the panels of a picture are, in sentences."""
    label = _label(across)
    words = [f"The horizontal axis is {label}."]
    is_large = _is_large(table, across, panel_key)
    if is_large:
        of_yardstick = look_of(_yardstick(table)).label
        words = [
            f"Colour: the least error of a cell divided by that of {of_yardstick}."
        ]
    elif len(_shown(table, panel_key)) < table[panel_key].nunique():
        words.append(f"Panels have some of the values of {_label(panel_key)}.")
    if fixed:
        words.append(f"Fixed: {', '.join(_words(fixed, fixed))}.")
    if not is_large:
        words.append(side_by_side(table[[across]].set_axis([label], axis=1), label))
    return " ".join(filter(None, words))
