"""Private mean estimation on synthetic data (Balle & Wang, section 5.2)."""

import numpy as np

from gaussmech.experiments.vector_release import errors

# Doubles drawn at a time: 256 KiB stay in the cache while they are summed.
CHUNK = 2**15


def mean_estimation(**settings):
    """L2 error of the private mean of n vectors, repetition by repetition.

    Settings and columns: see `vector_release.errors`.

    Examples
    --------
    >>> table = mean_estimation(seed=1, epsilon=1.0, delta=1e-4, sample_size=50,
    ...                         dimensions=[10], repetitions=4, methods=["aGM", "zero"])
    >>> table.shape
    (4, 7)
    """
    return errors("mean_estimation", sample_mean, sensitivities, 2, **settings)


def sensitivities(sample_size, dimension):
    """Global L1 and L2 sensitivity: replacing one point moves it within a unit cube."""
    return dimension / sample_size, np.sqrt(dimension) / sample_size


def sample_mean(sample_size, dimension, rng):
    """Mean (d,) of the points x_i = x_0 + U[-1/2, 1/2]^d, x_0 ~ N(0, I), all n sampled."""
    center = rng.standard_normal(dimension)
    # One row a coordinate: the sum runs along contiguous memory at any dimension.
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
