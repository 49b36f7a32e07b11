import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections import Counter

import pytest
import yaml

from gaussmech.paper.registry import FIGURES
from tests.processes import ROOT

QUICK = ["config/quick.yaml"]
RESULTS = "results/quick"
COPIED = ("Snakefile", "Makefile", "environment.yml", "requirements.lock")
COPIED += ("docs/reproduction.md", "config", "gaussmech", "profiles")
COPIED += ("scripts", "workflow")
# Rules that only name files, besides those of the figures.
TARGETS = re.compile("all|default|figures|tables|claims|report|sweep|worth")
# Bytecode and compiled kernels, beside their sources, serve the copy too: all it checks is the source.
SKIPPED = shutil.ignore_patterns("*.pyc.*", "*.tmp.*")
CAPTURE = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}


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

    def start(self, *arguments, files=QUICK, overlay=None, cores=2, **settings):
        """Snakemake at work; `overlay` is laid over the config of these files."""
        files = list(files)
        if overlay is not None:
            text = overlay if isinstance(overlay, str) else yaml.safe_dump(overlay)
            (self.folder / "overlay.yaml").write_text(text)
            files.append("overlay.yaml")
        command = [sys.executable, "-m", "snakemake", *arguments, "--quiet=host"]
        command += ["--cores", str(cores)] if cores else []
        command += ["--configfile", *files] if files else []
        settings = CAPTURE | {"cwd": self.folder, "env": environment()} | settings
        return subprocess.Popen(command, **settings)

    def run(self, *arguments, **settings):
        """The finished process, all that it printed in its stdout."""
        process = self.start(*arguments, **settings)
        output, _ = process.communicate(timeout=900)
        return subprocess.CompletedProcess(process.args, process.returncode, output)

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

    def files(self, pattern, folder=RESULTS):
        """Path to content of the files of a run."""
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in (self.folder / folder).glob(pattern)
            if path.is_file()
        }

    def tables(self, run="quick"):
        paths = self.folder.glob(f"results/{run}/data/*")
        return {path.name: path.read_bytes() for path in paths}

    def replace(self, name, old, new):
        """Edit a file; return its text before."""
        text = (self.folder / name).read_text()
        assert old in text
        (self.folder / name).write_text(text.replace(old, new))
        return text


def environment():
    """This one, without what make or an image has put there.

    Many images forbid bytecode; then each job would compile its imports anew, for seconds.
    """
    dropped = re.compile("PYTHONPATH|PYTHONDONTWRITEBYTECODE|MAKE.*|MFLAGS|GIT_.*")
    return {name: x for name, x in os.environ.items() if not dropped.fullmatch(name)}


def git(folder, *arguments):
    """What git says in a folder, as if no hook had started this test."""
    author = ("-c", "user.name=tester", "-c", "user.email=tester@example.org")
    settings = {"cwd": folder, "env": environment(), "text": True}
    return subprocess.check_output(["git", *author, *arguments], **settings).strip()


def check_refusal(result, *patterns):
    """Check that a run ended badly, without a traceback, and printed each pattern."""
    assert result.returncode != 0
    assert "Traceback" not in result.stdout
    for pattern in patterns:
        assert re.search(pattern, result.stdout), result.stdout


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
def finished(tmp_path_factory):
    """A checkout after `make quick`, which one process of pytest makes; the others wait for it.

    All read it, and what runs Snakemake takes a copy.
    """
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder, report = shared / "finished", shared / "finished.txt"
    with open(shared / "finished.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not report.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            result = Checkout(folder).make("quick", "CORES=2")
            assert result.returncode == 0, result.stdout
            report.write_text(result.stdout)
    checkout = Checkout(folder, copy=False)
    checkout.report = report.read_text()
    return checkout


@pytest.fixture
def copy_of_finished(finished, tmp_path):
    """A copy of the finished checkout that a test may change."""
    shutil.copytree(finished.folder, tmp_path / "copy", symlinks=True)
    return Checkout(tmp_path / "copy", copy=False)


@pytest.fixture
def another(tmp_path):
    """A checkout in which nothing has run."""
    return Checkout(tmp_path)
