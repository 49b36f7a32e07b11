"""What a budget means: against 60 digits, never on the side that flatters."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

import gaussmech as gm
from tests.exact import DIGITS
from tests.exact import gaussian_delta as exact_delta

CLOSE = mp.mpf("1e-14")
# High precision takes some 2 ms a value.
each_count = pytest.mark.parametrize(
    "count", [200, pytest.param(5_000, marks=pytest.mark.slow)]
)


def exact_tail(x):
    """Phi(-x)."""
    return mp.erfc(x / mp.sqrt(2)) / 2


def exact_quantile(alpha):
    """Phi^-1(alpha), by Newton's method from a double."""
    p = mp.mpf(min(alpha, 1.0 - alpha))
    x = mp.mpf(float(mp.sqrt(-2 * mp.log(p))))
    for _ in range(100):
        tail = exact_tail(x)
        step = mp.log(tail / p) * tail / mp.npdf(x)
        x += step
        if abs(step) < mp.mpf("1e-40"):
            return -x if alpha <= 0.5 else x
    raise ArithmeticError(alpha)


def exact_zcdp_epsilon(rho, delta):
    """The least over orders 1 + b: the derivative in b is 0 at the root."""
    rho = mp.mpf(rho)
    surprise = -mp.log(mp.mpf(delta))
    b = root(lambda b: rho * b * b + mp.log1p(b) - surprise)
    return max(
        (1 + b) * rho + mp.log(b / (1 + b)) + (surprise - mp.log1p(b)) / b, mp.mpf(0)
    )


def exact_zcdp_delta(rho, epsilon):
    rho = mp.mpf(rho)
    epsilon = mp.mpf(epsilon)
    b = root(lambda b: (1 + 2 * b) * rho + mp.log(b / (1 + b)) - epsilon)
    log_delta = b * ((1 + b) * rho - epsilon) + b * mp.log(b / (1 + b)) - mp.log1p(b)
    return min(mp.exp(log_delta), mp.mpf(1))


def root(f):
    """The root of an increasing function of a positive number."""
    low = mp.mpf(-1000)
    high = mp.mpf(1000)
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if f(mp.exp(middle)) < 0 else (low, middle)
    return mp.exp(
        mp.findroot(lambda x: f(mp.exp(x)), (low, high), tol=1e-50, verify=False)
    )


def random_budgets(seed, count):
    """Epsilon in [1e-6, 100], delta in [1e-100, 0.5]; epsilon 0 now and then."""
    rng = np.random.default_rng(seed)
    epsilon = 10 ** rng.uniform(-6, 2, count)
    epsilon[::50] = 0.0
    return epsilon, 10 ** rng.uniform(-100, -0.3, count)


def random_attacks(seed, count):
    """False positive rates in [1e-300, 1 - 1e-16] and mu of random budgets."""
    rng = np.random.default_rng(seed)
    alpha = 10 ** rng.uniform(-12, 0, count)
    alpha[::3] = 10 ** rng.uniform(-300, 0, len(alpha[::3]))
    alpha[1::3] = 1 - 10 ** rng.uniform(-16, 0, len(alpha[1::3]))
    return alpha, gm.gaussian_mu(*random_budgets(seed, count))


def random_rho_and_delta(seed, count):
    """Rho in [1e-8, 100], and delta of random budgets."""
    rho = 10 ** np.random.default_rng(seed).uniform(-8, 2, count)
    return rho, random_budgets(seed, count)[1]


def random_rho_and_epsilon(seed, count):
    """Epsilon around that of some delta: else delta is nearly always 1 or below all doubles."""
    rho, delta = random_rho_and_delta(seed, count)
    return rho, gm.zcdp_epsilon(rho, delta)


@each_count
def test_mu_of_a_budget_is_rounded_up_and_within_1e_14(count):
    epsilon, delta = random_budgets(1, count)
    mu = gm.gaussian_mu(epsilon, delta)
    # delta grows with mu: mu is safe exactly when its delta is large enough.
    with mp.workdps(DIGITS):
        for e, d, m in zip(epsilon, delta, map(mp.mpf, mu.tolist()), strict=True):
            assert exact_delta(e, m * (1 - CLOSE)) < d <= exact_delta(e, m)


