"""Whether results belong together: each log says what its job read, was made with, and made."""

import json
from collections import defaultdict
from itertools import chain
from pathlib import Path
from typing import Any

from gaussmech.paper.pipeline.dependencies import own_code_of
from gaussmech.paper.pipeline.files import content_digest
from gaussmech.paper.pipeline.jobs import MADE, SETTINGS
from gaussmech.paper.pipeline.origin import is_planned
from gaussmech.paper.pipeline.sweeps import by_key, folders, with_values


def records(results):
    """Return the first line of each job's log, by the path and the digest of each file that it made."""
    by_path: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for log in Path(results, "logs").rglob("*.log"):
        lines = log.read_text("utf-8", "replace").splitlines()
        # The last line of a job that a full disk ended is cut off.
        if len(lines) > 2 and lines[-2].startswith(MADE):
            record = json.loads(lines[0].removeprefix(SETTINGS))
            for path, digest in json.loads(lines[-2].removeprefix(MADE)).items():
                by_path[path][digest] = record
    return by_path


def record_of(path, by_path):
    """Return the record of the job that made a file as it is now, or None if no log tells it."""
    if path in by_path and Path(path).is_file():
        return by_path[path].get(content_digest(path))
    return None


def mismatch(record, config):
    """Return in which a result differs from a configuration and this run's code, or None."""
    settings = by_key(config)
    recorded = record.get("settings", {}) | record.get("asked", {})
    for key, value in recorded.items():
        if value != settings.get(key):
            return f"{key} {value}, and this run has {settings.get(key)}"
    methods = [recorded[key] for key in recorded if key.endswith(".methods")]
    if own_code_of(chain(*methods)) != record.get("own", []):
        return "other code of an own method"
    return "other code" if is_planned(record["code"]) is False else None


def is_current(path, by_path, config):
    """Return whether a result is there, of a configuration and of the code of this run."""
    record = record_of(path, by_path)
    return record is not None and mismatch(record, config) is None


def refuse_mixture(snakemake):
    """Raise ValueError if any result that a job depends on was made with other settings or other code.

    The logs tell it, from each result to what it was made from. A result without a log, which came
    from elsewhere, is taken as it is.
    """
    results = str(snakemake.log).rpartition("/logs/")[0]
    by_path = records(results)
    cells = folders(snakemake.config)
    waiting = [*snakemake.input]
    while waiting:
        path = waiting.pop()
        record = record_of(path, by_path)
        by_path.pop(path, None)
        if record is None:
            continue
        waiting += record["input"]
        parts = Path(path).relative_to(results).parts
        cell = f"sweep/{parts[1]}/" if parts[0] == "sweep" else ""
        difference = mismatch(record, with_values(snakemake.config, cells[cell]))
        if difference:
            raise ValueError(
                f"{path} was made with {difference}; delete it and run again"
            )
