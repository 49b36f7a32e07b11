"""Bounds of privacy that are rounded outward: never on the unsafe side, at 200 random budgets each."""

import math
from decimal import Decimal
from fractions import Fraction

import mpmath as mp
import pytest

from gaussmech.privacy import _normal, attack_risk, cost, discrete_noise, meaning
from gaussmech.privacy.accountant import Accountant, budget_in_words
from gaussmech.privacy.cost import Cost, Filter, total_cost
from gaussmech.privacy.discrete_noise import (
    NoiseLevel,
    calibrate_laplace_noise,
    calibrate_noise,
    gaussian_cost,
    laplace_cost,
)
from tests import exact
from tests.bounds import (
    areas_of,
    assert_each_has_a_row,
    is_just_above,
    of,
    square,
    try_bound,
)


def doubles(b):
    for value in (b.epsilon, -b.sigma):
        third = Fraction(value) / 3
        assert Fraction(math.nextafter(_normal.float_above(third), -9e9)) < third
        assert third <= Fraction(_normal.float_above(third))
    third = Decimal(b.epsilon) / 3
    assert _normal.round_down(third) <= third <= _normal.round_up(third)


# One rounding of a double, and those of a square.
CLOSE = 1 + Fraction(1, 2**50)


def assert_rounded_up(value, exact_value):
    assert exact_value <= Fraction(value) <= exact_value * CLOSE


def budgets(b):
    n = b.count
    shares = Fraction(b.sensitivity) / Fraction(b.sigma)
    joint = attack_risk.sensitivity_of(n, b.sensitivity)
    assert_rounded_up(square(joint), square(b.sensitivity) * n)
    assert_rounded_up(attack_risk.mu_of_noise(b.sigma, b.sensitivity), shares)
    assert_rounded_up(attack_risk.sigma_for("mu", b.sigma, b.sensitivity), shares)
    # mu^2 = 2 rho of each release, and rho = (D / sigma)^2 / 2.
    of_rho = square(attack_risk.mu_of_budget("rho", b.epsilon, n))
    assert_rounded_up(of_rho, 2 * Fraction(b.epsilon) * n)
    of_mu = square(attack_risk.mu_of_budget("mu", b.mu, n))
    assert_rounded_up(of_mu, square(b.mu) * n)
    sigma = attack_risk.sigma_for("rho", b.epsilon, b.sensitivity)
    assert_rounded_up(square(sigma), square(b.sensitivity) / (2 * Fraction(b.epsilon)))
    assert_rounded_up(attack_risk.rho_of(n, b.epsilon), Fraction(b.epsilon) * n)
    gain = b.mu / 10
    sigma = mp.mpf(attack_risk.sigma_for("advantage", gain, 1.0))
    with mp.workdps(60):
        exact_gain = mp.erf(1 / (sigma * mp.sqrt(8)))
        assert gain * (1 - mp.mpf("1e-14")) <= exact_gain <= gain
        mu = mp.mpf(attack_risk.mu_of_budget("advantage", gain, 1))
        assert mp.erf(mu / mp.sqrt(8)) >= gain


def attacks(b):
    risk = attack_risk.attack_risk(b.mu, b.tau)
    tau = Fraction(b.tau)
    shares = {"attack_advantage": Fraction(meaning.advantage(b.mu)) + tau}
    for name, rate in attack_risk.FALSE_POSITIVE_RATES.items():
        shares[name] = Fraction(meaning.true_positive_rate(rate + b.tau, b.mu))
    for name, share in shares.items():
        assert_rounded_up(risk[name], min(share / (1 - tau), 1))
    assert {*attack_risk.attack_risk(b.mu, 1.0).values()} == {b.mu, 1.0}


def texts(b):
    value = Decimal(repr(b.sigma))
    assert (
        value <= Decimal(attack_risk.six_digits(b.sigma)) <= value * Decimal("1.00001")
    )
    assert Decimal(attack_risk.share_digits(b.sigma)) <= value
    share = b.sigma / 1000
    assert Decimal(repr(share)) * 100 <= Decimal(
        attack_risk.percent_above(share).split()[0]
    )
    lines = attack_risk.attack_lines(attack_risk.attack_risk(b.mu))
    assert Decimal(lines["mu"]) >= Decimal(repr(b.mu))


def costs(b):
    n = b.count
    pure = Cost(pure=((b.epsilon, n), (b.mu, 3)))
    exact_sum = Fraction(b.epsilon) * n + 3 * Fraction(b.mu)
    assert Fraction(pure.pure_epsilon) >= exact_sum
    strength = cost.cost_of_strength("gaussian", b.mu, n)
    assert square(strength.mu) >= square(b.mu) * n
    total = total_cost([Cost(b.mu, b.tau)] * n + [pure])
    assert square(total.mu) >= square(b.mu) * n
    assert Fraction(total.tau) >= Fraction(b.tau) * n
    share = Filter.begin("pure", b.epsilon, b.delta).share(n, "pure")
    assert Fraction(share) * n <= Fraction(b.epsilon)


