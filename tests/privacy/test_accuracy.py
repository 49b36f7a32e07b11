"""Budgets from accuracies: against the accuracies of the mechanisms."""

import itertools

import pytest

import gaussmech as gm

# Each alpha with each delta and each epsilon: ordinary values, and extreme ones.
ORDINARY = [(1e-300, 1e-9, 0.05, 0.5), (1e-12, 1e-5, 0.1), (0.02, 0.5, 1.0, 8.0)]
EXTREME = [
    (1e-12, 0.01, 0.3, 0.9),
    (1e-15, 1e-6, 0.01, 0.49),
    (1e-6, 1e-3, 0.1, 30.0, 600.0),
]
CELLS = [*itertools.product(*ORDINARY), *itertools.product(*EXTREME)]


@pytest.mark.parametrize(
    "mechanism",
    [
        gm.ClassicalGaussianMechanism,
        gm.AnalyticGaussianMechanism,
        gm.TruncatedLaplaceMechanism,
    ],
)
def test_the_epsilon_for_an_accuracy_is_that_of_the_mechanism(mechanism):
    for alpha, delta, epsilon in CELLS:
        accuracy = mechanism(epsilon, delta, 3.0).accuracy(alpha)
        tolerance = 1e-11
        if mechanism is gm.TruncatedLaplaceMechanism:
            # Near the accuracy of uniform noise every small epsilon is as accurate.
            distance = 1 - accuracy / (1.5 * (1 - alpha) / delta)
            tolerance = max(tolerance, 1e-13 / (distance + 1e-16))
        solution = mechanism.for_accuracy(accuracy, alpha, delta, 3.0)
        assert solution.epsilon == pytest.approx(epsilon, rel=tolerance, abs=1e-12)
        assert solution.accuracy(alpha) == pytest.approx(accuracy, rel=1e-13, abs=0)


def test_an_accuracy_that_no_epsilon_has_is_refused():
    # That of uniform noise: sensitivity (1 - alpha) / (2 delta) = 142.5.
    of_class = gm.TruncatedLaplaceMechanism
    assert of_class.for_accuracy(142.4999, 0.05, 0.01, 3.0).epsilon > 0
    for accuracy, sensitivity in ((142.5001, 3.0), (1e9, 3.0), (5.0, 0.0)):
        message = f"accuracy is {accuracy}; no epsilon in"
        with pytest.raises(ValueError, match=message.replace("+", "[+]")):
            of_class.for_accuracy(accuracy, 0.05, 0.01, sensitivity)


@pytest.mark.parametrize("sensitivity", [3.0, 0.0])
def test_where_noise_of_any_size_is_accurate_enough_the_gaussian_epsilon_is_zero(
    sensitivity,
):
    of_class = gm.AnalyticGaussianMechanism
    assert of_class.for_accuracy(1e9, 0.05, 0.01, sensitivity).epsilon == 0
