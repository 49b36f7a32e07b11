"""Result tables: every bit kept, never half written, refused where they are not whole."""

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gaussmech.pipeline.tables import COLUMNS, DRAFT, is_intact, read_table, write_table, write_text
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


class Interrupted(BaseException):
    pass


@pytest.mark.parametrize("step", ["chmod", "replace"])
@pytest.mark.parametrize("times", [0, 1, 2])
@pytest.mark.parametrize("before", [False, True])
def test_a_write_that_fails_leaves_old_or_new(path, monkeypatch, step, times, before):
    if before:
        write_table(CALIBRATION.iloc[:1], path)
    calls, real = [], getattr(os, step)

    def fail(*args, **kwargs):
        calls.append(args)
        if len(calls) > times:
            raise Interrupted
        return real(*args, **kwargs)

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(Interrupted):
        write_table(CALIBRATION, path)
    monkeypatch.undo()
    # The record is written, then the table, then the record.
    rows = {0: 1, 1: 1, 2: 2}[times] if before or times == 2 else 0
    assert path.exists() == (rows > 0)
    assert not rows or (len(read_table(path, "calibration")) == rows and is_intact(path))
    assert [p for p in path.parent.rglob("*") if p.name.startswith(DRAFT)] == []
    write_table(CALIBRATION, path)
    assert is_intact(path) and len((path.parent / ".sha256" / path.name).read_text().split()) == 1


def test_any_change_of_a_table_is_seen(path):
    write_table(CALIBRATION, path)
    whole = path.read_bytes()
    assert is_intact(path)
    rows = whole.splitlines(keepends=True)
    for other in (
        b"",
        whole[:-1],
        b"".join(rows[:-1]),
        whole + b"\n",
        whole.replace(b"5", b"6", 1),
    ):
        path.write_bytes(other)
        assert not is_intact(path)
    path.write_bytes(whole)
    assert is_intact(path)
    (path.parent / ".sha256" / path.name).unlink()
    assert not is_intact(path)


def test_a_disk_that_fills_names_the_file_and_changes_nothing(path):
    path.write_text("old")
    with room_for(1000), pytest.raises(OSError, match=r"File too large: .*calibration\.csv"):
        write_text("x" * 100_000, path)
    assert [p.read_text() for p in path.parent.iterdir()] == ["old"]


def test_text_that_cannot_be_encoded_changes_nothing(path):
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_text("x" * 100_000 + "\ud800", path)
    assert [p.read_text() for p in path.parent.iterdir()] == ["old"]


def test_nothing_stands_under_the_name_before_all_of_it_does(path, monkeypatch):
    seen, replace = [], os.replace

    def watch(draft, target):
        seen.append((path.exists(), Path(draft).read_text()))
        replace(draft, target)

    monkeypatch.setattr(os, "replace", watch)
    write_text("all of it", path)
    assert seen == [(False, "all of it")]


def test_a_table_cut_off_anywhere_inside_a_line_is_refused(path):
    write_table(CALIBRATION, path)
    whole = path.read_bytes()
    for size in range(len(whole)):
        if not whole[:size].count(b"\n") > 1 or whole[size - 1 : size] != b"\n":
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


def test_every_table_names_its_columns_once():
    for columns in COLUMNS.values():
        assert len(columns) == len(set(columns)) > 0
