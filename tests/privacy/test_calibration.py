"""Calibration at its edges and where its branches meet, and the paper's theorems.

That it is safe and close everywhere is in test_certified.py.
"""

import mpmath
import numpy as np
import pytest

import gaussmech as gm
from gaussmech.privacy.calibration import algorithm_1
from tests.exact import gaussian_delta as exact_delta
from tests.privacy import scipy_calibrator

INF = np.inf


@pytest.mark.parametrize("epsilon", [1e33, 1e35, 1e36, 1e38, 1e39, 1e41, 1.7e308])
@pytest.mark.parametrize("delta", [1e-300, 1e-6, 0.5])
def test_sigma_at_huge_epsilon_is_one_over_the_root_of_two_epsilon(epsilon, delta):
    expected = 1 / (np.sqrt(2) * np.sqrt(epsilon))
    assert gm.analytic_gaussian_sigma(epsilon, delta) == pytest.approx(
        expected, rel=8e-15, abs=0
    )


def test_sigma_is_that_of_thirty_lines_of_scipy():
    """Both are within about 1e-14 of the exact value."""
    rng = np.random.default_rng(1)
    epsilon = 10 ** rng.uniform(-9, 5, 30_000)
    epsilon[:100] = 0
    small = 10 ** rng.uniform(-12, -0.3, 20_000)
    near_one = 1 - 10 ** rng.uniform(-6, -0.3, 10_000)
    delta = rng.permutation(np.concatenate([small, near_one]))
    sigma = gm.analytic_gaussian_sigma(epsilon, delta)
    assert sigma == pytest.approx(
        scipy_calibrator.sigma(epsilon, delta), rel=3e-14, abs=0
    )


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
def test_the_ends_of_the_ranges(function):
    for value, ends in ENDS[function].items():
        for arguments in ends:
            result = function(*arguments)
            assert type(result) is float and result == value, arguments
        # In an array too, beside an ordinary budget.
        result = function(*zip(*ends, (2.0, 0.01, 5.0), strict=True))
        assert result.tolist() == [value] * len(ends) + [function(2.0, 0.01, 5.0)]


@pytest.mark.parametrize("sensitivity", [1e-300, 3.0, 1e300])
def test_sigma_is_proportional_to_the_sensitivity_and_the_classical_formula(
    sensitivity,
):
    expected = sensitivity * gm.analytic_gaussian_sigma(0.5, 1e-6)
    sigma = gm.analytic_gaussian_sigma(0.5, 1e-6, sensitivity)
    assert sigma == pytest.approx(expected, rel=1e-15, abs=0)
    for epsilon, delta in ((0.01, 0.05), (0.5, 1e-4), (1.0, 1e-10)):
        expected = (
            sensitivity
            * mpmath.sqrt(2 * mpmath.log(mpmath.mpf(5) / 4 / delta))
            / epsilon
        )
        assert (
            abs(gm.classical_gaussian_sigma(epsilon, delta, sensitivity) / expected - 1)
            < 1e-15
        )


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 10.0, 100.0])
def test_theorem_4_sigma_is_at_least_one_over_root_two_epsilon(epsilon):
    highest = float(
        exact_delta(mpmath.mpf(epsilon), mpmath.sqrt(2 * mpmath.mpf(epsilon)))
    )
    printed = 0.5 - np.exp(-3 * epsilon) / np.sqrt(4 * np.pi * epsilon)
    delta = np.geomspace(1e-12, min(highest, max(printed, 1e-9)), 20)[:-1]
    assert (gm.analytic_gaussian_sigma(epsilon, delta) > 1 / np.sqrt(2 * epsilon)).all()
    assert gm.analytic_gaussian_sigma(epsilon, highest * 1.01) < 1 / np.sqrt(
        2 * epsilon
    )


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 1.0, 5.0])
@pytest.mark.parametrize("delta", [1e-6, 1e-4, 0.01, 0.3, 0.8])
def test_algorithm_1_agrees_to_its_tolerance(epsilon, delta):
    expected = gm.analytic_gaussian_sigma(epsilon, delta, 3.0)
    assert algorithm_1(epsilon, delta, 3.0) == pytest.approx(expected, rel=1e-9, abs=0)
    loose, tight = (algorithm_1(0.5, 1e-4, tolerance=t) for t in (0.1, 1e-12))
    assert 1e-6 < abs(loose - tight) < 0.1


def test_algorithm_1_refuses_what_it_cannot_do():
    for arguments in ((0.0, 0.1), (800.0, 0.1), (0.5, 0.0), (0.5, 1.0), (1, 1, -1)):
        with pytest.raises(
            ValueError, match="(epsilon|delta|sensitivity) is .* allowed"
        ):
            algorithm_1(*arguments)


def test_no_digit_is_lost_at_the_ends_of_the_doubles():
    for rest in (1e-3, 1e-9, 1e-14):
        sigma = gm.analytic_gaussian_sigma(2.0, 1 - rest)
        exact = 1 - exact_delta(mpmath.mpf(2), 1 / mpmath.mpf(sigma))
        assert float(abs(1 - mpmath.mpf(gm.gaussian_delta(sigma, 2.0)) - exact)) < 4e-16
    for arguments in ((1e300, 0.0, 1e-300), (1e200, 1e300, 1.0), (1.0, 1e3, 1.0)):
        assert 0 < gm.gaussian_delta(*arguments) <= 1e-300
    free = float(mpmath.erf(1 / (2 * mpmath.sqrt(2))))
    assert 0 < gm.gaussian_epsilon(1.0, free * (1 - 1e-6)) < 1e-5
