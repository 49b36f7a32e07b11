"""Discrete Gaussian noise on a grid: its distribution, its calibration with proof, and its sampler.

A release adds discrete Gaussian noise, grid * N with P(N = k) proportional to exp(-k^2 / (2 t^2))
on the whole numbers, to values on a grid (Canonne, Kamath & Steinke, 2020). Its privacy is that of
the continuous Gaussian except for a tiny loss of delta, which `calibrate_noise` proves and accounts
for. So the exact calibration of Balle & Wang applies, and sigma is barely above the least possible
one. Calibration by concentrated privacy, as in the library that draws the samples, needs between
4.5 % and 18 % more noise for epsilon from 0.1 to 5 and delta from 1e-9 to 1e-3
(docs/bench/release.md).

With d values and a scale of t steps of the grid the loss of delta is tau = d / (24 t^2), times
e^epsilon. With t = 2^30 and a million values tau is 4e-14. A grid that is chosen here is so fine
that the loss is negligible, and so coarse that 64 bits suffice for the noise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Self

from scipy.special import ndtri

from gaussmech import _checks
from gaussmech.privacy._normal import float_above, root_above
from gaussmech.privacy.attack_risk import attack_risk
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon
from gaussmech.privacy.cost import Cost, delta_left
from gaussmech.releases.noise.base import (
    GROWTH,
    LARGEST_SCALE,
    LOSS,
    OUTWARD,
    ROOM,
    ROUNDING,
    SIGMA_STEP,
    Noise,
    NoiseLevel,
    TableBudget,
    above,
    check_growth,
    power_of_ten_below,
    whole_scale,
)
from gaussmech.releases.noise.grid import power_of_ten


@dataclass(frozen=True)
class GaussianNoise(Noise):
    """Independent noise grid * N per coordinate, P(N = k) proportional to exp(-k^2 / (2 scale^2)).

    Columns that share a budget are one vector, and its sensitivity is an L2 norm.
    """

    distribution = "gaussian"
    norm = 2
    kind = "gaussian"
    must_save = 0.0

    why_larger = "rounding to the grid adds grid * sqrt(number of values)"
    sampler = "make_gaussian"
    distance = ("l2_distance", float)

    @classmethod
    def for_table(cls, table: TableBudget) -> tuple[Self, float, float, float]:
        """Return the noise of a table, and what it guarantees.

        With a budget for each column, the noise protects one column, and the columns compose. With
        a joint budget, the noise protects the vector of all values, whose L2 sensitivity is
        sqrt(columns) times that of a column.
        """
        columns = table.joint_columns
        # The factor covers the rounding of the root and of the product.
        root = math.sqrt(columns) * OUTWARD
        areas = [
            replace(
                area,
                dimension=area.dimension * columns,
                sensitivity=area.sensitivity * root,
            )
            for area in table.areas
        ]
        gaussian = calibrate_noise(
            table.epsilon,
            table.delta,
            table.l2_sensitivity * root,
            dimension=table.rows * columns,
            repeats=table.columns // columns,
            grid=table.grid,
            areas=areas,
        )
        noise = cls(gaussian.grid, gaussian.levels)
        epsilon = column_epsilon = table.epsilon
        if table.columns > columns:
            epsilon = noise.cost(repeats=table.columns).epsilon(table.delta)
        elif columns > 1:
            # The columns share the sensitivity, and each has an equal part of the cost.
            of_one = noise.cost(repeats=Fraction(1, columns))
            column_epsilon = of_one.epsilon(table.delta)
        return noise, epsilon, table.delta, column_epsilon

    def sigma_of(self, scale: int) -> float:
        """Return the standard deviation of noise of this scale: scale * grid.

        It is exact to all digits on any grid as fine as those that are chosen here.
        """
        return float(scale * Fraction(self.grid))

    @property
    def strength(self) -> float:
        """The mu of one release."""
        return self.cost().mu

    def cost(self, *, repeats: int | Fraction = 1) -> Cost:
        """Return what `repeats` releases cost, or a part of one, rounded up."""
        square = tau = Fraction(0)
        # Independent Gaussian noise on several vectors is one Gaussian mechanism.
        for level in self.levels:
            sigma = level.scale * Fraction(self.grid)
            square += (Fraction(level.sensitivity) / sigma) ** 2 * repeats
            tau += Fraction(level.dimension * repeats, 24 * level.scale**2)
        return Cost(root_above(square), float_above(tau))

    def best_attack(self, *, repeats: int = 1) -> dict[str, float]:
        """Return what the best attack on `repeats` releases gains."""
        cost = self.cost(repeats=repeats)
        return attack_risk(cost.mu, cost.tau)

    def within(self, probability: float) -> float:
        """Return the size that a value's noise does not exceed with this probability."""
        return float(ndtri((1 + probability) / 2)) * self.sigma


