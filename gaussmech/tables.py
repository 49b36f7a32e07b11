"""Reading and writing result tables: CSV, checked when read, never half written."""

import os
import tempfile
from pathlib import Path


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


def read_table(path, columns):
    """The CSV at `path` as a DataFrame; ValueError unless it has exactly these columns.

    `columns` may end with "...": further columns are allowed then.
    """
    import pandas as pd

    try:
        table = pd.read_csv(path, float_precision="round_trip")
    except (pd.errors.EmptyDataError, pd.errors.ParserError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not a result table: {error}; delete it and run again") from error
    wanted = [name for name in columns if name != "..."]
    found = list(table.columns)
    if found != wanted and not (len(wanted) < len(columns) and found[: len(wanted)] == wanted):
        raise ValueError(
            f"{path} has the columns {', '.join(found)}; expected {', '.join(columns)};"
            " delete it and run again"
        )
    if table.empty:
        raise ValueError(f"{path} holds no rows; delete it and run again")
    return table
