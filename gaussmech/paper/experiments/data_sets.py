"""The data sets of mean estimation and of the histograms: what is released of each."""

import numpy as np

from gaussmech.paper.experiments.randomness import generator

# Numbers drawn at a time: 256 KiB stay in the cache while they are summed.
CHUNK = 2**15


def data_sets(task, sample, *, seed, sample_size, dimensions, repetitions, progress=iter):
    """Yield f(x) (d,) of one data set per dimension, ascending, and repetition.

    Each has a random stream of its own: releases at any budget are of the same data sets.
    """
    for d, r in progress([(d, r) for d in sorted(dimensions) for r in repetitions]):
        yield sample(sample_size, d, generator(seed, task, "data", int(sample_size), int(d), r))


def sample_mean(sample_size, dimension, rng):
    """Return the mean (d,) of n sampled points x_0 + U[-1/2, 1/2]^d, with x_0 ~ N(0, I)."""
    center = rng.standard_normal(dimension)
    # One row per coordinate: the sum runs along contiguous memory in any dimension.
    points = min(sample_size, CHUNK)
    buffer = np.empty((max(1, CHUNK // points), points))
    total = np.zeros(dimension)
    for left in range(0, dimension, len(buffer)):
        block = total[left : left + len(buffer)]
        for first in range(0, sample_size, points):
            drawn = buffer[: len(block), : sample_size - first]
            rng.random(out=drawn)
            block += drawn.sum(axis=1)
    return center + (total / sample_size - 0.5)