def calibrate_noise(
    epsilon: float,
    delta: float,
    sensitivity: float,
    *,
    dimension: int,
    grid: float | None = None,
    repeats: int = 1,
    areas: Sequence[NoiseLevel] = (),
) -> GaussianNoise:
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
        A power of ten. None takes the coarsest one that raises sigma by less than 1e-6 of itself
        and bears `repeats` such releases or, where sigma is above 1e8 sensitivities, the finest one
        that OpenDP can sample.
    repeats : int
        How many such releases there will be.
    areas : sequence of NoiseLevel
        Partitions whose sums are released with the vector, under the same budget.

    Returns
    -------
    GaussianNoise
        The noise.

    Raises
    ------
    ValueError
        If the dimension or the grid is out of range, or no grid, or not this one, can carry the
        budget.

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
    tau_l^2, which is the cap of `grid.bounded_sums`. The losses tau of discrete noise add up.

    Examples
    --------
    >>> noise = calibrate_noise(0.5, 1e-6, 5.0, dimension=3874)
    >>> str(noise.grid), round(noise.sigma, 4)
    ('1E-8', 40.2881)
    """
    dimension = _checks.whole_number("dimension", dimension, low=1)
    # The places are the first level; without areas they have all of the budget.
    places = NoiseLevel(dimension, sensitivity, 1 - sum(area.share for area in areas))
    levels = [places, *areas]
    best = None
    if areas or grid is None:
        best = _fine_grid(epsilon, delta, levels, repeats)
    step = best if grid is None and best else power_of_ten("grid", grid)
    levels = _grown(levels, step, best)
    # The final scales are at least these, so their tau, the cost of discrete noise, is at most this
    # one.
    least = _continuous(epsilon, delta, levels, step)
    continuous_delta = delta_left(epsilon, delta, least.cost().tau)
    if continuous_delta < delta / 2:
        best = best or _fine_grid(epsilon, delta, [places])
        raise ValueError(
            f"grid is {step}, too coarse for this budget and {dimension} values; take {best}, or"
            " none to have it chosen"
        )
    noise = _continuous(epsilon, continuous_delta, levels, step)
    scaled = []
    for level, lower in zip(noise.levels, least.levels, strict=True):
        scaled.append(replace(level, scale=max(level.scale, lower.scale)))
    return replace(noise, levels=tuple(scaled))


def _grown(
    levels: list[NoiseLevel], step: Decimal, best: Decimal | None
) -> list[NoiseLevel]:
    """Return levels, that of the places first, with what rounding to a grid adds to sensitivities.

    All vectors grow by the same share. A ValueError refuses a grid that adds much more to the sums of
    areas than the best one.
    """
    places, *areas = levels
    growth = float(step) * math.sqrt(places.dimension) / places.sensitivity
    if areas:
        least_sensitivity = min(area.sensitivity for area in areas)
        growth = max(growth, float(step) * places.dimension / least_sensitivity)
        check_growth(growth, step, best, places.dimension)
    factor = (1 + ROUNDING) * (1 + above(growth))
    return [
        replace(level, sensitivity=above(level.sensitivity * factor))
        for level in levels
    ]


def _continuous(
    epsilon: float, delta: float, levels: Sequence[NoiseLevel], step: Decimal
) -> GaussianNoise:
    """Return the noise that a budget needs if noise is continuous, with whole scales."""
    scaled = []
    for level in levels:
        sigma = analytic_gaussian_sigma(epsilon, delta, _full_sensitivity(level))
        scaled.append(replace(level, scale=whole_scale(Fraction(sigma), step)))
    return GaussianNoise(step, tuple(scaled))


def _full_sensitivity(level: NoiseLevel) -> float:
    """Return the sensitivity that, with the whole budget, needs this level's noise."""
    if level.share == 1:
        return level.sensitivity
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
