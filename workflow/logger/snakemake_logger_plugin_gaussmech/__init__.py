"""The quiet terminal: a plan and its reasons, one bar over all jobs, errors, a summary.

A logger plugin of Snakemake, which profiles/default turns on. All that Snakemake says is in
logs/run.log. It imports nothing of gaussmech: the library beside a workflow is the one that runs.
"""

import logging
import re
import threading
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from snakemake.logging import DefaultFormatter
from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

# Rough seconds of a job of the rules that take long; the others count 2 s. Only the bar uses them.
SECONDS = {"compute_heatmap_extended": 40, "compute_heatmap": 12, "compute_mean_estimation": 15}
SECONDS |= {"compute_claims_differences": 15, "compute_tuning": 15, "compute_histogram": 5}
SECONDS |= {"compute_heatmap_draw_extended": 10, "fetch_city": 5}
# Rules that only name files.
TARGETS = re.compile("all|default|figures|tables|claims|sweep|report|columns")
# Without a terminal, the seconds to the first line about progress; later ones come more seldom.
INTERVAL = 30
# Said after a failed job was told.
_KNOWN = re.compile("RuleException|Exiting because a job|(WorkflowError:\n)?At least one job")
# Why a job runs again, and not because of another job or a missing result.
_REASONS = {
    "Updated input files: ([^;]*)": "{} changed",
    "Params have changed": "settings or package versions changed",
    "Set of input files has changed": "other inputs",
    "Incomplete output files": "unfinished",
    "Software environment definition has changed": "environment.yml changed",
}
# Where the download failed (gaussmech.paper.city.city); its log may have other warnings.
_OTHER_CITY = "WARNING: the maps are of: "
_IN_INPUT = re.compile(r"InputFunctionException in .*\n.*\n  WorkflowError:\n +(.*)")
_PART_DONE = re.compile(r"INFO: (\d+) of (\d+),")


class Work:
    """How much of a run's work is done, and what is at work."""

    def __init__(self, jobs_by_rule, clock=time.monotonic):
        self.total = sum(count * _seconds(rule) for rule, count in jobs_by_rule.items())
        self.jobs = sum(n for rule, n in jobs_by_rule.items() if not TARGETS.fullmatch(rule))
        self.done, self.done_jobs, self.running = 0.0, 0, {}
        self._clock, self._start = clock, clock()

    def end(self, job):
        rule, _, log = self.running.pop(job, ("all", {}, None))
        self.done += _seconds(rule)
        self.done_jobs += not TARGETS.fullmatch(rule)
        return rule, log

    def line(self):
        """Return the share of the work that is done, from 0 to 1, and a line about it."""
        done, names = self.done, []
        for rule, wildcards, log in list(self.running.values()):
            if not TARGETS.fullmatch(rule):
                items, of, awaited = _progress(log)
                done += _seconds(rule) * items / of
                names.append((awaited or _name(rule, wildcards)) + f" ({items}/{of})" * (of > 1))
        share, elapsed = done / max(self.total, 1e-9), self._clock() - self._start
        text = f"{share:4.0%}  {self.done_jobs}/{self.jobs}  {clock(elapsed)} elapsed"
        if 0.05 < share < 1:
            text += f", {clock(elapsed * (1 - share) / share)} left"
        return min(share, 1.0), "    ".join([text, ", ".join(names)]).rstrip()


def _seconds(rule):
    return 0 if TARGETS.fullmatch(rule) else SECONDS.get(rule, 2)


def clock(seconds):
    """Return seconds as 0:01:05."""
    return str(timedelta(seconds=round(seconds)))


def _lines(log):
    try:
        return Path(log).read_text(encoding="utf-8", errors="replace").splitlines()
    except (OSError, TypeError):
        return []


def _progress(log):
    """How far a job's log says it is: (items done, items in all, what a download waits for)."""
    lines = _lines(log)[-20:]
    parts = [found.groups() for found in map(_PART_DONE.match, lines) if found]
    items, of = map(int, parts[-1] if parts else (0, 1))
    last = lines[-1] if lines else ""
    return items, of, last.removeprefix("INFO: ") if last.startswith("INFO: waiting ") else ""


def _name(rule, wildcards=()):
    """A job in a few words, such as "heatmap epsilon 0.5"."""
    at = f" epsilon {wildcards['epsilon']}" if "epsilon" in wildcards else ""
    return rule.removeprefix("compute_").replace("_", " ") + at


def _without_places(message):
    """An error of ours without the lines that say where in the workflow it was raised."""
    if found := _IN_INPUT.match(message):
        return found[1]
    if not message.startswith("WorkflowError in file"):
        return message
    lines = message.splitlines()[1:]
    return "\n".join(line for line in lines if not line.startswith('  File "'))


