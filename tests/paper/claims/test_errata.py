"""Each note of docs/errata.md: the printed statement fails, the corrected one holds."""

import math
import re
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar
from scipy.special import erfinv
from scipy.stats import chi2, norm, truncexpon

from gaussmech.paper.claims import CLAIMS, estimation, theorems
from gaussmech.paper.experiments.closed_forms import soft_threshold_risk
from gaussmech.privacy.calibration import (
    algorithm_1,
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)
from gaussmech.privacy.mechanisms import TruncatedLaplaceMechanism
from tests.exact import gaussian_delta

TEXT = (Path(__file__).parents[3] / "docs/errata.md").read_text(encoding="utf-8")


def delta_of(sigma, epsilon, sensitivity=1.0):
    """Theorem 8, not by the library."""
    return float(gaussian_delta(epsilon, sensitivity / sigma))


def test_the_notes_name_claims_that_there_are():
    named = re.findall(r"\b(?:BW|Geng|GDP|Lecture|Accuracy)-[\w.]*\w", TEXT)
    assert len(named) > 30 and set(named) <= set(CLAIMS)
    commands = re.findall(r"python -m gaussmech\.paper\.claims (.*)", TEXT)
    assert len(commands) >= 15 and {n for line in commands for n in line.split()} <= set(named)
    # Each note with a finding on a sentence quotes the words that find it.
    for claim_id in ("BW-2.3b", "BW-4b", "BW-4d", "BW-4f", "BW-4i", "BW-4j", "BW-4l", "Lecture-c"):
        assert CLAIMS[claim_id].words in " ".join(TEXT.split()), claim_id


def test_theorem_4():
    # 0.74 of Delta / sqrt(2 epsilon) is private enough at a delta the printed condition allows.
    sigma = 0.745 * math.sqrt(0.5)
    assert 0.48 < theorems.printed_delta_bound(1.0) == pytest.approx(0.48596, abs=1e-5)
    assert delta_of(sigma, 1.0) < 0.48
    for epsilon in np.geomspace(1 / math.pi * 1.001, 100, 40):
        delta_0 = delta_of(1 / math.sqrt(2 * epsilon), epsilon)
        bound = theorems.corrected_delta_bound(epsilon)
        assert 0 < bound < delta_0
        delta = 0.999 * bound
        assert analytic_gaussian_sigma(epsilon, delta) >= 1 / math.sqrt(2 * epsilon)
    assert theorems.corrected_delta_bound(0.99 / math.pi) < 0


@pytest.mark.parametrize("d", [3, 5, 40])
@pytest.mark.parametrize("w2", [0.0, 0.5, 20.0])
def test_theorem_11_mean_squared_error(d, w2):
    # Given q = ||y||^2, f is N(s y, s I) with s = w2/(w2+1), so that the loss is (g-s)^2 q + d s.
    s = w2 / (w2 + 1)
    law = chi2(d, scale=w2 + 1)

    def loss(q):
        return ((1 - (d - 2) / q - s) ** 2 * q + d * s) * law.pdf(q)

    top = law.isf(1e-14)
    cuts = [0, law.ppf(0.01), law.ppf(0.5), law.ppf(0.99), top]
    risk = sum(quad(loss, a, b, limit=400)[0] for a, b in zip(cuts, cuts[1:], strict=False))
    assert estimation.james_stein_mse(d, w2) == pytest.approx(risk, rel=1e-6, abs=0)
    printed = estimation.printed_james_stein_mse(d, w2)
    assert printed - risk == pytest.approx(2 * (d - 2) / d / (w2 + 1), rel=1e-4, abs=0)
    if w2 == 0:
        assert risk == pytest.approx(2, rel=1e-6)
        assert printed == pytest.approx(4 * (d - 1) / d, rel=1e-12)
    else:
        bayes = d * w2 / (w2 + 1)
        assert risk / bayes == pytest.approx(1 + 2 / (d * w2), rel=1e-6, abs=0)
        within = risk / bayes <= d**2 / (d - 2) ** 2
        assert within == (w2 >= (d - 2) ** 2 / (2 * d * (d - 1)))


def test_james_stein_is_not_the_maximum_likelihood_plug_in():
    d, q = 10, 37.0
    likelihood = {"fun": lambda s: -chi2.logpdf(q, d, scale=s), "method": "bounded"}
    best = minimize_scalar(bounds=(0.1, 50), **likelihood)
    assert best.x == pytest.approx(q / d, rel=1e-4)
    assert abs(best.x - q / (d - 2)) > 0.5
    # (d-2)/q is the unbiased estimate of 1/s.
    mean = quad(lambda x: (d - 2) / x * chi2.pdf(x, d, scale=3.0), 0, 400)[0]
    assert mean == pytest.approx(1 / 3, rel=1e-6)


# The Bayes risk of the prior on +-1 at sigma = 1.
TWO_POINTS = quad(lambda y: (math.tanh(y) - 1) ** 2 * norm.pdf(y - 1), -30, 30, epsabs=1e-14)[0]


