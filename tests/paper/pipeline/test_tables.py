"""Result tables: every bit kept, refused by name where they are not whole."""

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.pipeline.files import write_table, write_text
from gaussmech.paper.pipeline.reading import read_provenance, read_whole
from gaussmech.paper.pipeline.tables import COLUMNS, read_table
from tests.paper.pipeline.full_disk import room_for

HEAD = "epsilon,delta,sensitivity,mechanism,sigma"
ROWS = [
    [0.1, 1e-300, 5.0, "cGM", 5e-324],
    [1 / 3, 0.1 + 0.2, 1.0, "aGM", 1.7976931348623157e308],
]
CALIBRATION = pd.DataFrame(ROWS, columns=HEAD.split(","))
# As the table of a sweep, in which the swept key stands for the table's own column.
SWEPT = CALIBRATION.rename(columns={"sensitivity": "calibration.sensitivity"})
SWEPT = SWEPT[["calibration.sensitivity", "epsilon", "delta", "mechanism", "sigma"]]
DRAW = pd.DataFrame(
    {"hour": [0], "junction": [1], "epsilon": [0.5], "truth": [2.0], "a": [3.5]}
)
NONE = pd.DataFrame(columns=COLUMNS["claims_differences"])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "calibration.csv"


@pytest.mark.parametrize(
    "name, table",
    [
        ("calibration", CALIBRATION),
        ("sweep_calibration", SWEPT),
        ("heatmap_draw", DRAW),  # a column per method
        ("claims_differences", NONE),  # where no claim is open
    ],
)
def test_a_table_comes_back_as_it_was_and_as_the_same_bytes(path, name, table):
    write_table(table, path)
    before = path.read_bytes()
    result = read_table(path, name)
    pd.testing.assert_frame_equal(
        result, table, check_exact=True, check_dtype=len(table) > 0
    )
    write_table(result, path)
    assert path.read_bytes() == before and b"\r" not in before


def test_floats_keep_every_bit_however_a_table_is_written_and_read(path):
    bits = np.random.default_rng(1).integers(0, 0x7FF0 << 48, 5000, dtype=np.uint64)
    table = pd.DataFrame({"junction": range(5000), "lon": -bits.view(float)})
    table["source"] = 'a "name", quoted'
    write_table(table, path)
    content = path.read_bytes()
    pd.testing.assert_frame_equal(read_whole(path), table, check_exact=True)
    write_table(table.to_dict("records"), path)
    assert path.read_bytes() == content


def test_folders_are_made_files_replaced_or_kept_and_named_where_a_disk_fills(tmp_path):
    path = tmp_path / "new" / "folder" / "table.csv"
    write_text("old", path)
    write_text("é\n", path)
    assert path.read_bytes() == "é\n".encode()
    assert path.stat().st_mode & 0o777 == 0o644
    with pytest.raises(UnicodeEncodeError):
        write_text("x" * 100_000 + "\ud800", path)
    assert [file.read_bytes() for file in path.parent.iterdir()] == ["é\n".encode()]
    with room_for(1000), pytest.raises(OSError, match=r"File too large: .*table\.csv"):
        write_text("x" * 100_000, path)


@pytest.mark.parametrize(
    "name, content, message",
    [
        ("calibration", "", "No columns"),
        ("calibration", f"{HEAD}\n1,1,1,a,1", "unfinished row"),
        (
            "calibration",
            "delta,epsilon,sensitivity,mechanism,sigma\n1,1,1,a,1\n",
            "columns delta",
        ),
        ("calibration", f"{HEAD}\n", "holds no rows"),
        ("calibration", f"{HEAD}\n1,1,1,a\n", "unfinished row"),
        ("calibration", "\x89PNG\r\n\x1a\n\xff\xfe", ""),
        (
            "heatmap_draw",
            "hour,junction,epsilon,aGM\n0,1,1,1\n",
            "epsilon, aGM instead of",
        ),
        (
            "sweep_calibration",
            "calibration.sensitivity,epsilon\n1,1\n",
            "instead of .*sigma",
        ),
    ],
)
def test_what_is_no_such_table_is_refused_by_its_name(path, name, content, message):
    path.write_bytes(content.encode("latin-1"))
    pattern = rf"(?s)calibration\.csv.*{message}.*not the table '{name}"
    with pytest.raises(ValueError, match=pattern):
        read_table(path, name)


@pytest.mark.parametrize(
    "text, message", [("{", "is damaged"), ("[]", "damaged"), ("{}", "lacks")]
)
def test_a_provenance_that_is_not_whole_is_refused(tmp_path, text, message):
    path = tmp_path / "provenance.json"
    path.write_text(text)
    with pytest.raises(
        ValueError, match=rf"provenance\.json.*{message}.*delete it and run again"
    ):
        read_provenance(path)
