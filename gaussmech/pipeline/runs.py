"""A run's lock, the configuration kept for its jobs, and its summary."""

import contextlib
import errno
import fcntl
import os
import re
import time
from pathlib import Path

from gaussmech.pipeline.tables import DRAFT, read_provenance, write_text

# Folders of its own that a run writes to; parts are shared with other runs.
FOLDERS = ["data", "figures", "logs", "benchmarks"]
PARTS = "results/parts"
# Tells a job where its run has kept the configuration.
CONFIG_VARIABLE = "GAUSSMECH_CONFIG"
# The last line of a job's log.
DONE = "done in {:.2f} s, {:.2f} s of CPU time, {:.0f} MB"
_PLURAL = {"holds": "hold", "holds in part": "hold in part", "refuted": "refuted"}
_DONE = re.compile(r"done in ([0-9.]+) s, ([0-9.]+) s of CPU time, ([0-9]+) MB")


class RunError(RuntimeError):
    """A run that cannot start; the message says why and what to do."""


def hold_run(results):
    """Lock the folder `results` for one run; return the open file that holds the lock.

    The system releases the lock when the process ends, even if it is killed. Waits for jobs that
    a killed run left behind, then removes their drafts.

    Raises
    ------
    RunError
        If another run holds the folder, or it cannot be written.
    """
    held = _lock(Path(results, ".run.lock"), fcntl.LOCK_EX)
    if held is None:
        raise RunError(
            f"another run is at work in {results}; wait for its end, or give this one a `run` name"
        )
    wait = f"{results}: waiting for a job that a killed run left behind"
    with _lock(Path(results, ".jobs.lock"), fcntl.LOCK_EX, wait=wait):
        _remove_drafts(Path(results, folder) for folder in FOLDERS)
    # Another run may be writing parts; its drafts are left alone then.
    if parts := _lock(Path(PARTS, ".jobs.lock"), fcntl.LOCK_EX):
        with parts:
            _remove_drafts([Path(PARTS)])
    return held


@contextlib.contextmanager
def hold_job(results):
    """Let the next run in `results` wait for this job, should its own run be killed."""
    with (
        _lock(Path(results, ".jobs.lock"), fcntl.LOCK_SH, wait=""),
        _lock(Path(PARTS, ".jobs.lock"), fcntl.LOCK_SH, wait=""),
    ):
        yield


def _remove_drafts(folders):
    for folder in folders:
        for draft in folder.rglob(f"{DRAFT}*"):
            draft.unlink(missing_ok=True)


def _lock(path, kind, wait=None):
    """Return the open file `path`, locked; None if it is taken, unless told to `wait`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = open(path, "a", encoding="utf-8")  # noqa: SIM115 - held open as long as locked
    except OSError as error:
        raise RunError(f"{path.parent} cannot be written: {error.strerror}") from error
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.ENOLCK, errno.ENOTSUP):
            print(f"{path}: this file system cannot lock; start one run at a time")
        elif wait is None:
            file.close()
            return None
        else:
            if wait:
                print(wait, flush=True)
            fcntl.flock(file, kind)
    return file


def keep_config(config, results):
    """Keep a run's configuration in `results`/config.yaml.

    Its jobs go by that, even if the files it was read from are edited meanwhile.
    """
    import yaml

    path = Path(results, "config.yaml")
    write_text(yaml.safe_dump(config, sort_keys=False), path)
    os.environ[CONFIG_VARIABLE] = str(path)


def config_of_run():
    """Return the configuration kept by this job's run; None if the job cannot see it."""
    import yaml

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


def failures(results, since):
    """Return (job, error, log) of the jobs whose log ends in an error, written after `since`."""
    found = []
    logs = Path(results, "logs")
    for path in sorted(logs.rglob("*.log")):
        if path.name != "run.log" and path.stat().st_mtime >= since:
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            errors = [line for line in lines if line.startswith("ERROR: ")]
            if errors:
                name = " ".join(path.relative_to(logs).with_suffix("").parts)
                found.append((name, errors[-1].removeprefix("ERROR: "), str(path)))
    return found


