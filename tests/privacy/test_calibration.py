"""Calibration at its edges and where its branches meet, and the paper's theorems.

That it is safe and close everywhere is in test_certified.py.
"""

import mpmath
import numpy as np
import pytest

import gaussmech as gm
from gaussmech.privacy.calibration import algorithm_1
from tests.exact import gaussian_delta as exact_delta

INF = np.inf


@pytest.mark.parametrize("epsilon", [1e33, 1e35, 1e36, 1e38, 1e39, 1e41, 1.7e308])
@pytest.mark.parametrize("delta", [1e-300, 1e-6, 0.5])
def test_sigma_at_huge_epsilon_is_one_over_the_root_of_two_epsilon(epsilon, delta):
    expected = 1 / (np.sqrt(2) * np.sqrt(epsilon))
    sigma = gm.analytic_gaussian_sigma(epsilon, delta)
    # The bound that test_certified.py certifies.
    assert sigma == pytest.approx(expected, rel=8e-15, abs=0)


# Of each function the arguments at which it is 0, 1 or infinite.
ENDS = {
    gm.analytic_gaussian_sigma: {
        INF: [(1.0, 0.0, 1.0), (0.0, 0.0, 1.0)],
        0: [
            (1.0, 1.0, 1.0),
            (0.0, 1.0, 1.0),
            (INF, 1e-6, 1.0),
            (1.0, 1e-6, 0.0),
            (1.0, 0.0, 0.0),
        ],
    },
    gm.classical_gaussian_sigma: {
        INF: [(0.0, 1e-3, 1.0), (1.0, 0.0, 1.0), (0.0, 0.0, 1.0), (INF, 0.0, 1.0)],
        0: [(INF, 1e-3, 1.0), (1.0, 1e-3, 0.0), (0.0, 1e-3, 0.0)],
    },
    gm.gaussian_delta: {
        0: [(INF, 1.0, 1.0), (1.0, INF, 1.0), (0.0, INF, 1.0), (0.0, 1.0, 0.0)],
        1: [(-0.0, 1.0, 1.0), (1.0, 1.0, 1e300)],
    },
    gm.gaussian_epsilon: {
        INF: [(1.0, 0.0, 1.0), (0.0, 0.5, 1.0), (1e-200, 0.1, 1.0)],
        0: [
            (0.0, 1.0, 1.0),
            (1.0, 1.0, 1.0),
            (0.0, 0.0, 0.0),
            (INF, 0.0, 1.0),
            (1.0, 0.383, 1.0),
        ],
    },
}


@pytest.mark.parametrize("function", ENDS)
def test_the_ends_of_the_ranges_also_beside_an_ordinary_budget(function):
    ordinary = (2.0, 0.01, 5.0)
    for value, ends in ENDS[function].items():
        results = [function(*arguments) for arguments in ends]
        assert [*map(type, results)] == [float] * len(ends)
        assert results == [value] * len(ends)
        columns = zip(*ends, ordinary, strict=True)
        assert function(*columns).tolist() == [*results, function(*ordinary)]


each_sensitivity = pytest.mark.parametrize("sensitivity", [1e-300, 3.0, 1e300])


@each_sensitivity
@pytest.mark.parametrize("function", [gm.analytic_gaussian_sigma, algorithm_1])
def test_sigma_is_proportional_to_the_sensitivity(function, sensitivity):
    expected = sensitivity * function(0.5, 1e-6)
    sigma = function(0.5, 1e-6, sensitivity)
    assert sigma == pytest.approx(expected, rel=1e-15, abs=0)


@each_sensitivity
@pytest.mark.parametrize("epsilon, delta", [(0.01, 0.05), (0.5, 1e-4), (1.0, 1e-10)])
def test_the_classical_sigma_is_the_printed_formula(epsilon, delta, sensitivity):
    log_term = mpmath.log(mpmath.mpf(5) / 4 / delta)
    expected = sensitivity * mpmath.sqrt(2 * log_term) / epsilon
    sigma = gm.classical_gaussian_sigma(epsilon, delta, sensitivity)
    assert abs(sigma / expected - 1) < 1e-15


@pytest.mark.parametrize(
    "arguments", [(0.0, 0.1), (800.0, 0.1), (0.5, 0.0), (0.5, 1.0), (1, 1, -1)], ids=str
)
def test_algorithm_1_refuses_what_it_cannot_do(arguments):
    message = "(epsilon|delta|sensitivity) is .* allowed"
    with pytest.raises(ValueError, match=message):
        algorithm_1(*arguments)


@pytest.mark.parametrize("rest", [1e-3, 1e-9, 1e-14])
def test_no_digit_of_1_less_delta_is_lost(rest):
    sigma = gm.analytic_gaussian_sigma(2.0, 1 - rest)
    exact = 1 - exact_delta(mpmath.mpf(2), 1 / mpmath.mpf(sigma))
    computed = 1 - mpmath.mpf(gm.gaussian_delta(sigma, 2.0))
    # Doubles near 1 are 1.1e-16 and 2.2e-16 apart.
    assert float(abs(computed - exact)) < 4e-16


@pytest.mark.parametrize(
    "sigma, epsilon, sensitivity",
    [(1e300, 0.0, 1e-300), (1e200, 1e300, 1.0), (1.0, 1e3, 1.0)],
)
def test_delta_is_not_0_where_it_underflows(sigma, epsilon, sensitivity):
    assert 0 < gm.gaussian_delta(sigma, epsilon, sensitivity) <= 1e-300


def test_epsilon_is_not_0_just_below_the_delta_that_costs_none():
    free = float(mpmath.erf(1 / (2 * mpmath.sqrt(2))))
    assert 0 < gm.gaussian_epsilon(1.0, free * (1 - 1e-6)) < 1e-5
