"""A privacy accountant: what releases of the same data have spent, and whether they keep a total."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from gaussmech.privacy.attack_risk import six_digits
from gaussmech.privacy.cost import Cost, Filter, total_cost


@dataclass(frozen=True)
class Accountant:
    """The costs of releases of the same data, and the filter that keeps their total.

    Attributes
    ----------
    costs : tuple of Cost
        What each release costs.
    rule : Filter or None
        The filter; None without a total.
    """

    costs: tuple[Cost, ...]
    rule: Filter | None = None

    @cached_property
    def cost(self) -> Cost:
        """What all releases cost together."""
        return total_cost(self.costs)

    def spent(self, delta: float, epsilon: float = math.inf) -> float:
        """Return the epsilon of all releases at delta, if their budgets were fixed in advance.

        It is rounded up to six digits, but not beyond the `epsilon` of a total that it does not
        exceed.
        """
        exact = self.cost.epsilon(delta) if self.costs else 0.0
        rounded = float(six_digits(exact))
        return min(rounded, epsilon) if exact <= epsilon else rounded

    @property
    def excess(self) -> str:
        """By how much the releases exceed the total, in words; nothing if they keep it."""
        rule = self.rule
        if rule is None or rule.allows(self.cost):
            return ""
        count = len(self.costs)
        total = budget_in_words(vars(rule))
        if rule.kind == "gaussian" and self.cost.tau > rule.parameter:
            return (
                f"the grids of {count} cost {six_digits(self.cost.tau)} of probability (sum of tau),"
                f" and the total {total} takes {rule.parameter:g} in a ledger of kind gaussian, and"
                " any in one of kind mixed"
            )
        together = {"epsilon": rule.epsilon_of(self.cost), "delta": rule.delta}
        by_order = ""
        if rule.kind == "mixed":
            by_order = f" by Renyi divergence of order {rule.parameter:g}"
        return f"{count} are together {budget_in_words(together)}-DP{by_order}; the total is {total}"

    def allows_each(self, planned: int) -> bool:
        """Return whether a number of releases that all cost as much as these keep the total."""
        return self.rule is None or self.rule.allows(total_cost([self.cost] * planned))


def budget_in_words(budget: Mapping[str, float]) -> str:
    """Return (epsilon, delta) as a message has it, each rounded up to six digits."""
    return f"({six_digits(budget['epsilon'])}, {six_digits(budget['delta'])})"
