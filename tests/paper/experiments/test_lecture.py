"""The lecture's composition table, and the simulated privacy loss."""

import numpy as np
import pytest
from scipy import stats

from gaussmech.paper.experiments.lecture import composition_lecture, privacy_loss
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_delta


@pytest.mark.parametrize("k", [1, 10, 100])
def test_ways_to_count_are_their_formulas_and_find_no_less_than_there_is(k):
    step = {"epsilon": 0.2, "delta": 1e-7}
    total = {"epsilon": 0.8, "delta": 1e-5}
    table = composition_lecture(folds=[k], step=step, total=total, sensitivity=3.0)
    for row in table.itertuples():
        assert row.epsilon >= row.exact_epsilon * (1 - 1e-12)
        if row.exact_epsilon > 0:
            # k releases with noise sigma are one with noise sigma / sqrt(k).
            spent = gaussian_delta(row.sigma / np.sqrt(k), row.exact_epsilon, 3.0)
            assert spent == pytest.approx(1e-5, rel=1e-9, abs=0)
        # Basic composition shares delta among the steps.
        if row.method == "basic":
            spent = gaussian_delta(row.sigma, row.epsilon / k, 3.0)
            assert spent == pytest.approx(1e-5 / k, rel=1e-8)


def test_the_privacy_loss_is_normal_by_lemma_3():
    budget = {"epsilon": 0.7, "delta": 0.02, "sensitivity": 3.0}
    size = {"dimension": 4, "draws": 50_000, "bins": 40}
    # The share of draws in each bin is that of the reference table.
    histogram, summary = privacy_loss(seed=1, **budget, **size)
    eta = (3 / analytic_gaussian_sigma(**budget)) ** 2 / 2
    distribution = stats.norm(eta, np.sqrt(2 * eta))
    probability = distribution.cdf(histogram.right) - distribution.cdf(histogram.left)
    width = histogram.right - histogram.left
    assert (histogram.normal * width).to_numpy() == pytest.approx(probability, rel=1e-9)
    assert histogram.eta.to_numpy() == pytest.approx(eta)
    assert summary.quantity.tolist() == ["mean", "variance", "above epsilon", "delta"]
    exact = [eta, 2 * eta, distribution.sf(0.7), 0.02]
    assert summary.exact.tolist() == pytest.approx(exact, rel=1e-12, abs=0)
    assert summary.se.between(0, 0.01, inclusive="neither").all()
    assert (abs(summary.simulated - summary.exact) < 4 * summary.se).all()
