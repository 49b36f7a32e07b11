"""Run the body of a workflow script: with a log that says what it took, and errors in one line."""

import contextlib
import json
import logging
import os
import resource
import sys
import time
import traceback
from functools import partial
from pathlib import Path

from gaussmech.paper.pipeline.files import code_digest, content_digest
from gaussmech.paper.pipeline.origin import digest, is_planned

# The folder of the library: the repository, or that of installed packages.
ROOT = Path(__file__).parents[3]
# The exit status of a job whose log has its error. Python itself ends with 1.
FAILED = 3
# The exit status of a program that Ctrl-C ended, as shells define it.
INTERRUPTED = 130
# How the log of a job starts, and its line of the files that it made.
SETTINGS = "INFO: settings "
MADE = "INFO: made "
# The last line of the log of a job that ended well, and of one that the user stopped.
DONE = "INFO: done in "
STOPPED = "stopped by the user"

_log = logging.getLogger("gaussmech")
# Where the system does not tell when a process started, this stands for it.
_IMPORTED = time.monotonic()


@contextlib.contextmanager
def job(snakemake):
    """Run the body of a script with its log, to which all that it prints as an error goes, too.

    Yields `progress`. The log starts with the job's settings. It ends with the digests of what the job
    made and with what it took, or with its error in one line; the traceback of a defect stands above.
    A job fails if its code differs from what it was planned with, because nobody could say which
    version made the result.

    Parameters
    ----------
    snakemake : object
        Snakemake's object of the same name; its log, its output and its params are used.
    """
    path = Path(str(snakemake.log))
    path.parent.mkdir(parents=True, exist_ok=True)
    handler = logging.FileHandler(path, mode="w", encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    # The lines that the log has lost, on a full disk.
    lost_lines = []
    handler.handleError = lost_lines.append
    _log.setLevel(logging.INFO)
    _log.addHandler(handler)
    # What a library prints before it ends the process would not be in the log otherwise.
    terminal = os.dup(2)
    os.dup2(handler.stream.fileno(), 2)
    message = FAILED
    code = _code(snakemake.params)
    try:
        _log.info("settings %s", json.dumps(_record(snakemake), default=str))
        _check_code(*code)
        yield partial(progress, start=time.monotonic())
        _check_code(*code)
        # Snakemake says which files are not there.
        made = {x: content_digest(x) for x in filter(os.path.isfile, snakemake.output)}
        _log.info("made %s", json.dumps(made))
        _log.info("done in %.2f s, %.2f s of CPU time, %.0f MB", *_costs())
        return
    except Exception as error:
        if _is_defect(error):
            _log.info("a defect; please report it", exc_info=True)
            text = f"{type(error).__name__}: {error}"
        else:
            text = " ".join(str(error).split()) or type(error).__name__
        _log.error("%s", text)
        if lost_lines:
            message = f"{path}: {text}"
    except KeyboardInterrupt:
        _log.warning(STOPPED)
        message = INTERRUPTED
    finally:
        _log.removeHandler(handler)
        with contextlib.suppress(OSError):
            handler.close()
        os.dup2(terminal, 2)
        os.close(terminal)
    sys.exit(message)


def _code(params):
    """Return the files of a job's code with their digests: those of the library, and the user's own."""
    positional = params[: len(params) - len(dict(params.items()))]
    return list(positional), list(params.get("own", []))


def _record(snakemake):
    """Return what a job reads and makes, and what with: its code, settings and other parameters."""
    library, _ = _code(snakemake.params)
    files = {"input": list(snakemake.input), "output": list(snakemake.output)}
    return files | {"code": digest(library)} | dict(snakemake.params.items())


def contents_of(code):
    """Return the digest of the content of files of code, which is read sooner than their meaning."""
    paths = [ROOT / text.rpartition(" ")[0] for text in code]
    return content_digest(*filter(Path.is_file, paths))


def _check_code(library, own):
    """Raise RuntimeError if the code of a job differs from what its run was planned with."""
    edited = "was edited meanwhile; run the same command again"
    if is_planned(digest(library)) is False:
        raise RuntimeError(f"the code of this job {edited}")
    files = [(Path(), text) for text in own]
    if not is_planned(contents_of(library)):
        files += [(ROOT, text) for text in library]
    for folder, text in files:
        name, _, planned = text.rpartition(" ")
        path = folder / name
        if path.is_file() and code_digest(path) != planned:
            raise RuntimeError(f"{name} {edited}")


def _is_defect(error):
    """Return whether no user can have caused an error: no file, and no check of the library."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    is_ours = Path(place.filename).is_relative_to(Path(__file__).parents[2])
    is_check = isinstance(error, ValueError | RuntimeError) and "raise " in place.line
    return not (isinstance(error, OSError) or (is_check and is_ours))


def _costs():
    """Return the seconds and the CPU seconds since this process started, and its most memory in MB."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    peak = usage.ru_maxrss / (1024 if sys.platform == "linux" else 1024**2)
    with contextlib.suppress(OSError), open("/proc/self/status") as status:
        # The peak of getrusage is at least that of Snakemake, which started this process.
        peak = next(
            int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM")
        )
    return _age(), usage.ru_utime + usage.ru_stime, peak


def _age():
    """Return the seconds since this process started."""
    if sys.platform == "linux":
        # In ticks since the boot. The name of the program, in brackets, may have blanks.
        start = Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
        ticks = os.sysconf("SC_CLK_TCK")
        return time.clock_gettime(time.CLOCK_BOOTTIME) - int(start) / ticks
    return time.monotonic() - _IMPORTED


def last_line_of(path):
    """Return the last line of a log, or "" if it is empty."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return lines[-1] if lines else ""


def failures(results, since):
    """Yield (log, error) of each job that failed since a time, as of `time.time`."""
    for path in sorted(Path(results, "logs").rglob("*.log")):
        if path.stat().st_mtime < since:
            continue
        last_line = last_line_of(path)
        if last_line.startswith("ERROR: "):
            yield path, last_line.removeprefix("ERROR: ")
        elif not last_line.startswith(DONE) and not last_line.endswith(STOPPED):
            # A log that has its settings only says nothing of the end.
            words = "" if last_line.startswith(SETTINGS) else f": {last_line}"
            died = f"died or was killed, as when memory is short{words}"
            early = "ended before its first line; see the executor's log"
            yield path, died if last_line else early


def arguments(snakemake):
    """Return the settings of a job as an experiment takes them, without the names of their sections."""
    settings = snakemake.params.settings
    return {key.rpartition(".")[2]: value for key, value in settings.items()}


def arguments_of_block(snakemake):
    """Return the arguments of an experiment for a job's block of repetitions, with a list `epsilon`.

    The wildcards `first` and `last` of the job are its block. The epsilons, in increasing order, are
    those of its settings or, where its path has one, this one.
    """
    wildcards = snakemake.wildcards
    settings = arguments(snakemake)
    settings["repetitions"] = range(int(wildcards.first), int(wildcards.last) + 1)
    epsilons = settings.pop("epsilons", None) or [wildcards.epsilon]
    return settings | {"epsilon": sorted(map(float, epsilons))}


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