def test_theorem_12_its_constant_small_balls_and_the_minimax_rate():
    for d in (10, 1000, 3784):
        far = soft_threshold_risk(30.0, math.sqrt(2 * math.log(d)))
        assert far == pytest.approx(1 + 2 * math.log(d), rel=1e-9) and far > 1
    assert far == pytest.approx(17.5, abs=0.05)
    assert pytest.approx(2.2242, abs=1e-4) == 1 / TWO_POINTS
    # The risk at 0 does not vanish with the ball; the zero estimator's, B^2 at most, does.
    d = 100
    at_zero = d * soft_threshold_risk(0.0, math.sqrt(2 * math.log(d)))
    assert at_zero > 4.44 * math.log(d) * 1e-3**2
    assert 2.22 * (2 * math.log(d) + 1) == pytest.approx(22.67, abs=0.005)
    assert 4.44 * math.log(d) == pytest.approx(20.45, abs=0.005)
    # The minimax rate of balls.
    # Two points within [-1, 1] are a prior on each coordinate of the cube: sigma = B = 1, p = inf.
    for d in (10, 1000):
        printed, corrected = 1 / (1 + 1 / d), d / 2
        assert d * TWO_POINTS > 0.4 * d * printed and 0.8 < d * TWO_POINTS / corrected < 1
    # For p = 2 both rates are the same.
    d, radius = 50, 3.0
    corrected = d * radius**2 / (d ** (2 / 2) + radius**2)
    assert corrected == pytest.approx(radius**2 / (1 + radius**2 / d))


def test_a_third_and_1_4_and_several_orders_of_magnitude():
    for factor, delta in ((1.5, 1.26e-7), (1.4, 2.00e-9)):
        found = brentq(lambda x, f=factor: theorems.gain(1.0, math.exp(x)) - f, -25, -1)
        assert math.exp(found) == pytest.approx(delta, rel=0.005, abs=0)
    assert theorems.gain(1.0, 1e-10) == pytest.approx(1.35, abs=0.005)
    assert round(1 - 1 / 1.4, 2) == 0.29
    ratio = classical_gaussian_sigma(1e-6, 1e-8) / analytic_gaussian_sigma(1e-6, 1e-8)
    assert ratio == pytest.approx(3.5, abs=0.05)
    expected = math.sqrt(2 * math.log(125)) / 1e-6 * 2 * math.sqrt(2) * erfinv(0.01)
    found = classical_gaussian_sigma(1e-6, 0.01) / analytic_gaussian_sigma(1e-6, 0.01)
    assert found == pytest.approx(expected, rel=1e-3)


def test_algorithm_1_has_no_digits_for_small_delta():
    errors = {
        k: max(abs(delta_of(algorithm_1(e, 10.0**-k), e) / 10.0**-k - 1) for e in (0.01, 0.1, 1.0))
        for k in (4, 8, 14)
    }
    assert errors[4] < 1e-11 < errors[8] < 1e-7
    assert 1e-4 < errors[14] < 1e-1


def test_40_29_is_a_sigma_and_the_classical_noise_is_not_private_at_10():
    assert delta_of(40.2881, 0.5, 5.0) == pytest.approx(1e-6, rel=1e-4)
    assert 40.29 / math.sqrt(2 * 3784) == pytest.approx(0.46, abs=0.005)
    assert delta_of(classical_gaussian_sigma(10.0, 1e-6), 10.0) > 1e-6
    assert delta_of(classical_gaussian_sigma(8.78, 1e-6), 8.78) < 1e-6
    assert theorems.gain(1e-3, 1e-6) == pytest.approx(4.7, abs=0.05)


def test_law_of_the_privacy_loss():
    eta, x = 0.8, 1.7
    exact = norm.cdf(x, eta, math.sqrt(2 * eta))
    assert norm.cdf((x - eta) / math.sqrt(2 * eta)) == pytest.approx(exact)
    assert abs(norm.cdf((x - eta) * math.sqrt(2 * eta)) - exact) > 0.05


def test_the_printed_constraint_is_too_strong():
    epsilon, delta = 1.0, 1e-3
    noise = TruncatedLaplaceMechanism(epsilon, delta, 1.0)
    # The event above 0, and above the sensitivity.
    here, there = truncexpon(noise.bound / noise.scale, scale=noise.scale).sf([0, 1]) / 2
    assert here > there + delta
    assert here <= math.exp(epsilon) * there + delta + 1e-9


def test_tail_bound_and_variances_of_the_lecture():
    sigma = t = 0.1
    printed = math.sqrt(2) * sigma / math.sqrt(math.pi) * math.exp(-((t / sigma) ** 2) / 2)
    assert printed == pytest.approx(0.048, abs=5e-4)
    assert 2 * norm.sf(t / sigma) == pytest.approx(0.317, abs=5e-4)
    for ratio in np.geomspace(0.01, 30, 40):
        corrected = math.sqrt(2 / math.pi) / ratio * math.exp(-(ratio**2) / 2)
        assert 2 * norm.sf(ratio) <= corrected
    v, sigma = np.array([0.5, -2.0, 1.0]), 3.0
    z = sigma * np.random.default_rng(1).standard_normal((400_000, 3))
    assert np.var(z @ v) == pytest.approx(sigma**2 * (v @ v), rel=0.01)
    ratio = classical_gaussian_sigma(0.5, 1e-5, 10.0) / classical_gaussian_sigma(0.5, 1e-5, 1.0)
    assert ratio == pytest.approx(10)
