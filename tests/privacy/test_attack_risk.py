"""What attacks gain, and the noise for an advantage, rounded to the safe side.

Other budgets and several releases are in test_outward.py.
"""

import math

import mpmath as mp
import numpy as np
import pytest

import gaussmech as gm
from gaussmech.privacy import attack_risk


def test_noise_for_an_advantage_has_at_most_this_advantage():
    for gain in np.random.default_rng(4).uniform(1e-9, 1, 200).tolist():
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
    "share, text",
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