MEANINGS = [
    (
        gm.trade_off,
        lambda alpha, mu: exact_tail(exact_quantile(alpha) + mp.mpf(mu)),
        lambda count: random_attacks(2, count),
    ),
    (
        gm.true_positive_rate,
        lambda alpha, mu: exact_tail(-exact_quantile(alpha) - mp.mpf(mu)),
        lambda count: random_attacks(3, count),
    ),
    (
        gm.advantage,
        lambda mu: mp.erf(mp.mpf(mu) / mp.sqrt(8)),
        lambda count: random_attacks(4, count)[1:],
    ),
    (gm.zcdp_epsilon, exact_zcdp_epsilon, lambda count: random_rho_and_delta(5, count)),
    (gm.zcdp_delta, exact_zcdp_delta, lambda count: random_rho_and_epsilon(6, count)),
]


@each_count
@pytest.mark.parametrize("function, exact, arguments", MEANINGS)
def test_what_an_attack_gains_is_rounded_to_the_safe_side_and_within_1e_14(
    function, exact, arguments, count
):
    columns = arguments(count)
    results = function(*columns).tolist()
    # Of what no attack gains there may only be less.
    sign = -1 if function is gm.trade_off else 1
    with mp.workdps(DIGITS):
        for result, *row in zip(results, *columns, strict=True):
            value = exact(*map(float, row))
            error = sign * (result - value) / (value or 1)
            assert 0 <= error <= CLOSE, row


LIMITS = [
    (gm.gaussian_mu, (1.0, 0.0), 0.0),
    (gm.gaussian_mu, (1.0, 1.0), math.inf),
    (gm.gaussian_mu, (math.inf, 0.5), math.inf),
    (gm.trade_off, (0.0, 3.0), 1.0),
    (gm.trade_off, (1.0, 3.0), 0.0),
    (gm.trade_off, (0.25, 0.0), 0.75),
    (gm.trade_off, (0.25, math.inf), 0.0),
    (gm.trade_off, (0.5, 100.0), 0.0),
    (gm.true_positive_rate, (0.0, 3.0), 0.0),
    (gm.true_positive_rate, (1.0, 3.0), 1.0),
    (gm.true_positive_rate, (0.25, 0.0), 0.25),
    (gm.true_positive_rate, (0.25, math.inf), 1.0),
    (gm.advantage, (0.0,), 0.0),
    (gm.advantage, (math.inf,), 1.0),
    (gm.zcdp_epsilon, (0.0, 0.0), 0.0),
    (gm.zcdp_epsilon, (1.0, 0.0), math.inf),
    (gm.zcdp_epsilon, (1.0, 1.0), 0.0),
    (gm.zcdp_epsilon, (math.inf, 0.5), math.inf),
    (gm.zcdp_delta, (0.0, 0.0), 0.0),
    (gm.zcdp_delta, (math.inf, 1.0), 1.0),
    (gm.zcdp_delta, (1.0, math.inf), 0.0),
    (gm.zcdp_delta, (1e-3, 100.0), 5e-324),
]


@pytest.mark.parametrize("function, arguments, value", LIMITS)
def test_the_limits_have_an_answer(function, arguments, value):
    assert function(*arguments) == value


@pytest.mark.parametrize("alpha", [1e-17, 0.1])
def test_the_trade_off_without_mu_is_rounded_down(alpha):
    # As a double, 1 - alpha is rounded up.
    assert Fraction(1.0 - alpha) + Fraction(alpha) > 1
    assert Fraction(gm.trade_off(alpha, 0.0)) + Fraction(alpha) <= 1


def test_epsilon_of_a_tiny_rho_is_not_below_the_least_over_orders():
    with mp.workdps(400):
        least = exact_zcdp_epsilon(7.3e-87, 1.1e-249)
    epsilon = gm.zcdp_epsilon(7.3e-87, 1.1e-249)
    assert least <= epsilon <= least * (1 + mp.mpf("1e-13"))
