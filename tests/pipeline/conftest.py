import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import yaml

from gaussmech.registry import FIGURES

ROOT = Path(__file__).parents[2]
QUICK = ["config/quick.yaml"]
RESULTS = "results/quick"


class Checkout:
    """A copy of the workflow in a folder of its own, and Snakemake run in it."""

    def __init__(self, folder, copy=True):
        self.folder = folder
        if not copy:
            return
        for name in ("Snakefile", "Makefile", "environment.yml", "requirements.lock"):
            shutil.copy(ROOT / name, folder)
        # Compiled kernels, beside their sources, serve the copy too: all it checks is the source.
        ignore = shutil.ignore_patterns("*.pyc*", "*.tmp.*")
        for name in ("config", "gaussmech", "profiles", "scripts", "workflow"):
            shutil.copytree(ROOT / name, folder / name, ignore=ignore)
        (folder / "data").mkdir()
        (folder / "docs").mkdir()
        for name in ("settings.md", "deviations.md"):
            shutil.copy(ROOT / "docs" / name, folder / "docs")

    def start(self, *arguments, files=QUICK, overlay=None, cores=2, told=True, **settings):
        """Snakemake at work, a process; `overlay` is laid over the config of these files.

        It tells all that it does, or only what users see.
        """
        files = list(files)
        if overlay is not None:
            (self.folder / "overlay.yaml").write_text(
                overlay if isinstance(overlay, str) else yaml.safe_dump(overlay)
            )
            files.append("overlay.yaml")
        command = [sys.executable, "-m", "snakemake", *arguments]
        command += ["--printshellcmds"] if told else []
        command += ["--cores", str(cores)] if cores else []
        return subprocess.Popen(
            [*command, *(["--configfile", *files] if files else [])],
            **{"cwd": self.folder, "env": environment(), "stdout": subprocess.PIPE} | settings,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *arguments, **settings):
        """The finished process, all that it said in its stdout."""
        process = self.start(*arguments, **settings)
        try:
            report, _ = process.communicate(timeout=900)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return subprocess.CompletedProcess(process.args, process.returncode, report, "")

    def make(self, *arguments):
        """`make` in this checkout, with this environment's programs; stdout and stderr as one."""
        programs = self.folder / ".venv/bin"
        programs.mkdir(parents=True, exist_ok=True)
        for name, command in (("python", ""), ("snakemake", " -m snakemake")):
            (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}"{command} "$@"\n')
            (programs / name).chmod(0o755)
        (self.folder / ".venv/.ready").touch()
        return subprocess.run(
            ["make", *arguments],
            cwd=self.folder,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=900,
        )

    def jobs(self, *arguments, **settings):
        """How many jobs each rule would run, from a dry run."""
        done = self.run("--dry-run", *arguments, **settings)
        assert done.returncode == 0, done.stdout
        if "Nothing to be done" in done.stdout:
            return {}
        table = done.stdout.split("Job stats:")[1].split("total")[0]
        return counted(re.findall(r"^(\w+) +(\d+)$", table, re.MULTILINE))

    def files(self, pattern, folder=RESULTS):
        """Path to content of the files of a run."""
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in (self.folder / folder).glob(pattern)
            if path.is_file()
        }

    def tables(self, run="quick"):
        return {Path(name).name: x for name, x in self.files("data/*", f"results/{run}").items()}


def environment():
    """This one, without what the make that may have started this test has put there."""
    dropped = re.compile("PYTHONPATH|MAKE.*|MFLAGS|GIT_.*")
    return {name: x for name, x in os.environ.items() if not dropped.fullmatch(name)}


def counted(rules):
    """Jobs by rule from pairs (rule, count): all figures as one, without targets."""
    jobs = Counter()
    for rule, count in rules:
        if not re.fullmatch("all|default|figures|tables|claims|report|sweep", rule):
            figure = rule in FIGURES or rule.startswith("sweep_")
            jobs["figure" if figure else rule] += int(count)
    return dict(jobs)


def ran(done):
    """How many jobs each rule ran, after a run that went well."""
    assert done.returncode == 0, done.stdout
    rules = re.findall(r"^(?:local)?rule (\w+):$", done.stdout, re.MULTILINE)
    return counted(Counter(rules).items())


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
