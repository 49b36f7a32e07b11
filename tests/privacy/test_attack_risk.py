"""Budgets in other currencies and several releases: exact, and rounded to the safe side."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

import gaussmech as gm
from gaussmech.privacy import attack_risk

COUNT = 200


def numbers(seed, low, high):
    return (10 ** np.random.default_rng(seed).uniform(low, high, COUNT)).tolist()


# One rounding of a double, and those of a square.
CLOSE = Fraction(1 + 2**-50)
NUMBERS_OF_RELEASES = np.random.default_rng(1).integers(1, 10_000, COUNT).tolist()
SENSITIVITIES = numbers(2, -6, 6)
VALUES = numbers(3, -8, 3)


# Each value beside the exact one, as a Fraction.
ROUNDED_UP = {
    "the sensitivity of several releases": lambda releases, sensitivity, value: (
        Fraction(attack_risk.sensitivity_of(releases, sensitivity)) ** 2,
        Fraction(sensitivity) ** 2 * releases,
    ),
    "the noise for a mu": lambda releases, sensitivity, value: (
        attack_risk.sigma_for("mu", value, sensitivity),
        Fraction(sensitivity) / Fraction(value),
    ),
    # What the noise spends, (D / sigma)^2 / 2, is at most rho.
    "the noise for a rho": lambda releases, sensitivity, value: (
        Fraction(value),
        (
            Fraction(sensitivity)
            / Fraction(attack_risk.sigma_for("rho", value, sensitivity))
        )
        ** 2
        / 2,
    ),
    "the mu of noise": lambda releases, sensitivity, value: (
        attack_risk.mu_of_noise(value, sensitivity),
        Fraction(sensitivity) / Fraction(value),
    ),
    # mu^2 = 2 rho for each release.
    "the mu of a rho": lambda releases, sensitivity, value: (
        Fraction(attack_risk.mu_of_budget("rho", value, releases)) ** 2,
        2 * Fraction(value) * releases,
    ),
    "the rho of several releases": lambda releases, sensitivity, value: (
        attack_risk.rho_of(releases, value),
        Fraction(value) * releases,
    ),
}


@pytest.mark.parametrize("name", ROUNDED_UP)
def test_a_budget_is_rounded_up(name):
    for row in zip(NUMBERS_OF_RELEASES, SENSITIVITIES, VALUES, strict=True):
        value, exact = ROUNDED_UP[name](*row)
        assert exact <= value <= exact * CLOSE


def test_noise_for_an_advantage_has_at_most_this_advantage():
    for gain in np.random.default_rng(4).uniform(1e-9, 1, COUNT).tolist():
        sigma = attack_risk.sigma_for("advantage", gain, 1.0)
        with mp.workdps(60):
            exact = mp.erf(1 / (mp.mpf(sigma) * mp.sqrt(8)))
            assert exact <= gain
            assert exact >= gain * (1 - mp.mpf("1e-14"))
            mu = mp.mpf(attack_risk.mu_of_budget("advantage", gain, 1))
            assert mp.erf(mu / mp.sqrt(8)) >= gain


def test_discrete_noise_adds_its_slack_to_each_rate():
    mu = 0.5
    tau = 1e-3
    plain = attack_risk.attack_risk(mu)
    discrete = attack_risk.attack_risk(mu, tau)
    assert discrete["attack_advantage"] >= (plain["attack_advantage"] + tau) / (1 - tau)
    rate = gm.true_positive_rate(0.1 * (1 - tau) + tau, mu) / (1 - tau)
    assert rate <= discrete["tpr_at_fpr_0.1"] <= rate * (1 + tau)
    assert set(attack_risk.attack_risk(mu, 1.0).values()) == {mu, 1.0}


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.01, "1 %"), (0.013870337, "1.39 %"), (0.99999, "100 %"), (0.0, "0 %")],
)
def test_a_share_is_printed_rounded_up(share, text):
    assert attack_risk.percent_above(share) == text


def test_the_lines_of_a_report_say_who_guesses_what():
    lines = attack_risk.attack_lines(attack_risk.attack_risk(0.0))
    assert lines["best attack"] == "advantage 0 % over guessing"
    assert "at most 50 %" in lines["in words"]
    certain = attack_risk.attack_lines(attack_risk.attack_risk(math.inf))
    assert "at most 100 %" in certain["in words"]
    assert max(map(len, lines)) <= 16
