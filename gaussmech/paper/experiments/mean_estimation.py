"""Private mean estimation on synthetic data (Balle & Wang, section 5.2)."""

import numpy as np

from gaussmech.paper.experiments.data_sets import Task, data_sets, sample_mean
from gaussmech.paper.experiments.vector_release import Settings, errors


def mean_estimation(*, data=None, progress=iter, **settings):
    """Return the L2 error of the private mean of n vectors, per repetition.

    `settings` are those of `vector_release.Settings`; `data` and `progress` as for `errors`.
    """
    return errors(TASK, Settings(**settings), data=data, progress=progress)


def data_of(*, seed, sample_size, dimensions, repetitions, **others):
    """Return the means of the data sets, one after the other: `data` of all budgets."""
    sizes = {"sample_size": sample_size, "dimensions": dimensions}
    means = data_sets(
        TASK.name, sample_mean, seed=seed, repetitions=repetitions, **sizes
    )
    return np.concatenate(list(means))


def sensitivities(sample_size, dimension):
    """Return the global L1 and L2 sensitivity: replacing a point moves it within a unit cube."""
    return dimension / sample_size, np.sqrt(dimension) / sample_size


TASK = Task("mean_estimation", sample_mean, sensitivities, norm=2)
