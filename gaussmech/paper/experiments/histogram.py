"""Private release of a sparse histogram (Balle & Wang, appendix B.1)."""

import numpy as np

from gaussmech.paper.experiments.vector_release import Task, errors


def histogram(**settings):
    """Return the L1 error of the private histogram of n items in d bins; `settings` as for `errors`."""
    return errors(TASK, **settings)


def sensitivities(sample_size, dimension):
    """Return the global L1 and L2 sensitivity: replacing an item moves 1/n between two bins."""
    return 2 / sample_size, np.sqrt(2) / sample_size


def sample_histogram(sample_size, dimension, rng):
    """Return relative frequencies (d,): multinomial, with Dirichlet(1/d) parameters."""
    parameters = rng.dirichlet(np.full(dimension, 1 / dimension))
    return rng.multinomial(sample_size, parameters) / sample_size


TASK = Task("histogram", sample_histogram, sensitivities, norm=1)
