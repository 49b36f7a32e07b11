"""Two runs in one folder at once: one is refused, and a run that was killed hinders none."""

import shutil

import pytest
import yaml

from tests.paper.pipeline.conftest import (
    Checkout,
    at_work,
    check_refusal,
    wait_for_job,
)

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


def log_of(run, repetitions):
    """The log of the job that draws all data sets of a run, of so many repetitions."""
    name = f"repetitions-0-{repetitions - 1}.log"
    return f"results/{run}/logs/data_sets/mean_estimation/{name}"


def start_long_job(checkout, run, **settings):
    """A context in which the long job of a run is at work."""
    settings = {"overlay": config(run), "verbose": False} | settings
    log = log_of(run, LONG["repetitions"])
    return at_work(checkout, goal(run), log=log, **settings)


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
    with start_long_job(another, "quick"):
        for result in (
            another.run(goal("quick"), overlay=config("quick"), verbose=False),
            another.make(goal("quick"), "CONFIG=config/quick.yaml overlay.yaml"),
        ):
            check_refusal(result, ANOTHER)
            lines = [
                line
                for line in result.stdout.splitlines()
                if "make" not in line.split(":")[0]
            ]
            assert len(lines) == 2 and lines[0].startswith(
                "Using workflow specific profile"
            )
        # Nor does make take its lock for one that was left.
        assert list((another.folder / ".snakemake/locks").iterdir())


def test_of_three_runs_the_end_of_one_opens_no_door_to_another(another):
    with start_long_job(another, "b") as second:
        another.check_output("results/a/data/calibration.csv", overlay={"run": "a"})
        # With it Snakemake has deleted the locks of all.
        assert not (another.folder / ".snakemake/locks").exists()
        result = another.run(goal("b"), overlay=config("b"), verbose=False)
        check_refusal(
            result,
            f"{ANOTHER} in results/b; wait for its end, or give this one a `run` name",
        )
        assert second.poll() is None


def test_as_a_module_a_run_has_both_locks(another, tmp_path_factory):
    user = as_module(another, tmp_path_factory.mktemp("user"))
    with start_long_job(user, "quick", files=(), overlay=None):
        arguments = ("--rerun-incomplete", goal("quick"))
        check_refusal(user.run(*arguments, files=()), "Directory cannot be locked")
        # As after the end of any other run in this folder.
        shutil.rmtree(user.folder / ".snakemake/locks")
        check_refusal(user.run(*arguments, files=()), f"{ANOTHER} in results/quick")
    assert (user.folder / "results/quick/logs/run.log").is_file()


def test_after_a_run_that_was_killed_make_goes_on_and_snakemake_says_what_to_do(
    another,
):
    short = {"run": "quick", "mean_estimation": LONG | {"repetitions": 500}}
    process = another.start(goal("quick"), overlay=short)
    wait_for_job(another, process, log_of("quick", 500))
    # Its job stays at work.
    process.kill()
    check_refusal(
        another.run(goal("quick"), overlay=short, verbose=False),
        ANOTHER,
        "snakemake --unlock",
    )
    result = another.make(goal("quick"), "CONFIG=config/quick.yaml overlay.yaml")
    process.communicate()
    assert result.returncode == 0, result.stdout
    assert "the run before was killed: its lock is removed" in result.stdout
    assert another.files("data/*").keys() == {goal("quick")}
