"""Calibration at its edges and where its branches meet, and the paper's theorems.

That it is safe and close everywhere is in test_certified.py.
"""

import mpmath
import numpy as np
import pytest

from gaussmech.calibration import (
    algorithm_1,
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
    gaussian_delta,
    gaussian_epsilon,
)
from tests.exact import gaussian_delta as exact_delta

BUDGET_FUNCTIONS = [analytic_gaussian_sigma, classical_gaussian_sigma]


def relative_error(value, exact):
    return float(abs(mpmath.mpf(value) / exact - 1))


def check_sigma(sigma, epsilon, delta, sensitivity=1.0, tolerance=8e-15):
    """sigma is the exact one or above it by `tolerance`: delta falls strictly as sigma grows."""
    epsilon, delta, mu = mpmath.mpf(epsilon), mpmath.mpf(delta), mpmath.mpf(sensitivity) / sigma
    assert exact_delta(epsilon, mu) <= delta < exact_delta(epsilon, mu * (1 + tolerance)), (
        float(epsilon),
        float(delta),
        sigma,
    )


def random_budgets(n, seed):
    rng = np.random.default_rng(seed)
    epsilon = 10 ** rng.uniform(-10, 6, n)
    low, high = 10 ** rng.uniform(-300, -0.3, n), 1 - 10 ** rng.uniform(-12, -0.3, n)
    return epsilon, np.where(rng.random(n) < 0.7, low, high)


@pytest.mark.parametrize("mu", [0.05, 0.6999999, 0.7, 0.7000001, 0.9999999, 1.0])
@pytest.mark.parametrize("c", [0.1, 0.7142857, 3.9999999, 4.0, 8.0, 30.0])
def test_sigma_is_exact_where_the_series_takes_over(mu, c):
    epsilon = mu * c
    delta = float(exact_delta(mpmath.mpf(epsilon), mpmath.mpf(mu)))
    check_sigma(analytic_gaussian_sigma(epsilon, delta), epsilon, delta)


@pytest.mark.parametrize("delta", [1e-100, 1e-6, 0.4, 0.9])
def test_sigma_is_exact_at_epsilon_zero_and_continuous_there(delta):
    exact = 1 / (2 * mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(delta)))
    assert relative_error(analytic_gaussian_sigma(0, delta), exact) < 8e-15
    assert relative_error(analytic_gaussian_sigma(delta * 1e-17, delta), exact) < 8e-15


@pytest.mark.parametrize(
    "epsilon",
    [
        1e33,
        1e35,
        1e36,
        1e38,
        1e39,
        1e41,
        1.7e308,
    ],
)
@pytest.mark.parametrize("delta", [1e-300, 1e-6, 0.5])
def test_sigma_at_huge_epsilon_is_one_over_the_root_of_two_epsilon(epsilon, delta):
    expected = 1 / (np.sqrt(2) * np.sqrt(epsilon))
    assert analytic_gaussian_sigma(epsilon, delta) == pytest.approx(expected, rel=8e-15, abs=0)


@pytest.mark.parametrize(
    "epsilon, delta, sensitivity, sigma",
    [
        (1.0, 0.0, 1.0, np.inf),
        (1.0, 1.0, 1.0, 0.0),
        (0.0, 1.0, 1.0, 0.0),
        (0.0, 0.0, 1.0, np.inf),
        (np.inf, 1e-6, 1.0, 0.0),
        (1.0, 1e-6, 0.0, 0.0),
        (1.0, 0.0, 0.0, 0.0),
    ],
)
def test_sigma_at_the_ends_of_its_range(epsilon, delta, sensitivity, sigma):
    found = analytic_gaussian_sigma(epsilon, delta, sensitivity)
    assert type(found) is float and found == sigma


@pytest.mark.parametrize("function", BUDGET_FUNCTIONS)
@pytest.mark.parametrize("sensitivity", [1e-300, 7.0, 1e300])
def test_sigma_is_proportional_to_the_sensitivity(function, sensitivity):
    expected = sensitivity * function(0.5, 1e-6)
    assert function(0.5, 1e-6, sensitivity) == pytest.approx(expected, rel=1e-15, abs=0)


def test_the_papers_sigma():
    assert round(analytic_gaussian_sigma(0.5, 1e-6, 5.0), 2) == 40.29


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 1.0])
@pytest.mark.parametrize("delta", [1e-10, 1e-4, 0.05])
def test_the_classical_formula(epsilon, delta):
    expected = 3 * mpmath.sqrt(2 * mpmath.log(mpmath.mpf(5) / 4 / delta)) / epsilon
    assert relative_error(classical_gaussian_sigma(epsilon, delta, 3.0), expected) < 1e-15


