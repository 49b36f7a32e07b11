"""The tables of Liu et al.: Table 1 against 40-digit arithmetic, the others against the library."""

from functools import cache

import mpmath
import numpy as np
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
def tables():
    return Run(quick_config(), None).tables("gdp")


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


each_row = pytest.mark.parametrize("row", gdp.PRINTED)


@each_row
def test_table_1_is_right_to_1e_9(tables, row):
    cells = tables["gdp_composition_table"].query("row == @row")
    assert cells["delta"].tolist() == [0.1, 0.01, 0.001, 0.0001]
    for cell in cells.itertuples():
        expected = ORACLES[row](mpmath.mpf(str(cell.delta)))
        assert cell.epsilon == pytest.approx(float(expected), rel=0, abs=1e-9)


@each_row
def test_table_1_has_the_true_delta_of_what_is_printed(tables, row):
    cells = tables["gdp_composition_table"].query("row == @row")
    for cell in cells.itertuples():
        true_delta = max(float(exact(mpmath.mpf(str(cell.printed)))), 0.0)
        # At epsilon = 10 the decimal 0.2 has delta 0, and the double, which is larger, 6e-29.
        assert cell.true_delta == pytest.approx(true_delta, rel=1e-9, abs=1e-28)


def test_transforms_lie_between_their_staircases(tables):
    steps = tables["gdp_staircase"]
    table = tables["gdp_transform"]
    curve = table[(table["mechanism"] == "SGD") & (table["epsilon"] < 3)]
    step = np.searchsorted(steps["epsilon_to"], curve["epsilon"], side="right")
    mu = curve["mu"].to_numpy()
    assert (steps["lower"].to_numpy()[step] <= mu).all()
    assert (mu <= steps["upper"].to_numpy()[step]).all()


@pytest.fixture
def heads(tables):
    return tables["gdp_head"].set_index("mechanism")


def test_heads_bound_the_transforms(tables, heads):
    largest = tables["gdp_transform"].groupby("mechanism")["mu"].max()
    assert (largest[heads.index] <= heads["upper"]).all()
    assert (heads["upper"] - heads["lower"] <= 1e-4).all()


def test_tails_tell_who_is_gdp(heads):
    limits = {"Laplace": 0.0, "SGD": 0.5, "ICEA": np.inf, "ICEA, rectified": 0.0}
    assert heads["tail_limit"].to_dict() == pytest.approx(limits, rel=1e-9)


def test_rectified_noise_tells_nothing_beyond_its_epsilon(tables):
    table = tables["gdp_transform"]
    rectified = table[table["mechanism"] == "ICEA, rectified"]
    is_below = rectified["epsilon"] < 10
    assert ((rectified["mu"] > 0) == is_below).all()


@pytest.fixture
def subsampling(tables):
    return tables["gdp_subsampling_mu"].set_index("gamma")


def test_the_mu_of_a_sample_bounds_its_transform(tables, subsampling):
    largest = tables["gdp_subsampling"].groupby("gamma")["mu"].max()
    assert (largest <= subsampling["upper"].loc[largest.index]).all()
