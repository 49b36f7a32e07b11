"""The quiet terminal, fed with the records that Snakemake logs."""

import io
import logging
from types import SimpleNamespace

import pytest
from rich.console import Console
from snakemake_interface_logger_plugins.common import LogEvent
from snakemake_logger_plugin_gaussmech import LogHandler, why

STATS = {"compute_histogram": 2, "fetch_city": 1, "fig1": 1, "figures": 1, "total": 5}


@pytest.fixture
def terminal():
    """A handler; `get_output` returns all that it printed. Its clock stands until moved."""
    handler = LogHandler(SimpleNamespace(dryrun=False, printshellcmds=False), None)
    handler.console = Console(file=io.StringIO(), width=200, soft_wrap=True)
    handler.stopped.wait = lambda seconds: (
        True
    )  # no line but those that a test asks for
    handler.get_output = handler.console.file.getvalue
    yield handler
    handler.close()


def tell(handler, text="", level=logging.INFO, **fields):
    record = logging.LogRecord("snakemake", level, "", 0, text, (), None)
    record.__dict__.update(fields)
    handler.emit(record)


def begin(handler):
    tell(handler, "Job stats:", event=LogEvent.RUN_INFO, stats=STATS)
    about = {"map_figures": "8 of 21", "targets": {"figures"}}
    tell(handler, "changed      nothing", summary=True, **about)


def run_job(handler, rule, log, end=True, reason="Missing output files: a.csv", job=1):
    fields = {
        "jobid": job,
        "rule_name": rule,
        "wildcards": {"epsilon": "0.5"},
        "log": [str(log)],
    }
    fields["output"] = [] if rule == "figures" else [f"{rule}.csv", "another.csv"]
    tell(handler, event=LogEvent.JOB_INFO, reason=reason, **fields)
    if end:
        tell(handler, event=LogEvent.JOB_FINISHED, job_id=job)


SHRINKAGE = "Updated input files: gaussmech/vectors/shrinkage.py"


def test_why_a_job_runs_again_in_a_few_words():
    more, missing = f"{SHRINKAGE}, a.py, b.py, c.py", "Missing output files: a.csv; "
    assert why(SHRINKAGE) == "gaussmech/vectors/shrinkage.py changed"
    assert why(more) == "gaussmech/vectors/shrinkage.py, a.py and 2 more changed"
    settings = why("Params have changed since last execution: before: 1 now: 2")
    assert settings == "settings or package versions changed"
    assert why(f"{missing}Set of input files has changed") == "other inputs"
    assert why(f"{missing}Input files updated by another job: b.csv") == ""


@pytest.mark.parametrize("dryrun", [False, True])
def test_a_run_begins_with_its_plan_and_a_dry_run_ends_with_it_by_reason(
    terminal, dryrun
):
    terminal.common_settings.dryrun = dryrun
    tell(terminal, "Job stats:", event=LogEvent.RUN_INFO, stats=STATS)
    if not dryrun:
        begin(terminal)
    run_job(terminal, "figures", "no.log")
    run_job(terminal, "fig1", "no.log")
    for _ in range(2):
        run_job(terminal, "compute_histogram", "no.log", reason=SHRINKAGE)
    terminal.close()
    plan, changed = "plan         4 jobs", "gaussmech/vectors/shrinkage.py changed"
    of_a_run = ["changed      nothing", plan, f"compute_histogram: {changed}"]
    by_reason = [
        plan,
        f"  {changed}:",
        "    compute_histogram 2: compute_histogram.csv and 1 more",
        "  missing, or made anew because of another job:",
        "    fig1 1: fig1.csv",
    ]
    assert terminal.get_output().splitlines() == (by_reason if dryrun else of_a_run)


