"""Calls of a calibrator in a process of its own: one that hangs is stopped, and counted."""

import multiprocessing
import signal
import warnings
from time import process_time
from typing import NamedTuple

import numpy as np

from benchmarks.measure import best

SHORT = 0.01  # a call of fewer seconds is timed again
REPEATS = 5  # so often
BUSY = 20  # wall seconds that a CPU second may take while other processes are at work
START_LIMIT = 60.0  # seconds for loading and a first call, which may import or compile
_loaded = []


class Outcome(NamedTuple):
    """What one call gave: a value, or the problem ("hang" or an exception's name), and CPU seconds."""

    value: object = None
    problem: str = ""
    seconds: float = float("nan")


class Worker:
    """`with Worker(load, limit) as call: call(epsilon, delta)` gives an Outcome.

    `load` returns the calibrator and must be importable, or ImportError says why it fails; `limit`
    is in CPU seconds per call.
    """

    def __init__(self, load, limit):
        self.load = load
        self.limit = limit

    def __enter__(self):
        self.pool = multiprocessing.get_context("spawn").Pool(1)
        try:
            self.pool.apply_async(_start, [self.load]).get(BUSY * START_LIMIT)
        except (ImportError, multiprocessing.TimeoutError) as error:
            self.pool.terminate()
            raise ImportError(str(error) or "hangs") from None
        return self.call

    def __exit__(self, *_):
        self.pool.terminate()

    def call(self, epsilon, delta, limit=None):
        limit = limit or self.limit
        try:
            return self.pool.apply_async(_measure, (epsilon, delta, limit)).get(
                BUSY * limit
            )
        except multiprocessing.TimeoutError:  # outside Python, or crashed
            self.__exit__()
            self.__enter__()
            return Outcome(problem="hang", seconds=limit)


def _start(load):
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGPROF, _stop)
    _loaded.append(load())
    _measure(1.0, 1e-6, START_LIMIT)


def _stop(*_):
    raise TimeoutError


def _measure(epsilon, delta, limit):
    (sigma,) = _loaded
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        start = process_time()
        value = sigma(epsilon, delta)
        seconds = process_time() - start
        # The wait for the pair has cooled the caches, which makes a first short call look slow.
        if seconds < SHORT:
            seconds, _ = best(lambda: sigma(epsilon, delta), REPEATS)
        value = np.asarray(value, dtype=float)
    except TimeoutError:
        return Outcome(problem="hang", seconds=limit)
    except Exception as error:
        return Outcome(problem=type(error).__name__)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return Outcome(float(value) if value.ndim == 0 else value, seconds=seconds)
