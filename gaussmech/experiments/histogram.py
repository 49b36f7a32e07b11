"""Private release of a sparse histogram (Balle & Wang, appendix B.1)."""

import numpy as np

from gaussmech.experiments.vector_release import errors


def histogram(**settings):
    """L1 error of the private histogram of n items in d bins, repetition by repetition.

    Settings and columns: see `vector_release.errors`.

    Examples
    --------
    >>> table = histogram(seed=1, epsilon=1.0, delta=1e-4, sample_size=50,
    ...                   dimensions=[10], repetitions=4, methods=["aGM", "zero"])
    >>> table.zero.round(12).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    return errors("histogram", sample_histogram, sensitivities, 1, **settings)


def sensitivities(sample_size, dimension):
    """Global L1 and L2 sensitivity: replacing one item moves 1/n from a bin to another."""
    return 2 / sample_size, np.sqrt(2) / sample_size


def sample_histogram(sample_size, dimension, rng):
    """Relative frequencies (d,): multinomial, its parameters Dirichlet with alpha = 1/d."""
    parameters = rng.dirichlet(np.full(dimension, 1 / dimension))
    return rng.multinomial(sample_size, parameters) / sample_size
