"""What mean estimation and histogram release share: the private releases, and their errors.

`errors` draws the data sets of each dimension, releases f(x) of each by every mechanism
(`Releases`), denoises it by every method (`methods.METHODS` names the functions), and returns the
error of each in a row per dimension and repetition. `error_tables` makes a table of these rows.
"""

from dataclasses import dataclass

import numpy as np

from gaussmech.paper.experiments.data_sets import data_sets
from gaussmech.paper.experiments.methods import METHODS
from gaussmech.paper.experiments.randomness import generator
from gaussmech.privacy.mechanisms import (
    AnalyticGaussianMechanism,
    ClassicalGaussianMechanism,
    LaplaceMechanism,
    gaussian_accuracy,
)
from gaussmech.vectors.histogram import posterior_median_shares
from gaussmech.vectors.shrinkage import (
    james_stein,
    soft_threshold,
)

# So many entries of vectors are released at a time: these and their estimates stay in the cache.
BLOCK_NUMBERS = 2**15


@dataclass(frozen=True)
class Settings:
    """The settings of an experiment on random vectors.

    Attributes
    ----------
    seed : int
        The seed of all random numbers, >= 0.
    epsilon, delta : float
        The budget of each release.
    sample_size : int
        The number of records of each data set.
    dimensions : list of int
        The dimensions of the vectors.
    repetitions : int or range of int
        The number of repetitions, or which of them: each has a random stream of its own.
    methods : list of str
        Names of METHODS.
    """

    seed: int
    epsilon: float
    delta: float
    sample_size: int
    dimensions: list
    repetitions: int | range
    methods: list

    @property
    def repetition_range(self):
        """The repetitions as a range."""
        if isinstance(self.repetitions, int):
            return range(self.repetitions)
        return self.repetitions


def _draw_rows(draw, f, rng):
    """Return draw(f, rng); where `rng` is a list of generators, each row of f has its own."""
    if isinstance(rng, np.random.Generator):
        return draw(f, rng)
    rows = [draw(row, generator) for row, generator in zip(f, rng, strict=True)]
    return np.stack(rows)


def _standard_normal(f, rng):
    """Return standard normal noise for a vector f."""
    return rng.standard_normal(f.shape)


class GaussianReleases:
    """The releases of one vector f by both Gaussian mechanisms, on one standard normal draw.

    `classical` and `analytic` are the releases, `classical_sigma` and `sigma` their noise.
    """

    def __init__(self, f, epsilon, delta, sensitivity, rng):
        noise = _draw_rows(_standard_normal, f, rng)
        classical = ClassicalGaussianMechanism(epsilon, delta, sensitivity)
        analytic = AnalyticGaussianMechanism(epsilon, delta, sensitivity)
        self.classical_sigma = classical.sigma
        self.sigma = analytic.sigma
        self.classical = f + classical.sigma * noise
        self.analytic = f + analytic.sigma * noise

    def james_stein(self, *, positive_part=False):
        """Return James-Stein's estimate from the analytic release."""
        return james_stein(self.analytic, self.sigma, positive_part=positive_part)

    def soft_threshold(self):
        """Return the analytic release, soft-thresholded at sigma sqrt(2 log d)."""
        return soft_threshold(self.analytic, self.sigma)

    def zero(self):
        """Return zeros, the estimate that releases nothing."""
        return np.zeros_like(self.analytic)


