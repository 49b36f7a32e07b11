"""What all distributions of noise share: the noise of a table, and the public facts that set it.

All noise is drawn on a grid, because noise in floating point can be attacked through its low bits
(Mironov, 2012).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from os import cpu_count
from typing import Any, ClassVar, Self

from gaussmech import _checks
from gaussmech.privacy.cost import Cost
from gaussmech.privacy.discrete_noise import GridNoise, NoiseLevel

# e^epsilon is finite up to 709.
EPSILON: _checks.Interval = {"low": 0, "high": 700}
# This range is wide enough for any unit of measurement.
SENSITIVITY: _checks.Interval = {"low": 1e-50, "high": 1e50}
# A task of the thread pool draws this many samples, so that the cost of starting it is negligible.
CHUNK = 10_000


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
    budget_per_column: bool
    areas: tuple[NoiseLevel, ...] = ()

    @property
    def joint_columns(self) -> int:
        """How many columns share the budget."""
        return 1 if self.budget_per_column else self.columns


@dataclass(frozen=True)
class Noise(GridNoise, ABC):
    """Independent noise grid * N on each value; each distribution is a subclass."""

    # The name of the distribution, in options, in files and for `denoise`.
    distribution: ClassVar[str]
    # The norm of the sensitivity: 1 or 2.
    norm: ClassVar[int]
    # How releases compose, as the kind of a ledger (see `cost.Filter`): "pure" if each is
    # (epsilon, 0)-DP, "gaussian" if each has a mu.
    kind: ClassVar[str]
    # "auto" takes this noise only if it saves this share of the others (see `plan.plan_release`).
    must_save: ClassVar[float]

    # The function of OpenDP that draws the noise, and the type of the distance for which it is stated.
    sampler: ClassVar[str]
    distance_type: ClassVar[Any]
    # What releases with such noise cost.
    cost_of: ClassVar[Callable[..., Cost]]

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

    def cost(self, *, repeats: int | Fraction = 1) -> Cost:
        """Return what `repeats` such releases cost, or a part of one, rounded up."""
        return self.cost_of(self, repeats)

    @abstractmethod
    def best_attack(self, *, repeats: int = 1) -> dict[str, float]:
        """Return what the best attack on `repeats` such releases gains."""

    @property
    @abstractmethod
    def within_95(self) -> float:
        """The size that a value's noise does not exceed with a probability of 95 %."""

    @classmethod
    def sample(cls, scale: int, count: int) -> list[int]:
        """Return `count` exact samples of noise of this scale, by OpenDP from system randomness.

        The samplers of Canonne, Kamath & Steinke (2020) need no floating point. There is no seed.
        Nothing private is passed, so the time of the computation says nothing about the data. A
        million samples take a few seconds.
        """
        import opendp.prelude as dp

        dp.enable_features("contrib")
        domain = dp.vector_domain(dp.atom_domain(T="i64"))
        metric = getattr(dp, f"l{cls.norm}_distance")(T=cls.distance_type)
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
    def strength(self) -> float:
        """The mu or the epsilon of one release, to which the noise is inversely proportional."""
        cost = self.cost()
        return cost.mu or cost.pure_epsilon

    @property
    def sigma(self) -> float:
        """The standard deviation of the noise."""
        return self.sigma_of(self.scale)

    @property
    def area_sigmas(self) -> list[float]:
        """The standard deviation of the noise of a sum, level by level."""
        return [self.sigma_of(area.scale) for area in self.areas]
