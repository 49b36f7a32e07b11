"""What the extended experiments add: more denoising, the l2 mechanism, posterior medians."""

import numpy as np
import pandas as pd
import pytest

from gaussmech import l2_scale
from gaussmech.paper.experiments import vector_release
from gaussmech.paper.experiments.histogram import histogram, sample_histogram
from gaussmech.paper.experiments.l2_comparison import l2_mechanism
from gaussmech.paper.experiments.mean_estimation import mean_estimation
from gaussmech.paper.experiments.methods import HISTOGRAM, MEAN, offered
from gaussmech.paper.experiments.methods import METHODS as METHOD
from gaussmech.paper.experiments.vector_release import Releases
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.privacy.mechanisms import AnalyticGaussianMechanism, LaplaceMechanism
from gaussmech.vectors.shrinkage import empirical_bayes_threshold, soft_threshold

SETTINGS = {"seed": 1, "epsilon": 1.0, "delta": 1e-4, "sample_size": 500}


def releases(f, epsilon=1.0, n=500, seed=1):
    sensitivities = (2 / n, np.sqrt(2) / n)
    rng = np.random.default_rng(seed)
    return Releases(np.asarray(f, float), epsilon, 1e-4, sensitivities, rng, n)


def errors(experiment, **settings):
    """Return the errors of an experiment as a DataFrame."""
    return pd.DataFrame(experiment(**settings))


def test_the_l2_noise_is_drawn_after_that_of_the_papers_methods():
    settings = SETTINGS | {"dimensions": [1, 5], "repetitions": 3}
    alone = errors(mean_estimation, **settings, methods=["Lap", "aGM", "zero"])
    methods = ["L2", "Lap", "L2-JS", "aGM", "zero"]
    beside = errors(mean_estimation, **settings, methods=methods)
    assert alone.equals(beside[alone.columns])
    one = beside[beside.dimension == 1]
    assert (one["L2"] == one["L2-JS"]).all()


def test_the_l2_release_has_the_error_of_its_law():
    error = errors(
        mean_estimation, **SETTINGS, dimensions=[5], repetitions=2000, methods=["L2"]
    )["L2"]
    # |z| ~ Gamma(d, s): its mean is d s.
    expected = 5 * l2_scale(1.0, 1e-4, np.sqrt(5) / 500, dimension=5)
    assert abs(error.mean() - expected) < 4 * error.std() / np.sqrt(2000)


@pytest.mark.parametrize("d", [3, 4, 50])
def test_james_stein_towards_the_mean(d):
    r = releases(np.linspace(1, 1.02, d), epsilon=0.5)
    y = r.analytic
    estimate = r.james_stein_to_mean()
    if d < 4:
        assert (estimate == y).all()
        return
    center = y.sum() / d
    factor = 1 - (d - 3) * r.sigma**2 / sum((v - center) ** 2 for v in y)
    assert estimate == pytest.approx(center + max(factor, 0) * (y - center), rel=1e-12)


def test_the_known_total_is_kept_and_the_support_is_that_of_the_thresholded():
    f = np.zeros(300)
    f[:4] = 0.4, 0.3, 0.2, 0.1
    r = releases(f)
    estimate = r.threshold_with_total()
    support = r.soft_threshold() > 0
    assert estimate.sum() == pytest.approx(1, rel=1e-12)
    assert (estimate[~support] == 0).all() and 1 <= support.sum() < 10
    nothing = releases(np.zeros(300), epsilon=0.001, seed=3)
    nothing.analytic = -abs(nothing.analytic)
    assert not nothing.threshold_with_total().any()
    # Laplace noise is thresholded at its universal level.
    r = releases(np.zeros(50))
    size = np.maximum(abs(r.laplace) - 2 / 500 * np.log(50), 0)
    assert r.laplace_threshold() == pytest.approx(np.sign(r.laplace) * size, abs=1e-15)


def test_empirical_bayes_releases_nothing_where_noise_hides_everything():
    flat = np.full(200, 1 / 200)
    hidden = [releases(flat, epsilon=0.01, seed=k).empirical_bayes() for k in range(30)]
    assert sum(not y.any() for y in hidden) >= 25
    f = np.zeros(200)
    f[:5] = 0.2
    clear = releases(f)
    estimate = clear.empirical_bayes()
    assert np.count_nonzero(estimate) < 10
    y = clear.analytic, clear.sigma
    assert any(
        (estimate == empirical_bayes_threshold(*y, slab=s)).all() for s in (0.5, None)
    )
    assert abs(estimate - f).sum() < 0.5 * abs(soft_threshold(*y) - f).sum()


