"""Gaussian and Laplace releases together: never below the exact composition."""

import math
from collections import Counter
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from scipy import stats
from scipy.sparse import csr_array

from gaussmech.privacy.attack_risk import percent_above
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon
from gaussmech.privacy.composition import exact_composition_epsilon
from gaussmech.privacy.cost import (
    Cost,
    Filter,
    joint_epsilon,
    split_budget,
    total_cost,
    zcdp_epsilon,
)
from gaussmech.releases.grid import bounded_sums
from gaussmech.releases.laws import LaplaceNoise, calibrate_laplace_noise
from gaussmech.releases.plan import plan_release
from gaussmech.releases.table import release
from tests.releases.exact_sums import exact_delta as exact_sum
from tests.releases.exact_sums import exact_mixed_delta, random_ledger

ONCE = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 1.0, "l1_sensitivity": 1.0}


def exact_delta(epsilon, mu, losses):
    """Return the delta of randomized responses and a Gaussian mechanism, with 40 digits."""
    with mpmath.workdps(40):
        law = {mpmath.mpf(0): mpmath.mpf(1)}
        for loss in map(mpmath.mpf, losses):
            likely = 1 / (1 + mpmath.exp(-loss))
            pairs = [(s + loss, p * likely) for s, p in law.items()]
            pairs += [(s - loss, p * (1 - likely)) for s, p in law.items()]
            law = {}
            for s, p in pairs:
                law[s] = law.get(s, 0) + p

        def profile(x):
            if mu == 0:
                return max(0, 1 - mpmath.exp(x))
            m = mpmath.mpf(mu)
            return mpmath.ncdf(m / 2 - x / m) - mpmath.exp(x) * mpmath.ncdf(
                -m / 2 - x / m
            )

        return sum(p * profile(epsilon - s) for s, p in law.items())


@pytest.mark.parametrize("seed", range(12))
def test_no_ledger_is_below_the_exact_composition_nor_far_above_it(seed):
    rng = np.random.default_rng(seed)
    mu = float(rng.choice([0.0, 10 ** rng.uniform(-2, 0.5)]))
    pure = [
        (float(10 ** rng.uniform(-2, 0.5)), int(rng.integers(1, 4))) for _ in range(3)
    ]
    delta = float(10 ** rng.uniform(-10, -1))
    losses = [epsilon for epsilon, count in pure for _ in range(count)]
    epsilon = joint_epsilon(mu, 0.0, delta, pure)
    assert exact_delta(epsilon, mu, losses) <= delta
    assert epsilon == 0 or exact_delta(epsilon * (1 - 1e-6), mu, losses) > delta


def seeds(count, slow_count):
    """Return a parametrization of seeds, and of more in the slow tests."""
    slow = [
        pytest.param(seed, marks=pytest.mark.slow) for seed in range(count, slow_count)
    ]
    return pytest.mark.parametrize("seed", [*range(count), *slow])


@seeds(2, 20)
def test_no_random_ledger_on_a_grid_is_below_the_sum_over_all_outcomes(seed):
    """Gaussian noise on coarse grids (tau > 0) and up to 15 different epsilons."""
    rng = np.random.default_rng(seed)
    shares = []
    for _ in range(15):
        scales, moves, pure, delta = random_ledger(rng)
        mu = math.hypot(
            *(move / scale for move, scale in zip(moves, scales, strict=True))
        )
        tau = sum(1 / 24 / scale**2 for scale in scales)
        epsilon = joint_epsilon(mu, tau, delta, Counter(pure).items())
        shares.append(exact_mixed_delta(epsilon, scales, moves, pure) / delta)
    assert 0.9 < max(shares) <= 1


