"""A job's log, its progress on a terminal and elsewhere, and its errors in one line."""

import errno
import io
import logging
import os
import pty
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from gaussmech.pipeline import jobs
from gaussmech.pipeline.jobs import job, progress

ROOT = Path(__file__).parents[2]


@pytest.fixture
def log(tmp_path):
    return tmp_path / "results/logs/compute_x/epsilon-0.1.log"


def test_an_expected_error_is_one_line_in_the_log(log):
    with pytest.raises(SystemExit) as end, job(log):
        raise ValueError("epsilon is -1; allowed are numbers > 0")
    assert end.value.code == 1
    assert log.read_text() == "ERROR: epsilon is -1; allowed are numbers > 0\n"
    assert logging.getLogger("gaussmech").handlers == []


def test_a_defect_keeps_its_traceback(log):
    with pytest.raises(KeyError), job(log):
        raise KeyError("x")
    assert "a defect" in log.read_text() and "Traceback" in log.read_text()


def test_a_log_that_cannot_be_written_is_told_in_one_line(tmp_path):
    (tmp_path / "logs").write_text("a file")
    with (
        pytest.raises(SystemExit, match="^compute_x: .*logs"),
        job(tmp_path / "logs/compute_x.log"),
    ):
        pytest.fail("the body must not run")


def test_on_a_full_disk_the_error_is_told_all_the_same(log, monkeypatch, capsys):
    def full(self, record):
        try:
            raise OSError(errno.ENOSPC, "No space left on device")
        except OSError:
            self.handleError(record)

    monkeypatch.setattr(logging.FileHandler, "emit", full)
    with pytest.raises(SystemExit), job(log):
        raise OSError("no space for a.csv")
    assert capsys.readouterr().err == "compute_x epsilon-0.1: no space for a.csv\n"


class Clock:
    """Time that passes where a test says so."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def watched(monkeypatch, seconds, number, **settings):
    clock = Clock()
    monkeypatch.setattr(jobs.time, "monotonic", clock)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    for item in progress(range(number), label="work", **settings):
        assert item in range(number)
        clock.now += seconds
    return sys.stderr.getvalue().splitlines()


def test_short_work_says_nothing(monkeypatch):
    assert watched(monkeypatch, 0.009, 1000) == []


def test_long_work_says_how_far_it_is_ever_more_seldom(monkeypatch):
    lines = watched(monkeypatch, 1.0, 1000)
    assert lines[0] == "work: 10 of 1000, 1% of the work in 00:10, 1.00/s, 16:30 left"
    assert lines[1].startswith("work: 20 of 1000, 2%") and "16:20 left" in lines[1]
    assert 6 <= len(lines) <= 8
    assert 100 / 0.5 <= len(watched(monkeypatch, 60.0, 6000)) <= 100 / 0.5 + 8


def test_the_time_left_follows_the_weights(monkeypatch):
    lines = watched(monkeypatch, 10.0, 4, weight=lambda item: [1, 1, 1, 7][item])
    assert lines[0] == "work: 1 of 4, 10% of the work in 00:10, 0.10/s, 01:30 left"


def test_lines_go_to_the_log_too(log, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(jobs.time, "monotonic", clock)
    with job(log) as follow:
        for _ in partial(follow, weight=lambda item: 2)([1, 2]):
            clock.now += 30
    assert "INFO: 1 of 2, 50% of the work in 00:30" in log.read_text()


def test_a_terminal_shows_a_bar_with_rate_and_time_left(tmp_path):
    script = (
        "import time\n"
        "from gaussmech.pipeline.jobs import job\n"
        f"with job({str(tmp_path / 'logs/compute_x.log')!r}) as progress:\n"
        "    for _ in progress(range(30)):\n"
        "        time.sleep(0.1)\n"
    )
    ours, theirs = pty.openpty()
    done = subprocess.Popen([sys.executable, "-c", script], stderr=theirs, cwd=ROOT)
    os.close(theirs)
    seen = b""
    while True:
        try:
            seen += os.read(ours, 4096)
        except OSError:
            break
    os.close(ours)
    assert done.wait() == 0
    assert b"compute_x:" in seen and b"/s]" in seen and b"<00:0" in seen and b"|" in seen