class Releases(GaussianReleases):
    """The private releases of one vector f (d,), or of several (k, d), by all mechanisms.

    Parameters
    ----------
    f : (d,) or (k, d) array
        The true vectors.
    epsilon, delta : float
        The budget of each release.
    sensitivities : pair of float
        The global L1 and L2 sensitivity.
    rng : numpy.random.Generator or list of them
        The source of the noise, or one for each vector.
    sample_size : int, optional
        The number of items of each histogram; only `posterior_median` needs it.
    """

    def __init__(self, f, epsilon, delta, sensitivities, rng, sample_size=None):
        l1_sensitivity, l2_sensitivity = sensitivities
        self._laplace_mechanism = LaplaceMechanism(epsilon, l1_sensitivity)
        self.laplace = _draw_rows(self._laplace_mechanism.add_noise, f, rng)
        super().__init__(f, epsilon, delta, l2_sensitivity, rng)
        self._sample_size = sample_size
        self._dimension = f.shape[-1]

    def posterior_median(self):
        """Return posterior medians of a histogram, from the release whose largest noise is smaller.

        Of d bins, about one has noise beyond the 1 - 1/d quantile. That quantile decides between
        the two releases; it depends on no data, so the choice costs no privacy.
        """
        share = 1 / max(self._dimension, 2)
        largest_laplace = self._laplace_mechanism.accuracy(share)
        largest_gaussian = gaussian_accuracy(self.sigma, share)
        if largest_laplace < largest_gaussian:
            noise = "laplace"
            y = self.laplace
            scale = self._laplace_mechanism.scale
        else:
            noise = "gaussian"
            y = self.analytic
            scale = self.sigma
        medians = [
            posterior_median_shares(row, scale, self._sample_size, noise)
            for row in np.atleast_2d(y)
        ]
        return np.reshape(medians, y.shape)

    def uniform(self):
        """Return a histogram of equal shares."""
        return np.full_like(self.analytic, 1 / self._dimension)


def errors(task, settings, *, data=None, progress=iter):
    """Return the error of each method per dimension and repetition, on a data set each.

    Parameters
    ----------
    task : Task
        What is released, and how its error is measured.
    settings : Settings
        The budget, the sizes and the methods.
    data : array of float, optional
        The values that `data_sets` yields for these settings, one after the other; None draws them.
    progress : callable, optional
        Wraps the list of blocks, as tqdm does.

    Returns
    -------
    list of dict
        A row per dimension and repetition: epsilon, delta, sample_size, dimension, repetition, and
        the error of each method by its name.
    """
    blocks = _blocks(sorted(settings.dimensions), settings.repetition_range)
    rows = []
    # The entries of `data` before this one belong to earlier blocks.
    start = 0
    for dimension, repetitions in progress(blocks):
        if data is None:
            f = _sample_vectors(task, settings, dimension, repetitions)
        else:
            stop = start + dimension * len(repetitions)
            f = np.reshape(data[start:stop], (len(repetitions), dimension))
            start = stop
        cell = {
            "epsilon": float(settings.epsilon),
            "delta": float(settings.delta),
            "sample_size": settings.sample_size,
            "dimension": dimension,
        }
        errors_by_method = _block_errors(task, settings, f, repetitions)
        for k, repetition in enumerate(repetitions):
            row = cell | {"repetition": repetition}
            for method, values in errors_by_method.items():
                row[method] = float(values[k])
            rows.append(row)
    return rows


def _blocks(dimensions, repetitions):
    """Return pairs of a dimension and of repetitions with at most BLOCK_NUMBERS entries together.

    A pair has at least one repetition, whatever the dimension is.
    """
    blocks = []
    for dimension in dimensions:
        count = max(1, BLOCK_NUMBERS // dimension)
        for first in range(0, len(repetitions), count):
            blocks.append((dimension, repetitions[first : first + count]))
    return blocks


def _sample_vectors(task, settings, dimension, repetitions):
    """Return f(x) of a random data set x for each of the repetitions, (k, dimension)."""
    vectors = data_sets(
        task.name,
        task.sample,
        seed=settings.seed,
        sample_size=settings.sample_size,
        dimensions=[dimension],
        repetitions=repetitions,
    )
    return np.stack(list(vectors))


def _block_errors(task, settings, f, repetitions):
    """Return the errors (k,) of each method on the vectors f (k, d) of these repetitions."""
    dimension = f.shape[1]
    # Each repetition has a random stream of its own, whatever block it is in.
    key = (
        task.name,
        float(settings.epsilon),
        float(settings.delta),
        int(settings.sample_size),
        int(dimension),
    )
    generators = [generator(settings.seed, *key, number) for number in repetitions]
    releases = Releases(
        f,
        epsilon=settings.epsilon,
        delta=settings.delta,
        sensitivities=task.sensitivities(settings.sample_size, dimension),
        rng=generators,
        sample_size=settings.sample_size,
    )
    errors_by_method = {}
    for method in settings.methods:
        difference = METHODS[method].estimate(releases) - f
        errors_by_method[method] = np.linalg.norm(difference, task.norm, axis=1)
    return errors_by_method
