"""Result tables: every bit kept, never half written, refused where they are not whole."""

import numpy as np
import pandas as pd
import pytest

from gaussmech.pipeline.files import (
    read_numbers,
    read_provenance,
    write_bytes,
    write_table,
    write_text,
)
from gaussmech.pipeline.tables import COLUMNS, ERRORS, read_table
from tests.pipeline.full_disk import room_for

CALIBRATION = pd.DataFrame(
    {
        "epsilon": [0.1, 1 / 3],
        "delta": [1e-300, 0.1 + 0.2],
        "sensitivity": [5.0, 1.0],
        "mechanism": ["cGM", "aGM"],
        "sigma": [5e-324, 1.7976931348623157e308],
    }
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "calibration.csv"


def test_a_table_comes_back_as_it_was(path):
    write_table(CALIBRATION, path)
    pd.testing.assert_frame_equal(read_table(path, "calibration"), CALIBRATION, check_exact=True)


def test_floats_keep_every_bit(path):
    bits = np.random.default_rng(1).integers(0, 0x7FF0 << 48, 20_000, dtype=np.uint64)
    values = bits.view(float)
    table = pd.concat([CALIBRATION.iloc[:1]] * len(values), ignore_index=True)
    table["sigma"] = values
    write_table(table, path)
    assert (read_table(path, "calibration").sigma.to_numpy().view(np.uint64) == bits).all()


def test_the_same_table_is_the_same_bytes(path, tmp_path):
    write_table(CALIBRATION, path)
    write_table(read_table(path, "calibration"), tmp_path / "again.csv")
    assert path.read_bytes() == (tmp_path / "again.csv").read_bytes()
    assert b"\r" not in path.read_bytes()


def test_folders_are_made_and_old_tables_replaced(tmp_path):
    path = tmp_path / "new" / "folder" / "table.csv"
    write_text("old", path)
    write_text("é\n", path)
    assert path.read_bytes() == "é\n".encode()
    assert [p.name for p in path.parent.iterdir()] == ["table.csv"]
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_disk_that_fills_names_the_file(path):
    with room_for(1000), pytest.raises(OSError, match=r"File too large: .*calibration\.csv"):
        write_text("x" * 100_000, path)


def test_text_that_cannot_be_encoded_changes_nothing(path):
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_text("x" * 100_000 + "\ud800", path)
    assert [p.read_text() for p in path.parent.iterdir()] == ["old"]


def test_a_table_cut_off_inside_a_line_is_refused(path):
    write_table(CALIBRATION, path)
    whole = path.read_bytes()
    head, first = (end + 1 for end, byte in enumerate(whole) if byte == 10 and end + 1 < len(whole))
    for size in [
        0,
        5,
        head - 1,
        head,
        head + 3,
        first - 1,
        first + 2,
        len(whole) - 2,
        len(whole) - 1,
    ]:
        path.write_bytes(whole[:size])
        with pytest.raises(ValueError, match=r"calibration\.csv.*delete it and run again"):
            read_table(path, "calibration")


@pytest.mark.parametrize(
    "content, message",
    [
        (b"", "No columns"),
        (b"a,b\n1,2\n", "has the columns a, b instead of epsilon, delta, sensitivity"),
        (b"epsilon,delta,sensitivity,mechanism\n1,1,1,a\n", "instead of .*sigma"),
        (b"epsilon,delta,sensitivity,mechanism,sigma,more\n1,1,1,a,1,1\n", "columns .*more"),
        (b"delta,epsilon,sensitivity,mechanism,sigma\n1,1,1,a,1\n", "columns delta, epsilon"),
        (b"epsilon,delta,sensitivity,mechanism,sigma\n", "holds no rows"),
        (b"epsilon,delta,sensitivity,mechanism,sigma\n1,1,1,a\n", "unfinished row"),
        (b"epsilon,delta,sensitivity,mechanism,sigma\n1,1,1,a,1\n1,1,1,a,1,1\n", "line 3"),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", ""),
    ],
)
def test_what_is_no_such_table_is_refused_by_its_name(path, content, message):
    path.write_bytes(content)
    with pytest.raises(ValueError, match=rf"(?s)calibration\.csv.*{message}.*not the table 'calib"):
        read_table(path, "calibration")


def test_a_missing_table_is_a_missing_file(path):
    with pytest.raises(FileNotFoundError, match=r"calibration\.csv"):
        read_table(path, "calibration")


def test_a_table_of_maps_has_a_column_a_method(tmp_path):
    path = tmp_path / "draw.csv"
    draw = pd.DataFrame(
        {"hour": [0], "junction": [1], "epsilon": [0.5], "truth": [2.0], "aGM": [3.5]}
    )
    write_table(draw, path)
    pd.testing.assert_frame_equal(read_table(path, "heatmap_draw"), draw)
    write_table(draw.drop(columns="truth"), path)
    with pytest.raises(ValueError, match=r"columns hour, junction, epsilon, aGM instead of"):
        read_table(path, "heatmap_draw")


def test_the_table_of_a_sweep_has_a_column_more_for_each_key(tmp_path):
    path = tmp_path / "sweep_calibration.csv"
    # The swept key stands for the table's own column.
    own = CALIBRATION.drop(columns="sensitivity")
    swept = own.copy()
    swept.insert(0, "calibration.sensitivity", [5.0, 1.0])
    write_table(swept, path)
    pd.testing.assert_frame_equal(read_table(path, "sweep_calibration"), swept)
    write_table(swept.drop(columns="sigma"), path)
    with pytest.raises(ValueError, match="instead of .*sigma"):
        read_table(path, "sweep_calibration")


def test_a_table_may_be_empty_where_no_claim_is_open(path):
    write_text(",".join(COLUMNS["claims_differences"]) + "\n", path)
    assert len(read_table(path, "claims_differences")) == 0


def test_every_table_names_its_columns_once():
    for columns in (COLUMNS | ERRORS).values():
        assert len(columns) == len(set(columns)) > 0


@pytest.mark.parametrize("text, message", [("{", "is damaged"), ("[]", "damaged"), ("{}", "lacks")])
def test_a_provenance_that_is_not_whole_is_refused(tmp_path, text, message):
    path = tmp_path / "provenance.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=rf"provenance\.json.*{message}.*delete it and run again"):
        read_provenance(path)


def test_numbers_are_written_one_after_the_other_and_counted(tmp_path):
    path = tmp_path / "numbers.bin"
    write_bytes((np.full(k, k / 3) for k in (1, 2, 3)), path)
    found = read_numbers(path, 6)
    assert found.tolist() == [1 / 3, 2 / 3, 2 / 3, 1, 1, 1]
    assert [entry.name for entry in tmp_path.iterdir()] == ["numbers.bin"]
    for count in (5, 7):
        with pytest.raises(ValueError, match=f"holds 48 bytes, not {8 * count}; delete it"):
            read_numbers(path, count)
