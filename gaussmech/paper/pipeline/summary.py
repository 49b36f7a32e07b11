"""What a run took by its logs, and what it says at its end."""

import csv
import re
from collections import Counter, defaultdict
from pathlib import Path

from gaussmech.paper.pipeline.jobs import last_line_of
from gaussmech.paper.pipeline.reading import read_provenance

# The last line of a job's log.
_DONE = re.compile(r"INFO: done in (\S+) s, (\S+) s of CPU time, (\S+) MB")
COSTS = ("rule", "jobs", "wall_s", "cpu_s", "longest_s", "peak_mb")
_PLURAL = {"holds": "hold", "holds in part": "hold in part", "misprint": "misprints"}


def costs(results):
    """Add up, by rule, what the jobs took whose results are in a folder.

    Returns
    -------
    list of tuple
        A row per rule with the columns COSTS: the number of jobs, their seconds, their CPU seconds,
        the seconds of the longest, and the most memory in MB. The rule with most seconds is first.
    """
    folder = Path(results, "logs")
    jobs = defaultdict(list)
    for path in folder.rglob("*.log"):
        if match := _DONE.fullmatch(last_line_of(path)):
            # As errors/heatmap/repetitions-0-19.log, also within sweep/seed-1.
            parts = path.relative_to(folder).with_suffix("").parts
            parts = parts[2:] if parts[0] == "sweep" else parts
            rule = f"compute_{parts[1]}" if parts[0] == "errors" else parts[0]
            jobs[rule].append([float(number) for number in match.groups()])
    rows = []
    for rule, numbers in jobs.items():
        wall, cpu, memory = zip(*numbers, strict=True)
        rows.append((rule, len(wall), sum(wall), sum(cpu), max(wall), max(memory)))
    return sorted(rows, key=lambda row: -row[2])


def summary(results, since):
    """Return the lines that a run ends with: verdicts, what its maps show, where its results are.

    Verdicts that are older than `since`, as of `time.time`, are not of this run.
    """
    claims = Path(results, "data/claims.csv")
    provenance = Path(results, "data/provenance.json")
    lines = []
    if claims.is_file() and claims.stat().st_mtime >= since:
        with open(claims, encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["kind"] == "claim"]
        counts = Counter(row["verdict"] for row in rows).most_common()
        words = (
            f"{n} {_PLURAL.get(word, word) if n > 1 else word}" for word, n in counts
        )
        lines.append(f"claims    {len(rows)}: {', '.join(words)} ({results}/claims.md)")
    if provenance.is_file():
        city = read_provenance(provenance)
        line = city["label"]
        if city["source"] == "stand-in":
            line = f"SYNTHETIC CITY, no evidence about a real one ({line})"
        lines.append(f"maps      {line}")
        if city.get("download_failed"):
            lines.append(f"          {city['download_failed']}")
    return [*lines, f"results   {results}"]
