"""Discrete noise on a grid: its calibration, with proof, and what it costs.

A release adds whole multiples of a grid, a power of ten, to values on this grid, since noise in
floating point can be attacked through its low bits (Mironov, 2012).

Discrete Gaussian noise has P(N = k) proportional to exp(-k^2 / (2 t^2)) on the whole numbers
(Canonne, Kamath & Steinke, 2020). Its privacy is that of the continuous Gaussian except for a tiny
loss of delta, which `calibrate_noise` proves and accounts for. So the exact calibration of Balle &
Wang applies, and sigma is barely above the least possible one. Calibration by concentrated privacy,
as in the library that draws the samples, needs between 4.5 % and 18 % more noise for epsilon from
0.1 to 5 and delta from 1e-9 to 1e-3 (docs/bench/release.md). With d values and a scale of t steps
of the grid the loss of delta is tau = d / (24 t^2), times e^epsilon. With t = 2^30 and a million
values tau is 4e-14. A grid that is chosen here is so fine that the loss is negligible, and so
coarse that 64 bits suffice for the noise.

Discrete Laplace noise, P(N = k) proportional to exp(-|k| / t), is pure: its delta is 0, whatever
the grid (`calibrate_laplace_noise`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from gaussmech import _checks
from gaussmech.privacy._normal import float_above, root_above
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon
from gaussmech.privacy.cost import Cost, delta_left

# This share of the sensitivity is added for rounding to doubles when contributions are clipped. It
# is 8,192 units of 2^-53, far more than the error of a pairwise sum of the squares of a row, a
# root, a division and a product.
ROUNDING = 2.0**-40
# A grid that is chosen here raises sigma by less than 1e-6 of itself in all. The three causes have
# a share each: the growth of the sensitivity by rounding (GROWTH), the loss of delta (LOSS), and
# rounding sigma up to a step (SIGMA_STEP).
GROWTH = 4e-7
LOSS = 1e-7
SIGMA_STEP = 1e-7
# Rounding the grid down to a power of ten makes it finer by up to a factor of 10, and sigma grows a
# little. The finest grid therefore leaves this factor of room below LARGEST_SCALE.
ROOM = 11
# This factor covers the roundings of a few operations, each within 2^-53.
OUTWARD = 1 + 2.0**-50
# OpenDP takes the scale as a double, in which whole numbers up to 2^53 are exact. Noise of this
# scale stays far within 64 bits: 2^63 is a thousand scales away, and Laplace noise exceeds that
# with a probability below 1e-440.
LARGEST_SCALE = 2**53
# Larger noise would hide any data, and its grid would be coarser than any number that is released.
LARGEST_NOISE = 1e100


@dataclass(frozen=True)
class NoiseLevel:
    """The noise of the places, or that of the sums over the areas of one partition.

    Attributes
    ----------
    dimension : int
        The number of sums over areas, for all columns that share a budget.
    sensitivity : float
        For areas, the L1 sensitivity of the places, which no norm of the sums exceeds. In a Noise
        it includes what rounding adds.
    share : float
        The share of the budget: of mu^2 with Gaussian, of epsilon with Laplace noise.
    scale : int
        The scale of the noise in steps of the grid; 0 before it is calibrated.
    """

    dimension: int
    sensitivity: float
    share: float
    scale: int = 0


@dataclass(frozen=True)
class GridNoise:
    """The calibrated noise of a release, independent for each value.

    Attributes
    ----------
    grid : decimal.Decimal
        The grid, a power of ten.
    levels : tuple of NoiseLevel
        The noise of the places, then that of the sums of areas, level by level.
    """

    grid: Decimal
    levels: tuple[NoiseLevel, ...]

    @property
    def scale(self) -> int:
        """The scale in steps of the grid."""
        return self.levels[0].scale

    @property
    def dimension(self) -> int:
        """The number of coordinates of the vector that the noise is calibrated for."""
        return self.levels[0].dimension

    @property
    def sensitivity(self) -> float:
        """The sensitivity of the vector on the grid, in the norm of the distribution."""
        return self.levels[0].sensitivity

    @property
    def areas(self) -> tuple[NoiseLevel, ...]:
        """The noise of the sums of areas, level by level."""
        return self.levels[1:]


def gaussian_cost(noise: GridNoise, repeats: int | Fraction = 1) -> Cost:
    """Return what `repeats` releases with Gaussian noise cost, or a part of one, rounded up."""
    square = tau = Fraction(0)
    # Independent Gaussian noise on several vectors is one Gaussian mechanism.
    for level in noise.levels:
        sigma = level.scale * Fraction(noise.grid)
        square += (Fraction(level.sensitivity) / sigma) ** 2 * repeats
        tau += Fraction(level.dimension * repeats, 24 * level.scale**2)
    return Cost(root_above(square), float_above(tau))


def laplace_cost(noise: GridNoise, repeats: int = 1) -> Cost:
    """Return what `repeats` columns with Laplace noise cost: each is epsilon-DP, rounded up."""
    epsilon = Fraction(0)
    for level in noise.levels:
        epsilon += Fraction(level.sensitivity) / (level.scale * Fraction(noise.grid))
    return Cost(pure=((float_above(epsilon), repeats),))


def calibrate_noise(
    epsilon: float,
    delta: float,
    sensitivity: float,
    *,
    dimension: int,
    grid: float | None = None,
    repeats: int = 1,
    areas: Sequence[NoiseLevel] = (),
) -> GridNoise:
    """Return the discrete Gaussian noise that makes a vector (epsilon, delta)-DP.

    Parameters
    ----------
    epsilon, delta : float
        The budget of the vector, in [0, 700] and (0, 1).
    sensitivity : float
        The global L2 sensitivity of the vector before it is rounded to the grid, > 0.
    dimension : int
        The length of the vector, >= 1, which must not depend on the private data.
    grid : float, optional
        A power of ten, to try the proof on coarse grids. None takes the coarsest one that raises
        sigma by less than 1e-6 of itself and bears `repeats` such releases or, where sigma is above
        1e8 sensitivities, the finest one that OpenDP can sample.
    repeats : int
        How many such releases there will be.
    areas : sequence of NoiseLevel
        Partitions whose sums are released with the vector, under the same budget.

    Returns
    -------
    GridNoise
        The noise.

    Raises
    ------
    ValueError
        If the dimension is out of range, or no grid can carry the budget.

    See Also
    --------
    calibrate_laplace_noise : Discrete Laplace noise.

    Notes
    -----
    *Rounding.* Each coordinate moves by at most grid / 2, so the difference of two neighbours
    grows by at most grid * sqrt(d) in L2 norm. From here on the unit is the grid, and all vectors
    are whole.

    *The noise.* Let phi be the density of N(0, t^2), G(k) = exp(-k^2 / (2 t^2)) / Z the discrete
    Gaussian, and R the distribution of N(0, t^2) rounded to the nearest whole number. With U uniform on
    [-1/2, 1/2],

        R(k) = phi(k) E[exp(-U^2 / (2 t^2)) cosh(k U / t^2)]
             >= phi(k) (1 - E[U^2] / (2 t^2)) = phi(k) (1 - eta),    eta = 1 / (24 t^2),

    since cosh >= 1 and exp(-x) >= 1 - x. By Poisson summation Z >= sqrt(2 pi) t, so G <= phi at the
    whole numbers, and R >= (1 - eta) G everywhere. For d independent coordinates
    R >= (1 - eta)^d G >= (1 - tau) G with tau = d eta, so there is a distribution W with
    R = (1 - tau) G + tau W.

    Let R', G', W' be the same distributions around a neighbour. Rounding x + N(0, t^2 I) is
    post-processing and, x being whole, has the distribution R around x: R(S) <= e^epsilon R'(S) +
    delta' wherever the continuous mechanism is (epsilon, delta')-DP. Hence

        (1 - tau) (G(S) - e^epsilon G'(S)) <= delta' + e^epsilon tau W'(S)
                                           <= delta' + e^epsilon tau,

    and discrete noise is (epsilon, delta)-DP with delta = (delta' + e^epsilon tau) / (1 - tau).
    So sigma is `analytic_gaussian_sigma` at delta' = delta - (e^epsilon + delta) tau. Every step in
    floating point is rounded to the safe side, and t is rounded up to a whole number.

    *Areas.* C v has the sums over the areas of a partition. A person who moves the places by v
    with ||v||_2 <= D2 and ||v||_1 <= D1 moves the sums by ||C v||_2 <= ||C v||_1 <= ||v||_1 <= D1.
    Noise of sigma on the places and tau_l on the sums of level l, all independent, is one Gaussian
    mechanism of mu^2 = D2^2 / sigma^2 + sum D1^2 / tau_l^2, and each level has its share of mu^2.
    The sums are those of the rounded places, so rounding moves them by grid * d at most, in
    L1 norm. It lengthens each of these vectors by the share gamma at most, which is the largest
    of grid * sqrt(d) / D2 and grid * d / D1, and so the vector of all of them. The same holds if
    only D2^2 / sigma^2 + sum D1^2 / tau_l^2 bounds ||v||_2^2 / sigma^2 + sum ||C v||_2^2 /
    tau_l^2, which is the cap of `releases.noise.grid.bounded_sums`. The losses tau of discrete
    noise add up.

    Examples
    --------
    >>> noise = calibrate_noise(0.5, 1e-6, 5.0, dimension=3874)
    >>> str(noise.grid), round(noise.scale * float(noise.grid), 4)
    ('1E-8', 40.2881)
    """
    dimension = _checks.whole_number("dimension", dimension, low=1)
    # The places are the first level; without areas they have all of the budget.
    places = NoiseLevel(dimension, sensitivity, 1 - sum(area.share for area in areas))
    levels = [places, *areas]
    step = _fine_grid(epsilon, delta, levels, repeats)
    if grid is not None:
        step = Decimal(f"{grid:g}")
    levels = _grown(levels, step)
    # The final scales are at least these, so their tau, the cost of discrete noise, is at most this
    # one.
    least = _continuous(epsilon, delta, levels, step)
    continuous_delta = delta_left(epsilon, delta, gaussian_cost(least).tau)
    noise = _continuous(epsilon, continuous_delta, levels, step)
    scaled = []
    for level, lower in zip(noise.levels, least.levels, strict=True):
        scaled.append(replace(level, scale=max(level.scale, lower.scale)))
    return replace(noise, levels=tuple(scaled))


def _grown(levels: list[NoiseLevel], step: Decimal) -> list[NoiseLevel]:
    """Return levels, that of the places first, with what rounding to a grid adds to sensitivities.

    All vectors grow by the same share.
    """
    places, *areas = levels
    growths = [math.sqrt(places.dimension) / places.sensitivity]
    growths += [places.dimension / area.sensitivity for area in areas]
    factor = (1 + ROUNDING) * (1 + above(float(step) * max(growths)))
    return [
        replace(level, sensitivity=above(level.sensitivity * factor))
        for level in levels
    ]


def _continuous(
    epsilon: float, delta: float, levels: Sequence[NoiseLevel], step: Decimal
) -> GridNoise:
    """Return the noise that a budget needs if noise is continuous, with whole scales."""
    scaled = []
    for level in levels:
        sigma = analytic_gaussian_sigma(epsilon, delta, _full_sensitivity(level))
        scale = math.ceil(Fraction(sigma) / Fraction(step))
        scaled.append(replace(level, scale=scale))
    return GridNoise(step, tuple(scaled))


def _full_sensitivity(level: NoiseLevel) -> float:
    """Return the sensitivity that, with the whole budget, needs this level's noise."""
    return above(level.sensitivity / math.sqrt(level.share))


def _fine_grid(
    epsilon: float, delta: float, levels: Sequence[NoiseLevel], repeats: int = 1
) -> Decimal:
    """Return the coarsest power of ten that costs almost nothing; the places are the first level.

    All values are taken as one vector with the least noise of any of them. Three conditions bound
    the grid g from above: it adds g sqrt(d) to the sensitivity, at most the share GROWTH, and g d
    to the L1 sensitivity of the places, which the sums of areas have; it takes tau (e^epsilon +
    delta) from delta, at most the share LOSS; and sigma is rounded up by at most g, the share
    SIGMA_STEP. With t = sigma / g the last two bound t from below. From below, g is bounded by
    LARGEST_SCALE, with ROOM to spare. `repeats` releases are planned as one release of `repeats`
    times as many values, at their joint epsilon.
    """
    places, *areas = levels
    sensitivities = [_full_sensitivity(level) for level in levels]
    dimension = sum(level.dimension for level in levels)
    sigma = analytic_gaussian_sigma(epsilon, delta, min(sensitivities))
    largest_log_scale = math.log(LARGEST_SCALE / ROOM)

    def least_log_scale(epsilon: float, dimension: int) -> float:
        """Return the log of the least t, which itself might overflow.

        By the loss it is sqrt(d (e^epsilon + delta) / (24 LOSS delta)). The sum in the root is at
        most e^epsilon (1 + delta).
        """
        log_cost = math.log(dimension) - math.log(24 * LOSS) - math.log(delta)
        by_loss = (log_cost + epsilon + math.log1p(delta)) / 2
        by_step = math.log(1 / SIGMA_STEP)
        return max(by_loss, by_step)

    log_scale = least_log_scale(epsilon, dimension)
    if log_scale > largest_log_scale:
        # Half of epsilon is in the log of the scale, which the loss of delta decides here.
        largest = epsilon - 2 * (log_scale - largest_log_scale)
        takes = f"epsilon up to {math.floor(10 * largest) / 10}"
        raise ValueError(
            f"epsilon is {epsilon:g}; at delta {delta:g} Gaussian noise on {dimension} values takes"
            f" {takes if largest > 0 else 'none'}, because its grid cannot be finer"
        )
    if repeats > 1:
        joint_sensitivity = min(sensitivities) * math.sqrt(repeats)
        joint_epsilon = gaussian_epsilon(sigma, delta / 2, joint_sensitivity)
        log_scale = least_log_scale(joint_epsilon, dimension * repeats)
        log_scale = min(log_scale, largest_log_scale)
    growths = [GROWTH * min(sensitivities) / math.sqrt(dimension)]
    growths += [GROWTH * area.sensitivity / places.dimension for area in areas]
    coarsest = min(*growths, sigma / math.exp(log_scale))
    largest_sigma = analytic_gaussian_sigma(epsilon, delta, max(sensitivities))
    return power_of_ten_below(max(coarsest, ROOM * largest_sigma / LARGEST_SCALE))


def calibrate_laplace_noise(
    epsilon: float,
    sensitivity: float,
    *,
    dimension: int,
    columns: int = 1,
    areas: Sequence[NoiseLevel] = (),
) -> GridNoise:
    """Return the discrete Laplace noise that makes columns together (epsilon, 0)-DP.

    The grid is the coarsest one that raises the noise by less than 1e-6 of itself or, where a scale
    would be above 2^53 steps, the finest one that OpenDP can sample.

    Parameters
    ----------
    epsilon : float
        The budget of all columns together, in (0, 700].
    sensitivity : float
        The global L1 sensitivity of each column before it is rounded to the grid, > 0.
    dimension : int
        The length of a column, >= 1, which must not depend on the private data.
    columns : int
        The number of columns, >= 1.
    areas : sequence of NoiseLevel
        Partitions whose sums are released with the columns, under the same budget.

    Returns
    -------
    GridNoise
        The noise of every value.

    Raises
    ------
    ValueError
        If epsilon or the dimension is out of range.

    See Also
    --------
    calibrate_noise : Discrete Gaussian noise.

    Notes
    -----
    *Rounding.* Each coordinate moves by at most grid / 2, so the difference of two neighbours
    grows by at most grid * d in L1 norm. From here on the unit is the grid, and all vectors are
    whole.

    *The noise.* Let G(k) = c exp(-|k| / t) on the whole numbers. For neighbours whose d coordinates
    differ by v_i, and any output y, the triangle inequality gives

        prod G(y_i) / prod G(y_i - v_i) = exp(sum (|y_i - v_i| - |y_i|) / t)
                                       <= exp(sum |v_i| / t),

    so that each column is D / t-DP with D its L1 sensitivity on the grid, and delta is 0 (Ghosh,
    Roughgarden & Sundararajan, 2009; Dwork et al., 2006). k columns together are k D / t-DP. So t
    is k D / epsilon, computed in fractions and rounded up to a whole number, which costs less than
    a share 1 / t of the noise.

    *Areas.* The sums over the areas of a partition move by ||C v||_1 <= ||v||_1 <= D, so with
    scales t on the places and t_l on the sums of level l a column is (D / t + sum D / t_l)-DP, and
    each level has its share of epsilon. The sums are those of the rounded places.

    Examples
    --------
    One event per person at epsilon 0.5: a standard deviation of 2.83, where the Gaussian mechanism
    needs 8.06 at delta 1e-6.

    >>> noise = calibrate_laplace_noise(0.5, 1.0, dimension=3874)
    >>> str(noise.grid), round(math.sqrt(2) * noise.scale * float(noise.grid), 4)
    ('1E-10', 2.8284)
    """
    epsilon = _checks.real_scalar("epsilon", epsilon, low=0, high=700, open_low=True)
    dimension = _checks.whole_number("dimension", dimension, low=1)
    # The shares are taken exactly; the places have what is left of epsilon.
    shares = [Fraction(area.share) for area in areas]
    shares.insert(0, Fraction(1) - sum(shares))
    # These are the scales of continuous noise, and the grid is chosen relative to them.
    continuous_scales = [
        columns * sensitivity / float(epsilon * share) for share in shares
    ]
    if max(continuous_scales) > LARGEST_NOISE:
        raise ValueError(
            f"epsilon is {epsilon:g}, too small: the scale of Laplace noise would be"
            f" {max(continuous_scales):g}, and it must be at most {LARGEST_NOISE:g}"
        )
    coarsest = min(
        GROWTH * sensitivity / dimension, SIGMA_STEP * min(continuous_scales)
    )
    finest = ROOM * max(continuous_scales) / LARGEST_SCALE
    step = power_of_ten_below(max(coarsest, finest))
    growth = float(step) * dimension
    grid_sensitivity = above(sensitivity * (1 + ROUNDING) + growth)
    joint_sensitivity = columns * Fraction(grid_sensitivity)
    levels = []
    places = NoiseLevel(dimension, sensitivity, float(shares[0]))
    for level, share in zip([places, *areas], shares, strict=True):
        exact = joint_sensitivity / (Fraction(epsilon) * share * Fraction(step))
        scale = math.ceil(exact)
        levels.append(replace(level, sensitivity=grid_sensitivity, scale=scale))
    return GridNoise(step, tuple(levels))


def power_of_ten_below(value: float) -> Decimal:
    """Return the largest power of ten that is not above a value."""
    return Decimal(1).scaleb(math.floor(math.log10(value)))


def above(value: float) -> float:
    """Return an upper bound of the number that `value` approximates to a few units of 2^-53."""
    return value * OUTWARD
