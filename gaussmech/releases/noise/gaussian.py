"""Discrete Gaussian noise on a grid, which `discrete_noise.calibrate_noise` calibrates."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from scipy.special import ndtri

from gaussmech._hints import option
from gaussmech.privacy.attack_risk import attack_risk
from gaussmech.privacy.discrete_noise import OUTWARD, calibrate_noise, gaussian_cost
from gaussmech.releases.noise.base import Noise, TableBudget


@dataclass(frozen=True)
class GaussianNoise(Noise):
    """Independent noise grid * N per coordinate, P(N = k) proportional to exp(-k^2 / (2 scale^2)).

    Columns that share a budget are one vector, and its sensitivity is an L2 norm.
    """

    distribution = "gaussian"
    norm = 2
    kind = "gaussian"
    must_save = 0.0

    sampler = "make_gaussian"
    distance_type = float
    cost_of = staticmethod(gaussian_cost)

    @classmethod
    def for_table(cls, table: TableBudget) -> tuple[Self, float, float, float]:
        """Return the noise of a table, and what it guarantees.

        With a budget for each column, the noise protects one column, and the columns compose. With
        a joint budget, the noise protects the vector of all values, whose L2 sensitivity is
        sqrt(columns) times that of a column.
        """
        if table.delta == 0:
            raise ValueError(
                f"{option('delta')} is missing or 0; Gaussian noise needs a number in (0, 1), and"
                f" {option('noise', 'laplace')} with {option('l1-sensitivity')} needs none"
            )
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
        return float(scale * self.grid)

    def best_attack(self, *, repeats: int = 1) -> dict[str, float]:
        """Return what the best attack on `repeats` releases gains."""
        cost = self.cost(repeats=repeats)
        return attack_risk(cost.mu, cost.tau)

    @property
    def within_95(self) -> float:
        """The size that a value's noise does not exceed with a probability of 95 %."""
        return float(ndtri(0.975)) * self.sigma
