"""The quick run against the committed tables, cell by cell."""

import pandas as pd

from tools.compare_reference import TABLES, compare, differences, read_table
from tools.processors import compare_tables


def test_a_cell_that_moves_is_named():
    table = pd.DataFrame(
        {"method": ["a", "b"], "rmse_mean": [1.0, 2.0], "epsilon": [0.1, 0.2]}
    )
    assert differences(table, table.copy()) == []
    moved = table.assign(rmse_mean=[1.0, 2.0004], epsilon=[0.1, 0.2 * (1 + 1e-8)])
    assert differences(table, moved) == ["row 2, epsilon: 0.200000002 instead of 0.2"]
    assert len(differences(table, table.assign(method=["a", "c"]))) == 1
    assert differences(table, table.iloc[:1]) == ["1 rows instead of 2"]
    assert "columns" in differences(table, table.rename(columns={"method": "m"}))[0]


def test_rounding_noise_beside_the_largest_statistic_is_no_difference():
    table = pd.DataFrame({"error_se": [0.0, 3.0, 1e-17], "delta": [0.1, 1e-200, 0.5]})
    assert differences(table, table.assign(error_se=[1e-17, 3.0, 3e-17])) == []
    assert len(differences(table, table.assign(error_se=[1e-11, 3.0, 0.0]))) == 1
    assert len(differences(table, table.assign(delta=[0.1, 1.1e-200, 0.5]))) == 1


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
