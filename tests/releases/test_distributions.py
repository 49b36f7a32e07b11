"""Each constant and term of the proofs of releases: what the noise is calibrated for, exactly.

The sensitivities, the scales, the losses and the costs are compared with the formulas of
docs/release-proofs.md in fractions. They are never on the unsafe side, and barely above.
"""

import math
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_delta
from gaussmech.releases.noise import (
    DISTRIBUTIONS,
    AreaLevel,
    TableBudget,
    calibrate_laplace_noise,
    calibrate_noise,
)
from gaussmech.releases.plan import plan_release
from tests.releases.staircase import weights

# The share for rounding to doubles when contributions are clipped, as the proofs state it.
ROUNDING = Fraction(1, 2**40)
# L2 and L1 sensitivities that differ from 1 and from each other, in both orders of what grows most.
NORMS = [(3.0, 7.0), (0.5, 0.7), (40.0, 41.0), (0.5, 70.0)]
SHARES = [(), (0.15,), (0.1, 0.25)]


def levels(shares, l1):
    """Return areas of 3 and 5 sums with these shares of the budget."""
    return [AreaLevel(3 + 2 * k, l1, share) for k, share in enumerate(shares)]


def is_just_above(value, exact, most=1e-12):
    """Return whether a value is at least an exact one, and barely above."""
    return exact <= Fraction(value) <= Fraction(exact) * (1 + Fraction(most))


@pytest.mark.parametrize("norms", NORMS)
@pytest.mark.parametrize("shares", SHARES)
@pytest.mark.parametrize("grid", [None, 1e-4])
def test_gaussian_sensitivities_have_what_rounding_adds(norms, shares, grid):
    l2, l1 = map(Fraction, norms)
    areas = levels(shares, norms[1])
    noise = calibrate_noise(1.0, 1e-4, norms[0], dimension=50, grid=grid, areas=areas)
    step = Fraction(noise.grid)
    # All vectors grow by the largest share: of the places in L2, of the sums in L1 norm.
    growth = step * Fraction(math.sqrt(50)) / l2
    if shares:
        growth = max(growth, step * 50 / l1)
    assert growth < 4e-7 or grid
    factor = (1 + ROUNDING) * (1 + growth) * (1 - Fraction(1, 2**51))
    norm = l2
    for level in noise.levels:
        assert is_just_above(level.sensitivity, norm * factor)
        assert level.sensitivity >= norm * (1 + ROUNDING)
        norm = l1


@pytest.mark.parametrize("norms", NORMS)
@pytest.mark.parametrize("shares", SHARES)
@pytest.mark.parametrize("columns", [1, 3])
def test_laplace_scales_share_epsilon_exactly(norms, shares, columns):
    epsilon = Fraction(0.7)
    l1 = norms[1]
    areas = levels(shares, l1)
    noise = calibrate_laplace_noise(0.7, l1, dimension=50, columns=columns, areas=areas)
    step = Fraction(noise.grid)
    assert step * 50 < Fraction(l1) * Fraction(4e-7) + Fraction(1, 10**30)
    exact = Fraction(l1) * (1 + ROUNDING) + step * 50
    assert is_just_above(noise.sensitivity, exact * (1 - Fraction(1, 2**51)))
    assert {level.sensitivity for level in noise.levels} == {noise.sensitivity}
    moved = columns * Fraction(noise.sensitivity) / step
    spent = [moved / level.scale for level in noise.levels]
    # The epsilons of all levels and columns never exceed the budget, and nearly spend it.
    assert epsilon * (1 - Fraction(1e-6)) < sum(spent) <= epsilon
    of_areas = [float(part / epsilon) for part in spent[1:]]
    assert of_areas == pytest.approx(shares, rel=1e-5)
    ((one, count),) = noise.cost(repeats=columns).pure
    assert is_just_above(one * columns, sum(spent)) and count == columns


