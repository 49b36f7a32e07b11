"""The line about compilation: on a terminal, where nothing is cached, once."""

import sys

import pytest

from gaussmech.graphs._compiling import announce


@pytest.mark.parametrize(
    ("terminal", "cached", "count"),
    [(True, False, 1), (True, True, 0), (False, False, 0)],
)
def test_it_is_said_where_it_helps(
    terminal, cached, count, tmp_path, monkeypatch, caplog
):
    announce.cache_clear()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    if cached:
        (tmp_path / "module").mkdir()
        (tmp_path / "module" / "kernel.nbi").touch()
    announce()
    announce()
    # Logged, not printed: a job of the workflow has it in its log, not in the bar of the terminal.
    assert sum("compiling" in message for message in caplog.messages) == count
    announce.cache_clear()
