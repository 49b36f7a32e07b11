"""A job's log: its progress, its cost, and its error in one line."""

import errno
import logging
import re

import pytest

from gaussmech.pipeline import jobs
from gaussmech.pipeline.jobs import job


@pytest.fixture
def log(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path / "results/quick/logs/compute_x/epsilon-0.1.log"


def test_a_log_has_what_its_job_says(log):
    with job(log):
        logging.getLogger("gaussmech.streets").warning("no trips")
    assert log.read_text() == "WARNING: no trips\n"
    assert logging.getLogger("gaussmech").handlers == []


def test_a_job_whose_code_was_edited_meanwhile_fails(log, monkeypatch):
    monkeypatch.setattr(jobs, "BEGAN", 0.0)
    with pytest.raises(SystemExit), job(log):
        pass
    assert re.match(r"ERROR: .*gaussmech/.*\.py was edited while this job was", log.read_text())


def test_an_expected_error_is_one_line_and_its_place_stays_in_the_log(log):
    with pytest.raises(SystemExit) as end, job(log):
        raise ValueError("epsilon is -1;\n allowed are numbers > 0")
    assert end.value.code == 1
    text = log.read_text()
    assert text.startswith("ERROR: epsilon is -1; allowed are numbers > 0\nINFO: ")
    assert "Traceback" in text and "defect" not in text
    assert logging.getLogger("gaussmech").handlers == []


def test_a_defect_is_called_one(log):
    with pytest.raises(KeyError), job(log):
        raise KeyError("x")
    assert log.read_text().startswith("ERROR: KeyError: 'x' (a defect: please report it)\n")


def test_a_log_that_cannot_be_written_is_told_in_one_line(log):
    log.parents[1].mkdir(parents=True)
    log.parent.write_text("a file")
    with pytest.raises(SystemExit, match="^compute_x epsilon-0.1: .*compute_x"), job(log):
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
    assert "compute_x epsilon-0.1: no space for a.csv\n" in capsys.readouterr().err


@pytest.fixture
def work(log, monkeypatch):
    """Does items of so many seconds each; returns what the log says of them."""
    now = [0.0]
    monkeypatch.setattr(jobs.time, "monotonic", lambda: now[0])

    def work(number, seconds, **settings):
        with job(log) as progress:
            for done, item in enumerate(progress(range(number), **settings)):
                assert item == done
                now[0] += seconds
        return log.read_text().splitlines()

    return work


def test_short_work_says_nothing(work):
    assert work(1000, 0.0019) == []


def test_long_work_says_how_far_it_is_ever_more_seldom(work):
    lines = work(1000, 1.0)
    assert lines[0] == "INFO: 2 of 1000, 0 % of the work"
    assert 60 <= len(lines) <= 110


def test_the_share_of_the_work_follows_the_weights(work):
    lines = work(4, 10.0, weight=lambda item: [1, 1, 1, 7][item])
    assert lines[0] == "INFO: 1 of 4, 10 % of the work"
    assert lines[-1] == "INFO: 4 of 4, 100 % of the work"
