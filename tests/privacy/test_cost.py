"""Gaussian and Laplace releases together: never below the exact composition."""

import math

import mpmath
import numpy as np
import pytest

from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon
from gaussmech.privacy.cost import (
    Cost,
    Filter,
    split_budget,
    total_cost,
    zcdp_epsilon,
)
from tests.exact import mixed_delta


@pytest.mark.parametrize("seed", range(12))
def test_no_ledger_is_below_the_exact_composition_nor_far_above_it(seed):
    rng = np.random.default_rng(seed)
    mu = float(rng.choice([0.0, 10 ** rng.uniform(-2, 0.5)]))
    pure = [
        (float(10 ** rng.uniform(-2, 0.5)), int(rng.integers(1, 4))) for _ in range(3)
    ]
    delta = float(10 ** rng.uniform(-10, -1))
    losses = [epsilon for epsilon, count in pure for _ in range(count)]
    # The discreteness of noise takes this share of delta.
    share = 0.1 * (seed % 2)
    highest = Cost(mu, pure=tuple(pure)).epsilon(delta / 2)
    tau = share * delta * math.exp(-highest)

    def spent(epsilon):
        continuous = mixed_delta(epsilon, mu, losses)
        return (continuous + mpmath.exp(epsilon) * tau) / (1 - tau)

    epsilon = Cost(mu, tau, tuple(pure)).epsilon(delta)
    assert spent(epsilon) <= delta
    assert epsilon == 0 or spent(epsilon * (1 - 1e-6)) > (1 - share) * delta


@pytest.mark.parametrize(
    "mu, one, delta", [(2.0, 3.0, 0.8), (1.0, 2.0, 0.7), (0.5, 1.5, 0.5)]
)
def test_a_loss_above_epsilon_has_the_profile_of_a_negative_one(mu, one, delta):
    epsilon = Cost(mu, pure=((one, 1),)).epsilon(delta)
    assert 0 < epsilon < one
    assert (
        mixed_delta(epsilon, mu, [one])
        <= delta
        < mixed_delta(epsilon * (1 - 1e-6), mu, [one])
    )


def test_many_different_releases_are_merged_upwards():
    """The oracle: all sums of their losses, which lie on a lattice of 0.01."""
    pure = tuple((0.01 * k, 3) for k in range(1, 20))
    chances = np.ones(1)
    for k in (k for k in range(1, 20) for _ in range(3)):
        likely = 1 / (1 + math.exp(-0.01 * k))
        one = np.zeros(2 * k + 1)
        one[[0, -1]] = 1 - likely, likely
        chances = np.convolve(chances, one)
    losses = 0.01 * (np.arange(len(chances)) - len(chances) // 2)
    for delta in (1e-6, 1e-2):
        epsilon = Cost(pure=pure).epsilon(delta)
        spent = chances @ np.maximum(-np.expm1(epsilon - losses), 0)
        assert 0.9 < spent / delta <= 1


def test_the_conversion_of_concentrated_privacy_is_the_tight_one():
    # It bounds the exact Gaussian mechanism of the same rho, and is all that a coarse grid has.
    assert gaussian_epsilon(1.0, 1e-6, 0.1) < zcdp_epsilon(0.005, 1e-6)
    assert Cost(0.1, 1.0).epsilon(1e-6) == pytest.approx(0.4299, abs=5e-5)


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


def test_one_release_has_the_whole_total_and_a_share_below_delta_is_refused():
    assert split_budget(0.7, 1e-6, 1) == (0.7, 1e-6)
    with pytest.raises(ValueError, match="releases is 1000; at delta 0.001 each"):
        split_budget(0.01, 1e-3, 1000)
    with pytest.raises(ValueError, match="kind is 'pure'; allowed are 'gaussian', 'mi"):
        split_budget(1.0, 1e-6, 2, kind="pure")


def test_costs_add_up():
    pure = [Cost(pure=((0.5, 2),)), Cost(pure=((1.0, 1),))]
    total = total_cost([Cost(3.0, 0.1), Cost(4.0, 0.2), *pure])
    assert 5 <= total.mu == pytest.approx(5) and total.tau == pytest.approx(0.3)
    assert (total.pure, total.pure_epsilon) == (((0.5, 2), (1.0, 1)), 2.0)
