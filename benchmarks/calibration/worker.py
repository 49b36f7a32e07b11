"""Calls of a calibrator in a process of its own: one that hangs is killed, and counted."""

import multiprocessing
import warnings
from typing import NamedTuple

import numpy as np

from benchmarks.measure import best

SHORT, REPEATS = 0.01, 5  # seconds of a call that is timed again, and how often
START_LIMIT = 60.0  # seconds for loading and a first call, which may import or compile


class NotInstalledError(Exception):
    """The calibrator cannot be imported; the text says why."""


class Outcome(NamedTuple):
    """What one call gave: a value, or the problem "hang", "crash" or an exception's name."""

    value: object = None
    problem: str = ""
    seconds: float = float("nan")


class Worker:
    """`with Worker(load, limit) as call: call(epsilon, delta)` gives an Outcome.

    `load` returns the calibrator and must be importable; `limit` is in seconds per call.
    """

    def __init__(self, load, limit):
        self.load, self.limit = load, limit

    def __enter__(self):
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(self.load, other), daemon=True)
        self.process.start()
        other.close()
        try:
            missing = self.connection.recv() if self.connection.poll(START_LIMIT) else "hangs"
        except EOFError:
            missing = "crashes"
        if missing:
            self.__exit__()
            raise NotInstalledError(missing)
        return self.call

    def __exit__(self, *_):
        self.process.kill()
        self.process.join()
        self.connection.close()

    def call(self, epsilon, delta, limit=None):
        limit = limit or self.limit
        try:
            self.connection.send((epsilon, delta))
            if self.connection.poll(limit):
                return self.connection.recv()
            outcome = Outcome(problem="hang", seconds=limit)
        except (EOFError, ConnectionError):
            outcome = Outcome(problem="crash")
        self.__exit__()
        self.__enter__()
        return outcome


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
        seconds, value = best(lambda: sigma(epsilon, delta), 1)
        # The wait for the pair has cooled the caches, which makes a first short call look slow.
        if seconds < SHORT:
            seconds, _ = best(lambda: sigma(epsilon, delta), REPEATS)
        value = np.asarray(value, dtype=float)
    except Exception as error:
        return Outcome(problem=type(error).__name__)
    return Outcome(float(value) if value.ndim == 0 else value, seconds=seconds)
