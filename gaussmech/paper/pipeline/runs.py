"""A run's lock, the configuration kept for its jobs, and its summary.

`python -m gaussmech.paper.pipeline.runs FILE ...` prepares a run for make: it reads configuration
files before Snakemake does, removes the lock of a run that was killed, and prints the folder of
the results.
"""

import contextlib
import csv
import fcntl
import json
import os
import shutil
import sys
import time
from collections import Counter, defaultdict
from datetime import timedelta
from functools import reduce
from pathlib import Path

import yaml

from gaussmech.paper.pipeline.config import ConfigError, changes, overlaid, read_config
from gaussmech.paper.pipeline.files import content_digest, write_text
from gaussmech.paper.pipeline.jobs import RunError, locked
from gaussmech.paper.pipeline.reading import read_provenance

# Tells a job where its run has kept the configuration.
CONFIG_VARIABLE = "GAUSSMECH_CONFIG"
_PLURAL = {"holds": "hold", "holds in part": "hold in part", "misprint": "misprints"}
# What errors, data sets and cities of a sweep lie in, and the kinds of their files and logs.
_PARTS = "errors", "data_sets", "sweep"
_SUFFIXES = {".csv", ".bin", ".json", ".log", ".tsv"}
# What the last run made: file by digest.
MANIFEST = "logs/made.json"


def folder_of(config):
    """Return the folder of a run's results."""
    return os.path.join("results", str(config.get("run", ""))).rstrip("/")


def hold_run(results):
    """Lock the folder `results` for one run; return the open file that holds the lock.

    Snakemake locks the files of a run as well, but deletes the locks of all runs of a folder when
    one of them ends. The system releases this one when its process ends, even if it is killed.
    Waits for jobs that a killed run left behind.
    """
    held = locked(Path(results, ".run.lock"), fcntl.LOCK_EX)
    if held is None:
        remedy = "wait for its end, or give this one a `run` name"
        raise RunError(f"another run is at work in {results}; {remedy}")
    wait = f"{results}: waiting for a job that a killed run left behind"
    locked(Path(results, ".jobs.lock"), fcntl.LOCK_EX, wait=wait).close()
    return held


def free_folder():
    """Remove Snakemake's lock if no run of this folder is alive: a run that is killed leaves it."""
    locks = Path(".snakemake/locks")
    if not locks.is_dir():
        return
    with contextlib.ExitStack() as stack:
        for path in _lock_files(".run.lock"):
            file = stack.enter_context(open(path, "a", encoding="utf-8"))
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:  # A run is at work, or the file system cannot lock.
                return
        for path in _lock_files(".jobs.lock"):
            wait = f"{path.parent}: waiting for a job that a killed run left behind"
            stack.enter_context(locked(path, fcntl.LOCK_EX, wait=wait))
        shutil.rmtree(locks)
        print("the run before was killed: its lock is removed", file=sys.stderr)


def _lock_files(name):
    return [*Path("results").glob(name), *Path("results").glob(f"*/{name}")]


def keep_config(config, results):
    """Keep a run's configuration for its jobs; return that of the run before, or None.

    Its files may be edited meanwhile.
    """
    path, before = Path(results, "config.yaml"), config_before(results)
    write_text(yaml.safe_dump(config, sort_keys=False), path)
    os.environ[CONFIG_VARIABLE] = str(path)
    return before


def config_before(results):
    """Return the configuration of the last run in a folder, or None."""
    with contextlib.suppress(ConfigError):
        return read_config(Path(results, "config.yaml"))


def check_record(config):
    """Raise RunError if the results of a run have other settings, and Snakemake does not know them.

    Snakemake reruns what changed settings concern only where it has a record of the earlier ones.
    It keeps the record outside of the results, which may come from elsewhere.
    """
    results = folder_of(config)
    before = config_before(results)
    changed = changes(before, config) if before else []
    if changed and not any(Path(".snakemake/metadata").glob("*")):
        raise RunError(
            f"{results} was made with other settings ({', '.join(changed[:4])}), and there is no"
            " record of which files they concern; give this run another name, or remove that folder"
        )


def config_of_run():
    """Return the configuration kept by this job's run; None if the job cannot see it."""
    path = Path(os.environ.get(CONFIG_VARIABLE, ""))
    return yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else None


def keep_log(engine_logs, results):
    """Make Snakemake's own log the file `results`/logs/run.log; return that path."""
    path = Path(results, "logs", "run.log")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    for source in list(engine_logs)[:1]:
        # The same file under both names: it fills while the run is at work.
        try:
            os.link(source, path)
        except OSError:
            path.symlink_to(Path(source).absolute())
    return path


def time_by_rule(results, since=0.0):
    """Return (rule, jobs, wall seconds, CPU seconds, longest job, peak MB), longest rule first.

    They add up Snakemake's benchmarks of the jobs that ended after `since`, as of `time.time`.
    """
    costs, folder = defaultdict(list), Path(results, "benchmarks")
    for path in folder.rglob("*.tsv"):
        with open(path, encoding="utf-8", newline="") as file:
            found = next(csv.DictReader(file, delimiter="\t"), None)
        if found and path.stat().st_mtime >= since:
            # NA where a job ended before it was looked at.
            cost = [float(found[key].strip("-NA") or 0) for key in ("s", "cpu_time", "max_rss")]
            costs[_rule_of(path.relative_to(folder).with_suffix(""))].append(cost)
    rows = []
    for rule, jobs in costs.items():
        wall, cpu, memory = zip(*jobs, strict=True)
        rows.append((rule, len(jobs), sum(wall), sum(cpu), max(wall), max(memory)))
    return sorted(rows, key=lambda row: -row[2])


