"""The quiet terminal: a plan and its reasons, one bar over all jobs, errors, a summary.

A logger plugin of Snakemake, which make turns on (`--logger gaussmech`). A run needs no logger: the
workflow itself says what failed and what a run made. The plugin imports nothing of gaussmech,
because the library beside a workflow is the one that runs.
"""

import logging
import re
import threading
import time
from collections import defaultdict
from datetime import timedelta
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from snakemake.logging import DefaultFormatter
from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

# Without a terminal, the first line about progress comes after this many seconds; later lines come
# more seldom.
INTERVAL = 30
# Snakemake says this after a failed job. By then the terminal has shown the job's own error.
_KNOWN = re.compile(
    "RuleException|Exiting because a job|(WorkflowError:\n)?At least one job"
)
# Snakemake answers so to commands that run no job.
_ANSWERS = re.compile(
    "Nothing to be done|Would delete|Deleting|Unlocked|Lints for|Congratulations"
)
# Snakemake repeats this at the end of each job, once it was asked to end (SIGTERM).
_ENDING = "Will exit after finishing currently running jobs"
# A user reads these words instead of errors of Snakemake. Errors of the workflow itself lose the
# places in its files.
_WORDS = {
    r"InputFunctionException.*?WorkflowError:\n +([^\n]*).*": r"\1",
    r"WorkflowError in file [^\n]*\n(.*?)(\n  File .*)?": r"\1",
    ".*Directory cannot be locked.*": (
        "another run is at work on these files; wait for its end, or give this one a `run` name."
        " If it was killed: make goes on by itself, and `snakemake --unlock` frees the folder"
    ),
}
# These reasons to run a job again are shown: neither another job nor a missing result explains them.
_REASONS = {
    "Updated input files: ([^;]*)": "{} changed",
    "Params have changed": "settings or package versions changed",
    "Set of input files has changed": "other inputs",
    "Incomplete output files": "unfinished",
}
# A job's log says in such a line how far the job is.
_PART_DONE = re.compile(r"INFO: (\d+ of \d+),")
# Snakemake names a job's program so, before it reports the job's error.
_PROGRAM = re.compile(r"(\.snakemake/scripts/[^/']+\.py)'+ ((?:returned|died) .*)\.")
# A job that Ctrl-C stopped ends so, or says so in its log.
_INTERRUPTED = re.compile("exit status 130|SIGINT")
_STOPPED = "WARNING: stopped by the user"
# This warning says that the download failed (gaussmech.paper.city.city); other warnings may stand in
# the same log.
_OTHER_CITY = "WARNING: the maps are of: "


def why(reason):
    """Return a reason of Snakemake's in a few words; "" for what another job explains."""
    for pattern, words in _REASONS.items():
        if match := re.search(pattern, reason):
            names = "".join(match.groups()).replace(" (cached)", "").split(", ")
            more = f" and {len(names) - 2} more" if len(names) > 2 else ""
            return words.format(", ".join(names[:2]) + more)
    return ""


def _lines(log):
    """Return the lines of a log; none if it cannot be read."""
    try:
        return Path(log).read_text(encoding="utf-8", errors="replace").splitlines()
    except (OSError, TypeError):
        return []


def _name(rule, wildcards=()):
    """Return a job in a few words, such as "compute_heatmap epsilon 0.5"."""
    return rule + (f" epsilon {wildcards['epsilon']}" if "epsilon" in wildcards else "")


