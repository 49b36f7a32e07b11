"""A job's log: what it took, its error in one line, and what a dying program prints."""

import logging
import re
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from snakemake.iocontainers import InputFiles, Params, Wildcards

from gaussmech.paper.pipeline import jobs
from gaussmech.paper.pipeline.files import code_digest
from gaussmech.paper.pipeline.jobs import (
    FAILED,
    INTERRUPTED,
    failures,
    job,
)
from gaussmech.paper.pipeline.mixture import record_of, records
from gaussmech.paper.pipeline.summary import costs
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from tests.paper.pipeline.conftest import ROOT
from tests.paper.pipeline.full_disk import room_for

SETTINGS = r"INFO: settings \{.*\}\n"
MADE = r"INFO: made \{.*\}\n"
DONE = r"INFO: done in (\d+\.\d\d) s, (\d+\.\d\d) s of CPU time, (\d+) MB\n"


def task(log, *code, **params):
    """What a job uses of Snakemake's object."""
    wildcards = {"first": "2", "last": "4", "epsilon": "0.5"}
    params = Params(toclone=code, fromdict=params)
    wildcards = Wildcards(fromdict=wildcards)
    files = {"log": log, "input": [], "output": ["a.csv"]}
    return SimpleNamespace(**files, params=params, wildcards=wildcards)


@pytest.fixture
def log(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    yield tmp_path / "logs/errors/heatmap/repetitions-0-9.log"
    assert logging.getLogger("gaussmech").handlers == []


def test_a_log_has_what_its_job_says_and_what_it_took(log):
    with job(task(log)):
        logging.getLogger("gaussmech.paper.city").warning("no trips")
        subprocess.run(["sh", "-c", "echo from a library >&2"], check=True)
    said = r"WARNING: no trips\nfrom a library\n"
    assert re.fullmatch(SETTINGS + said + MADE + DONE, log.read_text())
    assert list(failures(".", 0)) == []


def test_of_two_logs_of_a_file_the_one_of_its_content_counts(log):
    for seed in (1, 2):
        with job(task(log.with_name(f"{seed}.log"), settings={"seed": seed})):
            Path("a.csv").write_text(f"{seed}\n")
    by_path = records(".")
    assert record_of("a.csv", by_path)["settings"] == {"seed": 2}
    Path("a.csv").write_text("1\n")
    assert record_of("a.csv", by_path)["settings"] == {"seed": 1}
    Path("a.csv").write_text("edited\n")
    assert record_of("a.csv", by_path) is None


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
from tests.paper.pipeline.test_jobs import job, task
with job(task("x.log")):
    pass
"""


def test_the_costs_are_those_of_the_whole_process_and_of_no_other(log):
    command = [sys.executable, "-c", PARENT, "-c", CHILD.format(tests=str(ROOT))]
    begun = time.monotonic()
    subprocess.run(command, check=True)
    elapsed = time.monotonic() - begun
    costs = re.fullmatch(SETTINGS + MADE + DONE, Path("x.log").read_text()).groups()
    wall, cpu, memory = map(float, costs)
    assert 2 < cpu < wall - 0.9 < elapsed - 0.9
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
    monkeypatch.setattr(jobs, "ROOT", Path.cwd())
    edited = Path("edited.py")
    edited.touch()
    text = f"edited.py {code_digest(edited)}"
    planned = task(log, text, "numpy 2.0") if kind == "code" else task(log, own=[text])
    with job(planned):
        edited.write_text("# x = 2\n")
    if moment == "before":
        edited.write_text("x = 2\n")
    with pytest.raises(SystemExit), job(planned):
        assert moment == "within"
        edited.write_text("x = 2\n")
    message = "ERROR: edited.py was edited meanwhile; run the same"
    assert log.read_text().splitlines()[1].startswith(message)


@pytest.mark.parametrize(
    "cause, line, is_defect",
    [
        (partial(analytic_gaussian_sigma, -1, 0.5), "epsilon is -1", False),
        (
            Path("no/a.csv").read_bytes,
            "[Errno 2] No such file or directory: 'no/a",
            False,
        ),
        (partial(int, "x"), "ValueError: invalid literal for int() with base", True),
    ],
)
def test_an_error_is_the_last_line_and_that_of_a_user_the_only_one(
    log, cause, line, is_defect
):
    begun = time.time() - 1
    with pytest.raises(SystemExit) as ended, job(task(log)):
        cause()
    assert ended.value.code == FAILED
    _, *others, last_line = log.read_text().splitlines()
    assert last_line.startswith(f"ERROR: {line}")
    assert ("Traceback" in "".join(others)) == is_defect == bool(others)
    path = log.relative_to(Path.cwd())
    assert list(failures(".", begun)) == [(path, last_line.removeprefix("ERROR: "))]
    # A job that failed in an earlier run is no failure of this one.
    assert list(failures(".", time.time() + 60)) == []


def test_a_job_that_died_is_named_with_what_it_printed_last(log):
    code = (
        f"import os, sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.paper.pipeline.test_jobs import job, task\n"
        f"with job(task({str(log)!r})):\n"
        "    os.write(2, b'corrupted heap\\n'); os.kill(os.getpid(), 9)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (-9, "")
    message = "died or was killed, as when memory is short: corrupted heap"
    assert [error for _, error in failures(".", 0)] == [message]
    # Of a job that its executor never began, nothing is said of memory.
    log.write_text("")
    ((_, message),) = failures(".", 0)
    assert message == "ended before its first line; see the executor's log"


def test_a_job_that_the_user_stops_is_no_failure(log):
    with pytest.raises(SystemExit) as ended, job(task(log)):
        raise KeyboardInterrupt
    assert ended.value.code == INTERRUPTED and "Traceback" not in log.read_text()
    assert list(failures(".", 0)) == []


def test_on_a_full_disk_the_error_is_told_all_the_same(log):
    words = f"^{re.escape(str(log))}: no space for a.csv$"
    # Python prints these words when it ends.
    with room_for(0), pytest.raises(SystemExit, match=words), job(task(log)):
        raise OSError("no space for a.csv")


def test_a_figure_is_drawn_of_one_table_that_a_stranger_names(tmp_path):
    files = {kind: f"{tmp_path}/fig4.{kind}" for kind in ("pdf", "png", "txt")}
    plot = task(tmp_path / "plot.log", figures={"fig4": ("fig4", ["histogram.csv"])})
    table = ROOT / "tests/reference/tables/histogram.csv"
    plot.input = InputFiles(fromdict={"tables": str(table)})
    plot.output = [*files.values()]
    script = ROOT / "scripts/plot.py"
    exec(compile(script.read_text(), script, "exec"), {"snakemake": plot})
    assert Path(files["pdf"]).read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    "number, seconds, weights, lines, first",
    [
        (1000, 0.0019, {}, [0], ""),
        # Ever more seldom.
        (1000, 1.0, {}, range(60, 111), "INFO: 2 of 1000, 0 % of the work"),
        (4, 10.0, {0: 12}, [4], "INFO: 1 of 4, 80 % of the work"),
    ],
)
def test_long_work_says_how_far_it_is(
    log, monkeypatch, number, seconds, weights, lines, first
):
    now = [0.0]
    monkeypatch.setattr(jobs.time, "monotonic", lambda: now[0])
    with job(task(log)) as progress:
        items = progress(range(number), weight=lambda k: weights.get(k, 1))
        for index, item in enumerate(items):
            assert item == index
            now[0] += seconds
    messages = log.read_text().splitlines()[1:-2] or [""]
    assert len(list(filter(None, messages))) in lines and messages[0] == first
