"""Files of results, read and checked; nothing of the registry, so that a new row reruns no job."""

import json
import os
from itertools import takewhile
from pathlib import Path


def read_whole(path, name="its table"):
    """Return the CSV at `path` as a DataFrame; raise ValueError if it was cut off."""
    import pandas as pd

    remedy = (
        f"it is not {name} of this workflow, or was cut off; delete it and run again"
    )
    try:
        table = pd.read_csv(path)
    except ValueError as error:  # of pandas' parser, or of another encoding
        raise ValueError(f"{path}: {error}; {remedy}") from error
    if not Path(path).read_bytes().endswith(b"\n") or table.isna().to_numpy().any():
        raise ValueError(f"{path} has an unfinished row; {remedy}")
    return table


def read_numbers(path, count):
    """Return the `count` doubles of a file as an array that is read as it is used."""
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
        missing = {
            "source",
            "label",
            "counts",
            "hours",
            "contribution",
        } - provenance.keys()
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
    wanted, found = list(columns), list(table.columns)
    if name.startswith("sweep_"):
        # Swept keys come first, such as mean_estimation.delta, and stand for the table's own.
        swept = list(takewhile(lambda column: column not in wanted, found))
        found = found[len(swept) :]
        names = {key.split(".")[-1] for key in swept} - {"source"}
        wanted = [name for name in wanted if name not in names]
    if wanted[-1] == "...":
        wanted, found = wanted[:-1], found[: len(wanted) - 1]
    remedy = f"it is not the table {name!r} of this workflow; delete it and run again"
    if found != wanted:
        raise ValueError(
            f"{path} has the columns {', '.join(found)} instead of {', '.join(wanted)}; {remedy}"
        )
    # Where no claim is left open there is nothing to repeat.
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
