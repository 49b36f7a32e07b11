"""Discrete Laplace noise on a grid: its distribution, its calibration with proof, and its sampler.

Discrete Laplace noise, P(N = k) proportional to exp(-|k| / t), is pure: its delta is 0, whatever
the grid (`calibrate_laplace_noise`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from gaussmech import _checks
from gaussmech._hints import option
from gaussmech.privacy._normal import float_above
from gaussmech.privacy.cost import Cost
from gaussmech.privacy.laplace_attack import laplace_attack_risk
from gaussmech.releases.noise.base import (
    GROWTH,
    LARGEST_SCALE,
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

# Larger noise would hide any data, and its grid would leave the range of `power_of_ten`.
LARGEST_NOISE = 1e100
# The epsilons of pure releases are added unless composition at a delta is smaller by more than this
# share.
WORTH_A_DELTA = 1e-3


@dataclass(frozen=True)
class LaplaceNoise(Noise):
    """Independent noise grid * N per coordinate, P(N = k) proportional to exp(-|k| / scale).

    Each column is a vector of its own, and its sensitivity is an L1 norm.
    """

    distribution = "laplace"
    norm = 1
    kind = "pure"
    # An attack on Laplace noise gains more than an attack on Gaussian noise of the same budget, so
    # it must save a fifth.
    must_save = 0.2

    why_larger = "rounding to the grid adds grid * number of values"
    sampler = "make_laplace"
    distance = ("l1_distance", "i64")

    @classmethod
    def for_table(cls, table: TableBudget) -> tuple[Self, float, float, float]:
        """Return the noise of a table, and what it guarantees.

        With a budget for each column, the epsilons of the columns add up. Their exact composition
        at the delta of the budget may have a smaller epsilon.
        """
        if table.l1_sensitivity is None:
            raise ValueError(
                f"{option('l1-sensitivity')} is missing; Laplace noise needs it: the largest sum of"
                " changes that one person can make in a column"
            )
        laplace = calibrate_laplace_noise(
            table.epsilon,
            table.l1_sensitivity,
            dimension=table.rows,
            columns=table.joint_columns,
            grid=table.grid,
            areas=table.areas,
        )
        noise = cls(laplace.grid, laplace.levels)
        column_epsilon = min(noise.strength, table.epsilon)
        epsilon = table.epsilon
        delta = 0.0
        if table.columns > table.joint_columns:
            cost = noise.cost(repeats=table.columns)
            epsilon = cost.pure_epsilon
            composed_epsilon = cost.epsilon(table.delta)
            if composed_epsilon < epsilon * (1 - WORTH_A_DELTA):
                epsilon = composed_epsilon
                delta = table.delta
        return noise, epsilon, delta, column_epsilon

    def sigma_of(self, scale: int) -> float:
        """Return the standard deviation of noise of this scale.

        The variance of N is 2 r / (1 - r)^2 with r = e^(-1 / t), which is 1 / (2 sinh(1 / 2t)^2).
        """
        return float(self.grid) / (math.sqrt(2) * math.sinh(1 / (2 * scale)))

    @property
    def strength(self) -> float:
        """The epsilon of one column."""
        return self.cost().pure_epsilon

    def cost(self, *, repeats: int = 1) -> Cost:
        """Return what the release of `repeats` columns costs: each is epsilon-DP, rounded up."""
        grid = Fraction(self.grid)
        ratio = Fraction(0)
        for level in self.levels:
            ratio += Fraction(level.sensitivity) / (level.scale * grid)
        return Cost(pure=((float_above(ratio), repeats),))

    def best_attack(self, *, repeats: int = 1) -> dict[str, float]:
        """Return what the best attack on the release of `repeats` columns gains."""
        grid = Fraction(self.grid)
        # A column moves by whole steps, at most by these.
        moves = [
            (math.floor(Fraction(level.sensitivity) / grid), level.scale)
            for level in self.levels
        ]
        return laplace_attack_risk(moves, columns=repeats)

    def within(self, probability: float) -> float:
        """Return the size that a value's noise does not exceed with this probability.

        It is that of continuous noise, P(|N| > x) = e^(-x / t), and differs by less than a step.
        """
        return -math.log1p(-probability) * self.scale * float(self.grid)


def calibrate_laplace_noise(
    epsilon: float,
    sensitivity: float,
    *,
    dimension: int,
    columns: int = 1,
    grid: float | None = None,
    areas: Sequence[NoiseLevel] = (),
) -> LaplaceNoise:
    """Return the discrete Laplace noise that makes columns together (epsilon, 0)-DP.

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
    grid : float, optional
        A power of ten. None takes the coarsest one that raises the noise by less than 1e-6 of
        itself or, where a scale would be above 2^53 steps, the finest one that OpenDP can sample.
    areas : sequence of NoiseLevel
        Partitions whose sums are released with the columns, under the same budget.

    Returns
    -------
    LaplaceNoise
        The noise of every value.

    Raises
    ------
    ValueError
        If epsilon, the dimension or the grid is out of range.

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
    >>> str(noise.grid), round(noise.sigma, 4)
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
    best = power_of_ten_below(max(coarsest, finest))
    step = best if grid is None else power_of_ten("grid", grid)
    growth = float(step) * dimension
    check_growth(growth / sensitivity, step, best, dimension)
    grid_sensitivity = above(sensitivity * (1 + ROUNDING) + growth)
    joint_sensitivity = columns * Fraction(grid_sensitivity)
    levels = []
    places = NoiseLevel(dimension, sensitivity, float(shares[0]))
    for level, share in zip([places, *areas], shares, strict=True):
        scale = whole_scale(joint_sensitivity / (Fraction(epsilon) * share), step)
        levels.append(replace(level, sensitivity=grid_sensitivity, scale=scale))
    return LaplaceNoise(step, tuple(levels))
