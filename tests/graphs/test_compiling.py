"""Compiled kernels: the line about compilation, and the cache of machine code."""

import fcntl
import shutil
import subprocess
import sys

import pytest

from gaussmech.graphs._compiling import announce


@pytest.mark.parametrize(
    "terminal, cached, count",
    [(True, False, 1), (True, True, 0), (False, False, 0)],
)
def test_it_is_said_where_it_helps(
    terminal, cached, count, tmp_path, monkeypatch, caplog
):
    announce.cache_clear()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    if cached:
        (tmp_path / "module").mkdir()
        (tmp_path / "module" / "kernel.nbi").touch()
    announce()
    announce()
    # Logged, not printed: a job of the workflow has it in its log, not in the bar of the terminal.
    assert sum("compiling" in message for message in caplog.messages) == count
    announce.cache_clear()


HELPER = """
from gaussmech.graphs._compiling import helper

@helper
def twice(x):
    return 2 * x
"""
KERNEL = """
from gaussmech.graphs import _compiling
from gaussmech.graphs._compiling import kernel
_compiling.__file__ = __file__
from helpers import twice

@kernel
def four_times(x):
    return 2 * twice(x)

print("ready", flush=True)
print(four_times(1.0), sum(four_times.stats.cache_hits.values()))
"""


def start(module):
    """Start a process that prints "ready" and then calls a kernel."""
    command = [sys.executable, "-B", str(module)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def run_kernel(tmp_path, monkeypatch):
    """Return a function that runs a module with a kernel, and returns its value and cache hits."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "helpers.py").write_text(HELPER)
    module = tmp_path / "kernels.py"
    module.write_text(KERNEL)

    def run():
        started = start(module)
        _, value, hits = started.communicate()[0].split()
        return float(value), int(hits)

    assert run() == (4.0, 0)
    assert run() == (4.0, 1)
    return run


def test_an_edit_of_a_helper_changes_what_a_cached_kernel_returns(run_kernel, tmp_path):
    (tmp_path / "helpers.py").write_text(HELPER.replace("2 * x", "5 * x"))
    assert run_kernel() == (10.0, 0)


def test_a_file_of_the_cache_that_was_cut_off_is_compiled_again(run_kernel, tmp_path):
    for suffix, end in (("nbi", -20), ("nbc", -20), ("nbi", 0), ("nbc", 0)):
        for path in (tmp_path / "cache").rglob(f"*.{suffix}"):
            path.write_bytes(path.read_bytes()[:end])
        assert run_kernel() == (4.0, 0)
    assert run_kernel() == (4.0, 1)


def test_of_processes_that_start_at_once_one_compiles(run_kernel, tmp_path):
    module = tmp_path / "kernels.py"
    shutil.rmtree(tmp_path / "cache")
    with open(module) as lock:
        # Both are ready before one of them may compile.
        fcntl.flock(lock, fcntl.LOCK_EX)
        started = [start(module) for _ in range(2)]
        for process in started:
            assert process.stdout.readline() == "ready\n"
    outputs = sorted(process.communicate()[0].strip() for process in started)
    assert outputs == ["4.0 0", "4.0 1"]
