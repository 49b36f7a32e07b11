import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

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
    "docs/deviations.md",
    "config",
    "gaussmech",
    "profiles",
    "scripts",
    "workflow",
)
# Rules that only name files, besides those of the figures.
TARGETS = re.compile("all|default|figures|tables|claims|columns|report|sweep")
# Compiled kernels, beside their sources, serve the copy too: all it checks is the source.
SKIPPED = shutil.ignore_patterns("*.pyc*", "*.tmp.*")
TOLD = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}


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

    def start(
        self,
        *arguments,
        start=subprocess.Popen,
        files=QUICK,
        overlay=None,
        cores=2,
        **more,
    ):
        """Snakemake at work, a process; `overlay` is laid over the config of these files.

        It tells all that it does, or, if not `told`, only what users see.
        """
        files = list(files)
        if overlay is not None:
            text = overlay if isinstance(overlay, str) else yaml.safe_dump(overlay)
            (self.folder / "overlay.yaml").write_text(text)
            files.append("overlay.yaml")
        command = [sys.executable, "-m", "snakemake", *arguments]
        command += ["--printshellcmds"] if more.pop("told", True) else []
        command += ["--cores", str(cores)] if cores else []
        command += ["--configfile", *files] if files else []
        return start(command, cwd=self.folder, env=environment(), **(TOLD | more))

    def run(self, *arguments, **settings):
        """The finished process, all that it said in its stdout."""
        return self.start(*arguments, start=subprocess.run, timeout=900, **settings)

    def said(self, *arguments, **settings):
        """What a run said that ended well."""
        done = self.run(*arguments, **settings)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def ran(self, *arguments, **settings):
        """How many jobs of each rule ran, in a run that ended well."""
        said = self.said(*arguments, **settings)
        return counted(
            Counter(re.findall(r"^(?:local)?rule (\w+):$", said, re.M)).items()
        )

    def jobs(self, *arguments, **settings):
        """How many jobs each rule would run, from a dry run."""
        said = self.said("--dry-run", *arguments, **settings)
        if "Nothing to be done" in said:
            return {}
        table = said.split("Job stats:")[1].split("total")[0]
        return counted(re.findall(r"^(\w+) +(\d+)$", table, re.M))

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
        settings = TOLD | {"cwd": self.folder, "env": environment(), "timeout": 900}
        return subprocess.run(["make", *arguments], **settings)

    def remove_stale_lock(self):
        """Remove the lock of a run that was killed, as make does before each run."""
        command = [
            sys.executable,
            "-m",
            "gaussmech.paper.pipeline.runs",
            "config/config.yaml",
        ]
        subprocess.run(command, cwd=self.folder, env=environment(), check=True)

    def files(self, pattern, folder=RESULTS):
        """Path to content of the files of a run."""
        found = filter(Path.is_file, (self.folder / folder).glob(pattern))
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in found
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


def environment():
    """This one, without what the make that may have started this test has put there."""
    dropped = re.compile("PYTHONPATH|MAKE.*|MFLAGS|GIT_.*")
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


def counted(rules):
    """Jobs by rule from pairs (rule, count): all that draw figures as one, without targets."""
    jobs = Counter()
    for rule, count in rules:
        if rule not in FIGURES and not TARGETS.fullmatch(rule):
            figure = rule.startswith("plot_") and rule != "plot_column"
            jobs["figure" if figure else rule] += int(count)
    return dict(jobs)


@pytest.fixture(scope="session")
def new_checkout(tmp_path_factory):
    """Makes checkouts in which nothing has run."""
    return lambda name: Checkout(tmp_path_factory.mktemp(name))


@pytest.fixture(scope="session")
def finished(new_checkout):
    """A checkout in which `make quick` has run. Tests leave its results as they are."""
    checkout = new_checkout("finished")
    done = checkout.make("quick", "CORES=2")
    assert done.returncode == 0, done.stdout
    checkout.report = done.stdout
    return checkout


@pytest.fixture
def copy_of_finished(finished, tmp_path):
    """A copy of the finished checkout that a test may change."""
    shutil.copytree(finished.folder, tmp_path / "copy")
    return Checkout(tmp_path / "copy", copy=False)


@pytest.fixture
def another(tmp_path):
    """A checkout in which nothing has run."""
    return Checkout(tmp_path)
