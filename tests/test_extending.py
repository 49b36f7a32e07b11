"""The walks of docs/extending.md: their changes apply to this checkout, and what they add runs."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.processes import ROOT, text_of

# One process makes the changed checkout.
pytestmark = pytest.mark.xdist_group("extending")

TEXT = text_of("docs/extending.md")
COPIED = ("gaussmech", "workflow", "scripts", "config", "tests", "docs", "tools")
FILES = ("Snakefile", "environment.yml", "pyproject.toml")


def blocks(head):
    """The blocks of the page that begin with a line that matches."""
    return re.findall(rf"^```{head}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """A copy of the checkout with all changes of the page."""
    folder = tmp_path_factory.mktemp("extending")
    skip = shutil.ignore_patterns("*.pyc*", "*.tmp.*")
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=skip)
    for name in FILES:
        shutil.copy2(ROOT / name, folder / name)
    for path, content in blocks(r'python title="(.*?)"'):
        (folder / path).write_text(content, encoding="utf-8")
    for diff in blocks("diff"):
        run(folder, "git", "apply", "-", input=diff)
    return folder


def run(folder, *command, **more):
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(
        command, cwd=folder, env=environment, text=True, capture_output=True, **more
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"


def python(folder, *arguments):
    run(folder, sys.executable, *arguments)


def test_the_changes_apply_and_are_in_the_house_style(changed):
    assert len(blocks("diff")) == 3
    python(changed, "-m", "ruff", "check", "gaussmech", "scripts")
    python(changed, "-m", "ruff", "format", "--check", "gaussmech", "scripts")


def test_the_new_method_denoises_as_the_page_says(changed):
    (script,) = blocks("python")
    python(changed, "-c", script)


@pytest.mark.full
def test_the_new_entries_pass_the_tests(changed):
    tests = (
        "tests/paper/claims/test_calibration.py",
        "tests/paper/experiments",
        "tests/paper/figures/test_every_figure.py",
        "tests/paper/figures/test_method_styles.py",
        "gaussmech/paper/experiments/sparsity.py",
    )
    chosen = "sparsity or 5.1e or test_methods or test_method_styles or as_many"
    options = ("-q", "-n", "0", "-p", "no:cacheprovider", "-k", chosen)
    python(changed, "-m", "pytest", *options, *tests)


@pytest.mark.full
@pytest.mark.pipeline
def test_the_new_figure_is_made_with_the_caption_of_the_page(changed):
    target = "results/quick/figures/sparsity"
    quick = "--cores", "1", "--configfile", "config/quick.yaml"
    python(
        changed,
        "-m",
        "snakemake",
        *quick,
        "--workflow-profile",
        "none",
        "--",
        "sparsity",
    )
    caption = (changed / f"{target}.txt").read_text(encoding="utf-8")
    assert caption in TEXT
