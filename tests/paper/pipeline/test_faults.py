"""Faults, injected for real: what is done is done, one clear message, and the next run mends it."""

import contextlib
import os
import random
import shutil
import subprocess
import time

import psutil
import pytest

from tests.paper.pipeline.conftest import RESULTS

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
