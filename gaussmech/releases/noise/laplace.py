"""Discrete Laplace noise on a grid, which `discrete_noise.calibrate_laplace_noise` calibrates."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from gaussmech._hints import option
from gaussmech.privacy.discrete_noise import calibrate_laplace_noise, laplace_cost
from gaussmech.privacy.laplace_attack import laplace_attack_risk
from gaussmech.releases.noise.base import Noise, TableBudget

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

    sampler = "make_laplace"
    distance_type = "i64"
    cost_of = staticmethod(laplace_cost)

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

    def best_attack(self, *, repeats: int = 1) -> dict[str, float]:
        """Return what the best attack on the release of `repeats` columns gains."""
        grid = Fraction(self.grid)
        # A column moves by whole steps, at most by these.
        moves = [
            (math.floor(Fraction(level.sensitivity) / grid), level.scale)
            for level in self.levels
        ]
        return laplace_attack_risk(moves, columns=repeats)

    @property
    def within_95(self) -> float:
        """The size that a value's noise does not exceed with a probability of 95 %.

        It is that of continuous noise, P(|N| > x) = e^(-x / t), and differs by less than a step.
        """
        return math.log(20) * self.scale * float(self.grid)
