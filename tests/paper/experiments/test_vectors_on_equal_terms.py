"""What the extended experiments add: posterior medians, and several vectors at a time."""

import numpy as np
import pytest

from gaussmech.paper.experiments.histogram import sample_histogram
from gaussmech.paper.experiments.methods import HISTOGRAM, METHODS, offered
from gaussmech.paper.experiments.vector_release import Releases
from gaussmech.privacy.mechanisms import AnalyticGaussianMechanism, LaplaceMechanism
from gaussmech.vectors.histogram import posterior_median_shares


def releases(f, n, rng, epsilon=1.0):
    """Return the releases of histograms of n items."""
    return Releases(f, epsilon, 1e-4, (2 / n, np.sqrt(2) / n), rng, n)


@pytest.mark.parametrize(
    "epsilon, d", [(1.0, 10), (1.0, 9999), (0.1, 30), (0.1, 999), (0.01, 20)]
)
def test_the_posterior_median_takes_the_release_whose_largest_noise_is_smaller(
    epsilon, d
):
    release = releases(np.full(d, 1 / d), 500, np.random.default_rng(1), epsilon)
    laplace = LaplaceMechanism(epsilon, 2 / 500)
    gaussian = AnalyticGaussianMechanism(epsilon, 1e-4, np.sqrt(2) / 500)
    if laplace.accuracy(1 / d) < gaussian.accuracy(1 / d):
        chosen = release.laplace, laplace.scale, 500, "laplace"
    else:
        chosen = release.analytic, gaussian.sigma, 500, "gaussian"
    expected = posterior_median_shares(*chosen)
    np.testing.assert_array_equal(release.posterior_median(), expected)


@pytest.mark.parametrize("d, n", [(1, 1), (3, 500), (4, 20), (300, 50)])
def test_several_vectors_are_released_as_each_alone(d, n):
    f = sample_histogram(n, d, np.random.default_rng(4)) * np.ones((3, 1))
    together = releases(f, n, [np.random.default_rng(k) for k in range(3)])
    for name in offered(HISTOGRAM):
        estimates = METHODS[name].estimate(together)
        for k in range(3):
            alone = releases(f[k], n, np.random.default_rng(k))
            assert (estimates[k] == METHODS[name].estimate(alone)).all(), name
