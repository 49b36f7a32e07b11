"""Read and check the result tables that the registry lists."""

from itertools import takewhile
from pathlib import Path

from gaussmech.paper.experiments.columns import MAP_ERRORS, VECTOR_ERRORS
from gaussmech.paper.pipeline.reading import read_provenance, read_whole
from gaussmech.paper.registry import EXPERIMENTS, REPEATED

# The columns of each table in results/<run>/data; `...` stands for one column per method.
COLUMNS = {name: row.columns.split() for name, row in EXPERIMENTS.items()}
# Those of the files in results/<run>/errors, which hold every repetition.
ERRORS = {
    f"{name}_errors": (MAP_ERRORS if row.is_heatmap else VECTOR_ERRORS).split()
    for name, row in REPEATED.items()
}


def read_table(path, name):
    """Return the CSV at `path`; raise ValueError unless it is the whole table of this name."""
    table = read_whole(path, f"the table {name!r}")
    expected_names = list((COLUMNS | ERRORS)[name.removeprefix("sweep_")])
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


def read_errors(paths, experiment):
    """Return the errors of all blocks of an experiment as one table."""
    import pandas as pd

    return pd.concat(read_table(path, f"{experiment}_errors") for path in paths)


def table_of_cells(experiment, cells):
    """Return the table of an experiment from pairs (values by key, paths of errors), a pair a cell."""
    from gaussmech.paper.experiments.error_tables import sweep_table, table_of

    parts = []
    for values, paths in cells:
        parts.append((values, table_of(experiment, read_errors(paths, experiment))))
    return sweep_table(parts)


def read_results(paths):
    """Return tables of results/<run>/data, and the provenance, by the names of their files.

    The table of a sweep is returned as `table`.
    """
    results = {}
    for path in paths:
        name = Path(path).stem
        if name == "provenance":
            results[name] = read_provenance(path)
        else:
            key = "table" if name.startswith("sweep_") else name
            results[key] = read_table(path, name)
    return results
