"""Composition against direct sums in 60 digits."""

import itertools

import mpmath
import numpy as np
import pytest

import gaussmech as gm
from gaussmech.privacy.composition import (
    advanced_composition_step,
    exact_composition_log_delta,
)
from tests.exact import composed_delta as direct_sum

mpmath.mp.dps = 60
# Where delta is smaller, it has lost digits, or is 0, as a double.
TINY = 1e-300


def advanced(epsilon, delta, delta_prime, k):
    return gm.advanced_composition(epsilon, delta, delta_prime=delta_prime, k=k)


MANY_RELEASES = [(1e-4, 0.02), (0.1, 0.09), (1, 0.47), (5, 0.996)]


@pytest.mark.parametrize("epsilon0, share", MANY_RELEASES)
def test_exact_delta_of_many_releases_is_the_direct_sum(epsilon0, share):
    epsilon = share * 10_000 * epsilon0
    exact = direct_sum(epsilon, epsilon0, 10_000)
    log_delta = exact_composition_log_delta(epsilon, epsilon0, 10_000)
    # A logarithm of thousands has a rounding of its own.
    assert 0 <= log_delta - mpmath.log(exact) < 1e-11 + 1e-15 * abs(log_delta)
    if exact >= TINY:
        delta = gm.exact_composition_delta(epsilon, epsilon0, 10_000)
        assert abs(delta / exact - 1) < 1e-11


