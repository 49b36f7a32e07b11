"""Budgets from accuracies: against mpmath and the note's formula."""

import itertools

import mpmath as mp
import numpy as np
import pytest

import gaussmech as gm
from gaussmech.privacy import _accuracy as module
from gaussmech.privacy._accuracy import TIGHT_CONSTANT, tight_classical_gaussian_sigma

mp.mp.dps = 60

# epsilon for an accuracy, and the mechanism of a budget.
INVERSES = {
    "Lap": (
        lambda a, alpha, delta, s=1.0: module._laplace_epsilon_for_accuracy(a, alpha, s),
        lambda epsilon, delta, s=1.0: gm.LaplaceMechanism(epsilon, s),
    ),
    "cGM": (module._classical_gaussian_epsilon_for_accuracy, gm.ClassicalGaussianMechanism),
    "aGM": (module._analytic_gaussian_epsilon_for_accuracy, gm.AnalyticGaussianMechanism),
    "TLap": (module._truncated_laplace_epsilon_for_accuracy, gm.TruncatedLaplaceMechanism),
}


@pytest.mark.parametrize("name", INVERSES)
def test_the_mechanism_of_this_budget_has_this_accuracy(name):
    inverse, maker = INVERSES[name]
    grid = [(1e-300, 1e-9, 0.05, 0.5), (1e-12, 1e-5, 0.1), (0.02, 0.5, 1.0, 8.0)]
    more = [(1e-12, 0.01, 0.3, 0.9), (1e-15, 1e-6, 0.01, 0.49), (1e-6, 1e-3, 0.1, 30.0, 600.0)]
    for alpha, delta, epsilon in [*itertools.product(*grid), *itertools.product(*more)]:
        a = maker(epsilon, delta, 3.0).accuracy(alpha)
        found = inverse(a, alpha, delta, 3.0)
        # The root is the better known the farther it is from 0, where all are as accurate.
        left = 1 - a / (1.5 * (1 - alpha) / delta) if name == "TLap" else 1.0
        assert found == pytest.approx(epsilon, rel=max(1e-11, 1e-13 / (left + 1e-16)), abs=1e-12)
        if found > 0:
            assert maker(found, delta, 3.0).accuracy(alpha) == pytest.approx(a, rel=1e-14, abs=0)
    assert inverse(5.0, 0.05, 1e-5, 0.0) == 0


def test_where_uniform_noise_is_accurate_enough_no_epsilon_is_needed():
    # sensitivity (1 - alpha) / (2 delta) = 142.5
    found = module._truncated_laplace_epsilon_for_accuracy(
        [142.4999, 142.5001, 1e9], 0.05, 0.01, 3.0
    )
    assert found[0] > 0 and found[1:].tolist() == [0, 0]
    assert module._analytic_gaussian_epsilon_for_accuracy(1e9, 0.05, 0.01, 3.0) == 0


def test_classical_epsilon_is_that_of_the_note_and_the_tight_constant_that_of_the_proof():
    for alpha, delta in ((0.05, 1e-5), (0.9, 0.3)):
        log = mp.log(mp.mpf("1.25") / mp.mpf(delta))
        exact = 2 * 3 / mp.mpf(7) * mp.sqrt(log) * mp.erfinv(1 - mp.mpf(alpha))
        found = module._classical_gaussian_epsilon_for_accuracy(7.0, alpha, delta, 3.0)
        assert found == pytest.approx(float(exact), rel=1e-14, abs=0)
    exact = mp.sqrt(2 * mp.exp(mp.mpf(8) / 9) / mp.pi)
    assert pytest.approx(float(exact), rel=1e-15, abs=0) == TIGHT_CONSTANT
    for epsilon, delta in ((0.3, 1e-9), (0.9, 0.7)):
        sigma = 2 / mp.mpf(epsilon) * mp.sqrt(2 * mp.log(exact / mp.mpf(delta)))
        found = tight_classical_gaussian_sigma(epsilon, delta, 2.0)
        assert found == pytest.approx(float(sigma), rel=1e-14, abs=0)
    # With it delta is kept.
    epsilon = np.geomspace(1e-3, 1, 40)[:, None]
    delta = np.concatenate([np.geomspace(1e-15, 0.1, 40), np.linspace(0.2, 0.999, 9)])
    sigma = tight_classical_gaussian_sigma(epsilon, delta)
    assert (sigma < gm.classical_gaussian_sigma(epsilon, delta)).all()
    assert (gm.gaussian_delta(sigma, epsilon) < 0.4 * delta).all()
    for budget in ((0.5, 0.0), (0.0, 0.1), (0.0, 0.0)):
        assert tight_classical_gaussian_sigma(*budget, [1.0, 0.0]).tolist() == [np.inf, 0]


def test_newton_ends_long_before_its_limit(monkeypatch):
    rng = np.random.default_rng(2)
    n = 20_000
    delta, alpha = (np.exp(rng.uniform(np.log(1e-15), np.log(b), n)) for b in (0.499, 0.999))
    a = np.exp(rng.uniform(np.log(1e-3), np.log((1 - alpha) / (2 * delta))))
    found = module._truncated_laplace_epsilon_for_accuracy(a, alpha, delta)
    monkeypatch.setattr(module, "_MOST_STEPS", 100)
    assert (module._truncated_laplace_epsilon_for_accuracy(a, alpha, delta) == found).all()
