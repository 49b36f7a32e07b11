"""Compare the tables of the quick run with the committed ones, or update these.

python tools/compare_reference.py [--update] [results/quick/data]
"""

import shutil
import sys
from pathlib import Path

import numpy as np
import pandas as pd

TABLES = Path(__file__).parents[1] / "tests/reference/tables"
# Too large to commit, or without numbers of ours.
LEFT_OUT = ("claims", "heatmap_draw", "heatmap_draw_extended")
LEFT_OUT += ("heatmap_truth", "junctions", "roads")
LARGEST = 30_000  # bytes
# Relative tolerance by column; other numbers agree to 1e-9, and text exactly.
TOLERANCES = (
    # Sums of random numbers, whose order may differ between builds of NumPy.
    dict.fromkeys(("error_mean", "error_se", "error_std", "density", "simulated"), 1e-6)
    # Iterative solvers, stopped at a relative gap of 1e-5; the same draws, counted.
    | dict.fromkeys(("rmse_mean", "ratio_mean", "beyond"), 1e-3)
    | dict.fromkeys(("rmse_se", "ratio_se", "mean", "se", "beyond_se"), 1e-2)
)


def differences(reference, found):
    """Lines that name the cells in which two tables differ, at most ten."""
    if list(reference.columns) != list(found.columns):
        return [f"columns {', '.join(found.columns)} instead of {', '.join(reference.columns)}"]
    if len(reference) != len(found):
        return [f"{len(found)} rows instead of {len(reference)}"]
    lines = []
    for column in reference:
        old, new = reference[column], found[column]
        if pd.api.types.is_bool_dtype(old) or not pd.api.types.is_numeric_dtype(old):
            moved = old.astype(str) != new.astype(str)
        else:
            tolerance = TOLERANCES.get(column, 1e-9)
            moved = ~np.isclose(new, old, rtol=tolerance, atol=1e-300, equal_nan=True)
        for row in np.flatnonzero(moved):
            lines.append(f"row {row + 1}, {column}: {new[row]} instead of {old[row]}")
    return [*lines[:10], f"and {len(lines) - 10} more"] if len(lines) > 10 else lines


def compare(folder):
    """Table name to its differences from the reference, where there are any."""
    moved = {}
    for path in sorted(TABLES.glob("*.csv")):
        there = Path(folder, path.name)
        if not there.exists():
            moved[path.stem] = ["the run did not make it"]
        elif lines := differences(pd.read_csv(path), pd.read_csv(there)):
            moved[path.stem] = lines
    return moved


def update(folder):
    """Copy the run's small tables here."""
    for path in TABLES.glob("*.csv"):
        path.unlink()
    for path in Path(folder).glob("*.csv"):
        if path.stem not in LEFT_OUT and path.stat().st_size <= LARGEST:
            shutil.copyfile(path, TABLES / path.name)


if __name__ == "__main__":
    (folder,) = [x for x in sys.argv[1:] if not x.startswith("--")] or ["results/quick/data"]
    moved = compare(folder)
    for name, lines in moved.items():
        print(f"{name}:", *lines, sep="\n  ")
    if "--update" in sys.argv:
        update(folder)
        moved = {}
    print(f"{len([*TABLES.glob('*.csv')]) - len(moved)} tables agree with tests/reference/tables")
    sys.exit(bool(moved))
