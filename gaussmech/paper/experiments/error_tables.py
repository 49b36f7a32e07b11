"""From errors per repetition to one row per cell and method: the tables of repeated experiments.

`error_table` and `map_error_table` are the tables of one run, `sweep_table` that of a sweep.
"""

import numpy as np
import pandas as pd

from gaussmech.paper.experiments.columns import MAPS, PARAMETER
from gaussmech.paper.experiments.methods import method_named
from gaussmech.paper.experiments.stacking import tabulated

# Repetitions that differ by less, relatively, are equal. Rounding differs by some units in the
# sixteenth digit (measured: 3e-16), and the least spread of a simulated error is 5e-6 (quick run).
ROUNDING = 1e-12
# Errors of other methods on maps are compared with those of this one.
ORACLE = "aGM-trend-oracle"


def error_table(errors, *, name="error"):
    """Return mean, standard error and standard deviation over the repetitions of each cell.

    `errors` has the columns that name the cell, `repetition`, then the error of each method. Every
    cell must have all repetitions; a ValueError names one that has not. New columns
    start with `name`. Rows are sorted by repetition before they are summed, so the table has the same
    bits however the rows were divided among jobs. A method without any error in a cell has no row
    there. A constant has deviation 0: that its repetitions differ by rounding says nothing.
    """
    after_keys = errors.columns.get_loc("repetition")
    keys = list(errors.columns[:after_keys])
    repetitions = errors["repetition"].nunique()
    for values, group in errors.groupby(keys, sort=False):
        if sorted(group["repetition"]) != list(range(repetitions)):
            cell = zip(keys, values, strict=True)
            raise ValueError(
                f"{', '.join(f'{key} {value}' for key, value in cell)}: not one row for each of"
                f" {repetitions} repetitions; {len(group)} rows"
            )
    in_order = errors.sort_values("repetition", kind="stable")
    draws = _by_method(in_order.set_index([*keys, "repetition"]), keys)
    count = draws.size()
    least = draws.min()
    largest = draws.max()
    size = np.maximum(least.abs(), largest.abs())
    is_constant = (count > 1) & (largest - least <= ROUNDING * size)
    deviation = draws.std().mask(is_constant, 0.0)
    columns = {
        "repetitions": count,
        f"{name}_mean": draws.mean(),
        f"{name}_se": deviation / np.sqrt(count),
        f"{name}_std": deviation,
    }
    return pd.DataFrame(columns).reset_index()


def map_error_table(errors):
    """Return the error table of heat maps: RMSE per method and hour, sigma of its release.

    The zero release draws no noise, so its sigma is 0. `parameter` is the mean of what a method
    chose in the draws, 0 if it chooses nothing. `ratio` is the mean of its RMSE divided by that of
    the paper's trend filter in the same draw, and `ratio_std` the standard deviation of this ratio
    from one draw to the next; both are 0 without this filter.
    """
    after_keys = errors.columns.get_loc("repetition")
    keys = list(errors.columns[:after_keys])
    chosen = [name for name in errors if name.endswith(PARAMETER)]
    table = error_table(errors.drop(columns=chosen), name="rmse")
    table = table.set_index([*keys, "method"])
    draws = errors.sort_values("repetition").set_index([*keys, "repetition"])
    rmse = draws.drop(columns=chosen)
    oracle = rmse.get(ORACLE, pd.Series(np.nan, rmse.index))
    ratios = _by_method(rmse.div(oracle.where(oracle > 0), axis=0), keys)
    parameters = draws[chosen].rename(columns=lambda name: name.removesuffix(PARAMETER))
    more = {
        "ratio": ratios.mean(),
        "ratio_std": ratios.std(),
        "parameter": _by_method(parameters, keys).mean(),
    }
    # A table has no empty cells: 0 is no value of these.
    table = table.assign(**more).fillna(dict.fromkeys(more, 0.0)).reset_index()
    is_classical = table["method"] == "cGM"
    table["sigma"] = table["sigma"].mask(is_classical, table["classical_sigma"])
    table.loc[table["method"] == "zero", "sigma"] = 0.0
    table["uses_truth"] = [method_named(name).uses_truth for name in table["method"]]
    return table[MAPS.split()]


def _by_method(draws, keys):
    """Return the draws of each cell and method as a group; methods are columns of `draws`.

    A method may have been left out at some epsilons; files of errors have no empty cell.
    """
    values = draws.rename_axis(columns="method").stack().dropna()
    return values.groupby(level=[*keys, "method"], sort=False)


def table_of(experiment, errors):
    """Return the table of a repeated experiment from its errors."""
    tabulate = map_error_table if experiment.startswith("heatmap") else error_table
    return tabulate(errors)


@tabulated
def sweep_table(parts):
    """Return the tables of a sweep's cells as one, from pairs (values by key, table).

    The swept keys come first: mean_estimation.delta in place of the table's own delta.
    """
    for values, table in parts:
        # A table keeps its own `source`, which says what was used where a setting says "auto".
        swept = {key.split(".")[-1] for key in values} - {"source"}
        own = table.drop(columns=list(swept), errors="ignore")
        columns = {key: _as_cell(value) for key, value in values.items()}
        yield own.assign(**columns)[[*values, *own.columns]]


def _as_cell(value):
    """Return a setting as the value of one cell: a list becomes text, and what is empty "none"."""
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return "none" if value is None else value
