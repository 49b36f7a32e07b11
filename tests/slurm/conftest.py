"""A Slurm cluster on this machine, and the workflow run on it."""

import contextlib
import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psutil
import pytest

from tests.paper.pipeline.conftest import Checkout

HERE = Path(__file__).parent


def completed(*command):
    return subprocess.run(command, capture_output=True, text=True)


class Cluster:
    """Slurm as start.sh starts it, with one node."""

    state = Path("/run/gaussmech-slurm")
    configuration = Path("/etc/slurm/slurm.conf")

    def start(self):
        return completed(HERE / "start.sh")

    def stop(self):
        return completed(HERE / "stop.sh")

    def daemons(self):
        """The process of each daemon, by name."""
        return {path.stem: int(path.read_text()) for path in self.state.glob("*.pid")}

    def node(self):
        """The state of the node, as idle or down*."""
        return completed("sinfo", "-h", "-o", "%T").stdout.strip()

    def job(self, number):
        """What Slurm knows of a job, by name."""
        description = completed("scontrol", "--oneliner", "show", "job", number).stdout
        return dict(word.split("=", 1) for word in description.split() if "=" in word)

    def kill_node(self):
        """As when its power fails: slurmd ends, and all jobs with all that they have started."""
        victims = [psutil.Process(self.daemons()["slurmd"])]
        for process in psutil.process_iter(["name"]):
            if process.info["name"] == "slurmstepd":
                victims += [process, *process.children(recursive=True)]
        for process in victims:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()


@pytest.fixture(scope="session")
def cluster():
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
    cluster = Cluster()
    with open(Path(tempfile.gettempdir(), "gaussmech-slurm.lock"), "w") as lock:
        fcntl.flock(
            lock, fcntl.LOCK_EX
        )  # tests that run beside these must not end our cluster
        try:
            started = cluster.start()
            if started.returncode == 2:
                pytest.skip(started.stderr.strip())
            assert started.returncode == 0, started.stderr
            yield cluster
        finally:
            cluster.stop()


@pytest.fixture(scope="session")
def checkout(cluster, tmp_path_factory):
    """A checkout for all runs, local and on the cluster: it compiles its kernels once."""
    return Checkout(tmp_path_factory.mktemp("slurm"))
