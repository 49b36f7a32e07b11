"""What attacks gain, and how it is printed; the bounds of budgets are in test_outward.py."""

import math

import pytest

import gaussmech as gm
from gaussmech.privacy import attack_risk


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
