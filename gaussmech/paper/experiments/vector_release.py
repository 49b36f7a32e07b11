"""What mean estimation and histogram release share: the private releases, and their errors.

`errors` draws the data sets of each dimension (a `Task` says of what), releases f(x) of each by every
mechanism (`Releases`), denoises it by every method (`methods.METHODS` names the functions), and
returns the error of each in a row per dimension and repetition. `error_tables` makes a table of these
rows.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gaussmech._checks import Array
from gaussmech.paper.experiments.methods import METHODS
from gaussmech.paper.experiments.randomness import generator
from gaussmech.paper.experiments.stacking import stacked
from gaussmech.privacy.mechanisms import (
    AnalyticGaussianMechanism,
    ClassicalGaussianMechanism,
    LaplaceMechanism,
    gaussian_accuracy,
)
from gaussmech.vectors.histogram import posterior_median_shares
from gaussmech.vectors.shrinkage import james_stein, soft_threshold

# So many entries of vectors are released at a time: these and their estimates stay in the cache.
BLOCK_NUMBERS = 2**15


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
    sample: Callable[..., Array]
    sensitivities: Callable[..., tuple[float, float]]
    norm: int

    def vectors(self, sample_size, dimension, generators):
        """Return f(x) of a random data set for each of the generators, (k, dimension)."""
        return np.stack(
            [self.sample(sample_size, dimension, rng) for rng in generators]
        )

    def errors(self, f, releases, methods):
        """Return the errors (k,) of each method on the releases of vectors f (k, dimension)."""
        errors_by_method = {}
        for method in methods:
            difference = METHODS[method].estimate(releases) - f
            errors_by_method[method] = np.linalg.norm(difference, self.norm, axis=1)
        return errors_by_method


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
        laplace = self._laplace_mechanism
        noise, y, scale = "gaussian", self.analytic, self.sigma
        if laplace.accuracy(share) < gaussian_accuracy(self.sigma, share):
            noise, y, scale = "laplace", self.laplace, laplace.scale
        medians = [
            posterior_median_shares(row, scale, self._sample_size, noise)
            for row in np.atleast_2d(y)
        ]
        return np.reshape(medians, y.shape)

    def uniform(self):
        """Return a histogram of equal shares."""
        return np.full_like(self.analytic, 1 / self._dimension)


def errors(
    task,
    *,
    seed,
    epsilon,
    delta,
    sample_size,
    dimensions,
    repetitions,
    methods,
    progress=iter,
):
    """Return the error of each method per budget, dimension and repetition.

    Parameters
    ----------
    task : Task
        What is released, and how its error is measured.
    seed : int
        The seed of all random numbers, >= 0.
    epsilon : float or list of float
        The epsilon of each release; releases at several are of the same data sets.
    delta : float
        The delta of each release.
    sample_size : int
        The number of records of each data set.
    dimensions : list of int
        The dimensions of the vectors.
    repetitions : int or range of int
        The number of repetitions, or which of them: each has random streams of its own.
    methods : list of str
        Names of METHODS.
    progress : callable, optional
        Wraps the list of blocks, as tqdm does.

    Returns
    -------
    DataFrame
        A row per epsilon, dimension and repetition: epsilon, delta, sample_size, dimension,
        repetition, and the error of each method by its name.
    """
    if isinstance(repetitions, int):
        repetitions = range(repetitions)
    parts = []
    for dimension, block in progress(_blocks(sorted(dimensions), repetitions)):
        size = int(sample_size), int(dimension)
        streams = [generator(seed, task.name, "data", *size, k) for k in block]
        f = task.vectors(*size, streams)
        for budget in np.atleast_1d(epsilon):
            cell = {
                "epsilon": float(budget),
                "delta": float(delta),
                "sample_size": size[0],
                "dimension": size[1],
            }
            streams = [generator(seed, task.name, *cell.values(), k) for k in block]
            releases = Releases(
                f, budget, delta, task.sensitivities(*size), streams, sample_size
            )
            errors_by_method = task.errors(f, releases, methods)
            parts.append(cell | {"repetition": block} | errors_by_method)
    return stacked(parts).sort_values("epsilon", kind="stable", ignore_index=True)


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
