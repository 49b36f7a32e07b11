"""What a run made, from which data, and where its time went."""

import csv
from pathlib import Path

from gaussmech.tables import read_provenance, write_text


def time_by_rule(results):
    """Rows (rule, jobs, wall seconds, CPU seconds, longest job, peak memory in MB), by time.

    Read from the Snakemake benchmark files under `results`/benchmarks; a row is the sum over
    a rule's jobs, the latest run of each.
    """
    rows = {}
    for path in sorted(Path(results, "benchmarks").rglob("*.tsv")):
        relative = path.relative_to(Path(results, "benchmarks"))
        rule = relative.parts[0].removesuffix(".tsv")
        with open(path, encoding="utf-8", newline="") as file:
            for job in csv.DictReader(file, delimiter="\t"):
                wall, cpu, memory = (_number(job[key]) for key in ("s", "cpu_time", "max_rss"))
                jobs, walls, cpus, longest, peak = rows.get(rule, (0, 0.0, 0.0, 0.0, 0.0))
                rows[rule] = (
                    jobs + 1,
                    walls + wall,
                    cpus + cpu,
                    max(longest, wall),
                    max(peak, memory),
                )
    return sorted(((rule, *row) for rule, row in rows.items()), key=lambda row: -row[2])


def write_summary(results):
    """Write `results`/benchmarks/summary.csv and return what to print after a run."""
    rows = time_by_rule(results)
    table = ["rule,jobs,wall_s,cpu_s,longest_s,peak_mb"]
    table += [
        ",".join([rule, str(jobs), *(f"{x:.2f}" for x in rest)]) for rule, jobs, *rest in rows
    ]
    write_text("\n".join(table) + "\n", Path(results, "benchmarks/summary.csv"))
    lines = ["", f"{'rule':<28}{'jobs':>5}{'wall s':>9}{'CPU s':>9}{'peak MB':>9}"]
    for rule, jobs, wall, cpu, _, peak in rows:
        lines.append(f"{rule:<28}{jobs:>5}{wall:>9.1f}{cpu:>9.1f}{peak:>9.0f}")
    figures = sorted(path.name for path in Path(results, "figures").glob("*.pdf"))
    lines += [
        "",
        f"figures  {results}/figures: {', '.join(figures)}; as PNG, with captions in .txt",
        f"tables   {results}/data",
    ]
    provenance = Path(results, "data/provenance.json")
    if provenance.is_file():
        lines.append(f"data     {_data_line(provenance)}")
    return "\n".join(lines)


def _number(text):
    """A benchmark's cell; Snakemake writes NA for a job too short to be measured."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def _data_line(path):
    provenance = read_provenance(path)
    counts = provenance["counts"]
    line = (
        f"{provenance['source']}: {provenance['label']}, {counts['junctions']:,} junctions,"
        f" {counts['road_sections']:,} road sections"
    )
    if provenance["source"] == "stand-in":
        line = f"STAND-IN CITY, not New York's data ({line})"
    if "download_failed" in provenance:
        line += f"\n         the download failed: {provenance['download_failed']}"
        line += f"\n         to try it again, delete {path} and run again"
    return line
