import atexit
import contextlib
import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import cache
from pathlib import Path

import psutil
import pytest
import yaml

from gaussmech.paper.registry import FIGURES

ROOT = Path(__file__).parents[3]
QUICK = ["config/quick.yaml"]
RESULTS = "results/quick"
COPIED = (
    "Snakefile",
    "Makefile",
    "environment.yml",
    "requirements.lock",
)
COPIED += (
    "docs/reproduction.md",
    "config",
    "gaussmech",
    "profiles",
    "scripts",
    "workflow",
)
# Rules that only name files, besides those of the figures.
TARGETS = re.compile("all|default|figures|tables|claims|report|sweep|worth")
# Bytecode and compiled kernels, beside their sources, serve the copy too: all it checks is the source.
SKIPPED = shutil.ignore_patterns("*.pyc.*", "*.tmp.*")
CAPTURE = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
# Runs Snakemake once for each line of its input, in a process that begins with Snakemake imported:
# the import takes a second, a third of a dry run. Nothing of gaussmech is imported before.
SNAKEMAKE = """
import json, os, signal, sys
import pandas
import snakemake.cli

for line in sys.stdin:
    folder, environment, arguments, output, seconds = json.loads(line)
    process = os.fork()
    if not process:
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.path[0] = folder
        sys.argv[1:] = arguments
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        file = os.open(output, os.O_WRONLY)
        os.dup2(file, 1)
        os.dup2(file, 2)
        signal.alarm(seconds)
        snakemake.cli.main()
        raise AssertionError("Snakemake ends its process")
    _, status = os.waitpid(process, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)
"""


class Checkout:
    """A copy of the workflow in a folder of its own, and Snakemake run in it."""

    def __init__(self, folder, copy=True):
        self.folder = folder
        for name in COPIED if copy else ():
            there = folder / name
            there.parent.mkdir(exist_ok=True)
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, there, ignore=SKIPPED)
            else:
                shutil.copy(ROOT / name, there)
        (folder / "data").mkdir(exist_ok=True)

    def command(
        self,
        *arguments,
        files=QUICK,
        overlay=None,
        cores=2,
        verbose=True,
    ):
        """The arguments of Snakemake; `overlay` is laid over the config of these files.

        It prints each job, or, if not `verbose`, only what the profile shows to users.
        """
        files = list(files)
        if overlay is not None:
            text = overlay if isinstance(overlay, str) else yaml.safe_dump(overlay)
            (self.folder / "overlay.yaml").write_text(text)
            files.append("overlay.yaml")
        command = [*arguments]
        command += ["--quiet=host"] if verbose else []
        command += ["--cores", str(cores)] if cores else []
        command += ["--configfile", *files] if files else []
        return command

    def start(
        self,
        *arguments,
        stdout=subprocess.PIPE,
        start_new_session=False,
        **settings,
    ):
        """Snakemake at work: a process, with the settings of `command`."""
        command = [sys.executable, "-m", "snakemake"]
        command += self.command(*arguments, **settings)
        capture = CAPTURE | {"stdout": stdout, "start_new_session": start_new_session}
        return subprocess.Popen(command, cwd=self.folder, env=environment(), **capture)

    def run(self, *arguments, **settings):
        """The finished process, all that it printed in its stdout."""
        command = self.command(*arguments, **settings)
        with tempfile.NamedTemporaryFile("r") as output:
            task = [str(self.folder), environment(), command, output.name, 900]
            server = snakemake_server()
            print(json.dumps(task), file=server.stdin, flush=True)
            status = int(server.stdout.readline())
            return subprocess.CompletedProcess(command, status, output.read())

    def check_output(self, *arguments, **settings):
        """What a run printed, which must end well."""
        result = self.run(*arguments, **settings)
        assert result.returncode == 0, result.stdout
        return result.stdout

    def count_jobs(self, *arguments, **settings):
        """How many jobs of each rule ran, in a run that must end well."""
        output = self.check_output(*arguments, **settings)
        rules = re.findall(r"^(?:local)?rule (\w+):$", output, re.M)
        return count_by_rule(Counter(rules).items())

    def jobs(self, *arguments, **settings):
        """How many jobs each rule would run, from a dry run."""
        output = self.check_output("--dry-run", *arguments, **settings)
        if "Nothing to be done" in output:
            return {}
        table = output.split("Job stats:")[1].split("total")[0]
        return count_by_rule(re.findall(r"^(\w+) +(\d+)$", table, re.M))

    def make(self, *arguments):
        """`make` in this checkout, with this environment's programs; stdout and stderr as one."""
        programs = self.folder / ".venv/bin"
        programs.mkdir(parents=True, exist_ok=True)
        for name, command in (("python", ""), ("snakemake", " -m snakemake")):
            (programs / name).write_text(
                f'#!/bin/sh\nexec "{sys.executable}"{command} "$@"\n'
            )
            (programs / name).chmod(0o755)
        (self.folder / ".venv/.ready").touch()
        settings = CAPTURE | {"cwd": self.folder, "env": environment(), "timeout": 900}
        return subprocess.run(["make", *arguments], **settings)

    def copy(self, folder):
        """A copy of this checkout, with its results."""
        shutil.copytree(self.folder, folder, symlinks=True, dirs_exist_ok=True)
        return Checkout(folder, copy=False)

    def files(self, pattern, folder=RESULTS):
        """Path to content of the files of a run."""
        paths = filter(Path.is_file, (self.folder / folder).glob(pattern))
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in paths
        }

    def tables(self, run="quick"):
        return {
            Path(name).name: x
            for name, x in self.files("data/*", f"results/{run}").items()
        }

    def replace(self, name, old, new):
        """Edit a file; return its text before."""
        text = (self.folder / name).read_text()
        assert old in text
        (self.folder / name).write_text(text.replace(old, new))
        return text


