"""What mean estimation and histogram release share: the private releases, and their errors."""

from functools import cached_property

import numpy as np
import pandas as pd

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
    fit_spike_and_slab,
    james_stein,
    project_to_simplex,
    soft_threshold,
    spike_and_slab_median,
)

# Entries of the vectors that are released at a time: what is made of them stays in the cache.
BLOCK_NUMBERS = 2**15


def _drawn(draw, f, rng):
    """Return draw(f, rng), or row by row where `rng` is a list of generators."""
    if isinstance(rng, np.random.Generator):
        return draw(f, rng)
    return np.stack([draw(row, its) for row, its in zip(f, rng, strict=True)])


class GaussianReleases:
    """The releases of one vector f by both Gaussian mechanisms, on one standard normal draw."""

    def __init__(self, f, epsilon, delta, sensitivity, rng):
        noise = _drawn(lambda x, rng: rng.standard_normal(x.shape), f, rng)
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

    `sensitivities` are those in L1 and in L2; `rng` is one generator, or one per vector.
    """

    def __init__(self, f, epsilon, delta, sensitivities, rng, sample_size=None):
        self._laplace_mechanism = LaplaceMechanism(epsilon, sensitivities[0])
        self.laplace = _drawn(self._laplace_mechanism.add_noise, f, rng)
        super().__init__(f, epsilon, delta, sensitivities[1], rng)
        self._budget, self._sample_size = (epsilon, delta, sensitivities[1]), sample_size
        self._f, self._rng = f, rng

    @cached_property
    def l2(self):
        """The release by the l2 mechanism; its noise is drawn after that of the others."""
        return _drawn(self._l2_mechanism.add_noise, self._f, self._rng)

    @cached_property
    def _l2_mechanism(self):
        # Imports Numba, which no other mechanism needs.
        from gaussmech.privacy.l2_mechanism import L2Mechanism

        return L2Mechanism(*self._budget, dimension=self._f.shape[-1])

    def l2_james_stein(self):
        """Positive-part James-Stein from the l2 release; that release where d < 3."""
        if self._f.shape[-1] < 3:
            return self.l2
        return james_stein(self.l2, np.sqrt(self._l2_mechanism.power), positive_part=True)

    def james_stein_to_mean(self):
        """James-Stein towards the mean of the coordinates; the analytic release where d < 4."""
        d = self._f.shape[-1]
        if d < 4:
            return self.analytic
        center = self.analytic.mean(axis=-1, keepdims=True)
        rest = self.analytic - center
        factor = 1 - (d - 3) * self.sigma**2 / np.square(rest).sum(axis=-1, keepdims=True)
        return center + np.maximum(factor, 0) * rest

    def laplace_threshold(self):
        """The Laplace release, soft-thresholded at scale * log d, its universal level."""
        scale = self._laplace_mechanism.scale
        threshold = scale * np.log(self._f.shape[-1])
        return soft_threshold(self.laplace, scale, threshold=threshold)

    def on_simplex(self, y):
        """A release projected on the histograms."""
        return project_to_simplex(y)

    def threshold_with_total(self):
        """The soft-thresholded release; what is above 0 in it is made to add up to 1."""
        y = self.soft_threshold()
        above = y > 0
        # So far below the others that the projection leaves them out.
        found = project_to_simplex(np.where(above, y, -2.0))
        return np.where(above.any(axis=-1, keepdims=True), found, 0.0)

    def empirical_bayes(self):
        """Empirical-Bayes thresholding of the analytic release; zero where noise hides all."""
        # The best of two fits and of zero by the Bayesian information criterion.
        x = np.atleast_2d(self.analytic / self.sigma)
        fixed, fitted = fit_spike_and_slab(x, 0.5), fit_spike_and_slab(x, None)
        log = np.log(x.shape[1])
        gain, both = fixed[2] - 0.5 * log, fitted[2] - log
        weight, slab = (np.where(both > gain, fitted[k], fixed[k]) for k in (0, 1))
        found = self.sigma * spike_and_slab_median(x, weight, slab)
        found[np.maximum(gain, both) <= 0] = 0
        return found.reshape(self.analytic.shape)

    def posterior_median(self):
        """Posterior medians of a histogram, from the release whose largest noise is smaller.

        Of d bins, about one has noise beyond the 1 - 1/d quantile. That quantile decides between
        the two releases; it depends on no data, so that the choice costs no privacy.
        """
        share = 1 / max(self._f.shape[-1], 2)
        if self._laplace_mechanism.accuracy(share) < gaussian_accuracy(self.sigma, share):
            y, scale, noise = self.laplace, self._laplace_mechanism.scale, "laplace"
        else:
            y, scale, noise = self.analytic, self.sigma, "gaussian"
        n = self._sample_size
        medians = [posterior_median_shares(row, scale, n, noise) for row in np.atleast_2d(y)]
        return np.reshape(medians, y.shape)

    def uniform(self):
        """A histogram of equal shares."""
        return np.full_like(self.analytic, 1 / self._f.shape[-1])


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
    data=None,
    progress=iter,
):
    """Return the error of each method per dimension and repetition, on a data set each.

    `repetitions` is their number, or a range of them: each has a random stream of its own. `data`
    holds the values of `data_sets`, which are else drawn; `progress` wraps the list of blocks.
    """
    if isinstance(repetitions, int):
        repetitions = range(repetitions)
    cells = [(d, r) for d in sorted(dimensions) for r in repetitions]
    found, row, place = np.empty((len(cells), len(methods))), 0, 0
    for d, some in progress(_blocks(sorted(dimensions), repetitions)):
        if data is None:
            size = {"sample_size": sample_size, "dimensions": [d]}
            f = np.stack(list(data_sets(task, sample, seed=seed, **size, repetitions=some)))
        else:
            f = np.reshape(data[place : place + d * len(some)], (len(some), d))
            place += f.size
        key = task, float(epsilon), float(delta), int(sample_size), int(d)
        rng = [generator(seed, *key, r) for r in some]
        releases = Releases(f, epsilon, delta, sensitivities(sample_size, d), rng, sample_size)
        for k, method in enumerate(methods):
            error = METHODS[method].estimate(releases) - f
            found[row : row + len(f), k] = np.linalg.norm(error, norm, axis=1)
        row += len(f)
    settings = {"epsilon": float(epsilon), "delta": float(delta), "sample_size": sample_size}
    table = pd.DataFrame(cells, columns=["dimension", "repetition"])
    columns = [*settings, *table.columns]
    return table.assign(**settings)[columns].join(pd.DataFrame(found, columns=methods))


def _blocks(dimensions, repetitions):
    """Pairs of a dimension and as many repetitions as have BLOCK_NUMBERS numbers."""
    blocks = []
    for d in dimensions:
        count = max(1, BLOCK_NUMBERS // d)
        blocks += [(d, repetitions[k : k + count]) for k in range(0, len(repetitions), count)]
    return blocks