def filters(b):
    rule = Filter.begin("gaussian", b.epsilon, b.delta)
    epsilon = rule.epsilon_of(Cost(b.mu, rule.parameter))
    with mp.workdps(60):
        loss = mp.exp(min(epsilon, b.epsilon)) * mp.mpf(rule.parameter)
        if epsilon <= b.epsilon:
            delta = exact.gaussian_delta(epsilon, b.mu) + loss
            assert delta / (1 - mp.mpf(rule.parameter)) <= b.delta
    more = math.nextafter(rule.parameter, 1)
    assert rule.epsilon_of(Cost(b.mu, more)) == math.inf
    assert rule.epsilon_of(Cost(b.mu, 0.0, ((1e-9, 1),))) == math.inf
    rule = Filter.begin("mixed", b.epsilon, b.delta)
    counted = rule.epsilon_of(Cost(b.mu, 0.0, ((b.epsilon, b.count),)))
    with mp.workdps(60):
        a, x = mp.mpf(rule.parameter), mp.mpf(b.epsilon)
        ratio = mp.cosh((a - mp.mpf(1) / 2) * x) / mp.cosh(x / 2)
        divergence = a * mp.mpf(b.mu) ** 2 / 2 + b.count * mp.log(ratio) / (a - 1)
        rest = -mp.log(a * mp.mpf(b.delta)) / (a - 1) + mp.log(1 - 1 / a)
        assert counted >= divergence + rest


def compositions(b):
    with mp.workdps(60):
        left = mp.mpf(cost.delta_left(b.epsilon, b.delta, b.tau * b.delta))
        tau = mp.mpf(b.tau * b.delta)
        assert (left + mp.exp(mp.mpf(b.epsilon)) * tau) / (1 - tau) <= b.delta
    epsilon = cost.Cost(b.mu).epsilon(b.delta)
    assert epsilon == 0 or exact.gaussian_delta(epsilon, b.mu) <= b.delta
    epsilon = cost.Cost(pure=((b.epsilon, 2), (b.mu, 1))).epsilon(b.delta)
    losses = [b.epsilon, b.epsilon, b.mu]
    assert exact.mixed_delta(epsilon, 0, losses) <= b.delta


# The share by which clipped contributions may exceed their bound, as the proofs state it.
ROUNDING = 1 + Fraction(1, 2**40)


def scales(b):
    assert discrete_noise.above(b.sigma) > b.sigma
    area = NoiseLevel(7, b.sensitivity, b.tau)
    full = square(discrete_noise._full_sensitivity(area))
    assert is_just_above(full * Fraction(b.tau), square(b.sensitivity))


def noise_of(b, areas):
    """Return Gaussian noise of up to a million places."""
    budget = (b.epsilon, b.delta, b.sensitivity)
    return calibrate_noise(*budget, dimension=b.count**3, areas=areas)


def gaussian_sensitivities(b):
    """Rounding adds to each vector the largest share: of the places in L2, of the sums in L1."""
    areas = areas_of(b)
    noise = noise_of(b, areas)
    step = Fraction(noise.grid)
    n = noise.dimension
    growths = [square(step) * n / square(b.sensitivity)]
    growths += [square(step * n / Fraction(area.sensitivity)) for area in areas]
    growth = max(growths)
    assert growth < square(1e-6)
    norms = [b.sensitivity, *(area.sensitivity for area in areas)]
    for level, norm in zip(noise.levels, norms, strict=True):
        factor = Fraction(level.sensitivity) / (Fraction(norm) * ROUNDING)
        assert growth <= square(factor - 1)
        assert 1 < factor <= 1 + math.sqrt(growth) + 1e-12


def gaussian_costs(b):
    """Costs add up exactly, each level has its share of mu^2, and the noise spends its budget."""
    areas = areas_of(b)
    noise = noise_of(b, areas)
    squares = []
    tau = Fraction(0)
    for level in noise.levels:
        sigma = level.scale * Fraction(noise.grid)
        squares.append(square(Fraction(level.sensitivity) / sigma))
        tau += Fraction(level.dimension, 24 * level.scale**2)
    # A third is the cost of one of three columns that share the budget.
    for repeats in (1, b.count, Fraction(1, 3)):
        spent = gaussian_cost(noise, repeats)
        assert is_just_above(square(spent.mu), sum(squares) * repeats)
        assert is_just_above(spent.tau, tau * repeats)
    shares = [float(part / sum(squares)) for part in squares[1:]]
    assert shares == pytest.approx([area.share for area in areas], rel=1e-5)
    with mp.workdps(60):
        total = sum(squares)
        mu = mp.sqrt(mp.mpf(total.numerator) / total.denominator)
        lost = mp.mpf(tau.numerator) / tau.denominator
        delta = exact.gaussian_delta(b.epsilon, mu) + mp.exp(mp.mpf(b.epsilon)) * lost
        assert 0.999 * b.delta <= delta / (1 - lost) <= b.delta


