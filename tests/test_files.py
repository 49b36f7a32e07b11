"""Files that appear whole or not at all, and in which order."""

import os
from unittest.mock import DEFAULT, Mock

import pytest

from gaussmech import _files


@pytest.fixture
def contents(tmp_path):
    return {tmp_path / name: name.encode() for name in ("a", "b", "c")}


def test_of_new_files_the_first_appears_last_and_all_or_none(
    contents, tmp_path, monkeypatch
):
    link = Mock(wraps=os.link, side_effect=[DEFAULT, DEFAULT, OSError(28, "full")])
    monkeypatch.setattr(_files.os, "link", link)
    with pytest.raises(OSError, match="full"):
        _files.write_new_files(contents)
    assert [call.args[1] for call in link.call_args_list] == [*contents][::-1]
    assert os.listdir(tmp_path) == []
    monkeypatch.undo()
    _files.write_new_files(contents)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == contents


def test_what_stands_there_is_not_replaced(contents, tmp_path):
    (tmp_path / "b").write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        _files.write_new_files(contents)
    with pytest.raises(ValueError, match="--x: cannot write .*b'.*nothing was written"):
        _files.check_new_files("--x", contents)
    assert os.listdir(tmp_path) == ["b"]
    assert (tmp_path / "b").read_bytes() == b"mine"


def test_a_file_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    path = tmp_path / "a"
    is_there = []
    monkeypatch.setattr(_files.os, "fsync", lambda _: is_there.append(path.exists()))
    with _files.whole_file(path) as file:
        file.write(b"new")
    path.unlink()
    _files.replace_file(path, b"new")
    assert is_there == [False, False]
