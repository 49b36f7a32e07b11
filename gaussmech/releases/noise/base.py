"""What all distributions of noise share: the noise of a table, and the public facts that set it.

All noise is drawn on a grid, because noise in floating point can be attacked through its low bits
(Mironov, 2012).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from os import cpu_count
from typing import Any, ClassVar, Self

from gaussmech import _checks
from gaussmech.privacy.cost import Cost

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
# A grid that a user chooses may raise the L1 sensitivity by this share.
LARGEST_GROWTH = 0.01
# OpenDP takes the scale as a double, in which whole numbers up to 2^53 are exact. Noise of this
# scale stays far within 64 bits: 2^63 is a thousand scales away, and Laplace noise exceeds that
# with a probability below 1e-440.
LARGEST_SCALE = 2**53
# e^epsilon is finite up to 709.
EPSILON: _checks.Interval = {"low": 0, "high": 700}
# This range is wide enough for any unit of measurement.
SENSITIVITY: _checks.Interval = {"low": 1e-50, "high": 1e50}
# A task of the thread pool draws this many samples, so that the cost of starting it is negligible.
CHUNK = 10_000


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
class TableBudget:
    """The public facts about a release that decide its noise.

    Attributes
    ----------
    rows, columns : int
        The size of the table.
    epsilon, delta : float
        The budget of all columns together or, if `budget_per_column` is True, of each column.
    l2_sensitivity : float
        The L2 sensitivity of each column.
    l1_sensitivity : float or None
        The L1 sensitivity of each column; None if it is not known.
    grid : float or None
        The grid, a power of ten, if it is given.
    budget_per_column : bool
        Whether the budget is for each column.
    areas : tuple of NoiseLevel
        The partitions whose sums are released, as levels of one column.
    """

    rows: int
    columns: int
    epsilon: float
    delta: float
    l2_sensitivity: float
    l1_sensitivity: float | None
    grid: float | None
    budget_per_column: bool
    areas: tuple[NoiseLevel, ...] = ()

    @property
    def joint_columns(self) -> int:
        """How many columns share the budget."""
        return 1 if self.budget_per_column else self.columns


@dataclass(frozen=True)
class Noise(ABC):
    """Independent noise grid * N on each value; each distribution is a subclass.

    Attributes
    ----------
    grid : decimal.Decimal
        The grid, a power of ten.
    levels : tuple of NoiseLevel
        The noise of the places, then that of the sums of areas, level by level.
    """

    # The name of the distribution, in options, in files and for `denoise`.
    distribution: ClassVar[str]
    # The norm of the sensitivity: 1 or 2.
    norm: ClassVar[int]
    # How releases compose, as the kind of a ledger (see `cost.Filter`): "pure" if each is
    # (epsilon, 0)-DP, "gaussian" if each has a mu.
    kind: ClassVar[str]
    # "auto" takes this noise only if it saves this share of the others (see `plan.plan_release`).
    must_save: ClassVar[float]

    # By how much rounding raises the sensitivity, in words.
    why_larger: ClassVar[str]
    # The function of OpenDP that draws the noise, and the distance for which it is stated.
    sampler: ClassVar[str]
    distance: ClassVar[tuple[str, Any]]

    grid: Decimal
    levels: tuple[NoiseLevel, ...]

    @classmethod
    @abstractmethod
    def for_table(cls, table: TableBudget) -> tuple[Self, float, float, float]:
        """Return the noise of a table, and what it guarantees.

        These are the noise, epsilon and delta of all columns together, and epsilon of one column.
        A ValueError says why no such noise keeps the budget.
        """

    @abstractmethod
    def sigma_of(self, scale: int) -> float:
        """Return the standard deviation of noise of this scale."""

    @property
    @abstractmethod
    def strength(self) -> float:
        """The parameter of the guarantee to which the noise is inversely proportional."""

    @abstractmethod
    def cost(self, *, repeats: int = 1) -> Cost:
        """Return what `repeats` such releases cost, rounded up."""

    @abstractmethod
    def best_attack(self, *, repeats: int = 1) -> dict[str, float]:
        """Return what the best attack on `repeats` such releases gains."""

    @abstractmethod
    def within(self, probability: float) -> float:
        """Return the size that a value's noise does not exceed with this probability."""

    @classmethod
    def sample(cls, scale: int, count: int) -> list[int]:
        """Return `count` exact samples of noise of this scale, by OpenDP from system randomness.

        The samplers of Canonne, Kamath & Steinke (2020) need no floating point. There is no seed.
        Nothing private is passed, so the time of the computation says nothing about the data. A
        million samples take a few seconds.
        """
        import opendp.prelude as dp

        dp.enable_features("contrib")
        distance, number = cls.distance
        domain = dp.vector_domain(dp.atom_domain(T="i64"))
        metric = getattr(dp, distance)(T=number)
        measurement = getattr(dp.m, cls.sampler)(domain, metric, scale=float(scale))
        sizes = [min(CHUNK, count - first) for first in range(0, count, CHUNK)]
        # The sampler releases Python's lock, so threads use all cores.
        with ThreadPoolExecutor(cpu_count()) as pool:
            parts = pool.map(lambda size: measurement([0] * size), sizes)
            return list(chain.from_iterable(parts))

    @classmethod
    def title(cls) -> str:
        """Return the name of the distribution with a capital letter."""
        return cls.distribution.capitalize()

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

    @property
    def sigma(self) -> float:
        """The standard deviation of the noise."""
        return self.sigma_of(self.scale)

    @property
    def area_sigmas(self) -> list[float]:
        """The standard deviation of the noise of a sum, level by level."""
        return [self.sigma_of(area.scale) for area in self.areas]


def power_of_ten_below(value: float) -> Decimal:
    """Return the largest power of ten that is not above a value."""
    return Decimal(1).scaleb(math.floor(math.log10(value)))


def above(value: float) -> float:
    """Return an upper bound of the number that `value` approximates to a few units of 2^-53."""
    return value * OUTWARD


def whole_scale(exact: Fraction, step: Decimal) -> int:
    """Return a scale in whole steps of the grid, rounded up."""
    scale = math.ceil(exact / Fraction(step))
    if scale > LARGEST_SCALE:
        raise ValueError(
            f"grid is {step}, too fine; the noise must be below 2^53 times it"
        )
    return scale


def check_growth(
    share: float, step: Decimal, best: Decimal | None, dimension: int
) -> None:
    """Raise a ValueError if rounding would raise a sensitivity by more than LARGEST_GROWTH."""
    if share > LARGEST_GROWTH and best is not None and step > best:
        raise ValueError(
            f"grid is {step}, too coarse: rounding {dimension} values to it would raise the L1"
            f" sensitivity by {100 * share:.3g} %; take {best}, or none to have it chosen"
        )
