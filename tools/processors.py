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

from tools.compare_reference import differences, read_table

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
    """Return, for each table of which a cell is out of tolerance, lines that name such cells."""
    lines_by_table = {}
    for path in sorted(Path(normal).glob("*.csv")):
        tables = (read_table(path), read_table(Path(other, path.name)))
        tolerance = SOLVED_TOLERANCE if path.stem in SOLVED else None
        if lines := differences(*tables, tolerance):
            lines_by_table[path.stem] = lines
    return lines_by_table


def main(normal):
    """Compare a run of this processor, and return whether any cell is out of tolerance."""
    settings = without_vector_units()
    print(*(f"{name}={text!r}" for name, text in settings.items()))
    with tempfile.TemporaryDirectory() as folder:
        other = run_quick(Path(folder))
        lines_by_table = compare_tables(normal, other)
        verdicts = read_table(other / "claims.csv")
    for name, lines in lines_by_table.items():
        print(f"{name}:", *lines, sep="\n  ")
    print(f"{len(verdicts)} verdicts compared, {len(lines_by_table)} tables differ")
    return bool(lines_by_table)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "results/quick/data"))