def test_the_sum_over_all_outcomes_is_that_of_either_kind_alone():
    for epsilon in (0.0, 0.4, 1.3):
        gaussian = exact_mixed_delta(epsilon, [5.5], [7], [])
        assert gaussian == pytest.approx(
            exact_sum(epsilon, 5.5, [7]), rel=1e-9, abs=1e-15
        )
        pure = exact_mixed_delta(epsilon, [], [], [0.5, 0.25, 1.0])
        assert pure == pytest.approx(
            float(exact_delta(epsilon, 0, [0.5, 0.25, 1.0])), rel=1e-12
        )
    # On a fine grid it is that of the continuous noise.
    mixed = exact_mixed_delta(0.7, [2000.0], [800], [0.3, 0.3])
    assert mixed == pytest.approx(float(exact_delta(0.7, 0.4, [0.3, 0.3])), rel=1e-6)


@pytest.mark.parametrize(
    "mu, one, delta", [(2.0, 3.0, 0.8), (1.0, 2.0, 0.7), (0.5, 1.5, 0.5)]
)
def test_a_loss_above_epsilon_has_the_profile_of_a_negative_one(mu, one, delta):
    epsilon = joint_epsilon(mu, 0.0, delta, [(one, 1)])
    assert 0 < epsilon < one
    assert (
        exact_delta(epsilon, mu, [one])
        <= delta
        < exact_delta(epsilon * (1 - 1e-6), mu, [one])
    )


def test_many_different_releases_are_merged_upwards():
    pure = [(0.01 * k, 3) for k in range(1, 20)]
    epsilon = joint_epsilon(0.3, 0.0, 1e-6, pure)
    nearly = [(0.1, 57)]
    assert epsilon > joint_epsilon(0.3, 0.0, 1e-6, nearly) * 0.99
    rounded_up = joint_epsilon(0.3, 0.0, 1e-6, [(0.19, 57)])
    assert epsilon < rounded_up


def test_pure_releases_alone_compose_as_randomized_response():
    for epsilon0, count in ((0.5, 8), (0.05, 300)):
        exact = exact_composition_epsilon(1e-6, epsilon0, count)
        assert exact <= joint_epsilon(0.0, 0.0, 1e-6, [(epsilon0, count)]) * (1 + 1e-12)
        assert joint_epsilon(0.0, 0.0, 1e-6, [(epsilon0, count)]) < exact * (1 + 1e-6)


def test_the_conversion_of_concentrated_privacy_is_the_tight_one():
    assert zcdp_epsilon(0.005, 1e-6) == pytest.approx(0.4299, abs=5e-5)
    # It bounds the exact Gaussian mechanism of the same rho, and is all that a coarse grid has.
    assert gaussian_epsilon(1.0, 1e-6, 0.1) < zcdp_epsilon(0.005, 1e-6)
    assert joint_epsilon(0.1, 1.0, 1e-6) == pytest.approx(0.4299, abs=5e-5)


def test_costs_add_up():
    total = total_cost(
        [Cost(3.0, 0.1), Cost(4.0, 0.2), Cost(pure=((0.5, 2),)), Cost(pure=((1.0, 1),))]
    )
    assert total.mu == pytest.approx(5) and total.tau == pytest.approx(0.3)
    assert (
        total.mu >= 5
        and total.pure == ((0.5, 2), (1.0, 1))
        and total.pure_epsilon == 2.0
    )


@pytest.mark.parametrize(
    "epsilon, sensitivity", [(0.1, 1.0), (0.5, 3.7), (2.0, 1e-3), (30.0, 5.0)]
)
@pytest.mark.parametrize("columns", [1, 3])
def test_the_exact_law_of_laplace_noise_is_within_the_budget(
    epsilon, sensitivity, columns
):
    noise = calibrate_laplace_noise(
        epsilon, sensitivity, dimension=100, columns=columns
    )
    # The largest difference of neighbours on the grid: the sensitivity, and half a step each side.
    moved = Fraction(sensitivity) / Fraction(noise.grid) + 100
    assert columns * moved / noise.scale <= Fraction(epsilon)
    assert noise.sigma == pytest.approx(
        math.sqrt(2) * columns * sensitivity / epsilon, rel=2e-6
    )


