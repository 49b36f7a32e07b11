"""Numbers that claims name, computed a second time: by other formulas, or with 60 digits."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import ndtr
from scipy.stats import norm

from gaussmech.paper.claims import (
    estimation,
    histogram,
    mean_estimation,
    theorems,
    truncated_laplacian,
)
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.privacy.composition import exact_composition_epsilon
from tests.exact import gaussian_delta as exact_delta
from tests.paper.claims.builders import judgement_of


def classical_delta(epsilon, delta):
    """Return the exact delta of the classical sigma."""
    sigma = math.sqrt(2 * math.log(1.25 / delta)) / epsilon
    return exact_delta(epsilon, 1 / sigma)


ENDS = [(6.772, 1e-2), (7.991, 1e-4), (8.782, 1e-6), (9.374, 1e-8)]


@pytest.mark.parametrize(("epsilon", "delta"), ENDS)
def test_the_classical_noise_is_private_up_to_the_epsilon_that_is_named(epsilon, delta):
    assert f"{epsilon:.3f} (delta {delta:g})" in judgement_of("BW-2.3a").sentence
    assert classical_delta(epsilon - 6e-4, delta) <= delta
    assert classical_delta(epsilon + 6e-4, delta) > delta


def test_the_lecture_spends_what_is_named():
    assert float(classical_delta(10, 1e-6)) == pytest.approx(1.902e-6, rel=3e-4)
    assert "(10, 1.902e-06)-DP" in judgement_of("Lecture-c").sentence


def gaussian_ratio(power, epsilon, delta):
    """Return a moment of truncated Laplacian noise over the optimal Gaussian's, by its density."""
    # In the unit of the scale.
    end = math.log1p(math.expm1(epsilon) / (2 * delta))
    mass = quad(lambda z: math.exp(-z), 0, end)[0]
    moment = quad(lambda z: z**power * math.exp(-z), 0, end)[0]
    laplacian = moment / mass / epsilon**power
    sigma = analytic_gaussian_sigma(epsilon, delta)
    gaussian = sigma * math.sqrt(2 / math.pi) if power == 1 else sigma**2
    return laplacian / gaussian


def largest_gaussian_ratio(power, delta):
    epsilons = np.geomspace(0.3, 6, 60)
    return max(gaussian_ratio(power, epsilon, delta) for epsilon in epsilons)


@pytest.mark.parametrize(
    ("power", "expected"), [(1, 0.395), (2, 0.402)], ids=["amplitude", "power"]
)
def test_truncated_laplacian_noise_fails_from_the_delta_that_is_named(power, expected):
    delta = truncated_laplacian.least_failing_delta(power)
    assert delta == pytest.approx(expected, abs=5e-4)
    assert largest_gaussian_ratio(power, delta - 1e-3) < 1
    assert largest_gaussian_ratio(power, delta + 1e-3) > 1


@pytest.mark.parametrize(
    ("epsilon", "delta"), [(0.01, 1e-14), (1.0, 0.2), (1.0, 1e-6), (20.0, 0.9)]
)
def test_the_oracle_of_algorithm_1_solves_for_sigma(epsilon, delta):
    expected = analytic_gaussian_sigma(epsilon, delta)
    sigma = theorems.oracle_search(epsilon, delta)
    assert sigma == pytest.approx(expected, rel=1e-10, abs=0)


@pytest.mark.parametrize("t", [0.1, 0.7, 1.0])
def test_the_risk_of_two_points_is_the_bayes_risk(t):
    def weighted_loss(y):
        posterior_mean = t * math.tanh(t * y)
        return (posterior_mean - t) ** 2 * norm.pdf(y - t)

    expected = quad(weighted_loss, -30, 30, epsabs=1e-14)[0]
    risk = estimation.spikes_bayes_risk(1.0, t)
    assert risk == pytest.approx(expected, rel=1e-8, abs=0)


@pytest.mark.parametrize(("n", "d"), [(500, 10), (20, 3)])
def test_histograms_have_the_full_bins_of_the_urn(n, d):
    # The probability that no item falls into a bin, item by item.
    empty = math.prod((1 - 1 / d + item) / (1 + item) for item in range(n))
    expected = d * (1 - empty)
    full = histogram.expected_nonzeros(n, d)
    assert full == pytest.approx(expected, rel=1e-10, abs=0)


