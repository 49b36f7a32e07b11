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
    """A hundred errors per cell and method, with the mean and standard error of a table."""
    z = np.random.default_rng(1).standard_normal((len(CLEAR), 100))
    z = (z - z.mean(axis=1, keepdims=True)) / z.std(axis=1, ddof=1, keepdims=True)
    wide = table.pivot(
        index=claim_runs.CELL, columns="method", values="error_mean"
    ).reset_index()
    wide = wide.loc[wide.index.repeat(100)].reset_index(drop=True)
    wide.insert(4, "repetition", wide.groupby("dimension").cumcount())
    for k, method in enumerate(table["method"].unique()):
        wide[method] += (
            table["error_std"].iloc[0] * z[0 if same_noise else k][wide["repetition"]]
        )
    return wide


def test_differences_of_the_same_noise_may_decide_what_the_means_do_not():
    table = error_table(CLEAR | {"Lap": 2.99})
    runs = repetitions(table, same_noise=True)
    runs["Lap"] += 0.001 * np.cos(runs["repetition"])
    (row,) = paired_runs({"histogram": table}, {"histogram": runs}, seed=1).itertuples()
    values = (runs["aGM"] - runs["Lap"]).to_numpy()
    assert (row.first, row.second, row.repetitions) == ("Lap", "aGM", 100)
    assert row.difference == pytest.approx(values.mean(), rel=1e-12)
    assert row.difference_se == pytest.approx(values.std(ddof=1) / 10, rel=1e-9)


CLEAR = {"Lap": 1.0, "cGM": 9.0, "aGM": 3.0, "aGM-JS": 4.0, "aGM-TH": 2.0}
OPEN = CLEAR | {"Lap": 3.0}


@pytest.mark.parametrize(
    "gap, open_", [(0.0599, True), (0.0601, False), (-0.0599, True)]
)
def test_a_cell_is_open_within_three_standard_errors(gap, open_):
    table = error_table(CLEAR | {"Lap": 3.0 - gap})
    assert undecided(table, "Lap", "aGM") == ([(0.01, 1e-4, 500, 10)] if open_ else [])
    assert undecided(table, "Lap", "none") == []


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(claim_runs, "MOST_REPETITIONS", 2000)


def test_only_open_cells_are_run(short, tmp_path):
    differences = run(error_table(CLEAR))
    assert (
        differences.empty
        and differences.columns.tolist() == COLUMNS["claims_differences"]
    )
    write_table(differences, tmp_path / "claims_differences.csv")
    assert read_table(tmp_path / "claims_differences.csv", "claims_differences").empty


def test_differences_have_the_expected_value(short):
    # E|Z| of Laplace and Gaussian noise, d times; the histogram itself does not matter.
    differences = run(error_table(OPEN, dimensions=(10, 30)))
    assert list(differences["dimension"]) == [10, 30]
    for row in differences.itertuples():
        assert (row.first, row.second) == ("Lap", "aGM")
        laplace = 2 / 500 / 0.01
        gaussian = analytic_gaussian_sigma(0.01, 1e-4, np.sqrt(2) / 500) * np.sqrt(
            2 / np.pi
        )
        expected = row.dimension * (gaussian - laplace)
        assert abs(row.difference - expected) <= 4 * row.difference_se
        # sd of |Z|: b for Laplace, sigma sqrt(1 - 2/pi) for Gaussian noise, independent.
        variance = laplace**2 + gaussian**2 * (np.pi / 2 - 1)
        expected = np.sqrt(row.dimension * variance / row.repetitions)
        assert row.difference_se == pytest.approx(expected, rel=0.1, abs=0)


def test_james_stein_gains_what_steins_identity_says(short):
    # Squared errors would gain (d-2)^2 sigma^4 E[1/||y||^2]; norms about that over twice the norm.
    table = error_table(CLEAR | {"aGM-JS": 3.0}, dimensions=(100,), epsilon=1.0)
    (row,) = run(table, task="mean_estimation").itertuples()
    sigma = analytic_gaussian_sigma(1.0, 1e-4, np.sqrt(100) / 500)
    gain = 98**2 * sigma**4 / (98 * (1 + sigma**2)) / (2 * sigma * np.sqrt(100))
    assert abs(row.difference - gain) <= 4 * row.difference_se + 0.02 * gain
    assert row.difference > 3 * row.difference_se


