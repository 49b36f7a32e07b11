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

CLEAR = {"Lap": 1.0, "cGM": 9.0, "aGM": 3.0, "aGM-JS": 4.0, "aGM-TH": 2.0}
OPEN = CLEAR | {"Lap": 3.0}


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(module, "MOST_REPETITIONS", 2000)


def error_table(levels, dimensions=(10,), epsilon=0.01):
    rows = [
        (epsilon, 1e-4, 500, d, method, 100, level, 0.01, 0.1)
        for d in dimensions
        for method, level in levels.items()
    ]
    return pd.DataFrame(rows, columns=COLUMNS["histogram"])


def run(table, noise=0.1, repetitions=100):
    """Return paired runs where the repetitions of the experiment have this noise by method."""
    means = table.pivot(index=module.CELL, columns="method", values="error_mean")
    runs = means.loc[means.index.repeat(repetitions)].reset_index()
    runs.insert(4, "repetition", runs.groupby("dimension").cumcount())
    # Noise of the same mean, 0, and of its own by method.
    for k, method in enumerate(means, start=1):
        runs[method] += noise * np.cos(2 * np.pi * k * runs["repetition"] / 100)
    return claims_differences({"histogram": table}, {"histogram": runs}, seed=1)


def test_differences_of_the_same_noise_may_decide_what_the_means_do_not():
    (row,) = run(error_table(CLEAR | {"Lap": 2.99}), noise=0.001).itertuples()
    assert (row.first, row.second, row.repetitions) == ("Lap", "aGM", 100)
    assert row.difference == pytest.approx(0.01)
    # The variance of a cosine is 1/2, and both methods have one.
    assert row.difference_se == pytest.approx(0.001 / np.sqrt(99))


CELL = (0.01, 1e-4, 500, 10)


@pytest.mark.parametrize(
    "gap, cells",
    [(0.0599, [CELL]), (0.0601, []), (-0.0599, [CELL])],
    ids=["just less", "just more", "negative"],
)
def test_a_cell_is_open_within_three_standard_errors(gap, cells):
    table = error_table(CLEAR | {"Lap": 3.0 - gap})
    assert undecided(table, "Lap", "aGM") == cells
    assert undecided(table, "Lap", "none") == []


def test_only_open_cells_are_run(tmp_path):
    # Also through a file.
    write_table(run(error_table(CLEAR)), tmp_path / "claims_differences.csv")
    assert read_table(tmp_path / "claims_differences.csv", "claims_differences").empty


def test_differences_have_the_expected_value_whatever_cells_stand_beside():
    differences = run(error_table(OPEN, dimensions=(10, 30)))
    # E|Z| of the noise of a histogram; the histogram itself does not matter.
    laplace = 2 / 500 / 0.01
    sigma = analytic_gaussian_sigma(0.01, 1e-4, np.sqrt(2) / 500)
    for row, d in zip(differences.itertuples(), (10, 30), strict=True):
        assert (row.first, row.second, row.dimension) == ("Lap", "aGM", d)
        expected = d * (sigma * np.sqrt(2 / np.pi) - laplace)
        assert abs(row.difference - expected) <= 4 * row.difference_se
    # Drawing ends when the difference is clear, and this one is hidden.
    assert (differences["repetitions"] == 2000).all()
    # A single repetition decides nothing.
    alone = run(error_table(OPEN), repetitions=1)
    pd.testing.assert_frame_equal(alone, differences.iloc[:1])
    clear = run(error_table(OPEN, epsilon=1.0)).set_index(["first", "second"])
    assert clear["repetitions"]["Lap", "aGM"] == 500
