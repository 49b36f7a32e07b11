"""Statistics over repetitions: of the right rows, to the same bits however they were computed."""

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments.error_tables import error_table, map_error_table
from gaussmech.paper.experiments.histogram import histogram
from gaussmech.paper.experiments.mean_estimation import mean_estimation
from gaussmech.paper.experiments.summaries import summary
from gaussmech.paper.pipeline.config import repetition_blocks
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.tables import COLUMNS, ERRORS, read_table

SETTINGS = {"seed": 1, "epsilon": 0.3, "delta": 1e-5, "sample_size": 30}
SETTINGS |= {"dimensions": [3, 40], "methods": ["aGM", "aGM-JS", "zero"]}
DRAWS = np.array([[1.0, 4.0], [2.0, 4.0], [6.0, 10.0]])


def test_statistics_are_those_of_the_repetitions():
    errors = pd.DataFrame(
        {"dimension": [10] * 3 + [20] * 3, "repetition": [0, 1, 2] * 2}
    )
    errors[["a", "b"]] = np.vstack([DRAWS, 10 * DRAWS])
    table = error_table(errors)
    assert table["dimension"].tolist() == [10, 10, 20, 20]
    assert table["method"].tolist() == ["a", "b", "a", "b"]
    assert table["repetitions"].tolist() == [3] * 4
    np.testing.assert_allclose(table["error_mean"], [3, 6, 30, 60], rtol=1e-15)
    std = np.sqrt([7, 12, 700, 1200])
    np.testing.assert_allclose(table["error_std"], std, rtol=1e-15)
    np.testing.assert_allclose(table["error_se"], std / np.sqrt(3), rtol=1e-15)


@pytest.mark.parametrize("values", [[0.1] * 10, [0.3, 0.1 + 0.2, 0.3], [0.0, 0.0]])
def test_an_error_that_is_constant_but_for_rounding_has_standard_error_0(values):
    row = summary("error", np.array(values))
    assert row["error_se"] == row["error_std"] == 0


def test_a_small_spread_that_is_no_rounding_is_kept_and_one_repetition_has_none():
    values = 1e6 + 1e-5 * np.arange(3.0)
    np.testing.assert_allclose(summary("error", values)["error_std"], 1e-5, rtol=1e-4)
    assert np.isnan(summary("error", np.array([3.0]))["error_std"])


@pytest.mark.parametrize("experiment", [mean_estimation, histogram])
@pytest.mark.parametrize("blocks", [1, 2, 7, 23])
def test_any_blocks_in_any_order_give_the_same_bits(experiment, blocks, tmp_path):
    whole = pd.DataFrame(experiment(repetitions=23, **SETTINGS))
    assert list(whole.columns)[:5] == ERRORS["histogram_errors"][:5]
    parts = []
    for first, last in reversed(repetition_blocks(23, blocks)):
        part = experiment(repetitions=range(first, last + 1), **SETTINGS)
        # Through a file, as between the jobs of the workflow.
        write_table(part, tmp_path / "part.csv")
        parts.append(read_table(tmp_path / "part.csv", "histogram_errors"))
    table = error_table(pd.concat(parts), repetitions=23)
    assert (
        table.equals(error_table(whole)) and list(table.columns) == COLUMNS["histogram"]
    )


@pytest.mark.parametrize(
    "repetitions, blocks", [(1, 1), (10, 1), (10, 3), (10, 10), (1000, 7)]
)
def test_blocks_divide_the_repetitions_evenly(repetitions, blocks):
    ranges = repetition_blocks(repetitions, blocks)
    assert [r for a, b in ranges for r in range(a, b + 1)] == list(range(repetitions))
    sizes = [b - a + 1 for a, b in ranges]
    assert len(sizes) == blocks and max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(
    "keep", [[0, 1], [0, 2], [0, 1, 1], [0, 1, 2, 2], [1, 2, 3], []]
)
def test_a_repetition_too_few_or_too_many_is_refused(keep):
    errors = pd.DataFrame({"dimension": 10, "repetition": [0, 1, 2], "aGM": 1.0})
    other = pd.DataFrame({"dimension": 20, "repetition": keep, "aGM": 1.0})
    if keep:
        with pytest.raises(
            ValueError, match=rf"dimension 20: .* 3 repetitions; {len(keep)} rows"
        ):
            error_table(pd.concat([errors, other]))
    with pytest.raises(ValueError, match="dimension 10: .* 4 repetitions; 3 rows"):
        error_table(errors, repetitions=4)


def test_maps_tell_sigma_and_the_truth_of_each_method():
    errors = pd.DataFrame(
        {"hour": 8, "epsilon": 0.5, "delta": 1e-6, "sensitivity": 5.0}, range(3)
    )
    errors = errors.assign(
        sigma=40.0, classical_sigma=50.0, source="files", repetition=range(3)
    )
    errors[["aGM-trend-oracle", "cGM", "zero"]] = np.insert(DRAWS, 2, 7.0, axis=1)
    table = map_error_table(errors)
    assert list(table.columns) == COLUMNS["heatmap"]
    assert table["method"].tolist() == ["aGM-trend-oracle", "cGM", "zero"]
    assert table["sigma"].tolist() == [40.0, 50.0, 0.0]
    assert table["uses_truth"].tolist() == [True, False, False]
    np.testing.assert_allclose(table["rmse_mean"], [3, 6, 7], rtol=1e-15)
    assert set(table["repetitions"]) == {3} and set(table["source"]) == {"files"}
