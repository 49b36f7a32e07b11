"""Two runs in one folder at once: one is refused, and a run that was killed hinders none."""

import contextlib
import shutil
import time

import pytest
import yaml

from tests.paper.pipeline.conftest import Checkout
from tests.paper.pipeline.test_faults import descendants, kill, refused

pytestmark = [
    pytest.mark.pipeline,
    pytest.mark.full,
    pytest.mark.xdist_group("two runs"),
]

# A job that takes minutes; no test waits for its end.
LONG = {"dimensions": [10_000], "epsilons": [1.0], "repetitions": 20_000}
ANOTHER = r"another run is at work"


def config(run):
    """The quick configuration with the long job, under a name of its own."""
    return {"run": run, "mean_estimation": LONG}


def goal(run):
    return f"results/{run}/data/mean_estimation.csv"


@contextlib.contextmanager
def at_work(checkout, run, **settings):
    """A run whose long job has begun."""
    process = checkout.start(
        goal(run), told=False, **({"overlay": config(run)} | settings)
    )
    log = (
        checkout.folder
        / f"results/{run}/logs/data_sets/mean_estimation/repetitions-0-19999.log"
    )
    while not log.is_file():
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.05)
    try:
        yield process
    finally:
        kill([process, *descendants(process)])
        process.communicate()


def as_module(another, folder):
    """A folder whose workflow uses that of `another` as a module."""
    user = Checkout(folder, copy=False)
    quick = yaml.safe_load((another.folder / "config/quick.yaml").read_text())
    (folder / "my.yaml").write_text(yaml.safe_dump(quick | config("quick")))
    (folder / "Snakefile").write_text(
        'configfile: "my.yaml"\n'
        f'module gm:\n    snakefile: "{another.folder}/workflow/Snakefile"\n    config: config\n'
        "use rule * from gm as gm_*\n"
    )
    return user


def test_the_same_run_is_refused_in_one_line_by_snakemake_and_by_make(another):
    with at_work(another, "quick"):
        for done in (
            another.run(goal("quick"), overlay=config("quick"), told=False),
            another.make(goal("quick"), "CONFIG=config/quick.yaml overlay.yaml"),
        ):
            refused(done, ANOTHER)
            lines = [
                line
                for line in done.stdout.splitlines()
                if "make" not in line.split(":")[0]
            ]
            assert len(lines) == 2 and lines[0].startswith(
                "Using workflow specific profile"
            )
        # Nor does make take its lock for one that was left.
        assert list((another.folder / ".snakemake/locks").iterdir())


def test_of_three_runs_the_end_of_one_opens_no_door_to_another(another):
    with at_work(another, "b") as second:
        another.said("results/a/data/calibration.csv", overlay={"run": "a"})
        # With it Snakemake has deleted the locks of all.
        assert not (another.folder / ".snakemake/locks").exists()
        done = another.run(goal("b"), overlay=config("b"), told=False)
        refused(
            done,
            f"{ANOTHER} in results/b; wait for its end, or give this one a `run` name",
        )
        assert second.poll() is None


def test_as_a_module_a_run_has_both_locks(another, tmp_path_factory):
    user = as_module(another, tmp_path_factory.mktemp("user"))
    with at_work(user, "quick", files=(), overlay=None):
        again = "--rerun-incomplete", goal("quick")
        refused(user.run(*again, files=()), "Directory cannot be locked")
        # As after the end of any other run in this folder.
        shutil.rmtree(user.folder / ".snakemake/locks")
        refused(user.run(*again, files=()), f"{ANOTHER} in results/quick")
    assert (user.folder / "results/quick/logs/run.log").is_file()


def test_after_a_run_that_was_killed_make_goes_on_and_snakemake_says_what_to_do(
    another,
):
    short = {"run": "quick", "mean_estimation": LONG | {"repetitions": 500}}
    log = (
        another.folder
        / "results/quick/logs/data_sets/mean_estimation/repetitions-0-499.log"
    )
    process = another.start(goal("quick"), overlay=short)
    while not log.is_file():
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.05)
    # Its job stays at work.
    process.kill()
    refused(
        another.run(goal("quick"), overlay=short, told=False),
        ANOTHER,
        "snakemake --unlock",
    )
    done = another.make(goal("quick"), "CONFIG=config/quick.yaml overlay.yaml")
    process.communicate()
    assert done.returncode == 0, done.stdout
    assert "the run before was killed: its lock is removed" in done.stdout
    assert another.files("data/*").keys() == {goal("quick")}
