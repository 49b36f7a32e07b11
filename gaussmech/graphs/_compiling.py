"""Compile kernels with Numba, and log a notice during the first compilation.

Numba is imported when the first kernel is defined, and the machine code is cached on disk. The
first call on a machine takes 5 to 20 seconds; without a notice it would look like a hang.
"""

import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from pickle import PickleError
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

from gaussmech._extras import need

_log = logging.getLogger(__name__)
# The lock of this process while it compiles.
_locks: list[TextIO] = []


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls; the machine code is cached for other processes.

    Arithmetic follows NumPy: a division by 0 gives inf or NaN.
    """
    dispatcher = _compiled(function)
    dispatcher.compile = _in_turn(dispatcher.compile)
    # Another user's installation that cannot be written, without a home, has no folder for a cache:
    # Numba raises a RuntimeError there, and each process compiles for itself.
    with suppress(RuntimeError):
        dispatcher._cache = _cache_class()(function)
    return dispatcher


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    """Return the function as Numba compiles it, with these options, at the first call."""
    need("graphs", "numba")
    from numba import njit

    options |= {"error_model": "numpy", "no_cfunc_wrapper": True}
    return njit(**options)(function)


def _in_turn(compile_kernel):
    """Let a process wait while another one compiles, and then find the machine code in the cache.

    Otherwise the jobs of a run, which start at once, would each compile the same kernels.
    """

    def compile_or_wait(signature):
        # A kernel may call others.
        if _locks:
            return compile_kernel(signature)
        with open(__file__) as lock:
            _locks.append(lock)
            try:
                # Not every system, or file system, has locks.
                with suppress(ImportError, OSError):
                    import fcntl

                    fcntl.flock(lock, fcntl.LOCK_EX)
                return compile_kernel(signature)
            finally:
                _locks.clear()

    return compile_or_wait


@cache
def _cache_class():
    """Return a cache of machine code that knows all compiled modules, and survives broken files.

    Numba's own cache compares the source file of a kernel alone, and would keep machine code into
    which the old version of another module's helper is compiled. It also raises an error at every
    call if one of its files was cut off, for example by a full disk.
    """
    from numba.core.caching import FunctionCache

    class SourceCache(FunctionCache):
        def __init__(self, function):
            super().__init__(function)
            index = self._cache_file
            index._source_stamp = (index._source_stamp, sources_digest())

        def load_overload(self, signature, target_context):
            try:
                return super().load_overload(signature, target_context)
            except Exception as error:
                # Compiling is possible whatever is wrong with the files.
                _log.warning("gaussmech: %s is broken (%s), compiling", self, error)
                with suppress(OSError):
                    self.flush()
                return None

        def save_overload(self, signature, data):
            try:
                super().save_overload(signature, data)
            except (OSError, EOFError, PickleError) as error:
                _log.warning("gaussmech: %s cannot be written (%s)", self, error)

    return SourceCache


@cache
def sources_digest() -> str:
    """Return a digest of all modules that are compiled, in full or in part."""
    digest = sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        source = path.read_bytes()
        if b"_compiling import" in source:
            digest.update(source)
    return digest.hexdigest()


def helper(function: Callable[..., Any], **options: Any) -> Any:
    """Compile a function into the kernels that call it; Python itself cannot call it.

    Without a wrapper for Python it compiles in less time. `options` are options of Numba.
    """
    return _compiled(function, no_cpython_wrapper=True, **options)


def plain(array: NDArray[Any]) -> NDArray[Any]:
    """Return the array, contiguous and writable, as a copy if necessary.

    Kernels are compiled only for such arrays; another layout would compile a second version.
    """
    return np.require(array, requirements=["C", "W"])


@cache
def announce() -> None:
    """Log a notice, once per process, if no compiled kernel is cached yet.

    If the user has configured no logging, Python shows it on the terminal. A job of the workflow
    has it in its log.
    """
    beside = Path(__file__).with_name("__pycache__")
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or beside)
    if sys.stderr.isatty() and not any(folder.rglob("*.nbi")):
        _log.warning("gaussmech: compiling its kernels, once on this machine: 5-20 s")