@pytest.mark.parametrize(
    "epsilon, delta, sensitivity, sigma",
    [
        (0.0, 1e-3, 1.0, np.inf),
        (1.0, 0.0, 1.0, np.inf),
        (0.0, 0.0, 1.0, np.inf),
        (np.inf, 1e-3, 1.0, 0.0),
        (1.0, 1e-3, 0.0, 0.0),
        (0.0, 1e-3, 0.0, 0.0),
        (np.inf, 0.0, 1.0, np.inf),
    ],
)
def test_the_classical_formula_at_the_ends_of_its_range(epsilon, delta, sensitivity, sigma):
    found = classical_gaussian_sigma(epsilon, delta, sensitivity)
    assert type(found) is float and found == sigma


@pytest.mark.parametrize("delta", [1e-8, 1e-4, 1e-2])
def test_theorem_1_the_classical_noise_is_private_up_to_epsilon_1(delta):
    epsilon = np.linspace(0.01, 1, 30)
    assert (gaussian_delta(classical_gaussian_sigma(epsilon, delta), epsilon) < delta).all()


def test_the_classical_noise_is_not_private_at_large_epsilon():
    assert gaussian_delta(classical_gaussian_sigma(50.0, 1e-4), 50.0) > 1e-4


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 10.0, 100.0])
def test_theorem_4_sigma_is_at_least_one_over_root_two_epsilon(epsilon):
    highest = float(exact_delta(mpmath.mpf(epsilon), mpmath.sqrt(2 * mpmath.mpf(epsilon))))
    printed = 0.5 - np.exp(-3 * epsilon) / np.sqrt(4 * np.pi * epsilon)
    delta = np.geomspace(1e-12, min(highest, max(printed, 1e-9)), 20)[:-1]
    assert (analytic_gaussian_sigma(epsilon, delta) > 1 / np.sqrt(2 * epsilon)).all()
    assert analytic_gaussian_sigma(epsilon, highest * 1.01) < 1 / np.sqrt(2 * epsilon)


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 1.0, 5.0])
@pytest.mark.parametrize("delta", [1e-6, 1e-4, 0.01, 0.3, 0.8])
def test_algorithm_1_agrees(epsilon, delta):
    expected = analytic_gaussian_sigma(epsilon, delta, 3.0)
    assert algorithm_1(epsilon, delta, 3.0) == pytest.approx(expected, rel=1e-9, abs=0)


def test_a_looser_tolerance_of_algorithm_1_is_looser():
    loose, tight = (algorithm_1(0.5, 1e-4, tolerance=t) for t in (0.1, 1e-12))
    assert 1e-6 < abs(loose - tight) < 0.1


@pytest.mark.parametrize(
    "arguments, name",
    [
        ((0.0, 0.1), "epsilon"),
        ((800.0, 0.1), "epsilon"),
        ((0.5, 0.0), "delta"),
        ((0.5, 1.0), "delta"),
        ((0.5, 0.1, -1.0), "sensitivity"),
        (([0.5], 0.1), "epsilon"),
    ],
)
def test_algorithm_1_refuses_what_it_cannot_do(arguments, name):
    with pytest.raises(ValueError, match=name):
        algorithm_1(*arguments)


@pytest.mark.parametrize("rest", [1e-3, 1e-9, 1e-14])
def test_delta_near_one_keeps_the_digits_of_its_complement(rest):
    sigma = analytic_gaussian_sigma(2.0, 1 - rest)
    exact = 1 - exact_delta(mpmath.mpf(2), 1 / mpmath.mpf(sigma))
    assert float(abs(1 - mpmath.mpf(gaussian_delta(sigma, 2.0)) - exact)) < 4e-16


@pytest.mark.parametrize("sigma", [0.1, 1.0, 30.0])
def test_delta_at_epsilon_zero_is_the_total_variation(sigma):
    exact = mpmath.erf(1 / (2 * mpmath.sqrt(2) * mpmath.mpf(sigma)))
    assert relative_error(gaussian_delta(sigma, 0), exact) < 1e-14


@pytest.mark.parametrize(
    "sigma, epsilon, sensitivity, delta",
    [
        (0.0, 1.0, 1.0, 1.0),
        (np.inf, 1.0, 1.0, 0.0),
        (1.0, np.inf, 1.0, 0.0),
        (0.0, np.inf, 1.0, 0.0),
        (-0.0, 1.0, 1.0, 1.0),
        (0.0, 1.0, 0.0, 0.0),
        (1.0, 1.0, 1e300, 1.0),
    ],
)
def test_delta_at_the_ends_of_its_range(sigma, epsilon, sensitivity, delta):
    found = gaussian_delta(sigma, epsilon, sensitivity)
    assert type(found) is float and found == delta


