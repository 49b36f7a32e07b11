"""Read and check result files whose columns the registry does not list."""

import json
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


def read_provenance(path):
    """Return the provenance of the maps, a dict; raise ValueError if the file is damaged."""
    keys = {"source", "label", "counts", "counted", "hours", "contribution"}
    try:
        provenance = json.loads(Path(path).read_text("utf-8"))
        if missing := keys - provenance.keys():
            raise ValueError(f"it lacks {', '.join(sorted(missing))}")
    except (ValueError, AttributeError) as error:
        remedy = "delete it and run again"
        raise ValueError(f"{path} is damaged: {error}; {remedy}") from error
    return provenance
