"""The quick run as on a processor without vector units, against the normal one.

    python tools/processors.py [results/quick/data]

The tool runs the workflow in a copy of the sources, with the vector units switched off in NumPy,
OpenBLAS and Numba, and compares its tables and verdicts with those of the folder: every verdict must
be equal, every number within the tolerances of tests/reference.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from tools.compare_reference import cells_outside, differences, read_table

ROOT = Path(__file__).parents[1]
# What the copy for a run leaves out: results, downloads, and what is not part of the workflow.
LEFT_OUT = {"benchmarks", "data", "results", "site", "tests"}
# Each cell of these tables is a value of a map by an iterative solver, which stops at a relative gap
# of 1e-5.
SOLVED = ("heatmap_draw", "heatmap_draw_extended")
SOLVED_TOLERANCE = 1e-3


def without_vector_units():
    """Return the environment variables that switch off the vector units of this processor.

    NumPy names those that it uses. It refuses to switch off others: those that every processor of
    its build must have, and, with a warning, those that this processor lacks already.
    """
    units = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    # What is switched off already, which NumPy no longer names, stays off.
    units += os.environ.get("NPY_DISABLE_CPU_FEATURES", "").split()
    settings = {
        "NPY_DISABLE_CPU_FEATURES": " ".join(units),
        "NUMBA_CPU_NAME": "generic",
    }
    if platform.machine() in ("x86_64", "AMD64"):
        # This is the oldest of its kernels for 64 bits.
        settings["OPENBLAS_CORETYPE"] = "Nehalem"
    return settings


def environment(folder):
    """Return this process's environment with vector units off, and a cache of its own for Numba."""
    # `make` or an unusual shell may have set these variables for this process only.
    unwanted = re.compile("PYTHONPATH|MAKE.*|MFLAGS|NPY_.*|OPENBLAS_CORETYPE|NUMBA_.*")
    variables = {
        name: text for name, text in os.environ.items() if not unwanted.fullmatch(name)
    }
    variables |= without_vector_units()
    variables["NUMBA_CACHE_DIR"] = str(folder / "numba")
    return variables


def run_quick(folder):
    """Run the quick workflow in a copy of the sources, without vector units; return its tables."""
    checkout = folder / "checkout"
    shutil.copytree(ROOT, checkout, ignore=_left_out)
    command = [sys.executable, "-m", "snakemake", "--cores", "all"]
    command += ["--configfile", "config/quick.yaml", "--", "tables", "claims"]
    subprocess.run(command, cwd=checkout, env=environment(folder), check=True)
    return checkout / "results/quick/data"


def _left_out(folder, names):
    """Return the names in a folder that are not copied: caches, and at the top what a run lacks."""
    at_top = Path(folder) == ROOT
    return [
        x
        for x in names
        if x == "__pycache__" or (at_top and (x in LEFT_OUT or x[0] == "."))
    ]


def compare_tables(normal, other):
    """Return a row per table that differs in any bit, and a line per cell out of tolerance.

    A row says how many cells differ, how many there are, the largest difference of a number
    relative to its size, and how many cells are out of tolerance.
    """
    rows = []
    lines = []
    for path in sorted(Path(normal).glob("*.csv")):
        old = read_table(path)
        new = read_table(Path(other, path.name))
        if list(old.columns) != list(new.columns) or len(old) != len(new):
            lines += [f"{path.stem}: {line}" for line in differences(old, new)]
            continue
        tolerance = SOLVED_TOLERANCE if path.stem in SOLVED else None
        differing = 0
        largest = 0.0
        outside = 0
        for column in old:
            is_outside = cells_outside(old[column], new[column], tolerance)
            outside += int(is_outside.sum())
            for row in np.flatnonzero(is_outside)[:3]:
                values = f"{new[column][row]} instead of {old[column][row]}"
                lines.append(f"{path.stem}: row {row + 1}, {column}: {values}")
            count, size = _difference(old[column], new[column])
            differing += count
            largest = max(largest, size)
        if differing:
            rows.append([path.stem, differing, old.size, f"{largest:.1e}", outside])
    columns = ["table", "cells that differ", "of", "largest", "out of tolerance"]
    return pd.DataFrame(rows, columns=columns), lines


def _difference(old, new):
    """Return how many cells of a column differ, and the largest relative difference of numbers."""
    different = ~((old == new) | (old.isna() & new.isna()))
    if not different.any() or not pd.api.types.is_float_dtype(old):
        return int(different.sum()), 0.0
    before = old[different]
    after = new[different]
    size = np.maximum(before.abs(), after.abs())
    return int(different.sum()), float(((after - before).abs() / size).max())


def main(normal):
    """Compare a run of this processor, and return whether any cell is out of tolerance."""
    settings = without_vector_units()
    print(*(f"{name}={text!r}" for name, text in settings.items()))
    with tempfile.TemporaryDirectory() as folder:
        other = run_quick(Path(folder))
        rows, lines = compare_tables(normal, other)
        verdicts = read_table(other / "claims.csv")
        tables = len(list(other.glob("*.csv")))
    if len(rows):
        print(rows.to_string(index=False))
    print(
        f"{tables - len(rows)} of {tables} tables are the same; {len(verdicts)} verdicts compared"
    )
    for line in lines:
        print(line)
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "results/quick/data"))
