"""Discrete Gaussian noise: what its discreteness costs, beside exact sums, and OpenDP's samples."""

import math
from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest
from scipy import stats

from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    gaussian_delta,
    gaussian_epsilon,
)
from gaussmech.releases.composition import joint_epsilon
from gaussmech.releases.noise import (
    GridNoise,
    calibrate_noise,
    power_of_ten,
    sample_noise,
)
from tests.releases.exact_sums import exact_delta, shifts


def law(scale, reach):
    weight = np.exp(-0.5 * (np.arange(-reach, reach + 1) / scale) ** 2)
    return weight / weight.sum()


@pytest.mark.parametrize("scale", [0.3, 1, 2.5, 20])
def test_the_rounded_gaussian_dominates_the_discrete_one(scale):
    """The lemma of the proof, R >= (1 - 1 / (24 t^2)) G, with 60 digits."""
    with mpmath.workdps(60):
        t = mpmath.mpf(scale)
        z = mpmath.nsum(
            lambda k: mpmath.exp(-(k**2) / (2 * t**2)), [-mpmath.inf, mpmath.inf]
        )
        eta = 1 / (24 * t**2)
        closest = mpmath.inf
        for k in range(math.ceil(12 * scale)):
            rounded = mpmath.ncdf((k + 0.5) / t) - mpmath.ncdf((k - 0.5) / t)
            discrete = mpmath.exp(-(mpmath.mpf(k) ** 2) / (2 * t**2)) / z
            assert rounded >= (1 - eta) * discrete
            closest = min(closest, rounded / discrete)
    # The bound is nearly reached: no smaller eta would do.
    assert closest < 1 - 0.9 * eta or scale < 1


def brute_force(epsilon, scales, shift):
    """Sum (P - e^epsilon Q)_+ over the lattice, in one or two dimensions."""
    p = np.ones(())
    q = np.ones(())
    for scale, v in zip(scales, shift, strict=True):
        padded = np.pad(law(scale, math.ceil(9 * scale)), abs(v))
        p = np.multiply.outer(p, padded)
        q = np.multiply.outer(q, np.roll(padded, v))
    return np.maximum(p - math.exp(epsilon) * q, 0).sum()


@pytest.mark.parametrize(
    "shift", [(-7,), (30,), (3, 4), (5, 5), (0, 6), (-2, 9), (2, 2, 3)]
)
@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.5])
def test_exact_delta_is_the_sum_over_the_lattice(epsilon, shift):
    expected = brute_force(epsilon, [5.5] * len(shift), shift)
    assert exact_delta(epsilon, 5.5, shift) == pytest.approx(
        expected, rel=1e-9, abs=1e-15
    )


TABLE = list(product([0.0, 0.1, 1.0], [1e-1, 1e-3], [1.6, 10], [100, 0.1], [1, 2, 5]))


@pytest.mark.parametrize("epsilon, delta, steps, grid, dimension", TABLE)
def test_no_budget_is_exceeded_on_a_table_of_grids(
    epsilon, delta, steps, grid, dimension
):
    # Grids from the coarsest that the budget bears; the noise is 2 to 240 of their steps.
    scale = steps * math.sqrt(dimension * math.exp(epsilon) / 24 / delta)
    sensitivity = grid * scale / analytic_gaussian_sigma(epsilon, delta)
    noise = calibrate_noise(epsilon, delta, sensitivity, dimension=dimension, grid=grid)
    deltas = [exact_delta(epsilon, noise.scale, shift) for shift in shifts(noise)]
    assert max(deltas) <= delta
    if (epsilon, delta, steps) == (
        1.0,
        1e-3,
        10,
    ):  # the shifts are whole, and long enough
        assert max(deltas) > 0.7 * delta


@pytest.mark.parametrize("grid", [0.01, 0.1])
def test_the_sensitivity_grows_by_the_rounding_and_delta_by_the_discreteness(grid):
    noise = calibrate_noise(0.5, 1e-3, 5.0, dimension=100, grid=grid)
    assert noise.sensitivity == pytest.approx(5 + grid * 10, rel=1e-11)
    tau = 100 / 24 / noise.scale**2
    continuous_delta = gaussian_delta(noise.sigma, 0.5, noise.sensitivity)
    assert 0.98e-3 < (continuous_delta + math.exp(0.5) * tau) / (1 - tau) <= 1e-3
    assert grid == 0.01 or math.exp(0.5) * tau > 0.05e-3  # it costs something