def test_the_standard_deviation_of_laplace_noise_is_the_sum_over_its_law():
    noise = calibrate_laplace_noise(1.0, 3.0, dimension=1, grid=0.01)
    k = np.arange(-20_000, 20_001)
    law = np.exp(-np.abs(k) / noise.scale)
    law /= law.sum()
    assert noise.sigma == pytest.approx(0.01 * math.sqrt(law @ k**2), rel=1e-9)
    outside = law[np.abs(k) * 0.01 > noise.within(0.95)].sum()
    assert outside == pytest.approx(0.05, abs=2e-4)


def test_samples_of_laplace_noise_follow_the_exact_law():
    cells = np.clip(LaplaceNoise.sample(3, 20_000), -20, 20) + 20
    law = np.exp(-np.abs(np.arange(-200, 201)) / 3)
    law /= law.sum()
    expected = 20_000 * np.bincount(np.clip(np.arange(-200, 201), -20, 20) + 20, law)
    # A false alarm once in a billion runs: there is no seed.
    assert stats.chisquare(np.bincount(cells, minlength=41), expected).pvalue > 1e-9


def test_an_adversarial_user_moves_a_sum_by_no_more_than_the_l1_cap():
    users = np.array(
        [[9.0, 0, 0], [1, 1, 1], [0.3, 0.3, 0.3], [1e9, 1e-9, 0], [2, 0, 0]]
    )
    for user in users:
        steps = bounded_sums([csr_array(user[None])], 2.0, Fraction(1, 1000), 3, norm=1)
        assert sum(map(abs, steps)) <= 2000 + 3
        if user.sum() <= 2:
            assert steps == np.rint(1000 * user).tolist()


def test_auto_takes_the_law_that_fits():
    once = plan_release(3874, **ONCE)
    assert once.noise.law == "laplace" and (once.epsilon, once.delta) == (0.5, 0.0)
    assert f"{once.noise.sigma:.2f}" == "2.83"
    gaussian = plan_release(3874, **ONCE, noise="gaussian")
    assert f"{gaussian.noise.sigma:.2f}" == "8.06" and gaussian.delta == 1e-6
    assert plan_release(3874, **ONCE | {"l1_sensitivity": None}).noise.law == "gaussian"
    busy = plan_release(3874, **ONCE | {"sensitivity": 5.0, "l1_sensitivity": 25.0})
    assert busy.noise.law == "gaussian"


def test_auto_takes_laplace_noise_only_where_it_is_smaller_by_a_fifth():
    """At nine events it is 5 % smaller, and the best attack gains 63 % instead of 18 %."""
    for epsilon, most in ((0.1, 4), (0.5, 5), (2.0, 6)):
        for events in range(1, 13):
            caps = {"sensitivity": math.sqrt(events), "l1_sensitivity": events}
            plan = plan_release(3874, **ONCE | caps | {"epsilon": epsilon})
            law = "laplace" if events <= most else "gaussian"
            assert plan.noise.law == law, (epsilon, events)
            sigma = analytic_gaussian_sigma(epsilon, 1e-6, math.sqrt(events))
            less = math.sqrt(2) * events / epsilon < 0.8 * sigma
            assert less == (law == "laplace")


def test_the_choice_says_what_both_laws_entail():
    nine = ONCE | {"epsilon": 2.0, "sensitivity": 3.0, "l1_sensitivity": 9.0}
    assert plan_release(3874, **nine).choice == (
        "Gaussian noise has standard deviation 6.691, advantage of the best attack 17.8 %; Laplace"
        " noise would have standard deviation 6.364, advantage of the best attack 63.3 %"
    )
    eight = plan_release(3874, **ONCE, planned_releases=8)
    mu = 1 / analytic_gaussian_sigma(0.5, 1e-6)
    gaussian = gaussian_epsilon(1 / mu / math.sqrt(8), 1e-6)
    first, second = eight.choice.split("; ")
    assert first.endswith(f"8 releases together ({gaussian:.4g}, 1e-06)-DP")
    assert second.endswith("8 releases together (4, 1e-06)-DP")
    assert f"attack {percent_above(-math.expm1(-0.25))}" in second


