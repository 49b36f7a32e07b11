"""Accuracy of the mechanisms at a significance level, and the budget it costs.

The accuracy a at level alpha is the bound that the noise exceeds with probability alpha (the note on
accuracy of 2020). `tables` yields the tables accuracy, accuracy_budget and accuracy_constant.
"""

from collections.abc import Callable
from dataclasses import astuple
from itertools import product

import numpy as np
import pandas as pd

from gaussmech._checks import Array
from gaussmech.paper.experiments.randomness import generator
from gaussmech.paper.experiments.stacking import tabulated
from gaussmech.privacy import mechanisms
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
    gaussian_delta,
)

# Mechanisms for a budget (epsilon, delta, sensitivity), in the order of the legend. Laplace noise
# needs no delta.
MECHANISMS: dict[str, Callable[..., mechanisms._Mechanism]] = {
    "Lap": lambda epsilon, _, sensitivity: mechanisms.LaplaceMechanism(
        epsilon, sensitivity
    ),
    "cGM": mechanisms.ClassicalGaussianMechanism,
    "aGM": mechanisms.AnalyticGaussianMechanism,
    "TLap": mechanisms.TruncatedLaplaceMechanism,
}
# The classical proof needs this constant, 1.2444, where its theorem and that of the note state 1.25.
TIGHT_CONSTANT = np.sqrt(2 * np.exp(8 / 9) / np.pi)


def tight_classical_sigma(epsilon, delta, sensitivity):
    """Return the sigma of the classical Gaussian mechanism with the note's tight constant."""
    return sensitivity * np.sqrt(2 * np.log(TIGHT_CONSTANT / delta)) / epsilon


# Functions that return sigma for (epsilon, delta, sensitivity).
SIGMAS: dict[str, Callable[..., Array]] = {
    "cGM": classical_gaussian_sigma,
    "cGM-tight": tight_classical_sigma,
    "aGM": analytic_gaussian_sigma,
}


@tabulated
def accuracy(*, seed, epsilons, delta, sensitivity, alphas, draws):
    """Return the accuracy of each mechanism, and the share of `draws` of its noise beyond it."""
    alphas = np.sort([*alphas])
    for name, epsilon in product(MECHANISMS, sorted(epsilons)):
        mechanism = MECHANISMS[name](epsilon, delta, sensitivity)
        key = ("accuracy", name, float(epsilon), float(delta), float(sensitivity))
        sizes = np.abs(mechanism.add_noise(np.zeros(draws), generator(seed, *key)))
        bounds = np.array([mechanism.accuracy(alpha) for alpha in alphas])
        yield {
            "mechanism": name,
            "epsilon": epsilon,
            "delta": delta,
            "sensitivity": sensitivity,
            "alpha": alphas,
            "accuracy": bounds,
            "draws": draws,
            "beyond": np.mean(sizes > bounds[:, None], axis=1),
            # The standard error of a share of independent draws.
            "beyond_se": np.sqrt(alphas * (1 - alphas) / draws),
        }


@tabulated
def accuracy_budget(*, accuracies, alpha, delta, sensitivity):
    """Return the epsilon at which each mechanism has an accuracy, at fixed delta."""
    bounds = np.sort(accuracies)
    for name, mechanism in MECHANISMS.items():
        example = mechanism(0.5, delta, sensitivity)
        yield {
            "mechanism": name,
            "alpha": alpha,
            "delta": delta,
            "sensitivity": sensitivity,
            "accuracy": bounds,
            "epsilon": [_epsilon_for(example, bound, alpha) for bound in bounds],
        }


def _epsilon_for(example, bound, alpha):
    """Return the epsilon at which a mechanism like this one, except for epsilon, has an accuracy.

    It is 0 where uniform noise, the limit of truncated Laplacian noise, is accurate enough.
    """
    _, *rest = astuple(example)
    try:
        return type(example).for_accuracy(bound, alpha, *rest).epsilon
    except ValueError:
        return 0.0


@tabulated
def accuracy_constant(*, epsilons, deltas, sensitivity):
    """Return sigma with the constant 1.25, with the tight one, and of the analytic mechanism.

    `relative_sigma` is over the first of these, and `spent` the exact delta at the sigma.
    """
    budgets = product(sorted(epsilons), sorted(deltas))
    grid = pd.DataFrame(budgets, columns=["epsilon", "delta"])
    epsilon, delta = grid.to_numpy().T
    classical = classical_gaussian_sigma(epsilon, delta, sensitivity)
    for name, calibrate in SIGMAS.items():
        sigma = calibrate(epsilon, delta, sensitivity)
        part = grid.assign(
            sensitivity=sensitivity,
            sigma=sigma,
            relative_sigma=sigma / classical,
            spent=gaussian_delta(sigma, epsilon, sensitivity),
        )
        part.insert(0, "mechanism", name)
        yield part


def tables(
    *,
    seed,
    sensitivity,
    delta,
    alpha,
    epsilons,
    accuracies,
    check_alphas,
    draws,
    constant_epsilons,
    constant_deltas,
):
    """Yield the name and the content of each table; `accuracies` count in sensitivities."""
    table = accuracy(
        seed=seed,
        epsilons=epsilons,
        delta=delta,
        sensitivity=sensitivity,
        alphas={alpha, *check_alphas},
        draws=draws,
    )
    yield "accuracy", table
    table = accuracy_budget(
        accuracies=[size * sensitivity for size in accuracies],
        alpha=alpha,
        delta=delta,
        sensitivity=sensitivity,
    )
    yield "accuracy_budget", table
    table = accuracy_constant(
        epsilons=constant_epsilons,
        deltas=constant_deltas,
        sensitivity=sensitivity,
    )
    yield "accuracy_constant", table
