"""Tell that kernels are being compiled, so that the first call does not look like a hang."""

import os
import sys
from functools import cache
from pathlib import Path


@cache
def announce() -> None:
    """Print a line on a terminal, once per process, if no compiled kernel is cached yet."""
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parent / "__pycache__")
    if sys.stderr.isatty() and not any(folder.rglob("*.nbi")):
        print("gaussmech: compiling its kernels, once on this machine: 10-30 s", file=sys.stderr)
