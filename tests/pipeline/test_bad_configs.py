"""Bad configs, refused on the real command line: in clear words, before any job."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gaussmech.pipeline.config import RESERVED
from tests.pipeline.bad_configs import BAD, UNREADABLE

pytestmark = [pytest.mark.pipeline, pytest.mark.full, pytest.mark.xdist_group("finished")]

ROOT = Path(__file__).parents[2]
# The first of each kind and every third after it; the slow test tries the others.
USUAL = [pair for kind in BAD.values() for pair in kind[::3]]
OTHERS = [pair for kind in BAD.values() for place, pair in enumerate(kind) if place % 3]
OPTIONS = [
    ("run=../up", r"run is '\.\./up'; it must be the name of one folder"),
    ("run=data", "run is 'data', a name that results/ has a use for"),
    ("seed=nan", r"seed is \.nan; it must be a whole number"),
    ("heatmap={source: web}", "heatmap.source is 'web'; allowed are auto"),
]


@pytest.fixture
def checkouts(another, tmp_path_factory):
    """Two of them, so that two overlays can be tried at a time."""
    return another, type(another)(tmp_path_factory.mktemp("second"))


def files_in(folder):
    """All that lies in a folder, but the notes of Python and Snakemake."""
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    return {name for name in found if not re.match(r"\.snakemake|.*__pycache__", name)}


def accepted(checkout, runs):
    """Settings that are not refused as they should be, with what Snakemake says of them."""
    (checkout.folder / "overlay.yaml").touch()
    before, around = files_in(checkout.folder), set(checkout.folder.parent.iterdir())
    wrong = []
    for arguments, overlay, message in runs:
        done = checkout.run(*arguments, overlay=overlay, cores=1)
        words = done.stdout + done.stderr
        refused = done.returncode != 0 and re.search(message, words, re.MULTILINE)
        begun = re.search(r"^(local)?rule |^Job stats|Traceback", words, re.MULTILINE)
        left = files_in(checkout.folder) - before or set(checkout.folder.parent.iterdir()) - around
        if not refused or begun or left:
            wrong.append((*arguments, overlay, message, words, left))
    return wrong


def all_accepted(checkouts, runs):
    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(accepted, checkouts, (runs[::2], runs[1::2])), [])


def test_bad_configs_are_refused_before_any_job(checkouts):
    runs = [((), overlay, message) for overlay, message in USUAL]
    runs += [(("--config", option), None, message) for option, message in OPTIONS]
    assert all_accepted(checkouts, runs) == []


@pytest.mark.slow
def test_all_other_bad_configs_are_refused_before_any_job(checkouts):
    assert all_accepted(checkouts, [((), *pair) for pair in OTHERS]) == []


@pytest.mark.slow
def test_a_file_that_no_one_can_read_is_refused_by_snakemake_alone(another):
    # Its words are Snakemake's own: it reads the file before any of the workflow.
    for content, _ in UNREADABLE:
        (another.folder / "config/quick.yaml").write_bytes(content)
        done = another.run("--dry-run", cores=1)
        assert done.returncode != 0 and "rule " not in done.stdout + done.stderr
        assert not (another.folder / "results").exists()


@pytest.fixture
def make(another):
    """`make figures` with a CONFIG, in a checkout whose environment is this one."""
    for name in ("Makefile", "requirements.lock"):
        shutil.copy(ROOT / name, another.folder)
    programs = another.folder / ".venv/bin"
    programs.mkdir(parents=True)
    for name, command in (("python", ""), ("snakemake", " -m snakemake")):
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}"{command} "$@"\n')
        (programs / name).chmod(0o755)
    (another.folder / ".venv/.ready").touch()

    # Not those of the make that may have started this test.
    environment = {name: os.environ[name] for name in os.environ if not name.startswith("MAKE")}
    environment["PYTHONPATH"] = str(another.folder)

    def run(config):
        return subprocess.run(
            ["make", "figures", f"CONFIG={config}", "CORES=1"],
            cwd=another.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
        )

    run.folder = another.folder
    return run


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_says_which_file_cannot_be_read_and_why(make):
    for content, message in UNREADABLE:
        (make.folder / "my.yaml").write_bytes(content)
        done = make("my.yaml")
        assert done.returncode != 0 and re.match(rf"my\.yaml{message}", done.stderr, re.MULTILINE)
        assert done.stderr.count("\n") == 2  # the second line is make's
        assert not (make.folder / "results").exists()
    assert "config cannot be read: Is a directory" in make("config").stderr
    assert "there is no file gone.yaml" in make("gone.yaml").stderr
    (make.folder / "my.yaml").write_text("seed: -1\n")
    assert "seed is -1; it must be a whole number" in make("my.yaml").stderr
    (make.folder / "config/config.yaml").write_text("seed: [")
    assert "config/config.yaml, line 1: " in make("").stderr


def test_no_name_among_the_results_is_free_for_a_run(finished):
    names = {path.name for path in (finished.folder / "results/quick").iterdir()}
    assert {name for name in names if not name.startswith(".")} <= set(RESERVED)