def random_composition(rng):
    """Return an epsilon0, k up to 148, and a random kink of their delta."""
    k = int(np.exp(rng.uniform(0, 5)))
    epsilon0 = 10 ** rng.uniform(-4, 0.9)
    kink = (k - 2 * rng.integers(0, k // 2 + 1)) * epsilon0
    return epsilon0, k, kink


# Delta has a kink at every second multiple of epsilon0.
PLACES = {
    "anywhere": lambda kink, rng: kink * rng.uniform(),
    "at a kink": lambda kink, rng: kink,
    "one double below a kink": lambda kink, rng: max(np.nextafter(kink, -np.inf), 0.0),
    "one double above a kink": lambda kink, rng: np.nextafter(kink, np.inf),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("seed", range(10))
def test_exact_delta_is_never_below_the_exact_one_and_hardly_above(seed, place):
    rng = np.random.default_rng([seed, len(place)])
    for _ in range(6):
        epsilon0, k, kink = random_composition(rng)
        epsilon = PLACES[place](kink, rng)
        exact = min(direct_sum(epsilon, epsilon0, k), mpmath.mpf(1))
        delta = gm.exact_composition_delta(epsilon, epsilon0, k)
        log_delta = exact_composition_log_delta(epsilon, epsilon0, k)
        if exact == 0:
            assert delta == 0
            assert log_delta == -np.inf
            continue
        assert 0 <= log_delta - mpmath.log(exact) < 1e-11
        assert delta >= exact
        if exact >= TINY:
            assert delta < exact * (1 + mpmath.mpf(1e-11))


def test_exact_delta_is_not_0_where_its_double_would_be():
    assert exact_composition_log_delta(9000.0, 1.0, 10_000) < -1000
    assert gm.exact_composition_delta(9000.0, 1.0, 10_000) == 5e-324


@pytest.mark.parametrize(
    "epsilon0, k",
    [(5e-324, 3), (1e-310, 7), (1e-290, 4), (700.0, 1_000)],
    ids=["subnormal kinks", "nearly subnormal kinks", "tiny kinks", "huge kinks"],
)
def test_exact_delta_of_extreme_kinks_is_not_too_small_and_0_beyond_them(epsilon0, k):
    exact = direct_sum(0.0, epsilon0, k)
    delta = gm.exact_composition_delta([0.0, 2 * k * epsilon0], epsilon0, k)
    # A subnormal double has few digits.
    assert delta[0] >= 0.9 * exact and delta[1] == 0


@pytest.mark.parametrize("seed", range(30))
def test_exact_epsilon_is_never_below_the_exact_one(seed):
    rng = np.random.default_rng(seed)
    k = int(np.exp(rng.uniform(0, 5)))
    epsilon0 = 10 ** rng.uniform(-4, 0.9)
    moderate = 10 ** rng.uniform(-12, -0.3, 6)
    tiny = 10 ** rng.uniform(-300, 0, 2)
    # At kinks, as they are computed.
    kinks = (k - 2 * rng.integers(0, k // 2 + 1, 4)) * epsilon0
    at_kinks = gm.exact_composition_delta(kinks, epsilon0, k)
    delta = np.concatenate([moderate, tiny, at_kinks])
    epsilons = gm.exact_composition_epsilon(delta, epsilon0, k)
    for target, epsilon in zip(delta, epsilons, strict=True):
        assert direct_sum(epsilon, epsilon0, k) <= target
        if epsilon > 0:
            below = epsilon * (1 - mpmath.mpf(2) ** -44)
            hardly_less = target * (1 - mpmath.mpf(1e-11))
            assert direct_sum(below, epsilon0, k) > hardly_less


def test_exact_epsilon_of_no_delta_is_the_last_kink_and_not_below():
    # 19 * 1.085 in doubles is below the exact product, where delta is 0.
    epsilon = gm.exact_composition_epsilon([0.0, 2.167e-29], 1.085, 19)
    assert (epsilon >= 19 * mpmath.mpf(1.085)).all()
    assert epsilon[0] < 20.615 * (1 + 1e-15)


def test_exact_delta_is_not_0_at_a_last_kink_that_was_rounded_down():
    # The product 50 * 0.2 is rounded down to 10.
    assert 0 < gm.exact_composition_delta(10.0, 0.2, 50) < 1e-28


@pytest.mark.parametrize("epsilon0, k", [(5.0, 50), (5.0, 10_000), (0.2, 10_000)])
def test_exact_delta_is_at_most_1_where_everything_is_spent(epsilon0, k):
    epsilon = np.arange(0.0, 200.0, 3.0)
    assert gm.exact_composition_delta(epsilon, epsilon0, k).max() <= 1.0
    assert gm.exact_composition_delta(0.0, epsilon0, k) > 1 - 1e-15
    assert gm.exact_composition_epsilon(1.0, epsilon0, k) == 0.0


@pytest.mark.parametrize("epsilon", [1e-8, 0.2, 3.0])
@pytest.mark.parametrize("delta_prime", [1e-12, 0.1, 1.0])
def test_advanced_composition_is_the_lectures(epsilon, delta_prime):
    k = 50
    e = mpmath.mpf(epsilon)
    deviation = mpmath.sqrt(2 * k * mpmath.log(1 / mpmath.mpf(delta_prime))) * e
    mean = k * e * (mpmath.exp(e) - 1)
    composed, delta = advanced(epsilon, 1e-6, delta_prime, k)
    assert composed == pytest.approx(float(deviation + mean), rel=1e-14, abs=0)
    assert delta == pytest.approx(min(1.0, 5e-5 + delta_prime), rel=1e-14, abs=0)


BUDGETS = list(itertools.product((0.01, 1.0), (1e-9, 0.6), (1, 50, 10_000)))


@pytest.mark.parametrize("epsilon, delta_prime, k", BUDGETS)
def test_the_step_rule_is_the_lectures_and_keeps_the_budget(epsilon, delta_prime, k):
    log_term = mpmath.log(1 / mpmath.mpf(delta_prime))
    expected = epsilon / (2 * mpmath.sqrt(2 * k * log_term))
    step = advanced_composition_step(epsilon, delta_prime, k)
    assert step == pytest.approx(float(expected), rel=1e-14, abs=0)
    assert advanced(step, 0.0, delta_prime, k)[0] <= epsilon


def test_renyi_composition_is_mironovs_and_stops_where_his_does():
    delta = np.exp(-2) * np.array([1e-4, 0.999, 1.001])
    expected = 4 * 0.2 * np.sqrt(100 * np.log(1 / delta))
    expected[2] = np.inf
    epsilon = gm.rdp_composition(0.2, delta, 50)
    assert epsilon == pytest.approx(expected, rel=1e-14, abs=0)


@pytest.mark.parametrize(
    "mus, expected",
    [
        ([0.1, 0.5, 0.3, 0.0], np.sqrt(0.35)),
        ([[3e-300, 4e-300], [3e300, 4e300]], [5e-300, 5e300]),
    ],
)
def test_gaussian_releases_compose_by_the_root_of_the_sum_of_squares(mus, expected):
    mu = gm.gdp_composition(mus)
    assert mu == pytest.approx(expected, rel=1e-15, abs=0)
    assert isinstance(mu, np.ndarray) == isinstance(expected, list)


MOST = gm.exact_composition_delta(0.0, 0.2, 50)
LIMITS = [
    (gm.exact_composition_epsilon, ([MOST * 1.001, 1.0], 0.2, 50), [0, 0]),
    (gm.exact_composition_delta, ([11.0, np.inf], 0.2, 50), [0, 0]),
    # The product 50 * 0.25 is a double.
    (gm.exact_composition_delta, ([12.5, 13.0], 0.25, 50), [0, 0]),
    (gm.exact_composition_delta, ([0.0, 1.0], 0.0, 50), [0, 0]),
    (gm.exact_composition_epsilon, ([0.0, 0.5], 0.0, 50), [0, 0]),
    (gm.basic_composition, (0.25, 0.125, [1, 16]), [[0.25, 4.0], [0.125, 1.0]]),
    (advanced, ([0.1, 0.0], 0.0, 0.0, 5), [[np.inf, 0.0], [0.0, 0.0]]),
    (gm.rdp_composition, ([0.0, 0.1], 0.0, 50), [0.0, np.inf]),
    (gm.gdp_composition, ([1.0, np.inf],), np.inf),
    (gm.gdp_composition, ([],), 0.0),
]


@pytest.mark.parametrize("function, arguments, limit", LIMITS)
def test_the_limits_of_composition(function, arguments, limit):
    assert np.array_equal(function(*arguments), limit)
