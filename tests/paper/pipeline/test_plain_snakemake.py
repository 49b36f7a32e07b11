"""Snakemake as its users start it: with the packages of environment.yml, without the project."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig

import pytest
import yaml

from tests.paper.pipeline.conftest import (
    CAPTURE,
    ROOT,
    SKIPPED,
    Checkout,
    environment,
    git,
)
from tests.processes import text_of
from tests.test_environment import CONDA_NAMES

pytestmark = pytest.mark.pipeline

# A figure in seconds.
SMALL = """
run: small
heatmap: {source: stand-in}
histogram: {dimensions: [10, 100], epsilons: [0.1, 1.0], repetitions: 4}
"""


def packages():
    """The packages of environment.yml, as requirements of pip."""
    names = yaml.safe_load(text_of("environment.yml"))["dependencies"]
    requirements = []
    for name, bounds in (re.fullmatch(r"([\w-]+)(.*)", x).groups() for x in names):
        if name != "python":
            requirements.append(CONDA_NAMES.get(name, name) + bounds)
    return requirements


def clone(folder):
    """A clone of this repository with its uncommitted edits."""
    git(ROOT, "clone", "--quiet", "--no-hardlinks", str(ROOT), str(folder))
    for name in git(ROOT, "ls-files").splitlines():
        if (ROOT / name).is_file():
            shutil.copy2(ROOT / name, folder / name)
        else:
            (folder / name).unlink(missing_ok=True)
    return folder


def with_kernels(folder):
    """A clone with the kernels that are compiled here: compiling all of them takes a minute."""
    for path in (ROOT / "gaussmech").rglob("__pycache__"):
        copied = folder / path.relative_to(ROOT)
        shutil.copytree(path, copied, ignore=SKIPPED, dirs_exist_ok=True)
    return folder


def check(python, folder, *arguments):
    """What the terminal shows of an environment's Snakemake, which must end well."""
    programs = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    settings = CAPTURE | {"cwd": folder, "env": environment() | {"PATH": programs}}
    command = [python, "-m", "snakemake", *arguments]
    result = subprocess.run(command, timeout=1800, **settings)
    assert result.returncode == 0, result.stdout
    return result.stdout


def has_project(python):
    """Whether an environment has the project."""
    code = "from importlib.util import find_spec; print(find_spec('gaussmech'))"
    return subprocess.check_output([python, "-I", "-c", code], text=True) != "None\n"


@pytest.fixture(scope="module")
def without_project(tmp_path_factory):
    """An environment with the packages of this one, but without the project."""
    folder = tmp_path_factory.mktemp("without-project")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (packages_there,) = folder.glob("lib/python*/site-packages")
    # Python reads no .pth file of a folder that a .pth file names: what is installed as editable,
    # as the project is, stays outside.
    packages_here = sysconfig.get_path("purelib")
    (packages_there / "here.pth").write_text(f"{packages_here}\n")
    python = folder / "bin/python"
    if has_project(python):
        pytest.skip("the project is not installed as editable here")
    return python


def test_it_makes_a_figure_and_says_what_it_made(without_project, tmp_path):
    folder = clone(tmp_path / "clone")
    (folder / "small.yaml").write_text(SMALL)
    # Neither the number of cores nor a logger is asked for.
    output = check(without_project, folder, "--configfile", "small.yaml", "--", "fig4")
    assert (folder / "results/small/figures/fig4.pdf").is_file()
    assert len(output.splitlines()) < 40
    assert "results   results/small" in output.splitlines(), output


@pytest.mark.packaging
@pytest.mark.longest
def test_the_packages_of_environment_yml_run_the_whole_workflow(tmp_path, finished):
    """With the bytes that make, with two cores and in another folder, makes of the project."""
    here = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", here], check=True)
    python = here / "bin/python"
    lock = text_of("requirements.lock")
    pins = re.findall(r"^[a-z0-9._-]+==.*?(?= *\\$)", lock, re.M)
    (tmp_path / "pins.txt").write_text("\n".join(pins))
    pip = [python, "-m", "pip", "install", "--quiet", "--constraint", "pins.txt"]
    subprocess.run([*pip, *packages()], cwd=tmp_path, check=True)
    assert not has_project(python)
    folder = with_kernels(clone(tmp_path / "clone"))
    # Figures name the commit of their code; the other run has none.
    shutil.rmtree(folder / ".git")
    quick = ("--configfile", "config/quick.yaml", "--")
    output = check(python, folder, "--cores", "1", *quick, "all")
    assert len(output.splitlines()) <= 130
    assert "SYNTHETIC CITY, no evidence about a real one" in output
    ours, theirs = (
        checkout.files("data/*") | checkout.files("figures/*")
        for checkout in (finished, Checkout(folder, copy=False))
    )
    assert theirs.keys() == ours.keys() and len(ours) > 100
    assert [name for name in ours if ours[name] != theirs[name]] == []
