"""Composition against direct sums in 60 digits and a convolution."""

import itertools

import mpmath
import numpy as np
import pytest

import gaussmech as gm
from tests.exact import composed_delta as direct_sum

mpmath.mp.dps = 60


def advanced(epsilon, delta, delta_prime, k):
    return gm.advanced_composition(epsilon, delta, delta_prime=delta_prime, k=k)


SHARES = [0, 1e-9, 0.03, 0.2, 1 / 3, 0.5, 0.71, 0.9, 0.998]


@pytest.mark.parametrize(
    "epsilon0, k, shares",
    [(e, k, SHARES) for e in (1e-4, 0.01, 0.2, 1.0, 5.0) for k in (1, 2, 3, 7, 50, 401)]
    + [
        (e, 10_000, [share])
        for e, share in ((1e-4, 0.02), (0.1, 0.09), (1, 0.47), (5, 0.996))
    ],
)
def test_exact_delta_is_the_direct_sum(epsilon0, k, shares):
    epsilon = np.array(shares) * k * epsilon0
    delta = gm.exact_composition_delta(epsilon, epsilon0, k)
    log_delta = gm.exact_composition_log_delta(epsilon, epsilon0, k)
    for value, delta_at, log_delta_at in zip(epsilon, delta, log_delta, strict=True):
        exact = direct_sum(value, epsilon0, k)
        assert abs(log_delta_at - mpmath.log(exact)) < 1e-11 + 1e-15 * abs(log_delta_at)
        assert exact < 1e-300 or abs(delta_at / exact - 1) < 1e-11


