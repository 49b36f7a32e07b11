"""Kernels in plain Python, which Numba compiles where it is installed and where it pays.

Numba takes a third of a second to load and 150 MB of disk, so nothing here needs it. A kernel
module takes its decorators from `decorators(__name__)`, which leave its functions as they are.
`compiled` loads the same source a second time, under another name: there the decorators compile,
and each function calls the compiled ones beside it. Both give the same bits, because no step of a
kernel may be fused or reordered. Without Numba, `_gaussian_arrays` has the solver for arrays.
"""

import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from gaussmech._checks import Array

# This many values of an array are copied at once, so they stay in the cache.
CHUNK = 2**14
# From this many values on, machine code that is loaded is faster than a loop in Python.
FEW = 8
# From this many values on, a kernel of NumPy is faster than a loop in Python.
SEVERAL = 80
# The compiled copy of a module has the module's name and this suffix.
_SUFFIX = "_compiled"


class Decorators(NamedTuple):
    """The decorators with which a kernel module marks its functions, and its tables.

    Attributes
    ----------
    entry : function
        It marks a function that Python calls.
    helper : function
        It marks a function that entries and helpers call.
    table : function
        It takes an array of constants, and returns it as functions can read it fastest.
    """

    entry: Callable[[Any], Any]
    helper: Callable[[Any], Any]
    table: Callable[[Array], Any]


def decorators(module: str) -> Decorators:
    """Return the decorators of the kernel module with this name.

    Compiled entries are cached on disk, and helpers are compiled into them. A table of constants is
    a list in plain Python, which reads a list faster than an array.
    """
    if not module.endswith(_SUFFIX):
        return Decorators(entry=_unchanged, helper=_unchanged, table=np.ndarray.tolist)
    from numba import njit

    def entry(function: Any) -> Any:
        """Compile a function, and cache its machine code where Numba finds a folder for it."""
        try:
            return njit(error_model="numpy", cache=True)(function)
        except RuntimeError:
            return njit(error_model="numpy")(function)

    # As in NumPy, division by zero gives inf: no checks in the inner loop.
    return Decorators(
        entry=entry,
        helper=njit(error_model="numpy", forceinline=True),
        table=np.asarray,
    )


def _unchanged(function: Any) -> Any:
    """Return a function as it is."""
    return function


def compiled(function: Callable[..., Any]) -> Any:
    """Return the compiled function of a kernel module, by its plain one."""
    return getattr(_compiled_module(function.__module__), function.__name__)


@cache
def _compiled_module(name: str) -> ModuleType:
    """Load the source of a kernel module a second time, with decorators that compile."""
    source = sys.modules[name].__file__
    assert source is not None
    spec = spec_from_file_location(name + _SUFFIX, source)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    # Numba imports the module by its name when it reads machine code from the disk.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def fill(
    kernel: Callable[..., None],
    columns: list[Array],
    out: Array,
    *,
    many: int,
    in_numpy: Callable[..., None] | None = None,
) -> None:
    """Fill `out` by a kernel of columns: compiled if these are `many` values or more.

    A few values are worth machine code too once that is loaded. Without Numba `in_numpy`, the same
    kernel for arrays, fills many values, and where there is none the plain kernel does.
    """
    is_loaded = kernel.__module__ + _SUFFIX in sys.modules
    if out.size < (FEW if is_loaded else many) or find_spec("numba") is None:
        if in_numpy is not None and out.size >= SEVERAL and find_spec("numba") is None:
            in_numpy(*columns, out)
        else:
            kernel(*(column.tolist() for column in columns), out)
        return
    machine_code = compiled(kernel)
    for start in range(0, out.size, CHUNK):
        part = slice(start, start + CHUNK)
        # The machine code is for contiguous, writable arrays, so the columns are copied.
        copies = [column[part].copy() for column in columns]
        machine_code(*copies, out[part])
