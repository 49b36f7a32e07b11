"""What whole runs cost, by rule, and runs with nothing to do: `python -m benchmarks.workflow`.

The unit of CPU time is that of the random numbers of Figures 1 and 3 on the same machine.
"""

import os
import resource
import shutil
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
import pandas as pd
import yaml

from benchmarks.report import machine, parser, verdict, write

ROOT = Path(__file__).parents[1]
RESULTS = {"quick": "results/quick", "figures": "results"}
# Doubles by SFC64, in chunks that stay in the cache: one unit of CPU time.
UNIT_NUMBERS, CHUNK = 4_900_000_000, 2**15
# Bars: units of CPU time in the jobs of `make figures`; wall time over it, on two cores or more;
# CPU seconds of a run with nothing to do.
MOST_UNITS, MOST_WALL, MOST_IDLE_SECONDS = 10, 0.6, 2.0


def main(arguments=None):
    options = parsed(arguments)
    overlay = data_overlay(options.folder)
    runs, rules = [], []
    with tempfile.TemporaryDirectory() as folder:
        checkout = cloned(Path(folder) / "clone")
        (checkout / "data.yaml").write_text(yaml.safe_dump(overlay, sort_keys=False))
        for target in options.targets:
            for row, its_rules in measure(checkout, target, options):
                runs.append(row)
                rules.append(its_rules)
    runs, rules = pd.DataFrame(runs), pd.concat(rules, ignore_index=True)
    tables = {"": runs, "_rules": rules}
    write(options.output, "workflow", sections(runs, rules, overlay, options), tables=tables)


def parsed(arguments):
    options = parser("workflow", __doc__)
    add = options.add_argument
    add("--folder", type=Path, help="with the files of tests/real.yaml; else the synthetic city")
    add("--targets", nargs="+", choices=RESULTS, default=list(RESULTS), help="of make")
    add("--cores", type=int, default=os.cpu_count())
    add("--repeats", type=int, default=3, help="of a run with nothing to do")
    return options.parse_args(arguments)


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


def measure(checkout, target, options):
    """Pairs (row, costs by rule) of a target: a run that compiles, one that does not, then none."""
    command = ["make", target, f"CORES={options.cores}"]
    if target == "figures":
        command.append("CONFIG=data.yaml")
    # The library's kernels, compiled for this target alone.
    environment = {name: x for name, x in os.environ.items() if name != "PYTHONPATH"}
    environment["NUMBA_CACHE_DIR"] = str(checkout / f"compiled-{target}")
    given = {"target": target, "cores": options.cores}
    for work in ("everything, compiling", "everything"):
        # All of it: parts are shared by the runs.
        shutil.rmtree(checkout / "results", ignore_errors=True)
        before = unit_seconds()
        row, _ = run(command, checkout, environment)
        unit = (before + unit_seconds()) / 2
        rules = pd.read_csv(checkout / RESULTS[target] / "benchmarks" / "summary.csv")
        rules["units"] = rules["cpu_s"] / unit
        row |= given | {"work": work, "unit_s": unit, "jobs": rules["jobs"].sum()}
        row |= {"jobs_cpu_s": rules["cpu_s"].sum(), "longest_job_s": rules["longest_s"].max()}
        yield row, rules.assign(target=target, work=work)
    for _ in range(options.repeats):
        row, text = run(command, checkout, environment)
        if "Nothing to be done" not in text:
            raise SystemExit(f"{row['command']} had something to do again:\n{text}")
        yield row | given | {"work": "nothing"}, pd.DataFrame()


def run(command, folder, environment):
    """A row of wall and CPU seconds, those of all its processes, and what the command printed."""
    print(f"$ {' '.join(command)}", flush=True)
    load, before, start = os.getloadavg()[0], _children_cpu(), perf_counter()
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


def sections(runs, rules, overlay, options):
    city = overlay["heatmap"].get("label", "the synthetic city")
    units, load = runs["unit_s"].dropna(), runs["load_before"]
    yield (
        f"`make figures` on {city}, `make quick` on the synthetic city, {options.cores} cores, in a"
        " clone. CPU: of make and all its processes; in jobs: as each reports at its"
        " end, imports included. One unit: the CPU time of the random numbers of Figures 1 and 3,"
        f" {units.min():.1f} to {units.max():.1f} s, taken before and after each run. Bars, of"
        f" `make figures`: {MOST_UNITS} units, and {MOST_WALL:g} of wall over CPU in jobs."
    )
    yield pd.DataFrame(whole_rows(runs[runs["work"] != "nothing"]))
    for target in options.targets:
        of = rules[(rules["target"] == target) & (rules["work"] == "everything")]
        yield f"`make {target}`, by rule:"
        yield pd.DataFrame(rule_rows(of))
    yield f"With nothing to do, the least of {options.repeats}, at most {MOST_IDLE_SECONDS:g} s:"
    yield pd.DataFrame(idle_rows(runs[runs["work"] == "nothing"]))
    yield f"Load average before the runs, their own share included: {load.min():.1f} to" + (
        f" {load.max():.1f}. {machine('snakemake')}"
    )


def whole_rows(runs):
    for row in runs.itertuples():
        units = row.jobs_cpu_s / row.unit_s
        met = "–"  # the quick run has no bar
        if row.target == "figures":
            wall = 0 if row.cores < 2 else row.wall_s / row.jobs_cpu_s / MOST_WALL
            met = verdict(max(units / MOST_UNITS, wall), 1)
        yield {
            "command": f"`make {row.target}`",
            "work": row.work,
            "wall, s": f"{row.wall_s:.1f}",
            "CPU, s": f"{row.cpu_s:.1f}",
            "jobs": f"{row.jobs:.0f}",
            "CPU in jobs, s": f"{row.jobs_cpu_s:.1f}",
            "units": f"{units:.1f}",
            "wall / CPU in jobs": f"{row.wall_s / row.jobs_cpu_s:.2f}",
            "longest job, s": f"{row.longest_job_s:.1f}",
            "bars": met,
        }


def rule_rows(rules):
    for row in rules.sort_values("cpu_s", ascending=False).itertuples():
        yield {
            "rule": row.rule,
            "jobs": row.jobs,
            "CPU, s": f"{row.cpu_s:.1f}",
            "units": f"{row.units:.2f}",
            "memory, MB": f"{row.peak_mb:.0f}",
        }


def idle_rows(runs):
    for target, of in runs.groupby("target", sort=False):
        yield {
            "command": f"`make {target}`",
            "wall, s": f"{of['wall_s'].min():.2f}",
            "CPU, s": f"{of['cpu_s'].min():.2f}",
            "bar": verdict(of["cpu_s"].min(), MOST_IDLE_SECONDS),
        }


if __name__ == "__main__":
    main()
