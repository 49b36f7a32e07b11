"""Jobs that an executor starts elsewhere, by a submit command."""

import pandas as pd
import pytest

pytestmark = pytest.mark.pipeline

BY_BASH = (
    "--executor",
    "cluster-generic",
    "--cluster-generic-submit-cmd",
    "bash",
    "--jobs",
    "1",
    "--seconds-between-status-checks",
    "1",
)
TWO_KEYS = {
    "run": "two",
    "histogram": {"epsilons": [1.0], "dimensions": [10], "repetitions": 2},
    "sweep": {"histogram.delta": [0.01], "histogram.sample_size": [100, 200]},
}


def test_a_sweep_of_two_keys_runs_by_a_submit_command_as_it_does_here(another):
    goal = "results/two/data/sweep_histogram.csv"
    output = another.check_output(*BY_BASH, goal, overlay=TWO_KEYS, cores=None)
    assert "Provided remote nodes: 1" in output, output
    elsewhere = another.tables("two")["sweep_histogram.csv"]
    table = pd.read_csv(another.folder / goal)
    assert list(table.columns[:2]) == ["histogram.delta", "histogram.sample_size"]
    assert sorted(set(table["histogram.sample_size"])) == [100, 200]
    here = TWO_KEYS | {"run": "here"}
    another.check_output("results/here/data/sweep_histogram.csv", overlay=here)
    assert another.tables("here")["sweep_histogram.csv"] == elsewhere
