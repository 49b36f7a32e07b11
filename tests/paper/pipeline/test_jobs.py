"""A job's log: what it took, its error in one line, and what a dying program prints."""

import logging
import os
import re
import resource
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from snakemake.iocontainers import Params, Wildcards

from gaussmech.paper.pipeline import jobs
from gaussmech.paper.pipeline.jobs import (
    FAILED,
    INTERRUPTED,
    failures,
    job,
    settings_by_epsilon,
)
from gaussmech.paper.pipeline.summary import costs
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from tests.paper.pipeline.conftest import ROOT
from tests.paper.pipeline.full_disk import room_for

DONE = r"INFO: done in (\d+\.\d\d) s, (\d+\.\d\d) s of CPU time, (\d+) MB\n"


class Task:
    """What a job uses of Snakemake's object."""

    def __init__(self, log, *code, **params):
        self.log = [str(log)]
        self.params = Params(toclone=None, fromdict=None)
        for value in code:
            self.params.append(value)
        for name, value in params.items():
            self.params.append(value)
            self.params._add_name(name)
        self.wildcards = Wildcards(
            fromdict={"first": "2", "last": "4", "epsilon": "0.5"}
        )

    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        return value[0] if name == "log" else value


@pytest.fixture
def log(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    yield tmp_path / "results/quick/logs/errors/heatmap/repetitions-0-9.log"
    assert logging.getLogger("gaussmech").handlers == []


def results_of(log):
    return log.parents[3]


def test_a_log_has_what_its_job_says_and_what_it_took(log):
    with job(Task(log)):
        logging.getLogger("gaussmech.paper.city").warning("no trips")
        subprocess.run(["sh", "-c", "echo from a library >&2"], check=True)
    start, end = log.read_text().split("INFO", 1)
    assert start == "WARNING: no trips\nfrom a library\n"
    assert re.fullmatch(DONE, "INFO" + end)
    assert list(failures(results_of(log), 0)) == []


# A process that holds 300 MB, starts another one and waits for it.
PARENT = """
import subprocess, sys
room = bytearray(300_000_000)
room[::4096] = bytes(len(room[::4096]))
subprocess.run([sys.executable, *sys.argv[1:]], check=True)
"""
CHILD = """
import sys, time
time.sleep(1)
import numpy
end = time.process_time() + 2
while time.process_time() < end:
    pass
sys.path.insert(0, {tests!r})
from tests.paper.pipeline.test_jobs import Task, job
with job(Task("results/logs/x.log")):
    pass
"""


def test_the_costs_are_those_of_the_whole_process_and_of_no_other(log):
    command = [sys.executable, "-c", PARENT, "-c", CHILD.format(tests=str(ROOT))]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    wall, cpu, memory = map(
        float, re.fullmatch(DONE, Path("results/logs/x.log").read_text()).groups()
    )
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert 2 < cpu <= spent and wall > cpu + 0.9
    if sys.platform == "linux":
        assert 10 < memory < 300


def test_costs_are_added_up_by_rule(tmp_path):
    lines = {
        "plot/fig1": "1.00 s, 0.50 s of CPU time, 100 MB",
        "errors/heatmap/repetitions-0-9": "2.00 s, 2.00 s of CPU time, 50 MB",
        "sweep/seed-1/errors/heatmap/repetitions-0-9": "4.00 s, 8.00 s of CPU time, 70 MB",
        "fetch_city": "0.10 s, 0.10 s of CPU time, 1 MB",
    }
    for name, line in lines.items():
        path = tmp_path / f"logs/{name}.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"WARNING: x\nINFO: done in {line}\n")
    (tmp_path / "logs/failed.log").write_text("ERROR: no\n")
    (tmp_path / "logs/empty.log").touch()
    assert costs(tmp_path) == [
        ("compute_heatmap", 2, 6.0, 10.0, 4.0, 70.0),
        ("plot", 1, 1.0, 0.5, 1.0, 100.0),
        ("fetch_city", 1, 0.1, 0.1, 0.1, 1.0),
    ]


@pytest.mark.parametrize("moment", ["before", "within"])
@pytest.mark.parametrize("kind", ["code", "own"])
def test_a_job_whose_code_is_edited_fails_by_name(log, monkeypatch, moment, kind):
    monkeypatch.setattr(jobs, "ROOT", log.parents[5])
    edited = log.parents[5] / "edited.py"
    edited.write_text("x = 1\n")
    text = f"edited.py {jobs.content_digest(edited)}"
    task = Task(log, text, "numpy 2.0") if kind == "code" else Task(log, own=[text])
    with job(task):
        os.utime(edited, (2e9, 2e9))
    if moment == "before":
        edited.write_text("x = 2\n")
    with pytest.raises(SystemExit) as ended, job(task):
        edited.write_text("x = 2\n")
    assert ended.value.code == FAILED
    assert log.read_text().startswith(
        "ERROR: edited.py was edited meanwhile; run the same"
    )


@pytest.mark.parametrize(
    "cause, line, is_defect",
    [
        (partial(analytic_gaussian_sigma, -1, 0.5), "epsilon is -1", False),
        (
            Path("no/a.csv").read_bytes,
            "[Errno 2] No such file or directory: 'no/a",
            False,
        ),
        (partial({}.__getitem__, "x"), "KeyError: 'x'", True),
        (partial(int, "x"), "ValueError: invalid literal for int() with base", True),
    ],
)
def test_an_error_is_the_last_line_and_that_of_a_user_the_only_one(
    log, cause, line, is_defect
):
    begun = time.time() - 1
    with pytest.raises(SystemExit) as ended, job(Task(log)):
        cause()
    assert ended.value.code == FAILED
    *others, last_line = log.read_text().splitlines()
    assert last_line.startswith(f"ERROR: {line}")
    assert ("Traceback" in "".join(others)) == is_defect == bool(others)
    assert list(failures(results_of(log), begun)) == [
        (log, last_line.removeprefix("ERROR: "))
    ]
    # A job that failed in an earlier run is no failure of this one.
    assert list(failures(results_of(log), time.time() + 60)) == []


def test_a_job_that_died_is_named_with_what_it_printed_last(log):
    code = (
        f"import os, sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.paper.pipeline.test_jobs import Task, job\n"
        f"with job(Task({str(log)!r})):\n"
        "    os.write(2, b'corrupted heap\\n'); os.kill(os.getpid(), 9)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (-9, "")
    ((path, error),) = failures(results_of(log), 0)
    assert path == log
    assert error == "died or was killed, as when memory is short: corrupted heap"


def test_a_job_that_the_user_stops_is_no_failure(log):
    with pytest.raises(SystemExit) as ended, job(Task(log)):
        raise KeyboardInterrupt
    assert ended.value.code == INTERRUPTED and "Traceback" not in log.read_text()
    assert list(failures(results_of(log), 0)) == []


def test_a_log_that_cannot_be_written_fails_before_the_body(log):
    log.parents[1].mkdir(parents=True)
    log.parent.write_text("a file")
    with pytest.raises(OSError, match="heatmap"), job(Task(log)):
        pytest.fail("the body must not run")


def test_on_a_full_disk_the_error_is_told_all_the_same(log):
    words = f"^{re.escape(str(log))}: no space for a.csv$"
    # Python prints these words when it ends.
    with room_for(0), pytest.raises(SystemExit, match=words), job(Task(log)):
        raise OSError("no space for a.csv")


def test_the_settings_of_a_block_are_those_of_each_epsilon_in_order(tmp_path):
    one = Task(tmp_path, settings={"seed": 7})
    several = Task(tmp_path, settings={"seed": 7, "epsilons": [1, 0.1]})
    expected = {"seed": 7, "repetitions": range(2, 5)}
    assert list(settings_by_epsilon(one)) == [expected | {"epsilon": 0.5}]
    assert list(settings_by_epsilon(several)) == [
        expected | {"epsilon": epsilon} for epsilon in (0.1, 1.0)
    ]


@pytest.mark.parametrize(
    "number, seconds, weights, lines, first",
    [
        (1000, 0.0019, {}, [0], ""),
        # Ever more seldom.
        (1000, 1.0, {}, range(60, 111), "INFO: 2 of 1000, 0 % of the work"),
        (4, 10.0, {3: 7}, [4], "INFO: 1 of 4, 10 % of the work"),
    ],
)
def test_long_work_says_how_far_it_is(
    log, monkeypatch, number, seconds, weights, lines, first
):
    now = [0.0]
    monkeypatch.setattr(jobs.time, "monotonic", lambda: now[0])
    with job(Task(log)) as progress:
        items = progress(range(number), weight=lambda k: weights.get(k, 1))
        for index, item in enumerate(items):
            assert item == index
            now[0] += seconds
    messages = log.read_text().splitlines()[:-1] or [""]
    assert len(list(filter(None, messages))) in lines and messages[0] == first
