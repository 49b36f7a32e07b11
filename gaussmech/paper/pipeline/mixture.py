"""Whether results belong together: each log starts with what its job read, made and was made with."""

import json
from pathlib import Path

from gaussmech.paper.pipeline.jobs import SETTINGS
from gaussmech.paper.pipeline.origin import is_planned
from gaussmech.paper.pipeline.sweeps import by_key, folders, with_values


def records(results):
    """Return by the path of a result the first line of its job's log: input, output, code, settings."""
    by_path: dict[str, dict[str, object]] = {}
    logs = Path(results, "logs").rglob("*.log")
    # A log may be left of a rule that makes this result no more.
    for log in sorted(logs, key=lambda path: path.stat().st_mtime):
        with open(log, encoding="utf-8", errors="replace") as file:
            line = file.readline()
        # The line of a job that a full disk ended is cut off.
        if line.startswith(SETTINGS) and line.endswith("}\n"):
            record = json.loads(line.removeprefix(SETTINGS))
            by_path |= dict.fromkeys(record["output"], record)
    return by_path


def mismatch(record, config):
    """Return in which a result differs from a configuration and this run's code, or None."""
    settings = by_key(config)
    for key, value in record.get("settings", {}).items():
        if value != settings.get(key):
            return f"{key} {value}, and this run has {settings.get(key)}"
    return "other code" if is_planned(record["code"]) is False else None


def is_current(path, by_path, config):
    """Return whether a result is there, of a configuration and of the code of this run."""
    is_there = path in by_path and Path(path).is_file()
    return is_there and mismatch(by_path[path], config) is None


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
        record = by_path.pop(path, None)
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
