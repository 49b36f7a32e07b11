"""Odd folders, no HOME, and a run that the user stops."""

import os
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


WAIT = """
import pathlib, time

def wait(y, *arguments, **settings):
    pathlib.Path("begun").touch()
    time.sleep(60)
"""


@pytest.mark.full
def test_ctrl_c_in_a_job_is_no_failure_and_the_next_run_goes_on(another):
    (another.folder / "mine.py").write_text(WAIT)
    overlay = {"heatmap": {"methods": ["aGM", "mine:wait"], "hours": [0]}}
    goal = "results/quick/data/heatmap.csv"
    # In the background of a shell Ctrl-C is ignored, also by what is started there.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    run = another.start(goal, overlay=overlay, start_new_session=True)
    signal.signal(signal.SIGINT, handler)
    while not (another.folder / "begun").exists():
        assert run.poll() is None, run.stdout.read()
        time.sleep(0.05)
    # A terminal sends it to all processes.
    os.killpg(run.pid, signal.SIGINT)
    output, _ = run.communicate(timeout=60)
    assert run.returncode != 0 and not (another.folder / goal).exists()
    assert "FAILED" not in output and "Traceback" not in output, output
    (another.folder / "mine.py").write_text(WAIT.replace("time.sleep(60)", "return y"))
    another.check_output(goal, overlay=overlay)
