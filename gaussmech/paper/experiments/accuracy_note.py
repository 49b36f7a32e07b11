"""Accuracy of the mechanisms at a significance level, and the budget it costs."""

from itertools import product

import numpy as np
import pandas as pd

from gaussmech.paper.experiments.randomness import generator
from gaussmech.privacy import _accuracy as note
from gaussmech.privacy import mechanisms
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
    gaussian_delta,
)

# In the order of the legend: the mechanism for a budget, and the epsilon for an accuracy.
MECHANISMS = {
    "Lap": (
        lambda epsilon, delta, sensitivity: mechanisms.LaplaceMechanism(
            epsilon, sensitivity
        ),
        lambda a, alpha, delta, size: note._laplace_epsilon_for_accuracy(
            a, alpha, size
        ),
    ),
    "cGM": (
        mechanisms.ClassicalGaussianMechanism,
        note._classical_gaussian_epsilon_for_accuracy,
    ),
    "aGM": (
        mechanisms.AnalyticGaussianMechanism,
        note._analytic_gaussian_epsilon_for_accuracy,
    ),
    "TLap": (
        mechanisms.TruncatedLaplaceMechanism,
        note._truncated_laplace_epsilon_for_accuracy,
    ),
}
SIGMAS = {
    "cGM": classical_gaussian_sigma,
    "cGM-tight": note.tight_classical_gaussian_sigma,
    "aGM": analytic_gaussian_sigma,
}


def accuracy(*, seed, epsilons, delta, sensitivity, alphas, draws):
    """Return the accuracy of each mechanism, and the share of `draws` of its noise beyond it."""
    rows = []
    for name, epsilon in product(MECHANISMS, sorted(epsilons)):
        mechanism = MECHANISMS[name][0](epsilon, delta, sensitivity)
        rng = generator(
            seed, "accuracy", name, float(epsilon), float(delta), float(sensitivity)
        )
        sizes = np.abs(mechanism.add_noise(np.zeros(draws), rng))
        for alpha in sorted(alphas):
            a = mechanism.accuracy(alpha)
            beyond = np.mean(sizes > a)
            error = np.sqrt(alpha * (1 - alpha) / draws)
            rows.append(
                (name, epsilon, delta, sensitivity, alpha, a, draws, beyond, error)
            )
    columns = (
        "mechanism epsilon delta sensitivity alpha accuracy draws beyond beyond_se"
    )
    return pd.DataFrame(rows, columns=columns.split())


def accuracy_budget(*, accuracies, alpha, delta, sensitivity):
    """Return the epsilon at which each mechanism has an accuracy, at fixed delta."""
    a = np.sort(accuracies)
    settings = {
        "alpha": alpha,
        "delta": delta,
        "sensitivity": sensitivity,
        "accuracy": a,
    }
    parts = []
    for name, (_, epsilon_for) in MECHANISMS.items():
        epsilon = epsilon_for(a, alpha, delta, sensitivity)
        parts.append(pd.DataFrame({"mechanism": name, **settings, "epsilon": epsilon}))
    return pd.concat(parts, ignore_index=True)


def accuracy_constant(*, epsilons, deltas, sensitivity):
    """Return sigma with the constant 1.25, with the tight one, and of the analytic mechanism."""
    grid = pd.DataFrame(
        product(sorted(epsilons), sorted(deltas)), columns=["epsilon", "delta"]
    )
    epsilon = grid["epsilon"].to_numpy()
    delta = grid["delta"].to_numpy()
    classical = classical_gaussian_sigma(epsilon, delta, sensitivity)
    parts = []
    for name, calibrate in SIGMAS.items():
        sigma = calibrate(epsilon, delta, sensitivity)
        part = grid.assign(
            sensitivity=sensitivity, sigma=sigma, relative_sigma=sigma / classical
        )
        part.insert(0, "mechanism", name)
        parts.append(part.assign(spent=gaussian_delta(sigma, epsilon, sensitivity)))
    return pd.concat(parts, ignore_index=True)


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
    budget = {"delta": delta, "sensitivity": sensitivity}
    alphas = {alpha, *check_alphas}
    table = accuracy(seed=seed, epsilons=epsilons, alphas=alphas, draws=draws, **budget)
    yield "accuracy", table
    sizes = [size * sensitivity for size in accuracies]
    yield "accuracy_budget", accuracy_budget(accuracies=sizes, alpha=alpha, **budget)
    grid = {"epsilons": constant_epsilons, "deltas": constant_deltas}
    yield "accuracy_constant", accuracy_constant(sensitivity=sensitivity, **grid)
