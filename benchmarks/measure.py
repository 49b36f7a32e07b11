"""Clocks and memory: of a call, of a process of its own, of the first use on a machine."""

import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter


def best(work, repeats=5):
    """Seconds of the fastest of a few calls, as other load only adds, and what it returns."""
    timings = []
    for _ in range(repeats):
        start = perf_counter()
        result = work()
        timings.append((perf_counter() - start, result))
    return min(timings, key=lambda timing: timing[0])


def spent(work):
    """Seconds and CPU seconds of a call, those of its processes included."""
    before, start = os.times(), perf_counter()
    work()
    elapsed, after = perf_counter() - start, os.times()
    return elapsed, sum(after[:4]) - sum(before[:4])


def apart(work, *arguments, limit=None):
    """What `work` returns, called in a new process; a text where it fails or takes too long."""
    context = multiprocessing.get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(
        target=_send, args=(sending, work, arguments), daemon=True
    )
    process.start()
    sending.close()
    try:
        return receiving.recv() if receiving.poll(limit) else f"over {limit:g}"
    except EOFError:
        return "failed"
    finally:
        process.kill()
        process.join()


def _send(sending, work, arguments):
    sending.send(work(*arguments))


def peak_bytes():
    """The most memory that this process has had in use at a time."""
    status = Path("/proc/self/status")
    if status.exists():
        # What `getrusage` tells would include the process that started this one.
        line = next(
            line for line in status.read_text().splitlines() if line[:6] == "VmHWM:"
        )
        return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


_FIRST_USE = """
import time
import numpy as np
from gaussmech import Graph, TreeWavelets, denoise, spanning_tree, trend_filter
square = Graph(4, [[0, 1], [1, 2], [2, 3], [3, 0]])
start = time.perf_counter()
{}
print(time.perf_counter() - start)
"""


def first_use(work):
    """A sentence: seconds of `work` on a square when nothing is compiled, then when all is."""
    code = _FIRST_USE.format(work)
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"NUMBA_CACHE_DIR": cache}
        compiled, loaded = (
            float(
                subprocess.check_output([sys.executable, "-c", code], env=environment)
            )
            for _ in range(2)
        )
    return (
        f"Not in the tables: compiling, {compiled:.1f} s; loading it, {loaded:.2f} s."
    )
