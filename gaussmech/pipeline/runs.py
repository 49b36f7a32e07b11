"""A run as a whole: alone in its folder, on files that are its own, and what it made."""

import contextlib
import csv
import errno
import fcntl
import os
import time
from pathlib import Path

from gaussmech.pipeline.tables import COLUMNS, DRAFT, is_intact, read_provenance, write_text

# Folders of results that a run writes; beside them may lie the folders of other runs.
FOLDERS = ["data", "parts", "figures", "logs", "benchmarks", "report"]
# Tells a job where its run has kept the configuration.
CONFIG_VARIABLE = "GAUSSMECH_CONFIG"
# Begins the last line of a job's log.
CPU_TIME = "seconds of CPU time: "


class RunError(RuntimeError):
    """A run that cannot start; the message says why, and what can be done."""


def hold_run(results):
    """Hold the folder `results` for one run: give the file that does so until it is closed.

    The system lets go of it when the process ends, killed or not: there is nothing to unlock.
    Waits for jobs that a killed run has left behind, and removes the drafts of its files.

    Raises
    ------
    RunError
        If another run holds the folder, or nothing can be written there.
    """
    held = _lock(Path(results, ".run.lock"), fcntl.LOCK_EX)
    if held is None:
        raise RunError(
            f"another run is at work in {results}; wait for its end, or give this one a `run` name"
        )
    with _lock(Path(results, ".jobs.lock"), fcntl.LOCK_EX, wait=f"{results}: waiting for a job"):
        for folder in FOLDERS:
            for draft in Path(results, folder).rglob(f"{DRAFT}*"):
                draft.unlink(missing_ok=True)
    return held


def hold_job(results):
    """Let the next run wait for this job, should its own run be killed."""
    return _lock(Path(results, ".jobs.lock"), fcntl.LOCK_SH, wait="")


