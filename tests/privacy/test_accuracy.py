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
def laplace_inverse(accuracy, alpha, delta, sensitivity):
    return module._laplace_epsilon_for_accuracy(accuracy, alpha, sensitivity)


def laplace_mechanism(epsilon, delta, sensitivity):
    return gm.LaplaceMechanism(epsilon, sensitivity)


INVERSES = {
    "Lap": (laplace_inverse, laplace_mechanism),
    "cGM": (
        module._classical_gaussian_epsilon_for_accuracy,
        gm.ClassicalGaussianMechanism,
    ),
    "aGM": (
        module._analytic_gaussian_epsilon_for_accuracy,
        gm.AnalyticGaussianMechanism,
    ),
    "TLap": (
        module._truncated_laplacian_epsilon_for_accuracy,
        gm.TruncatedLaplaceMechanism,
    ),
}
# Each alpha with each delta and each epsilon: ordinary values, and extreme ones.
ORDINARY = [(1e-300, 1e-9, 0.05, 0.5), (1e-12, 1e-5, 0.1), (0.02, 0.5, 1.0, 8.0)]
EXTREME = [
    (1e-12, 0.01, 0.3, 0.9),
    (1e-15, 1e-6, 0.01, 0.49),
    (1e-6, 1e-3, 0.1, 30.0, 600.0),
]
CELLS = [*itertools.product(*ORDINARY), *itertools.product(*EXTREME)]


@pytest.mark.parametrize("name", INVERSES)
def test_the_epsilon_for_an_accuracy_is_that_of_the_mechanism(name):
    inverse, mechanism = INVERSES[name]
    for alpha, delta, epsilon in CELLS:
        accuracy = mechanism(epsilon, delta, 3.0).accuracy(alpha)
        tolerance = 1e-11
        if name == "TLap":
            # Near the accuracy of uniform noise every small epsilon is as accurate.
            distance = 1 - accuracy / (1.5 * (1 - alpha) / delta)
            tolerance = max(tolerance, 1e-13 / (distance + 1e-16))
        solution = inverse(accuracy, alpha, delta, 3.0)
        assert solution == pytest.approx(epsilon, rel=tolerance, abs=1e-12)
        if solution > 0:
            accuracy_of_solution = mechanism(solution, delta, 3.0).accuracy(alpha)
            assert accuracy_of_solution == pytest.approx(accuracy, rel=1e-14, abs=0)


@pytest.mark.parametrize("name", INVERSES)
def test_without_sensitivity_no_epsilon_is_needed(name):
    inverse, _ = INVERSES[name]
    assert inverse(5.0, 0.05, 1e-5, 0.0) == 0


def test_where_uniform_noise_is_accurate_enough_no_epsilon_is_needed():
    # sensitivity (1 - alpha) / (2 delta) = 142.5
    accuracies = [142.4999, 142.5001, 1e9]
    epsilon = module._truncated_laplacian_epsilon_for_accuracy(
        accuracies, 0.05, 0.01, 3.0
    )
    assert epsilon[0] > 0
    assert epsilon[1:].tolist() == [0, 0]


def test_where_noise_of_any_size_is_accurate_enough_the_gaussian_epsilon_is_zero():
    assert module._analytic_gaussian_epsilon_for_accuracy(1e9, 0.05, 0.01, 3.0) == 0


@pytest.mark.parametrize("alpha, delta", [(0.05, 1e-5), (0.9, 0.3)])
def test_the_classical_epsilon_is_that_of_the_note(alpha, delta):
    log = mp.log(mp.mpf("1.25") / mp.mpf(delta))
    exact = 2 * 3 / mp.mpf(7) * mp.sqrt(log) * mp.erfinv(1 - mp.mpf(alpha))
    epsilon = module._classical_gaussian_epsilon_for_accuracy(7.0, alpha, delta, 3.0)
    assert epsilon == pytest.approx(float(exact), rel=1e-14, abs=0)


EXACT_CONSTANT = mp.sqrt(2 * mp.exp(mp.mpf(8) / 9) / mp.pi)


def test_the_tight_constant_is_that_of_the_proof():
    assert pytest.approx(float(EXACT_CONSTANT), rel=1e-15, abs=0) == TIGHT_CONSTANT


@pytest.mark.parametrize("epsilon, delta", [(0.3, 1e-9), (0.9, 0.7)])
def test_the_tight_sigma_has_the_tight_constant(epsilon, delta):
    exact = 2 / mp.mpf(epsilon) * mp.sqrt(2 * mp.log(EXACT_CONSTANT / mp.mpf(delta)))
    sigma = tight_classical_gaussian_sigma(epsilon, delta, 2.0)
    assert sigma == pytest.approx(float(exact), rel=1e-14, abs=0)


def test_the_tight_sigma_keeps_delta_with_less_noise():
    epsilon = np.geomspace(1e-3, 1, 40)[:, None]
    delta = np.concatenate([np.geomspace(1e-15, 0.1, 40), np.linspace(0.2, 0.999, 9)])
    sigma = tight_classical_gaussian_sigma(epsilon, delta)
    assert (sigma < gm.classical_gaussian_sigma(epsilon, delta)).all()
    assert (gm.gaussian_delta(sigma, epsilon) < 0.4 * delta).all()


@pytest.mark.parametrize("epsilon, delta", [(0.5, 0.0), (0.0, 0.1), (0.0, 0.0)])
def test_the_tight_sigma_at_the_ends_of_the_budget(epsilon, delta):
    sigma = tight_classical_gaussian_sigma(epsilon, delta, [1.0, 0.0])
    assert sigma.tolist() == [np.inf, 0]
