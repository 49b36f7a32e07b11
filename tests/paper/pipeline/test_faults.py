"""Faults, injected for real: what is done is done, one clear message, and the next run mends it."""

import contextlib
import os
import random
import shutil
import subprocess
import time

import psutil
import pytest

from tests.paper.pipeline.conftest import RESULTS, check_refusal

pytestmark = [
    pytest.mark.pipeline,
    pytest.mark.full,
    pytest.mark.longest,
    pytest.mark.xdist_group("faults"),
]


def check_next_run(checkout, small):
    """Run once more: it must end well, with the expected tables, and leave nothing to do."""
    checkout.check_output(*GOALS, overlay=SMALL)
    assert checkout.tables() == small.tables()
    assert checkout.jobs(*GOALS, overlay=SMALL) == {}


# A workflow of six jobs, for faults that need many runs.
FEW = {"dimensions": [10, 1000], "epsilons": [1.0]}
SMALL = {"mean_estimation": FEW | {"repetitions": 40}}
SMALL |= {"histogram": FEW | {"repetitions": 4, "blocks": 2}}
GOALS = [f"{RESULTS}/data/mean_estimation.csv", f"{RESULTS}/figures/fig4.pdf"]


@pytest.fixture(scope="module")
def small(new_checkout):
    """A checkout in which the small workflow has run."""
    checkout = new_checkout("small")
    checkout.check_output(*GOALS, overlay=SMALL)
    return checkout


def test_killed_at_random_moments(small, another):
    seed = int.from_bytes(os.urandom(4))
    print(f"seed {seed}")  # shown by pytest if the test fails
    chance, usual, killed = random.Random(seed), 8.0, 0
    while killed < 3:
        shutil.rmtree(another.folder / "results", ignore_errors=True)
        process = another.start(*GOALS, overlay=SMALL, stdout=None)
        begun = time.monotonic()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(1.0, usual))
            usual = time.monotonic() - begun
            continue
        workers = psutil.Process(process.pid).children(recursive=True)
        chosen = [process], workers[-1:] or [process], [process, *workers]
        for victim in chance.choice(chosen):
            with contextlib.suppress(psutil.NoSuchProcess):
                victim.kill()
        killed += 1
        process.wait()
        assert another.make("unlock").returncode == 0
        check_next_run(another, small)


@contextlib.contextmanager
def mounted(target, *options):
    """Something mounted at a folder; skips where that is not allowed."""
    target.mkdir(parents=True, exist_ok=True)
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small or a read-only file system")
    result = subprocess.run(["mount", *options, target], capture_output=True, text=True)
    if result.returncode:
        pytest.skip(f"mount does not work here: {result.stderr}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", target], check=True)


def test_a_full_disk(another, small):
    results = another.folder / "results"
    with mounted(results, "-t", "tmpfs", "-o", "size=60k", "tmpfs"):
        (results / "notes.txt").write_text("mine")
        result = another.run(*GOALS, overlay=SMALL)
        check_refusal(result, "No space left on device: '?results/")
        # Whatever stands under its name is whole, and the right one.
        for pattern in ("errors/**/*.csv", "data/*"):
            assert another.files(pattern).items() <= small.files(pattern).items()
        subprocess.run(["mount", "-o", "remount,size=100M", results], check=True)
        check_next_run(another, small)
        assert (results / "notes.txt").read_text() == "mine"


def test_a_read_only_folder_of_results(another, small):
    results = another.folder / "results"
    with mounted(results, "--bind", results):
        subprocess.run(["mount", "-o", "remount,ro,bind", results], check=True)
        result = another.run(*GOALS, overlay=SMALL)
        check_refusal(result, "Write-protected|Read-only file system")
    check_next_run(another, small)
