"""Statistics over repetitions: of the right rows, to the same bits however they were computed."""

import itertools

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments.error_tables import error_table, map_error_table
from gaussmech.paper.experiments.histogram import histogram
from gaussmech.paper.experiments.mean_estimation import mean_estimation
from gaussmech.paper.pipeline.config_reader import repetition_blocks
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.tables import read_table

SETTINGS = {
    "seed": 1,
    "epsilon": 0.3,
    "delta": 1e-5,
    "sample_size": 30,
    "dimensions": [3, 40],
    "methods": ["aGM", "aGM-JS", "zero"],
}
# The errors of two methods in three repetitions: means 3 and 6, variances 7 and 12.
DRAWS = np.array([[1.0, 4.0], [2.0, 4.0], [6.0, 10.0]])


def test_statistics_are_those_of_the_repetitions():
    errors = pd.DataFrame(
        {"dimension": np.repeat([10, 20], 3), "repetition": [0, 1, 2] * 2}
    )
    errors[["a", "b"]] = np.vstack([DRAWS, 10 * DRAWS])
    table = error_table(errors)
    std = np.sqrt([7, 12, 700, 1200])
    np.testing.assert_allclose(table["error_mean"], [3, 6, 30, 60], rtol=1e-15)
    np.testing.assert_allclose(table["error_std"], std, rtol=1e-15)
    np.testing.assert_allclose(table["error_se"], std / np.sqrt(3), rtol=1e-15)


@pytest.mark.parametrize(
    "values, std",
    [
        ([0.1] * 10, 0),
        ([0.3, 0.1 + 0.2, 0.3], 0),
        ([0.0, 0.0], 0),
        ([3.0], np.nan),
        # Doubles near 1e6 are 1e-10 apart.
        ([1e6, 1e6 + 1e-5, 1e6 + 2e-5], 1e-5),
    ],
)
def test_a_spread_that_is_rounding_is_0_and_of_one_repetition_there_is_none(
    values, std
):
    cell = {"dimension": 10, "repetition": range(len(values)), "aGM": values}
    row = error_table(pd.DataFrame(cell)).iloc[0]
    np.testing.assert_allclose(row["error_std"], std, rtol=1e-4)
    np.testing.assert_allclose(row["error_se"], std / len(values) ** 0.5, rtol=1e-4)


@pytest.mark.parametrize("experiment", [mean_estimation, histogram])
@pytest.mark.parametrize("blocks", [1, 2, 7, 23])
def test_any_blocks_in_any_order_give_the_same_bits(experiment, blocks, tmp_path):
    whole = pd.DataFrame(experiment(repetitions=23, **SETTINGS))
    parts = []
    for first, last in reversed(repetition_blocks(23, blocks)):
        part = experiment(repetitions=range(first, last + 1), **SETTINGS)
        # Through a file, as between the jobs of the workflow.
        write_table(part, tmp_path / "part.csv")
        parts.append(read_table(tmp_path / "part.csv", "histogram_errors"))
    table = error_table(pd.concat(parts))
    assert table.equals(error_table(whole))


@pytest.mark.parametrize(
    "repetitions, blocks", [(1, 1), (10, 1), (10, 3), (10, 10), (1000, 7)]
)
def test_blocks_divide_the_repetitions_evenly(repetitions, blocks):
    ranges = [
        range(first, last + 1) for first, last in repetition_blocks(repetitions, blocks)
    ]
    assert list(itertools.chain(*ranges)) == list(range(repetitions))
    sizes = [len(block) for block in ranges]
    assert len(sizes) == blocks
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(
    "repetitions",
    [[0, 1], [0, 2], [0, 1, 1], [0, 1, 2, 2]],
    ids=["one too few", "a gap", "one twice", "one too many"],
)
def test_dimensions_of_other_repetitions_are_refused(repetitions):
    errors = pd.DataFrame({"dimension": 20, "repetition": repetitions})
    whole = pd.DataFrame({"dimension": 10, "repetition": [0, 1, 2]})
    message = rf"dimension 20: .* 3 repetitions; {len(repetitions)} rows"
    with pytest.raises(ValueError, match=message):
        error_table(pd.concat([whole, errors]).assign(aGM=1.0))


def test_a_method_that_was_left_out_at_an_epsilon_has_no_row_there():
    errors = pd.DataFrame(
        {"epsilon": [0.1, 0.1, 0.5, 0.5], "repetition": [0, 1, 0, 1], "a": 1.0}
    )
    errors["b"] = [np.nan, np.nan, 2.0, 4.0]
    table = error_table(errors)
    assert list(zip(table["epsilon"], table["method"], strict=True)) == [
        (0.1, "a"),
        (0.5, "a"),
        (0.5, "b"),
    ]
    assert table["error_mean"].tolist() == [1.0, 1.0, 3.0]


def test_maps_state_the_noise_of_each_method_and_whether_it_uses_the_truth():
    errors = pd.DataFrame(index=range(3)).assign(
        hour=8, epsilon=0.5, delta=1e-6, sensitivity=5.0, source="files"
    )
    errors[["sigma", "classical_sigma"]] = 40.0, 50.0
    errors["repetition"] = range(3)
    methods = ["aGM-trend-oracle", "cGM", "zero"]
    errors[methods] = np.column_stack([DRAWS, np.full(3, 7.0)])
    table = map_error_table(errors)
    assert table["sigma"].tolist() == [40.0, 50.0, 0.0]
    assert table["uses_truth"].tolist() == [True, False, False]
