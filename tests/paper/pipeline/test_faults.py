"""Faults, injected for real: what is done is done, one clear message, and the next run mends it."""

import contextlib
import os
import random
import shutil
import subprocess
import time

import pytest

from tests.paper.pipeline.conftest import (
    RESULTS,
    at_work,
    check_refusal,
    descendants,
    kill,
)

pytestmark = [
    pytest.mark.pipeline,
    pytest.mark.full,
    pytest.mark.longest,
    pytest.mark.xdist_group("faults"),
]


def check_next_run(checkout, expected, *arguments, **settings):
    """Run once more: it must end well, with the expected tables."""
    checkout.check_output(*arguments, **settings)
    tables = checkout.tables()
    assert tables.keys() == expected.keys()
    assert [name for name in expected if tables[name] != expected[name]] == []


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
    assert set(checkout.tables()) == {"mean_estimation.csv", "histogram.csv"}
    return checkout


# Kill -9


def check_files(another, small):
    """Whatever stands under its name is whole, and the right one."""
    expected = small.files("errors/**/*.csv") | small.files("data/*")
    files = another.files("errors/**/*.csv") | another.files("data/*")
    assert [name for name in files if files[name] != expected[name]] == []
    for name, content in another.files("figures/*.pdf").items():
        assert content.rstrip().endswith(b"%%EOF"), name


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
        workers = descendants(process)
        kill(chance.choice([[process], workers[-1:] or [process], [process, *workers]]))
        killed += 1
        process.wait()
        another.run("--unlock", overlay=SMALL)
        check_next_run(another, small.tables(), *GOALS, overlay=SMALL)
    assert another.jobs(*GOALS, overlay=SMALL) == {}


# Two runs at once


def test_two_runs_in_one_folder(small, another):
    log = f"{RESULTS}/logs/**/*.log"
    with at_work(another, *GOALS, log=log, overlay=SMALL) as first:
        result = another.run(*GOALS, overlay=SMALL)
        check_refusal(result, "Directory cannot be locked")
        # Under another name it has a folder of its own, and both succeed.
        goal = "results/other/data/calibration.csv"
        another.check_output(goal, overlay=SMALL | {"run": "other"})
        report, _ = first.communicate(timeout=600)
        assert first.returncode == 0, report
    assert another.tables() == small.tables()
    assert another.jobs(*GOALS, overlay=SMALL) == {}


def test_after_a_run_that_was_killed_make_unlock_frees_its_files(small, another):
    with at_work(another, *GOALS, log=f"{RESULTS}/logs/**/*.log", overlay=SMALL):
        pass
    result = another.run(*GOALS, overlay=SMALL)
    check_refusal(result, "Directory cannot be locked", "--unlock")
    assert another.make("unlock").returncode == 0
    check_next_run(another, small.tables(), *GOALS, overlay=SMALL)


# Disks


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


@pytest.mark.parametrize("size", ["60k", "120k"])
def test_a_full_disk(another, small, size):
    results = another.folder / "results"
    with mounted(results, "-t", "tmpfs", "-o", f"size={size}", "tmpfs"):
        (results / "notes.txt").write_text("mine")
        result = another.run(*GOALS, overlay=SMALL)
        check_refusal(result, "No space left on device: '?results/")
        check_files(another, small)
        subprocess.run(["mount", "-o", "remount,size=100M", results], check=True)
        check_next_run(another, small.tables(), *GOALS, overlay=SMALL)
        assert (results / "notes.txt").read_text() == "mine"
        assert another.jobs(*GOALS, overlay=SMALL) == {}


def test_a_read_only_folder_of_results(another, small):
    results = another.folder / "results"
    for overlay in (SMALL, SMALL | {"seed": 7}):
        with mounted(results, "--bind", results):
            subprocess.run(["mount", "-o", "remount,ro,bind", results], check=True)
            result = another.run(*GOALS, overlay=overlay)
            check_refusal(result, "Write-protected|Read-only file system")
        check_next_run(another, small.tables(), *GOALS, overlay=SMALL)
