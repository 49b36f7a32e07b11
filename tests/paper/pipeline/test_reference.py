"""The quick run against the committed tables, cell by cell."""

import pandas as pd
import pytest

from tools.compare_reference import TABLES, compare, differences


@pytest.mark.pipeline
@pytest.mark.xdist_group("finished")
def test_the_quick_run_gives_the_reference_tables(finished):
    assert len(list(TABLES.glob("*.csv"))) > 15
    moved = compare(finished.folder / "results/quick/data")
    report = [f"{name}: {line}" for name, lines in moved.items() for line in lines]
    assert not report, "\n".join([*report, "if that is meant: make reference, and read the diff"])


def test_a_cell_that_moves_is_named():
    table = pd.DataFrame({"method": ["a", "b"], "rmse_mean": [1.0, 2.0], "epsilon": [0.1, 0.2]})
    assert differences(table, table.copy()) == []
    moved = table.assign(rmse_mean=[1.0, 2.0004], epsilon=[0.1, 0.2 * (1 + 1e-8)])
    assert differences(table, moved) == ["row 2, epsilon: 0.200000002 instead of 0.2"]
    assert len(differences(table, table.assign(method=["a", "c"]))) == 1
    assert differences(table, table.iloc[:1]) == ["1 rows instead of 2"]
    assert "columns" in differences(table, table.rename(columns={"method": "m"}))[0]
