"""The workflow on a real Slurm: the same tables, failures told, and a node that dies."""

import re
import time

import psutil
import pytest

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
    """The numbers of the jobs that a run has submitted."""
    return re.findall(r"submitted with SLURM jobid (\d+)", report)


def wait_until(condition):
    end = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


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


def test_every_job_that_computes_is_a_slurm_job(report, cluster):
    jobs = [cluster.job(number) for number in slurm_jobs(report)]
    # The histogram is one submission, and the maps are another.
    assert "steps (100%) done" in report and len(jobs) == 2
    assert {job["JobState"] for job in jobs} == {"COMPLETED"}
    resources = {
        (job["NumCPUs"], job["MinMemoryNode"], job["TimeLimit"]) for job in jobs
    }
    assert resources == {("1", "2000M", "00:05:00")}


def test_a_job_whose_node_dies_is_run_again(checkout, local, cluster):
    def at_work():
        lines = (
            " ".join(p.info["cmdline"] or []) for p in psutil.process_iter(["cmdline"])
        )
        return any(f"{checkout.folder}/.snakemake/scripts/" in line for line in lines)

    _, overlay = few("killed")
    overlay |= {"seed": 7}
    checkout.check_output(
        "results/seven/data/histogram.csv", overlay=overlay | {"run": "seven"}
    )
    goal = "results/killed/data/histogram.csv"
    run = checkout.start(*ON_SLURM, goal, overlay=overlay, cores=None)
    try:
        wait_until(at_work)
        cluster.kill_node()
        wait_until(lambda: cluster.node() == "down*")
        assert cluster.start().returncode == 0
        output, _ = run.communicate(timeout=200)
    finally:
        run.kill()
    assert run.returncode == 0, output
    jobs = [cluster.job(number) for number in slurm_jobs(output)]
    assert [job["Restarts"] for job in jobs] == ["1"]
    assert checkout.tables("killed") == checkout.tables("seven")
