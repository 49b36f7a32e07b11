"""Which distribution of noise a plan takes, what it says of both, and how many equal releases a
total holds."""

import math
import re

import pytest

import gaussmech as gm
from gaussmech.privacy.attack_risk import percent_above
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon
from tests.releases.conftest import plan_release

ONCE = {"epsilon": 0.5, "delta": 1e-6, "l2_sensitivity": 1.0, "l1_sensitivity": 1.0}
TWO_EVENTS = {"epsilon": 2.0, "l2_sensitivity": 1.6, "l1_sensitivity": 2.6}


@pytest.mark.parametrize(
    ("options", "distribution"),
    [
        ({}, "laplace"),
        ({"noise": "gaussian"}, "gaussian"),
        ({"l1_sensitivity": None}, "gaussian"),
        ({"planned_releases": 5}, "laplace"),
        ({"planned_releases": 6}, "gaussian"),
        ({"columns": 24, "budget_per_column": True}, "gaussian"),
        (TWO_EVENTS, "laplace"),
        # A share of epsilon is less than the same share of mu^2.
        (TWO_EVENTS | {"areas": [60] * 6, "area_share": 0.9}, "gaussian"),
    ],
)
def test_auto_takes_the_distribution_that_fits(options, distribution):
    assert plan_release(3874, **ONCE | options).noise.distribution == distribution


@pytest.mark.parametrize(("epsilon", "most"), [(0.1, 4), (0.5, 5), (2.0, 6)])
def test_auto_takes_laplace_noise_only_where_it_is_smaller_by_a_fifth(epsilon, most):
    """At nine events it is 5 % smaller, and the best attack gains 63 % instead of 18 %."""
    for events in range(1, 13):
        caps = {"l2_sensitivity": math.sqrt(events), "l1_sensitivity": events}
        plan = plan_release(3874, **ONCE | caps | {"epsilon": epsilon})
        sigma = analytic_gaussian_sigma(epsilon, 1e-6, math.sqrt(events))
        is_less = math.sqrt(2) * events / epsilon < 0.8 * sigma
        assert (events <= most) == is_less == (plan.noise.distribution == "laplace")


def test_the_choice_says_what_both_distributions_entail():
    nine = ONCE | {"epsilon": 2.0, "l2_sensitivity": 3.0, "l1_sensitivity": 9.0}
    assert plan_release(3874, **nine).choice.startswith(
        "Gaussian noise has standard deviation 6.691, advantage of the best attack 17.8 %; Laplace"
        " noise would have standard deviation 6.364, advantage of the best attack 63.3 %"
    )
    first, second, *_ = plan_release(3874, **ONCE, planned_releases=8).choice.split(
        "; "
    )
    sigma = analytic_gaussian_sigma(0.5, 1e-6) / math.sqrt(8)
    exact = gaussian_epsilon(sigma, 1e-6)
    epsilon = float(re.search(r"8 releases together \((.*), 1e-06\)-DP$", first)[1])
    assert exact <= epsilon <= exact * (1 + 1e-5)
    assert second.endswith("8 releases together (3.99996, 1e-06)-DP")
    assert f"attack {percent_above(-math.expm1(-0.25))}" in second


def test_columns_with_laplace_noise_share_the_budget_or_have_it_each():
    shared, each = (
        plan_release(100, 3, **ONCE, noise="laplace", budget_per_column=each)
        for each in (False, True)
    )
    assert shared.epsilon == 0.5
    assert shared.column_epsilon == pytest.approx(0.5 / 3, rel=1e-5)
    assert each.column_epsilon <= 0.5 and each.epsilon == pytest.approx(1.5)


@pytest.mark.parametrize("budget", [{}, {"noise": "laplace"}, {"delta": 1e-6}])
def test_the_l1_sensitivity_alone_is_enough_and_bounds_the_l2_norm(budget):
    norms = [{"l1_sensitivity": 9}, {"l1_sensitivity": 9, "l2_sensitivity": 9}]
    alone, both = (gm.release([1, 2], epsilon=1, **budget | norm) for norm in norms)
    assert (alone.noise, alone.choice) == (both.noise, both.choice)
