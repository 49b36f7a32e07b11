"""A job's log: its progress, and its error in one line."""

import logging
import os
import re
import subprocess
import sys
import time
from types import SimpleNamespace

import numpy
import pytest

from gaussmech.paper.pipeline import jobs
from gaussmech.paper.pipeline.jobs import FAILED, MESSAGES, failures, job
from tests.paper.pipeline.conftest import ROOT
from tests.paper.pipeline.full_disk import room_for


@pytest.fixture
def log(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    yield tmp_path / "results/quick/logs/compute_x/epsilon-0.1.log"
    assert logging.getLogger("gaussmech").handlers == []


def test_a_log_has_what_its_job_says(log):
    with job(log):
        logging.getLogger("gaussmech.paper.city").warning("no trips")
    assert log.read_text() == "WARNING: no trips\n"


def test_a_job_whose_code_was_edited_fails_and_a_new_time_stamp_alone_is_no_edit(
    log, monkeypatch
):
    edited = log.parents[2] / "edited.py"
    edited.parent.mkdir(parents=True)
    edited.write_text("x = 1\n")
    monkeypatch.setitem(jobs.SOURCES, str(edited), jobs._digest(edited))
    module = SimpleNamespace(__file__=str(edited))
    monkeypatch.setitem(sys.modules, "gaussmech.edited", module)
    with job(log):
        os.utime(edited, (2e9, 2e9))
    assert log.read_text() == ""
    with pytest.raises(SystemExit), job(log):
        edited.write_text("x = 2\n")
    assert re.match(
        r"ERROR: .*/edited\.py was edited while this job was", log.read_text()
    )
    with pytest.raises(SystemExit), job(log):
        edited.unlink()
    assert "edited.py was edited" in log.read_text()


def test_the_library_itself_is_watched_and_numeric_packages_have_their_versions():
    assert jobs.SOURCES[jobs.__file__] == jobs._digest(jobs.__file__)
    assert jobs.library_versions()["numpy"] == numpy.__version__


def test_every_job_that_computes_is_run_again_for_other_versions():
    """Snakemake compares the parameters of a job with those that made its outputs."""
    rules = "".join(
        path.read_text() for path in (ROOT / "workflow/rules").glob("*.smk")
    )
    parameters = re.findall(r"^ +params:\n((?: +\w+=.*\n)+)", rules, re.MULTILINE)
    computing = [
        lines for lines in parameters if re.search(r"^ +(settings|seed)=", lines, re.M)
    ]
    assert len(computing) > 10
    assert [lines for lines in computing if "versions=VERSIONS" not in lines] == []


@pytest.mark.parametrize(
    "error, line",
    [
        (ValueError("it is -1;\n allowed are > 0"), "it is -1; allowed are > 0"),
        (ValueError(), "ValueError"),
        (KeyError("x"), "KeyError: 'x' (a defect: please report it)"),
    ],
)
def test_an_error_is_one_line_and_its_place_stays_in_the_log(log, error, line):
    begun = time.time() - 1
    with pytest.raises(SystemExit) as ended, job(log):
        raise error
    assert ended.value.code == FAILED
    results = log.parents[2]
    name = "compute_x epsilon-0.1"
    assert list(failures(results, begun)) == [(name, line, log)]
    # A job that failed in an earlier run is no failure of this one.
    assert list(failures(results, time.time() + 60)) == []
    assert (
        log.read_text().startswith(f"ERROR: {line}\nINFO: ")
        and "Traceback" in log.read_text()
    )


def test_a_job_that_died_is_a_failure_told_by_its_last_line(log):
    MESSAGES.mkdir(parents=True)
    end = "it ended with exit status 137: bash: Killed"
    messages = MESSAGES / "tmp1.compute_x.py.messages"
    # The others are at work, or were killed with their shell.
    (MESSAGES / "tmp2.compute_x.py.messages").write_text("a warning\n")
    (MESSAGES / "tmp3.compute_x.py.messages").write_text("")
    messages.write_text(f"Traceback\n\n{end}\n")
    results = log.parents[2]
    assert list(failures(results, 0)) == [("compute_x", end, messages)]
    assert list(failures(results, time.time() + 60)) == []


@pytest.mark.parametrize(
    "status, kept", [(0, False), (3, False), (130, False), (1, True), (127, True)]
)
def test_the_shell_of_a_job_keeps_what_it_prints_only_if_it_died(log, status, kept):
    MESSAGES.mkdir(parents=True)
    program = MESSAGES.absolute() / "tmp1.compute_x.py"
    program.write_text(f"echo hello >&2; echo bad >&2; exit {status}\n")
    command = f"source {ROOT / 'workflow/job.sh'};  bash '{program}'"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (status, "")
    messages = MESSAGES / "tmp1.compute_x.py.messages"
    assert messages.exists() == kept
    if kept:
        lines = ["hello", "bad", "", f"it ended with exit status {status}: bad"]
        assert messages.read_text().splitlines() == lines


def test_a_job_that_the_user_stops_is_no_failure(log):
    with pytest.raises(SystemExit) as ended, job(log):
        raise KeyboardInterrupt
    assert ended.value.code == 130 and "Traceback" not in log.read_text()
    assert list(failures(log.parents[2], 0)) == []


def test_a_log_that_cannot_be_written_is_told_in_one_line(log):
    log.parents[1].mkdir(parents=True)
    log.parent.write_text("a file")
    with (
        pytest.raises(SystemExit, match="^compute_x epsilon-0.1: .*compute_x"),
        job(log),
    ):
        pytest.fail("the body must not run")


def test_on_a_full_disk_the_error_is_told_all_the_same(log):
    # Python prints these words when it ends.
    words = "^compute_x epsilon-0.1: no space for a.csv$"
    with room_for(0), pytest.raises(SystemExit, match=words), job(log):
        raise OSError("no space for a.csv")


@pytest.mark.parametrize(
    "number, seconds, weights, lines, first, end",
    [
        (1000, 0.0019, {}, [0], "", ""),
        # Ever more seldom.
        (
            1000,
            1.0,
            {},
            range(60, 111),
            "INFO: 2 of 1000, 0 % of the work",
            "% of the work",
        ),
        (
            4,
            10.0,
            {3: 7},
            [4],
            "INFO: 1 of 4, 10 % of the work",
            "4 of 4, 100 % of the work",
        ),
    ],
)
def test_long_work_says_how_far_it_is(
    log, monkeypatch, number, seconds, weights, lines, first, end
):
    now = [0.0]
    monkeypatch.setattr(jobs.time, "monotonic", lambda: now[0])
    with job(log) as progress:
        for index, item in enumerate(
            progress(range(number), weight=lambda k: weights.get(k, 1))
        ):
            assert item == index
            now[0] += seconds
    messages = log.read_text().splitlines()
    assert (
        len(messages) in lines
        and (messages or [""])[0] == first
        and (messages or [""])[-1].endswith(end)
    )
