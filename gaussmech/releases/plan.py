"""Plan a release: which noise it has, and what that guarantees, from public facts only.

`plan_release` takes the size of a table, its budget and its sensitivity, and chooses the
distribution of the noise. `table.release` and the command draw the noise. Between the two a ledger
can be kept. Every check runs before any noise is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import geometric_mean
from typing import Any

from gaussmech import _checks
from gaussmech._defaults import AREA_SHARE
from gaussmech._hints import option
from gaussmech.privacy.attack_risk import percent_above, six_digits
from gaussmech.privacy.cost import DELTA_OR_NONE, Cost, cost_of_strength
from gaussmech.privacy.discrete_noise import NoiseLevel
from gaussmech.releases.areas import Areas
from gaussmech.releases.noise import (
    DISTRIBUTIONS,
    distributions_of,
    read_distribution,
)
from gaussmech.releases.noise.base import EPSILON, SENSITIVITY, Noise, TableBudget

# A smaller or larger share would give noise that hides everything, on a grid that doubles cannot
# represent.
AREA_SHARES: _checks.Interval = {"low": 0.001, "high": 0.999}


@dataclass(frozen=True)
class Plan:
    """The plan of a release of n rows and k columns; it does not depend on the values.

    Attributes
    ----------
    noise : Noise
        The noise of every value.
    rows, columns : int
        The size of the table.
    epsilon, delta : float
        The guarantee of all columns together. With Laplace noise delta is 0, unless each column has
        a budget and the columns are composed at the delta of the budget.
    column_epsilon : float
        The epsilon of one column alone, at `column_delta`.
    sensitivity : float
        The sensitivity of one column before rounding, in the norm of the noise: L2 for Gaussian,
        L1 for Laplace noise.
    budget_delta : float
        The delta of the budget, at which guarantees of several releases are stated.
    choice : str
        Why this noise was taken, and what the other distribution would have cost.
    """

    noise: Noise
    rows: int
    columns: int
    epsilon: float
    delta: float
    column_epsilon: float
    sensitivity: float
    budget_delta: float
    choice: str

    @property
    def cost(self) -> Cost:
        """The parameters that composition adds up, of all columns together."""
        return self.noise.cost(repeats=self.repeats)

    @property
    def best_attack(self) -> dict[str, float]:
        """What the best attack on all columns gains, as `attack_risk` states it."""
        return self.noise.best_attack(repeats=self.repeats)

    @property
    def repeats(self) -> int:
        """How many vectors have this noise: the columns, or one if they share the budget."""
        return self.rows * self.columns // self.noise.dimension

    @property
    def area_cost(self) -> float:
        """Noise of the places with areas, divided by their noise without areas."""
        places = replace(self.noise, levels=self.noise.levels[:1])
        return self.noise.strength / places.strength

    @property
    def sum_sigmas(self) -> list[float]:
        """Standard deviation of the sum over an area of mean size, for each partition.

        It combines the noisy sum of the area with the sum of its noisy places.
        """
        noise = self.noise
        precision = math.sqrt(1 / noise.dimension) / noise.sigma
        return [
            1 / math.hypot(1 / sigma, precision * math.sqrt(area.dimension))
            for area, sigma in zip(noise.areas, noise.area_sigmas, strict=True)
        ]

    @property
    def column_delta(self) -> float:
        """The delta of one column alone."""
        return 0.0 if self.noise.kind == "pure" else self.delta


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a release may cost, how far a person can move it, and which noise it has.

    Attributes
    ----------
    epsilon, delta : float or None
        The budget of all columns together or, if `budget_per_column` is True, of each column; None
        takes an equal share of the total that a ledger keeps for the planned releases.
    l2_sensitivity, l1_sensitivity : float or None
        The sensitivities of each column, of which one may be left out.
    noise : {"auto", "laplace", "gaussian"}
        The distribution of the noise, or "auto".
    planned_releases : int or None
        How many releases of data on the same people are planned; None is one.
    budget_per_column : bool
        Whether the budget is for each column.
    area_share : float or None
        The share of the budget that the sums of areas have; None takes the default.
    """

    epsilon: float | None = None
    delta: float | None = None
    l2_sensitivity: float | None = None
    l1_sensitivity: float | None = None
    noise: str = "auto"
    planned_releases: int | None = None
    budget_per_column: bool = False
    area_share: float | None = None

    def __post_init__(self) -> None:
        """Refuse noise and a number of releases that cannot be."""
        read_distribution(option("noise"), self.noise)
        if self.planned_releases is not None:
            _checks.whole_number(
                "planned_releases", self.planned_releases, low=1, high=10**6
            )


