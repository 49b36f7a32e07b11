"""pyproject.toml, environment.yml and requirements.lock say the same."""

import os
import re
import shutil
import subprocess
import sys
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.processes import ROOT, text_of

PYPROJECT = tomllib.loads(text_of("pyproject.toml"))
PROJECT = PYPROJECT["project"]
EXTRAS = PROJECT["optional-dependencies"]
OF_A_JOB = ("graphs", "maps", "workflow")
DEV = PYPROJECT["dependency-groups"]["dev"]
LOCK = text_of("requirements.lock")
# Where conda's name of the same software differs.
CONDA_NAMES = {"matplotlib-base": "matplotlib", "snakemake-minimal": "snakemake"}


def bounds(text):
    requirement = Requirement(text)
    name = CONDA_NAMES.get(requirement.name, requirement.name)
    return canonicalize_name(name), str(requirement.specifier)


def all_bounds(*lists):
    """Name to bounds of all that the lists ask for; an extra may ask for another extra."""
    texts = [
        text for texts in lists for text in texts if not text.startswith("gaussmech[")
    ]
    return dict(map(bounds, texts))


def test_the_core_needs_numpy_and_scipy_alone():
    assert {*all_bounds(PROJECT["dependencies"])} == {"numpy", "scipy"}


def test_environment_has_what_a_job_needs_and_nothing_else():
    environment = yaml.safe_load(text_of("environment.yml"))
    expected = all_bounds(PROJECT["dependencies"], *(EXTRAS[name] for name in OF_A_JOB))
    expected["python"] = str(Requirement(f"x{PROJECT['requires-python']}").specifier)
    assert all_bounds(environment["dependencies"]) == expected


def test_lock_pins_every_dependency_within_its_bounds():
    pinned = re.findall(r"^([a-z0-9._-]+)==([^ ;\\]+)", LOCK, flags=re.M)
    bounds = all_bounds(
        PROJECT["dependencies"], *(EXTRAS[name] for name in OF_A_JOB), DEV
    )
    for name, specifier in bounds.items():
        versions = [version for of, version in pinned if canonicalize_name(of) == name]
        assert versions, name
        for version in versions:
            assert Requirement(f"x{specifier}").specifier.contains(version), (
                name,
                version,
            )


@pytest.mark.parametrize("folder", ["", "tests/browser", "tests/slurm"])
def test_locks_have_hashes_and_no_addresses(folder):
    lock = (ROOT / folder / "requirements.lock").read_text()
    entries = re.split(r"^(?=[a-z0-9])", lock, flags=re.M)[1:]
    assert entries
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in lock and "index-url" not in lock


def test_every_action_is_pinned_by_its_digest():
    texts = [path.read_text() for path in (ROOT / ".github/workflows").iterdir()]
    actions = re.findall(r"uses: *(\S+)", "\n".join(texts))
    assert actions
    assert [name for name in actions if not re.search(r"@[0-9a-f]{40}$", name)] == []


def test_the_image_has_what_a_run_needs_and_nothing_else(tmp_path):
    """The list is one of what is allowed: what else lies in the folder stays out."""
    lines = text_of(".dockerignore").splitlines()
    patterns = [line for line in lines if not line.startswith("#")]
    assert patterns[0] == "*" and patterns[-1] == "**/__pycache__"
    allowed = patterns[1:-1]
    assert all(re.fullmatch(r"![\w./-]+", line) for line in allowed)
    for name in (line[1:] for line in allowed):
        source, copy = ROOT / name, tmp_path / name
        copy.parent.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy)
        else:
            shutil.copy(source, copy)
    command = [sys.executable, "-m", "snakemake", "-n", "--quiet", "all", "--cores=1"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True)
