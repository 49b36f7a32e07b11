"""Composition as in the lecture notes, beside what Gaussian noise guarantees exactly."""

import numpy as np
import pandas as pd
from scipy.special import ndtr

from gaussmech.paper.experiments.randomness import generator
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_delta, gaussian_epsilon
from gaussmech.privacy.composition import (
    advanced_composition,
    advanced_composition_step,
    basic_composition,
    gdp_composition,
)
from gaussmech.privacy.mechanisms import AnalyticGaussianMechanism


def composition_lecture(*, folds, step, total, sensitivity):
    """Return what k Gaussian releases cost, and the noise that k releases need.

    The question `epsilon` has releases with the sigma of the budget `step`, the question `sigma`
    asks for the sigma of each that keeps all k within `total`, whose delta all k have in both.
    """
    rows = []
    delta = total["delta"]
    sigma = analytic_gaussian_sigma(step["epsilon"], step["delta"], sensitivity)

    def spent(delta):
        return gaussian_epsilon(sigma, delta, sensitivity), delta

    for k in sorted(folds):
        # Of one release: basic composition gives it delta / k, advanced keeps delta' = delta / 2.
        basic, part = delta / k, delta / (2 * k)
        rest = {"delta_prime": delta / 2, "k": k}
        rows += [
            ("epsilon", "basic", k, basic_composition(*spent(basic), k)[0], sigma),
            ("epsilon", "advanced", k, advanced_composition(*spent(part), **rest)[0], sigma),
            ("epsilon", "exact", k, _exact_epsilon(sigma, k, delta, sensitivity), sigma),
        ]
        one = advanced_composition_step(total["epsilon"], delta / 2, k)
        needed = {
            "basic": (total["epsilon"], total["epsilon"] / k, basic),
            "advanced": (advanced_composition(one, part, **rest)[0], one, part),
        }
        for method, (epsilon, *budget) in needed.items():
            noise = analytic_gaussian_sigma(*budget, sensitivity)
            rows.append(("sigma", method, k, epsilon, noise))
        # k releases with sqrt(k) times the noise are as private as one.
        exact = np.sqrt(k) * analytic_gaussian_sigma(total["epsilon"], delta, sensitivity)
        rows.append(("sigma", "exact", k, total["epsilon"], exact))
    table = pd.DataFrame(rows, columns=["question", "method", "k", "epsilon", "sigma"])
    table.insert(4, "delta", delta)
    table.insert(5, "sensitivity", sensitivity)
    ways = zip(table["sigma"], table["k"], strict=True)
    table["exact_epsilon"] = [_exact_epsilon(*way, delta, sensitivity) for way in ways]
    return table.sort_values(["question", "k"], kind="stable", ignore_index=True)


def _exact_epsilon(sigma, k, delta, sensitivity):
    """Return epsilon of k releases with noise sigma, by the sum rule of Gaussian DP."""
    return gaussian_epsilon(1 / gdp_composition(np.full(k, sensitivity / sigma)), delta)


def privacy_loss(*, seed, epsilon, delta, sensitivity, dimension, draws, bins):
    """Return the privacy losses of the analytic mechanism, simulated, beside N(eta, 2 eta).

    The first table has their density in bins, and that of Lemma 3; the second their mean, variance
    and share above epsilon, and E[1 - e^(epsilon - loss)]^+, the delta spent, beside exact ones.
    """
    mechanism = AnalyticGaussianMechanism(epsilon, delta, sensitivity)
    sigma = mechanism.sigma
    value, neighbour = np.zeros(dimension), np.full(dimension, sensitivity / np.sqrt(dimension))
    rng = generator(seed, "privacy loss", float(epsilon), float(delta), dimension)
    y = mechanism.add_noise(np.broadcast_to(value, (draws, dimension)), rng)
    squares = [np.square(y - center).sum(axis=1) for center in (value, neighbour)]
    losses = (squares[1] - squares[0]) / (2 * sigma**2)

    eta = (sensitivity / sigma) ** 2 / 2
    spread = np.sqrt(2 * eta)
    edges = np.linspace(eta - 4.5 * spread, eta + 4.5 * spread, bins + 1)
    counts, _ = np.histogram(losses, edges)
    width = edges[1] - edges[0]
    histogram = pd.DataFrame(
        {
            "left": edges[:-1],
            "right": edges[1:],
            "density": counts / (draws * width),
            "normal": np.diff(ndtr((edges - eta) / spread)) / width,
            "epsilon": epsilon,
            "eta": eta,
        }
    )
    excess = -np.expm1(np.minimum(epsilon - losses, 0))
    quantities = {
        "mean": (losses, eta),
        "variance": ((losses - losses.mean()) ** 2, 2 * eta),
        "above epsilon": (losses > epsilon, float(ndtr((eta - epsilon) / spread))),
        "delta": (excess, gaussian_delta(sigma, epsilon, sensitivity)),
    }
    rows = [
        (name, np.mean(values), np.std(values) / np.sqrt(draws), exact)
        for name, (values, exact) in quantities.items()
    ]
    summary = pd.DataFrame(rows, columns=["quantity", "simulated", "se", "exact"])
    settings = {"epsilon": epsilon, "delta": delta, "sensitivity": sensitivity, "sigma": sigma}
    return histogram, summary.assign(**settings, dimension=dimension, draws=draws)


def tables(
    *,
    seed,
    sensitivity,
    folds,
    step_epsilon,
    step_delta,
    epsilon,
    delta,
    loss_epsilon,
    loss_delta,
    **loss,
):
    """Yield the name and the content of each table."""
    budgets = (step_epsilon, step_delta), (epsilon, delta), (loss_epsilon, loss_delta)
    step, total, one = ({"epsilon": e, "delta": d} for e, d in budgets)
    table = composition_lecture(folds=folds, step=step, total=total, sensitivity=sensitivity)
    yield "composition_lecture", table
    curve, quantities = privacy_loss(seed=seed, sensitivity=sensitivity, **one, **loss)
    yield "privacy_loss", curve
    yield "privacy_loss_summary", quantities
