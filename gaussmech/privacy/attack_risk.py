"""Convert budgets between definitions, and report what the best attack gains.

The command line and `releases` use it. A budget is a (epsilon, delta), a rho (zCDP), a mu (Gaussian
DP) or the advantage of the best attack, and it may be for several releases. Everything is rounded
to the safe side: noise, mu and what an attack gains are rounded up, also where they are printed.
"""

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction

from gaussmech.privacy._normal import float_above, root_above
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.privacy.meaning import advantage, gaussian_mu, true_positive_rate

# A report states how often the best attack succeeds at each of these false positive rates. The keys
# are the names of its columns.
FALSE_POSITIVE_RATES = {"tpr_at_fpr_0.01": 0.01, "tpr_at_fpr_0.1": 0.1}
COLUMNS = ("gaussian_mu", "attack_advantage", *FALSE_POSITIVE_RATES)


def sensitivity_of(releases: int, sensitivity: float) -> float:
    """Return the L2 sensitivity of this many releases as one vector, rounded up.

    Each moves by at most `sensitivity`, so all together move by sqrt(releases) times it.
    """
    return root_above(Fraction(sensitivity) ** 2 * releases)


def mu_of_noise(sigma: float, sensitivity: float) -> float:
    """Return sensitivity / sigma, rounded up; it is 0 where the sensitivity is 0."""
    if sensitivity == 0.0 or sigma == math.inf:
        return 0.0
    if sigma == 0.0:
        return math.inf
    return float_above(Fraction(sensitivity) / Fraction(sigma))


def mu_of_budget(kind: str, value: float, releases: int) -> float:
    """Return the mu of Gaussian noise of which each release has this rho, mu or advantage.

    It is that of all releases together, rounded up.
    """
    if value == math.inf or kind == "advantage" and value == 1.0:
        return math.inf
    if kind == "rho":
        return root_above(2 * Fraction(value) * releases)
    mu = gaussian_mu(0.0, value) if kind == "advantage" else value
    return root_above(Fraction(mu) ** 2 * releases)


def sigma_for(kind: str, value: float, sensitivity: float) -> float:
    """Return the least noise of this rho, mu or advantage, rounded up."""
    if kind == "advantage":
        # The advantage is delta at epsilon 0.
        return analytic_gaussian_sigma(0.0, value, sensitivity)
    if kind == "mu" or sensitivity == 0.0 or value in (0.0, math.inf):
        # It is sensitivity / mu, and mu is 0 or infinite where rho is.
        return mu_of_noise(value, sensitivity)
    return root_above(Fraction(sensitivity) ** 2 / (2 * Fraction(value)))


def rho_of(releases: int, rho: float) -> float:
    """Return the rho of this many releases together, rounded up: their rhos add up."""
    return rho if rho == math.inf else float_above(Fraction(rho) * releases)


def attack_risk(mu: float, slack: float = 0.0) -> dict[str, float]:
    """Return mu, the advantage of the best attack, and its true positive rates, by `COLUMNS`.

    `slack` is the tau of discrete noise, and 0 for continuous noise: the distribution R of a mu-GDP
    mechanism and the distribution G of the release have R = (1 - tau) G + tau W for some
    distribution W (see `discrete_noise.calibrate_noise`). Let R' and G' be these distributions
    around a neighbour. An attacker who sees G and rejects on a set S with G(S) <= alpha has R(S) <=
    (1 - tau) alpha + tau. So R'(S) is at most the true positive rate at alpha + tau, and G'(S) <=
    R'(S) / (1 - tau). In the same way the advantage is at most (advantage(mu) + tau) / (1 - tau).
    """
    if slack >= 1.0:
        return {"gaussian_mu": mu, **dict.fromkeys(COLUMNS[1:], 1.0)}
    tau = Fraction(slack)
    gain = Fraction(advantage(mu)) + tau
    risk = {"gaussian_mu": mu, "attack_advantage": _share_above(gain, tau)}
    for name, rate in FALSE_POSITIVE_RATES.items():
        hit_rate = true_positive_rate(min(rate + slack, 1.0), mu)
        risk[name] = _share_above(Fraction(hit_rate), tau)
    return risk


def _share_above(probability: Fraction, tau: Fraction) -> float:
    """Return the probability over 1 - tau, but at most 1, rounded up."""
    return float_above(min(probability / (1 - tau), Fraction(1)))


def attack_lines(
    risk: dict[str, float], condition: str = "", unit: str = "person"
) -> dict[str, str]:
    """Return the lines of a report on `attack_risk`, by their labels of at most 16 characters.

    Each line states the condition, such as "if the noise is Gaussian". The unit is the name of
    those whose data are protected.
    """
    ending = f", {condition}" if condition else ""
    gain = risk["attack_advantage"]
    # If both answers are equally likely before, this is how often the best attack is right.
    right = percent_above((1 + Decimal(repr(gain))) / 2)
    sentence = (
        f"an attacker who knows all other data can tell whether one {unit} is included with at most"
        f" {right} success; a coin toss has 50 %."
    )
    if condition:
        sentence = f"{condition}, {sentence}"
    at_1, at_10 = (percent_above(risk[name]) for name in FALSE_POSITIVE_RATES)
    return {
        "mu": f"{six_digits(risk['gaussian_mu'])}{ending}",
        "best attack": f"advantage {percent_above(gain)} over guessing{ending}",
        "it detects": f"{at_1} of those present at 1 % false alarms, {at_10} at 10 %{ending}",
        "in words": f"{sentence[0].upper()}{sentence[1:]}",
    }


def percent_above(share: float | Decimal) -> str:
    """Return a share in percent, rounded up to three digits."""
    return f"{float(100 * _rounded(Decimal(str(share)), 3, ROUND_CEILING)):g} %"


def six_digits(value: float, rounding: str = ROUND_CEILING) -> str:
    """Return a number to six digits, rounded up: of noise and guarantees, to the safe side.

    >>> six_digits(0.2367043806634347), six_digits(0.25)
    ('0.236705', '0.25')
    """
    if not math.isfinite(value):
        return repr(value)
    return f"{float(_rounded(Decimal(repr(value)), 6, rounding)):g}"


def share_digits(share: float) -> str:
    """Return a share of a budget to six digits, rounded down: that of a plan which must fit.

    >>> share_digits(0.264155999)
    '0.264155'
    """
    return six_digits(share, ROUND_FLOOR)


def _rounded(value: Decimal, digits: int, rounding: str) -> Decimal:
    """Return a number to some significant digits.

    Callers give the digits that are printed: the double 0.01 means 1 %, though it is a little above.
    """
    if value == 0:
        return value
    unit = Decimal(1).scaleb(value.adjusted() - digits + 1)
    return value.quantize(unit, rounding)
