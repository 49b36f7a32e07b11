"""Run the one call of a workflow script: with a log, with progress, and with errors in one line."""

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

# A user can cause and mend these errors; any other is a defect.
EXPECTED = (ValueError, OSError, RuntimeError)
# The exit status of a job whose log has its error. Python itself ends with 1.
FAILED = 3
# The exit status of a program that Ctrl-C ended, as shells define it.
INTERRUPTED = 130
# What a job prints that is not in its log (workflow/job.sh).
MESSAGES = Path(".snakemake/scripts")

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


# The digests of the library's files before the job imports them. Reading about 100 files takes some
# milliseconds.
SOURCES = {
    str(path): _digest(path) for path in Path(gaussmech.__file__).parent.rglob("*.py")
}


def library_versions():
    """Return the version of each numeric package by name."""
    return {name: metadata.version(name) for name in NUMERIC}


@contextlib.contextmanager
def job(log):
    """Run the body with logging into the file `log`, and end it in one line if it fails.

    Yields `progress`. The traceback of an error goes to the log only. A job fails if a file of the
    library was edited while the job ran: nobody could say which version of it made the result. A new
    time stamp on the same text, as after `git stash`, changes nothing.
    """
    path = Path(str(log))
    start = time.monotonic()
    results = next(folder.parent for folder in path.parents if folder.name == "logs")
    label = _label(path, results)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(path, mode="w", encoding="utf-8")
        lock_file = hold_job(results)
    except (OSError, RunError) as error:
        sys.exit(f"{label}: {error}")
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    # The lines that the log has lost, on a full disk.
    lost_lines = []
    handler.handleError = lost_lines.append
    _log.setLevel(logging.INFO)
    _log.addHandler(handler)
    try:
        yield partial(progress, start=start)
        _check_sources()
    except Exception as error:
        message = _message(error, is_expected=isinstance(error, EXPECTED))
        _log.error("%s", message)
        _log.info("where it was raised", exc_info=True)
        sys.exit(f"{label}: {message}" if lost_lines else FAILED)
    except KeyboardInterrupt:
        _log.warning("stopped by the user")
        sys.exit(INTERRUPTED)
    finally:
        with contextlib.suppress(OSError):
            handler.close()
        _log.removeHandler(handler)
        lock_file.close()


def _label(log, results):
    """Return the name of a job, which is the path of its log without folder and suffix."""
    return " ".join(log.relative_to(results / "logs").with_suffix("").parts)


def failures(results, since):
    """Yield (job, error, log) of each job that failed since a time, as of `time.time`.

    A job that died without a word to its log is named by its script.
    """
    results = Path(results)
    for path in sorted((results / "logs").rglob("*.log")):
        if path.stat().st_mtime < since:
            continue
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        for line in lines:
            if line.startswith("ERROR: "):
                yield _label(path, results), line.removeprefix("ERROR: "), path
    for path in sorted(MESSAGES.glob("*.py.messages")):
        if path.stat().st_mtime < since:
            continue
        last_line = path.read_text(encoding="utf-8", errors="replace").splitlines()[-1:]
        if last_line and last_line[0].startswith("it ended "):
            # As tmpa1b2c3.compute_histogram.py.messages.
            yield path.name.split(".")[-3], last_line[0], path


def _check_sources():
    """Raise RuntimeError if an imported file of the library differs from its text at the start."""
    for name, module in list(sys.modules.items()):
        if not name.startswith("gaussmech"):
            continue
        file = getattr(module, "__file__", None)
        if file in SOURCES and _digest(file) != SOURCES[file]:
            raise RuntimeError(f"{file} was edited while this job was at work")


def _message(error, *, is_expected):
    """Return an error as one line; an error that no user can cause is called a defect."""
    name = type(error).__name__
    if not is_expected:
        return f"{name}: {error} (a defect: please report it)"
    return " ".join(str(error).split()) or name


def part(path):
    """Return which part of an experiment a file holds, as arguments of the experiment's function.

    Examples
    --------
    >>> part("results/errors/heatmap/epsilon-0.5/repetitions-0-19.csv")
    {'repetitions': range(0, 20), 'epsilon': 0.5}
    """
    path = Path(path)
    first, last = path.stem.split("-")[1:]
    arguments = {"repetitions": range(int(first), int(last) + 1)}
    name, _, epsilon = path.parent.name.partition("-")
    if name == "epsilon":
        arguments["epsilon"] = float(epsilon)
    return arguments


def progress(items, *, start, weight=lambda item: 1):
    """Iterate over items, and log the share of their total weight that is done.

    The first line comes after 2 s. Lines come more seldom as time passes: the pause between two of
    them is at least a twentieth of the time since `start`.
    """
    items = list(items)
    total = sum(map(weight, items))
    done = 0
    last_line = start
    for number, item in enumerate(items, 1):
        yield item
        done += weight(item)
        now = time.monotonic()
        if now - last_line >= max(2, (now - start) / 20):
            last_line = now
            _log.info(
                "%d of %d, %.0f %% of the work", number, len(items), 100 * done / total
            )
