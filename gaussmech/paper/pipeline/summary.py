"""What a run says at its end."""

import csv
from collections import Counter
from pathlib import Path

from gaussmech.paper.pipeline.reading import read_provenance

_PLURAL = {"holds": "hold", "holds in part": "hold in part", "misprint": "misprints"}


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
