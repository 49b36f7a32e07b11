"""Whoever chooses each budget after seeing earlier results never exceeds the total of a ledger.

The adversary plays against what the ledger accepts, release by release, and chooses by the result
of each: the best strategy over a grid of losses, by dynamic programming. Its value, the largest
P(S) - e^epsilon Q(S), must not exceed the total delta. Against exact composition, which is no valid
rule for such choices, the same adversary wins.
"""

import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm

from gaussmech.privacy.cost import total_cost
from gaussmech.releases.ledger import LedgerState
from tests.releases.conftest import plan_release

TOTAL = {"epsilon": 1.0, "delta": 1e-6}
ONCE = {"delta": 1e-6, "l2_sensitivity": 1.0, "l1_sensitivity": 1.0}
# The logarithm of P / Q of all results so far, on which the adversary bases a choice.
STEP = 2.0**-11
LOSSES = np.arange(-(2**12), 2**13 + 1) * STEP


def plan(noise, epsilon):
    return plan_release(10, **ONCE, epsilon=epsilon, noise=noise)


def outcomes(release):
    """Return probabilities and losses of the results of a release, in few cells.

    A pure release is randomized response, the worst there is.
    """
    cost = release.cost
    if cost.pure:
        epsilon = cost.pure_epsilon
        likely = 1 / (1 + math.exp(-epsilon))
        return np.array([likely, 1 - likely]), np.array([epsilon, -epsilon])
    # Cells of a Gaussian result; merging results is one more thing that an adversary may do.
    edges = np.concatenate([[-np.inf], np.linspace(-6, 8, 113), [np.inf]])
    p = np.diff(norm.cdf(edges - cost.mu))
    p = np.where(edges[:-1] > 0, -np.diff(norm.sf(edges - cost.mu)), p)
    q = np.where(edges[:-1] > 0, -np.diff(norm.sf(edges)), np.diff(norm.cdf(edges)))
    return p, np.log(p / q)


def best_delta(releases, accepts, most):
    """Return the largest delta of any strategy of at most so many releases of this menu.

    `accepts` takes a tuple of the numbers of releases of each item of the menu.
    """
    distributions = [outcomes(release) for release in releases]
    stop = np.maximum(0, 1 - np.exp(TOTAL["epsilon"] - LOSSES))

    @cache
    def values(counts):
        """Return the value of each loss so far, per unit of P; losses are rounded down."""
        best = stop
        for k, (probabilities, losses) in enumerate(distributions):
            further = (*counts[:k], counts[k] + 1, *counts[k + 1 :])
            if sum(further) > most or not accepts(further):
                continue
            later = values(further)
            value = np.zeros(len(LOSSES))
            for probability, loss in zip(probabilities, losses, strict=True):
                moved = np.arange(len(LOSSES)) + math.floor(loss / STEP)
                value += probability * later[np.clip(moved, 0, len(LOSSES) - 1)]
            best = np.maximum(best, value)
        return best

    return values((0,) * len(releases))[np.searchsorted(LOSSES, 0.0)]


def by_ledger(releases, kind):
    """Return what a ledger of a kind accepts: each release after all others of the same counts."""

    @cache
    def state(counts):
        if not any(counts):
            return LedgerState("user", TOTAL, kind)
        last = max(k for k, count in enumerate(counts) if count)
        before = state((*counts[:last], counts[last] - 1, *counts[last + 1 :]))
        try:
            return before and before.with_release(releases[last], Path("a.csv"))
        except ValueError:
            return None

    return lambda counts: state(counts) is not None


def by_exact_composition(releases):
    """Return what exact composition accepts, which is no rule for choices after results."""

    def accepts(counts):
        costs = [
            release.cost
            for release, count in zip(releases, counts, strict=True)
            for _ in range(count)
        ]
        return total_cost(costs).epsilon(TOTAL["delta"]) <= TOTAL["epsilon"]

    return cache(accepts)


MIXED = [("gaussian", 0.7), ("gaussian", 0.67), ("laplace", 0.32)]
LAPLACE = [("laplace", 0.03), ("laplace", 0.2)]


@pytest.mark.parametrize("menu", [MIXED, LAPLACE])
def test_the_adversary_wins_against_exact_composition(menu):
    releases = [plan(*item) for item in menu]
    delta = best_delta(releases, by_exact_composition(releases), 70)
    assert delta > 1.6 * TOTAL["delta"]


@pytest.mark.parametrize(
    "kind, menu, least",
    [
        ("gaussian", [("gaussian", 0.7), ("gaussian", 0.67), ("gaussian", 0.3)], 0.8),
        ("pure", [("laplace", 0.5), ("laplace", 0.3), ("laplace", 0.1)], 0.0),
        ("mixed", MIXED, 1e-5),
        ("mixed", [("gaussian", 0.7), ("gaussian", 0.2), ("laplace", 0.1)], 0.2),
        ("mixed", LAPLACE, 0.1),
    ],
)
def test_the_adversary_never_exceeds_the_total_of_a_ledger(kind, menu, least):
    releases = [plan(*item) for item in menu]
    share = best_delta(releases, by_ledger(releases, kind), 70) / TOTAL["delta"]
    assert least <= share <= 1