@pytest.mark.parametrize("dimension", [1, 3874, 10**6])
@pytest.mark.parametrize("epsilon", [0.01, 1.0, 10.0])
@pytest.mark.parametrize("delta", [1e-10, 1e-6, 0.1])
def test_a_grid_that_is_chosen_costs_less_than_a_millionth(epsilon, delta, dimension):
    noise = calibrate_noise(epsilon, delta, 3.7, dimension=dimension)
    extra = noise.sigma / analytic_gaussian_sigma(epsilon, delta, 3.7) - 1
    assert 0 < extra < 1e-6
    assert noise.scale * Fraction(noise.grid) == pytest.approx(
        Fraction(noise.sigma), rel=1e-15
    )


def test_beyond_what_can_be_sampled_the_grid_is_coarser():
    noise = calibrate_noise(0.0, 1e-9, 1.0, dimension=10**6)
    assert 2**46 < noise.scale < 2**53
    assert 1e-6 < noise.sigma / analytic_gaussian_sigma(0.0, 1e-9) - 1 < 1e-3


def test_repeated_releases_compose_exactly():
    noise = calibrate_noise(0.5, 1e-6, 5.0, dimension=3874)
    together = noise.epsilon(1e-6, repeats=24)
    assert noise.epsilon(1e-6) <= 0.5 and f"{together:.2f}" == "2.80"
    continuous_delta = gaussian_delta(
        noise.sigma, together, noise.sensitivity * math.sqrt(24)
    )
    assert continuous_delta + math.exp(together) * 3874 / noise.scale**2 <= 1e-6


@pytest.mark.parametrize("delta", [1e-1, 1e-3, 1e-5])
@pytest.mark.parametrize("scales", [(2, 40), (5, 5), (30, 12), (90, 70)])
@pytest.mark.parametrize("lengths", [(0.3, 0.3), (1, 2), (3, 0.5)])
def test_releases_on_different_grids_together_never_exceed_their_epsilon(
    delta, scales, lengths
):
    shift = [
        max(1, round(scale * mu)) for scale, mu in zip(scales, lengths, strict=True)
    ]
    mu = math.hypot(*np.divide(shift, scales))
    tau = sum(1 / 24 / scale**2 for scale in scales)
    epsilon = joint_epsilon(mu, tau, delta)
    spent = brute_force(epsilon, scales, shift)
    assert spent <= delta
    # Of short differences the discreteness costs little; of 2 steps concentrated privacy is left.
    assert (
        scales != (90, 70)
        or lengths != (0.3, 0.3)
        or delta < 1e-3
        or spent > 0.9 * delta
    )


def test_a_chosen_grid_bears_all_columns_together():
    assert (
        GridNoise(400, power_of_ten("grid", 0.001), 100, 0.5).epsilon(1e-6, repeats=50)
        < 250
    )
    # Of 450 columns no grid is fine enough: concentrated privacy says what holds.
    for columns, most in ((45, 1 + 1e-5), (100, 1 + 1e-5), (450, 1.1)):
        noise = calibrate_noise(2.0, 1e-6, 5.0, dimension=4000, repeats=columns)
        continuous = gaussian_epsilon(noise.sigma, 1e-6, 5.0 * math.sqrt(columns))
        assert 1 <= noise.epsilon(1e-6, repeats=columns) / continuous < most


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"epsilon": 200, "delta": 1e-9}, "no grid is fine enough"),
        ({"grid": 1e-300}, "it must be a power of ten from 1e-100 to 1e100"),
        ({"dimension": 0}, "dimension is 0"),
        ({"grid": 1}, "grid is 1, too coarse for this budget and 10 values; take 1E-7"),
        ({"grid": 1e-20}, "too fine"),
    ],
)
def test_bad_input_is_refused(change, message):
    good = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 5.0, "dimension": 10}
    with pytest.raises(ValueError, match=message):
        calibrate_noise(**good | change)


def test_samples_follow_the_exact_law():
    """Chi-square of OpenDP's samples: of each integer, and of the last bits of a fine grid."""
    sample = np.array(sample_noise(6, 20_000))
    cells = np.clip(np.arange(-80, 81), -15, 15) + 15
    expected = 20_000 * np.bincount(cells, law(6, 80))
    counts = np.bincount(np.clip(sample, -15, 15) + 15, minlength=31)
    # A false alarm once in a billion runs: there is no seed.
    assert (
        stats.chisquare(counts, expected * counts.sum() / expected.sum()).pvalue > 1e-9
    )
    fine = np.array(sample_noise(2**40, 20_000))
    assert stats.kstest(fine / 2**40, "norm").pvalue > 1e-9
    assert stats.chisquare(np.bincount(fine % 32, minlength=32)).pvalue > 1e-9
    assert not np.array_equal(fine[:10], sample_noise(2**40, 10))
