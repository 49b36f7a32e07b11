"""Calls of a calibrator in a process of its own: one that hangs is killed, and counted."""

import multiprocessing
import time
import warnings
from dataclasses import dataclass

import numpy as np

_SHORT = 0.01  # seconds
_REPEATS = 5


class NotInstalledError(Exception):
    """The calibrator cannot be imported; the text says why."""


@dataclass(frozen=True)
class Outcome:
    """What one call gave: a value, or the problem "hang", "crash" or an exception's name."""

    value: object = None
    problem: str = ""
    seconds: float = float("nan")


class Worker:
    """`with Worker(load, limit) as call: call(epsilon, delta)` gives an Outcome.

    `load` returns the calibrator and must be importable; loading and a first call at
    (1, 1e-6), which may import or compile, have `start_limit` seconds.
    """

    def __init__(self, load, limit=2.0, start_limit=60.0):
        self.load, self.limit, self.start_limit = load, limit, start_limit

    def __enter__(self):
        self._start()
        return self.call

    def __exit__(self, *_):
        self._stop()

    def call(self, epsilon, delta, limit=None):
        limit = limit or self.limit
        try:
            self.connection.send((epsilon, delta))
            if self.connection.poll(limit):
                return self.connection.recv()
            outcome = Outcome(problem="hang", seconds=limit)
        except (EOFError, ConnectionError):
            outcome = Outcome(problem="crash")
        self._stop()
        self._start()
        return outcome

    def _start(self):
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(self.load, other), daemon=True)
        self.process.start()
        other.close()
        try:
            missing = self.connection.recv() if self.connection.poll(self.start_limit) else "hangs"
        except EOFError:
            missing = "crashes"
        if missing:
            self._stop()
            raise NotInstalledError(missing)

    def _stop(self):
        self.process.kill()
        self.process.join()
        self.connection.close()


def _serve(load, connection):
    warnings.simplefilter("ignore")
    try:
        sigma = load()
    except ImportError as error:
        connection.send(str(error))
        return
    _timed(sigma, 1.0, 1e-6)
    connection.send("")
    while True:
        try:
            pair = connection.recv()
        except EOFError:
            return
        connection.send(_timed(sigma, *pair))


def _timed(sigma, epsilon, delta):
    try:
        value, seconds = _clocked(sigma, epsilon, delta)
        # The wait for the pair has cooled the caches, which makes a first short call look slow.
        if seconds < _SHORT:
            seconds = min(_clocked(sigma, epsilon, delta)[1] for _ in range(_REPEATS))
        value = np.asarray(value, dtype=float)
    except Exception as error:
        return Outcome(problem=type(error).__name__)
    return Outcome(float(value) if value.ndim == 0 else value, seconds=seconds)


def _clocked(sigma, epsilon, delta):
    start = time.perf_counter()
    value = sigma(epsilon, delta)
    return value, time.perf_counter() - start
