"""What whole runs cost, by rule, and runs with nothing to do: `python -m benchmarks.workflow`.

The unit of CPU time is that of the random numbers of Figures 1 and 3 on the same machine.
"""

import os
import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path
from time import process_time

import numpy as np
import pandas as pd
import yaml

from benchmarks.measure import spent
from benchmarks.report import machine, parser, write

ROOT = Path(__file__).parents[1]
RESULTS = {"quick": "results/quick", "figures": "results"}
# Doubles by SFC64, in chunks that stay in the cache: one unit of CPU time.
UNIT_NUMBERS, CHUNK = 4_900_000_000, 2**15


def main(arguments=None):
    options = parser("workflow", __doc__)
    add = options.add_argument
    add(
        "--folder",
        type=Path,
        help="with the files of tests/real.yaml; else the synthetic city",
    )
    add("--targets", nargs="+", choices=RESULTS, default=list(RESULTS), help="of make")
    options = options.parse_args(arguments)
    city = data_overlay(options.folder)
    with tempfile.TemporaryDirectory() as folder:
        checkout = clone_project(Path(folder) / "clone")
        (checkout / "data.yaml").write_text(yaml.safe_dump(city, sort_keys=False))
        rows = []
        rules = {}
        for target in options.targets:
            target_rows, rules[target] = measure_target(checkout, target)
            rows += target_rows
    runs = pd.DataFrame(rows)
    write(options.output, "workflow", sections(runs, rules, city), tables={"": runs})


def clone_project(folder):
    """Clone the project as committed, with the environment of this checkout; return the folder."""
    if not (ROOT / ".venv/.ready").exists():
        raise SystemExit(f"{ROOT / '.venv'} is not set up: `make help` tells how")
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    # If the lock file were newer than the environment, make would build that anew, through the link.
    os.utime(folder / "requirements.lock", (0, 0))
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder


def data_overlay(folder):
    """Return the configuration of the city: the files in `folder`, or the synthetic city."""
    if folder is None:
        return {"heatmap": {"source": "stand-in"}}
    overlay = yaml.safe_load((ROOT / "tests" / "real.yaml").read_text())
    overlay["heatmap"]["folder"] = str(Path(folder).resolve())
    return overlay


def unit_seconds(share=0.02):
    """Return the CPU seconds of one unit, measured on this share of it."""
    rng = np.random.Generator(np.random.SFC64(1))
    chunk = np.empty(CHUNK)
    count = round(share * UNIT_NUMBERS / CHUNK)
    start = process_time()
    for _ in range(count):
        rng.random(out=chunk)
    return (process_time() - start) * UNIT_NUMBERS / (count * CHUNK)


def measure_target(checkout, target):
    """Return a row for each of three runs, and the costs by rule.

    The first run compiles, the second does not, and the third has nothing to do.
    """
    command = ["make", target] + ["CONFIG=data.yaml"] * (target == "figures")
    # The library's kernels are compiled for this target alone.
    environment = {name: x for name, x in os.environ.items() if name != "PYTHONPATH"}
    environment["NUMBA_CACHE_DIR"] = str(checkout / f"compiled-{target}")
    rows = []
    for work in ("everything, compiling", "everything", "nothing"):
        if work != "nothing":
            shutil.rmtree(checkout / "results", ignore_errors=True)
        unit = unit_seconds()
        run = partial(
            subprocess.run, command, cwd=checkout, env=environment, check=True
        )
        wall, cpu = spent(run)
        rules = pd.read_csv(checkout / RESULTS[target] / "benchmarks" / "summary.csv")
        row = {
            "command": f"`make {target}`",
            "work": work,
            "wall, s": wall,
            "CPU, s": cpu,
        }
        if work != "nothing":
            jobs, in_jobs = rules[["jobs", "cpu_s"]].sum()
            unit = (unit + unit_seconds()) / 2
            row |= {
                "jobs": int(jobs),
                "CPU in jobs, s": in_jobs,
                "units": in_jobs / unit,
            }
        rows.append(row)
    return rows, rules.assign(units=rules["cpu_s"] / unit)


def sections(runs, rules, city):
    yield (
        f"`make figures` on {city['heatmap'].get('label', 'the synthetic city')}, `make quick` on"
        " the synthetic city, on all cores, in a clone. CPU in jobs: by Snakemake's benchmarks,"
        " imports included. One unit: the CPU time of the random numbers of Figures 1 and 3."
    )
    yield with_two_digits(runs)
    for target, costs in rules.items():
        yield f"`make {target}`, by rule:"
        yield with_two_digits(costs.sort_values("cpu_s", ascending=False))
    yield machine("snakemake")


def with_two_digits(table):
    """Return a table as texts: two digits behind the point, a dash for NaN."""
    return table.map(lambda x: f"{x:.2f}" if isinstance(x, float) else str(x)).replace(
        "nan", "–"
    )


if __name__ == "__main__":
    main()