@pytest.mark.parametrize("bar", [False, True])
def test_a_line_now_and_then_or_a_bar_says_how_far_it_is(terminal, tmp_path, bar):
    if bar:
        terminal.console = Console(file=io.StringIO(), width=120, force_terminal=True)
    begin(terminal)
    run_job(terminal, "compute_histogram", tmp_path / "no.log", end=False)
    waits = iter([False, True])
    terminal.stopped.wait = lambda seconds: next(waits)
    terminal._report_progress()
    if bar:
        terminal.bar.refresh()
    terminal.close()
    output = " ".join(terminal.console.file.getvalue().split())
    assert "0/4 jobs 0:00:00 elapsed compute_histogram epsilon 0.5" in output


def test_another_city_than_wanted_cannot_be_missed(terminal, tmp_path):
    begin(terminal)
    log = tmp_path / "fetch_city.log"
    another = "WARNING: the maps are of: synthetic city; no network\n"
    for text, count in (("", 0), (another, 1)):
        log.write_text(f"WARNING: trying again\n{text}INFO: done\n")
        run_job(terminal, "fetch_city", log)
        run_job(terminal, "compute_histogram", log)
        output = terminal.get_output()
        assert (
            output.count("!! 8 of 21 figures are of: synthetic city; no network")
            == count
        )
        assert output.count("no network") == count and "WARNING" not in output


PLACE = 'WorkflowError in file "/x/common.smk", line 1:\nseed is -1: must\n  File "/x", line 2'
UNKNOWN = """InputFunctionException in rule unknown in file "/x/Snakefile", line 33:
Error:
  WorkflowError:
    there is no fig9; there are fig1
Wildcards:
  name=fig9"""
LOCKED = """Error: Directory cannot be locked. Please make sure that no other Snakemake
process is trying to create the same files in the following directory:
/x
If you are sure, it can be removed with the --unlock argument."""
MESSAGES = [
    ("Would delete a.csv", "INFO", "Would delete a.csv"),
    ("Unlocked working directory.", "INFO", "Unlocked working directory."),
    (PLACE, "ERROR", "seed is -1: must"),
    (UNKNOWN, "ERROR", "there is no fig9; there are fig1"),
    ("MissingInputException: [no.csv]", "CRITICAL", "MissingInputException: [no.csv]"),
    ("RuleException: x", "ERROR", ""),
    ("Exiting because a job execution failed", "ERROR", ""),
    ("At least one job", "ERROR", ""),
    ("Building DAG of jobs...", "INFO", ""),
    ("a warning of the engine", "WARNING", ""),
    ("Nothing to be done (all files).", "INFO", "Nothing to be done (all files)."),
]


@pytest.mark.parametrize("text, level, message", MESSAGES)
def test_noise_is_hidden_and_what_matters_shown_without_places(
    terminal, text, level, message
):
    tell(terminal, text, getattr(logging, level))
    tell(terminal, text, logging.ERROR, event=LogEvent.GROUP_ERROR)
    tell(terminal, "done in 3 s", summary=True)
    assert terminal.get_output() == f"{message}\ndone in 3 s\n".lstrip()


def test_a_failed_job_is_told_in_one_line_and_no_longer_at_work(terminal, tmp_path):
    begin(terminal)
    log = tmp_path / "a.log"
    log.write_text(
        "WARNING: x\nERROR: first\nERROR: epsilon is -1\nINFO: where it was raised\n"
    )
    run_job(terminal, "compute_histogram", log, end=False)
    tell(terminal, level=logging.ERROR, event=LogEvent.JOB_ERROR, jobid=1)
    assert "histogram" not in terminal._line()
    assert (
        f"FAILED compute_histogram epsilon 0.5: epsilon is -1\n  log: {log}\n"
        in terminal.get_output()
    )
    terminal.close()
    assert "run the same command again" in terminal.get_output()


def ended(end, program=".snakemake/scripts/tmp1.compute_histogram.py"):
    """What Snakemake says of a job whose program ended without success."""
    command = f"source workflow/job.sh;  /x/python '/My D'\"'\"'s/{program}''"
    return f"RuleException:\nCalledProcessError in file x:\nCommand '{command}' {end}."