def test_a_cell_does_not_depend_on_the_others(short):
    one_cell = error_table(OPEN)
    differences = run(one_cell)
    pd.testing.assert_frame_equal(
        differences, run(error_table(OPEN, dimensions=(10, 30))).iloc[:1]
    )
    assert (run(one_cell, seed=2)["difference"] != differences["difference"]).all()


def test_drawing_ends_when_the_difference_is_clear(short):
    # Laplace noise of d / n / epsilon against Gaussian noise: hopeless at 1, hidden at 0.01.
    clear = run(error_table(OPEN, epsilon=1.0)).set_index(["first", "second"])[
        "repetitions"
    ]
    assert clear["Lap", "aGM"] == 500
    assert run(error_table(OPEN))["repetitions"].tolist() == [2000]


def test_prior_runs_have_the_theorems_risks(monkeypatch):
    monkeypatch.setattr(claim_runs, "PRIOR_NUMBERS", 200_000)
    table = claims_prior(seed=1)
    assert table.columns.tolist() == COLUMNS["claims_prior"]
    rows = table[table["dimension"] >= 5]
    for name, risk in {
        "raw": lambda d, w2: d,
        "Bayes": lambda d, w2: d * w2 / (1 + w2),
        # By Stein's identity, with E[1/chi^2_d] = 1/(d - 2).
        "JS": lambda d, w2: d - (d - 2) / (1 + w2),
    }.items():
        simulations = rows[rows["estimator"] == name]
        expected = risk(simulations["dimension"], simulations["prior_variance"])
        score = (simulations["mse"] - expected) / simulations["mse_se"].clip(
            lower=1e-12
        )
        assert score.abs().max() < 4.5
        assert 0.5 < (score[simulations["mse_se"] > 0] ** 2).mean() < 2
    positive = rows[rows["estimator"] == "JS+"]["mse"].to_numpy()
    assert (positive <= rows[rows["estimator"] == "JS"]["mse"].to_numpy()).all()


def norms_of(lon):
    edges = [(k, k + 1) for k in range(len(lon) - 1)]
    graph = Graph(len(lon), edges, lon=np.array(lon), lat=np.zeros(len(lon)))
    table = contributions(graph, bandwidth_m=50, max_trips=5)
    assert table.columns.tolist() == COLUMNS["claims_contributions"]
    return table.set_index(["assignment", "release", "neighbours"])["norm"]


def test_contributions_are_the_norms_of_a_worst_cab():
    # Three junctions near each other and one far away, where a kernel keeps all its mass.
    norms = norms_of([0.0, 0.0003, 0.0006, 0.1])
    for release, norm in (
        ("pick-ups", 5.0),
        ("one map", 10.0),
        ("two maps", 5 * np.sqrt(2)),
    ):
        assert norms["nearest", release, "add or remove"] == pytest.approx(
            norm, rel=1e-12
        )
        assert norms["kernel", release, "add or remove"] == pytest.approx(
            norm, rel=1e-12
        )
        assert norms["nearest", release, "replace"] == pytest.approx(
            np.sqrt(2) * norm, rel=1e-12
        )
    # The other cab at the middle of the three: weights 1, e^-x, e^-x by distance.
    metres = 6_371_000.0 * np.radians(0.0003)
    side = [np.exp(-0.5 * (k * metres / 50) ** 2) for k in (0, 1, 2)]
    ends = np.array(side) / sum(side)
    expected = 5 * np.sqrt(1 + (ends**2).sum())
    assert norms["kernel", "pick-ups", "replace"] == pytest.approx(expected, rel=1e-3)
    # Without the one far away a kernel lowers the norm.
    norms = norms_of([0.0, 0.0003, 0.0006])
    assert norms["kernel", "pick-ups", "add or remove"] < 5
    assert norms["nearest", "pick-ups", "add or remove"] == 5