def test_many_planned_releases_take_gaussian_noise():
    laws = {
        n: plan_release(3874, **ONCE, planned_releases=n).noise.law
        for n in (1, 5, 6, 24, 100)
    }
    assert laws == {
        1: "laplace",
        5: "laplace",
        6: "gaussian",
        24: "gaussian",
        100: "gaussian",
    }
    assert plan_release(3874, 24, **ONCE, each=True).noise.law == "gaussian"


def test_columns_with_laplace_noise_share_the_budget_or_have_it_each():
    shared = plan_release(100, 3, **ONCE, noise="laplace")
    assert shared.epsilon == 0.5 and shared.column_epsilon == pytest.approx(
        0.5 / 3, rel=1e-5
    )
    each = plan_release(100, 3, **ONCE, noise="laplace", each=True)
    assert each.column_epsilon <= 0.5 and each.epsilon == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"noise": "uniform"},
            "noise is 'uniform'; allowed are 'auto', 'laplace', 'gaussian'",
        ),
        ({"noise": "laplace", "l1_sensitivity": None}, "noise 'laplace' needs it"),
        (
            {"l1_sensitivity": 0.5},
            "l1_sensitivity is 0.5; it must be at least sensitivity, 1",
        ),
        ({"noise": "laplace", "epsilon": 0}, "epsilon is 0.0"),
        ({"planned_releases": 0}, "planned_releases is 0"),
        ({"noise": "laplace", "grid": 10}, "grid is 1E\\+1, too coarse"),
        ({"noise": "laplace", "grid": 1e-30}, "too fine"),
    ],
)
def test_bad_noise_is_refused_without_a_value(change, message):
    with pytest.raises(ValueError, match=message) as refused:
        release([7318291], **ONCE | change)
    assert "7318" not in str(refused.value)


@pytest.mark.parametrize("kind", [None, "mixed"])
@pytest.mark.parametrize("epsilon, releases", [(1.0, 24), (0.1, 2), (8.0, 1000)])
def test_an_equal_share_of_gaussian_noise_is_the_root_of_the_number(
    kind, epsilon, releases
):
    each, delta = split_budget(epsilon, 1e-6, releases, kind=kind)
    assert delta == 1e-6
    rule = Filter.begin(kind or "gaussian", epsilon, 1e-6)
    # The least noise of all releases as one vector, by the rule of the ledger.
    total = 1 / analytic_gaussian_sigma(epsilon, 1e-6)
    if kind == "mixed":
        order = mpmath.mpf(rule.parameter)
        rest = (mpmath.log(1e6) - mpmath.log(order)) / (order - 1)
        divergence = epsilon - rest - mpmath.log(1 - 1 / order)
        total = float(mpmath.sqrt(2 * divergence / order))
    sigma = analytic_gaussian_sigma(each, delta)
    assert 1 <= sigma * total / math.sqrt(releases) < 1 + 1e-4


@pytest.mark.parametrize("kind", ["only", "mixed"])
@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
@pytest.mark.parametrize("epsilon, releases", [(1.0, 24), (0.3, 2), (8.0, 1000)])
def test_planned_releases_fit_a_ledger_and_one_more_does_not(
    kind, noise, epsilon, releases
):
    kind = (
        kind if kind == "mixed" else {"gaussian": "gaussian", "laplace": "pure"}[noise]
    )
    each, _ = split_budget(epsilon, 1e-6, releases, noise=noise, kind=kind)
    cost = plan_release(900, **ONCE | {"epsilon": each}, noise=noise).cost
    rule = Filter.begin(kind, epsilon, 1e-6)
    assert rule.allows(total_cost([cost] * releases))
    assert not rule.allows(total_cost([cost] * (releases + 1)))


def test_one_release_has_the_whole_total_and_a_share_below_delta_is_refused():
    assert split_budget(0.7, 1e-6, 1) == (0.7, 1e-6)
    with pytest.raises(ValueError, match="releases is 1000; at delta 0.001 each"):
        split_budget(0.01, 1e-3, 1000)
    with pytest.raises(ValueError, match="kind is 'pure'; allowed are 'gaussian', 'mi"):
        split_budget(1.0, 1e-6, 2, kind="pure")
