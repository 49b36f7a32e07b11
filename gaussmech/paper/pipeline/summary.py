"""What a run says at its end: how long it took, what it made, and of which data."""

import csv
import shlex
import time
from collections import Counter, defaultdict
from datetime import timedelta
from pathlib import Path

from gaussmech.paper.pipeline.files import write_text
from gaussmech.paper.pipeline.reading import read_provenance

SUMMARY = "benchmarks/summary.csv"
_PLURAL = {"holds": "hold", "holds in part": "hold in part", "misprint": "misprints"}


def benchmark_of(path, results):
    """Return the path of the benchmark of the job that makes a file in a folder of results."""
    name = Path(path).relative_to(results).with_suffix(".tsv")
    return Path(results, "benchmarks", name).as_posix()


def latest_benchmark(path, results):
    """Return the path of the benchmark of the latest job that made a file in a folder of results.

    That job made the file only, or all files of its name in folders beside its own.
    """
    path = Path(path)
    single = benchmark_of(path, results)
    together = benchmark_of(path.parents[1] / path.name, results)
    made = [name for name in (single, together) if Path(name).is_file()]
    return max(made, key=lambda name: Path(name).stat().st_mtime, default=single)


def time_by_rule(results, benchmarks, since=0.0):
    """Add up Snakemake's benchmarks of the jobs of each rule.

    Parameters
    ----------
    results : str or Path
        The folder of the run.
    benchmarks : iterable of str
        The benchmarks of the jobs of this run's settings; those that are missing do not count.
    since : float, optional
        Only jobs that ended after this time count, as of `time.time`.

    Returns
    -------
    list of tuple
        (rule, jobs, wall seconds, CPU seconds, seconds of the longest job, peak memory in MB), the
        rule with most wall seconds first.
    """
    folder = Path(results, "benchmarks")
    costs = defaultdict(list)
    for path in map(Path, benchmarks):
        if not path.is_file() or path.stat().st_mtime < since:
            continue
        with open(path, encoding="utf-8", newline="") as file:
            row = next(csv.DictReader(file, delimiter="\t"), None)
        if row is None:
            continue
        rule = _rule_of(path.relative_to(folder).with_suffix(""))
        costs[rule].append([_number(row[key]) for key in ("s", "cpu_time", "max_rss")])
    rows = []
    for rule, jobs in costs.items():
        wall, cpu, memory = zip(*jobs, strict=True)
        rows.append((rule, len(jobs), sum(wall), sum(cpu), max(wall), max(memory)))
    return sorted(rows, key=lambda row: -row[2])


def _number(text):
    """Return a number of a benchmark; 0 where the job ended before Snakemake measured it (NA)."""
    return float(text.strip("-NA") or 0)


def _rule_of(job):
    """Return the rule, as the summary calls it, of a job's path in the folder of benchmarks."""
    parts = job.parts[2:] if job.parts[0] == "sweep" else job.parts
    if parts[0] == "errors":
        return f"compute_{parts[1]}"
    return "draw_data_sets" if parts[0] == "data_sets" else parts[0]


def write_times(results, benchmarks):
    """Write a table of the latest run of every job of these settings, a row per rule."""
    table = "rule,jobs,wall_s,cpu_s,longest_s,peak_mb\n"
    for rule, jobs, *costs in time_by_rule(results, benchmarks):
        cells = [rule, str(jobs), *(f"{cost:.2f}" for cost in costs)]
        table += ",".join(cells) + "\n"
    write_text(table, Path(results, SUMMARY))


def summary(results, files, benchmarks, *, started, cores=None):
    """Return the lines to print after a run.

    Parameters
    ----------
    results : str
        The folder of the run.
    files : list of str
        The tables and figures that these settings make, whether they are there or not.
    benchmarks : iterable of str
        The benchmarks of the jobs of these settings.
    started : float
        When this run began, as of `time.time`. The times are of the jobs since then.
    cores : int, optional
        The cores of this machine that the run has; None if its jobs run elsewhere.
    """
    times = time_by_rule(results, benchmarks, since=started)
    lines = [_duration(results, times, started, cores), *_counts(results, files)]
    lines += _verdicts(results)
    lines += _data(results)
    lines += _others(results, files)
    return lines + _pages(results, times, started)


def _duration(results, times, started, cores):
    """Return the line that says how long the run took."""
    jobs = sum(row[1] for row in times)
    cpu = timedelta(seconds=round(sum(row[3] for row in times)))
    wall = timedelta(seconds=round(time.time() - started))
    where = f" on {cores} core{'s' * (cores > 1)}" if cores else ""
    jobs_word = "job" if jobs == 1 else "jobs"
    return f"done in {wall}{where}: {jobs} {jobs_word}, {cpu} of CPU time ({results}/{SUMMARY})"


def _counts(results, files):
    """Return the lines that say how many figures and tables there are."""
    count = Counter(Path(file).suffix for file in files if Path(file).is_file())
    return [
        f"  figures  {count['.pdf']:3d}  {results}/figures (PDF, PNG, captions)",
        f"  tables   {count['.csv']:3d}  {results}/data",
    ]


def _verdicts(results):
    """Return the line that counts the verdicts, if the run has them."""
    path = Path(results, "data/claims.csv")
    if not path.is_file():
        return []
    with open(path, encoding="utf-8", newline="") as file:
        count = Counter(
            row["verdict"] for row in csv.DictReader(file) if row["kind"] == "claim"
        )
    words = []
    for verdict, number in count.most_common():
        words.append(
            f"{number} {_PLURAL.get(verdict, verdict) if number > 1 else verdict}"
        )
    return [f"  claims   {count.total():3d}  {', '.join(words)};  {results}/claims.md"]


def _data(results):
    """Return the lines that say what the maps show."""
    path = Path(results, "data/provenance.json")
    if not path.is_file():
        return []
    provenance = read_provenance(path)
    size = "{junctions:,} junctions, {road_sections:,} road sections"
    line = f"{provenance['label']}: {size.format(**provenance['counts'])}"
    if provenance["source"] == "stand-in":
        line = f"SYNTHETIC CITY, no evidence about a real one ({line})"
    lines = [f"  data     {line}"]
    if failed := provenance.get("download_failed"):
        lines.append(f"  data     not downloaded: {failed}")
    return lines


def _others(results, files):
    """Return the line about files that these settings do not make; no run deletes them."""
    present = [
        *Path(results, "data").glob("*.*"),
        *Path(results, "figures").glob("*.*"),
    ]
    others = {path.as_posix() for path in present} - set(files)
    if not others:
        return []
    count = f"{len(others)} file{'s' * (len(others) > 1)} of other settings"
    command = shlex.join(["rm", *sorted(others)])
    return [
        f"  others   {count}, which this run does not read; to remove them: {command}"
    ]


def _pages(results, times, started):
    """Return the lines about the pages that this run made, or could make next."""
    lines = []
    slider = Path(results, "fig2.html")
    if _is_new(slider, started):
        seconds = sum(row[2] for row in times if row[0].endswith("_fig2_page"))
        lines.append(
            f"  slider        {slider}, made in {timedelta(seconds=round(seconds))}"
        )
    if not _is_new(Path(results, "report.html"), started):
        configuration = "" if results == "results" else " CONFIG=... (as before)"
        lines.append(f"  next     make report{configuration}")
    return lines


def _is_new(path, started):
    """Return whether a file was made since this run began."""
    return path.is_file() and path.stat().st_mtime >= started
