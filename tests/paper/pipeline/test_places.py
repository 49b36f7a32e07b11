"""Odd folders, no HOME, containers, and what the terminal says of jobs that die or are stopped."""

import os
import re
import shutil
import signal
import site
import subprocess
import sys
import time

import pytest

from tests.paper.pipeline.conftest import ROOT, Checkout, environment

pytestmark = pytest.mark.pipeline
ODD = "My D's é"


@pytest.fixture
def odd(tmp_path):
    """A checkout in an odd folder, with an environment of its own in it, and odd files to read."""
    checkout = Checkout(tmp_path / ODD)
    shutil.copytree(ROOT / "config/examples/city", checkout.folder / ODD)
    command = [sys.executable, "-m", "venv", "--without-pip", ".venv"]
    subprocess.run(command, cwd=checkout.folder, check=True)
    (packages,) = checkout.folder.glob(".venv/lib/python*/site-packages")
    lines = [
        f"import site; site.addsitedir({path!r})" for path in site.getsitepackages()
    ]
    (packages / "these.pth").write_text("\n".join(lines))
    return checkout


def test_a_checkout_in_an_odd_folder_makes_its_results(odd):
    python = odd.folder / ".venv/bin/python"
    overlay = odd.folder / f"{ODD}.yaml"
    text = f'heatmap: {{source: files, folder: "{ODD}", roads: roads.txt}}\n'
    overlay.write_text(f"run: odd\n{text}")
    goals = ["results/odd/data/roads.csv", "results/odd/figures/l2_mechanism.pdf"]
    options = ["--cores", "1", "--configfile", "config/quick.yaml", overlay.name, "--"]
    result = subprocess.run(
        [python, "-m", "snakemake", *options, *goals],
        cwd=odd.folder,
        # Nor does a run need a HOME.
        env=environment() | {"HOME": "/proc/none"},
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert all((odd.folder / goal).is_file() for goal in goals)


SMALL = {
    "run": "small",
    "histogram": {"dimensions": [10], "epsilons": [1.0], "repetitions": 2},
}
GOAL = "results/small/data/histogram.csv"


@pytest.mark.full
def test_a_job_that_dies_is_told_by_its_exit_status_and_the_last_line(another):
    """Its program does not start, or ends before it has a log."""
    script = "scripts/compute_histogram.py"
    text = (another.folder / script).read_text()
    (another.folder / script).write_text(f"import nothing_here\n{text}")
    result = another.run(GOAL, overlay=SMALL, verbose=False, logger=())
    end = "it ended with exit status 1: ModuleNotFoundError: No module named 'nothing_here'"
    assert result.returncode != 0 and "Traceback" not in result.stdout
    words = rf"^FAILED compute_histogram: {end}\n  log: (\S+)$"
    match = re.search(words, result.stdout, re.M)
    assert match, result.stdout
    assert "Traceback" in (another.folder / match[1]).read_text()


@pytest.mark.full
def test_ctrl_c_while_a_job_imports_prints_neither_traceback_nor_advice(another):
    # The job says when it has begun, and stays among its imports until it is stopped.
    begun = another.folder / "begun"
    script = another.folder / "scripts/compute_histogram.py"
    head = f"import pathlib, time\n\npathlib.Path({str(begun)!r}).touch()\ntime.sleep(60)\n"
    script.write_text(head + script.read_text())
    # In the background of a shell Ctrl-C is ignored, also by what is started there.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    run = another.start(GOAL, overlay=SMALL, verbose=False, start_new_session=True)
    signal.signal(signal.SIGINT, handler)
    while not begun.exists():
        assert run.poll() is None, run.stdout.read()
        time.sleep(0.01)
    # A terminal sends it to all processes; an impatient user sends it twice.
    for _ in range(2):
        os.killpg(run.pid, signal.SIGINT)
        time.sleep(0.1)
    output, _ = run.communicate(timeout=60)
    assert run.returncode != 0 and not (another.folder / GOAL).exists()
    for word in ("Traceback", "FAILED", "fix that"):
        assert word not in output, output
    assert output.endswith("stopped; the same command goes on where it was\n")


CONDA = """#!/bin/sh
case "$*" in
*info*) echo '{"conda_prefix": "/", "conda_version": "25.1.0", "platform": "linux-64"}' ;;
*config*) echo '{"get": {"channel_priority": "strict"}}' ;;
*) echo conda 25.1.0 ;;
esac
"""


@pytest.mark.full
def test_containerize_writes_a_dockerfile_with_the_environment(
    another, tmp_path_factory, monkeypatch
):
    programs = tmp_path_factory.mktemp("programs")
    (programs / "conda").write_text(CONDA)
    (programs / "conda").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    options = {"verbose": False, "logger": (), "cores": None}
    output = another.check_output("--containerize", **options)
    assert "FROM condaforge/miniforge3" in output
    assert re.search(
        r"^COPY environment.yml /conda-envs/\w+/environment.yaml$", output, re.M
    )