def laplace_noise(b):
    """The epsilons of all levels and columns never exceed the budget, and nearly spend it."""
    areas = areas_of(b)
    noise = calibrate_laplace_noise(
        b.epsilon, b.sensitivity, dimension=b.count, columns=3, areas=areas
    )
    step = Fraction(noise.grid)
    moved = Fraction(b.sensitivity) * ROUNDING + step * b.count
    assert step * b.count < Fraction(b.sensitivity) * Fraction(4e-7)
    assert is_just_above(noise.sensitivity, moved)
    assert {level.sensitivity for level in noise.levels} == {noise.sensitivity}
    spent = [
        Fraction(noise.sensitivity) / (level.scale * step) for level in noise.levels
    ]
    assert 1 - 1e-6 < 3 * sum(spent) / Fraction(b.epsilon) <= 1
    shares = [float(part / sum(spent)) for part in spent[1:]]
    assert shares == pytest.approx([area.share for area in areas], rel=1e-5)
    ((one, count),) = laplace_cost(noise, 3).pure
    assert is_just_above(one, sum(spent)) and count == 3


def spendings(b):
    """What an accountant says has six digits, rounded up, but not beyond a total that is kept."""
    cost = Cost(b.mu)
    rule = Filter.begin("gaussian", b.epsilon, b.delta)
    accountant = Accountant((cost,) * b.count, rule)
    exact_epsilon = total_cost([cost] * b.count).epsilon(b.delta)
    spent = accountant.spent(b.delta)
    assert exact_epsilon <= spent <= 1.00001 * exact_epsilon
    assert accountant.spent(b.delta, exact_epsilon) == exact_epsilon
    assert accountant.spent(b.delta, 0.99 * exact_epsilon) == spent
    assert bool(accountant.excess) != Accountant((cost,), rule).allows_each(b.count)
    printed = Decimal(budget_in_words(vars(rule))[1:].split(",")[0])
    assert Decimal(b.epsilon) <= printed <= Decimal(1.00001 * b.epsilon)


# The rows: a comparison, and the functions that it holds. What is printed passes `texts`, and tests
# of the commands hold the lines.
BOUNDS = {
    doubles: of("privacy._normal", "round_down"),
    budgets: of(
        "privacy.attack_risk",
        *("sensitivity_of", "mu_of_noise", "mu_of_budget", "sigma_for", "rho_of"),
    ),
    attacks: of("privacy.attack_risk", "attack_risk", "_share_above"),
    texts: [
        *of("privacy.attack_risk", "attack_lines", "share_digits"),
        *of("_calibrations", "words", "table"),
    ],
    costs: of(
        "privacy.cost",
        *("Cost.pure_epsilon", "cost_of_strength", "total_cost", "Filter.share"),
    ),
    scales: of("privacy.discrete_noise", "above", "_full_sensitivity"),
    gaussian_sensitivities: of("privacy.discrete_noise", "_grown", "calibrate_noise"),
    gaussian_costs: of("privacy.discrete_noise", "gaussian_cost"),
    laplace_noise: of(
        "privacy.discrete_noise", "laplace_cost", "calibrate_laplace_noise"
    ),
    spendings: [
        *of("privacy.accountant", "Accountant.spent", "Accountant.excess"),
        *of("privacy.accountant", "budget_in_words"),
    ],
    filters: of("privacy.cost", "Filter.epsilon_of", "_renyi_epsilon"),
    compositions: of(
        "privacy.cost",
        *("Cost.epsilon", "_mixture_epsilon", "_sum_of_losses"),
    ),
}
# These have tests of their own: of meaning, of the attack on Laplace noise, and of releases.
ELSEWHERE = [
    *of("privacy.meaning", "_false_negative_rate", "_true_positive_rate"),
    *of("privacy.meaning", "_epsilon_of_rho", "_delta_of_rho"),
    *of("privacy.laplace_attack", "_advantage", "true_positive_rate"),
    *of("privacy.cost", "cost_of_budget"),
]


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.__name__)
def test_a_bound_is_never_on_the_unsafe_side(bound):
    try_bound(bound)


def test_each_function_that_rounds_outward_has_a_row():
    assert_each_has_a_row(BOUNDS, ELSEWHERE, "privacy/*.py", "_calibrations.py")
