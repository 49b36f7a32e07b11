"""Numbers that claims name, computed a second time: by other formulas, or with 60 digits."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import ndtr
from scipy.stats import norm

from gaussmech.paper.claims import (
    estimation,
    geng,
    histogram,
    mean_estimation,
    theorems,
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
    """Return a moment of truncated Laplace noise over the optimal Gaussian's, by its density."""
    end = math.log1p(math.expm1(epsilon) / (2 * delta))  # in the unit of the scale
    mass = quad(lambda z: math.exp(-z), 0, end)[0]
    moment = quad(lambda z: z**power * math.exp(-z), 0, end)[0]
    sigma = analytic_gaussian_sigma(epsilon, delta)
    gaussian = sigma * math.sqrt(2 / math.pi) if power == 1 else sigma**2
    return moment / mass / epsilon**power / gaussian


@pytest.mark.parametrize(("power", "expected"), [(1, 0.395), (2, 0.402)])
def test_truncated_laplace_noise_fails_from_the_delta_that_is_named(power, expected):
    delta = geng.least_failing_delta(power)
    assert delta == pytest.approx(expected, abs=5e-4)
    epsilons = np.geomspace(0.3, 6, 60)
    assert max(gaussian_ratio(power, epsilon, delta - 1e-3) for epsilon in epsilons) < 1
    assert max(gaussian_ratio(power, epsilon, delta + 1e-3) for epsilon in epsilons) > 1


@pytest.mark.parametrize(
    ("epsilon", "delta"), [(0.01, 1e-14), (1.0, 0.2), (1.0, 1e-6), (20.0, 0.9)]
)
def test_the_oracle_of_algorithm_1_solves_for_sigma(epsilon, delta):
    sigma = theorems.oracle_search(epsilon, delta)
    assert sigma == pytest.approx(
        analytic_gaussian_sigma(epsilon, delta), rel=1e-10, abs=0
    )


@pytest.mark.parametrize("t", [0.1, 0.7, 1.0])
def test_the_risk_of_two_points_is_the_bayes_risk(t):
    def loss(y):
        return (t * math.tanh(t * y) - t) ** 2 * norm.pdf(y - t)

    expected = quad(loss, -30, 30, epsabs=1e-14)[0]
    assert estimation.spikes_bayes_risk(1.0, t) == pytest.approx(
        expected, rel=1e-8, abs=0
    )


@pytest.mark.parametrize(("n", "d"), [(500, 10), (20, 3)])
def test_histograms_have_the_full_bins_of_the_urn(n, d):
    empty = math.prod((1 - 1 / d + i) / (1 + i) for i in range(n))
    assert histogram.expected_nonzeros(n, d) == pytest.approx(
        d * (1 - empty), rel=1e-10, abs=0
    )


def test_laplace_and_gaussian_errors_cross_at_the_epsilon_that_is_named():
    epsilon = histogram.crossover_epsilon()
    gaussian = analytic_gaussian_sigma(epsilon, 1e-4, math.sqrt(2)) * math.sqrt(
        2 / math.pi
    )
    assert gaussian == pytest.approx(2 / epsilon, rel=1e-9, abs=0)


@pytest.mark.parametrize("d", [1000, 3000])
def test_james_stein_and_thresholding_cross_at_the_epsilon_that_is_named(d):
    epsilon = mean_estimation.crossing_epsilon(d)
    rng = np.random.default_rng(2)
    sigma = analytic_gaussian_sigma(epsilon, 1e-4, math.sqrt(d) / 500)
    f = math.sqrt(1 + 1 / 6000) / sigma * rng.standard_normal((400, d))
    y = f + rng.standard_normal((400, d))
    shrunk = (1 - (d - 2) / np.square(y).sum(axis=1, keepdims=True)) * y
    cut = np.sign(y) * np.maximum(np.abs(y) - math.sqrt(2 * math.log(d)), 0)
    gap = np.square(shrunk - f).sum(axis=1) - np.square(cut - f).sum(axis=1)
    assert abs(gap.mean()) < 4 * gap.std() / 20


def test_moments_are_the_exact_epsilon_within_a_factor_of_two():
    # k releases are one with sigma / sqrt(k), whose delta is known to all digits.
    for sigma, k in ((2.0, 10), (20.0, 1000)):
        epsilon = theorems.epsilon_by_moments(sigma, 1e-6, k)
        assert float(exact_delta(epsilon, math.sqrt(k) / sigma)) <= 1e-6
        assert float(exact_delta(epsilon / 2, math.sqrt(k) / sigma)) > 1e-6


@pytest.mark.parametrize(("delta", "delta0", "k"), [(1e-6, 3e-8, 10), (0.3, 0.01, 20)])
def test_steps_and_composition_share_delta_without_rest(delta, delta0, k):
    rest = theorems.delta_of_composition(delta, delta0, k)
    assert 1 - (1 - delta0) ** k * (1 - rest) == pytest.approx(delta, rel=1e-8)


def test_advanced_composition_of_exact_steps_is_a_guarantee():
    for sigma, k in ((2.0, 3), (20.0, 10)):
        epsilon = theorems.epsilon_by_advanced_composition(sigma, 1e-6, k)
        assert float(exact_delta(epsilon, math.sqrt(k) / sigma)) <= 1e-6
        # One half for the steps, one for the composition, is one of the ways to share delta.
        step = theorems.gaussian_epsilon(sigma, 0.5e-6 / k)
        rest = 1 - (1 - 1e-6) / (1 - 0.5e-6 / k) ** k
        assert epsilon <= exact_composition_epsilon(rest, step, k) * (1 + 1e-9)


def test_the_delta_that_gives_a_ratio_of_variances_is_the_one_that_is_named():
    judgement = judgement_of("BW-0a")
    assert judgement.correction == "for delta >= 1.26e-07"
    for delta, enough in ((1.25e-7, False), (1.27e-7, True)):
        sigma = math.sqrt(2 * math.log(1.25 / delta)) / math.sqrt(1.5)
        assert (float(exact_delta(1.0, 1 / sigma)) <= delta) == enough


def test_equation_6_as_it_stands_solves_for_sigma():
    sigma = theorems.solve_equation_6(1.0, 0.1)
    mu = 1 / sigma
    spent = ndtr(mu / 2 - 1 / mu) - math.e * ndtr(-mu / 2 - 1 / mu)
    assert spent == pytest.approx(0.1, rel=1e-11)
