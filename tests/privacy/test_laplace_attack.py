"""What attacks on discrete Laplace noise gain, against the distribution summed up."""

import math
from itertools import product

import numpy as np
import pytest

import gaussmech as gm
from gaussmech.privacy.laplace_attack import laplace_attack_risk, true_positive_rate

RATES = (0.001, 0.01, 0.1, 0.3, 0.5, 0.9, 0.99)
each_grid = pytest.mark.parametrize(
    "scale, steps", [*product([1, 2, 5, 20], [1, 2, 3, 4, 7, 10])]
)


def distributions(steps, scale):
    """Return the distribution of noise, and the distribution around a shift of so many steps."""
    y = np.arange(-40 * scale - 10, 40 * scale + 11)
    mass = (1 - math.exp(-1 / scale)) / (1 + math.exp(-1 / scale))
    return mass * np.exp(-abs(y) / scale), mass * np.exp(-abs(y - steps) / scale)


def most_powerful(absent, present, rate):
    """Return the power of the best test, by Neyman and Pearson's lemma on a list of outcomes."""
    order = np.argsort(-present / absent, kind="stable")
    false_positives = np.cumsum(absent[order])
    last = np.searchsorted(false_positives, rate)
    used = false_positives[last - 1] if last else 0.0
    ratio = present[order[last]] / absent[order[last]]
    return present[order[:last]].sum() + (rate - used) * ratio


@each_grid
def test_one_vector_has_what_attacks_gain_by_its_distribution(steps, scale):
    risk = laplace_attack_risk([(steps, scale)])
    absent, present = distributions(steps, scale)
    advantage = np.maximum(present - absent, 0).sum()
    assert risk["attack_advantage"] == pytest.approx(advantage, abs=1e-12)
    for rate in RATES:
        exact = most_powerful(absent, present, rate)
        assert true_positive_rate(steps, scale, rate) == pytest.approx(exact, abs=1e-12)
    assert risk["tpr_at_fpr_0.1"] == true_positive_rate(steps, scale, 0.1)


@pytest.mark.parametrize("rate", [0.01, 0.1])
def test_on_a_fine_grid_attacks_gain_what_they_gain_of_continuous_noise(rate):
    detected = true_positive_rate(10**9, 2 * 10**9, rate)
    assert detected == pytest.approx(rate * math.exp(0.5), rel=1e-8)


@each_grid
def test_the_mu_of_laplace_noise_bounds_its_profile(steps, scale):
    mu = laplace_attack_risk([(steps, scale)])["gaussian_mu"]
    absent, present = distributions(steps, scale)
    for epsilon in np.linspace(0, steps / scale, 41):
        delta = np.maximum(present - math.exp(epsilon) * absent, 0).sum()
        assert delta <= gm.gaussian_delta(1.0, epsilon, mu) + 1e-14


@pytest.mark.parametrize(
    "levels, columns",
    [(((3, 2), (2, 4)), 1), (((1, 2),), 3), (((4, 8),), 3), (((2, 3), (1, 5)), 2)],
)
def test_several_vectors_gain_hardly_less_than_stated(levels, columns):
    atoms = []
    for steps, scale in levels * columns:
        absent, present = distributions(steps, scale)
        losses = np.round(np.log(present / absent), 9)
        atoms.append(
            [
                (absent[losses == loss].sum(), present[losses == loss].sum())
                for loss in np.unique(losses)
            ]
        )
    outcomes = np.array([np.prod(outcome, axis=0) for outcome in product(*atoms)])
    absent, present = outcomes.T
    risk = laplace_attack_risk(levels, columns=columns)
    exact = {
        "attack_advantage": np.maximum(present - absent, 0).sum(),
        "tpr_at_fpr_0.01": most_powerful(absent, present, 0.01),
        "tpr_at_fpr_0.1": most_powerful(absent, present, 0.1),
    }
    for name, value in exact.items():
        assert value <= risk[name] <= value * (1 + 1e-3), name


def test_many_vectors_have_the_bounds_of_their_mu():
    few = laplace_attack_risk([(1, 100)], columns=1000)
    many = laplace_attack_risk([(1, 100)], columns=1001)
    assert few["gaussian_mu"] < many["gaussian_mu"]
    for name in ("attack_advantage", "tpr_at_fpr_0.01", "tpr_at_fpr_0.1"):
        assert few[name] < many[name] < 1.3 * few[name]


def test_a_budget_of_hundreds_is_no_secret():
    risk = laplace_attack_risk([(700, 1)], columns=3)
    assert risk["tpr_at_fpr_0.01"] == risk["attack_advantage"] == 1