def why(reason):
    """Return a reason of Snakemake's in a few words; "" for what another job explains."""
    for pattern, words in _REASONS.items():
        if found := re.search(pattern, reason):
            names = "".join(found.groups()).split(", ")
            more = f" and {len(names) - 2} more" if len(names) > 2 else ""
            return words.format(", ".join(names[:2]) + more)
    return ""


class LogHandler(LogHandlerBase):
    """Prints what a user needs to see."""

    writes_to_stream, writes_to_file, needs_rulegraph = True, False, False
    has_filter = has_formatter = True

    def __post_init__(self):
        self.console = Console(stderr=True, highlight=False, soft_wrap=True)
        self.work = self.bar = None
        self.map_figures, self.stopped = "some", threading.Event()
        self.reasons, self.failed = {}, False
        # With --printshellcmds, or -p, all that Snakemake says is shown besides.
        self.plain = DefaultFormatter(None) if self.common_settings.printshellcmds else None

    def emit(self, record):
        event = getattr(record, "event", None)
        if self.plain and (text := self.plain.format(record)):
            self._print(text)
        if event == LogEvent.RUN_INFO and self.work is None:
            self.work = Work({rule: n for rule, n in record.stats.items() if rule != "total"})
        elif event == LogEvent.JOB_INFO and self.work:
            log = record.log[0] if record.log else None
            self.work.running[record.jobid] = record.rule_name, dict(record.wildcards), log
            self._reason(record.rule_name, why(record.reason))
        elif event == LogEvent.JOB_FINISHED and self.work:
            self._end(record.job_id)
        elif event == LogEvent.JOB_ERROR and self.work:
            self._fail(*self.work.running.pop(record.jobid, ("a job", {}, None)))
        elif not self.plain and self._matters(record, event):
            self._print(_without_places(record.getMessage()))
        if hasattr(record, "map_figures"):
            self.map_figures = record.map_figures
            self._begin()

    def _print(self, line):
        self.console.print(line, markup=False)

    def _matters(self, record, event):
        """Whether a message must be seen; failed jobs are told otherwise."""
        text = record.getMessage()
        if event == LogEvent.GROUP_ERROR or _KNOWN.match(text):
            return False
        ours = getattr(record, "summary", False) or "Nothing to be done" in text
        # The list of --delete-all-output, which is all that it says.
        deleted = text.startswith(("Deleting ", "Would delete "))
        return ours or deleted or record.levelno >= logging.ERROR

    def _reason(self, rule, reason):
        """Tell a reason with the first rule it holds for; a plan counts the rules."""
        told = reason in self.reasons or self.common_settings.dryrun
        self.reasons.setdefault(reason, Counter())[rule] += not TARGETS.fullmatch(rule)
        if reason and not told:
            self._print(f"{_name(rule)}: {reason}")

    def _plan(self):
        self._print(f"plan         {self.work.jobs} job{'s' * (self.work.jobs != 1)}")

    def _begin(self):
        self._plan()
        if self.console.is_terminal:
            columns = BarColumn(bar_width=22), TextColumn("{task.description}", markup=False)
            self.bar = Progress(*columns, console=self.console, transient=True)
            self.bar.add_task("", total=1.0)
            self.bar.start()
        threading.Thread(target=self._keep_telling, daemon=True).start()

    def _keep_telling(self):
        pause, work = INTERVAL, self.work
        while not self.stopped.wait(1 if self.bar else pause):
            share, line = work.line()
            if self.bar:
                line = line[: max(20, self.console.width - 26)]
                self.bar.update(self.bar.task_ids[0], completed=share, description=line)
            else:
                self._print(line)
                pause *= 1.1  # a run of an hour still fits on a page

    def _end(self, job):
        rule, log = self.work.end(job)
        for line in _lines(log) if rule == "fetch_city" else ():
            if line.startswith(_OTHER_CITY):
                which = line.removeprefix(_OTHER_CITY)
                self._print(f"  !! {self.map_figures} figures are of: {which}")

    def _fail(self, rule, wildcards, log):
        """A failed job in one line, and where to read more."""
        self.failed = True
        told = [line for line in _lines(log) if line.startswith("ERROR: ")][-1:]
        told = told[0].removeprefix("ERROR: ") if told else "it ended without a word"
        self._print(f"FAILED {_name(rule, wildcards)}: {told}\n  log: {log}")

    def close(self):
        self.stopped.set()
        if self.bar:
            self.bar.stop()
        if self.work and self.common_settings.dryrun:
            self._plan()
            # By reason, how many jobs of each rule.
            for reason, rules in sorted(self.reasons.items(), key=lambda item: item[0] == ""):
                told = ", ".join(f"{_name(rule)} {n}" for rule, n in rules.items() if n)
                self._print(f"  {reason or 'to make, or of what is made anew'}: {told}")
        if self.failed:
            self._print("  fix that, then run the same command again: it resumes")
        self.work, self.failed = None, False  # closed twice
        super().close()
