"""The quiet terminal, fed with the records that Snakemake logs."""

import io
import logging
from types import SimpleNamespace

import pytest
from rich.console import Console
from snakemake_interface_logger_plugins.common import LogEvent
from snakemake_logger_plugin_gaussmech import LogHandler, Work, clock, why

STATS = {"compute_histogram": 2, "fetch_city": 1, "fig1": 1, "figures": 1, "total": 5}


@pytest.fixture
def terminal():
    """A handler whose `said` is all that it printed; its clock stands still until moved."""
    handler = LogHandler(SimpleNamespace(dryrun=False, printshellcmds=False), None)
    handler.console = Console(file=io.StringIO(), width=200, soft_wrap=True)
    handler.stopped.wait = lambda seconds: True  # no line but those that a test asks for
    handler.said = handler.console.file.getvalue
    yield handler
    handler.close()


def tell(handler, text="", level=logging.INFO, **fields):
    record = logging.LogRecord("snakemake", level, "", 0, text, (), None)
    record.__dict__.update(fields)
    handler.emit(record)


def begin(handler):
    tell(handler, "Job stats:", event=LogEvent.RUN_INFO, stats=STATS)
    tell(handler, "changed      nothing", summary=True, map_figures="8 of 21")


def run_job(handler, rule, log, end=True, reason="Missing output files: a.csv"):
    fields = {"jobid": 1, "rule_name": rule, "wildcards": {"epsilon": "0.5"}, "log": [str(log)]}
    tell(handler, event=LogEvent.JOB_INFO, reason=reason, **fields)
    if end:
        tell(handler, event=LogEvent.JOB_FINISHED, job_id=1)


SHRINKAGE = "Updated input files: gaussmech/shrinkage.py"


@pytest.mark.parametrize(
    "reason, told",
    [
        (SHRINKAGE, "gaussmech/shrinkage.py changed"),
        (f"{SHRINKAGE}, a.py, b.py, c.py", "gaussmech/shrinkage.py, a.py and 2 more changed"),
        ("Params have changed since last execution: before: 1 now: 2", "settings changed"),
        ("Missing output files: a.csv; Set of input files has changed", "other inputs"),
        ("Missing output files: a.csv; Input files updated by another job: b.csv", ""),
    ],
)
def test_why_a_job_runs_again_in_a_few_words(reason, told):
    assert why(reason) == told


def test_a_run_begins_with_its_plan_and_tells_a_reason_once(terminal, tmp_path):
    begin(terminal)
    for rule in ("compute_histogram", "compute_histogram", "fig4"):
        run_job(terminal, rule, tmp_path / "no.log", reason=SHRINKAGE)
    run_job(terminal, "fig1", tmp_path / "no.log")
    begun = ["changed      nothing", "plan         4 jobs"]
    assert terminal.said().splitlines() == [*begun, "histogram: gaussmech/shrinkage.py changed"]


def test_a_dry_run_ends_with_the_plan_by_reason(terminal, tmp_path):
    terminal.common_settings.dryrun = True
    tell(terminal, "Job stats:", event=LogEvent.RUN_INFO, stats=STATS)
    for rule in ("fig1", "compute_histogram", "compute_histogram"):
        reason = "Missing output files: x" if rule == "fig1" else SHRINKAGE
        run_job(terminal, rule, tmp_path / "no.log", reason=reason)
    terminal.close()
    assert terminal.said().splitlines() == [
        "plan         4 jobs",
        "  gaussmech/shrinkage.py changed: histogram 2",
        "  to make, or of what is made anew: fig1 1",
    ]


@pytest.mark.parametrize("bar", [False, True])
def test_a_line_now_and_then_or_a_bar_says_how_far_it_is(terminal, tmp_path, bar):
    if bar:
        terminal.console = Console(file=io.StringIO(), width=120, force_terminal=True)
    begin(terminal)
    run_job(terminal, "compute_histogram", tmp_path / "no.log", end=False)
    waits = iter([False, True])
    terminal.stopped.wait = lambda seconds: next(waits)
    terminal._keep_telling()
    if bar:
        terminal.bar.refresh()
    terminal.close()
    said = " ".join(terminal.console.file.getvalue().split())
    assert "0% 0/4 0:00 elapsed histogram epsilon 0.5" in said