def plan_release(
    rows: int,
    columns: int,
    terms: Terms,
    areas: Sequence[Areas] = (),
    kind: str | None = None,
    shares: Mapping[str, dict[str, Any]] | None = None,
) -> Plan:
    """Return the plan of a release of this size.

    `areas` are the partitions whose sums are released, and `kind` is that of the ledger, whose
    distributions "auto" compares. Instead of one budget there may be `shares` of a total, the budget
    of one of several equal releases by distribution. A ValueError names a term that is out of range.

    Notes
    -----
    "auto" looks only at the arguments, never at values. Each distribution must save a share of the
    noise to be taken (`must_save`): Laplace noise a fifth, Gaussian noise none. The size of its
    noise is divided by one minus this share, and the distribution with the least quotient is taken.
    The size is

    - the standard deviation, for one release with a joint budget. With areas it is the geometric
      mean of those of a place and, for each partition, of the sum over an area of mean size, as
      both kinds of noise together determine it;
    - the epsilon of all together at the standard deviation that Gaussian noise needs, for several
      planned releases or columns with a budget each. Laplace noise of standard deviation s on a
      column of L1 sensitivity D is sqrt(2) D / s-DP.

    A smaller saving does not justify the weaker protection. Two distributions of the same (epsilon,
    delta) are not equally private: an attack on Laplace noise gains 1 - e^(-epsilon / 2), and one on
    Gaussian noise much less. At (2, 1e-6) with nine events per person, Laplace noise would be 5 %
    smaller, and the advantage of the best attack 63 % instead of 18 %.

    Examples
    --------
    >>> five = Terms(epsilon=0.5, delta=1e-6, l2_sensitivity=5.0, budget_per_column=True)
    >>> plan = plan_release(3874, 5, five)
    >>> round(plan.column_epsilon, 6), round(plan.epsilon, 2)
    (0.5, 1.19)
    >>> plan.choice.split("; ")[1]
    'Laplace noise was not compared, because no L1 sensitivity was given'
    >>> pure = Terms(epsilon=0.5, l1_sensitivity=1.0)
    >>> plan_release(3874, 1, pure).choice.split("; ")[1]
    'Gaussian noise was not compared, because no delta was given'
    >>> once = Terms(epsilon=0.5, delta=1e-6, l1_sensitivity=1.0)
    >>> plan_release(3874, 1, once).choice.split("; ")[0]
    'Laplace noise has standard deviation 2.828, advantage of the best attack 22.2 %'
    >>> plan_release(3874, 1, replace(once, planned_releases=24)).noise.distribution
    'gaussian'
    """
    names = [*distributions_of(kind)] if terms.noise == "auto" else [terms.noise]
    plans = []
    refusals = {}
    for name in shares or names:
        budget = shares[name] if shares else {}
        table = _table_budget(rows, columns, replace(terms, **budget), areas)
        try:
            plans.append(_plan_with(DISTRIBUTIONS[name], table))
        except ValueError as error:
            refusals[name] = error
    if not plans:
        # Which distributions there are, and in which order, decides nothing about the message.
        raise ValueError("; or ".join(dict.fromkeys(map(str, refusals.values()))))
    planned = 1 if shares else int(terms.planned_releases or 1)
    best, *others = _sorted_plans(plans, planned, terms.budget_per_column)
    choice = f"{best.noise.title()} noise has {_consequences(best, planned)}"
    for other in others:
        choice += f"; {other.noise.title()} noise would have"
        choice += f" {_consequences(other, planned)}"
    for name in refusals:
        noise = DISTRIBUTIONS[name]
        reason = "is not possible with this budget and these sensitivities"
        if noise.norm == 1 and terms.l1_sensitivity is None:
            reason = "was not compared, because no L1 sensitivity was given"
        elif noise.kind != "pure" and not terms.delta:
            reason = "was not compared, because no delta was given"
        choice += f"; {noise.title()} noise {reason}"
    return replace(best, choice=choice)


def _table_budget(
    rows: int, columns: int, terms: Terms, areas: Sequence[Areas]
) -> TableBudget:
    """Return the public facts about a table that decide its noise, each in its range."""
    if terms.epsilon is None:
        raise ValueError(
            "epsilon is missing; only a ledger with planned releases has a budget for it"
        )
    delta = 0.0 if terms.delta is None else terms.delta
    l2_sensitivity, l1_sensitivity = _checked_sensitivities(
        terms.l2_sensitivity, terms.l1_sensitivity
    )
    return TableBudget(
        rows,
        columns,
        epsilon=_checks.real_scalar("epsilon", terms.epsilon, **EPSILON),
        delta=_checks.real_scalar("delta", delta, **DELTA_OR_NONE),
        l2_sensitivity=l2_sensitivity,
        l1_sensitivity=l1_sensitivity,
        budget_per_column=_checks.flag("budget_per_column", terms.budget_per_column),
        areas=_area_levels(areas, terms.area_share, l1_sensitivity),
    )


