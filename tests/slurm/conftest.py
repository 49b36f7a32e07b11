"""A Slurm cluster on this machine, and the workflow run on it."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.paper.pipeline.conftest import Checkout

HERE = Path(__file__).parent


def completed(*command):
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture(scope="session")
def cluster():
    """Slurm as start.sh starts it, with one node."""
    if os.geteuid() != 0:
        pytest.skip("only root can start a Slurm of its own")
    for program in ("munged", "slurmctld", "slurmd", "sbatch"):
        if shutil.which(program) is None:
            pytest.skip(
                f"no {program} here: apt-get install slurmctld slurmd slurm-client munge"
            )
    pytest.importorskip(
        "snakemake_executor_plugin_slurm", reason="make .venv/.slurm first"
    )
    with open(Path(tempfile.gettempdir(), "gaussmech-slurm.lock"), "w") as lock:
        fcntl.flock(
            lock, fcntl.LOCK_EX
        )  # tests that run beside these must not end our cluster
        try:
            started = completed(HERE / "start.sh")
            if started.returncode == 2:
                pytest.skip(started.stderr.strip())
            assert started.returncode == 0, started.stderr
            yield
        finally:
            completed(HERE / "stop.sh")


@pytest.fixture(scope="session")
def checkout(cluster, tmp_path_factory):
    """A checkout for all runs, local and on the cluster: it compiles its kernels once."""
    return Checkout(tmp_path_factory.mktemp("slurm"))
