"""Reading and writing result tables: CSV, checked when read, never half written."""

import json
import os
import tempfile
from pathlib import Path

# The columns of each table in results/data; `...` stands for one column a method.
COLUMNS = {
    name: columns.split()
    for name, columns in {
        "calibration": "epsilon delta sensitivity mechanism sigma",
        "calibration_epsilon": "epsilon delta sensitivity mechanism sigma",
        "calibration_delta": "epsilon delta sensitivity mechanism sigma",
        "mean_estimation": "epsilon delta sample_size dimension method repetitions"
        " error_mean error_se error_std",
        "histogram": "epsilon delta sample_size dimension method repetitions"
        " error_mean error_se error_std",
        "heatmap": "hour method epsilon delta sensitivity sigma repetitions"
        " rmse_mean rmse_se uses_truth source",
        "heatmap_draw": "hour junction epsilon truth ...",
        "heatmap_truth": "hour junction count",
        "junctions": "junction lon lat",
        "roads": "u v sections length_m",
    }.items()
}


def write_text(text, path):
    """Write a text file in one step: under its name stands all of it or nothing."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(draft, 0o644)
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise


def write_table(table, path):
    """Write a DataFrame as CSV; floats keep every bit."""
    write_text(table.to_csv(index=False, lineterminator="\n"), path)


def read_table(path, name):
    """The CSV at `path` as a DataFrame; ValueError unless it is a whole table called `name`."""
    import pandas as pd

    remedy = (
        f"it is not the table {name!r} of this workflow, or was cut off; delete it and run again"
    )
    try:
        table = pd.read_csv(path)
    except (pd.errors.EmptyDataError, pd.errors.ParserError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}; {remedy}") from error
    wanted, found = COLUMNS[name], list(table.columns)
    if wanted[-1] == "...":
        wanted, found = wanted[:-1], found[: len(wanted) - 1]
    if found != wanted:
        raise ValueError(
            f"{path} has the columns {', '.join(found)} instead of {', '.join(wanted)}; {remedy}"
        )
    if table.empty:
        raise ValueError(f"{path} holds no rows; {remedy}")
    if not _ends_with_newline(path) or table.isna().to_numpy().any():
        raise ValueError(f"{path} has an unfinished row; {remedy}")
    return table


def _ends_with_newline(path):
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() == b"\n"


def read_provenance(path):
    """The provenance of the maps as written, a dict; ValueError if the file is damaged."""
    try:
        with open(path, encoding="utf-8") as file:
            provenance = json.load(file)
        missing = {"source", "label", "counts", "hours", "contribution"} - provenance.keys()
    except (ValueError, AttributeError) as error:
        raise ValueError(f"{path} is damaged: {error}; delete it and run again") from error
    if missing:
        raise ValueError(f"{path} lacks {', '.join(sorted(missing))}; delete it and run again")
    return provenance
