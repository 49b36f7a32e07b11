"""Clocks and memory, of a call and of a process of its own."""

import multiprocessing
import os
import resource
import sys
from pathlib import Path
from time import perf_counter


def best(work, repeats=5):
    """Return the seconds and the result of the fastest of a few calls, as other load only adds."""
    timings = []
    for _ in range(repeats):
        start = perf_counter()
        result = work()
        timings.append((perf_counter() - start, result))
    return min(timings, key=lambda timing: timing[0])


def spent(work):
    """Return the seconds and CPU seconds of a call, those of its processes included."""
    cpu_before = sum(os.times()[:4])
    start = perf_counter()
    work()
    elapsed = perf_counter() - start
    return elapsed, sum(os.times()[:4]) - cpu_before


def apart(work, *arguments, limit=None):
    """Return what `work` returns in a new process, or a text if it fails or takes too long."""
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
    """Return the most memory that this process has had in use at a time."""
    status = Path("/proc/self/status")
    if status.exists():
        # The peak of `getrusage` would include the process that started this one.
        line = next(
            line for line in status.read_text().splitlines() if line[:6] == "VmHWM:"
        )
        return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
