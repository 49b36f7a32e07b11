"""Terms of the proofs of releases: losses of discrete noise, grids, columns, and what attacks gain.

tests/releases/test_outward.py has the sensitivities, the scales and the costs.
"""

import math
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_delta
from gaussmech.releases.noise import DISTRIBUTIONS
from gaussmech.releases.noise.base import NoiseLevel, TableBudget
from gaussmech.releases.noise.gaussian import calibrate_noise
from tests.releases.conftest import plan_release
from tests.releases.staircase import weights


@pytest.mark.parametrize(
    ("delta", "shares", "places", "areas", "l2", "l1"),
    [
        # Places lose much of delta, then places beside areas, then areas, then places and areas.
        (1e-4, (), 400, 0, 40.0, 0.0),
        (5e-6, (0.15,), 400, 1, 210.0, 4100.0),
        (1e-4, (0.9,), 2, 300, 40.0, 41.0),
        (1e-4, (0.3, 0.3), 4, 300, 40.0, 41.0),
    ],
)
def test_discrete_noise_takes_its_loss_from_delta(delta, shares, places, areas, l2, l1):
    """(delta' + e^epsilon tau) / (1 - tau) is at most delta, with what is lost at all levels."""
    of_areas = [NoiseLevel(areas, l1, share) for share in shares]
    noise = calibrate_noise(1.0, delta, l2, dimension=places, grid=0.1, areas=of_areas)
    cost = noise.cost()
    loss = math.e * cost.tau
    assert loss > 0.05 * delta
    total = (gaussian_delta(1 / cost.mu, 1.0) + loss) / (1 - cost.tau)
    assert 0.97 * delta < total <= delta


def test_a_chosen_grid_rounds_the_noise_up_by_less_than_a_ten_millionth(distribution):
    table = TableBudget(1, 1, 0.7, 1e-2, 3.0, 3.0, None, False)
    assert DISTRIBUTIONS[distribution].for_table(table)[0].scale >= 1e7


def test_the_standard_deviation_is_that_of_the_distribution(distribution):
    noise = DISTRIBUTIONS[distribution](Decimal("0.1"), (NoiseLevel(1, 1.0, 1.0, 7),))
    steps = np.arange(-1000, 1001)
    weight = weights(distribution, steps, 7)
    weight /= weight.sum()
    sigma = 0.1 * math.sqrt(weight @ steps**2)
    assert noise.sigma == pytest.approx(sigma, rel=1e-9)
    # 95 % are within; a step more or less is a few per cent here.
    reach = round(noise.within(0.95) / 0.1)
    assert weight[abs(steps) <= reach].sum() == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("columns", [1, 4])
@pytest.mark.parametrize("each", [False, True])
@pytest.mark.parametrize("areas", [(), [5]])
def test_columns_that_share_a_budget_are_one_vector(columns, each, areas):
    """With a budget each they compose."""
    plan = plan_release(
        25,
        columns,
        epsilon=0.5,
        delta=1e-6,
        l2_sensitivity=3.0,
        l1_sensitivity=7.0,
        noise="gaussian",
        budget_per_column=each,
        areas=areas,
    )
    joint = 1 if each else columns
    mu = plan.cost.mu
    largest = math.sqrt(columns / joint) / analytic_gaussian_sigma(0.5, 1e-6)
    assert 1 - 1e-6 < mu / largest <= 1 + 1e-12
    assert (plan.epsilon == 0.5) == (joint == columns)
    column_mu = mu / math.sqrt(columns)
    for size, epsilon in ((mu, plan.epsilon), (column_mu, plan.column_epsilon)):
        delta, larger = gaussian_delta(1 / size, np.array([1, 0.999]) * epsilon)
        assert delta <= 1e-6 < larger


@pytest.mark.parametrize("repeats", [1, 16])
@pytest.mark.parametrize("areas", [(), (NoiseLevel(10, 30.0, 0.15),)])
def test_a_chosen_grid_loses_a_ten_millionth_of_delta(repeats, areas):
    """A power of ten is finer by up to 10 than it must be, so a decade of sensitivities is tried."""
    for norm in np.geomspace(1, 10, 8):
        noise = calibrate_noise(
            2.0, 1e-6, norm, dimension=10**6, repeats=repeats, areas=areas
        )
        cost = noise.cost(repeats=repeats)
        assert cost.tau * (math.exp(cost.epsilon(1e-6)) + 1e-6) < 1e-7 * 1e-6


def test_an_attack_uses_places_and_areas(distribution):
    areas = (NoiseLevel(3, 3.0, 0.3),)
    table = TableBudget(9, 1, 0.5, 1e-6, 2.0, 3.0, None, False, areas)
    noise = DISTRIBUTIONS[distribution].for_table(table)[0]
    assert type(noise) is DISTRIBUTIONS[distribution]
    both, places, sums = (
        replace(noise, levels=levels).best_attack()["attack_advantage"]
        for levels in (noise.levels, noise.levels[:1], noise.areas)
    )
    assert max(places, sums) * 1.01 < both < places + sums
