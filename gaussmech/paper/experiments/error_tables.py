"""From errors per repetition to one row per cell and method."""

import numpy as np
import pandas as pd

from gaussmech.paper.experiments.mean_estimation import with_exact_noise
from gaussmech.paper.experiments.methods import METHODS
from gaussmech.paper.experiments.summaries import summary


def error_table(errors, *, repetitions=None, name="error"):
    """Return mean, standard error and standard deviation over the repetitions of each cell.

    `errors` has the columns that name the cell, `repetition`, then the error of each method. Every
    cell must have `repetitions`, by default as many as the first. New columns begin with `name`;
    they have the same bits however the rows were divided among jobs.
    """
    place = errors.columns.get_loc("repetition")
    keys, methods = list(errors.columns[:place]), errors.columns[place + 1 :]
    if repetitions is None:
        repetitions = int((errors[keys] == errors[keys].iloc[0]).all(axis=1).sum())
    rows = []
    for cell, group in errors.groupby(keys, sort=False):
        group = group.sort_values("repetition")
        if not np.array_equal(group["repetition"], np.arange(repetitions)):
            where = ", ".join(f"{key} {value}" for key, value in zip(keys, cell, strict=True))
            raise ValueError(
                f"{where}: not one row for each of {repetitions} repetitions; {len(group)} rows"
            )
        for method in methods:
            found = summary(name, group[method].to_numpy())
            rows.append({**dict(zip(keys, cell, strict=True)), "method": method, **found})
    return pd.DataFrame(rows)


def map_error_table(errors, *, repetitions=None):
    """Return the error table of heat maps: RMSE per method and hour, sigma of its release."""
    table = error_table(errors, repetitions=repetitions, name="rmse")
    table["sigma"] = table["sigma"].mask(table["method"] == "cGM", table["classical_sigma"])
    table.loc[table["method"] == "zero", "sigma"] = 0.0
    table["uses_truth"] = table["method"].map(lambda name: METHODS[name].uses_truth)
    columns = "hour method epsilon delta sensitivity sigma repetitions rmse_mean rmse_se uses_truth"
    return table[[*columns.split(), "source"]]


def table_of(experiment, errors):
    """Return the table of a repeated experiment from its errors."""
    if experiment == "mean_estimation_extended":
        errors = with_exact_noise(errors)
    tabulate = map_error_table if experiment.startswith("heatmap") else error_table
    return tabulate(errors)


def sweep_table(parts):
    """Return the tables of a sweep's cells as one, from pairs (values by key, table).

    The swept keys come first: mean_estimation.delta in place of the table's own delta.
    """
    stacked = []
    for values, table in parts:
        words = {
            key: " ".join(map(str, value)) if isinstance(value, list) else value
            for key, value in values.items()
        }
        # Not `source`: that of a table says what was found, where a setting says "auto".
        names = {key.split(".")[-1] for key in values} - {"source"}
        own = table.drop(columns=list(names), errors="ignore")
        stacked.append(own.assign(**words)[[*values, *own.columns]])
    return pd.concat(stacked, ignore_index=True)