@pytest.mark.parametrize("shares", SHARES)
@pytest.mark.parametrize("repeats", [1, 4])
@pytest.mark.parametrize("grid", [None, 1e-3])
def test_costs_of_gaussian_noise_are_those_of_the_proof(shares, repeats, grid):
    more = {"grid": grid, "areas": levels(shares, 7.0), "repeats": repeats}
    noise = calibrate_noise(1.0, 1e-2, 3.0, dimension=9, **more)
    squares = [
        (Fraction(level.sensitivity) / (level.scale * Fraction(noise.grid))) ** 2
        for level in noise.levels
    ]
    tau = sum(Fraction(level.dimension, 24 * level.scale**2) for level in noise.levels)
    cost = noise.cost(repeats=repeats)
    assert is_just_above(Fraction(cost.mu) ** 2, sum(squares) * repeats)
    assert is_just_above(cost.tau, tau * repeats)
    assert noise.strength == pytest.approx(cost.mu / math.sqrt(repeats), rel=1e-12)
    # Each level has its share of mu^2.
    of_areas = [float(square / sum(squares)) for square in squares[1:]]
    assert of_areas == pytest.approx(shares, rel=2e-2)


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
    of_areas = [AreaLevel(areas, l1, share) for share in shares]
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
    noise = DISTRIBUTIONS[distribution](Decimal("0.1"), (AreaLevel(1, 1.0, 1.0, 7),))
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
    """Of L2 norm sqrt(columns) times, and as many values; with a budget each they compose."""
    budget = {
        "epsilon": 0.5,
        "delta": 1e-6,
        "l2_sensitivity": 3.0,
        "l1_sensitivity": 7.0,
    }
    options = {"noise": "gaussian", "budget_per_column": each, "areas": areas}
    plan = plan_release(25, columns, **budget, **options)
    joint = 1 if each else columns
    for level, count, norm in zip(
        plan.noise.levels, (25, *areas), (3, 7), strict=False
    ):
        assert level.dimension == count * joint
        assert level.sensitivity == pytest.approx(norm * math.sqrt(joint), rel=1e-6)
    mu = plan.cost.mu
    largest = math.sqrt(columns / joint) / analytic_gaussian_sigma(0.5, 1e-6)
    assert 1 - 1e-6 < mu / largest <= 1 + 1e-12
    assert (plan.epsilon == 0.5) == (joint == columns)
    column_mu = mu / math.sqrt(columns)
    for size, epsilon in ((mu, plan.epsilon), (column_mu, plan.column_epsilon)):
        delta, larger = gaussian_delta(1 / size, np.array([1, 0.999]) * epsilon)
        assert delta <= 1e-6 < larger


@pytest.mark.parametrize("repeats", [1, 16])
@pytest.mark.parametrize("areas", [(), (AreaLevel(10, 30.0, 0.15),)])
def test_a_chosen_grid_loses_a_ten_millionth_of_delta(repeats, areas):
    """A power of ten is finer by up to 10 than it must be, so a decade of sensitivities is tried."""
    for norm in np.geomspace(1, 10, 8):
        noise = calibrate_noise(
            2.0, 1e-6, norm, dimension=10**6, repeats=repeats, areas=areas
        )
        cost = noise.cost(repeats=repeats)
        assert cost.tau * (math.exp(cost.epsilon(1e-6)) + 1e-6) < 1e-7 * 1e-6


def test_one_of_several_columns_has_its_share_of_sensitivities_and_sums():
    areas = [AreaLevel(12, 14.0, 0.3)]
    noise = calibrate_noise(1.0, 1e-4, 6.0, dimension=40, areas=areas)
    for one, all_four in zip(noise.of_one_column(4).levels, noise.levels, strict=True):
        assert one.dimension == all_four.dimension / 4
        assert one.sensitivity == pytest.approx(all_four.sensitivity / 2, rel=1e-12)


def test_an_attack_uses_places_and_areas(distribution):
    areas = (AreaLevel(3, 3.0, 0.3),)
    table = TableBudget(9, 1, 0.5, 1e-6, 2.0, 3.0, None, False, areas)
    noise = DISTRIBUTIONS[distribution].for_table(table)[0]
    assert type(noise) is DISTRIBUTIONS[distribution]
    both, places, sums = (
        replace(noise, levels=levels).best_attack()["attack_advantage"]
        for levels in (noise.levels, noise.levels[:1], noise.areas)
    )
    assert max(places, sums) * 1.01 < both < places + sums
