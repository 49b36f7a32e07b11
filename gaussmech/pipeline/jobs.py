"""What every workflow script does around its one call: a log, progress, errors in one line."""

import contextlib
import logging
import os
import resource
import sys
import time
from functools import partial
from pathlib import Path

from gaussmech.pipeline.runs import DONE, RunError, hold_job

# Errors that a user can cause and mend; their traceback stays in the log.
EXPECTED = (ValueError, OSError, RuntimeError)

_log = logging.getLogger("gaussmech")


@contextlib.contextmanager
def job(log):
    """Run the body with logging into the file `log`, and end it in one line if it fails.

    Yields `progress`, which wraps a list of work to log how far it is; its `weight`, a function
    of an item, says how much work each is. The last line of a log tells the job's cost.
    """
    path = Path(str(log))
    results = next(folder.parent for folder in path.parents if folder.name == "logs")
    label = " ".join(path.relative_to(results / "logs").with_suffix("").parts)
    start, held = time.monotonic(), contextlib.ExitStack()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(path, mode="w", encoding="utf-8")
        held.enter_context(hold_job(results))
    except (OSError, RunError) as error:
        sys.exit(f"{label}: {error}")
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    # On a full disk the line is lost from the log, and must be told all the same.
    handler.handleError = lambda record: print(f"{label}: {record.getMessage()}", file=sys.stderr)
    _log.setLevel(logging.INFO)
    _log.addHandler(handler)
    try:
        yield partial(progress, start=start)
        _log.info(DONE.format(time.monotonic() - start, sum(os.times()[:4]), _peak_mb()))
    except EXPECTED as error:
        _log.error("%s", " ".join(str(error).split()) or type(error).__name__)
        _log.info("where it was raised", exc_info=True)
        sys.exit(1)
    except Exception as error:
        _log.error("%s: %s (a defect: please report it)", type(error).__name__, error)
        _log.info("where it was raised", exc_info=True)
        raise
    finally:
        with contextlib.suppress(OSError):
            handler.close()
        _log.removeHandler(handler)
        held.close()


def _peak_mb():
    # Kilobytes on Linux, bytes on macOS.
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def progress(items, *, start, weight=lambda item: 1):
    """Iterate over a list, logging how much of the work is done: ever more seldom, from 2 s on."""
    items = list(items)
    total, done, told = sum(map(weight, items)), 0, start
    for number, item in enumerate(items, 1):
        yield item
        done += weight(item)
        now = time.monotonic()
        if now - told >= max(2, (now - start) / 20):
            told = now
            _log.info("%d of %d, %.0f %% of the work", number, len(items), 100 * done / total)
