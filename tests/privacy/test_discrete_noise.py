"""Noise on a grid: what its discreteness costs, beside exact sums, and which grids are chosen.

tests/privacy/test_outward.py has the sensitivities, the scales and the costs.
"""

import math
from decimal import Decimal
from itertools import product

import numpy as np
import pytest

from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_delta
from gaussmech.privacy.discrete_noise import (
    GridNoise,
    NoiseLevel,
    calibrate_laplace_noise,
    calibrate_noise,
    gaussian_cost,
)
from tests.privacy.exact_sums import exact_delta, shifts

TABLE = list(product([0.0, 0.1, 1.0], [1e-1, 1e-3], [1.6, 10], [100, 0.1], [1, 2, 5]))


def largest_delta(epsilon, delta, steps, grid, dimension):
    """Return the largest exact delta of noise for a budget on a grid.

    The grid is from the coarsest that the budget bears; the noise is 2 to 240 of its steps.
    """
    scale = steps * math.sqrt(dimension * math.exp(epsilon) / 24 / delta)
    sensitivity = grid * scale / analytic_gaussian_sigma(epsilon, delta)
    noise = calibrate_noise(epsilon, delta, sensitivity, dimension=dimension, grid=grid)
    return max(exact_delta(epsilon, noise.scale, shift) for shift in shifts(noise))


@pytest.mark.parametrize("budget", TABLE)
def test_no_budget_is_exceeded_on_a_table_of_grids(budget):
    assert largest_delta(*budget) <= budget[1]


@pytest.mark.parametrize(
    ("calibrate", "budget"),
    [(calibrate_noise, [1e-4, 1e-9]), (calibrate_laplace_noise, [1e-4])],
)
def test_beyond_what_can_be_sampled_the_grid_is_coarser(calibrate, budget):
    areas = [NoiseLevel(10, 1.0, 0.01)]
    noise = calibrate(*budget, 1.0, dimension=10**6, areas=areas)
    assert 2**46 < noise.areas[0].scale <= 2**53


def test_a_coarse_grid_bears_many_columns_at_a_large_epsilon():
    noise = GridNoise(Decimal("0.001"), (NoiseLevel(100, 0.5, 1.0, 400),))
    assert gaussian_cost(noise, 50).epsilon(1e-6) < 250


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
    cost = gaussian_cost(noise)
    loss = math.e * cost.tau
    assert loss > 0.05 * delta
    total = (gaussian_delta(1 / cost.mu, 1.0) + loss) / (1 - cost.tau)
    assert 0.97 * delta < total <= delta


@pytest.mark.parametrize("repeats", [1, 16])
@pytest.mark.parametrize("areas", [(), (NoiseLevel(10, 30.0, 0.15),)])
def test_a_chosen_grid_loses_a_ten_millionth_of_delta(repeats, areas):
    """A power of ten is finer by up to 10 than it must be, so a decade of sensitivities is tried."""
    for norm in np.geomspace(1, 10, 8):
        noise = calibrate_noise(
            2.0, 1e-6, norm, dimension=10**6, repeats=repeats, areas=areas
        )
        cost = gaussian_cost(noise, repeats)
        assert cost.tau * (math.exp(cost.epsilon(1e-6)) + 1e-6) < 1e-7 * 1e-6
