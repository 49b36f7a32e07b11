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
        checkout = cloned(Path(folder) / "clone")
        (checkout / "data.yaml").write_text(yaml.safe_dump(city, sort_keys=False))
        found = {target: measured(checkout, target) for target in options.targets}
    runs = pd.DataFrame([row for rows, _ in found.values() for row in rows])
    rules = {target: rules for target, (_, rules) in found.items()}
    write(options.output, "workflow", sections(runs, rules, city), tables={"": runs})


def cloned(folder):
    """The project as committed, with the environment of the checkout it is cloned from."""
    if not (ROOT / ".venv/.ready").exists():
        raise SystemExit(f"{ROOT / '.venv'} is not set up: `make help` tells how")
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    # Newer than the environment it would have make build that anew, through the link.
    os.utime(folder / "requirements.lock", (0, 0))
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder


def data_overlay(folder):
    """The config of the city: the files in `folder`, or the synthetic one."""
    if folder is None:
        return {"heatmap": {"source": "stand-in"}}
    overlay = yaml.safe_load((ROOT / "tests" / "real.yaml").read_text())
    overlay["heatmap"]["folder"] = str(Path(folder).resolve())
    return overlay


def unit_seconds(share=0.02):
    """CPU seconds of one unit, measured on this share of it."""
    rng, chunk = np.random.Generator(np.random.SFC64(1)), np.empty(CHUNK)
    count, start = round(share * UNIT_NUMBERS / CHUNK), process_time()
    for _ in range(count):
        rng.random(out=chunk)
    return (process_time() - start) * UNIT_NUMBERS / (count * CHUNK)


def measured(checkout, target):
    """Rows of three runs (one that compiles, one that does not, nothing to do); costs by rule."""
    command = ["make", target] + ["CONFIG=data.yaml"] * (target == "figures")
    # The library's kernels, compiled for this target alone.
    environment = {name: x for name, x in os.environ.items() if name != "PYTHONPATH"}
    environment["NUMBA_CACHE_DIR"] = str(checkout / f"compiled-{target}")
    rows = []
    for work in ("everything, compiling", "everything", "nothing"):
        if work != "nothing":
            shutil.rmtree(checkout / "results", ignore_errors=True)
        unit = unit_seconds()
        of = {"cwd": checkout, "env": environment, "check": True}
        wall, cpu = spent(partial(subprocess.run, command, **of))
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
    yield shown(runs)
    for target, of in rules.items():
        yield f"`make {target}`, by rule:"
        yield shown(of.sort_values("cpu_s", ascending=False))
    yield machine("snakemake")


def shown(table):
    """The table with two digits behind the point and no nan."""
    return table.map(lambda x: f"{x:.2f}" if isinstance(x, float) else str(x)).replace(
        "nan", "–"
    )


if __name__ == "__main__":
    main()
