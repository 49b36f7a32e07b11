"""What every workflow script does around its one call: a log, progress, errors in one line."""

import contextlib
import hashlib
import logging
import sys
import time
from functools import partial
from importlib import metadata
from pathlib import Path

import gaussmech
from gaussmech.paper.pipeline.locks import RunError, hold_job

# Errors that a user can cause and mend; their traceback stays in the log.
EXPECTED = (ValueError, OSError, RuntimeError)

BEGAN = time.time()

# The packages whose version may change digits of a result.
NUMERIC = ("networkx", "numba", "numpy", "pandas", "pywavelets", "scipy")

_log = logging.getLogger("gaussmech")


def _digest(path):
    """Return the digest of a file, or None of one that is missing."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


# The library as it is before the job imports it: about 100 files, read in some milliseconds.
SOURCES = {
    str(path): _digest(path) for path in Path(gaussmech.__file__).parent.rglob("*.py")
}


def library_versions():
    """Return the version of each numeric package by name."""
    return {name: metadata.version(name) for name in NUMERIC}


@contextlib.contextmanager
def job(log):
    """Run the body with logging into the file `log`, and end it in one line if it fails.

    Yields `progress`. A job fails if code of ours was edited meanwhile: nobody could say which of
    it made the result. A new time stamp on the same text, as after `git stash`, changes nothing.
    """
    path, start = Path(str(log)), time.monotonic()
    results = next(folder.parent for folder in path.parents if folder.name == "logs")
    label = " ".join(path.relative_to(results / "logs").with_suffix("").parts)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(path, mode="w", encoding="utf-8")
        lock_file = hold_job(results)
    except (OSError, RunError) as error:
        sys.exit(f"{label}: {error}")
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    # On a full disk the line is lost from the log, and must be told all the same.
    handler.handleError = lambda record: print(
        f"{label}: {record.getMessage()}", file=sys.stderr
    )
    _log.setLevel(logging.INFO)
    _log.addHandler(handler)
    try:
        yield partial(progress, start=start)
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if (
                name.startswith("gaussmech")
                and file in SOURCES
                and _digest(file) != SOURCES[file]
            ):
                raise RuntimeError(f"{file} was edited while this job was at work")
    except Exception as error:
        expected, name = isinstance(error, EXPECTED), type(error).__name__
        told = f"{name}: {error} (a defect: please report it)"
        _log.error("%s", (" ".join(str(error).split()) or name) if expected else told)
        _log.info("where it was raised", exc_info=True)
        if expected:
            sys.exit(1)
        raise
    finally:
        with contextlib.suppress(OSError):
            handler.close()
        _log.removeHandler(handler)
        lock_file.close()


def cell(wildcards):
    """Return which part of an experiment a job makes, as arguments of its function."""
    found = {"repetitions": range(int(wildcards.first), int(wildcards.last) + 1)}
    epsilon = wildcards.get("epsilon")
    return found | ({"epsilon": float(epsilon)} if epsilon else {})


def progress(items, *, start, weight=lambda item: 1):
    """Iterate over items of some weight, logging how far it is: ever more seldom, from 2 s on."""
    items = list(items)
    total, done, told = sum(map(weight, items)), 0, start
    for number, item in enumerate(items, 1):
        yield item
        done += weight(item)
        now = time.monotonic()
        if now - told >= max(2, (now - start) / 20):
            told = now
            _log.info(
                "%d of %d, %.0f %% of the work", number, len(items), 100 * done / total
            )
