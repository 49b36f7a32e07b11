"""Files of results, written and read: tables as CSV, provenance as JSON."""

import hashlib
import json
import os
from pathlib import Path


def write_bytes(content, path):
    """Write a file: bytes, or an iterable of bytes or arrays, one after the other."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with open(path, "wb") as file:
            file.writelines([content] if isinstance(content, bytes) else content)
    except OSError as error:
        # The error of a full disk does not name the file.
        raise OSError(error.errno, error.strerror, str(path)) from error


def write_text(text, path):
    """Write a text file in UTF-8."""
    write_bytes(text.encode(), path)


def write_json(value, path):
    """Write a dict as JSON."""
    write_text(json.dumps(value, indent=2, allow_nan=False) + "\n", path)


def write_table(table, path):
    """Write a DataFrame as CSV; floats keep every bit."""
    write_text(table.to_csv(index=False, lineterminator="\n"), path)


def write_tables(made, outputs):
    """Write a table to the one output, or each of pairs (name, table) to its own."""
    for name, table in [(0, made)] if len(outputs) == 1 else made:
        write_table(table, outputs[name])


def read_whole(path, name="its table"):
    """Return the CSV at `path` as a DataFrame; raise ValueError if it was cut off."""
    import pandas as pd

    remedy = f"it is not {name} of this workflow, or was cut off; delete it and run again"
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
        raise ValueError(f"{path} holds {size} bytes, not {8 * count}; delete it and run again")
    return np.memmap(path, "<f8", "r")


def read_provenance(path):
    """Return the provenance of the maps, a dict; raise ValueError if the file is damaged."""
    try:
        provenance = json.loads(Path(path).read_text("utf-8"))
        missing = {"source", "label", "counts", "hours", "contribution"} - provenance.keys()
    except (ValueError, AttributeError) as error:
        raise ValueError(f"{path} is damaged: {error}; delete it and run again") from error
    if missing:
        raise ValueError(f"{path} lacks {', '.join(sorted(missing))}; delete it and run again")
    return provenance


def content_digest(*paths):
    """Return twelve hexadecimal digits for the content of files."""
    content = hashlib.sha256()
    for path in paths:
        content.update(Path(path).read_bytes())
    return content.hexdigest()[:12]