@pytest.mark.parametrize("seed", range(10))
def test_exact_delta_is_never_below_the_exact_one_and_hardly_above(seed):
    rng = np.random.default_rng(seed)
    for place in (
        "anywhere",
        "at a kink",
        "one double below a kink",
        "one double above",
    ):
        for _ in range(6):
            k = int(np.exp(rng.uniform(0, 5)))
            epsilon0 = 10 ** rng.uniform(-4, 0.9)
            kink = (k - 2 * rng.integers(0, k // 2 + 1)) * epsilon0
            if place == "anywhere":
                kink *= rng.uniform()
            elif place != "at a kink":
                kink = max(
                    np.nextafter(kink, np.inf if "above" in place else -np.inf), 0.0
                )
            exact = min(direct_sum(kink, epsilon0, k), mpmath.mpf(1))
            delta = gm.exact_composition_delta(kink, epsilon0, k)
            log_delta = gm.exact_composition_log_delta(kink, epsilon0, k)
            if exact == 0:
                assert delta == 0 and log_delta == -np.inf
            else:
                excess = log_delta - mpmath.log(exact)
                assert 0 <= excess < 1e-11 and exact <= delta
                assert exact < 1e-300 or delta < exact * (1 + mpmath.mpf(1e-11))


def test_exact_delta_is_not_0_where_its_double_is():
    log_delta = gm.exact_composition_log_delta(9000.0, 1.0, 10_000)
    assert (
        log_delta < -1000 and gm.exact_composition_delta(9000.0, 1.0, 10_000) == 5e-324
    )
    # Kinks that are subnormal, or that overflow nowhere.
    for epsilon0, k in ((5e-324, 3), (1e-310, 7), (1e-290, 4), (700.0, 1_000)):
        assert (
            gm.exact_composition_delta(0.0, epsilon0, k)
            >= direct_sum(0.0, epsilon0, k) * 0.9
        )
        assert gm.exact_composition_delta(2 * k * epsilon0, epsilon0, k) == 0


@pytest.mark.parametrize("seed", range(30))
def test_exact_epsilon_is_never_below_the_exact_one(seed):
    rng = np.random.default_rng(seed)
    k = int(np.exp(rng.uniform(0, 5)))
    epsilon0 = 10 ** rng.uniform(-4, 0.9)
    delta = 10 ** rng.uniform(-300, 0, 12)
    delta[:6] = 10 ** rng.uniform(-12, -0.3, 6)
    # At kinks, as they are computed, and all around.
    kinks = (k - 2 * rng.integers(0, k // 2 + 1, 4)) * epsilon0
    delta[6:10] = gm.exact_composition_delta(kinks, epsilon0, k)
    for target, epsilon in zip(
        delta, gm.exact_composition_epsilon(delta, epsilon0, k), strict=True
    ):
        assert direct_sum(epsilon, epsilon0, k) <= target
        below = epsilon * (1 - mpmath.mpf(2) ** -44)
        assert epsilon == 0 or direct_sum(below, epsilon0, k) > target * (
            1 - mpmath.mpf(1e-11)
        )


def test_exact_epsilon_at_the_kinks_and_ends():
    # 19 * 1.085 in doubles is below the exact product, where delta is 0.
    epsilon = gm.exact_composition_epsilon([0.0, 2.167e-29], 1.085, 19)
    assert (epsilon >= 19 * mpmath.mpf(1.085)).all() and epsilon[0] < 20.615 * (
        1 + 1e-15
    )
    kinks = np.array([0.4, 2.0, 9.6])
    epsilon = gm.exact_composition_epsilon(
        gm.exact_composition_delta(kinks, 0.2, 50), 0.2, 50
    )
    # The delta was rounded up, which the epsilon may be below the kink for.
    assert epsilon == pytest.approx(kinks, rel=2e-12, abs=0)
    highest = gm.exact_composition_delta(0.0, 0.2, 50)
    assert gm.exact_composition_epsilon([highest * 1.001, 1.0], 0.2, 50).tolist() == [
        0,
        0,
    ]
    assert gm.exact_composition_delta([11.0, np.inf], 0.2, 50).tolist() == [0, 0]
    # The product 50 * 0.25 is a double, and 50 * 0.2 is rounded down to 10.
    assert gm.exact_composition_delta([12.5, 13.0], 0.25, 50).tolist() == [0, 0]
    assert 0 < gm.exact_composition_delta(10.0, 0.2, 50) < 1e-28
    assert gm.exact_composition_delta([0.0, 1.0], 0.0, 50).tolist() == [0, 0]
    assert gm.exact_composition_epsilon([0.0, 0.5], 0.0, 50).tolist() == [0, 0]
    for epsilon0, k in ((5.0, 50), (5.0, 10_000), (0.2, 10_000)):
        assert (
            gm.exact_composition_delta(np.arange(0.0, 200.0, 3.0), epsilon0, k).max()
            <= 1.0
        )
        assert gm.exact_composition_delta(0.0, epsilon0, k) > 1 - 1e-15
        assert gm.exact_composition_epsilon(1.0, epsilon0, k) == 0.0


@pytest.mark.parametrize("epsilon0, k", [(0.2, 50), (0.7, 300), (3.0, 20)])
def test_exact_delta_is_that_of_the_convolved_privacy_loss(epsilon0, k):
    keep = 1 / (1 + np.exp(-epsilon0))
    mass = np.ones(1)
    for _ in range(k):
        mass = np.convolve(mass, [1 - keep, keep])
    loss = epsilon0 * np.arange(-k, k + 1, 2)
    epsilon = np.linspace(0, 0.9, 20) * k * epsilon0
    expected = [
        (mass * -np.expm1(np.minimum(value - loss, 0))).sum() for value in epsilon
    ]
    delta_exact = gm.exact_composition_delta(epsilon, epsilon0, k)
    assert delta_exact == pytest.approx(np.array(expected), rel=1e-11, abs=0)
    # No rule is below it.
    delta = np.array([0.1, 1e-3, 1e-6, 1e-9])
    exact = gm.exact_composition_epsilon(delta, epsilon0, k)
    for rule in (
        gm.rdp_composition(epsilon0, delta, k),
        advanced(epsilon0, 0.0, delta, k)[0],
    ):
        assert (rule > exact).all() and gm.basic_composition(epsilon0, 0.0, k)[
            0
        ] >= exact.max()


def test_advanced_composition_is_the_lectures():
    for epsilon, delta_prime in itertools.product((1e-8, 0.2, 3.0), (1e-12, 0.1, 1.0)):
        e = mpmath.mpf(epsilon)
        k = 50
        expected = mpmath.sqrt(2 * k * mpmath.log(1 / mpmath.mpf(delta_prime))) * e
        expected += k * e * (mpmath.exp(e) - 1)
        composed, delta = advanced(epsilon, 1e-6, delta_prime, k)
        assert composed == pytest.approx(float(expected), rel=1e-14, abs=0)
        assert delta == pytest.approx(min(1.0, 5e-5 + delta_prime), rel=1e-14, abs=0)


def test_ends_and_a_swap_of_k_and_delta_prime():
    epsilon, delta = gm.basic_composition([0.5, 0.25], 0.125, [[1], [16]])
    assert epsilon.tolist() == [[0.5, 0.25], [8.0, 4.0]]
    assert delta.tolist() == [[0.125, 0.125], [1.0, 1.0]]
    assert advanced(0.1, 0.0, 0.0, 5) == (np.inf, 0.0)
    assert advanced(0.0, 0.0, 0.0, 5) == (0.0, 0.0)
    with pytest.raises(TypeError, match="positional"):
        gm.advanced_composition(0.1, 1e-6, 1.0, 5)


def test_the_step_rule_keeps_the_budget():
    for epsilon, delta_prime, k in itertools.product(
        (0.01, 1.0), (1e-9, 0.6), (1, 50, 10_000)
    ):
        step = gm.advanced_composition_step(epsilon, delta_prime, k)
        assert advanced(step, 0.0, delta_prime, k)[0] <= epsilon
        expected = epsilon / (
            2 * mpmath.sqrt(2 * k * mpmath.log(1 / mpmath.mpf(delta_prime)))
        )
        assert step == pytest.approx(float(expected), rel=1e-14, abs=0)


def test_renyi_composition_is_mironovs_and_stops_where_he_does():
    expected = 4 * 0.2 * np.sqrt(100 * np.log(1e4))
    assert gm.rdp_composition(0.2, 1e-4, 50) == pytest.approx(
        expected, rel=1e-14, abs=0
    )
    assert (
        gm.rdp_composition(0.2, [np.exp(-2) * 0.999, np.exp(-2) * 1.001], 50)[1]
        == np.inf
    )
    assert gm.rdp_composition(0.2, np.exp(-2) * 0.999, 50) < np.inf
    assert gm.rdp_composition([0.0, 0.1], 0.0, 50).tolist() == [0.0, np.inf]


def test_gaussian_composition_is_one_gaussian_mechanism():
    mus = [0.1, 0.5, 0.3, 0.0]
    mu = gm.gdp_composition(mus)
    assert type(mu) is float and mu == pytest.approx(np.sqrt(0.35), rel=1e-15, abs=0)
    # k releases of one query are one release of the vector (q, ..., q).
    k = 7
    one_vector = gm.gaussian_delta(2.0, 0.5, np.sqrt(k))
    composed = gm.gaussian_delta(1 / gm.gdp_composition([0.5] * k), 0.5)
    assert composed == pytest.approx(one_vector, rel=1e-12, abs=0)
    assert gm.gdp_composition([[3.0, 4.0], [0.0, 0.0]]).tolist() == [5.0, 0.0]
    mus_composed = gm.gdp_composition([[3e-300, 4e-300], [3e300, 4e300]])
    assert mus_composed == pytest.approx([5e-300, 5e300], rel=1e-15, abs=0)
    assert gm.gdp_composition([1.0, np.inf]) == np.inf and gm.gdp_composition([]) == 0.0
