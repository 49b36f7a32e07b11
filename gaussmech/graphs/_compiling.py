"""Compile kernels, and tell that they are being compiled: the first call is no hang."""

import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, once on a machine."""
    from numba import njit

    return njit(cache=True, error_model="numpy", no_cfunc_wrapper=True)(function)


def helper(function: Callable[..., Any]) -> Any:
    """Compile a function into the kernels that call it; Python cannot."""
    from numba import njit

    return njit(error_model="numpy", no_cfunc_wrapper=True, no_cpython_wrapper=True)(function)


def plain(array: NDArray[Any]) -> NDArray[Any]:
    """Return the array contiguous and writable, as kernels are compiled for, copied if need be."""
    return np.require(array, requirements=["C", "W"])


@cache
def announce() -> None:
    """Print a line on a terminal, once per process, if no compiled kernel is cached yet."""
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parent / "__pycache__")
    if sys.stderr.isatty() and not any(folder.rglob("*.nbi")):
        print("gaussmech: compiling its kernels, once on this machine: 5-20 s", file=sys.stderr)
