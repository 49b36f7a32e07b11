"""The tables of Liu et al.: Table 1 against 40-digit arithmetic, the others against the library."""

from functools import cache

import mpmath
import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize_scalar

from gaussmech.paper.experiments import gdp
from gaussmech.privacy.calibration import gaussian_delta
from gaussmech.privacy.gdp import laplace_mu, pure_dp_mu
from gaussmech.privacy.profiles import ICEAProfile, LaplaceProfile, SquareRootLogProfile
from tests.exact import composed_delta
from tests.exact import gaussian_delta as exact_gaussian_delta
from tests.paper.figures.small_tables import GDP

SETTINGS = GDP | {
    "mus": [4.0, 1.0],
    "epsilon_max": 20.0,
    "points": 51,
    "head_epsilon": 20.0,
    "tolerance": 1e-2,
    "staircase_steps": 12,
    "laplace_epsilon0s": [2.0, 0.5],
    "subsampling_gammas": [1.0, 0.3],
}
K = 50


@pytest.fixture(autouse=True)
def forty_digits():
    with mpmath.workdps(40):
        yield


@pytest.fixture(scope="module")
def tables():
    return dict(gdp.tables(**SETTINGS))


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


def test_the_largest_transform_is_between_the_first_two_kinks():
    top = largest_transform()
    for epsilon in np.linspace(0, 6, 25):
        assert transform(mpmath.mpf(float(epsilon))) <= top


@pytest.fixture
def wrong_cells(tables):
    """The cells of Table 1 that are not as computed, and which of them are impossible."""
    table = tables["gdp_composition_table"]
    wrong = table[~table["agrees"]]
    return wrong, wrong["note"].str.startswith("impossible")


def test_four_printed_cells_of_table_1_are_not_as_computed(wrong_cells):
    wrong, _ = wrong_cells
    assert wrong["row"].tolist() == ["Optimal"] * 4


def test_table_1_says_which_printed_cell_cannot_be(wrong_cells):
    wrong, is_impossible = wrong_cells
    impossible = wrong[is_impossible]
    assert impossible["delta"].tolist() == [0.0001]
    (note,) = impossible["note"]
    assert "below 5.5641" in note
    assert "delta is 0.00023 and not 0.0001" in note


def test_the_other_wrong_cells_are_safe(wrong_cells):
    wrong, is_impossible = wrong_cells
    others = wrong[~is_impossible]
    assert (others["true_delta"] < others["delta"]).all()


def test_table_1_says_which_printed_cells_agree(tables):
    table = tables["gdp_composition_table"]
    notes = set(table[table["agrees"]]["note"])
    assert notes == {"agrees to the printed digits"}


@pytest.mark.parametrize(
    ("row", "printed", "epsilon", "agrees", "words"),
    [
        ("GDP", 3.1, 3.10497, True, "agrees"),
        ("GDP", 3.1, 3.1051, False, "not the computed value"),
        ("GDP", 2.0, 3.1, False, "impossible: nothing that holds for all"),
        ("GDP (Lap)", 2.0, 3.1, False, "not the computed"),
    ],
)
def test_a_verdict_follows_the_numbers(row, printed, epsilon, agrees, words):
    cell = {
        "row": row,
        "delta": 0.1,
        "printed": printed,
        "epsilon": epsilon,
        "true_delta": 0.12,
        "optimal": 2.1147,
    }
    table = gdp.with_verdicts(pd.DataFrame([cell]))
    assert table["agrees"].tolist() == [agrees]
    assert words in table["note"].iloc[0]


SGD = SquareRootLogProfile(2**0.5, 1.25, 2.0)
ICEA = ICEAProfile(1000, 100)
# The delta of each curve of the figure of profiles, by mechanism and version.
CURVES = {
    ("Laplace", "exact"): LaplaceProfile(1.0).delta,
    ("SGD", "naive"): SGD.delta,
    ("SGD", "refined"): SGD.refined().delta,
    ("ICEA", "naive"): ICEA.delta,
    ("ICEA", "refined"): ICEA.refined().delta,
    ("1-GDP", "exact"): lambda epsilon: gaussian_delta(1.0, epsilon),
    ("4-GDP", "exact"): lambda epsilon: gaussian_delta(0.25, epsilon),
}


@pytest.fixture
def profiles(tables):
    return tables["gdp_profiles"].set_index(["mechanism", "version"]).sort_index()


@pytest.mark.parametrize("curve", CURVES, ids=", ".join)
def test_each_profile_is_that_of_the_library(profiles, curve):
    rows = profiles.loc[curve]
    epsilon = rows["epsilon"].to_numpy()
    expected = CURVES[curve](epsilon)
    assert rows["delta"].to_numpy() == pytest.approx(expected, rel=1e-12, abs=1e-300)


def test_transforms_lie_between_their_staircases(tables):
    steps = tables["gdp_staircase"]
    table = dict(gdp.tables(**SETTINGS | {"points": 401}))["gdp_transform"]
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
    assert (heads["upper"] - heads["lower"] <= 0.01).all()


def test_tails_tell_who_is_gdp(heads):
    limits = {"Laplace": 0.0, "SGD": 0.5, "ICEA": np.inf, "ICEA, rectified": 0.0}
    assert heads["tail_limit"].to_dict() == pytest.approx(limits, rel=1e-9)


def test_the_head_of_laplace_noise_is_its_mu(heads):
    mu = laplace_mu(1.0)
    assert heads["lower"]["Laplace"] == pytest.approx(mu, rel=1e-12, abs=0)


def test_rectified_noise_tells_nothing_beyond_its_epsilon(tables):
    table = tables["gdp_transform"]
    rectified = table[table["mechanism"] == "ICEA, rectified"]
    is_below = rectified["epsilon"] < 10
    assert ((rectified["mu"] > 0) == is_below).all()


@pytest.mark.parametrize("epsilon0", [0.5, 2.0])
@pytest.mark.parametrize(
    ("guarantee", "mu_of"), [("pure", pure_dp_mu), ("Laplace", laplace_mu)]
)
def test_transforms_of_laplace_noise_start_at_their_mu(
    tables, guarantee, mu_of, epsilon0
):
    table = tables["gdp_laplace"]
    at_zero = table[table["epsilon"] == 0].set_index(["guarantee", "epsilon0"])
    mu = at_zero["mu"][guarantee, epsilon0]
    assert mu == pytest.approx(mu_of(epsilon0), rel=1e-12, abs=0)


@pytest.fixture
def subsampling(tables):
    return tables["gdp_subsampling_mu"].set_index("gamma")


def test_the_mu_of_a_sample_rises_with_its_rate(subsampling):
    assert 0.3 in subsampling.index
    assert subsampling.index.is_monotonic_increasing
    assert subsampling["lower"].is_monotonic_increasing


def test_the_mu_of_a_sample_of_everybody_is_that_of_laplace_noise(subsampling):
    assert subsampling["lower"][1.0] <= laplace_mu(1.0) <= subsampling["upper"][1.0]


def test_the_mu_of_a_sample_bounds_its_transform(tables, subsampling):
    largest = tables["gdp_subsampling"].groupby("gamma")["mu"].max()
    assert (largest <= subsampling["upper"].loc[[0.3, 1.0]]).all()
