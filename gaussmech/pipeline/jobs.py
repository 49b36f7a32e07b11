"""What every workflow script does around its one call: a log, progress, errors in one line."""

import contextlib
import logging
import os
import shutil
import sys
import time
import traceback
from functools import partial
from pathlib import Path

from gaussmech.pipeline.runs import CPU_TIME, hold_job

# What a user can cause and mend; anything else is a defect and keeps its traceback.
EXPECTED = (ValueError, OSError, RuntimeError)

_log = logging.getLogger("gaussmech")


@contextlib.contextmanager
def job(log):
    """Run the body with logging into the file `log`; an expected error ends it in one line.

    Gives what wraps a list of the job's work to show how far it is: `progress` with the job's
    name. Its `weight`, a function of an item, tells how much work each is.
    """
    path = Path(str(log))
    results = next(folder.parent for folder in path.parents if folder.name == "logs")
    label = " ".join(path.relative_to(results / "logs").with_suffix("").parts)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(path, mode="w", encoding="utf-8")
        held = hold_job(results)
    except OSError as error:
        sys.exit(f"{label}: {error}")
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    # On a full disk a line in the log is lost, and must be told all the same.
    handler.handleError = lambda record: print(f"{label}: {record.getMessage()}", file=sys.stderr)
    _log.setLevel(logging.INFO)
    _log.addHandler(handler)
    try:
        yield partial(progress, label=label)
        _log.info("%s%.2f", CPU_TIME, sum(os.times()[:4]))
    except EXPECTED as error:
        _log.error("%s", error)
        _log.debug("%s", traceback.format_exc())
        sys.exit(1)
    except Exception:
        _log.exception("a defect, not a setting: please report it")
        raise
    finally:
        with contextlib.suppress(OSError):
            handler.close()
        _log.removeHandler(handler)
        held.close()


def progress(items, *, label, weight=lambda item: 1):
    """Iterate over a list with a bar on a terminal; elsewhere, and in the log, with a few lines.

    A line comes ten seconds after the start, then ever more seldom, at least every half hour.
    """
    from tqdm import tqdm

    items = list(items)
    total = sum(map(weight, items))
    start = told = time.monotonic()
    done = 0
    shown = sys.stderr.isatty()
    columns, lines = shutil.get_terminal_size()
    with tqdm(
        total=total,
        desc=label,
        unit="",
        unit_scale=True,
        delay=1,
        leave=False,
        disable=not shown,
        ncols=columns,
        nrows=lines,
    ) as bar:
        for number, item in enumerate(items, 1):
            yield item
            done += weight(item)
            bar.update(weight(item))
            now = time.monotonic()
            if now - told >= max(10, min((now - start) / 2, 1800)):
                told = now
                line = tqdm.format_meter(
                    done,
                    total,
                    now - start,
                    unit="",
                    unit_scale=True,
                    bar_format=f"{number} of {len(items)}, {{percentage:.0f}}% of the work"
                    " in {elapsed}, {rate_noinv_fmt}, {remaining} left",
                )
                _log.info("%s", line)
                if not shown:
                    print(f"{label}: {line}", file=sys.stderr, flush=True)
