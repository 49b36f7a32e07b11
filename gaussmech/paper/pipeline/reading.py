"""Files of results, read and checked; nothing of the registry, so that a new row reruns no job."""

import json
import os
from itertools import takewhile
from pathlib import Path

REMEDY = "it is not {} of this workflow, or was cut off; delete it and run again"


def read_whole(path, name="its table"):
    """Return the CSV at `path` as a DataFrame; raise ValueError if it was cut off."""
    import pandas as pd

    remedy = REMEDY.format(name)
    try:
        table = pd.read_csv(path)
    except ValueError as error:  # of pandas' parser, or of another encoding
        raise ValueError(f"{path}: {error}; {remedy}") from error
    if not Path(path).read_bytes().endswith(b"\n") or table.isna().to_numpy().any():
        raise ValueError(f"{path} has an unfinished row; {remedy}")
    return table


def read_columns(path, name="its table"):
    """Return the columns of a CSV of numbers, arrays of doubles by name.

    NumPy alone reads it: loading pandas takes longer. Raises ValueError if the file was cut off.
    """
    import numpy as np

    remedy = REMEDY.format(name)
    try:
        header, _, rows = Path(path).read_text("utf-8").partition("\n")
        names = header.split(",")
        if not rows.endswith("\n"):
            raise ValueError("it has an unfinished row")
        table = np.loadtxt(rows.splitlines(), delimiter=",", ndmin=2)
        if table.shape[1] != len(names) or np.isnan(table).any():
            raise ValueError("it has an unfinished row")
    except ValueError as error:  # also of NumPy's parser, or of another encoding
        raise ValueError(f"{path}: {error}; {remedy}") from error
    return dict(zip(names, np.ascontiguousarray(table.T), strict=True))


def read_numbers(path, count):
    """Return the `count` doubles of a file as an array; the disk is read where the array is used."""
    import numpy as np

    if (size := os.path.getsize(path)) != 8 * count:
        raise ValueError(
            f"{path} holds {size} bytes, not {8 * count}; delete it and run again"
        )
    return np.memmap(path, "<f8", "r")


def read_provenance(path):
    """Return the provenance of the maps, a dict; raise ValueError if the file is damaged."""
    try:
        provenance = json.loads(Path(path).read_text("utf-8"))
        keys = {"source", "label", "counts", "hours", "contribution"}
        missing = keys - provenance.keys()
    except (ValueError, AttributeError) as error:
        raise ValueError(
            f"{path} is damaged: {error}; delete it and run again"
        ) from error
    if missing:
        raise ValueError(
            f"{path} lacks {', '.join(sorted(missing))}; delete it and run again"
        )
    return provenance


def read_table(path, name, columns):
    """Return the CSV at `path`; raise ValueError unless it is the whole table of this name.

    `columns` are the names of its columns, of which "..." stands for one column per method.
    """
    table = read_whole(path, f"the table {name!r}")
    expected_names = list(columns)
    names = list(table.columns)
    if name.startswith("sweep_"):
        # Swept keys come first, such as mean_estimation.delta, and stand for the table's own.
        swept_keys = list(takewhile(lambda key: key not in expected_names, names))
        names = names[len(swept_keys) :]
        replaced = {key.split(".")[-1] for key in swept_keys} - {"source"}
        expected_names = [name for name in expected_names if name not in replaced]
    if expected_names[-1] == "...":
        expected_names = expected_names[:-1]
        names = names[: len(expected_names)]
    remedy = f"it is not the table {name!r} of this workflow; delete it and run again"
    if names != expected_names:
        columns_text = f"{', '.join(names)} instead of {', '.join(expected_names)}"
        raise ValueError(f"{path} has the columns {columns_text}; {remedy}")
    # Where the tables decide every claim, no run was repeated and the table is empty.
    if table.empty and name != "claims_differences":
        raise ValueError(f"{path} holds no rows; {remedy}")
    return table


def read_errors(paths, experiment, columns):
    """Return the errors of all blocks of an experiment as one table."""
    import pandas as pd

    return pd.concat(
        read_table(path, f"{experiment}_errors", columns) for path in paths
    )


def read_results(paths, columns):
    """Return tables of results/<run>/data, and the provenance, by the names of their files.

    `columns` are those of each table by its name; the table of a sweep is returned as `table`.
    """
    results = {}
    for path in paths:
        name = Path(path).stem
        if name == "provenance":
            results[name] = read_provenance(path)
        else:
            table = read_table(path, name, columns[name.removeprefix("sweep_")])
            results["table" if name.startswith("sweep_") else name] = table
    return results