@pytest.mark.parametrize(
    "text, told",
    [
        ("WARNING: the maps are of: synthetic city; no network", 1),
        ("WARNING: x.csv has sha256 12, not 34: downloading it again", 0),
        ("INFO: done", 0),
    ],
)
def test_another_city_than_wanted_cannot_be_missed(terminal, tmp_path, text, told):
    begin(terminal)
    log = tmp_path / "fetch_city.log"
    log.write_text(f"WARNING: trying again\n{text}\nINFO: done\n")
    run_job(terminal, "fetch_city", log)
    run_job(terminal, "compute_histogram", log)
    said = terminal.said()
    assert said.count("!! 8 of 21 figures are of: synthetic city; no network") == told
    assert said.count("no network") == told and "WARNING" not in said


def test_errors_are_shown_without_places_and_once(terminal):
    place = 'WorkflowError in file "/x/common.smk", line 1:\nseed is -1: must\n  File "/x", line 2'
    unknown = (
        'InputFunctionException in rule unknown in file "/x/Snakefile", line 33:\nError:\n'
        "  WorkflowError:\n    there is no fig9; there are fig1\nWildcards:\n  name=fig9"
    )
    tell(terminal, place, logging.ERROR)
    tell(terminal, unknown, logging.ERROR)
    tell(terminal, "MissingInputException: [no.csv]", logging.CRITICAL)
    for noise in ("RuleException: x", "Exiting because a job execution failed", "At least one job"):
        tell(terminal, noise, logging.ERROR)
    tell(terminal, "Error in group", logging.ERROR, event=LogEvent.GROUP_ERROR)
    assert terminal.said().splitlines() == [
        "seed is -1: must",
        "there is no fig9; there are fig1",
        "MissingInputException: [no.csv]",
    ]


def test_noise_is_hidden_and_what_matters_shown(terminal):
    for noise in ("Building DAG of jobs...", "Using shell: /bin/bash", "Select jobs to execute..."):
        tell(terminal, noise)
    tell(terminal, "a warning of the engine", logging.WARNING)
    tell(terminal, "Nothing to be done (all requested files are present and up to date).")
    tell(terminal, "done in 3 s", summary=True)
    assert [line[:7] for line in terminal.said().splitlines()] == ["Nothing", "done in"]


def test_a_failed_job_is_told_in_one_line_and_no_longer_at_work(terminal, tmp_path):
    begin(terminal)
    log = tmp_path / "a.log"
    log.write_text("WARNING: x\nERROR: first\nERROR: epsilon is -1\nINFO: where it was raised\n")
    run_job(terminal, "compute_histogram", log, end=False)
    tell(terminal, level=logging.ERROR, event=LogEvent.JOB_ERROR, jobid=1)
    assert "histogram" not in terminal.work.line()[1]
    assert f"FAILED histogram epsilon 0.5: epsilon is -1\n  log: {log}\n" in terminal.said()
    terminal.close()
    assert "run the same command again" in terminal.said()


def test_the_share_of_the_work_and_the_time_left(tmp_path):
    now, log = [0.0], tmp_path / "job.log"
    work = Work({"compute_histogram": 4, "figures": 50}, clock=lambda: now[0])
    assert work.jobs == 4 and work.total == pytest.approx(4 * 5)
    for job in (1, 2):
        work.begin(job, "compute_histogram", {"epsilon": "0.1"}, log)
    now[0] = 30.0
    share, line = work.line()
    assert share == 0 and "left" not in line
    assert work.end(1)[0] == "compute_histogram"
    log.write_text("INFO: 1 of 4, 25 % of the work\nINFO: 10 of 20, 50 % of the work\nother\n")
    share, line = work.line()
    assert share == pytest.approx(7.5 / 20)
    left = clock(30 * (20 - 7.5) / 7.5)
    assert line == f" 38%  1/4  0:30 elapsed, {left} left    histogram epsilon 0.1 (10/20)"
    # A job that was not announced, or an empty run, ends nothing.
    work.end("unknown")
    assert work.done_jobs == 1 and Work({}).line()[0] == 0


def test_a_clock():
    assert [clock(x) for x in (0, 65.4, 3600 + 61)] == ["0:00", "1:05", "1:01:01"]
