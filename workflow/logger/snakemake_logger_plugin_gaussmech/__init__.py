"""The quiet terminal: a plan and its reasons, one bar over all jobs, errors, a summary.

A logger plugin of Snakemake, which profiles/default turns on. All that Snakemake says is in
logs/run.log. It imports nothing of gaussmech: the library beside a workflow is the one that runs.
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

# Without a terminal, the seconds to the first line about progress; later ones come more seldom.
INTERVAL = 30
# What Snakemake says after a failed job, which has been told by then.
_KNOWN = re.compile(
    "RuleException|Exiting because a job|(WorkflowError:\n)?At least one job"
)
# Answers to commands that run no job.
_ANSWERS = re.compile(
    "Nothing to be done|Would delete|Deleting|Unlocked|Lints for|Congratulations"
)
# Errors of Snakemake, and what a user reads instead: ours without the places in the workflow.
_WORDS = {
    r"InputFunctionException.*?WorkflowError:\n +([^\n]*).*": r"\1",
    r"WorkflowError in file [^\n]*\n(.*?)(\n  File .*)?": r"\1",
    ".*Directory cannot be locked.*": (
        "another run is at work on these files; wait for its end, or give this one a `run` name."
        " If it was killed: make goes on by itself, and `snakemake --unlock` frees the folder"
    ),
}
# Why a job runs again, and not because of another job or a missing result.
_REASONS = {
    "Updated input files: ([^;]*)": "{} changed",
    "Params have changed": "settings or package versions changed",
    "Set of input files has changed": "other inputs",
    "Incomplete output files": "unfinished",
}
# How far a job's log says it is.
_PART_DONE = re.compile(r"INFO: (\d+ of \d+),")
# Where the download failed (gaussmech.paper.city.city); its log may have other warnings.
_OTHER_CITY = "WARNING: the maps are of: "


def why(reason):
    """Return a reason of Snakemake's in a few words; "" for what another job explains."""
    for pattern, words in _REASONS.items():
        if match := re.search(pattern, reason):
            names = "".join(match.groups()).split(", ")
            more = f" and {len(names) - 2} more" if len(names) > 2 else ""
            return words.format(", ".join(names[:2]) + more)
    return ""


def _lines(log):
    try:
        return Path(log).read_text(encoding="utf-8", errors="replace").splitlines()
    except (OSError, TypeError):
        return []


def _name(rule, wildcards=()):
    """A job in a few words, such as "compute_heatmap epsilon 0.5"."""
    return rule + (f" epsilon {wildcards['epsilon']}" if "epsilon" in wildcards else "")


class LogHandler(LogHandlerBase):
    """Prints what a user needs to see."""

    writes_to_stream, writes_to_file, needs_rulegraph = True, False, False
    has_filter = has_formatter = True

    def __post_init__(self):
        self.console = Console(stderr=True, highlight=False, soft_wrap=True)
        self.bar, self.stopped = None, threading.Event()
        self.jobs, self.done, self.failed, self.begun = (
            {},
            0,
            False,
            None,
        )  # jobs by rule
        self.targets = {"total"}  # rules that only name files
        self.running = {}  # rule, wildcards and log of each job by its number
        self.planned = defaultdict(
            lambda: defaultdict(list)
        )  # outputs by reason and rule
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
        """Print a message that must be seen; failed jobs are told otherwise."""
        wanted = getattr(record, "summary", False) or _ANSWERS.match(text)
        if _KNOWN.match(text) or not (wanted or record.levelno >= logging.ERROR):
            return
        for pattern, words in _WORDS.items():
            text = re.sub(rf"\A{pattern}\Z", words, text, flags=re.DOTALL)
        self._print(text)

    def _announce(self, job):
        """Print a reason to run again with the first rule it holds for; a plan lists the files."""
        reason, log = why(job.reason), job.log[0] if job.log else None
        self.running[job.jobid] = job.rule_name, dict(job.wildcards), log
        if not job.output:
            self.targets.add(job.rule_name)
            return
        if reason and reason not in self.planned and not self.common_settings.dryrun:
            self._print(f"{_name(job.rule_name)}: {reason}")
        self.planned[reason][job.rule_name] += job.output[:1]

    def _count(self):
        return sum(
            count for rule, count in self.jobs.items() if rule not in self.targets
        )

    def _plan(self):
        self._print(f"plan         {self._count()} job{'s' * (self._count() != 1)}")

    def _begin(self):
        self._plan()
        self.begun = time.monotonic()
        if self.console.is_terminal:
            columns = (
                BarColumn(bar_width=22),
                TextColumn("{task.description}", markup=False),
            )
            self.bar = Progress(*columns, console=self.console, transient=True)
            self.bar.add_task("", total=self._count())
            self.bar.start()
        threading.Thread(target=self._keep_telling, daemon=True).start()

    def _keep_telling(self):
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
        """How many jobs are done, and how far those at work say in their logs that they are."""
        names = []
        for rule, wildcards, log in list(self.running.values()):
            lines = _lines(log)
            parts = [match[1] for line in lines if (match := _PART_DONE.match(line))]
            waits = (
                lines[-1:] if lines and lines[-1].startswith("INFO: waiting ") else []
            )
            name = waits[0].removeprefix("INFO: ") if waits else _name(rule, wildcards)
            names.append(name + (f" ({parts[-1]})" if parts else ""))
        elapsed = timedelta(seconds=round(time.monotonic() - self.begun))
        return f"{self.done}/{self._count()} jobs  {elapsed} elapsed    {', '.join(names)}".rstrip()

    def _end(self, rule, _, log):
        self.done += rule not in self.targets
        for line in _lines(log) if rule.endswith("fetch_city") else ():
            if line.startswith(_OTHER_CITY):
                which = line.removeprefix(_OTHER_CITY)
                self._print(f"  !! {self.map_figures} figures are of: {which}")

    def _fail(self, rule, wildcards, log):
        """A failed job in one line, and where to read more."""
        self.failed = True
        errors = [
            line.removeprefix("ERROR: ")
            for line in _lines(log)
            if line.startswith("ERROR:")
        ]
        error = errors[-1] if errors else "it ended without a word"
        self._print(f"FAILED {_name(rule, wildcards)}: {error}\n  log: {log}")

    def close(self):
        self.stopped.set()
        if self.bar:
            self.bar.stop()
        if self.jobs and self.common_settings.dryrun:
            self._plan()
            # What nothing but a missing or newer result asks for comes last.
            for reason in sorted(self.planned, key=lambda reason: reason == ""):
                self._print(
                    f"  {reason or 'missing, or made anew because of another job'}:"
                )
                for rule, files in self.planned[reason].items():
                    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
                    self._print(f"    {rule} {len(files)}: {files[0]}{more}")
        if self.failed:
            self._print("  fix that, then run the same command again: it resumes")
        self.jobs, self.failed = {}, False  # closed twice
        super().close()
