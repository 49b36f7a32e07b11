"""What attacks gain, and how it is printed; the bounds of budgets are in test_outward.py."""

import math

import pytest

from gaussmech.privacy import attack_risk


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