@pytest.mark.parametrize("arguments", [(1e300, 0.0, 1e-300), (1e200, 1e300, 1.0), (1.0, 1e3, 1.0)])
def test_a_delta_too_small_for_doubles_is_not_rounded_to_zero(arguments):
    assert 0 < gaussian_delta(*arguments) <= 1e-300


@pytest.mark.parametrize("epsilon", [1e-3, 0.5, 8.0, 300.0])
@pytest.mark.parametrize("delta", [1e-50, 1e-6, 0.2, 0.7])
def test_the_three_are_inverses_of_each_other(epsilon, delta):
    sigma = analytic_gaussian_sigma(epsilon, delta, 5.0)
    assert gaussian_delta(sigma, epsilon, 5.0) == pytest.approx(delta, rel=1e-11, abs=0)
    assert gaussian_epsilon(sigma, delta, 5.0) == pytest.approx(epsilon, rel=1e-11, abs=0)


@pytest.mark.parametrize(
    "sigma, delta, sensitivity, epsilon",
    [
        (1.0, 0.0, 1.0, np.inf),
        (0.0, 0.5, 1.0, np.inf),
        (0.0, 1.0, 1.0, 0.0),
        (1.0, 1.0, 1.0, 0.0),
        (0.0, 0.0, 0.0, 0.0),
        (np.inf, 0.0, 1.0, 0.0),
        (1.0, 0.3830, 1.0, 0.0),
        (1e-200, 0.1, 1.0, np.inf),
    ],
)
def test_epsilon_at_the_ends_of_its_range(sigma, delta, sensitivity, epsilon):
    found = gaussian_epsilon(sigma, delta, sensitivity)
    assert type(found) is float and found == epsilon


def test_epsilon_is_positive_just_below_the_delta_that_needs_none():
    free = float(mpmath.erf(1 / (2 * mpmath.sqrt(2))))
    assert 0 < gaussian_epsilon(1.0, free * (1 - 1e-6)) < 1e-5


@pytest.mark.parametrize("function", [*BUDGET_FUNCTIONS, gaussian_delta, gaussian_epsilon])
def test_arrays_give_the_values_of_scalars(function):
    rng = np.random.default_rng(5)
    if function is gaussian_epsilon:
        first, second = 10 ** rng.uniform(-1, 2, 200), 10 ** rng.uniform(-12, -1, 200)
    elif function is gaussian_delta:
        first, second = 10 ** rng.uniform(-1, 2, 200), 10 ** rng.uniform(-3, 1, 200)
    else:
        first, second = random_budgets(200, seed=6)
    each = [function(a, b, 2.0) for a, b in zip(first, second, strict=True)]
    assert function(first, second, 2.0) == pytest.approx(each, rel=1e-15, abs=0)


def test_edges_and_ordinary_budgets_share_an_array():
    found = analytic_gaussian_sigma([0, 1, 1, 1, np.inf], [0.1, 0, 1, 1e-4, 0.1])
    each = [analytic_gaussian_sigma(0, 0.1), np.inf, 0, analytic_gaussian_sigma(1, 1e-4), 0]
    assert found == pytest.approx(each, rel=1e-15, abs=0)


def test_arguments_broadcast():
    table = analytic_gaussian_sigma([[0.1], [1.0]], [1e-6, 1e-3, 1e-2], 4.0)
    assert table.shape == (2, 3)
    assert table[1, 2] == pytest.approx(analytic_gaussian_sigma(1.0, 1e-2, 4.0), rel=1e-15, abs=0)
    assert analytic_gaussian_sigma([], 0.1).shape == (0,)


@pytest.mark.parametrize(
    "function, arguments",
    [
        (analytic_gaussian_sigma, (1, np.float64(0.1))),
        (classical_gaussian_sigma, (1, 0.1)),
        (gaussian_delta, (1, 1)),
        (gaussian_epsilon, (np.array(1), 0.1)),
    ],
)
def test_scalars_give_a_float(function, arguments):
    assert type(function(*arguments)) is float


def test_arguments_are_left_alone():
    epsilon, delta = np.array([0.5, 1.0]), np.array([0.1, 0.0])
    analytic_gaussian_sigma(epsilon, delta)
    assert epsilon.tolist() == [0.5, 1.0] and delta.tolist() == [0.1, 0.0]
