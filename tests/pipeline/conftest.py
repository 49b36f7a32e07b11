import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
QUICK = ["config/config.yaml", "config/quick.yaml"]


class Checkout:
    """A copy of the workflow in a folder of its own, and Snakemake run in it."""

    def __init__(self, folder):
        self.folder = folder
        for name in ("Snakefile", "environment.yml"):
            shutil.copy(ROOT / name, folder)
        # Compiled kernels, beside their sources, serve the copy too: all it checks is the source.
        ignore = shutil.ignore_patterns("*.pyc*", "*.tmp.*")
        for name in ("config", "gaussmech", "profiles", "scripts", "workflow"):
            shutil.copytree(ROOT / name, folder / name, ignore=ignore)
        (folder / "data").mkdir()

    def start(self, *arguments, files=QUICK, overlay=None, cores=2, **settings):
        """Snakemake at work, a process; `overlay` is laid over the config of these files."""
        files = list(files)
        if overlay is not None:
            (self.folder / "overlay.yaml").write_text(
                overlay if isinstance(overlay, str) else yaml.safe_dump(overlay)
            )
            files.append("overlay.yaml")
        command = [sys.executable, "-m", "snakemake", "--cores", str(cores), *arguments]
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        return subprocess.Popen(
            [*command, "--configfile", *files],
            cwd=self.folder,
            env=environment,
            **{"stdout": subprocess.PIPE} | settings,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *arguments, **settings):
        """The finished process, all that it said in its stdout."""
        process = self.start(*arguments, **settings)
        try:
            report, _ = process.communicate(timeout=600)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return subprocess.CompletedProcess(process.args, process.returncode, report, "")

    def jobs(self, *arguments, **settings):
        """How often each rule would run, from a dry run."""
        done = self.run("--dry-run", *arguments, **settings)
        assert done.returncode == 0, done.stdout + done.stderr
        text = done.stdout + done.stderr
        if "Nothing to be done" in text:
            return {}
        table = text.split("Job stats:")[1].split("total")[0].splitlines()
        counts = [line.split() for line in table if len(line.split()) == 2]
        return {rule: int(n) for rule, n in counts if n.isdigit() and rule != "all"}

    def files(self, pattern):
        found = (self.folder / "results/quick").glob(pattern)
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in found
            if path.is_file()
        }


@pytest.fixture(scope="session")
def new_checkout(tmp_path_factory):
    """Makes checkouts in which nothing has run."""
    return lambda name: Checkout(tmp_path_factory.mktemp(name))


@pytest.fixture(scope="session")
def finished(new_checkout):
    """A checkout in which the quick config has run. Tests leave its results as they are."""
    checkout = new_checkout("finished")
    done = checkout.run()
    assert done.returncode == 0, done.stdout + done.stderr
    checkout.report = done.stdout + done.stderr
    return checkout


@pytest.fixture
def copy_of_finished(finished, tmp_path):
    """A copy of the finished checkout that a test may change."""
    folder = tmp_path / "copy"
    shutil.copytree(finished.folder, folder)
    checkout = object.__new__(Checkout)
    checkout.folder = folder
    return checkout


@pytest.fixture
def another(tmp_path):
    """A checkout in which nothing has run."""
    return Checkout(tmp_path)
