"""Composition as in the lecture notes, beside what Gaussian noise guarantees exactly."""

import numpy as np
import pandas as pd
from scipy.special import ndtr

from gaussmech.calibration import analytic_gaussian_sigma, gaussian_delta, gaussian_epsilon
from gaussmech.composition import (
    advanced_composition,
    advanced_composition_step,
    basic_composition,
    gdp_composition,
)
from gaussmech.experiments.randomness import generator
from gaussmech.mechanisms import AnalyticGaussianMechanism

# Mean and sigma of the densities that are shown; the notes do not print theirs.
DENSITIES = [(0.0, 0.5), (0.0, 1.0), (0.0, 2.0), (-2.0, 0.7)]


def composition_lecture(*, folds, step, total, sensitivity):
    """Return what k Gaussian releases cost, and the noise that k releases need.

    The question `epsilon` has releases with the sigma of the budget `step`, the question `sigma`
    asks for the sigma that keeps all k within the budget `total`; delta of all k is that of `total`
    in both. Basic composition gives each release delta / k; advanced composition delta / (2k) and
    delta' = delta / 2, with the lecture's rule for the epsilon of a release; exact is Gaussian DP.

    `epsilon` is that of all k by the method, `sigma` that of one release, `exact_epsilon` that of
    all k at delta.
    """
    rows = []
    delta = total["delta"]
    sigma = analytic_gaussian_sigma(step["epsilon"], step["delta"], sensitivity)

    def spent(delta):
        return gaussian_epsilon(sigma, delta, sensitivity), delta

    for k in sorted(folds):
        # Of one release, by either rule.
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
    table["exact_epsilon"] = [
        _exact_epsilon(row.sigma, row.k, delta, sensitivity) for row in table.itertuples()
    ]
    return table.sort_values(["question", "k"], kind="stable", ignore_index=True)


def gaussian_density(laws=DENSITIES):
    """Tabulate normal densities, as the lecture's Figure 1."""
    x = np.linspace(-6, 6, 481)
    parts = []
    for mean, sigma in laws:
        density = np.exp(-(((x - mean) / sigma) ** 2) / 2) / (np.sqrt(2 * np.pi) * sigma)
        parts.append(pd.DataFrame({"mean": mean, "sigma": sigma, "x": x, "density": density}))
    return pd.concat(parts, ignore_index=True)


def _exact_epsilon(sigma, k, delta, sensitivity):
    """Return epsilon of k releases with noise sigma, by the sum rule of Gaussian DP."""
    mu = gdp_composition(np.full(k, sensitivity / sigma))
    return gaussian_epsilon(1 / mu, delta)


def privacy_loss(*, seed, epsilon, delta, sensitivity, dimension, draws, bins):
    """Return the privacy losses log(p(y) / p'(y)) of `draws` releases y, beside N(eta, 2 eta).

    p and p' are the densities of the analytic Gaussian mechanism at two neighbouring values in
    R^dimension, `sensitivity` apart, and eta = sensitivity^2 / (2 sigma^2) (Lemma 3).

    The first table has the density of the losses in bins, and by Lemma 3 the mean over each bin;
    the second simulated quantities beside exact ones: mean and variance of the loss, its share
    above epsilon, and E[1 - e^(epsilon - loss)]^+, which is the delta spent.
    """
    mechanism = AnalyticGaussianMechanism(epsilon, delta, sensitivity)
    sigma = mechanism.sigma
    value, neighbour = np.zeros(dimension), np.full(dimension, sensitivity / np.sqrt(dimension))
    rng = generator(seed, "privacy loss", float(epsilon), float(delta), dimension)
    y = mechanism.release(np.broadcast_to(value, (draws, dimension)), rng)
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
    summary = pd.DataFrame(
        [
            (name, np.mean(values), np.std(values) / np.sqrt(draws), exact)
            for name, (values, exact) in quantities.items()
        ],
        columns=["quantity", "simulated", "se", "exact"],
    )
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
    step = {"epsilon": step_epsilon, "delta": step_delta}
    total = {"epsilon": epsilon, "delta": delta}
    table = composition_lecture(folds=folds, step=step, total=total, sensitivity=sensitivity)
    yield "composition_lecture", table
    budget = {"epsilon": loss_epsilon, "delta": loss_delta, "sensitivity": sensitivity}
    curve, quantities = privacy_loss(seed=seed, **budget, **loss)
    yield "gaussian_density", gaussian_density()
    yield "privacy_loss", curve
    yield "privacy_loss_summary", quantities