def test_laplace_and_gaussian_errors_cross_at_the_epsilon_that_is_named():
    epsilon = histogram.crossover_epsilon()
    sigma = analytic_gaussian_sigma(epsilon, 1e-4, math.sqrt(2))
    gaussian_error = sigma * math.sqrt(2 / math.pi)
    laplace_error = 2 / epsilon
    assert gaussian_error == pytest.approx(laplace_error, rel=1e-9, abs=0)


@pytest.mark.parametrize("d", [1000, 3000])
def test_james_stein_and_thresholding_cross_at_the_epsilon_that_is_named(d):
    epsilon = mean_estimation.crossing_epsilon(d)
    rng = np.random.default_rng(2)
    sigma = analytic_gaussian_sigma(epsilon, 1e-4, math.sqrt(d) / 500)
    spread = math.sqrt(1 + 1 / 6000) / sigma
    f = spread * rng.standard_normal((400, d))
    y = f + rng.standard_normal((400, d))
    energy = np.square(y).sum(axis=1, keepdims=True)
    james_stein = (1 - (d - 2) / energy) * y
    threshold = math.sqrt(2 * math.log(d))
    thresholded = np.sign(y) * np.maximum(np.abs(y) - threshold, 0)
    james_stein_loss = np.square(james_stein - f).sum(axis=1)
    gaps = james_stein_loss - np.square(thresholded - f).sum(axis=1)
    standard_error = gaps.std() / math.sqrt(400)
    assert abs(gaps.mean()) < 4 * standard_error


@pytest.mark.parametrize(("sigma", "k"), [(2.0, 10), (20.0, 1000)])
def test_moments_are_the_exact_epsilon_within_a_factor_of_two(sigma, k):
    epsilon = theorems.epsilon_by_moments(sigma, 1e-6, k)
    # k releases are one with sigma / sqrt(k), whose delta is known to all digits.
    mu = math.sqrt(k) / sigma
    assert float(exact_delta(epsilon, mu)) <= 1e-6
    assert float(exact_delta(epsilon / 2, mu)) > 1e-6


@pytest.mark.parametrize(("delta", "delta0", "k"), [(1e-6, 3e-8, 10), (0.3, 0.01, 20)])
def test_steps_and_composition_share_delta_without_rest(delta, delta0, k):
    rest = theorems.delta_of_composition(delta, delta0, k)
    assert 1 - (1 - delta0) ** k * (1 - rest) == pytest.approx(delta, rel=1e-8)


each_composition = pytest.mark.parametrize(("sigma", "k"), [(2.0, 3), (20.0, 10)])


@each_composition
def test_advanced_composition_of_exact_steps_is_a_guarantee(sigma, k):
    epsilon = theorems.epsilon_by_advanced_composition(sigma, 1e-6, k)
    assert float(exact_delta(epsilon, math.sqrt(k) / sigma)) <= 1e-6


@each_composition
def test_advanced_composition_shares_delta_at_least_as_well_as_by_halves(sigma, k):
    epsilon = theorems.epsilon_by_advanced_composition(sigma, 1e-6, k)
    # One half for the steps, one for the composition, is one of the ways to share delta.
    step = theorems.gaussian_epsilon(sigma, 0.5e-6 / k)
    rest = 1 - (1 - 1e-6) / (1 - 0.5e-6 / k) ** k
    by_halves = exact_composition_epsilon(rest, step, k)
    assert epsilon <= by_halves * (1 + 1e-9)


def test_the_claim_names_the_delta_that_gives_a_ratio_of_variances():
    assert judgement_of("BW-0a").correction == "for delta >= 1.26e-07"


@pytest.mark.parametrize(
    ("delta", "is_enough"), [(1.25e-7, False), (1.27e-7, True)], ids=["below", "above"]
)
def test_two_thirds_of_the_classical_variance_suffice_from_the_delta_that_is_named(
    delta, is_enough
):
    classical = math.sqrt(2 * math.log(1.25 / delta))
    sigma = classical / math.sqrt(1.5)
    assert (float(exact_delta(1.0, 1 / sigma)) <= delta) == is_enough


def test_equation_6_as_it_stands_solves_for_sigma():
    sigma = theorems.solve_equation_6(1.0, 0.1)
    mu = 1 / sigma
    spent = ndtr(mu / 2 - 1 / mu) - math.e * ndtr(-mu / 2 - 1 / mu)
    assert spent == pytest.approx(0.1, rel=1e-11)