def test_a_job_that_died_is_told_by_its_exit_status_and_the_last_line_it_printed(
    terminal, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    begin(terminal)
    words = ended("returned non-zero exit status 127")
    last_line = "it ended with exit status 127: bash: no such file"
    messages = tmp_path / ".snakemake/scripts/tmp1.compute_histogram.py.messages"
    for text, message in (
        (None, "it returned non-zero exit status 127 and wrote no error to its log"),
        (f"hello\n{last_line}\n", last_line),
    ):
        if text:
            messages.parent.mkdir(parents=True)
            messages.write_text(text)
        run_job(terminal, "compute_histogram", "no.log", end=False)
        tell(terminal, words, logging.ERROR)
        tell(terminal, level=logging.ERROR, event=LogEvent.JOB_ERROR, jobid=1)
        name, log = terminal.get_output().splitlines()[-2:]
        assert name == f"FAILED compute_histogram epsilon 0.5: {message}"
    assert log == f"  log: {messages.relative_to(tmp_path)}"


@pytest.mark.parametrize(
    "end, text",
    [
        ("returned non-zero exit status 130", ""),
        ("died with <Signals.SIGINT: 2>", ""),
        ("returned non-zero exit status 1", "WARNING: stopped by the user"),
    ],
)
def test_a_run_that_the_user_stops_has_no_failure_to_mend(
    terminal, tmp_path, end, text
):
    begin(terminal)
    (tmp_path / "a.log").write_text(f"{text}\n")
    run_job(terminal, "compute_histogram", tmp_path / "a.log", end=False)
    tell(terminal, ended(end), logging.ERROR)
    tell(terminal, level=logging.ERROR, event=LogEvent.JOB_ERROR, jobid=1)
    terminal.close()
    output = terminal.get_output()
    assert "FAILED" not in output and "fix that" not in output
    assert output.endswith("stopped; the same command goes on where it was\n")


def test_a_run_that_is_asked_to_end_says_once_what_it_waits_for(terminal):
    begin(terminal)
    before = terminal.get_output()
    for _ in range(2):
        tell(terminal, "Will exit after finishing currently running jobs (scheduler).")
    line = "asked to end: jobs that have begun end first, and then the run\n"
    assert terminal.get_output() == before + line
    terminal.close()
    assert terminal.get_output().endswith(
        "stopped; the same command goes on where it was\n"
    )


def test_a_failure_that_the_workflow_repeats_is_told_once(terminal):
    tell(terminal, "FAILED compute_x: no\n  log: a.log", summary=True, failure=True)
    assert terminal.get_output() == ""


def test_a_lock_of_snakemake_is_told_in_one_line(terminal):
    tell(terminal, LOCKED, logging.ERROR)
    (line,) = terminal.get_output().splitlines()
    assert line.startswith(
        "another run is at work on these files; wait for its end, or give"
    )
    assert "--unlock" in line


def test_jobs_that_are_done_and_how_far_those_at_work_say_they_are(terminal, tmp_path):
    log = tmp_path / "job.log"
    begin(terminal)
    run_job(terminal, "compute_histogram", log)
    run_job(terminal, "compute_histogram", log, end=False)
    log.write_text(
        "INFO: 1 of 4, 25 % of the work\nINFO: 10 of 20, 50 % of the work\nother\n"
    )
    line = "1/4 jobs  0:00:00 elapsed    compute_histogram epsilon 0.5 (10 of 20)"
    assert terminal._line() == line
    log.write_text("INFO: waiting for a server\n")
    assert terminal._line().endswith("elapsed    waiting for a server")
    # A job that was not announced ends nothing.
    tell(terminal, event=LogEvent.JOB_FINISHED, job_id=99)
    assert terminal.done == 1
