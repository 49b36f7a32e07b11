"""Folders with blanks, quotes and accents, and what the terminal says of a job without a log."""

import shutil
import site
import subprocess
import sys

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
    goals = ["results/odd/data/roads.csv", "results/odd/figures/geng_density.pdf"]
    options = ["--cores", "1", "--configfile", "config/quick.yaml", overlay.name, "--"]
    result = subprocess.run(
        [python, "-m", "snakemake", *options, *goals],
        cwd=odd.folder,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert all((odd.folder / goal).is_file() for goal in goals)
