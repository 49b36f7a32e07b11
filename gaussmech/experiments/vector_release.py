"""What mean estimation and histogram release share: the private releases, and their errors."""

import numpy as np
import pandas as pd

from gaussmech.experiments.methods import METHODS
from gaussmech.experiments.randomness import generator
from gaussmech.mechanisms import (
    AnalyticGaussianMechanism,
    ClassicalGaussianMechanism,
    LaplaceMechanism,
)
from gaussmech.shrinkage import james_stein, soft_threshold


class GaussianReleases:
    """The releases of one vector f by both Gaussian mechanisms, on one standard normal draw.

    Each has its own law, and they differ by calibration alone.
    """

    def __init__(self, f, epsilon, delta, sensitivity, rng):
        noise = rng.standard_normal(f.shape)
        classical = ClassicalGaussianMechanism(epsilon, delta, sensitivity)
        analytic = AnalyticGaussianMechanism(epsilon, delta, sensitivity)
        self.sigma, self.classical_sigma = analytic.sigma, classical.sigma
        self.classical = f + classical.sigma * noise
        self.analytic = f + analytic.sigma * noise

    def james_stein(self, **options):
        """James-Stein's estimate from the analytic release."""
        return james_stein(self.analytic, self.sigma, **options)

    def soft_threshold(self):
        """The analytic release, soft-thresholded at sigma sqrt(2 log d)."""
        return soft_threshold(self.analytic, self.sigma)

    def zero(self):
        """A release of nothing."""
        return np.zeros_like(self.analytic)


class Releases(GaussianReleases):
    """The private releases of one vector f (d,), or of several (k, d), by all mechanisms.

    `sensitivities` are those in L1 and in L2.
    """

    def __init__(self, f, epsilon, delta, sensitivities, rng):
        self.laplace = LaplaceMechanism(epsilon, sensitivities[0]).release(f, rng)
        super().__init__(f, epsilon, delta, sensitivities[1], rng)


def errors(
    task,
    sample,
    sensitivities,
    norm,
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
    """Return the error of each method per dimension and repetition, on a new data set each.

    `sample(sample_size, dimension, rng)` returns f(x) of one data set (d,);
    `sensitivities(sample_size, dimension)` its global L1 and L2 sensitivity; `norm` is the order
    of the error's norm. `repetitions` is their number, or a range of them: each has a random
    stream of its own, so that a job may compute a part. `progress` wraps the list of (dimension,
    repetition), as tqdm does.

    Columns: epsilon, delta, sample_size, dimension, repetition, then the error of each method, in
    units of f; `error_table` makes statistics of them.
    """
    if isinstance(repetitions, int):
        repetitions = range(repetitions)
    cells = [(d, r) for d in sorted(dimensions) for r in repetitions]
    found = np.empty((len(cells), len(methods)))
    for row, (dimension, repetition) in zip(found, progress(cells), strict=True):
        size = int(sample_size), int(dimension)
        rng = generator(seed, task, float(epsilon), float(delta), *size, repetition)
        f = sample(sample_size, dimension, rng)
        releases = Releases(f, epsilon, delta, sensitivities(sample_size, dimension), rng)
        for k, method in enumerate(methods):
            row[k] = np.linalg.norm(METHODS[method].estimate(releases) - f, norm)
    table = pd.DataFrame(cells, columns=["dimension", "repetition"])
    table.insert(0, "epsilon", float(epsilon))
    table.insert(1, "delta", float(delta))
    table.insert(2, "sample_size", sample_size)
    return pd.concat([table, pd.DataFrame(found, columns=methods)], axis=1)
