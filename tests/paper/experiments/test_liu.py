"""The tables of Liu et al.: Table 1 against 40-digit arithmetic, the others against the library."""

from functools import cache

import mpmath
import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize_scalar

from gaussmech.paper.experiments import liu
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.privacy.calibration import gaussian_delta
from gaussmech.privacy.gdp import laplace_mu, pure_dp_mu
from gaussmech.privacy.profiles import ICEAProfile, LaplaceProfile, SquareRootLogProfile
from tests.exact import composed_delta
from tests.exact import gaussian_delta as gaussian
from tests.paper.figures.small_tables import GDP

SETTINGS = GDP | {
    "mus": [4.0, 1.0],
    "epsilon_max": 20.0,
    "points": 51,
    "head_epsilon": 20.0,
}
SETTINGS |= {"tolerance": 1e-2, "staircase_steps": 12}
SETTINGS |= {"laplace_epsilon0s": [2.0, 0.5], "subsampling_gammas": [1.0, 0.3]}


@pytest.fixture(autouse=True)
def forty_digits():
    with mpmath.workdps(40):
        yield


@pytest.fixture(scope="module")
def tables():
    return dict(liu.tables(**SETTINGS))


def solved(function, target, low, high):
    """Where a monotone function is `target`, to 1e-25."""
    ends = {"x0": (low, high), "solver": "bisect", "tol": 1e-25, "maxsteps": 100}
    return mpmath.findroot(lambda x: function(x) - target, **ends)


def exact(epsilon):
    return composed_delta(epsilon, mpmath.mpf("0.2"), 50)


def transform(epsilon):
    """G of the exact composition."""
    return solved(lambda mu: gaussian(epsilon, mu), exact(epsilon), 1, 3)


@cache
def largest_transform():
    """The peak of G on (0, 0.4), between two kinks."""
    minus = {"fun": lambda epsilon: -float(transform(epsilon)), "bounds": (0.1, 0.3)}
    return transform(minimize_scalar(**minus, options={"xatol": 1e-9}).x)


def oracle(row):
    """The row's epsilon as a function of delta."""
    e0 = mpmath.mpf("0.2")
    k = 50
    if row == "Basic":
        return lambda delta: mpmath.log(mpmath.exp(10) - delta * (1 + mpmath.exp(10)))
    if row == "Advanced":
        linear = k * e0 * (mpmath.exp(e0) - 1)
        return lambda delta: mpmath.sqrt(2 * k * mpmath.log(1 / delta)) * e0 + linear
    if row == "RDP":
        return lambda delta: 4 * e0 * mpmath.sqrt(2 * k * mpmath.log(1 / delta))
    if row == "Optimal":
        return lambda delta: solved(exact, delta, 0, 10)
    scale = 2 * mpmath.sqrt(2)
    mu = {
        # -2 Phi^-1(1 / (1 + e^x)) = 2 sqrt(2) erfinv(tanh(x / 2))
        "GDP": lambda: mpmath.sqrt(k) * scale * mpmath.erfinv(mpmath.tanh(e0 / 2)),
        "GDP (Lap)": lambda: (
            mpmath.sqrt(k) * scale * mpmath.erfinv(1 - mpmath.exp(-e0 / 2))
        ),
        "GDP summary": largest_transform,
    }[row]()
    return lambda delta: solved(lambda epsilon: gaussian(epsilon, mu), delta, 0, 20)


@pytest.mark.parametrize("row", liu.PRINTED)
def test_table_1_is_right_to_1e_9(tables, row):
    function = oracle(row)
    cells = tables["gdp_composition_table"].query("row == @row")
    assert cells["delta"].tolist() == [0.1, 0.01, 0.001, 0.0001]
    for cell in cells.itertuples():
        expected = float(function(mpmath.mpf(str(cell.delta))))
        assert cell.epsilon == pytest.approx(expected, rel=0, abs=1e-9)
        true_delta = max(float(exact(mpmath.mpf(str(cell.printed)))), 0.0)
        # At epsilon = 10 the decimal 0.2 has delta 0, and the double, which is larger, 6e-29.
        assert cell.true_delta == pytest.approx(true_delta, rel=1e-9, abs=1e-28)


def test_the_largest_transform_is_between_the_first_two_kinks():
    top = largest_transform()
    for epsilon in np.linspace(0, 6, 25):
        assert transform(mpmath.mpf(float(epsilon))) <= top


def test_table_1_says_which_printed_cells_cannot_be(tables):
    table_1 = tables["gdp_composition_table"]
    wrong = table_1[~table_1["agrees"]]
    assert set(wrong["row"]) == {"Optimal"} and len(wrong) == 4
    impossible = wrong[wrong["note"].str.startswith("impossible")]
    assert impossible["delta"].tolist() == [0.0001]
    assert "below 5.5641" in impossible["note"].iloc[0]
    assert "delta is 0.00023 and not 0.0001" in impossible["note"].iloc[0]
    others = wrong[~wrong["note"].str.startswith("impossible")]
    assert (others["true_delta"] < others["delta"]).all()
    assert set(table_1[table_1["agrees"]]["note"]) == {"agrees to the printed digits"}