def _checked_sensitivities(
    l2_sensitivity: float | None, l1_sensitivity: float | None
) -> tuple[float, float | None]:
    """Return the sensitivities of a column, or raise a ValueError if they cannot be.

    An L1 norm is never below an L2 norm, so it takes the place of one that is not stated.
    """
    if l1_sensitivity is not None:
        l1_sensitivity = _checks.real_scalar(
            "l1_sensitivity", l1_sensitivity, **SENSITIVITY
        )
    if l2_sensitivity is None:
        l2_sensitivity = l1_sensitivity
    if l2_sensitivity is None:
        raise ValueError(
            "l2_sensitivity is missing; state it, or l1_sensitivity alone, which is never smaller and"
            " all that Laplace noise needs"
        )
    l2_sensitivity = _checks.real_scalar(
        "l2_sensitivity", l2_sensitivity, **SENSITIVITY
    )
    if l1_sensitivity is None:
        return l2_sensitivity, None
    if l1_sensitivity < l2_sensitivity:
        raise ValueError(
            f"{option('l1-sensitivity')} is {l1_sensitivity:g}; it must be at least"
            f" {option('l2-sensitivity')}, {l2_sensitivity:g}, because an L1 norm is never below an"
            " L2 norm"
        )
    return l2_sensitivity, l1_sensitivity


def _area_levels(
    areas: Sequence[Areas], share: float | None, l1_sensitivity: float | None
) -> tuple[NoiseLevel, ...]:
    """Return the noise levels of partitions, which share a part of the budget equally."""
    if not areas:
        if share is not None:
            raise ValueError(
                f"{option('area-share')} is {share}; it needs {option('areas')}"
            )
        return ()
    if l1_sensitivity is None:
        raise ValueError(
            f"{option('l1-sensitivity')} is missing; areas need it: the largest sum of changes that"
            " one person can make in a column"
        )
    if share is None:
        share = AREA_SHARE
    share = _checks.real_scalar("area_share", share, **AREA_SHARES) / len(areas)
    return tuple(NoiseLevel(len(level.ids), l1_sensitivity, share) for level in areas)


def _plan_with(distribution: type[Noise], table: TableBudget) -> Plan:
    """Return the plan of a table with noise of a distribution, before it is compared with others."""
    noise, epsilon, delta, column_epsilon = distribution.for_table(table)
    sensitivities = {1: table.l1_sensitivity, 2: table.l2_sensitivity}
    return Plan(
        noise=noise,
        rows=table.rows,
        columns=table.columns,
        epsilon=epsilon,
        delta=delta,
        column_epsilon=column_epsilon,
        sensitivity=sensitivities[noise.norm] or 0.0,
        budget_delta=table.delta,
        choice="",
    )


def _sorted_plans(
    plans: list[Plan], planned: int, budget_per_column: bool
) -> list[Plan]:
    """Return plans in the order in which "auto" takes them (see `plan_release`)."""
    # Of equal plans, the one that must save less comes first.
    plans = sorted(plans, key=lambda plan: plan.noise.must_save)
    reference = plans[0]
    budget_count = planned * reference.columns if budget_per_column else planned

    def size(plan: Plan) -> float:
        """Return the size of the noise, or its epsilon at the noise of the first plan."""
        if budget_count == 1:
            return _comparable_sigma(plan)
        return _comparable_epsilon(plan, reference, planned)

    return sorted(plans, key=lambda plan: size(plan) / (1 - plan.noise.must_save))


def _comparable_sigma(plan: Plan) -> float:
    """Return the standard deviation of the noise by which `plan_release` compares distributions."""
    return geometric_mean([plan.noise.sigma, *plan.sum_sigmas])


def _comparable_epsilon(plan: Plan, reference: Plan, planned: int) -> float:
    """Return epsilon of all planned releases with noise as large as that of a reference plan."""
    if plan is reference:
        return _planned_epsilon(plan, planned)
    # The parameter of the guarantee, with areas too, is inversely proportional to the noise.
    ratio = _comparable_sigma(plan) / _comparable_sigma(reference)
    strength = plan.noise.strength * ratio
    # Composition does not take such an epsilon, and noise that costs so much always loses.
    if strength > EPSILON["high"]:
        return math.inf
    cost = cost_of_strength(plan.noise.kind, strength, plan.repeats * planned)
    return cost.epsilon(reference.budget_delta)


def _planned_epsilon(plan: Plan, planned: int) -> float:
    """Return the epsilon of all planned releases together, at the delta of the budget."""
    cost = plan.noise.cost(repeats=plan.repeats * planned)
    return cost.epsilon(plan.budget_delta)


def _consequences(plan: Plan, planned: int) -> str:
    """Return what the noise of a plan entails: error, attack, and cost of all planned releases."""
    advantage = percent_above(plan.best_attack["attack_advantage"])
    words = f"standard deviation {plan.noise.sigma:.4g}, advantage of the best attack {advantage}"
    if planned > 1:
        epsilon = six_digits(_planned_epsilon(plan, planned))
        words += f", {planned} releases together ({epsilon}, {plan.budget_delta:g})-DP"
    return words