def _lock(path, kind, wait=None):
    """The open file `path`, locked; None if another has it, unless we `wait` and say so."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = open(path, "a", encoding="utf-8")  # noqa: SIM115 - held open as long as locked
    except OSError as error:
        raise RunError(f"{path.parent} cannot be written: {error.strerror}") from error
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.ENOLCK, errno.ENOTSUP):
            print(f"{path}: this file system cannot lock; take care to start one run at a time")
        elif wait is None:
            file.close()
            return None
        else:
            if wait:
                print(f"{wait} that a killed run has left behind", flush=True)
            fcntl.flock(file, kind)
    return file


def keep_config(config, results):
    """Keep a run's configuration in `results`/config.yaml: its jobs go by that.

    However the files that it was read from are edited while the run is at work.
    """
    import yaml

    path = Path(results, "config.yaml")
    write_text(yaml.safe_dump(config, sort_keys=False), path)
    os.environ[CONFIG_VARIABLE] = str(path)


def config_of_run():
    """The configuration that the run of this job has kept; None where the job cannot see it."""
    import yaml

    path = Path(os.environ.get(CONFIG_VARIABLE, ""))
    return yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else None


def damaged(results, parts=()):
    """Tables in `results`, of those that a run makes, that are not as it wrote them.

    Cut off, empty, edited, or another program's: each has lost its place, and `set_aside` keeps
    it. `parts` are the paths of the parts of this run.
    """
    names = [*(f"{name}.csv" for name in COLUMNS), "city.json", "provenance.json"]
    paths = [Path(results, "data", name) for name in names] + [Path(part) for part in parts]
    return [str(path) for path in paths if path.is_file() and not is_intact(path)]


def set_aside(path):
    """Rename a file to `path`.set-aside, or .set-aside-2 and so on, and give the new name."""
    path, number = Path(path), 1
    while True:
        new = path.with_name(f"{path.name}.set-aside{f'-{number}' if number > 1 else ''}")
        if not new.exists():
            path.rename(new)
            return str(new)
        number += 1


def time_by_rule(results, since=0.0):
    """Rows (rule, jobs, wall seconds, CPU seconds, longest job, peak memory in MB), by time.

    Read from Snakemake's benchmark files under `results`/benchmarks, CPU seconds from the jobs'
    own logs; a row is the sum over a rule's jobs, the latest run of each, of those that ended
    after `since` (seconds, as of `time.time`).
    """
    rows = {}
    for path in sorted(Path(results, "benchmarks").rglob("*.tsv")):
        if path.stat().st_mtime < since:
            continue
        relative = path.relative_to(Path(results, "benchmarks"))
        rule = relative.parts[0].removesuffix(".tsv")
        with open(path, encoding="utf-8", newline="") as file:
            for job in csv.DictReader(file, delimiter="\t"):
                wall, cpu, memory = (_number(job[key]) for key in ("s", "cpu_time", "max_rss"))
                cpu = _told(Path(results, "logs", relative).with_suffix(".log"), default=cpu)
                jobs, walls, cpus, longest, peak = rows.get(rule, (0, 0.0, 0.0, 0.0, 0.0))
                rows[rule] = (
                    jobs + 1,
                    walls + wall,
                    cpus + cpu,
                    max(longest, wall),
                    max(peak, memory),
                )
    return sorted(((rule, *row) for rule, row in rows.items()), key=lambda row: -row[2])


def _told(log, default):
    """CPU seconds of a job by its log: Snakemake looks after 15 s only every half minute."""
    with contextlib.suppress(OSError, IndexError, ValueError):
        last = log.read_text(encoding="utf-8").splitlines()[-1]
        return float(last.partition(CPU_TIME)[2])
    return default


def write_summary(results, *, started, cores=None):
    """Write `results`/benchmarks/summary.csv and return what to print after a run.

    The table has the latest run of every job; what is returned speaks of this run, which
    `started` then (seconds, as of `time.time`), on so many `cores` of this machine; None where
    its jobs ran elsewhere.
    """
    table = ["rule,jobs,wall_s,cpu_s,longest_s,peak_mb"]
    table += [
        ",".join([rule, str(jobs), *(f"{x:.2f}" for x in rest)])
        for rule, jobs, *rest in time_by_rule(results)
    ]
    write_text("\n".join(table) + "\n", Path(results, "benchmarks/summary.csv"))
    rows = time_by_rule(results, since=started)
    lines = ["", f"{'rule':<30}{'jobs':>5}{'wall s':>9}{'CPU s':>9}{'peak MB':>9}"]
    for rule, jobs, wall, cpu, _, peak in rows:
        lines.append(f"{rule:<30}{jobs:>5}{wall:>9.1f}{cpu:>9.1f}{peak:>9.0f}")
    return "\n".join([*lines, "", *_in_five_lines(results, rows, started, cores)])


def _in_five_lines(results, rows, started, cores):
    """What was made, of which data, where it is, how long it took."""
    figures = [path.stem for path in Path(results, "figures").glob("*.pdf")]
    jobs, computing = sum(row[1] for row in rows), sum(row[3] for row in rows)
    report = Path(results, "report.html")
    taken = time.time() - started
    where = overhead = ""
    if cores:
        # What the cores did besides: starting jobs, waiting for the last ones, other programs.
        where = f" on {cores} {'cores' if cores > 1 else 'core'}"
        overhead = f": overhead {max(0.0, 1 - computing / cores / taken):.0%}"
    return [
        f"made     {jobs} {'jobs' if jobs != 1 else 'job'} ran; {len(figures)} figures are in"
        f" {results}/figures, as PDF and PNG, with captions in .txt",
        f"tables   {results}/data; times by rule in {results}/benchmarks/summary.csv",
        f"data     {_data(Path(results, 'data/provenance.json'))}",
        f"report   {report if report.is_file() else 'none yet: `make report` writes one'}",
        f"time     {_duration(taken)}{where}, with {_duration(computing)} of computing in jobs"
        f"{overhead}",
    ]


def _duration(seconds):
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def _number(text):
    """A benchmark's cell; Snakemake writes NA for a job too short to be measured."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def _data(path):
    if not path.is_file():
        return "synthetic: what the experiments draw themselves"
    provenance = read_provenance(path)
    counts = provenance["counts"]
    line = (
        f"{provenance['source']}: {provenance['label']}, {counts['junctions']:,} junctions,"
        f" {counts['road_sections']:,} road sections"
    )
    if provenance["source"] == "stand-in":
        line = f"STAND-IN CITY, not New York's data ({line})"
    if "download_failed" in provenance:
        line += f"; the download failed ({provenance['download_failed']}): to try it again,"
        line += f" delete {path} and run again"
    return line