class LogHandler(LogHandlerBase):
    """Prints what a user needs to see."""

    writes_to_stream, writes_to_file, needs_rulegraph = True, False, False
    has_filter = has_formatter = True

    def __post_init__(self):
        self.console = Console(stderr=True, highlight=False, soft_wrap=True)
        self.bar = None
        self.stopped = threading.Event()
        # The number of jobs by rule.
        self.jobs = {}
        self.done = 0
        self.failed = False
        self.interrupted = False
        # How the program that failed last ended, as Snakemake says it, and where its messages are.
        self.end = "ended"
        self.messages = None
        self.start = None
        # These rules only name files.
        self.targets = {"total"}
        # The rule, the wildcards and the log of each running job, by its number.
        self.running = {}
        # The outputs of jobs, by reason and rule.
        self.plan = defaultdict(lambda: defaultdict(list))
        self.map_figures = "some"
        # With --printshellcmds, or -p, all that Snakemake says is shown besides.
        self.plain = (
            DefaultFormatter(None) if self.common_settings.printshellcmds else None
        )

    def emit(self, record):
        event = getattr(record, "event", None)
        if self.plain and (text := self.plain.format(record)):
            self._print(text)
        if event == LogEvent.RUN_INFO and not self.jobs:
            self.jobs = dict(record.stats)
        elif event == LogEvent.JOB_INFO:
            self._announce(record)
        elif event == LogEvent.JOB_FINISHED and record.job_id in self.running:
            self._end(*self.running.pop(record.job_id))
        elif event == LogEvent.JOB_ERROR and record.jobid in self.running:
            self._fail(*self.running.pop(record.jobid))
        elif not self.plain and event != LogEvent.GROUP_ERROR:
            self._repeat(record, record.getMessage())
        if hasattr(record, "map_figures"):
            self.map_figures = record.map_figures
            self.targets |= getattr(record, "targets", set())  # of other versions: none
            self._begin()

    def _print(self, line):
        self.console.print(line, markup=False)

    def _repeat(self, record, text):
        """Print a message that the user must see; `_fail` prints the errors of jobs."""
        if match := _PROGRAM.search(text):
            self.end = match[2]
            self.messages = f"{match[1]}.messages"
        if "on user request" in text:
            self.interrupted = True
        if _KNOWN.match(text) or getattr(record, "failure", False):
            return
        if text.startswith(_ENDING) and not self.interrupted:
            self.interrupted = True
            self._print(
                "asked to end: jobs that have begun end first, and then the run"
            )
            return
        is_summary = getattr(record, "summary", False)
        is_error = record.levelno >= logging.ERROR
        if not (is_summary or is_error or _ANSWERS.match(text)):
            return
        for pattern, words in _WORDS.items():
            text = re.sub(rf"\A{pattern}\Z", words, text, flags=re.DOTALL)
        self._print(text)

    def _announce(self, job):
        """Print a reason to run again with the first rule it holds for; a plan lists the files."""
        reason = why(job.reason)
        log = job.log[0] if job.log else None
        self.running[job.jobid] = job.rule_name, dict(job.wildcards), log
        if not job.output:
            self.targets.add(job.rule_name)
            return
        if reason and reason not in self.plan and not self.common_settings.dryrun:
            self._print(f"{_name(job.rule_name)}: {reason}")
        self.plan[reason][job.rule_name] += job.output[:1]

    def _count(self):
        """Return the number of jobs, without rules that only name files."""
        return sum(
            count for rule, count in self.jobs.items() if rule not in self.targets
        )

    def _print_count(self):
        """Print the number of jobs."""
        count = self._count()
        noun = "job" if count == 1 else "jobs"
        self._print(f"plan         {count} {noun}")

    def _begin(self):
        """Print the number of jobs, and begin to report on progress."""
        self._print_count()
        self.start = time.monotonic()
        if self.console.is_terminal:
            columns = (
                BarColumn(bar_width=22),
                TextColumn("{task.description}", markup=False),
            )
            self.bar = Progress(*columns, console=self.console, transient=True)
            self.bar.add_task("", total=self._count())
            self.bar.start()
        threading.Thread(target=self._report_progress, daemon=True).start()

    def _report_progress(self):
        """Until the run ends, move the bar every second, or print a line now and then."""
        pause = INTERVAL
        while not self.stopped.wait(1 if self.bar else pause):
            line = self._line()
            if self.bar:
                line = line[: max(20, self.console.width - 26)]
                self.bar.update(
                    self.bar.task_ids[0], completed=self.done, description=line
                )
            else:
                self._print(line)
                pause *= 1.1  # a run of an hour still fits on a page

    def _line(self):
        """Return how many jobs are done, and how far each running job is by its own log."""
        names = []
        for rule, wildcards, log in list(self.running.values()):
            lines = _lines(log)
            parts = [match[1] for line in lines if (match := _PART_DONE.match(line))]
            last_line = lines[-1] if lines else ""
            is_waiting = last_line.startswith("INFO: waiting ")
            name = _name(rule, wildcards)
            if is_waiting:
                name = last_line.removeprefix("INFO: ")
            names.append(name + (f" ({parts[-1]})" if parts else ""))
        elapsed = timedelta(seconds=round(time.monotonic() - self.start))
        share = f"{self.done}/{self._count()} jobs"
        return f"{share}  {elapsed} elapsed    {', '.join(names)}".rstrip()

    def _end(self, rule, _, log):
        """Count a job that has ended; say so if the download gave the maps of another city."""
        self.done += rule not in self.targets
        for line in _lines(log) if rule.endswith("fetch_city") else ():
            if line.startswith(_OTHER_CITY):
                city = line.removeprefix(_OTHER_CITY)
                self._print(f"  !! {self.map_figures} figures are of: {city}")

    def _fail(self, rule, wildcards, log):
        """Print the error of a failed job in one line, and where its log is."""
        lines = _lines(log)
        errors = [
            line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR:")
        ]
        if not errors and (_INTERRUPTED.search(self.end) or _STOPPED in lines):
            self.interrupted = True
            return
        self.failed = True
        if not errors:
            errors = [f"it {self.end} and wrote no error to its log"]
            if messages := _lines(self.messages):
                errors, log = messages, self.messages
        error = errors[-1]
        self._print(f"FAILED {_name(rule, wildcards)}: {error}\n  log: {log}")

    def close(self):
        self.stopped.set()
        if self.bar:
            self.bar.stop()
        if self.jobs and self.common_settings.dryrun:
            self._print_count()
            # Jobs without a reason of their own come last: a missing or newer result explains them.
            for reason in sorted(self.plan, key=lambda reason: reason == ""):
                self._print(
                    f"  {reason or 'missing, or made anew because of another job'}:"
                )
                for rule, files in self.plan[reason].items():
                    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
                    self._print(f"    {rule} {len(files)}: {files[0]}{more}")
        if self.failed:
            self._print("  fix that, then run the same command again: it resumes")
        elif self.interrupted:
            self._print("stopped; the same command goes on where it was")
        # Snakemake closes a handler twice; the second time there is nothing left to print.
        self.jobs = {}
        self.failed = self.interrupted = False
        super().close()
