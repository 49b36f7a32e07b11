"""The columns of result tables by name, as the registry has them."""

from gaussmech.paper.pipeline import reading
from gaussmech.paper.registry import EXPERIMENTS, MAP_ERRORS, REPEATED, VECTOR_ERRORS

# The columns of each table in results/<run>/data; `...` stands for one column per method.
COLUMNS = {name: row.columns.split() for name, row in EXPERIMENTS.items()}
# Those of the files in results/<run>/errors, which hold every repetition.
ERRORS = {
    f"{name}_errors": (MAP_ERRORS if row.is_heatmap else VECTOR_ERRORS).split()
    for name, row in REPEATED.items()
}


def read_table(path, name):
    """Return the CSV at `path`; raise ValueError unless it is the whole table of this name."""
    return reading.read_table(
        path, name, (COLUMNS | ERRORS)[name.removeprefix("sweep_")]
    )


def read_results(paths):
    """Return tables of results/<run>/data, and the provenance, by the names of their files."""
    return reading.read_results(paths, COLUMNS)
