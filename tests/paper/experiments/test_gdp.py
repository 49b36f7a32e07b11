"""Table 1 of Liu et al. against 40-digit arithmetic."""

from functools import cache

import mpmath
import pytest
from scipy.optimize import minimize_scalar

from gaussmech.paper.experiments import gdp
from tests.exact import composed_delta
from tests.exact import gaussian_delta as exact_gaussian_delta
from tests.paper.making import Run, quick_config

K = 50


@pytest.fixture(autouse=True)
def forty_digits():
    with mpmath.workdps(40):
        yield


@pytest.fixture(scope="module")
def table_1():
    return Run(quick_config(), None).table("gdp_composition_table")


def solve(function, target, low, high):
    """Return where a monotone function is `target`, to 1e-25."""
    return mpmath.findroot(
        lambda x: function(x) - target,
        (low, high),
        solver="bisect",
        tol=1e-25,
        maxsteps=100,
    )


def exact(epsilon):
    """Return the exact delta of 50 releases of epsilon 0.2."""
    return composed_delta(epsilon, mpmath.mpf("0.2"), K)


def transform(epsilon):
    """Return G of the exact composition."""
    target = exact(epsilon)
    return solve(lambda mu: exact_gaussian_delta(epsilon, mu), target, 1, 3)


@cache
def largest_transform():
    """Return the peak of G on (0, 0.4), between two kinks."""
    peak = minimize_scalar(
        lambda epsilon: -float(transform(epsilon)),
        bounds=(0.1, 0.3),
        options={"xatol": 1e-9},
    )
    return transform(peak.x)


def basic_epsilon(delta):
    return mpmath.log(mpmath.exp(10) - delta * (1 + mpmath.exp(10)))


def advanced_epsilon(delta):
    epsilon0 = mpmath.mpf("0.2")
    deviation = mpmath.sqrt(2 * K * mpmath.log(1 / delta)) * epsilon0
    return deviation + K * epsilon0 * (mpmath.exp(epsilon0) - 1)


def renyi_epsilon(delta):
    return 4 * mpmath.mpf("0.2") * mpmath.sqrt(2 * K * mpmath.log(1 / delta))


def optimal_epsilon(delta):
    return solve(exact, delta, 0, 10)


def gaussian_epsilon(delta, mu):
    return solve(lambda epsilon: exact_gaussian_delta(epsilon, mu), delta, 0, 20)


def mu_of_releases(tail):
    """Return the mu of 50 releases, each of -2 Phi^-1(tail) = 2 sqrt(2) erfinv(1 - 2 tail)."""
    return mpmath.sqrt(K) * 2 * mpmath.sqrt(2) * mpmath.erfinv(1 - 2 * tail)


def pure_epsilon(delta):
    tail = 1 / (1 + mpmath.exp(mpmath.mpf("0.2")))
    return gaussian_epsilon(delta, mu_of_releases(tail))


def laplace_epsilon(delta):
    tail = mpmath.exp(-mpmath.mpf("0.2") / 2) / 2
    return gaussian_epsilon(delta, mu_of_releases(tail))


def summary_epsilon(delta):
    return gaussian_epsilon(delta, largest_transform())


# Each row's epsilon as a function of delta.
ORACLES = {
    "Basic": basic_epsilon,
    "Advanced": advanced_epsilon,
    "RDP": renyi_epsilon,
    "Optimal": optimal_epsilon,
    "GDP": pure_epsilon,
    "GDP (Lap)": laplace_epsilon,
    "GDP summary": summary_epsilon,
}


@pytest.mark.parametrize("row", gdp.PRINTED)
def test_table_1_is_right_to_1e_9(table_1, row):
    cells = table_1[table_1["row"] == row]
    assert cells["delta"].tolist() == [0.1, 0.01, 0.001, 0.0001]
    for cell in cells.itertuples():
        expected = ORACLES[row](mpmath.mpf(str(cell.delta)))
        assert cell.epsilon == pytest.approx(float(expected), rel=0, abs=1e-9)
        # The delta of what is printed; the double 0.2 is larger than the decimal: 6e-29 at 10.
        true_delta = max(float(exact(mpmath.mpf(str(cell.printed)))), 0.0)
        assert cell.true_delta == pytest.approx(true_delta, rel=1e-9, abs=1e-28)
