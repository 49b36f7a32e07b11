"""What the workflow costs beside the work of its jobs: whole runs, and runs with nothing to do."""

import argparse
import csv
import os
import platform
import re
import resource
import shutil
import subprocess
import tempfile
from importlib import metadata
from pathlib import Path
from time import perf_counter

import pandas as pd
import yaml

from benchmarks.calibration.score import markdown

ROOT = Path(__file__).parents[2]
FILES = ("Makefile", "Snakefile", "environment.yml", "requirements.lock")
FOLDERS = ("config", "gaussmech", "profiles", "scripts", "workflow")
RESULTS = {"quick": "results/quick", "figures": "results"}
MOST_IDLE_SECONDS = 3.0
MOST_OVERHEAD = 0.25


def main(arguments=None):
    options = _options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        checkout = copy_checkout(Path(folder))
        overlay = data_overlay(options.folder)
        (checkout / "data.yaml").write_text(yaml.safe_dump(overlay, sort_keys=False))
        rows = [row for target in options.targets for row in measure(checkout, target, options)]
    table = pd.DataFrame(rows)
    table.to_csv(options.output / "workflow.csv", index=False)
    report = "\n\n".join(_sections(table, overlay, options)) + "\n"
    (options.output / "workflow.md").write_text(report)
    print(report)


def _options(arguments):
    parser = argparse.ArgumentParser(prog="benchmarks.workflow", description=__doc__)
    add = parser.add_argument
    add("--folder", type=Path, help="with the files of tests/real.yaml; else the synthetic city")
    add("--output", type=Path, default=Path("results/bench"))
    add("--targets", nargs="+", choices=RESULTS, default=list(RESULTS), help="of make")
    add("--cores", type=int, default=os.cpu_count())
    add("--repeats", type=int, default=3, help="of a run with nothing to do")
    return parser.parse_args(arguments)


def copy_checkout(folder):
    """The workflow without its results, with the environment of the checkout it is copied from."""
    environment = ROOT / ".venv"
    if not (environment / ".ready").exists():
        raise SystemExit(f"{environment} is not set up: `make help` tells how")
    for name in FILES:
        shutil.copy2(ROOT / name, folder)
    # Newer than the environment it would have make build that anew, through the link.
    os.utime(folder / "requirements.lock", (0, 0))
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "data").mkdir()
    (folder / ".venv").symlink_to(environment)
    return folder


def data_overlay(folder):
    """The config of the city: the files in `folder`, or the synthetic one."""
    if folder is None:
        return {"heatmap": {"source": "stand-in"}}
    overlay = yaml.safe_load((ROOT / "tests" / "real.yaml").read_text())
    overlay["heatmap"]["folder"] = str(Path(folder).resolve())
    return overlay


def measure(checkout, target, options):
    """Rows of a target: a whole run that compiles, one that does not, then nothing to do."""
    command = ["make", target, f"CORES={options.cores}"]
    if target == "figures":
        command.append("CONFIG=data.yaml")
    results = checkout / RESULTS[target]
    # The library's kernels, compiled for this target alone.
    environment = {name: x for name, x in os.environ.items() if name != "PYTHONPATH"}
    environment["NUMBA_CACHE_DIR"] = str(checkout / f"compiled-{target}")
    for work in ("everything, compiling", "everything"):
        shutil.rmtree(results, ignore_errors=True)
        row, text = run(command, checkout, environment)
        yield row | {"work": work, "cores": options.cores} | jobs(results) | overhead(text)
    for _ in range(options.repeats):
        row, text = run(command, checkout, environment)
        if "Nothing to be done" not in text:
            raise SystemExit(f"{row['command']} had something to do again:\n{text}")
        yield row | {"work": "nothing", "cores": options.cores}


def run(command, folder, environment):
    """A row of wall and CPU seconds, those of all its processes, and what the command printed."""
    print(f"$ {' '.join(command)}", flush=True)
    load = os.getloadavg()[0]
    before, start = _children_cpu(), perf_counter()
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    wall, cpu = perf_counter() - start, _children_cpu() - before
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}")
    row = {"command": " ".join(command), "wall_s": wall, "cpu_s": cpu, "load_before": load}
    return row, done.stdout


def _children_cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def jobs(results):
    """Sums over the jobs of a run, from the table it writes."""
    with open(results / "benchmarks" / "summary.csv", encoding="utf-8", newline="") as file:
        rules = list(csv.DictReader(file))
    return {
        "jobs": sum(int(rule["jobs"]) for rule in rules),
        "jobs_cpu_s": sum(float(rule["cpu_s"]) for rule in rules),
        "longest_job_s": max(float(rule["longest_s"]) for rule in rules),
    }


def overhead(text):
    """What the run says of itself in its last line, as a share."""
    (percent,) = re.findall(r"^time +.*overhead (\d+)%", text, flags=re.MULTILINE)
    return {"overhead": int(percent) / 100}


def _sections(table, overlay, options):
    city = overlay["heatmap"].get("label", "the synthetic city")
    yield (
        f"`make figures` on {city}, `make quick` on the synthetic city, {options.cores} cores, in a"
        " copy of the checkout. CPU: of make and all its processes; in jobs: as each tells at its"
        " end, imports included. Overhead: 1 − CPU in jobs / (cores × wall), as the run"
        f" prints it, at most {MOST_OVERHEAD:.0%}: starting jobs, waiting for the last ones,"
        " whatever else the machine does."
    )
    yield markdown(whole_table(table[table["work"] != "nothing"]))
    yield f"With nothing to do, the fastest of {options.repeats}, at most {MOST_IDLE_SECONDS:g} s:"
    yield markdown(idle_table(table[table["work"] == "nothing"]))
    yield (
        f"Python {platform.python_version()}, snakemake {metadata.version('snakemake')},"
        f" {os.cpu_count()} {platform.machine()} cores; load average before the runs"
        f" {table['load_before'].min():.1f} to {table['load_before'].max():.1f}, their own share"
        " included."
    )


def whole_table(rows):
    return pd.DataFrame(
        [
            {
                "command": f"`make {row.command.split()[1]}`",
                "work": row.work,
                "wall, s": f"{row.wall_s:.1f}",
                "CPU, s": f"{row.cpu_s:.1f}",
                "jobs": f"{row.jobs:.0f}",
                "CPU in jobs, s": f"{row.jobs_cpu_s:.1f}",
                "longest job, s": f"{row.longest_job_s:.1f}",
                "overhead": f"{row.overhead:.0%}",
                "": "met" if row.overhead <= MOST_OVERHEAD else "missed",
            }
            for row in rows.itertuples()
        ]
    )


def idle_table(rows):
    return pd.DataFrame(
        [
            {
                "command": f"`make {command.split()[1]}`",
                "wall, s": f"{of['wall_s'].min():.2f}",
                "CPU, s": f"{of['cpu_s'].min():.2f}",
                "": "met" if of["wall_s"].min() <= MOST_IDLE_SECONDS else "missed",
            }
            for command, of in rows.groupby("command", sort=False)
        ]
    )
