"""Result tables by name: their columns are checked when they are read."""

from itertools import takewhile
from pathlib import Path

from gaussmech.pipeline.files import read_provenance, read_whole
from gaussmech.registry import EXPERIMENTS, REPEATED

# The columns of each table in results/data; `...` stands for one column per method.
COLUMNS = {name: row.columns.split() for name, row in EXPERIMENTS.items()}
# Those of the tables in results/shared, which hold every repetition.
ERRORS = {f"{name}_errors": row.error_columns.split() for name, row in REPEATED.items()}


def read_table(path, name, *, may_be_empty=False):
    """Return the CSV at `path` as a DataFrame.

    Raises ValueError unless it has the columns of the table `name`, complete rows and, unless it
    `may_be_empty`, at least one.
    """
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
    if table.empty and not may_be_empty:
        raise ValueError(f"{path} holds no rows; {remedy}")
    return table


def read_result(path):
    """Return a table of results/<run>/data, or the provenance, by the name of its file."""
    path = Path(path)
    return read_provenance(path) if path.suffix == ".json" else read_table(path, path.stem)
