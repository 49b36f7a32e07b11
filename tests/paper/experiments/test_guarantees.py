"""What the noise of a map guarantees to a cab whose contribution is what it is."""

import numpy as np
import pytest

from gaussmech.paper.experiments.guarantees import guarantees
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    gaussian_delta,
    gaussian_epsilon,
)

BUDGET = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 5.0}


def rows(norm, enforced=True, **budget):
    contribution = {"worst_case_norm": norm, "enforced": enforced, "max_trips": 7}
    return guarantees(contribution, **BUDGET | budget)


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 10.0])
def test_a_cab_within_the_sensitivity_has_the_epsilon_of_the_budget(epsilon):
    add, _ = rows(5.0, epsilon=epsilon)
    assert add["neighbours"] == "add or remove a cab"
    assert add["epsilon"] == pytest.approx(epsilon, rel=1e-9, abs=0)
    assert add["sensitivity"] == 5.0
    assert add["delta"] == 1e-6
    assert add["sigma"] == analytic_gaussian_sigma(epsilon, 1e-6, 5.0)


# What each kind of neighbour moves the map by, in norms: replacing a cab is to remove and add one.
KINDS = [("add or remove a cab", 1.0), ("replace a cab by another", np.sqrt(2))]


@pytest.mark.parametrize("norm", [1.0, 10.0, 17.5])
@pytest.mark.parametrize("kind", [0, 1], ids=["add or remove", "replace"])
def test_another_norm_has_the_epsilon_of_the_same_noise(norm, kind):
    row = rows(norm)[kind]
    neighbours, factor = KINDS[kind]
    sensitivity = factor * norm
    assert row["neighbours"] == neighbours
    assert row["sensitivity"] == pytest.approx(sensitivity, rel=1e-15, abs=0)
    assert row["sigma"] == analytic_gaussian_sigma(0.5, 1e-6, 5.0)
    assert row["epsilon"] == gaussian_epsilon(row["sigma"], 1e-6, sensitivity)
    delta = gaussian_delta(row["sigma"], row["epsilon"], sensitivity)
    assert delta == pytest.approx(1e-6, rel=1e-9, abs=0)
    assert (row["epsilon"] > 0.5) == (sensitivity > 5)


def conditions(enforced):
    return {row["condition"] for row in rows(5.0, enforced=enforced)}


def test_a_condition_that_is_enforced_is_said_to_be():
    assert conditions(enforced=True) == {"enforced"}


def test_the_condition_says_what_is_not_enforced():
    (condition,) = conditions(enforced=False)
    assert "no cab makes more than 7 trips" in condition
    assert "nothing enforces it" in condition


@pytest.mark.parametrize(("hours", "epsilon"), [(1, "0.50"), (5, "1.19"), (24, "2.80")])
def test_hours_compose_exactly(hours, epsilon):
    add, replace = rows(5.0, hours=hours)
    assert f"{add['epsilon_all_hours']:.2f}" == epsilon
    sensitivity = np.sqrt(2 * hours) * 5
    delta = gaussian_delta(add["sigma"], replace["epsilon_all_hours"], sensitivity)
    assert delta == pytest.approx(1e-6, rel=1e-9, abs=0)