def _rule_of(job):
    """The rule, as the summary calls it, of a job's path in the folder of benchmarks."""
    parts = job.parts[2:] if job.parts[0] == "sweep" else job.parts
    if parts[0] == "errors":
        return f"compute_{parts[1]}"
    return "draw_data_sets" if parts[0] == "data_sets" else parts[0]


def remove_obsolete(results, jobs):
    """Remove the errors, data sets, logs and benchmarks of jobs that a configuration does not have.

    `jobs` are the paths of what its jobs write, in `results` and without suffix; logs and
    benchmarks lie under the same paths in folders of their own. Logs in the folder itself stay.
    """
    jobs = {Path(job) for job in jobs}
    files = [
        *((path, results) for part in _PARTS for path in Path(results, part).rglob("*.*")),
        *((path, Path(results, "logs")) for path in Path(results, "logs").glob("*/**/*.log")),
        *((p, Path(results, "benchmarks")) for p in Path(results, "benchmarks").glob("**/*.tsv")),
    ]
    for path, top in files:
        if path.suffix in _SUFFIXES and path.relative_to(top).with_suffix("") not in jobs:
            path.unlink()
            with contextlib.suppress(OSError):  # until a folder is not empty
                os.removedirs(path.parent)


def settle(results, made, started):
    """Remove what an earlier run made and this one does not; return files that were edited.

    `made` are the files of this configuration in `results`. Edited are those that differ from
    what a run made: they were neither made nor remade since `started`.
    """
    manifest = Path(results, MANIFEST)
    before, now, edited = {}, {}, []
    with contextlib.suppress(OSError, ValueError):  # none, or cut off
        before = json.loads(manifest.read_text("utf-8"))
    for name in before.keys() - set(made):
        Path(results, name).unlink(missing_ok=True)
    for name in made:
        path = Path(results, name)
        if path.is_file():
            now[name] = content_digest(path)
            if before.get(name, now[name]) != now[name] and path.stat().st_mtime < started:
                now[name] = before[name]
                edited.append(name)
    write_text(json.dumps(now, indent=0) + "\n", manifest)
    return edited


def write_summary(results, made, *, started, cores=None):
    """Write `results`/benchmarks/summary.csv and return the lines to print after a run.

    The table has the latest run of every job; the lines speak of this run, `started` then, on
    `cores` cores of this machine (None: elsewhere), and of the files that its configuration makes.
    """
    table = "rule,jobs,wall_s,cpu_s,longest_s,peak_mb\n"
    for rule, jobs, *rest in time_by_rule(results):
        table += ",".join([rule, str(jobs), *(f"{x:.2f}" for x in rest)]) + "\n"
    write_text(table, Path(results, "benchmarks/summary.csv"))
    edited = settle(results, made, started)
    rows = time_by_rule(results, since=started)
    jobs, cpu = sum(row[1] for row in rows), sum(row[3] for row in rows)
    where = f" on {cores} core{'s' * (cores > 1)}" if cores else ""
    wall, cpu = (timedelta(seconds=round(x)) for x in (time.time() - started, cpu))
    there = Counter(Path(name).suffix for name in made if Path(results, name).is_file())
    lines = [
        f"done in {wall}{where}: {jobs} job{'s' * (jobs != 1)},"
        f" {cpu} of CPU time ({results}/benchmarks/summary.csv)",
        f"  figures  {there['.pdf']:3d}  {results}/figures (PDF, PNG, captions)",
        f"  tables   {there['.csv']:3d}  {results}/data",
    ]
    if (claims := Path(results, "data/claims.csv")).is_file():
        with open(claims, encoding="utf-8", newline="") as file:
            found = [row["verdict"] for row in csv.DictReader(file) if row["kind"] == "claim"]
        told = Counter(_PLURAL.get(x, x) if found.count(x) > 1 else x for x in found)
        told = ", ".join(f"{n} {verdict}" for verdict, n in told.most_common())
        lines.append(f"  claims   {len(found):3d}  {told};  {results}/claims.md")
    if (provenance := Path(results, "data/provenance.json")).is_file():
        lines += [f"  data     {line}" for line in _data(read_provenance(provenance))]
    if edited:
        lines.append(f"  edited   {', '.join(edited)}: not as the run made them; delete to remake")
    page = Path(results, "fig2.html")
    if page.is_file() and page.stat().st_mtime >= started:
        took = sum(row[2] for row in rows if row[0].endswith("_fig2_page"))
        lines.append(f"  slider        {page}, made in {timedelta(seconds=round(took))}")
    report = Path(results, "report.html")
    if not (report.is_file() and report.stat().st_mtime >= started):
        same = "" if results == "results" else " CONFIG=... (as before)"
        lines.append(f"  next     make report{same}")
    return lines


def _data(provenance):
    """Lines that say what the maps show."""
    size = "{junctions:,} junctions, {road_sections:,} road sections"
    line = f"{provenance['label']}: {size.format(**provenance['counts'])}"
    if provenance["source"] == "stand-in":
        line = f"SYNTHETIC CITY, no evidence about a real one ({line})"
    failed = provenance.get("download_failed")
    return [line, f"not downloaded: {failed}"] if failed else [line]


if __name__ == "__main__":
    try:
        config = reduce(overlaid, map(read_config, sys.argv[1:]))
        free_folder()
    except (ConfigError, RunError, OSError) as error:
        sys.exit(str(error))
    print(folder_of(config))
