"""Private mean estimation on synthetic data (Balle & Wang, section 5.2)."""

import numpy as np

from gaussmech.experiments.data_sets import sample_mean
from gaussmech.experiments.vector_release import errors


def mean_estimation(**settings):
    """Return the L2 error of the private mean of n vectors, per repetition.

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
    """Return the global L1 and L2 sensitivity: replacing a point moves it within a unit cube."""
    return dimension / sample_size, np.sqrt(dimension) / sample_size