def time_by_rule(results, since=0.0):
    """Return rows (rule, jobs, wall seconds, CPU seconds, longest job, peak memory in MB).

    Read from the logs of the jobs that ended after `since` (seconds, as of `time.time`); a row
    adds up the jobs of a rule. The slowest rule comes first.
    """
    rows, logs = {}, Path(results, "logs")
    for path in sorted(logs.rglob("*.log")):
        if path.stat().st_mtime < since or path.name == "run.log":
            continue
        last = path.read_text(encoding="utf-8", errors="replace").splitlines()[-1:]
        if last and (told := _DONE.search(last[0])):
            wall, cpu, memory = map(float, told.groups())
            rule = path.relative_to(logs).with_suffix("").parts[0]
            jobs, walls, cpus, longest, peak = rows.get(rule, (0, 0.0, 0.0, 0.0, 0.0))
            longest, peak = max(longest, wall), max(peak, memory)
            rows[rule] = jobs + 1, walls + wall, cpus + cpu, longest, peak
    return sorted(((rule, *row) for rule, row in rows.items()), key=lambda row: -row[2])


def write_summary(results, *, started, cores=None):
    """Write `results`/benchmarks/summary.csv and return the lines to print after a run.

    The table has the latest run of every job; the lines speak of this run, which `started` then
    (seconds, as of `time.time`), on `cores` cores of this machine (None: elsewhere).
    """
    table = ["rule,jobs,wall_s,cpu_s,longest_s,peak_mb"]
    for rule, jobs, *rest in time_by_rule(results):
        table.append(",".join([rule, str(jobs), *(f"{x:.2f}" for x in rest)]))
    write_text("\n".join(table) + "\n", Path(results, "benchmarks/summary.csv"))
    rows = time_by_rule(results, since=started)
    jobs, cpu = sum(row[1] for row in rows), sum(row[3] for row in rows)
    where = f" on {cores} core{'s' * (cores > 1)}" if cores else ""
    lines = [
        f"done in {_duration(time.time() - started)}{where}: {jobs} job{'s' * (jobs != 1)},"
        f" {_duration(cpu)} of CPU time ({results}/benchmarks/summary.csv)",
        f"  figures  {_count(results, 'figures/*.pdf'):3d}  {results}/figures (PDF, PNG, captions)",
        f"  tables   {_count(results, 'data/*.csv'):3d}  {results}/data",
    ]
    if verdicts := _verdicts(Path(results, "data/claims.csv")):
        lines.append(f"  claims   {verdicts}  {results}/claims.md")
    lines += [f"  data     {line}" for line in _data(Path(results, "data/provenance.json"))]
    return [*lines, "  next     make report" + _same_config(results)]


def _same_config(results):
    """The part of a command that names the same run."""
    return "" if results == "results" else " CONFIG=... (as before)"


def _count(results, pattern):
    return len(list(Path(results).glob(pattern)))


def _verdicts(path):
    """How many claims have each verdict, most frequent first; "" without the table."""
    import csv
    from collections import Counter

    if not path.is_file():
        return ""
    with open(path, encoding="utf-8", newline="") as file:
        counts = Counter(row["verdict"] for row in csv.DictReader(file) if row["kind"] == "claim")
    told = ", ".join(
        f"{n} {_PLURAL.get(verdict, verdict) if n > 1 else verdict}"
        for verdict, n in counts.most_common()
    )
    return f"{sum(counts.values()):3d}  {told};"


def _duration(seconds):
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def _data(path):
    """Lines that say what the maps show."""
    if not path.is_file():
        return []
    provenance = read_provenance(path)
    counts = provenance["counts"]
    lines = [
        f"{provenance['label']}: {counts['junctions']:,} junctions,"
        f" {counts['road_sections']:,} road sections"
    ]
    if provenance["source"] == "stand-in":
        lines[0] = f"SYNTHETIC CITY, no evidence about a real one ({lines[0]})"
    if failed := provenance.get("download_failed"):
        lines.append(f"not downloaded: {failed}")
    return lines
