"""Private mean estimation on synthetic data (Balle & Wang, section 5.2)."""

import numpy as np

from gaussmech.paper.experiments.vector_release import Task, errors

# Numbers drawn at a time: 256 KiB stay in the cache while they are summed.
CHUNK = 2**15


def mean_estimation(**settings):
    """Return the L2 error of the private mean of n vectors; `settings` as for `errors`."""
    return errors(TASK, **settings)


def sensitivities(sample_size, dimension):
    """Return the global L1 and L2 sensitivity: replacing a point moves it within a unit cube."""
    return dimension / sample_size, np.sqrt(dimension) / sample_size


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


TASK = Task("mean_estimation", sample_mean, sensitivities, norm=2)
