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
    found = []
    for _ in range(repeats):
        start = perf_counter()
        result = work()
        found.append((perf_counter() - start, result))
    return min(found, key=lambda one: one[0])


def apart(work, *arguments, limit=None):
    """What `work` returns, called in a new process; a text where it fails or takes too long."""
    context = multiprocessing.get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(sending, work, arguments), daemon=True)
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
        line = next(line for line in status.read_text().splitlines() if line[:6] == "VmHWM:")
        return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def first_use(code):
    """A sentence with the seconds that `code` prints when nothing is compiled, then when all is."""
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"NUMBA_CACHE_DIR": cache}
        compiled, loaded = (
            float(subprocess.check_output([sys.executable, "-c", code], env=environment))
            for _ in range(2)
        )
    return (
        f"Not in the tables: compiling, once per machine, {compiled:.1f} s; loading the compiled"
        f" code, once per process, {loaded:.2f} s."
    )
