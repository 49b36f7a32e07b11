"""Repetitions for claims: only of open cells, and the same at any time."""

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments import claims_differences as module
from gaussmech.paper.experiments.claims_differences import (
    claims_differences,
    undecided,
)
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.tables import COLUMNS, read_table
from gaussmech.privacy.calibration import analytic_gaussian_sigma


def error_table(levels, dimensions=(10,), epsilon=0.01):
    rows = [
        (epsilon, 1e-4, 500, d, method, 100, level, 0.01, 0.1)
        for d in dimensions
        for method, level in levels.items()
    ]
    return pd.DataFrame(rows, columns=COLUMNS["histogram"])


def run(table, seed=1, task="histogram"):
    """Paired runs where the experiment's own repetitions decide nothing."""
    return claims_differences(
        {task: table}, {task: repetitions(table, same_noise=False)}, seed=seed
    )


def repetitions(table, same_noise):
    """Return a hundred errors per cell and method, with the mean and deviation of a table."""
    noise = np.random.default_rng(1).standard_normal((len(CLEAR), 100))
    noise -= noise.mean(axis=1, keepdims=True)
    noise /= noise.std(axis=1, ddof=1, keepdims=True)
    means = table.pivot(index=module.CELL, columns="method", values="error_mean")
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
    (row,) = claims_differences(
        {"histogram": table}, {"histogram": runs}, seed=1
    ).itertuples()
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


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(module, "MOST_REPETITIONS", 2000)


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


def test_drawing_ends_when_the_difference_is_clear(short):
    # Laplace noise of d / n / epsilon against Gaussian noise: hopeless at 1, hidden at 0.01.
    clear = run(error_table(OPEN, epsilon=1.0)).set_index(["first", "second"])
    assert clear["repetitions"]["Lap", "aGM"] == 500
    hidden = run(error_table(OPEN))
    assert hidden["repetitions"].tolist() == [2000]


def test_no_cell_is_open_for_a_method_that_is_not_there():
    assert undecided(error_table(OPEN), "Lap", "none") == []
