"""The workflow on a real Slurm: the same tables, from jobs of their size, and of the same settings."""

import re

import pytest

from tests.slurm.conftest import completed

pytestmark = [
    pytest.mark.slurm,
    pytest.mark.longest,
    pytest.mark.xdist_group("slurm"),
]

# The profile that users have, but jobs of seconds are looked after as often as the plugin can:
# after 1, 12 and 33 s, not after 40, 90 and 150.
ON_SLURM = (
    "--profile",
    "profiles/slurm",
    "--slurm-init-seconds-before-status-checks",
    "1",
)
FEW = {
    "histogram": {"epsilons": [1.0]},
    "heatmap": {"epsilons": [0.5], "hours": [0], "methods": ["cGM", "aGM", "zero"]},
}


def few(run):
    """The targets of a run with its name, and its overlay."""
    return [f"results/{run}/data/{name}.csv" for name in FEW], FEW | {"run": run}


def slurm_jobs(report):
    """What Slurm knows of the jobs that a run has submitted, by name."""
    jobs = []
    for number in re.findall(r"submitted with SLURM jobid (\d+)", report):
        text = completed("scontrol", "--oneliner", "show", "job", number).stdout
        jobs.append(dict(word.split("=", 1) for word in text.split() if "=" in word))
    return jobs


@pytest.fixture(scope="module")
def local(checkout):
    """A few tables made without Slurm. First: jobs on Slurm find the kernels compiled."""
    targets, overlay = few("local")
    checkout.check_output(*targets, overlay=overlay)
    return checkout.tables("local")


@pytest.fixture(scope="module")
def report(checkout, local):
    """What Snakemake said when it made the same tables on Slurm, in the run `slurm`."""
    targets, overlay = few("slurm")
    return checkout.check_output(*ON_SLURM, *targets, overlay=overlay, cores=None)


def test_tables_are_those_of_a_local_run(checkout, report, local):
    tables = checkout.tables("slurm")
    assert tables.keys() == local.keys() == {f"{name}.csv" for name in FEW}
    assert [name for name in tables if tables[name] != local[name]] == []


def test_every_job_that_computes_is_a_slurm_job(report):
    jobs = slurm_jobs(report)
    # The histogram is one submission, and the maps are another.
    assert "steps (100%) done" in report and len(jobs) == 2
    assert {job["JobState"] for job in jobs} == {"COMPLETED"}
    resources = {
        (job["NumCPUs"], job["MinMemoryNode"], job["TimeLimit"]) for job in jobs
    }
    assert resources == {("1", "2000M", "00:05:00")}