@pytest.mark.parametrize(
    "epsilon, d", [(1.0, 10), (1.0, 9999), (0.1, 30), (0.1, 999), (0.01, 20)]
)
def test_the_posterior_median_takes_the_release_whose_largest_noise_is_smaller(
    epsilon, d, monkeypatch
):
    calls = []
    monkeypatch.setattr(
        vector_release,
        "posterior_median_shares",
        lambda y, *law: calls.append((y, law)) or y,
    )
    r = releases(np.full(d, 1 / d), epsilon=epsilon)
    r.posterior_median()
    laplace = LaplaceMechanism(epsilon, 2 / 500).accuracy(1 / d)
    gaussian = AnalyticGaussianMechanism(epsilon, 1e-4, np.sqrt(2) / 500).accuracy(
        1 / d
    )
    ((y, (scale, n, noise)),) = calls
    if laplace < gaussian:
        expected = r.laplace, 2 / 500 / epsilon, "laplace"
    else:
        expected = r.analytic, r.sigma, "gaussian"
    assert (y == expected[0]).all()
    assert (scale, noise, n) == (pytest.approx(expected[1]), expected[2], 500)


@pytest.mark.parametrize("d, n", [(1, 1), (3, 500), (4, 20), (300, 50)])
def test_several_vectors_are_released_as_each_alone(d, n):
    f = sample_histogram(n, d, np.random.default_rng(4)) * np.ones((3, 1))
    budget = 1.0, 1e-4, (2 / n, np.sqrt(2) / n)
    together = Releases(f, *budget, [np.random.default_rng(k) for k in range(3)], n)
    for name in dict.fromkeys([*offered(MEAN), *offered(HISTOGRAM)]):
        estimates = METHOD[name].estimate(together)
        for k in range(3):
            alone = METHOD[name].estimate(
                Releases(f[k], *budget, np.random.default_rng(k), n)
            )
            assert (estimates[k] == alone).all(), name


@pytest.mark.parametrize("d", [10, 300])
def test_the_posterior_median_beats_all_others_and_nothing_where_noise_hides_all(d):
    others = [
        name
        for name in offered(HISTOGRAM)
        if name not in ("Lap", "cGM", "aGM", "posterior-median")
    ]
    settings = SETTINGS | {
        "dimensions": [d],
        "repetitions": 100,
        "methods": ["posterior-median", *others],
    }
    for epsilon in (1.0, 0.1):
        changes = {"epsilon": epsilon, "repetitions": 40}
        table = errors(histogram, **settings | changes)
        assert table["posterior-median"].mean() < table[others].mean().min()
    # In ten bins a prior that does not lean to few of them has 1.2.
    changes = {"epsilon": 0.01, "methods": ["posterior-median"]}
    hidden = errors(histogram, **settings | changes)
    assert hidden["posterior-median"].mean() < 1.03


@pytest.mark.parametrize(
    "weights", [np.ones(50), 1 / np.arange(1, 51), np.repeat([9, 1], 25)]
)
def test_the_posterior_median_holds_for_histograms_of_other_shapes(weights):
    rng = np.random.default_rng(5)
    ratio = []
    for k in range(20):
        f = rng.multinomial(500, weights / weights.sum()) / 500
        r = releases(f, seed=k)
        others = [r.threshold_with_total(), r.simplex(), r.laplace_simplex()]
        others += [r.laplace_threshold(), r.empirical_bayes(), r.zero(), r.uniform()]
        ratio.append([abs(y - f).sum() for y in (r.posterior_median(), *others)])
    ours, *rest = np.mean(ratio, axis=0)
    assert ours < 1.03 * min(rest)


def test_the_table_of_the_l2_mechanism():
    table = l2_mechanism(
        epsilons=[1.0, 0.1], deltas=[1e-6], dimensions=[1.0, 1.4, 10.0, 100.0]
    )
    assert table.columns.tolist() == COLUMNS["l2_mechanism"]
    assert table.dimension.tolist() == [1, 10, 100] * 2
    assert table.l2_ratio.round(4).tolist()[1:3] == [0.6207, 0.9506]
    # In one dimension it is the Laplace mechanism, but for delta.
    assert (table.l2_ratio / table.laplace_ratio)[0] == pytest.approx(1, abs=1e-4)
