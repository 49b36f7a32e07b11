"""Result tables by name: their columns are checked when they are read."""

from itertools import takewhile
from pathlib import Path

from gaussmech.paper.pipeline.files import read_provenance, read_whole
from gaussmech.paper.registry import EXPERIMENTS, MAP_ERRORS, REPEATED, VECTOR_ERRORS

# The columns of each table in results/data; `...` stands for one column per method.
COLUMNS = {name: row.columns.split() for name, row in EXPERIMENTS.items()}
# Those of the files in results/<run>/errors, which hold every repetition.
ERRORS = {
    f"{name}_errors": (MAP_ERRORS if row.maps else VECTOR_ERRORS).split()
    for name, row in REPEATED.items()
}


def read_table(path, name):
    """Return the CSV at `path`; raise ValueError unless it is the whole table of this name."""
    table = read_whole(path, f"the table {name!r}")
    wanted, found = (COLUMNS | ERRORS)[name.removeprefix("sweep_")], list(table.columns)
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


def read_errors(paths, experiment):
    """Return the errors of all blocks of an experiment as one table."""
    import pandas as pd

    return pd.concat(read_table(path, f"{experiment}_errors") for path in paths)


def read_results(paths):
    """Return tables of results/<run>/data, and the provenance, by the names of their files.

    That of a sweep is called `table`, whatever was swept.
    """
    stems = {Path(path).stem: path for path in paths}
    provenance = {x: read_provenance(stems.pop(x)) for x in ("provenance",) if x in stems}
    found = {name: read_table(path, name) for name, path in stems.items()}
    return {"table" if x.startswith("sweep_") else x: found[x] for x in found} | provenance
