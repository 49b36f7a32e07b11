"""What every workflow script does around its one call: a log, and errors in one line."""

import contextlib
import logging
import sys
import traceback
from pathlib import Path

# What a user can cause and mend; anything else is a defect and keeps its traceback.
EXPECTED = (ValueError, OSError, RuntimeError)


@contextlib.contextmanager
def job(log):
    """Run the body with logging into the file `log`; an expected error ends it in one line."""
    path = Path(str(log))
    path.parent.mkdir(parents=True, exist_ok=True)
    handler = logging.FileHandler(path, mode="w", encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    root = logging.getLogger("gaussmech")
    root.setLevel(logging.INFO)
    root.addHandler(handler)
    try:
        yield
    except EXPECTED as error:
        root.error("%s", error)
        root.debug("%s", traceback.format_exc())
        sys.exit(1)
    except Exception:
        root.exception("a defect, not a setting: please report it")
        raise
    finally:
        handler.close()
        root.removeHandler(handler)


def progress(items, **settings):
    """Iterate with a bar on a terminal, and in silence elsewhere."""
    from tqdm import tqdm

    return tqdm(items, disable=not sys.stderr.isatty(), leave=False, **settings)
