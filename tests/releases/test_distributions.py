"""Terms of the proofs of releases: the noise of a chosen grid, columns, and what attacks gain."""

import math
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_delta
from gaussmech.privacy.discrete_noise import NoiseLevel
from gaussmech.releases.noise import DISTRIBUTIONS
from gaussmech.releases.noise.base import TableBudget
from tests.releases.conftest import plan_release
from tests.releases.staircase import WEIGHTS


def test_a_chosen_grid_rounds_the_noise_up_by_less_than_a_ten_millionth(distribution):
    table = TableBudget(1, 1, 0.7, 1e-2, 3.0, 3.0, False)
    assert DISTRIBUTIONS[distribution].for_table(table)[0].scale >= 1e7


def test_the_standard_deviation_is_that_of_the_distribution(distribution):
    noise = DISTRIBUTIONS[distribution](Decimal("0.1"), (NoiseLevel(1, 1.0, 1.0, 7),))
    steps = np.arange(-1000, 1001)
    weight = WEIGHTS[distribution](steps, 7)
    weight /= weight.sum()
    sigma = 0.1 * math.sqrt(weight @ steps**2)
    assert noise.sigma == pytest.approx(sigma, rel=1e-9)
    # 95 % are within; a step more or less is a few per cent here.
    reach = round(noise.within_95 / 0.1)
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


def test_an_attack_uses_places_and_areas(distribution):
    areas = (NoiseLevel(3, 3.0, 0.3),)
    table = TableBudget(9, 1, 0.5, 1e-6, 2.0, 3.0, False, areas)
    noise = DISTRIBUTIONS[distribution].for_table(table)[0]
    assert type(noise) is DISTRIBUTIONS[distribution]
    both, places, sums = (
        replace(noise, levels=levels).best_attack()["attack_advantage"]
        for levels in (noise.levels, noise.levels[:1], noise.areas)
    )
    assert max(places, sums) * 1.01 < both < places + sums
