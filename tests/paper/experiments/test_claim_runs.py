"""The claims' own runs: for open cells alone, as in closed form, the same at any time."""

import numpy as np
import pandas as pd
import pytest

from gaussmech.graphs.graph import Graph
from gaussmech.paper.experiments import claim_runs
from gaussmech.paper.experiments.claim_runs import (
    claims_prior,
    contributions,
    paired_runs,
    undecided,
)
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.tables import COLUMNS, read_table
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from tests.paper.figures.small_tables import errors


def error_table(levels, dimensions=(10,), epsilon=0.01):
    table = errors([epsilon], dimensions, levels)
    return table.assign(
        error_mean=table["method"].map(levels), error_se=0.01, error_std=0.1
    )


def run(table, seed=1, task="histogram"):
    """Paired runs where the experiment's own repetitions decide nothing."""
    return paired_runs(
        {task: table}, {task: repetitions(table, same_noise=False)}, seed=seed
    )


def repetitions(table, same_noise):
    """Return a hundred errors per cell and method, with the mean and deviation of a table."""
    noise = np.random.default_rng(1).standard_normal((len(CLEAR), 100))
    noise -= noise.mean(axis=1, keepdims=True)
    noise /= noise.std(axis=1, ddof=1, keepdims=True)
    means = table.pivot(index=claim_runs.CELL, columns="method", values="error_mean")
    cells = means.reset_index()
    runs = cells.loc[cells.index.repeat(100)].reset_index(drop=True)
    runs.insert(4, "repetition", runs.groupby("dimension").cumcount())
    deviation = table["error_std"].iloc[0]
    for k, method in enumerate(table["method"].unique()):
        noise_of_method = noise[0 if same_noise else k]
        runs[method] += deviation * noise_of_method[runs["repetition"]]
    return runs


def test_differences_of_the_same_noise_may_decide_what_the_means_do_not():
    table = error_table(CLEAR | {"Lap": 2.99})
    runs = repetitions(table, same_noise=True)
    runs["Lap"] += 0.001 * np.cos(runs["repetition"])
    (row,) = paired_runs({"histogram": table}, {"histogram": runs}, seed=1).itertuples()
    values = (runs["aGM"] - runs["Lap"]).to_numpy()
    assert row.first == "Lap"
    assert row.second == "aGM"
    assert row.repetitions == 100
    assert row.difference == pytest.approx(values.mean(), rel=1e-12)
    assert row.difference_se == pytest.approx(values.std(ddof=1) / 10, rel=1e-9)


CLEAR = {"Lap": 1.0, "cGM": 9.0, "aGM": 3.0, "aGM-JS": 4.0, "aGM-TH": 2.0}
OPEN = CLEAR | {"Lap": 3.0}


CELL = (0.01, 1e-4, 500, 10)


@pytest.mark.parametrize(
    ("gap", "cells"),
    [(0.0599, [CELL]), (0.0601, []), (-0.0599, [CELL])],
    ids=["just less", "just more", "negative"],
)
def test_a_cell_is_open_within_three_standard_errors(gap, cells):
    table = error_table(CLEAR | {"Lap": 3.0 - gap})
    assert undecided(table, "Lap", "aGM") == cells


def test_no_cell_is_open_for_a_method_that_is_not_there():
    assert undecided(error_table(OPEN), "Lap", "none") == []


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(claim_runs, "MOST_REPETITIONS", 2000)


def test_only_open_cells_are_run(short, tmp_path):
    differences = run(error_table(CLEAR))
    assert differences.empty
    # Also through a file.
    write_table(differences, tmp_path / "claims_differences.csv")
    assert read_table(tmp_path / "claims_differences.csv", "claims_differences").empty


@pytest.fixture
def differences(short):
    return run(error_table(OPEN, dimensions=(10, 30)))


# E|Z| of the noise of a histogram; the histogram itself does not matter.
LAPLACE = 2 / 500 / 0.01
SIGMA = analytic_gaussian_sigma(0.01, 1e-4, np.sqrt(2) / 500)
GAUSSIAN = SIGMA * np.sqrt(2 / np.pi)


def test_open_cells_are_compared_in_both_dimensions(differences):
    assert differences["dimension"].tolist() == [10, 30]
    assert differences["first"].tolist() == ["Lap", "Lap"]
    assert differences["second"].tolist() == ["aGM", "aGM"]


def test_differences_have_the_expected_value(differences):
    for row in differences.itertuples():
        expected = row.dimension * (GAUSSIAN - LAPLACE)
        assert abs(row.difference - expected) <= 4 * row.difference_se


def test_differences_have_the_expected_standard_error(differences):
    # sd of |Z|: b for Laplace, sigma sqrt(1 - 2/pi) for Gaussian noise, independent.
    variance = LAPLACE**2 + GAUSSIAN**2 * (np.pi / 2 - 1)
    for row in differences.itertuples():
        expected = np.sqrt(row.dimension * variance / row.repetitions)
        assert row.difference_se == pytest.approx(expected, rel=0.1, abs=0)


