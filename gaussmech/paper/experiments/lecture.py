"""Composition as in the lecture notes, against what Gaussian noise guarantees exactly.

`tables` yields composition_lecture, privacy_loss and privacy_loss_summary.
"""

from dataclasses import asdict

import numpy as np
import pandas as pd
from scipy.special import ndtr

from gaussmech.paper.experiments.randomness import generator
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    gaussian_delta,
    gaussian_epsilon,
)
from gaussmech.privacy.composition import (
    advanced_composition,
    advanced_composition_step,
    basic_composition,
)
from gaussmech.privacy.mechanisms import AnalyticGaussianMechanism


def composition_lecture(*, folds, step, total, sensitivity):
    """Return what k Gaussian releases cost, and the noise that k releases need.

    Parameters
    ----------
    folds : list of int
        The numbers k of releases.
    step : dict of float
        The budget of one release, `epsilon` and `delta`. The question `epsilon` asks what k releases
        with its sigma cost at the delta of `total`.
    total : dict of float
        The budget of all k releases. The question `sigma` asks for the sigma of each that keeps all
        k within it.
    sensitivity : float
        The L2 sensitivity of each release.

    Returns
    -------
    DataFrame
        A row per question, rule of composition and k.
    """
    rows = []
    delta = total["delta"]
    sigma = analytic_gaussian_sigma(step["epsilon"], step["delta"], sensitivity)
    for k in sorted(folds):
        rows += _total_epsilons(sigma, delta, k, sensitivity)
        rows += _needed_sigmas(total["epsilon"], delta, k, sensitivity)
    table = pd.DataFrame(rows, columns=["question", "method", "k", "epsilon", "sigma"])
    table.insert(4, "delta", delta)
    table.insert(5, "sensitivity", sensitivity)
    # k releases are as private as one with noise sigma / sqrt(k).
    of_one = table["sigma"] / np.sqrt(table["k"])
    table["exact_epsilon"] = gaussian_epsilon(of_one, delta, sensitivity)
    return table.sort_values(["question", "k"], kind="stable", ignore_index=True)


def _total_epsilons(sigma, delta, k, sensitivity):
    """Return rows with the epsilon at `delta` of k releases with noise sigma, by each rule."""
    # Basic composition gives each release delta / k; advanced composition keeps delta' = delta / 2
    # and shares the rest.
    step = gaussian_epsilon(sigma, delta / k, sensitivity)
    basic, _ = basic_composition(step, delta / k, k)
    rest = delta / (2 * k)
    step = gaussian_epsilon(sigma, rest, sensitivity)
    advanced, _ = advanced_composition(step, rest, delta_prime=delta / 2, k=k)
    exact = gaussian_epsilon(sigma / np.sqrt(k), delta, sensitivity)
    return [
        ("epsilon", "basic", k, basic, sigma),
        ("epsilon", "advanced", k, advanced, sigma),
        ("epsilon", "exact", k, exact, sigma),
    ]


def _needed_sigmas(epsilon, delta, k, sensitivity):
    """Return rows with the sigma that keeps k releases within (epsilon, delta), by each rule."""
    basic = analytic_gaussian_sigma(epsilon / k, delta / k, sensitivity)
    rest = delta / (2 * k)
    step = advanced_composition_step(epsilon, delta / 2, k)
    advanced = analytic_gaussian_sigma(step, rest, sensitivity)
    guaranteed, _ = advanced_composition(step, rest, delta_prime=delta / 2, k=k)
    # k releases with sqrt(k) times the noise are as private as one.
    exact = np.sqrt(k) * analytic_gaussian_sigma(epsilon, delta, sensitivity)
    return [
        ("sigma", "basic", k, epsilon, basic),
        ("sigma", "advanced", k, guaranteed, advanced),
        ("sigma", "exact", k, epsilon, exact),
    ]


def privacy_loss(*, seed, epsilon, delta, sensitivity, dimension, draws, bins):
    """Return the privacy losses of the analytic mechanism, simulated, against N(eta, 2 eta).

    That is their distribution by Lemma 3, with eta = (Delta / sigma)^2 / 2. All coordinates of the
    two values differ by the same amount, and by the sensitivity in L2.

    Returns
    -------
    histogram : DataFrame
        The density of the losses in bins, 4.5 standard deviations to either side, and that of the
        distribution.
    summary : DataFrame
        The mean of the losses, their variance, their share above epsilon, and the mean of
        [1 - e^(epsilon - loss)]^+, which is the delta spent: simulated, and exact.
    """
    mechanism = AnalyticGaussianMechanism(epsilon, delta, sensitivity)
    sigma = mechanism.sigma
    rng = generator(seed, "privacy loss", float(epsilon), float(delta), dimension)
    losses = _simulated_losses(mechanism, rng, dimension, draws)
    eta = (sensitivity / sigma) ** 2 / 2
    spread = np.sqrt(2 * eta)
    histogram = _histogram_of_losses(losses, eta, bins).assign(epsilon=epsilon, eta=eta)
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
    settings = asdict(mechanism) | {
        "sigma": sigma,
        "dimension": dimension,
        "draws": draws,
    }
    return histogram, summary.assign(**settings)


def _simulated_losses(mechanism, rng, dimension, draws):
    """Return the privacy losses of `draws` releases of the value 0, against a neighbour."""
    y = mechanism.add_noise(np.zeros((draws, dimension)), rng)
    step = mechanism.sensitivity / np.sqrt(dimension)
    square_from_value = np.square(y).sum(axis=1)
    square_from_neighbour = np.square(y - step).sum(axis=1)
    return (square_from_neighbour - square_from_value) / (2 * mechanism.sigma**2)


def _histogram_of_losses(losses, eta, bins):
    """Return the density of the losses in bins, and that of N(eta, 2 eta)."""
    spread = np.sqrt(2 * eta)
    edges = np.linspace(eta - 4.5 * spread, eta + 4.5 * spread, bins + 1)
    counts, _ = np.histogram(losses, edges)
    width = edges[1] - edges[0]
    return pd.DataFrame(
        {
            "left": edges[:-1],
            "right": edges[1:],
            "density": counts / (len(losses) * width),
            "normal": np.diff(ndtr((edges - eta) / spread)) / width,
        }
    )


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
    table = composition_lecture(
        folds=folds,
        step={"epsilon": step_epsilon, "delta": step_delta},
        total={"epsilon": epsilon, "delta": delta},
        sensitivity=sensitivity,
    )
    yield "composition_lecture", table
    curve, quantities = privacy_loss(
        seed=seed,
        epsilon=loss_epsilon,
        delta=loss_delta,
        sensitivity=sensitivity,
        **loss,
    )
    yield "privacy_loss", curve
    yield "privacy_loss_summary", quantities
