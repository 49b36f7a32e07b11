"""The quick run against the committed tables, cell by cell."""

import pandas as pd
import pytest

from tools.compare_reference import TABLES, compare, differences, read_table
from tools.processors import compare_tables

TABLE = pd.DataFrame(
    {
        "method": ["a", "b", "c"],
        "rmse_mean": [1.0, 2.0, 3.0],
        "error_se": [0.0, 3.0, 1e-17],
        "epsilon": [0.1, 0.2, 1e-200],
    }
)


@pytest.mark.parametrize(
    "changes, lines",
    [
        ({"rmse_mean": [1.0, 2.0004, 3.0]}, []),
        # Rounding noise beside the largest statistic.
        ({"error_se": [1e-17, 3.0, 3e-17]}, []),
        ({"error_se": [1e-11, 3.0, 0.0]}, ["row 1, error_se: 1e-11 instead of 0.0"]),
        (
            {"epsilon": [0.1, 0.2 * (1 + 1e-8), 1.1e-200]},
            [
                "row 2, epsilon: 0.200000002 instead of 0.2",
                "row 3, epsilon: 1.1e-200 instead of 1e-200",
            ],
        ),
        ({"method": ["a", "b", "x"]}, ["row 3, method: x instead of c"]),
    ],
)
def test_a_cell_that_moves_is_named(changes, lines):
    assert differences(TABLE, TABLE.assign(**changes)) == lines


def test_a_table_of_another_shape_is_named():
    assert differences(TABLE, TABLE.iloc[:1]) == ["1 rows instead of 3"]
    assert "columns" in differences(TABLE, TABLE.rename(columns={"method": "m"}))[0]


def test_a_verdict_that_flips_is_named(tmp_path):
    claims = read_table(TABLES / "claims.csv")
    flipped = claims["verdict"].replace("refuted", "holds")
    claims.assign(verdict=flipped).to_csv(tmp_path / "claims.csv", index=False)
    lines = compare(tmp_path)["claims"]
    assert any("verdict: holds instead of refuted" in line for line in lines)


def test_solved_maps_have_a_tolerance_of_their_own_between_processors(tmp_path):
    for name, factor in (("normal", 1), ("other", 1 + 1e-5)):
        (tmp_path / name).mkdir()
        table = pd.DataFrame({"released": [0.5 * factor, 1.0]})
        for stem in ("heatmap_draw", "gdp"):
            table.to_csv(tmp_path / name / f"{stem}.csv", index=False)
    lines = compare_tables(tmp_path / "normal", tmp_path / "other")
    assert lines == {"gdp": ["row 1, released: 0.500005 instead of 0.5"]}
