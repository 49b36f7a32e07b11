"""Bad configs, refused on the real command line: in clear words, before any job."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pipeline.bad_configs import UNREADABLE
from tests.pipeline.test_config import reserved

pytestmark = [pytest.mark.pipeline, pytest.mark.full, pytest.mark.xdist_group("finished")]

ROOT = Path(__file__).parents[2]


def files_in(folder):
    """All that lies around a folder, but the notes of Python and Snakemake."""
    found = {path.relative_to(folder.parent).as_posix() for path in folder.parent.rglob("*")}
    return {name for name in found if not re.search(r"\.snakemake|__pycache__", name)}


def refusal(checkout, *arguments, overlay=None):
    """What Snakemake says of settings that it refuses, having begun nothing."""
    (checkout.folder / "overlay.yaml").touch()
    before = files_in(checkout.folder)
    done = checkout.run(*arguments, overlay=overlay, cores=1)
    words = done.stdout + done.stderr
    assert done.returncode != 0 and files_in(checkout.folder) == before
    assert not re.search(r"^(local)?rule |^Job stats|Traceback", words, re.MULTILINE), words
    return words


def test_a_file_is_refused_before_any_job(another):
    words = refusal(another, overlay="run: data\nheatmap: {delta: 1e-6}\nsede: 3\ngdp: null\n")
    for told in ('heatmap.delta is "1e-6": must be', "sede is 3: no such key", "gdp is null: must"):
        assert told in words
    # YAML would let the last one win.
    assert "seed is given more than once" in refusal(another, overlay="seed: 1\nseed: 2\n")


def test_options_are_refused_before_any_job(another):
    words = refusal(another, "--config", "run=../up", "seed=nan", "heatmap={source: web}")
    for told in ('run is "../up": must', "seed is NaN: must", 'source is "web": must be one of'):
        assert told in words


@pytest.fixture
def make(another):
    """`make figures` with a CONFIG, in a checkout whose environment is this one."""
    for name in ("Makefile", "requirements.lock"):
        shutil.copy(ROOT / name, another.folder)
    programs = another.folder / ".venv/bin"
    programs.mkdir(parents=True)
    for name, command in (("python", f'"{sys.executable}" "$@"'), ("snakemake", "false")):
        (programs / name).write_text(f"#!/bin/sh\nexec {command}\n")
        (programs / name).chmod(0o755)
    (another.folder / ".venv/.ready").touch()
    # Not those of the make that may have started this test.
    environment = {name: os.environ[name] for name in os.environ if not name.startswith("MAKE")}
    environment["PYTHONPATH"] = str(another.folder)

    def run(config):
        return subprocess.run(
            ["make", "figures", f"CONFIG={config}"],
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
    for content, *words in UNREADABLE[::5]:
        (make.folder / "my.yaml").write_bytes(content)
        done = make("my.yaml")
        told = done.stderr.splitlines()[0]
        assert done.returncode != 0 and all(word in told for word in ["my.yaml", *words])
        assert done.stderr.count("\n") == 2  # the second line is make's
    assert "config cannot be read: Is a directory" in make("config").stderr
    assert "there is no file gone.yaml" in make("gone.yaml").stderr
    (make.folder / "config/config.yaml").write_text("seed: [")
    assert "config/config.yaml, line " in make("").stderr
    assert not (make.folder / "results").exists()


def test_no_name_among_the_results_is_free_for_a_run(finished):
    names = {path.name for path in (finished.folder / "results/quick").iterdir()}
    assert {name for name in names if not name.startswith(".")} <= set(reserved())