@pytest.mark.parametrize(
    "row, printed, epsilon, agrees, words",
    [
        ("GDP", 3.1, 3.10497, True, "agrees"),
        ("GDP", 3.1, 3.1051, False, "not the computed value"),
        ("GDP", 2.0, 3.1, False, "impossible: nothing that holds for all"),
        ("GDP (Lap)", 2.0, 3.1, False, "not the computed"),
    ],
)
def test_a_verdict_follows_the_numbers(row, printed, epsilon, agrees, words):
    cell = {"row": row, "delta": 0.1, "printed": printed, "epsilon": epsilon}
    cell |= {"true_delta": 0.12, "optimal": 2.1147}
    table = liu.with_verdicts(pd.DataFrame([cell]))
    assert table["agrees"].tolist() == [agrees] and words in table["note"].iloc[0]


def test_tables_have_their_columns_and_no_gaps(tables):
    assert {name for name in COLUMNS if name.startswith("gdp_")} == {*tables}
    for name, table in tables.items():
        assert table.columns.tolist() == COLUMNS[name], name
        assert not table.isna().to_numpy().any() and len(table) > 3, name


def test_profiles_are_those_of_the_settings(tables):
    table = tables["gdp_profiles"].set_index(["mechanism", "version"])
    epsilon = table.loc[("Laplace", "exact")]["epsilon"].to_numpy()
    assert (epsilon[0], epsilon[-1], len(epsilon)) == (0, 20, 51) and (
        np.diff(epsilon) > 0
    ).all()
    sgd = SquareRootLogProfile(2**0.5, 1.25, 2.0)
    icea = ICEAProfile(1000, 100)
    expected = {
        ("Laplace", "exact"): LaplaceProfile(1.0).delta(epsilon),
        ("SGD", "naive"): sgd.delta(epsilon),
        ("SGD", "refined"): sgd.refined().delta(epsilon),
        ("ICEA", "naive"): icea.delta(epsilon),
        ("ICEA", "refined"): icea.refined().delta(epsilon),
        ("1-GDP", "exact"): gaussian_delta(1.0, epsilon),
        ("4-GDP", "exact"): gaussian_delta(0.25, epsilon),
    }
    assert set(table.index) == set(expected)
    for key, delta in expected.items():
        assert table.loc[key]["delta"].to_numpy() == pytest.approx(
            delta, rel=1e-12, abs=1e-300
        )
    assert table.loc[("ICEA", "naive")]["parameters"].iloc[0] == "n = 1000, m = 100"


def test_transforms_lie_between_their_staircases(tables):
    steps = tables["gdp_staircase"]
    assert len(steps) == 12 and (steps["lower"] < steps["upper"]).all()
    table = dict(liu.tables(**SETTINGS | {"points": 401}))["gdp_transform"]
    curve = table[(table["mechanism"] == "SGD") & (table["epsilon"] < 3)]
    cell = np.searchsorted(steps["epsilon_to"], curve["epsilon"], side="right")
    assert (steps["lower"].to_numpy()[cell] <= curve["mu"]).all()
    assert (curve["mu"] <= steps["upper"].to_numpy()[cell]).all()


def test_heads_bound_the_transforms_and_tails_tell_who_is_gdp(tables):
    heads = tables["gdp_head"].set_index("mechanism")
    table = tables["gdp_transform"]
    top = table.groupby("mechanism")["mu"].max()
    assert (top[heads.index] <= heads["upper"]).all()
    assert (heads["upper"] - heads["lower"] <= 0.01).all()
    limits = {"Laplace": 0.0, "SGD": 0.5, "ICEA": np.inf, "ICEA, rectified": 0.0}
    assert heads["tail_limit"].to_dict() == pytest.approx(limits, rel=1e-9)
    assert heads["lower"]["Laplace"] == pytest.approx(laplace_mu(1.0), rel=1e-12, abs=0)
    rectified = table[table["mechanism"] == "ICEA, rectified"]
    assert ((rectified["mu"] > 0) == (rectified["epsilon"] < 10)).all()


def test_composition_curves_are_ordered(tables):
    rows = "Optimal", "GDP summary", "GDP (Lap)", "GDP", "Advanced"
    table = tables["gdp_composition"].pivot(
        index="delta", columns="row", values="epsilon"
    )
    steps = np.diff(table[[*rows]].to_numpy())
    assert (steps[:, 0] >= -1e-12).all() and (steps[:, 1:] > 0).all()


def test_laplace_and_subsampling_start_at_their_mu(tables):
    table = tables["gdp_laplace"]
    at_zero = table[table["epsilon"] == 0].set_index(["guarantee", "epsilon0"])["mu"]
    for epsilon0 in (0.5, 2.0):
        assert at_zero["pure", epsilon0] == pytest.approx(
            pure_dp_mu(epsilon0), rel=1e-12, abs=0
        )
        assert at_zero["Laplace", epsilon0] == pytest.approx(
            laplace_mu(epsilon0), rel=1e-12, abs=0
        )
    mus = tables["gdp_subsampling_mu"].set_index("gamma")
    assert 0.3 in mus.index and mus.index.is_monotonic_increasing
    assert mus["lower"].is_monotonic_increasing
    assert mus["lower"][1.0] <= laplace_mu(1.0) <= mus["upper"][1.0]
    curves = tables["gdp_subsampling"]
    assert (curves.groupby("gamma")["mu"].max() <= mus["upper"].loc[[0.3, 1.0]]).all()
