"""A run's lock, the configuration kept for its jobs, and its summary."""

import contextlib
import csv
import fcntl
import json
import os
import time
from collections import Counter, defaultdict
from datetime import timedelta
from pathlib import Path

import yaml

from gaussmech.paper.pipeline.config import ConfigError, read_config
from gaussmech.paper.pipeline.files import content_digest, read_provenance, write_text
from gaussmech.paper.pipeline.jobs import RunError, locked

# Tells a job where its run has kept the configuration.
CONFIG_VARIABLE = "GAUSSMECH_CONFIG"
_PLURAL = {"holds": "hold", "holds in part": "hold in part", "misprint": "misprints"}
# What the last run made: file by digest.
MANIFEST = "logs/made.json"


def hold_run(results):
    """Lock the folder `results` for one run; return the open file that holds the lock.

    The system releases it when the process ends, even if it is killed: Snakemake's own lock would
    stay. Waits for jobs that a killed run left behind.
    """
    held = locked(Path(results, ".run.lock"), fcntl.LOCK_EX)
    if held is None:
        remedy = "wait for its end, or give this one a `run` name"
        raise RunError(f"another run is at work in {results}; {remedy}")
    wait = f"{results}: waiting for a job that a killed run left behind"
    locked(Path(results, ".jobs.lock"), fcntl.LOCK_EX, wait=wait).close()
    return held


def keep_config(config, results):
    """Keep a run's configuration for its jobs; return that of the run before, or None.

    Its files may be edited meanwhile.
    """
    path, before = Path(results, "config.yaml"), None
    with contextlib.suppress(ConfigError):
        before = read_config(path)
    write_text(yaml.safe_dump(config, sort_keys=False), path)
    os.environ[CONFIG_VARIABLE] = str(path)
    return before


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
            costs[path.relative_to(folder).with_suffix("").parts[0]].append(cost)
    rows = []
    for rule, jobs in costs.items():
        wall, cpu, memory = zip(*jobs, strict=True)
        rows.append((rule, len(jobs), sum(wall), sum(cpu), max(wall), max(memory)))
    return sorted(rows, key=lambda row: -row[2])


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
