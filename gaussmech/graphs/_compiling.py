"""Compile kernels with Numba, and log a notice during the first compilation.

Numba is imported when the first kernel is defined, and the machine code is cached on disk. The
first call on a machine takes 5 to 20 seconds; without a notice it would look like a hang.
"""

import logging
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaussmech._extras import need

_log = logging.getLogger(__name__)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls; the machine code is cached for other processes.

    Arithmetic follows NumPy: a division by 0 gives inf or NaN.
    """
    need("graphs", "numba")
    return cached_njit(function, error_model="numpy", no_cfunc_wrapper=True)


def cached_njit(function: Callable[..., Any], **options: Any) -> Any:
    """Compile a function by Numba; its machine code is cached where there is a folder for it.

    Another user's installation that cannot be written, without a home, has none: Numba raises a
    RuntimeError there, and each process compiles for itself.
    """
    from numba import njit

    try:
        return njit(cache=True, **options)(function)
    except RuntimeError:
        return njit(**options)(function)


def helper(function: Callable[..., Any]) -> Any:
    """Compile a function into the kernels that call it; Python itself cannot call it.

    Without a wrapper for Python it compiles in less time.
    """
    need("graphs", "numba")
    from numba import njit

    return njit(error_model="numpy", no_cfunc_wrapper=True, no_cpython_wrapper=True)(
        function
    )


def plain(array: NDArray[Any]) -> NDArray[Any]:
    """Return the array contiguous and writable, as a copy if need be.

    Kernels are compiled only for such arrays; another layout would compile a second version.
    """
    return np.require(array, requirements=["C", "W"])


@cache
def announce() -> None:
    """Log a notice, once per process, if no compiled kernel is cached yet.

    Without logging of the user's own, Python shows it on the terminal. A job of the workflow has it
    in its log.
    """
    folder = Path(
        os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parent / "__pycache__"
    )
    if sys.stderr.isatty() and not any(folder.rglob("*.nbi")):
        _log.warning("gaussmech: compiling its kernels, once on this machine: 5-20 s")
