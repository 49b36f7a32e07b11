"""Accuracy of the mechanisms at a significance level, and the budget it costs."""

from itertools import product

import numpy as np
import pandas as pd

from gaussmech.accuracy import (
    analytic_gaussian_epsilon_for_accuracy,
    classical_gaussian_epsilon_for_accuracy,
    laplace_epsilon_for_accuracy,
    tight_classical_gaussian_sigma,
    truncated_laplace_epsilon_for_accuracy,
)
from gaussmech.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
    gaussian_delta,
)
from gaussmech.experiments.randomness import generator
from gaussmech.mechanisms import (
    AnalyticGaussianMechanism,
    ClassicalGaussianMechanism,
    LaplaceMechanism,
    TruncatedLaplaceMechanism,
)

# In the order of the legend: the mechanism for a budget, and the epsilon for an accuracy.
MECHANISMS = {
    "Lap": (
        lambda epsilon, delta, sensitivity: LaplaceMechanism(epsilon, sensitivity),
        lambda a, alpha, delta, sensitivity: laplace_epsilon_for_accuracy(a, alpha, sensitivity),
    ),
    "cGM": (ClassicalGaussianMechanism, classical_gaussian_epsilon_for_accuracy),
    "aGM": (AnalyticGaussianMechanism, analytic_gaussian_epsilon_for_accuracy),
    "TLap": (TruncatedLaplaceMechanism, truncated_laplace_epsilon_for_accuracy),
}
SIGMAS = {
    "cGM": classical_gaussian_sigma,
    "cGM-tight": tight_classical_gaussian_sigma,
    "aGM": analytic_gaussian_sigma,
}


def accuracy(*, seed, epsilons, delta, sensitivity, alphas, draws):
    """Return the accuracy of each mechanism, and the share of `draws` of its noise beyond it.

    Columns: mechanism, epsilon, delta, sensitivity, alpha, accuracy (in the unit of the
    sensitivity), draws, beyond (the share of draws with |Z| > accuracy, alpha in expectation)
    and beyond_se, its standard error at alpha.
    """
    rows = []
    for name, epsilon in product(MECHANISMS, sorted(epsilons)):
        mechanism = MECHANISMS[name][0](epsilon, delta, sensitivity)
        rng = generator(seed, "accuracy", name, float(epsilon), float(delta), float(sensitivity))
        sizes = np.abs(mechanism.release(np.zeros(draws), rng))
        for alpha in sorted(alphas):
            a = mechanism.accuracy(alpha)
            rows.append(
                {
                    "mechanism": name,
                    "epsilon": epsilon,
                    "delta": delta,
                    "sensitivity": sensitivity,
                    "alpha": alpha,
                    "accuracy": a,
                    "draws": draws,
                    "beyond": np.mean(sizes > a),
                    "beyond_se": np.sqrt(alpha * (1 - alpha) / draws),
                }
            )
    return pd.DataFrame(rows)


def accuracy_budget(*, accuracies, alpha, delta, sensitivity):
    """Return the epsilon at which each mechanism has an accuracy, at fixed delta.

    Columns: mechanism, alpha, delta, sensitivity, accuracy, epsilon.
    """
    a = np.sort(accuracies)
    settings = {"alpha": alpha, "delta": delta, "sensitivity": sensitivity, "accuracy": a}
    parts = []
    for name, (_, epsilon_for) in MECHANISMS.items():
        epsilon = epsilon_for(a, alpha, delta, sensitivity)
        parts.append(pd.DataFrame({"mechanism": name, **settings, "epsilon": epsilon}))
    return pd.concat(parts, ignore_index=True)


def accuracy_constant(*, epsilons, deltas, sensitivity):
    """Return sigma with the constant 1.25, with the tight one, and of the analytic mechanism.

    The accuracy at any significance is proportional to sigma. Columns: mechanism, epsilon, delta,
    sensitivity, sigma, relative_sigma (to that of cGM), and spent, the delta of this sigma.

    Examples
    --------
    >>> table = accuracy_constant(epsilons=[0.5], deltas=[1e-5], sensitivity=1.0)
    >>> table.relative_sigma.round(5).tolist()
    [1.0, 0.99981, 0.72571]
    """
    parts = []
    for name in SIGMAS:
        part = pd.DataFrame(product(sorted(epsilons), sorted(deltas)), columns=["epsilon", "delta"])
        part.insert(0, "mechanism", name)
        epsilon, delta = part["epsilon"].to_numpy(), part["delta"].to_numpy()
        part["sensitivity"] = sensitivity
        part["sigma"] = sigma = SIGMAS[name](epsilon, delta, sensitivity)
        part["relative_sigma"] = sigma / classical_gaussian_sigma(epsilon, delta, sensitivity)
        part["spent"] = gaussian_delta(sigma, epsilon, sensitivity)
        parts.append(part)
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
