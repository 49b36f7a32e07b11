"""Private mean estimation on synthetic data (Balle & Wang, section 5.2)."""

import numpy as np

from gaussmech.paper.experiments.vector_release import Task, errors

# Numbers drawn at a time, but for larger samples: 256 KiB stay in the cache while they are summed.
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
    coordinates = max(1, CHUNK // sample_size)
    buffer = np.empty((coordinates, sample_size))
    total = np.empty(dimension)
    for left in range(0, dimension, coordinates):
        block = total[left : left + coordinates]
        numbers = rng.random(out=buffer[: len(block)])
        numbers.sum(axis=1, out=block)
    return center + (total / sample_size - 0.5)


TASK = Task("mean_estimation", sample_mean, sensitivities, norm=2)