def test_james_stein_gains_what_steins_identity_says(short):
    # Squared errors would gain (d-2)^2 sigma^4 E[1/||y||^2]; norms about that over twice the norm.
    table = error_table(CLEAR | {"aGM-JS": 3.0}, dimensions=(100,), epsilon=1.0)
    (row,) = run(table, task="mean_estimation").itertuples()
    sigma = analytic_gaussian_sigma(1.0, 1e-4, np.sqrt(100) / 500)
    gain_of_square = 98**2 * sigma**4 / (98 * (1 + sigma**2))
    gain = gain_of_square / (2 * sigma * np.sqrt(100))
    assert abs(row.difference - gain) <= 4 * row.difference_se + 0.02 * gain
    assert row.difference > 3 * row.difference_se


def test_a_cell_does_not_depend_on_the_others(short):
    alone = run(error_table(OPEN))
    among = run(error_table(OPEN, dimensions=(10, 30)))
    pd.testing.assert_frame_equal(alone, among.iloc[:1])


def test_another_seed_draws_other_noise(short):
    one = run(error_table(OPEN))
    other = run(error_table(OPEN), seed=2)
    assert (one["difference"] != other["difference"]).all()


def test_drawing_ends_when_the_difference_is_clear(short):
    # Laplace noise of d / n / epsilon against Gaussian noise: hopeless at 1, hidden at 0.01.
    clear = run(error_table(OPEN, epsilon=1.0)).set_index(["first", "second"])
    assert clear["repetitions"]["Lap", "aGM"] == 500
    hidden = run(error_table(OPEN))
    assert hidden["repetitions"].tolist() == [2000]


@pytest.fixture(scope="module")
def prior():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(claim_runs, "PRIOR_NUMBERS", 200_000)
        return claims_prior(seed=1)


def raw_risk(d, w2):
    return d


def bayes_risk(d, w2):
    return d * w2 / (1 + w2)


def james_stein_risk(d, w2):
    """Return the risk by Stein's identity, with E[1/chi^2_d] = 1/(d - 2)."""
    return d - (d - 2) / (1 + w2)


@pytest.mark.parametrize(
    ("estimator", "risk"),
    [("raw", raw_risk), ("Bayes", bayes_risk), ("JS", james_stein_risk)],
    ids=["raw", "Bayes", "James-Stein"],
)
def test_prior_runs_have_the_theorems_risks(prior, estimator, risk):
    is_estimator = prior["estimator"] == estimator
    rows = prior[is_estimator & (prior["dimension"] >= 5)]
    expected = risk(rows["dimension"], rows["prior_variance"])
    standard_error = rows["mse_se"].clip(lower=1e-12)
    scores = (rows["mse"] - expected) / standard_error
    assert scores.abs().max() < 4.5
    # Their mean square is 1, within its error.
    assert 0.5 < (scores[rows["mse_se"] > 0] ** 2).mean() < 2


def test_the_positive_part_never_has_a_larger_error(prior):
    rows = prior[prior["dimension"] >= 5]
    positive_part = rows[rows["estimator"] == "JS+"]["mse"].to_numpy()
    plain = rows[rows["estimator"] == "JS"]["mse"].to_numpy()
    assert (positive_part <= plain).all()


def norms_of(lon):
    edges = [(k, k + 1) for k in range(len(lon) - 1)]
    graph = Graph(len(lon), edges, lon=np.array(lon), lat=np.zeros(len(lon)))
    table = contributions(graph, bandwidth_m=50, max_trips=5)
    assert table.columns.tolist() == COLUMNS["claims_contributions"]
    return table.set_index(["assignment", "release", "neighbours"])["norm"]


# Three junctions near each other and one far away, where a kernel keeps all its mass.
WITH_REMOTE = [0.0, 0.0003, 0.0006, 0.1]
NEAR = WITH_REMOTE[:3]


@pytest.mark.parametrize(
    ("release", "norm"),
    [("pick-ups", 5.0), ("one map", 10.0), ("two maps", 5 * np.sqrt(2))],
)
def test_contributions_are_the_norms_of_a_worst_cab(release, norm):
    norms = norms_of(WITH_REMOTE)
    expected = pytest.approx(norm, rel=1e-12)
    assert norms["nearest", release, "add or remove"] == expected
    assert norms["kernel", release, "add or remove"] == expected
    replaced = pytest.approx(np.sqrt(2) * norm, rel=1e-12)
    assert norms["nearest", release, "replace"] == replaced


def test_with_a_kernel_a_replaced_cab_moves_by_both_weights():
    # The other cab at the middle of the three: weights 1, e^-x, e^-x by distance.
    metres = 6_371_000.0 * np.radians(0.0003)
    distance = metres * np.arange(3)
    weights = np.exp(-0.5 * (distance / 50) ** 2)
    weights /= weights.sum()
    expected = 5 * np.sqrt(1 + weights @ weights)
    norm = norms_of(WITH_REMOTE)["kernel", "pick-ups", "replace"]
    assert norm == pytest.approx(expected, rel=1e-3)


def test_without_a_remote_junction_a_kernel_lowers_the_norm():
    norms = norms_of(NEAR)
    assert norms["kernel", "pick-ups", "add or remove"] < 5
    assert norms["nearest", "pick-ups", "add or remove"] == 5
