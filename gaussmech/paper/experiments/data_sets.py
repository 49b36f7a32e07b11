"""The data sets of mean estimation and of the histograms: what is released of each."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np

from gaussmech.paper.experiments.randomness import generator

# Numbers drawn at a time: 256 KiB stay in the cache while they are summed.
CHUNK = 2**15


@dataclass(frozen=True)
class Task:
    """What is released of a data set, and how the error of a release is measured.

    Attributes
    ----------
    name : str
        The name by which the random numbers are keyed.
    sample : callable
        sample(sample_size, dimension, rng) returns f(x) (dimension,) of a random data set x.
    sensitivities : callable
        sensitivities(sample_size, dimension) returns the global L1 and L2 sensitivity of f.
    norm : int
        The order of the norm of an error.
    """

    name: str
    sample: Callable
    sensitivities: Callable
    norm: int


def data_sets(task, sample, *, seed, sample_size, dimensions, repetitions):
    """Yield f(x) (d,) of one data set per dimension, ascending, and repetition.

    Each has a random stream of its own: releases at any budget are of the same data sets.
    """
    for dimension, repetition in product(sorted(dimensions), repetitions):
        rng = generator(
            seed, task, "data", int(sample_size), int(dimension), repetition
        )
        yield sample(sample_size, dimension, rng)


def sample_mean(sample_size, dimension, rng):
    """Return the mean (d,) of n sampled points x_0 + U[-1/2, 1/2]^d, with x_0 ~ N(0, I)."""
    center = rng.standard_normal(dimension)
    # One row per coordinate: the sum runs along contiguous memory in any dimension.
    points = min(sample_size, CHUNK)
    coordinates = max(1, CHUNK // points)
    buffer = np.empty((coordinates, points))
    total = np.zeros(dimension)
    for left in range(0, dimension, coordinates):
        block = total[left : left + coordinates]
        for first in range(0, sample_size, points):
            numbers = buffer[: len(block), : sample_size - first]
            rng.random(out=numbers)
            block += numbers.sum(axis=1)
    return center + (total / sample_size - 0.5)
