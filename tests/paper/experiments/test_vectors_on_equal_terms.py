"""What the extended experiments add: more denoising, the l2 mechanism, posterior medians."""

from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments import vector_release
from gaussmech.paper.experiments.histogram import histogram, sample_histogram
from gaussmech.paper.experiments.methods import HISTOGRAM, offered
from gaussmech.paper.experiments.methods import METHODS as METHOD
from gaussmech.paper.experiments.vector_release import Releases
from gaussmech.privacy.mechanisms import AnalyticGaussianMechanism, LaplaceMechanism

SETTINGS = {"seed": 1, "epsilon": 1.0, "delta": 1e-4, "sample_size": 500}


def releases(f, epsilon=1.0, n=500, seed=1):
    """Return the releases of a histogram of n items."""
    sensitivities = (2 / n, np.sqrt(2) / n)
    rng = np.random.default_rng(seed)
    return Releases(np.asarray(f, float), epsilon, 1e-4, sensitivities, rng, n)


def errors(experiment, **settings):
    """Return the errors of an experiment as a DataFrame."""
    return pd.DataFrame(experiment(**settings))


@pytest.mark.parametrize(
    ("epsilon", "d"), [(1.0, 10), (1.0, 9999), (0.1, 30), (0.1, 999), (0.01, 20)]
)
def test_the_posterior_median_takes_the_release_whose_largest_noise_is_smaller(
    epsilon, d, monkeypatch
):
    medians = Mock(side_effect=lambda y, scale, n, noise: y)
    monkeypatch.setattr(vector_release, "posterior_median_shares", medians)
    release = releases(np.full(d, 1 / d), epsilon=epsilon)
    release.posterior_median()
    laplace = LaplaceMechanism(epsilon, 2 / 500)
    gaussian = AnalyticGaussianMechanism(epsilon, 1e-4, np.sqrt(2) / 500)
    medians.assert_called_once()
    y, scale, n, noise = medians.call_args.args
    assert n == 500
    if laplace.accuracy(1 / d) < gaussian.accuracy(1 / d):
        assert noise == "laplace"
        assert (y == release.laplace).all()
        assert scale == pytest.approx(2 / 500 / epsilon)
    else:
        assert noise == "gaussian"
        assert (y == release.analytic).all()
        assert scale == pytest.approx(release.sigma)


@pytest.mark.parametrize(("d", "n"), [(1, 1), (3, 500), (4, 20), (300, 50)])
def test_several_vectors_are_released_as_each_alone(d, n):
    f = sample_histogram(n, d, np.random.default_rng(4)) * np.ones((3, 1))
    sensitivities = (2 / n, np.sqrt(2) / n)
    generators = [np.random.default_rng(k) for k in range(3)]
    together = Releases(f, 1.0, 1e-4, sensitivities, generators, n)
    for name in offered(HISTOGRAM):
        estimates = METHOD[name].estimate(together)
        for k in range(3):
            rng = np.random.default_rng(k)
            alone = Releases(f[k], 1.0, 1e-4, sensitivities, rng, n)
            assert (estimates[k] == METHOD[name].estimate(alone)).all(), name


def mean_errors(d, epsilon, repetitions, methods):
    """Return the mean error of each method on histograms of d bins."""
    settings = SETTINGS | {"epsilon": epsilon}
    table = errors(
        histogram,
        **settings,
        dimensions=[d],
        repetitions=repetitions,
        methods=methods,
    )
    return table[methods].mean()


each_number_of_bins = pytest.mark.parametrize("d", [10, 300])


@each_number_of_bins
@pytest.mark.parametrize("epsilon", [1.0, 0.1])
def test_the_posterior_median_beats_all_others(d, epsilon):
    raw = ["Lap", "cGM", "aGM"]
    methods = [name for name in offered(HISTOGRAM) if name not in raw]
    means = mean_errors(d, epsilon, 40, methods)
    assert means["posterior-median"] < means.drop("posterior-median").min()
