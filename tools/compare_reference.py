"""Compare the tables of the quick run with the committed ones, or update these.

    python tools/compare_reference.py [--update] [results/quick/data]

The committed tables are in tests/reference/tables. The tool prints the cells that differ by more
than the tolerance of their column.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

TABLES = Path(__file__).parents[1] / "tests/reference/tables"
# Tables of more bytes are not committed.
LARGEST = 30_000
# Of a verdict only these columns must not change: its sentence holds rounded numbers of other tables.
COMPARED_COLUMNS = {"claims": ["claim_id", "kind", "verdict"]}
# Relative tolerance by column; other numbers agree to 1e-9, and text exactly.
TOLERANCES = (
    # Sums of random numbers, whose order may differ between builds of NumPy.
    dict.fromkeys(("error_mean", "error_se", "error_std", "density", "simulated"), 1e-6)
    # Iterative solvers stop at a relative gap of 1e-5; `beyond` counts the same draws.
    | dict.fromkeys(("rmse_mean", "ratio", "parameter", "beyond"), 1e-3)
    # What an error is worth follows it; the ends of its interval follow its standard error.
    | dict.fromkeys(("worth_epsilon", "factor"), 1e-2)
    | dict.fromkeys(("worth_low", "worth_high", "factor_low", "factor_high"), 5e-2)
    | dict.fromkeys(("rmse_se", "ratio_std", "beyond_se"), 1e-2)
)
# Statistics of draws also have an absolute tolerance, in units of their column's largest value: a
# double has 16 digits, a sum loses a few, and a difference may leave nothing but these. Closed
# forms have none, as their columns reach from 1 down to 1e-300.
ROUNDING = 1e-12
STATISTICS = {*TOLERANCES, "difference", "difference_se", "mse", "mse_se"}


def read_table(path):
    """Return the columns of a table that are compared."""
    columns = COMPARED_COLUMNS.get(Path(path).stem)
    return pd.read_csv(path, usecols=columns)


def cells_outside(old, new, tolerance=None):
    """Return which cells of a column differ by more than its tolerance."""
    if pd.api.types.is_bool_dtype(old) or not pd.api.types.is_numeric_dtype(old):
        return (old.astype(str) != new.astype(str)).to_numpy()
    if tolerance is None:
        tolerance = TOLERANCES.get(old.name, 1e-9)
    absolute = 0.0
    if old.name in STATISTICS:
        sizes = old.abs()
        absolute = ROUNDING * sizes[np.isfinite(sizes)].max()
    return ~np.isclose(new, old, rtol=tolerance, atol=absolute, equal_nan=True)


def differences(reference, table, tolerance=None):
    """Return lines that name the cells in which two tables differ, at most ten.

    `tolerance` is relative, and stands in place of that of each column.
    """
    if list(reference.columns) != list(table.columns):
        return [
            f"columns {', '.join(table.columns)} instead of {', '.join(reference.columns)}"
        ]
    if len(reference) != len(table):
        return [f"{len(table)} rows instead of {len(reference)}"]
    lines = []
    for column in reference:
        old = reference[column]
        new = table[column]
        for row in np.flatnonzero(cells_outside(old, new, tolerance)):
            lines.append(f"row {row + 1}, {column}: {new[row]} instead of {old[row]}")
    return [*lines[:10], f"and {len(lines) - 10} more"] if len(lines) > 10 else lines


def compare(folder):
    """Return, for each table that differs from the reference, lines that name the cells."""
    lines_by_table = {}
    for path in sorted(TABLES.glob("*.csv")):
        run_path = Path(folder, path.name)
        lines = ["the run did not make it"]
        if run_path.exists():
            lines = differences(read_table(path), read_table(run_path))
        if lines:
            lines_by_table[path.stem] = lines
    return lines_by_table


def update(folder):
    """Replace the reference tables that differ from those of a run, and add its new small ones.

    The others keep their bytes: on another processor their last digits would change.
    """
    for name in compare(folder):
        (TABLES / f"{name}.csv").unlink()
    for path in Path(folder).glob("*.csv"):
        reference = TABLES / path.name
        if reference.exists():
            continue
        if path.stem in COMPARED_COLUMNS:
            read_table(path).to_csv(reference, index=False)
        elif path.stat().st_size <= LARGEST:
            reference.write_bytes(path.read_bytes())


if __name__ == "__main__":
    folders = [text for text in sys.argv[1:] if not text.startswith("--")]
    folder = folders[0] if folders else "results/quick/data"
    lines_by_table = compare(folder)
    for name, lines in lines_by_table.items():
        print(f"{name}:", *lines, sep="\n  ")
    if "--update" in sys.argv:
        update(folder)
        lines_by_table = {}
    count = len([*TABLES.glob("*.csv")]) - len(lines_by_table)
    print(f"{count} tables agree with tests/reference/tables")
    sys.exit(bool(lines_by_table))