@cache
def snakemake_server():
    """The process that runs Snakemake for this process of pytest; it ends with it."""
    server = subprocess.Popen(
        [sys.executable, "-c", SNAKEMAKE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd="/",
        # A process with threads must not fork.
        env=environment() | {"OPENBLAS_NUM_THREADS": "1"},
    )
    atexit.register(server.communicate)
    return server


def environment():
    """This one, without what make or an image has put there.

    Many images forbid bytecode; then each job would compile its imports anew, for seconds.
    """
    dropped = re.compile("PYTHONPATH|PYTHONDONTWRITEBYTECODE|MAKE.*|MFLAGS|GIT_.*")
    return {name: x for name, x in os.environ.items() if not dropped.fullmatch(name)}


def git(folder, *arguments):
    """What git says in a folder, as if no hook had started this test."""
    command = [
        "git",
        "-c",
        "user.name=tester",
        "-c",
        "user.email=tester@example.org",
        *arguments,
    ]
    return subprocess.check_output(
        command, cwd=folder, env=environment(), text=True
    ).strip()


def check_refusal(result, *patterns):
    """Check that a run ended badly, without a traceback, and printed each pattern."""
    assert result.returncode != 0
    assert "Traceback" not in result.stdout
    for pattern in patterns:
        assert re.search(pattern, result.stdout), result.stdout


def descendants(process):
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(process.pid).children(recursive=True)
    return []


def kill(victims):
    for victim in victims:
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim.pid, signal.SIGKILL)


def wait_for_job(checkout, process, log):
    """Wait until a run has begun a job, whose log has a path of this pattern."""
    while not list(checkout.folder.glob(log)):
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.05)


@contextlib.contextmanager
def at_work(checkout, *arguments, log, **settings):
    """A run that has begun a job, whose log has a path of this pattern; killed in the end."""
    process = checkout.start(*arguments, **settings)
    wait_for_job(checkout, process, log)
    try:
        yield process
    finally:
        kill([process, *descendants(process)])
        process.communicate()


def count_by_rule(pairs):
    """Jobs by rule from pairs (rule, count): all that draw figures as one, without targets."""
    jobs = Counter()
    for rule, count in pairs:
        if rule not in FIGURES and not TARGETS.fullmatch(rule):
            jobs["figure" if rule.startswith("plot_") else rule] += int(count)
    return dict(jobs)


@pytest.fixture(scope="session")
def new_checkout(tmp_path_factory):
    """Makes checkouts in which nothing has run."""
    return lambda name: Checkout(tmp_path_factory.mktemp(name))


@pytest.fixture(scope="session")
def made_once(tmp_path_factory):
    """made_once(name, make): a checkout that one process of pytest makes; the others wait for it.

    `make` takes an empty folder. What it returns is kept, and is the second value.
    """
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent

    def made(name, make):
        folder, told = shared / name, shared / f"{name}.txt"
        with open(shared / f"{name}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not told.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                told.write_text(make(folder))
        return Checkout(folder, copy=False), told.read_text()

    return made


@pytest.fixture(scope="session")
def finished(made_once):
    """A checkout after `make quick`: all processes read it, and what runs Snakemake takes a copy."""

    def make(folder):
        result = Checkout(folder).make("quick", "CORES=2")
        assert result.returncode == 0, result.stdout
        return result.stdout

    checkout, checkout.report = made_once("finished", make)
    return checkout


@pytest.fixture
def copy_of_finished(finished, tmp_path):
    """A copy of the finished checkout that a test may change."""
    return finished.copy(tmp_path / "copy")


@pytest.fixture
def another(tmp_path):
    """A checkout in which nothing has run."""
    return Checkout(tmp_path)
